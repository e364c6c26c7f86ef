"""Questions of any shape that the types allow, to a depth; they need not mean anything.

The types are those of data_science unless another service's copy of them is passed.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from hypothesis import strategies as st

from services.data_science.domain import algebra as of_data_science

DEPTH = 3
"""Expressions inside each other, the outermost excluded."""

TEXT = st.text(max_size=8)
WHOLE = st.integers(-366, 366)
NUMBERS = st.floats(allow_nan=False)


def questions(algebra: Any = of_data_science, *, depth: int = DEPTH) -> st.SearchStrategy[Any]:
    return Expressions.of(algebra).questions(depth)


class Expressions:
    """Strategies for each sort of a module that has the types; at depth 0 only what holds no other expression."""

    def __init__(self, algebra: Any) -> None:
        self._types = algebra
        self.rows = _deferred(self._rows)
        self.columns = _deferred(self._columns)
        self.numbers = _deferred(self._numbers)
        self.tests = _deferred(self._tests)

    @staticmethod
    @cache
    def of(algebra: Any) -> "Expressions":
        return Expressions(algebra)

    def questions(self, depth: int) -> st.SearchStrategy[Any]:
        types, rows, column, number = self._types, self.rows(depth), self.columns(depth), self.numbers(depth)
        shares = st.builds(types.Share, rows=rows, test=self.tests(depth))
        return st.one_of(
            st.builds(types.Tell, number=number),
            st.builds(types.TellRecords, rows=rows, columns=st.lists(column, max_size=3).map(tuple)),
            st.builds(types.Decide, left=number, operator=self.operators, right=number, share=st.none() | shares),
            st.builds(
                types.Profile,
                rows=rows,
                column=st.none() | column,
                statistic=self.statistics,
                by=st.sampled_from(types.Grouping),
                extreme=st.none() | st.sampled_from(types.Order),
            ),
            st.builds(types.Relate, left=column, right=column, rows=rows, lag_days=WHOLE),
            st.builds(types.Contrast, rows=rows, baseline=rows, column=column),
            st.builds(types.Trend, rows=rows, column=column),
            st.builds(types.ChangePoint, rows=rows, column=column),
            st.builds(types.Unusual, rows=rows, column=column),
        )

    @property
    def operators(self) -> st.SearchStrategy[Any]:
        return st.sampled_from(self._types.Operator)

    @property
    def operations(self) -> st.SearchStrategy[Any]:
        return st.sampled_from(self._types.Operation)

    @property
    def statistics(self) -> st.SearchStrategy[Any]:
        return st.sampled_from(self._types.Statistic)

    def windows(self, depth: int) -> st.SearchStrategy[Any]:
        ends = st.dates() | self.numbers(depth - 1) if depth > 0 else st.dates()
        units = st.none() | st.sampled_from(self._types.Unit)
        return st.builds(self._types.Window, start=ends, end=ends, label=TEXT, unit=units)

    def _rows(self, depth: int) -> st.SearchStrategy[Any]:
        types, windows = self._types, self.windows(depth)
        every = st.builds(types.All, table=st.sampled_from(types.Table), window=windows)
        if depth <= 0:
            return every
        rows, column = self.rows(depth - 1), st.none() | self.columns(depth - 1)
        return st.one_of(
            every,
            st.builds(types.Where, rows=rows, test=self.tests(depth - 1)),
            st.builds(types.Pick, rows=rows, by=column, order=st.sampled_from(types.Order), first=WHOLE, count=WHOLE),
            st.builds(types.DaysOf, rows=rows, offset=WHOLE),
            st.builds(types.ActivitiesOn, rows=rows),
            st.builds(
                types.Periods,
                window=windows,
                unit=st.sampled_from(types.Unit),
                rows=rows,
                column=column,
                statistic=self.statistics,
                complete=st.booleans(),
            ),
            st.builds(types.Union, left=rows, right=rows),
            st.builds(types.Except, left=rows, right=rows),
        )

    def _columns(self, depth: int) -> st.SearchStrategy[Any]:
        types = self._types
        fields = st.builds(types.Field, name=TEXT)
        if depth <= 0:
            return fields
        column = self.columns(depth - 1)
        return st.one_of(
            fields,
            st.builds(types.Daily, rows=self.rows(depth - 1), column=st.none() | column, statistic=self.statistics),
            st.builds(types.Shifted, column=column, days=WHOLE),
            st.builds(types.Rolling, column=column, days=WHOLE, statistic=self.statistics),
            st.builds(types.Step, column=column),
            st.builds(
                types.ColumnArithmetic, left=column, operation=self.operations, right=column | self.numbers(depth - 1)
            ),
        )

    def _numbers(self, depth: int) -> st.SearchStrategy[Any]:
        types = self._types
        leaves = st.one_of(
            st.builds(types.Literal, value=NUMBERS, unit=TEXT),
            st.builds(types.Norm, metric=TEXT),
            st.builds(types.ReferenceBound, biomarker=TEXT, side=st.sampled_from(types.Side)),
        )
        if depth <= 0:
            return leaves
        rows, test, number = self.rows(depth - 1), self.tests(depth - 1), self.numbers(depth - 1)
        return st.one_of(
            leaves,
            st.builds(types.Reduce, rows=rows, column=self.columns(depth - 1), statistic=self.statistics),
            st.builds(types.Count, rows=rows),
            st.builds(types.Share, rows=rows, test=test),
            st.builds(types.Streak, rows=rows, test=test, run=st.sampled_from(types.Run)),
            st.builds(types.NumberArithmetic, left=number, operation=self.operations, right=number),
            st.builds(types.When, rows=rows, moment=st.sampled_from(types.Moment)),
        )

    def _tests(self, depth: int) -> st.SearchStrategy[Any]:
        types = self._types
        leaves = st.one_of(
            st.builds(
                types.Calendar,
                iso_weekdays=st.frozensets(st.integers(1, 7)),
                months=st.frozensets(st.integers(1, 12)),
            ),
            st.builds(types.Kind, names=st.frozensets(TEXT, max_size=3)),
        )
        if depth <= 0:
            return leaves
        column, test = self.columns(depth - 1), self.tests(depth - 1)
        several = st.frozensets(test, max_size=3)
        return st.one_of(
            leaves,
            st.builds(types.Compare, column=column, operator=self.operators, number=self.numbers(depth - 1)),
            st.builds(types.In, rows=self.rows(depth - 1)),
            st.builds(types.Known, column=column),
            st.builds(types.And, tests=several),
            st.builds(types.Or, tests=several),
            st.builds(types.Not, test=test),
        )


def _deferred(sort: Callable[[int], st.SearchStrategy[Any]]) -> Callable[[int], st.SearchStrategy[Any]]:
    """The strategies of a sort by depth, each made once and only when something is drawn from it."""
    return cache(lambda depth: st.deferred(lambda: sort(depth)))
