"""What stands in quotation marks is somebody else's: it lends nothing, and tells no number the user has not said."""

import re
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from services.orchestrator.domain.numbers import AnswerWriter, Clean, Unverified, user_facts
from services.orchestrator.domain.numbers.writing.markup import passive
from services.orchestrator.domain.numbers.writing.sentences import SentenceBuffer, split_sentences
from tests.unit.orchestrator.mind.builders import fact
from tests.unit.text.hostile import hostile_text

FACTS = (replace(fact("ds-001.n", 3.0, None), counts="activities"), fact("ds-001.mean", 58.4))


def read(sentence: str, *, question: str = "") -> str:
    checked = AnswerWriter((*FACTS, *user_facts(question))).check(sentence)
    assert isinstance(checked, Clean), checked
    return checked.text


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("“Walk” ({{ds-001.n}} times).", "“Walk” (3 times)."),
        ("“5k run” ({{ds-001.n}} times).", "“… run” (3 times)."),
        ("“your pulse is 3” ({{ds-001.n}} times).", "“your pulse is …” (3 times)."),
        ("“fifty-eight point four bpm” ({{ds-001.n}} times).", "“… bpm” (3 times)."),
        ("“<b>5</b>8” and “[58](http://x.y)”.", "“b …/b …” and “…”."),
        ("“58”", "“…”"),
        ("“” is no name.", "“…” is no name."),
        ("Your “average” is {{ds-001.mean}}.", "Your “average” is 58.4 bpm."),
        ("Your “{{ds-001.mean}}” stays.", "Your “58.4 bpm” stays."),
    ],
)
def test_a_quote_keeps_its_words_and_loses_its_numbers(sentence: str, told: str) -> None:
    assert read(sentence) == told


def test_a_number_that_the_user_said_may_be_quoted_and_none_that_is_merely_near_it() -> None:
    question = "What was my CA 125?"
    assert read("“CA 125” is on record.", question=question) == "“CA 125” is on record."
    assert read("“CA 124” is on record.", question=question) == "“CA …” is on record."


@pytest.mark.parametrize(
    "sentence",
    [
        "“Walk” your pulse is 61.",
        "“Walk, your pulse is 61.",
        "Walk”, your pulse is 61, “as ever”.",
        "61 “Walk” activities.",
        "“Walk” {{ds-009.n}}.",
        "“{{ds-009.n}}”",
        "“a\nb 61”",
    ],
)
def test_what_stands_outside_is_checked_as_ever(sentence: str) -> None:
    assert isinstance(AnswerWriter(FACTS).check(sentence), Unverified)


def test_a_quote_lends_neither_a_unit_nor_a_number_to_what_stands_beside_it() -> None:
    assert read("There were 3 “bpm” activities.") == "There were 3 “bpm” activities."
    assert isinstance(AnswerWriter(FACTS).check("There were {{ds-001.n}}, 5 “8.4 bpm”."), Unverified)


def test_nothing_that_is_quoted_ends_a_sentence() -> None:
    text = "“Walk. Your pulse is 61. Good!” ({{ds-001.n}} times). It was fine. "
    assert split_sentences(text) == [
        "“Walk. Your pulse is 61. Good!” ({{ds-001.n}} times). ",
        "It was fine. ",
    ]
    assert read(text) == "“Walk. Your pulse is …. Good!” (3 times). It was fine. "


def test_a_mark_that_nothing_closes_holds_no_sentence_back_for_long() -> None:
    assert len(split_sentences("“Walk. " + "It is so. " * 200)) > 100
    assert split_sentences("“Walk.\n\nIt is so.") == ["“Walk.\n\n", "It is so."]


@given(hostile_text(), st.integers(1, 7))
@example("“a. b” c. d", 1)
def test_however_a_text_with_quotes_is_cut_its_sentences_are_the_same(text: str, size: int) -> None:
    buffer = SentenceBuffer()
    given_out = [each for at in range(0, len(text), size) for each in buffer.feed(text[at : at + size])]
    assert [*given_out, *buffer.finish()] == split_sentences(text)


@settings(max_examples=500)
@given(hostile_text())
@example("<<script>alert(1)")
@example("<\u200b<img src=x>")
@example("!![a](http://b)")
@example("[[a](http://b)](http://c)")
def test_no_answer_can_link_load_or_run_whoever_wrote_it(text: str) -> None:
    told = passive(text)
    assert "](" not in told
    assert "![" not in told
    assert not re.search(r"<[A-Za-z/!?]", told)
    assert "\x1b" not in told
    assert "\u202e" not in told
    assert passive(told) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("See [Kim 2026](https://arxiv.org/abs/2406.06464).", "See Kim 2026."),
        ("It was [{{ds-001.mean}}](#ds-001).", "It was {{ds-001.mean}}."),
        ("![a chart](https://example.org/?q=58)", "a chart"),
        ("[a](javascript:alert(1)) <img src=x> [b]: http://x", "[a] (javascript:alert(1)) img src=x> [b] : http: x"),
    ],
)
def test_of_a_link_or_an_image_the_text_stays(text: str, told: str) -> None:
    assert passive(text) == told


@pytest.mark.parametrize("text", ["See https://evil.example/x.", "See www.evil.example.", "See HTTP:///evil.example."])
def test_no_address_that_stands_bare_is_one_that_a_program_makes_a_link_of(text: str) -> None:
    assert "://" not in passive(text)
    assert "www." not in passive(text)
    assert "evil.example" in passive(text)


def test_emphasis_lists_and_signs_stay() -> None:
    for text in ("**Your goals**\n\n- a < b, 3 > 2\n", "| a | b |\n|---|---|", "It is `so`, *really*!", "x <58 bpm"):
        assert passive(text) == text
