"""A client that speaks bytes: what no HTTP library would send, and when the other side hangs up."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from tests.unit.gateway.backend import ADMIN_KEY, System

LONG_S = 10.0
AUTHORIZED = f"Authorization: Bearer {ADMIN_KEY}\r\nAmy-User: anna\r\n"


@dataclass
class Raw:
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def send(self, text: str | bytes) -> None:
        self.writer.write(text if isinstance(text, bytes) else text.encode())
        with suppress(ConnectionError):
            await self.writer.drain()

    async def head(self) -> str:
        """The status line and headers of the next response, in small letters."""
        async with asyncio.timeout(LONG_S):
            return (await self.reader.readuntil(b"\r\n\r\n")).decode().lower()

    async def body(self, head: str) -> bytes:
        length = next(line for line in head.splitlines() if line.startswith("content-length: "))
        return await self.reader.readexactly(int(length.partition(": ")[2]))

    async def rest(self) -> bytes:
        """Everything up to the end of the connection, however it ends."""
        data = b""
        async with asyncio.timeout(LONG_S):
            with suppress(ConnectionError):
                while piece := await self.reader.read(65536):
                    data += piece
        return data

    async def is_open(self) -> bool:
        """Whether the connection still answers."""
        await self.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        try:
            await self.body(await self.head())
        except (asyncio.IncompleteReadError, ConnectionError):
            return False
        return True


@asynccontextmanager
async def connected(system: System, address: str = "127.0.0.1") -> AsyncIterator[Raw]:
    """A connection from one of the loopback addresses."""
    host, port = system.base_url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port), local_addr=(address, 0))
    try:
        yield Raw(reader, writer)
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()
