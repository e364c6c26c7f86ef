"""Which records rows are: positions among all records of their source, in order of time."""

from typing import assert_never

import numpy as np

from services.validator.domain.algebra import (
    ActivitiesOn,
    All,
    DaysOf,
    Except,
    Order,
    Periods,
    Pick,
    Rows,
    Table,
    Union,
    Where,
)
from services.validator.domain.questions.traversal import source_of
from services.validator.domain.recomputing.evaluating import TRUE, Given
from services.validator.domain.recomputing.records import within
from services.validator.domain.records.series import Days, Mask


def positions_of(rows: Rows, given: Given) -> Days:  # noqa: PLR0911, one a production
    """Ascending and unique."""
    match rows:
        case All(table=table, window=window):
            return _where(within(given.records(table).days, window, given))
        case Where(rows=inner, test=test):
            at = given.rows(inner)
            kept: Days = at[given.test(test, source_of(inner))[at] == TRUE]
            return kept
        case Pick():
            return np.sort(picked(rows, given))
        case DaysOf(rows=inner, offset=offset):
            days = given.recorded - offset
            return _where(covered(inner, days, days, given))
        case ActivitiesOn(rows=inner):
            days = given.records(Table.ACTIVITIES).days
            return _where(covered(inner, days, days, given))
        case Periods():
            return np.arange(given.records(rows).days.size)
        case Union(left=left, right=right):
            return np.unique(np.concatenate([given.rows(left), given.rows(right)]))
        case Except(left=left, right=right):
            return np.setdiff1d(given.rows(left), given.rows(right), assume_unique=True)
        case _:
            assert_never(rows)


def _where(mask: Mask) -> Days:
    positions: Days = np.flatnonzero(mask)
    return positions


def picked(pick: Pick, given: Given) -> Days:
    """The positions that are picked, in the order of the pick."""
    at = given.rows(pick.rows)
    if pick.by is None:
        ordered = at[::-1] if pick.order is Order.NEWEST else at
    else:
        values = given.column(pick.by, source_of(pick.rows))[at]
        there = np.isfinite(values)
        at, values = at[there], values[there]
        # The last of the keys counts first; of rows alike the latest comes first.
        ordered = at[np.lexsort((-at, -values if pick.order is Order.HIGHEST else values))]
    return ordered[pick.first - 1 : pick.first - 1 + pick.count]


def covered(rows: Rows, first: Days, last: Days, given: Given) -> Mask:
    """Which of these spans of days hold a date of the rows; a period has all its dates in the span of the record.

    Args:
        rows: of any source.
        first: shape (n,), the first day of each span.
        last: shape (n,), the last.
        given: the records.
    """
    records, at = given.records(source_of(rows)), given.rows(rows)
    begins, ends = records.days[at], records.last[at]
    if not at.size:
        return np.zeros(first.size, np.bool_)
    # Both ascend, so of those that have begun by then the last one ends the latest.
    begun = np.searchsorted(begins, last, side="right") - 1
    return np.asarray((begun >= 0) & (ends[begun.clip(min=0)] >= first), np.bool_)
