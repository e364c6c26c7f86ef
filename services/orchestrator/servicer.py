"""The orchestrator on the wire: decode, delegate, encode."""

from collections.abc import AsyncIterator
from functools import partial

from amy.api.orchestrator.v1 import orchestrator_pb2 as pb
from amy.api.orchestrator.v1 import orchestrator_pb2_grpc
from amy.runtime.server import GrpcApp
from amy.runtime.storage import Storage
from services.orchestrator import wire
from services.orchestrator.app.erasing import Erasing
from services.orchestrator.app.orchestrator import Orchestrator
from services.orchestrator.app.turns import Turns


class OrchestratorServicer(orchestrator_pb2_grpc.OrchestratorServiceServicer):
    def __init__(self, turns: Turns, erasing: Erasing) -> None:
        self._turns = turns
        self._erasing = erasing

    async def CreateTurn(self, request: pb.CreateTurnRequest, _context: object) -> pb.CreateTurnResponse:
        return wire.created_to_proto(
            await self._turns.create(
                request.user_id,
                messages=wire.messages_from_proto(request),
                context=wire.context_from_proto(request),
                request_id=request.request_id,
                turn_id=request.turn_id,
            )
        )

    async def GetTurn(self, request: pb.GetTurnRequest, _context: object) -> pb.GetTurnResponse:
        return wire.found_to_proto(await self._turns.get(request.user_id, request.turn_id))

    async def ListTurns(self, request: pb.ListTurnsRequest, _context: object) -> pb.ListTurnsResponse:
        return wire.page_to_proto(
            await self._turns.list(request.user_id, limit=request.page_size, cursor=request.page_token)
        )

    async def StreamTurn(self, request: pb.StreamTurnRequest, _context: object) -> AsyncIterator[pb.StreamTurnResponse]:
        stored = self._turns.stream(request.user_id, request.turn_id, after_event_id=request.after_event_id)
        async for events in stored:
            yield wire.stored_to_proto(events)

    async def EraseUser(self, request: pb.EraseUserRequest, _context: object) -> pb.EraseUserResponse:
        return wire.erased_to_proto(await self._erasing.erase(request.user_id))


def served(orchestrator: Orchestrator, storage: Storage | None = None) -> GrpcApp:
    """The orchestrator as a gRPC service, healthy while its database can be used."""
    add = orchestrator_pb2_grpc.add_OrchestratorServiceServicer_to_server
    return GrpcApp(
        descriptor=pb.DESCRIPTOR.services_by_name["OrchestratorService"],
        register=partial(add, OrchestratorServicer(orchestrator.turns, orchestrator.erasing)),
        behind=orchestrator.behind,
        start=orchestrator.life.start,
        warm=orchestrator.life.warm,
        storage=storage,
        stop=orchestrator.life.stop,
    )
