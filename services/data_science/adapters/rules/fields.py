"""What the numbers of an activity are called. A new field is one entry here."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

_ONLY_AVERAGE: Final = "Of an activity's intensity, the records hold the average heart rate."
_AS_SPEED: Final = "I give the pace as a speed."


@dataclass(frozen=True, kw_only=True)
class FieldWords:
    """How people speak of one number of an activity.

    Attributes:
        noun: its name in an answer, a singular.
        unit: the unit it is stored in.
        dimension: which unit words may stand beside it.
        metric: the daily series people call by the same words; empty where there is none.
        phrases: what it is called; those a daily series shares are with that series.
        loose: names that fit it but leave something out, each with the caveat that says so.
        additive: whether "how much" of several activities is their total.
        better: whether more of it is better; None where neither is.
    """

    noun: str
    unit: str
    dimension: str
    metric: str = ""
    phrases: tuple[str, ...] = ()
    loose: Mapping[str, str] = field(default_factory=dict)
    additive: bool = True
    better: bool | None = True


FIELDS: Final[Mapping[str, FieldWords]] = MappingProxyType(
    {
        "duration_min": FieldWords(
            noun="duration",
            unit="min",
            dimension="min",
            phrases=("duration", "durations", "length", "time", "times spent"),
        ),
        "distance_m": FieldWords(noun="distance", unit="m", dimension="km", metric="distance_km"),
        "calories_kcal": FieldWords(noun="calories burned", unit="kcal", dimension="kcal", metric="calories_kcal"),
        "average_heart_rate": FieldWords(
            noun="average heart rate",
            unit="bpm",
            dimension="bpm",
            metric="resting_heart_rate",
            loose=MappingProxyType(dict.fromkeys(("intensity", "intensities", "exertion", "effort"), _ONLY_AVERAGE)),
            additive=False,
            better=None,
        ),
        "elevation_gain_m": FieldWords(
            noun="elevation gain",
            unit="m",
            dimension="km",
            phrases=(
                *("elevation", "elevation gain", "elevation gains", "elevation gained"),
                *("climb", "climbed", "ascent", "height gain", "altitude gain", "vertical gain", "vertical"),
                *("elevations", "ascended", "elevation climbed", "incline"),
            ),
        ),
        "steps": FieldWords(noun="step count", unit="count", dimension="steps", metric="steps"),
        "active_zone_minutes": FieldWords(
            noun="active zone time", unit="min", dimension="min", metric="active_zone_minutes"
        ),
        "speed_m_per_min": FieldWords(
            noun="speed",
            unit="m/min",
            dimension="km/h",
            phrases=("speed", "speeds", "velocity"),
            loose=MappingProxyType(dict.fromkeys(("pace", "paces", "tempo"), _AS_SPEED)),
            additive=False,
        ),
    }
)
"""By the name of the column, in the order of the activities table."""

FIELD_OF: Final = MappingProxyType({words.metric: name for name, words in FIELDS.items() if words.metric})
"""The field of an activity that is called like a daily series."""
