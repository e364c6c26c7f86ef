"""A day beside a named one: "that night", "the day after", "a week later", "the day after 12 October"."""

import calendar
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING, Final

from services.data_science.domain.algebra import Unit, Window
from services.data_science.domain.catalogue import Catalogue
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Edge, Rule, rules
from services.data_science.language.grammar.tables_and_names import name_of
from services.data_science.language.grammar.time.calendar_words import ORDINALS
from services.data_science.language.grammar.time.spans import (
    LARGEST_COUNT,
    begun,
    dated,
    day_said,
    moved,
    span,
    unit_of,
)

if TYPE_CHECKING:
    from services.data_science.language.resolving.readings import Reading

_DAYS_A_WEEK: Final = 7
_SAME: Final = re.compile(r"(?:on )?(?:that|the same|same|this) (day|date|night)(?= |$)|(?:then)$")
_BESIDE: Final = re.compile(
    r"(?:on |in )?(?:the )?(?:(day|night|morning) (after|before|later|prior)|(next|following|previous) (day|night|morning))"
    r"(?: that| it)?$"
)
_LATER: Final = re.compile(
    r"(?:(\d{1,3}|an?|exactly a) )?(day|night|week|month|year)s? (later|earlier|after that|before that|after|before)$"
)
_BACK: Final = frozenset({"before", "prior", "earlier", "before that", "previous"})
_WITHIN: Final = re.compile(r"(?:in |during |over |for )?(?:that|the same|that same) (week|month|year)$")
_WEEKDAY: Final = re.compile(
    rf"(?:on )?(?:the )?({'|'.join(each.lower() for each in calendar.day_name)}) (after|before)(?: that| it)?$"
)
_OF_THE_MONTH: Final = re.compile(r"(?:on )?the (?:(\d{1,2})(?:st|nd|rd|th)|([a-z]+))$")
_UNITS: Final = {"day": Unit.DAY, "night": Unit.DAY, "week": Unit.WEEK, "month": Unit.MONTH, "year": Unit.YEAR}


@dataclass(frozen=True, slots=True)
class NamedDay:
    """The one day that an earlier question was about; `is_night` says that it was a night that was asked about."""

    day: date
    is_night: bool

    def later(self, count: int, unit: Unit) -> Window:
        day = moved(self.day, count, unit)
        return Window(start=day, end=day, label=day_said(day))


def named_day(reading: "Reading", builder: Builder) -> NamedDay | None:
    """The day of a question whose window is a single one."""
    frame = reading.ask.frame
    window = frame.records.window
    if window is None or not isinstance(window.start, date) or window.start != window.end or frame.records.inside:
        return None
    quantity = builder.quantity(frame.noun, frame.records.table) if frame.noun else None
    return NamedDay(window.start, quantity is not None and quantity.nightly)


def day_references(words: Sequence[str], named: NamedDay, *, nights_follow: bool) -> Iterator[Edge]:
    """The days that words mean beside the named one; a night after a day is told on the day that it ends on."""
    tonight = 0 if named.is_night or nights_follow else 1
    yield from _named_beside(words, named)
    for start in range(len(words)):
        rest = " ".join(words[start:])
        if found := _SAME.match(rest):
            yield _edge(start, found[0], named.later(tonight if found[1] == "night" else 0, Unit.DAY))
        if found := _BESIDE.match(rest):
            back = (found[2] or found[3]) in _BACK
            night = "night" in {found[1], found[4]}
            step = -1 if back else 1
            offset = step if named.is_night or not night else tonight - 1 if back else tonight
            yield _edge(start, found[0], named.later(offset, Unit.DAY))
        if found := _WITHIN.match(rest):
            unit = _UNITS[found[1]]
            yield _edge(start, found[0], unit_of(named.day, unit, name_of(begun(named.day, unit), unit)))
        if (found := _LATER.match(rest)) and (found[1] or found[3] in {"later", "earlier"}):
            count = int(found[1]) if found[1] and found[1].isdigit() else 1
            back = found[3] in _BACK
            if count > 1 and tuple(words[start - 1 : start]) == ("the",):
                continue
            yield _edge(start, found[0], named.later(-count if back else count, _UNITS[found[2]]))


