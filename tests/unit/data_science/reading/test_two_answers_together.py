"""What is asked of the last two answers together: their sum, how far they are apart, the change in percent.

The records end on Sunday 24 November 2024, which is today.
"""

import pytest

from services.data_science.language.understanding import Reader
from tests.unit.data_science.reading.brief import understood
from tests.unit.data_science.reading.someone_with_a_tracker import CATALOGUE

READER = Reader(CATALOGUE)
_DISTANCE = ("what was my distance in June?", "July?")
_STEPS = ("how many steps did I take in June?", "and in July?")
_RUNS = ("how many runs did I do in June?", "and in July?")


def of(month: str, statistic: str, column: str = "steps") -> str:
    return f"Reduce(days[{month} 2024], {column}, {statistic})"


def runs(month: str) -> str:
    return f"Count(Where(activities[{month} 2024], Kind({{Run}})))"


@pytest.mark.parametrize("said", ["and in total?", "what is the total?", "how much is that together?"])
def test_a_total_is_that_of_both(said: str) -> None:
    kilometers = f"{of('June', 'sum', 'distance_km')}, plus, {of('July', 'sum', 'distance_km')}"
    assert understood(READER, *_DISTANCE, said) == f"Tell(NumberArithmetic({kilometers}))"
    assert understood(READER, *_RUNS, said) == f"Tell(NumberArithmetic({runs('June')}, plus, {runs('July')}))"


@pytest.mark.parametrize(
    ("before", "said", "meant"),
    [
        (_DISTANCE, "what is the difference?", "Contrast(days[July 2024], days[June 2024], distance_km)"),
        (_STEPS, "what is the difference?", f"Tell(NumberArithmetic({of('July', 'sum')}, minus, {of('June', 'sum')}))"),
        (_RUNS, "what is the difference?", f"Tell(NumberArithmetic({runs('July')}, minus, {runs('June')}))"),
        (
            _STEPS,
            "what is the change in percent?",
            f"Tell(NumberArithmetic({of('July', 'sum')}, percent_change, {of('June', 'sum')}))",
        ),
        (
            _RUNS,
            "what is the percentage change?",
            f"Tell(NumberArithmetic({runs('July')}, percent_change, {runs('June')}))",
        ),
        (
            ("what was my highest step count in June?", "July?"),
            "what is the difference?",
            f"Tell(NumberArithmetic({of('July', 'max')}, minus, {of('June', 'max')}))",
        ),
        (
            ("what was my lowest step count in June?", "and the highest?"),
            "what is the difference?",
            f"Tell(NumberArithmetic({of('June', 'max')}, minus, {of('June', 'min')}))",
        ),
    ],
)
def test_the_second_answer_is_told_from_the_first(before: tuple[str, ...], said: str, meant: str) -> None:
    assert understood(READER, *before, said) == meant


def test_a_difference_is_told_in_percent_next() -> None:
    asked = ("how much did my total step count change from June to July?", "what is the change in percent?")
    change = f"NumberArithmetic({of('July', 'sum')}, percent_change, {of('June', 'sum')})"
    assert understood(READER, *asked) == f"Tell({change})"


def test_the_average_of_both_is_half_of_their_sum() -> None:
    both = f"NumberArithmetic({of('June', 'mean')}, plus, {of('July', 'mean')})"
    asked = ("what was my average step count in June?", "July?", "what is the average of the two?")
    assert understood(READER, *asked) == f"Tell(NumberArithmetic({both}, ratio, 2))"


@pytest.mark.parametrize(
    "messages",
    [
        ("what was my average hrv in June?", "July?", "what is the total?"),
        ("what was my average hrv in June?", "what is the total?"),
        ("what was my average bedtime in June?", "July?", "what is the average of the two?"),
        (*_DISTANCE, "August?", "what is the total?"),
    ],
)
def test_what_does_not_add_up_has_no_total(messages: tuple[str, ...]) -> None:
    assert understood(READER, *messages) == "declined"


def test_of_one_answer_the_total_is_its_own() -> None:
    asked = "what was my average step count in June?"
    assert understood(READER, asked, "what is the total?") == f"Tell({of('June', 'sum')})"
    assert understood(READER, asked, "how much is that together?") == f"Tell({of('June', 'sum')})"


def test_a_time_said_next_is_that_of_both_sides_of_a_ratio() -> None:
    said = understood(READER, "what percentage of my steps were on weekends?", "and in October?")
    assert said.count("days[October 2024]") == 2
