"""Yes or no to how often: whether something ever held, more than three times, on most days, not once."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from services.data_science.domain.algebra import Operator, Table, Test, Unit
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.questions.words import DAYS, POLAR
from services.data_science.language.phrases import Amount, Ask, Bound, Frame, Kind, Noun, Records

_EVER: Final = "(ever|at all|even 1 times|1 times|once|even once|at any point|at any time|at least once|on any day|on any night|any day|any night|any time|anytime|a single time|even a single time|at some point|on any of them)"
_MOST: Final = "(most|the majority of|majority of|more than half of|more often than not on|over half of|over half|more than half|the bulk of)"


class DecidedCounts:
    """The rules of decisions by how often something held."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
        def ever(test: Test) -> Ask:
            return Ask(Kind.COUNT, Frame(records=Records(tests=frozenset({test}))), yes_no=True)

        def ever_within(noun: Noun, bound: Bound) -> Ask | None:
            test = self._builder.test(noun, bound, Table.DAYS)
            return ever(test) if test else None

        def ever_day(records: Records) -> Ask | None:
            return Ask(Kind.COUNT, Frame(records=records), yes_no=True) if records.pick is None else None

        def counted(test: Test, bound: Bound) -> Ask | None:
            return self._counted(Records(tests=frozenset({test})), bound)

        def most(test: Test) -> Ask:
            bound = Bound(Operator.GREATER, Amount(50.0, "%"))
            return Ask(Kind.SHARE, Frame(), test=test, bound=bound, yes_no=True)

        def share(test: Test, bound: Bound) -> Ask | None:
            if not isinstance(bound.to, Amount) or bound.to.unit != "%" or bound.upper:
                return None
            return Ask(Kind.SHARE, Frame(), test=test, bound=bound, yes_no=True)

        yield from rules("ask", f"{POLAR} {{noun}} {_EVER} {{bound}}", ever_within, 0.0)
        yield from rules("ask", f"{POLAR} {_EVER} {{dtest}}", ever, 0.0)
        yield from rules("ask", f"{POLAR} {{dtest}} {_EVER}", ever, 0.0)
        yield from rules("ask", f"{POLAR} there (a|any|some)? {{drecs}}", ever_day, 0.0)
        yield from rules("ask", f"{POLAR} (have|had|has|get|got) (a|any|some) {{drecs}}", ever_day, 0.0)
        yield from rules("ask", "(any|was there any|were there any) {drecs}", ever_day, 0.3)
        times = f"(times|time|occasions|{DAYS[1:-1]})"
        yield from rules("ask", f"{POLAR} {{dtest}} (on|for)? {{bound}} {times}", counted, 0.0)
        yield from rules(
            "ask", f"{POLAR} {{bound}} {times} (when|where|with|that|of)? {{dtest}}", lambda b, t: counted(t, b), 0.1
        )
        yield from rules("ask", f"{POLAR} there {{bound}} {{drecs}}", lambda b, r: self._counted(r, b), 0.0)
        yield from rules("ask", f"{POLAR} {{recs}} {{bound}} times", lambda r, b: self._counted(r, b), 0.0)
        for noun in ("recs", "drecs"):
            yield from rules("ask", f"{POLAR} {{bound}} {{{noun}}}", lambda b, r: self._counted(r, b), 0.0)
            yield from rules("ask", f"{POLAR} {{count}} {{{noun}}}", lambda n, r: self._counted(r, _at_least(n)), 0.0)
            each = f"{{{noun}}} (every|each|every single) {{unit}}"
            yield from rules("ask", f"{POLAR} {{bound}} {each}", self._in_each, -0.3)
            yield from rules(
                "ask", f"{POLAR} {{count}} {each}", lambda n, r, u: self._in_each(_at_least(n), r, u), -0.3
            )
        yield from rules("ask", f"{POLAR} {{dtest}} (on|for|in)? {_MOST} (the|my|of)? {DAYS}", most, 0.0)
        yield from rules("ask", f"(on|for|in)? {_MOST} (the|my|of)? {DAYS} ,? {POLAR}? {{dtest}}", most, 0.1)
        yield from rules("ask", f"{POLAR} {_MOST} (the|my|of)? {DAYS} {{dtest}}", most, 0.0)
        yield from rules("ask", f"{POLAR} {{dtest}} (on|for|in)? {{bound}} of (the|my|of)? {DAYS}", share, 0.0)

    def _in_each(self, bound: Bound, records: Records, unit: Unit) -> Ask | None:
        """Whether so many were done in all of the weeks, and not only on average."""
        ask = self._counted(records, bound) if unit is not Unit.DAY else None
        return replace(ask, kind=Kind.SHARE, unit=unit) if ask else None

    def _counted(self, records: Records, bound: Bound) -> Ask | None:
        if records.pick or not isinstance(bound.to, Amount) or bound.to.unit or bound.upper or bound.field:
            return None
        return Ask(Kind.COUNT, Frame(records=records), bound=bound, yes_no=True)


def _at_least(count: int) -> Bound:
    return Bound(Operator.GREATER_OR_EQUAL, Amount(float(count)))
