"""The messages: read from the files beside this module."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from services.orchestrator.domain.conversation import Conversation, Message

NONE: Final = "none"
FOLDER: Final = Path(__file__).parent


@dataclass(frozen=True, kw_only=True)
class Case:
    """A conversation and what is the matter in it.

    Attributes:
        kind: a kind of danger, or "none" for what only sounds like one.
    """

    id: str
    kind: str
    about: str
    messages: tuple[Message, ...]

    @property
    def in_danger(self) -> bool:
        return self.kind != NONE

    @property
    def conversation(self) -> Conversation:
        return Conversation(messages=self.messages)


def cases(name: str) -> Sequence[Case]:
    """The cases of one file: "development", "held_out", "training" ...

    Raises:
        FileNotFoundError: there is no such file.
    """
    lines = (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines()
    return [_case(f"{name}-{number}", json.loads(line)) for number, line in enumerate(lines, start=1)]


def _case(number: str, row: dict[str, object]) -> Case:
    messages = row.get("messages", [row.get("text")])
    assert isinstance(messages, list)
    return Case(
        id=str(row.get("id", number)),
        kind=str(row["kind"]),
        about=str(row.get("about", "")),
        messages=tuple(
            Message(role="user", content=each)
            if isinstance(each, str)
            else Message(role=each["role"], content=each["content"])
            for each in messages
        ),
    )
