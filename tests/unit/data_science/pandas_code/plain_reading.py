"""What a question comes to, worked out record by record in plain Python: what generated code is held against."""

import math
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property
from typing import Final

from services.data_science.domain import algebra as a
from tests.unit.data_science.pandas_code.plain_arithmetic import (
    NAN,
    Truth,
    arithmetic,
    calendar_period,
    compare,
    statistic_of,
)
from tests.unit.data_science.pandas_code.records_of_someone import Records

EPOCH: Final = date(1970, 1, 1)


@dataclass(frozen=True, kw_only=True)
class Row:
    """A record: its table, its place there, its first and last date, and what it has."""

    table: str
    at: int
    day: date
    end: date
    fields: Mapping[str, float] = field(default_factory=dict, compare=False)
    kind: str = ""


@dataclass(frozen=True, kw_only=True)
class Result:
    value: float
    n: int
    day: float = NAN
    ties: int = 0
    start_day: float = NAN
    held: float = NAN


def epoch(day: date) -> float:
    return float((day - EPOCH).days)


@dataclass(frozen=True, kw_only=True, eq=False)
class Reader:
    records: Records

    @cached_property
    def activities(self) -> list[Row]:
        ordered = sorted(self.records.activities, key=lambda each: each.start)
        return [
            Row(
                table="activities",
                at=at,
                day=each.start.date(),
                end=each.start.date(),
                kind=each.kind,
                fields={**each.fields, a.START_CLOCK: each.start.hour * 60 + each.start.minute},
            )
            for at, each in enumerate(ordered)
        ]

    @cached_property
    def recorded(self) -> list[date]:
        return sorted({*self.records.days, *(row.day for row in self.activities)})

    @cached_property
    def days(self) -> list[Row]:
        return [
            Row(table="days", at=at, day=day, end=day, fields=self.records.days.get(day, {}))
            for at, day in enumerate(self.recorded)
        ]

    @cached_property
    def samples(self) -> list[Row]:
        ordered = sorted(self.records.samples, key=lambda each: each.at)
        units = {each.name.lower(): each.unit for each in ordered}
        return [
            Row(
                table="samples",
                at=at,
                day=each.at.date(),
                end=each.at.date(),
                fields={each.name.lower(): each.value} if each.unit == units[each.name.lower()] else {},
            )
            for at, each in enumerate(ordered)
        ]

    def table(self, rows: a.Rows) -> list[Row]:
        match rows:
            case a.All(table=a.Table.DAYS) | a.DaysOf():
                return self.days
            case a.All(table=a.Table.ACTIVITIES) | a.ActivitiesOn():
                return self.activities
            case a.All():
                return self.samples
            case a.Periods():
                return self.rows(rows)
            case a.Where(rows=inner) | a.Pick(rows=inner) | a.Union(left=inner) | a.Except(left=inner):
                return self.table(inner)

    def ends(self, window: a.Window) -> tuple[float, float]:
        start, end = (
            epoch(each) if isinstance(each, date) else self.number(each).value for each in (window.start, window.end)
        )
        return start, end

    def rows(self, rows: a.Rows) -> list[Row]:  # noqa: PLR0911, one for each production
        match rows:
            case a.All(window=window):
                start, end = self.ends(window)
                return [row for row in self.table(rows) if start <= epoch(row.day) <= end]
            case a.Where(rows=inner, test=test):
                return [row for row in self.rows(inner) if self.test(test, row, self.table(inner))]
            case a.Pick():
                return sorted(self.picked(rows), key=lambda row: row.at)
            case a.DaysOf(rows=inner, offset=offset):
                dates = {day + timedelta(days=offset) for row in self.rows(inner) for day in dates_of(row)}
                return [row for row in self.days if row.day in dates]
            case a.ActivitiesOn(rows=inner):
                dates = {day for row in self.rows(inner) for day in dates_of(row)}
                return [row for row in self.activities if row.day in dates]
            case a.Periods():
                return list(self.periods(rows))
            case a.Union(left=left, right=right):
                both = {row.at: row for row in (*self.rows(left), *self.rows(right))}
                return [both[at] for at in sorted(both)]
            case a.Except(left=left, right=right):
                out = {row.at for row in self.rows(right)}
                return [row for row in self.rows(left) if row.at not in out]

    def picked(self, pick: a.Pick) -> list[Row]:
        """In the order of the pick."""
        rows = self.rows(pick.rows)
        if pick.by is None:
            ordered = rows[::-1] if pick.order is a.Order.NEWEST else rows
        else:
            ordered = [row for row, _ in self.order(pick)]
        return ordered[pick.first - 1 : pick.first - 1 + pick.count]

    def order(self, pick: a.Pick) -> list[tuple[Row, float]]:
        assert pick.by is not None
        valued = self.valued(pick.by, pick.rows)
        sign = -1 if pick.order is a.Order.HIGHEST else 1
        return sorted(valued, key=lambda each: (sign * each[1], -each[0].at))

    def valued(self, column: a.Column, rows: a.Rows) -> list[tuple[Row, float]]:
        table = self.table(rows)
        pairs = [(row, self.column(column, row, table)) for row in self.rows(rows)]
        return [(row, value) for row, value in pairs if not math.isnan(value)]

    def periods(self, periods: a.Periods) -> Iterator[Row]:
        rows = self.rows(periods.rows)
        table = self.table(periods.rows)
        is_of_samples = table is self.samples
        record = [row.day for row in self.samples] if is_of_samples else self.recorded
        start, end = self.ends(periods.window)
        if not record or math.isnan(start) or math.isnan(end):
            return
        first = max(record[0], EPOCH + timedelta(days=math.ceil(max(start, -10000))))
        last = min(record[-1], EPOCH + timedelta(days=math.floor(min(end, 40000))))
        day, at = first, 0
        while day <= last:
            begin, finish = calendar_period(day, periods.unit)
            row_first, row_last = max(begin, first), min(finish, last)
            if not periods.complete or (row_first, row_last) == (begin, finish):
                inside = [row for row in rows if row_first <= row.day <= row_last]
                value = self.period_value(periods, inside, table, row_first, row_last)
                yield Row(table="periods", at=at, day=row_first, end=row_last, fields={a.VALUE: value})
                at += 1
            day = finish + timedelta(days=1)

    def period_value(self, periods: a.Periods, inside: list[Row], table: list[Row], first: date, last: date) -> float:
        column = periods.column
        values = [1.0] * len(inside)
        if column is not None:
            values = [value for row in inside if not math.isnan(value := self.column(column, row, table))]
        if values:
            return statistic_of(periods.statistic, values)
        totals = periods.statistic is a.Statistic.SUM and table is self.activities
        is_on_record = any(first <= day <= last for day in self.recorded)
        return 0.0 if is_on_record and (totals or periods.statistic is a.Statistic.COUNT) else NAN

    def column(self, column: a.Column, row: Row, table: list[Row]) -> float:  # noqa: C901, PLR0911, one for each production
        match column:
            case a.Field(name=name):
                return row.fields.get(name.lower() if row.table == "samples" else name, NAN)
            case a.Daily(rows=rows, column=inner, statistic=statistic):
                there = [each for each in self.rows(rows) if each.day == row.day]
                values = [1.0] * len(there)
                if inner is not None:
                    of_each = (self.column(inner, each, self.activities) for each in there)
                    values = [value for value in of_each if not math.isnan(value)]
                if not values:
                    return 0.0 if statistic is a.Statistic.COUNT else NAN
                return statistic_of(statistic, values)
            case a.Shifted(column=inner, days=days):
                return self.on(inner, row.day + timedelta(days=days))
            case a.Rolling(column=inner, days=days, statistic=statistic):
                dates = [row.day - timedelta(days=back) for back in range(days - 1, -1, -1)]
                values = [value for day in dates if not math.isnan(value := self.on(inner, day))]
                return statistic_of(statistic, values) if values else NAN
            case a.Step(column=inner):
                now = self.column(inner, row, table)
                for each in reversed(table[: row.at]):
                    if not math.isnan(before := self.column(inner, each, table)):
                        return now - before
                return NAN
            case a.ColumnArithmetic(left=left, operation=operation, right=right):
                second = self.column(right, row, table) if isinstance(right, a.Column) else self.number(right).value
                return arithmetic(operation, self.column(left, row, table), second)

    def on(self, column: a.Column, day: date) -> float:
        at = bisect_left(self.recorded, day)
        if at == len(self.recorded) or self.recorded[at] != day:
            return NAN
        return self.column(column, self.days[at], self.days)

    def test(self, test: a.Test, row: Row, table: list[Row]) -> Truth:  # noqa: PLR0911, one for each production
        match test:
            case a.Compare(column=column, operator=operator, number=number):
                return compare(self.column(column, row, table), operator, self.number(number).value)
            case a.Calendar(iso_weekdays=weekdays, months=months):
                return (not weekdays or row.day.isoweekday() in weekdays) and (not months or row.day.month in months)
            case a.In(rows=rows):
                dates = {day for each in self.rows(rows) for day in dates_of(each)}
                return any(day in dates for day in dates_of(row))
            case a.Kind(names=names):
                return row.kind.lower() in {name.lower() for name in names}
            case a.Known(column=column):
                return not math.isnan(self.column(column, row, table))
            case a.And(tests=tests):
                truths = [self.test(each, row, table) for each in tests]
                return False if False in truths else (None if None in truths else True)
            case a.Or(tests=tests):
                truths = [self.test(each, row, table) for each in tests]
                return True if True in truths else (None if None in truths else False)
            case a.Not(test=inner):
                truth = self.test(inner, row, table)
                return None if truth is None else not truth

    def number(self, number: a.Number) -> Result:  # noqa: C901, PLR0911, one for each production
        match number:
            case a.Literal(value=value):
                return Result(value=value, n=0)
            case a.Reduce():
                return self.reduced(number)
            case a.Count(rows=rows):
                count = len(self.rows(rows))
                return Result(value=count, n=count)
            case a.Share(rows=rows, test=test):
                truths = [self.test(test, row, self.table(rows)) for row in self.rows(rows)]
                known, held = len(truths) - truths.count(None), truths.count(True)
                return Result(value=100 * held / known if known else NAN, n=known, held=held if known else NAN)
            case a.Streak():
                return self.streak(number)
            case a.NumberArithmetic(left=left, operation=operation, right=right):
                pairs = [(each, self.number(each)) for each in (left, right)]
                fixed = a.Literal | a.Norm | a.ReferenceBound
                counts = [result.n for each, result in pairs if not isinstance(each, fixed)]
                return Result(
                    value=arithmetic(operation, pairs[0][1].value, pairs[1][1].value), n=min(counts, default=1)
                )
            case a.When(rows=rows, moment=moment):
                found = self.rows(rows)
                if not found:
                    return Result(value=NAN, n=0)
                latest = found[-1]
                day = moment is a.Moment.DAY
                return Result(value=epoch(latest.day) if day else latest.fields[a.START_CLOCK], n=len(found))
            case a.Norm(metric=metric):
                age, sex = self.records.age, self.records.sex
                fitting = [
                    norm.mean
                    for norm in self.records.norms
                    if norm.metric == metric
                    and norm.sex in {"any", sex}
                    and age is not None
                    and norm.age_low <= age <= norm.age_high
                ]
                return Result(value=fitting[0] if fitting else NAN, n=0)
            case a.ReferenceBound(biomarker=biomarker, side=side):
                ordered = sorted(self.records.samples, key=lambda each: each.at)
                bounds = [
                    each.low if side is a.Side.LOW else each.high
                    for each in ordered
                    if each.name.lower() == biomarker.lower()
                ]
                there = [bound for bound in bounds if bound is not None]
                return Result(value=there[-1] if there else NAN, n=0)

    def reduced(self, number: a.Reduce) -> Result:
        valued = self.valued(number.column, number.rows)
        values = [value for _, value in valued]
        value = statistic_of(number.statistic, values)
        if number.statistic in {a.Statistic.MIN, a.Statistic.MAX} and valued:
            alike = [row for row, each in valued if each == value]
            return Result(value=value, n=len(values), day=epoch(alike[-1].day), ties=len(alike))
        day = NAN
        if number.statistic is a.Statistic.FIRST and valued:
            day = epoch(valued[0][0].day)
        elif valued and (number.statistic is a.Statistic.LATEST or len(valued) == 1):
            day = epoch(valued[-1][0].day)
        return Result(value=value, n=len(values), day=day)

    def streak(self, number: a.Streak) -> Result:
        rows = self.rows(number.rows)
        truths = [(row, self.test(number.test, row, self.table(number.rows))) for row in rows]
        known = sum(truth is not None for _, truth in truths)
        passing = [row for row, truth in truths if truth]
        until: list[Row] = []
        if number.run is a.Run.CURRENT:
            until = self.until(number.rows, [row for row, truth in truths if truth is not None])
            passing = [row for row in passing if until and row.at <= until[-1].at]
        runs: list[list[Row]] = []
        for row in passing:
            if runs and _follows(row, runs[-1][-1]):
                runs[-1].append(row)
            else:
                runs.append([row])
        if number.run is a.Run.CURRENT:
            runs = [run for run in runs if run[-1].at == until[-1].at]
        if not runs:
            return Result(value=0, n=known)
        best = max(reversed(runs), key=len)
        return Result(value=len(best), n=known, day=epoch(best[-1].end), start_day=epoch(best[0].day))

    def until(self, rows: a.Rows, known: list[Row]) -> list[Row]:
        """The records up to the one that a current run ends with: the last known, of periods the last of all."""
        table = self.table(rows)
        if not table or table[0].table == "periods":
            return table
        end = self.ends(window_of(rows))[1]
        return [row for row in known if epoch(row.day) <= end]


def _follows(row: Row, before: Row) -> bool:
    """Whether it is the next day, of periods the next period."""
    return (row.at - before.at if row.table == "periods" else (row.day - before.day).days) == 1


def window_of(rows: a.Rows) -> a.Window:
    match rows:
        case a.All(window=window) | a.Periods(window=window):
            return window
        case a.Union(left=left) | a.Except(left=left):
            return window_of(left)
        case _:
            return window_of(rows.rows)


def dates_of(row: Row) -> list[date]:
    return [row.day + timedelta(days=after) for after in range((row.end - row.day).days + 1)]
