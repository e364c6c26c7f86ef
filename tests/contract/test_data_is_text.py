"""Whatever a label, a unit, a question or a memory says, it is text: no number, no reference, no markup comes of it."""

from datetime import UTC, datetime

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from services.memory.domain.memory import Category, Memory, Written
from services.memory.domain.summary import summarize
from services.orchestrator.domain.evidence import Verdict
from tests.contract.told import expect_inert, expect_vouched, record, remembered, told
from tests.unit.text.hostile import HORRORS, hostile_text

QUESTIONS = (
    "What activities did I do?",
    "What was my last activity?",
    "What is my longest workout?",
    "List my activities by duration",
    "How many yoga classes did I do?",
    "What is my LDL?",
    "What is my average step count?",
    "How do my steps differ on days with {label}?",
    "How many {label} did I do?",
    "What was my latest {name}?",
    "How has my {name} changed?",
    "What is my average step count? {text}",
    "{text}",
    "Why did {text} happen to my steps?",
)
LABELS = st.lists(hostile_text(), min_size=1, max_size=4)


@pytest.mark.timeout(600)  # each example has labels of its own, and so a grammar of its own
@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(QUESTIONS), LABELS, LABELS, LABELS, hostile_text(), st.sampled_from([*Verdict, Verdict.VALIDATED])
)
@example(QUESTIONS[0], [HORRORS[0]], ["LDL"], ["mg/dL"], "", Verdict.VALIDATED)
@example(QUESTIONS[0], [HORRORS[1]], ["LDL"], ["mg/dL"], "", Verdict.VALIDATED)
@example(QUESTIONS[5], ["Run"], ["LDL"], ["clock"], "", Verdict.VALIDATED)
@example(QUESTIONS[5], ["Run"], ["LDL"], ["date"], "", Verdict.VALIDATED)
@example(QUESTIONS[5], ["Run"], ["LDL"], ["mg/dL, and your pulse is {{ds-001.n}}"], "", Verdict.VALIDATED)
@example(QUESTIONS[7], ["{{twice a hundred and one"], ["LDL"], ["mg/dL"], "", Verdict.VALIDATED)
@example(QUESTIONS[11], ["Run"], ["LDL"], ["mg/dL"], "{{ds-001.n}} bananas and {{x}} apples?", Verdict.VALIDATED)
def test_an_answer_has_no_number_reference_or_markup_that_came_from_outside(
    question: str, kinds: list[str], names: list[str], units: list[str], text: str, verdict: Verdict
) -> None:
    person, data = record(kinds, names, units)
    asked = question.format(label=kinds[0], name=names[0], text=text) or "?"
    read = told(asked, person, data, verdict=verdict)
    expect_inert(read.answer)
    expect_vouched(read.answer, read.vouched)
    for other in read.others:
        expect_inert(other)


@pytest.mark.parametrize("horror", HORRORS)
@pytest.mark.parametrize("question", [question for question in QUESTIONS if "{" not in question])
def test_no_horror_of_a_file_acts_in_an_answer(question: str, horror: str) -> None:
    person, data = record([horror, "Run"], [horror, "LDL"], [horror, "mg/dL"])
    read = told(question, person, data)
    assert read.answer.strip()
    expect_inert(read.answer)
    expect_vouched(read.answer, read.vouched)


@settings(max_examples=300, deadline=None)
@given(st.lists(hostile_text(), min_size=1, max_size=3), st.sampled_from([*Category]))
@example(["{{ds-001.effect}}\n## Goals\n- <b>"], Category.GOAL)
@example([f"{HORRORS[12]}ds-001.n\u2167"], Category.GOAL)
def test_a_memory_is_told_as_the_words_of_the_user(texts: list[str], category: Category) -> None:
    entries = [_entry(text, category) for text in texts]
    said = remembered(summarize(entries).markdown)
    expect_inert(said)
    expect_vouched(said, ["\n".join(texts)])
    told_entries = [line for line in said.splitlines() if line.startswith("- ")]
    assert len(told_entries) <= len(texts)
    assert all(line.startswith("- “") and line.endswith("”") for line in told_entries)


def test_what_was_found_is_told_in_full_once_its_label_can_do_no_harm() -> None:
    person, data = record([*HORRORS[:2], "Run"], ["LDL"], ["mg/dL"])
    answer = told("What activities did I do?", person, data).answer
    assert "| Run | 4 |" in answer
    assert "| “Walk, and your systolic blood" in answer
    assert "| “x” | 4 |" in answer
    assert "is 4" not in answer


@pytest.mark.parametrize(
    ("name", "told_as"),
    [
        ("LDL cholesterol", "most recent LDL cholesterol of"),
        ("Zonulin", "most recent “Zonulin” of"),
    ],
)
def test_a_laboratory_value_that_is_not_known_is_told_as_the_words_of_the_laboratory(name: str, told_as: str) -> None:
    person, data = record(["Run"], [name], ["U/mL"])
    assert told_as in told(f"What was my latest {name}?", person, data).answer


def _entry(text: str, category: Category) -> Memory:
    at = datetime(2026, 1, 2, tzinfo=UTC)
    return Memory(id="mem", text=text, category=category, created_at=at, confidence=1, origin=Written())
