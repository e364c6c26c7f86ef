"""One connection: uvicorn's HTTP parser, behind limits on headers, silence and what is left unread."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Self

from starlette.types import Scope
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from gateway.domain.connections import Phase
from gateway.http.lobby import Lobby
from gateway.http.outgoing import Joining, Outgoing, Sender

_MOST_DROPPED_BYTES: Final = 16 * 1024 * 1024
_TOO_LARGE: Final = "The headers of a request are too long."
_TOO_SLOW: Final = "The request did not arrive in time."
FULL: Final = "Too many connections; try again."
_EXCHANGE: Final = "amy.exchange"


def plain(status: int, text: str) -> bytes:
    """The whole answer to a connection that never got as far as a request."""
    lines = (
        b"content-type: text/plain; charset=utf-8\r\nx-content-type-options: nosniff\r\ncache-control: no-store\r\n"
        b"connection: close\r\ncontent-length: %d\r\n\r\n%b" % (len(text), text.encode())
    )
    return STATUS_LINE[status] + lines


class Connection(HttpToolsProtocol):
    """What uvicorn does, and: every phase has a time limit, and headers a size.

    Bytes that are no body (request line, headers, chunk framing, trailers) are counted before they are parsed, since
    the parser keeps a header of any length until it ends.
    """

    def __init__(
        self,
        config: Config,
        state: ServerState,
        *,
        address: str,
        lobby: Lobby,
        max_header_bytes: int,
        successor: Callable[[str], Self],
    ) -> None:
        super().__init__(config, state, app_state={})
        self.address = address
        self._lobby = lobby
        self._successor = successor
        self._most = max_header_bytes
        self._phase = Phase.NEW
        self._in_headers = False
        self._overhead = 0
        self._dropped = 0
        self._unwanted = False
        self._enter(Phase.NEW)

    @property
    def _ending(self) -> bool:
        return self._phase is Phase.ENDING

    @property
    def stalled(self) -> bool:
        return self._phase is Phase.BODY and self.flow.read_paused

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn does
        super().connection_made(transport)
        if self._unwanted:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._lobby.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._phase in (Phase.NEW, Phase.KEPT):
            self._enter(Phase.HEADERS)
        while data and not self._ending and not self.transport.is_closing():
            piece, data = data[: self._most - self._overhead], data[self._most - self._overhead :]
            self._overhead += len(piece)
            super().data_received(piece)
            if self._overhead >= self._most and not self._ending:
                self._refuse(431, _TOO_LARGE)
        if self._ending:
            self._drop_unread(len(data))
        elif self._phase is Phase.BODY:
            self._enter(Phase.BODY)

    def on_message_begin(self) -> None:
        self._in_headers = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self._in_headers = False
        self._overhead = 0
        self.cycle.transport = _Outlet(self.transport, self._end)
        self.scope[_EXCHANGE] = Exchange(connection=self, cycle=self.cycle)  # type: ignore[typeddict-unknown-key]
        self._enter(Phase.BODY)

    def on_header(self, name: bytes, value: bytes) -> None:
        # What follows a chunked body is no header of the request any more; nobody reads it.
        if self._in_headers:
            super().on_header(name, value)

    def on_body(self, body: bytes) -> None:
        self._overhead = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._overhead = 0
        super().on_message_complete()
        if not self._ending:
            self._enter(Phase.KEPT if self.cycle.response_complete else Phase.ANSWERING)

    def on_response_complete(self) -> None:
        if not self._ending:
            super().on_response_complete()
            # With pipelining the newest request is not the one that was answered.
            self._enter(Phase.KEPT if self.cycle.response_complete else Phase.ANSWERING)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._phase is Phase.ANSWERING:
            self._enter(Phase.ANSWERING)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._phase is Phase.UNTAKEN:
            self._enter(Phase.ANSWERING)

    def take_up(self, transport: asyncio.Transport, data: bytes) -> None:
        """Goes on after a stream, with what came meanwhile."""
        transport.set_protocol(self)
        self.connection_made(transport)
        self._enter(Phase.KEPT)
        if data:
            transport.resume_reading()
            self.data_received(data)

    def leave_to(self, sender: Sender, joining: Joining, *, is_last: bool) -> Outgoing:
        """Leaves the transport to a stream. What refers to what here is cut, so that all of it is free at once."""
        self._lobby.leave(self)
        self.connections.discard(self)
        self.flow.resume_reading()
        self.parser = self.cycle = self.scope = None  # type: ignore[assignment]  # as uvicorn does at the end
        return Outgoing(
            self.transport,
            sender,
            address=self.address,
            lobby=self._lobby,
            connections=self.connections,
            successor=None if is_last else self._successor,
            full=self.flow.write_paused,
            joining=joining,
        )

    def send_400_response(self, msg: str) -> None:
        self._refuse(400, msg)

    def drop(self) -> None:
        self._unwanted = True
        # Whoever is dropped between being accepted and being connected has no transport yet.
        if self.flow is not None:
            self.transport.abort()

    def expire(self) -> None:
        if self._phase in (Phase.HEADERS, Phase.BODY):
            self._refuse(408, _TOO_SLOW)
        elif self._ending or self.transport.get_write_buffer_size():
            self.transport.abort()
        else:
            self.transport.close()

    def _enter(self, phase: Phase) -> None:
        if phase is Phase.ANSWERING and self.flow.write_paused:
            phase = Phase.UNTAKEN
        self._phase = phase
        self._lobby.enter(self, phase)

    def _refuse(self, status: int, text: str) -> None:
        """Answers in place of the application, unless it has begun to answer, and ends."""
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(plain(status, text))
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self._end()

    def _end(self) -> None:
        """Ends after the last answer.

        A connection that is closed with bytes unread is reset, and the reset can overtake the answer: so the client is
        told that no more will come, and what it still sends is dropped for a moment.
        """
        if self._ending or self.transport.is_closing():
            return
        read = self._phase in (Phase.ANSWERING, Phase.UNTAKEN, Phase.KEPT)
        self._enter(Phase.ENDING)
        self.flow.resume_reading()
        if read:
            self.transport.close()
        else:
            self.transport.write_eof()

    def _drop_unread(self, size: int) -> None:
        self._dropped += size
        if self._dropped > _MOST_DROPPED_BYTES:
            self.transport.abort()


class _Outlet(asyncio.Transport):
    """The transport as the answer to one request sees it: its end is the connection's to make."""

    def __init__(self, transport: asyncio.Transport, end: Callable[[], None]) -> None:
        super().__init__()
        self._transport = transport
        self._end = end

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self._transport.write(data)

    def is_closing(self) -> bool:
        return self._transport.is_closing()

    def close(self) -> None:
        self._end()


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One request of a connection, and its answer."""

    connection: Connection
    cycle: RequestResponseCycle

    @property
    def is_last(self) -> bool:
        """Whether the connection closes after the answer, also because something of a request has come already.

        Nobody sends a body to a stream, and nothing behind it before it has ended.
        """
        return not self.cycle.keep_alive or self.cycle.more_body or bool(self.connection.pipeline)

    def hand_over(self, sender: Sender, joining: Joining) -> Outgoing | None:
        """Leaves the connection to whoever sends the rest of the answer; None when the client has left."""
        if self.cycle.disconnected or self.connection.transport.is_closing():
            return None
        is_last = self.is_last
        self.cycle.response_complete = True
        return self.connection.leave_to(sender, joining, is_last=is_last)


def exchange_of(scope: Scope) -> Exchange:
    """The exchange that a scope is of."""
    exchange = scope[_EXCHANGE]
    assert isinstance(exchange, Exchange)
    return exchange
