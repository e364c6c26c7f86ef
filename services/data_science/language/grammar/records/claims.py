"""That something measured is within a bound: "steps over 10000", "in bed before midnight", "REM under 20 % of my sleep"."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from services.data_science.domain.algebra import Operator, Table
from services.data_science.language.building import Builder, clock_minutes
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.quantities import beyond
from services.data_science.language.phrases import (
    Amount,
    Bound,
    Noun,
    Usual,
)

_LATER: Final = frozenset({Operator.GREATER, Operator.GREATER_OR_EQUAL})
_EARLY, _NOON = 5 * 60, 12 * 60
_EVENING, _MORNING = 20 * 60, 29 * 60
"""Minutes after midnight; those of the night after that of the day that it begins on."""


@dataclass(frozen=True, slots=True)
class Claim:
    """That something measured is within a bound."""

    noun: Noun
    bound: Bound


class Claims:
    """The rules of claims."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
        def claim(noun: Noun, bound: Bound) -> Claim | None:
            return Claim(noun, bound)

        yield from rules("claim", "{noun} (for|of|at|to|in)? {bound}", claim, 0.1)
        for word, operator in (
            ("more", Operator.GREATER_OR_EQUAL),
            ("fewer", Operator.LESS_OR_EQUAL),
            ("less", Operator.LESS_OR_EQUAL),
        ):
            yield from rules(
                "claim",
                f"{{number}} {{noun}} (or|and) {word}",
                lambda n, noun, op=operator: Claim(noun, Bound(op, Amount(n))),
                0.0,
            )
        yield from rules(
            "claim",
            "{direction} {noun} than (what)? {usual}",
            self._directed,
            0.0,
        )
        yield from rules("claim", "{direction} {noun} than {amount}", self._directed, 0.0)
        for by in ("amount", "bound"):
            yield from rules("claim", f"{{{by}}} {{direction}} {{noun}} than {{usual}}", self._directed_by, 0.0)
        yield from rules("claim", "{bound} (of|for|in|a)? {noun}", lambda bound, noun: claim(noun, bound), 0.1)

        def clock(metric: str) -> Callable[[Bound], Claim | None]:
            def built(bound: Bound) -> Claim | None:
                to = bound.to
                hour = isinstance(to, Amount) and to.unit == "" and to.value.is_integer()
                said = hour or (isinstance(to, Amount) and to.unit in {"am", "pm", "clock"})
                return Claim(Noun(metric=metric), bound) if said and metric in self._builder.catalogue.metrics else None

            return built

        def asleep(bound: Bound) -> Claim | None:
            """Who sleeps past eight in the morning wakes up after it."""
            minutes = clock_minutes(bound.to, evening=False) if isinstance(bound.to, Amount) else None
            late = minutes is not None and bound.operator in _LATER and _EARLY <= minutes < _NOON
            return clock("wake_up_time_clock" if late else "bed_time_clock")(bound)

        for said, built in (
            ("(in bed|to bed|to sleep|bed|fall asleep|fell asleep) {bound}", clock("bed_time_clock")),
            ("(sleep|slept|sleeping|asleep) {bound}", asleep),
            (
                "(sleep in|slept in|sleeping in|lie in|stay in bed|stayed in bed) (until|till)? {bound}",
                clock("wake_up_time_clock"),
            ),
            (
                "(sleep|slept|sleeping|asleep|lie|stay in bed|stayed in bed) in? (until|till|til) {amount}",
                _reached_by(clock("wake_up_time_clock")),
            ),
        ):
            yield from rules("claim", said, built, 0.4)
        yield from rules(
            "claim",
            "(up|awake|woke up|wake up|wake|waking up|out of bed|get up|got up|woke|woken up) {bound}",
            clock("wake_up_time_clock"),
            0.4,
        )

        got_up = "(get up|got up|getting up|wake up|woke up|waking up|woken up)"
        wake = Noun(metric="wake_up_time_clock")
        at_a_time = clock("bed_time_clock")
        yield from rules("claim", f"{got_up} {{bound}}", lambda b: Claim(wake, b) if at_a_time(b) else None, -0.1)

        def up(bound: Bound) -> Claim | None:
            """Who is up past one o'clock has gone to bed after it."""
            minutes = clock_minutes(bound.to, evening=True) if isinstance(bound.to, Amount) else None
            late = minutes is not None and bound.operator in _LATER and _EVENING <= minutes <= _MORNING
            return clock("bed_time_clock")(bound) if late else None

        yield from rules("claim", "(still)? (up|awake) {bound}", up, 0.1)

        yield from rules(
            "claim",
            "{noun} (make up|made up|makes up) {bound} of {noun}",
            lambda n, b, whole: (
                Claim(Noun(metric=f"{n.metric.removesuffix('_minutes')}_percent", said=n.said), b)
                if whole.metric == "sleep_minutes"
                else None
            ),
            0.0,
        )
        yield from rules(
            "claim",
            "{bound} of {noun} (was|is|were)? {noun}",
            lambda b, whole, n: (
                Claim(Noun(metric=f"{n.metric.removesuffix('_minutes')}_percent", said=n.said), b)
                if whole.metric == "sleep_minutes"
                else None
            ),
            0.0,
        )
        yield from rules(
            "claim",
            "{noun} (for)? {bound} (of the day|of the night|of the time|of my sleep|of the sleep)",
            lambda n, b: (
                Claim(Noun(metric=f"{n.metric.removesuffix('_minutes')}_percent", said=n.said), b)
                if isinstance(b.to, Amount) and b.to.unit == "%"
                else None
            ),
            0.0,
        )
        yield from rules(
            "claim",
            "{noun} (for)? {bound}",
            lambda n, b: (
                Claim(Noun(metric=f"{n.metric.removesuffix('_minutes')}_percent", said=n.said), b)
                if n.metric.endswith("_minutes") and isinstance(b.to, Amount) and b.to.unit == "%"
                else None
            ),
            0.1,
        )
        yield from rules(
            "claim",
            "{noun} {bound} (in|of) {noun}",
            lambda a, b, c: Claim(c, b) if self._of_sleep(a, c) else None,
            0.0,
        )
        yield from rules(
            "claim",
            "{noun} {bound} {noun}",
            lambda a, b, c: Claim(c, b) if self._of_sleep(a, c) or (a.metric and a.metric == c.metric) else None,
            0.1,
        )
        yield from rules("claim", "{claim} (in a day|a day|per day|in a night|a night|each day)", lambda c: c, 0.1)
        yield from rules("claim", "{noun} {amount}", lambda n, to: Claim(n, Bound(Operator.GREATER_OR_EQUAL, to)), 0.6)

    def _directed_by(self, by: Amount | Bound, direction: int, noun: Noun, usual: Usual) -> Claim | None:
        """ "At least 30 minutes less sleep than usual"."""
        way = self._builder.way(direction, noun, Table.DAYS if noun.metric else Table.ACTIVITIES)
        operator = Operator.GREATER if way == 1 else Operator.LESS
        bound = beyond(by, operator, usual) if way else None
        return Claim(noun, bound) if bound else None

    def _of_sleep(self, whole: Noun, part: Noun) -> bool:
        """Whether the one is sleep and the other a part of a night: "slept at least an hour of deep"."""
        quantity = self._builder.vocabulary.quantity(part)
        return whole.metric == "sleep_minutes" and quantity is not None and quantity.nightly

    def _directed(self, direction: int, noun: Noun, to: Amount | Usual) -> Claim | None:
        way = self._builder.way(direction, noun, Table.DAYS if noun.metric else Table.ACTIVITIES)
        return Claim(noun, Bound(Operator.GREATER if way > 0 else Operator.LESS, to)) if way else None


def _reached_by(claim: Callable[[Bound], Claim | None]) -> Callable[[Amount], Claim | None]:
    """Until a time of day is until then or later."""
    return lambda to: claim(Bound(Operator.GREATER_OR_EQUAL, to))
