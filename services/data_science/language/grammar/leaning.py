"""What goes on with the questions before: a bare quantity, the stretch of time before, which of two answers is higher."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from services.data_science.domain.algebra import Operation, Order, Table, Unit, Window
from services.data_science.domain.catalogue import Catalogue
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
_OF_PERIODS: Final = frozenset({Kind.BEST_PERIOD, Kind.PROFILE})
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
        gap = (
            f"(what|how big|how much|how much of a|how many {{measure}})? (difference|gap) {between} (is|that|it|this)?"
        )
        yield from rules("fragment", gap, lambda *_: Fragment(both=True), 0.0)
        within = "(in|over|during|for|on)? (the)?"
        yield from rules("fragment", f"{within} {{count}} {{unit}} (before|prior|earlier) (that|then)?", _stretch, 0.0)
        yield from rules("fragment", f"{within} (previous|prior|preceding) {{count}} {{unit}}", _stretch, 0.0)

    def stretch(self, ask: Ask, count: int, unit: Unit) -> Window | None:
        """The two weeks before those of an earlier question, which are of more than a day."""
        window = ask.frame.records.window
        if window is None or window.start == window.end or count < 2:
            return None
        return stretch_before(window, TheOneBefore(count, unit), self._builder.catalogue)

    def of_two(self, before: Sequence["Reading"], fragment: Fragment) -> Ask | None:
        """The last two answers beside each other: which was higher, or by how much they differ."""
        if len(before) < 2:
            return None
        one, other = before[-2].ask, before[-1].ask
        first, second = one.frame, other.frame
        if first == second or first.noun is None or second.noun is None or one.other or other.other:
            return None
        if (first.noun.metric, first.noun.field) != (second.noun.metric, second.noun.field):
            return None
        if first.best is not None and second.best is not None and not fragment.which:
            if first.best.order is Order.LOWEST:
                first, second = second, first
            several = {one.kind, other.kind} & _OF_PERIODS or any(
                each.count > 1 or each.of_time() for each in (one.frame.best, other.frame.best) if each
            )
            return None if several else Ask(Kind.NUMBER, replace(first, operation=Operation.MINUS), other=second)
        alike = (first.statistic, first.per, first.by) == (second.statistic, second.per, second.by)
        if not alike or first.best or second.best or {one.kind, other.kind} != {Kind.NUMBER}:
            return None
        if first.records.table is not Table.DAYS or second.records.table is not Table.DAYS:
            return None
        return Ask(Kind.CONTRAST, first, other=second, choice=fragment.which)


def alike(before: Sequence["Reading"]) -> int:
    """How many of the last questions, up to three, asked for the same of different times."""
    same = [_untimed(each.ask) for each in before[-3:]]
    count = 1
    while count < len(same) and same[-1] is not None and same[-1 - count] == same[-1]:
        count += 1
    return count


def _untimed(ask: Ask) -> tuple[object, ...] | None:
    frame = ask.frame
    if ask.kind is not Kind.NUMBER or ask.other or frame.best or frame.records.pick or frame.records.inside:
        return None
    return frame.noun, frame.statistic, frame.per, replace(frame.records, window=None)


def _stretch(count: int, unit: Unit) -> Fragment:
    return Fragment(stretch=(count, unit))
