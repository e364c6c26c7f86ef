"""The orchestrator's protos and domain values, either way."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final, assert_never

from google.protobuf.timestamp_pb2 import Timestamp

from amy.api.common.v1 import common_pb2 as common
from amy.api.orchestrator.v1 import orchestrator_pb2 as pb
from amy.api.validator.v1 import validator_pb2 as validator
from services.orchestrator.domain.conversation import Message
from services.orchestrator.domain.events import (
    AgentCompleted,
    AgentStarted,
    AgentThought,
    CostWarning,
    FactCheck,
    ReportPart,
    TurnCompleted,
    TurnEvent,
    TurnFailed,
    TurnStarted,
    ValidatorReport,
)
from services.orchestrator.domain.evidence import (
    Counted,
    Derivation,
    Fact,
    FactInput,
    FindingKind,
    FindingSummary,
    Operation,
    Verdict,
)
from services.orchestrator.domain.listing import TurnPage
from services.orchestrator.domain.pictures import Pictures
from services.orchestrator.domain.steps import Finding
from services.orchestrator.domain.turn import Erased, Turn, TurnContext, TurnError, TurnResult, TurnStatus
from services.orchestrator.ports.durable import StoredEvent

COST_WARNING: Final = "cost_warning"
TERMINAL: Final = frozenset({"turn_completed", "turn_failed"})
"""Kinds of events, named as in the proto's `oneof`."""

_STATUSES: Final[Mapping[TurnStatus, "pb.TurnStatus.ValueType"]] = {
    TurnStatus.QUEUED: pb.TURN_STATUS_QUEUED,
    TurnStatus.RUNNING: pb.TURN_STATUS_RUNNING,
    TurnStatus.COMPLETED: pb.TURN_STATUS_COMPLETED,
    TurnStatus.FAILED: pb.TURN_STATUS_FAILED,
    TurnStatus.WITHDRAWN: pb.TURN_STATUS_UNSPECIFIED,
}
_VERDICTS: Final[Mapping[Verdict, "common.Verdict.ValueType"]] = {
    Verdict.VALIDATED: common.VERDICT_VALIDATED,
    Verdict.CONDITIONAL: common.VERDICT_CONDITIONAL,
    Verdict.REJECTED: common.VERDICT_REJECTED,
}
_VERDICTS_READ: Final = {proto: verdict for verdict, proto in _VERDICTS.items()}
_COUNTED: Final[Mapping[Counted, "common.Counted.ValueType"]] = {
    "day": common.COUNTED_DAYS,
    "activities": common.COUNTED_ACTIVITIES,
    "values": common.COUNTED_VALUES,
    "week": common.COUNTED_WEEKS,
    "month": common.COUNTED_MONTHS,
    "year": common.COUNTED_YEARS,
}
_COUNTED_READ: Final = {proto: counted for counted, proto in _COUNTED.items()}
_FINDING_KINDS: Final[Mapping[FindingKind, "common.FindingKind.ValueType"]] = {
    "association": common.FINDING_KIND_ASSOCIATION,
    "trend": common.FINDING_KIND_TREND,
    "scalar": common.FINDING_KIND_SCALAR,
}
_FINDING_KINDS_READ: Final = {proto: kind for kind, proto in _FINDING_KINDS.items()}
_OPERATIONS: Final[Mapping[Operation, "common.Operation.ValueType"]] = {
    Operation.RATIO: common.OPERATION_RATIO,
    Operation.DIFFERENCE: common.OPERATION_DIFFERENCE,
    Operation.PERCENT_CHANGE: common.OPERATION_PERCENT_CHANGE,
}
_OPERATIONS_READ: Final = {proto: operation for operation, proto in _OPERATIONS.items()}


def messages_from_proto(request: pb.CreateTurnRequest) -> tuple[Message | None, ...]:
    """The messages; None for one whose role is not known."""
    return tuple(_message_from_proto(message) for message in request.messages)


def context_from_proto(request: pb.CreateTurnRequest) -> TurnContext:
    context = request.context
    return TurnContext(
        include_memory=context.include_memory if context.HasField("include_memory") else True,
        include_biomarkers=context.include_biomarkers if context.HasField("include_biomarkers") else True,
        locale=context.locale,
    )


def created_to_proto(turn: Turn) -> pb.CreateTurnResponse:
    return pb.CreateTurnResponse(turn=turn_to_proto(turn))


def erased_to_proto(erased: Erased) -> pb.EraseUserResponse:
    return pb.EraseUserResponse(turns=erased.turns, events=erased.events)


