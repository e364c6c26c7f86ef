"""A sentence with untraceable numbers, said without them, where that cannot change what it says."""

import re
from collections.abc import Sequence
from typing import Final

from services.orchestrator.domain.numbers.sentences import ends_sentence
from services.orchestrator.domain.numbers.tokens import tokenise

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


def without(sentence: str, unverified: Sequence[str]) -> str:
    """The sentence without the parentheses and closing asides that hold unverified numbers; empty if others stay.

    Only what merely elaborates is cut: a condition or a contrast ("unless it is under ...") would change the meaning.
    """
    body = sentence.rstrip()
    space = sentence[len(body) :]
    body = _PARENTHESIS.sub(lambda found: _uncut(found.group(), unverified), body)
    kept = body
    for aside in reversed(list(_ASIDE.finditer(body))):
        if _holds(kept[aside.start() :], unverified):
            kept = kept[: aside.start()]
    if _holds(kept, unverified) or len(kept.split()) < _FEWEST_WORDS:
        return ""
    return (kept if ends_sentence(kept) else kept.rstrip(" ,;:") + ".") + space


def _uncut(matched: str, unverified: Sequence[str]) -> str:
    return "" if not matched.startswith("{{") and _holds(matched, unverified) else matched


def _holds(text: str, unverified: Sequence[str]) -> bool:
    numbers = {token.text for token in tokenise(text)}
    return any(token in numbers or ("{{" in token and token in text) for token in unverified)
