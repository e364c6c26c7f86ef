"""How many days have passed: since something was, or between two such."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from services.data_science.domain.algebra import Field, Order, Table
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.phrases import Ask, Best, Bound, Frame, Kind, Kinds, Noun, Records

_LEADS: Final = ("(how many|how much)? (days|nights)", "(how long|how much time|how long time)")
_LAST: Final = "(last|last time|latest|most recently)? (with|when|that|of|where|was|since|over|on|did)?"


class Elapsed:
    """The rules of time elapsed."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
        yield from self._happened()
        for lead in (*_LEADS, "(how many)? (weeks|months)"):
            gone = (
                "(passed|have passed|has passed|are passed|is passed|went by|gone by|have gone by|passed by|is it|it)?"
            )
            since = f"{lead} {gone} (ago|since) {_LAST} {{happened}}"
            yield from rules("ask", since, _since, 1.0)
            ends = f"{lead} {gone} (ago|since) {{noun}} {{best}} {{bound}}"
            yield from rules("ask", ends, partial(self._at_end, Kind.SINCE), 0.0)
            that = "(that|it|this|the last one|the last time)?"
            yield from rules("ask", f"{_LAST} {{happened}} ,? {lead} (ago|since) {that}", _since, 0.0)
        yield from rules(
            "ask",
            "(when|what day) (was|did i)? (the)? last time (i|that i|when i|that|when)? {recs}",
            lambda r: replace(_since(_newest(r)), kind=Kind.WHEN),
            0.0,
        )
        yield from rules(
            "ask",
            "when last {kind}",
            lambda k: Ask(
                Kind.WHEN,
                Frame(records=Records(table=Table.ACTIVITIES, kinds=k, pick=(None, Best(order=Order.NEWEST)))),
            ),
            0.0,
        )

        last = "(when|what day) (did|was)? (i)? last (time)? (i|was|did|got|had|with)?"
        yield from rules("ask", f"{last} {{happened}}", lambda r: replace(_since(r), kind=Kind.WHEN), -0.5)

        when = "(when|what day|which day|on what day|on which day|what date)"
        yield from rules("ask", f"{when} {{noun}} {{best}} {{bound}}", partial(self._at_end, Kind.WHEN), 0.0)
        yield from rules("ask", f"{when} {{noun}} {{bound}}", self._last_within, -0.3)
        yield from rules("ask", f"{when} (was|did|i)? {{bound}} {{noun}}", lambda b, n: self._last_within(n, b), -0.3)
        yield from rules("ask", f"{when} (was|did|i)? {{bound}}", self._last_implied, -0.3)

        def gap(which: Records) -> Ask | None:
            pick = which.pick
            if pick is None or pick[0] is not None or pick[1].count != 2 or pick[1].order is not Order.NEWEST:
                return None
            return Ask(
                Kind.SINCE,
                Frame(records=replace(which, pick=(None, replace(pick[1], count=1)))),
                other=Frame(records=replace(which, pick=(None, replace(pick[1], count=1, first=2)))),
            )

        between = "(how many days|days|how long|how much time)"
        yield from rules("ask", f"{between} between {{recs}}", gap, 0.0)
        yield from rules("ask", f"{between} (apart|passed between|lay between|are between) {{recs}}", gap, 0.0)

        gap_said = "(how long|how many days|how big|how large)? (gap|break|interval) between"
        yield from rules("ask", f"{gap_said} {{recs}}", gap, 0.0)

        def two(kinds: Kinds) -> Ask | None:
            pick = (None, Best(order=Order.NEWEST, count=2))
            return gap(Records(table=Table.ACTIVITIES, kinds=kinds, pick=pick))

        yield from rules("ask", f"{between} (apart|between) 2 (last|latest|most recent)? {{kind}}", two, 0.0)

        def apart(first: Records, last: Records) -> Ask | None:
            one, other = first.pick, last.pick
            if one is None or other is None or first == last or {one[1].count, other[1].count} != {1}:
                return None
            return Ask(Kind.SINCE, Frame(records=last), other=Frame(records=first))

        def first_and_last(best: Best, records: Records) -> Ask | None:
            pick = records.pick
            if pick is None or best.of_time() is not pick[1].of_time() or best.order is pick[1].order:
                return None
            by = Field(name=best.fields) if best.fields else pick[0]
            return apart(replace(records, pick=(by, best)), records)

        yield from rules(
            "ask",
            "(how many days|how much time|how long) (lie|are|were|passed|lay|there)? between {recs} and {recs}",
            apart,
            0.0,
        )
        yield from rules(
            "ask",
            "(how many days|how much time|how long) (lie|are|were|passed|lay|there)? between {best} and {recs}",
            first_and_last,
            0.0,
        )

    def _happened(self) -> Iterator[Rule]:
        """The newest of what happened: an activity, a day of which something holds, an extreme."""
        yield from rules("happened", "{recs}", _newest, 0.0)
        yield from rules("happened", "{drecs}", _newest, 0.1)
        yield from rules("happened", "{dtest}", lambda test: _newest(Records(tests=frozenset({test}))), 0.1)
        yield from rules("happened", "{bestnp}", self._extreme, 0.1)

    def _extreme(self, frame: Frame) -> Records | None:
        rows = self._builder.picked_rows(frame) if frame.best else None
        return _newest(Records(inside=rows)) if rows else None

    def _at_end(self, kind: Kind, noun: Noun, best: Best, bound: Bound) -> Ask | None:
        """The newest or oldest day of "did it last go over 80"."""
        test = self._builder.test(noun, bound, Table.DAYS)
        if test is None or not best.of_time() or best.count > 1 or best.first > 1:
            return None
        return Ask(kind, Frame(records=Records(tests=frozenset({test}), pick=(None, replace(best, clock=False)))))

    def _last_implied(self, bound: Bound) -> Ask | None:
        noun = self._builder.implied(bound)
        return self._last_within(noun, bound) if noun else None

    def _last_within(self, noun: Noun, bound: Bound) -> Ask | None:
        """The newest day of "when was it last under 55", which of what lasts says how long."""
        quantity = self._builder.quantity(noun, Table.DAYS)
        if bound.field != "duration_min" or quantity is None or quantity.unit == "min":
            return None
        test = self._builder.test(noun, replace(bound, field=""), Table.DAYS)
        newest = (None, Best(order=Order.NEWEST))
        return Ask(Kind.WHEN, Frame(records=Records(tests=frozenset({test}), pick=newest))) if test else None


def _newest(records: Records) -> Records:
    return replace(records, pick=records.pick or (None, Best(order=Order.NEWEST)))


def _since(records: Records) -> Ask:
    return Ask(Kind.SINCE, Frame(records=records))
