"""The memory service on the wire: decode, delegate, encode."""

from amy.api.memory.v1 import memory_pb2 as pb
from amy.api.memory.v1 import memory_pb2_grpc
from services.memory import wire
from services.memory.app import MemoryApp


class MemoryServicer(memory_pb2_grpc.MemoryServiceServicer):
    def __init__(self, app: MemoryApp) -> None:
        self._app = app

    async def CreateMemory(self, request: pb.CreateMemoryRequest, _context: object) -> pb.CreateMemoryResponse:
        return wire.created_to_proto(
            await self._app.create(
                request.user_id,
                text=request.text,
                category=wire.category_from_proto(request.category),
                confidence=wire.confidence_from_proto(request),
            )
        )

    async def ListMemories(self, request: pb.ListMemoriesRequest, _context: object) -> pb.ListMemoriesResponse:
        return wire.page_to_proto(
            await self._app.list(
                request.user_id,
                wire.selection_from_proto(request),
                limit=request.page_size,
                cursor=request.page_token,
            )
        )

    async def DeleteMemory(self, request: pb.DeleteMemoryRequest, _context: object) -> pb.DeleteMemoryResponse:
        await self._app.delete(request.user_id, request.memory_id)
        return pb.DeleteMemoryResponse()

    async def DeleteMemories(self, request: pb.DeleteMemoriesRequest, _context: object) -> pb.DeleteMemoriesResponse:
        return pb.DeleteMemoriesResponse(
            deleted=await self._app.delete_many(request.user_id, wire.deletion_from_proto(request))
        )

    async def EraseUser(self, request: pb.EraseUserRequest, _context: object) -> pb.EraseUserResponse:
        return pb.EraseUserResponse(memories=await self._app.erase(request.user_id))

    async def Summarize(self, request: pb.SummarizeRequest, _context: object) -> pb.SummarizeResponse:
        return wire.summary_to_proto(await self._app.summarize(request.user_id, max_entries=request.max_entries))

    async def RecordTurn(self, request: pb.RecordTurnRequest, _context: object) -> pb.RecordTurnResponse:
        return wire.recorded_to_proto(
            await self._app.record_turn(
                request.user_id,
                request.turn_id,
                facts=wire.facts_from_proto(request.extracted),
                claims=wire.claims_from_proto(request.tested),
                outdated_subjects=request.outdated_subjects,
            )
        )

    async def ListTestedHypotheses(
        self, request: pb.ListTestedHypothesesRequest, _context: object
    ) -> pb.ListTestedHypothesesResponse:
        return wire.tested_page_to_proto(
            await self._app.list_tested(request.user_id, limit=request.page_size, cursor=request.page_token)
        )
