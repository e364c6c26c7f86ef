"""Spans told in turn, the best of three, claims of weeks and weekends, what goes with what, and what follows a number.

The records end on Sunday 24 November 2024, which is today.
"""

from dataclasses import replace

import pytest

from services.data_science.domain.catalogue import Quantity
from services.data_science.language.understanding import NotRead, Reader
from tests.unit.data_science.reading.brief import understood
from tests.unit.data_science.reading.someone_with_a_tracker import CATALOGUE

_REM = Quantity(name="rem_sleep_minutes", unit="min", noun="REM sleep", spoken=("rem",), additive=True, nightly=True)
READER = Reader(replace(CATALOGUE, metrics={**CATALOGUE.metrics, _REM.name: _REM}))
_WEEKEND = "Calendar({6, 7}, {})"


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (
            "how many weekends had a 10k day",
            (
                "Tell(Count(Where(Periods([all data], week, "
                f"Where(days, And({{{_WEEKEND}, Compare(steps, >=, 10000)}})), count, False), Compare(value, >=, 1))))"
            ),
        ),
        (
            "how many weekends did I take fewer than 5,000 steps over both days together",
            (
                f"Tell(Count(Where(Periods([all data], week, Where(days, {_WEEKEND}), steps, sum, False), "
                "Compare(value, <, 5000))))"
            ),
        ),
        (
            "in how many weeks did I exercise more than 90 minutes in total",
            (
                "Tell(Count(Where(Periods([all data], week, activities, duration_min, sum, False), "
                "Compare(value, >, 90))))"
            ),
        ),
        (
            "In which of August, September and October did I sleep the most",
            "Profile(days[August 2024 to October 2024], sleep_minutes, mean, month, highest)",
        ),
        (
            "which month did I sleep the least in: August, September or October?",
            "Profile(days[August 2024 to October 2024], sleep_minutes, mean, month, lowest)",
        ),
        (
            "which month did I sleep longer, October or September",
            "Contrast(days[October 2024], days[September 2024], sleep_minutes)",
        ),
        (
            "How much did my HRV change from the first ten days of October to the last ten?",
            (
                "Contrast(days[the last 10 days of October 2024], days[the first 10 days of October 2024], "
                "heart_rate_variability)"
            ),
        ),
        (
            "How much did my HRV change between the last two weeks and the two weeks before?",
            "Contrast(days[the last 2 weeks], days[the 2 weeks before], heart_rate_variability)",
        ),
        (
            "how many steps a day less did I take in October than in September",
            "Contrast(days[October 2024], days[September 2024], steps)",
        ),
        (
            "was the 20th my highest step day",
            "Decide(Reduce(days[20 November 2024], steps, mean), >=, Reduce(days, steps, max))",
        ),
        (
            "Did I sleep more than 9 hours in some night?",
            "Decide(Count(Where(days, Compare(sleep_minutes, >, 540))), >=, 1)",
        ),
        (
            "did I manage to average 10k steps a day this month",
            "Decide(Reduce(days[this month], steps, mean), >=, 10000)",
        ),
        ("does walking more steps affect my HRV", "Relate(steps, heart_rate_variability, days, 0)"),
        ("Does a late bedtime cost me sleep?", "Relate(bed_time_clock, sleep_minutes, days, 0)"),
        ("if I burn a lot of calories is my HRV lower", "Relate(calories_kcal, heart_rate_variability, days, 0)"),
        ("on days I take more steps do I sleep longer", "Relate(steps, sleep_minutes, days, 0)"),
        ("Do days with many steps lower my HRV?", "Relate(steps, heart_rate_variability, days, 0)"),
        ("Do big step days push my HRV down?", "Relate(steps, heart_rate_variability, days, 0)"),
        (
            "Counting back from today, how many nights in a row was I in bed before midnight?",
            "Tell(Streak(days, Compare(bed_time_clock, <, 1440), current))",
        ),
        (
            "how many days in a row did I get 8000 steps without missing one",
            "Tell(Streak(days, Compare(steps, >=, 8000), longest))",
        ),
    ],
)
def test_plain_wordings_are_read(said: str, meant: str) -> None:
    assert understood(READER, said) == meant


@pytest.mark.parametrize(
    ("said", "spans"),
    [
        ("average rem for the past 5 nights, the past 10 and the past 20", ("the last 5 days", "the last 20 days")),
        ("average steps in the last 7 days and the last 30", ("the last 7 days", "the last 30 days")),
        (
            "my average steps for 1 to 10 October, for 11 to 20 October and for 21 to 31 October",
            ("1 October 2024 to 10 October 2024", "21 October 2024 to 31 October 2024"),
        ),
        (
            "average steps in July, August, September and October separately",
            ("July 2024", "August 2024", "September 2024", "October 2024"),
        ),
    ],
)
def test_spans_are_told_in_turn(said: str, spans: tuple[str, ...]) -> None:
    read = understood(READER, said)
    for span in spans:
        assert f"days[{span}]" in read


@pytest.mark.parametrize(
    ("messages", "meant"),
    [
        (
            ("how much rem did I get last night?", "and in percent?"),
            (
                "Tell(NumberArithmetic(NumberArithmetic(Reduce(days[last night], rem_sleep_minutes, mean), ratio, "
                "Reduce(days[last night], sleep_minutes, mean)), times, 100))"
            ),
        ),
        (
            ("my longest night?", "my shortest night?", "what is the difference between the two?"),
            "Tell(NumberArithmetic(Reduce(days, sleep_minutes, max), minus, Reduce(days, sleep_minutes, min)))",
        ),
    ],
)
def test_what_follows_a_number_is_of_it(messages: tuple[str, ...], meant: str) -> None:
    assert understood(READER, *messages) == meant


def test_what_is_no_part_has_no_percent() -> None:
    assert understood(READER, "how many steps did I take yesterday", "and in percent?") == "declined"


def test_of_single_days_no_average_is_spoken_of() -> None:
    read = READER.understand(["what was my step count on October 10, on October 20 and on October 30"])
    assert [each.notes for each in read if not isinstance(each, NotRead)] == [(), (), ()]