def found_to_proto(turn: Turn) -> pb.GetTurnResponse:
    return pb.GetTurnResponse(turn=turn_to_proto(turn))


def page_to_proto(page: TurnPage) -> pb.ListTurnsResponse:
    """Without pictures: a hundred turns with theirs would be too much for one message."""
    return pb.ListTurnsResponse(
        turns=(turn_to_proto(_without_pictures(turn)) for turn in page.turns), next_page_token=page.next_cursor
    )


def _without_pictures(turn: Turn) -> Turn:
    return replace(turn, result=replace(turn.result, pictures=Pictures())) if turn.result is not None else turn


def stored_to_proto(stored: Sequence[StoredEvent]) -> pb.StreamTurnResponse:
    """Some events, at least one."""
    first, *following = (pb.TurnEvent.FromString(event.payload) for event in stored)
    return pb.StreamTurnResponse(event=first, following=following)


def turn_to_proto(turn: Turn) -> pb.Turn:
    return pb.Turn(
        id=turn.id,
        status=_STATUSES[turn.status],
        created_at=_timestamp(turn.created_at),
        completed_at=_timestamp(turn.completed_at) if turn.completed_at is not None else None,
        messages=[_message_to_proto(message) for message in turn.messages],
        result=result_to_proto(turn.result) if turn.result is not None else None,
        error=_error_to_proto(turn.error) if turn.error is not None else None,
    )


def result_to_proto(result: TurnResult) -> pb.TurnResult:
    counts = result.validator
    return pb.TurnResult(
        answer=result.answer,
        fact_sheet=[fact_to_proto(fact) for fact in result.fact_sheet],
        agents_used=[agent.value for agent in result.agents_used],
        validator=pb.ValidatorCounts(
            findings_total=counts.total,
            findings_validated=counts.validated,
            findings_conditional=counts.conditional,
            findings_rejected=counts.rejected,
        ),
        cost_usd=result.cost_usd,
        duration_ms=result.duration_ms,
        pictures=[
            pb.Picture(finding_ids=picture.finding_ids, title=picture.title, vega_lite=picture.vega_lite)
            for picture in result.pictures.kept
        ],
        pictures_left_out=result.pictures.left_out,
        safety=[danger.value for danger in result.safety],
        profile=result.profile,
    )


def fact_to_proto(fact: Fact) -> common.FactEntry:
    return common.FactEntry(
        claim=fact.claim,
        value=fact.value,
        unit=fact.unit,
        source=fact.source,
        n=fact.n,
        window=fact.window,
        verdict=_VERDICTS[fact.verdict],
        derivation=_derivation_to_proto(fact.derivation) if fact.derivation is not None else None,
        citation=fact.citation,
        counts=_COUNTED[fact.counts] if fact.counts else common.COUNTED_UNSPECIFIED,
        inputs=[
            common.FactInput(metric=each.metric, start_date=each.start_date, end_date=each.end_date)
            for each in fact.inputs
        ],
    )


def fact_from_proto(entry: common.FactEntry) -> Fact:
    """An entry without a verdict counts as conditional: nobody said that it holds.

    Of a derivation by an operation that is not known here nothing is kept.
    """
    return Fact(
        claim=entry.claim,
        value=entry.value,
        unit=entry.unit if entry.HasField("unit") else None,
        source=entry.source,
        n=entry.n if entry.HasField("n") else None,
        window=entry.window if entry.HasField("window") else None,
        verdict=_VERDICTS_READ.get(entry.verdict, Verdict.CONDITIONAL),
        derivation=_derivation_from_proto(entry.derivation) if entry.HasField("derivation") else None,
        citation=entry.citation if entry.HasField("citation") else None,
        counts=_COUNTED_READ.get(entry.counts),
        inputs=tuple(
            FactInput(metric=each.metric, start_date=each.start_date, end_date=each.end_date) for each in entry.inputs
        ),
    )


def verdict_to_proto(verdict: Verdict) -> "common.Verdict.ValueType":
    return _VERDICTS[verdict]


def verdict_from_proto(verdict: "common.Verdict.ValueType") -> Verdict:
    """A verdict that is not known rejects."""
    return _VERDICTS_READ.get(verdict, Verdict.REJECTED)


def finding_kind_to_proto(kind: FindingKind | None) -> "common.FindingKind.ValueType":
    return _FINDING_KINDS[kind] if kind is not None else common.FINDING_KIND_UNSPECIFIED


def finding_kind_from_proto(kind: "common.FindingKind.ValueType") -> FindingKind | None:
    """None for unspecified and for kinds of a newer contract."""
    return _FINDING_KINDS_READ.get(kind)


