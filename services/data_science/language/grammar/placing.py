"""How an answer before lies beside others: more than last month, the highest of three, the week before, its month."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import partial, reduce
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from services.data_science.domain.algebra import (
    All,
    Calendar,
    DaysOf,
    Field,
    Grouping,
    In,
    Or,
    Order,
    Periods,
    Pick,
    Rows,
    Statistic,
    Table,
    Test,
    Union,
    Unit,
    Window,
)
from services.data_science.domain.units import CLOCK
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.following import is_one
from services.data_science.language.grammar.leaning import alike, told_as
from services.data_science.language.grammar.questions.words import POLAR
from services.data_science.language.grammar.tables_and_names import table_of
from services.data_science.language.grammar.time.spans import day_said, span
from services.data_science.language.grammar.turning import MADE, PART, Turning, beside_window, one_record, share
from services.data_science.language.phrases import Ask, Best, Fragment, Frame, Kind, Noun, Records, Usual, opposite

if TYPE_CHECKING:
    from services.data_science.language.resolving.readings import Reading

_THAT: Final = "(that|it|this|those|these|they)"
_SPANS: Final = {
    Unit.WEEK: Grouping.WEEK,
    Unit.MONTH: Grouping.MONTH,
    Unit.QUARTER: Grouping.QUARTER,
    Unit.YEAR: Grouping.YEAR,
}
_OF_SEVERAL: Final = frozenset({Kind.RECORDS, Kind.PROFILE, Kind.BEST_PERIOD, Kind.COUNT, Kind.KINDS, Kind.CONTRAST})
_NAMED_BY_A_DATE: Final = frozenset({Unit.MONTH, Unit.YEAR})
"""Units of which any day tells in which one it lies."""
_LENGTHS: Final = frozenset({"min", "h", "km", "m"})
_A_WEEK: Final = 7
_MOST_TOLD: Final = 10


class Placing:
    """The rules of what is asked of an answer beside others, and what that comes to."""

    def __init__(self, builder: Builder, turning: Turning) -> None:
        self._builder = builder
        self._turning = turning

    def rules(self) -> Iterator[Rule]:
        than = "than (in|on|during|over|for|it was|it was in|what it was|that of|those of)?"
        asked = f"{POLAR} {_THAT} {{direction}} {than} {{window}}"
        yield from rules("question", asked, lambda way, w: _turn(_more_than, way, w), 0.0)
        how = f"(by)? how (much|many|many {{measure}}|far|long) {{direction}} {_THAT} {than}"
        turned = f"(by)? how (much|many|many {{measure}}|far|long) {_THAT} {{direction}} {than}"
        for said in (how, turned):
            yield from rules("question", f"{said} {{window}}", lambda *s: _turn(beside_window, s[-1]), 0.0)
            yield from rules("question", f"{said} {{usual}}", self._than_usual, 0.0)
        yield from rules("fragment", "(which|what) {unit} (that|it|this)? (in|then)?", self._in_which, -0.01)
        for said, way in (("(before|prior|earlier|leading up to)", -1), ("(after|following|later)", 1)):
            days = f"(on|in|over|during|for)? the {{count}} (days|nights) {said} (that|it|then)?"
            yield from rules("fragment", days, partial(self._days_beside, way), -0.1)

        part = f"(what|how much|which|as|in)? (a|the)? {PART}"
        days = "(of|of all|of all the|of the|out of|out of all)? (days|nights|all days|all nights)"
        for said in (f"{part} {days} {_THAT} {MADE}?", f"{part} {_THAT} {MADE}? {days}"):
            yield from rules("question", said, lambda: _turn(self._share_of_days), 0.0)
        lasted = "(how long|how many days|how many nights) (that|this|it|the|my)? streak (last|lasted|go on|going|went on|take|it)?"
        yield from rules("question", lasted, lambda: _turn(_streak), 0.0)
        out = "(without|excluding|except|except on|not on|leaving out|not counting|not including|apart from)"
        yield from rules("fragment", f"{out} {{calendar}}", lambda c: Fragment(test=opposite(c)), 0.0)

    def _than_usual(self, *said: object) -> Fragment | None:
        usual = said[-1]
        return _turn(self._turning.beside_usual, usual) if isinstance(usual, Usual) else None

    def _in_which(self, unit: Unit) -> Fragment:
        return _turn(_which_unit, unit)

    def _days_beside(self, way: int, count: int) -> Fragment | None:
        return _turn(_each_beside, way, count) if 1 < count <= _MOST_TOLD else None

    def _share_of_days(self, earlier: "Reading") -> Ask | None:
        """Of how many of the days what was counted holds; of activities, on how many of them one was done."""
        ask, records = earlier.ask, earlier.ask.frame.records
        if ask.kind is not Kind.COUNT or ask.bound or ask.yes_no or records.table is not Table.ACTIVITIES:
            return share(earlier)
        if records.inside is not None or records.pick is not None:
            return None
        done = self._builder.on_days_of(replace(records, window=None))
        return Ask(Kind.SHARE, Frame(records=Records(window=records.window)), test=done)

    def moved_period(self, earlier: "Reading", step: int) -> Ask | None:
        """The same of the week before or after the one that was picked out; months differ in length."""
        rows = earlier.rows
        periods = rows.rows if isinstance(rows, Pick) and rows.count == 1 else None
        if earlier.ask.kind is not Kind.BEST_PERIOD or not isinstance(periods, Periods) or rows is None:
            return None
        frame = earlier.ask.frame
        if periods.unit is not Unit.WEEK or frame.noun is None or frame.records.table is not Table.DAYS:
            return None
        if frame.records.tests or frame.records.inside is not None:
            return None
        days = Records(inside=DaysOf(rows=rows, offset=step * _A_WEEK))
        return Ask(Kind.NUMBER, Frame(noun=frame.noun, statistic=periods.statistic, records=days, pinned=True))

    def best_of(self, before: Sequence["Reading"], best: Best) -> Ask | None:
        """Which of several times was the highest, where each was told as an average or a total.

        Days are picked from by what was measured, weeks or months by what they came to.
        """
        frame = before[-1].ask.frame
        windows = [each.ask.frame.records.window for each in before]
        units = {each.unit if each is not None and each.start != each.end else Unit.DAY for each in windows}
        statistic = told_as(before[-1])
        plain = frame.noun is not None and frame.records.table is Table.DAYS and not frame.per and not frame.by
        if not plain or frame.noun is None or None in windows or len(units) > 1 or statistic is None:
            return None
        judged = self._builder.better(replace(best, fields=""), self._builder.quantity(frame.noun, Table.DAYS))
        if judged is None or judged.of_time() or judged.count > 1:
            return None
        unit = next(iter(units))
        if unit not in {Unit.DAY, *_SPANS}:
            return None
        records = _within_any([each for each in windows if each is not None], frame.records)
        if unit is Unit.DAY:
            return Ask(Kind.WHEN, Frame(noun=frame.noun, best=judged, records=records))
        return Ask(
            Kind.PROFILE, Frame(noun=frame.noun, best=judged, statistic=statistic, records=records, by=_SPANS[unit])
        )

    def is_pointless(self, ask: Ask, test: Test) -> bool:
        """Whether weekdays are named of a single day, or of two groups of weekdays that are compared already."""
        records = ask.frame.records
        one_day = records.window is not None and records.window.start == records.window.end
        if not isinstance(test, Calendar):
            return False
        parted = ask.kind is Kind.CONTRAST and any(isinstance(each, Calendar) for each in records.tests)
        return parted or one_day or (records.inside is not None and is_one(records.inside))

    def is_of_no_length(self, ask: Ask, best: Best) -> bool:
        """Whether the longest is asked for of what has no length, such as steps, or the highest of two groups."""
        if ask.kind in {Kind.CONTRAST, Kind.RELATE}:
            return not best.of_time()
        noun, days = ask.frame.noun, ask.frame.records.table is Table.DAYS
        quantity = self._builder.quantity(noun, Table.DAYS) if noun and days else None
        return quantity is not None and best.fields == "duration_min" and quantity.unit not in _LENGTHS

    def is_the_same_day(self, ask: Ask, records: Records) -> bool:
        """Whether a night that is asked about is the row of the day told of already, and no night is measured."""
        frame, inside = ask.frame, records.inside
        if not isinstance(inside, DaysOf) or inside.offset != 0:
            return False
        own = self._builder.picked_rows(frame) if frame.noun else self._builder.rows(frame.records)
        quantity = self._builder.quantity(frame.noun, frame.records.table) if frame.noun else None
        nightly = quantity is not None and (quantity.nightly or quantity.unit == CLOCK)
        return not nightly and (inside.rows in {own, frame.records.inside} or ask.kind is Kind.BEST_PERIOD)


def tells_several(before: Sequence["Reading"], *, counted: bool = False) -> bool:
    """Whether the last answer told several things, or the last answers told the same of several times.

    Args:
        before: what was asked.
        counted: whether it is said how many they are; the days of one average are several, but nobody counts them.
    """
    ask = before[-1].ask
    if alike(before) > 1 or ask.frame.by is not None or ask.kind in _OF_SEVERAL:
        return True
    picked = ask.frame.best.count if ask.frame.best is not None else 0
    return ask.kind is Kind.NUMBER and (picked > 1 if counted else picked != 1) and not one_record(ask.frame)


def chosen(ask: Ask, best: Best) -> Ask | None:
    """Which of two groups is the higher or the lower one, that were compared before."""
    ways = {Order.HIGHEST: 1, Order.LOWEST: -1}
    if best.judged or best.of_time() or best.count > 1 or best.first > 1:
        return None
    return replace(ask, yes_no=False, choice=True, direction=ways[best.order])


def _turn(how: "Callable[..., Ask | None]", *said: object) -> Fragment:
    return Fragment(turn=(how, said))


def _streak(earlier: "Reading") -> Ask | None:
    """How long a streak was, which is told with its first and last day."""
    return earlier.ask if earlier.ask.kind is Kind.STREAK else None


def _within_any(windows: Sequence[Window], records: Records) -> Records:
    """The records of several times: of those that follow each other as one span."""
    ordered = sorted(windows, key=lambda each: str(each.start))
    first, last = ordered[0], ordered[-1]
    if all(_follows(one, other) for one, other in pairwise(ordered)):
        whole = Window(start=first.start, end=last.end, label=f"{first.label} to {last.label}")
        return replace(records, window=whole)
    named: frozenset[Test] = frozenset(In(rows=All(table=Table.DAYS, window=each)) for each in windows)
    return replace(records, window=None, tests=records.tests | {Or(tests=named)})


def _follows(one: Window, other: Window) -> bool:
    ends = one.end, other.start
    return isinstance(ends[0], date) and isinstance(ends[1], date) and ends[0] + timedelta(days=1) == ends[1]


def _more_than(earlier: "Reading", direction: int, window: Window) -> Ask | None:
    """Whether it is more than the same of another time; an amount that was told as a total is held against a total."""
    ask, frame = earlier.ask, earlier.ask.frame
    beside = beside_window(earlier, window)
    if beside is None or beside.other is None or not direction:
        return None
    if ask.kind is Kind.COUNT or beside.kind is Kind.CONTRAST:
        return replace(beside, yes_no=True, direction=direction)
    one, other = replace(frame, operation=None), beside.other
    if one_record(frame):
        one, other = (replace(each, statistic=Statistic.MEAN) for each in (one, other))
    return Ask(Kind.DECIDE, one, other=other, direction=direction, yes_no=True)


def _which_unit(earlier: "Reading", unit: Unit) -> Ask | None:
    """In which month or year it was, which its date tells; of days in a month that was picked out, which that was."""
    ask, rows = earlier.ask, earlier.rows
    if isinstance(rows, DaysOf) and not rows.offset and isinstance(rows.rows, Pick):
        return _picked_period(rows.rows, unit)
    if ask.kind is Kind.BEST_PERIOD and ask.unit is unit:
        return ask
    one = isinstance(rows, Pick) and rows.count == 1 and table_of(rows) is not None
    if unit not in _NAMED_BY_A_DATE or not one or ask.frame.per is not None or ask.frame.by is not None:
        return None
    if ask.kind is Kind.NUMBER and ask.frame.best is not None:
        return Ask(Kind.WHEN, replace(ask.frame, how_many=False))
    return ask if ask.kind in {Kind.WHEN, Kind.RECORDS} else Ask(Kind.WHEN, Frame(records=Records(inside=rows)))


def _picked_period(pick: Pick, unit: Unit) -> Ask | None:
    periods = pick.rows
    if not isinstance(periods, Periods) or periods.unit is not unit or not isinstance(periods.column, Field):
        return None
    best = Best(order=pick.order, first=pick.first, count=pick.count)
    records = Records(inside=periods.rows) if not isinstance(periods.rows, All) else Records(window=periods.window)
    noun = Noun(metric=periods.column.name)
    if isinstance(periods.rows, All) and periods.rows.table is not Table.DAYS:
        return None
    frame = Frame(noun=noun, best=best, statistic=periods.statistic, records=records)
    return Ask(Kind.BEST_PERIOD, frame, unit=unit)


def _each_beside(earlier: "Reading", way: int, count: int) -> Ask | None:
    """What was measured on each of the days before or after the one that was told of."""
    ask, frame, rows = earlier.ask, earlier.ask.frame, earlier.rows
    by = frame.records.pick[0] if frame.records.pick and frame.records.table is Table.DAYS else None
    noun = frame.noun or (Noun(metric=by.name) if isinstance(by, Field) else None)
    if ask.kind not in {Kind.NUMBER, Kind.WHEN, Kind.RECORDS} or noun is None or not noun.metric:
        return None
    each = Best(order=Order.OLDEST, count=count)
    window = frame.records.window
    if rows is None and window is not None and isinstance(window.start, date) and window.start == window.end:
        first, last = sorted(window.start + timedelta(days=way * step) for step in (1, count))
        days = span(first, last, f"{day_said(first)} to {day_said(last)}")
        return Ask(Kind.RECORDS, Frame(noun=noun, best=each, records=Records(window=days))) if days else None
    own, offset = (rows.rows, rows.offset) if isinstance(rows, DaysOf) else (rows, 0)
    if not isinstance(own, Pick) or own.count != 1 or table_of(own) is None:
        return None
    beside: list[Rows] = [DaysOf(rows=own, offset=offset + way * step) for step in range(1, count + 1)]
    union = reduce(lambda one, other: Union(left=one, right=other), beside)
    return Ask(Kind.RECORDS, Frame(records=Records(inside=union, pick=(None, each))), beside=(noun,))
