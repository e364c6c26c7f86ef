"""What a question itself states: its windows, dates and amounts, which an answer may repeat and which claim nothing."""

import calendar
from collections.abc import Iterator
from datetime import date
from typing import Final

from services.validator.domain.algebra import (
    VALUE,
    All,
    ChangePoint,
    Compare,
    DaysOf,
    Field,
    Grouping,
    Literal,
    Periods,
    Pick,
    Profile,
    Question,
    Relate,
    Rolling,
    Shifted,
    Unit,
    Window,
)
from services.validator.domain.questions.traversal import base_window, nodes

_EPOCH: Final = date(1970, 1, 1).toordinal()
_LAST_DAY: Final = date.max.toordinal() - _EPOCH
_PERIODS: Final = {
    Grouping.WEEK: Unit.WEEK,
    Grouping.MONTH: Unit.MONTH,
    Grouping.QUARTER: Unit.QUARTER,
    Grouping.YEAR: Unit.YEAR,
}
_ENDINGS: Final = {1: "st", 2: "nd", 3: "rd"}
_MOST_PERIODS: Final = 120
_LONGEST_PERIOD: Final = 400
_MINUTES_AN_HOUR: Final = 60
_METRES_A_KILOMETRE: Final = 1000
_FEWEST_FOR_A_CHANGE: Final = 7


def stated_in(question: Question) -> str:
    """Every date, span and number that stands in a question, in words whose numbers can be read back."""
    return "; ".join(dict.fromkeys(_stated(question)))


def _stated(question: Question) -> Iterator[str]:  # noqa: C901, one case a form
    for node in nodes(question):
        match node:
            case All(window=window):
                yield from _of_window(window)
            case Periods(window=window, unit=unit):
                yield from _of_window(window)
                yield from _periods(window, unit)
            case Profile(rows=rows, by=by) if by in _PERIODS:
                yield from _periods(base_window(rows), _PERIODS[by])
            case Compare(column=Field(name=name), number=Literal(value=value, unit="")) if name == VALUE:
                yield f"{value:g} activities"
            case Literal(value=value, unit=unit):
                yield from _amount(value, unit)
            case Pick(first=first, count=count):
                yield from (f"{number}" for number in (first, count, first + count - 1) if number > 1)
                yield from (_ordinal(place) for place in (first, first + count - 1) if place > 1)
            case DaysOf(offset=days) | Shifted(days=days) | Relate(lag_days=days) if days:
                yield f"{abs(days)} days; {abs(days)}"
            case Rolling(days=days):
                yield f"{days} days"
            case ChangePoint():
                yield f"{_FEWEST_FOR_A_CHANGE} days"


def _ordinal(place: int) -> str:
    teens = place % 100 in {11, 12, 13}
    return f"{place}{'th' if teens else _ENDINGS.get(place % 10, 'th')}"


def _periods(window: Window, unit: Unit) -> Iterator[str]:
    """What the calendar periods of a window are called, by their first day or their month."""
    if not isinstance(window.start, date) or not isinstance(window.end, date):
        return
    for count, start in enumerate(_starts(window.start, window.end, unit)):
        if count == _MOST_PERIODS:
            return
        yield _day(start) if unit in {Unit.DAY, Unit.WEEK} else f"{calendar.month_name[start.month]} {start.year}"
        yield _day(_end(start, unit))


def _starts(start: date, end: date, unit: Unit) -> Iterator[date]:
    day = _begin(start, unit)
    while day <= end:
        yield day
        if day.toordinal() > date.max.toordinal() - _LONGEST_PERIOD:
            return
        day = date.fromordinal(_end(day, unit).toordinal() + 1)


def _begin(day: date, unit: Unit) -> date:
    match unit:
        case Unit.DAY:
            return day
        case Unit.WEEK:
            return date.fromordinal(max(day.toordinal() - day.weekday(), 1))
        case Unit.MONTH:
            return day.replace(day=1)
        case Unit.QUARTER:
            return day.replace(month=(day.month - 1) // 3 * 3 + 1, day=1)
        case Unit.YEAR:
            return day.replace(month=1, day=1)


def _end(start: date, unit: Unit) -> date:
    days = {Unit.DAY: 1, Unit.WEEK: 7}.get(unit)
    if days is not None:
        return date.fromordinal(start.toordinal() + days - 1)
    months = {Unit.MONTH: 1, Unit.QUARTER: 3, Unit.YEAR: 12}[unit]
    last = start.month - 1 + months - 1
    year, month = start.year + last // 12, last % 12 + 1
    return date(year, month, calendar.monthrange(year, month)[1])


def _of_window(window: Window) -> Iterator[str]:
    if window.label:
        yield window.label
    yield from (_day(each) for each in (window.start, window.end) if isinstance(each, date))


def _day(day: date) -> str:
    return f"{calendar.day_name[day.weekday()]} {day.day} {calendar.month_name[day.month]} {day.year}"


def _amount(value: float, unit: str) -> Iterator[str]:
    if unit == "date":
        if 0 <= value <= _LAST_DAY:
            yield _day(date.fromordinal(int(value) + _EPOCH))
        return
    if unit == "clock":
        hours, minutes = divmod(round(value) % 1440, 60)
        yield f"{hours:02}:{minutes:02}"
        return
    named = {"count": "steps", "min": "minutes"}.get(unit, unit)
    yield f"{value:g} {named}".strip() if abs(value) < 1e6 else f"{value:.0f} {named}".strip()
    yield f"{value:g}" if abs(value) < 1e6 else f"{value:.0f}"
    if unit == "min" and value >= _MINUTES_AN_HOUR:
        yield f"{value / _MINUTES_AN_HOUR:g} hours"
    if unit == "m" and value >= _METRES_A_KILOMETRE:
        yield f"{value / _METRES_A_KILOMETRE:g} km"
