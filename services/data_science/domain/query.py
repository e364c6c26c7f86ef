"""The question language: what can be asked of daily series, each question typed and its windows resolved to dates.

A question that has no value of these types cannot be computed, and is declined rather than bent into one that has.
"""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import TypeAlias


@dataclass(frozen=True, kw_only=True)
class Window:
    """An inclusive span of local dates; `label` is how a person would say it ("all data", "last 30 days")."""

    start: date
    end: date
    label: str

    @property
    def is_one_day(self) -> bool:
        return self.start == self.end


class Comparison(StrEnum):
    LESS = "<"
    LESS_OR_EQUAL = "<="
    GREATER = ">"
    GREATER_OR_EQUAL = ">="
    EQUAL = "=="


@dataclass(frozen=True, kw_only=True)
class ValueFilter:
    """Keeps the days on which `metric` compares as said with `value`, given in the metric's own unit.

    `label` is the condition as a person would say it: "sleep duration more than 8 hours".
    """

    metric: str
    comparison: Comparison
    value: float
    label: str


@dataclass(frozen=True, kw_only=True)
class WeekdayFilter:
    """Keeps the listed days of the week, ISO 8601: 1 = Monday ... 7 = Sunday."""

    iso_weekdays: tuple[int, ...]
    label: str


DayFilter: TypeAlias = ValueFilter | WeekdayFilter


class Aggregate(StrEnum):
    """One number about one daily series; the value is its key in a finding."""

    MEAN = "mean"
    MEDIAN = "median"
    MIN = "min"
    MAX = "max"
    SUM = "sum"
    SD = "sd"
    COUNT = "count"
    LATEST = "latest"


@dataclass(frozen=True, kw_only=True)
class Describe:
    """One number about a metric over the days of a window that pass every filter and have a value."""

    metric: str
    aggregate: Aggregate
    window: Window
    day_filters: tuple[DayFilter, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Compare:
    """The mean over `window` minus the mean over `baseline`, which is the earlier one."""

    metric: str
    window: Window
    baseline: Window
    day_filters: tuple[DayFilter, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Associate:
    """Spearman's rank correlation over the window's days; the target is read `lag_days` after the feature.

    The window and the filters choose the feature's days.
    """

    feature: str
    target: str
    lag_days: int
    window: Window
    day_filters: tuple[DayFilter, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Trend:
    """The fitted linear change of a metric from its first to its last value in the window."""

    metric: str
    window: Window
    day_filters: tuple[DayFilter, ...] = ()


Query: TypeAlias = Describe | Compare | Associate | Trend


def metrics_of(query: Query) -> tuple[str, ...]:
    """Every series the query reads, the one it is about first, each once."""
    match query:
        case Associate(feature=feature, target=target):
            about: tuple[str, ...] = (feature, target)
        case Describe(metric=metric) | Compare(metric=metric) | Trend(metric=metric):
            about = (metric,)
    conditions = tuple(day.metric for day in query.day_filters if isinstance(day, ValueFilter))
    return tuple(dict.fromkeys(about + conditions))
