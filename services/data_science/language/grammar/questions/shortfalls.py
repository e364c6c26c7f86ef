"""How far a number is from an amount: short of it, over it, to go, on track for it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from services.data_science.domain.algebra import Field, Operation, Operator, Statistic, Table, Unit
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.frames import FrameRules, Modifier
from services.data_science.language.grammar.questions.words import POLAR
from services.data_science.language.grammar.records.words import DAY
from services.data_science.language.phrases import Amount, Ask, Best, Bound, Frame, Kind, Noun, Records, Usual
from services.data_science.language.totals import is_total

_FROM: Final = "(short of|shy of|away from|off|off from|from|below|under|over|above|beyond|past|to|of|until|till|for|to get to|to reach|to hit|to make|to get|reaching|hitting|getting to|making)"
_NEED: Final = "(do i need|would i need|i need|i would need|need|would i have to do|do i have to do|should i do|would i have to take|would i have to get|would it take|does it take|to go|left|are left|remain|remaining|am i missing|missing)"
_TO_GO: Final = "(to average|to have an average of|to reach an average of|to be at|to come to|to hit|to reach|to get to|to make|to get|until|till|to complete|for|to meet|to)"


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
        yield from rules("ask", f"how (many|much) {{measure}} {_FROM} {{amount}} {am} {{noun}}", in_measure, 0.0)
        yield from rules("ask", "by how much (miss|missed|beat|exceed|exceeded) {amount} (of|for|in) {noun}", off, 0.0)
        more_of = "(more|further|extra|additional)?"
        for lead in (f"how (many|much) {more_of} {{np}}", f"how (many|much) {{np}} {more_of}"):
            yield from rules("ask", f"{lead} {_NEED} {{mod}}? {{mod}}? {_TO_GO} {{amount}}", self._needed, 0.0)
        beside = "(above|over|beyond|past|below|under|beneath|later than|earlier than)"
        for far in ("(by)? how (much|far|many)", "(by)? how (much|many) {measure}"):
            yield from rules("ask", f"{far} {beside} {{amount}} {{np}}", lambda *said: _beside(said[-1], said[-2]), 0.0)
        yield from self._levels()
        track = "on (track|pace|course|target) (for|to|to hit|to reach|to get|to get to|to make|to do|to meet|to walk|with)?"
        yield from rules("ask", f"{POLAR} {track} {{amount}} {{noun}}? {{per}}?", self._on_track, 0.0)
        yield from rules(
            "ask",
            f"{POLAR} {track} (average|averaging|an average of) {{amount}} {{noun}}? {{per}}?",
            self._on_track,
            0.0,
        )

    def _needed(self, frame: Frame, *said: Modifier | Amount) -> Ask | None:
        """How far what is measured is from an amount that it should come to."""
        modifiers = [each for each in said if not isinstance(each, Amount)]
        amount = next(each for each in said if isinstance(each, Amount))
        plain = frame.noun is not None and frame.noun.metric and not frame.best and not frame.operation
        needed: Frame | None = frame if plain else None
        for each in modifiers:
            needed = self._frames.applied(needed, each) if needed else None
        return Ask(Kind.NUMBER, replace(needed, operation=Operation.MINUS), value=amount) if needed else None

    def _levels(self) -> Iterator[Rule]:
        """How far the best is from one's own average."""
        yield from rules("top", "{bestnp}", lambda f: self._top(f.noun, f.best, f.records), 0.0)
        yield from rules("top", "{np}", lambda f: self._top(f.noun, f.best, f.records), 0.1)
        yield from rules("top", "{drecs}", self._picked, 0.0)
        yield from rules("top", "{recs}", self._picked, 0.1)
        yield from rules("top", "{top} {window}", lambda top, window: top.within(window), 0.1)
        far = "(by)? how (far|much|many {noun}|much {noun}|many {measure})"
        for tail in (
            "{operator} {usual} {top}",
            "{top} {operator} {usual}",
            "{direction} {top} than {usual}",
            "{top} {direction} than {usual}",
        ):
            yield from rules("ask", f"{far} {tail}", self._from_level, 0.0)
        yield from rules("ask", f"{far} {{field_operator}} {{usual}} {{top}}", self._from_length, 0.0)
        yield from rules(
            "ask",
            f"(by)? how (much|many) {{noun}} {{operator}} {{usual}} {{best}} {DAY}",
            lambda n, _, u, b: (t := self._top(n, b, Records())) and self._from_level(u, t),
            0.0,
        )

    def _picked(self, records: Records) -> Frame | None:
        by, best = records.pick or (None, None)
        if not isinstance(by, Field):
            return None
        noun = Noun(metric=by.name) if records.table is Table.DAYS else Noun(field=by.name)
        return self._top(noun, best, replace(records, pick=None))

    def _top(self, noun: Noun | None, best: Best | None, records: Records) -> Frame | None:
        """The highest or lowest of what is measured."""
        if noun is None or best is None or best.count > 1 or best.first > 1 or records.inside:
            return None
        judged = self._builder.better(best, self._builder.quantity(noun, records.table))
        return Frame(noun=noun, best=judged, records=records) if judged and not judged.of_time() else None

    def _from_level(self, *said: object) -> Ask | None:
        top = next(each for each in said if isinstance(each, Frame))
        usual = next(each for each in said if isinstance(each, Usual))
        nouns = [each for each in (usual.noun, *said) if isinstance(each, Noun)]
        if usual.factor != 1.0 or usual.offset is not None or top.noun is None:
            return None
        if any(
            (each.metric, each.field)[top.noun.metric == ""] != (top.noun.metric or top.noun.field) for each in nouns
        ):
            return None
        records = replace(top.records, window=usual.window, tests=frozenset(), day_tests=frozenset())
        level = Frame(noun=top.noun, statistic=usual.statistic, records=records)
        return Ask(Kind.NUMBER, replace(top, operation=Operation.MINUS), other=level)

    def _from_length(self, operator: tuple[Operator, str], usual: Usual, top: Frame) -> Ask | None:
        """ "How much longer than average was my longest night": of what lasts so long."""
        lasts = top.noun is not None and (top.noun.metric == "sleep_minutes" or top.noun.field == operator[1])
        return self._from_level(usual, top) if lasts and operator[1] == "duration_min" else None

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


def _beside(frame: Frame, amount: Amount) -> Ask | None:
    """How far a number is above or below an amount."""
    plain = frame.noun is not None and not (frame.best or frame.operation or frame.per or frame.by or frame.pinned)
    return Ask(Kind.NUMBER, replace(frame, operation=Operation.MINUS), value=amount) if plain else None
