"""What the last message of a conversation is understood as, before anything is computed."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, TypeAlias

from services.data_science.domain.algebra import Question
from services.data_science.domain.traversal import reads_samples

BIOMARKERS_LEFT_OUT: Final = "Your laboratory values are left out of this conversation, so I did not look at them."


class Topic(StrEnum):
    """What a message is about of which nothing can be computed."""

    NOTHING_ASKED = "nothing_asked"
    NOT_UNDERSTOOD = "not_understood"
    NOT_RECORDED = "not_recorded"
    NOT_COMPUTABLE = "not_computable"
    KNOWLEDGE = "knowledge"
    ADVICE = "advice"
    CONVERSATION = "conversation"
    OTHER_LANGUAGE = "other_language"
    NO_RECORDS = "no_records"


@dataclass(frozen=True, kw_only=True)
class OwnNumbers:
    """The person's own recent numbers of what the message names, to stand beside what is said of it in general.

    Attributes:
        said_back: what they are, in plain words with their dates.
        questions: at least one.
    """

    said_back: str
    questions: tuple[Question, ...]


@dataclass(frozen=True, kw_only=True)
class Computable:
    """All of the message can be computed.

    Attributes:
        said_back: what was understood, in plain words with its dates.
        questions: in the order they were asked; empty where what is understood is no question of the algebra.
        own_numbers: None where it names nothing on record. The same holds for the other results.
        noted: whether it rests on what the person notes.
    """

    said_back: str
    questions: tuple[Question, ...] = ()
    own_numbers: OwnNumbers | None = None
    noted: bool = False


@dataclass(frozen=True, kw_only=True)
class Partly:
    """A part of the message can be computed; `unread` says which is left out and why, in one sentence."""

    said_back: str
    unread: str
    questions: tuple[Question, ...] = ()
    own_numbers: OwnNumbers | None = None


@dataclass(frozen=True, kw_only=True)
class NotMine:
    """Nothing of the message can be computed.

    Attributes:
        reason: why, one sentence for the person.
        nearest: one thing that can be asked; empty where there is none.
        noted: whether it is for the person to note, and what was noted does not tell.
    """

    topic: Topic
    reason: str
    nearest: str = ""
    own_numbers: OwnNumbers | None = None
    noted: bool = False


Interpretation: TypeAlias = Computable | Partly | NotMine


def without_samples(read: Interpretation) -> Interpretation:
    """The same where no laboratory value may be used: what would need one is not computed."""
    own = read.own_numbers
    if own is not None and any(map(reads_samples, own.questions)):
        own = None
    if not isinstance(read, NotMine) and any(map(reads_samples, read.questions)):
        return NotMine(topic=Topic.NOT_COMPUTABLE, reason=BIOMARKERS_LEFT_OUT, own_numbers=own)
    return replace(read, own_numbers=own)
