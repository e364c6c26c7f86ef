"""The health coach, over gRPC: first what it wants to know, then, when that was computed and checked, what it says."""

from collections.abc import AsyncIterator, Mapping
from typing import Final

import grpc
from google.protobuf.timestamp_pb2 import Timestamp

from amy.api.common.v1 import common_pb2 as common
from amy.api.health_coach.v1 import health_coach_pb2 as pb
from amy.api.health_coach.v1 import health_coach_pb2_grpc
from amy.runtime.usage import enter_usage
from services.orchestrator import wire
from services.orchestrator.adapters.peers.narrating import updates
from services.orchestrator.domain.evidence import AgentStatus, Citation, Fact, Verdict
from services.orchestrator.domain.notes import MemoryNote
from services.orchestrator.domain.plan import ExtractedMemory, MemoryKind
from services.orchestrator.domain.steps import Checked, Wanted
from services.orchestrator.ports.peers import AgentTask, AgentUpdate, Completed

SERVICE: Final = pb.DESCRIPTOR.services_by_name["HealthCoachService"]
IDEMPOTENT: Final = ("Prepare",)

_STATUSES: Final[Mapping["pb.Status.ValueType", AgentStatus]] = {
    pb.STATUS_ANSWERED: AgentStatus.ANSWERED,
    pb.STATUS_DECLINED: AgentStatus.DECLINED,
    pb.STATUS_FAILED: AgentStatus.FAILED,
}
_PREPARED: Final = "It said which of the person's numbers it needs."
_COACHED: Final = "It answered."
_PROPOSED: Final = "proposal"
"""The source of a number that nobody measured."""
_GOAL_SUBJECT: Final = "agreed goal"
"""A goal that is agreed on replaces the one before it about the same."""


class HealthCoach:
    """A `Specialist` that speaks last. It is told no finding of which nothing may be told."""

    def __init__(self, channel: grpc.aio.Channel, *, timeout_s: float) -> None:
        self._stub = health_coach_pb2_grpc.HealthCoachServiceStub(channel)
        self._timeout_s = timeout_s

    async def run(self, task: AgentTask) -> AsyncIterator[AgentUpdate]:
        checked = task.checked
        if checked is None:
            prepared = await self._stub.Prepare(_prepare(task), timeout=self._timeout_s)
            enter_usage(prepared)
            yield _prepared(prepared)
        else:
            coached = self._stub.Coach(_coach(task, checked), timeout=self._timeout_s)
            async for update in updates(coached, lambda response: _coached(response.completed, checked)):
                yield update


def _prepare(task: AgentTask) -> pb.PrepareRequest:
    return pb.PrepareRequest(
        user_id=task.user_id,
        message=task.question,
        history=wire.history_to_proto(task.history),
        memories=map(_remembered, task.memories),
    )


def _remembered(note: MemoryNote) -> pb.Remembered:
    created_at = Timestamp()
    if note.created_at is not None:
        created_at.FromDatetime(note.created_at)
    return pb.Remembered(
        id=note.id,
        kind=note.kind.value,
        text=note.text,
        created_at=created_at,
        goal=None if note.goal is None else common.Goal.FromString(note.goal),
    )


def _prepared(proto: pb.PrepareResponse) -> Completed:
    questions = tuple(question.SerializeToString() for question in proto.questions)
    return Completed(
        status=AgentStatus.ANSWERED,
        answer=_PREPARED,
        draft="",
        findings=(),
        wanted=Wanted(said_back=proto.said_back, questions=questions),
    )


def _coach(task: AgentTask, checked: Checked) -> pb.CoachRequest:
    return pb.CoachRequest(
        user_id=task.user_id,
        message=task.question,
        history=wire.history_to_proto(task.history),
        memories=map(_remembered, task.memories),
        findings=[wire.checked_to_proto(finding, found) for finding, found in checked.findings],
        fact_sheet=map(wire.fact_to_proto, checked.fact_sheet),
    )


def _coached(proto: pb.CoachCompleted, checked: Checked) -> Completed:
    """A status that is not known counts as failed."""
    return Completed(
        status=_STATUSES.get(proto.status, AgentStatus.FAILED),
        answer=_COACHED,
        draft=proto.draft,
        findings=(),
        citations=tuple(
            Citation(title=one.title, publisher=one.publisher, url=one.url, doi="", text="") for one in proto.sources
        ),
        proposals=_proposals(proto, checked),
        agreed=_agreed(proto.agreed) if proto.HasField("agreed") else None,
        technique_ids=tuple(proto.technique_ids),
    )


def _proposals(proto: pb.CoachCompleted, checked: Checked) -> tuple[Fact, ...]:
    """What it proposes; of what is to be capped by the person's own level only that which has one that may be told."""
    on_sheet = {fact.claim for fact in checked.fact_sheet}
    return tuple(
        Fact(
            claim=each.claim,
            value=each.value,
            unit=each.unit or None,
            source=_PROPOSED,
            n=None,
            window=None,
            verdict=Verdict.VALIDATED,
        )
        for each in proto.proposals
        if each.claim not in on_sheet and (not each.capped_by or each.capped_by in on_sheet)
    )


def _agreed(goal: common.Goal) -> ExtractedMemory:
    about = goal.metric or goal.behaviour
    return ExtractedMemory(
        kind=MemoryKind.GOAL,
        text=goal.behaviour,
        confidence=1.0,
        subject=f"{_GOAL_SUBJECT}: {about}",
        goal=goal.SerializeToString(deterministic=True),
    )
