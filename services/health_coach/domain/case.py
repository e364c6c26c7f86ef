"""What a coach is told: the conversation, what is remembered of the person, and what was computed of their records."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from services.health_coach.domain.asked import Question
from services.health_coach.domain.goals import Goal


@dataclass(frozen=True)
class Message:
    text: str
    by_person: bool


@dataclass(frozen=True, kw_only=True)
class Remembered:
    """`kind` is as memory has it: "goal", "barrier", "preference", "value"."""

    kind: str
    text: str
    goal: Goal | None = None


@dataclass(frozen=True, kw_only=True)
class Fact:
    """A number that may be told, by its claim on the fact sheet."""

    claim: str
    value: float
    unit: str


@dataclass(frozen=True, kw_only=True)
class Case:
    """What one turn is about.

    Attributes:
        history: oldest first, without `message`.
        facts: the answer to each question of the records that has one.
    """

    message: str
    history: tuple[Message, ...] = ()
    memories: tuple[Remembered, ...] = ()
    facts: Mapping[Question, Fact] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def said(self) -> tuple[str, ...]:
        """The person's own messages, oldest first, this one last."""
        return (*(each.text for each in self.history if each.by_person), self.message)

    @property
    def told(self) -> tuple[str, ...]:
        """What they were told before, oldest first."""
        return tuple(each.text for each in self.history if not each.by_person)

    @property
    def last_told(self) -> str:
        return self.told[-1] if self.told else ""

    def own_words(self) -> Iterator[str]:
        """All that the person has said of themselves, what is remembered first."""
        yield from (each.text for each in self.memories)
        yield from self.said

    @property
    def goals(self) -> tuple[Goal, ...]:
        """Those on file."""
        return tuple(each.goal for each in self.memories if each.goal)
