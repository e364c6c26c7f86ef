"""A connection whose answer is an event stream: it takes what is sent, in few writes, and reads nothing."""

import asyncio
from collections.abc import Callable
from typing import Any, Final, Protocol

from gateway.domain.connections import Phase
from gateway.http.lobby import Lobby

_JOINED_S: Final = 0.003
_MOST_JOINED_BYTES: Final = 32 * 1024
_MOST_DROPPED_BYTES: Final = 16 * 1024 * 1024
_END: Final = b"0\r\n\r\n"


class Sender(Protocol):
    """Whoever sends."""

    def end(self) -> None:
        """The client is gone."""


class Successor(Protocol):
    """A connection that reads requests again."""

    def take_up(self, transport: asyncio.Transport, data: bytes) -> None:
        """Goes on with what has been read already."""


class Joining:
    """Blocks that follow each other within milliseconds go out in one write, by one timer for all streams.

    The first block after a pause is sent at once: only those right behind it wait.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: list[Outgoing] = []

    def now_s(self) -> float:
        return self._loop.time()

    def later(self, outgoing: "Outgoing") -> None:
        if not self._waiting:
            self._loop.call_later(_JOINED_S, self._send)
        self._waiting.append(outgoing)

    def _send(self) -> None:
        waiting, self._waiting = self._waiting, []
        for outgoing in waiting:
            outgoing.flush()


class Outgoing(asyncio.Protocol):
    """Stands in for the connection that read the request, which with all it holds is many times as large.

    What the client sends meanwhile is kept for the next request, or dropped where there will be none.

    Args:
        transport: whose protocol this is from now on.
        sender: told when the client leaves.
        address: of the client.
        lobby: knows every connection.
        connections: all that the server waits for when it stops.
        successor: makes the connection for the next request; None: this was the last.
        full: whether the client is behind already.
        joining: says when what waits is sent.

    Attributes:
        full: whether the client has to take something before more is written.
    """

    __slots__ = (
        "_ahead", "_connections", "_dropped", "_joining", "_lobby", "_pending", "_room", "_sender", "_successor",
        "_transport", "_wrote_s", "address", "full",
    )  # fmt: skip

    stalled: Final = False

    def __init__(
        self,
        transport: asyncio.Transport,
        sender: Sender,
        *,
        address: str,
        lobby: Lobby,
        connections: set[Any],
        successor: Callable[[str], Successor] | None,
        full: bool,
        joining: Joining,
    ) -> None:
        self._transport = transport
        self._sender = sender
        self.address = address
        self._lobby = lobby
        self._connections = connections
        self._successor = successor
        self.full = full
        self._joining = joining
        self._pending: bytearray | None = None
        self._room: asyncio.Future[None] | None = None
        self._wrote_s = 0.0
        self._ahead = b""
        self._dropped = 0
        transport.set_protocol(self)
        connections.add(self)
        self._enter_answering()

    def write(self, block: bytes) -> None:
        """Sends a block, or lets it wait a moment for those that follow."""
        if self._pending is not None:
            self._pending += block
            if len(self._pending) >= _MOST_JOINED_BYTES:
                self.flush()
            return
        now_s = self._joining.now_s()
        if now_s - self._wrote_s >= _JOINED_S:
            self._send(block, now_s)
        else:
            self._pending = bytearray(block)
            self._joining.later(self)

    def flush(self) -> None:
        """Sends what waits."""
        if self._pending is not None:
            self._send(self._taken(), self._joining.now_s())

    async def room(self) -> None:
        """When `full`: returns when the client takes again what is sent."""
        self._room = asyncio.get_running_loop().create_future()
        await self._room
        self._room = None

    def silent_since(self, moment_s: float) -> bool:
        """Whether nothing has been sent since a moment."""
        return self._pending is None and self._wrote_s <= moment_s

    def end(self) -> None:
        """Ends the answer: the connection serves the next request, or closes."""
        if self._transport.is_closing():
            return
        self._transport.write(_chunk(self._taken()) + _END if self._pending is not None else _END)
        if self._successor is None:
            self._lobby.enter(self, Phase.ENDING)
            self._transport.close()
            return
        self._leave()
        self._successor(self.address).take_up(self._transport, self._ahead)

    def data_received(self, data: bytes) -> None:
        if self._successor is not None:
            self._ahead = data
            self._transport.pause_reading()
            return
        self._dropped += len(data)
        if self._dropped > _MOST_DROPPED_BYTES:
            self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002, asyncio's signature
        self._leave()
        self._sender.end()

    def pause_writing(self) -> None:
        self.full = True
        self._enter_answering()

    def resume_writing(self) -> None:
        self.full = False
        self._enter_answering()
        if self._room is not None and not self._room.done():
            self._room.set_result(None)

    def shutdown(self) -> None:
        """The server stops: no further request is served."""
        self._successor = None

    def drop(self) -> None:
        self._transport.abort()

    def expire(self) -> None:
        self._transport.abort()

    def _enter_answering(self) -> None:
        self._lobby.enter(self, Phase.UNTAKEN if self.full else Phase.ANSWERING)

    def _leave(self) -> None:
        self._lobby.leave(self)
        self._connections.discard(self)

    def _taken(self) -> bytes:
        pending, self._pending = self._pending, None
        return bytes(pending or b"")

    def _send(self, block: bytes, now_s: float) -> None:
        self._wrote_s = now_s
        if not self._transport.is_closing():
            self._transport.write(_chunk(block))


def _chunk(block: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(block), block)
