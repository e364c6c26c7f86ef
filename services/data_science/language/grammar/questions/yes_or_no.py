"""Yes or no: whether a number is within a bound, whether something ever or always held."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from services.data_science.domain.algebra import Operator, Statistic, Table, Test, Window
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.frames import FrameRules
from services.data_science.language.grammar.questions.modified import ModifiedQuestions
from services.data_science.language.grammar.questions.words import DAYS, POLAR
from services.data_science.language.grammar.records.claims import Claim
from services.data_science.language.phrases import Amount, Ask, Bound, Frame, Kind, Kinds, Noun, Records, Usual

_FEWEST_HOURS: Final = 4
_MOST_HOURS: Final = 14


class YesOrNo:
    """The rules of questions for a yes or no."""

    def __init__(self, builder: Builder, frames: FrameRules, questions: ModifiedQuestions) -> None:
        self._builder = builder
        self._frames = frames
        self._questions = questions

    def rules(self) -> Iterator[Rule]:
        def decide(claim: Claim) -> Ask | None:
            frame = self._frames.frame_of(claim.noun)
            return Ask(Kind.DECIDE, frame, bound=claim.bound, yes_no=True)

        def of_number(frame: Frame, bound: Bound) -> Ask | None:
            return Ask(Kind.DECIDE, frame, bound=bound, yes_no=True) if frame.noun else None

        def ever(test: Test) -> Ask:
            return Ask(Kind.COUNT, Frame(records=Records(tests=frozenset({test}))), yes_no=True)

        def done(records: Records) -> Ask | None:
            return None if records.pick else Ask(Kind.COUNT, Frame(records=records), yes_no=True)

        def always(test: Test) -> Ask:
            return Ask(Kind.SHARE, Frame(), test=test, yes_no=True)

        def exceeds(one: Frame, direction: int, other: Frame) -> Ask | None:
            return Ask(Kind.DECIDE, one, other=other, direction=direction, yes_no=True) if direction else None

        def window_level(window: Window, bound: Bound) -> Ask | None:
            usual = bound.to
            if not isinstance(usual, Usual) or usual.noun is None:
                return None
            frame = self._frames.frame_of(usual.noun).within(window)
            return Ask(Kind.DECIDE, frame, bound=bound, yes_no=True) if frame else None

        def unnamed(bound: Bound) -> Ask | None:
            noun = self._builder.implied(bound)
            return decide(Claim(noun, bound)) if noun else None

        yield from rules("ask", f"{POLAR} {{bound}}", unnamed, 0.3)

        def slept(amount: Amount) -> Ask | None:
            """Hours that one gets or averages, where nothing is named, are hours of sleep."""
            hours = amount.unit == "h" and _FEWEST_HOURS <= amount.value <= _MOST_HOURS
            bound = Bound(Operator.GREATER_OR_EQUAL, amount)
            return decide(Claim(Noun(metric="sleep_minutes", said="sleep"), bound)) if hours else None

        got = "(get|got|getting|gotten|have|had|average|averaged|averaging)"
        yield from rules("ask", f"{POLAR} {got} (a|my)? (full)? {{amount}}", slept, 0.1)
        yield from rules("ask", f"{POLAR} {{window}} {{bound}}", window_level, 0.0)
        yield from rules("ask", f"{POLAR} {{claim}}", decide, 0.0)
        yield from rules("ask", f"{POLAR} {{np}} (at|of)? {{bound}}", of_number, 0.2)
        averaged = "(averaged|averaging|been averaging|average)"

        def level(noun: Noun, bound: Bound) -> Ask | None:
            frame = replace(self._frames.frame_of(noun), statistic=Statistic.MEAN)
            return Ask(Kind.DECIDE, frame, bound=bound, yes_no=True)

        yield from rules("ask", f"{POLAR} {averaged} {{bound}} (of)? {{noun}}", lambda b, n: level(n, b), 0.0)
        yield from rules(
            "ask",
            f"{POLAR} {averaged} {{amount}} (of)? {{noun}}",
            lambda a, n: level(n, Bound(Operator.GREATER_OR_EQUAL, a)),
            0.0,
        )
        yield from rules("ask", f"{POLAR} ever {{dtest}}", ever, 0.0)
        yield from rules("ask", f"{POLAR} (a|any) {DAYS} (with|when|where|i)? {{dtest}}", ever, 0.0)
        yield from rules("ask", f"{POLAR} there (a|any)? {DAYS} (with|when|where|i)? {{dtest}}", ever, 0.0)
        yield from rules("ask", f"{POLAR} {{recs}}", done, 0.1)
        total = "(in total|total|altogether|in all|all told|combined|all together)"
        for said in (f"{{kind}} {{bound}} {total} {{window}}?", f"{{kind}} {total} {{bound}} {{window}}?"):
            yield from rules("ask", f"{POLAR} {said}", self._in_total, 0.0)
        yield from rules("ask", f"{POLAR} {{kind}} {{bound}} {{window}} {total}", self._in_total, 0.0)
        for said in (f"{{bound}} of {{kind}} {total}?", f"{{bound}} {{kind}} {total}"):
            yield from rules("ask", f"{POLAR} {said} {{window}}?", lambda b, k, *w: self._in_total(k, b, *w), 0.0)
        within = f"{POLAR} {{bound}} of? {{kind}} {{window}} {total}"
        yield from rules("ask", within, lambda b, k, w: self._in_total(k, b, w), 0.0)
        yield from rules("ask", f"{POLAR} ever {{recs}}", done, 0.0)
        yield from rules(
            "ask",
            f"{POLAR} {{dtest}} (every day|every night|each day|each night|every single day|every single night|daily)",
            always,
            0.0,
        )
        yield from rules(
            "ask",
            f"{POLAR} {{dtest}} (every day|every night|each day|each night|every single day|every single night) {{window}}",
            lambda t, w: self._questions.modified(always(t), w),
            0.0,
        )

        def each_day(frame: Frame, bound: Bound) -> Ask | None:
            plain = frame.noun is not None and frame.records == Records(window=frame.records.window)
            test = self._builder.test(frame.noun, bound, Table.DAYS) if plain and frame.noun else None
            return Ask(Kind.SHARE, Frame(records=frame.records), test=test, yes_no=True) if test else None

        every = f"(every|each|every single|all|all of) {DAYS}"
        which = "(day|days|night|nights|a day|a night|ones)? (with|when|where|that|i|of|had|have|on which)?"
        yield from rules("ask", f"{POLAR} {every} {which} {{held}}", always, 0.0)
        yield from rules(
            "ask",
            f"{POLAR} {every} {{window}} {which} {{held}}",
            lambda w, t: self._questions.modified(always(t), w),
            0.0,
        )
        each = "(every day|every night|each day|each night|every single day|every single night)"
        yield from rules("ask", f"{POLAR} {{np}} (at|of)? {{bound}} {each}", each_day, 0.0)
        yield from rules("ask", f"{POLAR} always {{dtest}}", always, 0.0)
        most = "(most days|most nights|most of the time|most of the days|most of the nights|more often than not|on most days|on most nights|more than half of the time|more than half the time|more than half of the nights|more than half of the days|the majority of days|the majority of nights)"

        def mostly(test: Test) -> Ask:
            return Ask(Kind.SHARE, Frame(), test=test, value=Amount(50.0, "%"), yes_no=True)

        yield from rules("ask", f"{POLAR} {{dtest}} (on|for)? {most}", mostly, 0.0)
        yield from rules("ask", f"{POLAR} (on|for)? {most} {{dtest}}", mostly, 0.0)
        yield from rules("ask", f"{POLAR} {{np}} {{direction}} than {{np}}", exceeds, 0.3)

    def _in_total(self, kinds: Kinds, bound: Bound, *window: Window) -> Ask | None:
        """Whether activities came to an amount together."""
        noun = self._builder.field_for(bound)
        quantity = self._builder.quantity(noun, Table.ACTIVITIES) if noun else None
        if noun is None or quantity is None or not quantity.additive:
            return None
        records = Records(table=Table.ACTIVITIES, kinds=kinds, window=window[0] if window else None)
        return Ask(Kind.DECIDE, Frame(noun=noun, statistic=Statistic.SUM, records=records), bound=bound, yes_no=True)
