"""The records that rows are taken from: days, activities, samples, and the periods of an expression."""

from datetime import date
from typing import Final, assert_never

import numpy as np

from services.validator.domain.algebra import DayOrNumber, Periods, Statistic, Table, Unit, Window
from services.validator.domain.questions.traversal import Source, source_of
from services.validator.domain.recomputing.evaluating import Given, Records
from services.validator.domain.recomputing.reductions import reduced
from services.validator.domain.records.series import Days, Floats, Mask

_EPOCH_ORDINAL: Final = date(1970, 1, 1).toordinal()
_FIRST_DAY: Final = date.min.toordinal() - _EPOCH_ORDINAL
_LAST_DAY: Final = date.max.toordinal() - _EPOCH_ORDINAL
_NONE: Final = np.zeros(0, np.int64)


def records_of(source: Source, given: Given) -> Records:
    """All records of a table, or the periods of an expression with what each comes to."""
    match source:
        case Table.DAYS:
            return Records(days=given.recorded, last=given.recorded)
        case Table.ACTIVITIES:
            days = _NONE if given.store.activities is None else given.store.activities.days
            return Records(days=days, last=days)
        case Table.SAMPLES:
            days = _NONE if given.store.samples is None else given.store.samples.days
            return Records(days=days, last=days)
        case Periods():
            return _periods(source, given)
        case _:
            assert_never(source)


def within(days: Days, window: Window, given: Given) -> Mask:
    """Which days lie in the window; none, if one of its ends is undefined."""
    # NaN compares as false with everything.
    first, last = ends_of(window, given)
    return np.asarray((days >= first) & (days <= last), np.bool_)


def ends_of(window: Window, given: Given) -> tuple[float, float]:
    """The first and the last day of a window, since 1970-01-01; NaN where it is undefined."""
    return _end(window.start, given), _end(window.end, given)


def _end(end: DayOrNumber, given: Given) -> float:
    if isinstance(end, date):
        return float(end.toordinal() - _EPOCH_ORDINAL)
    # No day lies beyond the calendar, and NaN stays what it is.
    return float(np.clip(given.number(end).value, _FIRST_DAY, _LAST_DAY))


def weekdays_of(days: Days) -> Days:
    """ISO 8601: 1 = Monday."""
    # 1970-01-01 was a Thursday.
    return (days + 3) % 7 + 1


def months_of(days: Days) -> Days:
    """1 = January."""
    return _months(days) % 12 + 1


def _periods(periods: Periods, given: Given) -> Records:
    source = source_of(periods.rows)
    bearing = given.records(Table.SAMPLES).days if source is Table.SAMPLES else given.recorded
    span = _span(bearing, periods.window, given)
    if not span.size:
        return Records(days=_NONE, last=_NONE, values=np.zeros(0))
    begins = _begins(int(span[0]), int(span[-1]), periods.unit)
    starts, ends = begins[:-1], begins[1:] - 1
    if periods.complete:
        whole = (starts >= span[0]) & (ends <= span[-1])
        starts, ends = starts[whole], ends[whole]
    first, last = np.maximum(starts, span[0]), np.minimum(ends, span[-1])
    return Records(days=first, last=last, values=_values(periods, first, last, given))


def _span(bearing: Days, window: Window, given: Given) -> Days:
    """The first and the last date that the window and the record have in common; empty without any."""
    if not bearing.size:
        return _NONE
    first, last = ends_of(window, given)
    first, last = max(first, float(bearing[0])), min(last, float(bearing[-1]))
    # NaN compares as false, and so leaves nothing.
    if not (np.isfinite(first) and np.isfinite(last) and np.ceil(first) <= np.floor(last)):
        return _NONE
    return np.array([np.ceil(first), np.floor(last)], np.int64)


def begins_of(days: Days, unit: Unit) -> Days:
    """The first day of the calendar period that each day lies in."""
    match unit:
        case Unit.DAY:
            return days
        case Unit.WEEK:
            return days - weekdays_of(days) + 1
        case Unit.MONTH:
            return _first_days(_months(days))
        case Unit.QUARTER:
            months = _months(days)
            return _first_days(months - months % 3)
        case Unit.YEAR:
            months = _months(days)
            return _first_days(months - months % 12)
        case _:
            assert_never(unit)


def _begins(first: int, last: int, unit: Unit) -> Days:
    """The first day of every period from that of `first` to that of `last`, and of the one after."""
    begins = np.unique(begins_of(np.arange(first, last + 1, dtype=np.int64), unit))
    months = {Unit.MONTH: 1, Unit.QUARTER: 3, Unit.YEAR: 12}.get(unit)
    if months is None:
        after = begins[-1] + (7 if unit is Unit.WEEK else 1)
    else:
        after = _first_days(_months(begins[-1:]) + months)[0]
    return np.append(begins, after)


def _months(days: Days) -> Days:
    """Calendar months since January 1970."""
    return days.astype("datetime64[D]").astype("datetime64[M]").astype(np.int64)


def _first_days(months: Days) -> Days:
    return months.astype("datetime64[M]").astype("datetime64[D]").astype(np.int64)


def _values(periods: Periods, first: Days, last: Days, given: Given) -> Floats:
    """What the rows that fall into each period come to."""
    source = source_of(periods.rows)
    at = given.rows(periods.rows)
    days = given.records(source).days[at]
    column = np.ones(at.size) if periods.column is None else given.column(periods.column, source)[at]
    there = np.isfinite(column)
    days, column = days[there], column[there]
    begin, end = np.searchsorted(days, first), np.searchsorted(days, last, side="right")
    values = np.full(first.size, np.nan)
    for at_period in np.flatnonzero(begin < end):
        values[at_period] = reduced(column[begin[at_period] : end[at_period]], periods.statistic)
    is_amount = periods.statistic is Statistic.SUM and source is Table.ACTIVITIES
    if periods.statistic is Statistic.COUNT or is_amount:
        on_record = np.searchsorted(given.recorded, first) < np.searchsorted(given.recorded, last, side="right")
        values[(begin == end) & on_record] = 0.0
    return values
