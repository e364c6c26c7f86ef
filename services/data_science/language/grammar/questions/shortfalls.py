"""How far a number is from an amount: short of it, over it, to go, on track for it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from services.data_science.domain.algebra import Operation, Operator, Statistic, Table, Unit, Window
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.frames import FrameRules
from services.data_science.language.grammar.questions.words import POLAR
from services.data_science.language.phrases import Amount, Ask, Bound, Frame, Kind, Noun
from services.data_science.language.totals import is_total

_FROM: Final = "(short of|shy of|away from|off|off from|from|below|under|over|above|beyond|past|to|of|until|till|for|to get to|to reach|to hit|to make|to get|reaching|hitting|getting to|making)"
_TO_GO: Final = "(to hit|to reach|to get to|to make|to get|until|till|to complete|for|to meet|to)"


_FEWEST_HOURS: Final = 4
_MOST_HOURS: Final = 14


class Shortfalls:
    """The rules of distances from an amount."""

    def __init__(self, builder: Builder, frames: FrameRules) -> None:
        self._builder = builder
        self._frames = frames

    def rules(self) -> Iterator[Rule]:
        def off(amount: Amount, noun: Noun | None = None) -> Ask | None:
            named = noun or self._builder.implied(Bound(Operator.GREATER_OR_EQUAL, amount)) or _slept(amount)
            if named is None or not named.metric:
                return None
            frame = replace(self._frames.frame_of(named), operation=Operation.MINUS)
            return Ask(Kind.NUMBER, frame, value=amount)

        def more(noun: Noun, amount: Amount) -> Ask | None:
            return off(amount, noun)

        def in_measure(unit: str, amount: Amount, noun: Noun) -> Ask | None:
            return off(amount, replace(noun, unit=unit))

        am = "(am i|was i|i am|i was|were we)?"
        far = "(how far|how close|how much|how near)"
        away = "(off|from|to|short of|short|below|under|away from|shy of|over|above|of|of reaching|from reaching|to reaching|from hitting|to hitting|off from|from getting)"
        yield from rules(
            "ask", f"how (many|much) {{noun}} {am} (short|shy|off|away|missing|lacking)? {_FROM} {{amount}}", more, 0.0
        )
        yield from rules("ask", f"how (many|much) {{noun}} {_FROM} {{amount}} {am}", more, 0.0)
        yield from rules(
            "ask",
            f"how (many|much) (more|further) {{noun}} (do i need|i need|to go|left|are left|need)? {_TO_GO} {{amount}}",
            more,
            0.0,
        )
        yield from rules(
            "ask",
            f"how (many|much) {{noun}} (do i need|i need|to go|left|are left|remain|need|more) {_TO_GO} {{amount}}",
            more,
            0.0,
        )
        yield from rules(
            "ask", f"{far} (am|was)? i? {away} my? {{amount}} (goal|target|mark)? (of|for|in)? {{noun}}?", off, 0.05
        )
        yield from rules(
            "ask",
            f"{far} (am|was)? i? {away} {{amount}} (of|for|in)? {{noun}} {{per}}",
            lambda a, n, u: self._daily(off(a, n), u),
            0.0,
        )
        yield from rules(
            "ask",
            "by how (many|much) {noun}? (did i)? (miss|missed|beat|exceed|exceeded|overshoot|undershoot|fall short of|fell short of) {amount}",
            lambda *a: off(a[-1], a[0] if len(a) > 1 else None),
            0.0,
        )
        need = "(do i need|i need|need|do i have to do|left)"
        yield from rules(
            "ask",
            f"how (many|much) (more|further)? {{noun}} {need} {{window}} {_TO_GO} {{amount}}",
            lambda n, w, a: self._within(off(a, n), w),
            0.0,
        )
        yield from rules("ask", f"how (many|much) {{measure}} {_FROM} {{amount}} {am} {{noun}}", in_measure, 0.0)
        yield from rules("ask", "by how much (miss|missed|beat|exceed|exceeded) {amount} (of|for|in) {noun}", off, 0.0)
        track = "on (track|pace|course|target) (for|to|to hit|to reach|to get|to get to|to make|to do|to meet|to walk|with)?"
        yield from rules("ask", f"{POLAR} {track} {{amount}} {{noun}}? {{per}}?", self._on_track, 0.0)
        yield from rules(
            "ask",
            f"{POLAR} {track} (average|averaging|an average of) {{amount}} {{noun}}? {{per}}?",
            self._on_track,
            0.0,
        )

    def _within(self, ask: Ask | None, window: Window) -> Ask | None:
        frame = ask.frame.within(window) if ask else None
        return replace(ask, frame=frame) if ask and frame else None

    def _daily(self, ask: Ask | None, per: Unit) -> Ask | None:
        if ask is None or per is not Unit.DAY:
            return None
        return replace(ask, frame=replace(ask.frame, statistic=Statistic.MEAN))

    def _on_track(self, amount: Amount, *rest: Noun | Unit) -> Ask | None:
        """Of a day's amount whether it is reached on average; what a week's or month's total will be is not known."""
        nouns = [each for each in rest if isinstance(each, Noun)]
        bound = Bound(Operator.GREATER_OR_EQUAL, amount)
        noun = nouns[0] if nouns else self._builder.implied(bound)
        if noun is None or any(isinstance(each, Unit) and each is not Unit.DAY for each in rest):
            return None
        quantity = self._builder.quantity(noun, Table.DAYS)
        if quantity is None or is_total(amount, noun):
            return None
        return Ask(Kind.DECIDE, Frame(noun=noun), bound=bound, yes_no=True)


def _slept(amount: Amount) -> Noun | None:
    """Hours that nothing is named of are hours of sleep."""
    is_night = amount.unit == "h" and _FEWEST_HOURS <= amount.value <= _MOST_HOURS
    return Noun(metric="sleep_minutes") if is_night else None
