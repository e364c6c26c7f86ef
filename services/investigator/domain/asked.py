"""What is asked of the records: the few shapes of the one question language that the investigator proposes."""

from dataclasses import dataclass
from typing import TypeAlias

from services.investigator.domain.records import Side
from services.investigator.domain.spans import Span


@dataclass(frozen=True, kw_only=True)
class Change:
    """A metric over a stretch against the one before."""

    metric: str
    window: Span
    before: Span


@dataclass(frozen=True, kw_only=True)
class Weekdays:
    """A metric on Saturdays and Sundays against Mondays to Fridays."""

    metric: str
    window: Span


@dataclass(frozen=True, kw_only=True)
class Together:
    """Whether two metrics go together, the second read `lag_days` after the first."""

    left: str
    right: str
    lag_days: int
    window: Span


@dataclass(frozen=True, kw_only=True)
class ChangePoint:
    """The day on which the level of a metric changed."""

    metric: str
    window: Span


@dataclass(frozen=True, kw_only=True)
class Lab:
    """Whether the newest sample lies beyond the laboratory's own limit on that side."""

    biomarker: str
    side: Side
    window: Span


@dataclass(frozen=True, kw_only=True)
class Level:
    """The mean of a metric over a stretch."""

    metric: str
    window: Span


@dataclass(frozen=True, kw_only=True)
class ActivityCount:
    """How many activities there were; `kind` as stored, or empty for all."""

    window: Span
    kind: str = ""


Asked: TypeAlias = Change | Weekdays | Together | ChangePoint | Lab | Level | ActivityCount
