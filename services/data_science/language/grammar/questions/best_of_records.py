"""Questions of which an activity or a day that is picked out is the answer: which ride was the longest, a ranking."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from services.data_science.domain.algebra import (
    Column,
    Compare,
    Field,
    Operator,
    Order,
    Reduce,
    Statistic,
    Step,
    Table,
    Window,
)
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.questions.words import WHICH_DAY
from services.data_science.language.phrases import Ask, Best, Frame, Kind, Noun, Records

_MOST_TOLD: Final = 10
_UP: Final = "(jump|jumps|rise|rises|increase|increases|spike|spikes|gain|gains|climb|climbs)"
_DOWN: Final = "(drop|drops|fall|falls|decrease|decreases|dip|dips|decline|declines|plunge|plunges)"
_OF_LENGTH: Final = {
    "duration": "duration_min",
    "length": "duration_min",
    "time": "duration_min",
    "pace": "speed_m_per_min",
}


class BestOfRecords:
    """The rules of questions for the records that a superlative picks out."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
        yield from self._activities()
        yield from self._rankings()
        yield from self._steps()
        at = "(hit|at|reach|have|had|see|match|matched|equal)?"
        yield from rules("ask", f"how many (days|nights|times) {at} {{bestnp}}", self._ties, 0.0)
        yield from rules("ask", f"how often {at} {{bestnp}}", self._ties, 0.0)
        yield from rules(
            "ask",
            "what (did i|had i|have i|i) (do|done|been doing|been up to) (on|for exercise on)? {drecs}",
            self._done_on,
            0.0,
        )
        trained = "(for exercise|for sport|for sports|for training|workout wise|for a workout|for workouts)?"
        yield from rules("ask", f"what (did i|i) do {trained} {{window}}", self._done_within, 0.3)
        yield from rules(
            "ask", "what (did i|i) do (in|on|for|during) {recs}", lambda r: self._told(r) if r.pick else None, 0.0
        )
        yield from rules("ask", "(what|which|what kind of) {recs} (on|for|during) {drecs}", self._kinds_on, 0.0)

    def _activities(self) -> Iterator[Rule]:
        went = "(lasted|took|took me|went|went on|went for|have|i have)?"
        which = "(which|in which|on which|during which|in what|on what|what|which 1 of|which one of|which of)"
        gave = "(got|had|with|gave|give|gives|earned|earn|brought|burned)?"
        reached = "(to|climb|climbed|reach|reached|peak|peaked|at|its|the|rise|rose)"
        yield from rules("ask", f"{which} {{recs}} {went} {{best}}", self._picked, 0.0)
        yield from rules(
            "ask", f"{which} {{recs}} (got|gave|made|pushed|had|sent)? {{noun}} {reached}? {{best}}", self._by, 0.1
        )
        kind = "(what|which) (kind|type|sort|sport|activity|one) (of workout|of activity|of exercise)? (it|that)?"
        yield from rules("ask", f"{{ask}} ,? and? {kind}", _telling_kinds, 0.0)
        lasted = "(lasted|been|spent|stayed|gone|ran|went|trained)"
        yield from rules(
            "recs", f"{{best}} ever? {lasted} ever? (on|in|for)? {{recs}} for?", lambda b, r: self._pick(r, b), 0.0
        )
        yield from rules("ask", f"{WHICH_DAY} {{recs}} {{best}}", self._day_of, 0.0)
        yield from rules(
            "ask", f"{which} {{recs}} {gave} (the)? {{best}} {{noun}}", lambda r, b, n: self._by(r, n, b), 0.0
        )
        some = f"(which|what|rank|order|sort)? {{count}} {{recs}} (that|where|with|i)? {gave} (the)? {{best}} {{noun}}"
        yield from rules("ask", some, self._several_by, 0.0)
        among = "(of|out of|among|from|amongst)"
        yield from rules("ask", f"{among} {{recs}} ,? (which|what) (1|one)? {{best}}", self._picked, 0.0)
        yield from rules(
            "ask",
            f"{among} {{recs}} ,? (which|what) (1|one)? {{best}} {{noun}}",
            lambda r, b, n: self._by(r, n, b),
            0.0,
        )
        yield from rules("ask", "(date|day) (of|for) {recs}", self._date_of, 0.0)
        yield from rules(
            "ask", "(what|which|on which|on what) (day of the week|weekday|date) {recs}", self._date_of, 0.0
        )
        yield from rules("ask", "(what|which|on which|on what) (day of the week|weekday) {drecs}", self._date_of, 0.0)
        happened = "(happen|happened|occur|occurred|fall|fall on|fell on|on)?"
        yield from rules(
            "ask",
            f"(what|which|on which|on what) (day of the week|weekday) {{bestnp}} {happened}",
            self._day_of_best,
            0.1,
        )
        yield from rules(
            "ask", "{noun} (on|for|of|in|during) (each of|each|every one of|all of) {recs}", self._of_each, 0.0
        )
        gone = "(gone|been|done|went|go|ridden|lasted|spent|ever)"
        yield from rules("recs", f"{{best}} {gone} (on|in|for|doing)? {{recs}}", lambda b, r: self._pick(r, b), 0.0)
        of = "(where|when|in which|on which|that|with|during which|i)"
        yield from rules("recs", f"{{recs}} {of} (the)? {{best}} {{noun}}", lambda r, b, n: self._pick_by(r, n, b), 0.1)
        yield from rules("recs", f"{{recs}} {of} {{noun}} (at|the)? {{best}}", self._pick_by, 0.1)
        yield from rules("recs", "{recs} (where|when|in which|that) (went|was|lasted|i)? {best}", self._pick, 0.1)

    def _rankings(self) -> Iterator[Rule]:
        order = "(rank|sort|order|list|show|ranking of|ranked)"
        ranked = "(ranked|sorted|ordered)?"
        for said, field in _OF_LENGTH.items():
            yield from rules(
                "ask", f"{order} {{recs}} {ranked} by {said}", lambda r, f=field: self._ranked(r, Noun(field=f)), 0.0
            )
        yield from rules("ask", f"{order} {{recs}} {ranked} by {{noun}}", self._ranked, 0.0)
        yield from rules("ask", f"{order} (days|nights|my days) {ranked} by {{noun}}", self._ranked_days, 0.0)

    def _steps(self) -> Iterator[Rule]:
        """From one day to the next."""
        days = "(from one day to the next|from day to day|overnight|day to day|night to night)?"
        apart = "(one day|single day|day to day|daily|overnight|1 day|day over day|night to night)?"
        for words, up in ((_UP, True), (_DOWN, False)):
            step = partial(self._step, up=up)
            turned = partial(lambda step, noun, best: step(best, noun), step)
            lead = f"({WHICH_DAY[1:-1]})? (had|saw|with)?"
            yield from rules("ask", f"{lead} {{best}} {apart} {words} (in|of|for) {{noun}} {days}", step, 0.0)
            yield from rules("ask", f"{lead} {{best}} {{noun}} {words} {days}", step, 0.1)
            yield from rules("ask", f"{WHICH_DAY} {{noun}} {words} (the)? {{best}}", turned, 0.0)

    def _pick(self, records: Records, best: Best) -> Records | None:
        source = self._pickable(records)
        if source is None or best.judged or best.of_time() or best.fields not in self._builder.catalogue.fields:
            return None
        return self._picking(source, Field(name=best.fields), best)

    def _pick_by(self, records: Records, noun: Noun, best: Best) -> Records | None:
        if records.table is not Table.ACTIVITIES:
            return None
        column = self._builder.column(noun, Table.ACTIVITIES)
        judged = self._builder.better(best, self._builder.quantity(noun, Table.ACTIVITIES))
        source = self._pickable(records)
        if source is None or column is None or judged is None or judged.of_time():
            return None
        return self._picking(source, column, judged)

    def _picking(self, records: Records, column: Column, best: Best) -> Records | None:
        return replace(records, pick=(column, best)) if records.table is Table.ACTIVITIES else None

    def _pickable(self, records: Records) -> Records | None:
        """The records that may be picked from: of "my last five rides" these five; of one alone none."""
        if records.pick is None:
            return records
        if records.pick[1].count == 1:
            return None
        return Records(table=records.table, inside=self._builder.rows(records))

    def _date_of(self, records: Records) -> Ask | None:
        return Ask(Kind.WHEN, Frame(records=records)) if records.pick else None

    def _day_of_best(self, frame: Frame) -> Ask | None:
        extreme = self._builder.superlative(frame.best, replace(frame, best=None)) if frame.best else None
        return Ask(Kind.WHEN, extreme) if extreme else None

    def _of_each(self, noun: Noun, records: Records) -> Ask | None:
        if records.pick is None or not noun.field or self._builder.column(noun, records.table) is None:
            return None
        return Ask(Kind.RECORDS, Frame(records=records), beside=(noun,))

    def _told(self, records: Records | None) -> Ask | None:
        return Ask(Kind.RECORDS, Frame(records=records)) if records else None

    def _picked(self, records: Records, best: Best) -> Ask | None:
        return self._told(self._pick(records, best))

    def _by(self, records: Records, noun: Noun, best: Best) -> Ask | None:
        return self._told(self._pick_by(records, noun, best))

    def _several_by(self, count: int, records: Records, best: Best, noun: Noun) -> Ask | None:
        """ "The three rides that burned the most calories"."""
        fits = best.count == best.first == 1 and 1 < count <= _MOST_TOLD
        return self._by(records, noun, replace(best, count=count)) if fits else None

    def _day_of(self, records: Records, best: Best) -> Ask | None:
        picked = self._pick(records, best)
        return Ask(Kind.WHEN, Frame(records=picked)) if picked else None

    def _ranked(self, records: Records, noun: Noun) -> Ask | None:
        return self._told(self._pick_by(records, noun, Best(order=Order.HIGHEST, count=_MOST_TOLD)))

    def _ranked_days(self, noun: Noun) -> Ask | None:
        column = self._builder.column(noun, Table.DAYS)
        best = Best(order=Order.HIGHEST, count=_MOST_TOLD)
        return self._told(Records(pick=(column, best))) if column else None

    def _step(self, best: Best, noun: Noun, *, up: bool) -> Ask | None:
        """The day that differs most from the one before, upwards or downwards."""
        column = self._builder.column(noun, Table.DAYS)
        if column is None or best.fields or best.judged or best.order is not Order.HIGHEST:
            return None
        order = Order.HIGHEST if up else Order.LOWEST
        picked = Best(order=order, first=best.first, count=best.count)
        return self._told(Records(pick=(Step(column=column), picked)))

    def _ties(self, frame: Frame) -> Ask | None:
        """On how many days the highest or lowest value was reached."""
        best, noun, records = frame.best, frame.noun, frame.records
        if best is None or noun is None or best.first > 1 or best.count > 1 or records.table is not Table.DAYS:
            return None
        column = self._builder.column(noun, Table.DAYS)
        judged = self._builder.better(best, self._builder.quantity(noun, Table.DAYS))
        if column is None or judged is None:
            return None
        statistic = Statistic.MAX if judged.order is Order.HIGHEST else Statistic.MIN
        extreme = Reduce(rows=self._builder.rows(records), column=column, statistic=statistic)
        test = Compare(column=column, operator=Operator.EQUAL, number=extreme)
        return Ask(Kind.COUNT, Frame(records=records.also(test)))

    def _done_on(self, days: Records) -> Ask | None:
        return self._kinds_on(Records(table=Table.ACTIVITIES), days)

    def _done_within(self, window: Window) -> Ask:
        return Ask(Kind.RECORDS, Frame(records=Records(table=Table.ACTIVITIES, window=window)))

    def _kinds_on(self, records: Records, days: Records) -> Ask | None:
        if records.pick or records.window or (days.pick is None and days.inside is None):
            return None
        return self._told(records.also(self._builder.on_days_of(days)))


def _telling_kinds(ask: Ask) -> Ask | None:
    """The activity that is picked out, which is told by its kind anyway."""
    records = ask.frame.records
    return ask if ask.kind is Kind.RECORDS and records.table is Table.ACTIVITIES and records.pick else None
