"""Two groups of days that are compared, of which the second may lean on the first: "October and the month before"."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import partial
from typing import TypeAlias

from services.data_science.domain.algebra import All, Calendar, In, Not, Statistic, Table, Test, Unit, Window
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.comparisons.words import LOOSE_LINK, OTHER_DAYS, THAN
from services.data_science.language.grammar.frames import Beside, Modifier
from services.data_science.language.grammar.time.spans import day_said, moved, span, unit_of
from services.data_science.language.phrases import Frame, Records, opposite


@dataclass(frozen=True, slots=True)
class Others:
    """All days but those of the first group."""


@dataclass(frozen=True, slots=True)
class TheOneBefore:
    """The stretch of time right before the first group's: so many units, or one as long as it."""

    count: int = 1
    unit: Unit | None = None


@dataclass(frozen=True, slots=True)
class Pair:
    """Two groups; what is measured is told of the first beside the second."""

    one: Modifier
    other: "Second"
    either: bool = False
    """Whether it is asked which of both, so that yes and no are no answers."""

    def turned(self) -> "Pair | None":
        """With the second first; None where the second leans on the first."""
        return None if isinstance(self.other, Others | TheOneBefore | Frame) else Pair(self.other, self.one)


Second: TypeAlias = Modifier | Others | TheOneBefore | Frame
"""What the first group is held against; a frame where what is measured is said again with it."""


