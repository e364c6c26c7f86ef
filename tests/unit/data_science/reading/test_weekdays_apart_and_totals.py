"""Weekdays told apart or together, totals of each week, places among weekdays, and the gap between two activities.

The records end on Sunday 24 November 2024, which is today.
"""

import pytest

from services.data_science.language.understanding import NotRead, Reader
from tests.unit.data_science.reading.brief import understood
from tests.unit.data_science.reading.someone_with_a_tracker import CATALOGUE

READER = Reader(CATALOGUE)
_RUNS = "Where(activities, Kind({Run}))"


def each(weekdays: str, column: str, statistic: str = "mean", window: str = "", extreme: str = "") -> str:
    """One number for each of some weekdays."""
    best = f", {extreme}" if extreme else ""
    return f"Profile(Where(days{window}, Calendar({{{weekdays}}}, {{}})), {column}, {statistic}, weekday{best})"


def pooled(weekdays: str, column: str, statistic: str = "mean") -> str:
    return f"Tell(Reduce(Where(days, Calendar({{{weekdays}}}, {{}})), {column}, {statistic}))"


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("what was my average sleep on Mondays, Wednesdays and Saturdays?", each("1, 3, 6", "sleep_minutes")),
        ("on Mondays, Wednesdays and Saturdays, what was my average sleep?", each("1, 3, 6", "sleep_minutes")),
        ("average steps on Monday, Wednesday and Saturday", each("1, 3, 6", "steps")),
        ("average steps on Mondays and Wednesdays and Fridays", each("1, 3, 5", "steps")),
        ("average steps on Mondays, on Wednesdays and on Fridays", each("1, 3, 5", "steps")),
        ("average steps on Mondays, Tuesdays, Wednesdays and Fridays", each("1, 2, 3, 5", "steps")),
        ("steps on Fridays vs Saturdays vs Sundays", each("5, 6, 7", "steps")),
        ("compare my steps on Fridays, Saturdays and Sundays", each("5, 6, 7", "steps")),
        ("how do my steps on Mondays, Wednesdays and Fridays compare?", each("1, 3, 5", "steps")),
        ("how many steps did I take on Mondays, Wednesdays and Fridays?", each("1, 3, 5", "steps", "sum")),
        (
            "average sleep on Mondays, Wednesdays and Saturdays last month",
            each("1, 3, 6", "sleep_minutes", window="[last month]"),
        ),
        (
            "my average steps and sleep on Mondays, Wednesdays and Fridays",
            f"{each('1, 3, 5', 'steps')}; {each('1, 3, 5', 'sleep_minutes')}",
        ),
    ],
)
def test_three_weekdays_in_a_list_are_told_apart(asked: str, meant: str) -> None:
    assert understood(READER, asked) == meant


def test_a_weekday_with_no_activity_is_counted_as_none() -> None:
    done = f"Daily({_RUNS}, count)"
    assert understood(READER, "how many runs did I do on Mondays, Wednesdays and Fridays?") == each(
        "1, 3, 5", done, "sum"
    )


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("average steps on Fridays, Saturdays and Sundays together", pooled("5, 6, 7", "steps")),
        ("what was my average sleep on Fridays and Saturdays together?", pooled("5, 6", "sleep_minutes")),
        ("how many steps did I take on Fridays and Saturdays combined?", pooled("5, 6", "steps", "sum")),
        ("average steps on Mondays to Fridays", pooled("1, 2, 3, 4, 5", "steps")),
        ("highest steps on Mondays, Wednesdays and Fridays", pooled("1, 3, 5", "steps", "max")),
    ],
)
def test_weekdays_are_pooled_where_the_words_pool(asked: str, meant: str) -> None:
    assert understood(READER, asked) == meant


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("average steps on Saturdays and Sundays", pooled("6, 7", "steps")),
        ("average steps on Mondays, Tuesdays or Wednesdays", pooled("1, 2, 3", "steps")),
        ("average steps on weekends", pooled("6, 7", "steps")),
    ],
)
def test_two_weekdays_and_a_choice_of_weekdays_stay_one_kind_of_day(asked: str, meant: str) -> None:
    assert understood(READER, asked) == meant


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        (
            "did I sleep more on Mondays, Wednesdays or Fridays?",
            each("1, 3, 5", "sleep_minutes", extreme="highest"),
        ),
        (
            "which is best for my sleep, Mondays, Wednesdays or Fridays?",
            each("1, 3, 5", "sleep_minutes", extreme="highest"),
        ),
        (
            "when is my resting heart rate lower, on Mondays, Wednesdays or Fridays?",
            each("1, 3, 5", "resting_heart_rate", extreme="lowest"),
        ),
        (
            "when do I take the most steps, on Fridays, Saturdays or Sundays?",
            each("5, 6, 7", "steps", extreme="highest"),
        ),
    ],
)
def test_the_best_of_three_weekdays_is_one_of_the_three(asked: str, meant: str) -> None:
    assert understood(READER, asked) == meant


