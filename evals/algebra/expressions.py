"""Random questions that make sense: at every depth each production that can stand there is as likely as the others.

What is wanted of an expression (its table, its unit) is given to it from outside, and a production that cannot give it
is passed over, so no draw is wasted on what does not type-check. Below a level that is drawn, the fourth
at most, only what has no parts is left.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import date, timedelta
from functools import partial
from typing import Final, TypeAlias, TypeVar

import numpy as np

from evals.algebra.records import Records
from evals.algebra.wanted_units import (
    APART,
    before_arithmetic,
    before_difference,
    before_statistic,
    fits,
    second_operand,
)
from services.data_science.domain import algebra as a
from services.data_science.domain.algebra import (
    Column,
    Grouping,
    Moment,
    Number,
    Operation,
    Operator,
    Order,
    Periods,
    Question,
    Rows,
    Run,
    Side,
    Statistic,
    Table,
    Test,
    Unit,
    Window,
)
from services.data_science.domain.traversal import Source, table_of
from services.data_science.domain.units import CLOCK, DATE, DAYS
from services.data_science.domain.units_of_questions import (
    quantity_of,
    unit_of_column,
    unit_of_number,
)
from services.data_science.domain.well_typed import problem_of

LEVELS: Final = 4
_EPOCH: Final = date(1970, 1, 1)
_TRIES: Final = 4

_T = TypeVar("_T")
Kind: TypeAlias = Source | None
"""Rows that are wanted: of a table, of the periods of that expression, or of any."""


def random_question(rng: np.random.Generator, records: Records) -> Question:
    """A question that makes sense of those records."""
    draw = _Draw(rng, records)
    while True:
        question = draw.question()
        if problem_of(question, records.catalogue) is None:
            return question


class _ImpossibleError(Exception):
    """No expression is what is wanted."""


class _Draw:
    """Expressions of each sort; `level` is how deep they stand. What cannot be made raises `_ImpossibleError`."""

    def __init__(self, rng: np.random.Generator, records: Records) -> None:
        self._rng = rng
        self._records = records
        self._catalogue = records.catalogue
        self._said = dict(_said(records))
        self._deepest = LEVELS

    def question(self) -> Question:
        self._deepest = int(self._rng.integers(1, LEVELS + 1))
        return self._first(
            [
                lambda: a.Tell(number=self.number(1)),
                self._records_told,
                self._decide,
                self._profile,
                self._relate,
                self._contrast,
                lambda: a.Trend(rows=(rows := self.rows(1, None)), column=self.column(1, table_of(rows))),
                lambda: a.ChangePoint(rows=(rows := self.rows(1, None)), column=self.column(1, table_of(rows))),
                lambda: a.Unusual(rows=(rows := self.rows(1, None)), column=self.column(1, table_of(rows))),
            ]
        )

    def _records_told(self) -> Question:
        rows = self.rows(1, None)
        columns = tuple(self.column(1, table_of(rows)) for _ in range(self._rng.integers(0, 3)))
        return a.TellRecords(rows=rows, columns=columns)

    def _decide(self) -> Question:
        left = self.number(1)
        right = self.number(1, unit_of_number(left, self._catalogue))
        share = self._share(1) if self._rng.random() < 0.5 else None
        return a.Decide(left=left, operator=self._one(list(Operator)), right=right, share=share)

    def _profile(self) -> Question:
        rows = self.rows(1, None)
        column, statistic = self._gathered(1, table_of(rows), None)
        by = self._one([each for each in Grouping if each is not Grouping.KIND or table_of(rows) is Table.ACTIVITIES])
        extreme = self._one([None, Order.HIGHEST, Order.LOWEST])
        return a.Profile(rows=rows, column=column, statistic=statistic, by=by, extreme=extreme)

    def _relate(self) -> Question:
        rows = self.rows(1, self._one([Table.DAYS, Table.DAYS, None]))
        lag_days = self._one([0, 0, 1, -1, 2, 7]) if table_of(rows) is Table.DAYS else 0
        left, right = self.column(1, table_of(rows)), self.column(1, table_of(rows))
        return a.Relate(left=left, right=right, rows=rows, lag_days=lag_days)

    def _contrast(self) -> Question:
        rows = self.rows(1, None)
        baseline, column = self.rows(1, table_of(rows)), self.column(1, table_of(rows))
        return a.Contrast(rows=rows, baseline=baseline, column=column)

    def rows(self, level: int, kind: Kind) -> Rows:
        if level > self._deepest:
            return kind if isinstance(kind, Periods) else self._all(level, kind)
        makers: list[Callable[[], Rows]] = [
            lambda: self._where(level, kind),
            lambda: self._pick(level, kind),
            lambda: a.Union(left=(left := self.rows(level + 1, kind)), right=self.rows(level + 1, table_of(left))),
            lambda: a.Except(left=(left := self.rows(level + 1, kind)), right=self.rows(level + 1, table_of(left))),
        ]
        if not isinstance(kind, Periods):
            makers.append(lambda: self._all(level, kind))
        if isinstance(kind, Periods):
            makers.append(lambda: kind)
        if kind in {None, Table.DAYS}:
            makers.append(lambda: a.DaysOf(rows=self.rows(level + 1, None), offset=self._one([-1, 0, 0, 1, 2, 7])))
        if kind in {None, Table.ACTIVITIES}:
            makers.append(lambda: a.ActivitiesOn(rows=self.rows(level + 1, None)))
        if kind is None:
            makers.append(lambda: self.periods(level))
        return self._first(makers)

    def _all(self, level: int, kind: Table | None) -> Rows:
        return a.All(table=kind or self._one(list(Table)), window=self.window(level))

    def _where(self, level: int, kind: Kind) -> Rows:
        rows = self.rows(level + 1, kind)
        return a.Where(rows=rows, test=self.test(level + 1, table_of(rows)))

    def _pick(self, level: int, kind: Kind) -> Rows:
        rows, order = self.rows(level + 1, kind), self._one(list(Order))
        by = None
        if order in {Order.HIGHEST, Order.LOWEST}:
            by = self.column(level + 1, table_of(rows))
        first, count = self._one([1, 1, 1, 2, 3]), self._one([1, 2, 3, 5, 10, 30, 30, 30])
        return a.Pick(rows=rows, by=by, order=order, first=first, count=count)

    def periods(self, level: int) -> Rows:
        rows = self.rows(level + 1, None)
        column, statistic = self._gathered(level + 1, table_of(rows), None)
        return Periods(
            window=self.window(level),
            unit=self._one(list(Unit)),
            rows=rows,
            column=column,
            statistic=statistic,
            complete=bool(self._rng.random() < 0.5),
        )

    def window(self, level: int) -> Window:
        first, today = self._catalogue.first, self._catalogue.today
        span = (today - first).days
        start, end = sorted(first + timedelta(days=int(each)) for each in self._rng.integers(-5, span + 6, size=2))
        start, end = self._one(
            [
                (first, today),
                (first, today),
                (first - timedelta(days=40), today),
                (start, end),
                (start, end),
                (end, end),
            ]
        )
        if level < self._deepest and self._rng.random() < 0.25:
            number = self.number(level + 1, DATE)
            return Window(start=number, end=end) if self._rng.random() < 0.5 else Window(start=start, end=number)
        return Window(start=start, end=end)

    def column(self, level: int, source: Source, unit: str | None = None) -> Column:
        if level > self._deepest:
            return self._field(source, unit)
        makers: list[Callable[[], Column]] = [
            lambda: self._field(source, unit),
            lambda: self._step(level, source, unit),
            lambda: self._column_arithmetic(level, source, unit),
        ]
        if source is Table.DAYS:
            makers += [
                lambda: self._daily(level, unit),
                lambda: self._shifted(level, unit),
                lambda: self._rolling(level, unit),
            ]
        return self._first(makers)

    def _field(self, source: Source, unit: str | None) -> Column:
        match source:
            case Periods():
                names: Sequence[str] = (a.VALUE,)
            case Table.DAYS:
                names = tuple(self._catalogue.metrics)
            case Table.ACTIVITIES:
                names = tuple(self._catalogue.fields)
            case Table.SAMPLES:
                names = tuple(self._catalogue.biomarkers)
        fields = [a.Field(name=name) for name in names]
        fitting = [each for each in fields if fits(unit_of_column(each, source, self._catalogue), unit)]
        return self._one(fitting)

    def _step(self, level: int, source: Source, unit: str | None) -> Column:
        wanted = None if unit is None else self._one(before_difference(unit))
        return a.Step(column=self.column(level + 1, source, wanted))

    def _daily(self, level: int, unit: str | None) -> Column:
        rows = self.rows(level + 1, Table.ACTIVITIES)
        column, statistic = self._gathered(level + 1, Table.ACTIVITIES, unit)
        return a.Daily(rows=rows, column=column, statistic=statistic)

    def _shifted(self, level: int, unit: str | None) -> Column:
        return a.Shifted(column=self.column(level + 1, Table.DAYS, unit), days=self._one([-7, -1, 1, 2]))

    def _rolling(self, level: int, unit: str | None) -> Column:
        column, statistic = self._reduced(level + 1, Table.DAYS, unit)
        return a.Rolling(column=column, days=self._one([1, 2, 3, 7, 30]), statistic=statistic)

    def _gathered(self, level: int, source: Source, unit: str | None) -> tuple[Column | None, Statistic]:
        """What rows come to: a statistic of a column, or how many they are."""
        if fits("", unit) and self._rng.random() < 0.25:
            return None, Statistic.COUNT
        return self._reduced(level, source, unit)

    def _reduced(self, level: int, source: Source, unit: str | None) -> tuple[Column, Statistic]:
        """A statistic and a column of which it gives that unit."""

        def made(statistic: Statistic) -> tuple[Column, Statistic]:
            column = self.column(level, source, self._one(before_statistic(statistic, unit)))
            is_moment = unit_of_column(column, source, self._catalogue) in APART
            if is_moment and statistic in {Statistic.SUM, Statistic.CV}:
                raise _ImpossibleError
            return column, statistic

        return self._first([partial(made, statistic) for statistic in Statistic])

    def _column_arithmetic(self, level: int, source: Source, unit: str | None) -> Column:
        def made(operation: Operation) -> Column:
            left = self.column(level + 1, source, self._one(before_arithmetic(operation, unit)))
            wanted = self._one(second_operand(operation, unit_of_column(left, source, self._catalogue), unit))
            makers: list[Callable[[], Column | Number]] = [
                lambda: self.column(level + 1, source, wanted),
                lambda: self.number(level + 1, wanted),
            ]
            return a.ColumnArithmetic(left=left, operation=operation, right=self._first(makers))

        return self._first([partial(made, operation) for operation in Operation])

    def number(self, level: int, unit: str | None = None) -> Number:
        makers: list[Callable[[], Number]] = [
            lambda: self._literal(unit),
            lambda: self._norm(unit),
            lambda: self._reference(unit),
        ]
        if level <= self._deepest:
            makers += [
                lambda: self._first([partial(self._reduce, level, unit)] * _TRIES),
                lambda: self._number_arithmetic(level, unit),
            ]
        if level <= self._deepest and fits("", unit):
            makers += [lambda: a.Count(rows=self.rows(level + 1, None)), lambda: self._streak(level)]
        if level <= self._deepest and fits("%", unit):
            makers.append(lambda: self._share(level))
        if level <= self._deepest and (unit is None or unit in APART):
            makers.append(lambda: self._when(level, unit))
        return self._first(makers)

    def _literal(self, unit: str | None) -> Number:
        unit = self._one(sorted(self._said)) if unit is None else unit
        return a.Literal(value=self._one(self._said.get(unit) or [0.0, 1.0, 2.0, 5.0]), unit=unit)

    def _norm(self, unit: str | None) -> Number:
        norms = [a.Norm(metric=metric) for metric in sorted(self._catalogue.population)]
        fitting = [each for each in norms if fits(unit_of_number(each, self._catalogue), unit)]
        return self._one(fitting)

    def _reference(self, unit: str | None) -> Number:
        names = sorted(self._catalogue.reference_ranges)
        bounds = [a.ReferenceBound(biomarker=name, side=self._one(list(Side))) for name in names]
        fitting = [each for each in bounds if fits(unit_of_number(each, self._catalogue), unit)]
        return self._one(fitting)

    def _reduce(self, level: int, unit: str | None) -> Number:
        rows = self.rows(level + 1, None)
        column, statistic = self._reduced(level + 1, table_of(rows), unit)
        return a.Reduce(rows=rows, column=column, statistic=statistic)

    def _share(self, level: int) -> a.Share:
        rows = self.rows(level + 1, None)
        return a.Share(rows=rows, test=self.test(level + 1, table_of(rows)))

    def _streak(self, level: int) -> Number:
        rows = self._first([partial(self.rows, level + 1, Table.DAYS), partial(self.periods, level + 1)])
        return a.Streak(rows=rows, test=self.test(level + 1, table_of(rows)), run=self._one(list(Run)))

    def _when(self, level: int, unit: str | None) -> Number:
        if unit == CLOCK or (unit is None and self._rng.random() < 0.5):
            return a.When(rows=self.rows(level + 1, Table.ACTIVITIES), moment=Moment.CLOCK)
        return a.When(rows=self.rows(level + 1, None), moment=Moment.DAY)

    def _number_arithmetic(self, level: int, unit: str | None) -> Number:
        def made(operation: Operation) -> Number:
            left = self.number(level + 1, self._one(before_arithmetic(operation, unit)))
            wanted = self._one(second_operand(operation, unit_of_number(left, self._catalogue), unit))
            return a.NumberArithmetic(left=left, operation=operation, right=self.number(level + 1, wanted))

        return self._first([partial(made, operation) for operation in Operation])

    def test(self, level: int, source: Source) -> Test:
        makers: list[Callable[[], Test]] = [self._calendar]
        if source is Table.ACTIVITIES:
            makers.append(self._kind)
        if level <= self._deepest:
            makers += [
                lambda: self._compare(level, source),
                lambda: a.In(rows=self.rows(level + 1, None)),
                lambda: self._known(level, source),
                lambda: a.And(tests=self._tests(level, source)),
                lambda: a.Or(tests=self._tests(level, source)),
                lambda: a.Not(test=self.test(level + 1, source)),
            ]
        return self._first(makers)

    def _compare(self, level: int, source: Source) -> Test:
        column = self.column(level + 1, source)
        number = self.number(level + 1, unit_of_column(column, source, self._catalogue))
        return a.Compare(column=column, operator=self._one(list(Operator)), number=number)

    def _known(self, level: int, source: Source) -> Test:
        return a.Known(column=self.column(level + 1, source))

    def _tests(self, level: int, source: Source) -> frozenset[Test]:
        return frozenset(self.test(level + 1, source) for _ in range(self._one([2, 2, 3])))

    def _calendar(self) -> Test:
        weekdays = self._rng.choice(np.arange(1, 8), size=self._one([0, 1, 2, 4, 5, 6]), replace=False)
        months = self._rng.choice(np.arange(1, 13), size=self._one([0, 0, 0, 4, 8]), replace=False)
        return a.Calendar(iso_weekdays=frozenset(weekdays.tolist()), months=frozenset(months.tolist()))

    def _kind(self) -> Test:
        return a.Kind(names=frozenset({self._one(["Run", "WALK", "yoga", "Swim"]), self._one(["run", "Swim"])}))

    def _one(self, values: Sequence[_T]) -> _T:
        if not values:
            raise _ImpossibleError
        return values[int(self._rng.integers(len(values)))]

    def _shuffled(self, values: Sequence[_T]) -> list[_T]:
        return [values[int(at)] for at in self._rng.permutation(len(values))]

    def _first(self, makers: Sequence[Callable[[], _T]]) -> _T:
        """What the first of them makes that can, in an order in which each is as likely to come first."""
        for make in self._shuffled(makers):
            with suppress(_ImpossibleError):
                return make()
        raise _ImpossibleError


def _said(records: Records) -> Iterator[tuple[str, list[float]]]:
    """Numbers that a question can name, by unit: those that are recorded, and a few beside them."""
    catalogue = records.catalogue
    pool: dict[str, list[float]] = {"": [0, 1, 2, 3, 5], "%": [0, 10, 50, 100], DAYS: [0, 1, 7, 30], "min": [0, 15]}
    for table, names in (
        (Table.DAYS, catalogue.metrics),
        (Table.ACTIVITIES, catalogue.fields),
        (Table.SAMPLES, catalogue.biomarkers),
    ):
        for name in names:
            quantity = quantity_of(name, table, catalogue)
            pool.setdefault(quantity.unit if quantity else "", []).extend(records.values(table, name)[:20])
    first, today = (day.toordinal() - _EPOCH.toordinal() for day in (catalogue.first, catalogue.today))
    pool[DATE] = [first - 3, first, (first + today) // 2, today, today + 3]
    for unit, values in pool.items():
        yield unit, [float(value) for value in values] or [1.0]
