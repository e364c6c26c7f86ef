"""Passages: what the shipped knowledge holds, one question a passage."""

import hashlib
from dataclasses import dataclass
from enum import StrEnum

from services.domain_expert.domain.citing import Citable, Source


class Kind(StrEnum):
    """What a passage tells of its subject."""

    MEANING = "meaning"
    USUAL = "usual"
    CAUSES = "causes"
    IMPROVING = "improving"
    MEASURING = "measuring"
    WHEN_TO_ASK = "when_to_ask"
    MYTH = "myth"


@dataclass(frozen=True, kw_only=True)
class Passage:
    """Two to five sentences that answer one question, by themselves.

    Attributes:
        about: the daily metrics, and laboratory values by their usual names, that it is about.
        also: words by which people ask for it.
    """

    id: str
    topic: str
    title: str
    about: tuple[str, ...]
    also: tuple[str, ...]
    kind: Kind
    text: str
    sources: tuple[Source, ...]

    @property
    def sha256(self) -> str:
        """Of its text, hexadecimal: what was reviewed is what is told."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def spoken(self) -> str:
        """Title and text, as what the passage means is read from."""
        return f"{self.title}. {self.text}"

    @property
    def citable(self) -> Citable:
        return Citable(id=self.id, text=self.text, sources=self.sources)
