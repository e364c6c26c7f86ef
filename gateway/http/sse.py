"""A turn's events as Server-Sent Events, in our own framing (WHATWG HTML, 9.2)."""

import asyncio
from collections.abc import AsyncGenerator, Collection
from contextlib import aclosing, suppress
from typing import Final, Self

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from amy.runtime import telemetry
from amy.runtime.errors import InvalidFieldError, ServiceError
from amy.runtime.telemetry.instruments import SSE_STREAMS
from gateway.domain.event import Event, frame

_HANDED_OVER: Final = "amy.event_stream"
_OPENING_S: Final = 1.0
_ENDING_S: Final = 1.0
_LARGEST_ID: Final = 2**63 - 1
_KEEPALIVE: Final = b": keep-alive\n\n"
_HEADERS: Final = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-cache"),
    (b"x-accel-buffering", b"no"),
]


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


class Handover:
    """Serves an `EventStream` after the application has returned it.

    A stream stays open for minutes; what the application holds of a request (dependencies, stacks, a dozen frames) is
    a fifth of the memory of an open stream, and is free by then.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        stream = await self._ask(scope, receive, send)
        if stream is not None:
            await stream.serve(scope, receive, send)

    async def _ask(self, scope: Scope, receive: Receive, send: Send) -> "EventStream | None":
        inner = dict(scope)
        await self._app(inner, receive, send)
        scope["route"] = inner.get("route")
        return inner.get(_HANDED_OVER)


class Streams:
    """The event streams that are open now, by the key they were opened with.

    A stop of the server ends them all, and their readers come back elsewhere; the end of a key ends those of the key.
    """

    def __init__(self) -> None:
        self._pumps: dict[asyncio.Task[None], str | None] = {}

    def add(self, pump: asyncio.Task[None], key_id: str | None) -> None:
        self._pumps[pump] = key_id
        telemetry.measure(SSE_STREAMS, 1)
        pump.add_done_callback(self._ended)

    def _ended(self, pump: asyncio.Task[None]) -> None:
        del self._pumps[pump]
        telemetry.measure(SSE_STREAMS, -1)

    def key_ids(self) -> frozenset[str]:
        return frozenset(key_id for key_id in self._pumps.values() if key_id is not None)

    def end_of(self, key_ids: Collection[str]) -> None:
        for pump, key_id in self._pumps.items():
            if key_id in key_ids:
                pump.cancel()

    def end(self) -> None:
        """Ends every stream after the event it is at."""
        for pump in self._pumps:
            pump.cancel()


class EventStream(Response):
    """Sends events as they come, until the last one or until the reader leaves, which ends the call behind at once.

    As a response it only announces itself; `Handover` serves it.
    """

    def __init__(
        self, events: AsyncGenerator[Event], streams: Streams, *, keepalive_s: float, key_id: str | None
    ) -> None:
        super().__init__()
        self._events = events
        self._streams = streams
        self._keepalive_s = keepalive_s
        self._key_id = key_id
        self._first = asyncio.ensure_future(anext(events, None))

    async def opened(self) -> Self:
        """Waits a moment for the first event, so that an error before it is an error of the request.

        Raises:
            ServiceError: whatever opening the stream raised.
        """
        await asyncio.wait({self._first}, timeout=_OPENING_S)
        if self._first.done():
            self._first.result()
        return self

    async def __call__(self, scope: Scope, _receive: Receive, _send: Send) -> None:
        scope[_HANDED_OVER] = self

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers the request."""
        closing = (b"connection", b"close") in scope["headers"]
        headers = _HEADERS if closing else [*_HEADERS, (b"connection", b"keep-alive")]
        stalled = asyncio.timeout(None)
        pump = asyncio.create_task(self._pump(send, headers, stalled))
        self._streams.add(pump, self._key_id)
        try:
            with suppress(TimeoutError):
                async with stalled:
                    # uvicorn reports a disconnect also when the response has ended.
                    while (await receive())["type"] != "http.disconnect":
                        pass
        finally:
            pump.cancel()
            self._first.cancel()
            await asyncio.wait({pump, self._first})
            await self._events.aclose()
        if not pump.cancelled():
            pump.result()

    async def _pump(self, send: Send, headers: list[tuple[bytes, bytes]], stalled: asyncio.Timeout) -> None:
        try:
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            blocks = self._blocks() if not self._keepalive_s else self._blocks_with_keepalive()
            # A reader who is let go in the middle asks again from where it was.
            with suppress(ServiceError):
                async with aclosing(blocks):
                    async for block in blocks:
                        await send({"type": "http.response.body", "body": block, "more_body": True})
        finally:
            try:
                async with asyncio.timeout(_ENDING_S):
                    await send({"type": "http.response.body", "body": b"", "more_body": False})
            except TimeoutError:
                # The reader takes nothing any more, not even the end: the connection goes without it.
                stalled.reschedule(asyncio.get_running_loop().time())

    async def _blocks(self) -> AsyncGenerator[bytes]:
        first = await self._first
        if first is not None:
            yield frame(first)
        async for event in self._events:
            yield frame(event)

    async def _blocks_with_keepalive(self) -> AsyncGenerator[bytes]:
        upcoming = self._first
        try:
            while True:
                while not (await asyncio.wait({upcoming}, timeout=self._keepalive_s))[0]:
                    yield _KEEPALIVE
                event = await upcoming
                if event is None:
                    return
                yield frame(event)
                upcoming = asyncio.ensure_future(anext(self._events, None))
        finally:
            upcoming.cancel()
            await asyncio.wait({upcoming})
