"""Terms as the reading hands them over, what is on record, and short forms of the queries they are."""

from dataclasses import replace
from datetime import date
from typing import Final

from services.data_science.adapters.rules.assembly.assembling import assemble
from services.data_science.adapters.rules.assembly.clause import Clause, NotUnderstood, Understood
from services.data_science.adapters.rules.terms import (
    Activity,
    Biomarker,
    Condition,
    DayOf,
    Item,
    Metric,
    Span,
    Statistic,
    Unit,
    Weekdays,
)
from services.data_science.adapters.rules.windows import Calendar
from services.data_science.domain.data import DataDescription
from services.data_science.domain.query import (
    Activities,
    ActivityFilter,
    Aggregate,
    Comparison,
    DayFilter,
    Describe,
    Measure,
    Pick,
    Query,
    Selection,
    Source,
    WeekdayFilter,
    Window,
)
from tests.unit.data_science.analysts import FIRST, TODAY, described
from tests.unit.data_science.questions import ALL

DAYS: Final = Calendar(first=FIRST, today=TODAY)
FIELD_UNITS: Final = {
    "duration_min": "min",
    "distance_m": "m",
    "calories_kcal": "kcal",
    "average_heart_rate": "bpm",
    "elevation_gain_m": "m",
    "steps": "count",
    "active_zone_minutes": "min",
    "speed_m_per_min": "m/min",
}


def on_record(*recorded: str) -> DataDescription:
    """Someone who runs, rides and uses a treadmill, with two laboratory values."""
    return replace(
        described(*recorded),
        activity_units=FIELD_UNITS,
        activity_kinds=("Run", "Treadmill", "Outdoor Bike"),
        biomarkers={"LDL": "mg/dL", "Ferritin": "ng/mL"},
        biomarker_dates=(date(2022, 5, 2), date(2024, 1, 9)),
        population=("resting_heart_rate",),
    )


STEPS: Final = Metric("steps", "steps", field="steps")
HRV: Final = Metric("heart_rate_variability", "hrv")
HEART_RATE: Final = Metric("resting_heart_rate", "heart rate", "Only the resting value.", "average_heart_rate")
SLEEP: Final = Metric("sleep_minutes", "sleep")
DEEP: Final = Metric("deep_sleep_minutes", "deep sleep")
REM: Final = Metric("rem_sleep_minutes", "rem sleep")
DISTANCE: Final = Metric("distance_km", "distance", field="distance_m")
CALORIES: Final = Metric("calories_kcal", "calories", field="calories_kcal")
DURATION: Final = Metric("", "duration", field="duration_min")
SPEED: Final = Metric("", "speed", field="speed_m_per_min")
LDL: Final = Biomarker("LDL", "ldl", on_record=True)
RUNS: Final = Activity(("Run",), "runs")
RAN: Final = Activity(("Run",), "runs", verb=True)
TREADMILL: Final = Activity(("Treadmill",), "treadmill workouts")
ANY: Final = Activity((), "activities")
WEEKENDS: Final = Weekdays((6, 7), "weekends")
WEEKDAYS: Final = Weekdays((1, 2, 3, 4, 5), "weekdays")
HOURS: Final = Unit("min", 60.0, "hours")
KM: Final = Unit("km", 1.0, "km")
AVERAGE, MEDIAN, LOWEST, HIGHEST, TOTAL, LATEST = (
    Statistic(aggregate)
    for aggregate in (
        Aggregate.MEAN,
        Aggregate.MEDIAN,
        Aggregate.MIN,
        Aggregate.MAX,
        Aggregate.SUM,
        Aggregate.LATEST,
    )
)
RUN_KIND: Final = Activities(kinds=("Run",), label="runs")
TREADMILL_KIND: Final = Activities(kinds=("Treadmill",), label="treadmill workouts")
WITH_RUNS: Final = ActivityFilter(activities=RUN_KIND, label="runs")
WITHOUT_RUNS: Final = ActivityFilter(activities=RUN_KIND, label="no runs", absent=True)
ON_WEEKENDS: Final = WeekdayFilter(iso_weekdays=(6, 7), label="weekends")
ON_WEEKDAYS: Final = WeekdayFilter(iso_weekdays=(1, 2, 3, 4, 5), label="weekdays")


def over(
    metric: Metric, number: float, unit: Unit | None = None, *, days: bool = False, opened: bool = True
) -> Condition:
    return Condition(metric, ((Comparison.GREATER, number),), unit, days, opened)


def under(metric: Metric, number: float, unit: Unit | None = None, *, days: bool = False) -> Condition:
    return Condition(metric, ((Comparison.LESS, number),), unit, days, opened=True)


def with_(activity: Activity) -> DayOf:
    return DayOf(activity, absent=False)


def without(activity: Activity) -> DayOf:
    return DayOf(activity, absent=True)


def during(window: Window) -> Span:
    return Span(window)


def read(*items: Item, data: DataDescription | None = None) -> tuple[Understood, ...]:
    """What is understood of the terms of one sentence; fails the test if nothing is."""
    reading = assemble(Clause(items, DAYS, data or on_record()))
    assert not isinstance(reading, NotUnderstood), reading.because
    return reading


def queries(*items: Item) -> list[Query]:
    return [each.query for each in read(*items)]


def refused(*items: Item) -> str:
    """Why nothing is understood; fails the test if something is."""
    reading = assemble(Clause(items, DAYS, on_record()))
    assert isinstance(reading, NotUnderstood), reading
    return reading.because


def days_of(name: str, *filters: DayFilter, window: Window = ALL, pick: Pick | None = None) -> Selection:
    return Selection(measure=Measure(name=name), window=window, day_filters=filters, pick=pick)


def of_activities(
    name: str,
    *filters: DayFilter,
    activities: Activities = RUN_KIND,
    window: Window = ALL,
    pick: Pick | None = None,
    per_day: Aggregate | None = None,
) -> Selection:
    measure = Measure(source=Source.ACTIVITY, name=name, activities=activities, per_day=per_day)
    return Selection(measure=measure, window=window, day_filters=filters, pick=pick)


def stat(selection: Selection, aggregate: Aggregate, per_days: float = 0.0) -> Describe:
    return Describe(selection=selection, aggregate=aggregate, per_days=per_days)
