"""What a question itself states: its windows, dates and amounts, which an answer may repeat and which claim nothing."""

import calendar
from collections.abc import Iterator
from datetime import date
from typing import Final

from services.validator.domain.algebra import (
    All,
    ChangePoint,
    DaysOf,
    Literal,
    Periods,
    Pick,
    Question,
    Relate,
    Rolling,
    Shifted,
    Window,
)
from services.validator.domain.questions.traversal import nodes

_EPOCH: Final = date(1970, 1, 1).toordinal()
_LAST_DAY: Final = date.max.toordinal() - _EPOCH
_MINUTES_AN_HOUR: Final = 60
_METRES_A_KILOMETRE: Final = 1000
_FEWEST_FOR_A_CHANGE: Final = 7


def stated_in(question: Question) -> str:
    """Every date, span and number that stands in a question, in words whose numbers can be read back."""
    return "; ".join(dict.fromkeys(_stated(question)))


def _stated(question: Question) -> Iterator[str]:
    for node in nodes(question):
        match node:
            case All(window=window) | Periods(window=window):
                yield from _of_window(window)
            case Literal(value=value, unit=unit):
                yield from _amount(value, unit)
            case Pick(first=first, count=count):
                yield from (f"{number}" for number in (first, count, first + count - 1) if number > 1)
            case DaysOf(offset=days) | Shifted(days=days) | Relate(lag_days=days):
                if days:
                    yield f"{abs(days)} days; {abs(days)}"
            case Rolling(days=days):
                yield f"{days} days"
            case ChangePoint():
                yield f"{_FEWEST_FOR_A_CHANGE} days"


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
