"""What is on record of somebody whose nights are told by the morning they end on."""

from datetime import date
from types import MappingProxyType
from typing import Final

from services.data_science.domain.catalogue import Catalogue, Quantity

_METRICS: Final = (
    Quantity(
        name="steps",
        unit="count",
        noun="step count",
        spoken=("steps", "step"),
        loose=MappingProxyType({"activity level": "I take your steps for how active you were."}),
        additive=True,
        better=True,
    ),
    Quantity(name="distance_km", unit="km", noun="distance", spoken=("distance", "km"), additive=True, better=True),
    Quantity(name="calories_kcal", unit="kcal", noun="calories burned", spoken=("calories",), additive=True),
    Quantity(name="resting_heart_rate", unit="bpm", noun="resting heart rate", spoken=("rhr",), better=False),
    Quantity(name="heart_rate_variability", unit="ms", noun="heart rate variability", spoken=("hrv",), better=True),
    Quantity(
        name="sleep_minutes",
        unit="min",
        noun="sleep duration",
        spoken=("sleep", "slept"),
        additive=True,
        nightly=True,
        better=True,
    ),
    Quantity(name="bed_time_clock", unit="clock", noun="bed time", spoken=("go to bed", "bedtime"), nightly=True),
    Quantity(name="skin_temperature", unit="degC", noun="skin temperature", spoken=("skin temperature",)),
)
_FIELDS: Final = (
    Quantity(name="duration_min", unit="min", noun="duration", spoken=("duration",), additive=True),
    Quantity(name="distance_m", unit="m", noun="distance", spoken=("distance",), additive=True),
    Quantity(name="calories_kcal", unit="kcal", noun="calories burned", spoken=("calories",), additive=True),
    Quantity(name="average_heart_rate", unit="bpm", noun="average heart rate", spoken=("heart rate",)),
    Quantity(name="speed_m_per_min", unit="m/min", noun="speed", spoken=("speed",)),
)

CATALOGUE: Final = Catalogue(
    first=date(2024, 3, 1),
    today=date(2024, 11, 24),
    metrics={each.name: each for each in _METRICS},
    fields={each.name: each for each in _FIELDS},
    kinds=("Run", "Bike"),
)
