"""A claim about what was just told, such as "is it later on weekends?", is of some days beside others."""

import pytest

from services.data_science.language.understanding import NotRead, Reader
from tests.unit.data_science.reading.brief import brief
from tests.unit.data_science.reading.someone_with_a_tracker import CATALOGUE

READER = Reader(CATALOGUE)
_WEEKEND = "Contrast(Where(days, Calendar({6, 7}, {})), Where(days, Calendar({1, 2, 3, 4, 5}, {})), sleep_minutes)"


@pytest.mark.parametrize(
    "asked",
    [
        "is it longer on weekends?",
        "longer on weekends?",
        "on weekends, is it longer?",
        "is it longer on weekends than on weekdays?",
        "is it longer on weekends than on other days?",
    ],
)
def test_an_average_is_held_against_that_of_other_days(asked: str) -> None:
    (read,) = READER.understand(["what is my average sleep", asked])
    assert not isinstance(read, NotRead)
    assert brief(read.question) == _WEEKEND
    assert read.yes_no
    assert read.direction == 1


def test_it_may_be_asked_in_one_sentence() -> None:
    told, beside = READER.understand(["what is my average sleep, and is it longer on weekends?"])
    assert not isinstance(told, NotRead)
    assert not isinstance(beside, NotRead)
    assert brief(beside.question) == _WEEKEND


@pytest.mark.parametrize(
    "before", ["how long did I sleep yesterday", "what was my longest run", "how many runs did I do"]
)
def test_of_one_record_or_of_a_count_there_are_no_other_days(before: str) -> None:
    (read,) = READER.understand([before, "is it longer on weekends?"])
    assert isinstance(read, NotRead)
