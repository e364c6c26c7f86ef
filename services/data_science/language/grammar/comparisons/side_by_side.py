"""The same number of several windows, kinds of days or quantities, one after the other."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from services.data_science.domain.algebra import (
    All,
    Calendar,
    Grouping,
    In,
    Or,
    Statistic,
    Table,
    Unit,
    Window,
)
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.frames import FrameRules, Modifier
from services.data_science.language.grammar.questions.modified import ModifiedQuestions
from services.data_science.language.grammar.time.sliding import Sliding
from services.data_science.language.phrases import Ask, Best, Frame, Kind, Noun, Records

_MOST_LISTED: Final = 6
_FEWEST_RANKED: Final = 3
_A_DAY: Final = timedelta(days=1)
_GROUPED: Final[Mapping[Unit | None, Grouping]] = MappingProxyType(
    {Unit.WEEK: Grouping.WEEK, Unit.MONTH: Grouping.MONTH, Unit.YEAR: Grouping.YEAR}
)


class SideBySide:
    """The rules of numbers told one after the other."""

    def __init__(self, builder: Builder, frames: FrameRules, questions: ModifiedQuestions, sliding: Sliding) -> None:
        self._builder = builder
        self._frames = frames
        self._questions = questions
        self._sliding = sliding

    def rules(self) -> Iterator[Rule]:
        def started(one: Modifier, other: Modifier) -> tuple[Modifier, ...] | None:
            return (one, other) if type(one) is type(other) and one != other else None

        def longer(several: tuple[Modifier, ...], one: Modifier) -> tuple[Modifier, ...] | None:
            fits = type(one) is type(several[0]) and one not in several and len(several) < _MOST_LISTED
            return (*several, one) if fits else None

        def each_of(frame: Frame, several: tuple[Modifier, ...]) -> tuple[Ask, ...] | None:
            frames = [self._frames.applied(frame, one) for one in several]
            if any(each is None for each in frames):
                return None
            return tuple(Ask(Kind.NUMBER, replace(each, statistic=_told(each))) for each in frames if each)

        def days(*counts: int) -> tuple[Modifier, ...] | None:
            *numbers, unit = counts
            windows = [self._sliding.last(number, unit) for number in numbers]  # type: ignore[arg-type]
            return tuple(each for each in windows if each is not None)

        joint = "(,|and|versus|or|vs|, and|and also|to)"
        yield from rules("several", f"{{group_of}} {joint} for? {{group_of}}", started, 0.1)
        each = "(separately|individually|respectively|each|each separately|1 by 1|one by one)"
        yield from rules("asks", f"{{asks}} ,? {each}", lambda asks: asks if len(asks) > 1 else None, 0.0)

        def stretches(count: int, unit: Unit, *counts: int) -> tuple[Modifier, ...] | None:
            """The last five nights, the last ten and the last twenty, of which only the first names its unit."""
            windows = [self._sliding.last(number, unit) for number in (count, *counts)]
            return tuple(each for each in windows if each) if len({count, *counts}) == len(windows) else None

        past = "(last|past)"
        and_past = f"(,|and|or|versus|, and) (in|for|over)? {past} {{count}}"
        yield from rules("several", f"for? {past} {{count}} {{unit}} {and_past}", stretches, 0.0)
        yield from rules("several", f"for? {past} {{count}} {{unit}} {and_past} {and_past}", stretches, 0.0)

        def weekdays(*isos: int) -> tuple[Modifier, ...] | None:
            return (
                tuple(Calendar(iso_weekdays=frozenset({iso})) for iso in isos) if len(set(isos)) == len(isos) else None
            )

        def months(*windows: Window) -> tuple[Modifier, ...] | None:
            return windows if all(each.unit is Unit.MONTH for each in windows) else None

        yield from rules("several", "(on)? {weekday} (versus|vs|,|or) {weekday}", weekdays, 0.0)
        yield from rules(
            "several", "(on)? {weekday} (versus|vs|,) {weekday} (versus|vs|,|and|or) {weekday}", weekdays, 0.0
        )
        yield from rules("several", "(on)? {weekday} {weekday} {weekday}", weekdays, 0.0)

        yield from rules(
            "asks",
            "(compare|comparing) {np} on? {weekdays} (,|and|versus|with) on? {weekdays} (,|and|versus|, and) on? {weekdays}",
            lambda frame, *isos: (days := weekdays(*isos)) and each_of(frame, days),
            -0.6,
        )

        def each_on(*calendars: Calendar) -> tuple[Modifier, ...] | None:
            """Kinds of days that each have their own "on", none of which is another."""
            return calendars if len(set(calendars)) == len(calendars) else None

        further = "(,|and|, and|or|versus)?"
        yield from rules(
            "several",
            f"(on|at) {{calendar}} {further} (on|at) {{calendar}} {further} (on|at) {{calendar}}",
            each_on,
            -0.6,
        )
        yield from rules("several", "(in)? {span} {span} (and|or) {span}", months, 0.1)
        yield from rules("several", "(in)? {span} (,)? {span} (,)? (and|or)? {span} (separately|each)?", months, 0.2)
        yield from rules(
            "several",
            "(over|for|past|last)? {count} {unit} {count} {unit} (and|,)? {count} {unit}",
            lambda a, u, b, v, c, w: days(a, b, c, u) if u is v is w else None,
            0.1,
        )
        yield from rules("several", "(last|past) {count} , {count} , {count} {unit}", days, 0.0)
        yield from rules("several", f"{{several}} {joint} for? {{group_of}}", longer, 0.1)
        yield from rules(
            "several",
            "(last|past) {count} ,? (and|or|versus)? {count} (,|and|or|versus|, and) {count} {unit}",
            days,
            0.0,
        )
        yield from rules("several", "(last|past) {count} (and|or|versus) {count} {unit}", days, 0.0)
        yield from rules(
            "asks", "(compare|comparing)? (how)? {np} (for|in|over|on|between|across)? {several}", each_of, 0.5
        )
        yield from rules("asks", "(compare|comparing)? {several} (for|of) {np}", lambda s, f: each_of(f, s), 0.5)
        yield from rules("ask", "(which)? {best} (for|of)? {np} ,? {several}", self._ranked, 0.1)
        yield from rules(
            "ask", "(which)? {np} {best} (in|on)? ,? {several}", lambda f, b, s: self._ranked(b, f, s), 0.1
        )
        named = "(in)? which (month|week|year|of them|of these|of those|of these 3|of those 3|of these months|of these weeks|of the 3)"
        yield from rules(
            "ask", f"{named} {{np}} {{best}} (in)? ,? {{several}}", lambda f, b, s: self._ranked(b, f, s), -0.6
        )
        yield from rules(
            "ask",
            f"{named} {{np}} {{best}} {{per}} (in)? ,? {{several}}",
            lambda f, b, per, s: self._ranked(b, replace(f, statistic=Statistic.MEAN), s) if per is Unit.DAY else None,
            -0.6,
        )
        yield from rules("ask", f"{named} {{best}} {{np}} (in)? ,? {{several}}", self._ranked, -0.6)
        yield from rules(
            "ask", "(in)? which (month|week|one)? of {several} {np} {best}", lambda s, f, b: self._ranked(b, f, s), -0.2
        )
        yield from self._quantities()
        yield from rules("question", "about? {asks}", lambda asks: asks, 0.05)
        yield from rules("asks", "{asks} ,? {mod}", self._each_modified, 0.2)
        yield from rules("asks", "{mod} ,? {asks}", lambda mod, asks: self._each_modified(asks, mod), 0.4)

    def _ranked(self, best: Best, frame: Frame, several: tuple[Modifier, ...]) -> Ask | None:
        """Which of three weeks or months or more has the most; what lies between them is left out."""
        windows = [each for each in several if isinstance(each, Window) and isinstance(each.start, date)]
        units = {each.unit for each in windows}
        by = _GROUPED.get(next(iter(units), None)) if len(units) == 1 else None
        if by is None or len(windows) != len(several) or len(several) < _FEWEST_RANKED or frame.best:
            return None
        ordered = sorted(windows, key=lambda each: str(each.start))
        first, last = ordered[0], ordered[-1]
        whole = Window(start=first.start, end=last.end, label=f"{first.label} to {last.label}")
        quantity = self._builder.quantity(frame.noun, frame.records.table) if frame.noun else None
        judged, within = self._builder.better(best, quantity), frame.within(whole)
        if judged is None or within is None or judged.of_time():
            return None
        profile = replace(within, by=by, best=judged)
        if _is_unbroken(ordered):
            return Ask(Kind.PROFILE, profile)
        named = frozenset(In(rows=All(table=Table.DAYS, window=each)) for each in windows)
        return Ask(Kind.PROFILE, self._frames.applied(profile, Or(tests=named)) or profile)

    def _quantities(self) -> Iterator[Rule]:
        """Several quantities in one question, between the last two of which "and" stands."""
        plus = "(and|plus|and also|as well as|along with|together with|, and|, plus|, as well as)"
        joint = f"(,|versus|{plus[1:-1]})"
        asked = "(how|what)? (much|many|long|far)?"
        yield from rules("list", f"{{np}} {joint} {asked} {{np}}", lambda *each: each, 0.7)
        yield from rules("list", f"{{list}} {joint} {asked} {{np}}", self._longer, -0.1)
        yield from rules("list", "{noun} {noun} {np}", self._run_on, 1.2)
        yield from rules("list", "{noun} {np}", self._pair, 1.4)
        yield from rules("list", f"{{noun}} {{noun}} {plus} {{np}}", self._run_on, 0.7)
        yield from rules("list", f"{{noun}} {{noun}} {{noun}} {plus} {{np}}", self._run_on, 0.7)
        yield from rules("asks", "(compare)? {list}", self._of_each, 0.1)
        yield from rules("asks", "(how)? (much|many|long) {list}", self._of_each, -0.1)

    def _longer(self, several: tuple[Frame, ...], one: Frame) -> tuple[Frame, ...] | None:
        return (*several, one) if len(several) < _MOST_LISTED else None

    def _pair(self, noun: Noun, frame: Frame) -> tuple[Frame, ...] | None:
        """Two alone, of which neither is an average or an extreme: "steps hrv yesterday"."""
        return None if frame.statistic or frame.best else self._run_on(noun, frame)

    def _run_on(self, *said: Noun | Frame) -> tuple[Frame, ...]:
        """As it is dictated, without commas."""
        return tuple(self._frames.frame_of(each) if isinstance(each, Noun) else each for each in said)

    def _of_each(self, frames: tuple[Frame, ...]) -> tuple[Ask, ...] | None:
        """Of several quantities, what is said of the last or the first is said of all.

        A total is that of quantities that add up, and of those behind it alone: "bedtime and total sleep".
        """
        frames = self._of_the_same_records(frames)
        first, last = frames[0], frames[-1]
        windows = {each.records.window for each in frames} - {None}
        window = last.records.window or first.records.window or (windows.pop() if len(windows) == 1 else None)
        tests = last.records.tests | first.records.tests
        of_several_tables = any(each.records.table is not first.records.table for each in frames)
        if any(each.noun is None for each in frames) or (of_several_tables and not all(map(_is_plain, frames))):
            return None
        statistic = first.statistic or (last.statistic if last.statistic is not Statistic.SUM else None)
        asks = []
        for each in frames:
            records = replace(each.records, window=each.records.window or window, tests=each.records.tests or tests)
            shared = None if each.best or (statistic is Statistic.SUM and not self._adds_up(each)) else statistic
            asks.append(Ask(Kind.NUMBER, replace(each, records=records, statistic=each.statistic or shared)))
        return tuple(asks)

    def _of_the_same_records(self, frames: tuple[Frame, ...]) -> tuple[Frame, ...]:
        """Each of the activities or days that only the last is said of: "distance and duration of my last ride"."""
        restricting = frames[-1].records
        if restricting.table is Table.DAYS and not frames[-1].pinned:
            return frames
        restricting = replace(restricting, tests=frozenset()) if restricting.inside else restricting
        each = [
            self._frames.applied(frame, restricting) if frame.records == Records(table=frame.records.table) else frame
            for frame in frames[:-1]
        ]
        return tuple(new or old for new, old in zip((*each, frames[-1]), frames, strict=True))

    def _adds_up(self, frame: Frame) -> bool:
        quantity = self._builder.quantity(frame.noun, frame.records.table) if frame.noun else None
        return quantity is not None and quantity.additive

    def _each_modified(self, asks: tuple[Ask, ...], modifier: Modifier) -> tuple[Ask, ...] | None:
        modified = [self._questions.modified(ask, modifier) for ask in asks]
        return tuple(each for each in modified if each) if all(modified) else None


def _is_unbroken(windows: Sequence[Window]) -> bool:
    """Whether each begins right after the one before it."""
    joins = (isinstance(one.end, date) and other.start == one.end + _A_DAY for one, other in pairwise(windows))
    return all(joins)


def _is_plain(frame: Frame) -> bool:
    """Whether nothing but a window is said of the records, which means the same of every table."""
    return frame.records == Records(table=frame.records.table, window=frame.records.window)


def _told(frame: Frame) -> Statistic | None:
    """As it was said, else the average; of a single day there is but one number."""
    window = frame.records.window
    of_one_day = window is not None and window.start == window.end
    return None if frame.best else frame.statistic or (None if of_one_day else Statistic.MEAN)
