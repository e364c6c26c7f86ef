"""The notation of phrases."""

import pytest

from services.orchestrator.domain.safety.phrases import PhraseError, compiled, words_of

GROUPS = {"chest": ["chest", "breast_bone"], "pair": ["left & right"]}


def stands(phrase: str, text: str) -> bool:
    phrases = compiled([phrase], GROUPS)
    found = phrases.pattern.search(f" . {text} . ") is not None
    assert not found or phrases.may_match(frozenset(text.split()))
    return found


@pytest.mark.parametrize(
    ("phrase", "text", "expected"),
    [
        ("chest pain", "a chest pain", True),
        ("chest pain", "a chest , pain", True),
        ("chest pain", "chestpain", False),
        ("chest pain", "chest . pain", False),
        ("chest pain|ache", "chest ache", True),
        ("chest no_pain|ache", "chest no pain", True),
        ("squeez*", "squeezing", True),
        ("my? chest", "chest", True),
        ("{chest} hurts", "breast bone hurts", True),
        ("{chest}|heart hurts", "heart hurts", True),
        ("chest .. hurts", "chest really badly now hurts", True),
        ("chest .. hurts", "chest and so very much badly hurts", False),
        ("chest ... hurts", "chest and so very much badly hurts", True),
        ("chest & tight", "tight in the chest", True),
        ("a & b & c", "c then b then a", True),
        ("{pair}", "right or left", True),
        ("^ what", "what is it", True),
        ("^ what", "so what", False),
        ("# bpm", "at 180 bpm", True),
        ("no ~ pain", "no kind of pain", True),
        ("no ~ pain", "no idea but pain", False),
    ],
)
def test_a_phrase_stands_in_a_text_or_does_not(phrase: str, text: str, *, expected: bool) -> None:
    assert stands(phrase, text) is expected


def test_a_number_is_captured() -> None:
    found = compiled(["# bpm"], GROUPS).pattern.search(" . 38,5 bpm . ")
    assert found is not None
    assert found.groups() == ("38,5",)


def test_no_phrases_stand_nowhere() -> None:
    assert compiled([], GROUPS).pattern.search(" . anything . ") is None


@pytest.mark.parametrize("phrase", ["{nothing} hurts", "", "a|", "a _b"])
def test_what_is_not_in_the_notation_is_refused(phrase: str) -> None:
    with pytest.raises(PhraseError):
        compiled([phrase], GROUPS)


def test_whole_words_are_known_beginnings_and_groups_are_not() -> None:
    assert words_of(["{chest} no_pain|ache squeez* my?"]) == {"no", "pain", "ache", "my"}


def test_a_phrase_that_may_begin_with_anything_is_always_looked_for() -> None:
    assert compiled(["# bpm"], GROUPS).may_match(frozenset({"whatever"}))
