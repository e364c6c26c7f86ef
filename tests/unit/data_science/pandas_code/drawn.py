"""Records and well-typed expressions, drawn from a seed: ties, gaps, duplicates, one row, none."""

import random
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final

from services.data_science.domain import algebra as a
from tests.unit.data_science.pandas_code.records_of_someone import Activity, Norm, Records, Sample

TODAY: Final = date(2024, 3, 15)
METRICS: Final = ("steps", "sleep_minutes", "never_recorded")
KINDS: Final = ("Run", "run", "Swim", "Wal\"k'ing, \\slow")
BIOMARKERS: Final = ("LDL", "HDL", "unit")


def records(seed: int) -> Records:
    """Up to 75 days that end today, some without a row or a value; activities also on days without."""
    rng = random.Random(seed)
    length = rng.choice([0, 1, 5, 20, 45, 75, 75, 75])
    missing = rng.choice([0.0, 0.2, 0.2, 0.6])
    places = rng.choice([2, 10, 100])

    def moment() -> datetime:
        return datetime.combine(TODAY - timedelta(days=rng.randint(0, length + 2)), time(rng.randint(0, 23), 30))

    def known(*names: str) -> dict[str, float]:
        return {name: float(rng.randint(0, places)) for name in names if rng.random() >= missing}

    return Records(
        days={
            TODAY - timedelta(days=back): known("steps", "sleep_minutes")
            for back in range(length)
            if rng.random() >= missing / 2
        },
        activities=[
            Activity(start=moment(), kind=rng.choice(KINDS), fields=known("duration_min", "distance_m"))
            for _ in range(rng.choice([0, 1, 12, 30, 30]))
        ],
        samples=[
            Sample(
                name=rng.choice(BIOMARKERS),
                value=float(rng.randint(0, places)),
                unit=rng.choice(["mg/dL", "mg/dL", "mmol/L"]),
                at=moment() + timedelta(seconds=number),
                low=rng.choice([None, 3.0]),
                high=rng.choice([None, 7.0]),
            )
            for number in range(rng.choice([0, 1, 8, 20, 20]))
        ],
        norms=[Norm(metric="steps", mean=4.0, sex="female", age_low=40), Norm(metric="steps", mean=5.0)],
        age=rng.choice([None, 30.0, 44.0]),
        sex=rng.choice([None, "female", "male"]),
    )


