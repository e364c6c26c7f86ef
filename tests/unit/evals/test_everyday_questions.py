"""The batches of everyday questions, and the arithmetic that their truths rest on, without anybody's records."""

from collections import Counter

import pandas as pd
import pytest

from evals.everyday.__main__ import BATCHES
from evals.everyday.conventions import periods_where, picked
from evals.everyday.questions import Question
from evals.everyday.records import Person, current_streak, later, streak
from evals.everyday.truths import count, listed, on, plain, steps


def days(*values: float, first: str = "2023-10-02") -> pd.Series:
    return pd.Series(values, index=pd.date_range(first, periods=len(values)))


def person() -> Person:
    """Two weeks and a day from a Monday, with steps 1, 2, 3, and activities on the first two Mondays."""
    steps_of = days(*range(1, 16)).astype(float)
    acts = pd.DataFrame(
        {"kind": ["Run", "Bike", "Run"]}, index=pd.to_datetime(["2023-10-02", "2023-10-02", "2023-10-09"])
    )
    return Person(days=pd.DataFrame({"steps": steps_of}), acts=acts)


@pytest.mark.parametrize("batch", BATCHES)
def test_a_batch_asks_every_topic_often_and_nothing_twice(batch: int) -> None:
    asked = Counter(question.topic for question in BATCHES[batch])
    texts = Counter((question.user, question.messages) for question in BATCHES[batch])

    assert len(asked) == 21
    assert min(asked.values()) >= 6
    assert asked["must decline"] >= 30
    assert max(texts.values()) == 1


def test_a_day_without_a_row_ends_a_streak_by_the_calendar_only() -> None:
    held = (days(1, 1, 1, 1, 0) > 0).drop(pd.Timestamp("2023-10-04"))

    assert streak(held) == 2
    assert streak(held, by_calendar=False) == 3


def test_a_current_streak_ends_on_the_newest_day() -> None:
    assert current_streak(days(1, 0, 1, 1) > 0) == 2
    assert current_streak(days(1, 1, 0) > 0) == 0


def test_a_later_value_stands_on_the_day_it_is_compared_with() -> None:
    assert later(days(1.0, 2.0, 3.0)).loc["2023-10-02"] == 2.0


def test_weeks_begin_on_monday_and_count_without_activities_too() -> None:
    assert person().by_week("steps").tolist() == [28.0, 77.0, 15.0]
    assert person().weekly_acts().tolist() == [2, 1, 0]


def test_windows_end_on_the_newest_day_or_before_it() -> None:
    assert person().last(2).steps.tolist() == [14.0, 15.0]
    assert person().last(2, skip=2).steps.tolist() == [12.0, 13.0]


def test_counted_periods_may_leave_out_those_at_the_ends() -> None:
    held = pd.Series([True, True, False, True])

    assert set(periods_where(held)) == {count(3), count(2), count(1)}


def test_picked_days_may_be_told_by_day_or_by_value() -> None:
    best = person().days.steps.nlargest(2)

    assert picked(best, steps) == (
        listed([on("2023-10-16"), on("2023-10-15")]),
        listed([steps(15.0), steps(14.0)]),
    )


def test_a_truth_that_the_records_do_not_define_is_no_truth() -> None:
    question = Question(topic="t", user="u", messages=("?",), truth=lambda _: plain(float("nan")))

    with pytest.raises(ValueError, match="no defined truth"):
        question.accepted(person())
