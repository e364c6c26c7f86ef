"""How the services behind the orchestrator are, also those that answer nothing."""

import asyncio
import socket

from amy.api.validator.v1 import validator_pb2 as validator
from amy.runtime.mesh import OPEN
from amy.runtime.server import GrpcApp, serve
from amy.runtime.settings import ServiceSettings
from services.orchestrator.adapters.peers.connected import PeerAddresses, Peers, PeerTimeouts


class ServedSettings(ServiceSettings):
    service = "served"


async def test_a_peer_that_serves_one_that_is_gone_and_one_that_is_frozen_are_told_apart() -> None:
    descriptor = validator.DESCRIPTOR.services_by_name["ValidatorService"]
    app = GrpcApp(descriptor=descriptor, register=lambda _server: None)
    stop = asyncio.Event()
    ready: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(serve(app, settings=ServedSettings(drain_s=0.1), ready=ready.set_result, stop=stop))
    with socket.create_server(("127.0.0.1", 0)) as frozen:
        addresses = PeerAddresses(
            validator=await ready,
            memory="127.0.0.1:1",
            health_data=f"127.0.0.1:{frozen.getsockname()[1]}",
            data_science="",
        )
        peers = Peers(addresses, timeouts=PeerTimeouts(agent_s=5, validator_s=5, lookup_s=5), mesh=OPEN)
        states = await asyncio.wait_for(peers.serving(), 60)
        await peers.close()
    stop.set()
    await task
    assert states == {
        "amy.api.validator.v1.ValidatorService": True,
        "amy.api.memory.v1.MemoryService": False,
        "amy.api.health_data.v1.HealthDataService": False,
    }
