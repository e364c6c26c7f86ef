"""The question language: a small algebra of records in which whatever can be said can be said inside something else.

Four sorts, `Rows`, `Column`, `Number` and `Test`, each built from the others, over a registry of tables. What can be
asked is a `Question`. The meaning of every production is in `docs/questions.md`; the validator has the same types and
interprets them with code of its own.
"""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import TypeAlias


class Table(StrEnum):
    """The kinds of records a person has. A row of each falls on a local date."""

    DAYS = "days"
    """One row a day on record; its fields are the daily metrics and derived features."""
    ACTIVITIES = "activities"
    """One row an activity, in the order they were started."""
    SAMPLES = "samples"
    """One row a laboratory sample, in the order they were taken; a biomarker is a field that the others lack."""


class Statistic(StrEnum):
    """One number about the values of a column."""

    MEAN = "mean"
    MEDIAN = "median"
    MIN = "min"
    MAX = "max"
    SUM = "sum"
    SD = "sd"
    """Sample standard deviation, n - 1 in the denominator."""
    CV = "cv"
    """Standard deviation as a percentage of the mean; undefined where the mean is not positive."""
    RANGE = "range"
    COUNT = "count"
    """How many values there are."""
    FIRST = "first"
    LATEST = "latest"
    CHANGE = "change"
    """Latest less first."""
    OUTLIERS = "outliers"
    """Values further than 3 robust standard deviations (1.4826 MAD) from the median: Leys et al. (2013)."""


class Order(StrEnum):
    HIGHEST = "highest"
    LOWEST = "lowest"
    NEWEST = "newest"
    OLDEST = "oldest"


class Unit(StrEnum):
    """A stretch of the calendar; weeks begin on Monday."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"


class Grouping(StrEnum):
    """What a profile tells one number for each of."""

    WEEKDAY = "weekday"
    WEEKEND = "weekend"
    """Mondays to Fridays against Saturdays and Sundays."""
    WEEK = "week"
    MONTH = "month"
    """Calendar months, each year's its own."""
    QUARTER = "quarter"
    YEAR = "year"
    SEASON = "season"
    """Meteorological, of the northern hemisphere: December to February is winter."""
    KIND = "kind"
    """Kinds of activities."""


class Operator(StrEnum):
    LESS = "<"
    LESS_OR_EQUAL = "<="
    GREATER = ">"
    GREATER_OR_EQUAL = ">="
    EQUAL = "=="


class Operation(StrEnum):
    PLUS = "plus"
    MINUS = "minus"
    TIMES = "times"
    RATIO = "ratio"
    """First over second; undefined where the second is 0."""
    PERCENT_CHANGE = "percent_change"
    """First less second in percent of the second's size; undefined where the second is 0."""


class Run(StrEnum):
    LONGEST = "longest"
    CURRENT = "current"


class Moment(StrEnum):
    DAY = "day"
    CLOCK = "clock"
    """Of an activity, when it was started, in minutes after midnight."""


class Side(StrEnum):
    LOW = "low"
    HIGH = "high"


@dataclass(frozen=True, kw_only=True)
class Window:
    """An inclusive span of local dates.

    Attributes:
        start: a date, or a number that is one ("since my last run").
        end: likewise.
        label: how a person would say it: "all data", "last week".
        unit: what it was said in, so that "the one before" a month is a month; None for other spans.
    """

    start: "DayOrNumber"
    end: "DayOrNumber"
    label: str = ""
    unit: Unit | None = None


@dataclass(frozen=True, kw_only=True)
class All:
    """Every record of a table whose date lies in the window, in order of time."""

    table: Table
    window: Window


@dataclass(frozen=True, kw_only=True)
class Where:
    """The rows of which a test is true; one of which it is unknown is left out."""

    rows: "Rows"
    test: "Test"


