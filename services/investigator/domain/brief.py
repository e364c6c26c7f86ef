"""What a briefing is written from: what was looked at, what came of it, and which numbers may be told."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from services.investigator.domain.asked import Asked
from services.investigator.domain.digest import Digest, NothingOnRecord


class Verdict(StrEnum):
    VALIDATED = "validated"
    CONDITIONAL = "conditional"
    REJECTED = "rejected"


@dataclass(frozen=True, kw_only=True)
class Fact:
    """A number that may be told; `window` is what its question states, its dates included."""

    value: float
    unit: str = ""
    window: str = ""


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What became of a hypothesis.

    Attributes:
        has_reading: whether what happened may be told although nothing was confirmed.
        strategy: one thing to do this week; may be empty.
    """

    asked: Asked
    finding_id: str
    verdict: Verdict
    has_reading: bool = False
    strategy: str = ""


@dataclass(frozen=True, kw_only=True)
class BriefCase:
    """A briefing to write.

    Attributes:
        proposed: what was to be computed.
        outcomes: what came of it, in its order; what was rejected and has no reading is missing.
        facts: by claim.
        said_before: the answer to the turn before; nothing of it is said again.
    """

    question: str
    digest: Digest | NothingOnRecord
    proposed: tuple[Asked, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    facts: Mapping[str, Fact]
    said_before: str = ""
