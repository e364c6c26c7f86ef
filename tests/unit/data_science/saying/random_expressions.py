"""Random well-typed questions from few names and windows, so that many differ in one part alone."""

import random
from dataclasses import fields, is_dataclass, replace
from datetime import date
from typing import Any, Final

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
    Operator,
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
    Run,
    Share,
    Shifted,
    Side,
    Statistic,
    Step,
    Streak,
    Table,
    Tell,
    TellRecords,
    Test,
    Trend,
    Union,
    Unit,
    Unusual,
    When,
    Where,
)
from services.data_science.language.saying.numbers import VALUES_OF_ONE
from services.data_science.language.saying.rows import is_one
from services.data_science.language.saying.units import source_of, unit_of_column
from tests.unit.data_science.saying.people_and_words import CATALOGUE, OCTOBER, SEPTEMBER, window

WINDOWS: Final = (OCTOBER, SEPTEMBER, window("2024-10-03", "2024-10-03"))
FIELDS: Final = {
    Table.DAYS: ("steps", "sleep_minutes", "resting_heart_rate", "bed_time"),
    Table.ACTIVITIES: ("distance_m", "duration_min", "average_heart_rate", "steps", "start_clock"),
    Table.SAMPLES: ("LDL", "HbA1c"),
}
DAYS_KINDS: Final = (frozenset({"Run"}), frozenset({"Bike"}), frozenset({"Kitesurf"}), frozenset({"Run", "Bike"}))


