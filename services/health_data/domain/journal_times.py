"""When a line of the journal says that something was: "yesterday at 22:30", "last night", "on Monday"."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final

_DAY: Final = timedelta(days=1)
_WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS: Final = (
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
)
_MONTH: Final = rf"(?P<month>{'|'.join(f'{month[:3]}(?:{month[3:]})?' for month in _MONTHS)})"
_NUMBERED: Final = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR: Final = r"(?:,? (?P<year>\d{4}))?"
_COUNTED: Final = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
_FIRST_CLEAR_HOUR: Final = 6
"""An hour alone is one of the 24-hour clock; an earlier one may be either."""
_NOON: Final = 12


@dataclass(frozen=True, kw_only=True)
class When:
    """When something was, and the rest of the line.

    Attributes:
        day: None where the line names none.
        at: the time of day; None where the line tells none.
        part: "morning", "afternoon" or "evening"; empty where none is said.
        vague: whether an hour is said that may be either of two.
        since: whether it is on every day from that one to today.
    """

    rest: str
    day: date | None = None
    at: time | None = None
    part: str = ""
    vague: bool = False
    since: bool = False


_Read = Callable[[re.Match[str], date], tuple[date | None, str]]


def _iso(found: re.Match[str], _: date) -> tuple[date | None, str]:
    return date.fromisoformat(found.group("iso")), ""


def _ago(found: re.Match[str], today: date) -> tuple[date | None, str]:
    said = found.group("days").lower()
    count = int(said) if said.isdigit() else _COUNTED[said]
    return today - count * (7 if found.group("what").startswith("week") else 1) * _DAY, ""


def _weekday(found: re.Match[str], today: date) -> tuple[date | None, str]:
    """The latest before today."""
    back = (today.weekday() - _WEEKDAYS.index(found.group("weekday").lower()) - 1) % 7 + 1
    return today - back * _DAY, _part(found)


def _dated(found: re.Match[str], today: date) -> tuple[date | None, str]:
    """Without a year the latest that is not ahead."""
    month = next(at for at, name in enumerate(_MONTHS, start=1) if name.startswith(found.group("month").lower()[:3]))
    year = int(found.group("year") or today.year)
    day = date(year, month, int(found.group("day")))
    if day > today and not found.group("year"):
        day = date(year - 1, month, day.day)
    return day, ""


def _night(_: re.Match[str], today: date) -> tuple[date | None, str]:
    return today - _DAY, "evening"


def _yesterday(found: re.Match[str], today: date) -> tuple[date | None, str]:
    return today - _DAY, _part(found)


def _today(found: re.Match[str], today: date) -> tuple[date | None, str]:
    return today, "evening" if found.group().lower() == "tonight" else _part(found)


def _some_part(found: re.Match[str], _: date) -> tuple[date | None, str]:
    return None, _part(found)


def _part(found: re.Match[str]) -> str:
    return (found.group("part") or "").lower().replace("night", "evening")


_PART: Final = r"(?P<part>morning|afternoon|evening|night)"
_DAYS: Final[tuple[tuple[re.Pattern[str], _Read], ...]] = tuple(
    (re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE), read)
    for pattern, read in (
        (r"(?:on )?(?P<iso>\d{4}-\d{2}-\d{2})", _iso),
        (r"(?P<days>\d{1,2}|a|one|two|three|four|five|six|seven) (?P<what>days?|weeks?) ago", _ago),
        (rf"(?:on )?(?:the )?{_NUMBERED} (?:of )?{_MONTH}{_YEAR}", _dated),
        (rf"(?:on )?{_MONTH} {_NUMBERED}{_YEAR}", _dated),
        (r"last night", _night),
        (rf"yesterday(?: {_PART})?", _yesterday),
        (rf"today|tonight|this {_PART}", _today),
        (rf"(?:on |last )?(?P<weekday>{'|'.join(_WEEKDAYS)})(?: {_PART})?", _weekday),
        (rf"in the {_PART}", _some_part),
    )
)
_SINCE: Final = re.compile(r"\bsince\b", re.IGNORECASE)
_CLOCK: Final = re.compile(
    r"(?:\b(?:at|around|about|by) )?\b(?:(?P<hour>\d{1,2}):(?P<minute>\d{2}) ?(?P<half>am|pm)?"
    r"|(?P<hour12>\d{1,2}) ?(?P<half12>am|pm))\b|\b(?:at|around|by) (?P<alone>\d{1,2})\b(?! ?[a-z/%]|[.,]\d)"
    r"|\bat (?P<noon>noon)\b",
    re.IGNORECASE,
)


class NoSuchTimeError(ValueError):
    """A date or time that there is not."""


def read_when(line: str, *, today: date) -> When:
    """When the line says it was.

    Raises:
        NoSuchTimeError: "30 February", "25:00".
    """
    try:
        day, part, rest = _cut_day(line, today)
        at, vague, rest = _cut_clock(rest, part)
    except ValueError as error:
        raise NoSuchTimeError from error
    since = day is not None and _SINCE.search(rest) is not None
    rest = _SINCE.sub(" ", rest) if since else rest
    return When(rest=" ".join(rest.split()), day=day, at=at, part=part, vague=vague, since=since)


def _cut_day(line: str, today: date) -> tuple[date | None, str, str]:
    day, part = None, ""
    for pattern, read in _DAYS:
        found = pattern.search(line)
        if found and (day is None or read is _some_part):
            said, said_part = read(found, today)
            day, part = said or day, said_part or part
            line = f"{line[: found.start()]} {line[found.end() :]}"
    return day, part, line


def _cut_clock(line: str, part: str) -> tuple[time | None, bool, str]:
    found = _CLOCK.search(line)
    if not found:
        return None, False, line
    rest = f"{line[: found.start()]} {line[found.end() :]}"
    if found.group("noon"):
        return time(_NOON), False, rest
    hour = int(found.group("hour") or found.group("hour12") or found.group("alone"))
    half = (found.group("half") or found.group("half12") or "").lower()
    if half:
        if not 1 <= hour <= _NOON:
            raise ValueError(hour)
        hour = hour % _NOON + (_NOON if half == "pm" else 0)
    elif hour < _NOON and part in ("afternoon", "evening"):
        hour += _NOON
    elif found.group("alone") and hour < _FIRST_CLEAR_HOUR and part != "morning":
        return None, True, rest
    return time(hour, int(found.group("minute") or 0)), False, rest


def when_said(day: date, at: time | None, part: str, *, today: date) -> str:
    """As "yesterday evening", "today at 15:00", "on 3 March 2026"."""
    named = {today: "today", today - _DAY: "yesterday"}.get(day, f"on {day.day} {day:%B %Y}")
    if at is not None:
        return f"{named} at {at:%H:%M}"
    if not part:
        return named
    return {"today": f"this {part}", "yesterday": f"yesterday {part}"}.get(named, f"on the {part} of {named[3:]}")


def moment(day: date, at: time | None) -> datetime | None:
    return None if at is None else datetime.combine(day, at)
