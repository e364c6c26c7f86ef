"""Numbers that a cited text states: told exactly as they are printed there, with where they are from."""

from dataclasses import replace

import pytest

from services.orchestrator.domain.evidence import Citation, Fact
from services.orchestrator.domain.numbers import AnswerWriter, Clean, Unverified, citation_facts
from services.orchestrator.domain.numbers.answer_writer import without_dangling_markers, without_markers
from tests.unit.orchestrator.mind.builders import fact

ADULTS = Citation(
    title="Pulse",
    publisher="A Society, 2019",
    url="https://example.org/pulse",
    doi="",
    text="At rest the heart of most adults beats 60 to 100 times a minute; of athletes often 40 bpm.",
)
LIPIDS = Citation(
    title="Lipids",
    publisher="A Journal, 2020",
    url="https://example.org/lipids",
    doi="10.1000/lipids",
    text="An LDL of 130 mg/dL to 159 mg/dL is borderline high. It was measured on 5 May 2019 in 29.6 % of them.",
)
OWN = fact("ds-001.effect", 58.4)


def writer(*facts: Fact, citations: tuple[Citation, ...] = (ADULTS, LIPIDS)) -> AnswerWriter:
    return AnswerWriter((*facts, *citation_facts(citations)), citations=len(citations))


def test_the_numbers_of_a_text_are_facts_of_the_literature_with_their_source() -> None:
    facts = {each.claim: each for each in citation_facts((ADULTS, LIPIDS))}
    assert [facts[f"cited-1.{number}"].value for number in (1, 2, 3)] == [60, 100, 40]
    assert (facts["cited-2.1"].value, facts["cited-2.1"].unit) == (130, "mg/dL")
    assert {each.source for each in facts.values()} == {"literature"}
    assert facts["cited-1.1"].citation == "Pulse. A Society, 2019. https://example.org/pulse"
    assert facts["cited-2.1"].citation == "Lipids. A Journal, 2020. 10.1000/lipids"


@pytest.mark.parametrize(
    "sentence",
    [
        "Most adults have 60 to 100 [1].",
        "An LDL from 130 mg/dL to 159 mg/dL is borderline high [2].",
        "Athletes often have 40 bpm [1].",
        "That was so for 29.6 % of them [2].",
    ],
)
def test_a_published_number_may_be_told_as_it_is_printed(sentence: str) -> None:
    checked = writer().check(sentence)
    assert isinstance(checked, Clean), checked
    assert checked.text == sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "Most adults have 61 to 100 [1].",
        "An LDL from 131 mg/dL is borderline high [2].",
        "An LDL of 130.5 mg/dL is borderline high [2].",
        "Athletes often have 40.4 bpm [1].",
        "That was so for 30 % of them [2].",
        "Most adults have 99 bpm [1].",
        "It is 142 mg/dL [2].",
    ],
)
def test_a_number_that_is_merely_near_a_published_one_is_not_vouched_for(sentence: str) -> None:
    assert isinstance(writer().check(sentence), Unverified)


def test_a_published_number_vouches_for_none_of_the_persons() -> None:
    """58.4 bpm is on the sheet and may be rounded; the 60 beside it stays the published one."""
    told = writer(OWN)
    assert isinstance(told.check("Yours is {{ds-001.effect}}, and adults have 60 to 100 [1]."), Clean)
    assert told.cited == ("ds-001.effect", "cited-1.1", "cited-1.2")


def test_only_what_is_cited_counts_as_cited() -> None:
    told = writer()
    told.check("Athletes often have 40 bpm [1].")
    assert told.cited == ("cited-1.3",)


@pytest.mark.parametrize("marker", ["[3]", "[0]", "[13]", "[3] [4]"])
def test_a_marker_of_no_source_is_not_told_even_where_its_number_could_be_traced(marker: str) -> None:
    checked = writer(fact("ds-001.n", 3.0, None)).check(f"Adults have 60 to 100 {marker} [1].")
    assert checked == Clean("Adults have 60 to 100 [1].")


def test_a_longer_number_in_brackets_is_no_marker() -> None:
    assert isinstance(writer().check("Adults have 60 to 100 [142]."), Unverified)


def test_without_sources_no_marker_is_told() -> None:
    sentence = "Sleep matters [1][2]."
    assert writer().check(sentence) == Clean("Sleep matters [1] [2].")
    assert writer(citations=()).check(sentence) == Clean("Sleep matters.")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("So it is [1].", "So it is [1]."),
        ("So it is [1][3].", "So it is [1]."),
        ("So it is [12].", "So it is."),
        ("[0] and [2]", "and [2]"),
        ("[3]", ""),
    ],
)
def test_of_the_markers_those_that_name_no_source_are_left_out(text: str, left: str) -> None:
    assert without_dangling_markers(text, 2) == left


def test_without_any_marker_a_sentence_is_what_it_says() -> None:
    assert without_markers("[1] So it is [2].") == "So it is."


def test_the_numbers_of_a_document_of_the_persons_own_are_its_own_and_no_literature() -> None:
    letter = Citation(
        title="Letter of 3 March",
        publisher="your own document",
        url="",
        doi="",
        text="Letter of 3 March: Ferritin was 18 ug/L. Repeat it in the second week of June.",
        document_id="doc_1",
    )
    ferritin, *_ = citation_facts((letter,))
    assert (ferritin.value, ferritin.source) == (18, "document")
    assert ferritin.citation == "Letter of 3 March. your own document"
    told = "Your document “Letter of 3 March” says: “Ferritin was 18 ug/L” [1]."
    writing = writer(citations=(letter,))
    assert writing.check(told) == Clean(told)
    assert ferritin.claim in writing.cited


def test_a_quote_keeps_the_numbers_of_a_document_and_no_others_and_lends_none() -> None:
    letter = replace(ADULTS, text="Ferritin was 18 ug/L on 3 March.", url="", document_id="doc_1")
    writing = writer(citations=(letter, LIPIDS))
    quoted = "It says: “Ferritin was 19 ug/L, or 18 ug/L, on 4 March or 3 March; 130 mg/dL” [1]."
    told = "It says: “Ferritin was … ug/L, or 18 ug/L, on … or 3 March; … mg/dL” [1]."
    assert writing.check(quoted) == Clean(told)
    assert writer(citations=(replace(letter, document_id=""),)).check("It says: “Ferritin was 18 ug/L” [1].") == Clean(
        "It says: “Ferritin was … ug/L” [1]."
    )
    assert isinstance(writing.check("It says: “Ferritin was 18 ug/L” and is 19 ug/L [1]."), Unverified)
