"""Between the protos of the services behind and the public vocabulary. Pure and total."""

import math
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from google.protobuf.descriptor import EnumDescriptor
from google.protobuf.timestamp_pb2 import Timestamp

from amy.api.common.v1 import common_pb2 as common
from amy.api.memory.v1 import memory_pb2 as memory
from amy.api.orchestrator.v1 import orchestrator_pb2 as orchestrator
from amy.api.validator.v1 import validator_pb2 as validator
from gateway.domain import model, turn_events
from gateway.domain.event import Event
from gateway.domain.explained import page_of


def _names(enum: EnumDescriptor) -> dict[int, str]:
    """Number → public name of each value but the unspecified one."""
    prefix = enum.values_by_number[0].name.removesuffix("UNSPECIFIED")
    return {
        number: value.name.removeprefix(prefix).lower() for number, value in enum.values_by_number.items() if number
    }


_ROLES: Final = _names(common.Role.DESCRIPTOR)
_VERDICTS: Final = _names(common.Verdict.DESCRIPTOR)
_OPERATIONS: Final = _names(common.Operation.DESCRIPTOR)
_FINDING_KINDS: Final = _names(common.FindingKind.DESCRIPTOR)
_STATUSES: Final = _names(orchestrator.TurnStatus.DESCRIPTOR)
_GATES: Final = _names(validator.Gate.DESCRIPTOR)
_GATE_VERDICTS: Final = _names(validator.GateVerdict.DESCRIPTOR)
_DECISIONS: Final = _names(validator.Decision.DESCRIPTOR)
_CONCERNS: Final = _names(validator.ConcernCategory.DESCRIPTOR)
_SEVERITIES: Final = _names(validator.Severity.DESCRIPTOR)
_NOVELTIES: Final = _names(validator.Novelty.DESCRIPTOR)
_CATEGORIES: Final = _names(memory.Category.DESCRIPTOR)
_UNKNOWN: Final = "unknown"
_SAFE_INTEGER: Final = 2**53


def number(value: float) -> model.Number | None:
    """A float as JSON has it: whole ones as ints, and what JSON cannot say as None."""
    if not math.isfinite(value):
        return None
    return int(value) if value.is_integer() and abs(value) <= _SAFE_INTEGER else value


def instant(at: Timestamp) -> str:
    return model.instant(at.ToDatetime(UTC))


def timestamp(at: datetime | None) -> Timestamp | None:
    """An aware instant as a proto."""
    if at is None:
        return None
    proto = Timestamp()
    proto.FromDatetime(at)
    return proto


def create_turn_request(
    user_id: str, new: model.NewTurn, *, request_id: str, turn_id: str
) -> orchestrator.CreateTurnRequest:
    return orchestrator.CreateTurnRequest(
        user_id=user_id,
        messages=[
            common.Message(
                role=common.Role.ROLE_USER if message.role == "user" else common.Role.ROLE_ASSISTANT,
                content=message.content,
            )
            for message in new.messages
        ],
        context=orchestrator.TurnContext(
            include_memory=new.context.include_memory,
            include_biomarkers=new.context.include_biomarkers,
            locale=new.context.locale,
        ),
        request_id=request_id,
        turn_id=turn_id,
    )


def create_memory_request(user_id: str, new: model.NewMemory) -> memory.CreateMemoryRequest:
    return memory.CreateMemoryRequest(
        user_id=user_id, text=new.text, category=category(new.category), confidence=new.confidence
    )


def list_memories_request(user_id: str, query: model.MemoryQuery) -> memory.ListMemoriesRequest:
    return memory.ListMemoriesRequest(
        user_id=user_id,
        category=category(query.category),
        after=timestamp(query.after),
        before=timestamp(query.before),
        include_tested_hypotheses="tested_hypothesis" in (query.include, query.category),
        page_size=query.limit,
        page_token=query.cursor,
    )


def category(name: str | None) -> memory.Category.ValueType:
    return memory.Category.Value(f"CATEGORY_{(name or 'unspecified').upper()}")


def turn(proto: orchestrator.Turn, docs_url: str) -> model.Turn:
    return model.Turn(
        id=proto.id,
        status=_STATUSES.get(proto.status, _UNKNOWN),
        created_at=instant(proto.created_at),
        completed_at=instant(proto.completed_at) if proto.HasField("completed_at") else None,
        messages=[
            model.MessageView(role=_ROLES.get(message.role, _UNKNOWN), content=message.content)
            for message in proto.messages
        ],
        result=_result(proto.result) if proto.HasField("result") else None,
        error=_error(proto.error, docs_url) if proto.HasField("error") else None,
    )


