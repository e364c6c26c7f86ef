"""Which numbers of a sentence are claims, and so must be traced to a fact."""

import re
from dataclasses import dataclass
from typing import Final

from services.orchestrator.domain.numbers.measures import MEASURE_WORD, METRIC_NAME
from services.orchestrator.domain.numbers.tokens import MONTH, NumberToken, is_documented_exempt, tokenise, visible

_LIST_MARKER: Final = re.compile(r"\s*(?:[-+•>#]+\s+)*(?:1?\d|20)[.)]\s")
_TABLE_ROW: Final = re.compile(r"\s*\|")
_COUNTED_THINGS: Final = re.compile(
    r"\s(?:other\ |simple\ |small\ |more\ |main\ |quick\ )?(?:tips?|things?|ways?|ideas?|reasons?|options?|questions?"
    r"|factors?|patterns?|findings?|metrics?|examples?|sentences?|parts?|habits?|suggestions?)\b",
    re.IGNORECASE,
)
_STATED: Final = re.compile(
    r"(?:\b(?:is|was|were|be|to|at|by|of|reached|hit|equals)|[=:≈~])\s*(?:about\s|around\s)?$", re.IGNORECASE
)
_DATE_CONTEXT: Final = re.compile(
    rf"(?:\b(?:{MONTH},?|in|since|during|until|before|after|early|late|mid|year|spring|summer|autumn|fall|winter|al\.?,?)"
    r"|\()\s*$",
    re.IGNORECASE,
)
_REACH: Final = 40
"""How many characters before a number tell whether it is stated as a value or as a date."""


@dataclass(frozen=True, kw_only=True)
class _Setting:
    """The sentence that numbers stand in, as far as all of them share it."""

    text: str
    marker_ends: int
    every_number_counts: bool
    names_a_measure: bool


def claims_in(sentence: str) -> tuple[NumberToken, ...]:
    """The numbers of a rendered sentence that must be traced.

    The documented exemptions, but a bare integer is a claim as soon as it stands with a unit, with the name of
    something measured, in a table row, alone, or where a sentence states a value ("it was 58").
    """
    text = visible(sentence)
    marker = _LIST_MARKER.match(text)
    setting = _Setting(
        text=text,
        marker_ends=marker.end() if marker else 0,
        every_number_counts=bool(_TABLE_ROW.match(text)) or not any(letter.isalpha() for letter in text),
        names_a_measure=bool(METRIC_NAME.search(text) or MEASURE_WORD.search(text)),
    )
    return tuple(token for token in tokenise(sentence) if _is_claim(token, setting))


def _is_claim(token: NumberToken, setting: _Setting) -> bool:
    if not is_documented_exempt(token):
        return True
    if token.end <= setting.marker_ends or _COUNTED_THINGS.match(setting.text, token.end):
        return False
    if token.unit or setting.every_number_counts:
        return True
    before = setting.text[max(0, token.start - _REACH) : token.start]
    if abs(token.value) < 100:
        return setting.names_a_measure or bool(_STATED.search(before))
    return setting.names_a_measure and not _DATE_CONTEXT.search(before)
