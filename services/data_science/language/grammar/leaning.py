"""What goes on with the questions before: a bare quantity, the stretch of time before, which of two answers is higher."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from services.data_science.domain.algebra import Field, Operation, Order, Reduce, Statistic, Table, Tell, Unit, Window
from services.data_science.domain.catalogue import Catalogue
from services.data_science.domain.units import CLOCK, converted
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Edge, Rule, rules
from services.data_science.language.grammar.comparisons.completed_pairs import stretch_before
from services.data_science.language.grammar.comparisons.pairs import TheOneBefore
from services.data_science.language.phrases import Ask, Fragment, Frame, Kind, Noun, Records

if TYPE_CHECKING:
    from services.data_science.language.resolving.readings import Reading


ASKING: Final = frozenset(
    {
        "how",
        "what",
        "when",
        "which",
        "who",
        "where",
        "tell",
        "show",
        "give",
        "list",
        "find",
        "know",
        "you",
        "can",
        "many",
        "much",
    }
)
"""Words of whole questions."""
_BRIEF: Final = 3
_PAIR: Final = 2
_GAP: Final = "(difference|gap|change|increase|decrease|drop|rise)"
_COUNTED: Final = frozenset({Kind.NUMBER, Kind.COUNT})
"""What is asked for of which a total can be asked next."""
_SUMMED: Final = frozenset({Statistic.MEAN, Statistic.SUM})
"""What may be told of what adds up before its total is asked for."""
_OF_PERIODS: Final = frozenset({Kind.BEST_PERIOD, Kind.PROFILE})
_STAGES: Final = frozenset({"deep_sleep_minutes", "rem_sleep_minutes", "light_sleep_minutes"})
_OF_DAYS: Final = frozenset({"steps"})


def is_brief(words: Sequence[str]) -> bool:
    """Whether so little is said that it goes on with the question before: "calories?"."""
    return len(words) <= _BRIEF and not ASKING & set(words)


def in_its_window(ask: object, earlier: "Reading", words: Sequence[str]) -> object:
    """A bare "how many rides" behind what was asked of May is of May too."""
    window = earlier.ask.frame.records.window
    if not isinstance(ask, Ask) or ask.kind is not Kind.COUNT or window is None or len(words) > _BRIEF:
        return ask
    records = ask.frame.records
    of_all = records == Records(table=Table.ACTIVITIES, kinds=records.kinds)
    if not of_all:
        return ask
    return replace(ask, frame=replace(ask.frame, records=replace(records, window=window)))


def going_on(found: Sequence[Edge], earlier: "Reading", catalogue: Catalogue, *, is_brief: bool) -> list[Edge]:
    """What goes on with an earlier question, what is of the same records first.

    In a brief message it is a quantity alone: whatever else it names may be a new question.
    """
    plain = earlier.rows is None
    if earlier.ask.frame.records.table is Table.ACTIVITIES:
        found = [replace(edge, meaning=_of_activities(edge.meaning, catalogue)) for edge in found]

    same = [is_of_the_same(edge.meaning, earlier) for edge in found]
    kept = [
        (of_same, edge)
        for of_same, edge in zip(same, found, strict=True)
        if not is_brief or ((plain or of_same) and _is_bare(edge.meaning))
    ]
    return [edge for wanted in (True, False) for of_same, edge in kept if of_same is wanted]


def _of_activities(meaning: object, catalogue: Catalogue) -> object:
    """Of what days and activities both have, that of the activities asked about; steps are those of the day."""
    frame = _frame(meaning)
    if not isinstance(meaning, Fragment) or frame is None or frame.noun is None or frame.records != Records():
        return meaning
    field = catalogue.fields.get(frame.noun.metric)
    if field is None or not field.recorded or frame.noun.metric in _OF_DAYS:
        return meaning
    noun = Noun(field=frame.noun.metric, unit=frame.noun.unit, said=frame.noun.said)
    return replace(meaning, frame=replace(frame, noun=noun, records=Records(table=Table.ACTIVITIES)))


def in_order(found: Sequence[Edge], earlier: "Reading") -> list[Edge]:
    """A quantity of the same records before one of others, where only such a fragment was found first."""
    return sorted(
        found, key=lambda edge: _frame(edge.meaning) is not None and not is_of_the_same(edge.meaning, earlier)
    )


def is_of_the_same(meaning: object, earlier: "Reading") -> bool:
    frame = _frame(meaning)
    return frame is not None and frame.records.table is earlier.ask.frame.records.table


def of_other_kinds(found: Sequence[Edge], earlier: "Reading") -> list[Edge]:
    """What names activities of another kind in a brief message, which then asks for nothing else."""
    return [edge for edge in found if _is_other_kind(edge.meaning, earlier)]


def _is_other_kind(meaning: object, earlier: "Reading") -> bool:
    """Whether it names activities of another kind than those asked about."""
    records = meaning.records if isinstance(meaning, Fragment) else None
    own = earlier.ask.frame.records
    return records is not None and own.kinds is not None and records == Records(table=own.table, kinds=records.kinds)


def _frame(meaning: object) -> Frame | None:
    return meaning.frame if isinstance(meaning, Fragment) else None


def _is_bare(meaning: object) -> bool:
    frame = _frame(meaning)
    return frame is not None and frame.records == Records(table=frame.records.table) and not frame.best


class Leaning:
    """The rules of what is said of the answers before, and what they come to."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
        of_both = "(of the 2|of them|of those|of these|of both|out of the 2|1|one|month|week|year|day|night|period)?"
        yield from rules("fragment", f"which {of_both} {{direction}}", lambda _: Fragment(both=True, which=True), 0.0)
        between = "(between|of)? (the|those|these)? (2|them|both|those|these)?"
        gap = f"(what|how big|how much|how much of a|how many {{measure}})? {_GAP} {between} (is|that|it|this)?"
        yield from rules("fragment", gap, lambda *_: Fragment(both=True), 0.0)
        percent = "(percent|percentage|%)"
        in_percent = Fragment(both=True, operation=Operation.PERCENT_CHANGE)
        for said in (f"{_GAP} (in|as|as a)? {percent}", f"{percent} {_GAP}", f"{percent} {between} (change|differ)"):
            lead = "(by)? (what|how big|how much|how many|how large)?"
            yield from rules("fragment", f"{lead} {said} {between} (is|that|it|this)?", lambda: in_percent, 0.0)
        halved = Fragment(both=True, operation=Operation.PLUS, halved=True)
        two = "(of|between) (the)? (2|both|both of them|those 2|these 2|the 2 of them) (days|nights|weeks|months)?"
        yield from rules("fragment", f"(what)? (average|mean) {two}", lambda: halved, 0.0)
        total = "(total|sum|grand total|combined total|overall total|total of both|sum of both)"
        of_both = "(of|for)? (the 2|both|them|those|these|all|both of them)? (together|combined)?"
        summed = Fragment(statistic=Statistic.SUM)
        yield from rules("question", f"(what|how much|how many) {total} {of_both}", lambda: summed, 0.1)
        added_up = Fragment(both=True, operation=Operation.PLUS)
        added = "(in total|altogether|all together|together|combined|in all|added up|in sum|added together)"
        that = "(that|those|these|they|it|both|the 2)? (make|come to|makes|comes to|add up to)?"
        yield from rules("question", f"(what|how much|how many) {that} {added}", lambda: added_up, 0.2)
        yield from rules(
            "fragment",
            f"(in|for|on)? (2|both|them|those 2|these 2|both of them|both of those) {added}",
            lambda: added_up,
            0.0,
        )
        within = "(in|over|during|for|on)? (the)?"
        yield from rules(
            "fragment", f"{within} {{count}} {{unit}} (before|prior|earlier) (that|then|those|these)?", _stretch, 0.0
        )
        yield from rules("fragment", f"{within} (previous|prior|preceding) {{count}} {{unit}}", _stretch, 0.0)

    def stretch(self, ask: Ask, count: int, unit: Unit) -> Window | None:
        """The two weeks before those of an earlier question, which are of more than a day."""
        window = ask.frame.records.window
        if window is None or window.start == window.end or count < 2:
            return None
        return stretch_before(window, TheOneBefore(count, unit), self._builder.catalogue)

    def of_two(self, before: Sequence["Reading"], fragment: Fragment) -> Ask | None:
        """The last two answers beside each other: which was higher, how far the second is from the first.

        Of a difference that was told already what it is in percent.
        """
        if before and fragment.operation is Operation.PERCENT_CHANGE and _is_difference(before[-1].ask):
            apart = before[-1].ask
            frame = replace(apart.frame, operation=Operation.PERCENT_CHANGE)
            return replace(apart, kind=Kind.NUMBER, frame=frame, yes_no=False, choice=False, direction=0)
        if fragment.operation is Operation.PLUS and not fragment.halved and len(self._parts(before)) > 1:
            return self.together(before)
        if len(before) < _PAIR:
            return None
        if fragment.operation is Operation.MINUS and not fragment.which:
            ends = [_end_of_days(each.ask) for each in before[-_PAIR:]]
            if ends[0] and ends[1] and ends[0].frame.noun == ends[1].frame.noun:
                return _of_extremes(ends[0], ends[1])
        if not _are_of_one_kind(before[-2].ask, before[-1].ask):
            return None
        if not fragment.both and alike(before) > _PAIR:
            return None
        if fragment.operation is Operation.PLUS and not fragment.halved:
            return self.together(before)
        first, second = before[-2].ask.frame, before[-1].ask.frame
        if fragment.operation is not Operation.MINUS:
            plain = not (first.best or second.best) and not (fragment.halved and self._is_clock(first))
            return _computed_of(first, second, fragment) if plain else None
        if first.best is not None and second.best is not None and not fragment.which:
            return _of_extremes(before[-2].ask, before[-1].ask)
        if first.best or second.best:
            return None
        told = {told_as(each) for each in before[-_PAIR:]}
        if first.records.table is Table.DAYS and told == {Statistic.MEAN}:
            one, other = (first, second) if fragment.which else (second, first)
            return Ask(Kind.CONTRAST, one, other=other, choice=fragment.which)
        return Ask(Kind.NUMBER, replace(second, operation=Operation.MINUS), other=first, choice=fragment.which)

    def together(self, before: Sequence["Reading"]) -> Ask | None:
        """What the last two answers come to together; of averages of what adds up that of all their days.

        Of averages of two things that are measured alike it is their sum.

        Of three the total would be that of all of them, and of other records one may be a part of the other.
        """
        if len(parts := self._parts(before)) > 1:
            plus = Fragment(operation=Operation.PLUS)
            return _computed_of(parts[0], parts[1], plus) if len(parts) == _PAIR else None
        if alike(before, _COUNTED) != _PAIR or not _are_of_one_kind(before[-2].ask, before[-1].ask):
            return None
        frames = [self._summed(each) for each in before[-_PAIR:]]
        one, other = frames
        plus = Fragment(operation=Operation.PLUS)
        return _computed_of(one, other, plus) if one is not None and other is not None else None

    def _parts(self, before: Sequence["Reading"]) -> list[Frame]:
        """The averages told last of things that are measured alike on the same days: deep and REM sleep."""
        found: list[Frame] = []
        for each in reversed(before):
            frame = replace(each.ask.frame, statistic=Statistic.MEAN)
            alike = self._measured_alike(frame) if told_as(each) is Statistic.MEAN else None
            known = found and (alike != self._measured_alike(found[0]) or frame.noun in {one.noun for one in found})
            if alike is None or known:
                break
            found.append(frame)
        return found[::-1]

    def _measured_alike(self, frame: Frame) -> tuple[object, ...] | None:
        """What two numbers share that may be added up; None of what never may be."""
        quantity = self._builder.quantity(frame.noun, frame.records.table) if frame.noun else None
        if quantity is None or not quantity.additive or frame.best or frame.by or frame.per not in {None, Unit.DAY}:
            return None
        return quantity.unit, quantity.nightly, frame.records

    def has_own_total(self, before: Sequence["Reading"]) -> bool:
        """Whether the total is that of the last answer alone, of what adds up."""
        ask = before[-1].ask
        quantity = self._builder.quantity(ask.frame.noun, ask.frame.records.table) if ask.frame.noun else None
        adds_up = quantity.additive if quantity else ask.frame.noun is None
        alone = alike(before, _COUNTED) == 1 and len(self._parts(before)) <= 1
        return adds_up and ask.other is None and alone

    def is_told_in(self, earlier: "Reading", unit: str) -> bool:
        """Whether what was told is measured in what can be told in the unit."""
        frame = earlier.ask.frame
        quantity = self._builder.quantity(frame.noun, frame.records.table) if frame.noun else None
        return quantity is not None and converted(1.0, unit, quantity.unit) is not None

    def of_sleep(self, earlier: "Reading") -> Ask | None:
        """What part of the sleep a stage of it is, where its minutes were told."""
        ask, noun = earlier.ask, earlier.ask.frame.noun
        told = ask.kind is Kind.NUMBER and not (ask.other or ask.frame.best or ask.frame.operation)
        if not told or noun is None or noun.metric not in _STAGES:
            return None
        sleep = replace(ask.frame, noun=Noun(metric="sleep_minutes", said="sleep"))
        return Ask(Kind.NUMBER, replace(ask.frame, operation=Operation.RATIO), other=sleep, percent=True)

    def _is_clock(self, frame: Frame) -> bool:
        """Whether it is told as times of day, which do not add up."""
        quantity = self._builder.quantity(frame.noun, frame.records.table) if frame.noun else None
        return quantity is not None and quantity.unit == CLOCK

    def _summed(self, told: "Reading") -> Frame | None:
        frame = told.ask.frame
        if frame.noun is None:
            return frame
        quantity = self._builder.quantity(frame.noun, frame.records.table)
        adds_up = quantity is not None and quantity.additive and not frame.best and not frame.per
        return replace(frame, statistic=Statistic.SUM) if adds_up and told_as(told) in _SUMMED else None


