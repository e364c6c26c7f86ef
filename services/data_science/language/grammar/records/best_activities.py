"""Activities picked out by a superlative: the longest run, the last swim, the ride with the highest heart rate."""

from collections.abc import Iterator
from dataclasses import replace

from services.data_science.domain.algebra import Field, Order, Table
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.records.superlatives import ACTIVE, FIRST
from services.data_science.language.phrases import Best, Kinds, Noun, Records


class BestActivities:
    """The rules of activities picked out by a superlative."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
        build = self._builder

        def plain(kinds: Kinds) -> Records:
            return Records(table=Table.ACTIVITIES, kinds=kinds)

        def best(best: Best, records: Records) -> Records | None:
            if records.pick or best.judged or best.fields == ACTIVE:
                return None
            if best.of_time():
                return replace(records, pick=(None, best))
            return replace(records, pick=(Field(name=best.fields), best)) if best.fields else None

        def best_by(best: Best, noun: Noun, records: Records) -> Records | None:
            quantity = build.quantity(noun, Table.ACTIVITIES)
            column, judged = build.column(noun, Table.ACTIVITIES), build.better(best, quantity)
            if records.pick or column is None or judged is None or judged.of_time():
                return None
            return replace(records, pick=(column, judged))

        yield from rules(
            "recs", "{best} {recs} (by|in terms of|for) (duration|length|time)", lambda b, r: best(b, r), 0.0
        )
        yield from rules("recs", "{best} {recs}", best, 0.1)
        newest = Best(order=Order.NEWEST)
        only = "(my|the) (only|one and only|1 and only|single|sole)"
        yield from rules("recs", f"{only} {{recs}}", lambda r: best(newest, r), 0.0)
        yield from rules("recs", "{best} time i? {kind}", lambda b, k: best(b, plain(k)), 0.1)
        for word, place in FIRST.items():
            of_place = Best(order=Order.OLDEST, first=place)
            yield from rules("recs", f"{word} {{recs}}", lambda r, b=of_place: best(b, r), 0.2)
            yield from rules("recs", f"{word} time i? {{kind}}", lambda k, b=of_place: best(b, plain(k)), 0.1)
        yield from rules("recs", "{best} {noun} (of|in|during|from|on|for)? {recs}", best_by, 0.4)
        yield from rules(
            "recs", "{recs} (with|by|of|in terms of|for) {best} {noun}", lambda r, b, n: best_by(b, n, r), 0.1
        )
        yield from rules("recs", "{best} {recs} (by|in terms of|for) {noun}", lambda b, r, n: best_by(b, n, r), 0.1)
