"""An activity, a day or a stretch of time that is picked out beside the usual one, the one before, or the best."""

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from services.data_science.domain.algebra import (
    Compare,
    Grouping,
    Operation,
    Operator,
    Order,
    Reduce,
    Statistic,
    Table,
    Test,
    Unit,
    Window,
)
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.frames import FrameRules
from services.data_science.language.grammar.questions.words import POLAR
from services.data_science.language.phrases import Ask, Best, Bound, Frame, Kind, Kinds, Noun, Records, Usual

_WAYS: Final = MappingProxyType(
    {
        "(longer)": ("duration_min", 1),
        "(shorter|briefer)": ("duration_min", -1),
        "(further|farther)": ("distance_m", 1),
        "(faster|quicker)": ("speed_m_per_min", 1),
        "slower": ("speed_m_per_min", -1),
        "(harder|tougher|more intense|more strenuous)": ("average_heart_rate", 1),
        "(easier|less intense|lighter)": ("average_heart_rate", -1),
    }
)
"""What of an activity a comparative is about, and which way."""
_PREVIOUS: Final = "(one before|1 before|previous one|previous 1|one before it|one before that|time before|previous time|last one before|preceding one|preceding 1|one prior)"
_EARLIER: Final = "(before|before it|before that|before then|prior|prior to it|prior to that|just before)"
_WHICH: Final = "(which|what|which one|which of them|which of the 2)"


