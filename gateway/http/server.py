"""uvicorn inside a loop that is not its own."""

import asyncio
import math
import socket
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager

import uvicorn

from amy.runtime import telemetry
from amy.runtime.telemetry.instruments import SERVING
from gateway.app.gateway import Gateway
from gateway.domain.connections import room
from gateway.http.acceptor import Acceptor
from gateway.http.application import application
from gateway.http.connection import Connection
from gateway.http.lobby import Lobby
from gateway.http.sse import Streams
from gateway.settings import Settings

_BACKLOG = 2048


class _Server(uvicorn.Server):
    """Accepts by itself, leaves signals to the process, and says when it serves."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self.servers = []
        self._started = started

    def accepts(self, listener: socket.socket, lobby: Lobby, *, max_header_bytes: int) -> None:
        """Says where connections come from, before it serves."""

        def connection(address: str) -> Connection:
            return Connection(
                self.config,
                self.server_state,
                address=address,
                lobby=lobby,
                max_header_bytes=max_header_bytes,
                successor=connection,
            )

        self._acceptor = Acceptor(listener, lobby, connection)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:  # noqa: ARG002, uvicorn's signature
        self._acceptor.start()
        self.started = True
        self._started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._acceptor.stop()
        await super().shutdown(sockets)


@contextmanager
def _listening(listen: str) -> Iterator[socket.socket]:
    host, _, port = listen.rpartition(":")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host.strip("[]"), int(port)), family=family, backlog=_BACKLOG) as listener:
        # Accepted connections inherit the options. asyncio sets this one only on sockets made with an explicit
        # protocol, and without it a reply in two writes, head and body, waits some 40 ms for the client's delayed
        # acknowledgement.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # A client that vanished without a word does not hold the connection of its stream for ever.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        yield listener


@asynccontextmanager
async def _beside(*watches: Coroutine[None, None, None]) -> AsyncIterator[None]:
    """Runs watches until the block ends."""
    tasks = [asyncio.create_task(watch) for watch in watches]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _config(gateway: Gateway, settings: Settings, streams: Streams) -> uvicorn.Config:
    return uvicorn.Config(
        application(gateway, settings, streams),
        http="httptools",
        ws="none",
        lifespan="off",
        log_config=None,
        # Warnings are about what strangers send, and they may send it as often as they like.
        log_level="error",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=math.ceil(settings.keep_alive_s),
        timeout_graceful_shutdown=max(1, round(settings.drain_s)),
    )


async def serve_http(
    gateway: Gateway, settings: Settings, *, descriptors: int, ready: Callable[[str], None], stop: asyncio.Event
) -> None:
    """Serves until `stop`; then open streams end, and other requests get `drain_s` to end.

    Args:
        gateway: what the routes may use.
        settings: where to listen, and the limits.
        descriptors: how many files and sockets this process may have open.
        ready: called with the bound address once requests are answered.
        stop: set to end.

    Raises:
        OSError: the address cannot be bound.
    """
    streams = Streams()
    space = room(most=settings.max_connections, descriptors=descriptors, address_share=settings.address_share)
    lobby = Lobby(space, settings.patience)
    host = settings.listen.rpartition(":")[0]
    with _listening(settings.listen) as listener:
        await gateway.health.look()
        await gateway.erasure.look()
        bound = f"{host}:{listener.getsockname()[1]}"
        server = _Server(_config(gateway, settings, streams), lambda: ready(bound))
        server.accepts(listener, lobby, max_header_bytes=settings.max_header_bytes)
        async with _beside(
            lobby.sweep(),
            streams.keep_open(settings.sse_keepalive_s),
            gateway.health.watch(),
            gateway.erasure.watch(),
            gateway.revocations.watch(streams),
        ):
            serving = asyncio.create_task(server.serve([listener]))
            telemetry.measure(SERVING, 1, service=settings.service)
            stopping = asyncio.create_task(stop.wait())
            await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
            stopping.cancel()
            telemetry.measure(SERVING, 0, service=settings.service)
            server.should_exit = True
            streams.end()
            await serving
