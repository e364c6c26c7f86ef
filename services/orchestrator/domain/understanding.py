"""What data science made of a person's question before anybody is asked to answer it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias


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
    """The person's own recent numbers of what a message names, to stand beside what is said of it in general.

    Attributes:
        said_back: what they are, in plain words.
        questions: for data science, which alone opens them: its serialised messages.
        asked: they are a part of what was asked, and not only beside it.
    """

    said_back: str
    questions: tuple[bytes, ...]
    asked: bool = False


@dataclass(frozen=True, kw_only=True)
class Computable:
    """All that is asked can be computed; `said_back` says in plain words what that is.

    `own_numbers` is None where nothing on record is named. The same holds for the other results. `noted`: it rests on
    what the person notes.
    """

    said_back: str
    own_numbers: OwnNumbers | None = None
    noted: bool = False


@dataclass(frozen=True, kw_only=True)
class Partly:
    """A part of what is asked can be computed: `questions`. `unread` says what is left out and why, in one sentence."""

    said_back: str
    unread: str
    questions: tuple[bytes, ...] = ()
    own_numbers: OwnNumbers | None = None


@dataclass(frozen=True, kw_only=True)
class NotMine:
    """Nothing that is asked can be computed.

    Attributes:
        reason: why, one sentence for the person.
        nearest: one thing that can be asked; empty where there is none.
        noted: it is for the person to note, and what was noted does not tell.
    """

    topic: Topic
    reason: str
    nearest: str = ""
    own_numbers: OwnNumbers | None = None
    noted: bool = False


Understood: TypeAlias = Computable | Partly | NotMine


def in_support(understood: Understood) -> OwnNumbers | None:
    """What data science computes where another agent answers: the part that was asked for, else the recent numbers."""
    if isinstance(understood, Partly) and understood.questions:
        return OwnNumbers(said_back=understood.said_back, questions=understood.questions, asked=True)
    return understood.own_numbers
