"""Parts of a total or of some days, what weeks and months come to, which weekday or kind of activity has the most.

The records end on Sunday 24 November 2024, which is today.
"""

import pytest

from services.data_science.language.understanding import Reader
from tests.unit.data_science.reading.brief import understood
from tests.unit.data_science.reading.someone_with_a_tracker import CATALOGUE

READER = Reader(CATALOGUE)
_RUNS = "Where(activities, Kind({Run}))"
_WEEKEND_DAYS = "Where(days, And({Calendar({6, 7}, {}), Compare(steps, >, 10000)}))"
_RUN_DAYS = f"In(DaysOf({_RUNS}, 0))"


def part(some: str, every: str = "days", column: str = "steps") -> str:
    """The percentage of a total of all days that falls on some."""
    ratio = f"NumberArithmetic(Reduce({some}, {column}, sum), ratio, Reduce({every}, {column}, sum))"
    return f"Tell(NumberArithmetic({ratio}, times, 100))"


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        (
            "what percentage of my steps were on days with a run",
            part(f"Where(days, {_RUN_DAYS})"),
        ),
        (
            "what percentage of my steps were on days with a run in October",
            part(f"Where(days[October 2024], {_RUN_DAYS})", "days[October 2024]"),
        ),
        (
            "what percentage of my calories burned were on days without a workout last month",
            part(
                "Where(days[last month], Not(In(DaysOf(activities, 0))))",
                "days[last month]",
                "calories_kcal",
            ),
        ),
        (
            "what percentage of my distance was on days with more than 10,000 steps",
            part("Where(days, Compare(steps, >, 10000))", column="distance_km"),
        ),
        ("what percentage of my resting heart rate was on days with a run", "declined"),
    ],
)
def test_a_part_of_a_total_is_that_of_some_days(asked: str, meant: str) -> None:
    assert understood(READER, asked) == meant


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        (
            "what percentage of nights with at least 7 hours of sleep also were days with less than 2000 calories",
            "Where(days, Compare(sleep_minutes, >=, 420)), Compare(calories_kcal, <, 2000)",
        ),
        (
            "what percentage of days with more than 10,000 steps were also days with a run",
            f"Where(days, Compare(steps, >, 10000)), {_RUN_DAYS}",
        ),
        (
            "what percentage of nights when I went to bed after midnight did I sleep more than 7 hours",
            "Where(days, Compare(bed_time_clock, >, 1440)), Compare(sleep_minutes, >, 420)",
        ),
        (
            "what percentage of days with more than 10,000 steps also were days with a run in October",
            f"Where(days[October 2024], Compare(steps, >, 10000)), {_RUN_DAYS}",
        ),
    ],
)
def test_a_share_is_among_days_that_something_holds_of(asked: str, meant: str) -> None:
    assert understood(READER, asked) == f"Tell(Share({meant}))"


def test_a_time_that_is_said_of_one_condition_is_that_of_all_days() -> None:
    asked = "what percentage of days with a run in October had more than 10,000 steps"
    days = f"Where(DaysOf({_RUNS}, 0), In(days[October 2024]))"
    assert understood(READER, asked) == f"Tell(Share({days}, Compare(steps, >, 10000)))"


def per_week(rows: str, column: str, unit: str = "week", window: str = "all data") -> str:
    return f"Reduce(Periods([{window}], {unit}, {rows}, {column}, sum), value, mean)"


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("total duration of my workouts per week on average", per_week("activities", "duration_min")),
        ("total distance of my runs per month on average", per_week(_RUNS, "distance_m", "month")),
        ("total calories burned of my workouts on average per week", per_week("activities", "calories_kcal")),
        (
            "total duration of my runs per week on average in October",
            per_week("Where(activities[October 2024], Kind({Run}))", "duration_min", window="October 2024"),
        ),
        ("total step count per week on average", "NumberArithmetic(Reduce(days, steps, mean), times, 7)"),
    ],
)
def test_a_total_of_each_week_is_told_on_average(asked: str, meant: str) -> None:
    assert understood(READER, f"what was the {asked}") == f"Tell({meant})"


