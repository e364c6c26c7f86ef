"""The newest so many days, weeks or months, up to today."""

from collections.abc import Iterator
from datetime import timedelta

from services.data_science.domain.algebra import Unit, Window
from services.data_science.domain.catalogue import Catalogue
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.time.spans import LARGEST_COUNT, MOST_YEARS, moved, span


class Sliding:
    """The rules of sliding windows against one catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._today = catalogue.today

    def rules(self) -> Iterator[Rule]:
        last = self.last
        before_word = "(last|past|previous|recent|latest|trailing|preceding|most recent|these last|these past|this past|this last)"
        yield from rules("span", f"{before_word} {{count}} {{unit}}", last, 0.1)
        yield from rules("span", f"{{count}} {before_word} {{unit}}", last, 0.3)
        yield from rules("span", f"{before_word} (a couple|couple) of? {{unit}}", lambda u: last(2, u), 0.1)
        yield from rules("span", f"{before_word} (a few|few|several) {{unit}}", lambda u: last(3, u), 0.1)
        yield from rules("span", f"{before_word} {{unit}} or so", lambda u: last(1, u), 0.0)
        yield from rules("span", f"{before_word} {{count}} {{unit}} or so", last, 0.0)
        yield from rules("span", "(the|this) past {unit}", lambda u: last(1, u), 0.05)
        yield from rules("span", "past {unit}", lambda u: last(1, u), 0.1)
        yield from rules("closed", "(in|over|during|for|within|across) the last {unit}", lambda u: last(1, u), 0.0)
        yield from rules("span", "(last|past|this|recent) fortnight", lambda: last(14, Unit.DAY), 0.1)
        yield from rules("window", "out of (my|the|these)? (last|past) {count} {unit}", last, 0.0)
        yield from rules("window", "out of (my|the|these)? (last|past) {count}", lambda n: last(n, Unit.DAY), 0.5)
        yield from rules("span", "(last|past) half (a|of)? year", lambda: last(6, Unit.MONTH), 0.1)
        yield from rules("span", "(last|past) (24 hours|24 hrs|24 h)", lambda: last(1, Unit.DAY), 0.1)
        yield from rules("span", "(last|past) (48 hours|48 hrs|48 h)", lambda: last(2, Unit.DAY), 0.1)
        yield from rules(
            "window",
            "(in|on|over|during|for)? (this|the) past {unit} of {count} days",
            lambda u, n: self.last(n, Unit.DAY),
            0.1,
        )
        yield from rules(
            "window", "(of|in|over|during) (the)? (last|past) {count}", lambda n: self.last(n, Unit.DAY), 0.5
        )

    def last(self, count: int, unit: Unit) -> Window | None:
        """The newest so many units, up to today."""
        if count > LARGEST_COUNT or (unit is Unit.YEAR and count > MOST_YEARS):
            return None
        start = moved(self._today, -count, unit) + timedelta(days=1)
        said = f"the last {count} {unit}s" if count > 1 else f"the last {unit}"
        return span(start, self._today, said)
