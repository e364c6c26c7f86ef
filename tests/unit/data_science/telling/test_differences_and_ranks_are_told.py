"""How far one number is from another, and groups in the order of what they come to."""

import pytest

from services.data_science.domain.algebra import (
    Count,
    Grouping,
    Literal,
    Number,
    NumberArithmetic,
    Operation,
    Order,
    Profile,
    Question,
    Statistic,
    Tell,
)
from services.data_science.language.telling import ComputedQuestion
from services.data_science.language.telling.answering import answer_of
from tests.unit.data_science.saying.people_and_words import (
    CATALOGUE,
    EVER,
    LAST_WEEK,
    OCTOBER,
    RESTING,
    SEPTEMBER,
    SLEEP,
    STEPS,
    days,
    field,
    runs,
)
from tests.unit.data_science.telling.computed_questions import day, mean

_BED = field("bed_time")


def told(question: Question, *labels: str, **numbers: float) -> str:
    part = ComputedQuestion(question=question, numbers=numbers, texts={"labels": labels} if labels else {})
    return answer_of([part], CATALOGUE).answer


def minus(left: Number, right: Number) -> Question:
    return Tell(number=NumberArithmetic(left=left, operation=Operation.MINUS, right=right))


@pytest.mark.parametrize(
    ("column", "amount", "value", "answer"),
    [
        (SLEEP, Literal(value=480, unit="min"), 455.0, "25 min below 8 h: your average sleep duration was 7 h 35 min."),
        (
            STEPS,
            Literal(value=10_000, unit="count"),
            11_250.0,
            "1,250 steps above 10,000 steps: your average step count was 11,250 steps.",
        ),
        (
            _BED,
            Literal(value=1380, unit="clock"),
            1370.0,
            "10 min earlier than 23:00: your average bed time was 22:50.",
        ),
    ],
)
def test_a_number_is_above_or_below_an_amount(column: object, amount: Literal, value: float, answer: str) -> None:
    question = minus(mean(days(EVER), column), amount)  # type: ignore[arg-type]
    assert told(question, n=29, effect=value - amount.value, left=value, right=amount.value) == answer


def test_the_lowest_is_lower_than_the_average() -> None:
    question = minus(mean(days(), RESTING, Statistic.MIN), mean(days(EVER), RESTING))
    numbers = {"n": 29.0, "effect": -5.4, "left": 54.8, "right": 60.2}
    assert told(question, left_day=day("2024-10-16"), **numbers).startswith("5.4 bpm lower: your lowest")


def test_from_end_to_end_is_a_difference() -> None:
    question = minus(mean(days(), STEPS, Statistic.MAX), mean(days(), STEPS, Statistic.MIN))
    assert told(question, n=29, effect=9000, left=12000, right=3000).startswith("A difference of 9,000 steps")


def test_of_two_highest_the_second_is_more_or_less() -> None:
    question = minus(mean(days(), STEPS, Statistic.MAX), mean(days(SEPTEMBER), STEPS, Statistic.MAX))
    assert told(question, n=29, effect=-2000, left=12000, right=14000).startswith("2,000 steps fewer")


def test_counts_are_more_or_less() -> None:
    question = minus(Count(rows=runs(OCTOBER)), Count(rows=runs(SEPTEMBER)))
    assert told(question, n=3, effect=-2, left=3, right=5).startswith("2 fewer: there were 3 runs")


def test_the_average_of_two_numbers_is_told_with_their_sum() -> None:
    both = NumberArithmetic(
        left=mean(days(LAST_WEEK), STEPS, Statistic.SUM),
        operation=Operation.PLUS,
        right=mean(days(OCTOBER), STEPS, Statistic.SUM),
    )
    half = NumberArithmetic(left=both, operation=Operation.RATIO, right=Literal(value=2.0))
    answer = told(Tell(number=half), n=7, effect=50_000, left=100_000, right=2)
    assert answer.startswith("On average 50,000 steps: ")
    assert answer.endswith("was 100,000 steps.")


@pytest.mark.parametrize(
    ("by", "extreme", "labels", "order"),
    [
        (Grouping.WEEKDAY, Order.HIGHEST, ("Monday", "Tuesday", "Wednesday"), (3, 1, 2)),
        (Grouping.WEEKDAY, Order.LOWEST, ("Monday", "Tuesday", "Wednesday"), (2, 1, 3)),
        (Grouping.WEEKDAY, None, ("Monday", "Tuesday", "Wednesday"), (1, 2, 3)),
        (Grouping.MONTH, Order.HIGHEST, ("2024-08-01", "2024-09-01", "2024-10-01"), (1, 2, 3)),
    ],
)
def test_the_best_group_comes_first_but_for_stretches_of_time(
    by: Grouping, extreme: Order | None, labels: tuple[str, ...], order: tuple[int, ...]
) -> None:
    question = Profile(rows=days(EVER), column=STEPS, statistic=Statistic.MEAN, by=by, extreme=extreme)
    values = {"g_1": 9000.0, "g_2": 8000.0, "g_3": 12000.0}
    best = {Order.HIGHEST: {"extreme": 3.0}, Order.LOWEST: {"extreme": 2.0}}.get(extreme, {}) if extreme else {}
    answer = told(question, *labels, n=3, effect=9000, **values, **best)
    table = answer[answer.index("|") :]
    places = [table.index(f"{values[f'g_{each}']:,.0f} steps") for each in order]
    assert places == sorted(places)


def test_of_several_groups_that_are_asked_for_no_other_is_told() -> None:
    question = Profile(
        rows=days(EVER), column=STEPS, statistic=Statistic.MEAN, by=Grouping.WEEKDAY, extreme=Order.HIGHEST
    )
    labels = ("Monday", "Tuesday", "Wednesday", "Thursday")
    numbers = {"n": 4.0, "effect": 9000.0, "extreme": 3.0, "g_1": 9000.0, "g_2": 8000.0, "g_3": 12000.0, "g_4": 100.0}
    two, three = (
        answer_of(
            [ComputedQuestion(question=question, numbers=numbers, texts={"labels": labels}, most_told=count)], CATALOGUE
        ).answer
        for count in (2, 3)
    )
    assert two == (
        "Your average step count was highest on Wednesdays, with 12,000 steps, and on Mondays, with 9,000 steps."
    )
    lines = [line for line in three.split("\n") if line.startswith("| ")]
    assert [line.split()[1] for line in lines[2:]] == ["Wednesday", "Monday", "Tuesday"]
