"""What part of a whole something is, one quantity for each unit of another, and two quantities beside each other."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from typing import Final

from services.data_science.domain.algebra import (
    And,
    Calendar,
    Compare,
    In,
    Not,
    Operation,
    Or,
    Statistic,
    Table,
    Test,
    Window,
)
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.frames import FrameRules
from services.data_science.language.grammar.questions.words import POLAR
from services.data_science.language.phrases import Ask, Best, Frame, Kind, Noun, Records

_PART: Final = "(what part of|part of|how much of|how many of|how big a part of)"
_FALLS: Final = "(falls|fall|earn|earned|i earn|i earned|collected|collect|gain|gained|stem|stemmed|is down to|was down to|are down to|fell|happen|happens|happened|come|comes|came|occur|occurs|take place|is|are|was|were)"
_PERCENT_OF: Final = "(percentage of|percent of|% of|share of|fraction of|proportion of|part of)"


class Proportions:
    """The rules of parts of a whole and of ratios."""

    def __init__(self, builder: Builder, frames: FrameRules) -> None:
        self._builder = builder
        self._frames = frames

    def rules(self) -> Iterator[Rule]:
        yield from self._parts()
        yield from self._for_each()
        yield from self._two_quantities()

    def _parts(self) -> Iterator[Rule]:
        for share in ("{share}", _PART):
            taken = f"{share} all? {{np}} {_FALLS}? (from|on|in|during|spent on)?"
            for of in ("calendar", "window", "recs", "drecs"):
                yield from rules("ask", f"{taken} {{{of}}}", lambda *a: self._part_of_time(a[-2], a[-1]), 0.0)
            when = "(when|on which|where)"
            yield from rules("ask", f"{taken} {when} {{dtest}}", lambda *a: self._part_of_time(a[-2], a[-1]), 0.1)
            yield from rules(
                "ask", f"{share} {{np}} {_FALLS} {{noun}}", lambda *a: self._part_of_whole(a[-2], a[-1]), 0.3
            )
        which = "(which|what|how many|how much|how big a)? (percentage|percent|share|proportion|fraction|part|portion|%) (of it|of them|of that)?"
        for of in ("calendar", "window", "recs", "drecs"):
            fronted = f"(of|out of|from) all? {{np}} ,? {which} {_FALLS}? (from|on|in|during|spent on)? {{{of}}}"
            yield from rules("ask", fronted, self._part_of_time, 0.0)
        yield from rules("ask", f"{{np}} (in|as|as a|as the|is)? {_PERCENT_OF} {{np}}", self._of, 0.1)
        yield from rules(
            "ask",
            f"(what|how much)? {_PERCENT_OF} {{np}} (that is|that was|is|was) {{np}}",
            lambda a, b: self._of(b, a),
            0.2,
        )
        yield from rules("ask", f"{{np}} (in|as|as a|as the|is)? {_PERCENT_OF} {{bestnp}}", self._of, 0.0)
        yield from rules("ask", "(what)? {np} versus {np} (in)? (percent|percentage|%)", self._of, 0.1)

    def _part_of_time(self, frame: Frame, part: Calendar | Test | Window | Records) -> Ask | None:
        """What part of a total falls on some days, in a shorter time, on some activities."""
        quantity = self._builder.quantity(frame.noun, frame.records.table) if frame.noun else None
        if quantity is None or not quantity.additive or frame.best or frame.statistic not in {None, Statistic.SUM}:
            return None
        whole = replace(frame, statistic=Statistic.SUM)
        inside: Frame | None = None
        match part:
            case Calendar() if not any(isinstance(test, Calendar) for test in frame.records.tests):
                inside = self._frames.applied(whole, part)
            case Window() if _lies_in(part, frame.records.window) and frame.records.inside is None:
                inside = replace(whole, records=replace(frame.records, window=part))
            case Records() if not part.pick and part.table is Table.ACTIVITIES is frame.records.table:
                own = frame.records.kinds
                if own is None and frame.noun and frame.noun.field in self._builder.catalogue.metrics:
                    return None
                of_any = replace(frame.records, kinds=None if own and not own.names else own)
                inside = self._frames.applied(replace(whole, records=of_any), part)
            case Records() if not part.pick and part.table is Table.ACTIVITIES and frame.records.table is Table.DAYS:
                field = Noun(field=frame.noun.metric if frame.noun else "")
                if self._builder.quantity(field, Table.ACTIVITIES) and not frame.records.inside:
                    shared = replace(part, window=part.window or frame.records.window)
                    inside = Frame(noun=field, statistic=Statistic.SUM, records=shared)
                elif _of_plain_days(frame):
                    inside = self._frames.applied(whole, part)
            case Records() if not part.pick and part.table is Table.DAYS is frame.records.table:
                return self._part_of_days(whole, part)
            case Compare() | In() | And() | Or() | Not() if frame.records.table is Table.DAYS:
                return self._part_of_days(whole, Records(tests=frozenset({part})))
            case _:
                pass
        return self._ratio(inside, whole, percent=True) if inside else None

    def _part_of_days(self, whole: Frame, days: Records) -> Ask | None:
        """What part of a total falls on days of which something holds; a time that is said is that of the whole."""
        if days.window is not None:
            within = whole.within(days.window)
            return self._part_of_days(within, replace(days, window=None)) if within else None
        held = days.tests if days.inside is None else frozenset({self._builder.on_days_of(days)})
        if whole.records.inside is not None or any(map(self._builder.names_a_time, held)):
            return None
        inside = replace(whole, records=replace(whole.records, tests=whole.records.tests | held))
        return self._ratio(inside, whole, percent=True)

    def _part_of_whole(self, whole: Frame, part: Noun) -> Ask | None:
        if whole.noun is None or whole.statistic or whole.best or part == whole.noun:
            return None
        return self._of(replace(whole, noun=part), whole)

    def _of(self, part: Frame, whole: Frame) -> Ask | None:
        if not self._alike(part, whole):
            return None
        one, other = self._shared(part, whole)
        statistics = {each.statistic for each in (one, other)} - {None}
        if len(statistics) == 1 and not one.best and not other.best:
            (statistic,) = statistics
            one, other = replace(one, statistic=statistic), replace(other, statistic=statistic)
        return self._ratio(one, other, percent=True)

    def _for_each(self) -> Iterator[Rule]:
        yield from rules(
            "ask", "(how many|how much|what)? {np} (per|for each|for every|to the|to a) {np}", self._each, 0.2
        )
        per = "(per|for each|for every|in)"
        for measure, metric in (("(km|kilometer|kilometre|k)", "distance_km"), ("(step)", "steps"), ("mile", "miles")):
            yield from rules(
                "ask",
                f"(how many|how much|what)? {{np}} {per} {measure} {{mod}}?",
                lambda f, *m, metric=metric: self._each_of(f, metric, *m),
                0.1,
            )

    def _each_of(self, frame: Frame, metric: str, *modifiers: object) -> Ask | None:
        if metric not in self._builder.catalogue.metrics:
            return None
        said = frame
        for each in modifiers:
            restricted = self._frames.applied(said, each)  # type: ignore[arg-type]
            if restricted is None:
                return None
            said = restricted
        return self._each(said, Frame(noun=Noun(metric=metric)))

    def _each(self, frame: Frame, other: Frame) -> Ask | None:
        for each in (frame, other):
            quantity = self._builder.quantity(each.noun, each.records.table) if each.noun else None
            if quantity is None or not quantity.additive or each.best or each.how_many:
                return None
            if each is other and each.noun and each.noun.unit not in {"", quantity.unit}:
                return None
        same = frame.noun is not None and other.noun is not None and frame.noun.metric == other.noun.metric
        if same or frame.records.table is not other.records.table or frame.per or other.per:
            return None
        one, second = self._shared(
            replace(frame, statistic=None) if frame.statistic is Statistic.MEAN else frame, other
        )
        return self._ratio(one, second, percent=False) if one.statistic is None else None

    def _two_quantities(self) -> Iterator[Rule]:
        def told(operation: Operation) -> Callable[..., Ask | None]:
            def built(*said: object) -> Ask | None:
                frames = [each for each in said if isinstance(each, Frame)]
                ways = [each for each in said if isinstance(each, int)]
                if any(isinstance(each, Best) and each.of_time() for each in said):
                    return None
                one, other = self._shared(*frames)
                if not self._alike(one, other):
                    return None
                if operation is Operation.PLUS and one.statistic is not other.statistic:
                    one, other = replace(one, statistic=None), replace(other, statistic=None)
                if ways and ways[0] < 0:
                    one, other = other, one
                return Ask(Kind.NUMBER, replace(one, operation=operation), other=other)

            return built

        def higher(*said: object) -> Ask | None:
            frames = [each for each in said if isinstance(each, Frame)]
            way = next((each for each in said if isinstance(each, int)), 0)
            one, other = self._shared(*frames)
            if not self._alike(one, other) or abs(way) != 1:
                return None
            return Ask(Kind.DECIDE, one, other=other, direction=way, yes_no=True)

        minus = told(Operation.MINUS)
        which = "(which|what|which one|what one)"
        for way in ("{direction}", "{best}"):
            yield from rules("ask", f"{which} {way} ,? {{np}} or {{np}}", minus, 0.0)
            yield from rules("ask", f"{{np}} or {{np}} ,? {which} {way}", minus, 0.0)
        yield from rules("ask", f"{POLAR} {{direction}} {{np}} or {{np}}", minus, 0.1)
        yield from rules("ask", f"{POLAR} {{np}} or {{np}} {{direction}}", minus, 0.1)
        yield from rules("ask", "(by)? how (much|many) {np} {direction} than {np}", minus, 0.0)
        yield from rules("ask", "(by)? how (much|many)? {direction} {np} than {np}", minus, 0.0)
        yield from rules("ask", f"{POLAR} {{direction}} {{np}} than {{np}}", higher, 0.2)
        yield from rules("ask", f"{POLAR} {{np}} {{direction}} than {{np}}", higher, 0.2)
        plus = told(Operation.PLUS)
        yield from rules(
            "ask",
            "(how much|what)? {np} (plus|+|and) {np} (combined|together|put together|added together|added up)",
            plus,
            0.1,
        )
        yield from rules("ask", "(how much|what)? {np} (plus|+) {np} (combined|together|put together)?", plus, 0.0)
        yield from rules("ask", "(how much|what)? (combined|total) {np} and {np}", plus, 0.0)
        yield from rules(
            "ask", "how (much|many) {np} and {np} (combined|together|put together|altogether|in sum)", plus, 0.0
        )

    def _alike(self, one: Frame, other: Frame) -> bool:
        """Whether two numbers are of different quantities in one unit, so that they can be set against each other."""
        if one.noun is None or other.noun is None or one == other:
            return False
        first = self._builder.quantity(one.noun, one.records.table)
        second = self._builder.quantity(other.noun, other.records.table)
        return first is not None and second is not None and first.unit == second.unit

    def _shared(self, one: Frame, other: Frame) -> tuple[Frame, Frame]:
        """When and on which days is said once of both: of the last as a rule."""
        if one.noun == other.noun:
            return one, other
        first, last = one.records, other.records
        window: Window | None = last.window or first.window
        tests = last.tests or first.tests
        if first.table is not last.table or one.pinned or other.pinned:
            return one, other
        return (
            replace(one, records=replace(first, window=first.window or window, tests=first.tests or tests)),
            replace(other, records=replace(last, window=window, tests=tests)),
        )

    def _ratio(self, part: Frame, whole: Frame, *, percent: bool) -> Ask | None:
        if part == whole:
            return None
        return Ask(Kind.NUMBER, replace(part, operation=Operation.RATIO), other=whole, percent=percent)


def _of_plain_days(frame: Frame) -> bool:
    """Whether it is a total of days of which activities make a part: "what percentage of my zone minutes"."""
    noun, records = frame.noun, frame.records
    return noun is not None and bool(noun.metric and noun.field) and records == Records(window=records.window)


def _lies_in(part: Window, whole: Window | None) -> bool:
    """Whether the shorter time is a part of the longer one; of all time any is."""
    if whole is None:
        return True
    ends = (part.start, part.end, whole.start, whole.end)
    if not all(isinstance(each, date) for each in ends):
        return False
    return whole.start <= part.start and part.end <= whole.end and part != whole  # type: ignore[operator]