def turn_page(proto: orchestrator.ListTurnsResponse, docs_url: str) -> model.TurnPage:
    return model.TurnPage(
        data=[turn(each, docs_url) for each in proto.turns],
        next_cursor=proto.next_page_token or None,
        has_more=bool(proto.next_page_token),
    )


def _result(proto: orchestrator.TurnResult) -> model.TurnResult:
    counts = proto.validator
    return model.TurnResult(
        answer=proto.answer,
        fact_sheet=[_fact(fact) for fact in proto.fact_sheet],
        agents_used=list(proto.agents_used),
        validator=model.ValidatorCounts(
            findings_total=counts.findings_total,
            findings_validated=counts.findings_validated,
            findings_conditional=counts.findings_conditional,
            findings_rejected=counts.findings_rejected,
        ),
        cost_usd=number(proto.cost_usd) if proto.HasField("cost_usd") else None,
        duration_ms=proto.duration_ms,
        pictures=[_picture(picture) for picture in proto.pictures] or None,
        pictures_left_out=proto.pictures_left_out or None,
        safety=list(proto.safety) or None,
        profile=proto.profile or None,
    )


def _picture(proto: orchestrator.Picture) -> model.Picture:
    return model.Picture(finding_ids=list(proto.finding_ids), title=proto.title, vega_lite=proto.vega_lite)


def _fact(proto: common.FactEntry) -> model.FactEntry:
    return model.FactEntry(
        claim=proto.claim,
        value=number(proto.value),
        unit=proto.unit if proto.HasField("unit") else None,
        source=proto.source,
        n=proto.n if proto.HasField("n") else None,
        window=proto.window if proto.HasField("window") else None,
        verdict=_VERDICTS.get(proto.verdict),
        derivation=_derivation(proto.derivation) if proto.HasField("derivation") else None,
        citation=proto.citation if proto.HasField("citation") else None,
        inputs=[
            model.FactInput(metric=each.metric, start=each.start_date or None, end=each.end_date or None)
            for each in proto.inputs
        ]
        or None,
    )


def _derivation(proto: common.Derivation) -> model.Derivation:
    return model.Derivation(operation=_OPERATIONS.get(proto.operation, _UNKNOWN), operands=list(proto.operands))


def _error(proto: orchestrator.TurnError, docs_url: str) -> model.ErrorBody:
    return model.ErrorBody(
        code=proto.code,
        message=proto.message,
        request_id=proto.request_id,
        docs_url=page_of(proto.code, docs_url),
    )


def memory_entry(proto: memory.Memory) -> model.Memory:
    return model.Memory(
        id=proto.id,
        text=proto.text,
        category=_CATEGORIES.get(proto.category, _UNKNOWN),
        created_at=instant(proto.created_at),
        source_turn_id=proto.source_turn_id if proto.HasField("source_turn_id") else None,
        confidence=proto.confidence if proto.HasField("confidence") and math.isfinite(proto.confidence) else None,
        meta=_meta(proto.meta) if proto.HasField("meta") else None,
    )


def _meta(proto: memory.FindingMeta) -> model.FindingMeta:
    return model.FindingMeta(
        finding_id=proto.finding_id,
        feature=proto.feature,
        target=proto.target,
        verdict=_VERDICTS.get(proto.verdict),
        effect=number(proto.effect) if proto.HasField("effect") else None,
        kind=_FINDING_KINDS.get(proto.kind),
        lag_days=proto.lag_days if proto.kind else None,
        p_value=number(proto.p_value) if proto.HasField("p_value") else None,
    )


def memory_page(proto: memory.ListMemoriesResponse) -> model.MemoryPage:
    return model.MemoryPage(
        data=[memory_entry(each) for each in proto.memories],
        next_cursor=proto.next_page_token or None,
        has_more=bool(proto.next_page_token),
    )


def event(proto: orchestrator.TurnEvent, docs_url: str) -> Event:
    """A turn event as the public sees it; one this gateway does not know keeps its id and is empty."""
    kind = proto.WhichOneof("event")
    if kind is None:
        return Event(proto.id, _UNKNOWN, turn_events.UnknownEvent())
    name, encode = _EVENTS[kind]
    return Event(proto.id, name, encode(proto, docs_url))


def _turn_started(proto: orchestrator.TurnEvent, _docs_url: str) -> model.View:
    body = proto.turn_started
    return turn_events.TurnStarted(turn_id=body.turn_id, at=instant(body.at))


