"""What "make it", "get there" and "less than that" stand for once a goal is stated."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from services.data_science.domain.algebra import Compare, Field, Literal, Operator, Statistic, Test
from services.data_science.domain.units import CLOCK
from services.data_science.language.chart.engine import Edge
from services.data_science.language.phrases import OPPOSITES, Amount, Ask, Bound, Frame, Goal, Kind, Noun, opposite

_REACHING: Final = frozenset(
    """make made reach reached reaching hit hits hitting manage managed managing meet met meeting did do achieve achieved
    get got getting beat accomplish accomplished""".split()  # noqa: SIM905, a list of words reads better so
)
_REACHED: Final[tuple[tuple[str, ...], ...]] = (
    ("it",),
    ("that",),
    ("them",),
    ("this",),
    ("so",),
    ("there",),
    ("that", "goal"),
    ("that", "target"),
    ("the", "goal"),
    ("the", "target"),
    ("my", "goal"),
    ("my", "target"),
    ("my", "step", "goal"),
    ("my", "sleep", "goal"),
    ("this", "goal"),
)
_MISSED: Final[tuple[tuple[str, ...], ...]] = (
    ("short",),
    ("fall", "short"),
    ("fell", "short"),
    ("fallen", "short"),
    ("fail",),
    ("failed",),
    ("miss", "it"),
    ("missed", "it"),
    ("miss", "that"),
    ("missed", "that"),
    ("miss", "my", "goal"),
    ("missed", "my", "goal"),
    ("miss", "the", "goal"),
    ("missed", "the", "goal"),
    ("miss", "my", "target"),
    ("missed", "my", "target"),
)
_REACHED_ALONE: Final[tuple[tuple[str, ...], ...]] = (
    ("succeed",),
    ("succeeded",),
    ("pull", "it", "off"),
    ("keep", "that", "up"),
    ("keep", "it", "up"),
    ("kept", "that", "up"),
    ("kept", "it", "up"),
    ("keep", "it"),
    ("kept", "it"),
    ("keep", "that"),
    ("kept", "that"),
    ("keep", "to", "it"),
    ("kept", "to", "it"),
    ("keep", "to", "that"),
    ("stick", "to", "that"),
    ("stuck", "to", "that"),
    ("live", "up", "to", "that"),
    ("live", "up", "to", "it"),
    ("come", "up", "to", "that"),
    ("stick", "to", "it"),
    ("stuck", "to", "it"),
    ("that", "work"),
    ("that", "work", "out"),
    ("that", "worked"),
    ("that", "happen"),
    ("that", "happened"),
    ("manage",),
    ("managed",),
)
_AVERAGED: Final = frozenset({"average", "averaged", "averaging"})
_THAT_MUCH: Final[tuple[tuple[str, ...], ...]] = (("that", "much"), ("that", "many"), ("that",), ("it",))
_SIDES: Final = frozenset({"under", "below", "over", "above"})
_ON_TARGET: Final[tuple[tuple[str, ...], ...]] = (
    ("there",),
    ("on", "track"),
    ("on", "target"),
    ("meeting", "it"),
    ("reaching", "it"),
    ("hitting", "it"),
    ("meeting", "that"),
    ("making", "it"),
    ("above", "it"),
    ("above", "or", "below", "it"),
    ("over", "it"),
)
_AIMED: Final[tuple[tuple[str, ...], ...]] = (
    ("off",),
    ("short",),
    ("away",),
    ("over", "or", "under"),
    ("under", "or", "over"),
    ("above", "or", "below"),
    ("below", "or", "above"),
    ("over",),
    ("under",),
    ("above",),
    ("below",),
    ("missing",),
    ("from",),
    ("away", "from"),
)
_BESIDE: Final = MappingProxyType(
    {
        ("less", "than"): Operator.LESS,
        ("fewer", "than"): Operator.LESS,
        ("lower", "than"): Operator.LESS,
        ("below",): Operator.LESS,
        ("under",): Operator.LESS,
        ("short", "of"): Operator.LESS,
        ("shy", "of"): Operator.LESS,
        ("more", "than"): Operator.GREATER,
        ("higher", "than"): Operator.GREATER,
        ("above",): Operator.GREATER,
        ("over",): Operator.GREATER,
        ("at", "least"): Operator.GREATER_OR_EQUAL,
    }
)
_NAMED: Final[tuple[tuple[str, ...], ...]] = (("that",), ("it",), ("this",), ("the", "goal"), ("my", "goal"))
_BEFORE: Final = frozenset({Operator.LESS, Operator.LESS_OR_EQUAL})
_AFTER: Final = frozenset({Operator.GREATER, Operator.GREATER_OR_EQUAL})
_STAYING: Final = frozenset(
    {"get", "got", "sleep", "slept", "stay", "stayed", "fall", "was", "were", "am", "come", "came", "it"}
)


def goal_references(words: Sequence[str], goal: Goal) -> Iterator[Edge]:
    """Each phrase that stands for the goal or for its being missed, as what holds of a day, of a week or of a span."""
    for start, end, is_met in _spans(words):
        if not is_met:
            yield Edge(start, end, "missed", goal, 0.0)
        yield from _meanings(start, end, goal, is_met=is_met)
    if goal.test is None:
        return
    yield from _too_late(words, goal.test)
    for start in range(len(words)):
        for on_target in _ON_TARGET:
            if tuple(words[start : start + len(on_target)]) == on_target:
                yield Edge(start, start + len(on_target), "ontarget", goal.test, 0.0)
        for aimed in _AIMED:
            if tuple(words[start : start + len(aimed)]) == aimed:
                yield Edge(start, start + len(aimed), "aimed", goal.test, 0.0)
    yield from _beside(words, goal.test)
    yield from _averaged(words, goal.test)


def in_its_time(ask: Ask, goal: Goal | None) -> Ask:
    """A question about a goal that was stated of a stretch of time is of that time, where it names no other."""
    met = (goal.test or goal.each) if goal is not None else None
    if goal is None or goal.window is None or met is None:
        return ask
    frame = ask.frame.within(goal.window) if _is_about(ask, met) else None
    return replace(ask, frame=frame) if frame is not None else ask


def _is_about(ask: Ask, goal: Test) -> bool:
    """Whether days are held against the goal, or a number is against what the goal says."""
    if {goal, opposite(goal)} & (ask.frame.records.tests | {ask.test}):
        return True
    if not isinstance(goal, Compare) or not isinstance(goal.column, Field) or not isinstance(goal.number, Literal):
        return False
    tests = {each for each in (*ask.frame.records.tests, ask.test) if isinstance(each, Compare)}
    if any((each.column, each.number) == (goal.column, goal.number) for each in tests):
        return True
    amounts = {ask.value, ask.bound.to if ask.bound else None}
    noun = ask.frame.noun
    return (
        noun is not None and noun.metric == goal.column.name and Amount(goal.number.value, goal.number.unit) in amounts
    )


def _averaged(words: Sequence[str], goal: Test) -> Iterator[Edge]:
    """ "Average that much": what a week or a month comes to a day."""
    if not isinstance(goal, Compare) or not isinstance(goal.column, Field) or not isinstance(goal.number, Literal):
        return
    frame = Frame(noun=Noun(metric=goal.column.name), statistic=Statistic.MEAN)
    bound = Bound(goal.operator, Amount(goal.number.value, goal.number.unit))
    claim = Ask(Kind.COUNT_PERIODS, frame, bound=bound)
    for start, word in enumerate(words):
        for much in _THAT_MUCH if word in _AVERAGED else ():
            if tuple(words[start + 1 : start + 1 + len(much)]) == much:
                yield Edge(start, start + 1 + len(much), "pclaim", claim, 0.0)
                yield Edge(start, start + 1 + len(much), "averagedgoal", goal, 0.0)


def _too_late(words: Sequence[str], goal: Test) -> Iterator[Edge]:
    """ "Too late", of a time of day that is to be kept."""
    if not isinstance(goal, Compare) or not isinstance(goal.number, Literal) or goal.number.unit != CLOCK:
        return
    sides = {"late": _BEFORE, "early": _AFTER}
    for start, (one, other) in enumerate(pairwise(words)):
        if one == "too" and goal.operator in sides.get(other, ()):
            yield Edge(start, start + 2, "dtest", opposite(goal), 0.0)


def _spans(words: Sequence[str]) -> Iterator[tuple[int, int, bool]]:
    """Where it is said that the goal was met or missed."""
    for start, word in enumerate(words):
        if word in _REACHING:
            for phrase in _REACHED:
                if tuple(words[start + 1 : start + 1 + len(phrase)]) == phrase:
                    yield start, start + 1 + len(phrase), True
        for phrases, is_met in ((_MISSED, False), (_REACHED_ALONE, True)):
            for phrase in phrases:
                if tuple(words[start : start + len(phrase)]) == phrase:
                    yield start, start + len(phrase), is_met


def _meanings(start: int, end: int, goal: Goal, *, is_met: bool) -> Iterator[Edge]:
    if goal.test is not None:
        yield Edge(start, end, "dtest", goal.test if is_met else opposite(goal.test), 0.0)
        if is_met:
            yield Edge(start, end, "reached", goal.test, 0.0)
    if goal.each is not None:
        yield Edge(start, end, "atest", goal.each if is_met else opposite(goal.each), 0.0)
    period = goal.period if goal.period is None or is_met else _missed_period(goal.period)
    if period is not None:
        yield Edge(start, end, "pclaim", period, 0.0)
        if is_met:
            yield Edge(start, end, "periodgoal", period, 0.0)
    if goal.once is not None and is_met:
        yield Edge(start, end, "goalmet", goal.once, 0.0)


def _beside(words: Sequence[str], goal: Test) -> Iterator[Edge]:
    """ "Less than that", with the verb before it."""
    if not isinstance(goal, Compare):
        return
    for start in range(len(words)):
        for said, operator in _BESIDE.items():
            behind = start + len(said)
            if tuple(words[start:behind]) != said:
                continue
            if behind == len(words) and words[start] in _SIDES:
                first = start - 1 if start and words[start - 1] in _STAYING else start
                yield Edge(first, behind, "dtest", replace(goal, operator=operator), 0.0)
            for name in _NAMED:
                if tuple(words[behind : behind + len(name)]) == name:
                    first = start - 1 if start and words[start - 1] in _STAYING else start
                    yield Edge(first, behind + len(name), "dtest", replace(goal, operator=operator), 0.0)


def _missed_period(period: Ask) -> Ask | None:
    bound = period.bound
    if bound is None or bound.upper is not None or bound.operator not in OPPOSITES:
        return None
    return replace(period, bound=replace(bound, operator=OPPOSITES[bound.operator]))
