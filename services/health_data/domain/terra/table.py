"""Where Terra's payloads state what, in which unit. A value more is a line here.

From the published schemas, version 2022-03-16 (github.com/tryterra/openapi, dist/core/v2-bundled.yaml).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

_A_MINUTE: Final = 60
_A_KILOMETRE: Final = 1000


@dataclass(frozen=True, kw_only=True)
class Value:
    """One number of a record.

    Attributes:
        metric: canonical.
        path: from the record.
        times, over: what it is multiplied with and divided by, to come to the canonical unit.
        rank: of several that state a metric of a day, the least counts.
    """

    metric: str
    path: str
    times: float = 1
    over: float = 1
    rank: int = 0


@dataclass(frozen=True, kw_only=True)
class Samples:
    """Measurements of a day, whose mean is the day's value.

    Attributes:
        path: the list.
        value, time: in each sample.
        average: the provider's own average of the day, for where there are no samples.
        other: where a sample says that it is of another kind, with which number; such ones are not taken.
    """

    metric: str
    path: str
    value: str
    time: str = "timestamp"
    average: str = ""
    other: tuple[str, int] | None = None
    rank: int = 0


SMO2: Final = ("type", 1)
"""Oxygen in muscle, not in blood."""

DAILY: Final = (
    Value(metric="steps", path="distance_data.steps"),
    Value(metric="distance_km", path="distance_data.distance_meters", over=_A_KILOMETRE),
    Value(metric="floors_climbed", path="distance_data.floors_climbed"),
    # "Including BMR and activity": net_activity_calories alone is no total.
    Value(metric="calories_kcal", path="calories_data.total_burned_calories"),
    Value(metric="resting_heart_rate", path="heart_rate_data.summary.resting_hr_bpm"),
    Value(metric="heart_rate_variability", path="heart_rate_data.summary.avg_hrv_rmssd", rank=1),
    Value(metric="hrv_sdnn", path="heart_rate_data.summary.avg_hrv_sdnn", rank=1),
    Value(metric="spo2", path="oxygen_data.avg_saturation_percentage", rank=1),
    Value(metric="vo2_max", path="oxygen_data.vo2max_ml_per_min_per_kg"),
    Value(metric="sleep_score", path="scores.sleep", rank=1),
)

SLEEP: Final = (
    Value(
        metric="sleep_minutes",
        path="sleep_durations_data.asleep.duration_asleep_state_seconds",
        over=_A_MINUTE,
    ),
    Value(
        metric="deep_sleep_minutes",
        path="sleep_durations_data.asleep.duration_deep_sleep_state_seconds",
        over=_A_MINUTE,
    ),
    Value(
        metric="rem_sleep_minutes",
        path="sleep_durations_data.asleep.duration_REM_sleep_state_seconds",
        over=_A_MINUTE,
    ),
    Value(
        metric="light_sleep_minutes",
        path="sleep_durations_data.asleep.duration_light_sleep_state_seconds",
        over=_A_MINUTE,
    ),
    Value(
        metric="awake_minutes",
        path="sleep_durations_data.awake.duration_awake_state_seconds",
        over=_A_MINUTE,
    ),
    Value(metric="heart_rate_variability", path="heart_rate_data.summary.avg_hrv_rmssd"),
    Value(metric="hrv_sdnn", path="heart_rate_data.summary.avg_hrv_sdnn"),
    Value(metric="resting_heart_rate", path="heart_rate_data.summary.resting_hr_bpm", rank=1),
    Value(metric="respiratory_rate", path="respiration_data.breaths_data.avg_breaths_per_min"),
    Value(metric="spo2", path="respiration_data.oxygen_saturation_data.avg_saturation_percentage"),
    Value(metric="sleep_score", path="scores.sleep"),
)
ASLEEP: Final = "sleep_minutes"
STAGES: Final = ("deep_sleep_minutes", "rem_sleep_minutes", "light_sleep_minutes")
"""All of them 0 in a night that was slept: the provider tells no stages."""

BODY: Final = (
    Value(metric="resting_heart_rate", path="heart_data.heart_rate_data.summary.resting_hr_bpm", rank=2),
    Value(metric="heart_rate_variability", path="heart_data.heart_rate_data.summary.avg_hrv_rmssd", rank=2),
    Value(metric="hrv_sdnn", path="heart_data.heart_rate_data.summary.avg_hrv_sdnn", rank=2),
    Value(metric="vo2_max", path="oxygen_data.vo2max_ml_per_min_per_kg", rank=1),
)
MEASURED: Final = (
    Samples(
        metric="weight_kg",
        path="measurements_data.measurements",
        value="weight_kg",
        time="measurement_time",
        average="measurements_data.day_avg_weight_kg",
    ),
    Samples(
        metric="body_fat_percent",
        path="measurements_data.measurements",
        value="bodyfat_percentage",
        time="measurement_time",
        average="measurements_data.day_avg_bodyfat_percentage",
    ),
    Samples(
        metric="systolic_blood_pressure",
        path="blood_pressure_data.blood_pressure_samples",
        value="systolic_bp",
        average="blood_pressure_data.day_avg_systolic_bp",
    ),
    Samples(
        metric="diastolic_blood_pressure",
        path="blood_pressure_data.blood_pressure_samples",
        value="diastolic_bp",
        average="blood_pressure_data.day_avg_diastolic_bp",
    ),
    # Absolute degrees; the deviation from a baseline that nights have is none.
    Samples(
        metric="skin_temperature",
        path="temperature_data.skin_temperature_samples",
        value="temperature_celsius",
        average="temperature_data.day_avg_skin_temperature_celsius",
    ),
    Samples(
        metric="spo2",
        path="oxygen_data.saturation_samples",
        value="percentage",
        average="oxygen_data.avg_saturation_percentage",
        other=SMO2,
        rank=2,
    ),
)
SATURATION_SAMPLES: Final = "oxygen_data.saturation_samples"

ACTIVITY: Final = (
    Value(metric="distance_m", path="distance_data.summary.distance_meters"),
    Value(metric="steps", path="distance_data.summary.steps"),
    Value(metric="elevation_gain_m", path="distance_data.summary.elevation.gain_actual_meters"),
    Value(metric="calories_kcal", path="calories_data.total_burned_calories"),
    Value(metric="average_heart_rate", path="heart_rate_data.summary.avg_hr_bpm"),
    Value(metric="speed_m_per_min", path="movement_data.avg_speed_meters_per_second", times=60),
)


@dataclass(frozen=True, kw_only=True)
class Consumed:
    """What was eaten or drunk on a day, as an entry of the journal."""

    tag: str
    path: str
    unit: str


NUTRITION: Final = (
    Consumed(tag="water", path="summary.water_ml", unit="ml"),
    Consumed(tag="caffeine", path="summary.micros.caffeine_mg", unit="mg"),
    Consumed(tag="alcohol", path="summary.macros.alcohol_g", unit="g"),
)

FLOW: Final[Mapping[int, str]] = {2: "light", 3: "medium", 4: "heavy", 5: ""}
"""Of a day on which there was any; 1 is none, 0 unknown."""
PERIOD: Final = 1
"""The phase of a cycle."""

IN_UTC: Final = 0
"""`timestamp_localization`: the times of the payload are UTC, whatever offset they state."""
TENTATIVE: Final = 3
"""Of a sleep: it may still change."""
DELETED: Final = 4
"""Of an activity: it is to be taken back."""
PENDING: Final = 5

SOURCES: Final[Mapping[str, str]] = {
    "APPLE": "apple_health",
    "APPLEHEALTH": "apple_health",
    "APPLE_HEALTH": "apple_health",
    "SAMSUNG": "samsung_health",
    "SAMSUNGHEALTH": "samsung_health",
    "GOOGLE": "google_fit",
    "GOOGLEFIT": "google_fit",
    "GARMIN": "garmin",
    "FITBIT": "fitbit",
    "OURA": "oura",
    "WHOOP": "whoop",
    "WITHINGS": "withings",
    "POLAR": "polar",
}
"""By Terra's name of a provider, the source that a file of that vendor has too; any other has its name."""
