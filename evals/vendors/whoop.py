"""The archive of a WHOOP account: `physiological_cycles.csv` and `sleeps.csv`.

A cycle begins with falling asleep: of nights whose times are not known it can tell nothing.
"""

from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Final

from evals.vendors.person import Person, Written
from evals.vendors.tables import csv_of

_OF_A_NIGHT: Final = {
    "respiratory_rate": "Respiratory rate (rpm)",
    "sleep_minutes": "Asleep duration (min)",
    "light_sleep_minutes": "Light sleep duration (min)",
    "deep_sleep_minutes": "Deep (SWS) duration (min)",
    "rem_sleep_minutes": "REM duration (min)",
    "awake_minutes": "Awake duration (min)",
}
_OF_A_CYCLE: Final = {
    "resting_heart_rate": "Resting heart rate (bpm)",
    "heart_rate_variability": "Heart rate variability (ms)",
    "skin_temperature": "Skin temp (celsius)",
    "spo2": "Blood oxygen %",
    "calories_kcal": "Energy burned (cal)",
    **_OF_A_NIGHT,
}
_TIMES: Final = ("Cycle start time", "Cycle end time", "Cycle timezone", "Sleep onset", "Wake onset")
_ENERGY: Final = "calories_kcal"


def write(person: Person) -> Written:
    written = Written()
    sleepless = [day for day in person.daily.get(_ENERGY, {}) if day not in person.nights]
    cycles = {day: _values(person, written, day, _OF_A_CYCLE) for day in person.nights}
    awake = {day: _values(person, written, day, {_ENERGY: _OF_A_CYCLE[_ENERGY]}) for day in sleepless}
    rows = [
        *(
            (day, (*_times(person, day), "0.0", *(row.get(name) for name in _OF_A_CYCLE)))
            for day, row in cycles.items()
        ),
        *(
            (day, (_stamp(datetime.combine(day, time())), "", "UTCZ", "", "", "0.0", *map(row.get, _OF_A_CYCLE)))
            for day, row in awake.items()
        ),
    ]
    rows.sort(key=lambda row: row[0], reverse=True)
    written.clocks = set(person.nights)
    written.files = {
        "physiological_cycles.csv": csv_of(
            (*_TIMES, "Day Strain", *_OF_A_CYCLE.values()), (cells for _, cells in rows)
        ),
        "sleeps.csv": csv_of(
            (*_TIMES, "Nap", *_OF_A_NIGHT.values()),
            ((*_times(person, day), "false", *(row.get(name) for name in _OF_A_NIGHT)) for day, row in cycles.items()),
        ),
    }
    return written


def _values(person: Person, written: Written, day: date, columns: Mapping[str, str]) -> dict[str, float]:
    return {metric: value for metric in columns for _, value in written.take(person, metric, [day])}


def _times(person: Person, day: date) -> tuple[str, ...]:
    night = person.nights[day]
    return (_stamp(night.bed), "", "UTCZ", _stamp(night.bed), _stamp(night.wake))


def _stamp(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M:%S}"
