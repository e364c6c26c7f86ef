"""Which kinds of activities there are on record."""

from collections.abc import Iterator

from services.data_science.domain.algebra import Table, Window
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.phrases import Ask, Frame, Kind, Records


class KindsOnRecord:
    """The rules of questions for kinds of activities."""

    def rules(self) -> Iterator[Rule]:
        def kinds(*_: object) -> Ask:
            return Ask(Kind.KINDS, Frame(records=Records(table=Table.ACTIVITIES)))

        yield from rules(
            "ask",
            "(what|which)? (different|unique)? (kinds|types|kind|type|sorts|sort) of (physical)? {recs} (in)?",
            kinds,
            0.0,
        )
        yield from rules(
            "ask",
            "(what|which|unique|different|distinct|what unique|what different|which unique|which different|specific) {recs} (in|up to)?",
            kinds,
            0.6,
        )
        what = "(different|distinct|unique|various)? (activities|activity|exercise|workout|sports|sport|exercises|workouts|training)"
        lead = "(list|name|which|what|show)"
        yield from rules(
            "ask",
            f"{lead} {what} (types|kinds|type|kind)? (in my log|in my records|are there|are in my log|i do)?",
            self._kinds,
            0.4,
        )
        yield from rules(
            "ask", f"{lead} {what} (types|kinds|type|kind)? (i|i did|did)? {{window}}", lambda w: self._kinds(w), 0.3
        )

        yield from rules("ask", "what did i do {window}", self._kinds, 0.6)
        yield from rules(
            "ask", f"(which|what) {what} (do|did|have) i (do|done) (the)? (most|most often|the most)?", self._kinds, 0.2
        )

    def _kinds(self, window: Window | None = None) -> Ask:
        return Ask(Kind.KINDS, Frame(records=Records(table=Table.ACTIVITIES, window=window)))
