"""A document is cut into paragraphs below their headings, whatever somebody wrote."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.domain_expert.domain.documents.chunking import MOST_WORDS, chunks_of
from services.domain_expert.domain.documents.document import MAX_TEXT_BYTES, MediaType
from services.domain_expert.domain.documents.sentences import plain, sentences_in
from services.domain_expert.domain.documents.stems import stem, stems_of, subjects_of
from tests.unit.domain_expert.documents.own_documents import LETTER, PLAN, chunks

HOSTILE = (
    "# " + " #" * 500_000,
    "a. " * 340_000,
    "e.g. A " * 140_000,
    "\n".join(["x" * 60] * 17_000),
    "A" * 1_000_000,
    "- item\n" * 140_000,
    "<" * 1_000_000,
    "\n \t" * 300_000,
    '." ' * 300_000,
    "a:\n" * 300_000,
    "| a " * 250_000,
)


def test_markdown_headings_stand_over_what_is_below_them() -> None:
    found = chunks("Plan", PLAN, MediaType.MARKDOWN)
    assert [chunk.heading for chunk in found] == [
        "Half marathon in twelve weeks",
        "Week 1",
        "Week 7",
        "Shoes and surfaces",
    ]
    assert found[1].text == "Monday: rest\nTuesday: 4 km easy\nSaturday: long run of 7 km"
    assert [chunk.position for chunk in found] == [0, 1, 2, 3]


def test_lines_broken_at_a_margin_are_one_sentence_again_and_lines_of_a_letterhead_are_not() -> None:
    (chunk,) = chunks("Letter", LETTER)
    lines = chunk.text.splitlines()
    assert "Your ferritin was 18 ug/L, which is below what I would like to see for you." in lines
    assert lines[:2] == ["Dr. Anna Meyer, Internal Medicine", "Harbour Street 4"]


def test_a_chunk_has_at_most_120_words_and_none_is_lost() -> None:
    text = " ".join(f"Sentence number {number} tells of thing{number}." for number in range(300))
    found = chunks("Long", text)
    assert len(found) > 5
    assert all(len(chunk.text.split()) <= MOST_WORDS for chunk in found)
    assert " ".join(chunk.text.replace("\n", " ") for chunk in found) == text


def test_a_heading_with_nothing_below_it_is_still_found() -> None:
    (chunk,) = chunks("Note", "# Metformin is stopped", MediaType.MARKDOWN)
    assert chunk.text == "Metformin is stopped"


@pytest.mark.parametrize("text", ["", " \n\t ", "---\n***\n", "| | |\n|---|---|", "."])
def test_a_text_without_a_word_has_no_chunk(text: str) -> None:
    assert chunks("Note", text, MediaType.MARKDOWN) == ()


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: repr(text[:8]))
@pytest.mark.parametrize("media_type", MediaType)
def test_the_longest_text_is_cut_in_seconds_however_it_is_made(text: str, media_type: MediaType) -> None:
    assert len(text) <= MAX_TEXT_BYTES
    began = time.perf_counter()
    chunks("Hostile", text, media_type)
    assert time.perf_counter() - began < 20


@given(st.text(max_size=400), st.sampled_from(MediaType))
def test_any_text_is_cut_into_small_chunks_that_are_found_by_their_words(text: str, media_type: MediaType) -> None:
    for chunk in chunks_of(text, document_id="d", title="t", media_type=media_type):
        assert stems_of(chunk.text)
        assert set(stems_of(chunk.text)) <= set(chunk.words.split())
        assert len(chunk.text.split()) <= MOST_WORDS


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("See Dr. Meyer. Then rest.", ("See Dr. Meyer.", "Then rest.")),
        ("A. Meyer wrote it. It is short.", ("A. Meyer wrote it.", "It is short.")),
        ("CRP was 5 mg/L. TSH was 2.1 mIU/L.", ("CRP was 5 mg/L.", "TSH was 2.1 mIU/L.")),
        ("Hb: 13.4\nCRP: 5", ("Hb: 13.4", "CRP: 5")),
        ("It is fine! Is it? Yes.", ("It is fine!", "Is it?", "Yes.")),
    ],
)
def test_a_sentence_ends_where_it_ends(text: str, sentences: tuple[str, ...]) -> None:
    assert sentences_in(text) == sentences


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("CRP < 5 mg/L", "CRP less than 5 mg/L"),
        ("Hb >= 12", "Hb at least 12"),
        ("{{ds-001.effect}} is **fine**", "ds-001.effect is fine"),
        ("see [this](https://evil.example/x)", "see this (https: evil.example/x)"),
        ("<script>alert(1)</script>", "script alert(1) /script"),
        ("as shown [3]", "as shown 3"),
    ],
)
def test_what_is_told_of_a_sentence_is_its_words(written: str, told: str) -> None:
    assert plain(written) == told


@pytest.mark.parametrize(
    ("one", "other"),
    [("tests", "test"), ("bodies", "body"), ("running", "run"), ("measured", "measure"), ("jumping", "jump")],
)
def test_forms_of_a_word_have_one_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


def test_a_number_belongs_to_what_it_counts() -> None:
    assert "week7" in stems_of("in week 7 of the plan")
    assert subjects_of("What does my plan say about week 7?") == ("week", "week7")