def _agent_started(proto: orchestrator.TurnEvent, _docs_url: str) -> model.View:
    body = proto.agent_started
    return turn_events.AgentStarted(agent=body.agent, at=instant(body.at), question=body.question)


def _agent_thought(proto: orchestrator.TurnEvent, _docs_url: str) -> model.View:
    body = proto.agent_thought
    return turn_events.AgentThought(agent=body.agent, delta=body.delta)


def _agent_completed(proto: orchestrator.TurnEvent, _docs_url: str) -> model.View:
    body = proto.agent_completed
    return turn_events.AgentCompleted(
        agent=body.agent,
        at=instant(body.at),
        duration_ms=body.duration_ms,
        cost_usd=number(body.cost_usd) if body.HasField("cost_usd") else None,
        output_summary=body.output_summary,
        technique_ids=list(body.technique_ids) or None,
    )


def _validator_gate(proto: orchestrator.TurnEvent, _docs_url: str) -> model.View:
    body = proto.validator_gate
    return turn_events.ValidatorGate(
        finding_id=body.finding_id,
        claim=body.claim,
        gate=_GATES.get(body.gate, _UNKNOWN),
        verdict=_GATE_VERDICTS.get(body.verdict, _UNKNOWN),
        detail={detail.key: _detail(detail) for detail in body.detail},
        explanation=body.explanation or None,
    )


def _detail(proto: common.Detail) -> model.Number | bool | str | None:
    match proto.WhichOneof("value"):
        case "number":
            return number(proto.number)
        case "integer":
            return proto.integer
        case "text":
            return proto.text
        case "flag":
            return proto.flag
        case None:
            return None


def _validator_critic(proto: orchestrator.TurnEvent, _docs_url: str) -> model.View:
    body = proto.validator_critic
    return turn_events.ValidatorCritic(
        finding_id=body.finding_id,
        verdict=_DECISIONS.get(body.decision, _UNKNOWN),
        reasoning=body.reasoning,
        concerns=[
            turn_events.Concern(
                category=_CONCERNS.get(concern.category, _UNKNOWN),
                detail=concern.detail,
                severity=_SEVERITIES.get(concern.severity, _UNKNOWN),
            )
            for concern in body.concerns
        ],
        finding_verdict=_VERDICTS.get(body.verdict),
        explanation=body.explanation or None,
    )


def _validator_assessment(proto: orchestrator.TurnEvent, _docs_url: str) -> model.View:
    body = proto.validator_assessment
    return turn_events.ValidatorAssessment(
        finding_id=body.finding_id,
        mechanism=body.mechanism,
        novelty=_NOVELTIES.get(body.novelty, _UNKNOWN),
        strategy=body.strategy if body.HasField("strategy") else None,
        citations=list(body.citations),
    )


def _cost_warning(proto: orchestrator.TurnEvent, _docs_url: str) -> model.View:
    body = proto.cost_warning
    return turn_events.CostWarning(
        cost_usd=number(body.cost_usd), threshold_usd=number(body.threshold_usd), at=instant(body.at)
    )


def _fact_check(proto: orchestrator.TurnEvent, _docs_url: str) -> model.View:
    return turn_events.FactCheck(
        issues=[
            turn_events.FactCheckIssue(
                value=number(issue.value), token=issue.token, severity=issue.severity, action=issue.action
            )
            for issue in proto.fact_check.issues
        ]
    )


def _turn_completed(proto: orchestrator.TurnEvent, _docs_url: str) -> model.View:
    body = proto.turn_completed
    return turn_events.TurnCompleted(turn_id=body.turn_id, result=_result(body.result))


def _turn_failed(proto: orchestrator.TurnEvent, docs_url: str) -> model.View:
    body = proto.turn_failed
    return turn_events.TurnFailed(turn_id=body.turn_id, error=_error(body.error, docs_url))


_EVENTS: Final[dict[str, tuple[str, Callable[[orchestrator.TurnEvent, str], model.View]]]] = {
    "turn_started": ("turn.started", _turn_started),
    "agent_started": ("agent.started", _agent_started),
    "agent_thought": ("agent.thought", _agent_thought),
    "agent_completed": ("agent.completed", _agent_completed),
    "validator_gate": ("validator.gate", _validator_gate),
    "validator_critic": ("validator.critic", _validator_critic),
    "validator_assessment": ("validator.assessment", _validator_assessment),
    "cost_warning": ("cost_warning", _cost_warning),
    "fact_check": ("fact_check", _fact_check),
    "turn_completed": ("turn.completed", _turn_completed),
    "turn_failed": ("turn.failed", _turn_failed),
}
