"""Whether one series goes with another, on the same day or the next."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from services.data_science.domain.algebra import In, Not, Table, Test
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.frames import Beside, FrameRules
from services.data_science.language.grammar.questions.words import POLAR
from services.data_science.language.phrases import (
    Ask,
    Frame,
    Kind,
    Records,
)

_NEXT: Final = "(the next day|next day|the following day|following day|the day after|day after|a day later|one day later|the morning after|the next morning)"
_NEXT_NIGHT: Final = (
    "(that night|the same night|the following night|the next night|next night|the night after|that evening|at night)"
)
_LINK: Final = "(relationship|correlation|link|connection|association|relation|correlations)"


class Relations:
    """The rules of relations between two series."""

    def __init__(self, builder: Builder, frames: FrameRules) -> None:
        self._builder = builder
        self._frames = frames

    def rules(self) -> Iterator[Rule]:
        def relate(one: Frame, other: Frame, lag: int = 0, *, yes_no: bool = True) -> Ask | None:
            if one.noun is None or other.noun is None or one.noun == other.noun or one.statistic or other.statistic:
                return None
            return Ask(Kind.RELATE, replace(one, lag=lag), other=other, yes_no=yes_no)

        def sided(ask: Ask | None) -> Ask | None:
            return replace(ask, sided=True) if ask else None

        def with_days(records: Records, other: Frame) -> Ask | None:
            """Whether days with an activity differ from others."""
            if records.pick or other.noun is None or not other.noun.metric or other.statistic or other.best:
                return None
            first = self._frames.applied(
                other, Beside(records, 1) if self._nightly(other) else self._builder.on_days_of(records)
            )
            if first is None:
                return None
            rest: Test = (
                Not(test=In(rows=first.records.inside))
                if first.records.inside
                else Not(test=self._builder.on_days_of(records))
            )
            second = self._frames.applied(other, rest)
            return Ask(Kind.CONTRAST, first, other=second, yes_no=True) if second else None

        def lagged(ask: Ask, night: bool) -> Ask | None:
            if ask.kind is not Kind.RELATE or ask.other is None or ask.frame.lag:
                return None
            follow = self._builder.catalogue.nights_follow
            lag = (0 if follow else 1) if night and self._nightly(ask.other) else 1
            return replace(ask, frame=replace(ask.frame, lag=lag))

        yield from rules("ask", f"{POLAR} {{np}} {{relation}} {{np}}", lambda a, _, b: relate(a, b), 0.0)
        yield from rules(
            "ask",
            f"{POLAR} {{direction}} {{np}} {{relation}} {{direction}}? {{np}}",
            lambda d, a, r, *rest: sided(relate(a, rest[-1])),
            0.1,
        )
        yield from rules("ask", "how (much)? {np} {relation} {np}", lambda a, _, b: relate(a, b, yes_no=False), 0.1)
        yield from rules(
            "ask",
            "(when|if) {direction}? {np} {direction}? ,? (is|do|are|does)? {np} {direction} too?",
            self._when_first,
            0.1,
        )
        yield from rules("ask", f"{POLAR} {{recs}} {{relation}} {{np}}", lambda a, _, b: with_days(a, b), 0.1)
        yield from rules(
            "ask",
            "how {recs} {relation} {np}",
            lambda a, _, b: (x := with_days(a, b)) and replace(x, yes_no=False),
            0.2,
        )
        yield from rules(
            "ask",
            f"(what|{POLAR})? (there)? (a|any)? {_LINK} (between|of) {{np}} (and|with|to) {{np}}",
            relate,
            0.0,
        )
        yield from rules(
            "ask", f"(what|{POLAR})? (there)? (a|any)? {_LINK} (with|to) {{np}} (and|of|for) {{np}}", relate, 0.2
        )
        yield from rules(
            "ask",
            "(what)? (effect|impact|influence) (does|do|of|has|have)? {np} (have)? (on|upon) {np}",
            lambda a, b: relate(a, b, yes_no=False),
            0.0,
        )
        yield from rules(
            "ask",
            f"{POLAR} {{np}} and {{np}} (related|correlated|connected|linked|associated|go together|move together|go hand in hand|correlate)",
            relate,
            0.0,
        )
        yield from rules("ask", "(correlate|correlation of) {np} (and|with|to) {np}", relate, 0.1)
        yield from rules(
            "ask",
            "how (strongly|closely) {np} and {np} (related|correlated|connected|linked)",
            lambda a, b: relate(a, b, yes_no=False),
            0.0,
        )
        yield from rules(
            "ask",
            f"{POLAR} {{direction}}? {{np}} {{direction}}? (when|if|after|on days when|on days|on days with|the more|as) {{direction}}? {{np}} {{direction}}?",
            self._when_more,
            0.3,
        )
        more = "(mean|means|give|gives|equal|equals|bring|brings|come with|comes with|go with|goes with|lead to|leads to|result in)"
        yield from rules(
            "ask",
            f"{POLAR} {{direction}} {{np}} {more} {{direction}} {{np}}",
            lambda d, a, e, b: sided(relate(a, b)),
            0.0,
        )
        yield from rules("ask", f"{POLAR} {{np}} {more} {{direction}} {{np}}", lambda a, e, b: sided(relate(a, b)), 0.3)
        yield from rules("ask", f"{{ask}} (on)? {_NEXT}", lambda a: lagged(a, False), 0.0)
        yield from rules("ask", f"{{ask}} (on)? {_NEXT_NIGHT}", lambda a: lagged(a, True), 0.0)

    def _when_more(self, *said: object) -> Ask | None:
        """ "Do I sleep better when I walk more?": two series, of which the second comes first."""
        frames = [each for each in said if isinstance(each, Frame)]
        directions = [each for each in said if isinstance(each, int)]
        if len(frames) != 2 or not directions or frames[0].noun == frames[1].noun:
            return None
        target, feature = frames
        if target.statistic or feature.statistic or target.best or feature.best:
            return None
        return Ask(Kind.RELATE, feature, other=target, yes_no=True, sided=True)

    def _when_first(self, *said: object) -> Ask | None:
        """ "When I sleep longer, is my REM longer too?": two series, of which the first comes first."""
        frames = [each for each in said if isinstance(each, Frame)]
        directions = [each for each in said if isinstance(each, int)]
        if len(frames) != 2 or len(directions) != 2 or frames[0].noun == frames[1].noun:
            return None
        one, other = frames
        if one.statistic or other.statistic or one.best or other.best:
            return None
        return Ask(Kind.RELATE, one, other=other, yes_no=True, sided=True)

    def _nightly(self, frame: Frame) -> bool:
        quantity = self._builder.quantity(frame.noun, Table.DAYS) if frame.noun else None
        return quantity is not None and quantity.nightly
