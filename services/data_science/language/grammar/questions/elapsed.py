"""How many days have passed: since something was, or between two such."""

from collections.abc import Iterator
from dataclasses import replace

from services.data_science.domain.algebra import Order, Table, Test
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.phrases import Ask, Best, Bound, Frame, Kind, Kinds, Noun, Records


class Elapsed:
    """The rules of time elapsed."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
        def since(records: Records) -> Ask | None:
            if records.pick is None:
                records = replace(records, pick=(None, Best(order=Order.NEWEST)))
            return Ask(Kind.SINCE, Frame(records=records))

        def since_test(test: Test) -> Ask:
            return Ask(
                Kind.SINCE, Frame(records=Records(tests=frozenset({test}), pick=(None, Best(order=Order.NEWEST))))
            )

        def since_frame(frame: Frame) -> Ask | None:
            rows = self._builder.picked_rows(frame) if frame.best else None
            return (
                Ask(Kind.SINCE, Frame(records=Records(inside=rows, pick=(None, Best(order=Order.NEWEST)))))
                if rows
                else None
            )

        lead = "(how many days|how long|days|how many days is it|how long is it|how long it|how many days it|how long has it been|how many nights|how much time|how many days passed|how many days have passed|how many days went by|how many days gone by|days gone by|how much time has passed|how long time)"
        yield from rules("ask", f"{lead} since (i|my|the)? (last|last time|the last time)? {{recs}}", since, 0.0)
        yield from rules("ask", f"{lead} ago (was|did i|that|that i|since|since i)? (last)? {{recs}}", since, 0.0)
        yield from rules("ask", f"{lead} since (i|my|the)? (last|last time|the last time)? {{dtest}}", since_test, 0.1)
        yield from rules(
            "ask",
            f"{lead} ago (was|did i|that|that i|that my|since|since i|since my)? (last)? {{dtest}}",
            since_test,
            0.1,
        )
        yield from rules("ask", f"{lead} (since|ago) {{bestnp}}", since_frame, 0.1)
        yield from rules("ask", f"{lead} (since|ago) {{drecs}}", since, 0.1)
        yield from rules(
            "ask",
            "(when|what day) (was|did i)? (the)? last time (i|that i|when i|that|when)? {recs}",
            lambda r: (s := since(r)) and replace(s, kind=Kind.WHEN),
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

        def at_end(noun: Noun, best: Best, bound: Bound, kind: Kind = Kind.WHEN) -> Ask | None:
            """The newest or oldest day of "did it last go over 80"."""
            test = self._builder.test(noun, bound, Table.DAYS)
            if test is None or not best.of_time() or best.count > 1 or best.first > 1:
                return None
            return Ask(kind, Frame(records=Records(tests=frozenset({test}), pick=(None, replace(best, clock=False)))))

        when = "(when|what day|which day|on what day|on which day|what date)"
        yield from rules("ask", f"{when} {{noun}} {{best}} {{bound}}", at_end, 0.0)
        yield from rules("ask", f"{when} {{noun}} {{bound}}", self._last_within, -0.3)
        yield from rules(
            "ask", f"{lead} (ago|since) {{noun}} {{best}} {{bound}}", lambda n, b, to: at_end(n, b, to, Kind.SINCE), 0.0
        )

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

        def two(kinds: Kinds) -> Ask | None:
            pick = (None, Best(order=Order.NEWEST, count=2))
            return gap(Records(table=Table.ACTIVITIES, kinds=kinds, pick=pick))

        yield from rules("ask", f"{between} (apart|between) 2 (last|latest|most recent)? {{kind}}", two, 0.0)
        yield from rules("ask", "how many (weeks|months) (ago|since) (last)? {recs}", since, 0.1)
        yield from rules("ask", "how many (weeks|months) (ago|since) {bestnp}", since_frame, 0.1)
        yield from rules("ask", "how many (weeks|months) (ago|since) {drecs}", since, 0.1)

        def apart(first: Records, last: Records) -> Ask | None:
            one = first.pick
            if last.pick is None and one is not None:
                return None
            if one is None or last.pick is None or one[0] is not None or last.pick[0] is not None:
                return None
            return Ask(Kind.SINCE, Frame(records=last), other=Frame(records=first))

        def first_and_last(best: Best, records: Records) -> Ask | None:
            if best.order is not Order.OLDEST or records.pick is None or records.pick[1].order is not Order.NEWEST:
                return None
            return apart(replace(records, pick=(None, best)), records)

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
        yield from rules(
            "ask",
            "(days|how long|how many days) since {dtest}",
            lambda t: Ask(
                Kind.SINCE, Frame(records=Records(tests=frozenset({t}), pick=(None, Best(order=Order.NEWEST))))
            ),
            0.2,
        )

    def _last_within(self, noun: Noun, bound: Bound) -> Ask | None:
        """The newest day of "when was it last under 55", which of what lasts says how long."""
        quantity = self._builder.quantity(noun, Table.DAYS)
        if bound.field != "duration_min" or quantity is None or quantity.unit == "min":
            return None
        test = self._builder.test(noun, replace(bound, field=""), Table.DAYS)
        newest = (None, Best(order=Order.NEWEST))
        return Ask(Kind.WHEN, Frame(records=Records(tests=frozenset({test}), pick=newest))) if test else None
