"""What must hold of a day: a claim, an activity on it, several such, or none."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from services.data_science.domain.algebra import (
    And,
    Calendar,
    Compare,
    Daily,
    Literal,
    Not,
    Operator,
    Or,
    Statistic,
    Table,
    Test,
)
from services.data_science.language.building import Builder, clock_minutes
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.records.claims import Claim
from services.data_science.language.grammar.records.connectives import parts
from services.data_science.language.phrases import Amount, Bound, Noun, Records, Usual, is_all_of, opposite
from services.data_science.language.vocabulary import verbal

_LARGE: Final = 10.0
_EVENING, _MORNING = 20 * 60, 29 * 60
_FEWEST_HOURS: Final = 4
_MOST_HOURS: Final = 14


class DayTests:
    """The rules of tests on days."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
        build = self._builder

        def claimed(claim: Claim) -> Test | None:
            return build.test(claim.noun, claim.bound, Table.DAYS)

        def too(claim: Claim, bound: Bound) -> Test | None:
            one, other = claimed(claim), build.test(claim.noun, bound, Table.DAYS)
            return And(tests=frozenset({one, other})) if one and other else None

        def either(claim: Claim, bound: Bound) -> Test | None:
            one, other = claimed(claim), build.test(claim.noun, bound, Table.DAYS)
            return Or(tests=frozenset({one, other})) if one and other else None

        def with_activity(records: Records) -> Test | None:
            all_of = records.kinds is not None and is_all_of(records.kinds)
            return None if all_of else any_of(records)

        def any_of(records: Records) -> Test | None:
            return build.on_days_of(records) if records.pick is None else None

        def lacking(records: Records) -> Test | None:
            """Nothing of it; months that are said behind it are those of the days."""
            months = frozenset(each for each in records.tests if isinstance(each, Calendar))
            missed = missed_of(any_of(replace(records, tests=records.tests - months)))
            return And(tests=parts(missed, And) | months) if missed and months else missed

        def counted(bound: Bound, records: Records) -> Test | None:
            if not isinstance(bound.to, Amount) or bound.to.unit or bound.upper or records.pick:
                return None
            column = Daily(rows=build.rows(records), column=None, statistic=Statistic.COUNT)
            return Compare(column=column, operator=bound.operator, number=Literal(value=bound.to.value))

        def both(one: Test, other: Test) -> Test:
            return And(tests=parts(one, And) | parts(other, And))

        def one_of(one: Test, other: Test) -> Test:
            return Or(tests=parts(one, Or) | parts(other, Or))

        def negated(test: Test) -> Test | None:
            return opposite(test) if not isinstance(test, Not) else None

        def missed_of(test: Test | None) -> Test | None:
            return opposite(test) if test is not None else None

        yield from rules("dtest", "{claim}", claimed, 0.0)
        total = "total {noun} (of|at|was|were|is)? {bound}"
        yield from rules("dtest", total, lambda n, b: None if n.said in verbal() else claimed(Claim(n, b)), 0.1)

        def unnamed(bound: Bound) -> Test | None:
            noun = build.implied(bound)
            return build.test(noun, bound, Table.DAYS) if noun else None

        def of_activities(claim: Claim) -> Test | None:
            """Of what only activities have: the days with such an activity."""
            if claim.noun.metric or not claim.noun.field:
                return None
            test = build.test(claim.noun, claim.bound, Table.ACTIVITIES)
            return build.on_days_of(Records(table=Table.ACTIVITIES, tests=frozenset({test}))) if test else None

        yield from rules("dtest", "{claim}", of_activities, 0.3)
        yield from rules("dtest", "{bound}", unnamed, 0.4)

        def slept(bound: Bound) -> Test | None:
            """Hours that one gets, where nothing is named, are hours of sleep; a shorter night is one of less sleep."""
            to = bound.to
            if isinstance(to, Usual):
                lasting = bound.field == "duration_min" and to == Usual(window=to.window, offset=to.offset)
                return build.test(Noun(metric="sleep_minutes"), bound, Table.DAYS) if lasting else None
            hours = isinstance(to, Amount) and to.unit == "h" and _FEWEST_HOURS <= to.value <= _MOST_HOURS
            return build.test(Noun(metric="sleep_minutes"), bound, Table.DAYS) if hours else None

        def reached(amount: Amount, noun: Noun | None = None) -> Test | None:
            bound = Bound(Operator.GREATER_OR_EQUAL, amount)
            named = noun or build.implied(bound)
            return build.test(named, bound, Table.DAYS) if named else slept(bound)

        hit = (
            "(met|meet|meeting|hit|hitting|reach|reached|made|make|achieve|achieved|got to|get to|beat|crushed|smashed)"
        )
        missed = "(miss|missed|missing|fail|failed|fell short of|fall short of|failed to hit|failed to reach|fail to reach|fail to hit)"
        goal = "(goal|target|mark)"
        for verb, meant in ((hit, reached), (missed, lambda *a: missed_of(reached(*a)))):
            yield from rules("dtest", f"{verb} my? {goal} of {{amount}} {{noun}}?", meant, 0.0)
            yield from rules("dtest", f"{verb} my? {{amount}} {{noun}}? {goal}", meant, 0.0)
            yield from rules("dtest", f"{{amount}} {{noun}}? {goal} {verb}", meant, 0.0)
            yield from rules("dtest", f"{goal} of? {{amount}} {{noun}}? {verb}", meant, 0.0)
        yield from rules("dtest", f"{{amount}} {{noun}}? {goal}", reached, 0.1)
        yield from rules("dtest", f"{missed} {{amount}} {{noun}}?", lambda *a: missed_of(reached(*a)), 0.1)
        yield from rules("dtest", "{dtest} at all", lambda t: t if isinstance(t, Not) else None, 0.0)
        yield from rules("ntest", "{bound}", slept, 0.1)

        def slept_between(one: Bound, other: Bound) -> Test | None:
            unit = one.to.unit if isinstance(one.to, Amount) else ""
            alike = (
                replace(other, to=replace(other.to, unit=other.to.unit or unit))
                if isinstance(other.to, Amount)
                else other
            )
            low, high = slept(one), slept(alike)
            return both(low, high) if low and high else None

        yield from rules("ntest", "{bound} (and|but) {bound}", slept_between, 0.0)
        yield from self._bare_amounts(reached)

        def in_bed(bound: Bound) -> Test | None:
            """Nights past midnight begin after it."""
            timed = isinstance(bound.to, Amount) and bound.to.unit in {"clock", "am", "pm"}
            minutes = clock_minutes(bound.to, evening=True) if timed and isinstance(bound.to, Amount) else None
            late = minutes is not None and _EVENING <= minutes <= _MORNING
            return build.test(Noun(metric="bed_time_clock"), bound, Table.DAYS) if late else None

        yield from rules("ntest", "{bound}", in_bed, 0.2)
        for joint, joined in (("(and|but|plus)", both), ("or", one_of)):
            ones = f"{joint} (when|i|my|with|had)?"
            yield from rules("ntest", f"{{ntest}} {ones} {{dtest}}", joined, 0.2)
            yield from rules("ntest", f"{{dtest}} {ones} {{ntest}}", joined, 0.3)
        got = "(get|got|getting|gotten|have|had)"
        yield from rules("dtest", f"{got} {{bound}}", slept, 0.4)
        yield from rules(
            "dtest", f"{got} (a|my)? (full)? {{amount}}", lambda to: slept(Bound(Operator.GREATER_OR_EQUAL, to)), 0.4
        )
        yield from rules("dtest", "{claim} (and|but|yet) {bound}", too, 0.1)
        yield from rules("dtest", "{claim} or {bound}", either, 0.1)
        yield from rules("dtest", "(with|had|did|on)? {recs}", with_activity, 0.4)
        yield from rules("dtest", "{bound} {recs}", counted, 0.1)
        yield from rules(
            "dtest",
            "(no|without|without any|without a|without doing|zero|skipped|not any) {recs}",
            lacking,
            0.0,
        )
        yield from rules(
            "dtest",
            "{dtest} (and|but)? (without|with no|without any|without doing|without doing any|without having) {recs}",
            lambda t, r: (none := lacking(r)) and both(t, none),
            0.0,
        )

        def nothing_of(noun: Noun) -> Test | None:
            """Nothing at all of what adds up over a day."""
            quantity = build.quantity(noun, Table.DAYS)
            fits = quantity is not None and quantity.additive and not quantity.nightly
            return build.test(noun, Bound(Operator.EQUAL, Amount(0.0)), Table.DAYS) if fits else None

        none_of = "(no|zero|0|without|without any|without a single|without single|not any|not a single|not single|not get any|not get single|not get a single|not have any|not have single|not have a single|not one|not 1|not get 1)"
        yield from rules("dtest", f"{none_of} {{noun}} (at all)?", nothing_of, 0.0)
        yield from rules("dtest", "not {dtest}", negated, 0.2)

        def beside(test: Test, records: Records) -> Test | None:
            missed = lacking(records)
            return both(test, missed) if missed else None

        without = "(without|without any|without a|without doing|without having|but no|and no|with no)"
        yield from rules("dtest", f"{{dtest}} {without} {{recs}}", beside, 0.1)
        none = "(not|without|no) (a single|even one|even a single|even 1|any|one|1|single)"
        nothing = Bound(Operator.LESS_OR_EQUAL, Amount(0))

        def had_none(noun: Noun) -> Test | None:
            quantity = build.quantity(noun, Table.DAYS)
            return build.test(noun, nothing, Table.DAYS) if quantity and quantity.additive else None

        yield from rules("dtest", f"{none} {{noun}}", had_none, 0.1)
        yield from rules("dtest", "no {noun}", had_none, 0.3)
        yield from rules(
            "dtest",
            "{dtest} (and|but|and also|and still|but still|and yet|yet|while also|while still|plus) (when|i|my|with|on days)? {dtest}",
            both,
            0.2,
        )
        yield from rules("dtest", "{dtest} and? (when|where|on which|in which) (i|my)? also? {dtest}", both, 0.2)
        yield from rules("dtest", "(either)? {dtest} or (when|i|my|with|on days)? {dtest}", one_of, 0.2)

        def and_reached(test: Test, amount: Amount, noun: Noun) -> Test | None:
            more = reached(amount, noun)
            return both(test, more) if more else None

        def both_reached(one: Amount, of: Noun, amount: Amount, noun: Noun) -> Test | None:
            first = reached(one, of)
            return and_reached(first, amount, noun) if first else None

        yield from rules("dtest", "{dtest} (and|plus) {amount} (of)? {noun}", and_reached, 0.2)
        amounts = "{amount} (of)? {noun} (and|plus) {amount} (of)? {noun}"
        yield from rules("dtest", f"(with|{hit[1:-1]})? {amounts}", both_reached, 0.2)
        yield from rules("dtest", "both {dtest} and {dtest}", both, 0.1)
        yield from rules("dtest", "{dtest} and {dtest} (together|on the same day|in one day)", both, 0.1)
        lead = "(with|had|have|did|do|was|were)?"
        yield from rules(
            "dtest", f"{lead} neither {{dtest}} nor {lead} {{dtest}}", lambda a, b: both(opposite(a), opposite(b)), 0.0
        )

    def _bare_amounts(self, reached: Callable[..., Test | None]) -> Iterator[Rule]:
        """An amount without "at least", as telegrams have it: "days with 10k steps and 30 active zone minutes"."""

        def large(amount: Amount, *nouns: Noun) -> Test | None:
            return reached(amount, *nouns) if amount.unit or amount.value >= _LARGE else None

        yield from rules("dtest", "(with|had|hit|got)? {amount} {noun}", large, 0.6)
        yield from rules("dtest", "(with|at|had|got)? {amount}", large, 0.9)
