"""Which metrics are made of which: two series that share a component correlate by construction.

Sources: the derived features are this system's own definitions; that distance is steps times stride length, and what
Fitbit's sleep score and stress management score are composed of, is the vendor's published description.
"""

from enum import StrEnum
from types import MappingProxyType
from typing import Final

_ROLLING_SUFFIXES: Final = ("_mean_30d", "_sd_30d", "_cv_30d")

_FORMULAS: Final = MappingProxyType(
    {
        "cardio_fitness_index": frozenset({"steps", "resting_heart_rate"}),
        "hrv_rhr_ratio": frozenset({"heart_rate_variability", "resting_heart_rate"}),
    }
)

_PARTS: Final = MappingProxyType(
    {
        "sleep_minutes": frozenset({"deep_sleep_minutes", "rem_sleep_minutes", "light_sleep_minutes"}),
        "active_zone_minutes": frozenset(
            {"fatburn_active_zone_minutes", "cardio_active_zone_minutes", "peak_active_zone_minutes"}
        ),
    }
)

_COMPOSITES: Final = MappingProxyType(
    {
        "distance_km": frozenset({"steps"}),
        "sleep_score": frozenset({"sleep_minutes", "deep_sleep_minutes", "rem_sleep_minutes", "resting_heart_rate"}),
        "stress_management_score": frozenset({"heart_rate_variability", "resting_heart_rate", "sleep_minutes"}),
    }
)


class Overlap(StrEnum):
    """How two series share what they measure, the gravest first.

    SAME: both are computed from one and the same measurement.
    PART: one is a part of the other.
    COMPOSITE: one is a vendor's score or estimate that the other goes into.
    """

    SAME = "same"
    PART = "part"
    COMPOSITE = "composite"


def overlap_of(a: str, b: str) -> Overlap | None:
    """How two metrics or derived features overlap; None if they are measured apart."""
    bases_a, bases_b = _bases(a), _bases(b)
    if bases_a & bases_b:
        return Overlap.SAME
    pairs = [pair for x in bases_a for y in bases_b for pair in ((x, y), (y, x))]
    if any(part in _PARTS.get(whole, ()) for whole, part in pairs):
        return Overlap.PART
    if any(part in _COMPOSITES.get(whole, ()) for whole, part in pairs):
        return Overlap.COMPOSITE
    return None


def _bases(name: str) -> frozenset[str]:
    """The measurements a feature is computed from; a share such as `deep_sleep_percent` counts as its minutes."""
    for suffix in _ROLLING_SUFFIXES:
        name = name.removesuffix(suffix)
    if name.endswith("_percent"):
        name = f"{name.removesuffix('_percent').removesuffix('_minutes')}_minutes"
    return _FORMULAS.get(name, frozenset({name}))