class Pairs:
    """The rules of pairs of groups."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        self._catalogue = builder.catalogue

    def rules(self) -> Iterator[Rule]:
        def pair(one: Modifier, other: Second) -> Pair | None:
            one = _in_its_time(one, other)
            of_all = other == self._builder.all_time and _sort(one) == "days"
            fits = isinstance(other, Others | TheOneBefore | Frame) or of_all or comparable(one, other)
            return Pair(one, other) if fits and one != other else None

        yield from rules("than", f"{THAN} (it|they|what it|what)?", lambda: "than", 0.0)
        much = "(way|much|far|lot|significantly|noticeably|bit|little|any)"
        yield from rules("direction", f"{much} {{direction}}", lambda way: way, 0.05)
        yield from rules("direction", "{direction} {adverb}", _on_average, 0.05)
        yield from rules("direction", "{adverb} {direction}", lambda adverb, way: _on_average(way, adverb), 0.05)
        yield from rules("direction", "{direction} or {direction}", lambda a, b: 0 if a == -b else None, 0.0)
        yield from rules("direction", "(over or under|under or over)", lambda: 0, 0.0)
        yield from rules("direction", "{direction} and {direction}", lambda a, b: a if a == b and a else None, 0.0)
        yield from rules("trend", "{trend} or {trend}", lambda a, b: 0 if a == -b else None, 0.0)
        yield from rules("trend", "{trend} or {direction}", lambda a, b: 0 if a * b <= 0 else None, 0.0)
        yield from rules("trend", f"{{trend}} {much}", lambda way: way, 0.05)
        yield from rules("second", "{group_of}", lambda group: group, 0.0)
        yield from rules("second", "{leaning}", lambda leaning: leaning, 0.0)
        week = "(on|in|during|for)? (work|working|normal|regular)? week"
        weekdays, weekends = (Calendar(iso_weekdays=frozenset(days)) for days in (range(1, 6), (6, 7)))
        yield from rules("second", week, lambda: weekdays, 0.3)
        yield from rules(
            "pair", f"{week} {{than}} {{calendar}}", lambda _, c: Pair(weekdays, c) if c == weekends else None, 0.1
        )
        for other_days in OTHER_DAYS:
            yield from rules("leaning", other_days, lambda *_: Others(), 0.0)
        yield from rules("leaning", "(on|in|during|for|over)? {before_that}", lambda leaning: leaning, 0.0)
        yield from rules("pair", "{group_of} ,? {than} {second}", lambda a, _, b: pair(a, b), 0.0)

        def either(one: Modifier, other: Second) -> Pair | None:
            both = pair(one, other)
            return replace(both, either=True) if both else None

        yield from rules("loosepair", f"{{group_of}} ,? {LOOSE_LINK} {{second}}", pair, 0.0)
        yield from rules("loosepair", "(between|either) {group_of} (and|to) {second}", pair, 0.0)
        yield from rules("loosepair", "either? {group_of} ,? or {second}", either, 0.0)
        yield from rules("pair", "{recs} ,? {than} {recs}", self._activities, 0.2)
        yield from rules("loosepair", "(between)? {recs} (and|to|with) {recs}", self._activities, 0.2)
        yield from rules(
            "loosepair",
            "either? {recs} or {recs}",
            lambda a, b: (p := self._activities(a, b)) and replace(p, either=True),
            0.2,
        )
        yield from rules("second", "{recs}", lambda recs: recs if recs.pick is None else None, 0.4)
        yield from rules(
            "pair",
            "{group_of} over {group_of}",
            lambda a, b: pair(a, b) if isinstance(a, Window) and isinstance(b, Window) else None,
            0.3,
        )
        for day in ("{weekday}", "{weekdays}"):
            yield from rules(
                "loosepair",
                f"either? {day} or {day}",
                lambda a, b: (p := _weekdays(a, b)) and replace(p, either=True),
                -0.1,
            )
            yield from rules("pair", f"{day} {{than}} {day}", lambda a, _, b: _weekdays(a, b), 0.0)
            yield from rules("loosepair", f"{day} (and|to|with) {day}", _weekdays, 0.0)
        yield from rules("loosepair", "{pair}", lambda both: both, 0.0)
        yield from rules(
            "frompair", "from {group_of} to {group_of}", lambda a, b: (p := pair(a, b)) and p.turned(), 0.0
        )
        yield from rules(
            "frompair",
            "(between|in between|btw) {group_of} and {group_of}",
            lambda a, b: (p := pair(a, b)) and _in_time(p),
            0.0,
        )
        yield from rules(
            "frompair",
            "(between|in between|btw) {window} and (in|during|over)? {before_that}",
            lambda window, leaning: pair(window, leaning),
            0.0,
        )
        yield from rules(
            "topair",
            "{window} (to|until|till|into) {window}",
            lambda a, b: (p := pair(a, b)) and _later_first(p),
            0.0,
        )
        for category, link, lead in (
            ("pair", "{than}", "on?"),
            ("loosepair", LOOSE_LINK, "on?"),
            ("frompair", "and", "(between|in between) on?"),
        ):
            after = f"{lead} {{span}} ,? {link} (on|in|during)? (day|night|morning) after (that|it)?"
            yield from rules(category, after, partial(_and_day_after, in_time=category == "frompair"), -0.1)
        yield from self._before_that()
        yield from self._parts()
        yield from self._halves()

    def _activities(self, one: Records, *rest: str | Records) -> Pair | None:
        other = rest[-1]
        fits = isinstance(other, Records) and comparable(one, other) and one != other
        return Pair(one, other) if fits and isinstance(other, Records) else None

    def _before_that(self) -> Iterator[Rule]:
        that = "(that|it|then|this)?"
        yield from rules("leaning", "(last|previous|last 1|previous 1|last one|previous one)", TheOneBefore, 0.3)
        yield from rules("before_that", "{unit} (before|prior|earlier) (that|it|then|this)?", self._before, 0.0)
        yield from rules("before_that", "(previous|prior|preceding) {unit}", self._before, 0.0)
        yield from rules(
            "before_that", "(one before|previous one|time before|one prior|before that|before then)", TheOneBefore, 0.0
        )
        yield from rules(
            "before_that", f"{{count}} {{unit}} (before|prior|earlier) {that}", lambda n, u: TheOneBefore(n, u), 0.0
        )
        yield from rules("before_that", "(previous|prior|preceding) {count} {unit}", TheOneBefore, 0.0)
        yield from rules("before_that", "{count} (before|prior|earlier) (that|it|then|this)?", TheOneBefore, 0.1)
        yield from rules("before_that", "(previous|prior|preceding) {count}", TheOneBefore, 0.1)

    def _before(self, unit: Unit) -> TheOneBefore:
        return TheOneBefore(1, unit)

    def _parts(self) -> Iterator[Rule]:
        """The first and the last part of one span: "the first two weeks of October and the last two"."""
        for named, other in (("first", "last"), ("last", "first")):
            for category, link, either in (
                ("pair", THAN, False),
                ("loosepair", LOOSE_LINK, False),
                ("loosepair", "(or|, or)", True),
            ):

                def ends(*said: object, last_first: bool = named == "last", either: bool = either) -> Pair | None:
                    pair = self._ends(said, last_first=last_first)
                    return replace(pair, either=either) if pair else None

                begin, end = f"(in|over|during)? {named}", f"{link} (in|over|during)? {other}"
                whole = "(of|in)? {span}"
                yield from rules(category, f"{begin} {{count}}? {{unit}} {whole} {end} {{count}}? {{unit}}?", ends, 0.0)
                yield from rules(
                    category, f"{begin} {{count}}? {{unit}} {end} {{count}}? {{unit}} (of|in)? {{span}}?", ends, 0.0
                )

            def turned(*said: object, last_first: bool = named == "last") -> Pair | None:
                pair = self._ends(said, last_first=last_first)
                return pair.turned() if pair else None

            yield from rules(
                "frompair",
                f"from {named} {{count}}? {{unit}}? (to|until) {other} {{count}}? {{unit}} (of|in)? {{span}}?",
                turned,
                0.0,
            )
            first_said = f"from {named} {{count}} {{unit}} (of|in) {{span}} (to|until) {other} {{count}} {{unit}}?"
            yield from rules("frompair", first_said, turned, -0.5)
            between = f"between {named} {{count}} {{unit}} (of|in) {{span}} and {other} {{count}} {{unit}}?"
            yield from rules("frompair", between, lambda *said: self._ends(said, last_first=True), -0.5)
            yield from rules(
                "span",
                f"{named} {{count}} {{unit}} (of|in) {{span}}",
                lambda n, u, w, last=named == "last": _end(n, u, w, last=last) if u is Unit.WEEK else None,
                0.1,
            )

    def _halves(self) -> Iterator[Rule]:
        """The two halves of one span, of which the second may only be called "the first"."""

        def both(window: Window, *, last_first: bool) -> Pair | None:
            split = halves(window)
            if split is None:
                return None
            return Pair(split[1], split[0]) if last_first else Pair(split[0], split[1])

        for named, other, later in (("first", "second", False), ("second", "first", True)):
            begin, end = f"(in|over|during|between)? {named} half (of|in)? {{span}}", f"(in|over|during)? {other} half?"
            for category, link in (("pair", THAN), ("loosepair", LOOSE_LINK)):
                yield from rules(
                    category, f"{begin} {link} {end}", lambda w, later=later: both(w, last_first=later), 0.0
                )
            either_of = f"either? {begin} ,? or {end}"
            yield from rules(
                "loosepair",
                either_of,
                lambda w, later=later: (p := both(w, last_first=later)) and replace(p, either=True),
                0.0,
            )
            halves_of = f"(in|over|during|between)? {named} half? {{link}} (in)? {other} half (of|in) {{{{span}}}}"
            for link, either in ((LOOSE_LINK, False), ("or", True)):
                yield from rules(
                    "loosepair",
                    halves_of.format(link=link),
                    lambda w, later=later, either=either: (
                        (p := both(w, last_first=later)) and replace(p, either=either)
                    ),
                    0.0,
                )
            yield from rules(
                "frompair",
                f"from {named} half (of|in) {{span}} to {other} half?",
                lambda w, later=later: both(w, last_first=not later),
                0.0,
            )
            between = f"(between|in between) {named} half? (and|to) {other} half (of|in) {{span}}"
            yield from rules("frompair", between, lambda w: both(w, last_first=True), 0.0)
            yield from rules(
                "frompair",
                f"from {named} half? to {other} half (of|in) {{span}}",
                lambda w, later=later: both(w, last_first=not later),
                0.0,
            )

        def on_record(last: bool, count: int, unit: Unit) -> Window | None:
            return _end(count, unit, self._every, last=last)

        record = "(on record|of my data|of my records|of my history|i have data for|i recorded)"
        for named, last in (("first", False), ("last", True)):
            yield from rules(
                "span", f"{named} {{count}} {{unit}} {record}", lambda n, u, last=last: on_record(last, n, u), 0.0
            )
            yield from rules(
                "span", f"{named} {{unit}} {record}", lambda u, last=last: self._unit_on_record(last, u), 0.0
            )
            other = "last" if named == "first" else "first"
            yield from rules(
                "frompair",
                f"from {named} {{unit}} to {other} {{unit}}? {record}",
                lambda u, *v, last=last: self._records_apart(last, u) if set(v) <= {u} else None,
                0.0,
            )

    @property
    def _every(self) -> Window:
        return Window(start=self._catalogue.first, end=self._catalogue.today, label="your records")

    def _unit_on_record(self, last: bool, unit: Unit) -> Window:
        day = self._catalogue.today if last else self._catalogue.first
        return unit_of(day, unit, f"the {'last' if last else 'first'} {unit} on record")

    def _records_apart(self, last: bool, unit: Unit) -> Pair:
        return Pair(self._unit_on_record(not last, unit), self._unit_on_record(last, unit))

    def _ends(self, said: tuple[object, ...], *, last_first: bool) -> Pair | None:
        counts = {each for each in said if isinstance(each, int)}
        units = {each for each in said if isinstance(each, Unit)}
        window = next((each for each in said if isinstance(each, Window)), self._builder.all_time)
        window = self._every if window == self._builder.all_time else window
        if len(counts) > 1 or len(units) != 1:
            return None
        count, unit = next(iter(counts), 1), next(iter(units))
        first, last = _end(count, unit, window, last=False), _end(count, unit, window, last=True)
        if first is None or last is None:
            return None
        return Pair(last, first) if last_first else Pair(first, last)


def _end(count: int, unit: Unit, window: Window, *, last: bool) -> Window | None:
    """The first or the last so many units of a window; weeks are of seven days from its ends."""
    start, end = window.start, window.end
    if not isinstance(start, date) or not isinstance(end, date):
        return None
    said = f"{count} {unit}s" if count > 1 else f"{unit}"
    if last:
        return span(max(start, moved(end + timedelta(days=1), -count, unit)), end, f"the last {said} of {window.label}")
    return span(start, min(end, moved(start, count, unit) - timedelta(days=1)), f"the first {said} of {window.label}")


def halves(window: Window) -> tuple[Window, Window] | None:
    """The first and the second half of a span; of a month from the 16th on."""
    start, end = window.start, window.end
    if not isinstance(start, date) or not isinstance(end, date):
        return None
    middle = start.replace(day=16) if window.unit is Unit.MONTH else start + (end - start + timedelta(days=1)) / 2
    first = Window(start=start, end=middle - timedelta(days=1), label=f"the first half of {window.label}")
    return first, Window(start=middle, end=end, label=f"the second half of {window.label}")


def _in_its_time(one: Modifier, other: Second) -> Modifier:
    """Weekdays in the time that is said behind those they are held against: "on weekends or weekdays last month"."""
    if isinstance(one, Calendar) and one.iso_weekdays and isinstance(other, Records) and other.window is not None:
        own = any(isinstance(test, Calendar) and test.iso_weekdays for test in other.tests)
        return Records(tests=frozenset({one}), window=other.window) if own else one
    return one


def comparable(one: Modifier, other: Modifier) -> bool:
    """Whether two groups are of one sort, so that one may stand in the other's place."""
    sorts = {_sort(one), _sort(other)}
    seasons = any(isinstance(each, Calendar) and each.months and not each.iso_weekdays for each in (one, other))
    return "" not in sorts and (len(sorts) == 1 or (seasons and sorts == {"window", "days"}))


