"""Each of several is told with its length, "those" are the days named first, and a day stands beside its average."""

import pytest

from services.data_science.language.understanding import NotRead
from tests.unit.data_science.reading.expressions_in_brief import read_in_brief
from tests.unit.data_science.reading.someone_with_a_tracker import CATALOGUE


@pytest.mark.parametrize(
    ("question", "plainly"),
    [
        ("my two longest runs, how long were they", "list my two longest runs"),
        ("the three longest rides, how many minutes", "list the three longest rides"),
        ("how long were my three longest runs", "list my three longest runs"),
        ("rest days, do I walk more on those than on workout days", "do I walk more on rest days than on workout days"),
        ("Rest days: do I walk more on those than on workout days", "do I walk more on rest days than on workout days"),
        (
            "how many steps above my average was yesterday",
            "was my step count higher or lower than my average yesterday",
        ),
    ],
)
def test_is_read_as_what_is_said_plainly(question: str, plainly: str) -> None:
    said = read_in_brief(CATALOGUE, question)
    assert said == read_in_brief(CATALOGUE, plainly)
    assert not isinstance(said, NotRead)


def test_the_length_of_several_together_is_a_total() -> None:
    assert "sum" in str(read_in_brief(CATALOGUE, "how long were my three longest runs altogether"))
