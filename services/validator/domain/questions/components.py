"""Which metrics are made of which: two series that share a component correlate by construction.

Sources: the derived features are this system's own definitions. What the vendor's scores and estimates are composed of
is the vendor's published description (Fitbit help: "What's sleep score in the Fitbit app?", "How does my Fitbit device
calculate my daily activity?"; Fitbit community blog, "Learn More: The Stress Management Score", 2023): distance is
steps times stride length; calories are a basal rate, computed from weight among others, plus activity; the sleep score
weighs sleep stages, time awake and heart rate; the stress management score activity, sleep, heart rate and its
variability. Sleep efficiency is the share of the time in bed that is slept (Reed and Sacco 2016, J Clin Sleep Med).
"""

from enum import StrEnum
from types import MappingProxyType
from typing import Final

_ROLLING_SUFFIXES: Final = ("_mean_30d", "_sd_30d", "_cv_30d")
_PERCENT: Final = "_percent"

_FORMULAS: Final = MappingProxyType(
    {
        "cardio_fitness_index": frozenset({"steps", "resting_heart_rate"}),
        "hrv_rhr_ratio": frozenset({"heart_rate_variability", "resting_heart_rate"}),
    }
)

_STAGES: Final = frozenset({"deep_sleep_minutes", "rem_sleep_minutes", "light_sleep_minutes"})
_PARTS: Final = MappingProxyType(
    {
        "sleep_minutes": _STAGES,
        "active_zone_minutes": frozenset(
            {"fatburn_active_zone_minutes", "cardio_active_zone_minutes", "peak_active_zone_minutes"}
        ),
    }
)
_NIGHT: Final = _STAGES | {"sleep_minutes", "awake_minutes"}
"""What the percentages of a night are shares of."""

_COMPOSITES: Final = MappingProxyType(
    {
        "distance_km": frozenset({"steps"}),
        "calories_kcal": frozenset({"steps", "active_zone_minutes", "weight_kg"}),
        "sleep_efficiency": frozenset({"sleep_minutes", "awake_minutes"}),
        "sleep_score": frozenset({"sleep_minutes", "awake_minutes", "resting_heart_rate"}),
        "stress_management_score": frozenset(
            {
                "steps",
                "active_zone_minutes",
                "sleep_minutes",
                "awake_minutes",
                "resting_heart_rate",
                "heart_rate_variability",
            }
        ),
    }
)


_DAILY: Final = MappingProxyType({"distance_m": "distance_km", "speed_m_per_min": "distance_km"})
"""The daily metric that a field of an activity goes into, where its name is another."""


class Overlap(StrEnum):
    """How two series share what they measure, the gravest first.

    SAME: both are computed from one and the same measurement.
    PART: one is a part of the other.
    SHARES: both are shares of one whole.
    COMPOSITE: one is a score, a share or an estimate that the other goes into.
    INGREDIENT: the same measurement goes into both, beside others.
    """

    SAME = "same"
    PART = "part"
    SHARES = "shares"
    COMPOSITE = "composite"
    INGREDIENT = "ingredient"


def overlap_of(a: str, b: str) -> Overlap | None:
    """How two metrics or derived features overlap; None if they are measured apart."""
    a, b = _metric(a), _metric(b)
    bases_a, bases_b = _bases(a), _bases(b)
    if bases_a & bases_b:
        return Overlap.SAME
    if any(y in _PARTS.get(x, ()) or x in _PARTS.get(y, ()) for x in bases_a for y in bases_b):
        return Overlap.PART
    if a.endswith(_PERCENT) and b.endswith(_PERCENT):
        return Overlap.SHARES
    ingredients_a, ingredients_b = _ingredients(a), _ingredients(b)
    if ingredients_a & bases_b or bases_a & ingredients_b:
        return Overlap.COMPOSITE
    return Overlap.INGREDIENT if ingredients_a & ingredients_b else None


def daily_name(field: str) -> str:
    """A field of an activity under the name of the daily metric it goes into; a number of activities as such."""
    return _DAILY.get(field, field or "activities")


def _metric(name: str) -> str:
    """The daily metric or derived feature, without a rolling statistic of it."""
    for suffix in _ROLLING_SUFFIXES:
        name = name.removesuffix(suffix)
    return name


def _bases(metric: str) -> frozenset[str]:
    """The measurements a feature is computed from; a share such as `deep_sleep_percent` counts as its minutes."""
    if metric.endswith(_PERCENT):
        metric = f"{metric.removesuffix(_PERCENT)}_minutes"
    return _FORMULAS.get(metric, frozenset({metric}))


def _ingredients(metric: str) -> frozenset[str]:
    """What goes into a score, a share or an estimate, the parts of an ingredient included; empty for a measurement."""
    direct = _NIGHT if metric.endswith(_PERCENT) else _COMPOSITES.get(metric, frozenset())
    return direct.union(*(_PARTS.get(ingredient, frozenset()) for ingredient in direct))
