"""The question language: what can be asked of a person's records, every window resolved to dates.

A question that has no value of these types cannot be computed, and is declined rather than bent into one that has.

A `Measure` says what is measured, a `Selection` of which days and activities, a `Query` what is asked of it. They
compose: whatever can be selected can be described, ranked, compared, followed over time.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
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


class Source(StrEnum):
    """Which of a person's records a measure is read from."""

    DAY = "day"
    """One value a day: canonical metrics and derived features."""
    ACTIVITY = "activity"
    """One value an activity, in the order they were started."""
    BIOMARKER = "biomarker"
    """One value a laboratory sample, in the order they were taken."""


class Aggregate(StrEnum):
    """One number about a selection; the value is its key in a finding."""

    MEAN = "mean"
    MEDIAN = "median"
    MIN = "min"
    MAX = "max"
    SUM = "sum"
    SD = "sd"
    CV = "cv"
    """Standard deviation as a share of the mean, in percent; undefined where the mean is not positive."""
    RANGE = "range"
    """Highest less lowest."""
    COUNT = "count"
    """Values: days of a daily measure, activities, samples."""
    COUNT_DAYS = "count_days"
    """Different days among the values."""
    LATEST = "latest"
    FIRST = "first"
    CHANGE = "change"
    """Latest less first."""
    SHARE = "share"
    """Of the selected days that have what `conditions` ask about, the percentage on which they hold."""
    LONGEST_STREAK = "longest_streak"
    """Most calendar days in a row on which `conditions` hold; a day without the data ends a streak."""
    CURRENT_STREAK = "current_streak"
    """Calendar days in a row, up to the window's last, on which `conditions` hold."""
    TOTAL_PER = "total_per"
    """Total per `per_days` days: of a daily measure its mean times that, of activities the total over all days."""
    COUNT_PER = "count_per"
    """Values per `per_days` days of the window."""
    OUTLIERS = "outliers"
    """Values further than 3 robust standard deviations (1.4826 MAD) from the median: Leys et al. (2013)."""
    POPULATION_DIFFERENCE = "population_difference"
    """Mean less the mean of the reference population of the person's sex and age."""


@dataclass(frozen=True, kw_only=True)
class Bound:
    """Keeps the activities whose `name` compares as said with `value`, in the field's stored unit."""

    name: str
    comparison: Comparison
    value: float
    label: str


@dataclass(frozen=True, kw_only=True)
class Activities:
    """Which activities are meant.

    Attributes:
        kinds: as stored ("Run", "Treadmill"); empty means any.
        bounds: all must hold; an activity without the field is not meant.
        label: how a person would say it: "runs", "activities", "runs with a distance above 5 km".
    """

    kinds: tuple[str, ...] = ()
    bounds: tuple[Bound, ...] = ()
    label: str = "activities"


@dataclass(frozen=True, kw_only=True)
class Measure:
    """What is measured.

    Attributes:
        source: where it is read from.
        name: a daily metric or feature, a field of an activity ("" where activities are only counted), a biomarker.
        activities: which ones, of an activity measure.
        per_day: of an activity measure that is used as a daily series, what the day's activities become: their SUM,
            MEAN, MAX or COUNT. A day without such an activity has no value, but a COUNT of 0 if it is on record.
    """

    source: Source = Source.DAY
    name: str = ""
    activities: Activities = field(default_factory=Activities)
    per_day: Aggregate | None = None


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


@dataclass(frozen=True, kw_only=True)
class MonthFilter:
    """Keeps the days of the listed months of any year: 1 = January ... 12 = December."""

    months: tuple[int, ...]
    label: str


@dataclass(frozen=True, kw_only=True)
class ActivityFilter:
    """Keeps the days with at least one such activity; with `absent`, the days without one."""

    activities: Activities
    label: str
    absent: bool = False


DayFilter: TypeAlias = ValueFilter | WeekdayFilter | MonthFilter | ActivityFilter


class End(StrEnum):
    FIRST = "first"
    LAST = "last"


@dataclass(frozen=True, kw_only=True)
class Pick:
    """Of what is selected, in order of time, the first or last `count`: chosen before values that are missing go."""

    end: End
    count: int


@dataclass(frozen=True, kw_only=True)
class Selection:
    """The values of a measure on the days of a window on which every filter holds, or those picked among them."""

    measure: Measure
    window: Window
    day_filters: tuple[DayFilter, ...] = ()
    pick: Pick | None = None


