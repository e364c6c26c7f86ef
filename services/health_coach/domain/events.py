"""What coaching says while it runs, and how it ends."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from amy.spending import Spent
from services.health_coach.domain.goals import Goal
from services.health_coach.domain.strategy import Source


class Status(StrEnum):
    ANSWERED = "answered"
    DECLINED = "declined"
    FAILED = "failed"


@dataclass(frozen=True, kw_only=True)
class Thought:
    delta: str


@dataclass(frozen=True, kw_only=True)
class Proposal:
    """A number that is proposed or agreed on, not measured."""

    claim: str
    value: float
    unit: str
    capped_by: str = ""


@dataclass(frozen=True, kw_only=True)
class Reply:
    """What is said; numbers are references, sources in the order of their marks."""

    draft: str
    proposals: tuple[Proposal, ...] = ()
    agreed: Goal | None = None
    recommended: bool = False
    finished: bool = False
    technique_ids: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Completed:
    status: Status
    reply: Reply
    spent: Spent = field(default_factory=Spent)


Event: TypeAlias = Thought | Completed
