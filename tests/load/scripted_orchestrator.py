"""An orchestrator that only streams: as fast as it is read for user `flood`, one event and then silence for `hold`.

Run as a program: `python -m tests.load.scripted_orchestrator 127.0.0.1:PORT EVENTS`.
"""

import asyncio
import sys
from collections.abc import AsyncIterator

from amy.api.orchestrator.v1 import orchestrator_pb2 as orchestrator
from amy.api.orchestrator.v1 import orchestrator_pb2_grpc as orchestrator_grpc
from amy.runtime.logs import configure_logs
from amy.runtime.server import GrpcApp, serve
from amy.runtime.settings import ServiceSettings

SERVICE = orchestrator.DESCRIPTOR.services_by_name["OrchestratorService"]


class Settings(ServiceSettings):
    service = "scripted_orchestrator"


class Scripted(orchestrator_grpc.OrchestratorServiceServicer):
    def __init__(self, events: int) -> None:
        self._events = events

    async def StreamTurn(  # noqa: N802, gRPC's name
        self, request: orchestrator.StreamTurnRequest, context: object
    ) -> AsyncIterator[orchestrator.StreamTurnResponse]:
        if request.user_id == "hold":
            yield thought(1)
            await asyncio.Event().wait()
        for number in range(1, self._events):
            yield thought(number)
        done = orchestrator.TurnCompleted(
            turn_id=request.turn_id, result=orchestrator.TurnResult(answer="Done.", duration_ms=1)
        )
        yield orchestrator.StreamTurnResponse(event=orchestrator.TurnEvent(id=self._events, turn_completed=done))


def thought(number: int) -> orchestrator.StreamTurnResponse:
    delta = orchestrator.AgentThought(agent="data_science", delta="Looking at your daily summary table, ")
    return orchestrator.StreamTurnResponse(event=orchestrator.TurnEvent(id=number, agent_thought=delta))


async def main(listen: str, events: int) -> None:
    configure_logs(level="WARNING", service="scripted_orchestrator")
    app = GrpcApp(
        descriptor=SERVICE,
        register=lambda server: orchestrator_grpc.add_OrchestratorServiceServicer_to_server(
            Scripted(events),  # type: ignore[abstract]  # streams only
            server,
        ),
    )
    await serve(app, settings=Settings(listen=listen), ready=lambda _: None, stop=asyncio.Event())


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
