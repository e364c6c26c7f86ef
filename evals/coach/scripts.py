"""The scripted conversations: what a person says, what they answer to which question, and what is known of them."""

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Final

from evals.coach.exclusions import QUOTED

FILE: Final = Path(__file__).parent / "conversations.jsonl"
ANSWER: Final = "*"
"""A line of a script that answers whatever was asked."""
WORDS: Final[Mapping[str, Mapping[str, Sequence[str]]]] = tomllib.loads(
    (Path(__file__).parent / "words.toml").read_text("utf-8")
)
_QUESTION: Final = re.compile(r"[^.!?\n]*\?")
_GREETING: Final = re.compile(r"\W*(?:hi|hello|hey|good (?:morning|evening))(?: amy)?\W*", re.IGNORECASE)
_CLOSING: Final = re.compile(r"\b(?:thanks|thank you|thx|ty|bye|cheers)\b", re.IGNORECASE)


class Kind(Enum):
    """What a question of the coach asks for; in the order in which the words are looked for."""

    PROGRESS = "progress"
    TOPIC = "topic"
    AGREE = "agree"
    CONSTRAINT = "constraint"
    MEANING = "meaning"
    WHY = "why"
    PREFERENCE = "preference"
    TIME = "time"
    OTHER = "default"


@dataclass(frozen=True, kw_only=True)
class Script:
    """One person's conversation.

    Attributes:
        records: the profile of `evals.coach.records` that is on record.
        memories: category and text of what is remembered beforehand.
        turns: what the person says; `ANSWER` stands for the answer to what was asked.
        answers: by kind of question, one answer or several to be given in turn; "default" for all else. Asked for the
            topic, the person says the first line again unless there is an answer.
        known: kinds that the first lines or the memories have answered; the topic is one, unless there is an answer.
        excluded: keys of `evals.coach.exclusions.EXCLUDED`.
        goal: whether a goal is to be agreed on.
        direct: whether the person asks to be told without questions.
        on_file: the metric of the goal that is remembered beforehand; empty without one.
        again: lines of a later conversation of the same person.
    """

    id: int
    records: str
    turns: tuple[str, ...]
    answers: Mapping[str, str | tuple[str, ...]]
    memories: tuple[tuple[str, str], ...] = ()
    known: frozenset[Kind] = frozenset()
    excluded: tuple[str, ...] = ()
    goal: bool = False
    direct: bool = False
    on_file: str = ""
    again: tuple[str, ...] = ()

    @property
    def is_set_aside(self) -> bool:
        return self.id % 2 == 0

    def answer(self, kind: Kind, before: int) -> str:
        """What the person answers, having answered the kind so many times; once said, a thing is not said again."""
        topic = {Kind.TOPIC.value: self.turns[0]}
        given = {**topic, **self.answers}.get(kind.value, self.answers["default"])
        lines = (given,) if isinstance(given, str) else given
        if before < len(lines):
            return lines[before]
        repeated = lines[-1] if kind is Kind.AGREE else self.answers["default"]
        return repeated if isinstance(repeated, str) else repeated[-1]


@dataclass(kw_only=True)
class Answered:
    """How often the person answered which kind of question."""

    times: dict[Kind, int] = field(default_factory=dict)

    def next(self, script: Script, kind: Kind) -> str:
        line = script.answer(kind, self.times.get(kind, 0))
        self.times[kind] = self.times.get(kind, 0) + 1
        return line


def scripts(file: Path = FILE) -> list[Script]:
    return [_script(json.loads(line)) for line in file.read_text("utf-8").splitlines()]


def _script(row: dict[str, object]) -> Script:
    lists = {name: _frozen(value) for name, value in row.items()}
    known = frozenset(Kind(each) for each in lists.pop("known", ()))  # type: ignore[attr-defined]
    if Kind.TOPIC.value not in lists["answers"]:  # type: ignore[operator]
        known |= {Kind.TOPIC}
    return Script(**lists, known=known)  # type: ignore[arg-type]


def _frozen(value: object) -> object:
    match value:
        case list():
            return tuple(_frozen(each) for each in value)
        case dict():
            return {name: _frozen(each) for name, each in value.items()}
        case _:
            return value


def questions(text: str) -> list[str]:
    """The questions of a text, those within quotation marks left out."""
    return [match[0].strip() for match in _QUESTION.finditer(QUOTED.sub(" ", text))]


def asked(question: str) -> Kind:
    return next((Kind(kind) for kind, words in WORDS["questions"].items() if any_of(words, question)), Kind.OTHER)


def any_of(words: Sequence[str], text: str) -> bool:
    """Whether one of the regular expressions is in a text, whatever its case."""
    return any(re.search(word, text, re.IGNORECASE | re.MULTILINE) for word in words)


def greets(line: str) -> bool:
    """Whether a line is a greeting and no more."""
    return bool(_GREETING.fullmatch(line))


def closes(line: str) -> bool:
    """Whether a line of the person's ends the conversation."""
    return bool(_CLOSING.search(line))
