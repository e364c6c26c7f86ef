"""Arithmetic with days, calendar units and seasons, and the spans they make. Nothing leaves the years there are."""

import calendar
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Final

from services.data_science.adapters.rules.terms import Earlier, Item, Span
from services.data_science.domain.query import Window

LAST_NIGHT: Final = "last night"
"""The label of the newest day on record, where it was asked for as the night."""
SEASONS: Final = MappingProxyType({"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12})
"""The first of a season's three months: meteorological, of the northern hemisphere."""


@dataclass(frozen=True)
class Calendar:
    """The days a question can be about: the oldest on record, and the newest, which is "today"."""

    first: date
    today: date


def span(start: date, end: date, label: str) -> tuple[Item, ...]:
    return (Span(Window(start=start, end=end, label=label)),)


def between(start: date | None, end: date | None) -> tuple[Item, ...] | None:
    if start is None or end is None or start > end:
        return None
    return span(start, end, f"{start} to {end}")


def one_day(day: date | None, label: str = "") -> tuple[Item, ...] | None:
    return span(day, day, label or f"{day}") if day else None


def days_back(day: date, days: int) -> date:
    return date.fromordinal(max(day.toordinal() - days, 1))


def day_after(day: date) -> date:
    return date.fromordinal(min(day.toordinal() + 1, date.max.toordinal()))


def units_before(day: date, count: int, unit: str) -> date:
    match unit:
        case "day":
            return days_back(day, count)
        case "week":
            return days_back(day, 7 * count)
        case "month":
            return _months_before(day, count)
        case "quarter":
            return _months_before(day, 3 * count)
        case _:
            return _months_before(day, 12 * count)


def _months_before(day: date, count: int) -> date:
    """The same day of the month `count` months before, or that month's last day where it is shorter."""
    months = max(day.year * 12 + day.month - 1 - count, 12)
    year, month = divmod(months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def begun(day: date, period: str) -> date:
    """The first day of the calendar week, month, quarter or year that `day` is in."""
    match period:
        case "day":
            return day
        case "week":
            return days_back(day, day.isoweekday() - 1)
        case "month":
            return day.replace(day=1)
        case "quarter":
            return day.replace(month=day.month - (day.month - 1) % 3, day=1)
        case _:
            return day.replace(month=1, day=1)


def last(days: Calendar, count: int, unit: str) -> tuple[Item, ...]:
    """The days that end with today: calendar days, seven to the week, months and years by the calendar."""
    label = f"last {count} {unit}s" if count > 1 else f"past {unit}"
    return span(day_after(units_before(days.today, count, unit)), days.today, label)


def calendar_unit(days: Calendar, unit: str, back: int, label: str) -> tuple[Item, ...]:
    """The calendar week (from Monday), month, quarter or year that was `back` ago; the present one ends today."""
    present = begun(days.today, unit)
    start = units_before(present, back, unit) if back else present
    end = days_back(units_before(present, back - 1, unit), 1) if back else days.today
    return span(start, end, label)


def ago(days: Calendar, count: int, unit: str) -> tuple[Item, ...]:
    """The calendar unit that was so many ago; of days the day itself."""
    said = f"{count} {unit}s ago" if count > 1 else f"a {unit} ago"
    if unit == "day":
        day = days_back(days.today, count)
        return span(day, day, f"{day}")
    return calendar_unit(days, unit, count, said)


def month(year: int, number: int) -> tuple[Item, ...]:
    start, end = date(year, number, 1), date(year, number, calendar.monthrange(year, number)[1])
    return span(start, end, f"{calendar.month_name[number]} {year}")


def recent_month(days: Calendar, number: int) -> tuple[Item, ...] | None:
    """The newest such month that has begun."""
    start = most_recent(days, number, 1)
    return month(start.year, start.month) if start else None


def months(days: Calendar, first: int, final: int, year: int | None) -> tuple[Item, ...] | None:
    """The newest months in a row from the first to the final one, or those that end in a year."""
    ends = month(year, final) if year else recent_month(days, final)
    end = ends[0].window.end if ends and isinstance(ends[0], Span) else None
    if end is None or (first > final and end.year < 2):
        return None
    start = date(end.year - (first > final), first, 1)
    return span(start, end, f"{calendar.month_name[first]} to {calendar.month_name[final]} {end.year}")


def quarter(number: int, year: int) -> tuple[Item, ...]:
    first = 3 * number - 2
    end = date(year, first + 2, calendar.monthrange(year, first + 2)[1])
    return span(date(year, first, 1), end, f"Q{number} {year}")


def season(days: Calendar, name: str, back: int) -> tuple[Item, ...] | None:
    """The newest such season that has begun (`back` 0), or the newest that is over (1)."""
    first = SEASONS[name]
    final = (first + 1) % 12 + 1
    start = most_recent(days, first, 1)
    if start is None or start.year < 3:
        return None
    over = units_before(start, -3, "month") <= days.today
    if back and not over:
        start = units_before(start, 1, "year")
    return months(days, first, final, start.year + (first > final))


def season_of(name: str, year: int) -> tuple[Item, ...]:
    """The season of a year; a winter is of the year it began in."""
    first = SEASONS[name]
    start = date(year, first, 1)
    end = days_back(units_before(start, -3, "month"), 1)
    return span(start, end, f"{calendar.month_name[first]} to {calendar.month_name[end.month]} {end.year}")


def weekday(days: Calendar, iso: int, *, before_today: bool) -> date:
    """The newest such day of the week, today or before."""
    back = (days.today.isoweekday() - iso) % 7
    return days_back(days.today, 7 if before_today and back == 0 else back)


def weekend(days: Calendar, back: int) -> tuple[Item, ...] | None:
    """This calendar week's Saturday and Sunday, as far as they have come, or those of weeks before."""
    saturday = days_back(begun(days.today, "week"), 7 * back - 5)
    if saturday > days.today:
        return None
    end = min(day_after(saturday), days.today)
    return span(saturday, end, "this weekend" if back == 0 else "last weekend")


def dated(year: int, number: int, day: int) -> date | None:
    try:
        return date(year, number, day)
    except ValueError:
        return None


def most_recent(days: Calendar, number: int, day: int) -> date | None:
    """The newest such day that is not after today."""
    candidates = (dated(days.today.year - back, number, day) for back in range(5) if days.today.year - back >= 1)
    return next((found for found in candidates if found and found <= days.today), None)


def month_start(days: Calendar, number: int, year: int | None) -> date | None:
    """The first of the month of a year; without one of the newest such month that has begun."""
    return dated(year, number, 1) if year else most_recent(days, number, 1)


def month_end(start: date) -> date:
    return start.replace(day=calendar.monthrange(start.year, start.month)[1])


def before(window: Window, earlier: Earlier) -> Window:
    """The span that ends on the eve of `window`; as long as it where no length is given."""
    if earlier.count is None or earlier.unit is None:
        length = (window.end - window.start).days + 1
        start, label = days_back(window.start, length), "the period before"
    else:
        start = units_before(window.start, earlier.count, earlier.unit)
        said = f"{earlier.count} {earlier.unit}s" if earlier.count > 1 else earlier.unit
        label = f"the {said} before"
    return Window(start=start, end=days_back(window.start, 1), label=label)


def since(days: Calendar, start: date | None, label: str = "") -> Sequence[Item] | None:
    return span(start, days.today, label or f"since {start}") if start and start <= days.today else None
