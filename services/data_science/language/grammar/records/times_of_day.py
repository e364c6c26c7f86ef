"""When in the day an activity began: before seven, in the evening, at night, a morning run."""

from collections.abc import Iterator
from dataclasses import replace

from services.data_science.domain.algebra import START_CLOCK, And, Compare, Field, Literal, Operator, Test
from services.data_science.domain.units import CLOCK
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.questions.words import SET_OFF
from services.data_science.language.phrases import Records


class TimesOfDay:
    """The rules of the hours at which activities begin."""

    def rules(self) -> Iterator[Rule]:
        def clock(operator: Operator, minutes: float) -> Test:
            return Compare(column=Field(name=START_CLOCK), operator=operator, number=Literal(value=minutes, unit=CLOCK))

        def part(low: int, high: int) -> Test:
            return And(tests=frozenset({clock(Operator.GREATER_OR_EQUAL, low * 60), clock(Operator.LESS, high * 60)}))

        yield from rules("atest", "before {number}", lambda n: clock(Operator.LESS, n * 60) if n <= 24 else None, 0.4)
        yield from rules("atest", "after {number}", lambda n: clock(Operator.GREATER, n * 60) if n <= 24 else None, 0.4)
        yield from rules("atest", "(in|during) the? (morning|mornings)", lambda: clock(Operator.LESS, 12 * 60), 0.1)
        yield from rules("atest", "(in|during) the? (afternoon|afternoons)", lambda: part(12, 18), 0.1)
        yield from rules(
            "atest", "(in|during) the? (evening|evenings)", lambda: clock(Operator.GREATER_OR_EQUAL, 18 * 60), 0.1
        )
        yield from rules("atest", "at night", lambda: clock(Operator.GREATER_OR_EQUAL, 21 * 60), 0.2)

        def narrowed(records: Records, test: Test) -> Records | None:
            return None if records.pick else replace(records, tests=records.tests | {test})

        def begun(records: Records, test: Test) -> Records | None:
            """When it was begun, where a time of day follows and nothing else is said of it."""
            asked = test.tests if isinstance(test, And) else frozenset({test})
            timed = all(isinstance(each, Compare) and each.column == Field(name=START_CLOCK) for each in asked)
            return narrowed(records, test) if timed else None

        yield from rules("recs", f"{SET_OFF} {{recs}} {{atest}}", begun, 0.0)

        before_noon, evening = clock(Operator.LESS, 12 * 60), clock(Operator.GREATER_OR_EQUAL, 18 * 60)
        yield from rules("recs", "(morning) {recs}", lambda r: narrowed(r, before_noon), 0.1)
        yield from rules("recs", "(evening) {recs}", lambda r: narrowed(r, evening), 0.1)
