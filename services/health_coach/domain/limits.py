"""What a person cannot or will not do, and what that rules out: the hard filter before anything is worded.

Limits are read generously: one too many costs a suggestion, one too few may cost a knee.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from services.health_coach.domain.limit_words import Limit
from services.health_coach.domain.limits_of_body import OF_BODY
from services.health_coach.domain.limits_of_choice import OF_FOOD, OF_LIFE
from services.health_coach.domain.own_words import own_clauses
from services.health_coach.domain.tags import Tag

LIMITS: Final = (*OF_FOOD, *OF_BODY, *OF_LIFE)


@dataclass(frozen=True, kw_only=True)
class Limits:
    found: tuple[Limit, ...] = ()

    @property
    def excluded(self) -> frozenset[Tag]:
        return frozenset().union(*(limit.excludes for limit in self.found))

    @property
    def needs_doctor(self) -> bool:
        return any(limit.needs_doctor for limit in self.found)

    def allow(self, tags: Iterable[Tag]) -> bool:
        return self.excluded.isdisjoint(tags)


def limits_in(texts: Iterable[str]) -> Limits:
    """All limits in a person's own words, whichever message or memory they stand in."""
    clauses = [clause for text in texts for clause in own_clauses(text)]
    return Limits(found=tuple(limit for limit, pattern in _patterns() if any(map(pattern.search, clauses))))


@cache
def _patterns() -> tuple[tuple[Limit, re.Pattern[str]], ...]:
    """Made for the first person who asks for advice."""
    return tuple((limit, re.compile(limit.pattern, re.IGNORECASE)) for limit in LIMITS)
