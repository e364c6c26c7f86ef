"""The data-science agent, over gRPC."""

from collections.abc import AsyncIterator, Mapping
from typing import Final

import grpc

from amy.api.data_science.v1 import data_science_pb2 as pb
from amy.api.data_science.v1 import data_science_pb2_grpc
from amy.api.query.v1 import query_pb2 as query
from amy.runtime.together import one_by_one
from services.orchestrator import wire
from services.orchestrator.adapters.peers.narrating import updates
from services.orchestrator.domain.evidence import AgentStatus
from services.orchestrator.domain.pictures import Picture
from services.orchestrator.domain.steps import Finding
from services.orchestrator.ports.peers import AgentTask, AgentUpdate, Completed

SERVICE: Final = pb.DESCRIPTOR.services_by_name["DataScienceService"]

_STATUSES: Final[Mapping["pb.Status.ValueType", AgentStatus]] = {
    pb.STATUS_ANSWERED: AgentStatus.ANSWERED,
    pb.STATUS_DECLINED: AgentStatus.DECLINED,
    pb.STATUS_FAILED: AgentStatus.FAILED,
}


class DataScientist:
    """A `Specialist`. Its findings stay sealed: only the validator opens them."""

    def __init__(self, channel: grpc.aio.Channel, *, timeout_s: float) -> None:
        self._stub = data_science_pb2_grpc.DataScienceServiceStub(channel)
        self._timeout_s = timeout_s

    async def run(self, task: AgentTask) -> AsyncIterator[AgentUpdate]:
        request = pb.AnalyzeRequest(
            user_id=task.user_id,
            question=task.question,
            finding_prefix=task.finding_prefix,
            max_debug_rounds=0 if task.follow_up else None,
            memory_summary=task.memory_markdown,
            history=wire.history_to_proto(task.history),
            questions=map(query.Question.FromString, task.questions),
            without_biomarkers=not task.biomarkers,
        )
        responses = one_by_one(self._stub.Analyze(request, timeout=self._timeout_s))
        async for update in updates(responses, lambda response: _completed(response.completed)):
            yield update


def _completed(proto: pb.AnalysisCompleted) -> Completed:
    """A status that is not known counts as failed."""
    return Completed(
        status=_STATUSES.get(proto.status, AgentStatus.FAILED),
        answer=proto.answer,
        draft=proto.draft,
        findings=tuple(Finding(id=finding.id, payload=finding.SerializeToString()) for finding in proto.findings),
        pictures=tuple(
            Picture(finding_ids=tuple(one.finding_ids), title=one.title, vega_lite=one.vega_lite)
            for one in proto.pictures
        ),
    )
