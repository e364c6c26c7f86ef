"""What is asked of the days that were counted or listed before, and of the level that was told before."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from services.data_science.domain.algebra import (
    Calendar,
    Compare,
    Field,
    In,
    Literal,
    Not,
    Operation,
    Operator,
    Pick,
    Reduce,
    Statistic,
    Table,
    Tell,
    Test,
    Where,
    Window,
)
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.turning import one_record
from services.data_science.language.phrases import (
    Amount,
    Ask,
    Best,
    Bound,
    Fragment,
    Frame,
    Kind,
    Kinds,
    Noun,
    Records,
    opposite,
)

if TYPE_CHECKING:
    from services.data_science.language.resolving.readings import Reading

_THOSE: Final = "(those|them|these|those days|those nights|these days|these nights|the days|the nights)"
_FELL: Final = "(did)? (was|were|is|are|fell|fall|happened|happen|came|come|did i have|i had)?"
_LEVELS: Final = frozenset({Statistic.MEAN, Statistic.MEDIAN, Statistic.MAX, Statistic.MIN})
_ADDED: Final = "(together|in total|altogether|all together|combined|in all|all in all|added up|in sum|total)"
_MOST: Final = 366
_TURNED: Final = {
    Operator.GREATER: Operator.LESS,
    Operator.GREATER_OR_EQUAL: Operator.LESS,
    Operator.LESS: Operator.GREATER,
    Operator.LESS_OR_EQUAL: Operator.GREATER,
}
"""What is asked with "and below" after what was above."""


_SIDES: Final = {
    "(above|over|higher than|more than|beyond|longer than|later than)": Operator.GREATER,
    "(below|under|lower than|less than|fewer than|shorter than|earlier than)": Operator.LESS,
    "(at least|at or above|at or over)": Operator.GREATER_OR_EQUAL,
    "(at most|at or below|at or under)": Operator.LESS_OR_EQUAL,
}
"""Words for either side of a level; "before" and "after" are of times."""


class OfThose:
    """The rules of questions about days that an earlier question counted, and about the days beside its level."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
        def turn(how: Callable[..., Ask | None]) -> Callable[..., Fragment]:
            return lambda *said: Fragment(turn=(how, said))

        those = f"(of|out of) {_THOSE}"
        any_of = f"(of|out of)? {_THOSE}?"
        for of, held in ((any_of, "{calendar}"), (any_of, "{window}"), (those, "{dtest}"), (any_of, "{bound}")):
            some = f"how many {of} {_FELL} (on|in|during|at)? (a|the)? {held}"
            yield from rules("question", some, turn(self._some), 0.05)
            listed = f"(which|what|which ones|what ones) (ones)? {of} {_FELL} (on|in|during|at)? (a|the)? {held}"
            yield from rules("question", listed, turn(self._which), 0.05)
        yield from rules("question", f"how many {those} (were|are|was)? (a|an)? {{kind}}", turn(self._some), 0.05)
        had = "(had|have|has|with|included|include|saw|contained|also had)"
        days = f"(on|in)? how many {those}"
        for done in (
            f"{days} {had} (a|an|any)? {{recs}}",
            f"{days} (did i|did|i) (do|have|also)? (a|an|any)? {{recs}}",
        ):
            yield from rules("question", done, turn(self._some_done), 0.0)
        ones = "(ones|ones exactly|days|nights|dates|days exactly|dates exactly|days were those|days were they|nights were they|nights were those|days was that|dates were they|dates were those|were they|were those)"
        yield from rules("question", f"(which|what|when|on which|on what) {ones}", turn(self._listed), 0.0)
        yield from rules("question", f"(list|show|show me|give me) {_THOSE}", turn(self._listed), 0.0)
        on = f"(on|in|for|over|of|during)? {_THOSE}"
        level = f"(what|how much|how many|how long) (was|is|did|do)? (i|the|my)? {{adverb}} (get|do|have|sleep)? {on}"
        yield from rules("question", level, turn(self._level), 0.0)
        yield from rules("question", level.replace("{adverb}", "{statistic}"), turn(self._level), 0.0)
        days = "(how many|how often|how many times|on how many) (of)? (the)? (days|nights|times|mornings)?"
        i = "(was|were|am|is|are|did|do|have|had)? (i|it|they|my)? (been|go|gone|get|got|come|came|stay|stayed)?"
        it = "(it|that|this|that average|this average|the average|that level|this level)"
        for words, operator in _SIDES.items():
            yield from rules("side", words, lambda o=operator: o, 0.0)
        beside = f"{days} {i} {{side}} {it}"
        yield from rules("question", f"{beside} {{window}}?", turn(self._beside), 0.0)
        within = f"{days} {{window}} {i} {{side}} {it}"
        yield from rules("question", within, turn(lambda e, w, o: self._beside(e, o, w)), 0.0)
        yield from rules("question", f"{{window}} ,? {beside}", turn(lambda e, w, o: self._beside(e, o, w)), 0.0)
        yield from rules("fragment", f"(how many|how many days|how often)? {i} {{side}} {it}?", turn(_turned), 0.0)
        missed = "(short|below|under|miss it|miss that|missing|missing it|off|away from it|miss|short of it|under it|below it)"
        beaten = "(over|above|beat it|beat that|exceed it|over it|above it|beyond it)"
        for words, is_short in ((missed, True), (beaten, False)):
            said = f"(how much|how many|how long|how far|by how much) {i} {words} (by)? {{adverb}}"
            yield from rules("question", said, turn(partial(self._missed, is_short)), 0.0)
        is_that = (
            "(is|was|were|are|does|do|did)? (that|it|they|those|this|these|them)? (make|come to|take|have)? (all)?"
        )
        for asked, field in (
            ("(how much|how many|what)?", ""),
            ("how long", "duration_min"),
            ("how far", "distance_m"),
        ):
            told = partial(self._sum, field)
            yield from rules("question", f"{asked} {is_that} {_ADDED}", turn(told), 0.0)
        yield from rules(
            "question", f"(how much|how many) {{noun}} {is_that} {_ADDED}", turn(partial(self._sum, "")), 0.1
        )
        for asked, field in (("how long", "duration_min"), ("how far", "distance_m")):
            yield from rules("question", asked, turn(partial(self._of_same, field)), 0.0)
        yield from rules("fragment", "{dtest}", turn(self._retested), 0.2)
        yield from rules("question", "between {np} (and|or) {np}", turn(_related), 0.0)

    def _some(self, earlier: "Reading", held: Test | Window | Bound | Kinds) -> Ask | None:
        """How many of them were on weekends, in May, or such that something else holds too."""
        records = self._held(earlier, held)
        return Ask(Kind.COUNT, Frame(records=records)) if records else None

    def _some_done(self, earlier: "Reading", done: Records) -> Ask | None:
        """On how many of them something was done."""
        records = _counted(earlier)
        if records is None or records.table is not Table.DAYS or done.pick or done.inside is not None:
            return None
        return Ask(Kind.COUNT, Frame(records=records.also(self._builder.on_days_of(done))))

    def _which(self, earlier: "Reading", held: Test | Window | Bound | Kinds) -> Ask | None:
        records = self._held(earlier, held)
        rows = earlier.rows
        if (
            records is not None
            and isinstance(rows, Pick)
            and isinstance(rows.by, Field)
            and records.table is Table.DAYS
        ):
            records = replace(records, pick=(rows.by, Best(order=rows.order, count=_MOST)))
        return Ask(Kind.RECORDS, Frame(records=records)) if records else None

    def _listed(self, earlier: "Reading") -> Ask | None:
        """Which days they were; of the longest streak its own, which are told with it."""
        if earlier.ask.kind is Kind.STREAK:
            return earlier.ask
        records = _counted(earlier)
        counts = earlier.ask.kind in {Kind.COUNT, Kind.SHARE}
        return Ask(Kind.RECORDS, Frame(records=records)) if records and counts else None

    def _held(self, earlier: "Reading", held: Test | Window | Bound | Kinds) -> Records | None:
        records = _counted(earlier)
        if records is None:
            return None
        if isinstance(held, Kinds):
            is_any = records.table is Table.ACTIVITIES and not (records.kinds and records.kinds.names)
            return replace(records, kinds=held) if is_any else None
        if isinstance(held, Bound):
            noun = self._builder.field_for(held) if records.table is Table.ACTIVITIES else None
            test = self._builder.test(noun, held, Table.ACTIVITIES) if noun else None
            return replace(records, tests=records.tests | {test}) if test and not records.tests else None
        if records.table is not Table.DAYS and not isinstance(held, Window | Calendar):
            return None
        if isinstance(held, Window):
            within = records.within(held) if records.inside is None else None
            return within or Records(table=records.table, inside=self._builder.rows(records), window=held)
        return records.also(held) if held not in records.tests else None

    def _level(self, earlier: "Reading", statistic: Statistic) -> Ask | None:
        """The average on those days of what was asked of them."""
        records = _counted(earlier)
        noun = _tested(records)[0] if records else None
        return Ask(Kind.NUMBER, Frame(noun=noun, statistic=statistic, records=records)) if noun and records else None

    def _beside(self, earlier: "Reading", operator: Operator, window: Window | None = None) -> Ask | None:
        """How many days were above the level told before: of the time it is a level of, or else of a time named."""
        question, frame = earlier.question, earlier.ask.frame
        number = question.number if isinstance(question, Tell) else None
        plain = earlier.ask.kind is Kind.NUMBER and earlier.ask.other is None and frame.operation is None
        if not plain or not isinstance(number, Reduce) or frame.noun is None or frame.records.table is not Table.DAYS:
            return None
        if not isinstance(number.column, Field) or not (number.statistic in _LEVELS or one_record(frame)):
            return None
        own = Records() if one_record(frame) or frame.best else frame.records
        if own.inside is not None or own.pick is not None:
            return None
        test = Compare(column=number.column, operator=operator, number=number)
        records = replace(own, window=window or own.window, tests=own.tests | {test})
        return Ask(Kind.COUNT, Frame(records=records))

    def _missed(self, is_short: bool, earlier: "Reading", statistic: Statistic) -> Ask | None:
        """By how much an amount was missed on average on the days on which it was missed, or exceeded on the others."""
        records = _counted(earlier)
        noun, test = _tested(records) if records else (None, None)
        if records is None or noun is None or test is None or statistic is not Statistic.MEAN:
            return None
        if not isinstance(test.number, Literal):
            return None
        if is_short != (test.operator in {Operator.LESS, Operator.LESS_OR_EQUAL}):
            records = replace(records, tests=records.tests - {test} | {opposite(test)})
        frame = Frame(noun=noun, statistic=statistic, records=records, operation=Operation.MINUS)
        return Ask(Kind.NUMBER, frame, value=Amount(test.number.value, test.number.unit))

    def _sum(self, field: str, earlier: "Reading", noun: Noun | None = None) -> Ask | None:
        """What the few that were listed come to together; "how far" is of a distance and "how long" of a time."""
        ask, rows = earlier.ask, earlier.rows
        frame = ask.frame
        best = frame.records.pick[1] if frame.records.pick else frame.best
        by = frame.records.pick[0] if frame.records.pick else None
        if ask.kind is not Kind.RECORDS or best is None or best.count == 1 or rows is None:
            return None
        days = frame.records.table is Table.DAYS
        if field and days:
            return None
        if noun is None and isinstance(by, Field):
            noun = Noun(metric=by.name) if days else Noun(field=field or by.name)
        noun = noun or frame.noun
        quantity = self._builder.quantity(noun, frame.records.table) if noun else None
        if quantity is None or not quantity.additive:
            return None
        records = Records(table=frame.records.table, inside=rows)
        return Ask(Kind.NUMBER, Frame(noun=noun, statistic=Statistic.SUM, records=records, pinned=True))

    def _of_same(self, field: str, earlier: "Reading") -> Ask | None:
        """How long or how far the activities were that were listed or asked about before."""
        records = _counted(earlier)
        inside = earlier.ask.frame.records.inside
        if records is None or records.table is not Table.ACTIVITIES:
            return None
        several = isinstance(inside, Pick) or earlier.ask.kind in {Kind.COUNT, Kind.RECORDS}
        statistic = earlier.ask.frame.statistic or (Statistic.SUM if several else None)
        frame = replace(earlier.ask.frame, noun=Noun(field=field), statistic=statistic, records=records, best=None)
        return Ask(Kind.NUMBER, frame)

    def _retested(self, earlier: "Reading", test: Test) -> Ask | None:
        """The same of days of which something else holds: "and resting heart rate under 50?"."""
        ask, records = earlier.ask, earlier.ask.frame.records
        if isinstance(test, Not | In | Calendar) or records.table is not Table.DAYS or records.inside is not None:
            return None
        if ask.test is not None and ask.kind in {Kind.STREAK, Kind.SHARE}:
            return replace(ask, test=test)
        by_time = records.pick is None or (records.pick[0] is None and records.pick[1].count == 1)
        calendar = frozenset(each for each in records.tests if isinstance(each, Calendar))
        one = len(records.tests - calendar) == 1 and ask.bound is None and ask.frame.noun is None
        if not one or not by_time or ask.kind not in {Kind.COUNT, Kind.WHEN, Kind.SINCE}:
            return None
        return replace(ask, frame=replace(ask.frame, records=replace(records, tests=calendar | {test})))


