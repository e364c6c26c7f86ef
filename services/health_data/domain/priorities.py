"""Which source counts where several state the same of one day. A new vendor is one name here."""

from collections.abc import Mapping, Sequence
from typing import Final

ALL: Final = "*"
"""The order of a person for every metric that has none of its own."""
ACTIVITIES: Final = "activities"
"""What bouts of exercise are called where sources are put in order."""

_BY_HAND: Final = ("manual", "file")
"""What somebody typed in, or made a table of, goes before what a device sent."""
_RINGS: Final = ("oura", "whoop")
_WATCHES: Final = ("garmin", "fitbit", "polar", "apple_health", "samsung_health", "google_fit")
_SCALES: Final = ("withings",)
_COLLECTED: Final = ("health_auto_export",)
"""Pass on what others measured."""

SOURCES: Final = (*_BY_HAND, *_RINGS, *_WATCHES, *_SCALES, *_COLLECTED)
"""Every source there is an order for; others come last, by name."""

_AT_NIGHT: Final = (*_BY_HAND, *_RINGS, *_WATCHES, *_SCALES, *_COLLECTED)
_MOVING: Final = (*_BY_HAND, *_WATCHES, *_RINGS, *_SCALES, *_COLLECTED)
_ON_A_SCALE: Final = (*_BY_HAND, *_SCALES, *_WATCHES, *_RINGS, *_COLLECTED)
_MOVEMENT: Final = frozenset(
    (
        *("steps", "distance_km", "calories_kcal", "active_zone_minutes", "fatburn_active_zone_minutes"),
        *("cardio_active_zone_minutes", "peak_active_zone_minutes", "floors_climbed", "vo2_max", ACTIVITIES),
    )
)
_SCALE: Final = frozenset(("weight_kg", "body_fat_percent", "systolic_blood_pressure", "diastolic_blood_pressure"))


def usual_order(metric: str) -> Sequence[str]:
    """The order where the person has chosen none: rings at night, watches by day, scales for weight."""
    if metric in _MOVEMENT:
        return _MOVING
    return _ON_A_SCALE if metric in _SCALE else _AT_NIGHT


def order(metric: str, chosen: Mapping[str, Sequence[str]]) -> Sequence[str]:
    """The person's order, then the usual one.

    Args:
        metric: of which.
        chosen: the person's orders by metric, that of all others under `ALL`.
    """
    first = chosen.get(metric) or chosen.get(ALL) or ()
    return (*first, *(each for each in usual_order(metric) if each not in first))


def rank(source: str, ordered: Sequence[str]) -> tuple[int, str]:
    """By what sources are compared: the least counts."""
    return (ordered.index(source) if source in ordered else len(ordered), source)
