"""Words for days, months and counts of them, and dates that are spelled out."""

import calendar
import re
from collections.abc import Mapping, Sequence
from datetime import date
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from services.data_science.adapters.rules import spans
from services.data_science.adapters.rules.grammar import Build, Grammar, SlotReader, rule
from services.data_science.adapters.rules.spans import Calendar
from services.data_science.adapters.rules.terms import Item
from services.data_science.adapters.rules.words import WEEKDAYS

UNITS: Final = MappingProxyType(
    {
        **dict.fromkeys(("day", "days", "night", "nights"), "day"),
        **dict.fromkeys(("week", "weeks", "wk", "wks"), "week"),
        **dict.fromkeys(("month", "months", "mo"), "month"),
        **dict.fromkeys(("quarter", "quarters"), "quarter"),
        **dict.fromkeys(("year", "years", "yr", "yrs"), "year"),
    }
)
PERIODS: Final = MappingProxyType({word: unit for word, unit in UNITS.items() if word == unit and unit != "day"})
_VAGUE: Final = MappingProxyType({"couple": 2, "few": 3})
_MONTHS: Final = MappingProxyType(
    {name.lower(): number for number, name in enumerate(calendar.month_name) if name}
    | {name.lower(): number for number, name in enumerate(calendar.month_abbr) if name and name != "May"}
    | {"sept": 9}
)
_DAYS: Final = MappingProxyType(
    {day: number for number, day in enumerate(WEEKDAYS, start=1)}
    | {day[:3]: number for number, day in enumerate(WEEKDAYS, start=1) if day[:3] not in {"sat", "sun"}}
    | {"tues": 2, "thur": 4, "thurs": 4}
)
_QUARTERS: Final = MappingProxyType({f"q{number}": number for number in range(1, 5)})
_PREPOSITIONS: Final = frozenset(
    {"on", "since", "from", "until", "till", "before", "after", "to", "by", "and", "between"}
)
_LARGEST_COUNT: Final = 36600


def _word(table: Mapping[str, object]) -> SlotReader:
    return lambda item: table.get(item) if isinstance(item, str) else None


def _count(item: Item) -> int | None:
    if not isinstance(item, str):
        return None
    number = _VAGUE.get(item, int(item) if item.isascii() and item.isdigit() and len(item) < 6 else 0)
    return number if 0 < number <= _LARGEST_COUNT else None


def _day_of_month(item: Item) -> int | None:
    match = re.fullmatch(r"(\d{1,2})(st|nd|rd|th)?", item) if isinstance(item, str) else None
    return int(match[1]) if match and 1 <= int(match[1]) <= 31 else None


def _ordinal_day(item: Item) -> int | None:
    return _day_of_month(item) if isinstance(item, str) and not item.isdigit() else None


def _iso_date(item: Item) -> date | None:
    try:
        is_date = isinstance(item, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", item)
        return date.fromisoformat(str(item)) if is_date else None
    except ValueError:
        return None


WORDS: Final = frozenset({*UNITS, *_VAGUE, *_MONTHS, *_DAYS, *_QUARTERS, *spans.SEASONS})
"""The words of the tables."""
SLOTS: Final[Mapping[str, SlotReader]] = MappingProxyType(
    {
        "count": _count,
        "unit": _word(UNITS),
        "period": _word(PERIODS),
        "date": _iso_date,
        "month": _word(_MONTHS),
        "weekday": _word(_DAYS),
        "season": lambda item: item if isinstance(item, str) and item in spans.SEASONS else None,
        "quarter": _word(_QUARTERS),
        "day": _day_of_month,
        "ordinal": _ordinal_day,
        "preposition": lambda item: item if item in _PREPOSITIONS else None,
        "year": lambda item: int(item) if isinstance(item, str) and re.fullmatch(r"(19|20)\d\d", item) else None,
    }
)


@lru_cache(maxsize=256)
def dates_in(days: Calendar) -> Grammar:
    """Spelled-out dates become ISO dates, which the other rules read."""

    def written(month: int, day: int, year: int | None) -> Sequence[Item] | None:
        found = spans.dated(year, month, day) if year else spans.most_recent(days, month, day)
        return (found.isoformat(),) if found else None

    def newest(day: int) -> Sequence[Item] | None:
        candidates = (spans.units_before(spans.begun(days.today, "month"), back, "month") for back in range(3))
        dates = (spans.dated(start.year, start.month, day) for start in candidates)
        return next(((found.isoformat(),) for found in dates if found and found <= days.today), None)

    def both(start: Sequence[Item] | None, end: Sequence[Item] | None) -> Sequence[Item] | None:
        return (*start, "to", *end) if start and end else None

    return Grammar(
        (
            rule(
                "the? {day} to|and|through|until|till the? {day} of? {month} of|,? {year}?",
                lambda one, other, month, year: both(written(month, one, year), written(month, other, year)),
            ),
            rule(
                "{month} the? {day} to|and|through|until|till the? {day} of|,? {year}?",
                lambda month, one, other, year: both(written(month, one, year), written(month, other, year)),
            ),
            rule(
                "{preposition} the? {day} of? {month} of|,? {year}?",
                lambda word, day, month, year: _prefixed(word, written(month, day, year)),
            ),
            rule("{day} {day} {month}", lambda one, other, month: _in_order(one, other, month, written, both)),
            rule("{month} {day} {day}", lambda month, one, other: _in_order(one, other, month, written, both)),
            rule("{month} the? {day} of|,? {year}", written),
            rule("{day} of? {month} of|,? {year}", lambda day, month, year: written(month, day, year)),
            rule("{month} the? {day}", lambda month, day: written(month, day, None)),
            rule("{day} of? {month}", lambda day, month: written(month, day, None)),
            rule("on the {ordinal} of? this? month?", newest),
            rule("since the {ordinal}", lambda day: _prefixed("since", newest(day))),
        ),
        SLOTS,
    )


def _in_order(one: int, other: int, month: int, written: Build, both: Build) -> Sequence[Item] | None:
    """The days of "October 5-12", the dash of which is gone."""
    return both(written(month, one, None), written(month, other, None)) if one < other else None


def _prefixed(word: str, items: Sequence[Item] | None) -> Sequence[Item] | None:
    return (word, *items) if items else None
