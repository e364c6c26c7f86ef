"""A number beside an amount or one's own average, totals that are decided, every day, and when something changed.

The records end on Sunday 24 November 2024, which is today.
"""

import pytest

from services.data_science.language.understanding import Reader
from tests.unit.data_science.reading.brief import understood
from tests.unit.data_science.reading.someone_with_a_tracker import CATALOGUE

READER = Reader(CATALOGUE)


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("above 8 hours is my average sleep duration", "Reduce(days, sleep_minutes, mean), minus, 480"),
        (
            "below 8 hours was my average sleep duration last month",
            "Reduce(days[last month], sleep_minutes, mean), minus, 480",
        ),
        ("above 2,000 steps is my average step count", "Reduce(days, steps, mean), minus, 2000"),
        ("below 2000 calories is my average calories burned", "Reduce(days, calories_kcal, mean), minus, 2000"),
        ("later than 11pm is my average bedtime", "Reduce(days, bed_time_clock, mean), minus, 1380"),
        (
            "above 30 minutes is the average duration of my runs",
            "Reduce(Where(activities, Kind({Run})), duration_min, mean), minus, 30",
        ),
    ],
)
def test_how_far_a_number_is_from_an_amount(asked: str, meant: str) -> None:
    assert understood(READER, f"how much {asked}") == f"Tell(NumberArithmetic({meant}))"


@pytest.mark.parametrize(
    ("asked", "extreme", "column"),
    [
        ("how much higher was my highest step count than my average", "max", "steps"),
        ("how much lower was my lowest resting heart rate than my average", "min", "resting_heart_rate"),
        ("how much longer was my longest sleep than my average", "max", "sleep_minutes"),
    ],
)
def test_how_far_the_best_is_from_the_average(asked: str, extreme: str, column: str) -> None:
    level = f"Reduce(days, {column}, mean)"
    assert understood(READER, asked) == f"Tell(NumberArithmetic(Reduce(days, {column}, {extreme}), minus, {level}))"


def test_the_best_of_a_month_is_held_against_the_average_of_all_days() -> None:
    asked = "how much higher was my highest sleep duration in October than my average"
    best, level = "Reduce(days[October 2024], sleep_minutes, max)", "Reduce(days, sleep_minutes, mean)"
    assert understood(READER, asked) == f"Tell(NumberArithmetic({best}, minus, {level}))"


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("was my total distance above 40 km last month", "Reduce(days[last month], distance_km, sum), >, 40"),
        ("was my total step count above 8,000 last week", "Reduce(days[last week], steps, sum), >, 8000"),
        (
            "was my total sleep duration below 50 hours last week",
            "Reduce(days[last week], sleep_minutes, sum), <, 3000",
        ),
        ("was my average distance above 5 km last month", "Reduce(days[last month], distance_km, mean), >, 5"),
    ],
)
def test_a_total_is_decided_by_the_sum_of_its_time(asked: str, meant: str) -> None:
    assert understood(READER, asked) == f"Decide({meant})"


def test_a_total_of_no_time_is_that_of_each_day() -> None:
    assert understood(READER, "was my total distance above 5 km").startswith("Decide(Reduce(days, distance_km, mean)")
    days = "Tell(Count(Where(days, Compare(distance_km, >, 5))))"
    assert understood(READER, "how many days with a total distance above 5 km were there") == days


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        (
            "was every day with at least 5,000 steps last week",
            "Share(days[last week], Compare(steps, >=, 5000)), >=, 100",
        ),
        (
            "did I have at least 5,000 steps every day last week",
            "Share(days[last week], Compare(steps, >=, 5000)), >=, 100",
        ),
        (
            "was every night with more than 6 hours of sleep in October",
            "Share(days[October 2024], Compare(sleep_minutes, >, 360)), >=, 100",
        ),
        ("were all my nights over 7 hours", "Share(days, Compare(sleep_minutes, >, 420)), >=, 100"),
    ],
)
def test_every_day_is_all_of_them(asked: str, meant: str) -> None:
    assert understood(READER, asked) == f"Decide({meant})"


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        (
            "is my sleep duration higher on the day after days when my step count is higher",
            "steps, sleep_minutes, days",
        ),
        ("is my hrv lower on the day after days when I sleep more", "sleep_minutes, heart_rate_variability, days"),
        ("is my hrv higher on days when my sleep duration is higher", "sleep_minutes, heart_rate_variability, days, 0"),
        ("does a short night lower my steps the next day", "sleep_minutes, steps, days, 0"),
        ("do my steps lower my resting heart rate the next day", "steps, resting_heart_rate, days"),
    ],
)
def test_a_relation_is_to_the_day_after_where_that_is_said_and_a_nights_day_after_is_the_one_it_ends_on(
    asked: str, meant: str
) -> None:
    assert understood(READER, asked) == f"Relate({meant})"


@pytest.mark.parametrize(
    ("way", "other", "sign"), [("higher", "higher", 1), ("lower", "higher", -1), ("lower", "lower", 1)]
)
def test_a_relation_goes_the_way_that_both_are_said_to_go(way: str, other: str, sign: int) -> None:
    asked = f"is my hrv {way} on the day after days when my step count is {other}"
    (reading,) = READER.understand([asked])
    assert getattr(reading, "direction", 0) == sign
    assert getattr(reading, "yes_no", False)


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("when did my resting heart rate change the most", "ChangePoint(days, resting_heart_rate)"),
        ("when did my step count change the most this year", "ChangePoint(days[this year], steps)"),
        (
            "when did my resting heart rate drop the most",
            "TellRecords(Pick(days, Step(resting_heart_rate), lowest), (Step(resting_heart_rate)))",
        ),
    ],
)
def test_when_something_changed_the_most(asked: str, meant: str) -> None:
    assert understood(READER, asked) == meant
