"""Which days are meant: those of which something holds, rest days, nights of so many hours."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from services.data_science.domain.algebra import Calendar, DaysOf, Not, Operator, Order, Table, Test, Window
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.records.words import DAY, WHEN
from services.data_science.language.narrowing import picked_within, source_within
from services.data_science.language.phrases import Amount, Best, Bound, Noun, Records

_MOST_DAYS: Final = 100


class Days:
    """The rules of days."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
        build = self._builder

        def holding(test: Test) -> Records:
            return Records(tests=frozenset({test}))

        def within(records: Records, window: Window) -> Records | None:
            picked = picked_within(records.inside, window, build.all_time) if records.inside is not None else None
            if picked is None and isinstance(records.inside, DaysOf):
                picked = source_within(records.inside, window, build.all_time)
            return replace(records, inside=picked) if picked else records.within(window)

        yield from rules("drecs", f"(any|every|all|each|only)? {DAY} {WHEN}? {{dtest}}", holding, 0.0)
        yield from rules(
            "drecs",
            "(rest days|rest day|recovery days|non workout days|non training days|workout free days|exercise free days|workout free day)",
            self._rest,
            0.0,
        )
        yield from rules(
            "drecs",
            "(workout|training|exercise|gym|active) (day|days)",
            lambda: holding(build.on_days_of(Records(table=Table.ACTIVITIES))),
            0.0,
        )
        yield from rules("drecs", "{drecs} {window}", within, 0.2)
        yield from rules("drecs", "{drecs} {bestspan}", lambda r, w: within(r, w) if r.pick else None, 0.2)
        yield from rules(
            "drecs", "{drecs} {calendar}", lambda r, c: replace(r, tests=r.tests | {c}) if not r.pick else None, 0.2
        )
        sleep = Noun(metric="sleep_minutes", said="sleep")

        def night(bound: Bound) -> Records | None:
            to = bound.to
            if isinstance(to, Amount) and not to.unit and not bound.upper and 3 <= to.value <= 12:
                bound = replace(bound, to=replace(to, unit="h"))
            timed = not isinstance(to, Amount) or (isinstance(bound.to, Amount) and bound.to.unit in {"h", "min"})
            test = build.test(sleep, bound, Table.DAYS) if timed else None
            return holding(test) if test else None

        def sized(amount: Amount, noun: Noun) -> Records | None:
            test = build.test(noun, Bound(Operator.GREATER_OR_EQUAL, amount), Table.DAYS)
            return holding(test) if test else None

        yield from rules("drecs", f"(night|nights) {WHEN}? (get|got|sleep|slept)? {{bound}}", night, 0.2)
        yield from rules("drecs", f"(night|nights) {WHEN}? {{ntest}}", holding, 0.3)

        def slept(amount: Amount) -> Records | None:
            return night(Bound(Operator.GREATER_OR_EQUAL, amount)) if amount.unit == "h" else None

        yield from rules("drecs", "{amount} (night|nights|sleep|sleeps)", slept, 0.15)
        yield from rules("drecs", f"{DAY} {{window}} {WHEN} {{dtest}}", lambda w, t: holding(t).within(w), 0.0)
        yield from rules(
            "drecs",
            "{calendar} (with|when|where|that|on which) {dtest}",
            lambda c, t: replace(holding(t), tests=frozenset({c, t})),
            0.1,
        )
        yield from rules("drecs", "{bound} (night|nights)", night, 0.1)

        def newest(count: int, calendar: Calendar) -> Records | None:
            if len(calendar.iso_weekdays) != 1:
                return None
            best = Best(order=Order.NEWEST, count=count)
            return Records(tests=frozenset({calendar}), pick=(None, best)) if 1 < count <= _MOST_DAYS else None

        weekend = Calendar(iso_weekdays=frozenset({6, 7}))
        yield from rules(
            "drecs",
            "(over|in|on|during|for)? {weekends_back}",
            lambda w: Records(tests=frozenset({weekend}), window=w),
            0.0,
        )
        yield from rules("drecs", "(last|past|latest|most recent) {count} {calendar}", newest, 0.0)
        yield from rules(
            "drecs", f"{{bound}} {{noun}} {DAY}", lambda b, n: (t := build.test(n, b, Table.DAYS)) and holding(t), 0.1
        )
        yield from rules("drecs", f"{DAY} with {{amount}} {{noun}}", sized, 0.1)
        yield from rules(
            "drecs",
            f"{{amount}} {{noun}}? {DAY}",
            lambda a, *n: (
                sized(a, n[0])
                if n
                else sized(a, Noun(metric="steps"))
                if a.unit == "count" or (not a.unit and a.value >= 2000)
                else None
            ),
            0.2,
        )

    def _rest(self) -> Records:
        days = self._builder.on_days_of(Records(table=Table.ACTIVITIES))
        return Records(tests=frozenset({Not(test=days)}))
