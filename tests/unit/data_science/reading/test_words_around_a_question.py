"""What is said around a question changes nothing about it; what is said of another time does."""

import pytest

from services.data_science.language.resolving.readings import Reading
from services.data_science.language.text.courtesies import without_courtesies
from services.data_science.language.understanding import NotRead, Reader
from tests.unit.data_science.analysts import catalogue_of

READER = Reader(catalogue_of())


def readings(message: str) -> list[Reading]:
    return [each for each in READER.understand([message]) if isinstance(each, Reading)]


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("hey amy , how did i sleep", "how did i sleep"),
        ("quick one how many steps yesterday thanks a lot", "how many steps yesterday"),
        ("do you know if my sleep is getting worse", "is my sleep getting worse"),
        ("my doctor wants to know whether i hit 10000 steps yesterday", "did i hit 10000 steps yesterday"),
        ("and last month", "and last month"),
        ("so how did i sleep", "so how did i sleep"),
        ("thanks", ""),
    ],
)
def test_courtesies_are_no_part_of_the_question(said: str, asked: str) -> None:
    assert " ".join(without_courtesies(tuple(said.split()))) == asked


@pytest.mark.parametrize(
    "around",
    ["Hi Amy! {}", "{} Thank you so much!", "Just wondering: {}", "My coach wants to know: {}", "I sleep badly. {}"],
)
def test_a_question_is_the_same_with_courtesies_around_it(around: str) -> None:
    asked = "How many steps did I take on average last month?"
    assert [each.question for each in readings(around.format(asked))] == [each.question for each in readings(asked)]


def test_a_time_in_a_sentence_that_was_not_read_leaves_nothing_to_answer() -> None:
    assert not readings("I had guests last week. How much did I sleep on average?")
    assert readings("I had guests last week. How much did I sleep on average in May?")


def test_a_window_of_the_last_of_two_quantities_is_not_taken_as_that_of_the_last_alone() -> None:
    assert not readings("Steps, and sleep last night?")


@pytest.mark.parametrize(
    ("asked", "because"),
    [
        ("What is my VO2max?", "your records hold nothing about VO2 max"),
        ("How did I sleep when I had the flu?", "your records hold nothing about illness"),
    ],
)
def test_what_no_record_holds_is_said(asked: str, because: str) -> None:
    (found,) = READER.understand([asked])
    assert isinstance(found, NotRead)
    assert found.because == because