class Drawing:
    """Draws expressions from a seed, each at most so deep."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def question(self, depth: int) -> Question:  # noqa: PLR0911, one case a form
        table, one = self._any(Table), self._random.random()
        rows = self.rows(table, depth)
        column = self.column(table, depth - 1)
        daily = self.rows(Table.DAYS, depth)
        match int(one * 12):
            case 0:
                several = (column, self.column(table, 0)) if self._coin() else (column,)
                return TellRecords(rows=rows, columns=several if self._coin() else ())
            case 1:
                share = Share(rows=rows, test=self.test(table, depth - 1)) if self._coin() else None
                left, right = self.number(depth), self.number(depth - 1)
                return Decide(left=left, operator=self._any(Operator), right=right, share=share)
            case 2:
                extreme = self._any((None, Order.HIGHEST, Order.LOWEST))
                counted = self._coin()
                return Profile(
                    rows=rows,
                    column=None if counted else column,
                    statistic=Statistic.COUNT if counted else self._any(Statistic),
                    by=self._any(Grouping),
                    extreme=extreme,
                )
            case 3:
                other = self.column(Table.DAYS, depth - 1)
                left_column = self.column(Table.DAYS, depth - 1)
                return Relate(left=left_column, right=other, rows=daily, lag_days=self._any((0, 1, 2)))
            case 4:
                return Contrast(rows=rows, baseline=self.rows(table, depth - 1), column=column)
            case 5:
                kind: type[Trend | ChangePoint | Unusual] = self._any((Trend, ChangePoint, Unusual))
                return kind(rows=daily, column=self.column(Table.DAYS, depth - 1))
            case _:
                return Tell(number=self.number(depth))

    def rows(self, table: Table, depth: int) -> Rows:
        window_, one = self._any(WINDOWS), self._random.random()
        whole = All(table=table, window=window_)
        if depth <= 0 or one < 0.15:
            return whole
        inner = self.rows(table, depth - 1)
        if one < 0.45:
            return Where(rows=inner, test=self.test(table, depth - 1))
        if one < 0.75:
            order = self._any(Order)
            by = self.column(table, depth - 2) if order in {Order.HIGHEST, Order.LOWEST} else None
            first, count = self._any((1, 1, 2)), self._any((1, 1, 3))
            return Pick(rows=inner, by=by, order=order, first=first, count=count)
        if one < 0.87 and table is Table.DAYS:
            return DaysOf(rows=self.rows(self._any(Table), depth - 1), offset=self._any((-1, 0, 0, 1, 2)))
        if one < 0.87 and table is Table.ACTIVITIES:
            return ActivitiesOn(rows=self.rows(self._any(Table), depth - 1))
        kind: type[Union | Except] = self._any((Union, Except))
        return kind(left=inner, right=self.rows(table, depth - 1))

    def periods(self, depth: int) -> Rows:
        table, counted = self._any(Table), self._coin()
        base: Rows = Periods(
            window=self._any(WINDOWS),
            unit=self._any((Unit.WEEK, Unit.MONTH)),
            rows=self.rows(table, depth - 1),
            column=None if counted else self.column(table, depth - 2),
            statistic=Statistic.COUNT if counted else self._any((Statistic.MEAN, Statistic.SUM, Statistic.MAX)),
            complete=self._random.random() < 0.8,
        )
        if self._coin():
            base = Where(rows=base, test=self.of_value(depth - 1))
        if self._random.random() < 0.2:
            base = Pick(rows=base, by=Field(name=VALUE), order=self._any((Order.HIGHEST, Order.LOWEST)))
        return base

    def of_value(self, depth: int) -> Test:
        del depth
        if self._random.random() < 0.15:
            return Calendar(months=frozenset({10}))
        literal = Literal(value=self._any((1.0, 3.0)))
        column: Column = Field(name=VALUE) if self._random.random() < 0.8 else Step(column=Field(name=VALUE))
        return Compare(column=column, operator=self._any(Operator), number=literal)

    def column(self, table: Table, depth: int) -> Column:
        field, one = Field(name=self._any(FIELDS[table])), self._random.random()
        if depth <= 0 or one < 0.5:
            return field
        inner = self.column(table, depth - 1)
        if one < 0.65 or table is not Table.DAYS:
            if self._coin():
                return Step(column=inner)
            right: Column | Number = self.column(table, depth - 1) if self._coin() else self.number(depth - 1)
            return ColumnArithmetic(left=inner, operation=self._any(Operation), right=right)
        if one < 0.75:
            return Shifted(column=inner, days=self._any((-2, -1, 1, 2)))
        if one < 0.85:
            return Rolling(column=inner, days=self._any((7, 30)), statistic=self._any(Statistic))
        counted = self._coin()
        return Daily(
            rows=self.rows(Table.ACTIVITIES, depth - 1),
            column=None if counted else self.column(Table.ACTIVITIES, depth - 1),
            statistic=Statistic.COUNT if counted else self._any(Statistic),
        )

    def number(self, depth: int) -> Number:  # noqa: PLR0911, one case a form
        table, one = self._any(Table), self._random.random()
        if depth <= 0 or one < 0.1:
            bound = ReferenceBound(biomarker="LDL", side=self._any(Side))
            leaves: tuple[Number, ...] = (
                Literal(value=5.0),
                Literal(value=60.5),
                Norm(metric="resting_heart_rate"),
                bound,
            )
            return leaves[int(self._random.random() * len(leaves))]
        if one < 0.5:
            column = self.column(table, depth - 1)
            return Reduce(rows=self.rows(table, depth - 1), column=column, statistic=self._any(Statistic))
        if one < 0.6:
            return Reduce(rows=self.periods(depth - 1), column=Field(name=VALUE), statistic=self._any(Statistic))
        if one < 0.7:
            return Count(rows=self.periods(depth - 1) if self._coin() else self.rows(table, depth - 1))
        if one < 0.8:
            rows, test = self.rows(Table.DAYS, depth - 1), self.test(Table.DAYS, depth - 1)
            return Share(rows=rows, test=test) if self._coin() else Streak(rows=rows, test=test, run=self._any(Run))
        if one < 0.9:
            return When(rows=self.rows(table, depth - 1), moment=Moment.DAY)
        left, right = self.number(depth - 1), self.number(depth - 1)
        return NumberArithmetic(left=left, operation=self._any(Operation), right=right)

    def test(self, table: Table, depth: int) -> Test:  # noqa: PLR0911, one case a form
        one = self._random.random()
        if one < 0.15:
            weekdays = self._any((frozenset({6, 7}), frozenset({1}), frozenset({1, 2}), frozenset()))
            return Calendar(iso_weekdays=weekdays, months=frozenset({10}) if not weekdays else frozenset())
        if one < 0.3 and table is Table.ACTIVITIES:
            return Kind(names=self._any(DAYS_KINDS))
        column = self.column(table, depth - 1)
        if depth <= 0 or one < 0.55:
            return self._compare(table, column, depth)
        if one < 0.6:
            return Known(column=column)
        if one < 0.75:
            return In(rows=self.rows(self._any(Table), depth - 1))
        if one < 0.85:
            return Not(test=self.test(table, depth - 1))
        parts = frozenset({self.test(table, depth - 1), self.test(table, depth - 1)})
        return self._any((And, Or))(tests=parts) if len(parts) > 1 else next(iter(parts))

    def _compare(self, table: Table, column: Column, depth: int) -> Test:
        unit = unit_of_column(column, table, CATALOGUE)
        number: Number = Literal(value=self._any((60.0, 61.0)), unit=unit)
        if depth > 0 and self._random.random() < 0.4:
            number = self.number(depth - 1)
        return Compare(column=column, operator=self._any(Operator), number=number)

    def _coin(self) -> bool:
        return self._random.random() < 0.5

    def _any(self, of: Any) -> Any:
        return self._random.choice(tuple(of))


def canonical(expression: Any) -> Any:
    """An expression with what is said the same, because it means the same, written in one way.

    Days of days are those days; of one record its value is its mean, total, highest and so on.
    """
    if isinstance(expression, frozenset | tuple):
        return type(expression)(canonical(each) for each in expression)
    if not is_dataclass(expression) or isinstance(expression, date):
        return expression
    parts = {each.name: canonical(getattr(expression, each.name)) for each in fields(expression)}
    expression = replace(expression, **parts)  # type: ignore[type-var]
    match expression:
        case DaysOf(rows=rows, offset=0) if source_of(rows) is Table.DAYS:
            return rows
        case Reduce(statistic=statistic, rows=rows) if statistic in VALUES_OF_ONE and is_one(rows):
            return replace(expression, statistic=Statistic.MEAN)
        case (
            Periods(statistic=statistic, rows=rows, column=column)
            | Daily(statistic=statistic, rows=rows, column=column)
            | Profile(statistic=statistic, rows=rows, column=column)
        ) if column is not None and statistic in VALUES_OF_ONE and is_one(rows):
            return replace(expression, statistic=Statistic.MEAN)
        case _:
            return expression
