"""Further ways in which people ask the same."""

from collections.abc import Iterator
from dataclasses import replace

from services.data_science.domain.algebra import Statistic, Table, Test, Window
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.frames import FrameRules
from services.data_science.language.grammar.questions import QuestionRules
from services.data_science.language.phrases import Ask, Best, Frame, Kind, Noun, Records

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
        yield from rules("ask", "{np} ,? (summed|added up|summed up|in sum)", lambda f: self._number(f, Statistic.SUM), 0.0)
        seen = "(come in at|came in at|come out at|look like|looked like|looking like|come to)"
        yield from rules("ask", f"{{np}} {seen}", self._number, 0.1)
        yield from rules("ask", "how high {np} (gone|been|got|gotten|go|get)", lambda f: self._number(f, Statistic.MAX), 0.1)
        yield from rules("ask", "how low {np} (gone|been|got|gotten|go|get)", lambda f: self._number(f, Statistic.MIN), 0.1)
        vary = "(deviate|deviates|vary|varies|fluctuate|fluctuates|differ|differs|change)"
        by = "(by)? how (many|much)"
        yield from rules("ask", f"{by} {{measure}} {{np}} {vary}", lambda _, f: self._number(f, Statistic.SD), 0.1)
        yield from rules("ask", f"{by} {{np}} {vary}", lambda f: self._number(f, Statistic.SD), 0.3)
        yield from rules("ask", "{ask} ,? {statistic}", lambda a, s: a if a.frame.statistic is s else None, 0.2)
        yield from rules("ask", "(add up|tally) {ask}", lambda a: a if a.kind is Kind.NUMBER else None, 0.3)
        yield from rules("ask", "{np} ,? (what|what it|what is it|is what)", self._number, 0.2)
        yield from rules("ask", "(how long|for how long) (in) {np} (each night|a night|per night|every night)?", self._lasting, 0.1)
        yield from rules("ask", "how long in {np}", self._lasting, 0.1)
        yield from rules("ask", "when {noun} (at its|at) {best} (percentage|percent|%)? ,? (what it|what)?", self._at_best, 0.2)
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
        yield from rules("ask", "how long (a)? {recs} (of mine)? (last|lasted) {adverb}?", lambda r, *a: short(r, a[0] if a else None), 0.1)
        yield from rules("ask", "speed (i)? {recs} (at)? (on|in)? {recs}", lambda _, r: self._of("speed_m_per_min", r), 0.3)
        yield from rules("ask", "how much (i)? (climb|climbed|ascend|ascended) (on|in|during)? {recs}", lambda r: self._of("elevation_gain_m", r), 0.0)
        yield from rules("ask", "{recs} ,? (total|overall) (duration|time|length)", lambda r: short(r, Statistic.SUM), 0.1)
        yield from rules("ask", f"(in total ,)? how many minutes (put|spent|spend|i spend)? {into} {{recs}}", lambda r: short(r, Statistic.SUM), 0.1)
        yield from rules("ask", "how many minutes (put|spent)? (into|on) {recs}", lambda r: short(r, Statistic.SUM), 0.1)
        yield from rules("ask", "(which|in which|what) {recs} (the)? {best} {noun}", picked_by, 0.1)
        yield from rules("ask", "(which|what) {recs} (by)? (duration|length)? ,? (how long it|how long)?", told, 0.4)
        yield from rules("ask", "{ask} ,? (and)? (how many|how much|how long it|how long|how far|how far it|how many it)", lambda a: a if a.kind in {Kind.RECORDS, Kind.WHEN} else None, 0.2)
        yield from rules("ask", "{best} {noun} (of)? (any)? {recs}", lambda b, n, r: self._best_of(b, n, r), 0.3)
        yield from rules("recs", "{recs} (i)? (did|done|completed|complete|of mine|i did|i had|i have|i have done)", lambda r: r, 0.1)
        yield from rules("recs", "(gone|go|went|going|been) {recs}", lambda r: r, 0.1)
        yield from rules("recs", "{recs} {recs}", self._same, 0.3)
        kinds = "(different|distinct|unique|various)? (activities|activity|exercise|workout|sports|sport|exercises|workouts|training)"
        lead = "(list|name|which|what|show)"
        yield from rules("ask", f"{lead} {kinds} (types|kinds|type|kind)? (in my log|in my records|are there|are in my log|i do)?", self._kinds, 0.4)
        yield from rules("ask", f"{lead} {kinds} (types|kinds|type|kind)? (i|i did|did)? {{window}}", lambda w: self._kinds(w), 0.3)

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
        return replace(other, kinds=kinds) if not one.tests and not one.window else replace(one, kinds=kinds) if not other.tests else None

    def _best_of(self, best: Best, noun: Noun, records: Records) -> Ask | None:
        whole = Frame(noun=noun, records=Records(table=Table.ACTIVITIES))
        frame = self._frames.applied(whole, records) if noun.field and not records.pick else None
        judged = self._builder.better(best, self._builder.quantity(noun, Table.ACTIVITIES))
        if frame is None or judged is None or judged.of_time() or judged.fields:
            return None
        return Ask(Kind.NUMBER, replace(frame, best=judged))

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

    def _twice(self, window: Window, test: Test, other: Window) -> Ask | None:
        if (window.start, window.end) != (other.start, other.end):
            return None
        return Ask(Kind.COUNT, Frame(records=Records(tests=frozenset({test}), window=window)))
