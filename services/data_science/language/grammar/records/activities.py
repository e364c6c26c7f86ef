"""Which activities are meant: by kind, window, kind of day, place, and what holds of them."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from services.data_science.domain.algebra import Compare, NumberArithmetic, Operator, Reduce, Table, Test, Window
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.records.words import DAY, WHEN
from services.data_science.language.phrases import Amount, Bound, Kinds, Noun, Records

_START: Final = Noun(field="start_clock")
_SIZES: Final = frozenset({"h", "min", "km", "mi", "kcal"})


class Activities:
    """The rules of activities."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
        build = self._builder

        def plain(kinds: Kinds) -> Records:
            return Records(table=Table.ACTIVITIES, kinds=kinds)

        def narrowed(records: Records, test: Test) -> Records | None:
            own = self._of_own_kind(records, test)
            return None if records.pick else replace(records, tests=records.tests | {own})

        def within(records: Records, window: Window) -> Records | None:
            return records.within(window)

        def on(records: Records, days: Records) -> Records | None:
            if records.pick or (days.window and records.window):
                return None
            return replace(
                records.also(build.on_days_of(replace(days, window=None))), window=records.window or days.window
            )

        def inside(records: Records, where: str) -> Records | None:
            names = (
                frozenset(name for name in records.kinds.names if where in name.lower())
                if records.kinds
                else frozenset()
            )
            if not names or not records.kinds:
                return None
            return replace(records, kinds=replace(records.kinds, names=names, said=f"{where} {records.kinds.said}"))

        def field_only(noun: Noun, bound: Bound) -> Test | None:
            return None if noun.metric else build.test(noun, bound, Table.ACTIVITIES)

        def two(one: Records, other: Records, joint: str) -> Records | None:
            plain_kinds = one.kinds and other.kinds and one == plain(one.kinds) and other == plain(other.kinds)
            if not plain_kinds or not one.kinds or not other.kinds or not (one.kinds.names and other.kinds.names):
                return None
            both = Kinds(one.kinds.names | other.kinds.names, f"{one.kinds.said} {joint} {other.kinds.said}")
            return plain(both)

        yield from rules("recs", "{kind}", plain, 0.1)
        yield from rules("recs", "(any|some|every|each|all|one|my|a single) {kind}", plain, 0.0)
        for words, joint in (("and", "and"), ("(or|,)", "or")):
            yield from rules(
                "recs",
                f"{{kind}} {words} {{kind}} together?",
                lambda a, b, joint=joint: two(plain(a), plain(b), joint),
                0.1,
            )
        yield from rules(
            "recs",
            "{kind} {kind}",
            lambda a, b: plain(a) if a.names and not b.names else plain(a) if a.names == b.names else None,
            0.1,
        )
        yield from rules("recs", "{recs} {window}", within, 0.2)
        yield from rules(
            "recs", "{recs} (i)? (completed|complete|of mine|i did|i had|i have|done) (in|over)?", lambda r: r, 0.1
        )
        yield from rules(
            "recs",
            "{recs} for {recs}",
            lambda a, b: (
                b
                if a.kinds
                and b.kinds
                and (not b.kinds.names or a.kinds.names == b.kinds.names)
                and not a.pick
                and not b.pick
                and replace(b, kinds=a.kinds)
                else None
            ),
            0.6,
        )
        yield from rules("recs", "{window} {recs}", lambda w, r: within(r, w), 0.4)
        yield from rules("recs", "{recs} {atest}", narrowed, 0.1)
        yield from rules("recs", "{recs} {calendar}", narrowed, 0.2)
        yield from rules("recs", "{calendar} {recs}", lambda c, r: narrowed(r, c), 0.3)
        yield from rules("recs", "{recs} (on|for|during|over|across)? {drecs}", on, 0.2)
        yield from rules("recs", f"{{recs}} (on|for)? {DAY} {WHEN} {{fieldtest}}", narrowed, 0.1)
        yield from rules("recs", "{recs} (outdoors|outside)", lambda r: inside(r, "outdoor"), 0.1)
        yield from rules("recs", "(outdoor|outside) {recs}", lambda r: inside(r, "outdoor"), 0.2)
        yield from rules("recs", "{recs} (indoors|inside)", lambda r: inside(r, "indoor"), 0.1)
        yield from rules("fieldtest", "{noun} {bound}", field_only, 0.2)
        yield from rules(
            "recs", "{recs} (i)? (did|done|completed|complete|of mine|i did|i had|i have|i have done)", lambda r: r, 0.1
        )
        yield from rules("recs", "(gone|go|went|going|been|out) (for|on)? {recs}", lambda r: r, 0.1)
        yield from rules(
            "recs",
            "(start|started|starting|begin|began|set off on) {recs} {bound}",
            lambda r, b: (t := build.test(_START, b, Table.ACTIVITIES)) and narrowed(r, t),
            0.1,
        )
        yield from rules("recs", "{recs} (per|each|a)? {recs}", self._same, 0.3)

        def sized(bound: Bound, kinds: Kinds) -> Records | None:
            """An amount in front, at least which it is: "30 min walks", "1h+ workouts"."""
            noun = build.field_for(bound) if isinstance(bound.to, Amount) and bound.to.unit in _SIZES else None
            test = build.test(noun, bound, Table.ACTIVITIES) if noun else None
            return narrowed(plain(kinds), test) if test else None

        yield from rules("recs", "{bound} {kind}", sized, 0.2)
        least = Operator.GREATER_OR_EQUAL
        yield from rules("recs", "{amount} {kind}", lambda a, k: sized(Bound(least, a), k), 0.2)

    def _of_own_kind(self, records: Records, test: Test) -> Test:
        """What is longer than the average of activities is, of runs, longer than that of runs."""
        number = test.number if isinstance(test, Compare) else None
        if isinstance(test, Compare) and isinstance(number, NumberArithmetic) and isinstance(number.left, Reduce):
            own = self._of_own_kind(records, replace(test, number=number.left))
            left = own.number if isinstance(own, Compare) else number.left
            return replace(test, number=replace(number, left=left))
        if not isinstance(test, Compare) or not isinstance(number, Reduce) or records.kinds is None:
            return test
        everything = self._builder.rows(Records(table=Table.ACTIVITIES))
        if number.rows != everything:
            return test
        rows = self._builder.rows(Records(table=Table.ACTIVITIES, kinds=records.kinds))
        return replace(test, number=replace(number, rows=rows))

    def _same(self, one: Records, other: Records) -> Records | None:
        """Said twice: "gone biking outdoors", "ride my bike"."""
        first, second = one.kinds, other.kinds
        if one.pick or other.pick or first is None or second is None or one.inside or other.inside:
            return None
        if not first.names or not second.names or not first.names & second.names:
            return None
        kinds = replace(first, names=first.names & second.names)
        return (
            replace(other, kinds=kinds)
            if not one.tests and not one.window
            else replace(one, kinds=kinds)
            if not other.tests
            else None
        )
