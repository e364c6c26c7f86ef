"""The canonical vocabulary: every daily metric and activity field, its unit, and what can be believed of it."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, kw_only=True)
class Quantity:
    """A number with a name, a unit, and the range outside which a recorded value is a fault, not a measurement.

    Attributes:
        zero_is_suspect: a stored 0 is possible on paper but is mostly a device's way of saying nothing; an import
            keeps it as recorded and says so.
    """

    name: str
    unit: str
    low: float
    high: float
    zero_is_suspect: bool = False


def _quantity(name: str, unit: str, low: float, high: float) -> Quantity:
    return Quantity(name=name, unit=unit, low=low, high=high)


_MINUTES_A_DAY = 1440.0

METRICS: Final[tuple[Quantity, ...]] = (
    _quantity("steps", "count", 0, 200_000),
    _quantity("distance_km", "km", 0, 300),
    _quantity("calories_kcal", "kcal", 0, 20_000),
    # A minute in the cardio or peak zone can earn two.
    _quantity("active_zone_minutes", "min", 0, 2 * _MINUTES_A_DAY),
    _quantity("fatburn_active_zone_minutes", "min", 0, 2 * _MINUTES_A_DAY),
    _quantity("cardio_active_zone_minutes", "min", 0, 2 * _MINUTES_A_DAY),
    _quantity("peak_active_zone_minutes", "min", 0, 2 * _MINUTES_A_DAY),
    _quantity("sleep_minutes", "min", 0, _MINUTES_A_DAY),
    _quantity("deep_sleep_minutes", "min", 0, _MINUTES_A_DAY),
    _quantity("rem_sleep_minutes", "min", 0, _MINUTES_A_DAY),
    _quantity("light_sleep_minutes", "min", 0, _MINUTES_A_DAY),
    _quantity("awake_minutes", "min", 0, _MINUTES_A_DAY),
    _quantity("deep_sleep_percent", "%", 0, 100),
    _quantity("rem_sleep_percent", "%", 0, 100),
    _quantity("light_sleep_percent", "%", 0, 100),
    _quantity("awake_percent", "%", 0, 100),
    _quantity("sleep_score", "points", 0, 100),
    _quantity("stress_management_score", "points", 0, 100),
    _quantity("resting_heart_rate", "bpm", 20, 220),
    # rMSSD. SDNN is another metric and is never pooled with it.
    Quantity(name="heart_rate_variability", unit="ms", low=0, high=400, zero_is_suspect=True),
    _quantity("respiratory_rate", "breaths/min", 3, 60),
    _quantity("spo2", "%", 50, 100),
    _quantity("skin_temperature", "degC", 10, 45),
    _quantity("weight_kg", "kg", 2, 500),
)
"""Daily metrics in canonical order."""

METRIC: Final = {metric.name: metric for metric in METRICS}

LOCAL_TIMES: Final = ("bed_time", "wake_up_time")
"""What a day also has, as local date and time; readable in the summary frame, and as a series by its time of day."""

ACTIVITY_FIELDS: Final[tuple[Quantity, ...]] = (
    _quantity("duration_min", "min", 0, 2880),
    _quantity("distance_m", "m", 0, 1_000_000),
    _quantity("calories_kcal", "kcal", 0, 20_000),
    _quantity("average_heart_rate", "bpm", 20, 250),
    _quantity("elevation_gain_m", "m", 0, 20_000),
    _quantity("steps", "count", 0, 200_000),
    _quantity("active_zone_minutes", "min", 0, 2 * _MINUTES_A_DAY),
    _quantity("speed_m_per_min", "m/min", 0, 3000),
)
"""The numbers of one activity, in the order of the activities frame."""

ACTIVITY_FIELD: Final = {field.name: field for field in ACTIVITY_FIELDS}

PROFILE_FIELDS: Final = {
    field.name: field
    for field in (
        _quantity("age_years", "years", 0, 120),
        _quantity("height_cm", "cm", 40, 260),
        _quantity("weight_kg", "kg", 2, 500),
    )
}
"""The numbers of a profile. `sex` is text."""
