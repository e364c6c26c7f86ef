"""What agents say on the way to their answer is read alike, whoever says it."""

from collections.abc import AsyncIterator, Sequence

import pytest

from amy.api.common.v1 import common_pb2 as common
from amy.api.data_science.v1 import data_science_pb2 as ds
from amy.api.domain_expert.v1 import domain_expert_pb2 as de
from services.orchestrator.adapters.peers.narrating import updates
from services.orchestrator.domain.evidence import AgentStatus
from services.orchestrator.ports.peers import Completed, Thought, ToolUse

END = Completed(status=AgentStatus.ANSWERED, answer="", draft="", findings=())
ANALYSIS = [
    ds.AnalyzeResponse(thought=common.Thought(delta=" so ")),
    ds.AnalyzeResponse(tool_call=common.ToolCall(id="1", tool="sandbox")),
    ds.AnalyzeResponse(tool_result=common.ToolResult(call_id="1", success=True)),
    ds.AnalyzeResponse(tool_result=common.ToolResult(call_id="2", success=False)),
    ds.AnalyzeResponse(),
    ds.AnalyzeResponse(completed=ds.AnalysisCompleted()),
]


async def told(responses: Sequence[ds.AnalyzeResponse | de.ConsultResponse]) -> list[object]:
    async def stream() -> AsyncIterator[ds.AnalyzeResponse | de.ConsultResponse]:
        for response in responses:
            yield response

    return [update async for update in updates(stream(), lambda _response: END)]


@pytest.mark.parametrize(
    "responses", [ANALYSIS, [de.ConsultResponse.FromString(each.SerializeToString()) for each in ANALYSIS]]
)
async def test_both_streams_are_read_alike_and_unknown_events_passed_over(
    responses: Sequence[ds.AnalyzeResponse | de.ConsultResponse],
) -> None:
    assert await told(responses) == [Thought(delta=" so "), ToolUse(success=True), ToolUse(success=False), END]
