"""One analysis: what is asked of it, what it decides on the way, and what it tells its caller."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final, TypeAlias

from services.data_science.domain.finding import Finding
from services.data_science.domain.query import Query, Window

QUESTION_LIMIT: Final = 2000
DEFAULT_PREFIX: Final = "ds"
DEFAULT_DEBUG_ROUNDS: Final = 2


@dataclass(frozen=True, kw_only=True)
class AnalysisRequest:
    """A question about one user's data.

    Attributes:
        finding_prefix: findings are called "<prefix>-001" and so on.
        max_debug_rounds: how often code that failed may be repaired and run again.
    """

    user_id: str
    question: str
    finding_prefix: str = DEFAULT_PREFIX
    max_debug_rounds: int = DEFAULT_DEBUG_ROUNDS


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What will be computed.

    Attributes:
        approach: how the question was read, in plain words.
        unit: the unit of the metric the question is about; empty for a number without unit.
        caveat: one sentence the answer must carry because the question was read more loosely than it was put.
    """

    query: Query
    approach: str
    unit: str
    caveat: str = ""


@dataclass(frozen=True, kw_only=True)
class Decline:
    """Why the question is not computed, and the nearest that could be, as the user is told it."""

    answer: str


@dataclass(frozen=True, kw_only=True)
class Value:
    """One typed scalar that answers the question; a date is a day the question asked for."""

    name: str
    value: float | date
    unit: str
    n: int
    window: Window
    finding_id: str


@dataclass(frozen=True, kw_only=True)
class Summary:
    """What the numbers say.

    Attributes:
        draft: the answer with every computed number as a reference, "{{ds-001.effect}}".
        answer: the same written out.
    """

    draft: str
    answer: str
    values: tuple[Value, ...]
    findings: tuple[Finding, ...]


@dataclass(frozen=True, kw_only=True)
class Thought:
    """The next piece of the reasoning; pieces join without separator."""

    delta: str


@dataclass(frozen=True, kw_only=True)
class ToolCall:
    id: str
    code: str


@dataclass(frozen=True, kw_only=True)
class ToolResult:
    """What one run came to; `error` is empty on success."""

    call_id: str
    success: bool
    output: str
    error: str
    duration_ms: int


class Status(StrEnum):
    ANSWERED = "answered"
    DECLINED = "declined"
    FAILED = "failed"


@dataclass(frozen=True, kw_only=True)
class Completed:
    """The end of an analysis. `code` is what produced the values; empty when nothing ran."""

    status: Status
    answer: str
    draft: str
    approach: str = ""
    code: str = ""
    values: tuple[Value, ...] = ()
    findings: tuple[Finding, ...] = ()


AnalysisEvent: TypeAlias = Thought | ToolCall | ToolResult | Completed
