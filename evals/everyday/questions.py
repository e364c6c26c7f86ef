"""A question as a person writes it, who asks it, and what is true of it."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from evals.everyday.records import Person
from evals.everyday.truths import AtClock, Declined, InMonth, Listed, Name, Number, OnDay, Single, Truth, Truths, YesNo

Told: TypeAlias = Callable[[Person], Truths]


@dataclass(frozen=True, kw_only=True)
class Question:
    """A conversation whose last message is judged.

    Attributes:
        truth: from the raw records; several where the question can fairly be read in several ways.
    """

    topic: str
    user: str
    messages: tuple[str, ...]
    truth: Told

    def accepted(self, person: Person) -> tuple[Truth, ...]:
        """What is true of it.

        Raises:
            ValueError: the records do not define it.
        """
        truths = self.truth(person)
        found = truths if isinstance(truths, tuple) else (truths,)
        if not found or not all(_is_defined(each) for each in found):
            raise ValueError(f"no defined truth: {self.messages[-1]!r} {found}")
        return found


def _is_defined(truth: Truth) -> bool:
    match truth:
        case Listed():
            return bool(truth.items) and all(_is_defined(item) for item in truth.items)
        case Declined():
            return True
        case _:
            return _is_single_defined(truth)


def _is_single_defined(truth: Single) -> bool:
    match truth:
        case Number():
            return math.isfinite(truth.value)
        case AtClock():
            return math.isfinite(truth.minutes)
        case OnDay():
            return truth.day == truth.day
        case InMonth():
            return truth.month == truth.month
        case YesNo():
            return True
        case Name():
            return truth.name in truth.family


class Batch:
    """Questions in the order in which they are written, each of the topic named last."""

    def __init__(self) -> None:
        self._topic = ""
        self._questions: list[Question] = []

    @property
    def questions(self) -> tuple[Question, ...]:
        return tuple(self._questions)

    def topic(self, name: str) -> None:
        self._topic = name

    def person(self, user: str) -> Callable[[str | tuple[str, ...], Told], None]:
        """What a person asks: one message, or the messages of a conversation, and the truth."""

        def ask(messages: str | tuple[str, ...], truth: Told) -> None:
            told = (messages,) if isinstance(messages, str) else messages
            self._questions.append(Question(topic=self._topic, user=user, messages=told, truth=truth))

        return ask


def declined(_: Person) -> Declined:
    """The truth of what the records cannot answer."""
    return Declined()
