"""What was before a day and what came after it, and how much something changed since a day or since the week before."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from services.data_science.domain.algebra import Window
from services.data_science.domain.catalogue import Catalogue
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.comparisons.pairs import Others, Pair, TheOneBefore
from services.data_science.language.grammar.comparisons.words import AFTER_OTHERS, LOOSE_LINK, THAN
from services.data_science.language.grammar.frames import Beside, Modifier
from services.data_science.language.grammar.time.spans import span

_LINK: Final = f"({THAN[1:-1]}|{LOOSE_LINK[1:-1]}|or)"


class BeforeAndAfter:
    """The rules of two stretches of time that one day parts, or of which the earlier leans on the later."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def rules(self) -> Iterator[Rule]:
        for category in ("loosepair", "frompair"):
            yield from rules(category, f"before {_LINK} after {{span}}", self._later_first, 0.0)
            yield from rules(category, f"after {_LINK} before {{span}}", self._later_first, 0.0)
        yield from rules("pair", f"before {{span}} {_LINK} after (it|then|that)?", self._earlier_first, 0.0)
        yield from rules("pair", f"after {{span}} {_LINK} before (it|then|that)?", self._later_first, 0.0)
        yield from rules("pair", "since {span} {than} before", lambda w, _: self._since(w), 0.0)
        yield from rules("pair", "since {span} {than} before (it|then|that)", lambda w, _: self._since(w), 0.0)
        yield from rules("afterpair", "after {span}", self._later_first, 0.0)
        yield from rules("sincepair", "(since|from) {span} (on|onwards|compared to before)?", self._since, 0.0)
        yield from rules("several", "before and after {span}", lambda w: self._in_turn(self._earlier_first(w)), 0.0)
        yield from rules("several", "after and before {span}", lambda w: self._in_turn(self._later_first(w)), 0.0)
        yield from rules("pair", f"{{group_of}} ,? {{than}} {AFTER_OTHERS}", _beside_others, 0.0)
        for lead in ("from", "between"):
            yield from rules("frompair", f"{lead} {{before_that}} (to|and) {{window}}", _leaning, 0.0)
        yield from rules("topair", "{before_that} to {window}", _leaning, 0.1)

    def _around(self, window: Window) -> tuple[Window, Window] | None:
        """All before a day or a stretch of time, and all after it."""
        if not isinstance(window.start, date) or not isinstance(window.end, date):
            return None
        earlier = span(self._catalogue.first, window.start - timedelta(days=1), f"before {window.label}")
        later = span(window.end + timedelta(days=1), self._catalogue.today, f"after {window.label}")
        return (earlier, later) if earlier and later else None

    def _earlier_first(self, window: Window) -> Pair | None:
        parted = self._around(window)
        return Pair(*parted) if parted else None

    def _later_first(self, window: Window) -> Pair | None:
        parted = self._around(window)
        return Pair(parted[1], parted[0]) if parted else None

    def _since(self, window: Window) -> Pair | None:
        """From a day on, beside all before it."""
        start = window.start
        if not isinstance(start, date) or start <= self._catalogue.first:
            return None
        later = Window(start=start, end=self._catalogue.today, label=f"since {window.label}")
        eve = start - timedelta(days=1)
        return Pair(later, Window(start=self._catalogue.first, end=eve, label=f"before {window.label}"))

    def _in_turn(self, pair: Pair | None) -> tuple[Modifier, ...] | None:
        """Both, one after the other."""
        other = pair.other if pair else None
        return (pair.one, other) if pair and isinstance(other, Window) else None


def _leaning(earlier: TheOneBefore, later: Window) -> Pair | None:
    """From the week before to last week: the one before it."""
    return Pair(later, earlier)


def _beside_others(group: Modifier, *_: str) -> Pair | None:
    """The days after some days, beside those after other days."""
    return Pair(group, Others()) if isinstance(group, Beside) else None
