"""What a person does not want to hear of, by the word that they used for it, whether or not it has a tag."""

import re
from collections.abc import Iterable
from typing import Final

from services.health_coach.domain.own_words import own_clauses
from services.health_coach.domain.wishes import OF_ANYBODY

_WHAT: Final = (
    r"(?:(?:any|more|the|a|an|all|that|this|to|of|about|hear|doing|being|eating|drinking|talk(?:ing)?) )*"
    r"(?P<what>[a-z]{4,})"
)
_REFUSED: Final = re.compile(
    r"\b(?:hate|loathe|can't stand|detest|allergic to|anything but|nothing with|no more"
    rf"|(?:don't|do not|won't) (?:like|want|mention|suggest)) {_WHAT}",
    re.IGNORECASE,
)
_WAVED_OFF: Final = re.compile(
    rf"\W*(?:and |but |please,? |just )?(?:no|not) {_WHAT}"
    r"(?: (?:talk|stuff|thing|things|advice|tips))?(?:,? (?:please|pls|thanks))?\W*",
    re.IGNORECASE,
)
"""All of a clause: "no salt talk please"."""
_PART: Final = re.compile(r",\s+|\s+(?:and|but)\s+(?=no\b)", re.IGNORECASE)
_ENDING: Final = re.compile(r"(?:ing|es|s|e)$")
_LACKED: Final = (
    "sleep sleeping rest pain energy children kids family exercise injuries problem problems limits idea ideas sure"
)
_NEVER_REFUSED: Final = OF_ANYBODY | frozenset(_LACKED.split())
"""Of these somebody speaks who lacks them, or has none."""


def refused_words(said: Iterable[str]) -> frozenset[str]:
    """The beginnings of the words for what a person says they hate, do not want or do not want to hear of."""
    parts = [part for text in said for clause in own_clauses(text) for part in _PART.split(clause)]
    found = [match for part in parts for match in (*_REFUSED.finditer(part), _WAVED_OFF.fullmatch(part)) if match]
    words = {match["what"].lower() for match in found}
    return frozenset(_ENDING.sub("", word) for word in words - _NEVER_REFUSED)


def names_any(text: str, beginnings: Iterable[str]) -> bool:
    """Whether a text has a word that begins so."""
    return any(re.search(rf"\b{re.escape(each)}", text, re.IGNORECASE) for each in beginnings)
