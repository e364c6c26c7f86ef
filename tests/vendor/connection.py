"""Just enough HTTP/1.1 to stream at once, to notice a client that gives up, and to cut a connection anywhere."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final, TypeAlias

_MOST_HEADER_BYTES: Final = 65_536


class GaveUpError(Exception):
    """The client closed the connection before it had the whole answer."""


@dataclass(frozen=True, kw_only=True)
class Head:
    method: str
    path: str
    headers: Mapping[str, str]


class Exchange:
    """One request, and the answer to it."""

    def __init__(self, head: Head, body: bytes, writer: asyncio.StreamWriter) -> None:
        self.head = head
        self.body = body
        self._writer = writer
        self.is_cut = False

    async def send(self, status: int, body: Mapping[str, Any], headers: Mapping[str, str]) -> None:
        """A whole answer."""
        raw = json.dumps(body).encode()
        self._begin(status, {**headers, "content-type": "application/json", "content-length": str(len(raw))})
        self._writer.write(raw)
        await self._writer.drain()

    async def begin_events(self, headers: Mapping[str, str]) -> None:
        self._begin(200, {**headers, "content-type": "text/event-stream", "transfer-encoding": "chunked"})
        await self._writer.drain()

    async def event(self, data: Mapping[str, Any]) -> None:
        """Sent at once."""
        raw = f"event: {data['type']}\ndata: {json.dumps(data)}\n\n".encode()
        self._writer.write(f"{len(raw):x}\r\n".encode() + raw + b"\r\n")
        await self._writer.drain()

    async def end_events(self) -> None:
        self._writer.write(b"0\r\n\r\n")
        await self._writer.drain()

    def cut(self) -> None:
        """Closes the connection as it is."""
        self.is_cut = True
        self._writer.close()

    def _begin(self, status: int, headers: Mapping[str, str]) -> None:
        try:
            phrase = HTTPStatus(status).phrase
        except ValueError:
            phrase = "Overloaded"
        lines = [f"HTTP/1.1 {status} {phrase}", *(f"{name}: {value}" for name, value in headers.items())]
        self._writer.write("\r\n".join([*lines, "", ""]).encode("latin-1"))


Handler: TypeAlias = Callable[[Exchange], Awaitable[None]]


async def serve_connection(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, handle: Handler) -> None:
    """Answers the requests of one connection, one after the other, until either side closes it."""
    already = b""
    try:
        while True:
            raw = already + await reader.readuntil(b"\r\n\r\n")
            head = _head(raw)
            body = await reader.readexactly(int(head.headers.get("content-length", "0")))
            exchange = Exchange(head, body, writer)
            already = await _while_connected(reader, handle(exchange))
            if exchange.is_cut:
                return
    except (asyncio.IncompleteReadError, ConnectionError, GaveUpError):
        pass
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


async def _while_connected(reader: asyncio.StreamReader, handling: Awaitable[None]) -> bytes:
    """Handles a request and stops when the client goes away; the first byte of the next one if it has come.

    Raises:
        GaveUpError: the client went away.
    """
    work = asyncio.ensure_future(handling)
    heard = asyncio.create_task(reader.read(1))
    try:
        await asyncio.wait({work, heard}, return_when=asyncio.FIRST_COMPLETED)
        if heard.done() and not work.done() and not heard.result():
            raise GaveUpError
        await work
        if not heard.done():
            return b""
        return heard.result()
    finally:
        for task in (work, heard):
            task.cancel()
        await asyncio.gather(work, heard, return_exceptions=True)


def _head(raw: bytes) -> Head:
    first, *rest = raw.decode("latin-1").split("\r\n")
    method, target, _ = first.split(" ", 2)
    pairs = (line.split(":", 1) for line in rest if line)
    headers = {name.strip().lower(): value.strip() for name, value in pairs}
    return Head(method=method, path=target.split("?", 1)[0], headers=headers)
