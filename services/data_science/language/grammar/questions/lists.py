"""Lists of days and activities, the best few or all of them."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from services.data_science.domain.algebra import Compare, Field, Statistic, Table, Unit, Window
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.questions.words import DAYS
from services.data_science.language.phrases import (
    Ask,
    Best,
    Frame,
    Kind,
    Noun,
    Records,
)

_MEASURED: Final = {"duration_min": {"min"}, "distance_m": {"km", "m"}}
"""The units of days of what is told for each number of an activity."""


def _of_best_period(ask: Ask, per: Unit | None = None) -> Ask | None:
    """What the best week or month came to, which is told with it; that of a day, where it is the best by its average."""
    told = per is None or (per is Unit.DAY and ask.frame.statistic is Statistic.MEAN)
    return ask if ask.kind is Kind.BEST_PERIOD and told else None


class Lists:
    """The rules of lists of records."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
        def listed(frame: Frame) -> Ask | None:
            return Ask(Kind.RECORDS, frame) if frame.best and frame.best.count > 1 and not frame.statistic else None

        def days(records: Records) -> Ask | None:
            if records.pick is not None and records.pick[0] is None:
                return Ask(Kind.WHEN, Frame(records=records))
            return Ask(Kind.RECORDS, Frame(records=records)) if records.pick else None

        def all_of(records: Records) -> Ask | None:
            return None if records.pick else Ask(Kind.RECORDS, Frame(records=records))

        def some_days(count: int, *said: Window | Frame) -> Ask | None:
            last = said[-1]
            frame = last.within(said[0]) if isinstance(last, Frame) and isinstance(said[0], Window) else last
            if isinstance(frame, Frame) and frame.best and frame.best.fields and frame.noun and frame.noun.metric:
                frame = self._builder.superlative(frame.best, replace(frame, best=None))
            if not isinstance(frame, Frame) or frame.best is None or frame.noun is None:
                return None
            if frame.best.count > 1 or frame.best.of_time():
                return None
            best, column = replace(frame.best, count=count), self._builder.of_a_day(frame.noun, frame.records.window)
            if not frame.noun.metric and column is not None and not best.judged:
                return Ask(Kind.RECORDS, Frame(records=replace(frame.records, pick=(column, best))))
            return Ask(Kind.RECORDS, replace(frame, best=best))

        asked = f"(which|what|on which|the)? {{count}} {DAYS} {{window}}?"
        yield from rules("ask", f"{asked} (had|with|have|of|i|did i|have i|that)? {{bestnp}} when?", some_days, 0.0)
        yield from rules("ask", "(list|show|what|which|name)? {np}", listed, 0.1)
        yield from rules("ask", "(list|show|what|which|name)? {drecs}", days, 0.1)
        yield from rules("ask", "(list|show|list all|show all|show all of|list all of) {recs}", all_of, 0.1)

        def told(records: Records) -> Ask | None:
            return Ask(Kind.RECORDS, Frame(records=records)) if records.pick else None

        yield from rules("ask", "(which|what) {recs} (by)? (duration|length)? ,? (how long it|how long)?", told, 0.4)
        yield from rules(
            "ask",
            "{ask} ,? (and)? (how many|how much|how many it)",
            self._measured,
            0.2,
        )
        each = "each|each one|each of them|each of those|each was|each one was|each of them was|they|they last|each last|each lasted|each one lasted"
        for how, field in (("long", "duration_min"), ("far", "distance_m")):
            yield from rules(
                "ask",
                f"{{ask}} ,? (and)? how {how} (it|was it|did it last|it last|it take|did it take|i go|did i go|{each})?",
                lambda a, field=field: self._measured(a, field),
                0.2,
            )
        several = "(a)? (table|list|ranking|chart)"
        yield from rules("ask", f"{several} (of|with|for) {{ask}}", self._as_list, 0.0)
        yield from rules("ask", "(details|detail|info|information|stats|summary) (of|on|about|for) {recs}", told, 0.0)
        yield from rules(
            "ask", "{ask} ,? (with|and|plus) (dates|their dates|date|day|days|their days)", self._as_list, 0.0
        )
        shown = "(with|and|plus|including|showing|along with)"
        yield from rules("ask", f"{{recs}} ,? {shown} {{noun}}", self._with, 0.1)
        yield from rules("ask", f"{{recs}} ,? {shown} {{noun}} (and|,)? {{noun}}", self._with, 0.1)
        on_each = "(on|for|of|in) (each|each one|each of them|each of those|each of these)"
        yield from rules("ask", f"{{ask}} ,? {shown} {{noun}} {on_each}", self._also, 0.0)
        yield from rules("ask", "{ask} ,? (with|including|showing|along with) {noun}", self._also, 0.5)
        begin = "(beginning|starting|start|begin|ordered|sorted)? (with|from|at)"
        yield from rules("ask", f"{{ask}} ,? {begin} {{best}} (one|day|night|value)?", self._in_order, 0.0)
        yield from rules(
            "ask", "{ask} ,? {best} (one|ones|day|night|value)? (first|at the top|on top)", self._in_order, 0.0
        )
        ordered = "(ordered|sorted|ranked|in order|order|sort)?"
        yield from rules(
            "ask",
            f"{{ask}} ,? {ordered} from {{best}} to {{best}}",
            lambda a, b, c: self._in_order(a, b) if b.order is not c.order else None,
            0.0,
        )
        asked_for = "(how many|how much|what|what number|by how much|which one|which|what one|which week|which month|which weekend)"
        within = "(it|in it|in that week|in that month|then|that week|that month|that)?"
        yield from rules("ask", f"{{ask}} ,? and? {asked_for} {within}", _of_best_period, 0.1)
        yield from rules("ask", f"{{ask}} ,? and? {asked_for} that {{per}}", _of_best_period, 0.0)
        yield from rules(
            "ask",
            "rank {recs} (by {noun}|by duration|by length)?",
            lambda r, *_: Ask(Kind.RECORDS, Frame(records=r)) if r.pick else None,
            0.1,
        )

    def _in_order(self, ask: Ask, first: Best) -> Ask | None:
        """A list that begins with what it begins with anyway; none is told in the other order."""
        listed = self._as_list(ask)
        best = listed.frame.best or (listed.frame.records.pick or (None, None))[1] if listed else None
        if listed is None or best is None or (first.judged is not best.judged and first.judged):
            return None
        return listed if listed.kind is Kind.RECORDS and best.order is first.order else None

    def _measured(self, ask: Ask, field: str = "") -> Ask | None:
        """When it was and how long, of the newest of one's activities or of the newest such day."""
        records = ask.frame.records
        pick = records.pick
        if ask.kind is Kind.RECORDS and ask.beside and field:
            return self._also(ask, Noun(field=field)) if records.table is Table.ACTIVITIES else None
        if ask.kind is Kind.RECORDS and field and records.table is Table.DAYS and not self._is_measured_in(ask, field):
            return None
        if ask.kind is not Kind.WHEN or pick is None or pick[1].count != 1:
            return ask if ask.kind in {Kind.RECORDS, Kind.WHEN} else None
        if records.table is Table.DAYS:
            tested = [
                each.column.name
                for each in records.tests
                if isinstance(each, Compare) and isinstance(each.column, Field)
            ]
            metrics = self._builder.catalogue.metrics
            fits = len(tested) == 1 and metrics[tested[0]].unit in _MEASURED.get(field, {metrics[tested[0]].unit})
            return Ask(Kind.RECORDS, ask.frame, beside=(Noun(metric=tested[0]),)) if fits else None
        if not field:
            return ask
        return Ask(Kind.RECORDS, ask.frame, beside=(Noun(field=field),)) if self._has(field) else None

    def _is_measured_in(self, ask: Ask, field: str) -> bool:
        """Whether days are picked by what is told in minutes, for "how long", or in kilometres, for "how far"."""
        by = ask.frame.records.pick[0] if ask.frame.records.pick else None
        noun = ask.frame.noun or (Noun(metric=by.name) if isinstance(by, Field) else None)
        quantity = self._builder.quantity(noun, Table.DAYS) if noun else None
        return quantity is not None and quantity.unit in _MEASURED.get(field, set())

    def _has(self, field: str) -> bool:
        return field in self._builder.catalogue.fields

    def _as_list(self, ask: Ask) -> Ask | None:
        frame = ask.frame
        if ask.kind is Kind.NUMBER and frame.best is not None and frame.best.count > 1 and frame.statistic is None:
            return replace(ask, kind=Kind.RECORDS)
        return ask if ask.kind in {Kind.RECORDS, Kind.WHEN, Kind.BEST_PERIOD, Kind.PROFILE} else None

    def _with(self, records: Records, *nouns: Noun) -> Ask | None:
        if records.pick is None or records.table is not Table.ACTIVITIES:
            return None
        return self._also(Ask(Kind.RECORDS, Frame(records=records)), *nouns)

    def _also(self, ask: Ask, *nouns: Noun) -> Ask | None:
        """A list with further numbers of each."""
        listed = self._as_list(ask)
        if listed is None or listed.kind is not Kind.RECORDS:
            return None
        table = listed.frame.records.table
        if any(self._builder.column(noun, table) is None for noun in nouns):
            return None
        return replace(listed, beside=(*listed.beside, *nouns))
