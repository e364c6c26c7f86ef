"""What is asked of how things are for anybody, though it may speak of somebody's own."""

import re
from typing import Final

_OF_TREATMENT_OR_SIGNS: Final = re.compile(
    r"\b(?:surgery|side[- ]effects?|(?:drug|medicine|medication)s? interactions?|be (?:treated|cured))\b"
    r"|\bwhat (?:\w+ ){0,2}ranges? (?:should|is|are)\b"
    r"|\bhow (?:do|can|could|would|will|should) (?:i|you|one|we) (?:know|tell) (?:if|whether|when)\b",
    re.IGNORECASE,
)
_ACTS_ON: Final = re.compile(
    r"\bhow\b[^.?!]*\b(?:affect|impact|influenc)\w*"
    r"|\b(?:has|have|had|having) (?:an?|any|some) (?:\w+ ){0,3}(?:effect|impact|influence) on\b",
    re.IGNORECASE,
)
_OF_A_SPAN: Final = re.compile(
    r"\b(?:last|this|past) (?:\w+ )?(?:days?|nights?|weeks?|months?|years?)\b", re.IGNORECASE
)
_AS_IT_SHOULD_BE: Final = re.compile(
    r"\b(?:my|the|an?) (?:ideal|optimal|appropriate|recommended|right)\b"
    r"|\b(?:the |my )best (?:\w+ )?(?:time|chance|way|kind|type|moment)\b"
    r"(?! (?:ever|so far|on record|in|over|last|of my)\b)"
    r"|\bcompares? (?:to|with|against) (?:other )?(?:individuals|people|persons|women|men|adults)\b",
    re.IGNORECASE,
)

_WHETHER: Final = re.compile(
    r"^(?:.*[.!?;]\s)?\W*(?:(?:so|and|but|ok|okay|hey|hi|amy)\W+)*"
    r"(?:(?:can|may) (?:i|one|we)|do (?:i|you|we) (?:really )?need|is (?:it|this|that)|are(?! there)|does"
    r"|which (?:is|are|one)|should (?:i|we) (?:be )?(?:worry|worried|concerned|alarmed))"
    r"\b(?!.*\b(?:today|tonight|tomorrow|now|week|plan|goal|routine|session)\b)",
    re.IGNORECASE | re.DOTALL,
)


def is_whether(question: str) -> bool:
    """Whether it asks if something is so, may be done or is needed, at no certain time.

    A yes or no answers that; a coach's question back does not.
    """
    return bool(_WHETHER.match(question))


def is_of_treatment_or_signs(question: str) -> bool:
    """Whether it asks how something is treated, in which range it is well, or by which signs one knows it.

    What is known answers that; it is no habit that somebody could be coached on.
    """
    return bool(_OF_TREATMENT_OR_SIGNS.search(question))


def is_on_an_effect(question: str) -> bool:
    """Whether it asks how one thing acts on another, and not in a certain time, of which only records can tell."""
    return bool(_ACTS_ON.search(question)) and not _OF_A_SPAN.search(question)


def asks_how_it_should_be(question: str) -> bool:
    """Whether it asks how something would be best, or is with others."""
    return bool(_AS_IT_SHOULD_BE.search(question))
