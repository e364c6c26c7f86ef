"""The parts of a question that ask for different things, each of which is looked up by itself."""

import re
from typing import Final

from services.domain_expert.domain.knowledge.querying import subjects_in, terms_of

_ASKING: Final = (
    r"(?:what|how|why|which|when|where|is|are|am|do|does|did|should|can|could|will|would)(?:['\u2019]s|['\u2019]re)?"
)
_BETWEEN: Final = re.compile(rf"(?<=[.?!;])\s+|,?\s+(?:and|but|plus|also)\s+(?={_ASKING}\b)", re.IGNORECASE)
_LEAD: Final = re.compile(r"^\W*(?:(?:and|but|so|or|also|plus|then)\b\W*)+", re.IGNORECASE)
_ASKS: Final = re.compile(rf"{_ASKING}\b", re.IGNORECASE)
_NOT_KNOWN: Final = re.compile(
    r"\b(?:last|past|this) (?:\w+ )?(?:days?|nights?|weeks?|months?|years?)\b|\byesterday\b|\btonight\b"
    r"|\bhow (?:much|many|long|often|far|well) (?:do|did|am|was|were|have|had) i\b(?! (?:need|have to)\b)"
    r"|\b(?:did|was|were|have) (?:i|my)\b|\bwhat (?:was|were) my\b|^(?:do|am) i\b(?! (?:need|have to)\b)"
    r"|^can you (?:identify|see|find|spot|detect|show|tell)\b.*\bmy\b|^how (?:do|does) (?:it|they|that|this|these)\b",
    re.IGNORECASE,
)
"""It asks of somebody's own days, or how what was asked before compares or goes."""
_MOST: Final = 3
_SEVERAL: Final = 2


def parts_of(question: str) -> tuple[str, ...]:
    """Those that ask for what is known and name something; none where there is but one of them, or a great many.

    What somebody's own days were like is for their records, and what a sentence only tells is of the whole.
    """
    texts = (_LEAD.sub("", text.strip()) for text in _BETWEEN.split(question.strip()))
    found = tuple(text for text in texts if _ASKS.match(text) and not _NOT_KNOWN.search(text) and _names(text))
    return found if _SEVERAL <= len(found) <= _MOST else ()


def _names(text: str) -> bool:
    """Whether it names what it is about, or points back to it and says what is asked of it."""
    return bool(subjects_in(terms_of(text))) or bool(_POINTS_BACK.search(text) and len(terms_of(text)) > 0)


_POINTS_BACK: Final = re.compile(r"\b(?:raise|lower|improve|increase|reduce|measure)\w* (?:it|them)\b", re.IGNORECASE)
"""It goes on to ask of the same quantity how it is changed or measured."""


def standing_alone(part: str, noun: str) -> str:
    """The part with what it points back to by its name."""
    return re.sub(r"\b(?:it|them)\b", noun, part, count=1, flags=re.IGNORECASE) if noun else part
