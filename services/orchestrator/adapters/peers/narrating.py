"""What every agent's stream says on the way to its answer, and how it ends."""

from collections.abc import AsyncIterable, AsyncIterator, Callable
from typing import Literal, Protocol, TypeVar

from amy.api.common.v1 import common_pb2 as common
from amy.runtime.usage import SaysUsage, enter_usage
from services.orchestrator.ports.peers import AgentUpdate, Completed, Thought, ToolUse


class AgentResponse(Protocol):
    """A message of an agent's stream: one `event` of `thought`, `tool_call`, `tool_result` and `completed`."""

    @property
    def thought(self) -> common.Thought: ...

    @property
    def completed(self) -> SaysUsage: ...

    @property
    def tool_result(self) -> common.ToolResult: ...

    def WhichOneof(self, oneof_group: Literal["event"], /) -> str | None: ...  # noqa: N802, protobuf's name


_R = TypeVar("_R", bound=AgentResponse)


async def updates(responses: AsyncIterable[_R], completed: Callable[[_R], Completed]) -> AsyncIterator[AgentUpdate]:
    """The stream as a `Specialist` tells it; events of a newer contract are passed over.

    Args:
        responses: the stream of the agent's RPC.
        completed: reads the end of the run, which is different for each agent.
    """
    async for response in responses:
        match response.WhichOneof("event"):
            case "thought":
                yield Thought(delta=response.thought.delta)
            case "tool_result":
                yield ToolUse(success=response.tool_result.success)
            case "completed":
                enter_usage(response.completed)
                yield completed(response)
