"""Whether what is asked about was ever recorded."""

import calendar
from dataclasses import fields, is_dataclass
from datetime import date
from typing import Final

from services.data_science.domain.algebra import (
    And,
    Calendar,
    Compare,
    Field,
    Known,
    Not,
    Or,
    Question,
    Table,
    Window,
)
from services.data_science.domain.algebra import Kind as KindTest
from services.data_science.domain.catalogue import Quantity
from services.data_science.language.building import Builder
from services.data_science.language.phrases import Ask, Frame, Records
from services.data_science.language.resolving.noted import missing
from services.data_science.language.resolving.readings import MissingError, UnanswerableError

_NIGHTS: Final = ("last night", "night before last")


class Recorded:
    """What is on record, against one catalogue."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def check_recorded(self, ask: Ask) -> None:
        """Raises where something that is asked about was never recorded, or not at that time."""
        for frame in (ask.frame, ask.other):
            if frame is None:
                continue
            window = frame.records.window
            self._check_window(window)
            self._check_tests(frame, ask)
            if _is_never(frame.records):
                raise UnanswerableError("that date falls on another day of the week")
            kinds = frame.records.kinds
            if kinds is not None and not kinds.recorded:
                raise UnanswerableError(f"there are no {kinds.said} on record")
            quantity = self._builder.quantity(frame.noun, frame.records.table) if frame.noun else None
            if quantity is not None and not quantity.recorded:
                raise missing(quantity)
            if quantity is not None and quantity.additive and not quantity.nightly and _is_of_a_night(frame.records):
                raise MissingError(f"your {quantity.noun} is recorded by day, not by night")
            if quantity is not None and frame.records.table is Table.DAYS:
                _check_days(quantity, window)

    def _check_window(self, window: Window | None) -> None:
        whole, today = self._builder.all_time, self._builder.catalogue.today
        if window is not None and isinstance(window.start, date) and isinstance(window.end, date):
            if window.end < whole.start:  # type: ignore[operator]
                raise UnanswerableError(f"your records begin on {_said(whole.start)}, after {window.label}")
            if window.start > today:
                raise UnanswerableError(f"your records end on {_said(today)}, before {window.label}")

    def _check_tests(self, frame: Frame, ask: Ask) -> None:
        """Days are not told apart by what they do not have: none would be left, or all."""
        catalogue = self._builder.catalogue
        tests = (*frame.records.tests, ask.test) if frame.records.table is Table.DAYS else (ask.test,)
        for name in sorted(name for each in tests for name in _tested(each)):
            tested = catalogue.metrics.get(name)
            if tested is not None and not tested.recorded and name not in catalogue.fields:
                raise missing(tested)

    def check_kinds(self, question: Question) -> None:
        known = frozenset(self._builder.catalogue.kinds)
        for names in kinds_in(question):
            if missing := sorted(names - known):
                raise UnanswerableError(f"there are no {missing[0]} on record")


def _check_days(quantity: Quantity, window: Window | None) -> None:
    """Raises where no day of a window is one on which something measured was; what is noted may well be nothing."""
    if quantity.days is None or quantity.tag or window is None:
        return
    oldest, newest = quantity.days
    if isinstance(window.end, date) and window.end < oldest:
        raise UnanswerableError(f"your {quantity.noun} is on record from {_said(oldest)} on, after {window.label}")
    if isinstance(window.start, date) and window.start > newest:
        raise UnanswerableError(f"your {quantity.noun} is on record up to {_said(newest)}, before {window.label}")


def _is_of_a_night(records: Records) -> bool:
    """Whether one night is named, of which there is no amount of what is counted by day."""
    return records.table is Table.DAYS and records.window is not None and records.window.label.endswith(_NIGHTS)


def _is_never(records: Records) -> bool:
    """Whether one date is meant, and a day of the week that it is not."""
    window = records.window
    if window is None or window.start != window.end or not isinstance(window.start, date):
        return False
    weekday = window.start.isoweekday()
    calendars = (test for test in records.tests if isinstance(test, Calendar))
    return any(each.iso_weekdays and weekday not in each.iso_weekdays for each in calendars)


def _tested(test: object) -> frozenset[str]:
    """The names of the fields that a test of days is about."""
    match test:
        case Compare(column=Field(name=name)) | Known(column=Field(name=name)):
            return frozenset({name})
        case And(tests=tests) | Or(tests=tests):
            return frozenset(name for each in tests for name in _tested(each))
        case Not(test=inner):
            return _tested(inner)
        case _:
            return frozenset()


def _said(day: object) -> str:
    return f"{day.day} {calendar.month_name[day.month]} {day.year}" if isinstance(day, date) else "a day"


def kinds_in(node: object) -> "list[frozenset[str]]":
    """The kinds of activities that an expression names, anywhere in it."""
    if isinstance(node, KindTest):
        return [node.names]
    if isinstance(node, frozenset | tuple):
        return [names for each in node for names in kinds_in(each)]
    if is_dataclass(node):
        return [names for each in fields(node) for names in kinds_in(getattr(node, each.name))]
    return []
