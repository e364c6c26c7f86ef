"""Whether a question makes sense before any data are read: tables that fit, names on record, units that agree.

What does not is said in words for a person: "minutes cannot be added to beats per minute".
"""

from collections.abc import Iterator
from datetime import date
from typing import Final

from services.data_science.domain.algebra import (
    VALUE,
    ActivitiesOn,
    All,
    And,
    Calendar,
    ChangePoint,
    Column,
    ColumnArithmetic,
    Compare,
    Contrast,
    Count,
    Daily,
    DayOrNumber,
    DaysOf,
    Decide,
    Except,
    Field,
    Grouping,
    In,
    Kind,
    Known,
    Literal,
    Moment,
    Norm,
    Not,
    Number,
    NumberArithmetic,
    Operation,
    Or,
    Order,
    Periods,
    Pick,
    Profile,
    Question,
    Reduce,
    ReferenceBound,
    Relate,
    Rolling,
    Rows,
    Share,
    Shifted,
    Statistic,
    Step,
    Streak,
    Table,
    Tell,
    TellRecords,
    Test,
    Trend,
    Union,
    Unusual,
    When,
    Where,
    Window,
)
from services.data_science.domain.catalogue import Catalogue
from services.data_science.domain.traversal import Source, levels, table_of
from services.data_science.domain.units import CLOCK, DATE, DAYS, dimension_of, unit_in_words
from services.data_science.domain.units_of_questions import (
    biomarker_called,
    quantity_of,
    unit_of,
    unit_of_column,
    unit_of_number,
)

MAX_DEPTH: Final = 12
MAX_SIZE: Final = 80
MAX_DAYS: Final = 366
"""The most records that are picked, the longest rolling window, and the furthest that days are moved."""
_MOMENTS: Final = frozenset({DATE, CLOCK})
_APART: Final = {DATE: DAYS, CLOCK: "min"}
"""What can be added to and taken from a moment."""
_DO_NOT_ADD_UP: Final = frozenset({Statistic.SUM, Statistic.CV})
_BY_VALUE: Final = frozenset({Order.HIGHEST, Order.LOWEST})
_VERBS: Final = {
    Operation.PLUS: "added to",
    Operation.MINUS: "taken from",
    Operation.TIMES: "multiplied by",
    Operation.RATIO: "divided by",
    Operation.PERCENT_CHANGE: "told in percent of",
}
_RECORDS: Final = {Table.DAYS: "a day", Table.ACTIVITIES: "an activity", Table.SAMPLES: "a laboratory sample"}


def problem_of(question: Question, catalogue: Catalogue) -> str | None:
    """Why the question makes no sense; None if it does."""
    for number, (level, _) in enumerate(levels(question), start=1):
        if level > MAX_DEPTH or number > MAX_SIZE:
            return "that is too much in one question"
    return next(_Check(catalogue).question(question), None)


