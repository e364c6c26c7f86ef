"""What came before a day or a week and what after it, and some days beside all days.

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
        (
            "how much did my average step count change from the week before to last week",
            "Contrast(days[last week], days[the week before], steps)",
        ),
        (
            "how much did my average sleep duration change from the month before to last month",
            "Contrast(days[last month], days[the month before], sleep_minutes)",
        ),
        (
            "by what percentage did my average resting heart rate change from the week before to last week",
            (
                "Tell(NumberArithmetic(Reduce(days[last week], resting_heart_rate, mean), percent_change, "
                "Reduce(days[the week before], resting_heart_rate, mean)))"
            ),
        ),
        (
            "how much did my total distance change from the week before to last week",
            (
                "Tell(NumberArithmetic(Reduce(days[last week], distance_km, sum), minus, "
                "Reduce(days[the week before], distance_km, sum)))"
            ),
        ),
    ],
)
def test_the_week_before_is_the_one_before_the_week_that_follows(asked: str, meant: str) -> None:
    assert understood(READER, asked) == meant


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        (
            "which had the highest average step count, this week, last week or the week before",
            "Profile(days[the week before to this week], steps, mean, week, highest)",
        ),
        (
            "which had the lowest average step count, May, June or July",
            "Profile(days[May 2024 to July 2024], steps, mean, month, lowest)",
        ),
        (
            "which had the highest average step count, May, July or September",
            (
                "Profile(Where(days[May 2024 to September 2024], Or({In(days[July 2024]), In(days[May 2024]), "
                "In(days[September 2024])})), steps, mean, month, highest)"
            ),
        ),
        (
            "which had the highest average step count, last week or the week before",
            "Contrast(days[last week], days[the week before], steps)",
        ),
    ],
)
def test_of_several_weeks_or_months_none_but_those_is_the_best(asked: str, meant: str) -> None:
    assert understood(READER, asked) == meant


def test_before_and_after_a_day_are_two_numbers() -> None:
    before, after = (f"Tell(Reduce(days[{side} 19 May 2024], steps, mean))" for side in ("before", "after"))
    assert understood(READER, "what was my average step count before and after May 19") == f"{before}; {after}"
    assert understood(READER, "what was my average step count after and before May 19") == f"{after}; {before}"


@pytest.mark.parametrize(
    "asked",
    [
        "how much did my average step count change since May 19 compared to before",
        "how much did my step count change since May 19",
        "how much has my step count changed since May 19",
    ],
)
def test_a_change_since_a_day_is_from_all_before_it(asked: str) -> None:
    assert understood(READER, asked) == "Contrast(days[since 19 May 2024], days[before 19 May 2024], steps)"


@pytest.mark.parametrize(
    "asked", ["how has my step count changed since May 19", "is my step count going up since May 19"]
)
def test_how_something_developed_since_a_day_is_a_trend(asked: str) -> None:
    assert understood(READER, asked) == "Trend(days[since 19 May 2024], steps)"


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("do I take more steps on Saturdays than on average", "Where(days, Calendar({6}, {})), days, steps"),
        (
            "is my sleep duration higher on weekends than my average",
            "Where(days, Calendar({6, 7}, {})), days, sleep_minutes",
        ),
        (
            "did I take more steps on the day after my highest step count than on average",
            "DaysOf(Pick(days, steps, highest)), days, steps",
        ),
        (
            "do I sleep longer on Mondays in October than on average",
            "Where(days[October 2024], Calendar({1}, {})), days, sleep_minutes",
        ),
    ],
)
def test_some_days_are_held_against_all(asked: str, meant: str) -> None:
    assert understood(READER, asked) == f"Contrast({meant})"
