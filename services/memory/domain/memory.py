"""What Amy remembers of a user: entries, their categories, and where each came from."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Final, TypeAlias

MAX_TEXT_CHARACTERS: Final = 500
MAX_SUBJECT_CHARACTERS: Final = 200


class Category(StrEnum):
    """What a user sees an entry filed under; the last is bookkeeping, shown only on request."""

    GOAL = "goal"
    INSIGHT = "insight"
    PREFERENCE = "preference"
    HISTORY = "history"
    TESTED_HYPOTHESIS = "tested_hypothesis"


PUBLIC_CATEGORIES: Final = frozenset(Category) - {Category.TESTED_HYPOTHESIS}


class Kind(StrEnum):
    """What the extractor recognised; finer than a category, and what the Critic filters by."""

    GOAL = "goal"
    BARRIER = "barrier"
    PREFERENCE = "preference"
    INSIGHT = "insight"
    HYPOTHESIS = "hypothesis"
    DECISION = "decision"
    VALUE = "value"


CATEGORY_OF_KIND: Final[Mapping[Kind, Category]] = MappingProxyType(
    {
        Kind.GOAL: Category.GOAL,
        Kind.PREFERENCE: Category.PREFERENCE,
        Kind.VALUE: Category.PREFERENCE,
        Kind.INSIGHT: Category.INSIGHT,
        Kind.BARRIER: Category.HISTORY,
        Kind.DECISION: Category.HISTORY,
        Kind.HYPOTHESIS: Category.HISTORY,
    }
)


class Verdict(StrEnum):
    VALIDATED = "validated"
    CONDITIONAL = "conditional"
    REJECTED = "rejected"


CONFIDENCE_OF_VERDICT: Final[Mapping[Verdict, float]] = MappingProxyType(
    {Verdict.VALIDATED: 0.9, Verdict.CONDITIONAL: 0.6, Verdict.REJECTED: 0.4}
)


class FindingKind(StrEnum):
    ASSOCIATION = "association"
    TREND = "trend"
    SCALAR = "scalar"


@dataclass(frozen=True, kw_only=True)
class FindingMeta:
    """The finding behind an entry.

    Attributes:
        finding_id: stable within its turn only: "ds-001".
        target: the second series of an association; empty otherwise.
        effect: the finding's effect, finite; None when it had none.
        kind: None where it was not kept.
        lag_days: by how many days the target was read after the feature; 0 where it was not kept.
        p_value: of the test, 0 to 1, as the validator gave it; None where nothing was tested or it was not kept.
        place: in the how manieth turn that tested anything new it was first tested, from 1; 0 where it was not kept.
        level: up to which p-value its place lets it be validated; None where it was not kept.
    """

    finding_id: str
    feature: str
    target: str
    verdict: Verdict
    effect: float | None
    kind: FindingKind | None = None
    lag_days: int = 0
    p_value: float | None = None
    place: int = 0
    level: float | None = None


@dataclass(frozen=True, kw_only=True)
class Written:
    """By the user, in their own words."""


@dataclass(frozen=True, kw_only=True)
class Extracted:
    """From what was said in a turn."""

    turn_id: str
    kind: Kind


@dataclass(frozen=True, kw_only=True)
class Tested:
    """From what the validator decided in a turn."""

    turn_id: str
    meta: FindingMeta


Origin: TypeAlias = Written | Extracted | Tested


@dataclass(frozen=True, kw_only=True)
class Memory:
    """One entry. Entries are never edited: they are added, superseded or deleted.

    Attributes:
        text: one sentence, 1 to 500 characters.
        created_at: aware, UTC, to the microsecond.
        confidence: 0 to 1, how certain it is that the user said so or that the data do.
        subject: what it is about, "diet"; a newer entry about the same supersedes it. Empty: nothing supersedes it.
        goal: the terms of a goal, as its serialised message; they are for others to read.
    """

    id: str
    text: str
    category: Category
    created_at: datetime
    confidence: float
    origin: Origin
    subject: str = ""
    goal: bytes | None = None
