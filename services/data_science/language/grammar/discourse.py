"""What a sentence takes from those before it: "that day", "it", "and last month?", "what about weekends?"."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Final

from services.data_science.domain.algebra import (
    Calendar,
    Compare,
    DaysOf,
    Field,
    Operation,
    Statistic,
    Table,
    Test,
    Unit,
    Window,
)
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Edge, Rule, rules
from services.data_science.language.grammar.following import Following, leans_on_a_pick
from services.data_science.language.grammar.frames import FrameRules
from services.data_science.language.grammar.leaning import Leaning, alike
from services.data_science.language.grammar.of_those import OfThose
from services.data_science.language.grammar.placing import Placing, chosen, tells_several
from services.data_science.language.grammar.questions.modified import ModifiedQuestions
from services.data_science.language.grammar.references import References
from services.data_science.language.grammar.tables_and_names import name_of, table_of
from services.data_science.language.grammar.time.parts_of_spans import whole_of
from services.data_science.language.grammar.time.spans import begun, moved, unit_of, week_beside
from services.data_science.language.grammar.turning import Turning, in_the_unit_of, is_like, one_record, turned
from services.data_science.language.narrowing import picked_within
from services.data_science.language.phrases import Ask, Best, Bound, Fragment, Frame, Goal, Kind, Noun, Records, Tense

if TYPE_CHECKING:
    from services.data_science.language.resolving.readings import Reading


_AND: Final = "(and|what about|how about|and what about|and how about|same for|same but|same but just|same thing but|and for|and the same for|what of|now|but|ok and|then|only|just)"
_PAIR: Final = 2


class Discourse:
    """Rules and completions for what leans on an earlier question."""

    def __init__(self, builder: Builder, frames: FrameRules, questions: ModifiedQuestions) -> None:
        self._builder = builder
        self._frames = frames
        self._questions = questions
        self._following = Following(builder, questions)
        self._references = References(builder, self._following)
        self._leaning = Leaning(builder)
        self._turning = Turning(builder)
        self._of_those = OfThose(builder)
        self._placing = Placing(builder, self._turning)

    def rules(self) -> Iterator[Rule]:
        yield from self._following.rules()
        yield from self._leaning.rules()
        yield from self._turning.rules()
        yield from self._of_those.rules()
        yield from self._placing.rules()
        yield from rules("question", f"{_AND}? {{fragment}}", lambda fragment: fragment, 2.0)
        yield from rules("question", "and? same {fragment}", lambda f: f if f.frame is None else None, 2.0)
        yield from rules("question", "versus {fragment}", lambda f: f if f.frame is None else None, 2.0)
        yield from rules("fragment", "{window} only?", lambda w: Fragment(window=w), 0.1)
        yield from rules(
            "fragment", "(in|for|during|over)? {inner}", lambda part: Fragment(turn=(self._part_of_same, (part,))), 0.0
        )
        yield from rules("fragment", "(just|only)? {calendar} only?", lambda c: Fragment(test=c), 0.1)
        yield from rules("fragment", "(on|for|in)? {drecs}", lambda r: Fragment(records=r), 0.1)
        yield from rules(
            "fragment", "(on|for|in|of|during|with)? {recs} (only|alone)?", lambda r: Fragment(records=r), 0.2
        )
        often = "(how many|how often|how many times|how many days|how many nights)?"
        yield from rules("fragment", f"{often} {{bound}}", lambda b: Fragment(bound=b), 0.1)
        yield from rules("asks", f"{{ask}} (and|,|, and) {often} {{bound}}", self._both_bounds, 0.1)
        for word, step in (("after", 1), ("following", 1), ("before", -1), ("prior", -1)):
            yield from rules(
                "fragment",
                f"(the)? {{unit}} {word} (that|it)?",
                lambda u, step=step: Fragment(shift=step, shift_unit=u) if u is not Unit.DAY else None,
                0.0,
            )
        for word, step in (("(next|following)", 1), ("previous", -1)):
            yield from rules(
                "fragment",
                f"(the)? {word} {{unit}}",
                lambda u, step=step: Fragment(shift=step, shift_unit=u) if u is not Unit.DAY else None,
                0.1,
            )
        yield from rules("fragment", "in {measure}", lambda u: Fragment(unit=u), 0.1)
        yield from rules("fragment", "(as|in) (a|the)? (percentage|percent|%)", lambda: Fragment(unit="%"), 0.1)
        yield from rules(
            "question",
            f"{_AND}? (how many|how much|how long) (on|in|for|during)? {{window}} that?",
            lambda w: Fragment(window=w),
            2.0,
        )
        yield from rules("fragment", "(for|of)? {np}", lambda f: Fragment(frame=f), 0.2)
        for level in ("(as|their|the)? {statistic} (of)? (those|them|these)?", "(as)? {adverb}"):
            yield from rules("fragment", level, lambda s: Fragment(statistic=s), 0.1)
        yield from rules("fragment", "{best} (one|ones)?", lambda b: Fragment(best=b), 0.1)
        yield from rules(
            "fragment",
            "(when|what day|which day|on what day|on which day|what date|which date|day|date|which night|what night|on what date|on which date|what day of the month|what weekday|which weekday|what day of the week|which day of the week) (it|that)? (happen|happened|occur|occurred|take place)?",
            lambda: Fragment(when=True),
            0.0,
        )
        yield from rules(
            "fragment",
            "(how was it|how was that|what was it)? (the)? (day|morning) after (that)?",
            lambda: Fragment(offset=1),
            0.0,
        )
        yield from rules(
            "fragment",
            "(how was it|how was that|what was it)? (the)? (day|morning) before (that)?",
            lambda: Fragment(offset=-1),
            0.0,
        )
        yield from rules(
            "fragment",
            "(how was it|how was that|what was it)? (the)? (next|following) day",
            lambda: Fragment(offset=1),
            0.0,
        )
        yield from rules("drecs", "{thatday}", lambda r: r, 0.0)
        yield from rules("recs", "{it}", lambda r: r, 0.0)
        yield from rules("drecs", "(day|night|morning) after {thatday}", lambda r: self._references.beside(r, 1), 0.0)
        yield from rules("drecs", "(day|night) before {thatday}", lambda r: self._references.beside(r, -1), 0.0)

    def references(self, words: Sequence[str], before: Sequence["Reading"], goal: Goal | None = None) -> Iterator[Edge]:
        """What "that day", "it" and "make it" stand for; nothing where nothing was said that they could mean."""
        return self._references.edges(words, before, goal)

    def complete(
        self, meaning: object, before: Sequence["Reading"], tense: Tense = Tense.HABIT
    ) -> tuple[Ask, ...] | None:
        """The questions that a meaning comes to; None where it leans on what was not said."""
        match meaning:
            case Ask():
                carries = before and tense is not Tense.HABIT
                return (self._following.carried(meaning, before[-1]) if carries else meaning,)
            case tuple():
                return None if tense is Tense.PAST and leans_on_a_pick(meaning) else meaning
            case Fragment(of_several=True) if before and not tells_several(before):
                return None
            case Fragment(of_several=True, best=Best() as best) if before and before[-1].ask.kind is Kind.CONTRAST:
                ask = chosen(before[-1].ask, best)
                return (ask,) if ask else None
            case Fragment(which=True, both=False) if alike(before) == 1:
                return self.complete(replace(meaning, which=False), before, tense)
            case Fragment() if before:
                ask = self._leaned(meaning, before)
                return (ask,) if ask else None
        return None

    def _leaned(self, fragment: Fragment, before: Sequence["Reading"]) -> Ask | None:
        """What a fragment asks of the last answers together, or of the last alone."""
        if fragment.which and fragment.best is not None and (count := alike(before)) > _PAIR:
            return self._placing.best_of(before[-count:], fragment.best)
        if fragment.both or fragment.which:
            apart = fragment.both and fragment.operation is Operation.MINUS
            return self._leaning.of_two(before, fragment) or (self._turning.apart(before[-1]) if apart else None)
        if fragment == Fragment(statistic=Statistic.SUM) and not self._leaning.has_own_total(before):
            return self._leaning.together(before)
        return turned(fragment, before[-1]) if fragment.turn else self._filled(before[-1], fragment)

    def _filled(self, earlier: "Reading", fragment: Fragment) -> Ask | None:
        """The earlier question with what the fragment says in the place of what it had there."""
        ask = earlier.ask
        frame = ask.frame
        match fragment:
            case Fragment(window=Window() as window):
                return self._retimed(ask, window)
            case Fragment(test=test) if test is not None and self._placing.is_pointless(ask, test):
                return None
            case Fragment(test=test) if test is not None:
                kept = frozenset(each for each in frame.records.tests if not isinstance(each, Calendar))
                records = replace(frame.records, tests=kept | {test})
                other = ask.other.also(test) if ask.kind is Kind.CONTRAST and ask.other else ask.other
                return replace(ask, frame=replace(frame, records=records), other=other)
            case Fragment(frame=Frame() as other):
                if (
                    frame.records.inside is not None or frame.records.pick is not None
                ) and other == self._frames.frame_of(other.noun or Noun()):
                    carried = self._following.carried(Ask(Kind.NUMBER, other), earlier)
                    if carried.frame != other:
                        return carried
                return self._renamed(ask, other)
            case Fragment(records=Records() as records):
                return self._replaced(ask, records)
            case Fragment(statistic=Statistic() as statistic) if (
                ask.kind is Kind.BEST_PERIOD and earlier.rows is not None
            ):
                days = Records(inside=DaysOf(rows=earlier.rows))
                own = replace(frame, best=None, statistic=statistic, records=days)
                return Ask(Kind.NUMBER, own) if frame.noun is not None else None
            case Fragment(statistic=statistic) if statistic is not None and frame.noun is not None:
                if statistic in {Statistic.MEAN, Statistic.MEDIAN} and one_record(frame):
                    return self._turning.level(earlier, statistic)
                several = frame.best if frame.best is not None and frame.best.count > 1 else None
                return Ask(Kind.NUMBER, replace(frame, statistic=statistic, best=several))
            case Fragment(statistic=statistic) if statistic is not None and (valued := self._turning.valued(earlier)):
                return replace(valued, frame=replace(valued.frame, statistic=statistic))
            case Fragment(best=Best() as best) if self._placing.is_of_no_length(ask, best):
                return None
            case Fragment(best=best) if (
                best is not None
                and (best.clock or not best.of_time())
                and not fragment.when
                and not (best.fields and frame.records.inside is not None)
                and frame.noun is not None
                and frame.best is None
                and frame.records.pick is None
            ):
                judged = self._builder.better(best, self._builder.quantity(frame.noun, frame.records.table))
                if judged is None or judged.of_time():
                    return None
                if ask.kind in {Kind.BEST_PERIOD, Kind.PROFILE}:
                    return replace(ask, frame=replace(frame, best=judged))
                if frame.by is not None:
                    return replace(ask, kind=Kind.PROFILE, frame=replace(frame, best=judged))
                return Ask(
                    ask.kind if ask.kind is Kind.WHEN else Kind.NUMBER, replace(frame, best=judged, statistic=None)
                )
            case Fragment(stretch=(count, unit)):
                stretch = self._leaning.stretch(ask, count, unit)
                return self._retimed(ask, stretch) if stretch else None
            case Fragment(shift=int() as shift, shift_unit=Unit() as unit) if shift:
                picked = self._placing.moved_period(earlier, shift) if unit is Unit.WEEK else None
                return picked or self._beside(ask, shift, unit)
            case Fragment(step=int() as step) if step and frame.records.pick is None and frame.records.inside is None:
                return self._shifted(ask, -step)
            case Fragment(bound=Bound() as bound):
                return self._bounded(ask, bound)
            case Fragment(unit="%") if frame.noun is not None and not self._leaning.is_told_in(earlier, "%"):
                return self._leaning.of_sleep(earlier)
            case Fragment(unit=unit) if unit and frame.noun is not None:
                return replace(ask, frame=replace(frame, noun=replace(frame.noun, unit=unit)))
            case Fragment(when=True, best=None):
                if frame.best is not None or frame.records.pick is not None:
                    return Ask(Kind.WHEN, replace(frame, how_many=False))
                if earlier.rows is not None and table_of(earlier.rows) is not None:
                    return Ask(Kind.WHEN, Frame(records=Records(inside=earlier.rows)))
            case Fragment(offset=int() as offset) if earlier.rows is not None and frame.noun is not None:
                rows = earlier.rows
                if isinstance(rows, DaysOf) and rows.offset * offset < 0:
                    rows = rows.rows
                inside = DaysOf(rows=rows, offset=offset)
                return Ask(Kind.NUMBER, Frame(noun=frame.noun, records=Records(inside=inside)))
        return self._following.filled(earlier, fragment)

    def _part_of_same(self, earlier: "Reading", part: Callable[[Window], Window | None]) -> Ask | None:
        """Another half or week of the month that one was told of: "and the second half?"."""
        told = earlier.ask.frame.records.window
        whole = whole_of(told) if told else None
        window = part(whole) if whole else None
        return self._retimed(earlier.ask, window) if window and window != told else None

    def lent(self, ask: Ask, other: Ask) -> Ask | None:
        """A question that says nothing of its records, of those that one of the same kind behind it names."""
        own = ask.frame.records
        if own.window or own.tests or own.inside or own.pick or ask.frame.best or ask.frame.per or ask.other:
            return None
        if other.kind is Kind.CONTRAST and ask.kind is Kind.NUMBER and other.other is not None:
            return self._renamed(other, ask.frame)
        window = other.frame.records.window
        alike = ask.kind is other.kind and ask.frame.statistic in {None, other.frame.statistic}
        return self._retimed(ask, window) if alike and window is not None and ask.bound is other.bound is None else None

    def _beside(self, ask: Ask, shift: int, unit: Unit) -> Ask | None:
        """The same of the unit after or before: of seven days beside those that are no calendar week."""
        window = ask.frame.records.window
        if window is None or not isinstance(window.start, date) or not isinstance(window.end, date):
            return None
        if window.unit is unit:
            return self._shifted(ask, shift)
        beside = week_beside(window.start, window.end, shift) if unit is Unit.WEEK else None
        return self._retimed(ask, beside) if beside else None

    def _shifted(self, ask: Ask, shift: int) -> Ask | None:
        """The same of the calendar unit after or before."""
        window = ask.frame.records.window
        if window is None or window.unit in {None, Unit.DAY} or not isinstance(window.start, date):
            return None
        start = moved(begun(window.start, window.unit), shift, window.unit)
        return self._retimed(ask, unit_of(start, window.unit, name_of(start, window.unit)))

    def _bounded(self, ask: Ask, bound: Bound) -> Ask | None:
        """The same with another amount: "and over 15k?"."""
        if ask.bound is not None:
            return replace(ask, bound=bound)
        if ask.test is not None:
            test = self._rebound(ask.test, bound)
            return replace(ask, test=test) if test else None
        records = ask.frame.records
        compared = [test for test in records.tests if isinstance(test, Compare)]
        if len(compared) != 1:
            return None
        test = self._rebound(compared[0], bound)
        if test is None:
            return None
        tests = records.tests - {compared[0]} | {test}
        return replace(ask, frame=replace(ask.frame, records=replace(records, tests=tests)))

    def _both_bounds(self, ask: Ask, bound: Bound) -> tuple[Ask, ...] | None:
        """Counted twice: "how many nights over 8 hours and how many under 6"."""
        other = self._bounded(ask, bound) if ask.kind is Kind.COUNT and ask.bound is None else None
        return (ask, other) if other and other != ask else None

    def _rebound(self, test: Test, bound: Bound) -> Test | None:
        if not isinstance(test, Compare) or not isinstance(test.column, Field):
            return None
        catalogue = self._builder.catalogue
        table = Table.DAYS if test.column.name in catalogue.metrics else Table.ACTIVITIES
        noun = Noun(metric=test.column.name) if table is Table.DAYS else Noun(field=test.column.name)
        rebound = self._builder.test(noun, in_the_unit_of(test, bound), table)
        return rebound if rebound is not None and is_like(test, rebound, bound) else None

    def _retimed(self, ask: Ask, window: Window) -> Ask | None:
        told = ask.frame.records.window
        same_day = told is not None and told.start == told.end == window.start == window.end
        if ask.kind is Kind.CONTRAST or same_day:
            return None
        inside = ask.frame.records.inside
        picked = picked_within(inside, window, None) if inside is not None else None
        own = ask.frame.records
        records = replace(own, inside=picked) if picked else replace(own, window=window)
        other = ask.other
        if ask.kind is Kind.RELATE and other is not None:
            other = replace(other, records=replace(other.records, window=None))
        elif other is not None and other.records.window == own.window:
            other = replace(other, records=replace(other.records, window=window))
        return replace(ask, frame=replace(ask.frame, records=records), other=other)

    def _renamed(self, ask: Ask, other: Frame) -> Ask | None:
        """The same of another quantity: "and my HRV?"; of a relation only the one that is measured alike."""
        if ask.kind is Kind.RELATE:
            return self._turning.related(ask, other)
        frame = ask.frame
        if other.noun is None:
            return None
        if other.records.inside is not None or other.records.pick is not None:
            return Ask(Kind.NUMBER, other)
        if frame.noun is None or frame.records.table is not other.records.table or ask.kind is Kind.DECIDE:
            if frame.noun is None and other.records == Records(table=Table.ACTIVITIES) == replace(
                frame.records, window=None, kinds=None, tests=frozenset(), day_tests=frozenset()
            ):
                return Ask(Kind.NUMBER, replace(other, records=frame.records, how_many=True, tense=Tense.PAST))
            if (
                ask.kind in {Kind.NUMBER, Kind.DECIDE, Kind.COUNT, Kind.SHARE, Kind.STREAK}
                and other.records.window is None
            ):
                own = replace(other, records=replace(other.records, window=frame.records.window))
                return Ask(Kind.NUMBER, own)
            return Ask(Kind.NUMBER, other)
        kept = replace(
            frame,
            noun=other.noun,
            statistic=other.statistic or (None if other.best else frame.statistic),
            best=other.best or (None if other.statistic else frame.best),
        )
        if other.records.window is not None:
            kept = replace(kept, records=replace(kept.records, window=other.records.window))
        if other.records.tests:
            kept = replace(kept, records=replace(kept.records, tests=other.records.tests))
        second = (
            replace(ask.other, noun=other.noun) if ask.other is not None and ask.kind is Kind.CONTRAST else ask.other
        )
        return replace(ask, frame=kept, other=second)

    def _replaced(self, ask: Ask, records: Records) -> Ask | None:
        """The same of other records: "and my rides?", "and on days I ran?"."""
        frame = ask.frame
        if self._placing.is_the_same_day(ask, records):
            return None
        if frame.noun is None:
            same = records.table is frame.records.table
            return replace(ask, frame=replace(frame, records=_instead(frame.records, records))) if same else None
        plain = replace(frame, records=Records(table=frame.records.table, window=frame.records.window), pinned=False)
        if records.table is Table.ACTIVITIES and frame.noun.field:
            return replace(ask, frame=replace(plain, records=_instead(frame.records, records)))
        modified = self._frames.applied(plain, records) if ask.kind is not Kind.CONTRAST else None
        return replace(ask, frame=modified) if modified else None


def _instead(own: Records, said: Records) -> Records:
    """The records that are said in the place of others; of another kind alone, all else stays as it was."""
    if said == Records(table=own.table, kinds=said.kinds) and own.inside is None:
        return replace(own, kinds=said.kinds)
    return replace(said, window=said.window or own.window, pick=said.pick or own.pick)
