"""How questions are put, and the query each one is: short forms for the tables of the tests."""

from datetime import date

from amy.api.data_science.v1 import data_science_pb2 as pb
from services.data_science.domain.analysis import Completed, Value
from services.data_science.domain.query import (
    Aggregate,
    Associate,
    Compare,
    Comparison,
    DayFilter,
    Describe,
    Measure,
    Selection,
    Trend,
    ValueFilter,
    WeekdayFilter,
    Window,
)
from tests.unit.data_science.analysts import FIRST, TODAY

RHR, HRV, STEPS, SLEEP = "resting_heart_rate", "heart_rate_variability", "steps", "sleep_minutes"
DEEP, REM, LIGHT, AWAKE = "deep_sleep_minutes", "rem_sleep_minutes", "light_sleep_minutes", "awake_minutes"
MEAN, MEDIAN, MIN, MAX = Aggregate.MEAN, Aggregate.MEDIAN, Aggregate.MIN, Aggregate.MAX
SUM, SD, COUNT, LATEST = Aggregate.SUM, Aggregate.SD, Aggregate.COUNT, Aggregate.LATEST


def span(start: str, end: str, label: str) -> Window:
    return Window(start=date.fromisoformat(start), end=date.fromisoformat(end), label=label)


ALL = Window(start=FIRST, end=TODAY, label="all data")
D7 = span("2024-03-09", "2024-03-15", "last 7 days")
D14 = span("2024-03-02", "2024-03-15", "last 14 days")
D30 = span("2024-02-15", "2024-03-15", "last 30 days")
D90 = span("2023-12-17", "2024-03-15", "last 90 days")
TODAY_ = span("2024-03-15", "2024-03-15", "today")
YESTERDAY = span("2024-03-14", "2024-03-14", "yesterday")
THIS_WEEK = span("2024-03-11", "2024-03-15", "this week")
LAST_WEEK = span("2024-03-04", "2024-03-10", "last week")
PAST_WEEK = span("2024-03-09", "2024-03-15", "past week")
THIS_MONTH = span("2024-03-01", "2024-03-15", "this month")
LAST_MONTH = span("2024-02-01", "2024-02-29", "last month")
PAST_MONTH = span("2024-02-16", "2024-03-15", "past month")
M3 = span("2023-12-16", "2024-03-15", "last 3 months")
JANUARY = span("2024-01-01", "2024-01-31", "January 2024")
FEBRUARY = span("2024-02-01", "2024-02-29", "February 2024")


def over(metric: str, value: float, label: str) -> ValueFilter:
    return ValueFilter(metric=metric, comparison=Comparison.GREATER, value=value, label=label)


def under(metric: str, value: float, label: str) -> ValueFilter:
    return ValueFilter(metric=metric, comparison=Comparison.LESS, value=value, label=label)


def at_least(metric: str, value: float, label: str) -> ValueFilter:
    return ValueFilter(metric=metric, comparison=Comparison.GREATER_OR_EQUAL, value=value, label=label)


def at_most(metric: str, value: float, label: str) -> ValueFilter:
    return ValueFilter(metric=metric, comparison=Comparison.LESS_OR_EQUAL, value=value, label=label)


WEEKDAYS = WeekdayFilter(iso_weekdays=(1, 2, 3, 4, 5), label="weekdays")
WEEKENDS = WeekdayFilter(iso_weekdays=(6, 7), label="weekends")


def _of(metric: str, window: Window, filters: tuple[DayFilter, ...] = ()) -> Selection:
    return Selection(measure=Measure(name=metric), window=window, day_filters=filters)


def what(metric: str, aggregate: Aggregate, window: Window = ALL, *filters: DayFilter) -> Describe:
    return Describe(selection=_of(metric, window, filters), aggregate=aggregate)


def pair(feature: str, target: str, window: Window = ALL, *filters: DayFilter, lag: int = 0) -> Associate:
    one, other = Measure(name=feature), Measure(name=target)
    return Associate(feature=one, target=other, lag_days=lag, window=window, day_filters=filters)


def versus(metric: str, window: Window, baseline: Window, *filters: DayFilter) -> Compare:
    return Compare(selection=_of(metric, window, filters), baseline=_of(metric, baseline, filters))


def trend(metric: str, window: Window = ALL, *filters: DayFilter) -> Trend:
    return Trend(selection=_of(metric, window, filters))


def value_of(end: Completed) -> Value:
    """The value that answers the question."""
    return end.values[0]


def number_of(end: pb.AnalysisCompleted) -> float:
    """The same of an analysis as it is sent."""
    return end.values[0].number