def checked_to_proto(finding: Finding, found: FindingSummary) -> common.CheckedFinding:
    """A finding with what the validator made of it, for those who speak after it."""
    return common.CheckedFinding(
        finding=common.Finding.FromString(finding.payload),
        verdict=verdict_to_proto(found.verdict),
        reason=found.reason,
        mechanism=found.mechanism,
        strategy=found.strategy,
        has_reading=bool(found.reading_keys),
    )


def history_to_proto(messages: tuple[Message, ...]) -> list[common.Message]:
    return [_message_to_proto(message) for message in messages]


def event_to_proto(event_id: int, event: TurnEvent) -> pb.TurnEvent:
    """The public event with its id."""
    proto = pb.TurnEvent(id=event_id)
    match event:
        case TurnStarted():
            proto.turn_started.CopyFrom(pb.TurnStarted(turn_id=event.turn_id, at=_timestamp(event.at)))
        case AgentStarted():
            started = pb.AgentStarted(agent=event.agent.value, at=_timestamp(event.at), question=event.question)
            proto.agent_started.CopyFrom(started)
        case AgentThought():
            proto.agent_thought.CopyFrom(pb.AgentThought(agent=event.agent.value, delta=event.delta))
        case AgentCompleted():
            proto.agent_completed.CopyFrom(_agent_completed(event))
        case ValidatorReport():
            _copy_report(event, proto)
        case CostWarning():
            proto.cost_warning.CopyFrom(_cost_warning(event))
        case FactCheck():
            proto.fact_check.CopyFrom(_fact_check(event))
        case TurnCompleted():
            completed = pb.TurnCompleted(turn_id=event.turn_id, result=result_to_proto(event.result))
            proto.turn_completed.CopyFrom(completed)
        case TurnFailed():
            proto.turn_failed.CopyFrom(pb.TurnFailed(turn_id=event.turn_id, error=_error_to_proto(event.error)))
        case _:
            assert_never(event)
    return proto


def _copy_report(report: ValidatorReport, proto: pb.TurnEvent) -> None:
    match report.part:
        case ReportPart.GATE:
            proto.validator_gate.CopyFrom(validator.GateResult.FromString(report.payload))
        case ReportPart.CRITIC:
            proto.validator_critic.CopyFrom(validator.CriticResult.FromString(report.payload))
        case ReportPart.ASSESSMENT:
            proto.validator_assessment.CopyFrom(validator.AssessmentResult.FromString(report.payload))
        case _:
            assert_never(report.part)


def _cost_warning(event: CostWarning) -> pb.CostWarning:
    return pb.CostWarning(cost_usd=event.cost_usd, threshold_usd=event.threshold_usd, at=_timestamp(event.at))


def _agent_completed(event: AgentCompleted) -> pb.AgentCompleted:
    return pb.AgentCompleted(
        agent=event.agent.value,
        at=_timestamp(event.at),
        duration_ms=event.duration_ms,
        cost_usd=event.cost_usd,
        output_summary=event.output_summary,
        technique_ids=event.technique_ids,
    )


def _fact_check(event: FactCheck) -> pb.FactCheck:
    return pb.FactCheck(
        issues=[
            pb.FactCheckIssue(value=issue.value, token=issue.token, severity="warn", action=issue.action)
            for issue in event.issues
        ]
    )


def _derivation_to_proto(derivation: Derivation) -> common.Derivation:
    return common.Derivation(operation=_OPERATIONS[derivation.operation], operands=derivation.operands)


def _derivation_from_proto(proto: common.Derivation) -> Derivation | None:
    operation = _OPERATIONS_READ.get(proto.operation)
    return Derivation(operation=operation, operands=tuple(proto.operands)) if operation is not None else None


def _error_to_proto(error: TurnError) -> pb.TurnError:
    return pb.TurnError(code=error.code, message=error.message, request_id=error.request_id)


def _message_from_proto(message: common.Message) -> Message | None:
    if message.role == common.ROLE_USER:
        return Message(role="user", content=message.content)
    if message.role == common.ROLE_ASSISTANT:
        return Message(role="assistant", content=message.content)
    return None


def _message_to_proto(message: Message) -> common.Message:
    role = common.ROLE_USER if message.role == "user" else common.ROLE_ASSISTANT
    return common.Message(role=role, content=message.content)


def _timestamp(at: datetime) -> Timestamp:
    proto = Timestamp()
    proto.FromDatetime(at.astimezone(UTC))
    return proto
