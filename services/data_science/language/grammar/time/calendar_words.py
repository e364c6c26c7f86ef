"""The words of the calendar: months, weekdays, seasons, units, and days of the month as numbers or in words."""

import calendar
from collections.abc import Iterator, Sequence
from datetime import date
from types import MappingProxyType
from typing import Final

from services.data_science.domain.algebra import (
    Unit,
)
from services.data_science.language.chart.engine import Edge
from services.data_science.language.grammar.time.spans import (
    LARGEST_COUNT,
)

UNITS: Final = MappingProxyType(
    dict.fromkeys(("day", "days", "night", "nights"), Unit.DAY)
    | dict.fromkeys(("week", "weeks"), Unit.WEEK)
    | dict.fromkeys(("month", "months"), Unit.MONTH)
    | dict.fromkeys(("quarter", "quarters"), Unit.QUARTER)
    | dict.fromkeys(("year", "years"), Unit.YEAR)
)
_MONTHS: Final = MappingProxyType(
    {name.lower(): number for number, name in enumerate(calendar.month_name) if name}
    | {name.lower(): number for number, name in enumerate(calendar.month_abbr) if name and name != "May"}
    | {"sept": 9}
)
_WEEKDAYS: Final = MappingProxyType(
    {name.lower(): number for number, name in enumerate(calendar.day_name, start=1)}
    | {"mon": 1, "tue": 2, "tues": 2, "wed": 3, "thu": 4, "thur": 4, "thurs": 4, "fri": 5, "sat": 6, "sun": 7}
)
_WEEKDAY_PLURALS: Final = MappingProxyType(
    {f"{name.lower()}s": number for number, name in enumerate(calendar.day_name, start=1)}
)
_SEASONS: Final = MappingProxyType({"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12})
ORDINALS: Final = MappingProxyType(
    {
        name: number
        for number, name in enumerate(
            [
                "first",
                "second",
                "third",
                "fourth",
                "fifth",
                "sixth",
                "seventh",
                "eighth",
                "ninth",
                "tenth",
                "eleventh",
                "twelfth",
                "thirteenth",
                "fourteenth",
                "fifteenth",
                "sixteenth",
                "seventeenth",
                "eighteenth",
                "nineteenth",
                "twentieth",
            ],
            start=1,
        )
    }
    | {"thirtieth": 30}
)
WORDS: Final = frozenset({*ORDINALS, *UNITS, *_MONTHS, *_WEEKDAYS, *_WEEKDAY_PLURALS, *_SEASONS})

_TIMES: Final = frozenset({*UNITS, *_MONTHS, *_WEEKDAYS, *_WEEKDAY_PLURALS, *_SEASONS}) | {
    "today",
    "yesterday",
    "tonight",
    "since",
    "ago",
    "lately",
    "recently",
    "weekend",
    "weekends",
    "until",
    "before",
    "after",
}


def lexical(words: tuple[str, ...]) -> Iterator[Edge]:
    """Months, weekdays, counts and dates among the words."""
    yield from _spoken_days(words)
    for at, word in enumerate(words):
        for category, table in (
            ("month_name", _MONTHS),
            ("weekday", _WEEKDAYS),
            ("weekdays", _WEEKDAY_PLURALS),
            ("season", _SEASONS),
            ("unit", UNITS),
        ):
            if word in table:
                yield Edge(at, at + 1, category, table[word], 0.2)
        if word.isascii() and word.isdigit() and len(word) < 6:
            number = int(word)
            if 0 < number <= LARGEST_COUNT:
                yield Edge(at, at + 1, "count", number, 0.2)
            if 1990 <= number <= 2100:
                yield Edge(at, at + 1, "year_number", number, 0.0)
            if 1 <= number <= 31:
                yield Edge(at, at + 1, "day_number", number, 0.2)
        if word[:-2].isdigit() and word[-2:] in {"st", "nd", "rd", "th"} and 1 <= int(word[:-2]) <= 31:
            yield Edge(at, at + 1, "day_number", int(word[:-2]), 0.0)
            yield Edge(at, at + 1, "nth_day", int(word[:-2]), 0.0)
        if (day := _iso(word)) is not None:
            yield Edge(at, at + 1, "date", day, 0.0)


def names_a_time(words: Sequence[str]) -> bool:
    """Whether a day, a date or a span is among the words."""
    return any(word in _TIMES or _iso(word) is not None for word in words)


def _spoken_days(words: tuple[str, ...]) -> Iterator[Edge]:
    """Days of the month in words: "twenty fifth", of which the tens have become a number."""
    for at, word in enumerate(words):
        if word in ORDINALS:
            yield Edge(at, at + 1, "day_number", ORDINALS[word], 0.2)
            if ORDINALS[word] > 2 and words[at - 1 : at] == ("the",):
                yield Edge(at, at + 1, "nth_day", ORDINALS[word], 0.2)
            if at and words[at - 1] in {"20", "30"} and ORDINALS[word] < 10:
                yield Edge(at - 1, at + 1, "day_number", int(words[at - 1]) + ORDINALS[word], 0.0)


def _iso(word: str) -> date | None:
    if len(word) != len("2024-01-01") or word.count("-") != 2:
        return None
    try:
        return date.fromisoformat(word)
    except ValueError:
        return None
