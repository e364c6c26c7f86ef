"""A step that can be recommended, as the library holds it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from services.health_coach.domain.own_words import plain
from services.health_coach.domain.tags import Tag
from services.health_coach.domain.topics import Topic


@dataclass(frozen=True, kw_only=True)
class Source:
    title: str
    publisher: str
    url: str


@dataclass(frozen=True)
class OnLevel:
    """The goal is the mean of a daily metric."""

    metric: str


@dataclass(frozen=True)
class OnDays:
    """The goal is on so many days a week; nothing on record shows it."""

    days: int


@dataclass(frozen=True)
class OnWorkouts:
    """The goal is on how many days there is a workout."""


Aim: TypeAlias = OnLevel | OnDays | OnWorkouts


@dataclass(frozen=True, kw_only=True)
class Bound:
    """Of the mean of the last 30 days of a metric."""

    metric: str
    below: float | None = None
    above: float | None = None

    def allows(self, value: float) -> bool:
        return (self.below is None or value < self.below) and (self.above is None or value > self.above)


@dataclass(frozen=True, kw_only=True)
class Strategy:
    """Attributes as in `adapters/library/README.md`."""

    id: str
    topics: tuple[Topic, ...]
    text: str
    how_it_helps: str
    tags: frozenset[Tag]
    fits: tuple[str, ...]
    when: tuple[Bound, ...]
    aim: Aim
    technique_ids: tuple[str, ...]
    source: Source
    only_if_fits: bool = False

    def makes_sense(self, said: Sequence[str]) -> bool:
        """Whether it may be told to somebody who said this: some only where a word that they fit was said."""
        return not self.only_if_fits or self.words_said(said) > 0

    def words_said(self, said: Sequence[str]) -> int:
        """How many of the words that it fits begin a word that was said."""
        words = plain("\n".join(said)).lower()
        return sum(bool(re.search(rf"(?<!\w){re.escape(word)}", words)) for word in self.fits)
