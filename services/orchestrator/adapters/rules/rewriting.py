"""A sentence with untraceable numbers, said without them, where that cannot change what it says."""

import re
from collections.abc import Sequence
from typing import Final

from services.orchestrator.adapters.rules.paragraphs import is_row
from services.orchestrator.domain.numbers.reading.tokenising import tokenise
from services.orchestrator.domain.numbers.writing.sentences import ends_sentence

_REFERENCE: Final = r"\{\{[^{}]*\}\}"
_PARENTHESIS: Final = re.compile(rf"{_REFERENCE}|\s*\((?:[^(){{}}]|{_REFERENCE})*\)")
"""Also a reference by itself, whose parentheses are not the sentence's."""
_ASIDE: Final = re.compile(
    r"(?:,|;|\s[\u2013\u2014-])\s+(?=(?:which (?:is|was)|that is|about|around|roughly|nearly|almost"
    r"|approximately|based on"
    r"|compared|versus|vs|up from|down from)\b)",
    re.IGNORECASE,
)
_FEWEST_WORDS: Final = 3
_DASH: Final = "\u2013"


def without(sentence: str, unverified: Sequence[str]) -> str:
    """The sentence without the parentheses and closing asides that hold unverified numbers; empty if others stay.

    Only what merely elaborates is cut: a condition or a contrast ("unless it is under ...") would change the meaning.
    Of a table row the cells that hold them are emptied, so that the table stays one.
    """
    body = sentence.rstrip()
    space = sentence[len(body) :]
    if is_row(body):
        row = _row_without(body, unverified)
        return row + space if row else ""
    body = _PARENTHESIS.sub(lambda found: _uncut(found.group(), unverified), body)
    kept = body
    for aside in reversed(list(_ASIDE.finditer(body))):
        if _holds(kept[aside.start() :], unverified):
            kept = kept[: aside.start()]
    if _holds(kept, unverified) or len(kept.split()) < _FEWEST_WORDS:
        return ""
    return (kept if ends_sentence(kept) else kept.rstrip(" ,;:") + ".") + space


def _row_without(row: str, unverified: Sequence[str]) -> str:
    """The row with a dash in each cell that holds an unverified number; empty if its name or all its figures go."""
    cells = row.split("|")
    emptied = [f" {_DASH} " if _holds(cell, unverified) else cell for cell in cells]
    told = [cell for cell in emptied if cell.strip()]
    has_name = bool(told) and _DASH not in told[0]
    return "|".join(emptied) if has_name and any(_tells_figure(cell) for cell in told[1:]) else ""


def _tells_figure(cell: str) -> bool:
    return "{{" in cell or bool(tokenise(cell))


def _uncut(matched: str, unverified: Sequence[str]) -> str:
    return "" if not matched.startswith("{{") and _holds(matched, unverified) else matched


def _holds(text: str, unverified: Sequence[str]) -> bool:
    numbers = {token.text for token in tokenise(text)}
    return any(token in numbers or ("{{" in token and token in text) for token in unverified)
