"""Goals of a stretch of time, times of day that are not on record, and how far two ends or two spans lie apart.

The records end on Sunday 24 November 2024, which is today.
"""

from dataclasses import replace

import pytest

from services.data_science.domain.catalogue import Catalogue
from services.data_science.language.saying import say
from services.data_science.language.understanding import NotRead, Reader
from tests.unit.data_science.reading.brief import understood
from tests.unit.data_science.reading.someone_with_a_tracker import CATALOGUE

READER = Reader(CATALOGUE)
_IN_OCTOBER = "days[October 2024]"


def averaged(column: str, operator: str, bound: str, days: str = _IN_OCTOBER) -> str:
    """Whether the mean came up to a goal, with the share of days that did."""
    held = f"Compare({column}, {operator}, {bound})"
    return f"Decide(Reduce({days}, {column}, mean), {operator}, {bound}, Share({days}, {held}))"


def extreme(column: str, statistic: str, days: str = "days") -> str:
    return f"Tell(Reduce(Where({days}, Calendar({{1, 2, 3, 4, 5}}, {{}})), {column}, {statistic}))"


@pytest.mark.parametrize(
    "asked",
    [
        "I wanted to average 6000 steps a day in October, did I do it?",
        "I wanted to average 6000 steps a day in October. Did I do it?",
        "I wanted to walk 6000 steps a day in October, was I on target?",
        "I wanted to average 6000 steps a day in October, did I average that?",
        "I wanted to average 6000 steps in October, did I do it?",
        "in October I wanted to average 6000 steps a day, did I do it?",
        "my goal for October was 6000 steps a day, did I reach it?",
        "my goal in October was to average 6000 steps a day, did I do that?",
    ],
)
def test_a_goal_of_a_month_is_asked_after_in_that_month(asked: str) -> None:
    assert understood(READER, asked) == averaged("steps", ">=", "6000")


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        (
            "I wanted to average 7 hours of sleep in October, did I manage it?",
            averaged("sleep_minutes", ">=", "420"),
        ),
        (
            "I wanted to average 7 hours of sleep a night last month, did I do it?",
            averaged("sleep_minutes", ">=", "420", "days[last month]"),
        ),
        (
            "I wanted to keep my resting heart rate under 60 in October, did I manage it?",
            averaged("resting_heart_rate", "<", "60"),
        ),
        (
            "I wanted to walk 6000 steps a day in October, how far off was I?",
            f"Tell(NumberArithmetic(Reduce({_IN_OCTOBER}, steps, mean), minus, 6000))",
        ),
        (
            "I wanted to sleep 7 hours a night in October. how many nights did I get less than that",
            f"Tell(Count(Where({_IN_OCTOBER}, Compare(sleep_minutes, <, 420))))",
        ),
        (
            "I want 300 calories per run in October. how many runs made it",
            "Tell(Count(Where(activities[October 2024], And({Compare(calories_kcal, >=, 300), Kind({Run})}))))",
        ),
        (
            "I want to walk 6000 steps a day in October. how many days did I manage it in November?",
            "Tell(Count(Where(days[November 2024], Compare(steps, >=, 6000))))",
        ),
        ("I wanted to average 6000 steps a day, did I do it?", averaged("steps", ">=", "6000", "days")),
    ],
)
def test_whatever_is_asked_of_a_goal_is_of_its_time_unless_another_is_named(asked: str, meant: str) -> None:
    assert understood(READER, asked) == meant


@pytest.mark.parametrize(
    "asked",
    ["I wanted to run at least 20 km in October, did I do it?", "I wanted to run 20 km in October, did I make it?"],
)
def test_what_may_be_meant_of_a_month_as_a_whole_is_no_goal_of_each_day(asked: str) -> None:
    assert understood(READER, asked) == "declined"


def _without_bedtimes() -> Catalogue:
    bedtime = replace(CATALOGUE.metrics["bed_time_clock"], recorded=False)
    return replace(CATALOGUE, metrics={**CATALOGUE.metrics, bedtime.name: bedtime})


