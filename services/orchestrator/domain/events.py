"""What a turn tells whoever watches it. Ids are given by the log, not here."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Literal, TypeAlias

from services.orchestrator.domain.plan import Agent
from services.orchestrator.domain.turn import TurnError, TurnResult


class Voice(StrEnum):
    """Those that speak in events without being specialists."""

    VALIDATOR = "validator"
    SYNTHESIS = "synthesis"
    MEMORY = "memory"


Speaker: TypeAlias = Agent | Voice


@dataclass(frozen=True, kw_only=True)
class TurnStarted:
    turn_id: str
    at: datetime


@dataclass(frozen=True, kw_only=True)
class AgentStarted:
    """Sent again when a step runs again: whoever collects text starts afresh."""

    agent: Speaker
    at: datetime
    question: str = ""


@dataclass(frozen=True, kw_only=True)
class AgentThought:
    """A piece of text to append; whitespace matters."""

    agent: Speaker
    delta: str


@dataclass(frozen=True, kw_only=True)
class AgentCompleted:
    agent: Speaker
    at: datetime
    duration_ms: int
    cost_usd: float | None
    output_summary: str
    technique_ids: tuple[str, ...] = ()


class ReportPart(StrEnum):
    GATE = "gate"
    CRITIC = "critic"
    ASSESSMENT = "assessment"


@dataclass(frozen=True, kw_only=True)
class ValidatorReport:
    """One result of the validator, passed on as it came: `payload` is its serialised message."""

    part: ReportPart
    payload: bytes


@dataclass(frozen=True, kw_only=True)
class CostWarning:
    cost_usd: float
    threshold_usd: float
    at: datetime


@dataclass(frozen=True, kw_only=True)
class FactCheckIssue:
    """A number nobody could trace, and what became of its sentence. `token` is the number as it was written."""

    value: float
    token: str
    action: Literal["rewritten", "dropped"]


@dataclass(frozen=True, kw_only=True)
class FactCheck:
    issues: tuple[FactCheckIssue, ...]


@dataclass(frozen=True, kw_only=True)
class TurnCompleted:
    turn_id: str
    result: TurnResult


@dataclass(frozen=True, kw_only=True)
class TurnFailed:
    turn_id: str
    error: TurnError


TerminalEvent: TypeAlias = TurnCompleted | TurnFailed
TurnEvent: TypeAlias = (
    TurnStarted
    | AgentStarted
    | AgentThought
    | AgentCompleted
    | ValidatorReport
    | CostWarning
    | FactCheck
    | TerminalEvent
)
