"""Two things held against each other: groups of days, stretches of time, two series, one series over time."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from services.data_science.domain.algebra import (
    Calendar,
    Grouping,
    In,
    Not,
    Operation,
    Operator,
    Statistic,
    Table,
    Test,
    Unit,
    Window,
)
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.frames import Beside, FrameRules, Modifier
from services.data_science.language.grammar.questions import POLAR, QuestionRules
from services.data_science.language.grammar.time import Times, before
from services.data_science.language.phrases import Amount, Ask, Best, Bound, Frame, Kind, Noun, Records, Usual

_MOST_LISTED: Final = 6
_THAN: Final = "(than|versus|compared to|compared with|as opposed to|relative to|rather than|in comparison to|in comparison with|against)"
_NEXT: Final = "(the next day|next day|the following day|following day|the day after|day after|a day later|one day later|the morning after|the next morning)"
_NEXT_NIGHT: Final = (
    "(that night|the same night|the following night|the next night|next night|the night after|that evening|at night)"
)
_LINK: Final = "(relationship|correlation|link|connection|association|relation|correlations)"


class ComparisonRules:
    """The rules of comparisons, relations and changes."""

    def __init__(self, builder: Builder, times: Times, frames: FrameRules, questions: QuestionRules) -> None:
        self._times = times
        self._builder = builder
        self._frames = frames
        self._questions = questions

    def rules(self) -> Iterator[Rule]:
        yield from self._groups()
        yield from self._contrasts()
        yield from self._relations()
        yield from self._trends()
        yield from self._others()
        yield from self._arithmetic()
        yield from self._laboratory()

    def _groups(self) -> Iterator[Rule]:
        """What is compared with what: windows, or kinds of days."""
        yield from rules("group_of", "{window}", lambda w: w, 0.0)
        yield from rules("group_of", "{calendar}", lambda c: c, 0.0)
        yield from rules("group_of", "(on|for|in|during)? {drecs}", lambda r: r, 0.1)
        yield from rules("group_of", "(when|on days when|if) {dtest}", lambda t: t, 0.2)
        yield from rules("group_of", "(with|on|in|during|of|for) {recs}", lambda r: r, 0.3)
        yield from rules("group_of", "after (a|my|i)? {recs}", lambda r: Beside(r, 1), 0.1)

    def _contrasts(self) -> Iterator[Rule]:
        def contrast(frame: Frame, one: Modifier, other: Modifier, direction: int, *, yes_no: bool) -> Ask | None:
            first, second = self._frames.applied(frame, one), self._frames.applied(frame, other)
            if first is None or second is None or first == second:
                return None
            return Ask(Kind.CONTRAST, first, other=second, direction=direction, yes_no=yes_no)

        def rest(frame: Frame, one: Modifier, direction: int, *, yes_no: bool) -> Ask | None:
            """Against what came before a window, or against all other days."""
            other: Modifier | None
            match one:
                case Window():
                    other = before(one, self._builder.catalogue)
                case Calendar():
                    other = Not(test=one)
                case Records() if one.table is Table.DAYS:
                    other = Not(test=self._builder.on_days_of(replace(one, window=None)))
                case Beside():
                    first = self._frames.applied(frame, one)
                    if first is None or first.records.inside is None:
                        return None
                    other = Not(test=In(rows=first.records.inside))
                case Records():
                    other = (
                        None if frame.noun is None or not frame.noun.metric else Not(test=self._builder.on_days_of(one))
                    )
                    if other is not None:
                        return contrast(frame, self._builder.on_days_of(one), other, direction, yes_no=yes_no)
                case _:
                    other = Not(test=one)  # type: ignore[arg-type]
            return contrast(frame, one, other, direction, yes_no=yes_no) if other is not None else None

        def previous(frame: Frame, direction: int, one: Window) -> Ask | None:
            other = before(one, self._builder.catalogue)
            return contrast(frame, one, other, direction, yes_no=True) if other else None

        def yes(frame: Frame, direction: int, one: Modifier, other: Modifier) -> Ask | None:
            return contrast(frame, one, other, direction, yes_no=True)

        def yes_rest(frame: Frame, direction: int, one: Modifier) -> Ask | None:
            return rest(frame, one, direction, yes_no=True)

        def told(frame: Frame, one: Modifier, other: Modifier) -> Ask | None:
            return contrast(frame, one, other, 0, yes_no=False)

        polar = POLAR
        if polar:
            yield from rules("ask", f"{polar} {{np}} {{direction}} {{group_of}} {_THAN} {{group_of}}", yes, 0.0)
            yield from rules(
                "ask",
                f"{polar} {{direction}} {{np}} {{group_of}} {_THAN} {{group_of}}",
                lambda d, f, a, b: yes(f, d, a, b),
                0.0,
            )
            yield from rules("ask", f"{polar} {{np}} {{direction}} {{group_of}} or {{group_of}}", yes, 0.2)
            yield from rules("ask", f"{polar} {{np}} {{direction}} {{group_of}}", yes_rest, 0.3)
            yield from rules(
                "ask", f"{polar} {{direction}} {{np}} {{group_of}}", lambda d, f, a: yes_rest(f, d, a), 0.3
            )
            yield from rules(
                "ask",
                f"{polar} {{np}} {{group_of}} {{direction}} {_THAN} {{group_of}}",
                lambda f, a, d, b: yes(f, d, a, b),
                0.0,
            )
            yield from rules(
                "ask", f"{polar} {{np}} {{group_of}} {{direction}}", lambda f, a, d: yes_rest(f, d, a), 0.4
            )
            word = "(before|the time before|the one before|the previous one|that|the one prior)"
            yield from rules("ask", f"{polar} {{np}} {{direction}} {{window}} than {word}", previous, 0.1)
            yield from rules(
                "ask", f"{polar} {{direction}} {{np}} {{window}} than {word}", lambda d, f, w: previous(f, d, w), 0.1
            )
            for each in (
                "the {unit} before",
                "the previous {unit}",
                "the {unit} prior",
                "the prior {unit}",
                "the preceding {unit}",
            ):
                yield from rules(
                    "ask",
                    f"{polar} {{np}} {{direction}} {{window}} {_THAN} {each}",
                    lambda f, d, w, _: previous(f, d, w),
                    0.0,
                )
                yield from rules(
                    "ask",
                    f"{polar} {{direction}} {{np}} {{window}} {_THAN} {each}",
                    lambda d, f, w, _: previous(f, d, w),
                    0.0,
                )
            yield from rules("ask", f"{polar} {{np}} {{direction}} than {{usual}} {{window}}", self._than_usual, 0.0)
            yield from rules(
                "ask",
                f"{polar} {{np}} {{window}} {{direction}} than {{usual}}",
                lambda f, w, d, u: self._than_usual(f, d, u, w),
                0.0,
            )
            yield from rules(
                "ask",
                f"{polar} {{direction}} {{np}} than {{usual}} {{window}}",
                lambda d, f, u, w: self._than_usual(f, d, u, w),
                0.0,
            )
            yield from rules(
                "ask",
                f"{polar} {{np}} {{direction}} {{window}} than {{usual}}",
                lambda f, d, w, u: self._than_usual(f, d, u, w),
                0.0,
            )
            yield from rules(
                "ask",
                f"{polar} {{direction}} {{np}} {{window}} than {{usual}}",
                lambda d, f, w, u: self._than_usual(f, d, u, w),
                0.0,
            )
        yield from rules(
            "ask", "(compare|comparing) {np} {group_of} (and|with|to|versus|against) {group_of}", told, 0.0
        )
        yield from rules(
            "ask",
            "(compare|comparing) {group_of} (and|with|to|versus|against) {group_of} (for|in|on)? {np}",
            lambda a, b, f: told(f, a, b),
            0.1,
        )
        yield from rules(
            "ask",
            "(what|how)? {np} {group_of} (versus|vs|compared to|compared with|against|as opposed to) {group_of}",
            told,
            0.0,
        )
        yield from rules("ask", "(what|how)? {np} (in|on|for|between)? {group_of} and {group_of} compare", told, 0.1)
        yield from rules(
            "ask",
            "(what|how big)? (difference|gap|change) (in|of|between) {np} between {group_of} and {group_of}",
            told,
            0.0,
        )
        yield from rules("ask", "(what|how big)? (difference|gap) between {np} {group_of} and {group_of}", told, 0.0)
        yield from rules("ask", "how {np} {group_of} (compare|differ|different) (to|with|from) {group_of}", told, 0.0)
        yield from rules(
            "ask",
            "how {np} (compare|differ|different) (to|with|from|between)? {group_of} (and|to|versus) {group_of}",
            told,
            0.1,
        )
        yield from rules(
            "ask",
            "how (much|many)? {direction} {np} {group_of} {than_group}",
            lambda d, f, a, b: contrast(f, a, b, d, yes_no=False),
            0.0,
        )
        yield from rules(
            "ask",
            "(by)? how (much|many)? {np} {direction} {group_of} {than_group}",
            lambda f, d, a, b: contrast(f, a, b, d, yes_no=False),
            0.0,
        )
        yield from rules(
            "ask",
            "(by)? how (much|many)? {direction} {np} {group_of}",
            lambda d, f, a: rest(f, a, d, yes_no=False),
            0.4,
        )
        yield from rules(
            "ask",
            "how {np} (change|changed|differ|different) {group_of}",
            lambda f, a: rest(f, a, 0, yes_no=False),
            0.4,
        )
        yield from rules(
            "ask",
            "(when|what|where)? {direction} {np} {group_of} or {group_of}",
            lambda d, f, a, b: contrast(f, a, b, 0, yes_no=False),
            0.3,
        )
        yield from rules(
            "ask",
            "(when|what|where)? {np} {direction} {group_of} or {group_of}",
            lambda f, d, a, b: contrast(f, a, b, 0, yes_no=False),
            0.3,
        )
        yield from rules("than_group", f"{_THAN} {{group_of}}", lambda g: g, 0.0)
        yield from self._lists()
        yield from rules(
            "ask",
            f"{polar} {{window}} {{direction}} than {{window}} (for|in|on) {{np}}",
            lambda a, d, b, f: contrast(f, a, b, d, yes_no=True),
            0.0,
        )
        yield from rules(
            "ask",
            f"{polar} {{np}} {{direction}} {{group_of}} {_THAN} the {{count}} (before|prior)",
            lambda f, d, a, _: previous(f, d, a) if isinstance(a, Window) else None,
            0.1,
        )
        yield from rules(
            "ask",
            "how (much|many)? {direction} {np} {window} than (the)? {count} {unit}? (before|prior|before that)",
            lambda d, f, w, *_: (x := previous(f, d, w)) and replace(x, yes_no=False),
            0.0,
        )
        yield from rules(
            "ask",
            "how (much|many)? {np} {direction} {window} than (the)? {count} {unit}? (before|prior|before that)",
            lambda f, d, w, *_: (x := previous(f, d, w)) and replace(x, yes_no=False),
            0.0,
        )
        moved = "(change|changed|drop|dropped|go up|go down|went up|went down|increase|increased|decrease|decreased|rise|rose|fall|fell|go up or down|improve|improved|differ)"
        yield from rules(
            "ask",
            f"(how|by how)? (much|many)? (did)? {{np}} {moved} from {{window}} to {{window}}",
            lambda f, a, b: told(f, b, a),
            0.0,
        )
        yield from rules(
            "ask",
            f"{polar} {{np}} {moved} from {{window}} to {{window}}",
            lambda f, a, b: contrast(f, b, a, 0, yes_no=False),
            0.0,
        )
        yield from rules(
            "ask",
            f"(how|by how)? (much|many)? {{np}} {moved} (between) {{window}} and {{window}}",
            lambda f, a, b: told(f, b, a),
            0.0,
        )
        yield from rules(
            "ask",
            "{ask} (and)? by how much",
            lambda a: replace(a, yes_no=False) if a.kind is Kind.CONTRAST else None,
            0.0,
        )
        yield from rules(
            "ask",
            "{np} {window} (versus|compared to|compared with|and) {window} difference",
            lambda f, a, b: told(f, a, b),
            0.0,
        )
        yield from rules("ask", "{ask} difference", lambda a: a if a.kind is Kind.CONTRAST else None, 0.1)
        yield from rules(
            "ask",
            f"(by)? (what|how many|how much)? (percent|percentage|%) (did|is|was)? {{np}} {moved} {{window}} (versus|compared to|compared with|from|over) {{window}}",
            lambda f, a, b: self._percent(f, b, a),
            0.0,
        )
        yield from rules(
            "ask",
            "(what|how many)? (percent|percentage|%) {direction} {np} {window} (than|versus|compared to) {window}",
            lambda d, f, a, b: self._percent(f, b, a),
            0.0,
        )
        yield from rules("ask", "difference (in|of) {np} between first and second half of {span}", self._halves, 0.0)

    def _halves(self, frame: Frame, window: Window) -> Ask | None:
        start, end = window.start, window.end
        if not isinstance(start, date) or not isinstance(end, date):
            return None
        middle = start.replace(day=16) if window.unit is Unit.MONTH else start + (end - start + timedelta(days=1)) / 2
        first = Window(start=start, end=middle - timedelta(days=1), label=f"the first half of {window.label}")
        second = Window(start=middle, end=end, label=f"the second half of {window.label}")
        one, other = frame.within(second), frame.within(first)
        return Ask(Kind.CONTRAST, one, other=other) if one and other else None

    def _lists(self) -> Iterator[Rule]:
        """The same number of several windows, kinds of days or quantities, one after the other."""

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
            if any(each.noun is None or each.records.table is not first.records.table for each in frames):
                return None
            window = last.records.window or first.records.window
            tests = last.records.tests | first.records.tests
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
            windows = [self._times.last(number, unit) for number in numbers]  # type: ignore[arg-type]
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
        yield from rules("group_of", "{usual}", lambda u: u.window if u.window and not u.noun else None, 0.2)
        yield from rules("group_of", "(overall|in total|all time)", lambda: self._builder.all_time, 0.1)

    def _each_modified(self, asks: tuple[Ask, ...], modifier: Modifier) -> tuple[Ask, ...] | None:
        modified = [self._questions.modified(ask, modifier) for ask in asks]
        return tuple(each for each in modified if each) if all(modified) else None

    def _than_usual(self, frame: Frame, direction: int, usual: Usual, window: Window) -> Ask | None:
        within = frame.within(window)
        if within is None or not direction:
            return None
        operator = Operator.GREATER if direction > 0 else Operator.LESS
        return Ask(Kind.DECIDE, within, bound=Bound(operator, usual), yes_no=True)

    def _relations(self) -> Iterator[Rule]:
        def relate(one: Frame, other: Frame, lag: int = 0, *, yes_no: bool = True) -> Ask | None:
            if one.noun is None or other.noun is None or one.noun == other.noun or one.statistic or other.statistic:
                return None
            return Ask(Kind.RELATE, replace(one, lag=lag), other=other, yes_no=yes_no)

        def with_days(records: Records, other: Frame) -> Ask | None:
            """Whether days with an activity differ from others."""
            if records.pick or other.noun is None or not other.noun.metric or other.statistic or other.best:
                return None
            first = self._frames.applied(
                other, Beside(records, 1) if self._nightly(other) else self._builder.on_days_of(records)
            )
            if first is None:
                return None
            rest: Test = (
                Not(test=In(rows=first.records.inside))
                if first.records.inside
                else Not(test=self._builder.on_days_of(records))
            )
            second = self._frames.applied(other, rest)
            return Ask(Kind.CONTRAST, first, other=second, yes_no=True) if second else None

        def lagged(ask: Ask, night: bool) -> Ask | None:
            if ask.kind is not Kind.RELATE or ask.other is None or ask.frame.lag:
                return None
            follow = self._builder.catalogue.nights_follow
            lag = (0 if follow else 1) if night and self._nightly(ask.other) else 1
            return replace(ask, frame=replace(ask.frame, lag=lag))

        yield from rules("ask", f"{POLAR} {{np}} {{relation}} {{np}}", lambda a, _, b: relate(a, b), 0.0)
        yield from rules(
            "ask",
            f"{POLAR} {{direction}} {{np}} {{relation}} {{direction}}? {{np}}",
            lambda d, a, r, *rest: relate(a, rest[-1]),
            0.1,
        )
        yield from rules("ask", "how (much)? {np} {relation} {np}", lambda a, _, b: relate(a, b, yes_no=False), 0.1)
        yield from rules(
            "ask",
            "(when|if) {direction}? {np} {direction}? ,? (is|do|are|does)? {np} {direction} too?",
            self._when_first,
            0.1,
        )
        yield from rules("ask", f"{POLAR} {{recs}} {{relation}} {{np}}", lambda a, _, b: with_days(a, b), 0.1)
        yield from rules(
            "ask",
            "how {recs} {relation} {np}",
            lambda a, _, b: (x := with_days(a, b)) and replace(x, yes_no=False),
            0.2,
        )
        yield from rules(
            "ask",
            f"(what|{POLAR})? (there)? (a|any)? {_LINK} (between|of) {{np}} (and|with|to) {{np}}",
            relate,
            0.0,
        )
        yield from rules(
            "ask", f"(what|{POLAR})? (there)? (a|any)? {_LINK} (with|to) {{np}} (and|of|for) {{np}}", relate, 0.2
        )
        yield from rules(
            "ask",
            "(what)? (effect|impact|influence) (does|do|of|has|have)? {np} (have)? (on|upon) {np}",
            lambda a, b: relate(a, b, yes_no=False),
            0.0,
        )
        yield from rules(
            "ask",
            f"{POLAR} {{np}} and {{np}} (related|correlated|connected|linked|associated|go together|move together|go hand in hand|correlate)",
            relate,
            0.0,
        )
        yield from rules("ask", "(correlate|correlation of) {np} (and|with|to) {np}", relate, 0.1)
        yield from rules(
            "ask",
            "how (strongly|closely) {np} and {np} (related|correlated|connected|linked)",
            lambda a, b: relate(a, b, yes_no=False),
            0.0,
        )
        yield from rules(
            "ask",
            f"{POLAR} {{direction}}? {{np}} {{direction}}? (when|if|after|on days when|on days|on days with|the more|as) {{direction}}? {{np}} {{direction}}?",
            self._when_more,
            0.3,
        )
        more = "(mean|means|give|gives|equal|equals|bring|brings|come with|comes with|go with|goes with|lead to|leads to|result in)"
        yield from rules(
            "ask", f"{POLAR} {{direction}} {{np}} {more} {{direction}} {{np}}", lambda d, a, e, b: relate(a, b), 0.0
        )
        yield from rules("ask", f"{POLAR} {{np}} {more} {{direction}} {{np}}", lambda a, e, b: relate(a, b), 0.3)
        yield from rules("ask", f"{{ask}} (on)? {_NEXT}", lambda a: lagged(a, False), 0.0)
        yield from rules("ask", f"{{ask}} (on)? {_NEXT_NIGHT}", lambda a: lagged(a, True), 0.0)

    def _when_more(self, *said: object) -> Ask | None:
        """ "Do I sleep better when I walk more?": two series, of which the second comes first."""
        frames = [each for each in said if isinstance(each, Frame)]
        directions = [each for each in said if isinstance(each, int)]
        if len(frames) != 2 or not directions or frames[0].noun == frames[1].noun:
            return None
        target, feature = frames
        if target.statistic or feature.statistic or target.best or feature.best:
            return None
        return Ask(Kind.RELATE, feature, other=target, yes_no=True)

    def _when_first(self, *said: object) -> Ask | None:
        """ "When I sleep longer, is my REM longer too?": two series, of which the first comes first."""
        frames = [each for each in said if isinstance(each, Frame)]
        directions = [each for each in said if isinstance(each, int)]
        if len(frames) != 2 or len(directions) != 2 or frames[0].noun == frames[1].noun:
            return None
        one, other = frames
        if one.statistic or other.statistic or one.best or other.best:
            return None
        return Ask(Kind.RELATE, one, other=other, yes_no=True)

    def _nightly(self, frame: Frame) -> bool:
        quantity = self._builder.quantity(frame.noun, Table.DAYS) if frame.noun else None
        return quantity is not None and quantity.nightly

    def _trends(self) -> Iterator[Rule]:
        def trend(frame: Frame, direction: int = 0, *, yes_no: bool = False) -> Ask | None:
            if frame.noun is None or frame.best or frame.statistic not in {None, Statistic.MEAN} or frame.records.pick:
                return None
            return Ask(Kind.TREND, replace(frame, statistic=None), direction=direction, yes_no=yes_no)

        def change_point(frame: Frame, _: int) -> Ask | None:
            return Ask(Kind.CHANGE_POINT, frame) if frame.noun and not frame.statistic and not frame.best else None

        def rising(direction: int, frame: Frame) -> Ask | None:
            return trend(frame, direction, yes_no=True)

        yield from rules("ask", f"{POLAR} {{np}} {{trend}}", lambda f, d: trend(f, d, yes_no=True), 0.1)
        yield from rules(
            "ask",
            f"{POLAR} {{np}} {{window}} {{trend}}",
            lambda f, w, d: (g := f.within(w)) and trend(g, d, yes_no=True),
            0.2,
        )
        yield from rules("ask", f"{POLAR} (getting|gotten|been getting|been)? {{direction}} {{np}}", rising, 0.5)
        yield from rules(
            "ask",
            f"{POLAR} {{np}} (getting|gotten|been getting|been|become|becoming) {{direction}}",
            lambda f, d: trend(f, d, yes_no=True),
            0.3,
        )
        yield from rules("ask", "how (much)? {np} {trend}", lambda f, d: trend(f, d), 0.1)
        yield from rules(
            "ask",
            "(what|show|how)? (trend|trends|development|progression|trajectory) (in|of|for|with) {np}",
            trend,
            0.0,
        )
        yield from rules("ask", "(what|show|how)? {np} (trend|trends|trending|trajectory|development)", trend, 0.1)
        yield from rules("ask", "(any|a) (trend|trends|change|changes) (in|of|for|with) {np}", trend, 0.1)
        yield from rules(
            "ask",
            f"{POLAR} (there)? (any|a)? (trend|trends|change|changes) (in|of|for|with) {{np}}",
            lambda f: trend(f, yes_no=True),
            0.0,
        )
        yield from rules(
            "ask", "(when|since when|from when) {np} (start|started|begin|began)? {trend}", change_point, 0.0
        )
        yield from rules("ask", "when (start|started|begin|began)? {np} {trend}", change_point, 0.1)
        yield from rules(
            "ask",
            "(change point|turning point|changepoint|shift|level shift) (in|of|for) {np}",
            lambda f: change_point(f, 0),
            0.0,
        )
        yield from rules(
            "ask", "(when|since when) {np} (start|started|begin|began) (to)? {direction}", change_point, 0.2
        )

    def _others(self) -> Iterator[Rule]:
        def unusual(frame: Frame) -> Ask | None:
            return Ask(Kind.UNUSUAL, frame) if frame.noun and not frame.statistic and not frame.best else None

        def norm(frame: Frame, *, yes_no: bool = False) -> Ask | None:
            return Ask(Kind.NORM, frame, yes_no=yes_no) if frame.noun and frame.noun.metric and not frame.best else None

        odd = "(unusual|weird|strange|odd|outlier|outliers|anomalies|anomaly|abnormal|anomalous|extreme|out of the ordinary)"
        days = "(days|nights|values|readings|day|night|value)"
        yield from rules(
            "ask",
            f"(what|which|any|show|how many|were there any|are there any)? {odd} {days}? (in|for|of|with)? {{np}}",
            unusual,
            0.1,
        )
        yield from rules("ask", f"(any|what|which|how many)? {odd} {{np}} {days}?", unusual, 0.2)
        yield from rules("ask", f"(anything|something) {odd} (in|about|with) {{np}}", unusual, 0.0)
        yield from rules("ask", f"(any|which|what|on which)? {days} {{np}} {odd}", unusual, 0.2)
        others = "(other people|others|people my age|people of my age|others my age|other people my age|the average person|average person|other women|other men|women my age|men my age|the norm for my age|the population|people like me|someone my age|my age group|peers|my peers|the average for my age|average for my age|others of my age|people my age and sex)"
        yield from rules(
            "ask",
            f"(how|what)? {{np}} (compare|compares|compared|stack up|measure up|differ)? (to|with|versus|against|from|than|for) {others}",
            norm,
            0.0,
        )
        yield from rules("ask", f"(compare|comparing) {{np}} (to|with|against) {others}", norm, 0.0)
        yield from rules(
            "ask",
            f"{POLAR} {{np}} {{direction}} (than|for|compared to|relative to) {others}",
            lambda f, _: norm(f, yes_no=True),
            0.0,
        )
        yield from rules(
            "ask",
            f"{POLAR} {{np}} (normal|typical|average|usual|good|ok|high|low) for {others}",
            lambda f: norm(f, yes_no=True),
            0.0,
        )
        yield from rules(
            "ask",
            f"{POLAR} {{np}} (normal|typical|average|usual|good|ok|high|low) for my age",
            lambda f: norm(f, yes_no=True),
            0.0,
        )
        yield from rules("ask", "(how)? {np} (normal|typical|average)? for my age", norm, 0.0)
        yield from rules("ask", "{ask} {group}", lambda a, g: self._questions.modified(a, g), 0.3)

    def _arithmetic(self) -> Iterator[Rule]:
        def arithmetic(operation: Operation) -> Callable[[Frame, Frame], Ask | None]:
            def built(one: Frame, other: Frame) -> Ask | None:
                if one.noun is None or other.noun is None or one == other:
                    return None
                return Ask(Kind.NUMBER, replace(one, operation=operation), other=other)

            return built

        def spread(one: Frame) -> Ask | None:
            return (
                Ask(Kind.NUMBER, replace(one, statistic=Statistic.RANGE))
                if one.noun and not one.statistic and not one.best
                else None
            )

        yield from rules("ask", "(what)? ratio (of|between) {np} (to|and|over) {np}", arithmetic(Operation.RATIO), 0.0)
        yield from rules("ask", "(what)? {np} to {np} ratio", arithmetic(Operation.RATIO), 0.1)
        yield from rules("ask", "(what)? {np} divided by {np}", arithmetic(Operation.RATIO), 0.0)
        yield from rules("ask", "(what)? difference between {np} and {np}", arithmetic(Operation.MINUS), 0.2)
        yield from rules("ask", "(what)? {np} minus {np}", arithmetic(Operation.MINUS), 0.0)
        yield from rules(
            "ask",
            "(what)? (percent|percentage|%) (change|difference|increase|decrease|drop) (in|of) {np} (from|between) {window} (to|and) {window}",
            self._percent,
            0.0,
        )
        yield from rules(
            "ask",
            "(by)? (what|how many|how much) (percent|percentage|%) {np} (change|changed|increase|increased|decrease|decreased|drop|dropped|rise|rose|go up|go down|improve|improved) (from|between) {window} (to|and) {window}",
            self._percent,
            0.0,
        )
        span = "(highest and lowest|lowest and highest|max and min|min and max|highest and my lowest|best and worst|maximum and minimum)"
        yield from rules("ask", f"(what)? (difference|gap|spread|range) between (my)? {span} {{np}}", spread, 0.0)
        yield from rules("ask", "(what)? range (of|in|for) {np}", spread, 0.0)
        yield from rules("ask", "(what)? {np} range", spread, 0.1)
        yield from rules("ask", "(what)? {np} highest minus lowest", spread, 0.0)

    def _percent(self, frame: Frame, one: Window, other: Window) -> Ask | None:
        first, second = frame.within(other), frame.within(one)
        if first is None or second is None:
            return None
        return Ask(Kind.NUMBER, replace(first, operation=Operation.PERCENT_CHANGE), other=second)

    def _laboratory(self) -> Iterator[Rule]:
        """A laboratory value, the newest or the one that the question states, beside the laboratory's own limits."""

        def judged(noun: Noun, amount: Amount | None = None) -> Ask | None:
            if not noun.biomarker:
                return None
            return Ask(Kind.DECIDE, Frame(noun=noun, records=Records(table=Table.SAMPLES)), yes_no=True, value=amount)

        fits = "(high|low|normal|ok|okay|in range|out of range|within range|too high|too low|in the normal range|within the normal range|in the reference range|within the reference range|within limits|within the limits|fine|elevated|above the limit|below the limit|above range|below range|outside the range|outside the reference range)"
        yield from rules("ask", f"{POLAR} {{noun}} {fits}", judged, 0.0)
        yield from rules(
            "ask",
            f"{POLAR} {{statistic}}? {{noun}} (of|at|is|was) {{amount}} {fits}",
            lambda *a: judged(a[-2], a[-1]),
            0.0,
        )
        yield from rules("ask", f"{POLAR} (a|an)? {{noun}} (of|at) {{amount}} {fits}", judged, 0.0)
        yield from rules("ask", f"{POLAR} {{amount}} {fits} for {{noun}}", lambda a, n: judged(n, a), 0.0)


def _told(frame: Frame) -> Statistic | None:
    return None if frame.best else frame.statistic or Statistic.MEAN