@dataclass(frozen=True, kw_only=True)
class Pick:
    """Of the rows in an order those from the `first`-th on, `count` of them.

    By value (`HIGHEST`, `LOWEST`) rows without a value of `by` are dropped first, and of ties the latest comes first.
    By time (`NEWEST`, `OLDEST`) `by` is None and nothing is dropped.

    Attributes:
        first: from 1.
        count: 1 to 366.
    """

    rows: "Rows"
    by: "Column | None"
    order: Order
    first: int = 1
    count: int = 1


@dataclass(frozen=True, kw_only=True)
class DaysOf:
    """The days on record on which those rows fall, moved by `offset` days; each once. Of periods, all their days."""

    rows: "Rows"
    offset: int = 0


@dataclass(frozen=True, kw_only=True)
class ActivitiesOn:
    """The activities started on the days of those rows."""

    rows: "Rows"


@dataclass(frozen=True, kw_only=True)
class Periods:
    """One row a calendar period of the span that `window` and the record have in common; its only field is `VALUE`.

    The value is what the rows that fall into the period come to; of a `COUNT`, and of a `SUM` over activities, it is 0
    in a period that has a day on record and no such row, and missing in one that has no day on record.

    Attributes:
        column: None to count rows, with `COUNT`.
        complete: leaves out a first or last period that is only partly in the span.
    """

    window: Window
    unit: Unit
    rows: "Rows"
    column: "Column | None"
    statistic: Statistic
    complete: bool = True


@dataclass(frozen=True, kw_only=True)
class Union:
    """The rows that are in either; both of one table."""

    left: "Rows"
    right: "Rows"


@dataclass(frozen=True, kw_only=True)
class Except:
    """The rows of the left that are not in the right; both of one table."""

    left: "Rows"
    right: "Rows"


Rows: TypeAlias = All | Where | Pick | DaysOf | ActivitiesOn | Periods | Union | Except


VALUE = "value"
"""The only field of a period."""
START_CLOCK = "start_clock"
"""Of an activity, when it was started, in minutes after midnight."""


@dataclass(frozen=True, kw_only=True)
class Field:
    """What is recorded under that name."""

    name: str


@dataclass(frozen=True, kw_only=True)
class Daily:
    """Of a day, what its activities among `rows` come to: `column` None counts them.

    A day on record without one has a `COUNT` of 0 and no other value.
    """

    rows: "Rows"
    column: "Column | None"
    statistic: Statistic


@dataclass(frozen=True, kw_only=True)
class Shifted:
    """Of a day, the column's value so many days later; negative for earlier."""

    column: "Column"
    days: int


@dataclass(frozen=True, kw_only=True)
class Rolling:
    """Of a day, the statistic of the column over the `days` calendar days that end with it."""

    column: "Column"
    days: int
    statistic: Statistic


@dataclass(frozen=True, kw_only=True)
class Step:
    """The value less that of the latest earlier record of the table that has one."""

    column: "Column"


@dataclass(frozen=True, kw_only=True)
class ColumnArithmetic:
    """Of each row; missing where either is, or where it is undefined."""

    left: "Column"
    operation: Operation
    right: "Column | Number"


Column: TypeAlias = Field | Daily | Shifted | Rolling | Step | ColumnArithmetic


@dataclass(frozen=True, kw_only=True)
class Literal:
    """A number that was said, in the unit it is stored in; a date in the unit "date", a time of day in "clock"."""

    value: float
    unit: str = ""


@dataclass(frozen=True, kw_only=True)
class Reduce:
    """A statistic of the values that the rows have."""

    rows: "Rows"
    column: "Column"
    statistic: Statistic


@dataclass(frozen=True, kw_only=True)
class Count:
    """How many rows."""

    rows: "Rows"


@dataclass(frozen=True, kw_only=True)
class Share:
    """Of the rows of which the test is known, the percentage of which it is true."""

    rows: "Rows"
    test: "Test"


@dataclass(frozen=True, kw_only=True)
class Streak:
    """How many days (of periods: periods) in a row are among the rows and pass the test.

    `CURRENT` is the run that ends with the last of the rows that is known to pass or fail, 0 if it does not pass; of
    equally long runs the latest is told.
    """

    rows: "Rows"
    test: "Test"
    run: Run


