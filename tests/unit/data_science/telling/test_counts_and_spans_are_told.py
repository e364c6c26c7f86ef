"""Counts side by side, the group with none, and days that lie in one of several spans, as answers say them."""

import pytest

from services.data_science.domain.algebra import (
    All,
    Count,
    Daily,
    Grouping,
    In,
    NumberArithmetic,
    Operation,
    Or,
    Order,
    Profile,
    Statistic,
    Table,
    Tell,
)
from services.data_science.language.saying import say
from services.data_science.language.telling import ComputedQuestion, answer_of
from tests.unit.data_science.saying.people_and_words import (
    CATALOGUE,
    EVER,
    LAST_WEEK,
    OCTOBER,
    activities,
    days,
    runs,
)


@pytest.mark.parametrize(("runs_done", "others", "said"), [(2.0, 7.0, "5 fewer"), (7.0, 2.0, "5 more")])
def test_of_two_counts_one_is_more_or_fewer(runs_done: float, others: float, said: str) -> None:
    apart = NumberArithmetic(left=Count(rows=runs(EVER)), operation=Operation.MINUS, right=Count(rows=activities(EVER)))
    numbers = {"effect": runs_done - others, "left": runs_done, "right": others}
    told = answer_of([ComputedQuestion(question=Tell(number=apart), numbers=numbers)], CATALOGUE).answer
    assert told.startswith(f"{said}: ")


def test_a_group_without_any_is_told_with_its_number() -> None:
    done = Daily(rows=activities(EVER), column=None, statistic=Statistic.COUNT)
    question = Profile(rows=days(EVER), column=done, statistic=Statistic.SUM, by=Grouping.WEEKDAY, extreme=Order.LOWEST)
    numbers = {"effect": 0.0, "extreme": 2.0, "n": 9.0}
    numbers |= {"g_1": 2.0, "n_1": 3.0, "g_2": 0.0, "n_2": 3.0, "g_3": 1.0, "n_3": 3.0}
    labels = {"labels": ("Monday", "Tuesday", "Wednesday")}
    told = answer_of([ComputedQuestion(question=question, numbers=numbers, texts=labels)], CATALOGUE).answer
    assert told.startswith("On Tuesdays ")
    assert "| Day of the week | Number | Days |" in told


def test_days_in_one_of_two_spans_are_said_by_their_spans() -> None:
    spans = frozenset(In(rows=All(table=Table.DAYS, window=each)) for each in (OCTOBER, LAST_WEEK))
    said = say(Tell(number=Count(rows=days(EVER, Or(tests=spans)))), CATALOGUE)
    assert "falling in October 2024" in said
    assert "a day of" not in said
