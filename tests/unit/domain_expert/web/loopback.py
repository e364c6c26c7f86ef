"""A web server on this machine that says what a test tells it to, and the stand-ins for names and connections."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import httpcore

PUBLIC = "93.184.216.34"
"""An address that passes every check. No test connects to it: dialers lead it to this machine."""


@dataclass(frozen=True, kw_only=True)
class Seen:
    """A request as it came over the wire."""

    method: str
    target: str
    headers: Mapping[str, str]
    body: bytes

    def everything(self) -> str:
        """All that was sent, as one text."""
        lines = (f"{name}: {value}" for name, value in self.headers.items())
        return "\n".join((f"{self.method} {self.target}", *lines, self.body.decode()))


@dataclass(frozen=True, kw_only=True)
class Reply:
    """An answer; `parts` are written one after the other, with a pause between them.

    A content length is stated unless the headers state one or the answer is chunked.
    """

    status: int = 200
    media_type: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)
    parts: Sequence[bytes] = ()
    pause_s: float = 0.0
    raw: bytes | None = None
    """Sent instead of all of the above."""


Say = Callable[[Seen], Reply]


class Server:
    """What was asked, and where the server listens."""

    def __init__(self, say: Say) -> None:
        self.say = say
        self.seen: list[Seen] = []
        self.port = 0

    def host(self, name: str = "web.test") -> str:
        return f"{name}:{self.port}"

    def url(self, path: str = "/", *, name: str = "web.test") -> str:
        return f"http://{self.host(name)}{path}"

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while (seen := await _read(reader)) is not None:
                self.seen.append(seen)
                await _write(writer, self.say(seen))
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # the caller left, or the test is over
        finally:
            writer.close()


async def _read(reader: asyncio.StreamReader) -> Seen | None:
    head = await reader.readuntil(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").strip().split("\r\n")
    method, target, _ = first.split(" ")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Seen(method=method, target=target, headers=headers, body=body)


async def _write(writer: asyncio.StreamWriter, reply: Reply) -> None:
    if reply.raw is not None:
        writer.write(reply.raw)
        await writer.drain()
        raise ConnectionAbortedError
    headers = {"Content-Type": reply.media_type, **reply.headers}
    chunked = "Transfer-Encoding" in headers
    if not chunked:
        headers.setdefault("Content-Length", str(sum(map(len, reply.parts))))
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    writer.write(f"HTTP/1.1 {reply.status} Said\r\n{head}\r\n".encode("latin-1"))
    for part in (*reply.parts, *((b"",) if chunked else ())):
        writer.write(b"%x\r\n%b\r\n" % (len(part), part) if chunked else part)
        await writer.drain()
        await asyncio.sleep(reply.pause_s)


@asynccontextmanager
async def serving(say: Say) -> AsyncIterator[Server]:
    """A server on a free port of loopback."""
    server = Server(say)
    listening = await asyncio.start_server(server.handle, "127.0.0.1", 0)
    server.port = listening.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        listening.close()


class Names:
    """A resolver that gives one answer after the other, and the last one for good."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self._answers = list(answers)
        self.asked: list[str] = []

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        self.asked.append(host)
        return self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]


class HostTable:
    """A resolver that knows some names, and nothing else."""

    def __init__(self, table: Mapping[str, Sequence[str]]) -> None:
        self._table = table

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        if host not in self._table:
            raise OSError("unknown name")
        return self._table[host]


class LeadingHome(httpcore.AsyncNetworkBackend):
    """A dialer for which the public address is this machine. Names it would look up, as a careless dialer does."""

    def __init__(self, names: Names | HostTable | None = None) -> None:
        self._names = names
        self._inner = httpcore.AnyIOBackend()
        self.dialled: list[str] = []

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109, httpcore's signature
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        self.dialled.append(host)
        is_name = any(sign.isalpha() for sign in host) and ":" not in host
        address = (await self._names(host, port))[0] if is_name and self._names is not None else host
        return await self._inner.connect_tcp(
            "127.0.0.1" if address == PUBLIC else address, port, timeout, local_address, socket_options
        )
