"""Weekdays and weekends, as the newest such day and as a kind of day."""

import calendar
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from services.data_science.domain.algebra import (
    Calendar,
    Unit,
    Window,
)
from services.data_science.domain.catalogue import Catalogue
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.time.spans import (
    day_said,
    span,
)

_DAYS_A_WEEK: Final = 7
_SATURDAY: Final = 6


class Weekdays:
    """The rules of weekdays against one catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._today = catalogue.today

    def rules(self) -> Iterator[Rule]:
        today = self._today

        def newest(iso: int) -> date:
            return today - timedelta(days=(today.isoweekday() - iso) % 7)

        def previous(iso: int) -> Window | None:
            day = newest(iso) if newest(iso) < today else today - timedelta(days=7)
            return span(day, day, f"last {calendar.day_name[iso - 1]}", Unit.DAY)

        def this(iso: int) -> Window | None:
            day = newest(iso)
            return span(day, day, day_said(day), Unit.DAY)

        def weekend(back: int, label: str) -> Window | None:
            saturday = newest(6) - timedelta(days=7 * back)
            return span(saturday, min(saturday + timedelta(days=1), today), label)

        def ago(days: int) -> Window | None:
            day = today - timedelta(days=days)
            return span(day, day, day_said(day), Unit.DAY)

        def before_last(iso: int) -> Window | None:
            window = previous(iso)
            day = window.start - timedelta(days=7) if window and isinstance(window.start, date) else None
            return span(day, day, day_said(day), Unit.DAY) if day else None

        def newest_weekends(count: int) -> Window | None:
            """So many weekends up to the newest, with the days between them."""
            saturday = newest(6) - timedelta(days=7 * (count - 1))
            return span(saturday, min(newest(6) + timedelta(days=1), today), f"the last {count} weekends")

        yield from rules("weekends_back", "(last|past|latest|most recent) {count} weekends", newest_weekends, 0.0)
        yield from rules("weekends_back", "(last|past) (couple|few) of? weekends", lambda: newest_weekends(2), 0.0)
        recent = 0 if today.isoweekday() >= 6 else -1
        yield from rules("closed", "on? (last|past|previous) {weekday} (night|morning|evening)?", previous, 0.0)
        yield from rules("closed", "(on|over)? weekend of {end}", _weekend_of, 0.0)
        yield from rules("closed", "on? this {weekday}", this, 0.0)
        yield from rules("closed", "on {weekday} (night|morning)?", this, 0.4)
        yield from rules("span", "{weekday}", this, 0.9)
        yield from rules(
            "closed",
            "(on|over|during|for|at)? (last|past|previous) weekend",
            lambda: weekend(1 + recent, "last weekend"),
            0.0,
        )
        yield from rules("closed", "(on|over|during|for)? this weekend", lambda: weekend(0, "this weekend"), 0.0)
        yield from rules(
            "closed",
            "(on|over|during|for)? (the)? weekend before last",
            lambda: weekend(2 + recent, "the weekend before last"),
            0.0,
        )
        yield from rules("closed", "on? (the)? {weekday} before last", before_last, 0.0)
        yield from rules("closed", "on? {weekday} (night|morning)? (of|in)? {span}", _of_week, 0.0)
        yield from rules(
            "closed", "(in|of)? {span} on? {weekday} (night|morning)?", lambda w, iso: _of_week(iso, w), 0.0
        )
        yield from rules(
            "calendar", "(on|every|each|any)? {weekdays}", lambda iso: Calendar(iso_weekdays=frozenset({iso})), 0.0
        )
        yield from rules(
            "calendar",
            "(on)? (every|each|a|any) {weekday} (night|morning)?",
            lambda iso: Calendar(iso_weekdays=frozenset({iso})),
            0.0,
        )
        yield from rules(
            "calendar",
            "(on|for|of)? {weekday} (nights|mornings)",
            lambda iso: Calendar(iso_weekdays=frozenset({iso})),
            0.0,
        )
        yield from rules(
            "calendar",
            "on? {weekday} (and|or|,) {weekday} (nights|night)?",
            lambda one, other: Calendar(iso_weekdays=frozenset({one, other})),
            0.2,
        )
        yield from rules(
            "calendar",
            "(on|in)? (an|a)? (average|typical|normal|ordinary|usual|regular) {weekday} (night|nights)?",
            lambda iso: Calendar(iso_weekdays=frozenset({iso})),
            0.1,
        )
        yield from rules(
            "calendar",
            "on? {weekday} ,? {weekday} (and|or|,|, and) {weekday} (nights|night)?",
            lambda *isos: Calendar(iso_weekdays=frozenset(isos)),
            0.0,
        )
        yield from rules("closed", "(a|one) week ago today", lambda: ago(7), 0.0)
        yield from rules("closed", "(this|same) day last week", lambda: ago(7), 0.0)
        yield from rules("calendar", "{calendar} (and|or|,) {calendar}", _either, 0.1)
        yield from rules(
            "calendar", "(on|from)? {weekday} (to|through|until|till) {weekday} (nights|night)?", _weekday_interval, 0.1
        )
        yield from rules("calendar", "(on|from) {weekdays} (to|until|till) {weekdays}", _weekday_interval, -0.2)
        weekends, weekdays = frozenset({6, 7}), frozenset({1, 2, 3, 4, 5})
        on = "(on|over|during|at|in|for|of)? (a|the|any|any one|any 1|any given|any single)?"
        yield from rules(
            "calendar",
            f"{on} (average|typical|normal|ordinary|usual|regular)? (weekends|weekend|weekend days|weekends days|weekend nights|saturdays and sundays)",
            lambda: Calendar(iso_weekdays=weekends),
            0.1,
        )
        yield from rules(
            "calendar",
            f"{on} (average|typical|normal|ordinary|usual|regular)? (weekdays|weekday|week days|week day|weeknights|weeknight|week nights|workdays|workday|working days|working day|work days|work nights|work week|weekday nights)",
            lambda: Calendar(iso_weekdays=weekdays),
            0.1,
        )
        yield from rules(
            "calendar", "(in|on)? (one|1|a|any|single) (single)? day (of|in|on|at) {calendar}", lambda c: c, 0.0
        )
        yield from rules("calendar", "during the (work)? week", lambda: Calendar(iso_weekdays=weekdays), 0.1)


def _weekend_of(window: Window) -> Window | None:
    """The weekend that a day lies in."""
    day = window.start
    if not isinstance(day, date) or day != window.end or day.isoweekday() < _SATURDAY:
        return None
    saturday = day - timedelta(days=day.isoweekday() - _SATURDAY)
    return span(saturday, saturday + timedelta(days=1), f"the weekend of {window.label}")


def _of_week(iso: int, window: Window) -> Window | None:
    """ "Monday last week"."""
    if window.unit is not Unit.WEEK or not isinstance(window.start, date) or not isinstance(window.end, date):
        return None
    day = window.start + timedelta(days=iso - 1)
    return span(day, day, day_said(day), Unit.DAY) if day <= window.end else None


def _weekday_interval(first: int, last: int) -> Calendar:
    days = frozenset((first - 1 + step) % 7 + 1 for step in range((last - first) % 7 + 1))
    return Calendar(iso_weekdays=days)


def _either(one: Calendar, other: Calendar) -> Calendar | None:
    if one.months or other.months:
        return None
    days = one.iso_weekdays | other.iso_weekdays
    return Calendar(iso_weekdays=days) if len(days) < _DAYS_A_WEEK else None
