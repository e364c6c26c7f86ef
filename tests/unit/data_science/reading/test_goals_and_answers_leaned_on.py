"""Goals of an activity, of a month and of every week; what is asked of the days, the halves and the sums told before.

The records end on Sunday 24 November 2024, which is today.
"""

from dataclasses import replace

import pytest

from services.data_science.domain.catalogue import Quantity
from services.data_science.language.text.tokens import sentences
from services.data_science.language.understanding import Reader
from tests.unit.data_science.reading.brief import understood
from tests.unit.data_science.reading.someone_with_a_tracker import CATALOGUE

READER = Reader(CATALOGUE)
_RUNS = "Kind({Run})"
_RAN = f"In(DaysOf(Where(activities, {_RUNS}), 0))"
_OCTOBER = "days[October 2024]"
_DAYS = tuple(f"Reduce(days[{day} October 2024], steps, mean)" for day in (8, 9))
_WEEKS = "Periods([all data], week, days, steps, sum)"

_DEEP = Quantity(
    name="deep_sleep_minutes", unit="min", noun="deep sleep", spoken=("deep", "deep sleep"), additive=True, nightly=True
)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (
            "my goal is 5 km per run. how many of my runs reached it?",
            f"Tell(Count(Where(activities, And({{Compare(distance_m, >=, 5000), {_RUNS}}}))))",
        ),
        (
            "I want 30 minutes for each run. How many of my runs missed it?",
            f"Tell(Count(Where(activities, And({{Compare(duration_min, <, 30), {_RUNS}}}))))",
        ),
        (
            "I set myself 7,000 steps a day for October. How many days did I hit it?",
            "Tell(Count(Where(days[October 2024], Compare(steps, >=, 7000))))",
        ),
        (
            "I set myself 7,000 steps a day for October. How many days in September did I miss it?",
            "Tell(Count(Where(days[September 2024], Compare(steps, <, 7000))))",
        ),
        (
            "I promised myself 5,000 steps a day. On how many days in October have I kept it?",
            "Tell(Count(Where(days[October 2024], Compare(steps, >=, 5000))))",
        ),
        (
            "My daily goal is 11,000 steps. How far above or below it am I on average?",
            "Tell(NumberArithmetic(Reduce(days, steps, mean), minus, 11000))",
        ),
        (
            "My goal is 11,000 steps a day. How far am I from it?",
            "Tell(NumberArithmetic(Reduce(days, steps, mean), minus, 11000))",
        ),
        (
            "My goal is 11,000 steps a day. Did I average that in October?",
            f"Decide(Reduce({_OCTOBER}, steps, mean), >=, 11000, Share({_OCTOBER}, Compare(steps, >=, 11000)))",
        ),
        (
            "You need 50000 steps a week. Did I get that every single week?",
            f"Decide(Share({_WEEKS}, Compare(value, >=, 50000)), >=, 100)",
        ),
        (
            "I want to be in bed by 23:00. How many nights was I too late?",
            "Tell(Count(Where(days, Compare(bed_time_clock, >=, 1380))))",
        ),
    ],
)
def test_a_goal_is_held_against_what_it_was_stated_of(said: str, meant: str) -> None:
    assert understood(READER, said) == meant


@pytest.mark.parametrize(
    "said",
    [
        "My goal is 50000 steps a week. Did I get that every month?",
        "My goal is 8000 steps a day. How many days was I too late?",
        "My goal is 5 km per run. How many days did I make it?",
    ],
)
def test_a_goal_says_nothing_of_what_it_was_not_stated_of(said: str) -> None:
    assert understood(READER, said) == "declined"


