"""The services behind the gateway, over gRPC."""

import asyncio
import itertools
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Final

import grpc
from google.protobuf.descriptor import ServiceDescriptor
from grpc_health.v1 import health_pb2, health_pb2_grpc

from amy.api.data_science.v1 import data_science_pb2 as data_science
from amy.api.health_coach.v1 import health_coach_pb2 as health_coach
from amy.api.investigator.v1 import investigator_pb2 as investigator
from amy.api.memory.v1 import memory_pb2 as memory
from amy.api.memory.v1 import memory_pb2_grpc as memory_grpc
from amy.api.orchestrator.v1 import orchestrator_pb2 as orchestrator
from amy.api.orchestrator.v1 import orchestrator_pb2_grpc as orchestrator_grpc
from amy.api.validator.v1 import validator_pb2 as validator
from amy.runtime.channel import connect, connect_for_streams
from amy.runtime.errors import ServiceError
from amy.runtime.mesh import Mesh
from amy.runtime.streaming import Streaming
from gateway import wire
from gateway.adapters import documents, health_data
from gateway.adapters.erasers import erasers
from gateway.domain import model
from gateway.domain.event import Event
from gateway.ports import Upstream

_ORCHESTRATOR: Final = orchestrator.DESCRIPTOR.services_by_name["OrchestratorService"]
_STREAM: Final = f"{_ORCHESTRATOR.full_name}/StreamTurn"
_MEMORY: Final = memory.DESCRIPTOR.services_by_name["MemoryService"]
_DATA_SCIENCE: Final = data_science.DESCRIPTOR.services_by_name["DataScienceService"]
_HEALTH_COACH: Final = health_coach.DESCRIPTOR.services_by_name["HealthCoachService"]
_INVESTIGATOR: Final = investigator.DESCRIPTOR.services_by_name["InvestigatorService"]
_VALIDATOR: Final = validator.DESCRIPTOR.services_by_name["ValidatorService"]
_PROBE_TIMEOUT_S: Final = 2.0


@dataclass(frozen=True, kw_only=True)
class Connection:
    """Where the services are, and how long each kind of call may take."""

    orchestrator_address: str
    memory_address: str
    health_data_address: str
    domain_expert_address: str
    """Empty: there is no domain expert to call."""
    mesh: Mesh
    docs_url: str
    timeout_s: float
    import_timeout_s: float
    stream_timeout_s: float
    stream_channels: int


class GrpcTurns:
    """The orchestrator.

    Args:
        channel: for the calls that are no streams.
        stream_channels: open streams are spread over these; each has a connection of its own, since a connection
            drops streams when very many are opened on it at once.
    """

    def __init__(
        self,
        channel: grpc.aio.Channel,
        stream_channels: Sequence[grpc.aio.Channel],
        to: Connection,
    ) -> None:
        self._stub = orchestrator_grpc.OrchestratorServiceStub(channel)
        streams = [Streaming(each, _STREAM, self._events, mesh=to.mesh) for each in stream_channels]
        self._streams = itertools.cycle(streams)
        self._docs_url = to.docs_url
        self._timeout_s = to.timeout_s
        self._stream_timeout_s = to.stream_timeout_s

    async def create(self, user_id: str, new: model.NewTurn, *, request_id: str, turn_id: str) -> model.Turn:
        request = wire.create_turn_request(user_id, new, request_id=request_id, turn_id=turn_id)
        response = await self._stub.CreateTurn(request, timeout=self._timeout_s)
        return wire.turn(response.turn, self._docs_url)

    async def get(self, user_id: str, turn_id: str) -> model.Turn:
        request = orchestrator.GetTurnRequest(user_id=user_id, turn_id=turn_id)
        response = await self._stub.GetTurn(request, timeout=self._timeout_s)
        return wire.turn(response.turn, self._docs_url)

    async def list(self, user_id: str, page: model.PageQuery) -> model.TurnPage:
        request = orchestrator.ListTurnsRequest(user_id=user_id, page_size=page.limit, page_token=page.cursor)
        response = await self._stub.ListTurns(request, timeout=self._timeout_s)
        return wire.turn_page(response, self._docs_url)

    def events(self, user_id: str, turn_id: str, after: int) -> AsyncGenerator[Event]:
        request = orchestrator.StreamTurnRequest(user_id=user_id, turn_id=turn_id, after_event_id=after)
        return next(self._streams).read(request, timeout_s=self._stream_timeout_s)

    def _events(self, response: bytes) -> Sequence[Event]:
        told = orchestrator.StreamTurnResponse.FromString(response)
        return [wire.event(event, self._docs_url) for event in (told.event, *told.following)]


