"""How the dates of a whole column are read, from the column itself.

`04/12/2016` alone is a riddle; a column of such texts mostly is not. A column may even mix two writings, one day-first
and one month-first, so each *style* of writing (separator, digits of the year, padding, clock) is resolved on its own,
all styles together: a reading of the column is one order per style. What decides, in this order:

1. a component over 12 can only be a day;
2. within each person's rows the days rise, or fall, throughout the file, and two different texts of one person are
   not the same moment.

One reading is left, or the column is refused. A column in chronological order that writes no moment in two ways is
therefore never misread: its true reading always passes, and any other that passes too makes it ambiguous.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from itertools import product
from typing import Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

Order: TypeAlias = Literal["ymd", "dmy", "mdy"]

FIRST_YEAR: Final = 1900
LAST_YEAR: Final = 2100
UNREADABLE: Final = np.iinfo(np.int64).min
"""Stands for a text that is no date, where an array of seconds is due."""

_SPELLED: Final[Mapping[Order, str]] = {"ymd": "year-month-day", "dmy": "day/month/year", "mdy": "month/day/year"}
_ADVICE: Final = "Write the dates as YYYY-MM-DD and import the file again."
_MOST_READINGS: Final = 64
_EPOCH: Final = datetime(1970, 1, 1)  # noqa: DTZ001, local time has no zone

_CLOCK: Final = (
    r"(?:[T ]+(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2})(?:[.,]\d+)?)?"
    r"\s*(?P<half>[AaPp][Mm])?\s*(?:Z|[+-]\d{2}:?\d{2})?)?"
)
_YEAR_FIRST: Final = re.compile(r"(?P<a>\d{4})(?P<separator>[-/.]?)(?P<b>\d{1,2})(?P=separator)(?P<c>\d{1,2})" + _CLOCK)
_YEAR_LAST: Final = re.compile(
    r"(?P<a>\d{1,2})(?P<separator>[-/.])(?P<b>\d{1,2})(?P=separator)(?P<c>\d{4}|\d{2})" + _CLOCK
)


def is_dated(day: date) -> bool:
    """Whether a day is of the years that are dates."""
    return FIRST_YEAR <= day.year <= LAST_YEAR


@dataclass(frozen=True)
class Style:
    """How a date is written, apart from which component is which.

    Attributes:
        year_digits: 4, or 2 where the year cannot be told from the other components.
        padding: "padded" has a leading zero, "bare" a single digit, "either" shows neither.
        clock: the time of day's writing: "", "HM", "HMS", with " half" for AM/PM.
    """

    separator: str
    year_digits: int
    padding: str
    clock: str


@dataclass(frozen=True, slots=True)
class _Components:
    """A date that does not begin with its four-digit year."""

    style: Style
    a: int
    b: int
    c: int
    seconds: int


@dataclass(frozen=True)
class DateReading:
    """The one reading of a column.

    Attributes:
        orders: the order of each style met.
        seconds: of each text of the column, seconds since 1970-01-01 00:00 local; `UNREADABLE` where it is no date.
        notes: how ambiguous-looking texts were read, and why, for the report.
    """

    orders: Mapping[Style, Order]
    seconds: npt.NDArray[np.int64]
    notes: tuple[str, ...]

    def moment(self, text: str) -> datetime | None:
        """Local date and time of a text, midnight without a clock; None if it is no date of this column's writing."""
        fixed = _year_first(text)
        components = _components(text) if fixed is None else None
        if components is None or components.style not in self.orders:
            return fixed
        return _moment(components, self.orders[components.style])


@dataclass(frozen=True)
class DateRefusal:
    explanation: str


@dataclass(frozen=True)
class DateColumn:
    """A column of dates, each different text once.

    Attributes:
        texts: the different texts.
        first_lines: the line each text was first met on.
        text_of_row: int32, which text each row holds, in file order.
        person_of_row: int32, which person each row is about.
    """

    texts: Sequence[str]
    first_lines: Sequence[int]
    text_of_row: npt.NDArray[np.int32]
    person_of_row: npt.NDArray[np.int32]


