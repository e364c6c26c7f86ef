"""The same number of several windows, kinds of days or quantities, one after the other."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Final

from services.data_science.domain.algebra import Calendar, Grouping, Statistic, Unit, Window
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.frames import FrameRules, Modifier
from services.data_science.language.grammar.questions.modified import ModifiedQuestions
from services.data_science.language.grammar.time.sliding import Sliding
from services.data_science.language.phrases import Ask, Best, Frame, Kind, Records

_MOST_LISTED: Final = 6


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

        def nouns(*frames: Frame) -> tuple[Ask, ...] | None:
            """Of several quantities, what is said of the last or the first is said of all."""
            first, last = frames[0], frames[-1]
            window = last.records.window or first.records.window
            tests = last.records.tests | first.records.tests
            of_several_tables = any(each.records.table is not first.records.table for each in frames)
            if any(each.noun is None for each in frames) or (of_several_tables and not all(map(_is_plain, frames))):
                return None
            statistic = first.statistic or last.statistic
            asks = []
            for each in frames:
                records = replace(each.records, window=each.records.window or window, tests=each.records.tests or tests)
                own = each.statistic or (None if each.best else statistic)
                asks.append(Ask(Kind.NUMBER, replace(each, records=records, statistic=own)))
            return tuple(asks)

        def ranked(best: Best, frame: Frame, several: tuple[Modifier, ...]) -> Ask | None:
            windows = [each for each in several if isinstance(each, Window)]
            if len(windows) != len(several) or any(each.unit is not Unit.MONTH for each in windows) or frame.best:
                return None
            ordered = sorted(windows, key=lambda each: each.start.isoformat() if isinstance(each.start, date) else "")
            whole = Window(
                start=ordered[0].start, end=ordered[-1].end, label=f"{ordered[0].label} to {ordered[-1].label}"
            )
            judged = self._builder.better(
                best, self._builder.quantity(frame.noun, frame.records.table) if frame.noun else None
            )
            within = frame.within(whole)
            if judged is None or within is None or judged.of_time():
                return None
            return Ask(Kind.PROFILE, replace(within, by=Grouping.MONTH, best=judged))

        def days(*counts: int) -> tuple[Modifier, ...] | None:
            *numbers, unit = counts
            windows = [self._sliding.last(number, unit) for number in numbers]  # type: ignore[arg-type]
            return tuple(each for each in windows if each is not None)

        joint = "(,|and|versus|or|vs|, and|and also|to)"
        yield from rules("several", f"{{group_of}} {joint} {{group_of}}", started, 0.1)

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
            "(over|for|past|last)? {count} {unit} {count} {unit} (and|,) {count} {unit}",
            lambda a, u, b, v, c, w: days(a, b, c, u) if u is v is w else None,
            0.1,
        )
        yield from rules("several", "(last|past) {count} , {count} , {count} {unit}", days, 0.0)
        yield from rules("several", f"{{several}} {joint} {{group_of}}", longer, 0.1)
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
        yield from rules("ask", "(which)? {best} (for|of)? {np} ,? {several}", ranked, 0.1)
        yield from rules("ask", "(which)? {np} {best} (in|on)? ,? {several}", lambda f, b, s: ranked(b, f, s), 0.1)
        yield from rules("asks", "(compare)? {np} (and|,|versus) {np}", nouns, 0.8)
        yield from rules("asks", "(compare)? {np} (,|and) {np} (,|and|, and) {np}", nouns, 0.6)
        yield from rules("asks", "how (much|many) {np} and (how)? (much|many)? {np}", nouns, 0.6)
        yield from rules("asks", "how (much|many) {np} , {np} and {np}", nouns, 0.6)
        yield from rules("question", "{asks}", lambda asks: asks, 0.0)
        yield from rules("asks", "{asks} ,? {mod}", self._each_modified, 0.2)
        yield from rules("asks", "{mod} ,? {asks}", lambda mod, asks: self._each_modified(asks, mod), 0.4)

    def _each_modified(self, asks: tuple[Ask, ...], modifier: Modifier) -> tuple[Ask, ...] | None:
        modified = [self._questions.modified(ask, modifier) for ask in asks]
        return tuple(each for each in modified if each) if all(modified) else None


def _is_plain(frame: Frame) -> bool:
    """Whether nothing but a window is said of the records, which means the same of every table."""
    return frame.records == Records(table=frame.records.table, window=frame.records.window)


def _told(frame: Frame) -> Statistic | None:
    return None if frame.best else frame.statistic or Statistic.MEAN