def _counted(earlier: "Reading") -> Records | None:
    """The records that were counted or listed; None where one alone was told of."""
    ask, records = earlier.ask, earlier.ask.frame.records
    if ask.bound is not None or ask.other is not None or ask.unit is not None:
        return None
    if ask.kind is Kind.SHARE and ask.test is not None and records.pick is None:
        return records.also(ask.test)
    several = records.pick is not None or (ask.frame.best is not None and ask.frame.best.count > 1)
    if ask.kind is Kind.RECORDS and several and earlier.rows is not None and not one_record(ask.frame):
        return Records(table=records.table, inside=earlier.rows)
    if ask.kind is Kind.NUMBER and isinstance(records.inside, Pick) and records.inside.count > 1:
        return records
    if ask.kind is Kind.WHEN and records.pick is not None and records.pick[0] is None:
        several = bool(records.tests) or isinstance(records.inside, Where)
        return replace(records, pick=None) if several else None
    plain = records.pick is None and ask.frame.best is None
    if ask.kind is Kind.NUMBER and records.table is Table.ACTIVITIES:
        return records if plain and not one_record(ask.frame) else None
    return records if ask.kind in {Kind.COUNT, Kind.RECORDS} and plain and not ask.yes_no else None


def _tested(records: Records) -> tuple[Noun, Compare] | tuple[None, None]:
    """What was asked of each day, if it was one thing alone."""
    compared = [test for test in records.tests if not isinstance(test, Calendar)]
    match compared:
        case [Compare(column=Field(name=name)) as test] if records.table is Table.DAYS:
            return Noun(metric=name), test
        case _:
            return None, None


def _turned(earlier: "Reading", operator: Operator) -> Ask | None:
    """How many were below what was counted above it before."""
    records = _counted(earlier) if earlier.ask.kind is Kind.COUNT else None
    _, test = _tested(records) if records else (None, None)
    if records is None or test is None or _TURNED.get(operator) is None or isinstance(test.number, Literal):
        return None
    other = records.tests - {test} | {replace(test, operator=operator)}
    return Ask(Kind.COUNT, Frame(records=replace(records, tests=other)))


def _related(earlier: "Reading", one: Frame, other: Frame) -> Ask | None:
    """The same between two others."""
    ask = earlier.ask
    if ask.kind is not Kind.RELATE or one.noun in {None, other.noun} or other.noun is None:
        return None
    bare = all(each.records == Records(table=each.records.table) for each in (one, other))
    return replace(ask, frame=replace(ask.frame, noun=one.noun), other=other) if bare else None
