"""What each service behind keeps of a user, deleted over gRPC."""

from collections.abc import Mapping
from typing import Final

import grpc

from amy.api.domain_expert.v1 import domain_expert_pb2 as expert
from amy.api.domain_expert.v1 import domain_expert_pb2_grpc as expert_grpc
from amy.api.health_data.v1 import health_data_pb2 as health
from amy.api.health_data.v1 import health_data_pb2_grpc as health_grpc
from amy.api.memory.v1 import memory_pb2 as memory
from amy.api.memory.v1 import memory_pb2_grpc as memory_grpc
from amy.api.orchestrator.v1 import orchestrator_pb2 as orchestrator
from amy.api.orchestrator.v1 import orchestrator_pb2_grpc as orchestrator_grpc
from gateway.ports import Eraser

_TIMEOUT_S: Final = 120.0
"""Turns under way have to end, also those of an orchestrator that is found dead, and a file to be rewritten."""


def erasers(
    *,
    turns: grpc.aio.Channel,
    health_data: grpc.aio.Channel,
    documents: grpc.aio.Channel | None,
    memories: grpc.aio.Channel,
) -> tuple[Eraser, ...]:
    """Of every service that keeps something of users, in the order to go by: a turn under way writes to memory."""
    first = (_Turns(turns), _HealthData(health_data))
    return (*first, *((_Documents(documents),) if documents else ()), _Memories(memories))


class _Turns:
    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._stub = orchestrator_grpc.OrchestratorServiceStub(channel)

    async def erase(self, user_id: str) -> Mapping[str, int]:
        erased = await self._stub.EraseUser(orchestrator.EraseUserRequest(user_id=user_id), timeout=_TIMEOUT_S)
        return {"turns": erased.turns, "turn_events": erased.events}


class _HealthData:
    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._stub = health_grpc.HealthDataServiceStub(channel)

    async def erase(self, user_id: str) -> Mapping[str, int]:
        erased = await self._stub.EraseUser(health.EraseUserRequest(user_id=user_id), timeout=_TIMEOUT_S)
        return {
            "measured_values": erased.values,
            "activities": erased.activities,
            "biomarkers": erased.biomarkers,
            "imports": erased.imports,
            "entries": erased.entries,
            "uploads": erased.uploads,
        }


class _Documents:
    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._stub = expert_grpc.DomainExpertServiceStub(channel)

    async def erase(self, user_id: str) -> Mapping[str, int]:
        erased = await self._stub.EraseUser(expert.EraseUserRequest(user_id=user_id), timeout=_TIMEOUT_S)
        return {"documents": erased.documents}


class _Memories:
    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._stub = memory_grpc.MemoryServiceStub(channel)

    async def erase(self, user_id: str) -> Mapping[str, int]:
        erased = await self._stub.EraseUser(memory.EraseUserRequest(user_id=user_id), timeout=_TIMEOUT_S)
        return {"memories": erased.memories}
