"""Spans of days as windows, and the arithmetic of calendar units."""

import calendar
from datetime import date, timedelta
from typing import Final

from services.data_science.domain.algebra import (
    Unit,
    Window,
)
from services.data_science.domain.catalogue import Catalogue

_WEEK: Final = 7
LARGEST_COUNT: Final = 3660
MOST_YEARS: Final = 30


def span(start: date, end: date, label: str, unit: Unit | None = None) -> Window | None:
    return Window(start=start, end=end, label=label, unit=unit) if start <= end else None


def begun(day: date, unit: Unit) -> date:
    """The first day of the calendar unit that a day lies in."""
    match unit:
        case Unit.DAY:
            return day
        case Unit.WEEK:
            return day - timedelta(days=day.weekday())
        case Unit.MONTH:
            return day.replace(day=1)
        case Unit.QUARTER:
            return day.replace(month=(day.month - 1) // 3 * 3 + 1, day=1)
        case Unit.YEAR:
            return day.replace(month=1, day=1)


def moved(day: date, count: int, unit: Unit) -> date:
    """So many units later; in a shorter month its last day."""
    match unit:
        case Unit.DAY:
            return day + timedelta(days=count)
        case Unit.WEEK:
            return day + timedelta(days=7 * count)
        case Unit.MONTH | Unit.QUARTER | Unit.YEAR:
            months = {Unit.MONTH: 1, Unit.QUARTER: 3, Unit.YEAR: 12}[unit] * count
            year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
            return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def unit_of(day: date, unit: Unit, label: str) -> Window:
    """The calendar unit that a day lies in."""
    start = begun(day, unit)
    return Window(start=start, end=moved(start, 1, unit) - timedelta(days=1), label=label, unit=unit)


def before(window: Window, catalogue: Catalogue) -> Window | None:
    """The span of the same kind that ends on the eve of a window: before a month is a month."""
    if not isinstance(window.start, date) or not isinstance(window.end, date) or window.start <= catalogue.first:
        return None
    eve = window.start - timedelta(days=1)
    if window.unit is not None and window.start == begun(window.start, window.unit):
        return unit_of(eve, window.unit, f"the {window.unit} before")
    length = (window.end - window.start).days
    return Window(start=eve - timedelta(days=length), end=eve, label=f"the {length + 1} days before")


def everything(catalogue: Catalogue) -> Window:
    first, last = catalogue.first, catalogue.today
    if catalogue.samples is not None:
        first, last = min(first, catalogue.samples[0]), max(last, catalogue.samples[1])
    return Window(start=first, end=last, label="all data")


def week_beside(start: date, end: date, step: int) -> Window | None:
    """The seven days right after a span, or right before it."""
    first = end + timedelta(days=1) if step > 0 else start - timedelta(days=_WEEK)
    last = first + timedelta(days=_WEEK - 1)
    return span(first, last, f"{day_said(first)} to {day_said(last)}")


def dated(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def newest_day(number: int, until: date) -> date | None:
    """The newest day of the month with that number, up to a date; a month without one is passed over."""
    starts = (moved(begun(until, Unit.MONTH), -back, Unit.MONTH) for back in range(3))
    found = (dated(start.year, start.month, number) for start in starts)
    return next((each for each in found if each and each <= until), None)


def day_said(day: date) -> str:
    return f"{day.day} {calendar.month_name[day.month]} {day.year}"
