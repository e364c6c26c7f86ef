"""A part of a longer span: its first or last days or weeks, its second week, a half, its middle, a weekend of it."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from functools import partial
from typing import Any, Final

from services.data_science.domain.algebra import Unit, Window
from services.data_science.domain.catalogue import Catalogue
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.tables_and_names import name_of
from services.data_science.language.grammar.time.spans import begun, day_said, everything, moved, span, unit_of

_PLACES: Final = (("first", "1st"), ("second", "2nd"), ("third", "3rd"), ("fourth", "4th"))
_SATURDAY: Final = 6
_THIRD_OF_A_MONTH: Final = 10
_THIRD_OF_A_YEAR: Final = 4
_LAST: Final = 2
_NAMED: Final = (Unit.MONTH, Unit.QUARTER, Unit.YEAR)


class PartsOfSpans:
    """The rules of parts of spans against one catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._today = catalogue.today
        self._all = everything(catalogue)

    def rules(self) -> Iterator[Rule]:
        yield from rules("whole", "{span}", lambda window: window, 0.0)
        yield from rules("whole", "the {unit}", self._this, 0.1)
        yield from rules("part", "first {count}? {unit}", lambda *said: partial(self._first, *_of_one(said)), 0.1)
        yield from rules("part", "last {count}? {unit}", lambda *said: partial(self._last, *_of_one(said)), 0.1)
        for place, names in enumerate(_PLACES, start=1):
            nth = f"({'|'.join(names)})"
            yield from rules("inner", f"{nth} week", lambda n=place: partial(_week, n), 0.05)
            yield from rules("inner", f"week {place}", lambda n=place: partial(_week, n), 0.05)
            yield from rules("part", f"{nth} {{weekday}}", lambda iso, n=place: partial(_weekday, iso, n), 0.1)
            yield from rules("inner", f"{nth} weekend", lambda n=place: partial(_weekend, n), 0.1)
        yield from rules("part", "last {weekday}", lambda iso: partial(_weekday, iso, 0), 0.05)
        yield from rules("part", "last weekend", lambda: partial(_weekend, 0), 0.05)
        yield from rules("part", "{inner}", lambda part: part, 0.0)
        yield from rules("inner", "(first|1st) half", lambda: partial(_half, second=False), 0.1)
        yield from rules("inner", "(second|2nd|last|latter|other) half", lambda: partial(_half, second=True), 0.1)
        yield from rules("span", "{part} (of|in) {whole}", lambda part, whole: part(whole), 0.0)
        yield from rules("span", "first {count}? {unit} on record", lambda *n: self._first(*_of_one(n), self._all), 0.0)
        within = "(on|in|over|for|during)?"
        joint = f"(and|,|, and|versus|or|compared to) {within}"
        for parts in ((1,), (1, 1)):
            further = " ".join(f"{joint} {{part}}" for _ in parts)
            whole_last = f"{within} {{part}} {further} (of|in) {{whole}}"
            yield from rules("several", whole_last, lambda *said: _of_each(said[:-1], said[-1]), 0.0)
            whole_first = f"{within} {{part}} (of|in) {{whole}} {further}"
            yield from rules("several", whole_first, lambda one, w, *more: _of_each((one, *more), w), -0.5)
        yield from self._in_turn(joint)
        yield from self._numbered(within)
        for third, glued, apart in (
            (0, "early", "(start|beginning|first part|early part)"),
            (1, "mid", "(middle|mid)"),
            (2, "late", "(end|last part|late part)"),
        ):
            yield from rules("window", f"(in|during)? {glued} in? {{span}}", lambda w, n=third: _third(n, w), 0.0)
            yield from rules(
                "window",
                f"(in|at|during|around|towards|near) the? {apart} of {{whole}}",
                lambda w, n=third: _third(n, w),
                0.0,
            )
        yield from rules("closed", "since (mid|the middle of|mid of) {whole}", self._since_middle, 0.0)

    def _in_turn(self, joint: str) -> Iterator[Rule]:
        """Stretches of days one after the other: "the first ten days of October, the next ten and the last eleven"."""
        begun_with = "first {count} days (of|in) {span}"
        following = f"{joint} (next|following|second) {{count}} days?"
        for nexts in (1, 2):
            several = " ".join([begun_with, *([following] * nexts)])
            yield from rules("several", several, lambda n, w, *more: self._stretches(w, (n, *more)), 0.0)
            ended = f"{several} {joint} (last|final|remaining) {{count}} days?"
            yield from rules(
                "several", ended, lambda n, w, *more: self._stretches(w, (n, *more[:-1]), last=more[-1]), 0.0
            )

    def _stretches(self, window: Window, counts: Sequence[int], last: int = 0) -> tuple[Window, ...] | None:
        """So many days each from the beginning on, then so many at the end; nothing where they overlap."""
        ends = _full(window)
        if ends is None or sum(counts) + last > (ends[1] - ends[0]).days + 1:
            return None
        starts = [ends[0] + timedelta(days=sum(counts[:at])) for at in range(len(counts))]
        dates = [(start, start + timedelta(days=n - 1)) for start, n in zip(starts, counts, strict=True)]
        dates += [(ends[1] - timedelta(days=last - 1), ends[1])] if last else []
        spans = [span(one, other, f"{day_said(one)} to {day_said(other)}") for one, other in dates]
        known = tuple(each for each in spans if each)
        return known if len(known) == len(dates) else None

    def _numbered(self, within: str) -> Iterator[Rule]:
        """Several parts of which only the last is named: "the first, second and third week of October"."""
        for place, names in enumerate(_PLACES, start=1):
            yield from rules("place", f"({'|'.join(names)})", lambda n=place: n, 0.0)
        for third, called in enumerate(("(start|beginning|early)", "(middle|mid)", "(end|late)")):
            yield from rules("third", called, lambda n=third: n, 0.0)
        joint = "(,|and|, and|or|versus)"
        for said, part in (("(week|weeks)", _week), ("(weekend|weekends)", _weekend)):
            for more in (1, 2, 3):
                places = " ".join(["{place}", *(f"{joint} {{place}}" for _ in range(more))])
                yield from rules(
                    "several",
                    f"{within} {places} {said} (of|in) {{whole}}",
                    lambda *said, part=part: _of_each([partial(part, n) for n in said[:-1]], said[-1]),
                    0.0,
                )
        thirds = f"{within} {{third}} {joint} {{third}} {joint}? {{third}}? (of|in)? {{whole}}"
        yield from rules("several", thirds, lambda *n: _of_each([partial(_third, x) for x in n[:-1]], n[-1]), 0.0)

    def _this(self, unit: Unit) -> Window | None:
        """ "The month" in "the first half of the month"."""
        return unit_of(self._today, unit, f"this {unit}") if unit is not Unit.DAY else None

    def _since_middle(self, window: Window) -> Window | None:
        start = window.start
        if not isinstance(start, date) or window.unit is not Unit.MONTH:
            return None
        middle = start.replace(day=15)
        return span(middle, self._today, f"since {day_said(middle)}")

    def _first(self, count: int, unit: Unit, window: Window) -> Window | None:
        start, end = window.start, window.end
        if not isinstance(start, date) or not isinstance(end, date):
            return None
        last = moved(start, count, unit) - timedelta(days=1)
        if start == last:
            return span(start, start, day_said(start), Unit.DAY)
        if last > end:
            return None
        return span(start, last, f"the first {_counted(count, unit)} {_of(window)}")

    def _last(self, count: int, unit: Unit, window: Window) -> Window | None:
        start, end = window.start, window.end
        if not isinstance(start, date) or not isinstance(end, date):
            return None
        end = min(end, self._today)
        first = moved(end + timedelta(days=1), -count, unit)
        if first == end:
            return span(end, end, day_said(end), Unit.DAY)
        return span(first, end, f"the last {_counted(count, unit)} {_of(window)}") if first >= start else None


