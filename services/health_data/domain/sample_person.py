"""A made-up person: a year of wearable days, activities and laboratory values, as canonical CSV.

Everything that can be found in the data was put there, or was not, on purpose: `docs/sample-person.md` lists both.
The same seed and end date give the same bytes.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

import numpy as np
import numpy.typing as npt

DAYS: Final = 365
DEFAULT_SEED: Final = 2
DEFAULT_END_DATE: Final = date(2025, 12, 31)

# The size of each planted effect, in the target's unit per standard deviation of the cause, unless said otherwise.
RHR_PER_SLEEP_SD: Final = -1.3
"""Longer sleep, lower resting heart rate on the same day."""
HRV_PER_ACTIVE_SD: Final = -5.0
"""More active zone minutes, lower heart rate variability on the next day."""
STRESS_PER_HRV_SD: Final = 4.0
"""Higher heart rate variability, higher stress management score on the same day."""
WEIGHT_CHANGE_KG: Final = -3.0
"""From the first day to the last, in a straight line."""
WEEKEND_SLEEP_MINUTES: Final = 35.0
"""Longer on Saturdays and Sundays."""
SUNDAY_STEPS: Final = -2500.0

_DAY_MISSING: Final = 0.025
_CELL_MISSING: Final = 0.04
_LONG_GAP: Final = (188, 197)
"""The device lay in a drawer from the first of these days to the day before the second."""
_WEIGHED: Final = 0.55
_STAGES: Final = (("deep", 0.17, 0.03), ("rem", 0.21, 0.04))
_KINDS: Final = (("Run", 35.0, 160.0, 148.0), ("Walk", 45.0, 85.0, 102.0), ("Outdoor Bike", 55.0, 330.0, 128.0))
"""Kind, usual minutes, metres a minute, beats a minute."""
_METRES_A_STEP: Final = {"Run": 1.0, "Walk": 0.78}
_LABS: Final = (
    ("LDL cholesterol", "mg/dL", (142.0, 131.0, 124.0, 118.0), None, 130.0),
    ("HDL cholesterol", "mg/dL", (52.0, 53.0, 51.0, 54.0), 40.0, None),
    ("HbA1c", "%", (5.4, 5.5, 5.4), None, 5.7),
    ("Ferritin", "ng/mL", (22.0, 31.0, 44.0, 51.0), 15.0, 150.0),
    ("Vitamin D", "ng/mL", (19.0, 33.0, 27.0), 30.0, 100.0),
)
"""Name, unit, values from the oldest draw on, reference range."""
_LAB_DAYS: Final = (20, 115, 210, 330)
_AGE_YEARS: Final = 41
_SEX: Final = "female"
_HEIGHT_CM: Final = 168
_FIRST_WEIGHT_KG: Final = 71.5

_Column = npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class SamplePerson:
    """Three files in the canonical layouts."""

    daily_csv: str
    activities_csv: str
    biomarkers_csv: str


def sample_person(*, seed: int = DEFAULT_SEED, end_date: date = DEFAULT_END_DATE) -> SamplePerson:
    """The person whose newest day is `end_date`."""
    generator = np.random.default_rng(seed)
    days = [end_date - timedelta(days=DAYS - 1 - offset) for offset in range(DAYS)]
    weekday = np.array([day.weekday() for day in days])
    activities = _activities(generator, days)
    daily = _daily(generator, weekday, _active_minutes(activities, days))
    worn = _worn(generator)
    return SamplePerson(
        daily_csv=_daily_csv(generator, days, daily, worn),
        activities_csv=_activities_csv([each for each in activities if worn[(each.start.date() - days[0]).days]]),
        biomarkers_csv=_biomarkers_csv(days),
    )


def _ar1(generator: np.random.Generator, phi: float) -> _Column:
    """A stationary series of unit variance in which a day resembles the one before by `phi`."""
    noise = generator.standard_normal(DAYS) * np.sqrt(1 - phi**2)
    series = np.empty(DAYS)
    series[0] = generator.standard_normal()
    for day in range(1, DAYS):
        series[day] = phi * series[day - 1] + noise[day]
    return series


def _standardised(column: _Column) -> _Column:
    return np.asarray((column - column.mean()) / column.std(), np.float64)


@dataclass(frozen=True, kw_only=True)
class _Bout:
    start: datetime
    kind: str
    minutes: float
    metres_a_minute: float
    heart_rate: float


def _activities(generator: np.random.Generator, days: list[date]) -> list[_Bout]:
    """About three a week, each at its own time between 6 and 20 o'clock."""
    bouts = []
    for day in days:
        if generator.random() < 0.43:
            kind, minutes, pace, heart_rate = _KINDS[generator.integers(len(_KINDS))]
            start = datetime.combine(day, time(6)) + timedelta(minutes=int(generator.integers(0, 14 * 60)))
            bouts.append(
                _Bout(
                    start=start,
                    kind=kind,
                    minutes=round(minutes * generator.uniform(0.6, 1.5), 1),
                    metres_a_minute=pace * generator.uniform(0.88, 1.12),
                    heart_rate=round(heart_rate + 6 * generator.standard_normal()),
                )
            )
    return bouts


def _zone_minutes(bout: _Bout) -> float:
    """Every minute counts, and twice above 140 beats a minute."""
    return round(bout.minutes * (2 if bout.heart_rate > 140 else 1))


def _active_minutes(bouts: list[_Bout], days: list[date]) -> _Column:
    minutes = np.zeros(DAYS)
    for bout in bouts:
        minutes[(bout.start.date() - days[0]).days] += _zone_minutes(bout)
    return minutes