def often(rows: str, operator: str, times: int, window: str = "all data") -> str:
    return f"Decide(Reduce(Periods([{window}], week, {rows}, count), value, mean), {operator}, {times})"


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("did I have three workouts per week on average", often("activities", ">=", 3)),
        ("did I average three runs a week", often(_RUNS, ">=", 3)),
        (
            "did I average more than two runs a week in October",
            often("Where(activities[October 2024], Kind({Run}))", ">", 2, "October 2024"),
        ),
        (
            "did I have two days with more than 10,000 steps per week on average",
            often("Where(days, Compare(steps, >, 10000))", ">=", 2),
        ),
        ("did I average three hours a week", "declined"),
    ],
)
def test_how_often_on_average_is_decided(asked: str, meant: str) -> None:
    assert understood(READER, asked) == meant


def each_week(column: str, statistic: str, extreme: str, unit: str = "week", window: str = "") -> str:
    label, rows = (f"[{window}]", f"days[{window}]") if window else ("[all data]", "days")
    return f"Reduce(Periods({label}, {unit}, {rows}, {column}, {statistic}), value, {extreme})"


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("highest weekly average step count", each_week("steps", "mean", "max")),
        ("lowest weekly average resting heart rate", each_week("resting_heart_rate", "mean", "min")),
        ("best weekly average resting heart rate", each_week("resting_heart_rate", "mean", "min")),
        ("lowest weekly total step count", each_week("steps", "sum", "min")),
        (
            "highest monthly total distance this year",
            each_week("distance_km", "sum", "max", "month", "this year"),
        ),
        ("latest weekly average bedtime", each_week("bed_time_clock", "mean", "max")),
    ],
)
def test_the_best_of_what_the_weeks_come_to(asked: str, meant: str) -> None:
    assert understood(READER, f"what was my {asked}") == f"Tell({meant})"


@pytest.mark.parametrize(
    ("follow_up", "meant"),
    [
        ("which week was that?", "TellRecords(Pick({}, value, highest), (value))"),
        ("when was that?", "TellRecords(Pick({}, value, highest), (value))"),
        ("and the second highest?", "TellRecords(Pick({}, value, highest, 2), (value))"),
        ("and the lowest?", "Tell(Reduce({}, value, min))"),
        ("how many runs did I do that day?", "declined"),
    ],
)
def test_the_week_of_the_best_average_is_asked_for_next(follow_up: str, meant: str) -> None:
    weeks = "Periods([all data], week, days, steps, mean)"
    asked = "what was my highest weekly average step count"
    assert understood(READER, asked, follow_up) == meant.format(weeks)


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("what were my three weekdays with the highest average step count", "days, steps, mean, weekday, highest"),
        ("what two weekdays do I sleep the least on average", "days, sleep_minutes, mean, weekday, lowest"),
        ("rank the weekdays by average steps", "days, steps, mean, weekday, highest"),
        ("rank the activity types by total distance", "activities, distance_m, sum, kind, highest"),
        ("rank my activity types by average heart rate", "activities, average_heart_rate, mean, kind, highest"),
        ("which activity type had the highest total duration", "activities, duration_min, sum, kind, highest"),
        (
            "which activity type had the lowest average duration in October",
            "activities[October 2024], duration_min, mean, kind, lowest",
        ),
    ],
)
def test_weekdays_and_kinds_are_ranked(asked: str, meant: str) -> None:
    assert understood(READER, asked) == f"Profile({meant})"


def test_so_many_weekdays_are_told_as_were_asked_for() -> None:
    (reading,) = READER.understand(["what were my three weekdays with the highest average step count"])
    assert getattr(reading, "most_told", 0) == 3


def test_the_second_of_such_groups_is_not_told() -> None:
    assert understood(READER, "which activity type had the second highest total duration") == "declined"


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        (
            "which full week had the lowest average step count",
            "TellRecords(Pick(Periods([all data], week, days, steps, mean), value, lowest), (value))",
        ),
        (
            "how many full weeks had at least 3 runs",
            f"Tell(Count(Where(Periods([all data], week, {_RUNS}, count), Compare(value, >=, 3))))",
        ),
        (
            "how many weeks had at least 3 runs",
            f"Tell(Count(Where(Periods([all data], week, {_RUNS}, count, False), Compare(value, >=, 3))))",
        ),
        (
            "how many weekends had days with more than 10,000 steps",
            f"Tell(Count(Where(Periods([all data], week, {_WEEKEND_DAYS}, count, False), Compare(value, >=, 1))))",
        ),
    ],
)
def test_full_weeks_and_weekends_are_periods(asked: str, meant: str) -> None:
    assert understood(READER, asked) == meant
