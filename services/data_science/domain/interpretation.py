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


@dataclass(frozen=True, kw_only=True)
class Computable:
    """All of the message can be computed.

    Attributes:
        said_back: what was understood, in plain words with its dates.
        questions: in the order they were asked; empty where what is understood is no question of the algebra.
    """

    said_back: str
    questions: tuple[Question, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Partly:
    """A part of the message can be computed; `unread` says which is left out and why, in one sentence."""

    said_back: str
    unread: str
    questions: tuple[Question, ...] = ()


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


Interpretation: TypeAlias = Computable | Partly | NotMine