def detect(column: DateColumn) -> DateReading | DateRefusal:
    """The only reading that fits the whole column, or why there is none."""
    fixed = [_year_first(text) for text in column.texts]
    others = ((index, _components(text)) for index, text in enumerate(column.texts) if fixed[index] is None)
    dates = {index: components for index, components in others if components is not None}
    groups = _groups(dates)
    candidates: list[tuple[Order, ...]] = []
    for members in groups.values():
        viable = _viable_orders(dates, members)
        if isinstance(viable, _Conflict):
            return _irreconcilable(column, viable)
        candidates.append(viable)
    readings = _distinct_readings(column, fixed, dates, groups, candidates)
    if isinstance(readings, DateRefusal):
        return readings
    reason = "no other reading fits every line"
    if len(readings) > 1:
        reason = "only so do each person's days follow one another"
        readings, impossible = [each for each in readings if _is_consistent(column, each.seconds)], readings
        if len(readings) != 1:
            return _ambiguous(column, readings or impossible)
    return _accepted(column, groups, readings[0], reason)


def _year_first(text: str) -> datetime | None:
    """The local date and time of a text that begins with its year; a stated offset does not move it."""
    if text[4:5] == "-":
        try:
            moment = datetime.fromisoformat(text)
        except ValueError:
            pass
        else:
            if moment.tzinfo or moment.microsecond:
                moment = moment.replace(tzinfo=None, microsecond=0)
            return moment if FIRST_YEAR <= moment.year <= LAST_YEAR else None
    match = _YEAR_FIRST.fullmatch(text.strip())
    seconds = None if match is None else _seconds_of_day(match)
    return (
        None if match is None or seconds is None else _date(int(match["a"]), int(match["b"]), int(match["c"]), seconds)
    )


def _components(text: str) -> _Components | None:
    match = _YEAR_LAST.fullmatch(text.strip())
    seconds = None if match is None else _seconds_of_day(match)
    if match is None or seconds is None:
        return None
    a, b, c, half = match.group("a", "b", "c", "half")
    shown = (a, b) if len(c) == 4 else (a, b, c)
    if any(part.startswith("0") for part in shown):
        padding = "padded"
    else:
        padding = "bare" if any(len(part) == 1 for part in shown) else "either"
    clock = "" if match["hour"] is None else ("HMS" if match["second"] else "HM") + (" half" if half else "")
    return _Components(Style(match["separator"], len(c), padding, clock), int(a), int(b), int(c), seconds)


def _seconds_of_day(match: re.Match[str]) -> int | None:
    if match["hour"] is None:
        return 0
    hour, minute, second = int(match["hour"]), int(match["minute"]), int(match["second"] or 0)
    if match["half"]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if match["half"].lower() == "pm" else 0)
    return hour * 3600 + minute * 60 + second if hour < 24 and minute < 60 and second < 60 else None


def _date(year: int, month: int, day: int, seconds: int) -> datetime | None:
    if not FIRST_YEAR <= year <= LAST_YEAR:
        return None
    try:
        return datetime(year, month, day) + timedelta(seconds=seconds)  # noqa: DTZ001, local time has no zone
    except ValueError:
        return None


def _moment(components: _Components, order: Order) -> datetime | None:
    a, b, c = components.a, components.b, components.c
    year, month, day = {"ymd": (a, b, c), "dmy": (c, b, a), "mdy": (c, a, b)}[order]
    if components.style.year_digits == 2:
        year += 2000 if year < 69 else 1900
    return _date(year, month, day, components.seconds)


def _seconds(moment: datetime | None) -> int:
    return UNREADABLE if moment is None else int((moment - _EPOCH).total_seconds())


def _groups(dates: Mapping[int, _Components]) -> dict[tuple[Style, ...], list[int]]:
    """The texts of each style that needs an order; styles that may be the same writing come together.

    A text such as `11/10/2016` shows neither padding nor its absence. It goes with the one padding that its
    column does show, and stands alone where the column shows both.
    """
    by_style: dict[Style, list[int]] = defaultdict(list)
    for index, components in dates.items():
        by_style[components.style].append(index)
    merged: dict[tuple[Style, ...], list[int]] = {}
    for style, members in by_style.items():
        kin = [other for other in by_style if replace(other, padding=style.padding) == style]
        joint = tuple(kin) if len(kin) == 2 and any(each.padding == "either" for each in kin) else (style,)
        merged.setdefault(joint, []).extend(members)
    return merged


@dataclass(frozen=True)
class _Conflict:
    """Two texts of one style that no order reads both."""

    first: int
    second: int


def _orders(components: _Components) -> tuple[Order, ...]:
    return ("dmy", "mdy") if components.style.year_digits == 4 else ("dmy", "mdy", "ymd")


