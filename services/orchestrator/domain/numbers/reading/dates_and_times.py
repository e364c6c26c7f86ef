"""Dates and times of day, in all usual shapes."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from services.orchestrator.domain.numbers.reading.number_words import SMALL, in_lower_case
from services.orchestrator.domain.numbers.reading.tokens import CalendarDate, ClockTime, Quantity, Reading

_MONTH_NAMES: Final = (
    "jan january|feb february|mar march|apr april|may|jun june|jul july|aug august|sep sept september|oct october"
    "|nov november|dec december"
)
_MONTHS: Final = MappingProxyType(
    {name: number for number, names in enumerate(_MONTH_NAMES.split("|"), start=1) for name in names.split()}
)
MONTH: Final = rf"(?:{'|'.join(sorted(_MONTHS, key=len, reverse=True))})\b\.?"
_WEEKDAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_WEEKDAY: Final = r"(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\b\.?"
_DAY: Final = r"(?:3[01]|[12]\d|0?[1-9])"
_YEAR: Final = r"(?:19|20)\d\d"
_TH: Final = r"(?:\s?(?:st|nd|rd|th))?(?![\w%]|[.,:]\d|\s%)"
_DATE: Final = re.compile(
    rf"""
    (?:\b(?P<w>{_WEEKDAY})(?:,\s?|\s)(?:the\s)?)?
    (?:
      (?<![\w.,/-])(?P<iso_y>{_YEAR})(?P<iso_s>[-/.])(?P<iso_m>1[0-2]|0?[1-9])(?P=iso_s)(?P<iso_d>{_DAY})(?![\d/]|[-.,]\d)
    | (?<![\w.,/-])(?P<ym_y>{_YEAR})[-/](?P<ym_m>1[0-2]|0[1-9])(?![\d/%]|[-.,]\d)
    | (?<![\w.,/-])(?P<num_a>{_DAY})(?P<num_s>[-/.])(?P<num_b>{_DAY})(?P=num_s)(?P<num_y>{_YEAR}|\d\d)(?![\w%/]|[-.,]\d)
    | (?<![\w.,/-])(?P<my_m>1[0-2]|0?[1-9])/(?P<my_y>{_YEAR})(?![\w%/]|[.,]\d)
    | (?<![\w.,/])(?P<dm_d>{_DAY}){_TH}(?:\s|-|\s(?:day\s)?of\s|\sof\sthe\s)(?P<dm_m>{MONTH})
        (?:(?:,?\s|-|\sof\s)(?P<dm_y>{_YEAR})(?![\w%]|[.,]\d))?
    | \b(?P<md_m>{MONTH})(?:\s|-)(?:the\s)?(?P<md_d>{_DAY}){_TH}
        (?:(?:,?\s|-)(?P<md_y>{_YEAR})(?![\w%]|[.,]\d))?
    | \b(?P<only_m>{MONTH})(?:,?\s(?:of\s)?|-)(?P<only_y>{_YEAR})(?![\w%]|[.,]\d)
    )
    """,
    re.VERBOSE,
)
_ANY_MONTH: Final = re.compile(rf"\b{MONTH}")
_FIRST_OF_RANGE: Final = re.compile(
    rf"(?<![\w.,/])(?P<d>{_DAY}){_TH}(?=\s?(?:[-\u2013/,&]|to\b|and\b|or\b|until\b)\s?(?:the\s)?{_DAY}{_TH}"
    rf"\s(?:of\s)?(?P<m>{MONTH})(?!\s?\d{{1,2}}\b))",
)
_LAST_OF_RANGE: Final = re.compile(
    rf"\b(?P<m>{MONTH})\s{_DAY}{_TH}\s?(?:[-\u2013/,&]|to\b|and\b|until\b)\s?(?:the\s)?(?P<d>{_DAY}){_TH}",
)
_PAST: Final = MappingProxyType(
    {"half past": 30, "quarter past": 15, "quarter to": -15, "ten past": 10, "ten to": -10, "twenty past": 20}
    | {"twenty to": -20, "five past": 5, "five to": -5}
)
_HOURS: Final = MappingProxyType(
    {word: value for word, value in SMALL.items() if 1 <= value <= 12} | {"noon": 12, "midday": 12, "midnight": 24}
)
_HOUR: Final = r"(?:2[0-4]|1\d|0?\d)"
_TIME: Final = re.compile(
    rf"""
    (?<![\w.,:/-])(?:
        (?P<h>{_HOUR})[:](?P<min>[0-5]\d)(?::[0-5]\d)?(?:\s?(?P<half>[ap])(?:m\b|\.m\b\.?))?(?![\d:])
      | (?P<h2>{_HOUR})\.(?P<min2>[0-5]\d)\s?(?P<half2>[ap])(?:m\b|\.m\b\.?)
      | (?P<h3>{_HOUR})\s?(?:(?P<half3>[ap])(?:m\b|\.m\b\.?)|o['\u2019]?clock)
    )
    """,
    re.VERBOSE,
)
_BEDTIME: Final = re.compile(
    rf"\b(?:bed(?:time)?|begins?|wake|(?:wake|get)[- ]up|lights out)\s(?:time\s)?"
    rf"(?:at|of|by|around|near)\s(?P<time>(?P<h>{_HOUR})\.(?P<min>[0-5]\d))(?![\d%])"
)
"""Where hours and minutes with a point between them are a time."""
_SPOKEN: Final = re.compile(rf"\b(?:a\s)?(?P<part>{'|'.join(_PAST)})\s(?P<hour>{'|'.join(_HOURS)}|\d{{1,2}})(?![^\W_])")
_MINUTES: Final = MappingProxyType({word: value for word, value in SMALL.items() if value in range(10, 60, 5)})
_SPELLED: Final = re.compile(
    rf"(?<![^\W_])(?<!\w-)(?P<hour>{'|'.join(_HOURS)})\s(?P<minute>{'|'.join(_MINUTES)})(?![\w-]|\s(?:{'|'.join(SMALL)})\b)"
)
"""Hours and minutes in words: "seven thirty"."""
_PACE: Final = re.compile(
    r"(?<![\w.,:/])(?P<sign>(?<![^\s(])[-+])?(?P<min>\d{1,2}):(?P<s>[0-5]\d)"
    r"(?=(?:\s?(?:-|\u2013|to|and|or|,)\s?\d{1,2}:[0-5]\d){0,4}"
    r"\s?(?:min(?:utes?|s)?\s?)?(?:/\s?|\bper\s|\ba\s)(?P<of>km|kilomet(?:er|re)|mi|mile)(?![^\W_]))"
)
"""Minutes and seconds for a distance, alone or in a range or list that shares it: "5:42 min/km"."""
_HOURS_AFTER: Final = re.compile(r"\s?(?:hours?|hrs?|h)\b")
_DIGIT: Final = re.compile(r"\d")
_SAYS_WHEN: Final = re.compile(r"\b(?:at|until|till|before|after|since|o['\u2019]clock)\s$")


@dataclass(frozen=True, kw_only=True)
class Found:
    """A date or a time, and where it stands. Either reading will do, where it has several."""

    readings: tuple[Reading, ...]
    start: int
    end: int
    signed: bool = False


def moments(text: str, *, has_unit: Callable[[int], bool]) -> Iterator[Found]:
    """The dates and times of a text whose digits are ASCII; they may overlap, the more particular first.

    Args:
        text: what to look at.
        has_unit: whether a unit stands at a position: "In March 27 days had a value" gives no date.
    """
    text = in_lower_case(text)
    for found in _PACE.finditer(text):
        yield _pace(found)
    for found in _TIME.finditer(text):
        yield _time(found, text)
    for found in (*_BEDTIME.finditer(text), *_SPOKEN.finditer(text), *_SPELLED.finditer(text)):
        if not has_unit(found.end()):
            yield _said_time(found)
    if not _DIGIT.search(text):
        return
    for found in _DATE.finditer(text):
        if not has_unit(found.end()):
            yield Found(readings=_dates(found), start=found.start(), end=found.end())
    if _ANY_MONTH.search(text):
        yield from _days_of_ranges(text, has_unit)


def _days_of_ranges(text: str, has_unit: Callable[[int], bool]) -> Iterator[Found]:
    """The days of "3-5 March" and "March 3 and 5" that do not stand beside the month."""
    for pattern in (_FIRST_OF_RANGE, _LAST_OF_RANGE):
        for found in pattern.finditer(text):
            if not has_unit(found.end("d")):
                day = CalendarDate(month=_month(found["m"]), day=int(found["d"]))
                yield Found(readings=(day,), start=found.start("d"), end=found.end("d"))


def _pace(found: re.Match[str]) -> Found:
    minutes = int(found["min"]) + int(found["s"]) / 60
    unit = "min/km" if found["of"].startswith("k") else "min/mi"
    pace = Quantity(-minutes if found["sign"] == "-" else minutes, unit)
    return Found(readings=(pace,), start=found.start(), end=found.end(), signed=found["sign"] is not None)


def _said_time(found: re.Match[str]) -> Found:
    """A time without am or pm: "half past ten", "seven thirty", "a bedtime of 10.30"."""
    said = found.groupdict()
    if spelled := said.get("minute"):
        minute = 60 * _HOURS[said["hour"]] + _MINUTES[spelled]
        time = ClockTime(minute_of_day=minute, either_half=minute < 13 * 60)
        return Found(readings=(time,), start=found.start(), end=found.end())
    if part := said.get("part"):
        minute = int(_HOURS.get(said["hour"], 0) or said["hour"]) * 60 + _PAST[" ".join(part.split())]
        start = found.start()
    else:
        minute, start = int(said["h"]) * 60 + int(said["min"]), found.start("time")
    time = ClockTime(minute_of_day=minute, either_half=minute < 13 * 60)
    return Found(readings=(time,), start=start, end=found.end())


def _dates(found: re.Match[str]) -> tuple[CalendarDate, ...]:
    """The date; two where day and month could be either."""
    said = {name: text for name, text in found.groupdict().items() if text}
    weekday = _WEEKDAYS.index(said.pop("w")[:3]) if "w" in said else None
    shape = next(iter(said)).partition("_")[0]
    parts = {name.partition("_")[2]: text for name, text in said.items()}
    year = _year(parts.get("y"))
    if shape == "num":
        a, b = int(parts["a"]), int(parts["b"])
        orders = dict.fromkeys((day, month) for day, month in ((a, b), (b, a)) if month <= 12)
        return tuple(CalendarDate(year=year, month=month, day=day, weekday=weekday) for day, month in orders) or (
            CalendarDate(year=year, day=a),
        )
    day = int(parts["d"]) if "d" in parts else None
    return (CalendarDate(year=year, month=_month(parts["m"]), day=day, weekday=weekday),)


def _year(text: str | None) -> int | None:
    """Two digits are of this century."""
    return None if text is None else int(text) + (2000 if len(text) == 2 else 0)


def _month(text: str) -> int:
    return int(text) if text.isdigit() else _MONTHS[text.lower().rstrip(".")]


def _time(found: re.Match[str], text: str) -> Found:
    """A time; without am or pm, hours and minutes may also be a duration, and are nothing else before "hours"."""
    half = (found["half"] or found["half2"] or found["half3"] or "").lower()
    hour, minute = int(found["h"] or found["h2"] or found["h3"]), int(found["min"] or found["min2"] or 0)
    duration = Quantity(60.0 * hour + minute, "min")
    if not half and (unit := _HOURS_AFTER.match(text, found.end())):
        return Found(readings=(duration,), start=found.start(), end=unit.end())
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    clock = ClockTime(minute_of_day=60 * hour + minute, either_half=not half and hour <= 12)
    is_clock = half or not found["h"] or _SAYS_WHEN.search(text, max(0, found.start() - 12), found.start())
    return Found(readings=(clock,) if is_clock else (clock, duration), start=found.start(), end=found.end())
