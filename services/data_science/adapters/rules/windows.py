"""Windows: how people name spans of days, resolved against the reference day to explicit dates."""

import calendar
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from services.data_science.adapters.rules.grammar import Rule, SlotReader, rule, words_of
from services.data_science.adapters.rules.terms import Earlier, Item, Span
from services.data_science.domain.query import Window

_UNITS: Final = MappingProxyType(
    {
        **dict.fromkeys(("day", "days", "night", "nights"), "day"),
        **dict.fromkeys(("week", "weeks"), "week"),
        **dict.fromkeys(("month", "months"), "month"),
        **dict.fromkeys(("year", "years"), "year"),
    }
)
_PERIODS: Final = frozenset({"week", "month", "year"})
_COUNTS: Final = MappingProxyType(
    {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
    | {"eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17}
    | {"eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60}
    | {"seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100, "couple": 2}
)
_MONTHS: Final = MappingProxyType(
    {name.lower(): number for number, name in enumerate(calendar.month_name) if name}
    | {name.lower(): number for number, name in enumerate(calendar.month_abbr) if name and name != "May"}
    | {"sept": 9}
)
_LARGEST_COUNT: Final = 36600


@dataclass(frozen=True)
class Calendar:
    """The days a question can be about: the oldest on record, and the newest, which is "today"."""

    first: date
    today: date


def slots() -> Mapping[str, SlotReader]:
    """The readers of the slots that window rules use."""
    return MappingProxyType(
        {
            "count": _count,
            "unit": lambda item: _UNITS.get(item) if isinstance(item, str) else None,
            "period": lambda item: item if item in _PERIODS else None,
            "date": lambda item: _iso_date(item) if isinstance(item, str) else None,
            "month": lambda item: _MONTHS.get(item) if isinstance(item, str) else None,
            "day": _day_of_month,
            "year": lambda item: int(item) if isinstance(item, str) and re.fullmatch(r"(19|20)\d\d", item) else None,
        }
    )


def vocabulary() -> frozenset[str]:
    """Every word that window rules know."""
    any_day = Calendar(first=date.min, today=date.max)
    return (
        words_of(rules(any_day, comparing=False) + written_dates(any_day))
        | _UNITS.keys()
        | _COUNTS.keys()
        | _MONTHS.keys()
    )


def _count(item: Item) -> int | None:
    if not isinstance(item, str):
        return None
    number = _COUNTS.get(item, int(item) if item.isascii() and item.isdigit() and len(item) < 6 else 0)
    return number if 0 < number <= _LARGEST_COUNT else None


def _day_of_month(item: Item) -> int | None:
    match = re.fullmatch(r"(\d{1,2})(st|nd|rd|th)?", item) if isinstance(item, str) else None
    return int(match[1]) if match and 1 <= int(match[1]) <= 31 else None


def _iso_date(word: str) -> date | None:
    try:
        return date.fromisoformat(word) if re.fullmatch(r"\d{4}-\d\d-\d\d", word) else None
    except ValueError:
        return None


@lru_cache(maxsize=256)
def rules(days: Calendar, *, comparing: bool) -> tuple[Rule, ...]:
    """How spans of days are named, the more particular first.

    Args:
        days: what the names are resolved against.
        comparing: whether the question holds two windows against each other, so that "March and April" are two.
    """
    return (
        *_named(days),
        *_calendar_units(days),
        *_relative(comparing=comparing),
        *_sliding(days),
        *_bounded(days, comparing=comparing),
    )


@lru_cache(maxsize=256)
def written_dates(days: Calendar) -> tuple[Rule, ...]:
    """Spelled-out dates become ISO dates, which the other rules read."""

    def written(month: int, day: int, year: int | None) -> Sequence[Item] | None:
        found = _dated(year, month, day) if year else _most_recent(days, month, day)
        return (found.isoformat(),) if found else None

    return (
        rule("{month} the? {day} of? {year}", written),
        rule("{day} of? {month} of? {year}", lambda day, month, year: written(month, day, year)),
        rule("{month} the? {day}", lambda month, day: written(month, day, None)),
        rule("{day} of? {month}", lambda day, month: written(month, day, None)),
    )


def _dated(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _most_recent(days: Calendar, month: int, day: int) -> date | None:
    """The newest such day that is not after today."""
    candidates = (_dated(days.today.year - back, month, day) for back in range(5) if days.today.year - back >= 1)
    return next((found for found in candidates if found and found <= days.today), None)


def _named(days: Calendar) -> tuple[Rule, ...]:
    everything = _span(days.first, days.today, "all data")
    recent = _last(days, 30, "day")
    return (
        rule("since|from the beginning|start", lambda: everything),
        rule(
            "over|in|across|for|from? all of? the|my? data|time|days|history|records|measurements", lambda: everything
        ),
        rule("all of? the|my? data|time|days|history|records|measurements", lambda: everything),
        rule("the|my? entire|whole|full|complete history|period|dataset|record|data", lambda: everything),
        rule("overall", lambda: everything),
        rule("day before yesterday", lambda: _one_day(days, 2, "the day before yesterday")),
        rule("today", lambda: _one_day(days, 0, "today")),
        rule("yesterday", lambda: _one_day(days, 1, "yesterday")),
        rule("lately|recently", lambda: recent),
        rule("over|in? the? last|past fortnight", lambda: _last(days, 14, "day")),
    )


def _relative(*, comparing: bool) -> tuple[Rule, ...]:
    """Windows named by the one they come before: "the 7 days before"; in a comparison also "the previous 7 days"."""

    def earlier(count: int | None, unit: str | None) -> Sequence[Item]:
        return (Earlier(count=count, unit=unit),)

    return (
        rule("the? {count} {unit} before|prior|earlier|preceding|previously that|this|those|them?", earlier),
        rule("the? {count} before|prior|preceding that|those?", lambda count: earlier(count, "day")),
        *((rule("in|during|over? the? previous|preceding|prior {count} {unit}", earlier),) if comparing else ()),
        rule("the {period} before that|this?", lambda unit: earlier(1, unit)),
        rule("the preceding|prior|previous period|one", lambda: earlier(None, None)),
    )


def before(window: Window, earlier: Earlier) -> Window:
    """The span that ends on the eve of `window`; as long as it where no length is given."""
    if earlier.count is None or earlier.unit is None:
        length = (window.end - window.start).days + 1
        start, label = _back(window.start, length), "the period before"
    else:
        start = _before(window.start, earlier.count, earlier.unit)
        said = f"{earlier.count} {earlier.unit}s" if earlier.count > 1 else earlier.unit
        label = f"the {said} before"
    return Window(start=start, end=_back(window.start, 1), label=label)


def _before(day: date, count: int, unit: str) -> date:
    match unit:
        case "day":
            return _back(day, count)
        case "week":
            return _back(day, 7 * count)
        case "month":
            return _months_before(day, count)
        case _:
            return _months_before(day, 12 * count)


def _sliding(days: Calendar) -> tuple[Rule, ...]:
    return (
        rule(
            "over|in|during|for|within|across? the|my? last|past|previous|recent|latest {count} of? {unit}",
            lambda count, unit: _last(days, count, unit),
        ),
        rule("over|in|during|for? the? most recent {count} {unit}", lambda count, unit: _last(days, count, unit)),
        rule(
            "my? {count} day|night average|mean|median|total|minimum|maximum",
            lambda count: _last(days, count, "day"),
        ),
        rule("over|in|during|for|within? the last {period}", lambda unit: _last(days, 1, unit)),
        rule("over|in|during|for|within? the? past {period}", lambda unit: _last(days, 1, unit)),
    )


def _calendar_units(days: Calendar) -> tuple[Rule, ...]:
    return (
        rule("over|in|during|for? this|current {period}", lambda unit: _calendar(days, unit, 0, f"this {unit}")),
        rule("over|in|during|for? last|previous {period}", lambda unit: _calendar(days, unit, 1, f"last {unit}")),
        rule("the previous {period}", lambda unit: _calendar(days, unit, 1, f"last {unit}")),
        rule("the? {period} before last", lambda unit: _calendar(days, unit, 2, f"the {unit} before last")),
        rule("in|during|over|for|of? {month} of? {year}", lambda month, year: _month(year, month)),
        rule("in|during|over|for? this|last {month}", lambda month: _recent_month(days, month)),
    )


def _bounded(days: Calendar, *, comparing: bool) -> tuple[Rule, ...]:
    def between(start: date, end: date) -> Sequence[Item] | None:
        return _span(start, end, f"{start} to {end}") if start <= end else None

    def months(first: int, last: int, year: int | None) -> Sequence[Item] | None:
        ends = _month(year, last) if year else _recent_month(days, last)
        end = ends[0].window.end if ends and isinstance(ends[0], Span) else None
        if end is None:
            return None
        start = date(end.year - (first > last), first, 1)
        return _span(start, end, f"{calendar.month_name[first]} to {calendar.month_name[last]} {end.year}")

    def since(start: date | None) -> Sequence[Item] | None:
        return _span(start, days.today, f"since {start}") if start and start <= days.today else None

    def since_last(unit: str) -> Sequence[Item]:
        start = _before(_begun(days.today, unit), 1, unit)
        return _span(start, days.today, f"since last {unit}")

    two_months = () if comparing else (rule("between {month} and {month} {year}?", months),)
    return (
        rule("from|between? {date} to|and|until|till|through|up? to? {date}", between),
        rule("since|from {date} on|onwards|onward?", since),
        rule("after {date}", lambda day: since(day + timedelta(days=1))),
        rule("until|till|through {date}", lambda day: between(min(days.first, day), day)),
        rule("before {date}", lambda day: between(min(days.first, day - timedelta(days=1)), day - timedelta(days=1))),
        rule("on? {date}", lambda day: _span(day, day, f"{day}")),
        *two_months,
        rule("from {month} to|until|till|through {month} {year}?", months),
        rule("since {month} {year}", lambda month, year: since(_dated(year, month, 1))),
        rule("since {month}", lambda month: since(_most_recent(days, month, 1))),
        rule("since {year}", lambda year: since(_dated(year, 1, 1))),
        rule("since the? last {period}", since_last),
        rule("since yesterday", lambda: since(_back(days.today, 1))),
        rule("in|during {year}", lambda year: _span(date(year, 1, 1), date(year, 12, 31), f"{year}")),
        rule("in|during|for|over|of {month}", lambda month: _recent_month(days, month)),
        *((rule("{month}", lambda month: _recent_month(days, month)),) if comparing else ()),
    )


def _span(start: date, end: date, label: str) -> tuple[Item, ...]:
    return (Span(Window(start=start, end=end, label=label)),)


def _one_day(days: Calendar, back: int, label: str) -> tuple[Item, ...]:
    day = _back(days.today, back)
    return _span(day, day, label)


def _back(day: date, days: int) -> date:
    return date.fromordinal(max(day.toordinal() - days, 1))


def _last(days: Calendar, count: int, unit: str) -> tuple[Item, ...]:
    """The days that end with today: calendar days, seven to the week, months and years by the calendar."""
    label = f"last {count} {unit}s" if count > 1 else f"past {unit}"
    return _span(_back(_before(days.today, count, unit), -1), days.today, label)


def _months_before(day: date, count: int) -> date:
    """The same day of the month `count` months before, or that month's last day where it is shorter."""
    months = max(day.year * 12 + day.month - 1 - count, 12)
    year, month = divmod(months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def _calendar(days: Calendar, unit: str, back: int, label: str) -> tuple[Item, ...]:
    """The calendar week (from Monday), month or year that was `back` ago; the present one ends today."""
    begun = _begun(days.today, unit)
    start = _before(begun, back, unit) if back else begun
    end = _back(_before(begun, back - 1, unit) if back > 1 else begun, 1) if back else days.today
    return _span(start, end, label)


def _begun(day: date, period: str) -> date:
    """The first day of the calendar week, month or year that `day` is in."""
    match period:
        case "week":
            return _back(day, day.isoweekday() - 1)
        case "month":
            return day.replace(day=1)
        case _:
            return day.replace(month=1, day=1)


def _month(year: int, month: int) -> tuple[Item, ...]:
    start, end = date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1])
    return _span(start, end, f"{calendar.month_name[month]} {year}")


def _recent_month(days: Calendar, month: int) -> tuple[Item, ...] | None:
    """The newest such month that has begun."""
    begun = _most_recent(days, month, 1)
    return _month(begun.year, month) if begun else None
