"""By how many percent something changed from one window to another."""

from collections.abc import Iterator
from dataclasses import replace

from services.data_science.domain.algebra import Operation, Window
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.comparisons.words import CHANGED
from services.data_science.language.phrases import Ask, Frame, Kind


class PercentChanges:
    """The rules of changes in percent."""

    def rules(self) -> Iterator[Rule]:
        yield from rules(
            "ask",
            f"(by)? (what|how many|how much)? (percent|percentage|%) (did|is|was)? {{np}} {CHANGED} {{window}} (versus|compared to|compared with|from|over) {{window}}",
            lambda f, a, b: self._percent(f, b, a),
            0.0,
        )
        yield from rules(
            "ask",
            "(what|how many)? (percent|percentage|%) {direction} {np} {window} (than|versus|compared to) {window}",
            lambda d, f, a, b: self._percent(f, b, a),
            0.0,
        )
        yield from rules(
            "ask",
            "(what)? (percent|percentage|%) (change|difference|increase|decrease|drop) (in|of) {np} (from|between) {window} (to|and) {window}",
            self._percent,
            0.0,
        )
        yield from rules(
            "ask",
            "(by)? (what|how many|how much) (percent|percentage|%) {np} (change|changed|increase|increased|decrease|decreased|drop|dropped|rise|rose|go up|go down|improve|improved) (from|between) {window} (to|and) {window}",
            self._percent,
            0.0,
        )

    def _percent(self, frame: Frame, one: Window, other: Window) -> Ask | None:
        first, second = frame.within(other), frame.within(one)
        if first is None or second is None:
            return None
        return Ask(Kind.NUMBER, replace(first, operation=Operation.PERCENT_CHANGE), other=second)