def _named_beside(words: Sequence[str], named: NamedDay) -> Iterator[Edge]:
    """The Sunday before that day, and "the 7th" behind the 5th, which is of the same month."""
    for start in range(len(words)):
        rest = " ".join(words[start:])
        if found := _WEEKDAY.match(rest):
            way = -1 if found[2] in _BACK else 1
            iso = [each.lower() for each in calendar.day_name].index(found[1]) + 1
            apart = way * (iso - named.day.isoweekday()) % _DAYS_A_WEEK or _DAYS_A_WEEK
            yield _edge(start, found[0], named.later(way * apart, Unit.DAY))
        if found := _OF_THE_MONTH.match(rest):
            number = int(found[1]) if found[1] else ORDINALS.get(found[2], 0)
            day = dated(named.day.year, named.day.month, number)
            if day is not None:
                yield _edge(start, found[0], Window(start=day, end=day, label=day_said(day), unit=Unit.DAY))


def time_references(words: Sequence[str], window: Window) -> Iterator[Edge]:
    """What stands for the time of the question before: "then", "in that time", "that month" of a month."""
    units = f"time|period|{window.unit}" if window.unit else "time|period"
    same = re.compile(rf"(?:(?:in|at|during|over|for) (?:that|the same|this same) (?:{units})|then)$")
    for start in range(1, len(words)):
        if found := same.match(" ".join(words[start:])):
            yield _edge(start, found[0], window)


def span_references(words: Sequence[str], window: Window | None) -> Iterator[Edge]:
    """ "That month", where the question before named one."""
    if window is None or window.unit is None:
        return
    for start in range(1, len(words)):
        found = _WITHIN.match(" ".join(words[start:]))
        if found and found[1] == window.unit:
            yield _edge(start, found[0], window)


def _edge(start: int, said: str, window: Window) -> Edge:
    return Edge(start, start + len(said.split()), "window", window, 0.0)


class DaysBesideNamed:
    """The rules of days so far from a date that is named with them."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._follow = catalogue.nights_follow

    def rules(self) -> Iterator[Rule]:
        follow = self._follow
        for word, way in (("(after|following)", 1), ("(before|preceding)", -1)):
            night = (0 if follow else 1) if way > 0 else (-1 if follow else 0)
            yield from rules("span", f"(day|morning) {word} {{span}}", partial(_from, way), 0.0)
            yield from rules("span", f"night {word} {{span}}", partial(_from, night), 0.0)
            yield from rules("span", f"{{count}} {{unit}} {word} {{span}}", partial(_counted_from, way), 0.0)
            stretch = f"(in|over|during|for|within|across)? the (first|last)? {{count}} {{unit}} {word} {{span}}"
            yield from rules("span", stretch, partial(_stretch_beside, way), -0.2)


def _from(days: int, window: Window) -> Window | None:
    if not isinstance(window.start, date) or window.start != window.end:
        return None
    return NamedDay(window.start, is_night=False).later(days, Unit.DAY)


def _stretch_beside(way: int, count: int, unit: Unit, window: Window) -> Window | None:
    """ "The 10 days after" a date are all of them."""
    days = count * {Unit.DAY: 1, Unit.WEEK: 7}.get(unit, 0)
    if not isinstance(window.start, date) or window.start != window.end or not 1 < days < LARGEST_COUNT:
        return None
    near, far = (window.start + timedelta(days=way * each) for each in (1, days))
    first, last = sorted((near, far))
    return span(first, last, f"{day_said(first)} to {day_said(last)}")


def _counted_from(way: int, count: int, unit: Unit, window: Window) -> Window | None:
    """So many days or weeks from it; "the 2 weeks before" a date is a stretch of time and not this."""
    return _from(way * count, window) if unit is Unit.DAY and count < LARGEST_COUNT else None
