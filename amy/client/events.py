"""The events of a turn, one class per type."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, Literal, TypeAlias

from pydantic import Field, ValidationError

from amy.client.models import Model, TurnError, TurnResult
from amy.client.sse import ServerSentEvent


class Event(Model):
    """What all events have.

    Attributes:
        id: 1, 2, 3 … per turn, without gaps.
        type: which class this is, so that `event.type == "agent.thought"` tells a type checker what the event has.
        name: the type on the wire; the same but for unknown events.
        data: the payload as it came, fields this version does not know included.
    """

    id: int
    type: str
    name: str
    data: dict[str, Any] = Field(repr=False)


class TurnStarted(Event):
    type: Literal["turn.started"]
    turn_id: str
    at: datetime


class AgentStarted(Event):
    """`question` is the sub-question this agent was asked."""

    type: Literal["agent.started"]
    agent: str
    at: datetime
    question: str


class AgentThought(Event):
    """A piece of an agent's narration; whitespace counts. Pieces between its start and completion make the whole."""

    type: Literal["agent.thought"]
    agent: str
    delta: str


class AgentCompleted(Event):
    """An agent is done.

    Attributes:
        technique_ids: of a coach's step, the behaviour change techniques that it uses, as ids of the BCIO.
    """

    type: Literal["agent.completed"]
    agent: str
    at: datetime
    duration_ms: int
    cost_usd: float | None = None
    output_summary: str = ""
    technique_ids: tuple[str, ...] = ()


class ValidatorGate(Event):
    """What one gate came to.

    Attributes:
        verdict: "passed", "failed" or "skipped" (not applicable to this kind of finding).
        explanation: the same in one sentence for people; empty from an older server.
    """

    type: Literal["validator.gate"]
    finding_id: str
    claim: str
    gate: str
    verdict: str
    detail: dict[str, Any] = Field(default_factory=dict)
    explanation: str = ""


class Concern(Model):
    category: str
    detail: str = ""
    severity: str = ""


class ValidatorCritic(Event):
    """The review of a finding, after its gates; one that only code could compute has none, and is conditional.

    Attributes:
        verdict: the Critic's: "accept", "downgrade" or "reject".
        finding_verdict: what the finding is worth after gates and Critic: "validated", "conditional" or "rejected";
            None from an older server.
        explanation: that verdict and its main reason in one sentence for people; empty from an older server.
    """

    type: Literal["validator.critic"]
    finding_id: str
    verdict: str
    reasoning: str = ""
    concerns: list[Concern] = Field(default_factory=list)
    finding_verdict: str | None = None
    explanation: str = ""


class ValidatorAssessment(Event):
    type: Literal["validator.assessment"]
    finding_id: str
    mechanism: str = ""
    novelty: str = ""
    strategy: str | None = None
    citations: list[str] = Field(default_factory=list)


class CostWarning(Event):
    """The turn has cost more than the threshold; it goes on."""

    type: Literal["cost_warning"]
    cost_usd: float | None = None
    threshold_usd: float | None = None
    at: datetime


class FactCheckIssue(Model):
    value: float | None = None
    token: str
    severity: str = ""
    action: str = ""


class FactCheck(Event):
    """Numbers in a draft that no fact accounts for; `action` says what became of each."""

    type: Literal["fact_check"]
    issues: list[FactCheckIssue] = Field(default_factory=list)


class TurnCompleted(Event):
    type: Literal["turn.completed"]
    turn_id: str
    result: TurnResult


class TurnFailed(Event):
    type: Literal["turn.failed"]
    turn_id: str
    error: TurnError


class UnknownEvent(Event):
    """An event of a newer server, or one whose payload this version cannot read: see `name` and `data`."""

    type: Literal["unknown"]


TurnEvent: TypeAlias = (
    TurnStarted
    | AgentStarted
    | AgentThought
    | AgentCompleted
    | ValidatorGate
    | ValidatorCritic
    | ValidatorAssessment
    | CostWarning
    | FactCheck
    | TurnCompleted
    | TurnFailed
    | UnknownEvent
)

_CLASSES: Final[Mapping[str, type[TurnEvent]]] = {
    "turn.started": TurnStarted,
    "agent.started": AgentStarted,
    "agent.thought": AgentThought,
    "agent.completed": AgentCompleted,
    "validator.gate": ValidatorGate,
    "validator.critic": ValidatorCritic,
    "validator.assessment": ValidatorAssessment,
    "cost_warning": CostWarning,
    "fact_check": FactCheck,
    "turn.completed": TurnCompleted,
    "turn.failed": TurnFailed,
}
TERMINAL: Final = frozenset({"turn.completed", "turn.failed"})
_MAX_ID_DIGITS: Final = 18


def turn_event(frame: ServerSentEvent) -> TurnEvent | None:
    """The event a frame carries; None for a frame without an integer id, which is none of Amy's."""
    if not (frame.id.isascii() and frame.id.isdigit() and len(frame.id) <= _MAX_ID_DIGITS):
        return None
    try:
        payload = json.loads(frame.data)
    except ValueError:
        payload = None
    data = payload if isinstance(payload, dict) else {}
    common = {"id": int(frame.id), "type": frame.event, "name": frame.event, "data": data}
    if frame.event in _CLASSES:
        try:
            return _CLASSES[frame.event].model_validate({**data, **common})
        except ValidationError:
            pass
    return UnknownEvent.model_validate({**common, "type": "unknown"})
