"""Channels to the services this orchestrator was given addresses of."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import grpc
from google.protobuf.descriptor import ServiceDescriptor
from grpc_health.v1 import health_pb2, health_pb2_grpc

from amy.runtime.channel import connect
from amy.runtime.errors import ServiceError
from amy.runtime.mesh import Mesh
from services.orchestrator.adapters.peers import (
    data_science,
    domain_expert,
    health_coach,
    health_data,
    investigator,
    memory,
    understanding,
    validator,
)
from services.orchestrator.domain.plan import Agent
from services.orchestrator.ports.peers import Specialist, Understander

_PROBE_TIMEOUT_S: Final = 2.0


@dataclass(frozen=True, kw_only=True)
class PeerAddresses:
    """Addresses as `amy.runtime.channel.connect` takes them; a specialist without one is not deployed."""

    validator: str
    memory: str
    health_data: str
    data_science: str
    domain_expert: str = ""
    health_coach: str = ""
    investigator: str = ""


@dataclass(frozen=True, kw_only=True)
class PeerTimeouts:
    agent_s: float
    validator_s: float
    lookup_s: float
    understanding_s: float = 10.0


class Peers:
    """The peers as ports. A further specialist is one more entry of `specialists`."""

    def __init__(self, addresses: PeerAddresses, *, timeouts: PeerTimeouts, mesh: Mesh) -> None:
        self._mesh = mesh
        self._channels: list[grpc.aio.Channel] = []
        self._probes: dict[str, health_pb2_grpc.HealthStub] = {}
        channel = self._connect(addresses.validator, validator.SERVICE)
        self.validator = validator.RemoteValidator(channel, timeout_s=timeouts.validator_s)
        channel = self._connect(addresses.memory, memory.SERVICE, memory.IDEMPOTENT)
        self.memory = memory.RemoteMemory(channel, timeout_s=timeouts.lookup_s)
        channel = self._connect(addresses.health_data, health_data.SERVICE, health_data.IDEMPOTENT)
        self.records = health_data.RemoteHealthRecords(channel, timeout_s=timeouts.lookup_s)
        self.understander: Understander | None = None
        self.specialists: Mapping[Agent, Specialist] = self._specialists(addresses, timeouts)

    async def serving(self) -> Mapping[str, bool]:
        """Whether each peer says that it serves, by proto name; one that does not answer in two seconds does not."""
        states = await asyncio.gather(*(_serves(stub) for stub in self._probes.values()))
        return dict(zip(self._probes, states, strict=True))

    async def close(self) -> None:
        for channel in self._channels:
            await channel.close()

    def _specialists(self, addresses: PeerAddresses, timeouts: PeerTimeouts) -> Mapping[Agent, Specialist]:
        specialists: dict[Agent, Specialist] = {}
        if addresses.data_science:
            channel = self._connect(addresses.data_science, data_science.SERVICE, understanding.IDEMPOTENT)
            self.understander = understanding.RemoteUnderstander(channel, timeout_s=timeouts.understanding_s)
            specialists[Agent.DATA_SCIENCE] = data_science.DataScientist(channel, timeout_s=timeouts.agent_s)
        if addresses.domain_expert:
            channel = self._connect(addresses.domain_expert, domain_expert.SERVICE)
            specialists[Agent.DOMAIN_EXPERT] = domain_expert.DomainExpert(channel, timeout_s=timeouts.agent_s)
        if addresses.health_coach:
            channel = self._connect(addresses.health_coach, health_coach.SERVICE, health_coach.IDEMPOTENT)
            specialists[Agent.HEALTH_COACH] = health_coach.HealthCoach(channel, timeout_s=timeouts.agent_s)
        if addresses.investigator:
            channel = self._connect(addresses.investigator, investigator.SERVICE)
            specialists[Agent.INVESTIGATOR] = investigator.Investigator(channel, timeout_s=timeouts.agent_s)
        return specialists

    def _connect(self, address: str, service: ServiceDescriptor, idempotent: tuple[str, ...] = ()) -> grpc.aio.Channel:
        channel = connect(address, service=service, idempotent=idempotent, mesh=self._mesh)
        self._channels.append(channel)
        self._probes[service.full_name] = health_pb2_grpc.HealthStub(channel)
        return channel


async def _serves(stub: health_pb2_grpc.HealthStub) -> bool:
    try:
        response = await stub.Check(health_pb2.HealthCheckRequest(), timeout=_PROBE_TIMEOUT_S)
    except ServiceError:
        return False
    return bool(response.status == health_pb2.HealthCheckResponse.SERVING)
