"""A turn's events as Server-Sent Events, in our own framing (WHATWG HTML, 9.2)."""

import asyncio
from collections.abc import AsyncGenerator, Collection
from contextlib import aclosing
from typing import Final, Self

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from amy.runtime import telemetry
from amy.runtime.errors import InvalidFieldError, ServiceError
from amy.runtime.telemetry.instruments import SSE_STREAMS
from gateway.domain.event import Event, frame
from gateway.http.connection import Exchange, exchange_of
from gateway.http.outgoing import Joining, Outgoing
from gateway.http.told import Told, told_of

_OPENING_S: Final = 1.0
_LARGEST_ID: Final = 2**63 - 1
_KEEPALIVE: Final = b": keep-alive\n\n"
_LOOKS: Final = 4
HEADERS: Final = (
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-cache"),
    (b"x-accel-buffering", b"no"),
)


def last_event_id(text: str) -> int:
    """The id after which to go on; 0 for none.

    Raises:
        InvalidFieldError: it is not a whole number of at least 0.
    """
    if not text:
        return 0
    if not (text.isascii() and text.isdigit()) or len(text) > 19 or int(text) > _LARGEST_ID:
        raise InvalidFieldError("Last-Event-Id: the id of an event, a whole number.", field="Last-Event-Id")
    return int(text)


class Streams:
    """The event streams that are open now.

    A stop of the server ends them all, and their readers come back elsewhere; the end of a key ends those of the key.
    """

    def __init__(self) -> None:
        self.joining = Joining()
        self._open: set[Stream] = set()

    def add(self, stream: "Stream") -> None:
        self._open.add(stream)
        telemetry.measure(SSE_STREAMS, 1)

    def discard(self, stream: "Stream") -> None:
        self._open.discard(stream)
        telemetry.measure(SSE_STREAMS, -1)

    def key_ids(self) -> frozenset[str]:
        return frozenset(stream.key_id for stream in self._open if stream.key_id is not None)

    def end_of(self, key_ids: Collection[str]) -> None:
        for stream in self._open:
            if stream.key_id in key_ids:
                stream.end()

    def end(self) -> None:
        """Ends every stream after the event it is at."""
        for stream in self._open:
            stream.end()

    async def keep_open(self, keepalive_s: float) -> None:
        """Breaks every silence before it has lasted so long, until it is cancelled; 0 breaks none."""
        while keepalive_s:
            await asyncio.sleep(keepalive_s / _LOOKS)
            silent_since_s = self.joining.now_s() - keepalive_s * (1 - 1 / _LOOKS)
            for stream in self._open:
                stream.keep_open(silent_since_s)


class Stream:
    """Sends events as they come, until the last one or until the reader leaves, which ends the call behind at once.

    While it waits it is one task that reads, and one `Outgoing`: nothing of the request is held any more.

    Args:
        events: of the turn.
        streams: those that are open; this is one of them from when it is served.
        key_id: the key whose end ends the stream; None for one that has no end.
    """

    __slots__ = ("_begun", "_outgoing", "_reading", "_served", "_streams", "_told", "key_id")

    def __init__(self, events: AsyncGenerator[Event], streams: Streams, *, key_id: str | None) -> None:
        loop = asyncio.get_running_loop()
        self.key_id = key_id
        self._streams = streams
        self._begun: asyncio.Future[None] = loop.create_future()
        self._served: asyncio.Future[Outgoing] = loop.create_future()
        self._outgoing: Outgoing | None = None
        self._told: Told | None = None
        self._reading = asyncio.create_task(self._read(events))

    async def opened(self) -> Self:
        """Waits a moment for the first event, so that an error before it is an error of the request.

        Raises:
            ServiceError: whatever opening the stream raised.
        """
        try:
            await asyncio.wait({self._reading, self._begun}, timeout=_OPENING_S, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            self.end()
            raise
        if self._reading.done():
            self._reading.result()
        return self

    def serve(self, exchange: Exchange, told: Told) -> None:
        """Goes on sending when the request has been left."""
        outgoing = exchange.hand_over(self, self._streams.joining)
        if outgoing is None:
            self.end()
            return
        self._outgoing, self._told = outgoing, told
        told.later = True
        self._streams.add(self)
        self._served.set_result(outgoing)
        self._reading.add_done_callback(self._ended)

    def keep_open(self, silent_since_s: float) -> None:
        """Sends a comment if nothing has been sent since a moment."""
        if self._outgoing is not None and self._outgoing.silent_since(silent_since_s):
            self._outgoing.write(_KEEPALIVE)

    def end(self) -> None:
        self._reading.cancel()

    async def _read(self, events: AsyncGenerator[Event]) -> None:
        async with aclosing(events):
            first = await anext(events, None)
            self._begun.set_result(None)
            outgoing = await self._served
            if first is None:
                return
            outgoing.write(frame(first))
            async for event in events:
                if outgoing.full:
                    await outgoing.room()
                outgoing.write(frame(event))

    def _ended(self, reading: asyncio.Task[None]) -> None:
        assert self._outgoing is not None
        assert self._told is not None
        self._streams.discard(self)
        self._outgoing.end()
        # A reader who is let go in the middle asks again from where it was.
        error = None if reading.cancelled() else reading.exception()
        if error is not None and not isinstance(error, ServiceError):
            self._told.crashed(error)
        self._told.tell()


class EventStream(Response):
    """Answers a request with the head of a stream, and leaves the connection to it."""

    def __init__(self, stream: Stream) -> None:
        super().__init__()
        self._stream = stream

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        exchange = exchange_of(scope)
        connection = b"close" if exchange.is_last else b"keep-alive"
        headers = [*HEADERS, (b"connection", connection)]
        try:
            await send({"type": "http.response.start", "status": 200, "headers": headers})
        except BaseException:
            self._stream.end()
            raise
        self._stream.serve(exchange, told_of(scope))
