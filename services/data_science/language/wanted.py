"""What sort of answer a sentence wants: yes or no, one of two, of a habit or of the past."""

import calendar
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from services.data_science.domain import algebra
from services.data_science.domain.algebra import Table
from services.data_science.domain.traversal import nodes
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Edge
from services.data_science.language.joining import CLAUSE_STARTS, POLAR_WORDS
from services.data_science.language.phrases import Ask, Frame, Goal, Kind, Tense, is_all_of, is_any_of
from services.data_science.language.resolving.averages import is_average
from services.data_science.language.vocabulary import habitual

HABIT: Final = frozenset({"do", "does", "usually", "typically", "normally", "generally", "am"})
"""Verbs and adverbs of what is so in general."""
_BEGINS_CLAUSES: Final = frozenset({"i", "asleep", "on", "at", "in"})
"""What follows "while", beside a verb such as "running"."""
_WEEKDAYS: Final = frozenset(f"{day.lower()}s" for day in calendar.day_name)
_PAST: Final = frozenset({"did", "was", "were", "have", "had", "has"})


def asks_otherwise(ask: Ask, words: Sequence[str], *, is_polar: bool) -> bool:
    """Whether it cannot be what the words want: a yes or no, where `is_polar`, days of a sort, one of things."""
    if tuple(words[:2]) == ("which", "of") and ask.kind is Kind.RECORDS and ask.frame.records.pick is None:
        return True
    return (is_polar and _ignores_yes_or_no(ask, words)) or _counts_other_things(ask, words)


def tells_otherwise(
    questions: Sequence[algebra.Question], words: Sequence[str], edges: Sequence[Edge], *, is_polar: bool
) -> bool:
    """Whether none is of what one usually does where the words are, or one takes together what is a choice."""
    if not habitual().isdisjoint(words) and not any(map(is_average, questions)):
        return True
    return is_polar and any(_blurs_a_choice(each, words, edges) or _averages_time(each, words) for each in questions)


def may_mean(words: Sequence[str], meaning: object) -> bool:
    """A sentence that begins as questions do states no goal: "did I reach my target of 10 rides".

    Nor does any mean something in which "while" stands before what lasts no time: "while my bike".
    """
    begun = (other for one, other in pairwise([*words, ""]) if one == "while")
    if any(not each.endswith("ing") and each not in _BEGINS_CLAUSES for each in begun):
        return False
    return not isinstance(meaning, Goal) or words[0] not in POLAR_WORDS | CLAUSE_STARTS


def ever(ask: Ask, builder: Builder) -> Ask:
    """Whether there was such a night, of "have I slept less than 5 hours this month"."""
    frame, bound = ask.frame, ask.bound
    plain = ask.kind is Kind.DECIDE and ask.other is None and ask.value is None and frame.statistic is None
    if not plain or bound is None or frame.noun is None or frame.per or frame.best or frame.pinned:
        return ask
    test = builder.test(frame.noun, bound, Table.DAYS) if frame.records.table is Table.DAYS else None
    if test is None:
        return ask
    return Ask(Kind.COUNT, Frame(records=frame.records.also(test)), yes_no=True)


def _ignores_yes_or_no(ask: Ask, words: Sequence[str]) -> bool:
    """Whether it tells a number or a day, which is no answer to "did I" or "was it", or makes one of two kinds."""
    kinds = ask.frame.records.kinds
    if (
        ask.kind is Kind.COUNT
        and ask.yes_no
        and kinds
        and (is_all_of(kinds) or (is_any_of(kinds) and "or" not in words))
    ):
        return True
    plain = ask.kind in {
        Kind.NUMBER,
        Kind.WHEN,
        Kind.RECORDS,
        Kind.BEST_PERIOD,
        Kind.SHARE,
        Kind.COUNT,
        Kind.COUNT_PERIODS,
        Kind.STREAK,
    }
    return plain and not ask.yes_no and ask.other is None and ask.frame.operation is None


def _counts_other_things(ask: Ask, words: Sequence[str]) -> bool:
    """Whether days or activities are counted where it is asked "how many weekends" or "Sundays"."""
    if ask.kind is not Kind.COUNT or ask.frame.per is not None:
        return False
    asked = {other for one, other in pairwise(words) if one == "many"}
    return "weekends" in asked or (ask.frame.records.table is Table.ACTIVITIES and not asked.isdisjoint(_WEEKDAYS))


def _blurs_a_choice(question: algebra.Question, words: Sequence[str], edges: Sequence[Edge]) -> bool:
    """Whether "running or riding" is taken together where a yes or no may be asked of one beside the other."""
    if not isinstance(question, algebra.Trend | algebra.Relate | algebra.Contrast):
        return False
    named = [edge for edge in edges if edge.category == "kind"]
    chosen = [
        one.meaning.names | other.meaning.names
        for one in named
        for other in named
        if words[one.end : other.start] in {("or",), ("or", "a"), ("or", "an"), ("or", "my")}
    ]
    together = [node.names for node in nodes(question) if isinstance(node, algebra.Kind)]
    return any(each <= names for each in chosen for names in together)


def _averages_time(question: algebra.Question, words: Sequence[str]) -> bool:
    """Whether time that is spent, which adds up, is told of each activity on average."""
    of_each = isinstance(question, algebra.Contrast) and question.column == algebra.Field(name="duration_min")
    return of_each and any(pair in {("more", "time"), ("less", "time")} for pair in pairwise(words))


def tense_of(words: Sequence[str]) -> Tense:
    if HABIT & set(words) and not {"did", "was", "were"} & set(words):
        return Tense.HABIT
    return Tense.PAST if _PAST & set(words) else Tense.NONE


def as_choice(ask: Ask, edges: Sequence[Edge]) -> Ask:
    """A comparison of two groups with "or" between them asks for one of the two: the lower one, if that is said.

    Between two ways, as in "did it go up or down", it asks for the way.
    """
    ways = {edge.meaning for edge in edges if edge.category in {"direction", "trend"}} - {0}
    if len(ways) > 1:
        return ask
    choice = ask.choice or (ask.kind is Kind.CONTRAST and not ask.yes_no)
    is_said = choice and not ask.direction and len(ways) == 1
    return replace(ask, choice=choice, direction=next(iter(ways)) if is_said else ask.direction)


def as_yes_or_no(ask: Ask, edges: Sequence[Edge], *, is_choice: bool) -> Ask:
    """A comparison that a verb in front makes a question of yes or no: "did it go up in May compared to April".

    A choice is none: "is it going up or down".
    """
    if ask.kind not in {Kind.CONTRAST, Kind.TREND}:
        return ask
    if is_choice and ask.direction == 0:
        return replace(ask, yes_no=False)
    if ask.yes_no:
        return ask
    ways = {edge.meaning for edge in edges if edge.category in {"direction", "trend"}} - {0}
    if len(ways) > 1:
        return ask
    return replace(ask, yes_no=True, direction=next(iter(ways), 0))


def tense_of_what_was_told(words: Sequence[str], tense: Tense) -> Tense:
    """The tense for what was told before: what "is" so is so in general."""
    return Tense.HABIT if tense is Tense.NONE and {"is", "are"} & set(words) else tense


def with_tense(ask: Ask, tense: Tense) -> Ask:
    frame = replace(ask.frame, tense=tense) if ask.frame.tense is Tense.NONE else ask.frame
    return replace(ask, frame=frame)