class _Check:
    """Every fault of an expression, those of its parts first."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def question(self, question: Question) -> Iterator[str]:  # noqa: C901, one case a production
        match question:
            case Tell(number=number):
                yield from self._number(number)
            case Decide(left=left, right=right, share=share):
                yield from self._number(left)
                yield from self._number(right)
                yield from _not_alike(self._unit(left), self._unit(right))
                yield from self._number(share) if share else ()
            case TellRecords(rows=rows, columns=columns):
                yield from self._rows(rows)
                for column in columns:
                    yield from self._column(column, table_of(rows))
            case Profile():
                yield from self._profile(question)
            case Relate():
                yield from self._relation(question)
            case Contrast(rows=rows, baseline=baseline, column=column):
                yield from self._values(rows, column)
                yield from self._values(baseline, column)
                if table_of(rows) != table_of(baseline):
                    yield "only records of one kind can be compared with each other"
            case Trend(rows=rows, column=column) | ChangePoint(rows=rows, column=column):
                yield from self._values(rows, column)
            case Unusual(rows=rows, column=column):
                yield from self._values(rows, column)

    def _profile(self, question: Profile) -> Iterator[str]:
        yield from self._statistic(question.rows, question.column, question.statistic)
        if question.by is Grouping.KIND and table_of(question.rows) is not Table.ACTIVITIES:
            yield "only activities are of different kinds"
        if question.extreme not in {None, *_BY_VALUE}:
            yield "of groups there is a highest and a lowest one, not a newest or oldest"

    def _relation(self, question: Relate) -> Iterator[str]:
        yield from self._values(question.rows, question.left)
        yield from self._column(question.right, table_of(question.rows))
        yield from _out_of_range(question.lag_days)
        if question.lag_days and table_of(question.rows) is not Table.DAYS:
            yield "only daily values can be read some days later"

    def _values(self, rows: Rows, column: Column) -> Iterator[str]:
        yield from self._rows(rows)
        yield from self._column(column, table_of(rows))

    def _statistic(self, rows: Rows, column: Column | None, statistic: Statistic) -> Iterator[str]:
        """Of a statistic of the column's values among the rows; without a column they can only be counted."""
        yield from self._rows(rows)
        if column is not None:
            yield from self._column(column, table_of(rows))
            yield from self._adding_up(column, table_of(rows), statistic)
        elif statistic is not Statistic.COUNT:
            yield f"{_records(table_of(rows))} has no {statistic} of its own"

    def _adding_up(self, column: Column, source: Source, statistic: Statistic) -> Iterator[str]:
        unit = unit_of_column(column, source, self._catalogue)
        if unit in _MOMENTS and statistic in _DO_NOT_ADD_UP:
            yield f"{unit_in_words(unit)} do not add up"

    def _rows(self, rows: Rows) -> Iterator[str]:
        match rows:
            case All(window=window):
                yield from self._window(window)
            case Where(rows=inner, test=test):
                yield from self._rows(inner)
                yield from self._test(test, table_of(inner))
            case Pick():
                yield from self._pick(rows)
            case DaysOf(rows=inner, offset=offset):
                yield from self._rows(inner)
                yield from _out_of_range(offset)
            case ActivitiesOn(rows=inner):
                yield from self._rows(inner)
            case Periods(window=window, rows=inner, column=column, statistic=statistic):
                yield from self._window(window)
                yield from self._statistic(inner, column, statistic)
            case Union(left=left, right=right) | Except(left=left, right=right):
                yield from self._rows(left)
                yield from self._rows(right)
                if table_of(left) != table_of(right):
                    yield "only records of one kind can be put together or taken from each other"

    def _window(self, window: Window) -> Iterator[str]:
        yield from self._day(window.start)
        yield from self._day(window.end)

    def _day(self, day: DayOrNumber) -> Iterator[str]:
        if isinstance(day, date):
            return
        yield from self._number(day)
        if self._unit(day) != DATE:
            yield f"a time begins and ends on a date, and {unit_in_words(self._unit(day))} are none"

    def _pick(self, pick: Pick) -> Iterator[str]:
        yield from self._rows(pick.rows)
        if not (1 <= pick.count <= MAX_DAYS and 1 <= pick.first <= MAX_DAYS):
            yield f"between 1 and {MAX_DAYS} records can be picked"
        if pick.by is not None:
            yield from self._column(pick.by, table_of(pick.rows))
        if (pick.by is not None) != (pick.order in _BY_VALUE):
            yield "records are put in order by one of their values or by time"

    def _column(self, column: Column, source: Source) -> Iterator[str]:
        match column:
            case Field(name=name):
                yield from self._field(name, source)
            case Daily(rows=rows, column=inner, statistic=statistic):
                yield from _not_daily(source)
                yield from self._statistic(rows, inner, statistic)
                if table_of(rows) is not Table.ACTIVITIES:
                    yield "only activities can be gathered by day"
            case Shifted(column=inner, days=days):
                yield from _not_daily(source)
                yield from self._column(inner, source)
                yield from _out_of_range(days)
            case Rolling(column=inner, days=days, statistic=statistic):
                yield from _not_daily(source)
                yield from self._column(inner, source)
                yield from self._adding_up(inner, source, statistic)
                if not 1 <= days <= MAX_DAYS:
                    yield f"a rolling window has between 1 and {MAX_DAYS} days"
            case Step(column=inner):
                yield from self._column(inner, source)
            case ColumnArithmetic(left=left, operation=operation, right=right):
                yield from self._column(left, source)
                yield from self._column(right, source) if isinstance(right, Column) else self._number(right)
                of_right = unit_of(right, self._catalogue, source)
                yield from _not_computable(unit_of_column(left, source, self._catalogue), operation, of_right)

    def _field(self, name: str, source: Source) -> Iterator[str]:
        if isinstance(source, Periods):
            if name != VALUE:
                yield f"a {source.unit} has a value and no {_spoken(name)}"
        elif quantity_of(name, source, self._catalogue) is None:
            elsewhere = any(quantity_of(name, table, self._catalogue) for table in Table)
            yield f"{_records(source)} has no {_spoken(name)}" if elsewhere else _not_on_record(name)

    def _number(self, number: Number) -> Iterator[str]:  # noqa: C901, one case a production
        match number:
            case Literal():
                return
            case Reduce(rows=rows, column=column, statistic=statistic):
                yield from self._statistic(rows, column, statistic)
            case Count(rows=rows):
                yield from self._rows(rows)
            case Share(rows=rows, test=test):
                yield from self._rows(rows)
                yield from self._test(test, table_of(rows))
            case Streak(rows=rows, test=test):
                yield from self._rows(rows)
                yield from self._test(test, table_of(rows))
                if table_of(rows) in {Table.ACTIVITIES, Table.SAMPLES}:
                    yield "only days, weeks and the like come in a row"
            case NumberArithmetic(left=left, operation=operation, right=right):
                yield from self._number(left)
                yield from self._number(right)
                yield from _not_computable(self._unit(left), operation, self._unit(right))
            case When(rows=rows, moment=moment):
                yield from self._rows(rows)
                if moment is Moment.CLOCK and table_of(rows) is not Table.ACTIVITIES:
                    yield f"{_records(table_of(rows))} has no time of day"
            case Norm(metric=metric):
                yield from self._norm(metric)
            case ReferenceBound(biomarker=biomarker):
                yield from self._reference(biomarker)

    def _norm(self, metric: str) -> Iterator[str]:
        if metric not in self._catalogue.metrics:
            yield _not_on_record(metric)
        if metric not in self._catalogue.population:
            yield f"what is typical of other people is not known of {_spoken(metric)}"

    def _reference(self, biomarker: str) -> Iterator[str]:
        if biomarker_called(biomarker, self._catalogue) is None:
            yield _not_on_record(biomarker)
        if biomarker.casefold() not in {each.casefold() for each in self._catalogue.reference_ranges}:
            yield f"the laboratory gave no reference range for {biomarker}"

    def _test(self, test: Test, source: Source) -> Iterator[str]:  # noqa: C901, one case a production
        match test:
            case Compare(column=column, number=number):
                yield from self._column(column, source)
                yield from self._number(number)
                yield from _not_alike(unit_of_column(column, source, self._catalogue), self._unit(number))
            case Calendar(iso_weekdays=weekdays, months=months):
                if not (weekdays <= set(range(1, 8)) and months <= set(range(1, 13))):
                    yield "there are seven weekdays and twelve months"
            case In(rows=rows):
                yield from self._rows(rows)
            case Kind(names=names):
                if source is not Table.ACTIVITIES:
                    yield "only activities are of different kinds"
                if not names:
                    yield "no kind of activity is named"
            case Known(column=column):
                yield from self._column(column, source)
            case And(tests=tests) | Or(tests=tests):
                if not tests:
                    yield "no condition is named"
                for each in sorted(tests, key=repr):
                    yield from self._test(each, source)
            case Not(test=inner):
                yield from self._test(inner, source)

    def _unit(self, number: Number) -> str:
        return unit_of_number(number, self._catalogue)


