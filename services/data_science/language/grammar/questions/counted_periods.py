"""How many weeks or months something held in, and whether it held in any."""

from collections.abc import Iterator
from dataclasses import replace

from services.data_science.domain.algebra import Statistic, Test, Unit
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.frames import FrameRules
from services.data_science.language.grammar.questions.words import DAYS, HOW_MANY, POLAR
from services.data_science.language.grammar.records.claims import Claim
from services.data_science.language.phrases import Amount, Ask, Bound, Frame, Kind, Records


class CountedPeriods:
    """The rules of counts of weeks, months and years."""

    def __init__(self, frames: FrameRules) -> None:
        self._frames = frames

    def rules(self) -> Iterator[Rule]:
        def periods(unit: Unit, which: Records, bound: Bound) -> Ask | None:
            if unit is Unit.DAY or which.pick or not isinstance(bound.to, Amount) or bound.to.unit:
                return None
            return Ask(Kind.COUNT_PERIODS, Frame(records=which), unit=unit, bound=bound)

        def periods_of(unit: Unit, claim: Claim, statistic: Statistic | None = None) -> Ask | None:
            if unit is Unit.DAY:
                return None
            frame = replace(self._frames.frame_of(claim.noun), statistic=statistic)
            return Ask(Kind.COUNT_PERIODS, frame, unit=unit, bound=claim.bound)

        count = "(how many|number of|count of|count|how many of|the number of|how many total|total number of)"
        yield from rules(
            "ask",
            f"(in|for|during)? {count} {{unit}} (with|where|when|that|i|in which)? {{recs}} {{bound}} times",
            periods,
            0.0,
        )
        yield from rules(
            "ask",
            f"(in|for|during)? {count} {{unit}} (with|where|when|that|i|in which)? {{bound}} {{recs}}",
            lambda u, b, r: periods(u, r, b),
            0.0,
        )
        yield from rules(
            "ask", f"(in|for|during)? {count} {{unit}} (with|where|when|that|i|in which)? {{claim}}", periods_of, 0.1
        )
        yield from rules(
            "ask",
            f"(in|for|during)? {count} {{unit}} (with|where|when|that|i|in which)? (average|averaged|averaging)? {{claim}} {{per}}",
            lambda u, c, p: periods_of(u, c, Statistic.MEAN) if p is Unit.DAY else None,
            0.0,
        )
        yield from rules(
            "ask",
            f"(in|for|during)? {count} {{unit}} (with|where|when|that|i|in which)? {{statistic}} {{claim}}",
            lambda u, s, c: periods_of(u, c, s),
            0.0,
        )
        yield from rules(
            "ask",
            f"(in|for|during)? {count} {{unit}} (average|averaged|averaging) {{claim}}",
            lambda u, c: periods_of(u, c, Statistic.MEAN),
            0.0,
        )

        def many(unit: Unit, claim: Claim, statistic: Statistic | None = None) -> Ask | None:
            if unit is Unit.DAY:
                return None
            return Ask(
                Kind.COUNT_PERIODS,
                replace(self._frames.frame_of(claim.noun), statistic=statistic),
                unit=unit,
                bound=claim.bound,
            )

        def with_days(unit: Unit, bound: Bound, test: Test) -> Ask | None:
            if unit is Unit.DAY or not isinstance(bound.to, Amount) or bound.to.unit:
                return None
            return Ask(Kind.COUNT_PERIODS, Frame(records=Records(tests=frozenset({test}))), unit=unit, bound=bound)

        def times(unit: Unit, records: Records, bound: Bound) -> Ask | None:
            if unit is Unit.DAY or records.pick or not isinstance(bound.to, Amount) or bound.to.unit:
                return None
            return Ask(Kind.COUNT_PERIODS, Frame(records=records), unit=unit, bound=bound)

        def yes(ask: Ask | None) -> Ask | None:
            return replace(ask, yes_no=True) if ask else None

        that = "(with|where|when|that|in which|i|my|of|had|have)?"
        many_of = f"(in|for|during)? {HOW_MANY}?"
        yield from rules(
            "ask", f"{many_of} {{unit}} {that} {{statistic}} {{claim}}", lambda u, s, c: many(u, c, s), 0.2
        )
        yield from rules(
            "ask",
            f"{many_of} {{unit}} {that} {{claim}} (in total|total|altogether)",
            lambda u, c: many(u, c, Statistic.SUM),
            0.0,
        )
        yield from rules(
            "ask",
            f"{many_of} {{unit}} {that} {{claim}} (on average|in average)",
            lambda u, c: many(u, c, Statistic.MEAN),
            0.0,
        )
        yield from rules(
            "ask", f"{many_of} {{unit}} {that} {{bound}} {DAYS} (over|with|of|where|when)? {{dtest}}", with_days, 0.0
        )
        yield from rules("ask", f"{many_of} {{unit}} {that} {{recs}} {{bound}} times", times, 0.0)
        any_of = f"{POLAR} there (any|a|some)?"
        yield from rules("ask", f"{any_of} {{unit}} {that} {{claim}}", lambda u, c: yes(many(u, c)), 0.0)
        averaged = "(average|averaged|averaging)"
        yield from rules(
            "ask",
            f"{any_of} {{unit}} {that} {averaged} {{claim}} {{per}}?",
            lambda u, c, *_: yes(many(u, c, Statistic.MEAN)),
            0.0,
        )
        yield from rules(
            "ask", f"{any_of} {{unit}} {that} {{statistic}} {{claim}}", lambda u, s, c: yes(many(u, c, s)), 0.0
        )
