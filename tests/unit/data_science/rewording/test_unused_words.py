"""What plain words make nothing of is told, in quotation marks; what they use, or say in other words, is not."""

from pathlib import Path

import pytest

from services.data_science.adapters.rules import RulesMind
from services.data_science.domain.analysis import Plan
from services.data_science.language.interpreting import passed_over
from services.data_science.language.resolving.readings import Reading
from services.data_science.language.rewording.company import Company, company_of, written_company
from services.data_science.language.rewording.licences import Licences
from services.data_science.language.rewording.network import Decoded
from services.data_science.language.rewording.rewording import Rewording
from services.data_science.language.rewording.unused import is_doubtful, opening_of, phrases
from services.data_science.language.understanding import Reader
from services.data_science.language.vocabulary import Vocabulary
from tests.unit.data_science.reading.someone_with_a_tracker import CATALOGUE

REWORDING = Rewording(Vocabulary(CATALOGUE))
PLAIN = ("what", "was", "my", "highest", "#level+1")
LICENCES = Licences(
    words={
        "my": frozenset(),
        "best": frozenset({"highest"}),
        "top": frozenset({"highest"}),
        "peaked": frozenset({"highest", "#level+"}),
        "knee": frozenset({"highest", "was"}),
        "than": frozenset({"than"}),
        "by": frozenset({"highest"}),
        "no": frozenset({"highest"}),
    },
    plain={},
    sure={"best": frozenset({"highest"}), "top": frozenset({"highest"})},
    seldom={"knee": frozenset()},
)
COMPANY = Company(
    followers={
        "": frozenset({"my", "knee"}),
        "my": frozenset({"best", "top", "peaked", "knee"}),
        "best": frozenset({"#level+"}),
        "peaked": frozenset({"#level+"}),
        "knee": frozenset({"my"}),
    }
)


def doubtful(wording: str, plain: tuple[str, ...] = PLAIN) -> list[str]:
    said = wording.split()
    return [word for at, word in enumerate(said) if is_doubtful(said, at, plain, LICENCES, COMPANY)]


@pytest.mark.parametrize(
    ("wording", "words"),
    [
        ("my best #level+1", []),
        ("my peaked #level+1", []),
        ("#level+1 peaked", ["peaked"]),
        ("knee my best #level+1", ["knee"]),
        ("my top best #level+1", ["top", "best"]),
        ("my best top #level+1", ["best", "top"]),
    ],
)
def test_a_word_is_doubtful_in_strange_company_where_it_is_seldom_said_and_beside_another_for_the_same(
    wording: str, words: list[str]
) -> None:
    assert doubtful(wording) == words


def test_a_word_is_used_as_often_as_it_is_said_again() -> None:
    plain = (*PLAIN, "than")
    assert doubtful("my best #level+1 than", plain) == []
    assert doubtful("my best #level+1 than than", plain) == ["than"]
    assert doubtful("my best #level+1 than . my best #level+1 than", plain) == []


@pytest.mark.parametrize(
    ("wording", "unused", "told"),
    [
        ("my best #level+1 by my knee", {5}, ("by my knee",)),
        ("my no knee best #level+1", {2}, ("no knee",)),
        ("my best knee #level+1", {2}, ("knee",)),
        ("my top knee #level+1", {1, 2}, ("top knee",)),
        ("my top #level+1 knee", {1, 3}, ("top", "knee")),
        ("my by my knee", {1, 3}, ("by my knee",)),
        ("by #level+1 knee", {2}, ("knee",)),
        ("my best #level+1", set(), ()),
    ],
)
def test_a_word_is_told_with_its_preposition_or_negation(wording: str, unused: set[int], told: tuple[str, ...]) -> None:
    said = wording.split()
    assert phrases(said, unused, LICENCES) == told
    assert all(0 <= opening_of(said, at, LICENCES) <= at for at in range(len(said)))


def test_company_is_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "company.json"
    file.write_text(written_company([("best", "#level+1", ".", "worst", "#level+2"), ("worst",)]), "utf-8")
    assert company_of(file).followers == {
        "": {"best", "worst"},
        "best": {"#level+"},
        "#level+": {""},
        "worst": {"#level+", ""},
    }


@pytest.mark.parametrize(
    ("message", "unused"),
    [
        ("What was my best HRV by my doctor?", ("“by my doctor”",)),
        ("what was my hrv the day after my longest by my doctor ride", ("“by my doctor”",)),
        ("what was my hrv the day after my longest ride", ()),
        ("at what time did I set off on my last ride", ()),
        ("whats the longest ive slept any night in the last 4 weeks", ()),
    ],
)
def test_what_is_unused_is_told_in_the_words_of_the_message(message: str, unused: tuple[str, ...]) -> None:
    found = REWORDING.of(message)
    assert found is not None
    assert found.unused == unused


def test_a_word_that_is_right_as_it_is_is_not_taken_for_a_slip() -> None:
    assert REWORDING.of("at what time did I set off on my last ride") is not None
    assert REWORDING.of("at what time did I set off on my last sleepy ride") is None


def test_a_message_of_which_more_than_four_phrases_are_unused_is_not_understood() -> None:
    plain = Decoded(tokens=("what", "was", "my", "highest", "#level+1"), certainty=0.99)
    rewording = Rewording(Vocabulary(CATALOGUE), lambda _: plain)
    found = rewording.of("best hrv doctor , doctor , doctor , doctor")
    assert found is not None
    assert found.unused == ("“doctor”",) * 4
    assert rewording.of("best hrv doctor , doctor , doctor , doctor , doctor") is None


def test_what_is_unused_is_told_with_the_answer() -> None:
    (read,) = Reader(CATALOGUE).understand(["What was my best HRV by my doctor?"])
    assert isinstance(read, Reading)
    assert read.unused == ("“by my doctor”",)
    told = passed_over(read.unused)
    assert told == "I leave out “by my doctor”, because I don't know what to make of it here."
    assert passed_over(("“a”", "“b”", "“c”")).startswith("I leave out “a”, “b” and “c”, because")
    assert passed_over(("“a”", "“b”")).endswith("what to make of them here.")


async def test_a_plan_says_what_it_leaves_out() -> None:
    plan = await RulesMind().plan("What was my best HRV by my doctor?", CATALOGUE)
    assert isinstance(plan, Plan)
    assert [part.notes for part in plan.parts] == [(passed_over(("“by my doctor”",)),)]
    plan = await RulesMind().plan("What was my best HRV?", CATALOGUE)
    assert isinstance(plan, Plan)
    assert [part.notes for part in plan.parts] == [()]


@pytest.mark.parametrize(
    "hostile",
    [
        "{{ds-001.effect}}",
        "<b>by my doctor</b>",
        "`by` my **doctor**",
        "by my” doctor“",
        "by my 42 doctor",
        "by\u202emy doctor",
    ],
)
def test_what_is_told_of_a_message_is_inert(hostile: str) -> None:
    found = REWORDING.of(f"What was my best HRV {hostile}?")
    told = "".join(found.unused) if found else ""
    assert not set("{}[]<>|\\`*~#$_=\u202e0123456789") & set(told)
    assert told.count("“") == told.count("”") == (len(found.unused) if found else 0)
    assert all(len(each) <= 42 for each in (found.unused if found else ()))
