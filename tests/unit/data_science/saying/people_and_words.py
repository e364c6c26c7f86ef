"""A catalogue and the expressions that the sayings are tested on."""

from collections.abc import Mapping
from datetime import date
from typing import Final

from services.data_science.domain.algebra import (
    All,
    Compare,
    Field,
    Kind,
    Literal,
    Operator,
    Rows,
    Table,
    Test,
    Unit,
    Where,
    Window,
)
from services.data_science.domain.catalogue import Catalogue, Quantity


def _quantities(*rows: tuple[str, str, str], nightly: tuple[str, ...] = ()) -> Mapping[str, Quantity]:
    return {name: Quantity(name=name, unit=unit, noun=noun, nightly=name in nightly) for name, unit, noun in rows}


CATALOGUE: Final = Catalogue(
    first=date(2024, 1, 1),
    today=date(2024, 11, 24),
    metrics=_quantities(
        ("steps", "count", "step count"),
        ("sleep_minutes", "min", "sleep duration"),
        ("resting_heart_rate", "bpm", "resting heart rate"),
        ("heart_rate_variability", "ms", "heart rate variability"),
        ("active_zone_minutes", "min", "active zone time"),
        ("bed_time", "clock", "bed time"),
        ("deep_sleep_percent", "%", "deep sleep percentage"),
        nightly=("sleep_minutes", "bed_time", "deep_sleep_percent"),
    ),
    fields=_quantities(
        ("duration_min", "min", "duration"),
        ("distance_m", "m", "distance"),
        ("average_heart_rate", "bpm", "average heart rate"),
        ("steps", "count", "step count"),
        ("speed_m_per_min", "m/min", "speed"),
        ("start_clock", "clock", "start time"),
    ),
    biomarkers=_quantities(("LDL", "mg/dL", "LDL cholesterol"), ("HbA1c", "%", "HbA1c")),
    kinds=("Walk", "Run", "Bike", "Kitesurf"),
    samples=(date(2024, 2, 1), date(2024, 8, 1)),
    population=frozenset({"resting_heart_rate"}),
    upper_limits=frozenset({"LDL"}),
)


def window(start: str, end: str, label: str = "", unit: Unit | None = None) -> Window:
    return Window(start=date.fromisoformat(start), end=date.fromisoformat(end), label=label, unit=unit)


EVER: Final = window("2024-01-01", "2024-11-24", "all data")
OCTOBER: Final = window("2024-10-01", "2024-10-31", "October 2024", Unit.MONTH)
SEPTEMBER: Final = window("2024-09-01", "2024-09-30", "September 2024", Unit.MONTH)
LAST_WEEK: Final = window("2024-11-11", "2024-11-17", "last week", Unit.WEEK)
THE_WEEK_BEFORE: Final = window("2024-11-04", "2024-11-10", "the week before", Unit.WEEK)


def days(when: Window = OCTOBER, *tests: Test) -> Rows:
    return _all(Table.DAYS, when, tests)


def activities(when: Window = OCTOBER, *tests: Test) -> Rows:
    return _all(Table.ACTIVITIES, when, tests)


def runs(when: Window = OCTOBER) -> Rows:
    return activities(when, RUN)


def _all(table: Table, when: Window, tests: tuple[Test, ...]) -> Rows:
    rows: Rows = All(table=table, window=when)
    for test in tests:
        rows = Where(rows=rows, test=test)
    return rows


def field(name: str) -> Field:
    return Field(name=name)


def compare(name: str, operator: Operator, value: float, unit: str = "") -> Compare:
    return Compare(column=field(name), operator=operator, number=Literal(value=value, unit=unit))


RUN: Final = Kind(names=frozenset({"Run"}))
STEPS: Final = field("steps")
SLEEP: Final = field("sleep_minutes")
HRV: Final = field("heart_rate_variability")
RESTING: Final = field("resting_heart_rate")
DISTANCE: Final = field("distance_m")
DURATION: Final = field("duration_min")
VALUES: Final = field("value")
