"""What telemetry is told of open event streams, of connections, and of the services behind."""

import asyncio
from collections.abc import Mapping
from contextlib import AsyncExitStack
from pathlib import Path

from gateway.app.health import Health
from gateway.domain.connections import Patience, Phase, Room
from gateway.http.lobby import Lobby
from tests.scraping import measured
from tests.unit.gateway.backend import completed, gateway, thought
from tests.unit.gateway.raw import AUTHORIZED, connected


async def test_a_stream_counts_as_open_until_it_ends(tmp_path: Path) -> None:
    async with gateway(tmp_path) as system, AsyncExitStack() as stack:
        with measured() as fetch:
            log = system.backend.orchestrator.open_turn("anna")
            log.append(thought("one"))
            for _ in range(2):
                raw = await stack.enter_async_context(connected(system))
                await raw.send(
                    f"GET /v1/turns/{log.turn.id}/events HTTP/1.1\r\nHost: x\r\n{AUTHORIZED}"
                    "Accept: text/event-stream\r\nConnection: close\r\n\r\n"
                )
                await raw.reader.readuntil(b"id: 1\n")
            page = await asyncio.to_thread(fetch)
            assert page.value("amy_sse_streams") == 2
            log.append(completed(log.turn.id))
            await raw.rest()
            await asyncio.sleep(0.1)
            page = await asyncio.to_thread(fetch)
            assert page.has("amy_sse_streams")
            assert page.value("amy_sse_streams") == 0


class Client:
    """A connection that does nothing."""

    address = "192.0.2.1"
    stalled = False

    def drop(self) -> None: ...

    def expire(self) -> None: ...


async def test_connections_are_told_beside_how_many_there_may_be() -> None:
    lobby = Lobby(
        Room(total=7, per_address=7, waiting=7), Patience(first_request_s=9, header_s=9, body_s=9, keep_alive_s=9)
    )
    lobby.enter(Client(), Phase.NEW)
    lobby.enter(Client(), Phase.ANSWERING)
    with measured() as fetch:
        sweeping = asyncio.create_task(lobby.sweep())
        await asyncio.sleep(0)
        sweeping.cancel()
        page = await asyncio.to_thread(fetch)
    assert (page.value("amy_http_connections"), page.value("amy_http_connections_limit")) == (2, 7)


async def test_a_service_that_a_gateway_does_not_reach_is_told() -> None:
    class Seen:
        async def serving(self) -> Mapping[str, bool]:
            return {"memory": False, "orchestrator": True}

    with measured() as fetch:
        await Health(Seen()).look()
        page = await asyncio.to_thread(fetch)
    assert page.has("amy_service_reached")
    assert page.value("amy_service_reached", amy_service_name="memory") == 0
    assert page.value("amy_service_reached", amy_service_name="orchestrator") == 1
