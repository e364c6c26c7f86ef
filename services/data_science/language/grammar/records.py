"""Which records are meant: activities, days, and what is picked out of them; and what must hold of them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from services.data_science.domain.algebra import (
    START_CLOCK,
    And,
    Compare,
    Daily,
    Field,
    Literal,
    Not,
    Operator,
    Or,
    Order,
    Statistic,
    Table,
    Test,
    Window,
)
from services.data_science.domain.units import CLOCK
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.phrases import Amount, Best, Bound, Frame, Kinds, Noun, Records

_DAY: Final = "(day|days|night|nights|date|dates|morning|mornings|occasions|times)"
_WHEN: Final = "(when|where|that|which|with|i|my|on which|of|in which|having|whenever|if)"
_FIRST: Final = {"second": 2, "third": 3, "fourth": 4, "fifth": 5, "2nd": 2, "3rd": 3, "4th": 4, "5th": 5}


@dataclass(frozen=True, slots=True)
class Claim:
    """That something measured is within a bound."""

    noun: Noun
    bound: Bound


class RecordRules:
    """The rules of records and of tests on them."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
        yield from self._superlatives()
        yield from self._claims()
        yield from self._day_tests()
        yield from self._activity_tests()
        yield from self._activities()
        yield from self._days()
        yield from self._days_beside()

    def _superlatives(self) -> Iterator[Rule]:
        def placed(first: int, best: Best) -> Best | None:
            return replace(best, first=first) if best.first == best.count == 1 else None

        def several(count: int, best: Best) -> Best | None:
            return replace(best, count=count) if best.count == 1 and 1 < count <= 50 else None

        def top(count: int) -> Best | None:
            return Best(order=Order.HIGHEST, count=count) if 1 < count <= 50 else None

        for word, place in _FIRST.items():
            yield from rules("best", f"{word} {{best}}", lambda best, place=place: placed(place, best), 0.0)
        yield from rules("best", "(next to|second to) {best}", lambda best: placed(2, best), 0.0)
        yield from rules("best", "{count} {best}", several, 0.1)
        yield from rules("best", "{best} {count}", lambda best, count: several(count, best), 0.1)
        yield from rules("best", "top {count}", top, 0.0)
        yield from rules("best", "top {count} {best}", lambda n, best: several(n, best), 0.0)
        yield from rules("best", "bottom {count}", lambda n: (b := top(n)) and replace(b, order=Order.LOWEST), 0.0)
        yield from rules("best", "{best} ever", lambda best: best, 0.0)

    def _claims(self) -> Iterator[Rule]:
        def claim(noun: Noun, bound: Bound) -> Claim | None:
            return Claim(noun, bound)

        yield from rules("claim", "{noun} (for|of|at|to|in)? {bound}", claim, 0.1)
        yield from rules("claim", "total {noun} {bound}", claim, 0.1)
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
            lambda d, n, u: Claim(n, Bound(Operator.GREATER if d > 0 else Operator.LESS, u)) if d else None,
            0.0,
        )
        yield from rules(
            "claim",
            "{direction} {noun} than {amount}",
            lambda d, n, a: Claim(n, Bound(Operator.GREATER if d > 0 else Operator.LESS, a)) if d else None,
            0.0,
        )
        yield from rules("claim", "{bound} (of|for|in|a)? {noun}", lambda bound, noun: claim(noun, bound), 0.1)

        def clock(metric: str) -> Callable[[Bound], Claim | None]:
            def built(bound: Bound) -> Claim | None:
                said = isinstance(bound.to, Amount) and (bound.to.unit in {"am", "pm", "clock"} or bound.to.unit == "")
                return Claim(Noun(metric=metric), bound) if said and metric in self._builder.catalogue.metrics else None

            return built

        yield from rules(
            "claim",
            "(in bed|asleep|to bed|to sleep|bed|fall asleep|fell asleep|sleep|slept) {bound}",
            clock("bed_time_clock"),
            0.4,
        )
        yield from rules(
            "claim",
            "(up|awake|woke up|wake up|out of bed|get up|got up|woke|woken up) {bound}",
            clock("wake_up_time_clock"),
            0.4,
        )
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
            lambda a, b, c: Claim(c, b) if a.metric == "sleep_minutes" else None,
            0.0,
        )
        yield from rules(
            "claim",
            "{noun} {bound} {noun}",
            lambda a, b, c: (
                Claim(c if a.metric in {"sleep_minutes", c.metric} else a, b)
                if a.metric in {"sleep_minutes", c.metric} or (a.metric == "steps" and c.metric == "steps")
                else None
            ),
            0.1,
        )
        yield from rules("claim", "{claim} (in a day|a day|per day|in a night|a night|each day)", lambda c: c, 0.1)
        yield from rules("claim", "{noun} {amount}", lambda n, to: Claim(n, Bound(Operator.GREATER_OR_EQUAL, to)), 0.6)

    def _day_tests(self) -> Iterator[Rule]:
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
            return build.on_days_of(records) if records.pick is None else None

        def counted(bound: Bound, records: Records) -> Test | None:
            if not isinstance(bound.to, Amount) or bound.to.unit or bound.upper or records.pick:
                return None
            column = Daily(rows=build.rows(records), column=None, statistic=Statistic.COUNT)
            return Compare(column=column, operator=bound.operator, number=Literal(value=bound.to.value))

        def both(one: Test, other: Test) -> Test:
            return And(tests=_parts(one, And) | _parts(other, And))

        def one_of(one: Test, other: Test) -> Test:
            return Or(tests=_parts(one, Or) | _parts(other, Or))

        def negated(test: Test) -> Test | None:
            return None if isinstance(test, Not) else Not(test=test)

        yield from rules("dtest", "{claim}", claimed, 0.0)

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
        yield from rules("dtest", "{claim} (and|but|yet) {bound}", too, 0.1)
        yield from rules("dtest", "{claim} or {bound}", either, 0.1)
        yield from rules("dtest", "(with|had|did|on)? {recs}", with_activity, 0.4)
        yield from rules("dtest", "{bound} {recs}", counted, 0.1)
        yield from rules(
            "dtest",
            "(no|without|without any|without a|zero|skipped|not any) {recs}",
            lambda r: _not(with_activity(r)),
            0.0,
        )
        yield from rules("dtest", "not {dtest}", negated, 0.2)
        yield from rules(
            "dtest", "{dtest} (and|but|and also|while also|plus) (when|i|my|with|on days)? {dtest}", both, 0.2
        )
        yield from rules("dtest", "(either)? {dtest} or (when|i|my|with|on days)? {dtest}", one_of, 0.2)
        yield from rules("dtest", "both {dtest} and {dtest}", both, 0.1)

    def _activity_tests(self) -> Iterator[Rule]:
        build = self._builder

        def named(noun: Noun, bound: Bound) -> Test | None:
            return build.test(noun, bound, Table.ACTIVITIES)

        def implied(bound: Bound) -> Test | None:
            noun = build.field_for(bound)
            return build.test(noun, bound, Table.ACTIVITIES) if noun else None

        def clock(operator: Operator, minutes: float) -> Test:
            return Compare(column=Field(name=START_CLOCK), operator=operator, number=Literal(value=minutes, unit=CLOCK))

        def part(low: int, high: int) -> Test:
            return And(tests=frozenset({clock(Operator.GREATER_OR_EQUAL, low * 60), clock(Operator.LESS, high * 60)}))

        where = "(with|of|where|when|that|for|at|in which|whose|which|having|and)"
        yield from rules("atest", f"{where}? {{noun}} (of|at|by)? {{bound}}", named, 0.1)
        yield from rules("atest", f"{where}? {{bound}} (of|in)? {{noun}}", lambda bound, noun: named(noun, bound), 0.1)
        yield from rules("atest", f"{where}? {{bound}}", implied, 0.1)
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
        yield from rules("atest", "before {number}", lambda n: clock(Operator.LESS, n * 60) if n <= 24 else None, 0.4)
        yield from rules("atest", "after {number}", lambda n: clock(Operator.GREATER, n * 60) if n <= 24 else None, 0.4)
        yield from rules("atest", "(in|during) the? (morning|mornings)", lambda: clock(Operator.LESS, 12 * 60), 0.1)
        yield from rules("atest", "(in|during) the? (afternoon|afternoons)", lambda: part(12, 18), 0.1)
        yield from rules(
            "atest", "(in|during) the? (evening|evenings)", lambda: clock(Operator.GREATER_OR_EQUAL, 18 * 60), 0.1
        )
        yield from rules("atest", "at night", lambda: clock(Operator.GREATER_OR_EQUAL, 21 * 60), 0.2)
        yield from rules(
            "atest", "{atest} (and|but)? {atest}", lambda a, b: And(tests=_parts(a, And) | _parts(b, And)), 0.2
        )
        yield from rules("atest", "{atest} or {atest}", lambda a, b: Or(tests=_parts(a, Or) | _parts(b, Or)), 0.2)

    def _activities(self) -> Iterator[Rule]:
        build = self._builder

        def plain(kinds: Kinds) -> Records:
            return Records(table=Table.ACTIVITIES, kinds=kinds)

        def narrowed(records: Records, test: Test) -> Records | None:
            return None if records.pick else replace(records, tests=records.tests | {test})

        def within(records: Records, window: Window) -> Records | None:
            return records.within(window)

        def on(records: Records, days: Records) -> Records | None:
            if records.pick or (days.window and records.window):
                return None
            return replace(
                records.also(build.on_days_of(replace(days, window=None))), window=records.window or days.window
            )

        def best(best: Best, records: Records) -> Records | None:
            if records.pick or best.judged:
                return None
            if best.of_time():
                return replace(records, pick=(None, best))
            return replace(records, pick=(Field(name=best.fields), best)) if best.fields else None

        def best_by(best: Best, noun: Noun, records: Records) -> Records | None:
            quantity = build.quantity(noun, Table.ACTIVITIES)
            column, judged = build.column(noun, Table.ACTIVITIES), build.better(best, quantity)
            if records.pick or column is None or judged is None or judged.of_time():
                return None
            return replace(records, pick=(column, judged))

        def inside(records: Records, where: str) -> Records | None:
            names = (
                frozenset(name for name in records.kinds.names if where in name.lower())
                if records.kinds
                else frozenset()
            )
            if not names or not records.kinds:
                return None
            return replace(records, kinds=replace(records.kinds, names=names, said=f"{where} {records.kinds.said}"))

        def field_only(noun: Noun, bound: Bound) -> Test | None:
            return None if noun.metric else build.test(noun, bound, Table.ACTIVITIES)

        def two(one: Records, other: Records) -> Records | None:
            plain_kinds = one.kinds and other.kinds and one == plain(one.kinds) and other == plain(other.kinds)
            if not plain_kinds or not one.kinds or not other.kinds or not (one.kinds.names and other.kinds.names):
                return None
            both = Kinds(one.kinds.names | other.kinds.names, f"{one.kinds.said} or {other.kinds.said}")
            return plain(both)

        yield from rules("recs", "{kind}", plain, 0.1)
        yield from rules("recs", "(any|some|every|each|all|one|my|these|those|both|a single) {kind}", plain, 0.0)
        yield from rules("recs", "{kind} (and|or|,) {kind}", lambda a, b: two(plain(a), plain(b)), 0.1)
        yield from rules(
            "recs",
            "{kind} {kind}",
            lambda a, b: plain(a) if a.names and not b.names else plain(a) if a.names == b.names else None,
            0.1,
        )
        yield from rules("recs", "{recs} {window}", within, 0.2)
        yield from rules(
            "recs", "{recs} (i)? (completed|complete|of mine|i did|i had|i have|done) (in|over)?", lambda r: r, 0.1
        )
        yield from rules(
            "recs", "{best} {recs} (by|in terms of|for) (duration|length|time)", lambda b, r: best(b, r), 0.0
        )
        yield from rules(
            "recs",
            "{recs} for {recs}",
            lambda a, b: (
                b
                if a.kinds
                and b.kinds
                and (not b.kinds.names or a.kinds.names == b.kinds.names)
                and not a.pick
                and not b.pick
                and replace(b, kinds=a.kinds)
                else None
            ),
            0.6,
        )
        yield from rules("recs", "{window} {recs}", lambda w, r: within(r, w), 0.4)
        yield from rules("recs", "{recs} {atest}", narrowed, 0.1)
        yield from rules("recs", "{recs} {calendar}", narrowed, 0.2)
        yield from rules("recs", "{calendar} {recs}", lambda c, r: narrowed(r, c), 0.3)
        yield from rules(
            "recs",
            "(morning) {recs}",
            lambda r: narrowed(
                r,
                Compare(column=Field(name=START_CLOCK), operator=Operator.LESS, number=Literal(value=720, unit=CLOCK)),
            ),
            0.1,
        )
        yield from rules(
            "recs",
            "(evening) {recs}",
            lambda r: narrowed(
                r,
                Compare(
                    column=Field(name=START_CLOCK),
                    operator=Operator.GREATER_OR_EQUAL,
                    number=Literal(value=1080, unit=CLOCK),
                ),
            ),
            0.1,
        )
        yield from rules("recs", "{recs} (on|for|during|over|across)? {drecs}", on, 0.2)
        yield from rules("recs", f"{{recs}} (on|for)? {_DAY} {_WHEN} {{fieldtest}}", narrowed, 0.1)
        yield from rules("recs", "{recs} (outdoors|outside)", lambda r: inside(r, "outdoor"), 0.1)
        yield from rules("recs", "(outdoor|outside) {recs}", lambda r: inside(r, "outdoor"), 0.2)
        yield from rules("recs", "{recs} (indoors|inside)", lambda r: inside(r, "indoor"), 0.1)
        yield from rules("fieldtest", "{noun} {bound}", field_only, 0.2)
        yield from rules("recs", "{best} {recs}", best, 0.1)
        yield from rules("recs", "{best} time i? {kind}", lambda b, k: best(b, plain(k)), 0.1)
        yield from rules("recs", "{best} {noun} (of|in|during|from|on|for)? {recs}", best_by, 0.4)
        yield from rules(
            "recs", "{recs} (with|by|of|in terms of|for) {best} {noun}", lambda r, b, n: best_by(b, n, r), 0.1
        )
        yield from rules("recs", "{best} {recs} (by|in terms of|for) {noun}", lambda b, r, n: best_by(b, n, r), 0.1)

    def _days(self) -> Iterator[Rule]:
        build = self._builder

        def holding(test: Test) -> Records:
            return Records(tests=frozenset({test}))

        def picked(frame: Frame) -> Records | None:
            noun, best = frame.noun, frame.best
            if noun is None or best is None or frame.records.table is not Table.DAYS:
                return None
            return day_of(best, noun, frame.records)

        def day_of(best: Best, noun: Noun, records: Records | None = None) -> Records | None:
            column = build.column(noun, Table.DAYS)
            judged = build.better(best, build.quantity(noun, Table.DAYS))
            if column is None or judged is None or judged.of_time() or (records and records.pick):
                return None
            return replace(records or Records(), pick=(column, judged))

        def within(records: Records, window: Window) -> Records | None:
            return records.within(window)

        def newest(best: Best, test: Test) -> Records | None:
            return Records(tests=frozenset({test}), pick=(None, best)) if best.of_time() else None

        def newest_done(best: Best, records: Records) -> Records | None:
            if not best.of_time() or records.pick:
                return None
            return Records(tests=frozenset({build.on_days_of(records)}), pick=(None, best))

        yield from rules("drecs", f"(any|every|all|each|only)? {_DAY} {_WHEN}? {{dtest}}", holding, 0.0)
        yield from rules("drecs", f"{_DAY} (with|of|when|that had|i had|where|my|i)? {{bestnp}}", picked, 0.0)
        yield from rules("drecs", f"{{best}} {{noun}} {_DAY}", day_of, 0.0)
        yield from rules("drecs", f"{{best}} {_DAY} (of|for|by|in terms of|in) {{noun}}", day_of, 0.0)
        yield from rules("drecs", f"{{best}} {_DAY} {{noun}}", day_of, 0.4)
        yield from rules("drecs", f"{{best}} {_DAY} {_WHEN}? {{dtest}}", newest, 0.0)
        yield from rules("drecs", f"{{best}} {_DAY} (of|with|i did|on which i)? {{recs}}", newest_done, 0.1)
        yield from rules(
            "drecs",
            f"{_DAY} (i)? (most recently|last) (i)? {{recs}}",
            lambda r: newest_done(Best(order=Order.NEWEST), r),
            0.1,
        )
        yield from rules(
            "drecs",
            "(rest days|rest day|days off|day off|recovery days|non workout days|non training days|off days)",
            self._rest,
            0.0,
        )
        yield from rules("drecs", "{drecs} {window}", within, 0.2)
        yield from rules(
            "drecs", "{drecs} {calendar}", lambda r, c: replace(r, tests=r.tests | {c}) if not r.pick else None, 0.2
        )
        sleep = Noun(metric="sleep_minutes", said="sleep")

        def night(bound: Bound) -> Records | None:
            timed = (isinstance(bound.to, Amount) and bound.to.unit in {"h", "min"}) or not isinstance(bound.to, Amount)
            test = build.test(sleep, bound, Table.DAYS) if timed else None
            return holding(test) if test else None

        def sized(amount: Amount, noun: Noun) -> Records | None:
            test = build.test(noun, Bound(Operator.GREATER_OR_EQUAL, amount), Table.DAYS)
            return holding(test) if test else None

        def slept(best: Best) -> Frame | None:
            return (
                Frame(noun=sleep, best=replace(best, fields=""))
                if not best.of_time() and best.fields in {"", "duration_min"}
                else None
            )

        yield from rules("drecs", f"(night|nights) {_WHEN}? (get|got|sleep|slept)? {{bound}}", night, 0.2)
        yield from rules("drecs", f"{_DAY} {{window}} {_WHEN} {{dtest}}", lambda w, t: holding(t).within(w), 0.0)
        yield from rules(
            "drecs",
            "{calendar} (with|when|where|that|on which) {dtest}",
            lambda c, t: replace(holding(t), tests=frozenset({c, t})),
            0.1,
        )
        yield from rules(
            "drecs",
            "{best} {drecs}",
            lambda b, r: replace(r, pick=(None, b)) if b.of_time() and not r.pick and not r.inside else None,
            0.1,
        )
        yield from rules("drecs", "{bound} (night|nights)", night, 0.1)
        yield from rules(
            "drecs", f"{{bound}} {{noun}} {_DAY}", lambda b, n: (t := build.test(n, b, Table.DAYS)) and holding(t), 0.1
        )
        yield from rules(
            "drecs",
            f"{{amount}} {{noun}}? {_DAY}",
            lambda a, *n: (
                sized(a, n[0])
                if n
                else sized(a, Noun(metric="steps"))
                if a.unit == "count" or (not a.unit and a.value >= 2000)
                else None
            ),
            0.2,
        )
        yield from rules(
            "bestnp",
            "{best} (night|nights|night sleep|nights sleep|night of sleep|nights of sleep|sleep night|sleep nights)",
            slept,
            0.1,
        )
        yield from rules(
            "drecs",
            "{best} (night|nights|night sleep|night of sleep|nights of sleep)",
            lambda b: (f := slept(b)) and picked(f),
            0.3,
        )
        yield from rules(
            "bestnp", "{best} {noun}", lambda b, n: Frame(noun=n, best=b) if not b.of_time() else None, 0.0
        )
        yield from rules(
            "bestnp",
            "{noun} (at|its|the|was)? {best}",
            lambda n, b: Frame(noun=n, best=b) if not b.of_time() else None,
            0.1,
        )
        yield from rules("bestnp", "{bestnp} {window}", lambda f, w: f.within(w), 0.2)
        yield from rules("bestnp", "{bestnp} {calendar}", lambda f, c: f.also(c), 0.2)

    def _picked_days(self, frame: Frame) -> Records | None:
        rows = self._builder.picked_rows(frame)
        return Records(inside=rows) if rows is not None and frame.records.table is Table.DAYS else None

    def _rest(self) -> Records:
        days = self._builder.on_days_of(Records(table=Table.ACTIVITIES))
        return Records(tests=frozenset({Not(test=days)}))

    def _days_beside(self) -> Iterator[Rule]:
        """The day or night after or before what is picked out."""
        build = self._builder
        follow = build.catalogue.nights_follow

        def moved(offset: int) -> Callable[[Records], Records | None]:
            def built(records: Records) -> Records | None:
                if records.table is Table.SAMPLES:
                    return None
                return Records(inside=build.days_of(records, offset))

            return built

        for said, offset in (("after", 1), ("before", -1)):
            night = {1: 0 if follow else 1, -1: -1 if follow else 0}[offset]
            yield from rules(
                "drecs",
                f"(day|days|morning|mornings) (right)? {said} {{dtest}}",
                lambda t, o=offset: moved(o)(Records(tests=frozenset({t}))),
                0.1,
            )
            yield from rules(
                "drecs",
                f"(night|nights) (right)? {said} {{dtest}}",
                lambda t, o=night: moved(o)(Records(tests=frozenset({t}))),
                0.1,
            )
        for said, offset in (("after", 1), ("before", -1)):
            night = {1: 0 if follow else 1, -1: -1 if follow else 0}[offset]
            yield from rules(
                "drecs",
                f"(day|days|morning|mornings) {said} (my)? {{bestnp}}",
                lambda f, o=offset: (r := self._picked_days(f)) and moved(o)(r),
                0.1,
            )
            yield from rules(
                "drecs",
                f"(night|nights) {said} (my)? {{bestnp}}",
                lambda f, o=night: (r := self._picked_days(f)) and moved(o)(r),
                0.1,
            )
        after, ago = (0 if follow else 1), (-1 if follow else 0)
        of = "(a|my|the|of|i|when i|i had|with)?"
        for noun in ("recs", "drecs"):
            yield from rules(
                "drecs", f"(day|days|mornings|morning) (after|following|right after) {of} {{{noun}}}", moved(1), 0.1
            )
            yield from rules(
                "drecs", f"(day|days|morning) (before|leading up to|preceding) {of} {{{noun}}}", moved(-1), 0.1
            )
            yield from rules("drecs", f"2 (days) after {of} {{{noun}}}", moved(2), 0.1)
            yield from rules(
                "drecs", f"(night|nights) (after|following|right after) {of} {{{noun}}}", moved(after), 0.1
            )
            yield from rules(
                "drecs", f"(night|nights|evening) (before|leading up to|preceding) {of} {{{noun}}}", moved(ago), 0.1
            )
        yield from rules("drecs", "(day|days|date) (of|with|i did|i had|when i did) {recs}", moved(0), 0.3)
        yield from rules("drecs", "(same)? (night|nights) of {recs}", moved(after), 0.2)


def _parts(test: Test, of: type[And] | type[Or]) -> frozenset[Test]:
    return test.tests if isinstance(test, of) else frozenset({test})


def _not(test: Test | None) -> Test | None:
    return None if test is None else Not(test=test)
