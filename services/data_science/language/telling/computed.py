"""A question with what was computed for it: all that an answer is told from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from types import MappingProxyType

from services.data_science.domain.algebra import Question


class Asked(StrEnum):
    """What a yes or no is about, where a comparison, a trend or a relation was asked as one, or a choice."""

    HIGHER = "higher"
    """Whether the first is higher; whether it rises; whether more of one goes with more of the other."""
    LOWER = "lower"
    DIFFERENT = "different"
    """Whether there is a difference, a change or a relation at all."""
    WHICH = "which"
    """Which of two is higher, which wants no yes or no."""
    WHICH_LOWER = "which lower"


@dataclass(frozen=True, kw_only=True)
class ComputedQuestion:
    """One question and its numbers.

    Attributes:
        question: what was computed.
        numbers: under the keys of the question's answer; dates as days since 1970-01-01. What is undefined is left out.
        texts: the `labels` of groups, the `kinds` of activities.
        points: the values by day that a picture shows.
        baseline_points: of a contrast those of the rows it is measured against.
        pairs: of a relation the values that stand against each other.
        asked_in: the unit the question asks in, where that is another one than the stored; empty where it is not.
        asked: what a yes or no is about; None where none was asked for. Of a `Decide` nothing need be said.
        most_told: how many groups are told, the best first; 0 for all of them.
        notes: what was assumed, each a short sentence for the person.
        told_as: the question in whose words it is told, where that leaves out the bounds of what is believable.
    """

    question: Question
    numbers: Mapping[str, float]
    texts: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    points: tuple[tuple[date, float], ...] = ()
    baseline_points: tuple[tuple[date, float], ...] = ()
    pairs: tuple[tuple[float, float], ...] = ()
    asked_in: str = ""
    asked: Asked | None = None
    most_told: int = 0
    notes: tuple[str, ...] = ()
    told_as: Question | None = None