@dataclass(frozen=True, kw_only=True)
class Describe:
    """One number about a selection.

    Attributes:
        conditions: of a share or a streak, what must hold on a day; empty for everything else.
        per_days: of a rate, the days it is per: 1, 7, or 30.4375 for a month; 0 for everything else.
    """

    selection: Selection
    aggregate: Aggregate
    conditions: tuple[DayFilter, ...] = ()
    per_days: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Compare:
    """The mean of `selection` less the mean of `baseline`, of the same measure.

    Two windows, of which the baseline is the earlier one, or two groups of days or activities.
    """

    selection: Selection
    baseline: Selection


@dataclass(frozen=True, kw_only=True)
class Associate:
    """Spearman's rank correlation over the window's days; the target is read `lag_days` after the feature.

    The window and the filters choose the feature's days. Both are daily series.
    """

    feature: Measure
    target: Measure
    lag_days: int
    window: Window
    day_filters: tuple[DayFilter, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Trend:
    """The fitted linear change of a daily series from its first to its last value in the window."""

    selection: Selection


@dataclass(frozen=True, kw_only=True)
class ChangePoint:
    """The day from which on the level of a daily series differs most from before, and by how much."""

    selection: Selection


class Grouping(StrEnum):
    WEEKDAY = "weekday"
    WEEKEND = "weekend"
    """Mondays to Fridays against Saturdays and Sundays."""
    MONTH = "month"
    """Calendar months of the window, each year's its own."""
    SEASON = "season"
    """Meteorological, of the northern hemisphere: December to February is winter."""


@dataclass(frozen=True, kw_only=True)
class Breakdown:
    """The same number for each group of days."""

    selection: Selection
    aggregate: Aggregate
    by: Grouping


class Order(StrEnum):
    HIGHEST = "highest"
    LOWEST = "lowest"
    NEWEST = "newest"
    OLDEST = "oldest"


@dataclass(frozen=True, kw_only=True)
class Ranking:
    """The first `count` values of a selection in an order, each with its day and, of an activity, its kind."""

    selection: Selection
    order: Order
    count: int


@dataclass(frozen=True, kw_only=True)
class Kinds:
    """Which kinds of activities there are, the most frequent first, and how often each."""

    selection: Selection


class Operation(StrEnum):
    DIFFERENCE = "difference"
    RATIO = "ratio"
    PERCENT_CHANGE = "percent_change"


@dataclass(frozen=True, kw_only=True)
class Combine:
    """Arithmetic on two numbers: first less second, first over second, first less second in percent of second."""

    first: Describe
    second: Describe
    operation: Operation


Query: TypeAlias = Describe | Compare | Associate | Trend | ChangePoint | Breakdown | Ranking | Kinds | Combine


def selections_of(query: Query) -> tuple[Selection, ...]:
    """Every selection a query reads, the one it is about first; of an association one for each series."""
    match query:
        case Associate(feature=feature, target=target, window=window, day_filters=day_filters):
            return tuple(
                Selection(measure=measure, window=window, day_filters=day_filters) for measure in (feature, target)
            )
        case Combine(first=first, second=second):
            return (first.selection, second.selection)
        case Compare(selection=selection, baseline=baseline):
            return (selection, baseline)
        case (
            Describe(selection=selection)
            | Trend(selection=selection)
            | ChangePoint(selection=selection)
            | Breakdown(selection=selection)
            | Ranking(selection=selection)
            | Kinds(selection=selection)
        ):
            return (selection,)


def filters_of(query: Query) -> tuple[DayFilter, ...]:
    """Every day filter of a query, conditions included."""
    selected = tuple(each for selection in selections_of(query) for each in selection.day_filters)
    match query:
        case Describe(conditions=conditions):
            return selected + conditions
        case Combine(first=first, second=second):
            return selected + first.conditions + second.conditions
        case _:
            return selected


def metrics_of(query: Query) -> tuple[str, ...]:
    """Every daily series the query reads, the one it is about first, each once."""
    return tuple(dict.fromkeys(_metrics(query)))


def _metrics(query: Query) -> Iterator[str]:
    for selection in selections_of(query):
        if selection.measure.source is Source.DAY and selection.measure.name:
            yield selection.measure.name
    for each in filters_of(query):
        if isinstance(each, ValueFilter):
            yield each.metric
