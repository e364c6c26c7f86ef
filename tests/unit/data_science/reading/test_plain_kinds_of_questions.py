"""Kinds of plain questions: days of two months, halves asked for in turn, the best few kinds, what lies between.

The records end on Sunday 24 November 2024, which is today.
"""

from dataclasses import replace

import pytest

from services.data_science.domain.catalogue import Quantity
from services.data_science.language.understanding import NotRead, Reader
from tests.unit.data_science.reading.brief import understood
from tests.unit.data_science.reading.someone_with_a_tracker import CATALOGUE

READER = Reader(CATALOGUE)
_RUNS = "Where(activities, Kind({Run}))"
_RIDES = "Where(activities, Kind({Bike}))"
_BUSY = "Compare(steps, >, 9000)"


@pytest.mark.parametrize(
    ("asked", "days"),
    [
        (
            "how many days in March or September had more than 9,000 steps",
            "Union(days[March 2024], days[September 2024])",
        ),
        ("how many days in March and in July did I walk over 9,000 steps", "Union(days[March 2024], days[July 2024])"),
        ("how many days in July or June had more than 9,000 steps", "days[June 2024 to July 2024]"),
    ],
)
def test_days_of_two_months_are_counted_together(asked: str, days: str) -> None:
    assert understood(READER, asked) == f"Tell(Count(Where({days}, {_BUSY})))"


def test_days_of_the_week_in_two_months_are_counted_together() -> None:
    both = "And({Calendar({6}, {}), Compare(steps, >, 9000)})"
    counted = f"Tell(Count(Where(Union(days[March 2024], days[July 2024]), {both})))"
    assert understood(READER, "count the saturdays in march and july where i did more than 9000 steps") == counted


@pytest.mark.parametrize("asked", ["how many days in January and March had more than 9,000 steps"])
def test_a_month_before_the_records_is_not_counted_with_another(asked: str) -> None:
    assert understood(READER, asked) == "declined"


@pytest.mark.parametrize(
    ("first", "follow_up", "window"),
    [
        ("average sleep in the first half of October?", "second half?", "the second half of October 2024"),
        ("average sleep in the first half of October?", "and in the second half?", "the second half of October 2024"),
        ("average sleep in the first week of June?", "and the second week?", "the second week of June 2024"),
        ("average sleep in October?", "and in the first half?", "the first half of October 2024"),
    ],
)
def test_another_part_is_one_of_the_same_month(first: str, follow_up: str, window: str) -> None:
    assert understood(READER, first, follow_up) == f"Tell(Reduce(days[{window}], sleep_minutes, mean))"


@pytest.mark.parametrize(
    ("first", "follow_up"),
    [
        ("average sleep in the first half of October?", "first half?"),
        ("average sleep in the last 20 days?", "second half?"),
    ],
)
def test_a_part_of_what_was_not_named_is_not_guessed(first: str, follow_up: str) -> None:
    assert understood(READER, first, follow_up) == "declined"


def test_days_without_one_are_those_without_what_was_named() -> None:
    meant = "Contrast(DaysOf(activities, 0), Where(days, Not(In(DaysOf(activities, 0)))), sleep_minutes)"
    assert understood(READER, "do I sleep more on days with a workout than on days without one") == meant


@pytest.mark.parametrize(
    ("than", "other"),
    [("that of my second run", "oldest, 2"), ("that of my second", "oldest, 2"), ("that of my last", "newest")],
)
def test_that_of_another_stands_for_the_same_number(than: str, other: str) -> None:
    first, second = (f"Reduce(Pick({_RUNS}, {each}), average_heart_rate, mean)" for each in ("oldest", other))
    asked = f"how much higher was the average heart rate of my first run than {than}"
    assert understood(READER, asked) == f"Tell(NumberArithmetic({first}, minus, {second}))"


@pytest.mark.parametrize(
    ("asked", "column", "unit"),
    [
        ("what was my best week for sleep, going by the nightly average", "sleep_minutes, mean", "week"),
        ("what was my best month for steps by the daily average", "steps, mean", "month"),
        ("which month was the best for steps, judged by the total", "steps, sum", "month"),
    ],
)
def test_the_best_week_goes_by_what_is_said(asked: str, column: str, unit: str) -> None:
    periods = f"Periods([all data], {unit}, days, {column})"
    assert understood(READER, asked) == f"TellRecords(Pick({periods}, value, highest), (value))"


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        (
            "what were my four shortest nights and how long was each",
            "TellRecords(Pick(days, sleep_minutes, lowest, 4), (sleep_minutes))",
        ),
        (
            "what were my three longest runs and how far was each",
            f"TellRecords(Pick({_RUNS}, duration_min, highest, 3), (duration_min, distance_m))",
        ),
        ("what were my four best HRV days and how long was each", "declined"),
    ],
)
def test_of_a_list_it_is_told_how_long_each_was_where_that_is_told(asked: str, meant: str) -> None:
    assert understood(READER, asked) == meant


