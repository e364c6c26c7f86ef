"""What is on record of a person, as far as a coach asks about it."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, kw_only=True)
class Record:
    """What there is.

    Attributes:
        today: the newest day on record.
        metrics: the daily metrics and derived features with a value.
        has_activities: whether there is an activity.
    """

    today: date
    metrics: frozenset[str]
    has_activities: bool
