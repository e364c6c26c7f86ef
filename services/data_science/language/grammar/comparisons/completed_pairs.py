"""The contrast that a frame and two groups of days make, where the one group may lean on the other."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any, Final

from services.data_science.domain.algebra import Calendar, Not, Table, Unit, Window
from services.data_science.domain.catalogue import Catalogue
from services.data_science.language.building import Builder
from services.data_science.language.grammar.comparisons.contrasts import Contrasts
from services.data_science.language.grammar.comparisons.pairs import (
    Others,
    Pair,
    Second,
    TheOneBefore,
)
from services.data_science.language.grammar.frames import Modifier
from services.data_science.language.grammar.time.spans import before, begun, moved, span, unit_of
from services.data_science.language.phrases import Ask, Best, Frame, Kind, Records
from services.data_science.language.vocabulary import UNITS

_UNITS: Final = frozenset(UNITS.values())

_BOTH: Final = 2


class CompletedPairs:
    """Completes comparisons of two groups from what was said of each."""

    def __init__(self, builder: Builder, contrasts: Contrasts) -> None:
        self._builder = builder
        self._contrasts = contrasts

    def of_parts(self, said: tuple[object, ...], *, yes_no: bool) -> Ask | None:
        """The question from its parts, in any order: what is measured, which way, and the groups."""
        parts = [part for each in said for part in (each if isinstance(each, tuple) else (each,))]
        way = next((each for each in parts if isinstance(each, int)), 0)
        if any(isinstance(each, Best) and each.of_time() for each in parts):
            return None
        frame, *groups = sorted(
            (each for each in parts if not isinstance(each, int | str | Best)),
            key=lambda each: not isinstance(each, Frame),
        )
        if not isinstance(frame, Frame) or any(isinstance(each, Frame) for each in groups):
            return None
        if not self.is_told_in(frame, parts):
            return None
        return self._of_groups(frame, groups, way, yes_no=yes_no)

    def is_told_in(self, frame: Frame, parts: Sequence[object]) -> bool:
        """Whether a difference of what is measured can be told in the unit that is said, if one is."""
        units = (each for each in parts if isinstance(each, str) and each in _UNITS)
        return all(self._builder.differs_in(each, frame) for each in units)

    def _of_groups(self, frame: Frame, groups: Sequence[Any], way: int, *, yes_no: bool) -> Ask | None:
        match groups:
            case [Pair() as pair]:
                return self.of_pair(frame, pair, way, yes_no=yes_no)
            case [one, other] if not (isinstance(one, Records) and one.pick):
                return self.of_pair(frame, Pair(one, other), way, yes_no=yes_no)
            case [other] if self.restricted(frame):
                return self.instead(frame, other, way, yes_no=yes_no)
            case [other]:
                return self.first_implied(frame, way, other, yes_no=yes_no)
            case _:
                return None

    def restricted(self, frame: Frame) -> bool:
        records = frame.records
        return records.window is not None or bool(records.tests) or frame.pinned or records.kinds is not None

    def first_implied(self, frame: Frame, *said: object, yes_no: bool = False) -> Ask | None:
        """ "More than last month" is of this month."""
        other = said[-1]
        way = next((each for each in said if isinstance(each, int)), 0)
        if not isinstance(other, Window) or other.unit in {None, Unit.DAY}:
            return None
        unit = other.unit or Unit.WEEK
        today = self._builder.catalogue.today
        now = Window(start=begun(today, unit), end=today, label=f"this {unit}", unit=unit)
        if other.start != begun(begun(today, unit) - timedelta(days=1), unit):
            return None
        return self.of_pair(frame, Pair(now, other), way, yes_no=yes_no)

    def of_pair(self, frame: Frame, pair: Pair, way: int, *, yes_no: bool) -> Ask | None:
        if pair.either:
            yes_no, way = False, 0
        pair = _in_one_window(pair)
        match pair.other:
            case Frame() as other:
                one = self._contrasts.applied(frame, pair.one)
                return self._of_both(one, other, way, yes_no=yes_no) if one else None
            case Window() as window if (
                isinstance(pair.one, Records) and pair.one.window is not None and window != self._builder.all_time
            ):
                other = replace(pair.one, window=window)
                return self._contrasts.between(frame, pair.one, other, way, yes_no=yes_no)
            case Calendar() as calendar if isinstance(pair.one, Records) and pair.one.window is not None:
                other = replace(pair.one, tests=frozenset({calendar}))
                return self._contrasts.between(frame, pair.one, other, way, yes_no=yes_no)
            case Others():
                return self._contrasts.with_rest(frame, pair.one, way, yes_no=yes_no)
            case TheOneBefore() as leaning:
                earlier = (
                    stretch_before(pair.one, leaning, self._builder.catalogue) if isinstance(pair.one, Window) else None
                )
                return self._contrasts.between(frame, pair.one, earlier, way, yes_no=yes_no) if earlier else None
            case other:
                return self._contrasts.between(frame, pair.one, other, way, yes_no=yes_no)

    def instead(self, frame: Frame, other: Second, way: int, *, yes_no: bool) -> Ask | None:
        """The frame as it is beside the same with another group in the place of its own."""
        if isinstance(other, Frame):
            return self._of_both(frame, other, way, yes_no=yes_no)
        bare, one = self._taken_apart(frame, other)
        if bare is None or one is None:
            return None
        return self.of_pair(bare, Pair(one, other), way, yes_no=yes_no)

    def _of_both(self, one: Frame, other: Frame, way: int, *, yes_no: bool) -> Ask | None:
        """Of one thing that is said twice, each time of other days: "my sleep on Fridays and my sleep on Sundays"."""
        if one.noun is None or other.noun is None or one == other:
            return None
        if (one.noun.metric, one.noun.field) != (other.noun.metric, other.noun.field):
            return None
        if one.best or not self.restricted(one) or one.records.table is not other.records.table:
            return None
        if other.statistic not in {None, one.statistic}:
            return None
        return Ask(Kind.CONTRAST, one, other=replace(other, statistic=one.statistic), direction=way, yes_no=yes_no)

    def _taken_apart(self, frame: Frame, other: Second) -> tuple[Frame | None, Modifier | None]:
        """The frame without what the other group stands against, and that itself."""
        records = frame.records
        match other:
            case Window() | TheOneBefore():
                return (
                    (replace(frame, records=replace(records, window=None)), records.window)
                    if records.window is not None and not frame.pinned
                    else (None, None)
                )
            case Others() if len(records.tests) == 1 and not frame.pinned:
                return replace(frame, records=replace(records, tests=frozenset())), next(iter(records.tests))
            case Others() if not records.tests and not frame.pinned and records.window is not None:
                return replace(frame, records=replace(records, window=None)), records.window
            case _ if records.table is Table.ACTIVITIES and records.kinds is not None and not frame.pinned:
                return (
                    replace(frame, records=replace(records, kinds=None, tests=frozenset())),
                    replace(records, window=None),
                )
            case _:
                calendar = isinstance(other, Calendar)
                own = [
                    test
                    for test in records.tests
                    if (isinstance(test, Calendar) or (isinstance(test, Not) and isinstance(test.test, Calendar)))
                    == calendar
                ]
                if len(own) != 1 or frame.pinned:
                    return None, None
                return replace(frame, records=replace(records, tests=records.tests - {own[0]})), own[0]


def stretch_before(window: Window, leaning: TheOneBefore, catalogue: Catalogue) -> Window | None:
    """The stretch of time that "the week before" or "the 30 days before that" means behind a window."""
    start = window.start
    if not isinstance(start, date) or start <= catalogue.first:
        return None
    eve = start - timedelta(days=1)
    if leaning.unit is None and leaning.count == 1:
        return before(window, catalogue)
    unit = leaning.unit or Unit.DAY
    if leaning.count == 1:
        if unit is Unit.DAY and window.start != window.end:
            return None
        if window.unit is unit or start == begun(start, unit):
            return unit_of(eve, unit, f"the {unit} before")
    said = f"the {leaning.count} {unit}s before" if leaning.count > 1 else f"the {unit} before"
    return span(moved(start, -leaning.count, unit), eve, said)


def _in_one_window(pair: Pair) -> Pair:
    """ "My runs or my rides in May": a time that is said behind two kinds is that of both."""
    one, other = pair.one, pair.other
    kinds = [each.kinds.names for each in (one, other) if isinstance(each, Records) and each.kinds is not None]
    if not isinstance(one, Records) or not isinstance(other, Records) or len(kinds) < _BOTH or kinds[0] == kinds[1]:
        return pair
    return replace(pair, one=replace(one, window=other.window)) if one.window is None and one.pick is None else pair
