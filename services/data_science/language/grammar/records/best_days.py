"""Days picked out by a superlative: the day with the most steps, the last day over a goal, the best night."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from services.data_science.domain.algebra import Calendar, Order, Table, Test
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.records.words import DAY, WHEN
from services.data_science.language.phrases import Best, Frame, Noun, Records

_MOST_PICKED: Final = 50


def _table_of(noun: Noun) -> Records:
    return Records() if noun.metric or not noun.field else Records(table=Table.ACTIVITIES)


class BestDays:
    """The rules of days picked out by a superlative."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
        build = self._builder

        def picked(frame: Frame) -> Records | None:
            noun, best = frame.noun, frame.best
            if noun is None or best is None or frame.records.table is not Table.DAYS:
                return None
            return day_of(best, noun, frame.records)

        def day_of(best: Best, noun: Noun, records: Records | None = None) -> Records | None:
            if records and records.pick:
                return None
            extreme = build.superlative(best, Frame(noun=noun, records=_table_of(noun)))
            if extreme is None or extreme.noun is None or extreme.best is None:
                return None
            column = build.of_a_day(extreme.noun, records.window if records else None)
            return replace(records or Records(), pick=(column, extreme.best)) if column else None

        def several(count: int, frame: Frame) -> Records | None:
            best = frame.best
            if best is None or best.count > 1 or best.first > 1 or not 1 < count <= _MOST_PICKED:
                return None
            return picked(replace(frame, best=replace(best, count=count)))

        def compared(direction: int, noun: Noun) -> Frame | None:
            """ "The day that I slept less" is that of the least sleep."""
            if abs(direction) != 1 or noun.metric not in build.catalogue.metrics:
                return None
            return Frame(noun=noun, best=Best(order=Order.HIGHEST if direction > 0 else Order.LOWEST))

        def newest(best: Best, test: Test) -> Records | None:
            return Records(tests=frozenset({test}), pick=(None, best)) if best.of_time() else None

        def newest_done(best: Best, records: Records) -> Records | None:
            if not best.of_time() or records.pick:
                return None
            return Records(tests=frozenset({build.on_days_of(records)}), pick=(None, best))

        yield from self._totals()
        day = f"({DAY[1:-1]}|when)"
        yield from rules("drecs", f"{day} (with|of|when|that had|i had|where|my|i)? {{bestnp}}", picked, 0.0)
        yield from rules("drecs", f"{{count}} {DAY} (with|when|where|that had|i had|i|my|of)? {{bestnp}}", several, 0.0)
        yield from rules("drecs", f"{{best}} {{noun}} {DAY}", day_of, 0.0)
        yield from rules(
            "drecs", f"{{best}} {{noun}} {DAY} {{window}}", lambda b, n, w: day_of(b, n, Records(window=w)), 0.0
        )
        yield from rules("drecs", f"{{best}} {DAY} (of|for|by|in terms of|in) {{noun}}", day_of, 0.0)
        yield from rules("drecs", f"{{best}} {DAY} {{noun}}", day_of, 0.4)
        yield from rules(
            "drecs",
            f"{{best}} {DAY} {{window}} ,? (of|for|by|in terms of|in) {{noun}}",
            lambda b, w, n: day_of(b, n, Records(window=w)),
            0.0,
        )
        yield from rules(
            "drecs",
            f"{{best}} {DAY} {{bestspan}} ,? (of|for|by|in terms of|in) {{noun}}",
            lambda b, w, n: day_of(b, n, Records(window=w)),
            0.0,
        )
        yield from rules("bestnp", "{bestnp} {bestspan}", lambda f, w: f.within(w), 0.2)
        yield from rules("drecs", f"{{best}} {DAY} {WHEN}? {{dtest}}", newest, 0.0)
        yield from rules("drecs", f"{{best}} {DAY} (of|with|i did|on which i)? {{recs}}", newest_done, 0.1)
        yield from rules(
            "drecs",
            f"{DAY} (i)? (most recently|last) (i)? {{recs}}",
            lambda r: newest_done(Best(order=Order.NEWEST), r),
            0.1,
        )
        yield from rules(
            "drecs",
            "{best} {drecs}",
            lambda b, r: replace(r, pick=(None, b)) if b.of_time() and not r.pick and not r.inside else None,
            0.1,
        )

        def on_weekday(best: Best, iso: int, noun: Noun) -> Records | None:
            return day_of(best, noun, Records(tests=frozenset({Calendar(iso_weekdays=frozenset({iso}))})))

        yield from rules("drecs", "{best} {weekday} (of|for|by|in terms of|in)? {noun}", on_weekday, 0.0)
        yield from rules("drecs", "{best} {noun} {weekday}", lambda b, n, i: on_weekday(b, i, n), 0.0)
        yield from rules(
            "drecs",
            "{weekday} (with|of|when|that had|i had|where|i)? {best} {noun}",
            lambda i, b, n: on_weekday(b, i, n),
            0.1,
        )
        yield from rules(
            "drecs",
            "{weekday} (with|of|when|that had|i had|where|i)? {noun} (was|the|at its)? {best}",
            lambda i, n, b: on_weekday(b, i, n),
            0.1,
        )
        verb = "(i|did i|have i|that i|when i|i have|did|had|made|got|have|that|when)?"
        yield from rules("compared", f"{verb} {{direction}} {{noun}}", compared, 0.1)
        yield from rules("compared", f"{verb} {{noun}} {{direction}}", lambda n, d: compared(d, n), 0.1)
        yield from rules("compared", "{compared} {window}", lambda f, w: f.within(w), 0.2)
        yield from rules("drecs", "the (day|night) (that|when|in which|on which|where|i)? {compared}", picked, 0.2)
        sleep = Noun(metric="sleep_minutes", said="sleep")

        def slept(best: Best) -> Frame | None:
            return (
                Frame(noun=sleep, best=replace(best, fields=""))
                if not best.of_time() and best.fields in {"", "duration_min"}
                else None
            )

        yield from rules(
            "bestnp",
            "{best} (night|nights|night sleep|nights sleep|night of sleep|nights of sleep|sleep night|sleep nights)",
            slept,
            0.1,
        )
        yield from rules(
            "drecs",
            "{best} (night|nights|night sleep|night of sleep|nights of sleep)",
            lambda b: (f := slept(b)) and picked(f),
            0.3,
        )

        def end_of(best: Best, noun: Noun) -> Frame | None:
            return Frame(noun=noun, best=best) if best.clock or not best.of_time() else None

        yield from rules("bestnp", "{best} {noun}", end_of, 0.0)
        yield from rules("bestnp", "{noun} (at|its|the|was)? {best}", lambda n, b: end_of(b, n), 0.1)
        yield from rules("bestnp", "{bestnp} ever", lambda f: f, 0.0)
        yield from rules("bestnp", "set {bestnp}", lambda f: f, 0.0)
        yield from rules("bestnp", "{bestnp} {window}", lambda f, w: f.within(w), 0.2)
        yield from rules("bestnp", "{bestnp} {calendar}", lambda f, c: f.also(c), 0.2)

    def _totals(self) -> Iterator[Rule]:
        """The best of what single days add up to: "my fourth highest step total", "the shortest distance on any day"."""
        total, daily = "(total|totals|sum)", "(daily|day)"
        of_one = "(in|on|for|of) (a|any|one|1|any one|any 1|any given) single? day"
        yield from rules("np", f"{{best}} {daily}? {{noun}} {total}", self._of_one_day, 0.0)
        yield from rules("np", f"{{best}} {daily} {total} (of|for|in)? {{noun}}", self._of_one_day, 0.0)
        yield from rules("np", f"{{best}} {daily}? {{noun}} {total}? {of_one}", self._of_one_day, 0.0)

    def _of_one_day(self, best: Best, noun: Noun) -> Frame | None:
        quantity = self._builder.quantity(noun, Table.DAYS)
        if quantity is None or not quantity.additive or quantity.nightly:
            return None
        if best.fields == "duration_min" and noun.metric == "distance_km":
            best = replace(best, fields="")
        return self._builder.superlative(best, Frame(noun=noun))