def _computed_of(first: Frame, second: Frame, fragment: Fragment) -> Ask:
    """Their sum or half of it, or the change from the first to the second in percent."""
    is_sum = fragment.operation is Operation.PLUS
    one, other = (first, second) if is_sum else (second, first)
    return Ask(Kind.NUMBER, replace(one, operation=fragment.operation), other=other, halved=fragment.halved)


def _of_extremes(one: Ask, other: Ask) -> Ask | None:
    """How far the highest is from the lowest; of two highest the second from the first."""
    first, second = one.frame, other.frame
    ends = [each.best.order for each in (first, second) if each.best]
    if ends[0] is Order.LOWEST or ends[0] is ends[-1]:
        first, second = second, first
    several = {one.kind, other.kind} & _OF_PERIODS or any(
        each.count > 1 or each.of_time() for each in (first.best, second.best) if each
    )
    return None if several else Ask(Kind.NUMBER, replace(first, operation=Operation.MINUS), other=second)


def _end_of_days(ask: Ask) -> Ask | None:
    """How much it was on the one day that was picked out: of the longest night how long it was."""
    records = ask.frame.records
    by, best = records.pick or (None, None)
    if ask.kind is not Kind.RECORDS or records.table is not Table.DAYS or not isinstance(by, Field) or best is None:
        return None
    return Ask(Kind.NUMBER, Frame(noun=Noun(metric=by.name), best=best, records=replace(records, pick=None)))


