"""What a message names is taken out of it and put back."""

import pytest

from services.data_science.language.rewording.slots import Slots, filled, slot_of, sort_of, words_of
from services.data_science.language.vocabulary import Vocabulary
from tests.unit.data_science.reading.someone_with_a_tracker import CATALOGUE

SLOTS = Slots(Vocabulary(CATALOGUE))


def tokens(message: str) -> str:
    return " ".join(SLOTS.abstract(words_of(message)).tokens)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("best hrv since October 3", "best #level+1 since #month1 #number1"),
        ("my rhr against my steps", "my #level-1 against my #count+2"),
        ("12 days over 10k steps", "#number1 days over #number2 #count+1"),
        ("my 2nd longest run, one of 2", "my #place1 longest #kind1 , 1 of #number1"),
        ("on Sundays or on Sunday", "on #weekdays1 or on #weekday1"),
        ("up before 6:30 and 06:30", "up before #clock1 and #clock1"),
        ("longest run of days", "longest run of days"),
        ("More than 6.5 hours of sleep", "more than #number1 hours of sleep"),
        ("may I see May", "may i see #month1"),
        ("I rode. How long?", "i #kind1 . how long"),
    ],
)
def test_slots(message: str, expected: str) -> None:
    assert tokens(message) == expected


def test_what_is_named_twice_is_one_slot() -> None:
    said = SLOTS.abstract(words_of("hrv in May and heart rate variability in June"))

    assert [each for each in said.tokens if slot_of(each)] == ["#level+1", "#month1", "#level+1", "#month2"]


def test_slots_are_filled_with_what_the_message_names() -> None:
    said = SLOTS.abstract(words_of("rode on sat, rhr after?"))

    plain = ("was", "my", "#level-1", "on", "#weekdays1", "with", "a", "#kind1", "among", "#kinds1")

    assert filled(plain, said.named) == "was my rhr on saturdays with a bike ride among bike rides"


def test_a_slot_that_stands_for_nothing_is_not_filled() -> None:
    said = SLOTS.abstract(words_of("best hrv"))

    assert filled(("my", "#number1"), said.named) is None


def test_a_sort_is_a_slot_without_its_number() -> None:
    assert (sort_of("#level-2"), sort_of("level"), slot_of("#place3")) == ("#level-", "level", ("number", 3))