def _daily(generator: np.random.Generator, weekday: npt.NDArray[np.int_], from_bouts: _Column) -> dict[str, _Column]:
    """Every column for every day, before anything goes missing."""
    weekend = weekday >= 5
    sleep = 425 + 38 * _ar1(generator, 0.35) + WEEKEND_SLEEP_MINUTES * weekend
    active = np.clip(from_bouts + 12 + 6 * _ar1(generator, 0.3), 0, None)
    active_before = np.concatenate([[active.mean()], active[:-1]])
    steps = np.clip(9200 + 2300 * _ar1(generator, 0.4) + SUNDAY_STEPS * (weekday == 6), 400, None)
    heart_rate = 58 + RHR_PER_SLEEP_SD * _standardised(sleep) + 2.2 * _ar1(generator, 0.45)
    variability = 48 + HRV_PER_ACTIVE_SD * _standardised(active_before) + 9 * _ar1(generator, 0.4)
    stress = 74 + STRESS_PER_HRV_SD * _standardised(variability) + 6 * _ar1(generator, 0.3)
    deep, rem = (
        sleep * np.clip(share + spread * generator.standard_normal(DAYS), 0.02, 0.4) for _, share, spread in _STAGES
    )
    awake = np.clip(42 + 12 * generator.standard_normal(DAYS), 5, None)
    return {
        "steps": np.round(steps),
        "distance_km": np.round(steps * 0.00071, 2),
        "calories_kcal": np.round(1650 + 0.045 * steps + 90 * generator.standard_normal(DAYS)),
        "active_zone_minutes": np.round(active),
        "sleep_minutes": np.round(sleep),
        "deep_sleep_minutes": np.round(deep),
        "rem_sleep_minutes": np.round(rem),
        "light_sleep_minutes": np.round(sleep) - np.round(deep) - np.round(rem),
        "awake_minutes": np.round(awake),
        "sleep_score": np.round(np.clip(78 + 5 * _standardised(sleep) + 4 * generator.standard_normal(DAYS), 20, 100)),
        "stress_management_score": np.round(np.clip(stress, 1, 100)),
        "resting_heart_rate": np.round(heart_rate, 1),
        "heart_rate_variability": np.round(np.clip(variability, 8, None), 1),
        "respiratory_rate": np.round(14.6 + 0.6 * _ar1(generator, 0.5), 1),
        "spo2": np.round(np.clip(96.4 + 0.7 * _ar1(generator, 0.2), 90, 100), 1),
        "skin_temperature": np.round(33.8 + 0.35 * _ar1(generator, 0.5), 2),
        "weight_kg": np.round(
            _FIRST_WEIGHT_KG + WEIGHT_CHANGE_KG * np.arange(DAYS) / (DAYS - 1) + 0.35 * _ar1(generator, 0.3), 1
        ),
    }


def _worn(generator: np.random.Generator) -> npt.NDArray[np.bool_]:
    """The days on which the device was worn at all; the first and the last always."""
    worn = generator.random(DAYS) >= _DAY_MISSING
    worn[slice(*_LONG_GAP)] = False
    worn[[0, -1]] = True
    return worn


def _daily_csv(
    generator: np.random.Generator, days: list[date], daily: dict[str, _Column], worn: npt.NDArray[np.bool_]
) -> str:
    present = {name: worn & (generator.random(DAYS) >= _CELL_MISSING) for name in daily}
    present["weight_kg"] = worn & (generator.random(DAYS) < _WEIGHED)
    woke_minutes = np.round(6 * 60 + 50 + 25 * generator.standard_normal(DAYS))
    lines = [",".join(["date", *daily, "bed_time", "wake_up_time", "age_years", "sex", "height_cm"])]
    for at in np.flatnonzero(worn):
        cells = [f"{daily[name][at]:g}" if present[name][at] else "" for name in daily]
        woke = datetime.combine(days[at], time()) + timedelta(minutes=float(woke_minutes[at]))
        asleep = woke - timedelta(minutes=float(daily["sleep_minutes"][at] + daily["awake_minutes"][at]))
        times = [asleep.isoformat(), woke.isoformat()] if present["sleep_minutes"][at] else ["", ""]
        lines.append(",".join([days[at].isoformat(), *cells, *times, str(_AGE_YEARS), _SEX, str(_HEIGHT_CM)]))
    return "\n".join(lines) + "\n"


def _activities_csv(bouts: list[_Bout]) -> str:
    lines = [
        "start,end,kind,duration_min,distance_km,calories_kcal,average_heart_rate,active_zone_minutes,speed_m_per_min,steps"
    ]
    for bout in bouts:
        end = bout.start + timedelta(minutes=round(bout.minutes))
        metres = bout.minutes * bout.metres_a_minute
        steps = f"{metres / _METRES_A_STEP[bout.kind]:.0f}" if bout.kind in _METRES_A_STEP else ""
        lines.append(
            f"{bout.start.isoformat()},{end.isoformat()},{bout.kind},{bout.minutes:g},{metres / 1000:.2f},"
            f"{bout.minutes * bout.heart_rate * 0.06:.0f},{bout.heart_rate:.0f},{_zone_minutes(bout):.0f},"
            f"{bout.metres_a_minute:.1f},{steps}"
        )
    return "\n".join(lines) + "\n"


def _biomarkers_csv(days: list[date]) -> str:
    lines = ["name,value,unit,collected_at,reference_low,reference_high"]
    for name, unit, values, low, high in _LABS:
        for value, at in zip(values, _LAB_DAYS[-len(values) :], strict=True):
            drawn = datetime.combine(days[at], time(8, 30), UTC)
            bounds = ",".join("" if bound is None else f"{bound:g}" for bound in (low, high))
            lines.append(f"{name},{value:g},{unit},{drawn.isoformat()},{bounds}")
    return "\n".join(lines) + "\n"
