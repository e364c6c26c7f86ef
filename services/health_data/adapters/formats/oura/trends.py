"""Oura's table of trends: a row a day, with columns in plain words and durations without a unit."""

from collections.abc import Iterable, Mapping
from typing import Final

from services.health_data.adapters.formats.nights import Nights, Sleep
from services.health_data.adapters.formats.tables import Row
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.layouts import column_key

DATES: Final = ("date", "Bedtime Start", "Bedtime End")

_DURATIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "sleep_minutes": ("Total Sleep Duration", "Total Sleep Time", "Total Sleep"),
    "deep_sleep_minutes": ("Deep Sleep Duration", "Deep Sleep Time", "Deep Sleep"),
    "light_sleep_minutes": ("Light Sleep Duration", "Light Sleep Time", "Light Sleep"),
    "rem_sleep_minutes": ("REM Sleep Duration", "REM Sleep Time", "REM Sleep"),
    "awake_minutes": ("Awake Time", "Awake Duration"),
}
_OF_THE_NIGHT: Final[Mapping[str, tuple[str, ...]]] = {
    "resting_heart_rate": ("Lowest Resting Heart Rate", "Lowest Heart Rate"),
    "heart_rate_variability": ("Average HRV",),
    "respiratory_rate": ("Respiratory Rate", "Average Breath"),
    "sleep_score": ("Sleep Score",),
}
_OF_THE_DAY: Final[Mapping[str, tuple[tuple[str, ...], float]]] = {
    "steps": (("Steps",), 1.0),
    "calories_kcal": (("Total Burn", "Total Calories"), 1.0),
    "distance_km": (("Equivalent Walking Distance", "Equivalent Walking Distance (m)"), 1000.0),
}
_MINUTES: Final[tuple[tuple[float, float, float], ...]] = ((2, 16, 60.0), (3600, 86400, 1 / 60))
"""The longest sleep of a file in hours or in seconds: at least, at most, and minutes in one of them."""


_KEPT: Final = frozenset(
    column_key(name)
    for names in (*_DURATIONS.values(), *_OF_THE_NIGHT.values(), *(each for each, _ in _OF_THE_DAY.values()))
    for name in names
)


def has_any(columns: Iterable[str]) -> bool:
    """Whether a table has a column that is kept: people choose and rename them."""
    return not _KEPT.isdisjoint(map(column_key, columns))


def read(rows: Iterable[Row], gathering: Gathering, nights: Nights) -> None:
    """A row's date is the one of the wake-up."""
    days = list(rows)
    gathering.found("days of trends", len(days))
    asleep = [value for row in days if (value := row.number(*_DURATIONS["sleep_minutes"])) is not None]
    minutes = next((each for low, high, each in _MINUTES if asleep and low <= max(asleep) <= high), None)
    for row in days:
        if asleep and minutes is None:
            gathering.skip("durations of sleep: in a unit that the file does not show", row.at)
        _night(row, minutes, nights, gathering)
        day = row.day("date")
        if day is None:
            continue
        gathering.recorded(day)
        for metric, (names, over) in _OF_THE_DAY.items():
            if (value := row.number(*names)) is not None:
                gathering.daily(metric, day, value / over, row.at)


def _night(row: Row, minutes: float | None, nights: Nights, gathering: Gathering) -> None:
    values = {metric: value for metric, names in _OF_THE_NIGHT.items() if (value := row.number(*names))}
    if minutes is not None:
        stated = {metric: row.number(*names) for metric, names in _DURATIONS.items()}
        values |= {metric: value * minutes for metric, value in stated.items() if value is not None}
    wake = row.moment("Bedtime End")
    day = wake.date() if wake is not None else row.day("date")
    if day is None:
        gathering.skip("day: no date", row.at)
    elif values or wake is not None:
        bed = row.moment("Bedtime Start")
        asleep = values.get("sleep_minutes")
        nights.add(Sleep(day=day, at=row.at, asleep_min=asleep, values=values, bed=bed, wake=wake))
