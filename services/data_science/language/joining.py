"""How the parts of a sentence that asks for several things are told apart and put together again."""

from collections.abc import Sequence
from typing import Final, TypeVar

from services.data_science.domain.algebra import Statistic
from services.data_science.language.phrases import Ask, Kind
from services.data_science.language.resolving.readings import Reading

_T = TypeVar("_T")
_PREPOSITIONS: Final = frozenset({"on", "in", "over", "during", "at", "after", "since", "for", "from", "between"})
_CONDITIONS: Final = frozenset({"when", "whenever", "if"})
_SPREAD: Final = frozenset({Statistic.SD, Statistic.CV})
CLAUSE_STARTS: Final = frozenset({"how", "what", "when", "which", "did", "do", "was", "is", "were", "am", "where"})
"""What questions begin with."""
POLAR_WORDS: Final = frozenset({"did", "do", "does", "is", "are", "was", "were", "have", "has", "am", "had", "can"})
"""What questions of yes or no begin with."""


def joined(first: Sequence[Reading | _T], second: Sequence[Reading | _T]) -> list[Reading | _T]:
    """The questions of two parts, where what only refines the last of the first takes its place.

    A statistic of its own stays: "the average, and as a median" asks for both. "How variable" names none in particular.
    """
    if not first or not second or not isinstance(first[-1], Reading) or not isinstance(second[0], Reading):
        return [*first, *second]
    if _is_its_day(first[-1].ask, second[0].ask):
        return [*first, *second[1:]]
    one, other = first[-1].ask.frame.statistic, second[0].ask.frame.statistic
    loses_its_end = first[-1].ask.frame.best is not None and second[0].ask.frame.best is None
    if second[0].refines and one in {None, other, *_SPREAD} and not loses_its_end:
        return [*first[:-1], *second]
    return [*first, *second]


def is_fronted(words: Sequence[str], at: int, rest: Sequence[str]) -> bool:
    """Whether one side of a break only says more of the other: "on days I run, how", "over 7 hours but under 8"."""
    if words[at] == "but" or (words[at] == "or" and words[0] in POLAR_WORDS):
        return words[at + 1] not in CLAUSE_STARTS
    is_condition = words[0] in _CONDITIONS and words[1] not in POLAR_WORDS
    fronted = words[at] == "," and (words[0] in _PREPOSITIONS or is_condition)
    asks_before = not {"how", "what", "which"}.isdisjoint(words[:at])
    return fronted and not asks_before and bool(rest) and rest[0] in CLAUSE_STARTS


def _is_its_day(one: Ask, other: Ask) -> bool:
    """Whether the second only asks for the day of the extreme that the first asks for, which is told with it."""
    first, second = one.frame, other.frame
    same = (first.noun, first.best, first.records) == (second.noun, second.best, second.records)
    return same and first.best is not None and {one.kind, other.kind} == {Kind.NUMBER, Kind.WHEN}


def says_more_of(first: Sequence[Reading], second: Sequence[Reading | _T], rest: Sequence[str]) -> bool:
    """Whether the words behind a break may say more of the question before it, and ask none of their own."""
    return _borrows(first, second) or _asks_if_done(first, second, rest)


def _borrows(first: Sequence[Reading], second: Sequence[Reading | _T]) -> bool:
    """Whether the first may be meant of the window that only the second names: "steps, and sleep last night"."""
    windows = [each.ask.frame.records.window for each in second if isinstance(each, Reading)]
    return any(windows) and any(
        each.ask.frame.records.window is None and each.ask.frame.statistic is None for each in first
    )


def _asks_if_done(first: Sequence[Reading], second: Sequence[Reading | _T], rest: Sequence[str]) -> bool:
    """Whether the second, which has no verb of its own, would be a yes or no behind a question that wants none.

    What is done "and then" or "together" says more of the days that the first asks about.
    """
    polar = any(isinstance(each, Reading) and each.yes_no for each in second)
    return polar and POLAR_WORDS.isdisjoint(rest) and not any(each.yes_no for each in first)


def breaks(words: Sequence[str]) -> list[int]:
    """Where a second question may begin: at a comma or "and" before a word that questions begin with."""
    found = []
    for at in range(1, len(words) - 1):
        joint = words[at] in {"and", ",", "or", "but"}
        following = (
            words[at + 2]
            if joint and words[at] == "," and words[at + 1] == "and" and at + 2 < len(words)
            else words[at + 1]
        )
        if joint and words[at - 1] not in {"and", ","} and (following in CLAUSE_STARTS or joint):
            found.append((following not in CLAUSE_STARTS, at))
    return [at for _, at in sorted(found)]