@dataclass(frozen=True, kw_only=True)
class NumberArithmetic:
    left: "Number"
    operation: Operation
    right: "Number"


@dataclass(frozen=True, kw_only=True)
class When:
    """The day of the latest of the rows, or the time of day at which that activity was started."""

    rows: "Rows"
    moment: Moment = Moment.DAY


@dataclass(frozen=True, kw_only=True)
class Norm:
    """The mean of a daily metric between people of the person's sex and age."""

    metric: str


@dataclass(frozen=True, kw_only=True)
class ReferenceBound:
    """The laboratory's own limit, of the newest sample of that biomarker that has one."""

    biomarker: str
    side: Side


Number: TypeAlias = Literal | Reduce | Count | Share | Streak | NumberArithmetic | When | Norm | ReferenceBound
DayOrNumber: TypeAlias = date | Number


@dataclass(frozen=True, kw_only=True)
class Compare:
    """Unknown of a row without a value, and of all rows where the number is undefined."""

    column: "Column"
    operator: Operator
    number: "Number"


@dataclass(frozen=True, kw_only=True)
class Calendar:
    """The row's date is on one of the weekdays (ISO 8601: 1 = Monday) and in one of the months; empty means any."""

    iso_weekdays: frozenset[int] = frozenset()
    months: frozenset[int] = frozenset()


@dataclass(frozen=True, kw_only=True)
class In:
    """The row's date is one on which those rows fall."""

    rows: "Rows"


@dataclass(frozen=True, kw_only=True)
class Kind:
    """The activity is of one of these kinds, as stored, letter case aside."""

    names: frozenset[str]


@dataclass(frozen=True, kw_only=True)
class Known:
    """The row has a value."""

    column: "Column"


@dataclass(frozen=True, kw_only=True)
class And:
    """True if all are, false if one is false, else unknown."""

    tests: frozenset["Test"]


@dataclass(frozen=True, kw_only=True)
class Or:
    """True if one is, false if all are false, else unknown."""

    tests: frozenset["Test"]


@dataclass(frozen=True, kw_only=True)
class Not:
    """Unknown where the test is."""

    test: "Test"


Test: TypeAlias = Compare | Calendar | In | Kind | Known | And | Or | Not


@dataclass(frozen=True, kw_only=True)
class Tell:
    """One number."""

    number: Number


@dataclass(frozen=True, kw_only=True)
class TellRecords:
    """The rows, in the order of the pick, each with its day and these columns; at most 10 are told."""

    rows: Rows
    columns: tuple[Column, ...]


@dataclass(frozen=True, kw_only=True)
class Decide:
    """Yes or no, with both numbers; `share` tells besides how often."""

    left: Number
    operator: Operator
    right: Number
    share: Share | None = None


@dataclass(frozen=True, kw_only=True)
class Profile:
    """The same number for each group; `extreme` asks for the group with the highest or lowest."""

    rows: Rows
    column: Column | None
    statistic: Statistic
    by: Grouping
    extreme: Order | None = None


@dataclass(frozen=True, kw_only=True)
class Relate:
    """Spearman's rank correlation over the rows that have both; `right` is read `lag_days` after `left`."""

    left: Column
    right: Column
    rows: Rows
    lag_days: int = 0


@dataclass(frozen=True, kw_only=True)
class Contrast:
    """The mean of the column over `rows` less its mean over `baseline`; both of one table."""

    rows: Rows
    baseline: Rows
    column: Column


@dataclass(frozen=True, kw_only=True)
class Trend:
    """The fitted linear change of a daily column from its first to its last value."""

    rows: Rows
    column: Column


@dataclass(frozen=True, kw_only=True)
class ChangePoint:
    """The day from which on the level of a daily column differs most from before, and by how much."""

    rows: Rows
    column: Column


@dataclass(frozen=True, kw_only=True)
class Unusual:
    """The records whose values are `OUTLIERS`, the furthest first."""

    rows: Rows
    column: Column


Question: TypeAlias = Tell | TellRecords | Decide | Profile | Relate | Contrast | Trend | ChangePoint | Unusual
