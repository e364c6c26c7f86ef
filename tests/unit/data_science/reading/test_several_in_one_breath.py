"""What is named together is asked about one by one; a span is held against the one before it; kept is unchanged."""

import pytest

from services.data_science.language.interpreting import NotMine, interpret
from services.data_science.language.text.each_apart import each_apart
from services.data_science.language.understanding import NotRead, Reader
from tests.unit.data_science.reading.expressions_in_brief import read_in_brief
from tests.unit.data_science.reading.someone_with_a_tracker import CATALOGUE


def apart(question: str) -> list[str]:
    return [" ".join(each) for each in each_apart(tuple(question.split()))]


def test_sleep_stages_are_each_related_to_what_is_named() -> None:
    assert apart("do my sleep stages correlate with my steps") == [
        "do my deep sleep correlate with my steps",
        "do my rem sleep correlate with my steps",
        "do my light sleep correlate with my steps",
    ]


def test_each_of_two_is_related_to_each_of_two() -> None:
    assert apart("is there a correlation between workout intensity duration and deep rem sleep") == [
        "is there a correlation between workout intensity and deep sleep",
        "is there a correlation between workout intensity and rem sleep",
        "is there a correlation between workout duration and deep sleep",
        "is there a correlation between workout duration and rem sleep",
    ]


@pytest.mark.parametrize(
    "question",
    [
        "is there a correlation between deep and rem sleep",
        "how do deep and rem sleep relate to each other",
        "how much deep and rem sleep did i get",
        "what is my personal best for steps",
        "which of my sleep stages is linked to my steps",
    ],
)
def test_what_is_asked_of_both_together_stays_whole(question: str) -> None:
    assert apart(question) == [question]


def test_a_personal_best_is_told_of_each_on_the_list() -> None:
    said = "what are my personal bests for different fitness metrics , such as steps taken , sleep , or calories burned"
    assert apart(said) == ["what is my best steps taken", "what is my best sleep", "what is my best calories burned"]
    assert apart("my personal records in steps and my distance") == [
        "what is my best steps",
        "what is my best distance",
    ]


@pytest.mark.parametrize(
    ("question", "plainly"),
    [
        ("How do my steps compare to last month?", "compare my steps this month to last month"),
        ("How does my sleep compare with a week ago?", "compare my sleep this week to last week"),
        ("How does my sleep compare to a year ago?", "compare my sleep this month to the same month last year"),
        ("My goal is to maintain my resting heart rate - is it working?", "how has my resting heart rate changed"),
        ("Am I keeping my resting heart rate steady?", "how has my resting heart rate changed"),
        ("Is my resting heart rate stable?", "how has my resting heart rate changed"),
    ],
)
def test_is_read_as_what_is_said_plainly(question: str, plainly: str) -> None:
    said = read_in_brief(CATALOGUE, question)
    assert said == read_in_brief(CATALOGUE, plainly)
    assert not isinstance(said, NotRead)


@pytest.mark.parametrize(
    "question", ["How is my steps affected by steps last month?", "How is my sleep influenced by my sleep?"]
)
def test_one_thing_beside_itself_is_declined_with_the_reason(question: str) -> None:
    read = interpret(Reader(CATALOGUE), (question,))
    assert isinstance(read, NotMine)
    assert "compared with itself" in read.reason


@pytest.mark.parametrize(
    ("question", "names"),
    [("What is my workout output trend?", "power output"), ("How many calories consumed yesterday?", "what you eat")],
)
def test_what_no_tracker_here_records_is_named(question: str, names: str) -> None:
    read = interpret(Reader(CATALOGUE), (question,))
    assert isinstance(read, NotMine)
    assert names in read.reason
