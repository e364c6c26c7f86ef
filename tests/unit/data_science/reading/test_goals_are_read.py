"""Goals that are stated and asked after, streaks up to today, counted weeks, hours said with a part of one.

The records end on Friday 15 March 2024, which is today.
"""

import pytest

from services.data_science.language.resolving.readings import Reading
from services.data_science.language.text.tokens import sentences
from services.data_science.language.understanding import NotRead, Reader
from tests.unit.data_science.analysts import catalogue_of
from tests.unit.data_science.reading.brief import brief

READER = Reader(catalogue_of())


def expressions(said: str) -> list[str]:
    found = READER.understand([said])
    assert not any(isinstance(each, NotRead) for each in found), found
    return [brief(each.question) for each in found if isinstance(each, Reading)]


@pytest.mark.parametrize(
    ("said", "computed"),
    [
        (
            "my resting heart rate should be under 75, on how many days did i manage it",
            "Tell(Count(Where(days, Compare(resting_heart_rate, <, 75))))",
        ),
        ("tryna get 8000 steps a day, how often do i hit that", "Tell(Count(Where(days, Compare(steps, >=, 8000))))"),
        (
            "aiming for 7 hours a night, how many february nights did i get there",
            "Tell(Count(Where(days[February 2024], Compare(sleep_minutes, >=, 420))))",
        ),
        (
            "I should sleep seven hours. How many nights was I short of that?",
            "Tell(Count(Where(days, Compare(sleep_minutes, <, 420))))",
        ),
        (
            "my coach wants me at 60000 steps a week, how many weeks did i actually get there",
            "Tell(Count(Where(Periods([all data], week, days, steps, sum, False), Compare(value, >=, 60000))))",
        ),
        ("i wanted 8 runs this month did i do it", "Decide(Count(Where(activities[this month], Kind({Run}))), >=, 8)"),
        ("is my average above my goal of 6000 steps a day?", "Decide(Reduce(days, steps, mean), >, 6000)"),
        (
            "did i reach my target of 3 runs in february",
            "Decide(Count(Where(activities[February 2024], Kind({Run}))), >=, 3)",
        ),
        (
            "my goal is 3 workouts a week, in how many weeks did i miss it",
            "Tell(Count(Where(Periods([all data], week, activities, count, False), Compare(value, <, 3))))",
        ),
        (
            "how many days in a row up to today have i been over 8k steps",
            "Tell(Streak(days, Compare(steps, >, 8000), current))",
        ),
        ("my record for nights in a row under 7 hours", "Tell(Streak(days, Compare(sleep_minutes, <, 420), longest))"),
        (
            "most days back to back that ive trained without a rest day",
            "Tell(Streak(days, In(DaysOf(activities, 0)), longest))",
        ),
        (
            "when did my resting heart rate last go over 80",
            "Tell(When(Pick(Where(days, Compare(resting_heart_rate, >, 80)), newest), day))",
        ),
        (
            "when was my last run and how long was it",
            "TellRecords(Pick(Where(activities, Kind({Run})), newest), (duration_min))",
        ),
        (
            "when did i last sleep over 8 hours and how long was it",
            "TellRecords(Pick(Where(days, Compare(sleep_minutes, >, 480)), newest), (sleep_minutes))",
        ),
        ("how many steps did i do each month", "Profile(days, steps, sum, month)"),
        ("how many steps a day each month", "Profile(days, steps, mean, month)"),
        (
            "how many weeks did i average less than 6 hours",
            "Tell(Count(Where(Periods([all data], week, days, sleep_minutes, mean, False), Compare(value, <, 360))))",
        ),
        (
            "number of months with at least ten days of 7000 steps",
            "Tell(Count(Where(Periods([all data], month, TENS, count, False), Compare(value, >=, 10))))",
        ),
        ("weekly sleep average for all weeks", "Profile(days, sleep_minutes, mean, week)"),
    ],
)
def test_what_is_asked_of_a_goal_is_what_is_computed(said: str, computed: str) -> None:
    assert expressions(said) == [computed.replace("TENS", "Where(days, Compare(steps, >=, 7000))")]


def test_days_that_each_have_their_own_on_are_told_apart() -> None:
    assert len(expressions("average steps on weekdays, on saturdays and on sundays")) == 3


@pytest.mark.parametrize(
    "said",
    [
        "steps on weekdays on saturdays",
        "average resting heart rate on my days off",
        "my goal is 3 workouts a week, how many months did i reach it",
        "my goal is 60000 steps a week. how many days did i get there",
        "worst run of days with more than 8000 steps",
        "should i sleep 7 hours",
    ],
)
def test_what_is_not_what_was_stated_is_not_read(said: str) -> None:
    assert any(isinstance(each, NotRead) for each in READER.understand([said]))


