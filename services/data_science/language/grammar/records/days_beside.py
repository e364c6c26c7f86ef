"""The day or night after or before what is picked out."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial, reduce
from typing import Final

from services.data_science.domain.algebra import Field, Order, Table, Union
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.quantities import MEASURED_ASLEEP
from services.data_science.language.phrases import Ask, Best, Frame, Kind, Kinds, Noun, Records

_MOST_TOLD: Final = 10


class DaysBeside:
    """The rules of the days and nights beside others."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
        build = self._builder
        follow = build.catalogue.nights_follow

        def moved(offset: int) -> Callable[[Records], Records | None]:
            def built(records: Records) -> Records | None:
                if records.table is Table.SAMPLES:
                    return None
                return Records(inside=build.days_of(records, offset))

            return built

        def counted(way: int, count: int, records: Records) -> Records | None:
            return moved(way * count)(records) if count <= _MOST_TOLD else None

        def nights_on(count: int, records: Records) -> Records | None:
            return counted(1, count if self._are_nights(records) else count - 1 + after, records)

        def nights_back(count: int, records: Records) -> Records | None:
            return counted(-1, count if self._are_nights(records) else count - 1 - ago, records)

        def run_of(beside: Callable[[int, Records], Records | None], count: int, records: Records) -> Records | None:
            """ "The three days after" are all of them, and so are "the two nights after"."""
            each = [each.inside for n in range(1, count + 1) if (each := beside(n, records)) and each.inside]
            return Records(inside=reduce(lambda a, b: Union(left=a, right=b), each)) if 1 < count == len(each) else None

        after, ago = (0 if follow else 1), (-1 if follow else 0)
        for said, offset in (("after", 1), ("following", 1), ("before", -1)):
            yield from rules(
                "drecs",
                f"(day|days|morning|mornings|night|nights) (right)? {said} (one|1|night|nights|any night) (of|with)? {{ntest}}",
                lambda t, o=offset: moved(o)(Records(tests=frozenset({t}))),
                0.0,
            )
        day, night = "next? (day|days|morning|mornings)", "next? (night|nights)"
        for lead, said, offset in (
            *((day, "after", 1), (day, "before", -1)),
            *((night, "after", after), (night, "before", ago)),
        ):
            yield from rules(
                "drecs",
                f"{lead} (right)? {said} {{dtest}}",
                lambda t, o=offset: moved(o)(Records(tests=frozenset({t}))),
                0.1,
            )
            yield from rules(
                "drecs",
                f"{lead} (right)? {said} (my)? {{bestnp}}",
                lambda f, o=offset, s=said: (
                    (r := self._picked_days(f))
                    and moved((1 if s == "after" else -1) if self._nightly(f.noun) else o)(r)
                ),
                0.1,
            )
        of = "(a|my|the|of|i|when i|i had|with)?"
        for noun in ("recs", "drecs", "outdone"):
            yield from rules("drecs", f"{day} (after|following|right after) {of} {{{noun}}}", moved(1), 0.1)
            yield from rules(
                "drecs", f"(day|days|morning) (before|leading up to|preceding) {of} {{{noun}}}", moved(-1), 0.1
            )
            for said, way in (("(after|following)", 1), ("(before|preceding|leading up to)", -1)):
                yield from rules("drecs", f"{{count}} days {said} {of} {{{noun}}}", partial(counted, way), 0.1)
                each = f"(the|in|over|during|for|on) (first)? {{count}} days {said} {of} {{{noun}}}"
                yield from rules("drecs", each, partial(run_of, partial(counted, way)), 0.0)
            following = f"{night} (after|following|right after) {of} {{{noun}}}"
            yield from rules("drecs", following, lambda r: moved(1 if self._are_nights(r) else after)(r), 0.1)
            yield from rules("drecs", f"{{count}} nights (after|following) {of} {{{noun}}}", nights_on, 0.1)
            yield from rules("drecs", f"{{count}} nights (before|preceding) {of} {{{noun}}}", nights_back, 0.1)
            for said, on in (("(after|following)", nights_on), ("(before|preceding)", nights_back)):
                some = f"(the|in|over|during|for|on) (first)? {{count}} nights {said} {of} {{{noun}}}"
                yield from rules("drecs", some, partial(run_of, on), 0.0)
            yield from rules(
                "drecs", f"(night|nights|evening) (before|leading up to|preceding) {of} {{{noun}}}", moved(ago), 0.1
            )
        each = "(on|in)? (day|morning|night) (after|following) (each|both|each one|every one|all|every) of?"
        how = "(what|how many|how much|how long|how)?"
        yield from rules("ask", f"{how} {{noun}} {each} {{recs}}", self._in_turn, 0.0)
        yield from rules("ask", f"{how} {{noun}} {each} {{count}} {{recs}}", self._in_turn, 0.0)
        yield from rules(
            "ask", f"{how} {{noun}} (on|in)? (day|morning|night) after {{count}} {{recs}}", self._in_turn, 0.0
        )
        yield from rules("drecs", "(day|days|date|morning) (of|with|i did|i had|when i did) {recs}", moved(0), 0.3)
        yield from rules("drecs", "(same)? (night|nights) of {recs}", moved(after), 0.2)
        yield from rules("outdone", "{kind} (for)? {best}", self._outdone, 0.0)
        when = "(when|that|i|where|on which|of)?"
        yield from rules("drecs", f"(day|date|time|morning|when) {when} {{outdone}}", moved(0), 0.0)
        yield from rules("drecs", f"(night|evening) {when} {{outdone}}", moved(after), 0.0)

    def _nightly(self, noun: Noun | None) -> bool:
        quantity = self._builder.quantity(noun, Table.DAYS) if noun else None
        asleep = quantity is not None and noun is not None and noun.metric in MEASURED_ASLEEP
        return asleep or (quantity is not None and quantity.nightly)

    def _are_nights(self, records: Records) -> bool:
        """Whether the days are picked by what is measured at night: the night after such a one is the next."""
        by = records.pick[0] if records.pick and records.table is Table.DAYS else None
        return isinstance(by, Field) and self._nightly(Noun(metric=by.name))

    def _outdone(self, kinds: Kinds, best: Best) -> Records | None:
        """ "The day I rode the furthest": the one activity that went furthest."""
        if best.fields not in self._builder.catalogue.fields or best.of_time():
            return None
        return Records(table=Table.ACTIVITIES, kinds=kinds, pick=(Field(name=best.fields), best))

    def _in_turn(self, noun: Noun, *said: int | Records) -> Ask | None:
        """What was measured after each of so many activities, one after the other; after each of all it is averaged."""
        records = said[-1]
        if not isinstance(records, Records) or records.table is not Table.ACTIVITIES or not noun.metric:
            return None
        quantity = self._builder.quantity(noun, Table.DAYS)
        if isinstance(said[0], int) and records.pick is None:
            records = replace(records, pick=(None, Best(order=Order.NEWEST, count=said[0])))
        if records.pick is None or not 1 < records.pick[1].count <= _MOST_TOLD or quantity is None:
            return None
        follow = self._builder.catalogue.nights_follow and quantity.nightly
        inside = self._builder.days_of(records, 0 if follow else 1)
        best = Best(order=Order.OLDEST, count=records.pick[1].count)
        return Ask(Kind.RECORDS, Frame(noun=noun, best=best, records=Records(inside=inside)))

    def _picked_days(self, frame: Frame) -> Records | None:
        rows = self._builder.picked_rows(frame)
        return Records(inside=rows) if rows is not None and frame.records.table is Table.DAYS else None
