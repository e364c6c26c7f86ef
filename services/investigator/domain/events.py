"""What a run says while it goes on, and how it ends."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from amy.spending import Spent
from services.investigator.domain.digest import Digest, NothingOnRecord
from services.investigator.domain.hypotheses import Hypothesis


class Status(StrEnum):
    ANSWERED = "answered"
    DECLINED = "declined"
    FAILED = "failed"


@dataclass(frozen=True, kw_only=True)
class Thought:
    delta: str


@dataclass(frozen=True, kw_only=True)
class Investigated:
    """What was looked at, and what is to be computed; `hypotheses` is empty where too little is on record."""

    status: Status
    digest: Digest | NothingOnRecord
    hypotheses: tuple[Hypothesis, ...] = ()
    spent: Spent = field(default_factory=Spent)


@dataclass(frozen=True, kw_only=True)
class Briefed:
    status: Status
    draft: str
    spent: Spent = field(default_factory=Spent)


InvestigateEvent: TypeAlias = Thought | Investigated
BriefEvent: TypeAlias = Thought | Briefed
