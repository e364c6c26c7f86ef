"""What a column is of every record of a source."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, assert_never

import numpy as np

from services.validator.domain.algebra import (
    VALUE,
    Column,
    ColumnArithmetic,
    Daily,
    Field,
    Operation,
    Rolling,
    Shifted,
    Statistic,
    Step,
    Table,
)
from services.validator.domain.questions.traversal import Source
from services.validator.domain.recomputing.evaluating import Given
from services.validator.domain.recomputing.reductions import reduced
from services.validator.domain.records.series import Days, Floats

_COLUMNS: Final = (Field, Daily, Shifted, Rolling, Step, ColumnArithmetic)


def values_of(column: Column, source: Source, given: Given) -> Floats:
    """Shape (records,); NaN where it is missing."""
    match column:
        case Field(name=name):
            return _field(name, source, given)
        case Daily():
            return _daily(column, given)
        case Shifted(column=inner, days=days):
            return shifted(given.column(inner, source), given.records(source).days, days)
        case Rolling():
            return _rolling(column, source, given)
        case Step(column=inner):
            return _step(given.column(inner, source))
        case ColumnArithmetic(left=left, operation=operation, right=right):
            other = (
                given.column(right, source)
                if isinstance(right, _COLUMNS)
                else np.full(given.records(source).days.size, given.number(right).value)
            )
            return ARITHMETIC[operation](given.column(left, source), other)
        case _:
            assert_never(column)


def shifted(values: Floats, days: Days, by: int) -> Floats:
    """Of each day the value so many days later; NaN where that day is not on record.

    Args:
        values: shape (n,).
        days: shape (n,), ascending and unique.
        by: negative for earlier.
    """
    if not days.size:
        return values
    at = np.searchsorted(days, days + by).clip(max=days.size - 1)
    return np.where(days[at] == days + by, values[at], np.nan)


def _field(name: str, source: Source, given: Given) -> Floats:
    records, store = given.records(source), given.store
    missing = np.full(records.days.size, np.nan)
    match source:
        case Table.DAYS:
            return store.daily[name].on(records.days) if name in store.daily else missing
        case Table.ACTIVITIES:
            return missing if store.activities is None else store.activities.fields.get(name, missing)
        case Table.SAMPLES:
            return missing if store.samples is None else store.samples.field(name)
        case _:
            return missing if records.values is None or name != VALUE else records.values


def _daily(column: Daily, given: Given) -> Floats:
    """Of every day on record what its activities among the rows come to."""
    at = given.rows(column.rows)
    days = given.records(Table.ACTIVITIES).days[at]
    measured = np.ones(at.size) if column.column is None else given.column(column.column, Table.ACTIVITIES)[at]
    there = np.isfinite(measured)
    days, measured = days[there], measured[there]
    recorded = given.recorded
    values = np.full(recorded.size, 0.0 if column.statistic is Statistic.COUNT else np.nan)
    begin, end = np.searchsorted(days, recorded), np.searchsorted(days, recorded, side="right")
    for on in np.flatnonzero(begin < end):
        values[on] = reduced(measured[begin[on] : end[on]], column.statistic)
    return values


def _rolling(column: Rolling, source: Source, given: Given) -> Floats:
    """Of every day the statistic of the values on the calendar days that end with it."""
    days, inner = given.records(source).days, given.column(column.column, source)
    there = np.isfinite(inner)
    valued, present = days[there], inner[there]
    begin = np.searchsorted(valued, days - column.days, side="right")
    end = np.searchsorted(valued, days, side="right")
    values = np.full(days.size, np.nan)
    for on in np.flatnonzero(begin < end):
        values[on] = reduced(present[begin[on] : end[on]], column.statistic)
    return values


def _step(values: Floats) -> Floats:
    """Each value less that of the latest earlier record that has one."""
    steps = np.full(values.size, np.nan)
    at = np.flatnonzero(np.isfinite(values))
    steps[at[1:]] = np.diff(values[at])
    return steps


def _over(left: Floats, right: Floats) -> Floats:
    return left / np.where(right == 0, np.nan, right)


def _percent_change(left: Floats, right: Floats) -> Floats:
    return (left - right) / np.where(right == 0, np.nan, np.abs(right)) * 100


ARITHMETIC: Final[Mapping[Operation, Callable[[Floats, Floats], Floats]]] = MappingProxyType(
    {
        Operation.PLUS: np.add,
        Operation.MINUS: np.subtract,
        Operation.TIMES: np.multiply,
        Operation.RATIO: _over,
        Operation.PERCENT_CHANGE: _percent_change,
    }
)