def _sort(group: Modifier) -> str:
    match group:
        case Window():
            return "window"
        case Calendar() | Beside():
            return "days"
        case Records(table=Table.DAYS, pick=None):
            return "days"
        case Records(table=Table.ACTIVITIES, pick=None):
            return "activities"
        case Records() | Unit():
            return ""
        case _:
            return "days" if isinstance(group, Test) else ""


def outside(group: Modifier, builder: Builder) -> Test | None:
    """That a day is not of a group."""
    match group:
        case Window():
            return Not(test=In(rows=All(table=Table.DAYS, window=group)))
        case Records(pick=None):
            return Not(test=builder.on_days_of(group))
        case Not(test=test):
            return test
        case _:
            return opposite(group) if isinstance(group, Test) else None


def _on_average(way: int, adverb: Statistic) -> int | None:
    return way if adverb is Statistic.MEAN else None


def _weekdays(one: int, other: int) -> Pair | None:
    """All Mondays and all Fridays, of "Monday vs Friday"."""
    if one == other:
        return None
    return Pair(Calendar(iso_weekdays=frozenset({one})), Calendar(iso_weekdays=frozenset({other})))


def is_in_time(pair: Pair) -> bool | None:
    """Whether the first of two stretches of time begins earlier; None of anything else."""
    one, other = pair.one, pair.other
    if not isinstance(one, Window) or not isinstance(other, Window):
        return None
    starts = one.start, other.start
    return starts[0] < starts[1] if isinstance(starts[0], date) and isinstance(starts[1], date) else None


def _and_day_after(window: Window, *_: object, in_time: bool) -> Pair | None:
    """A day and the one after it; between them it changes from the earlier to the later."""
    if not isinstance(window.start, date) or window.start != window.end:
        return None
    day = window.start + timedelta(days=1)
    after = span(day, day, day_said(day), Unit.DAY)
    pair = Pair(window, after) if after else None
    return _in_time(pair) if pair and in_time else pair


def _later_first(pair: Pair) -> Pair | None:
    """What changes from one stretch of time to a later one; None where the second is not the later."""
    return pair.turned() if is_in_time(pair) else None


def _in_time(pair: Pair) -> Pair | None:
    """Between two stretches of time it changes from the earlier to the later, in whatever order they are said."""
    return pair if is_in_time(pair) is False else pair.turned()