@pytest.mark.parametrize(
    ("said", "hour"),
    [("half past eleven", "11:30"), ("quarter to 7", "6:45"), ("quarter past six", "6:15")],
)
def test_hours_are_said_with_parts_of_one(said: str, hour: str) -> None:
    assert sentences(f"in bed before {said}") == (("in", "bed", "before", hour),)


HRV = "Reduce(days, heart_rate_variability"
ABOVE = "NumberArithmetic(Reduce(days, heart_rate_variability, mean), plus, 10)"
BELOW = "NumberArithmetic(Reduce(days, sleep_minutes, mean), minus, 30)"
ABOVE_50 = "Where(days, Compare(heart_rate_variability, >, 50))"
RUNS = "Where(activities, Kind({Run}))"
AVERAGE_RUN = f"Reduce({RUNS}, duration_min, mean)"
RUN_MINUTES = f"Reduce({RUNS}, duration_min, sum)"
ALL_MINUTES = "Reduce(activities, duration_min, sum)"
SIX_THOUSAND = "Share(days[last week], Compare(steps, >=, 6000))"


@pytest.mark.parametrize(
    ("said", "computed"),
    [
        (
            "nights when my hrv beat my average by 10 ms or more",
            f"Tell(Count(Where(days, Compare(heart_rate_variability, >=, {ABOVE}))))",
        ),
        (
            "nights when my hrv was more than 10 ms above my average",
            f"Tell(Count(Where(days, Compare(heart_rate_variability, >, {ABOVE}))))",
        ),
        (
            "on how many nights did i sleep at least half an hour less than my average",
            f"Tell(Count(Where(days, Compare(sleep_minutes, <=, {BELOW}))))",
        ),
        (
            "how many days was i above my overall steps average",
            "Tell(Count(Where(days, Compare(steps, >, Reduce(days, steps, mean)))))",
        ),
        (
            "how many of my runs were longer than my average run",
            f"Tell(Count(Where(activities, And({{Compare(duration_min, >, {AVERAGE_RUN}), Kind({{Run}})}}))))",
        ),
        (
            "how far above my average was my highest hrv",
            f"Tell(NumberArithmetic({HRV}, max), minus, {HRV}, mean)))",
        ),
        (
            "how many days after each other was i over 9000 steps, at the most",
            "Tell(Streak(days, Compare(steps, >, 9000), longest))",
        ),
        (
            "did i ever walk more than 10000 steps five days in a row",
            "Decide(Streak(days, Compare(steps, >, 10000), longest), >=, 5)",
        ),
        (
            "how many days ago i had the last time more than 50 of hrv",
            f"Tell(NumberArithmetic(19797, minus, When(Pick({ABOVE_50}, newest), day)))",
        ),
        (
            "my goal is 6000 steps a day. did i meet it on average last week",
            "Decide(Reduce(days[last week], steps, mean), >=, 6000, Share(days[last week], Compare(steps, >=, 6000)))",
        ),
        (
            "how many more steps a day would i need on average to get to 8000",
            "Tell(NumberArithmetic(Reduce(days, steps, mean), minus, 8000))",
        ),
        (
            "how many weekdays in february did i hit 10000 steps",
            "Tell(Count(Where(days[February 2024], And({Calendar({1, 2, 3, 4, 5}, {}), Compare(steps, >=, 10000)}))))",
        ),
        (
            "how many of my last 5 runs were longer than 3 km",
            f"Tell(Count(Where(Pick({RUNS}, newest, 5), Compare(distance_m, >, 3000))))",
        ),
        (
            "how many weeks went by without a single run",
            f"Tell(Count(Where(Periods([all data], week, {RUNS}, count, False), Compare(value, ==, 0))))",
        ),
        (
            "of all my workout minutes, what percentage were runs",
            f"Tell(NumberArithmetic(NumberArithmetic({RUN_MINUTES}, ratio, {ALL_MINUTES}), times, 100))",
        ),
    ],
)
def test_what_is_counted_is_held_against_the_average_or_the_goal_that_is_named(said: str, computed: str) -> None:
    found = [brief(each.question) for each in READER.understand(said.split(". ")) if isinstance(each, Reading)]
    assert found == [computed]


@pytest.mark.parametrize(
    "said",
    [
        "how many days were less than 500 steps above my average",
        "how many days since my last run did i walk in meters",
        "what was the longest gap between two runs",
    ],
)
def test_what_would_be_an_interval_or_lies_between_days_is_not_read(said: str) -> None:
    assert all(isinstance(each, NotRead) for each in READER.understand([said]))