@pytest.mark.parametrize(
    ("messages", "meant"),
    [
        (
            ("How many steps did I take in June?", "July?", "And the two together?"),
            "Tell(NumberArithmetic(Reduce(days[June 2024], steps, sum), plus, Reduce(days[July 2024], steps, sum)))",
        ),
        (
            ("How many steps did I take on October 8th?", "And on the 9th?", "What is the average of those two days?"),
            f"Tell(NumberArithmetic(NumberArithmetic({_DAYS[0]}, plus, {_DAYS[1]}), ratio, 2))",
        ),
        (
            ("How many steps did I do last week?", "What does that come to per day?"),
            "Tell(Reduce(days[last week], steps, mean))",
        ),
        (
            ("my resting heart rate in the last two weeks", "and the two weeks before those?"),
            "Tell(Reduce(days[the 2 weeks before], resting_heart_rate, mean))",
        ),
        (
            ("What is my step average on weekdays?", "And my resting heart rate on those days?"),
            "Tell(Reduce(Where(days, Calendar({1, 2, 3, 4, 5}, {})), resting_heart_rate, mean))",
        ),
        (
            ("What is my step average on days over 10000 steps?", "And my HRV on those days?"),
            "Tell(Reduce(Where(days, Compare(steps, >, 10000)), heart_rate_variability, mean))",
        ),
        (("steps on the 5th of october", "what about the seventh"), "Tell(Reduce(days[7 October 2024], steps, mean))"),
        (("steps on October 5th", "and on the 7th"), "Tell(Reduce(days[7 October 2024], steps, mean))"),
        (
            ("How many steps did I take on October 6?", "And on the Sunday before that?"),
            "Tell(Reduce(days[29 September 2024], steps, mean))",
        ),
        (
            ("How many steps did I take on October 6?", "And on the Tuesday after that?"),
            "Tell(Reduce(days[8 October 2024], steps, mean))",
        ),
        (
            ("Average sleep in the first half of October?", "And in the second half?"),
            "Tell(Reduce(days[the second half of October 2024], sleep_minutes, mean))",
        ),
        (
            ("Average sleep in October?", "And in the first half?"),
            "Tell(Reduce(days[the first half of October 2024], sleep_minutes, mean))",
        ),
    ],
)
def test_what_was_told_is_leaned_on(messages: tuple[str, ...], meant: str) -> None:
    assert understood(READER, *messages) == meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (
            "What was the difference in steps between October 3 and the day after?",
            "Contrast(days[4 October 2024], days[3 October 2024], steps)",
        ),
        (
            "Was my HRV higher on October 3 than the day after?",
            "Contrast(days[3 October 2024], days[4 October 2024], heart_rate_variability)",
        ),
        (
            "Did I take more steps in the first half of October or in the second?",
            "Contrast(days[the first half of October 2024], days[the second half of October 2024], steps)",
        ),
        ("Has my HRV gone up over the course of the month?", "Trend(days[this month], heart_rate_variability)"),
        (
            "how many days had neither a run nor 10k steps",
            f"Tell(Count(Where(days, And({{Compare(steps, <, 10000), Not({_RAN})}}))))",
        ),
        ("How often, in percent, do I sleep eight hours?", "Tell(Share(days, Compare(sleep_minutes, >=, 480)))"),
        (
            "longest I went without a run, how many days",
            f"Tell(Streak(days, Not({_RAN}), longest))",
        ),
        ("how often do I get 10 000 steps or more", "Tell(Count(Where(days, Compare(steps, >=, 10000))))"),
    ],
)
def test_plain_wordings_of_a_kind(said: str, meant: str) -> None:
    assert understood(READER, said) == meant


def test_a_part_of_a_total_is_a_part_of_all_nights_together() -> None:
    deep, sleep = "Reduce(days, deep_sleep_minutes, sum)", "Reduce(days, sleep_minutes, sum)"
    part = f"Tell(NumberArithmetic(NumberArithmetic({deep}, ratio, {sleep}), times, 100))"
    sleeper = replace(CATALOGUE, metrics={**CATALOGUE.metrics, _DEEP.name: _DEEP})
    assert understood(Reader(sleeper), "share of my total sleep that was deep") == part


def test_stretches_of_days_in_turn() -> None:
    said = "average hrv in the first ten days of october, the next ten, and the last eleven"
    spans = (
        "1 October 2024 to 10 October 2024",
        "11 October 2024 to 20 October 2024",
        "21 October 2024 to 31 October 2024",
    )
    for span in spans:
        assert f"Reduce(days[{span}], heart_rate_variability, mean)" in understood(READER, said)


def test_stretches_that_overlap_are_none() -> None:
    said = "average hrv in the first ten days of october, the next ten, and the last fifteen"
    assert understood(READER, said) == "declined"


def test_a_space_between_thousands_joins_no_other_numbers() -> None:
    assert sentences("10 000 steps") == (("10000", "steps"),)
    assert sentences("at 10 300 kcal") == (("at", "10300", "kcal"),)
    assert sentences("on the 5th 800 steps") == (("on", "the", "5th", "800", "steps"),)