def _of_one(said: Sequence[Any]) -> tuple[int, Unit]:
    """How many of which unit, one where it was not said."""
    return (1, said[0]) if len(said) == 1 else (said[0], said[1])


def _of_each(parts: Sequence[Callable[[Window], Window | None]], whole: Window) -> tuple[Window, ...] | None:
    """Several parts of one span, which is named with one of them."""
    windows = [part(whole) for part in parts]
    known = tuple(window for window in windows if window)
    return known if len(set(known)) == len(parts) else None


def whole_of(window: Window) -> Window | None:
    """The month or the year that a window is, or that it is called a part of."""
    start = window.start
    if not isinstance(start, date) or window.unit in _NAMED:
        return window if isinstance(start, date) else None
    named = (unit_of(start, unit, name_of(start, unit)) for unit in _NAMED)
    return next((each for each in named if window.label.endswith(f" of {each.label}")), None)


def _of(window: Window) -> str:
    return "on record" if window.label == "all data" else f"of {window.label}"


def _counted(count: int, unit: Unit) -> str:
    return unit.value if count == 1 else f"{count} {unit}s"


def _full(window: Window) -> tuple[date, date] | None:
    """Both ends; of a calendar unit that is not over its own last day."""
    start, end = window.start, window.end
    if not isinstance(start, date) or not isinstance(end, date):
        return None
    if window.unit is not None and start == begun(start, window.unit):
        whole = unit_of(start, window.unit, "").end
        return (start, whole) if isinstance(whole, date) else None
    return start, end


