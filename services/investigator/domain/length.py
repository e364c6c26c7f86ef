"""How long a draft is when its numbers are written."""

import re
from collections.abc import Mapping
from typing import Final

from services.investigator.domain.brief import Fact

_REFERENCE: Final = re.compile(r"\{\{([^}]*)\}\}")
_AN_HOUR_MIN: Final = 60
_DATE_WORDS: Final = 3
_DURATION_WORDS: Final = 4


def words_in(draft: str, facts: Mapping[str, Fact]) -> int:
    """List marks and emphasis are no words; "7 h 8 min" is four, "58.3 bpm" two, a date three."""
    plain = (word for word in _REFERENCE.sub("", draft).split() if any(map(str.isalnum, word)))
    return sum(1 for _ in plain) + sum(_words_of(facts.get(claim)) for claim in _REFERENCE.findall(draft))


def _words_of(fact: Fact | None) -> int:
    match fact:
        case Fact(unit="date"):
            return _DATE_WORDS
        case Fact(unit="min", value=value) if abs(value) >= _AN_HOUR_MIN:
            return _DURATION_WORDS
        case Fact(unit="" | "clock"):
            return 1
        case _:
            return 2
