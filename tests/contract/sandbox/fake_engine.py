"""A container engine on a Unix socket: as much of Docker's HTTP API as the runner speaks.

A container is a process of this machine without any of the walls that were asked for. What was asked for is kept, for
tests to look at; the agent inside really runs, so what comes back is real.
"""

import asyncio
import json
import os
import re
import signal
import struct
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from services.data_science.adapters.sandbox.agent_protocol import AGENT_MODULE

ROOT = Path(__file__).parents[3]
IMAGE = "amy-sandbox:latest"
_STDOUT, _STDERR = 1, 2
_REASONS = {200: "OK", 201: "Created", 204: "No Content", 404: "Not Found", 500: "Internal Server Error"}


@dataclass
class FakeContainer:
    asked_for: Mapping[str, Any]
    attached: asyncio.StreamWriter | None = None
    process: Process | None = None
    pumps: list[asyncio.Task[None]] = field(default_factory=list)

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def kill(self) -> None:
        if self.process is not None and self.process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)


class FakeEngine:
    """An engine that has one image.

    Attributes:
        containers: those that there are, by id.
        created: what was asked for, container by container, those that are gone included.
        most: the highest number of containers that there were at once.
        refusal: answers every creation with this error, if it is set.
    """

    def __init__(self, socket_path: Path) -> None:
        self.url = f"unix://{socket_path}"
        self.containers: dict[str, FakeContainer] = {}
        self.created: list[Mapping[str, Any]] = []
        self.most = 0
        self.refusal = ""
        self._path = socket_path
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        self._server = await asyncio.start_unix_server(self._accept, self._path)

    async def stop(self) -> None:
        for container_id in list(self.containers):
            await self.remove(container_id)
        assert self._server is not None
        self._server.close()
        for connection in self._connections:
            connection.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)
        await self._server.wait_closed()

    async def remove(self, container_id: str) -> None:
        container = self.containers.pop(container_id)
        container.kill()
        if container.process is not None:
            await container.process.wait()
        await asyncio.gather(*container.pumps, return_exceptions=True)
        if container.attached is not None:
            container.attached.close()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = asyncio.current_task()
        assert connection is not None
        self._connections.add(connection)
        connection.add_done_callback(self._connections.discard)
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                request, *lines = head.decode().split("\r\n")
                headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
                body = await reader.readexactly(int(headers.get("content-length", 0)))
                method, target, _ = request.split(" ")
                if await self._is_attached(target, reader, writer):
                    return
                status, answer = await self._answer(method, urlsplit(target), json.loads(body or b"null"))
                payload = b"" if status == 204 else json.dumps(answer).encode()
                writer.write(
                    f"HTTP/1.1 {status} {_REASONS[status]}\r\nContent-Type: application/json\r\n"
                    f"Content-Length: {len(payload)}\r\n\r\n".encode()
                    + payload
                )
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def _answer(self, method: str, url: Any, body: Any) -> tuple[int, Any]:  # noqa: PLR0911, one per path
        path = re.sub(r"^/v1\.[0-9]+", "", url.path)
        match method, path.strip("/").split("/"):
            case "GET", ["version"]:
                return 200, {"Version": "20.10.24", "ApiVersion": "1.41", "MinAPIVersion": "1.12"}
            case "GET", ["images", name, "json"]:
                return (200, {"Id": "sha256:0"}) if name == IMAGE else (404, {"message": f"No such image: {name}"})
            case "POST", ["containers", "create"]:
                return self._create(body)
            case "GET", ["containers", "json"]:
                return 200, self._listed(json.loads(parse_qs(url.query)["filters"][0]))
            case "POST", ["containers", container_id, "start"] if container_id in self.containers:
                await self._start(container_id)
                return 204, None
            case "DELETE", ["containers", container_id] if container_id in self.containers:
                await self.remove(container_id)
                return 204, None
            case _:
                return 404, {"message": f"{method} {path}: no such thing"}

    def _create(self, asked_for: Mapping[str, Any]) -> tuple[int, Any]:
        if self.refusal:
            return 500, {"message": self.refusal}
        container_id = os.urandom(32).hex()
        self.created.append(asked_for)
        self.containers[container_id] = FakeContainer(asked_for)
        self.most = max(self.most, len(self.containers))
        return 201, {"Id": container_id, "Warnings": []}

    def _listed(self, filters: Mapping[str, list[str]]) -> list[Mapping[str, Any]]:
        labels = {container_id: made.asked_for["Labels"] for container_id, made in self.containers.items()}
        return [
            {"Id": container_id, "Labels": has}
            for container_id, has in labels.items()
            if all(has.get(name) == value for name, _, value in (one.partition("=") for one in filters["label"]))
        ]

    async def _is_attached(self, target: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Answers a request to attach by giving the connection to the container, until the client lets go of it."""
        found = re.search(r"/containers/(\w+)/attach", target)
        if found is None or found[1] not in self.containers:
            return False
        container = self.containers[found[1]]
        container.attached = writer
        writer.write(
            b"HTTP/1.1 101 UPGRADED\r\nContent-Type: application/vnd.docker.multiplexed-stream\r\n"
            b"Connection: Upgrade\r\nUpgrade: tcp\r\n\r\n"
        )
        with suppress(ConnectionError, BrokenPipeError):
            while chunk := await reader.read(1 << 16):
                assert container.process is not None
                assert container.process.stdin is not None
                container.process.stdin.write(chunk)
                await container.process.stdin.drain()
        if container.process is not None and container.process.stdin is not None:
            container.process.stdin.close()  # StdinOnce
        return True

    async def _start(self, container_id: str) -> None:
        container = self.containers[container_id]
        container.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-s", "-B", "-m", AGENT_MODULE, *container.asked_for["Cmd"]),
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env={"PYTHONPATH": str(ROOT)},
            start_new_session=True,
        )
        streams = ((_STDOUT, container.process.stdout), (_STDERR, container.process.stderr))
        container.pumps = [asyncio.create_task(_pump(kind, source, container)) for kind, source in streams]
        container.pumps.append(asyncio.create_task(self._await_end(container_id)))

    async def _await_end(self, container_id: str) -> None:
        container = self.containers[container_id]
        assert container.process is not None
        await asyncio.gather(*container.pumps[:2])
        await container.process.wait()
        if container.attached is not None:
            container.attached.close()
        if container.asked_for["HostConfig"]["AutoRemove"]:
            self.containers.pop(container_id, None)


async def _pump(kind: int, source: asyncio.StreamReader | None, container: FakeContainer) -> None:
    assert source is not None
    while chunk := await source.read(1 << 16):
        if container.attached is not None and not container.attached.is_closing():
            container.attached.write(struct.pack(">BxxxI", kind, len(chunk)) + chunk)
            with suppress(ConnectionError):
                await container.attached.drain()
