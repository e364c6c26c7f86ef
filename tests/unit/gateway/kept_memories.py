"""A memory service that keeps entries in memory, and does nothing else."""

from google.protobuf.timestamp_pb2 import Timestamp

from amy.api.memory.v1 import memory_pb2 as memory
from amy.api.memory.v1 import memory_pb2_grpc as memory_grpc
from amy.runtime import errors
from amy.runtime.ids import new_id


class Memory(memory_grpc.MemoryServiceServicer):
    def __init__(self) -> None:
        self.refuse: errors.ServiceError | None = None
        self.entries: dict[str, list[memory.Memory]] = {}
        self.listed: list[memory.ListMemoriesRequest] = []

    async def CreateMemory(  # noqa: N802
        self, request: memory.CreateMemoryRequest, context: object
    ) -> memory.CreateMemoryResponse:
        entry = memory.Memory(
            id=new_id("mem"),
            text=request.text,
            category=request.category,
            created_at=Timestamp(seconds=1779704073),
            confidence=request.confidence,
        )
        self.entries.setdefault(request.user_id, []).insert(0, entry)
        return memory.CreateMemoryResponse(memory=entry)

    async def ListMemories(  # noqa: N802
        self, request: memory.ListMemoriesRequest, context: object
    ) -> memory.ListMemoriesResponse:
        self.listed.append(request)
        entries = self.entries.get(request.user_id, [])
        begin = int(request.page_token or 0)
        end = begin + request.page_size
        return memory.ListMemoriesResponse(
            memories=entries[begin:end], next_page_token=str(end) if end < len(entries) else ""
        )

    async def DeleteMemory(  # noqa: N802
        self, request: memory.DeleteMemoryRequest, context: object
    ) -> memory.DeleteMemoryResponse:
        mine = self.entries.get(request.user_id, [])
        kept = [entry for entry in mine if entry.id != request.memory_id]
        if len(kept) == len(mine):
            raise errors.MemoryNotFoundError("There is no such memory.")
        self.entries[request.user_id] = kept
        return memory.DeleteMemoryResponse()

    async def EraseUser(self, request: memory.EraseUserRequest, context: object) -> memory.EraseUserResponse:  # noqa: N802
        if self.refuse is not None:
            raise self.refuse
        return memory.EraseUserResponse(memories=len(self.entries.pop(request.user_id, [])))
