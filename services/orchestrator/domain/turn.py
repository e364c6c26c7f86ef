"""A turn: one question, its answer, and what it takes for the question to be asked at all."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from services.orchestrator.domain.conversation import Conversation, Message
from services.orchestrator.domain.evidence import Fact
from services.orchestrator.domain.pictures import Pictures
from services.orchestrator.domain.plan import Agent
from services.orchestrator.domain.safety import Danger

MAX_CHARACTERS: Final = 65_536
"""Over all messages of a turn together."""


class TurnStatus(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    COMPLETED = "completed"
    FAILED = "failed"
    WITHDRAWN = "withdrawn"
    """Its user is being deleted: nobody may write for it or read it, and whoever runs it ends it and deletes it."""


IN_FLIGHT: Final = frozenset({TurnStatus.QUEUED, TurnStatus.RUNNING})


@dataclass(frozen=True, kw_only=True)
class TurnContext:
    """What of the user's stored context the turn may use, and where the user is.

    Attributes:
        locale: a BCP 47 language tag, "en-GB"; empty where it is not known.
    """

    include_memory: bool = True
    include_biomarkers: bool = True
    locale: str = ""


@dataclass(frozen=True, kw_only=True)
class ValidatorCounts:
    """Findings of the turn, by verdict."""

    total: int = 0
    validated: int = 0
    conditional: int = 0
    rejected: int = 0


@dataclass(frozen=True, kw_only=True)
class TurnResult:
    """What a completed turn says.

    Attributes:
        agents_used: the specialists that ran, supporting ones first, as they ran.
        cost_usd: None when a model whose price is unknown was called.
        safety: the dangers that were heard; then the answer is help and nothing else was done.
        profile: names the configuration that says who thinks.
        duration_ms: from the first step's beginning to the end of the last memory write.
    """

    answer: str
    fact_sheet: tuple[Fact, ...]
    agents_used: tuple[Agent, ...]
    validator: ValidatorCounts
    cost_usd: float | None
    duration_ms: int
    pictures: Pictures = field(default_factory=Pictures)
    safety: tuple[Danger, ...] = ()
    profile: str = ""


@dataclass(frozen=True, kw_only=True)
class TurnError:
    """Why a turn failed: a public error code, and what may be shown."""

    code: str
    message: str
    request_id: str


@dataclass(frozen=True, kw_only=True)
class Erased:
    """How much was deleted of a user."""

    turns: int
    events: int


@dataclass(frozen=True, kw_only=True)
class Turn:
    """A turn as it is stored. `result` is set when it is completed, `error` when it failed."""

    id: str
    user_id: str
    status: TurnStatus
    created_at: datetime
    messages: tuple[Message, ...]
    context: TurnContext
    request_id: str
    started_at: datetime | None = None
    completed_at: datetime | None = None
    result: TurnResult | None = None
    error: TurnError | None = None

    @property
    def conversation(self) -> Conversation:
        return Conversation(messages=self.messages)

    @property
    def is_in_flight(self) -> bool:
        return self.status in IN_FLIGHT

    def asks_the_same_as(self, other: "Turn") -> bool:
        """Whether the same user asks the same, whatever has become of either."""
        return (self.user_id, self.messages, self.context) == (other.user_id, other.messages, other.context)

    def events_expired(self, now: datetime, *, retention: timedelta) -> bool:
        """Whether the events may be gone: `retention` has passed since the turn ended."""
        return self.completed_at is not None and self.completed_at + retention < now


def problem_with(messages: Sequence[Message | None]) -> str | None:
    """Why these messages cannot start a turn, for the caller to read; None when they can.

    A message without a known role is given as None.
    """
    if not messages:
        return "messages must hold at least one message."
    for position, message in enumerate(messages):
        if message is None:
            return f"messages[{position}].role must be user or assistant."
        if not message.content.strip():
            return f"messages[{position}].content must not be empty."
    if sum(len(message.content) for message in messages if message is not None) > MAX_CHARACTERS:
        return f"messages must not hold more than {MAX_CHARACTERS} characters together."
    last = messages[-1]
    if last is None or last.role != "user":
        return "The last message must be from the user."
    return None
