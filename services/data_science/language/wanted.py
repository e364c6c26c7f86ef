"""What sort of answer a sentence wants: yes or no, one of two, of a habit or of the past."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from services.data_science.language.chart.engine import Edge
from services.data_science.language.phrases import Ask, Kind, Tense

HABIT: Final = frozenset({"do", "does", "usually", "typically", "normally", "generally", "am"})
"""Verbs and adverbs of what is so in general."""
_PAST: Final = frozenset({"did", "was", "were", "have", "had", "has"})


def ignores_yes_or_no(ask: Ask, words: Sequence[str]) -> bool:
    """Whether it tells a number or a day, which is no answer to "did I" or "was it", or takes "and" for "or"."""
    kinds = ask.frame.records.kinds
    if ask.kind is Kind.COUNT and ask.yes_no and kinds and " or " in kinds.said and "or" not in words:
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


def tense_of(words: Sequence[str]) -> Tense:
    if HABIT & set(words) and not {"did", "was", "were"} & set(words):
        return Tense.HABIT
    return Tense.PAST if _PAST & set(words) else Tense.NONE


def as_choice(ask: Ask, edges: Sequence[Edge]) -> Ask:
    """A comparison of two groups with "or" between them asks for one of the two: the lower one, if that is said."""
    choice = ask.choice or (ask.kind is Kind.CONTRAST and not ask.yes_no)
    ways = {edge.meaning for edge in edges if edge.category == "direction"} - {0}
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
