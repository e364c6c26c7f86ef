"""The investigator, over gRPC: first what to look at, then, when that was computed and checked, the briefing."""

from collections.abc import AsyncIterator, Mapping
from typing import Final

import grpc

from amy.api.investigator.v1 import investigator_pb2 as pb
from amy.api.investigator.v1 import investigator_pb2_grpc
from services.orchestrator import wire
from services.orchestrator.adapters.peers.narrating import updates
from services.orchestrator.domain.evidence import AgentStatus
from services.orchestrator.domain.steps import Checked, EarlierTest, Wanted
from services.orchestrator.ports.peers import AgentTask, AgentUpdate, Completed

SERVICE: Final = pb.DESCRIPTOR.services_by_name["InvestigatorService"]

_STATUSES: Final[Mapping["pb.Status.ValueType", AgentStatus]] = {
    pb.STATUS_ANSWERED: AgentStatus.ANSWERED,
    pb.STATUS_DECLINED: AgentStatus.DECLINED,
    pb.STATUS_FAILED: AgentStatus.FAILED,
}
_LOOKED: Final = "It looked for what stands out."
_BRIEFED: Final = "It wrote the briefing."


class Investigator:
    """A `Specialist` that speaks last."""

    def __init__(self, channel: grpc.aio.Channel, *, timeout_s: float) -> None:
        self._stub = investigator_pb2_grpc.InvestigatorServiceStub(channel)
        self._timeout_s = timeout_s

    async def run(self, task: AgentTask) -> AsyncIterator[AgentUpdate]:
        if task.checked is None:
            looked = self._stub.Investigate(_investigate(task), timeout=self._timeout_s)
            async for update in updates(looked, lambda response: _looked(response.completed)):
                yield update
        else:
            briefed = self._stub.Brief(_brief(task, task.checked), timeout=self._timeout_s)
            async for update in updates(briefed, lambda response: _briefed(response.completed)):
                yield update


def _investigate(task: AgentTask) -> pb.InvestigateRequest:
    return pb.InvestigateRequest(
        user_id=task.user_id,
        question=task.question,
        history=wire.history_to_proto(task.history),
        memory_summary=task.memory_markdown,
        tested=map(_earlier, task.tested),
        without_biomarkers=not task.biomarkers,
    )


def _earlier(test: EarlierTest) -> pb.EarlierTest:
    kind = wire.finding_kind_to_proto(test.kind)
    return pb.EarlierTest(kind=kind, feature=test.feature, target=test.target, lag_days=test.lag_days)


def _looked(proto: pb.InvestigateCompleted) -> Completed:
    """A status that is not known counts as failed. All of it is its notes: it keeps nothing between its two halves."""
    questions = tuple(each.question.SerializeToString() for each in proto.hypotheses)
    said_back = "; ".join(each.title for each in proto.hypotheses)
    return Completed(
        status=_STATUSES.get(proto.status, AgentStatus.FAILED),
        answer=_LOOKED,
        draft="",
        findings=(),
        wanted=Wanted(said_back=said_back, questions=questions, notes=proto.SerializeToString()),
    )


def _brief(task: AgentTask, checked: Checked) -> pb.BriefRequest:
    before = next((each.content for each in reversed(task.history) if each.role == "assistant"), "")
    return pb.BriefRequest(
        user_id=task.user_id,
        question=task.question,
        investigated=pb.InvestigateCompleted.FromString(checked.notes),
        findings=[wire.checked_to_proto(finding, found) for finding, found in checked.findings],
        fact_sheet=map(wire.fact_to_proto, checked.fact_sheet),
        said_before=before,
    )


def _briefed(proto: pb.BriefCompleted) -> Completed:
    """A briefing that was declined is still one: it says what could be seen."""
    status = _STATUSES.get(proto.status, AgentStatus.FAILED)
    return Completed(
        status=AgentStatus.ANSWERED if proto.draft else status,
        answer=_BRIEFED,
        draft=proto.draft,
        findings=(),
    )
