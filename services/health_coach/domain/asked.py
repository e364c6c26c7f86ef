"""The questions about a person's records that a coach asks, each with one number as its answer."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, TypeAlias

LAST_30_DAYS: Final = "the last 30 days"
WEEKS: Final = ("last week", "the week before", "the week before that")
"""How the last full weeks are called, the newest first."""
_DAYS: Final = 30


@dataclass(frozen=True, kw_only=True)
class Span:
    """Inclusive local dates; `label` is how a person would say them."""

    start: date
    end: date
    label: str


@dataclass(frozen=True, kw_only=True)
class Level:
    """The mean of a daily metric."""

    metric: str
    span: Span


@dataclass(frozen=True, kw_only=True)
class DaysMet:
    """On how many days a daily metric was at least, or at most, so much."""

    metric: str
    target: float
    unit: str
    at_most: bool
    span: Span


@dataclass(frozen=True, kw_only=True)
class Workouts:
    """How many activities there were."""

    span: Span


@dataclass(frozen=True, kw_only=True)
class WorkoutDays:
    """On how many days there was an activity."""

    span: Span


Question: TypeAlias = Level | DaysMet | Workouts | WorkoutDays


def last_30_days(today: date) -> Span:
    return Span(start=today - timedelta(days=_DAYS - 1), end=today, label=LAST_30_DAYS)


def full_weeks(today: date) -> tuple[Span, ...]:
    """The last weeks, Monday to Sunday, that had ended on that day or before; the newest first."""
    sunday = today - timedelta(days=today.isoweekday() % 7)
    ends = (sunday - timedelta(weeks=back) for back in range(len(WEEKS)))
    return tuple(
        Span(start=end - timedelta(days=6), end=end, label=label) for end, label in zip(ends, WEEKS, strict=True)
    )
