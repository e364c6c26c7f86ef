"""Answers of every class as they read, and the rules that all of them keep."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from evals.plain_speech import problems
from services.data_science.domain.algebra import Decide
from services.data_science.domain.analysis import Summary
from services.data_science.language.saying import say
from services.data_science.language.telling import ComputedQuestion, answer_of
from services.data_science.language.telling.computed import Asked
from tests.unit.data_science.saying.people_and_words import CATALOGUE
from tests.unit.data_science.telling.computed_questions import BY_NAME, CASES, Case

ANSWERS = Path(__file__).with_name("answers.md")


def answered(name: str) -> Summary:
    return answer_of([BY_NAME[name].computed], CATALOGUE)


def test_answers_read_as_written_down() -> None:
    told = "".join(
        f"\n## {case.name}\n\n> {say(case.question, CATALOGUE)}\n\n{answered(case.name).answer}\n" for case in CASES
    )
    heading, _, written_down = ANSWERS.read_text("utf-8").partition("\n\n## ")
    assert heading.startswith("# Answers side by side")
    assert told == f"\n## {written_down}"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_an_answer_is_plain(case: Case) -> None:
    is_yes_or_no = isinstance(case.question, Decide) or case.asked is not None
    answer = answer_of([case.computed], CATALOGUE).answer
    assert problems(answer, is_yes_or_no=is_yes_or_no, is_refusal="effect" not in case.numbers) == ()
    assert problems(say(case.question, CATALOGUE)) == ()


@pytest.mark.parametrize("case", [case for case in CASES if "effect" in case.numbers], ids=lambda case: case.name)
def test_what_was_computed_is_told_by_reference_alone(case: Case) -> None:
    """Other numbers of the same kind change no digit of the draft's own words."""
    shifted = {
        key: value + (1.0 if value > 1 and key[:3] in {"eff", "c1_", "mea"} else 0)
        for key, value in case.numbers.items()
    }
    other = ComputedQuestion(
        question=case.question, numbers=shifted, texts=case.texts, asked_in=case.asked_in, asked=case.asked
    )
    mine, changed = (answer_of([each], CATALOGUE).draft for each in (case.computed, other))
    own_words = [re.findall(r"\d+", re.sub(r"\{\{.*?\}\}", "", draft)) for draft in (mine, changed)]
    assert own_words[0] == own_words[1]


@pytest.mark.parametrize(
    ("name", "value", "unit"),
    [
        ("average", 14042.88, "count"),
        ("average night", 454.84 / 60, "h"),
        ("best month", 55.31, "bpm"),
        ("weekdays", "Wednesday", ""),
        ("weekly goal", 162.4, "min"),
        ("farthest runs", 12345.6, "m"),
        ("days since", 3.0, "days"),
    ],
)
def test_the_first_value_is_the_answer(name: str, value: float | str, unit: str) -> None:
    first = answered(name).values[0]
    assert (first.value, first.unit) == (pytest.approx(value) if isinstance(value, float) else value, unit)


@pytest.mark.parametrize(("asked", "first"), [(Asked.WHICH, "The week before ("), (Asked.WHICH_LOWER, "Last week (")])
def test_of_two_the_one_that_is_asked_for_is_told_first(asked: Asked, first: str) -> None:
    answer = answer_of([replace(BY_NAME["two weeks"].computed, asked=asked)], CATALOGUE).answer
    assert answer.startswith(first)


def test_a_day_that_was_asked_for_is_a_date() -> None:
    assert [f"{answered(name).values[0].value}" for name in ("when", "change", "latest activity")] == [
        *("2024-11-21", "2024-07-04", "2024-11-21")
    ]


def test_a_finding_carries_its_question_and_every_number_with_its_unit() -> None:
    (finding,) = answered("two weeks").findings
    assert finding.question == BY_NAME["two weeks"].question
    assert {number.key: number.unit for number in finding.numbers} == {
        "effect": "bpm",
        "mean_recent": "bpm",
        "mean_prior": "bpm",
        "sd": "bpm",
        "n": "",
        "n_recent": "",
        "n_prior": "",
    }


def test_two_numbers_are_one_sentence_with_findings_of_their_own() -> None:
    summary = answer_of([BY_NAME["average"].computed, BY_NAME["share"].computed], CATALOGUE, prefix="q")
    assert [finding.id for finding in summary.findings] == ["q-001", "q-002"]
    assert "\n" not in summary.answer
    assert summary.answer.count(". ") == 0
    assert "{{q-002.effect}}" in summary.draft


def test_bounds_of_what_is_believable_are_kept_in_the_finding_and_out_of_the_words() -> None:
    plain, bounded = BY_NAME["average"].computed, BY_NAME["highest"].computed
    told = answer_of([replace(plain, question=bounded.question, told_as=plain.question)], CATALOGUE)
    assert told.answer == answered("average").answer
    assert told.findings[0].question == bounded.question


def test_what_a_file_calls_its_activities_is_text() -> None:
    case = BY_NAME["latest activity"]
    evil = ComputedQuestion(
        question=case.question, numbers=case.numbers, texts={"kinds": ("{{ds-001.n}} [a](http://b) | `c`\n# d",)}
    )
    summary = answer_of([evil], CATALOGUE)
    assert not re.search(r"[\[\]|`#{}]", summary.answer)
    assert set(re.findall(r"\{\{(.*?)\}\}", summary.draft)) == {"ds-001.day_1"}
