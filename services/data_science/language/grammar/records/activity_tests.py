"""What must hold of an activity: how long, how far, how hard it was."""

from collections.abc import Iterator

from services.data_science.domain.algebra import And, Operator, Or, Table, Test
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.records.connectives import parts
from services.data_science.language.phrases import Amount, Bound, Noun


class ActivityTests:
    """The rules of tests on activities."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
        build = self._builder

        def named(noun: Noun, bound: Bound) -> Test | None:
            return build.test(noun, bound, Table.ACTIVITIES)

        def of_activities_alone(noun: Noun, bound: Bound) -> Test | None:
            """ "And at least 10k steps" goes on with the day; what no day has is of the activity."""
            return None if noun.metric or noun.field in build.catalogue.metrics else named(noun, bound)

        def implied(bound: Bound) -> Test | None:
            noun = build.field_for(bound)
            return build.test(noun, bound, Table.ACTIVITIES) if noun else None

        def implied_alone(bound: Bound) -> Test | None:
            noun = build.field_for(bound)
            return of_activities_alone(noun, bound) if noun else None

        where = "(with|of|where|when|that|for|at|in which|whose|which|having|took place|taking place|happened|started|starting|began|beginning|i started|that started|that i started|that began|begun|start|begin|set off|set out)"
        yield from rules("atest", f"{where}? {{noun}} (of|at|by)? {{bound}}", named, 0.1)
        yield from rules("atest", f"{where}? {{bound}} (of|in)? {{noun}}", lambda bound, noun: named(noun, bound), 0.1)
        yield from rules("atest", f"{where}? {{bound}}", implied, 0.1)
        yield from rules("atest", "and {noun} (of|at|by)? {bound}", of_activities_alone, 0.1)
        yield from rules("atest", "and {bound} (of|in)? {noun}", lambda b, noun: of_activities_alone(noun, b), 0.1)
        yield from rules("atest", "and {bound}", implied_alone, 0.1)
        yield from rules(
            "atest", "(burning|burned|that burned|burnt) {bound}", lambda b: named(Noun(field="calories_kcal"), b), 0.1
        )
        for word, operator in (
            ("more", Operator.GREATER_OR_EQUAL),
            ("fewer", Operator.LESS_OR_EQUAL),
            ("less", Operator.LESS_OR_EQUAL),
        ):
            yield from rules(
                "atest",
                f"{where}? {{number}} {{noun}} (or|and) {word}",
                lambda n, noun, op=operator: named(noun, Bound(op, Amount(n))),
                0.0,
            )
        yield from rules(
            "atest", "{atest} (and|but)? {atest}", lambda a, b: And(tests=parts(a, And) | parts(b, And)), 0.2
        )
        yield from rules("atest", "{atest} or {atest}", lambda a, b: Or(tests=parts(a, Or) | parts(b, Or)), 0.2)
