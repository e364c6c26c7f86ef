"""How many values could be there: on the calendar, where rows are chosen by nothing that only the record tells."""

from dataclasses import dataclass

import numpy as np

from services.validator.domain.algebra import All, And, Calendar, Not, Or, Pick, Rows, Table, Test, Where
from services.validator.domain.questions.traversal import source_of
from services.validator.domain.recomputing.evaluating import Given
from services.validator.domain.recomputing.records import ends_of, months_of, weekdays_of
from services.validator.domain.records.series import Days, Mask


@dataclass(frozen=True, kw_only=True, eq=False)
class Expected:
    """What rows would be if every day had its values.

    Attributes:
        calendar: ascending, the days.
        chosen: how many records.
        is_picked: whether they are picked among those on record.
    """

    calendar: Days
    chosen: int
    is_picked: bool = False


def expected(rows: Rows, given: Given) -> Expected:
    """Of days chosen by the calendar alone every day of the window; otherwise the rows themselves."""
    calendar = _calendar(rows, given)
    if calendar is not None:
        return Expected(calendar=calendar, chosen=calendar.size)
    at = given.rows(rows)
    days = np.unique(given.records(source_of(rows)).days[at])
    if isinstance(rows, Pick) and rows.by is None:
        return Expected(calendar=expected(rows.rows, given).calendar, chosen=at.size, is_picked=True)
    return Expected(calendar=days, chosen=at.size, is_picked=isinstance(rows, Pick))


def _calendar(rows: Rows, given: Given) -> Days | None:
    """The days of the window that pass; None where only the record tells."""
    match rows:
        case All(table=Table.DAYS, window=window):
            first, last = ends_of(window, given)
            if not (np.isfinite(first) and np.isfinite(last)):
                return np.zeros(0, np.int64)
            return np.arange(np.ceil(first), np.floor(last) + 1).astype(np.int64)
        case Where(rows=inner, test=test):
            days = _calendar(inner, given)
            passed = None if days is None else _passed(test, days)
            return None if days is None or passed is None else days[passed]
        case _:
            return None


def _passed(test: Test, days: Days) -> Mask | None:
    match test:
        case Calendar(iso_weekdays=weekdays, months=months):
            on_day = np.isin(weekdays_of(days), sorted(weekdays)) | (not weekdays)
            return np.asarray(on_day & (np.isin(months_of(days), sorted(months)) | (not months)), np.bool_)
        case Not(test=inner):
            passed = _passed(inner, days)
            return None if passed is None else ~passed
        case And(tests=tests) | Or(tests=tests):
            masks = [_passed(each, days) for each in tests]
            known = [mask for mask in masks if mask is not None]
            if len(known) < len(masks) or not known:
                return None
            join = np.logical_and if isinstance(test, And) else np.logical_or
            return np.asarray(join.reduce(known), np.bool_)
        case _:
            return None
