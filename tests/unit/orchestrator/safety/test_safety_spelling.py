"""Messages in plain spelling."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.orchestrator.adapters.safety.vocabulary import ordinary_words, vocabulary
from services.orchestrator.domain.safety.spelling import Spelling

SPELLING = Spelling(
    known=frozenset({"suicide", "kill", "breathing", "help", "die", "bleeding", "chest", "want", "cant"}),
    slips={"cheast": "chest", "wanna": "want to"},
    not_slips=frozenset({"breeding"}),
)


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("I CAN'T", "i cant"),
        ("I can\u2019t", "i cant"),
        ("my cheast", "my chest"),
        ("i wanna die", "i want to die"),
        ("heeeelp", "help"),
        ("k1ll", "kill"),
        ("k!ll", "kill"),
        ("k*ll", "kill"),
        ("su!c!de", "suicide"),
        ("s u i c i d e", "suicide"),
        ("suic\u200bide", "suicide"),
        ("\uff4b\uff49\uff4c\uff4c", "kill"),
        ("k\u00edll", "kill"),
        ("suiicide", "suicide"),
        ("braething", "breathing"),
        ("breeding", "breeding"),
        ("38.5c", "38,5 c"),
        ("180bpm", "180 bpm"),
        ("210/130", "210 / 130"),
        ("one. two? three!", "one . two ? three"),
        ("wait... what", "wait , what"),
        ("15", "15"),
    ],
)
def test_what_is_typed_in_plain_spelling(typed: str, plain: str) -> None:
    assert SPELLING.plain(typed).removeprefix(" . ").removesuffix(" . ").removesuffix(" .") == plain


@pytest.mark.parametrize(
    "word", ["cooking", "meditation", "shopping", "growing", "playing", "massage", "stepped", "hangover"]
)
def test_an_english_word_is_not_taken_for_a_slip_of_a_word_of_danger(word: str) -> None:
    assert vocabulary().spelling.plain(word) == f" . {word} . "


def test_no_ordinary_word_is_corrected() -> None:
    spelling = vocabulary().spelling
    assert [word for word in ordinary_words() if spelling.plain(word) != f" . {word} . "] == []


@given(st.text(max_size=300))
def test_any_text_becomes_words_between_single_blanks(text: str) -> None:
    plain = SPELLING.plain(text)
    assert plain.startswith(" . ")
    assert plain.endswith(" . ")
    assert "\n" not in plain
    assert all(plain[1:-1].split(" "))