def _not_alike(left: str, right: str) -> Iterator[str]:
    """Numbers are held against each other as they are stored, so in one unit; counts are plain numbers."""
    if dimension_of(left) != dimension_of(right):
        yield f"{unit_in_words(left)} cannot be held against {unit_in_words(right)}"
    elif dimension_of(left) and left != right:
        yield f"{unit_in_words(right)} have to be said in {unit_in_words(left)}"


def _not_computable(left: str, operation: Operation, right: str) -> Iterator[str]:
    """Moments are only subtracted, and moved by what lies between two of them; the like units only are added."""
    if {left, right} & _MOMENTS:
        if operation is Operation.MINUS:
            fits = left in _MOMENTS and right in {left, _APART[left]}
        else:
            fits = operation is Operation.PLUS and (_APART.get(left) == right or _APART.get(right) == left)
    elif operation is Operation.RATIO:
        fits = True
    elif operation is Operation.TIMES:
        fits = not (dimension_of(left) and dimension_of(right))
    else:
        fits = not any(_not_alike(left, right))
    if not fits:
        first, second = (right, left) if operation in {Operation.PLUS, Operation.MINUS} else (left, right)
        yield f"{unit_in_words(first)} cannot be {_VERBS[operation]} {unit_in_words(second)}"


def _not_daily(source: Source) -> Iterator[str]:
    if source is not Table.DAYS:
        yield f"{_records(source)} has no values of other days"


def _out_of_range(days: int) -> Iterator[str]:
    if abs(days) > MAX_DAYS:
        yield f"days are moved by at most {MAX_DAYS}"


def _records(source: Source) -> str:
    return f"a {source.unit}" if isinstance(source, Periods) else _RECORDS[source]


def _not_on_record(name: str) -> str:
    return f"there is no {_spoken(name)} in the records"


def _spoken(name: str) -> str:
    return name.replace("_", " ")