class GrpcMemories:
    """The memory service."""

    def __init__(self, channel: grpc.aio.Channel, *, timeout_s: float) -> None:
        self._stub = memory_grpc.MemoryServiceStub(channel)
        self._timeout_s = timeout_s

    async def create(self, user_id: str, new: model.NewMemory) -> model.Memory:
        request = wire.create_memory_request(user_id, new)
        response = await self._stub.CreateMemory(request, timeout=self._timeout_s)
        return wire.memory_entry(response.memory)

    async def list(self, user_id: str, query: model.MemoryQuery) -> model.MemoryPage:
        request = wire.list_memories_request(user_id, query)
        response = await self._stub.ListMemories(request, timeout=self._timeout_s)
        return wire.memory_page(response)

    async def delete(self, user_id: str, memory_id: str) -> None:
        request = memory.DeleteMemoryRequest(user_id=user_id, memory_id=memory_id)
        await self._stub.DeleteMemory(request, timeout=self._timeout_s)


@dataclass(frozen=True, kw_only=True)
class Probed:
    """A service of the system: whom to ask, and about what.

    Attributes:
        reflected: its proto name, where another service says how it is; empty: it is asked itself.
    """

    channel: grpc.aio.Channel
    reflected: str = ""


class GrpcProbes:
    """Asks by gRPC's health protocol: the services that the gateway calls, and through the orchestrator the others."""

    def __init__(self, services: Mapping[str, Probed]) -> None:
        self._services = {
            name: (health_pb2_grpc.HealthStub(each.channel), each.reflected) for name, each in services.items()
        }

    async def serving(self) -> Mapping[str, bool]:
        states = await asyncio.gather(*(self._serves(*each) for each in self._services.values()))
        return {name: state for name, state in zip(self._services, states, strict=True) if state is not None}

    async def _serves(self, stub: health_pb2_grpc.HealthStub, reflected: str) -> bool | None:
        """None: there is no such service in this system."""
        try:
            response = await stub.Check(health_pb2.HealthCheckRequest(service=reflected), timeout=_PROBE_TIMEOUT_S)
        except ServiceError as error:
            cause = error.__cause__
            absent = isinstance(cause, grpc.aio.AioRpcError) and cause.code() is grpc.StatusCode.NOT_FOUND
            return None if absent else False
        return bool(response.status == health_pb2.HealthCheckResponse.SERVING)


@asynccontextmanager
async def connected(to: Connection) -> AsyncIterator[Upstream]:
    """Channels to every service, closed at the end. They connect when first used, and again when a peer restarts."""
    async with AsyncExitStack() as stack:

        async def channel(address: str, service: ServiceDescriptor, *idempotent: str) -> grpc.aio.Channel:
            opened = connect(address, service=service, idempotent=idempotent, mesh=to.mesh)
            return await stack.enter_async_context(opened)

        # A turn is created under an id that comes with the request: asked again it is the same turn.
        turns = await channel(to.orchestrator_address, _ORCHESTRATOR, "CreateTurn", "GetTurn", "ListTurns")
        memories = await channel(to.memory_address, _MEMORY, "ListMemories")
        measured = await channel(to.health_data_address, health_data.SERVICE, *health_data.IDEMPOTENT)
        expert = (
            await channel(to.domain_expert_address, documents.SERVICE, *documents.IDEMPOTENT)
            if to.domain_expert_address
            else None
        )
        streams = [
            await stack.enter_async_context(connect_for_streams(to.orchestrator_address, mesh=to.mesh))
            for _ in range(to.stream_channels)
        ]
        yield Upstream(
            turns=GrpcTurns(turns, streams, to),
            memories=GrpcMemories(memories, timeout_s=to.timeout_s),
            documents=documents.GrpcDocuments(expert, timeout_s=to.timeout_s) if expert else documents.NoDocuments(),
            health_data=health_data.GrpcHealthData(
                measured, timeout_s=to.timeout_s, import_timeout_s=to.import_timeout_s
            ),
            erasers=erasers(turns=turns, health_data=measured, documents=expert, memories=memories),
            probes=GrpcProbes(
                {
                    "orchestrator": Probed(channel=turns),
                    "data_science": Probed(channel=turns, reflected=_DATA_SCIENCE.full_name),
                    "domain_expert": Probed(channel=expert)
                    if expert
                    else Probed(channel=turns, reflected=documents.SERVICE.full_name),
                    "health_coach": Probed(channel=turns, reflected=_HEALTH_COACH.full_name),
                    "investigator": Probed(channel=turns, reflected=_INVESTIGATOR.full_name),
                    "validator": Probed(channel=turns, reflected=_VALIDATOR.full_name),
                    "memory": Probed(channel=memories),
                    "health_data": Probed(channel=measured),
                }
            ),
        )
