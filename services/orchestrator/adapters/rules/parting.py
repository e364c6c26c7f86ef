"""Which parts a message has that may ask for different things."""

import re
from typing import Final

_ASIDE: Final = r"(?:also|then|btw|by the way|separately|one more thing|another thing|on another note)[,:]?\s+"
_BETWEEN: Final = re.compile(
    rf"(?<=[.?!;])\s+(?!or\b)|,?\s+(?:and|but|plus)\s+(?:{_ASIDE})?(?=(?:what|how|why|which|is|are|am|was|were|do|does|did|should"
    r"|can|could|tell|show|give|any|where|when|who|will|would|explain|suggest|recommend|advise|help|ideas|tips|make|build"
    rf"|plan|set)\b)|[,.]?\s+(?:and\s+)?also\b[,:]?\s+|[,.;]\s+(?:and\s+)?{_ASIDE}",
    re.IGNORECASE,
)
_FEWEST_WORDS: Final = 2
_MOST_PARTS: Final = 4


def parts_of(message: str) -> tuple[str, ...]:
    """Its parts in order; none where it has one alone, or more than anybody asks at once."""
    found = tuple(part.strip() for part in _BETWEEN.split(message.strip()) if part.strip())
    is_sound = all(len(part.split()) >= _FEWEST_WORDS for part in found)
    return found if 1 < len(found) <= _MOST_PARTS and is_sound else ()
