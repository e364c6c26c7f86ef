"""What a turn knows of the conversation and of the user before any agent runs."""

from dataclasses import dataclass
from typing import Final, Literal

MOST_MESSAGES: Final = 10
"""How many of the person's messages are read: the question, and those before it that it may follow on."""


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

    def recent(self, most: int = MOST_MESSAGES) -> "Conversation":
        """The end of the conversation, from the person's so many messages before the end on."""
        asked = [at for at, message in enumerate(self.messages) if message.role == "user"]
        return Conversation(messages=self.messages[asked[-most] :]) if len(asked) > most else self

    @property
    def history(self) -> tuple[Message, ...]:
        return self.messages[:-1]