@pytest.mark.parametrize(
    "asked",
    [
        "what time did i fall asleep on the 5th of november",
        "What time did I fall asleep on 5 November?",
        "what time did I go to bed on the 5th of November",
        "when did I fall asleep on the 5th of November",
    ],
)
def test_a_time_of_day_that_is_not_on_record_is_not_told_as_a_duration(asked: str) -> None:
    (read,) = Reader(_without_bedtimes()).understand([asked])
    assert isinstance(read, NotRead)
    assert read.because == "your records hold no bed time"


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("fewest steps I took on any weekday", extreme("steps", "min")),
        ("what was my lowest resting heart rate on any weekday", extreme("resting_heart_rate", "min")),
        ("most steps I took on any working day in October", extreme("steps", "max", _IN_OCTOBER)),
        ("which weekday did I take the fewest steps", "Profile(days, steps, mean, weekday, lowest)"),
    ],
)
def test_any_weekday_is_any_day_from_monday_to_friday(asked: str, meant: str) -> None:
    assert understood(READER, asked) == meant


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        (
            "how much time is there between my earliest and my latest bedtime this month",
            "Tell(Reduce(days[this month], bed_time_clock, range))",
        ),
        (
            "how long is it between my earliest bedtime and my latest bedtime",
            "Tell(Reduce(days, bed_time_clock, range))",
        ),
        (
            "how many hours are there between my earliest and latest bedtime in October",
            f"Tell(Reduce({_IN_OCTOBER}, bed_time_clock, range))",
        ),
        ("difference in steps between my best day and my worst", "Tell(Reduce(days, steps, range))"),
        ("difference in sleep between my best night and my worst night", "Tell(Reduce(days, sleep_minutes, range))"),
        ("how many steps are there between my best day and my worst day", "Tell(Reduce(days, steps, range))"),
        ("how long is it between my best day and my worst day for steps", "declined"),
    ],
)
def test_two_ends_lie_as_far_apart_as_what_is_measured_ranges(asked: str, meant: str) -> None:
    assert understood(READER, asked) == meant


@pytest.mark.parametrize(
    ("asked", "then", "meant"),
    [
        (
            "How many steps did I do from the 8th to the 14th of October?",
            "and the week after that",
            "15 October 2024 to 21 October 2024",
        ),
        (
            "How many steps did I do from the 8th to the 14th of October?",
            "and the week before that",
            "1 October 2024 to 7 October 2024",
        ),
        (
            "How many steps did I do in October?",
            "and the week before that",
            "24 September 2024 to 30 September 2024",
        ),
        ("How many steps did I do in October?", "and the month before that", "September 2024"),
        ("How many steps did I do last week?", "and the week before that", "the week of 4 November 2024"),
    ],
)
def test_the_week_beside_a_span_is_the_seven_days_beside_it(asked: str, then: str, meant: str) -> None:
    assert understood(READER, asked, then) == f"Tell(Reduce(days[{meant}], steps, sum))"


def test_the_month_beside_what_is_no_month_is_declined() -> None:
    assert understood(READER, "How many steps did I do last week?", "and the month before that") == "declined"


@pytest.mark.parametrize(
    "asked",
    [
        "average resting heart rate on days with over 10k steps where i also slept 7 hours or more",
        "average resting heart rate on days with over 10k steps when I also slept 7 hours or more",
        "average resting heart rate on days where I did over 10k steps and where I also slept 7 hours or more",
    ],
)
def test_a_second_condition_may_begin_as_a_clause_of_its_own(asked: str) -> None:
    both = "And({Compare(sleep_minutes, >=, 420), Compare(steps, >, 10000)})"
    assert understood(READER, asked) == f"Tell(Reduce(Where(days, {both}), resting_heart_rate, mean))"


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("do I sleep less and less with the months passing", "Trend(days, sleep_minutes)"),
        ("is it that I sleep less over the months", "Trend(days, sleep_minutes)"),
        ("how many km did I cover on foot in October", f"Tell(Reduce({_IN_OCTOBER}, distance_km, sum))"),
        ("how many steps did I do on foot in October", f"Tell(Reduce({_IN_OCTOBER}, steps, sum))"),
    ],
)
def test_courses_over_months_and_distances_on_foot(asked: str, meant: str) -> None:
    assert understood(READER, asked) == meant


def test_an_amount_that_is_walked_is_no_group_of_days_to_compare_with() -> None:
    walker = Reader(replace(CATALOGUE, kinds=("Walk", *CATALOGUE.kinds)))
    (read,) = walker.understand(["so far this month did I like walk less than two thousand steps on average"])
    assert not isinstance(read, NotRead)
    assert say(read.question, walker.catalogue).startswith("whether your average step count")
