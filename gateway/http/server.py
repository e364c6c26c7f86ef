"""uvicorn inside a loop that is not its own."""

import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn

from gateway.app import Gateway
from gateway.http.application import application
from gateway.http.sse import Streams
from gateway.settings import Settings

_KEEP_ALIVE_S = 30
_BACKLOG = 2048


class _Server(uvicorn.Server):
    """Leaves signals to the process, and says when it serves."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._started = started

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._started()


async def serve_http(
    gateway: Gateway, settings: Settings, *, ready: Callable[[str], None], stop: asyncio.Event
) -> None:
    """Serves until `stop`; then open streams end, and other requests get `drain_s` to end.

    Args:
        gateway: what the routes may use.
        settings: where to listen, and the limits.
        ready: called with the bound address once requests are answered.
        stop: set to end.

    Raises:
        OSError: the address cannot be bound.
    """
    streams = Streams()
    host, _, port = settings.listen.rpartition(":")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host.strip("[]"), int(port)), family=family, backlog=_BACKLOG) as listener:
        # Accepted connections inherit it. asyncio sets it only on sockets made with an explicit protocol, and without
        # it a reply in two writes, head and body, waits some 40 ms for the client's delayed acknowledgement.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        bound = f"{host}:{listener.getsockname()[1]}"
        config = uvicorn.Config(
            application(gateway, settings, streams),
            http="httptools",
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_keep_alive=_KEEP_ALIVE_S,
            timeout_graceful_shutdown=max(1, round(settings.drain_s)),
            backlog=_BACKLOG,
        )
        server = _Server(config, lambda: ready(bound))
        serving = asyncio.create_task(server.serve([listener]))
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        server.should_exit = True
        streams.end()
        await serving
