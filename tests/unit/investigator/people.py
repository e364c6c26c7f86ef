"""People to look at: daily values that are level, move, or are missing."""

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from types import MappingProxyType

from services.investigator.adapters.tables_files import tables
from services.investigator.domain.focus import Focus
from services.investigator.domain.records import Activity, LabValue, Records, Series

TODAY = date(2026, 6, 30)
NOUNS: Mapping[str, str] = MappingProxyType(
    {
        "sleep_minutes": "sleep duration",
        "resting_heart_rate": "resting heart rate",
        "heart_rate_variability": "heart rate variability",
        "steps": "step count",
        "active_zone_minutes": "active zone time",
        "weight_kg": "weight",
        "skin_temperature": "skin temperature",
        "bed_time_clock": "bed time",
    }
)
EVERYTHING = tables().everything
PAIRS = tables().pairs


def focus(name: str) -> Focus:
    return next(each for each in tables().focuses if each.name == name)


def series(metric: str, value: Callable[[int], float | None], *, days: int = 365) -> Series:
    """`value` is given how many days ago a day was; None leaves it out."""
    known = {TODAY - timedelta(days=ago): value(ago) for ago in reversed(range(days))}
    values = {day: each for day, each in known.items() if each is not None}
    return Series(metric=metric, noun=NOUNS.get(metric, metric), values=values)


def wave(ago: int) -> float:
    """Ups and downs around 0 that end nowhere in particular."""
    return float((ago * 7) % 11 - 5)


def records(
    *several: Series, activities: tuple[Activity, ...] = (), labs: tuple[LabValue, ...] = (), days: int = 365
) -> Records:
    return Records(
        first=TODAY - timedelta(days=days - 1),
        today=TODAY,
        nouns=NOUNS,
        series={each.metric: each for each in several if each.values},
        activities=activities,
        labs=labs,
        sampled=(TODAY - timedelta(days=300), TODAY - timedelta(days=10)) if labs else None,
    )


def someone(days: int = 365) -> Records:
    """Sleep, heart, steps and weight on every day; of these the last 30 nights were short."""
    return records(
        series("sleep_minutes", lambda ago: 430 + 4 * wave(ago) - (60 if ago < 30 else 0), days=days),
        series("resting_heart_rate", lambda ago: 58 + wave(ago) / 4, days=days),
        series("heart_rate_variability", lambda ago: 50 + wave(ago), days=days),
        series("steps", lambda ago: 9000 + 300 * wave(ago), days=days),
        series("active_zone_minutes", lambda ago: 30 + wave(ago), days=days),
        days=days,
    )
