"""A name server on loopback whose answers a test changes: what a headless service's name is in a cluster."""

import asyncio
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

_A_RECORD = 1


@dataclass
class Names(asyncio.DatagramProtocol):
    """Knows every name, at these addresses.

    Attributes:
        asked: how many questions for addresses came.
    """

    addresses: list[str]
    port: int = 0
    asked: int = 0
    transport: asyncio.DatagramTransport | None = field(default=None, repr=False)

    def connection_made(self, transport: asyncio.DatagramTransport) -> None:  # type: ignore[override]  # of datagrams
        self.transport = transport
        self.port = transport.get_extra_info("sockname")[1]

    def datagram_received(self, data: bytes, addr: tuple[str | int, int]) -> None:
        """Answers a question with the addresses, if it asks for those of version 4."""
        assert self.transport is not None
        end = 12
        while data[end]:
            end += data[end] + 1
        question = data[12 : end + 5]
        (kind,) = struct.unpack("!H", data[end + 1 : end + 3])
        known = self.addresses if kind == _A_RECORD else []
        self.asked += kind == _A_RECORD
        head = struct.pack("!2s5H", data[:2], 0x8180, 1, len(known), 0, 0)
        records = b"".join(
            b"\xc0\x0c" + struct.pack("!HHIH", _A_RECORD, 1, 1, 4) + socket.inet_aton(address) for address in known
        )
        self.transport.sendto(head + question + records, addr)


@asynccontextmanager
async def naming(*addresses: str) -> AsyncIterator[Names]:
    """A name server until the block ends."""
    loop = asyncio.get_running_loop()
    transport, names = await loop.create_datagram_endpoint(lambda: Names(list(addresses)), ("127.0.0.1", 0))
    try:
        yield names
    finally:
        transport.close()