def _week(place: int, window: Window) -> Window | None:
    """Weeks of a month are counted from its first day."""
    ends = _full(window)
    if ends is None or window.unit not in {Unit.MONTH, Unit.QUARTER, Unit.YEAR}:
        return None
    first = ends[0] + timedelta(days=7 * (place - 1))
    last = min(first + timedelta(days=6), ends[1])
    return span(first, last, f"the {_PLACES[place - 1][0]} week of {window.label}")


def _nth(iso: int, place: int, window: Window) -> date | None:
    """The nth such weekday of a span, the last one for 0."""
    ends = _full(window)
    if ends is None or window.unit is None:
        return None
    start, end = ends
    if place == 0:
        return end - timedelta(days=(end.isoweekday() - iso) % 7)
    day = start + timedelta(days=(iso - start.isoweekday()) % 7 + 7 * (place - 1))
    return day if day <= end else None


def _weekday(iso: int, place: int, window: Window) -> Window | None:
    day = _nth(iso, place, window)
    return span(day, day, day_said(day), Unit.DAY) if day else None


def _weekend(place: int, window: Window) -> Window | None:
    saturday = _nth(_SATURDAY, place, window)
    if saturday is None:
        return None
    which = _PLACES[place - 1][0] if place else "last"
    return span(saturday, saturday + timedelta(days=1), f"the {which} weekend of {window.label}")


def _half(window: Window, *, second: bool) -> Window | None:
    ends = _full(window)
    if ends is None or window.unit is None:
        return None
    start, end = ends
    middle = start.replace(day=16) if window.unit is Unit.MONTH else start + (end - start + timedelta(days=1)) / 2
    label = f"the {'second' if second else 'first'} half of {window.label}"
    return span(middle, end, label) if second else span(start, middle - timedelta(days=1), label)


def _third(which: int, window: Window) -> Window | None:
    """The first, middle or last ten days of a month; of a year four months."""
    ends = _full(window)
    if ends is None or window.unit not in {Unit.MONTH, Unit.YEAR}:
        return None
    start, end = ends
    if window.unit is Unit.MONTH:
        first, following = (start + timedelta(days=_THIRD_OF_A_MONTH * n) for n in (which, which + 1))
    else:
        first, following = (moved(start, _THIRD_OF_A_YEAR * n, Unit.MONTH) for n in (which, which + 1))
    last = end if which == _LAST else following - timedelta(days=1)
    return span(first, last, f"the {('start', 'middle', 'end')[which]} of {window.label}")
