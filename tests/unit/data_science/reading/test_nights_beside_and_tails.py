"""Nights beside nights, the only one, the best of the month, that day of a condition, and what is said at the end.

The records end on Sunday 24 November 2024, which is today.
"""

import pytest

from services.data_science.language.text.endings import without_endings
from services.data_science.language.understanding import Reader
from tests.unit.data_science.reading.brief import understood
from tests.unit.data_science.reading.someone_with_a_tracker import CATALOGUE

READER = Reader(CATALOGUE)
_SHORTEST = "Pick(days, sleep_minutes, lowest)"
_RUN = "Pick(Where(activities, Kind({Run})), newest)"
_BEST_STEPS = "TellRecords(Pick(days, steps, highest), (steps))"


@pytest.mark.parametrize(
    ("asked", "rows"),
    [
        ("how long did I sleep the night after my shortest night", f"DaysOf({_SHORTEST})"),
        ("how long did I sleep two nights after my shortest night", f"DaysOf({_SHORTEST}, 2)"),
        ("how long did I sleep two nights before my shortest night", f"DaysOf({_SHORTEST}, -2)"),
    ],
)
def test_the_night_after_a_night_is_the_next_one(asked: str, rows: str) -> None:
    assert rows in understood(READER, asked)


@pytest.mark.parametrize(
    ("asked", "rows"),
    [
        ("how many steps did I take the day after my only run", _RUN),
        ("the day following my one and only run, how many steps did I take", _RUN),
    ],
)
def test_the_only_one_is_picked(asked: str, rows: str) -> None:
    assert rows in understood(READER, asked)


def test_of_the_month_is_of_this_one() -> None:
    read = understood(READER, "my best day of the month for steps")
    assert read == "TellRecords(Pick(days[this month], steps, highest), (steps))"
    slept = understood(READER, "how many steps did I take the day after my worst night of the week")
    assert "Pick(days[this week], sleep_minutes, lowest)" in slept


def test_when_the_best_days_were_is_told_with_what_makes_them_so() -> None:
    assert understood(READER, "when was my best day for steps") == _BEST_STEPS
    assert understood(READER, "my three best days for steps, when were they") == _BEST_STEPS.replace("est)", "est, 3)")


def test_that_day_is_the_one_of_the_condition_in_front() -> None:
    read = understood(READER, "when I sleep over eight hours, how many steps do I take that day on average")
    assert read == "Tell(Reduce(Where(days, Compare(sleep_minutes, >, 480)), steps, mean))"


@pytest.mark.parametrize("kind", ["an average", "a typical", "a normal", "a regular"])
def test_an_average_weeknight_is_any_of_them(kind: str) -> None:
    days = "Where(days, Calendar({1, 2, 3, 4, 5}, {}))"
    assert (
        understood(READER, f"how long do I sleep on {kind} weeknight") == f"Tell(Reduce({days}, sleep_minutes, mean))"
    )


@pytest.mark.parametrize(
    ("asked", "plainly"),
    [
        ("my four longest workouts, longest first", "my four longest workouts"),
        ("put my four longest workouts in order", "my four longest workouts"),
        ("my three shortest runs, shortest one first", "my three shortest runs"),
        ("did I run yesterday or not", "did I run yesterday"),
        ("how long did I sleep last night, in hours and minutes", "how long did I sleep last night"),
        ("how long did I sleep on my very shortest night", "how long did I sleep on my shortest night"),
        ("average steps but only on weekends", "average steps on weekends"),
        ("when was my step count the last time below 3000", "when was my step count last below 3000"),
        (
            "on how many days did I work out but then sleep less than seven hours",
            "on how many days did I work out but sleep less than seven hours",
        ),
    ],
)
def test_how_an_answer_is_to_be_put_is_left_out(asked: str, plainly: str) -> None:
    assert understood(READER, asked) == understood(READER, plainly) != "declined"


def test_a_ranking_from_the_other_end_is_not_guessed() -> None:
    assert understood(READER, "my three shortest runs, longest first") == "declined"


def test_one_gets_up_on_the_morning_of_a_day() -> None:
    assert without_endings("when did i get up on the morning of october 21st") == "when did i get up on october 21st"
    assert without_endings("how far did i run on the morning of october 21st").endswith("morning of october 21st")


def test_a_night_is_shorter_than_average_by_an_amount() -> None:
    read = understood(READER, "how many nights were over an hour shorter than my average")
    assert read == understood(READER, "how many nights did I sleep over an hour less than my average") != "declined"


def test_a_run_is_longer_than_the_average_of_runs_by_an_amount() -> None:
    read = understood(READER, "how many runs were 10 minutes longer than my average")
    assert "Reduce(Where(activities, Kind({Run})), duration_min, mean), plus, 10" in read


def test_how_much_longer_than_average_the_longest_was() -> None:
    read = understood(READER, "how much longer than average was my longest night")
    assert read == "Tell(NumberArithmetic(Reduce(days, sleep_minutes, max), minus, Reduce(days, sleep_minutes, mean)))"


@pytest.mark.parametrize(
    "asked", ["rank the three rides that burned the most calories", "which three runs burned the most calories"]
)
def test_so_many_activities_are_picked_by_what_they_burned(asked: str) -> None:
    assert "calories_kcal, highest, 3)" in understood(READER, asked)


def test_that_morning_is_the_one_of_the_day_told() -> None:
    read = understood(READER, "when was my longest ride", "how many steps did I take that morning")
    assert read == understood(READER, "when was my longest ride", "how many steps did I take that day")
