"""What a turn knows of the conversation and of the user before any agent runs."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, kw_only=True)
class Message:
    role: Literal["user", "assistant"]
    content: str


@dataclass(frozen=True, kw_only=True)
class Conversation:
    """The messages of a turn; the last one is the user's question."""

    messages: tuple[Message, ...]

    @property
    def question(self) -> str:
        return self.messages[-1].content

    @property
    def history(self) -> tuple[Message, ...]:
        return self.messages[:-1]
