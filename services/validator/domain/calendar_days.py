"""Which days a window and its filters select."""

from datetime import date
from typing import Final

import numpy as np

from services.validator.domain.finding import (
    ActivityFilter,
    DayFilter,
    Group,
    MonthFilter,
    UnknownFilter,
    ValueFilter,
    WeekdayFilter,
    Window,
)
from services.validator.domain.series import Days, Mask
from services.validator.domain.store import OPERATORS, Store

_EPOCH_ORDINAL: Final = date(1970, 1, 1).toordinal()


def bounds(window: Window) -> tuple[int, int]:
    """The first and the last day, as days since 1970-01-01."""
    first, last = (date.fromisoformat(text).toordinal() for text in (window.start_date, window.end_date))
    return first - _EPOCH_ORDINAL, last - _EPOCH_ORDINAL


def calendar(window: Window | None) -> Days:
    """Every day of a window, ascending."""
    if window is None:
        raise AssertionError
    first, last = bounds(window)
    return np.arange(first, last + 1, dtype=np.int64)


def selected_days(group: Group, store: Store) -> Days:
    """The calendar days of the window on which every filter holds, ascending, with values or without."""
    days = calendar(group.window)
    for day_filter in group.day_filters:
        days = days[holds(day_filter, days, store)]
    return days


def holds(day_filter: DayFilter, days: Days, store: Store) -> Mask:
    """Whether the filter holds on each day."""
    match day_filter:
        case ValueFilter():
            # NaN compares as false with everything, so a day without the metric is not kept.
            values = store.daily[day_filter.metric].on(days)
            return np.asarray(OPERATORS[day_filter.comparison](values, day_filter.value), np.bool_)
        case WeekdayFilter():
            # 1970-01-01 was a Thursday, ISO weekday 4.
            return np.asarray(np.isin((days + 3) % 7 + 1, day_filter.iso_weekdays), np.bool_)
        case MonthFilter():
            months = days.astype("datetime64[D]").astype("datetime64[M]").astype(np.int64) % 12 + 1
            return np.asarray(np.isin(months, day_filter.months), np.bool_)
        case ActivityFilter():
            log = store.log
            there = np.isin(days, log.days_with(day_filter.activities))
            return np.asarray(np.isin(days, log.recorded) & ~there if day_filter.absent else there, np.bool_)
        case UnknownFilter():
            raise AssertionError(day_filter)


def known(condition: DayFilter, days: Days, store: Store) -> Mask:
    """Whether each day has what the condition asks about: the metric, or else any record at all."""
    if isinstance(condition, ValueFilter):
        return np.asarray(np.isfinite(store.daily[condition.metric].on(days)), np.bool_)
    return np.asarray(np.isin(days, store.log.recorded), np.bool_)