@pytest.mark.parametrize(
    ("asked", "profile", "told"),
    [
        ("what were my two activity types with the highest total duration", "duration_min, sum", 2),
        ("which two activity types did I do most", "count", 2),
        ("what are my three most frequent activity types", "count", 3),
    ],
)
def test_the_best_few_kinds_of_activities_are_told(asked: str, profile: str, told: int) -> None:
    assert understood(READER, asked) == f"Profile(activities, {profile}, kind, highest)"
    (reading,) = READER.understand([asked])
    assert not isinstance(reading, NotRead)
    assert reading.most_told == told


def test_kinds_of_activities_are_listed_and_not_counted() -> None:
    (read,) = READER.understand(["how many different activity types did I do"])
    assert isinstance(read, NotRead)
    assert read.because == "I can list the kinds of activities, but not count them"


@pytest.mark.parametrize(
    ("asked", "first", "last"),
    [
        (
            "how many days were between my shortest and my longest ride",
            f"{_RIDES}, duration_min, lowest",
            f"{_RIDES}, duration_min, highest",
        ),
        (
            "how many days were there between my longest run and my longest ride",
            f"{_RUNS}, duration_min, highest",
            f"{_RIDES}, duration_min, highest",
        ),
        ("how many days were between my first and my last ride", f"{_RIDES}, oldest", f"{_RIDES}, newest"),
    ],
)
def test_days_lie_between_any_two_activities(asked: str, first: str, last: str) -> None:
    meant = f"Tell(NumberArithmetic(When(Pick({last}), day), minus, When(Pick({first}), day)))"
    assert understood(READER, asked) == meant


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("what was my fourth highest step total in a day", "Reduce(Pick(days, steps, highest, 4), steps, mean)"),
        ("what was my highest daily step total in June", "Reduce(days[June 2024], steps, max)"),
        ("what's the shortest distance I walked on any day in June", "Reduce(days[June 2024], distance_km, min)"),
        ("what was my highest step total in a week", "Reduce(Periods([all data], week, days, steps, sum), value, max)"),
        ("what was my step total in June", "Reduce(days[June 2024], steps, sum)"),
    ],
)
def test_a_total_is_that_of_a_day_where_a_superlative_is_said(asked: str, meant: str) -> None:
    assert understood(READER, asked) == f"Tell({meant})"


def test_averages_are_of_each_of_two() -> None:
    each = [f"Tell(Reduce(days, {name}, mean))" for name in ("heart_rate_variability", "resting_heart_rate")]
    assert understood(READER, "hrv and rhr averages") == "; ".join(each)


@pytest.mark.parametrize(
    ("first", "follow_up", "meant"),
    [
        ("how many runs have I done?", "what's their average heart rate?", f"{_RUNS}, average_heart_rate, mean"),
        ("how many runs have I done?", "what was their total distance?", f"{_RUNS}, distance_m, sum"),
        ("how many runs have I done?", "what was the average heart rate?", f"{_RUNS}, average_heart_rate, mean"),
        (
            "on how many days did I walk more than 9,000 steps?",
            "what was their average HRV?",
            f"Where(days, {_BUSY}), heart_rate_variability, mean",
        ),
    ],
)
def test_theirs_is_of_what_was_counted(first: str, follow_up: str, meant: str) -> None:
    assert understood(READER, first, follow_up) == f"Tell(Reduce({meant}))"


_STAGES = {
    name: Quantity(name=name, unit="min", noun=said, spoken=(said,), additive=True, nightly=True)
    for name, said in (("rem_sleep_minutes", "rem sleep"), ("deep_sleep_minutes", "deep sleep"))
}
_WITH_STAGES = Reader(replace(CATALOGUE, metrics={**CATALOGUE.metrics, **_STAGES}))


def test_two_quantities_told_of_the_same_days_come_together() -> None:
    rem, deep = (f"Reduce(days, {name}, mean)" for name in _STAGES)
    messages = ("how much rem sleep do I get on average?", "and deep sleep?", "how much is that together?")
    assert understood(_WITH_STAGES, *messages) == f"Tell(NumberArithmetic({rem}, plus, {deep}))"


def test_what_is_measured_otherwise_does_not_come_together() -> None:
    messages = ("how much rem sleep do I get on average?", "and hrv?", "how much is that together?")
    assert understood(_WITH_STAGES, *messages) == "declined"


def test_of_three_quantities_no_two_come_together() -> None:
    messages = (
        "how much rem sleep do I get on average?",
        "and deep sleep?",
        "and sleep?",
        "how much is that together?",
    )
    assert understood(_WITH_STAGES, *messages) == "declined"


@pytest.mark.parametrize("others", ["after other days", "after days without one", "on other nights"])
def test_days_after_are_held_against_those_after_other_days(others: str) -> None:
    after = "DaysOf(Where(days, Compare(steps, >=, 15000)))"
    asked = f"is my sleep higher on nights after days with at least 15000 steps than {others}"
    assert understood(READER, asked) == f"Contrast({after}, Where(days, Not(In({after}))), sleep_minutes)"
