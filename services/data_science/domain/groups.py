"""The groups that a breakdown goes by, each as the selection it narrows to."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, timedelta
from types import MappingProxyType
from typing import Final, assert_never

from services.data_science.domain.query import (
    Breakdown,
    DayFilter,
    Describe,
    Grouping,
    MonthFilter,
    Selection,
    WeekdayFilter,
    Window,
)

WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
WEEKENDS: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {"weekdays": (1, 2, 3, 4, 5), "weekends": (6, 7)},
)
SEASONS: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {"winter": (12, 1, 2), "spring": (3, 4, 5), "summer": (6, 7, 8), "autumn": (9, 10, 11)}
)
_MONTHS: Final = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_MOST_MONTHS: Final = 24


def groups_of(breakdown: Breakdown) -> tuple[tuple[str, Describe], ...]:
    """What each group is called, with what is asked of it, in the order they are told."""
    return tuple(
        (label, Describe(selection=selection, aggregate=breakdown.aggregate))
        for label, selection in _narrowed(breakdown.selection, breakdown.by)
    )


def months_of(window: Window) -> tuple[Window, ...]:
    """The calendar months of a window, clipped to it; of a long one the newest 24."""
    months: list[Window] = []
    end = window.end
    while end >= window.start and len(months) < _MOST_MONTHS:
        first = end.replace(day=1)
        months.append(Window(start=max(first, window.start), end=end, label=_month(end)))
        if first == date.min:
            break
        end = first - timedelta(days=1)
    return tuple(reversed(months))


def _month(day: date) -> str:
    return f"{_MONTHS[day.month - 1]} {day.year}"


def _narrowed(selection: Selection, by: Grouping) -> Iterator[tuple[str, Selection]]:
    match by:
        case Grouping.WEEKDAY:
            for iso_weekday, name in enumerate(WEEKDAYS, start=1):
                yield name, _on(selection, WeekdayFilter(iso_weekdays=(iso_weekday,), label=f"{name}s"))
        case Grouping.WEEKEND:
            for label, iso_weekdays in WEEKENDS.items():
                yield label, _on(selection, WeekdayFilter(iso_weekdays=iso_weekdays, label=label))
        case Grouping.MONTH:
            for month in months_of(selection.window):
                yield month.label, replace(selection, window=month)
        case Grouping.SEASON:
            for label, months in SEASONS.items():
                yield label, _on(selection, MonthFilter(months=months, label=label))
        case _:
            assert_never(by)


def _on(selection: Selection, added: DayFilter) -> Selection:
    return replace(selection, day_filters=(*selection.day_filters, added))