class RecordsBeside:
    """The rules of what is picked out beside others of its kind."""

    def __init__(self, builder: Builder, frames: FrameRules) -> None:
        self._builder = builder
        self._frames = frames

    def rules(self) -> Iterator[Rule]:
        for said, meant in _WAYS.items():
            yield from rules("fieldway", said, lambda meant=meant: meant, 0.0)
        yield from rules(
            "fieldway",
            "{direction} (in|on|of)? {noun}",
            lambda way, noun: (noun.field, way) if noun.field and abs(way) == 1 else None,
            0.1,
        )
        yield from rules("usualrecs", "(average|usual|typical|normal|mean|regular) {recs}", lambda r: r, 0.0)
        yield from rules("usualrecs", "(average|usual|typical|normal|mean|regular) one", lambda: None or Records(), 0.0)
        yield from rules(
            "usualrecs", "(other|all other|all the other|rest of my|all my other) {recs}", lambda r: r, 0.0
        )
        yield from rules("usualrecs", "{usual}", self._plain, 0.1)
        for before in ("", "before "):
            yield from rules("ask", f"{POLAR} {{recs}} {before}{{fieldway}} than {{usualrecs}}", self._than_usual, 0.0)
        yield from rules(
            "ask",
            f"{POLAR} {{recs}} {{fieldway}} or {{fieldway}} than {{usualrecs}} (and)? (by how much|how much)?",
            lambda r, a, b, u: self._apart(r, a, u) if (a[0], a[1]) == (b[0], -b[1]) else None,
            0.0,
        )
        yield from rules(
            "ask", f"{POLAR} {{recs}} {{fieldway}} than {{usualrecs}} (and)? by how much", self._apart, 0.0
        )
        yield from rules(
            "ask",
            "(by)? how (much|many {measure}) {fieldway} {recs} than {usualrecs}",
            lambda *said: self._apart(said[-2], said[-3], said[-1]),
            0.0,
        )
        apart = "(by)? how (much|many {measure}) {fieldway} than {usualrecs} {recs}"
        yield from rules("ask", apart, lambda *said: self._apart(said[-1], said[-3], said[-2]), 0.0)
        yield from rules(
            "ask", "(how many|how many of|what number of) {recs} {fieldway} than {usualrecs}", self._counted, 0.0
        )
        yield from self._newest_two()
        yield from rules("ask", f"{POLAR} {{recs}} {{fieldway}} than {{recs}}", self._than_other, 0.1)
        yield from rules(
            "ask",
            f"{POLAR} {{usualrecs}} {{fieldway}} than {{usualrecs}}",
            lambda a, w, b: self._than_other(a, w, b) if a.kinds and b.kinds else None,
            0.0,
        )
        yield from rules("ask", f"{POLAR} {{recs}} {{best}} {{kind}}?", self._is_best, 0.0)
        yield from rules("ask", f"{POLAR} {{recs}} {{best}} one? (ever|so far|yet|to date|of all)", self._is_best, 0.0)
        yield from rules("ask", f"{POLAR} {{recs}} {{bound}}", self._within, 0.0)
        often = "(often|frequently|times)?"
        on = "(in|on|during|at)?"
        either = f"{on} {{atest}} or {on} {{atest}}"
        for number, way in (("more", 1), ("(less|fewer)", -1)):
            for said in (f"{{recs}} {number}", f"{number} {{recs}}"):
                yield from rules(
                    "ask",
                    f"{POLAR} {said} {often} {either}",
                    lambda r, a, b, way=way: self._apart_in_number(r, way, a, b),
                    0.0,
                )
        yield from self._windows()
        yield from self._weekdays()

    def _newest_two(self) -> Iterator[Rule]:
        """ "Which was longer, my last swim or the swim before": the newest beside the one before it."""
        yield from rules("onebefore", _PREVIOUS, Kinds, 0.0)
        yield from rules("onebefore", f"{{kind}} {_EARLIER}", lambda kinds: kinds, 0.0)
        yield from rules("onebefore", "(previous|prior|preceding) {kind}", lambda kinds: kinds, 0.0)
        yield from rules("ask", f"{POLAR} {{recs}} {{fieldway}} than {{onebefore}}", self._than_previous, 0.0)

        def which(way: tuple[str, int], records: Records, kinds: Kinds) -> Ask | None:
            beside = self._than_previous(records, way, kinds)
            return replace(beside, kind=Kind.CONTRAST, yes_no=False, choice=True) if beside else None

        def apart(*said: object) -> Ask | None:
            match said[-3:]:
                case (str() as field, int() as way), Records() as records, Kinds() as kinds:
                    beside = self._than_previous(records, (field, way), kinds)
                    minus = replace(beside.frame, operation=Operation.MINUS) if beside else None
                    return Ask(Kind.NUMBER, minus, other=beside.other) if beside and minus else None
            return None

        asked = f"{_WHICH} (is|was|lasted|went|took)?"
        yield from rules("ask", f"{asked} {{fieldway}} ,? {{recs}} (or|, or|and) {{onebefore}}", which, 0.0)
        yield from rules(
            "ask", f"{{recs}} or {{onebefore}} ,? {asked} {{fieldway}}", lambda r, k, way: which(way, r, k), 0.0
        )
        how = "(by)? how (much|many {measure}) {fieldway} {recs} than {onebefore}"
        yield from rules("ask", how, apart, 0.0)
        turned = "(by)? how (much|many {measure}) {recs} {fieldway} than {onebefore}"
        yield from rules("ask", turned, lambda *s: apart(s[-2], s[-3], s[-1]), 0.0)

    def _weekdays(self) -> Iterator[Rule]:
        """ "Is Saturday my best step day": which weekday is, so that yes or no can be seen."""

        def ranked(_: int, best: Best, frame: Frame) -> Ask | None:
            quantity = self._builder.quantity(frame.noun, frame.records.table) if frame.noun else None
            judged = self._builder.better(replace(best, fields=""), quantity)
            plain = judged is not None and not judged.of_time() and not frame.best and not frame.by
            return Ask(Kind.PROFILE, replace(frame, by=Grouping.WEEKDAY, best=judged)) if plain else None

        for day in ("{weekday}", "{weekdays}"):
            yield from rules("ask", f"{POLAR} {day} {{best}} {{np}} (day|days|one)?", ranked, 0.0)
            yield from rules("ask", f"{POLAR} {day} {{best}} (day|days) (for|of|by|in) {{np}}", ranked, 0.0)
            yield from rules("ask", f"{POLAR} {day} (the)? (day|days) (with|when|where) {{best}} {{np}}", ranked, 0.0)

        sleep = Frame(noun=Noun(metric="sleep_minutes", said="sleep"))
        for day in ("{weekday}", "{weekdays}"):
            yield from rules(
                "ask",
                f"{POLAR} {day} (night|nights)? {{best}} (night|nights)",
                lambda day, best: (
                    ranked(day, replace(best, fields=""), sleep) if best.fields in {"", "duration_min"} else None
                ),
                0.0,
            )

    def _apart_in_number(self, records: Records, way: int, one: Test, other: Test) -> Ask | None:
        """ "Do I run more in the morning or in the evening": how many more of the ones than of the others."""
        if records.table is not Table.ACTIVITIES or records.pick or way != 1:
            return None
        first, second = (
            Frame(records=replace(records, tests=records.tests | {each}), how_many=True) for each in (one, other)
        )
        return Ask(Kind.NUMBER, replace(first, operation=Operation.MINUS), other=second, choice=True)

    def _within(self, records: Records, bound: Bound) -> Ask | None:
        """Whether the activity that is picked out is over an amount."""
        noun = self._builder.field_for(bound)
        frame = self._measured(records, noun.field) if noun is not None and records.pick is not None else None
        return Ask(Kind.DECIDE, frame, bound=bound, yes_no=True) if frame else None

    def _windows(self) -> Iterator[Rule]:
        def best_unit(window: Window, best: Best, unit: Unit, frame: Frame) -> Ask | None:
            return self._best_window(window, best, frame) if window.unit is unit else None

        def of_days(window: Window, best: Best, frame: Frame) -> Ask | None:
            return self._best_window(window, best, frame) if window.start == window.end else None

        about = "(for|of|by|in terms of|in|with)"
        ever = "(ever|so far|yet|to date|on record|of all time)?"
        yield from rules("ask", f"{POLAR} {{window}} {{best}} {{unit}} {ever} {about} {{np}}", best_unit, 0.0)
        yield from rules(
            "ask", f"{POLAR} {{window}} {{best}} {{np}} {{unit}} {ever}", lambda w, b, f, u: best_unit(w, b, u, f), 0.0
        )
        yield from rules("ask", f"{POLAR} {{window}} {{best}} (night|day) {ever} {about}? {{np}}", of_days, 0.0)
        yield from rules("ask", f"{POLAR} {{window}} {{best}} {{np}} (day|night|one)? {ever}", of_days, 0.2)
        yield from rules(
            "ask",
            f"{POLAR} {{window}} (the)? {{unit}} (with|of|that had|where i had) {{best}} {{np}}",
            lambda w, u, b, f: best_unit(w, b, u, f),
            0.0,
        )

    def _plain(self, usual: Usual) -> Records | None:
        return Records() if usual == Usual() else None

    def _measured(self, records: Records, field: str) -> Frame | None:
        noun = Noun(field=field)
        if records.table is not Table.ACTIVITIES or self._builder.quantity(noun, Table.ACTIVITIES) is None:
            return None
        return self._frames.applied(Frame(noun=noun, records=Records(table=Table.ACTIVITIES)), records)

    def _than_usual(self, records: Records, way: tuple[str, int], usual: Records) -> Ask | None:
        if records.pick is None:
            return None
        kinds = usual.kinds or records.kinds
        level = replace(usual, table=Table.ACTIVITIES, kinds=kinds) if usual.pick is None else None
        if level is None:
            return None
        one, other = self._measured(records, way[0]), self._measured(level, way[0])
        if one is None or other is None:
            return None
        other = replace(other, statistic=Statistic.MEAN)
        return Ask(Kind.DECIDE, one, other=other, direction=way[1], yes_no=True)

    def _apart(self, records: Records, way: tuple[str, int], usual: Records) -> Ask | None:
        """By how much the one that is picked out differs from the usual one."""
        decided = self._than_usual(records, way, usual)
        if decided is None or decided.other is None:
            return None
        return Ask(Kind.NUMBER, replace(decided.frame, operation=Operation.MINUS), other=decided.other)

    def _counted(self, records: Records, way: tuple[str, int], usual: Records) -> Ask | None:
        """How many are above the average of their kind, which is that of all of them."""
        kinds = usual.kinds or records.kinds
        if records.table is not Table.ACTIVITIES or records.pick or usual.pick or kinds is None:
            return None
        if records.kinds is not None and records.kinds.names != kinds.names:
            return None
        column = self._builder.column(Noun(field=way[0]), Table.ACTIVITIES)
        if column is None:
            return None
        every = self._builder.rows(replace(usual, table=Table.ACTIVITIES, kinds=kinds))
        operator = Operator.GREATER if way[1] > 0 else Operator.LESS
        mean = Reduce(rows=every, column=column, statistic=Statistic.MEAN)
        test = Compare(column=column, operator=operator, number=mean)
        return Ask(Kind.COUNT, Frame(records=replace(records, tests=records.tests | {test})))

    def _than_previous(self, records: Records, way: tuple[str, int], kinds: Kinds) -> Ask | None:
        """Of a kind that is said again it is that kind."""
        pick = records.pick
        if pick is None or pick[0] is not None or pick[1].order is not Order.NEWEST or pick[1].count != 1:
            return None
        if kinds.names and (records.kinds is None or kinds.names != records.kinds.names):
            return None
        earlier = replace(records, pick=(None, replace(pick[1], first=pick[1].first + 1)))
        return self._than_other(records, way, earlier)

    def _than_other(self, records: Records, way: tuple[str, int], other: Records) -> Ask | None:
        if (records.pick is None) != (other.pick is None) or self._builder.rows(records) == self._builder.rows(other):
            return None
        one, second = self._measured(records, way[0]), self._measured(other, way[0])
        if one is None or second is None:
            return None
        return Ask(Kind.DECIDE, one, other=second, direction=way[1], yes_no=True)

    def _is_best(self, records: Records, best: Best, *kind: object) -> Ask | None:
        """Whether the last one is the longest of its kind."""
        if records.pick is None or records.pick[0] is not None or not best.fields or best.count != 1 or best.first != 1:
            return None
        if records.kinds is None or any(each != records.kinds for each in kind):
            return None
        one = self._measured(records, best.fields)
        every = self._measured(Records(table=Table.ACTIVITIES, kinds=records.kinds), best.fields)
        if one is None or every is None:
            return None
        operator = Operator.GREATER_OR_EQUAL if best.order is Order.HIGHEST else Operator.LESS_OR_EQUAL
        other = replace(every, best=replace(best, fields=""))
        return Ask(Kind.DECIDE, one, other=other, operator=operator, yes_no=True)

    def _best_window(self, window: Window, best: Best, frame: Frame) -> Ask | None:
        """Whether a week is the best of all weeks: as good as the best there is."""
        if frame.noun is None or frame.best or frame.pinned or best.of_time() or best.count != 1 or best.first != 1:
            return None
        quantity = self._builder.quantity(frame.noun, frame.records.table)
        judged = self._builder.better(replace(best, fields=""), quantity)
        within = replace(frame, records=replace(frame.records, window=window))
        if judged is None or quantity is None:
            return None
        operator = Operator.GREATER_OR_EQUAL if judged.order is Order.HIGHEST else Operator.LESS_OR_EQUAL
        if window.unit in {None, Unit.DAY}:
            other = replace(frame, best=judged)
        else:
            statistic = Statistic.SUM if quantity.additive and not quantity.nightly else Statistic.MEAN
            within = replace(within, statistic=statistic)
            other = replace(frame, best=judged, statistic=statistic)
        return Ask(Kind.DECIDE, within, other=other, operator=operator, unit=window.unit, yes_no=True)