def _are_of_one_kind(one: Ask, other: Ask) -> bool:
    """Whether both ask for the same number of other records, or count them."""
    first, second = one.frame, other.frame
    if first == second or one.other or other.other or one.bound or other.bound or one.yes_no or other.yes_no:
        return False
    named = [(each.noun.metric, each.noun.field) if each.noun else None for each in (first, second)]
    if named[0] != named[1] or first.records.table is not second.records.table:
        return False
    if first.best is not None and second.best is not None and first.noun is not None:
        return True
    kinds, shared = {one.kind, other.kind}, (first.statistic, first.per, first.by)
    wanted = Kind.COUNT if first.noun is None else Kind.NUMBER
    return kinds == {wanted} and shared == (second.statistic, second.per, second.by)


def _is_difference(ask: Ask) -> bool:
    return ask.kind is Kind.CONTRAST and ask.other is not None and ask.frame.noun is not None


def told_as(told: "Reading") -> Statistic | None:
    """Which statistic an answer was, whether it was said or not."""
    number = told.question.number if isinstance(told.question, Tell) else None
    return number.statistic if isinstance(number, Reduce) else None


def alike(before: Sequence["Reading"], kinds: frozenset[Kind] = frozenset({Kind.NUMBER})) -> int:
    """How many of the last questions asked for the same of different times."""
    same = [_untimed(each.ask, kinds) for each in before]
    count = 1
    while count < len(same) and same[-1] is not None and same[-1 - count] == same[-1]:
        count += 1
    return count


def _untimed(ask: Ask, kinds: frozenset[Kind]) -> tuple[object, ...] | None:
    frame = ask.frame
    if ask.kind not in kinds or ask.bound or ask.other or frame.best or frame.records.pick or frame.records.inside:
        return None
    return frame.noun, frame.statistic, frame.per, replace(frame.records, window=None)


def _stretch(count: int, unit: Unit) -> Fragment:
    return Fragment(stretch=(count, unit))
