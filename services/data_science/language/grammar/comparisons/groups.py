"""What is compared with what: windows, or kinds of days."""

from collections.abc import Iterator
from datetime import timedelta

from services.data_science.domain.algebra import Calendar, Not, Statistic, Table, Test, Window
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.comparisons.words import THAN
from services.data_science.language.grammar.frames import Beside
from services.data_science.language.grammar.time.named_spans import RECENT_DAYS
from services.data_science.language.grammar.time.spans import span
from services.data_science.language.phrases import Kinds, Records, Usual


class Groups:
    """The rules of what a comparison is between."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
        yield from rules("group_of", "{window}", lambda w: w, 0.0)
        yield from rules("group_of", "{calendar}", lambda c: c, 0.0)
        yield from rules("group_of", "(on|for|in|during)? {drecs}", lambda r: r, 0.1)
        yield from rules("group_of", "(when|on days when|if) {dtest}", lambda t: t, 0.2)
        yield from rules("group_of", "(with|on|in|during|of|for) {recs}", lambda r: r, 0.3)
        after = "(on|in)? (day|days|night|nights|morning|mornings)? (after|following)"
        yield from rules("group_of", f"{after} (a|my|i|any)? {{recs}}", lambda r: Beside(r, 1), 0.1)
        yield from rules("group_of", f"{after} {{drecs}}", lambda r: None if r.pick else Beside(r, 1), 0.1)
        yield from rules("than_group", f"{THAN} {{group_of}}", lambda g: g, 0.0)
        yield from rules(
            "group_of",
            "(on|in|for|during)? {kind} (days|day|nights)",
            lambda k: self._builder.on_days_of(self._active(k)),
            0.1,
        )
        yield from rules(
            "group_of",
            "(on|in|for|during)? (non|no) {kind} (days|day|nights)",
            lambda k: Not(test=self._builder.on_days_of(self._active(k))),
            0.0,
        )
        yield from rules(
            "group_of", "(on|for)? (days|nights|times)? without (a|any)? {recs}", lambda r: self._without(r), 0.0
        )
        yield from rules("group_of", "{adverb} {group_of}", lambda a, g: g if a is Statistic.MEAN else None, 0.1)
        weekdays = Calendar(iso_weekdays=frozenset(range(1, 6)))
        yield from rules("group_of", "(in|during) (work|working|school)? week", lambda: weekdays, 0.1)
        yield from rules("group_of", "{usual}", self._level, 0.5)
        yield from rules("group_of", "now", self._now, 0.1)
        yield from rules("group_of", "{calendar} {window}", self._in, 0.1)
        yield from rules("group_of", "{window} ,? {calendar}", lambda w, c: self._in(c, w), 0.1)
        yield from rules("group_of", "(overall|in total|all time)", lambda: self._builder.all_time, 0.1)

    def _now(self) -> Window | None:
        today = self._builder.catalogue.today
        return span(today - timedelta(days=RECENT_DAYS - 1), today, f"the last {RECENT_DAYS} days")

    def _in(self, calendar: Calendar, window: Window) -> Records:
        """The Mondays in October."""
        return Records(tests=frozenset({calendar}), window=window)

    def _active(self, kinds: Kinds) -> Records:
        return Records(table=Table.ACTIVITIES, kinds=kinds)

    def _without(self, records: Records) -> Test | None:
        return None if records.pick or records.inside else Not(test=self._builder.on_days_of(records))

    def _level(self, usual: Usual) -> Window | None:
        """One's own average is that of the stretch of time it is said of, or of all time."""
        plain = usual.noun is None and usual.factor == 1.0 and usual.offset is None
        return (usual.window or self._builder.all_time) if plain and usual.statistic is Statistic.MEAN else None