@pytest.mark.parametrize(
    ("follows", "meant"),
    [
        ("and last month?", each("1, 3, 5", "sleep_minutes", window="[last month]")),
        ("which was the highest?", each("1, 3, 5", "sleep_minutes", extreme="highest")),
        ("and my steps?", each("1, 3, 5", "steps")),
    ],
)
def test_what_follows_a_list_of_weekdays_is_of_each_of_them(follows: str, meant: str) -> None:
    assert understood(READER, "what was my average sleep on Mondays, Wednesdays and Fridays?", follows) == meant


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("total steps per week", "Profile(days, steps, sum, week)"),
        ("what are my total steps per week this year?", "Profile(days[this year], steps, sum, week)"),
        (
            "total steps per week over the last 8 weeks",
            "Profile(days[the last 8 weeks], steps, sum, week)",
        ),
        ("total steps per month", "Profile(days, steps, sum, month)"),
        ("total distance per week of my runs", f"Profile({_RUNS}, distance_m, sum, week)"),
        ("total number of runs per week", f"Profile({_RUNS}, count, week)"),
        (
            "total steps each day last week",
            "TellRecords(Pick(Where(days[last week], Known(steps)), oldest, 7), (steps))",
        ),
    ],
)
def test_totals_of_each_week_are_a_list(asked: str, meant: str) -> None:
    assert understood(READER, asked) == meant


def test_a_total_per_week_that_is_averaged_is_one_number() -> None:
    average = understood(READER, "average steps per week")
    assert average == "Tell(NumberArithmetic(Reduce(days, steps, mean), times, 7))"
    assert understood(READER, "average total steps per week") == average


def test_totals_of_each_week_may_be_asked_by_month_next() -> None:
    assert understood(READER, "total steps per week", "and per month?") == "Profile(days, steps, sum, month)"
    assert understood(READER, "total steps each week", "and per day?") == "Tell(Reduce(days, steps, mean))"


@pytest.mark.parametrize(
    "asked",
    [
        "which weekday is my second most active?",
        "what is my second best weekday for steps?",
        "what weekday do I sleep the second longest?",
        "which weekday has the second most runs?",
        "on which day of the week is my resting heart rate the second lowest?",
    ],
)
def test_a_place_among_weekdays_is_declined_and_never_taken_for_one_among_days(asked: str) -> None:
    (read,) = READER.understand([asked])
    assert isinstance(read, NotRead)
    assert read.because == "of weekdays I can tell the best few in order, but not the second or third alone"


@pytest.mark.parametrize(
    "asked",
    [
        "how long was the gap between my last two runs?",
        "what was the gap between my last two runs?",
    ],
)
def test_the_gap_between_the_last_two_activities_is_their_distance_in_days(asked: str) -> None:
    newest, before = (f"When(Pick({_RUNS}, newest{place}), day)" for place in ("", ", 2"))
    assert understood(READER, asked) == f"Tell(NumberArithmetic({newest}, minus, {before}))"
