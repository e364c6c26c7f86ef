"""Parts of a plan and what their code returned, in short forms, and what is told of them."""

import re
from datetime import date
from typing import Any

from services.data_science.adapters.rules.prose import summary
from services.data_science.domain.analysis import Completed, Computed, Part, Shown, Summary
from services.data_science.domain.draft import Draft, reference
from services.data_science.domain.query import (
    Activities,
    ActivityFilter,
    Aggregate,
    Comparison,
    DayFilter,
    Describe,
    End,
    Measure,
    Pick,
    Query,
    Selection,
    Source,
    ValueFilter,
    WeekdayFilter,
    Window,
)


def set_in(spelled: str) -> Draft:
    """A draft from how it is spelled, in braces."""
    return Draft.of(re.sub(r"\{\{([^{}]+)\}\}", lambda found: reference(found[1]), spelled))


def span(start: str, end: str, label: str) -> Window:
    return Window(start=date.fromisoformat(start), end=date.fromisoformat(end), label=label)


ALL = span("2023-03-01", "2024-03-15", "all data")
D7 = span("2024-03-09", "2024-03-15", "last 7 days")
D30 = span("2024-02-15", "2024-03-15", "last 30 days")
LAST_WEEK = span("2024-03-04", "2024-03-10", "last week")
YESTERDAY = span("2024-03-14", "2024-03-14", "yesterday")
RUNS = Activities(kinds=("Run",), label="runs")
WALKS = Activities(kinds=("Walk",), label="walks")
LONG_RUNS = Activities(kinds=("Run",), label="runs with a distance above 5 km")
LAST, LAST_THREE = Pick(end=End.LAST, count=1), Pick(end=End.LAST, count=3)
LONG_SLEEP = ValueFilter(
    metric="sleep_minutes", comparison=Comparison.GREATER, value=480, label="sleep duration above 8 hours"
)
ON_RUNS = ActivityFilter(activities=RUNS, label="runs")
WEEKENDS = WeekdayFilter(iso_weekdays=(6, 7), label="weekends")
WEEKDAYS = WeekdayFilter(iso_weekdays=(1, 2, 3, 4, 5), label="weekdays")
KM, HOURS = Shown(unit="km", factor=1000.0), Shown(unit="h", factor=60.0)


def daily(name: str, window: Window = ALL, *filters: DayFilter, pick: Pick | None = None) -> Selection:
    return Selection(measure=Measure(name=name), window=window, day_filters=filters, pick=pick)


def active(
    name: str,
    window: Window = ALL,
    *filters: DayFilter,
    activities: Activities = RUNS,
    pick: Pick | None = None,
    per_day: Aggregate | None = None,
) -> Selection:
    measure = Measure(source=Source.ACTIVITY, name=name, activities=activities, per_day=per_day)
    return Selection(measure=measure, window=window, day_filters=filters, pick=pick)


def sampled(name: str, window: Window = ALL, *, pick: Pick | None = None) -> Selection:
    return Selection(measure=Measure(source=Source.BIOMARKER, name=name), window=window, pick=pick)


def asked(selection: Selection, aggregate: Aggregate, *conditions: DayFilter, per_days: float = 0.0) -> Describe:
    return Describe(selection=selection, aggregate=aggregate, conditions=conditions, per_days=per_days)


def part(query: Query, unit: str = "", **more: Any) -> Part:
    return Part(query=query, unit=unit, **{"read_as": "what was asked", **more})


def told(of: Part, result: Any, other: Any = None, *, prefix: str = "ds") -> Summary:
    return summary((Computed(part=of, result=result, other=other),), prefix=prefix)


def answer_of(end: Completed) -> float | date | str:
    """The value that answers the question."""
    return end.values[0].value


def numbers_in(end: Completed) -> tuple[float | date | str, ...]:
    """Every value, the answer first."""
    return tuple(value.value for value in end.values)
