"""What the person notes, as days: those with it, those known to be without it, and the nights that follow."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from services.data_science.domain.algebra import (
    Literal,
    NumberArithmetic,
    Operation,
    Operator,
    Order,
    Table,
    Test,
    When,
    Window,
)
from services.data_science.domain.units import DAYS
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.comparisons.pairs import Pair
from services.data_science.language.grammar.frames import Beside, FrameRules
from services.data_science.language.grammar.quantities import MEASURED_ASLEEP
from services.data_science.language.grammar.questions.words import POLAR
from services.data_science.language.phrases import Amount, Ask, Best, Bound, Frame, Kind, Noun, Records

_DAYS: Final = "(days|nights|evenings|mornings|dates|weeks)"
_HAD: Final = (
    "(with|of|had|have|having|drink|drinks|drank|drinking|ate|eat|take|took|taken|feel|felt|on|did|was|was on)"
)
_NONE: Final = "(without|without any|no|not|not have|not drink|not take|free of|did not drink|did not have|not had)"
_DURING: Final = "(during|on|in|when|while|whenever|with|if|when on|when having|when feeling|when i have|during my)"
_AFTER: Final = "(after|following|after having|after drinking|after taking|after a night of|after some|because of|night after|on nights after|day after|on days after)"
_REST: Final = "(without|without it|not|none|other days|other nights|at home|normal|usually|otherwise|all other days|the rest|days without|nights without|on days without|after days without|when not|usual|days when not|other times|on other days|home|healthy|well|when healthy|when well|when home)"
_BESIDE: Final = "(and|versus|vs|compared to|compared with|against|or|than|to|with)"
_CHANGES: Final = "(change|changes|differ|differs|affected|look|behave|different|respond|responds|react|reacts|doing|influenced|impacted|vary)"
_EFFECTS: Final = "(do to|affect|affects|influence|influences|impact|impacts|change|changes|matter for|matters for|show in|interact with|interfere with|have to do with|disturb|disturbs|disrupt|disrupts)"
_WAYS: Final = (
    ("(lower|lowers|reduce|reduces|decrease|decreases|shorten|shortens|drop|drops|cut|cuts|bring down)", -1),
    ("(raise|raises|increase|increases|boost|boosts|lengthen|lengthens|bring up|push up)", 1),
    ("(improve|improves|help|helps|help with|helps with|good for)", 2),
    ("(worsen|worsens|hurt|hurts|harm|harms|ruin|ruins|mess with|mess up|screw up|tank|bad for|spoil|spoils)", -2),
)
_FARES: Final = (("(suffer|suffers|get worse|gets worse)", -2), ("(improve|improves|get better|gets better)", 2))
_STOPPED: Final = "(stopped|quit|gave up|given up|cut out|dropped|stopped with|went off|came off)"
_NOTHING: Final = Amount(0.0)
_A_DAY: Final = Literal(value=1, unit=DAYS)
_VERBS: Final = frozenset({"travel", "travelling", "traveling", "meditate", "meditated", "meditating", "napping"})
"""What says by itself that a day had it."""


class NotedDays:
    """The rules of days with what is noted, and of days without."""

    def __init__(self, builder: Builder, frames: FrameRules) -> None:
        self._builder = builder
        self._frames = frames

    def rules(self) -> Iterator[Rule]:
        yield from rules("noted", "{noun}", self._of_days, 0.0)
        yield from rules("noted", "(drinking|having|taking|eating) {noun}", self._of_days, 0.0)
        yield from rules("noun", "{noun} (drink|drank|drunk)", self._of_days, 0.1)
        yield from self._days()
        yield from self._effects()
        yield from rules(
            "ask", "(when|which day|what day|on which day) (last)? {noted} (last|most recently)?", self._last, 0.1
        )
        yield from rules("ask", "(last|last time|the last time) {noted}", self._last, 0.2)
        for category in ("pair", "sincepair"):
            for stopped in (f"since (i)? (have)? {_STOPPED} {{noted}}", f"after (i)? {_STOPPED} {{noted}}"):
                yield from rules(category, stopped, self._since_stopped, 0.0)
        yield from rules("happened", "{noted}", lambda noun: self._newest(self._on(self._with(noun))), 0.2)

    def _days(self) -> Iterator[Rule]:
        yield from rules("dtest", f"{_HAD} {{noted}}", self._with, 0.1)
        yield from rules("dtest", "{noted}", lambda noun: self._with(noun) if noun.said in _VERBS else None, 0.4)
        yield from rules("dtest", f"{_NONE} {{noted}}", self._without, 0.0)
        yield from rules("drecs", f"{{noted}} {_DAYS}", lambda noun: self._on(self._with(noun)), 0.0)
        yield from rules("drecs", f"(non|no) {{noted}} {_DAYS}", lambda noun: self._on(self._without(noun)), 0.0)
        yield from rules("mod", f"{_DURING} {{noted}}", self._with, 0.1)
        yield from rules("mod", f"{_AFTER} {{noted}}", lambda noun: self._after(self._with(noun)), 0.1)
        yield from rules("group_of", f"{_DURING} {{noted}}", self._with, 0.1)
        yield from rules("group_of", f"{_AFTER} {{noted}}", lambda noun: self._after(self._with(noun)), 0.1)

    def _effects(self) -> Iterator[Rule]:
        for said, way in _WAYS:
            yield from rules(
                "ask",
                f"{POLAR} {{noted}} {said} {{np}}",
                lambda noun, frame, way=way: self._apart(noun, frame, way, follows=self._follows(noun)),
                -0.2,
            )
        plain = ("how {noted} " + _EFFECTS + " {np}", "what {noted} " + _EFFECTS + " {np}")
        for pattern in (f"{POLAR} {{noted}} {_EFFECTS} {{np}}", *plain):
            yield from rules(
                "ask", pattern, lambda noun, frame: self._apart(noun, frame, 0, follows=self._follows(noun)), -0.2
            )
        yield from rules(
            "ask",
            "(what)? (effect|impact|influence) (does|do|of|has)? {noted} (have)? on {np}",
            lambda noun, frame: self._apart(noun, frame, 0, follows=self._follows(noun)),
            -0.2,
        )
        for joint, follows in ((_DURING, False), (_AFTER, True)):
            yield from rules(
                "ask",
                f"{POLAR} {{tendency}} {joint} {{noted}}",
                lambda said, noun, follows=follows: self._apart(noun, said[0], said[1], follows=follows),
                -0.2,
            )
            for said, way in _FARES:
                yield from rules(
                    "ask",
                    f"{POLAR} {{np}} {said} {joint} {{noted}}",
                    lambda frame, noun, way=way, follows=follows: self._apart(noun, frame, way, follows=follows),
                    -0.2,
                )
            for verb in (f"how {{np}} {_CHANGES}", f"{POLAR} {{np}} {_CHANGES}"):
                yield from rules(
                    "ask",
                    f"{verb} {joint} {{noted}}",
                    lambda frame, noun, follows=follows: self._apart(noun, frame, 0, follows=follows),
                    -0.2,
                )
            beside = f"{joint} (a|my|days|days with|nights with|days of)? {{noted}} {_BESIDE} {_REST}"
            for lead in ("compare {np}", "{np}", "how {np}", "how many {np}", "how much {np}", f"{POLAR} {{np}}"):
                yield from rules(
                    "ask",
                    f"{lead} {beside}",
                    lambda frame, noun, *_, follows=follows, lead=lead: (
                        (ask := self._apart(noun, frame, 0, follows=follows))
                        and replace(ask, yes_no=lead.startswith(POLAR))
                    ),
                    -0.1,
                )
        yield from rules(
            "ask",
            f"{POLAR} {{tendency}} {_NONE} {{noted}}",
            lambda said, noun: self._apart(noun, said[0], -said[1], follows=self._follows(noun)),
            -0.2,
        )

    def _of_days(self, noun: Noun) -> Noun | None:
        quantity = self._builder.quantity(noun, Table.DAYS)
        return noun if quantity is not None and quantity.tag and quantity.additive else None

    def _with(self, noun: Noun) -> Test | None:
        return self._builder.test(noun, Bound(Operator.GREATER, _NOTHING), Table.DAYS)

    def _without(self, noun: Noun) -> Test | None:
        return self._builder.test(noun, Bound(Operator.EQUAL, _NOTHING), Table.DAYS)

    def _on(self, test: Test | None) -> Records | None:
        return Records(tests=frozenset({test})) if test is not None else None

    def _after(self, test: Test | None) -> Beside | None:
        records = self._on(test)
        return Beside(records, 1) if records is not None else None

    def _follows(self, noun: Noun) -> bool:
        """Whether its effect is looked for in the night after; of what lasts, it is on the day itself."""
        quantity = self._builder.quantity(noun, Table.DAYS)
        return quantity is not None and not quantity.lasting

    def _apart(self, noun: Noun, frame: Frame, direction: int, *, follows: bool) -> Ask | None:
        """What is measured with it, against what is measured where it is known that there was none."""
        if frame.noun is None or not frame.noun.metric or frame.noun == noun or frame.statistic or frame.best:
            return None
        had, none = self._with(noun), self._without(noun)
        quantity = self._builder.quantity(frame.noun, Table.DAYS)
        if had is None or none is None or quantity is None or quantity.tag:
            return None
        asleep = quantity.nightly or frame.noun.metric in MEASURED_ASLEEP
        moved = follows and asleep
        one, other = (self._after(had), self._after(none)) if moved else (had, none)
        if one is None or other is None:
            return None
        first, second = self._frames.applied(frame, one), self._frames.applied(frame, other)
        if first is None or second is None:
            return None
        return Ask(Kind.CONTRAST, first, other=second, direction=direction, yes_no=True)

    def _last(self, noun: Noun) -> Ask | None:
        records = self._newest(self._on(self._with(noun)))
        return Ask(Kind.WHEN, Frame(records=records)) if records else None

    def _since_stopped(self, noun: Noun) -> Pair | None:
        """The days after the last one with it, beside those from the first one with it to the last."""
        records = self._on(self._with(noun))
        if records is None:
            return None
        first, last = (
            When(rows=self._builder.rows(replace(records, pick=(None, Best(order=order)))))
            for order in (Order.OLDEST, Order.NEWEST)
        )
        after = NumberArithmetic(left=last, operation=Operation.PLUS, right=_A_DAY)
        quantity = self._builder.quantity(noun, Table.DAYS)
        of = quantity.noun if quantity else noun.said
        return Pair(
            Window(start=after, end=self._builder.catalogue.today, label=f"since your last {of}"),
            Window(start=first, end=last, label=f"from your first {of} to your last"),
        )

    def _newest(self, records: Records | None) -> Records | None:
        return replace(records, pick=(None, Best(order=Order.NEWEST))) if records else None
