"""The same number of several spans of time, one after another: this week, last week and the week before."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from services.data_science.domain.algebra import Statistic, Unit, Window
from services.data_science.domain.catalogue import Catalogue
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.frames import Adverb, FrameRules, Modifier
from services.data_science.language.grammar.time.spans import before, dated, day_said, span
from services.data_science.language.phrases import Ask, Frame, Kind


class WindowsInTurn:
    """The rules of one number of several spans."""

    def __init__(self, catalogue: Catalogue, frames: FrameRules) -> None:
        self._catalogue = catalogue
        self._frames = frames

    def rules(self) -> Iterator[Rule]:
        at = "(for|in|over|on|across|during|at|of)?"
        yield from rules("asks", "how (many|much|long) {np} {days_said}", self._how_many, 0.0)
        yield from rules("asks", "{np} {days_said}", self._how_many, 0.0)
        yield from rules("asks", f"how (many|much|long) {{np}} {at} {{several}}", self._how_many, 0.1)
        yield from rules("asks", f"how (many|much|long) {{np}} {at} {{several}} {{adverb}}", self._each, 0.1)
        yield from rules(
            "asks", f"how (many|much|long) {{np}} {{adverb}} {at} {{several}}", lambda f, s, w: self._each(f, w, s), 0.1
        )
        yield from rules("asks", f"{{ask}} {at} {{several}}", self._counted, -0.4)
        joint = "(,|and|versus|or|, and|to|compared to|compared with)"
        yield from rules("several", f"{{window}} {joint} the? {{unit}} before (that|it)?", self._and_before, 0.05)
        yield from rules("several", f"{{several}} {joint} the? {{unit}} before (that|it)?", self._and_one_more, 0.05)
        yield from rules("several", f"{{span}} {joint}? {{span}} {joint}? {{span}}", _all, 0.1)
        yield from rules("several", "{window} {window} {unit} before", self._run_on, 0.2)
        days = f"{joint} (on|in|over)? (from|between)? {{day_number}} (to|and) {{day_number}}"
        for first in ("{span}", "{closed}"):
            yield from rules("several", f"{first} {days}", self._of_the_month, 0.0)
            yield from rules("several", f"{first} {days} {days}", self._of_the_month, 0.0)

    def _how_many(self, frame: Frame, several: tuple[Modifier, ...]) -> tuple[Ask, ...] | None:
        frames = [self._frames.applied(frame, each) for each in several]
        if frame.noun is None:
            return None
        return tuple(Ask(Kind.NUMBER, replace(each, how_many=True)) for each in frames if each) if all(frames) else None

    def _counted(self, ask: Ask, several: tuple[Modifier, ...]) -> tuple[Ask, ...] | None:
        """How often something was so in each of them."""
        frames = [self._frames.applied(ask.frame, each) for each in several if isinstance(each, Window)]
        if ask.kind is not Kind.COUNT or ask.yes_no or ask.bound or len(frames) < len(several) or not all(frames):
            return None
        return tuple(replace(ask, frame=each) for each in frames if each)

    def _each(self, frame: Frame, several: tuple[Modifier, ...], statistic: object) -> tuple[Ask, ...] | None:
        asks = self._how_many(frame, several)
        days = [each for each in several if isinstance(each, Window) and each.start == each.end]
        if asks is None or days or not isinstance(statistic, Statistic):
            return None
        told = [self._frames.applied(ask.frame, Adverb(statistic)) for ask in asks]
        return tuple(Ask(Kind.NUMBER, each) for each in told if each) if all(told) else None

    def _of_the_month(self, first: Window, *days: int) -> tuple[Window, ...] | None:
        """Spans of days of one month, of which only the first is said with its name."""
        start = first.start
        if not isinstance(start, date) or not isinstance(first.end, date) or first.end.month != start.month:
            return None
        ends = [dated(start.year, start.month, each) for each in days]
        known = [first.end, *(each for each in ends if each is not None)]
        if len(known) <= len(days) or known != sorted(set(known)):
            return None
        pairs = zip(known[1::2], known[2::2], strict=True)
        spans = [span(one, other, f"{day_said(one)} to {day_said(other)}") for one, other in pairs]
        return (first, *(each for each in spans if each))

    def _and_before(self, window: Window, unit: Unit) -> tuple[Window, ...] | None:
        """Nothing where the unit is not the one that the window is said in."""
        earlier = before(window, self._catalogue)
        same = window.unit is unit or (window.unit is None and unit is not Unit.DAY)
        return (window, earlier) if earlier and same and _spans(window, unit) else None

    def _run_on(self, first: Window, second: Window, unit: Unit) -> tuple[Modifier, ...] | None:
        pair = self._and_before(second, unit)
        return (first, *pair) if pair and first.unit is second.unit and first != second else None

    def _and_one_more(self, several: tuple[Modifier, ...], unit: Unit) -> tuple[Modifier, ...] | None:
        last = several[-1]
        pair = self._and_before(last, unit) if isinstance(last, Window) else None
        return (*several, pair[1]) if pair else None


def _spans(window: Window, unit: Unit) -> bool:
    """Whether a window lasts as long as one such unit."""
    if window.unit is unit:
        return True
    if not isinstance(window.start, date) or not isinstance(window.end, date):
        return False
    days = (window.end - window.start).days + 1
    return {Unit.WEEK: days == 7, Unit.MONTH: 28 <= days <= 31, Unit.YEAR: 365 <= days <= 366}.get(unit, False)


def _all(*windows: Window) -> tuple[Window, ...] | None:
    """Spans of one kind."""
    return windows if windows[0].unit is not None and len({each.unit for each in windows}) == 1 else None