@dataclass(frozen=True, kw_only=True)
class Draw:
    """Expressions of at most a depth."""

    rng: random.Random

    def window(self, depth: int) -> a.Window:
        if self.rng.random() < 0.6:
            return a.Window(start=TODAY - timedelta(days=90), end=TODAY)
        start = TODAY - timedelta(days=self.rng.randint(0, 80))
        end = start + timedelta(days=self.rng.choice([0, 6, 30, 80]))
        if depth > 1 and self.rng.random() < 0.2:
            return a.Window(start=a.When(rows=self.rows(a.Table.ACTIVITIES, depth - 1)), end=TODAY)
        if depth > 1 and self.rng.random() < 0.05:
            later = a.NumberArithmetic(
                left=a.When(rows=self.rows(a.Table.DAYS, depth - 1)),
                operation=a.Operation.MINUS,
                right=a.Literal(value=7, unit="days"),
            )
            return a.Window(start=start, end=later)
        return a.Window(start=start, end=end)

    def rows(self, table: a.Table, depth: int) -> a.Rows:  # noqa: PLR0911, one for each production
        everything = a.All(table=table, window=self.window(depth))
        if depth <= 0:
            return everything
        other = self.rng.choice(list(a.Table))
        match self.rng.randint(0, 9):
            case 0 | 1 | 2:
                return a.Where(rows=self.rows(table, depth - 1), test=self.test(table, depth - 1))
            case 3 | 4:
                return self.pick(self.rows(table, depth - 1), table, depth)
            case 5:
                pair = (self.rows(table, depth - 1), self.rows(table, depth - 1))
                joined = a.Union if self.rng.random() < 0.5 else a.Except
                return joined(left=pair[0], right=pair[1])
            case 6 | 7 if table is a.Table.DAYS:
                inner = self.rows(other, depth - 1) if self.rng.random() < 0.8 else self.periods(depth - 1)
                return a.DaysOf(rows=inner, offset=self.rng.choice([0, 0, 1, -2]))
            case 6 | 7 if table is a.Table.ACTIVITIES:
                return a.ActivitiesOn(rows=self.rows(other, depth - 1))
            case _:
                return everything

    def pick(self, rows: a.Rows, table: a.Table | None, depth: int) -> a.Pick:
        order = self.rng.choice(list(a.Order))
        by_value = order in {a.Order.HIGHEST, a.Order.LOWEST}
        by = self.column(table, depth - 1) if by_value else None
        return a.Pick(
            rows=rows, by=by, order=order, first=self.rng.choice([1, 1, 1, 2, 4]), count=self.rng.choice([1, 1, 3, 12])
        )

    def periods(self, depth: int) -> a.Periods:
        table = self.rng.choice(list(a.Table))
        window = self.window(0)
        rows = a.All(table=table, window=window) if self.rng.random() < 0.5 else self.rows(table, depth - 1)
        statistic = self.rng.choice(list(a.Statistic))
        counts_rows = statistic is a.Statistic.COUNT and self.rng.random() < 0.6
        return a.Periods(
            window=window,
            unit=self.rng.choice(list(a.Unit)),
            rows=rows,
            column=None if counts_rows else self.column(table, depth - 1),
            statistic=statistic,
            complete=self.rng.random() < 0.6,
        )

    def rows_of_periods(self, depth: int) -> a.Rows:
        periods = self.periods(depth - 1)
        match self.rng.randint(0, 4):
            case 0:
                return a.Where(rows=periods, test=self.test(None, depth - 1))
            case 1:
                return self.pick(periods, None, depth)
            case 2:
                return a.Except(left=periods, right=a.Where(rows=periods, test=self.test(None, depth - 1)))
            case _:
                return periods

    def field(self, table: a.Table | None) -> a.Field:
        match table:
            case None:
                return a.Field(name=a.VALUE)
            case a.Table.DAYS:
                return a.Field(name=self.rng.choice(METRICS[:2] * 3 + METRICS))
            case a.Table.ACTIVITIES:
                return a.Field(name=self.rng.choice(["duration_min", "distance_m", a.START_CLOCK]))
            case a.Table.SAMPLES:
                return a.Field(name=self.rng.choice([*BIOMARKERS, "ldl"]))

    def column(self, table: a.Table | None, depth: int) -> a.Column:  # noqa: PLR0911, one for each production
        if depth <= 0 or self.rng.random() < 0.6:
            return self.field(table)
        match self.rng.randint(0, 5):
            case 0:
                return a.Step(column=self.column(table, depth - 1))
            case 1 | 2:
                right = self.column(table, depth - 1) if self.rng.random() < 0.5 else self.number(depth - 1)
                operation = self.rng.choice(list(a.Operation))
                return a.ColumnArithmetic(left=self.column(table, depth - 1), operation=operation, right=right)
            case 3 if table is a.Table.DAYS:
                return a.Shifted(column=self.column(table, depth - 1), days=self.rng.choice([-2, 0, 1, 3]))
            case 4 if table is a.Table.DAYS:
                statistic = self.rng.choice(list(a.Statistic))
                return a.Rolling(column=self.field(table), days=self.rng.choice([1, 3, 7]), statistic=statistic)
            case 5 if table is a.Table.DAYS:
                statistic = self.rng.choice(list(a.Statistic))
                counted = statistic is a.Statistic.COUNT and self.rng.random() < 0.6
                rows = self.rows(a.Table.ACTIVITIES, depth - 1)
                column = None if counted else self.column(a.Table.ACTIVITIES, depth - 1)
                return a.Daily(rows=rows, column=column, statistic=statistic)
            case _:
                return self.field(table)

    def test(self, table: a.Table | None, depth: int) -> a.Test:  # noqa: PLR0911, one for each production
        choice = self.rng.randint(0, 9 if depth > 0 else 4)
        if choice <= 2:
            number = a.Literal(value=self.rng.choice([0.0, 1.0, 5.0, 20.0])) if choice else self.number(depth - 1)
            return a.Compare(
                column=self.column(table, depth - 1), operator=self.rng.choice(list(a.Operator)), number=number
            )
        if choice == 3:
            weekdays = frozenset(self.rng.sample(range(1, 8), self.rng.randint(0, 3)))
            return a.Calendar(iso_weekdays=weekdays, months=frozenset(self.rng.choice([[], [2], [1, 3]])))
        if choice == 4 and table is a.Table.ACTIVITIES:
            return a.Kind(names=frozenset(self.rng.sample(KINDS, self.rng.randint(1, 2))))
        if choice <= 5:
            return a.Known(column=self.column(table, depth - 1))
        if choice == 6:
            periods = self.rng.random() < 0.2
            return a.In(rows=self.rows_of_periods(depth - 1) if periods else self._rows_of_any(depth - 1))
        if choice == 7:
            return a.Not(test=self.test(table, depth - 1))
        tests = frozenset(self.test(table, depth - 1) for _ in range(self.rng.randint(1, 3)))
        return a.And(tests=tests) if choice == 8 else a.Or(tests=tests)

    def _rows_of_any(self, depth: int) -> a.Rows:
        return self.rows(self.rng.choice(list(a.Table)), depth)

    def rows_and_table(self, depth: int) -> tuple[a.Rows, a.Table | None]:
        if self.rng.random() < 0.25:
            return self.rows_of_periods(depth), None
        table = self.rng.choice([a.Table.DAYS, a.Table.DAYS, a.Table.ACTIVITIES, a.Table.SAMPLES])
        return self.rows(table, depth), table

    def reduce(self, depth: int) -> a.Reduce:
        rows, table = self.rows_and_table(depth)
        return a.Reduce(rows=rows, column=self.column(table, depth - 1), statistic=self.rng.choice(list(a.Statistic)))

    def number(self, depth: int) -> a.Number:  # noqa: PLR0911, one for each production
        if depth <= 0:
            return a.Literal(value=self.rng.choice([0.0, 2.0, 5.0]))
        rows, table = self.rows_and_table(depth - 1)
        match self.rng.randint(0, 9):
            case 0:
                return a.Count(rows=rows)
            case 1:
                return a.Share(rows=rows, test=self.test(table, depth - 1))
            case 2 | 3 if table in {None, a.Table.DAYS}:
                return a.Streak(rows=rows, test=self.test(table, depth - 1), run=self.rng.choice(list(a.Run)))
            case 4:
                operation = self.rng.choice(list(a.Operation))
                return a.NumberArithmetic(
                    left=self.number(depth - 1), operation=operation, right=self.number(depth - 1)
                )
            case 5:
                clock = table is a.Table.ACTIVITIES and self.rng.random() < 0.5
                return a.When(rows=rows, moment=a.Moment.CLOCK if clock else a.Moment.DAY)
            case 6:
                fixed: tuple[a.Number, ...] = (
                    a.Norm(metric="steps"),
                    a.ReferenceBound(biomarker="ldl", side=a.Side.LOW),
                )
                return self.rng.choice((*fixed, a.Literal(value=3.0)))
            case _:
                return self.reduce(depth - 1)
