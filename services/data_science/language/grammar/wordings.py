"""Further ways in which people ask the same."""

from collections.abc import Iterator
from dataclasses import replace

from services.data_science.domain.algebra import (
    VALUE,
    DaysOf,
    Field,
    Grouping,
    Operator,
    Order,
    Periods,
    Pick,
    Statistic,
    Table,
    Test,
    Unit,
    Window,
)
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.frames import FrameRules
from services.data_science.language.grammar.questions import POLAR, QuestionRules
from services.data_science.language.grammar.records import Claim
from services.data_science.language.phrases import Amount, Ask, Best, Bound, Frame, Goal, Kind, Noun, Records

_DAYS = "(days|nights|day|night|mornings|evenings|dates|occasions)"
_COUNT = "(how many|number of|count of|count|the number of|count the)"


class Wordings:
    """Rules that say nothing new, in words that the others do not have."""

    def __init__(self, builder: Builder, frames: FrameRules, questions: QuestionRules) -> None:
        self._builder = builder
        self._frames = frames
        self._questions = questions

    def rules(self) -> Iterator[Rule]:
        yield from self._numbers()
        yield from self._activities()
        yield from self._days()
        yield from self._periods()
        yield from self._goals()

    def _number(self, frame: Frame, statistic: Statistic | None = None) -> Ask | None:
        if statistic is not None and (frame.statistic not in {None, statistic} or frame.best):
            return None
        return Ask(Kind.NUMBER, replace(frame, statistic=statistic or frame.statistic))

    def _of(self, field: str, records: Records, statistic: Statistic | None = None) -> Ask | None:
        """A number of an activity, of these records."""
        whole = Frame(noun=Noun(field=field), records=Records(table=Table.ACTIVITIES))
        frame = self._frames.applied(whole, records)
        return Ask(Kind.NUMBER, replace(frame, how_many=True, statistic=statistic)) if frame else None

    def _numbers(self) -> Iterator[Rule]:
        add = "(add up|tally|sum up|tally up|total up|add together|sum)"
        yield from rules("ask", f"{add} {{np}}", lambda f: self._number(f, Statistic.SUM), 0.0)
        yield from rules(
            "ask", "{np} ,? (summed|added up|summed up|in sum)", lambda f: self._number(f, Statistic.SUM), 0.0
        )
        seen = "(come in at|came in at|come out at|look like|looked like|looking like|come to)"
        yield from rules("ask", f"{{np}} {seen}", self._number, 0.1)
        yield from rules(
            "ask", "how high {np} (gone|been|got|gotten|go|get)", lambda f: self._number(f, Statistic.MAX), 0.1
        )
        yield from rules(
            "ask", "how low {np} (gone|been|got|gotten|go|get)", lambda f: self._number(f, Statistic.MIN), 0.1
        )
        vary = "(deviate|deviates|vary|varies|fluctuate|fluctuates)"
        by = "(by)? how (many|much)"
        yield from rules("ask", f"{by} {{measure}} {{np}} {vary}", lambda _, f: self._number(f, Statistic.SD), 0.1)
        yield from rules("ask", f"{by} {{np}} {vary}", lambda f: self._number(f, Statistic.SD), 0.3)
        yield from rules("ask", "{ask} ,? {statistic}", lambda a, s: a if a.frame.statistic is s else None, 0.2)
        yield from rules("ask", "(add up|tally) {ask}", lambda a: a if a.kind is Kind.NUMBER else None, 0.3)
        yield from rules("ask", "{np} ,? (what|what it|what is it|is what)", self._number, 0.2)
        yield from rules(
            "ask", "(how long|for how long) (in) {np} (each night|a night|per night|every night)?", self._lasting, 0.1
        )
        yield from rules("ask", "how long in {np}", self._lasting, 0.1)
        yield from rules(
            "ask", "when {noun} (at its|at) {best} (percentage|percent|%)? ,? (what it|what)?", self._at_best, 0.2
        )
        yield from rules("ask", "{ask} ,? {noun}", self._again, 0.6)

    def _again(self, ask: Ask, noun: Noun) -> Ask | None:
        named = ask.frame.noun
        return ask if named is not None and noun.field and named.field == noun.field else None

    def _at_best(self, noun: Noun, best: Best) -> Ask | None:
        percent = f"{noun.metric.removesuffix('_minutes')}_percent"
        meant = Noun(metric=percent) if percent in self._builder.catalogue.metrics else noun
        judged = self._builder.better(best, self._builder.quantity(meant, Table.DAYS))
        return Ask(Kind.NUMBER, Frame(noun=meant, best=judged)) if judged and not judged.of_time() else None

    def _lasting(self, frame: Frame) -> Ask | None:
        quantity = self._builder.quantity(frame.noun, frame.records.table) if frame.noun else None
        if quantity is None or quantity.unit != "min":
            return None
        return Ask(Kind.NUMBER, replace(frame, how_many=True))

    def _activities(self) -> Iterator[Rule]:
        def short(records: Records, statistic: Statistic | None = None) -> Ask | None:
            return self._of("duration_min", records, statistic)

        def picked_by(records: Records, best: Best, noun: Noun) -> Ask | None:
            column = self._builder.column(noun, Table.ACTIVITIES)
            judged = self._builder.better(best, self._builder.quantity(noun, Table.ACTIVITIES))
            if records.pick or column is None or judged is None or judged.of_time():
                return None
            return Ask(Kind.RECORDS, Frame(records=replace(records, pick=(column, judged))))

        def told(records: Records) -> Ask | None:
            return Ask(Kind.RECORDS, Frame(records=records)) if records.pick else None

        into = "(into|on|in|doing)"
        yield from rules("ask", "(how short|how brief) {recs}", short, 0.1)
        yield from rules("ask", "how long {recs} (last|lasted|of mine last|take)", short, 0.1)
        yield from rules(
            "ask",
            "how long (a)? {recs} (of mine)? (last|lasted) {adverb}?",
            lambda r, *a: short(r, a[0] if a else None),
            0.1,
        )
        yield from rules(
            "ask", "speed (i)? {recs} (at)? (on|in)? {recs}", lambda _, r: self._of("speed_m_per_min", r), 0.3
        )
        yield from rules(
            "ask",
            "how much (i)? (climb|climbed|ascend|ascended) (on|in|during)? {recs}",
            lambda r: self._of("elevation_gain_m", r),
            0.0,
        )
        yield from rules(
            "ask", "{recs} ,? (total|overall) (duration|time|length)", lambda r: short(r, Statistic.SUM), 0.1
        )
        yield from rules(
            "ask",
            f"(in total ,)? how many minutes (put|spent|spend|i spend)? {into} {{recs}}",
            lambda r: short(r, Statistic.SUM),
            0.1,
        )
        yield from rules(
            "ask", "how many minutes (put|spent)? (into|on) {recs}", lambda r: short(r, Statistic.SUM), 0.1
        )
        yield from rules("ask", "(which|in which|what) {recs} (the)? {best} {noun}", picked_by, 0.1)
        yield from rules("ask", "(which|what) {recs} (by)? (duration|length)? ,? (how long it|how long)?", told, 0.4)
        yield from rules(
            "ask",
            "{ask} ,? (and)? (how many|how much|how long it|how long|how far|how far it|how many it)",
            lambda a: a if a.kind in {Kind.RECORDS, Kind.WHEN} else None,
            0.2,
        )
        yield from rules("ask", "{best} {noun} (of)? (any)? {recs}", lambda b, n, r: self._best_of(b, n, r), 0.3)
        yield from rules(
            "recs", "{recs} (i)? (did|done|completed|complete|of mine|i did|i had|i have|i have done)", lambda r: r, 0.1
        )
        yield from rules("recs", "(gone|go|went|going|been) {recs}", lambda r: r, 0.1)
        yield from rules("recs", "{recs} {recs}", self._same, 0.3)
        kinds = "(different|distinct|unique|various)? (activities|activity|exercise|workout|sports|sport|exercises|workouts|training)"
        lead = "(list|name|which|what|show)"
        yield from rules(
            "ask",
            f"{lead} {kinds} (types|kinds|type|kind)? (in my log|in my records|are there|are in my log|i do)?",
            self._kinds,
            0.4,
        )
        yield from rules(
            "ask", f"{lead} {kinds} (types|kinds|type|kind)? (i|i did|did)? {{window}}", lambda w: self._kinds(w), 0.3
        )

    def _kinds(self, window: Window | None = None) -> Ask:
        return Ask(Kind.KINDS, Frame(records=Records(table=Table.ACTIVITIES, window=window)))

    def _same(self, one: Records, other: Records) -> Records | None:
        """Said twice: "gone biking outdoors", "ride my bike"."""
        first, second = one.kinds, other.kinds
        if one.pick or other.pick or first is None or second is None or one.inside or other.inside:
            return None
        if not first.names or not second.names or not first.names & second.names:
            return None
        kinds = replace(first, names=first.names & second.names)
        return (
            replace(other, kinds=kinds)
            if not one.tests and not one.window
            else replace(one, kinds=kinds)
            if not other.tests
            else None
        )

    def _best_of(self, best: Best, noun: Noun, records: Records) -> Ask | None:
        whole = Frame(noun=noun, records=Records(table=Table.ACTIVITIES))
        frame = self._frames.applied(whole, records) if noun.field and not records.pick else None
        judged = self._builder.better(best, self._builder.quantity(noun, Table.ACTIVITIES))
        if frame is None or judged is None or judged.of_time() or judged.fields:
            return None
        return Ask(Kind.NUMBER, replace(frame, best=judged))

    def _periods(self) -> Iterator[Rule]:
        """Weeks and months: those that are picked, and those that are counted."""

        def picked(unit: Unit, frame: Frame) -> Records | None:
            if unit is Unit.DAY or frame.best is None or frame.noun is None or frame.best.of_time():
                return None
            column, quantity = (
                self._builder.column(frame.noun, Table.DAYS),
                self._builder.quantity(frame.noun, Table.DAYS),
            )
            if column is None or quantity is None:
                return None
            statistic = Statistic.SUM if quantity.additive and not quantity.nightly else Statistic.MEAN
            judged = self._builder.better(frame.best, quantity)
            window = frame.records.window or self._builder.all_time
            if judged is None or frame.records.tests or frame.records.inside:
                return None
            rows = self._builder.rows(replace(frame.records, pick=None))
            periods = Periods(window=window, unit=unit, rows=rows, column=column, statistic=statistic)
            pick = Pick(rows=periods, by=Field(name=VALUE), order=judged.order, first=judged.first, count=judged.count)
            return Records(inside=DaysOf(rows=pick))

        def best_unit(best: Best, noun: Noun, unit: Unit) -> Records | None:
            return picked(unit, Frame(noun=noun, best=best))

        def many(unit: Unit, claim: Claim, statistic: Statistic | None = None) -> Ask | None:
            if unit is Unit.DAY:
                return None
            return Ask(
                Kind.COUNT_PERIODS,
                replace(self._frames.frame_of(claim.noun), statistic=statistic),
                unit=unit,
                bound=claim.bound,
            )

        def with_days(unit: Unit, bound: Bound, test: Test) -> Ask | None:
            if unit is Unit.DAY or not isinstance(bound.to, Amount) or bound.to.unit:
                return None
            return Ask(Kind.COUNT_PERIODS, Frame(records=Records(tests=frozenset({test}))), unit=unit, bound=bound)

        def times(unit: Unit, records: Records, bound: Bound) -> Ask | None:
            if unit is Unit.DAY or records.pick or not isinstance(bound.to, Amount) or bound.to.unit:
                return None
            return Ask(Kind.COUNT_PERIODS, Frame(records=records), unit=unit, bound=bound)

        def yes(ask: Ask | None) -> Ask | None:
            return replace(ask, yes_no=True) if ask else None

        that = "(with|where|when|that|in which|i|my|of|had|have)?"
        yield from rules("drecs", f"{{unit}} {that} (the)? {{bestnp}}", picked, 0.1)
        yield from rules("drecs", "{best} {noun} {unit}", best_unit, 0.2)
        yield from rules(
            "drecs", "{best} {unit} (of|for|by|in terms of) {noun}", lambda b, u, n: best_unit(b, n, u), 0.2
        )
        many_of = f"(in|for|during)? {_COUNT}?"
        yield from rules(
            "ask", f"{many_of} {{unit}} {that} {{statistic}} {{claim}}", lambda u, s, c: many(u, c, s), 0.2
        )
        yield from rules(
            "ask",
            f"{many_of} {{unit}} {that} {{claim}} (in total|total|altogether)",
            lambda u, c: many(u, c, Statistic.SUM),
            0.0,
        )
        yield from rules(
            "ask",
            f"{many_of} {{unit}} {that} {{claim}} (on average|in average)",
            lambda u, c: many(u, c, Statistic.MEAN),
            0.0,
        )
        yield from rules(
            "ask", f"{many_of} {{unit}} {that} {{bound}} {_DAYS} (over|with|of|where|when)? {{dtest}}", with_days, 0.0
        )
        yield from rules("ask", f"{many_of} {{unit}} {that} {{recs}} {{bound}} times", times, 0.0)
        any_of = f"{POLAR} there (any|a|some)?"
        yield from rules("ask", f"{any_of} {{unit}} {that} {{claim}}", lambda u, c: yes(many(u, c)), 0.0)
        averaged = "(average|averaged|averaging)"
        yield from rules(
            "ask",
            f"{any_of} {{unit}} {that} {averaged} {{claim}} {{per}}?",
            lambda u, c, *_: yes(many(u, c, Statistic.MEAN)),
            0.0,
        )
        yield from rules(
            "ask", f"{any_of} {{unit}} {that} {{statistic}} {{claim}}", lambda u, s, c: yes(many(u, c, s)), 0.0
        )

    def _goals(self) -> Iterator[Rule]:
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

    def _days(self) -> Iterator[Rule]:
        def days(test: Test) -> Ask:
            return Ask(Kind.COUNT, Frame(records=Records(tests=frozenset({test}))))

        def during(window: Window, test: Test) -> Ask | None:
            return self._questions.modified(days(test), window)

        def active(records: Records) -> Ask | None:
            return None if records.pick else days(self._builder.on_days_of(records))

        def active_during(window: Window, records: Records) -> Ask | None:
            ask = active(records)
            return self._questions.modified(ask, window) if ask else None

        def counted(records: Records) -> Ask | None:
            return Ask(Kind.COUNT, Frame(records=records)) if records.pick is None else None

        which = "(different|distinct|separate)?"
        on = "(on|for|in)?"
        saw = "(saw me|saw|included|include|contained|contain)"

        def several(count: int, frame: Frame) -> Ask | None:
            if frame.best is None or frame.best.count > 1 or frame.best.of_time():
                return None
            return Ask(Kind.RECORDS, replace(frame, best=replace(frame.best, count=count)))

        def share(_: str, records: Records, test: Test) -> Ask | None:
            return None if records.pick else Ask(Kind.SHARE, Frame(records=records), test=test)

        def apart(first: Records, last: Records) -> Ask | None:
            one = first.pick
            if last.pick is None and one is not None:
                return None
            if one is None or last.pick is None or one[0] is not None or last.pick[0] is not None:
                return None
            return Ask(Kind.SINCE, Frame(records=last), other=Frame(records=first))

        def first_and_last(best: Best, records: Records) -> Ask | None:
            if best.order is not Order.OLDEST or records.pick is None or records.pick[1].order is not Order.NEWEST:
                return None
            return apart(replace(records, pick=(None, best)), records)

        def at_clock(metric: str) -> Ask | None:
            return (
                Ask(Kind.NUMBER, Frame(noun=Noun(metric=metric))) if metric in self._builder.catalogue.metrics else None
            )

        hour = "(when|what time|at what time|at what hour|what hour|how late)"
        yield from rules(
            "ask",
            f"{hour} (in bed|to bed|asleep|go to sleep|fall asleep|turn in)",
            lambda: at_clock("bed_time_clock"),
            0.0,
        )
        yield from rules(
            "ask", f"{hour} (get up|up|out of bed|wake|awake|wake up)", lambda: at_clock("wake_up_time_clock"), 0.0
        )
        yield from rules("ask", "how many days (lie|are|were)? between {recs} and {recs}", apart, 0.0)
        yield from rules("ask", "how many days (lie|are|were)? between {best} and {recs}", first_and_last, 0.0)
        yield from rules("ask", f"{{count}} {_DAYS} (with|had|of) {{bestnp}} (when)?", several, 0.0)
        yield from rules(
            "ask", f"{_DAYS} (i was|i)? {{dtest}} (how many were there|count them|how many|count these)", days, 0.1
        )
        yield from rules("ask", "{drecs} ,? (how many were there|count them|how many of them)", counted, 0.0)
        yield from rules(
            "ask",
            "{calendar} {window} (where|when|with) (i)? {dtest} ,? (count them|how many)?",
            lambda c, w, t: Ask(Kind.COUNT, Frame(records=Records(tests=frozenset({c, t}), window=w))),
            0.3,
        )
        yield from rules(
            "ask",
            "(when|what day|last time|when was the last time) (i|did i|that)? (last|most recently)? (have|had|got)? (a|i)? {drecs} ,? (when)?",
            lambda r: (
                Ask(Kind.WHEN, Frame(records=replace(r, pick=(None, Best(order=Order.NEWEST)))))
                if r.pick is None
                else None
            ),
            0.3,
        )
        yield from rules(
            "ask",
            "last time (my|i|that)? {dtest} ,? (when|was when)?",
            lambda t: Ask(
                Kind.WHEN, Frame(records=Records(tests=frozenset({t}), pick=(None, Best(order=Order.NEWEST))))
            ),
            0.1,
        )
        yield from rules(
            "ask",
            "(days|how long|how many days) since {dtest}",
            lambda t: Ask(
                Kind.SINCE, Frame(records=Records(tests=frozenset({t}), pick=(None, Best(order=Order.NEWEST))))
            ),
            0.2,
        )
        yield from rules("ask", "(the)? {count} (dates|days|nights) (i)? {bestnp}", several, 0.1)
        yield from rules(
            "ask",
            "rank {recs} (by {noun}|by duration|by length)?",
            lambda r, *_: Ask(Kind.RECORDS, Frame(records=r)) if r.pick else None,
            0.1,
        )
        yield from rules(
            "ask",
            "{ask} ,? (date|date pls|what date|which date)",
            lambda a: (
                a
                if a.kind in {Kind.RECORDS, Kind.WHEN}
                else replace(a, kind=Kind.WHEN)
                if a.kind is Kind.NUMBER and a.frame.best
                else None
            ),
            0.3,
        )
        yield from rules("ask", "{share} {recs} (took place|were|was|happened|are|did|do)? {calendar}", share, 0.0)
        yield from rules(
            "ask",
            "{ask} ,? (when|when they|when these|when those|how much it|how much|how many|which days|just number)",
            lambda a: a if a.kind in {Kind.RECORDS, Kind.WHEN, Kind.NUMBER} else None,
            0.3,
        )
        yield from rules("ask", "(weekday|day of the week) (with|of) {best} {np}", self._best_weekday, 0.0)
        yield from rules("ask", f"{_DAYS} (over|with|under|of)? {{dtest}} ,? how many", days, 0.2)
        yield from rules("ask", "{drecs} ,? how many", counted, 0.1)
        yield from rules("ask", f"{on} {_COUNT} {which} {_DAYS} {saw} {{dtest}}", days, 0.1)
        yield from rules("ask", f"{on} {_COUNT} {which} {_DAYS} {{window}} {saw} (any|a)? {{recs}}", active_during, 0.1)
        yield from rules("ask", f"{on} {_COUNT} {which} {_DAYS} {{window}} (i)? {{recs}}", active_during, 0.3)
        yield from rules("ask", f"{on} {_COUNT} (different|distinct|separate) {_DAYS} (did i|i)? {{dtest}}", days, 0.1)
        yield from rules("ask", f"{on} {_COUNT} (different|distinct|separate) {_DAYS} (did i|i)? {{recs}}", active, 0.2)
        yield from rules("ask", f"{on} {_COUNT} {{window}} (was i|i|did i|had)? {{dtest}}", during, 0.3)
        yield from rules("ask", f"{on} {_COUNT} of {{window}} {_DAYS}? (was i|i|did i|had)? {{dtest}}", during, 0.1)
        yield from rules("ask", f"{_COUNT} {_DAYS} {{window}} (where|when|with|that) {{dtest}}", during, 0.1)
        yield from rules("ask", f"{on} {_COUNT} {_DAYS} {{window}} {{dtest}} {{window}}", self._twice, 0.1)

    def _best_weekday(self, best: Best, frame: Frame) -> Ask | None:
        quantity = self._builder.quantity(frame.noun, frame.records.table) if frame.noun else None
        judged = self._builder.better(best, quantity)
        if judged is None or judged.of_time() or frame.best or frame.by:
            return None
        return Ask(Kind.PROFILE, replace(frame, by=Grouping.WEEKDAY, best=judged))

    def _twice(self, window: Window, test: Test, other: Window) -> Ask | None:
        if (window.start, window.end) != (other.start, other.end):
            return None
        return Ask(Kind.COUNT, Frame(records=Records(tests=frozenset({test}), window=window)))
