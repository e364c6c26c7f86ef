"""Whether one series goes with another, on the same day or the next."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from services.data_science.domain.algebra import In, Not, Table, Test
from services.data_science.domain.units import CLOCK
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.frames import Beside, FrameRules
from services.data_science.language.grammar.quantities import MEASURED_ASLEEP
from services.data_science.language.grammar.questions.words import POLAR
from services.data_science.language.phrases import (
    Ask,
    Frame,
    Kind,
    Noun,
    Records,
)

_NIGHT: Final = "night"
NEXT: Final = "(the next day|next day|the following day|following day|the day after|day after|a day later|one day later|the morning after|the next morning)"
_NEXT_NIGHT: Final = (
    "(that night|the same night|the following night|the next night|next night|the night after|that evening)"
)
_LINK: Final = "(relationship|correlation|link|links|connection|connections|association|relation|correlations|pattern|tie|interplay|dependency|dependence|overlap)"


_ANY: Final = "(a|any|some|much|much of a|some kind of|some sort of)"
_ENDS: Final = (
    (
        "(lower|lowers|reduce|reduces|decrease|decreases|shorten|shortens|bring down|brings down|push down|pushes down|drop|drops|cut|cuts|cost|costs|cost me|costs me)",
        -1,
    ),
    (
        "(raise|raises|increase|increases|boost|boosts|lengthen|lengthens|bring up|brings up|push up|pushes up)",
        1,
    ),
    ("(improve|improves|help|helps|help with|helps with)", 2),
    ("(worsen|worsens|hurt|hurts|harm|harms|ruin|ruins|mess with|messes with|mess up|screw up|tank|tanks)", -2),
)
"""Verbs for what one does to the other, and which way; 2 to what is better."""


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
            if not night and ask.frame.noun is not None and ask.frame.noun.said == _NIGHT:
                lag = 1 if follow else 0  # the day after a night is the one on which it ends
            return replace(ask, frame=replace(ask.frame, lag=lag))

        yield from rules("ask", f"{POLAR} {{np}} {{relation}} {{np}}", lambda a, _, b: relate(a, b), 0.0)
        yield from rules(
            "ask",
            "how (much|strongly|closely|tightly|well)? {np} {relation} {np}",
            lambda a, _, b: relate(a, b, yes_no=False),
            0.1,
        )
        yield from rules(
            "ask",
            f"(when|if|whenever|on days when|on nights when|on days|on nights) {{state}} ,? {POLAR}? (also|then)? {{state}} (too|as well)?",
            lambda one, other: self._when_first(one[0], one[1], other[0], other[1]),
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
            f"(what|{POLAR})? (there)? {_ANY}? {_LINK} (between|of) {{np}} (and|with|to) {{np}}",
            relate,
            0.0,
        )
        yield from rules(
            "ask", f"(what|{POLAR})? (there)? {_ANY}? {_LINK} (with|to) {{np}} (and|of|for) {{np}}", relate, 0.2
        )
        yield from rules("ask", f"{POLAR} {{np}} {_ANY}? {_LINK} (with|to) {{np}}", relate, 0.1)
        yield from rules("ask", f"{{np}} (and|with|versus|to|,)? {{np}} (any|a)? {_LINK}", relate, 0.1)
        yield from rules("ask", f"(any|a)? {_LINK} {{np}} (and|with|versus|to|,)? {{np}}", relate, 0.3)
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
        mutual = "(each other|one another|1 another)"
        yield from rules("ask", f"{POLAR} {{np}} and {{np}} {{relation}} {mutual}", lambda a, b, _: relate(a, b), 0.0)
        yield from rules("ask", "(correlate|correlation of) {np} (and|with|to) {np}", relate, 0.1)
        yield from rules(
            "ask",
            "how (strongly|closely) {np} and {np} (related|correlated|connected|linked)",
            lambda a, b: relate(a, b, yes_no=False),
            0.0,
        )
        yield from rules(
            "ask",
            f"{POLAR} {{direction}}? {{np}} {{direction}}? (when|if|after|on days when|on days|on days with|on nights when|on nights|on nights with|the more|as) {{direction}}? {{np}} {{direction}}?",
            self._when_more,
            0.3,
        )
        yield from rules(
            "ask",
            f"{POLAR} {{tendency}} (when|whenever|if|on days when|on nights when) {{state}}",
            lambda one, other: self._when_more(one[0], one[1], other[0], other[1]),
            0.3,
        )
        yield from rules(
            "ask",
            "(how|what)? {np} (after|following|on) (a)? {night}",
            lambda frame, night: (x := self._when_more(frame, *night)) and replace(x, yes_no=False),
            0.2,
        )
        for day, night in (("(day|days|morning|mornings)", False), ("(night|nights)", True)):
            after = f"(on|in)? {day} after (day|days|night|nights|ones)? (when|where|on which|in which|that|with)?"
            yield from rules(
                "ask",
                f"{POLAR} {{tendency}} {after} {{tendency}}",
                lambda one, other, night=night: (x := self._when_more(*one, *other)) and lagged(x, night),
                0.0,
            )
        more = "(mean|means|give|gives|equal|equals|bring|brings|come with|comes with|go with|goes with|lead to|leads to|result in)"
        yield from rules("np", "how (well|much|long|far) i {np}", lambda frame: frame, 0.2)
        yield from rules("np", "how (many|much) {np} i", lambda frame: frame, 0.2)
        yield from rules("ask", "{ask} (for me|in my case|with me)", lambda ask: ask, 0.1)
        yield from rules("state", "{tendency}", lambda said: said, 0.0)
        for said, way in (("(high|elevated)", 1), ("low", -1)):
            yield from rules("state", f"{{np}} {said}", lambda frame, way=way: (frame, way), 0.1)
        for said, way in (("(lot of|lots of|many|plenty of)", 1), ("(few|little|not many|not much)", -1)):
            yield from rules("state", f"{said} {{np}}", lambda frame, way=way: (frame, way), 0.1)
        yield from rules(
            "tendency",
            "{tendency} (at night|during night|in night|overnight|during nights)",
            lambda said: said if self._asleep(said[0]) else None,
            0.1,
        )
        yield from rules("waynp", "{np}", lambda f: (f, 0), 0.0)
        yield from rules("waynp", "{direction} {np}", lambda d, f: (f, d), 0.0)
        for said, way in (
            ("(high|elevated|long|late|big|lots of|lot of|many)", 1),
            ("(low|short|early|little|few)", -1),
        ):
            yield from rules("waynp", f"{said} {{np}}", lambda f, w=way: (f, w), 0.1)
            yield from rules("waynp", f"{said} {{np}} (days|nights)", lambda f, w=way: (f, w), 0.1)
            yield from rules("waynp", f"(days|nights) (with|of) {said} {{np}}", lambda f, w=way: (f, w), 0.1)
        for said, way in (("late", 1), ("early", -1)):
            yield from rules("waynp", f"{{np}} {said}", lambda f, w=way: (f, w) if self._clock(f) else None, 0.1)
        bedtime, sleep = Noun(metric="bed_time_clock", said="bedtime"), Noun(metric="sleep_minutes", said="sleep")
        a_night = Noun(metric="sleep_minutes", said=_NIGHT)
        for noun, way, said in (
            (bedtime, 1, "(late bed|late night|late nights|late to bed|staying up late)"),
            (bedtime, -1, "(early bed|early night|early nights|early to bed)"),
            (sleep, 1, "good sleep"),
            (sleep, -1, "(bad sleep|poor sleep)"),
            (a_night, 1, "(long night|long nights|good night|good nights)"),
            (a_night, -1, "(short night|short nights|bad night|bad nights)"),
        ):
            yield from rules("waynp", said, lambda n=noun, w=way: (self._frames.frame_of(n), w), -0.1)
            yield from rules("night", said, lambda n=noun, w=way: (self._frames.frame_of(n), w), 0.0)
        yield from rules(
            "ask",
            f"{POLAR} {{waynp}} (when|after|with|on|if) {{waynp}}",
            lambda a, b: self._both_ways(b, a) if a[1] and b[1] else None,
            0.3,
        )
        yield from rules(
            "ask", f"{POLAR} {{waynp}} {{direction}} {{np}}", lambda a, d, b: self._both_ways(a, (b, d)), 0.4
        )
        yield from rules("waynp", "{np} {direction}", lambda f, d: (f, d), 0.0)
        for link in ("{relation}", more):
            yield from rules(
                "ask", f"{POLAR} {{waynp}} {link} (me|to)? {{waynp}}", lambda a, *b: self._both_ways(a, b[-1]), 0.15
            )
            yield from rules(
                "ask",
                f"{POLAR} {{recs}} {link} (me|to)? {{tendency}}",
                lambda a, *b: (x := with_days(a, b[-1][0])) and replace(x, direction=b[-1][1]),
                0.1,
            )
        for said, way in (
            ("(push|pushes|bring|brings|drag|drags) {np} down", -1),
            ("(push|pushes|bring|brings) {np} up", 1),
        ):
            yield from rules(
                "ask",
                f"{POLAR} {{waynp}} {said}",
                lambda a, b, w=way: self._both_ways((a[0], a[1] or 1), (b, w)),
                0.0,
            )
        for said, way in _ENDS:
            yield from rules(
                "ask",
                f"{POLAR} {{waynp}} {said} {{np}}",
                lambda a, b, w=way: self._both_ways((a[0], a[1] or 1), (b, w)),
                0.0,
            )
            yield from rules(
                "ask",
                f"{POLAR} {{recs}} {said} {{np}}",
                lambda a, b, w=way: (x := with_days(a, b)) and replace(x, direction=w),
                0.0,
            )
        yield from rules(
            "ask",
            f"{POLAR} {{np}} {{relation}} how (well|much|long|far)? (i)? {{np}}",
            lambda a, _, b: relate(a, b),
            0.0,
        )
        yield from rules(
            "ask",
            f"{POLAR}? {{direction}} {{np}} ,? {{direction}} {{np}}",
            lambda d, a, e, b: self._both_ways((a, d), (b, e)),
            0.6,
        )
        yield from rules("ask", f"{POLAR} {{recs}} {{relation}} {{np}} (on)? {NEXT}", self._next_day, 0.0)
        for said, way in _ENDS:
            yield from rules(
                "ask",
                f"{POLAR} {{recs}} {said} {{np}} (on)? {NEXT}",
                lambda a, b, w=way: (x := self._next_day(a, b)) and replace(x, direction=w),
                0.0,
            )
        related = "(related|correlated|connected|linked|associated|tied|correlate|interact|go together|relate)"
        yield from rules("ask", f"how {{np}} and {{np}} {related}", lambda a, b: relate(a, b, yes_no=False), 0.0)
        yield from rules("ask", f"{{ask}} (on)? {NEXT}", lambda a: lagged(a, False), 0.0)
        yield from rules("ask", f"{{ask}} (on)? {_NEXT_NIGHT}", lambda a: lagged(a, True), 0.0)
        yield from rules("ask", "{ask} at night", lambda a: None if self._asleep(a.frame) else lagged(a, True), 0.0)

    def _both_ways(self, left: tuple[Frame, int], right: tuple[Frame, int]) -> Ask | None:
        """ "Does walking less mean more sleep": yes where the two go in the ways that are said."""
        (one, first), (other, second) = left, right
        if one.noun is None or other.noun is None or one.noun == other.noun:
            return None
        if one.statistic or other.statistic or one.best or other.best or not (first or second):
            return None
        sign = self._sign((one, first, other, second))
        return Ask(Kind.RELATE, one, other=other, yes_no=True, direction=sign, sided=not sign)

    def _next_day(self, records: Records, *said: object) -> Ask | None:
        """Whether the days after an activity differ from all others."""
        target = said[-1]
        if not isinstance(target, Frame) or records.pick or target.noun is None or target.statistic or target.best:
            return None
        first = self._frames.applied(target, Beside(records, 1))
        if first is None or first.records.inside is None:
            return None
        second = self._frames.applied(target, Not(test=In(rows=first.records.inside)))
        return Ask(Kind.CONTRAST, first, other=second, yes_no=True) if second else None

    def _when_more(self, *said: object) -> Ask | None:
        """ "Do I sleep better when I walk more?": two series, of which the second comes first."""
        frames = [each for each in said if isinstance(each, Frame)]
        directions = [each for each in said if isinstance(each, int)]
        if len(frames) != 2 or not directions or frames[0].noun == frames[1].noun:
            return None
        target, feature = frames
        if target.statistic or feature.statistic or target.best or feature.best:
            return None
        if feature.records.tests or feature.pinned or target.pinned:
            return None
        sign = self._sign(said)
        return Ask(Kind.RELATE, feature, other=target, yes_no=True, direction=sign, sided=not sign)

    def _when_first(self, *said: object) -> Ask | None:
        """ "When I sleep longer, is my REM longer too?": two series, of which the first comes first."""
        frames = [each for each in said if isinstance(each, Frame)]
        directions = [each for each in said if isinstance(each, int)]
        if len(frames) != 2 or len(directions) != 2 or frames[0].noun == frames[1].noun:
            return None
        one, other = frames
        if one.statistic or other.statistic or one.best or other.best:
            return None
        sign = self._sign(said)
        return Ask(Kind.RELATE, one, other=other, yes_no=True, direction=sign, sided=not sign)

    def _sign(self, said: tuple[object, ...]) -> int:
        """Which way two series are said to go together, from the directions beside each; 0 where one has none."""
        sign, left = 1, [each for each in said if isinstance(each, Frame)]
        ways = [each for each in said if isinstance(each, int)]
        if len(ways) != len(left):
            return 0
        for way, frame in zip(ways, left, strict=True):
            sign *= self._builder.way(way, frame.noun, Table.DAYS) or 0
        return sign

    def _clock(self, frame: Frame) -> bool:
        """Whether it is a time of day."""
        quantity = self._builder.quantity(frame.noun, Table.DAYS) if frame.noun else None
        return quantity is not None and quantity.unit == CLOCK

    def _asleep(self, frame: Frame) -> bool:
        """Whether it is measured at night, so that "at night" says nothing of which night."""
        return self._nightly(frame) or (frame.noun is not None and frame.noun.metric in MEASURED_ASLEEP)

    def _nightly(self, frame: Frame) -> bool:
        quantity = self._builder.quantity(frame.noun, Table.DAYS) if frame.noun else None
        return quantity is not None and quantity.nightly
