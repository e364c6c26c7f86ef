"""What a person likes to do, by what it takes."""

import re
from collections.abc import Iterable
from typing import Final

from services.health_coach.domain.own_words import own_clauses
from services.health_coach.domain.tags import Tag

_LIKES: Final = re.compile(
    r"\b(?:like|love|enjoy|prefer|fond of|happy to|keen on|don't mind|into|rather|could|fun)\b[^.!?]{0,40}",
    re.IGNORECASE,
)
_NOT_LIKES: Final = re.compile(
    r"(?:don't|do not|not|never|didn't) (?:really )?(?:like|love|enjoy|prefer|fond)", re.IGNORECASE
)
_CALLED: Final = (
    (Tag.WALKING, r"walk|hik|stroll"),
    (Tag.RUNNING, r"\brun|jog"),
    (Tag.CYCLING, r"cycl|bike|biking|\bride|riding"),
    (Tag.SWIMMING, r"swim|pool"),
    (Tag.STRENGTH, r"strength|weights|lifting|muscle"),
    (Tag.GYM, r"\bgym"),
    (Tag.OUTDOORS, r"outside|outdoors|nature|garden|park|forest|fresh air"),
    (Tag.HOME, r"\bat home|indoors"),
    (Tag.COMPANY, r"friend|together|company|group|with (?:someone|others|people|my)"),
    (Tag.STAIRS, r"stairs"),
    (Tag.FISH, r"fish|salmon|seafood"),
    (Tag.READING, r"read|writing|journal|lists?\b"),
    (Tag.HOT_BATH, r"bath|shower|sauna"),
    (Tag.MEDITATION, r"meditat|mindful"),
)
_LIKED: Final = tuple((tag, re.compile(pattern, re.IGNORECASE)) for tag, pattern in _CALLED)


def likes_in(texts: Iterable[str]) -> frozenset[Tag]:
    """What the person likes to do, by what it takes."""
    liked = [
        found.group()
        for text in texts
        for clause in own_clauses(text)
        if not _NOT_LIKES.search(clause)
        for found in _LIKES.finditer(clause)
    ]
    return frozenset(tag for tag, pattern in _LIKED if any(map(pattern.search, liked)))
