"""What a consultation says while it runs, and how it ends."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from amy.spending import Spent
from services.domain_expert.domain.checking import Cited


class Status(StrEnum):
    ANSWERED = "answered"
    DECLINED = "declined"
    FAILED = "failed"


@dataclass(frozen=True, kw_only=True)
class Thought:
    delta: str


@dataclass(frozen=True, kw_only=True)
class ToolCall:
    """`words` say what is looked up."""

    id: str
    tool: str
    words: str


@dataclass(frozen=True, kw_only=True)
class ToolResult:
    """`words` say what came of it; of a failure `error` says why."""

    call_id: str
    words: str
    error: str
    duration_ms: int


@dataclass(frozen=True, kw_only=True)
class Completed:
    """How a consultation ends.

    Attributes:
        needs: the quantities of which it would have judged the person's number, and was told none.
        spent: on models, for all of it.
    """

    status: Status
    draft: str
    citations: tuple[Cited, ...] = ()
    needs: tuple[str, ...] = ()
    spent: Spent = field(default_factory=Spent)


Event: TypeAlias = Thought | ToolCall | ToolResult | Completed
