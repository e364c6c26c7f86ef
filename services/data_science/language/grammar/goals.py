"""A goal that a person states for the questions that follow: "my goal is 10000 steps a day"."""

from collections.abc import Iterator

from services.data_science.domain.algebra import Operator, Table
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.records.claims import Claim
from services.data_science.language.phrases import Amount, Bound, Goal, Noun


class Goals:
    """The rules of stated goals."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
        def goal(amount: Amount, noun: Noun | None = None) -> Goal | None:
            bound = Bound(Operator.GREATER_OR_EQUAL, amount)
            named = noun or self._builder.implied(bound)
            test = self._builder.test(named, bound, Table.DAYS) if named else None
            return Goal(test) if test else None

        def claimed(claim: Claim) -> Goal | None:
            test = self._builder.test(claim.noun, claim.bound, Table.DAYS)
            return Goal(test) if test else None

        said = "(i)? (if)? (goal|target|aim|aiming|target is|goal is|aim is) (of|for|is|to get|to walk|to do|to hit|to sleep|at|to)?"
        yield from rules("question", f"{said} {{amount}} {{noun}} {{per}}?", lambda a, n, *_: goal(a, n), 0.0)
        yield from rules("question", f"{said} {{amount}} {{per}}?", lambda a, *_: goal(a), 0.1)
        yield from rules("question", f"{said} {{claim}} {{per}}?", lambda c, *_: claimed(c), 0.1)
