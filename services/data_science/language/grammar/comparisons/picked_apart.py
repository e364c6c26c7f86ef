"""How one record that is picked out stands to another of its kind, and one count of days to another."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from services.data_science.domain.algebra import Column, Compare, Field, Literal, Operation, Order, Statistic, Table
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.frames import FrameRules
from services.data_science.language.grammar.questions.words import POLAR
from services.data_science.language.phrases import Amount, Ask, Best, Bound, Frame, Kind, Kinds, Noun, Records

_ON: Final = "(on|in|during|of|for|at)?"
_THAT_ON: Final = (
    "(on|in|during|of|for|at|that of|that on|that in|that during|those of|those on|those in|the one of|what it was on)?"
)
_ONE: Final = "(one|1|day|night|time)?"
_HOW: Final = "(by)? how (much|far|many)? {measure}?"
_MOST_HOURS: Final = 24
_GAP: Final = "(what|how big|how large|how much)? (difference|gap)"


class PickedApart:
    """The rules of two records, or two counts, of which one is held against the other."""

    def __init__(self, builder: Builder, frames: FrameRules) -> None:
        self._builder = builder
        self._frames = frames

    def rules(self) -> Iterator[Rule]:
        yield from self._of_activities()
        yield from self._of_values()
        yield from self._of_counts()

    def _of_activities(self) -> Iterator[Rule]:
        """ "How much longer was my longest ride than my shortest one"; the kind is said once or twice."""
        for lead, yes_no in ((POLAR, True), (_HOW, False)):

            def of_one(*said: object, yes_no: bool = yes_no) -> Ask | None:
                parts: Any = said[-3:]
                records, (field, way), best = parts
                return self._by_field(records, self._instead(records, best), field, way, yes_no=yes_no)

            def of_two(*said: object) -> Ask | None:
                parts: Any = said[-3:]
                records, (field, way), other = parts
                return self._by_field(records, other, field, way, yes_no=False)

            yield from rules("ask", f"{lead} {{recs}} {{fieldway}} than {{best}} {_ONE}", of_one, 0.0)
            if yes_no:
                continue
            yield from rules("ask", f"{lead} {{recs}} {{fieldway}} than {{recs}}", of_two, 0.0)
            yield from rules("ask", f"{lead} {{recs}} {{fieldway}} than {{usualrecs}}", of_two, 0.0)
            yield from rules(
                "ask", f"{lead} {{fieldway}} {{recs}} than {{best}} {_ONE}", lambda *s: of_one(s[-2], s[-3], s[-1]), 0.0
            )
            for other in ("{recs}", "{usualrecs}"):
                yield from rules(
                    "ask", f"{lead} {{fieldway}} {{recs}} than {other}", lambda *s: of_two(s[-2], s[-3], s[-1]), 0.0
                )
        which = "(which|what|which one|which of them|which of the two)"
        asked = "(is|are|was|were|last|lasts|lasted|go|goes|went|takes|took|tend to be)?"
        for end in ("{fieldway} {recs} or {recs}", "{fieldway} , {recs} or {recs}"):
            for lead in (f"{which} {asked}", f"{which} {asked} {{adverb}}"):
                yield from rules("ask", f"{lead} {end}", lambda *s: self._kinds_apart(*s[-3:]), 0.0)
        yield from rules(
            "ask",
            f"{which} {asked} {{fieldway}} {{adverb}} ,? {{recs}} or {{recs}}",
            lambda way, _, one, other: self._kinds_apart(way, one, other),
            0.0,
        )
        for word, way in (("more", 1), ("most", 1), ("less", -1), ("fewer", -1)):
            yield from rules(
                "ask",
                f"{which} (burn|burns|burned|burnt|burn up|burns up|burns off) {word} ,? {{recs}} or {{recs}}",
                lambda one, other, way=way: self._kinds_apart(("calories_kcal", way), one, other),
                0.0,
            )
        between = f"{_GAP} (in length|in duration|in time)? between"
        yield from rules(
            "ask", f"{between} {{best}} (one|1)? and {{best}} {{recs}}", lambda a, b, r: self._ends(r, a, b), 0.0
        )
        yield from rules(
            "ask",
            f"{between} {{recs}} and {{best}} {_ONE}",
            lambda r, b: self._lengths(r, self._instead(r, b)),
            0.0,
        )
        yield from rules("ask", f"{between} {{recs}} and {{recs}}", self._lengths, 0.1)

    def _of_values(self) -> Iterator[Rule]:
        """ "Was my heart rate on my last ride lower than on my first": a value on each of two records."""
        for lead, yes_no in ((POLAR, True), (_HOW, False)):

            def held(*said: object, yes_no: bool = yes_no) -> Ask | None:
                frame = next(each for each in said if isinstance(each, Frame))
                way = next(each for each in said if type(each) is int)
                other = self._other_of(frame.records, said[-1])
                return self._beside(frame, other, way, yes_no=yes_no) if other else None

            for end in (f"{{best}} {_ONE}", "{recs}", f"{{place}} {_ONE}"):
                than = f"than {_THAT_ON} {end}"
                yield from rules("ask", f"{lead} {{np}} {{direction}} {than}", held, 0.05)
                yield from rules("ask", f"{lead} {{direction}} {{np}} {than}", held, 0.05)
                yield from rules(
                    "ask",
                    f"{lead} {{np}} {{direction}} {_ON} {{recs}} {than}",
                    lambda *s, held=held: (f := self._frames.applied(s[-4], s[-2])) and held(f, s[-3], s[-1]),
                    0.05,
                )

            def earlier(*said: object, yes_no: bool = yes_no) -> Ask | None:
                parts: Any = said[-3:]
                frame, way, kinds = parts if isinstance(parts[0], Frame) else (parts[1], parts[0], parts[2])
                other = self._one_before(frame.records, kinds)
                return self._beside(frame, other, way, yes_no=yes_no) if other else None

            yield from rules("ask", f"{lead} {{np}} {{direction}} than {_THAT_ON} {{onebefore}}", earlier, 0.0)
            yield from rules("ask", f"{lead} {{direction}} {{np}} than {_THAT_ON} {{onebefore}}", earlier, 0.0)

    def _one_before(self, records: Records, kinds: Kinds) -> Records | None:
        """The one before the newest, of the same kind where that is said again."""
        pick = records.pick
        if pick is None or pick[0] is not None or pick[1] != Best(order=Order.NEWEST):
            return None
        if kinds.names and (records.kinds is None or kinds.names != records.kinds.names):
            return None
        return replace(records, pick=(None, replace(pick[1], first=2)))

    def _of_counts(self) -> Iterator[Rule]:
        """ "More nights under six hours than nights over seven"."""

        def counts(*said: object, yes_no: bool) -> Ask | None:
            way, one, other = said[-3:]
            if not (isinstance(way, int) and isinstance(one, Records) and isinstance(other, Records)):
                return None
            window = one.window or other.window
            first, second = (replace(each, window=each.window or window) for each in (one, other))
            if (
                one.pick
                or other.pick
                or one.table is not other.table
                or self._builder.rows(first) == self._builder.rows(second)
            ):
                return None
            return Ask(Kind.CONTRAST, Frame(records=first), other=Frame(records=second), direction=way, yes_no=yes_no)

        for noun in ("drecs", "recs"):
            pattern = f"{{direction}} {{{noun}}} than {{{noun}}}"
            yield from rules("ask", f"{POLAR} (there)? {pattern}", lambda *s: counts(*s, yes_no=True), 0.0)
            yield from rules("ask", f"how many {pattern}", lambda *s: counts(*s, yes_no=False), 0.0)
        and_bound = "{direction} {drecs} than {bound}"
        yield from rules(
            "ask",
            f"{POLAR} (there)? {and_bound}",
            lambda *s: counts(*s[:-1], self._held_to(s[-2], s[-1]), yes_no=True),
            0.0,
        )

    def _held_to(self, records: Records, bound: Bound) -> Records | None:
        """The days of the same measure over another amount: "nights under six hours than over seven"."""
        test = next(iter(records.tests), None)
        if len(records.tests) != 1 or not isinstance(test, Compare) or not isinstance(test.column, Field):
            return None
        if isinstance(bound.to, Amount) and not bound.to.unit and isinstance(test.number, Literal):
            unit = "h" if test.number.unit == "min" and bound.to.value <= _MOST_HOURS else ""
            bound = replace(bound, to=replace(bound.to, unit=unit))
        other = self._builder.test(Noun(metric=test.column.name), bound, Table.DAYS)
        return replace(records, tests=frozenset({other})) if other else None

    def _other_of(self, records: Records, other: object) -> Records | None:
        """What one record is held against: named as such, by its own superlative, or by its place."""
        match other:
            case Records():
                return other
            case Best():
                return self._instead(records, other)
            case int():
                return _at_place(records, other)
        return None

    def _instead(self, records: Records, best: Best) -> Records | None:
        """The other record of the same kind that a superlative alone names, as in "than my first"."""
        if records.pick is None or best.count != 1:
            return None
        column = records.pick[0]
        picked: tuple[Column | None, Best]
        if best.of_time():
            picked = (None, best)
        elif best.fields and records.table is Table.ACTIVITIES:
            picked = (Field(name=best.fields), best)
        else:
            name = column.name if isinstance(column, Field) else ""
            quantity = self._builder.quantity(Noun(metric=name, field=name), records.table) if name else None
            judged = self._builder.better(best, quantity) if quantity else None
            if judged is None or judged.fields:
                return None
            picked = (column, judged)
        other = replace(records, pick=picked)
        return other if other != records else None

    def _measured(self, records: Records, field: str) -> Frame | None:
        noun = Noun(field=field)
        if records.table is not Table.ACTIVITIES or self._builder.quantity(noun, Table.ACTIVITIES) is None:
            return None
        return self._frames.applied(Frame(noun=noun, records=Records(table=Table.ACTIVITIES)), records)

    def _by_field(self, records: Records, other: Records | None, field: str, way: int, *, yes_no: bool) -> Ask | None:
        if other is None or records.pick is None or records == other:
            return None
        if other.pick is None:
            other = replace(other, table=Table.ACTIVITIES, kinds=other.kinds or records.kinds)
        one, second = self._measured(records, field), self._measured(other, field)
        if one is None or second is None:
            return None
        if other.pick is None:
            second = replace(second, statistic=Statistic.MEAN)
        return _held(one, second, way, yes_no=yes_no)

    def _kinds_apart(self, by: tuple[str, int], one: Records, other: Records) -> Ask | None:
        """Which of two kinds of activities has more of something on average."""
        field, way = by
        first, second = self._measured(one, field), self._measured(other, field)
        named = [each.kinds.names for each in (one, other) if each.kinds and each.kinds.names and not each.pick]
        if first is None or second is None or len(named) < 2 or named[0] & named[1]:
            return None
        return Ask(Kind.CONTRAST, first, other=second, direction=way, choice=True)

    def _beside(self, frame: Frame, other: Records, way: int, *, yes_no: bool) -> Ask | None:
        records = frame.records
        if records.pick is None or other.pick is None or records == other or abs(way) != 1:
            return None
        if other.table is not records.table or frame.noun is None or frame.best is not None:
            return None
        return _held(frame, replace(frame, records=other), way, yes_no=yes_no)

    def _ends(self, records: Records, one: Best, other: Best) -> Ask | None:
        if records.pick or not one.fields or one.fields != other.fields:
            return None
        first, second = (replace(records, pick=(Field(name=each.fields), each)) for each in (one, other))
        return self._by_field(first, second, one.fields, 1, yes_no=False)

    def _lengths(self, one: Records, other: Records | None) -> Ask | None:
        """Of two that are picked by one number the difference in that number."""
        if other is None or one.pick is None or other.pick is None or one.pick[0] != other.pick[0]:
            return None
        column = one.pick[0]
        return self._by_field(one, other, column.name, 1, yes_no=False) if isinstance(column, Field) else None


def _at_place(records: Records, place: int) -> Records | None:
    """The second of those of which one is the first."""
    if records.pick is None or records.pick[1].count > 1:
        return None
    by, best = records.pick
    return replace(records, pick=(by, replace(best, first=place)))


def _held(one: Frame, other: Frame, way: int, *, yes_no: bool) -> Ask:
    if yes_no:
        return Ask(Kind.DECIDE, one, other=other, direction=way, yes_no=True)
    return Ask(Kind.NUMBER, replace(one, operation=Operation.MINUS, how_many=False), other=other)
