"""How many activities, and on how many days something held."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta

from services.data_science.domain.algebra import All, Grouping, Statistic, Table, Test, Union, Unit, Window
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.questions.modified import ModifiedQuestions
from services.data_science.language.grammar.questions.words import DAYS, HOW_MANY, LIKE_DAYS
from services.data_science.language.phrases import (
    Ask,
    Best,
    Frame,
    Kind,
    Kinds,
    Records,
)


class Counting:
    """The rules of counts of activities and days."""

    def __init__(self, builder: Builder, questions: ModifiedQuestions) -> None:
        self._builder = builder
        self._questions = questions

    def rules(self) -> Iterator[Rule]:
        def records(which: Records) -> Ask | None:
            return Ask(Kind.COUNT, Frame(records=which)) if which.pick is None else None

        def days(test: Test) -> Ask:
            return Ask(Kind.COUNT, Frame(records=Records(tests=frozenset({test}))))

        def active_days(which: Records) -> Ask | None:
            if which.pick:
                return None
            return days(self._builder.on_days_of(which))

        def recorded(frame: Frame) -> Ask | None:
            if frame.noun is None or frame.statistic or frame.best:
                return None
            return Ask(Kind.NUMBER, replace(frame, statistic=Statistic.COUNT))

        def of_them(them: Records, which: Records) -> Ask | None:
            if them.inside is None or which.pick or which.inside is not None or them.table is not which.table:
                return None
            return Ask(Kind.COUNT, Frame(records=replace(which, inside=them.inside)))

        def among(whole: Records, part: Records) -> Ask | None:
            plain = whole.table is part.table and whole.kinds == Kinds(recorded=True) and not whole.pick
            own = part.kinds is not None and part == Records(table=Table.ACTIVITIES, kinds=part.kinds)
            return records(replace(whole, kinds=part.kinds)) if plain and own else None

        yield from rules("ask", "how many of {it} {recs}", of_them, 0.0)
        yield from rules("ask", "how many (of|out of) {recs} {recs}", among, 0.0)
        yield from rules(
            "ask",
            "how many of {it} {atest}",
            lambda r, t: Ask(Kind.COUNT, Frame(records=replace(r, tests=r.tests | {t}))),
            0.1,
        )
        yield from rules("ask", "{drecs}", lambda r: drecs(r) if r.inside is None else None, 0.3)

        def drecs(which: Records) -> Ask | None:
            if which.pick is not None or which.inside is not None:
                return None
            return Ask(Kind.COUNT, Frame(records=which))

        def each(unit: Unit, test: Test) -> Ask | None:
            ask = days(test)
            return replace(ask, frame=replace(ask.frame, per=unit)) if unit is not Unit.DAY else None

        def active_each(unit: Unit, which: Records) -> Ask | None:
            return None if which.pick else each(unit, self._builder.on_days_of(which))

        def usually(unit: Unit, which: Records) -> Ask | None:
            ask = records(which)
            return replace(ask, frame=replace(ask.frame, per=unit)) if ask else None

        count = "(how many|number of|count of|count|how many of|the number of|how many total|total number of)"
        yield from rules("ask", f"{count} {{recs}}", records, 0.0)
        yield from rules(
            "ask",
            "{statistic} (number of)? {recs} {per}",
            lambda s, r, u: usually(u, r) if s is Statistic.MEAN else None,
            0.1,
        )
        times = "(times|days|nights|mornings|evenings|occasions)"
        yield from rules("ask", f"{count} times {{per}} {{recs}}", lambda u, r: usually(u, r), 0.0)
        yield from rules("ask", f"{count} (days|mornings|evenings) {{per}} {{recs}}", active_each, 0.0)
        yield from rules("ask", "{recs} {per}", lambda r, u: usually(u, r), 0.4)
        yield from rules("ask", "how often {per} {recs}", lambda u, r: usually(u, r), 0.0)
        yield from rules("ask", f"{count} {times} {{per}} {{dtest}}", each, 0.0)
        yield from rules("ask", "how often {per} {dtest}", each, 0.0)
        yield from rules("ask", f"{count} {{recs}} {{per}}", lambda r, u: usually(u, r), 0.0)
        totals = "(total|totals|total number of|the total number of)"
        yield from rules("ask", f"{totals} {{recs}} {{per}}", lambda r, u: _of_each(records(r), u), -0.2)
        yield from rules("ask", f"{count} times (when|that|where|have)? {{recs}}", records, 0.0)
        yield from rules("ask", "how often {recs}", records, 0.0)
        yield from self._days_meant()
        held = "(when|where|with|that|i|of|in which|on which|have|had|saw me|saw|included|include|contained|contain|were|was|did i|did i get|i got)? (a|any)?"
        yield from rules("ask", f"(on|for|in)? {count} of? {{dayset}} {held} {{holding}}", _counted_days, 0.0)
        yield from rules("ask", f"(on|for|in)? {count} of? {{dayset}} {LIKE_DAYS} {{held}}", _counted_days, 0.1)
        for test, cost in (("dtest", 0.2), ("ntest", 0.3)):
            of_window = f"(on|for|in)? {count} of? {{window}} {held} {{{test}}}"
            yield from rules("ask", of_window, lambda w, t: _counted_days(Records(window=w), t), cost)
            fronted = (
                f"(out of|of|among|from|over) {{window}} ,? (on|in)? {count} (days|nights|times)? {held} {{{test}}}"
            )
            yield from rules("ask", fronted, lambda w, t: _counted_days(Records(window=w), t), cost)
        having = "(had|has|have|included|include|saw|contained|contain) (a|any|some)?"
        yield from rules("ask", f"{count} {{drecs}} {having} {{recs}}", self._with_activities, 0.0)
        yield from rules("ask", f"{DAYS} {{dtest}} ,? how many", days, 0.1)
        yield from rules("ask", f"{count} {DAYS} (saw|have|with|of|had) (a|any)? {{np}}", recorded, 0.2)
        yield from rules("ask", f"{count} (times|time) (when|where|that|i|have)? {{dtest}}", days, 0.1)
        yield from rules("ask", "how often {dtest}", days, 0.1)
        yield from rules(
            "ask",
            f"{count} {{drecs}}",
            lambda r: Ask(Kind.COUNT, Frame(records=r)) if r.pick is None else None,
            0.2,
        )
        yield from rules(
            "ask",
            "how many of {drecs} (were|are|fell on|was|fall on|on)? (on|a)? {calendar}",
            lambda r, c: self._of_picked(r, c),
            0.0,
        )

        def of_those(one: Test | Records, *rest: Test | Window) -> Ask | None:
            """Of the days of which one thing holds those of which another does."""
            first = Records(tests=frozenset({one})) if not isinstance(one, Records) else one
            if first.table is not Table.DAYS or first.pick or first.inside:
                return None
            ask: Ask | None = Ask(Kind.COUNT, Frame(records=first))
            for each in rest:
                ask = self._questions.modified(ask, each) if ask else None
            return ask

        many = "(on|in)? (how many|how many of them|how many of those|how many days|how many nights|how many times|how often)"
        also = "(still|also|too|even|actually|additionally)?"
        yield from rules(
            "ask",
            f"(out of|of|among|from) all? {{recs}} ,? {many} (were|was|had|took|are)? {{atest}}",
            self._of_activities,
            0.0,
        )
        yield from rules("ask", f"{count} of {{recs}} (were|was|had|took|are)? {{atest}}", self._of_activities, 0.0)
        out = f"(out of|of|among|from) all? (the|my)? {DAYS}"
        i = "(did|was|were|when|that|i|where|had|have|with|there was)?"
        yield from rules("ask", f"{out} {i} {{dtest}} ,? {many} {also} {i} {also} {{dtest}}", of_those, 0.0)
        yield from rules(
            "ask", f"(out of|of|among) all? {{drecs}} ,? {many} {also} {i} {also} {{dtest}}", of_those, 0.0
        )
        yield from rules(
            "ask",
            f"{out} {{window}} {i} {{dtest}} ,? {many} {also} {i} {also} {{dtest}}",
            lambda w, a, b: of_those(a, b, w),
            0.0,
        )

        def most(best: Best, records: Records, unit: Unit) -> Ask | None:
            if best.judged or best.of_time() or best.fields or best.count > 1 or records.pick or unit is Unit.DAY:
                return None
            return Ask(Kind.COUNT, Frame(records=records, best=best, per=unit))

        yield from rules("ask", "{best} (number of|count of)? {recs} {per}", most, 0.0)
        yield from rules("ask", "{best} (number of|count of)? {drecs} {per}", most, 0.0)

        def counted(records: Records) -> Ask | None:
            return Ask(Kind.COUNT, Frame(records=records)) if records.pick is None else None

        yield from rules(
            "ask", f"{DAYS} (i was|i)? {{dtest}} (how many were there|count them|how many|count these)", days, 0.1
        )
        yield from rules("ask", "{drecs} ,? (how many were there|count them|how many of them)", counted, 0.0)
        yield from rules(
            "ask",
            "{calendar} {window} (where|when|with) (i)? {dtest} ,? (count them|how many)?",
            lambda c, w, t: Ask(Kind.COUNT, Frame(records=Records(tests=frozenset({c, t}), window=w))),
            0.3,
        )
        yield from rules("ask", f"{DAYS} (with|of)? {{dtest}} ,? how many", days, 0.2)
        yield from rules("ask", "{drecs} ,? how many", counted, 0.1)
        yield from rules("ask", f"(on|for|in)? {HOW_MANY} {DAYS} {{window}} {{dtest}} {{window}}", self._twice, 0.1)

    def _days_meant(self) -> Iterator[Rule]:
        """Which days are counted, before it is said what holds of them."""
        yield from rules("dayset", f"(different|distinct|separate)? {DAYS}", Records, 0.0)
        yield from rules("dayset", "{calendar}", lambda test: Records(tests=frozenset({test})), 0.1)
        yield from rules("dayset", "{dayset} {window}", lambda days, window: days.within(window), 0.1)
        yield from rules("dayset", "{window} {dayset}", lambda window, days: days.within(window), 0.1)
        yield from rules("dayset", "all {dayset}", lambda days: days, 0.0)
        months = "(in|of|during)? {span} (and|or|, and) (in|of|during)? {span}"
        yield from rules("dayset", f"{{dayset}} {months}", self._of_two_months, 0.1)

    def _of_two_months(self, days: Records, one: Window, other: Window) -> Records | None:
        """The days of either, each counted once: of two months that follow each other those of one stretch of time."""
        first, second = sorted((one, other), key=lambda each: str(each.start))
        if {first.unit, second.unit} != {Unit.MONTH} or first == second or days.window or days.inside:
            return None
        if not isinstance(first.end, date) or first.end < self._builder.catalogue.first:
            return None
        if first.end + timedelta(days=1) == second.start:
            joint = Window(start=first.start, end=second.end, label=f"{first.label} to {second.label}")
            return replace(days, window=joint)
        left, right = (All(table=Table.DAYS, window=each) for each in (first, second))
        return replace(days, inside=Union(left=left, right=right))

    def _of_activities(self, among: Records, test: Test) -> Ask | None:
        """How many of some activities, of the last five too."""
        if among.pick is None:
            return Ask(Kind.COUNT, Frame(records=replace(among, tests=among.tests | {test})))
        if among.pick[1].count == 1:
            return None
        inside = self._builder.rows(among)
        return Ask(Kind.COUNT, Frame(records=Records(table=among.table, tests=frozenset({test}), inside=inside)))

    def _with_activities(self, days: Records, done: Records) -> Ask | None:
        """How many of the days of which something holds have such an activity."""
        if days.pick or days.inside or done.pick or done.table is not Table.ACTIVITIES:
            return None
        return Ask(Kind.COUNT, Frame(records=days.also(self._builder.on_days_of(done))))

    def _of_picked(self, records: Records, test: Test) -> Ask | None:
        """How many of my five best days were Sundays."""
        if records.pick is None or records.pick[1].count == 1:
            return None
        inside = self._builder.rows(records)
        return Ask(Kind.COUNT, Frame(records=Records(tests=frozenset({test}), inside=inside)))

    def _twice(self, window: Window, test: Test, other: Window) -> Ask | None:
        if (window.start, window.end) != (other.start, other.end):
            return None
        return Ask(Kind.COUNT, Frame(records=Records(tests=frozenset({test}), window=window)))


def _counted_days(days: Records, test: Test) -> Ask:
    return Ask(Kind.COUNT, Frame(records=days.also(test)))


def _of_each(ask: Ask | None, unit: Unit) -> Ask | None:
    """How many in each week or month, one after the other."""
    plain = ask is not None and ask.kind is Kind.COUNT and unit is not Unit.DAY
    return replace(ask, frame=replace(ask.frame, by=Grouping(unit.value))) if ask and plain else None
