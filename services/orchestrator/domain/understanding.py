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


@dataclass(frozen=True, kw_only=True)
class Computable:
    """All that is asked can be computed; `said_back` says in plain words what that is."""

    said_back: str


@dataclass(frozen=True, kw_only=True)
class Partly:
    """A part of what is asked can be computed; `unread` says which is left out and why, in one sentence."""

    said_back: str
    unread: str


@dataclass(frozen=True, kw_only=True)
class NotMine:
    """Nothing that is asked can be computed.

    Attributes:
        reason: why, one sentence for the person.
        nearest: one thing that can be asked; empty where there is none.
    """

    topic: Topic
    reason: str
    nearest: str = ""


Understood: TypeAlias = Computable | Partly | NotMine
