"""What is on record of the people of the scripts: ninety days by profile, and what a goal may ask of them at most."""

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Final

import numpy as np
import pandas as pd

NONE: Final = "none"
"""The profile of whoever has no records."""
_DAYS: Final = 90
_NEWEST: Final = date(2026, 3, 29)
_SPREAD: Final = {
    "steps": 1700.0,
    "sleep_minutes": 38.0,
    "resting_heart_rate": 2.4,
    "heart_rate_variability": 8.0,
    "active_zone_minutes": 9.0,
    "stress_management_score": 7.0,
}
PROFILES: Final[Mapping[str, tuple[float, ...]]] = {
    "sedentary": (4100, 420, 69, 33, 9, 68),
    "average": (7300, 432, 62, 44, 26, 73),
    "active": (11800, 441, 51, 66, 62, 80),
    "short_sleep": (7900, 341, 64, 37, 24, 63),
    "older": (3600, 402, 66, 24, 11, 76),
    "wheelchair": (900, 438, 70, 39, 14, 71),
}
"""The usual level of each metric of `_SPREAD`."""
_BED: Final = {"short_sleep": time(0, 40), "older": time(22, 10)}
_RUNS: Final = {"active": 5, "average": 1}
"""Runs a week."""


def daily(profile: str) -> pd.DataFrame:
    """The days of a profile by metric, with local bed and wake times."""
    generator = np.random.default_rng(sorted(PROFILES).index(profile))
    days = [_NEWEST - timedelta(days=_DAYS - 1 - at) for at in range(_DAYS)]
    table = pd.DataFrame({"date": days})
    for (metric, spread), level in zip(_SPREAD.items(), PROFILES[profile], strict=True):
        table[metric] = np.round(np.clip(level + spread * generator.standard_normal(_DAYS), 1, None))
    bed = _BED.get(profile, time(23, 15))
    evenings = [day if bed.hour < 12 else day - timedelta(days=1) for day in days]
    late = generator.normal(0, 25, _DAYS)
    went = [
        datetime.combine(day, bed) + timedelta(minutes=round(float(by))) for day, by in zip(evenings, late, strict=True)
    ]
    woke = [
        at + timedelta(minutes=float(minutes) + 30) for at, minutes in zip(went, table["sleep_minutes"], strict=True)
    ]
    table["bed_time"] = [each.isoformat() for each in went]
    table["wake_up_time"] = [each.isoformat() for each in woke]
    return table


def activities(profile: str) -> pd.DataFrame:
    """Runs of half an hour on the first days of each week."""
    days = [_NEWEST - timedelta(days=at) for at in range(_DAYS)]
    chosen = sorted(day for day in days if day.weekday() < _RUNS.get(profile, 0))
    return pd.DataFrame(
        [
            {
                "start": datetime.combine(day, time(18)).isoformat(),
                "kind": "Run",
                "duration_min": 32,
                "distance_km": 5.2,
            }
            for day in chosen
        ]
    )


def most(profile: str) -> dict[str, float]:
    """The most a goal may ask: 15 % above the last 30 days or the documented step, 1,000 steps or 30 minutes."""
    if profile == NONE:
        return {}
    recent = daily(profile).tail(30)
    steps, sleep = float(recent["steps"].mean()), float(recent["sleep_minutes"].mean())
    return {"steps": max(1.15 * steps, steps + 1000) + 50, "sleep_minutes": max(1.15 * sleep, sleep + 30) + 1}
