"""What the last message of a conversation is understood as, before anything is computed."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from services.data_science.domain.algebra import Question


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
    """

    said_back: str
    questions: tuple[Question, ...] = ()
    own_numbers: OwnNumbers | None = None


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
    """

    topic: Topic
    reason: str
    nearest: str = ""
    own_numbers: OwnNumbers | None = None


Interpretation: TypeAlias = Computable | Partly | NotMine