def _viable_orders(dates: Mapping[int, _Components], members: Sequence[int]) -> tuple[Order, ...] | _Conflict:
    """The orders that read every text of a style which is a date at all."""
    viable: set[Order] | None = None
    previous: dict[frozenset[Order], int] = {}
    for index in members:
        fits = frozenset(order for order in _orders(dates[index]) if _moment(dates[index], order) is not None)
        if not fits:
            continue
        viable = set(fits) if viable is None else viable & fits
        if not viable:
            rival = next((other for seen, other in previous.items() if not seen & fits), members[0])
            return _Conflict(rival, index)
        previous.setdefault(fits, index)
    return tuple(sorted(viable or {"dmy"}))


@dataclass(frozen=True)
class _Candidate:
    """One order per group, and the seconds since 1970 that each text then means."""

    orders: tuple[Order, ...]
    seconds: npt.NDArray[np.int64]


def _distinct_readings(
    column: DateColumn,
    fixed: Sequence[datetime | None],
    dates: Mapping[int, _Components],
    groups: Mapping[tuple[Style, ...], Sequence[int]],
    candidates: Sequence[Sequence[Order]],
) -> list[_Candidate] | DateRefusal:
    """The readings of the column that differ in what at least one text means."""
    if np.prod([len(each) for each in candidates], initial=1) > _MOST_READINGS:
        styles = ", ".join(repr(column.texts[members[0]]) for members in groups.values())
        return DateRefusal(f"The dates are written in too many ways to be told apart: {styles}. {_ADVICE}")
    known = np.array([_seconds(moment) for moment in fixed], np.int64)
    distinct: dict[bytes, _Candidate] = {}
    for orders in product(*candidates):
        seconds = known.copy()
        for order, members in zip(orders, groups.values(), strict=True):
            seconds[members] = [_seconds(_moment(dates[index], order)) for index in members]
        distinct.setdefault(seconds.tobytes(), _Candidate(orders, seconds))
    return list(distinct.values())


def _is_consistent(column: DateColumn, seconds: npt.NDArray[np.int64]) -> bool:
    """Whether all persons' rows rise or all fall, and no two texts of one person are the same moment."""
    of_row = seconds[column.text_of_row]
    readable = of_row != UNREADABLE
    person, text, moment = column.person_of_row[readable], column.text_of_row[readable], of_row[readable]
    by_person = np.argsort(person, kind="stable")
    steps = np.diff(moment[by_person])[np.diff(person[by_person]) == 0]
    in_order = bool(np.all(steps >= 0) or np.all(steps <= 0))
    texts = np.unique(np.stack([person, text]), axis=1).shape[1]
    moments = np.unique(np.stack([person.astype(np.int64), moment]), axis=1).shape[1]
    return in_order and texts == moments


def _accepted(
    column: DateColumn, groups: Mapping[tuple[Style, ...], Sequence[int]], chosen: _Candidate, reason: str
) -> DateReading:
    notes = [
        f"Dates written like {column.texts[members[0]]!r} (line {column.first_lines[members[0]]}) were read as "
        f"{_SPELLED[order]}: {reason}."
        for order, members in zip(chosen.orders, groups.values(), strict=True)
    ]
    orders = {style: order for styles, order in zip(groups, chosen.orders, strict=True) for style in styles}
    return DateReading(orders, chosen.seconds, tuple(notes))


def _irreconcilable(column: DateColumn, conflict: _Conflict) -> DateRefusal:
    first, second = sorted((conflict.first, conflict.second))
    return DateRefusal(
        f"The dates are in two formats that cannot be reconciled: no single order reads both {column.texts[first]!r} "
        f"(line {column.first_lines[first]}) and {column.texts[second]!r} (line {column.first_lines[second]}). "
        f"{_ADVICE}"
    )


def _ambiguous(column: DateColumn, readings: Sequence[_Candidate]) -> DateRefusal:
    first, second = readings[0].seconds, readings[1].seconds
    differing = np.flatnonzero(first != second)[:3]
    examples = "; ".join(
        f"line {column.first_lines[index]}, {column.texts[index]!r}, is "
        f"{' or '.join(_iso(seconds) for seconds in (first[index], second[index]))}"
        for index in differing
    )
    return DateRefusal(f"The dates can be read in more than one way: {examples}. {_ADVICE}")


def _iso(seconds: int) -> str:
    return (_EPOCH + timedelta(seconds=int(seconds))).date().isoformat()
