"""Phrases for a number of some records, and what may be added to any such phrase: when, on which days, per what."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final, TypeAlias

from services.data_science.domain.algebra import (
    All,
    Calendar,
    DaysOf,
    Field,
    Grouping,
    In,
    Not,
    Order,
    Statistic,
    Table,
    Test,
    Unit,
    Window,
)
from services.data_science.domain.units import CLOCK, converted
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.quantities import MEASURED_ASLEEP
from services.data_science.language.grammar.records.words import DAY
from services.data_science.language.grammar.time.spans import LARGEST_COUNT, span
from services.data_science.language.narrowing import picked_where, picked_within
from services.data_science.language.phrases import Best, Frame, Noun, Records, Tense

_OF: Final = "(of|on|for|in|during|from|while|at|over|across|with|by|when)"

_GONE: Final = "(ever|ever been|ever gone|has been|has gone|went|went to|got to|reached|hit)"
"""What is said of an extreme behind what was measured, and adds nothing to it."""
_GONE_TO: Final = {
    Order.LOWEST: "(dropped to|went down to|got down to|fell to|dropped)",
    Order.HIGHEST: "(went up to|got up to|climbed to)",
}
"""The same of one end alone."""


@dataclass(frozen=True, slots=True)
class Beside:
    """The days or nights after (or before) some records; which of both follows from what is measured."""

    records: Records
    days: int


@dataclass(frozen=True, slots=True)
class Adverb:
    """A statistic said apart from its noun: "on average"."""

    statistic: Statistic


@dataclass(frozen=True, slots=True)
class Each:
    """Told of one of these records on average: "per run"."""

    records: Records


Modifier: TypeAlias = Window | Test | Records | Beside | Each | Unit | Grouping | Adverb


class FrameRules:
    """The rules of noun phrases that are numbers."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
        yield from self._modifiers()
        yield from self._phrases()

    def frame_of(self, noun: Noun) -> Frame:
        if noun.metric:
            return Frame(noun=noun)
        table = Table.ACTIVITIES if noun.field else Table.SAMPLES
        return Frame(noun=noun, records=Records(table=table))

    def _modifiers(self) -> Iterator[Rule]:
        yield from rules("mod", "{window}", lambda window: window, 0.0)
        yield from rules("mod", "{calendar}", lambda test: test, 0.0)
        yield from rules("mod", "(on|for|in|during|over|across|of|from|only|at)? {drecs}", lambda records: records, 0.0)
        yield from rules("mod", f"{_OF} {{recs}}", lambda records: records, 0.1)
        yield from rules("mod", "{recs}", lambda records: records if records.pick else None, 0.5)
        yield from rules("mod", "per {recs}", lambda records: None if records.pick else Each(records), 0.0)
        yield from rules("mod", "(when|whenever|if|where|while) {dtest}", lambda test: test, 0.3)
        yield from rules(
            "mod", "(without|not on|except|except on|excluding|not counting|not including) {calendar}", _other_days, 0.1
        )
        yield from rules(
            "mod",
            "(excluding|except|except for|without|not counting|apart from|not including|leaving out|other than) {span}",
            self._not_in,
            0.0,
        )
        yield from rules(
            "mod",
            "(excluding|except|except for|without|not counting|apart from|not including|leaving out|other than) {weekday}",
            lambda iso: _other_days(Calendar(iso_weekdays=frozenset({iso}))),
            0.0,
        )
        yield from rules("mod", "(excluding|except|without|not counting) (last|past) {count}", self._not_last, 0.1)
        yield from rules("mod", "{calendar} (not counted|excluded|aside|left out)", _other_days, 0.0)
        yield from rules("mod", "(excluding|except|without|not counting) {drecs}", self._outside, 0.1)
        yield from rules("mod", "after (a|my|i|any)? {recs}", lambda records: Beside(records, 1), 0.1)
        yield from rules("mod", "before (a|my|i|any)? {recs}", lambda records: Beside(records, -1), 0.2)
        yield from rules("mod", "after {dtest}", lambda test: Beside(Records(tests=frozenset({test})), 1), 0.3)
        yield from rules("mod", "after {drecs}", lambda records: Beside(records, 1), 0.2)
        yield from rules("mod", "{per}", lambda unit: unit, 0.1)
        yield from rules("mod", "(for|in|over)? {group}", lambda group: group, 0.0)
        yield from rules("mod", "{adverb}", Adverb, 0.0)

    def _not_last(self, days: int) -> Test | None:
        today = self._builder.catalogue.today
        window = (
            span(today - timedelta(days=days - 1), today, f"the last {days} days") if days <= LARGEST_COUNT else None
        )
        return self._not_in(window) if window else None

    def _not_in(self, window: Window) -> Test:
        return Not(test=In(rows=All(table=Table.DAYS, window=window)))

    def _outside(self, records: Records) -> Test | None:
        return Not(test=self._builder.on_days_of(records)) if records.pick or records.inside else None

    def _phrases(self) -> Iterator[Rule]:
        def reduced(statistic: Statistic, frame: Frame) -> Frame | None:
            several = frame.best is not None and frame.best.count > 1
            if frame.statistic or (frame.best and not several):
                return None
            return replace(frame, statistic=statistic)

        def extreme(best: Best, frame: Frame) -> Frame | None:
            fields = frame.noun.field if frame.noun else ""
            if frame.best or frame.statistic or frame.pinned or (best.fields and fields not in {"", best.fields}):
                return None
            quantity = self._builder.quantity(frame.noun, frame.records.table) if frame.noun else None
            if best.clock and quantity is not None and quantity.unit == CLOCK:
                return replace(frame, best=self._builder.better(best, quantity))
            if best.of_time():
                if best.count > 1 or best.first > 1:
                    return replace(frame, best=best)
                return replace(frame, statistic=Statistic.LATEST if best.order is Order.NEWEST else Statistic.FIRST)
            return self._builder.superlative(best, frame)

        def of_picked(statistic: Statistic, records: Records) -> Frame | None:
            """ "The average of my five best step days" is of the steps."""
            by = records.pick[0] if records.pick else None
            if not isinstance(by, Field):
                return None
            noun = Noun(metric=by.name) if records.table is Table.DAYS else Noun(field=by.name)
            return Frame(noun=noun, statistic=statistic, records=records, pinned=True)

        def of_records(records: Records, noun: Noun) -> Frame | None:
            return self.applied(self.frame_of(noun), records)

        yield from rules("np", "{noun}", self.frame_of, 0.1)
        yield from rules("np", "set {np}", lambda f: f if f.best and not f.best.of_time() else None, 0.0)
        yield from rules("np", "{statistic} (of|for|in)? {np}", reduced, 0.1)
        yield from rules(
            "np", "{statistic} {window} (of|for)? {np}", lambda s, w, f: (g := reduced(s, f)) and g.within(w), 0.4
        )
        yield from rules("np", "{best} (of|for|in)? {np}", extreme, 0.1)
        yield from rules("np", f"{{best}} {{np}} {_GONE}", extreme, 0.0)

        def gone_to(best: Best, frame: Frame, order: Order) -> Frame | None:
            quantity = self._builder.quantity(frame.noun, frame.records.table) if frame.noun else None
            level = quantity is not None and not quantity.additive
            return extreme(best, frame) if level and best.order is order and not best.judged else None

        for order, gone in _GONE_TO.items():
            yield from rules("np", f"{{best}} {{np}} {gone}", lambda b, f, order=order: gone_to(b, f, order), 0.0)
        yield from rules("np", "{recs} {noun}", of_records, 0.2)
        yield from rules(
            "np", "{statistic} {recs} {noun}", lambda s, r, n: (f := of_records(r, n)) and reduced(s, f), 0.1
        )
        yield from rules("np", "{best} {recs} {noun}", self._best_of, 0.3)
        yield from rules("np", "{np} {statistic}", lambda f, s: reduced(s, f), 0.3)
        yield from rules("np", "{statistic} (of|over|for|on|in|across)? {drecs}", of_picked, 0.3)
        yield from rules(
            "np",
            "{statistic} {noun} (of|over|for) {drecs}",
            lambda s, n, r: (f := of_picked(s, r)) and (f if f.noun and f.noun.metric == n.metric else None),
            0.1,
        )
        percent = "(percentage|percent|%|share|proportion|fraction|portion)"
        yield from rules(
            "np",
            f"{percent} of {{window}} (was|am|were|spent)? {{noun}}",
            lambda w, n: (f := self._share_of_night(n)) and f.within(w),
            0.0,
        )
        yield from rules(
            "np",
            f"{percent} of {{window}} {{noun}} (was|is)? {{noun}}",
            lambda w, a, n: (f := self._share_of_night(n)) and f.within(w) if a.metric == "sleep_minutes" else None,
            0.0,
        )
        yield from rules(
            "np",
            f"{percent} of {{noun}} {{window}} (was|is)? {{noun}}",
            lambda a, w, n: (f := self._share_of_night(n)) and f.within(w) if a.metric == "sleep_minutes" else None,
            0.0,
        )
        yield from rules(
            "np",
            "{np} (come from|came from|earned from|earned on|earned in|burned on|burned in|burned from|from|bring in|brought in|in|on|of)? {recs} (bring in|brought in|have|has|earn|earned|cost me)?",
            lambda f, r: (g := self.applied(f, r)) and replace(g, how_many=True, tense=Tense.PAST),
            0.6,
        )
        yield from rules(
            "np",
            "{np} (come from|came from|earned from|earned on|earned in|burned from|gained from|got from) {recs}",
            lambda f, r: (g := self.applied(f, r)) and replace(g, how_many=True, tense=Tense.PAST),
            0.0,
        )
        yield from rules("np", f"{{np}} (on|of|in|from|across|over) (the)? {{best}} {DAY}", self._on_best, 0.1)
        yield from rules(
            "np",
            f"{{np}} (on|of|in|from|across|over) (the)? {{best}} {DAY} {{window}}",
            lambda f, b, w: (g := f.within(w)) and self._on_best(g, b),
            0.1,
        )
        yield from rules("np", "{np} , {best}", lambda f, b: extreme(b, f), 0.4)
        yield from rules(
            "np",
            "{np} {best}",
            lambda f, b: extreme(b, f) if not b.of_time() and not (b.fields and _of_active_days(f)) else None,
            0.5,
        )
        yield from rules(
            "np", "{best} {best} {np}", lambda a, b, f: extreme(b, f) if self._doubly(a, b, f) else None, 0.4
        )
        yield from rules("np", "{noun} , {statistic}", lambda n, s: reduced(s, self.frame_of(n)), 0.3)
        yield from rules(
            "np", "{recs} ,? {statistic} {noun}", lambda r, s, n: (f := of_records(r, n)) and reduced(s, f), 0.3
        )
        yield from rules("np", "{recs} , {noun}", of_records, 0.3)
        yield from rules(
            "np",
            "{statistic} {recs} {noun} {mod}",
            lambda s, r, n, m: (f := of_records(r, n)) and (g := reduced(s, f)) and self.applied(g, m),
            0.2,
        )
        yield from rules("np", "{noun} {recs}", lambda n, r: of_records(r, n), 0.3)
        yield from rules("np", "{np} ,? in {measure}", self._in_unit, 0.1)
        yield from rules("np", "{np} {mod}", self.applied, 0.1)
        yield from rules(
            "np", "{drecs} ,? {np}", lambda r, f: (g := self.applied(f, r)) and replace(g, fronted=True), 0.5
        )
        yield from rules("np", "{window} {np}", lambda w, f: f.within(w), 0.4)
        yield from rules("np", "{calendar} {np}", lambda c, f: f.also(c), 0.3)
        yield from rules("np", "{measure} {per} (in|of|at|with|spent in|spent)? {np}", self._measured_per, 0.1)
        yield from rules("np", "nightly {np}", self._nightly, 0.2)
        yield from rules("np", "{np} nightly", self._nightly, 0.2)
        yield from rules("np", "{per} {np}", lambda u, f: self.applied(f, u), 0.2)

    def _measured_per(self, unit: str, per: Unit, frame: Frame) -> Frame | None:
        """ "Minutes a day in the fat burn zone"."""
        counted = self._in_unit(frame, unit)
        return self.applied(counted, per) if counted else None

    def _doubly(self, judged: Best, best: Best, frame: Frame) -> bool:
        """Whether "best" and "highest" mean the same end of what is measured; "my 3 best" are no single one."""
        if judged.first != 1 or judged.count != 1:
            return False
        quantity = self._builder.quantity(frame.noun, frame.records.table) if frame.noun else None
        meant = self._builder.better(judged, quantity) if judged.judged and not best.judged else None
        return meant is not None and meant.order is best.order

    def _nightly(self, frame: Frame) -> Frame | None:
        """Told per night, of what is measured at night."""
        noun = frame.noun
        quantity = self._builder.quantity(noun, frame.records.table) if noun else None
        measured = quantity is not None and noun is not None and (quantity.nightly or noun.metric in MEASURED_ASLEEP)
        return self.applied(frame, Unit.DAY) if measured else None

    def _share_of_night(self, noun: Noun) -> Frame | None:
        name = f"{noun.metric.removesuffix('_minutes')}_percent"
        return Frame(noun=Noun(metric=name, said=noun.said)) if self._builder.is_recorded(name) else None

    def _on_best(self, frame: Frame, best: Best) -> Frame | None:
        """ "Steps on my best day": the day is the best by what is asked for, where a day's amounts add up."""
        quantity = self._builder.quantity(frame.noun, Table.DAYS) if frame.noun else None
        if frame.records.table is not Table.DAYS or quantity is None or not quantity.additive or best.fields:
            return None
        extreme = self._builder.superlative(best, replace(frame, statistic=None))
        return replace(extreme, statistic=frame.statistic if best.count > 1 else None) if extreme else None

    def _in_unit(self, frame: Frame, unit: str) -> Frame | None:
        quantity = self._builder.quantity(frame.noun, frame.records.table) if frame.noun else None
        if frame.noun is None or quantity is None or converted(1.0, unit, quantity.unit) is None:
            return None
        return replace(frame, noun=replace(frame.noun, unit=unit))

    def _best_of(self, best: Best, records: Records, noun: Noun) -> Frame | None:
        """ "Highest run distance" is of the distance; "longest run distance" of the longest run."""
        frame = self.applied(self.frame_of(noun), records)
        longest = best.fields == "duration_min" and noun.field in {"distance_m", "duration_min"}
        if frame is None or records.pick or (best.fields and not longest):
            return None
        judged = self._builder.better(best, self._builder.quantity(noun, frame.records.table))
        return replace(frame, best=judged) if judged and not judged.of_time() else None

    def applied(self, frame: Frame, modifier: Modifier) -> Frame | None:
        """The phrase with one more thing said about it; None where that is said already or does not fit."""
        match modifier:
            case Window():
                return self._within(frame, modifier)
            case Unit():
                return replace(frame, per=modifier) if frame.per is None else None
            case Grouping() if frame.per is not None and frame.per.value == modifier.value and frame.by is None:
                return replace(frame, by=modifier, per=None)
            case Grouping():
                return replace(frame, by=modifier) if frame.by is None else None
            case Adverb(statistic=statistic):
                return (
                    replace(frame, statistic=statistic)
                    if frame.statistic in {None, statistic} and not frame.best
                    else None
                )
            case Records():
                return self._restricted(frame, modifier)
            case Each(records=records):
                meant = self._restricted(frame, records) or (frame if frame.records.kinds else None)
                return self.applied(meant, Adverb(Statistic.MEAN)) if meant else None
            case Beside(records=records, days=days):
                return self._beside(frame, records, days)
            case Calendar() if _excludes(frame, modifier):
                return None
            case Calendar() if frame.records.table is not Table.DAYS:
                return replace(frame, records=replace(frame.records, tests=frame.records.tests | {modifier}))
            case _:
                return self._also(frame, modifier)

    def _within(self, frame: Frame, window: Window) -> Frame | None:
        inside = frame.records.inside
        if not frame.pinned or inside is None or frame.records.window is not None:
            return frame.within(window)
        picked = picked_within(inside, window, self._builder.all_time)
        return replace(frame, records=replace(frame.records, inside=picked)) if picked else None

    def _also(self, frame: Frame, test: Test) -> Frame:
        inside = frame.records.inside
        picked = picked_where(inside, test) if inside is not None and frame.pinned else None
        return replace(frame, records=replace(frame.records, inside=picked)) if picked else frame.also(test)

    def _beside(self, frame: Frame, records: Records, days: int) -> Frame | None:
        quantity = self._builder.quantity(frame.noun, Table.DAYS) if frame.noun else None
        if frame.records.table is not Table.DAYS or quantity is None or frame.pinned:
            return None
        follow = self._builder.catalogue.nights_follow
        offset = days
        if quantity.nightly:
            offset = (0 if follow else 1) if days > 0 else (-1 if follow else 0)
        if days > 0 and not follow and not quantity.nightly and self._is_of_nights(records):
            offset = 0
        inside = self._builder.days_of(records, offset)
        return (
            replace(frame, records=replace(frame.records, inside=inside), pinned=True)
            if frame.records.inside is None
            else None
        )

    def _is_of_nights(self, records: Records) -> bool:
        by = records.pick[0] if records.pick and records.table is Table.DAYS else None
        quantity = self._builder.quantity(Noun(metric=by.name), Table.DAYS) if isinstance(by, Field) else None
        return quantity is not None and quantity.nightly

    def _restricted(self, frame: Frame, records: Records) -> Frame | None:
        """On those records alone."""
        own = frame.records
        if self._says_more(frame, records):
            return replace(
                frame,
                records=replace(records, tests=own.tests | records.tests, kinds=own.kinds),
                pinned=records.pick is not None,
            )
        if frame.noun is None or frame.pinned or own.inside is not None:
            return None
        if records.table is Table.DAYS:
            return self._on_days(frame, records)
        if frame.noun.field and (
            own == Records() or own == Records(table=Table.ACTIVITIES) or own == Records(window=own.window)
        ):
            window = own.window if records.window is None else records.window
            if own.window is not None and records.window is not None:
                return None
            return replace(frame, records=replace(records, window=window), pinned=records.pick is not None)
        if not frame.noun.metric or own.table is not Table.DAYS:
            return None
        inside = self._builder.days_of(records)
        return replace(frame, records=replace(own, inside=inside), pinned=True)

    def _says_more(self, frame: Frame, records: Records) -> bool:
        """Whether these are the activities that are meant already, with more said: "running time for runs over 5 km"."""
        own = frame.records
        if records.table is not Table.ACTIVITIES or own.table is not Table.ACTIVITIES or frame.pinned:
            return False
        if own.kinds is None or records.kinds is None or own.window or own.day_tests or own.inside or records.inside:
            return False
        return not records.kinds.names or records.kinds.names == own.kinds.names

    def _on_days(self, frame: Frame, records: Records) -> Frame | None:
        own = frame.records
        if own.window is not None and records.window is not None:
            return None
        window = own.window or records.window
        if own.table is not Table.DAYS:
            day = self._builder.on_days_of(
                replace(records, window=None) if not records.pick else replace(records, window=window)
            )
            return replace(frame, records=replace(own.also(day), window=None if records.pick else window))
        if records.pick or records.inside is not None:
            if own.tests:
                return None
            inside = self._builder.rows(replace(records, window=window) if records.pick else records)
            kept = None if records.pick else window
            return replace(frame, records=replace(own, inside=inside, window=kept), pinned=True)
        return replace(frame, records=replace(own, tests=own.tests | records.tests, window=window))


def _of_active_days(frame: Frame) -> bool:
    """Whether it is of days on which something was done: "the longest" behind it is of what was done."""
    return isinstance(frame.records.inside, DaysOf) or any(isinstance(each, In) for each in frame.records.tests)


def _other_days(test: Calendar) -> Test:
    """All but those days of the week."""
    if test.months or not test.iso_weekdays:
        return Not(test=test)
    return Calendar(iso_weekdays=frozenset(range(1, 8)) - test.iso_weekdays)


def _excludes(frame: Frame, calendar: Calendar) -> bool:
    """Whether no day is both of these weekdays and of those said before."""
    said = [each for each in frame.records.tests | frame.records.day_tests if isinstance(each, Calendar)]
    return any(
        each.iso_weekdays and calendar.iso_weekdays and not each.iso_weekdays & calendar.iso_weekdays for each in said
    )
