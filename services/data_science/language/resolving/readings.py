"""What comes of a question: how it was understood, or why it cannot be computed."""

from dataclasses import dataclass

from services.data_science.domain.algebra import Question, Rows
from services.data_science.language.phrases import Ask


@dataclass(frozen=True, kw_only=True)
class Reading:
    """One question as it was understood.

    Attributes:
        question: what is computed.
        notes: what was decided where nothing was said, each a short clause for the answer.
        unit: the unit the answer is asked in; empty for the usual one.
        yes_no: whether the question wants a yes or no.
        direction: which way it expects it to go: 1 up, -1 down, 0 either.
        wants_day: whether the day is what is asked for.
        choice: whether it asks which of two is higher.
        most_told: how many of the groups are asked for, the best first; 0 for all of them.
        rows: the records that the question picks out, which "that day" of a later question means.
        ask: what it was read as, for questions that follow.
        unused: phrases of the message that it was read without, as they are told: in quotation marks.
        refines: whether it only says of the question before it which statistic or unit is wanted.
    """

    question: Question
    ask: Ask
    notes: tuple[str, ...] = ()
    unit: str = ""
    yes_no: bool = False
    direction: int = 0
    wants_day: bool = False
    choice: bool = False
    most_told: int = 0
    rows: Rows | None = None
    unused: tuple[str, ...] = ()
    refines: bool = False


@dataclass(frozen=True, kw_only=True)
class Problem:
    """Why something that was understood cannot be computed, in plain words.

    Attributes:
        noted: whether it is for the person to note.
        missing: whether no other reading would be meant: nothing like it is on record, or it is a place among groups.
    """

    because: str
    missing: bool = False
    noted: bool = False


class UnanswerableError(Exception):
    """Raised within this package alone, with the reason in plain words."""


class MissingError(UnanswerableError):
    """Nothing like it is on record."""


class NotNotedError(MissingError):
    """It is for the person to note, and what was noted does not tell."""


class PlaceError(UnanswerableError):
    """A place among groups is asked for that is not the first."""
