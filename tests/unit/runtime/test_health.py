"""`amy-health`, as a container engine runs it, against real servers."""

import asyncio
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import grpc
import pytest
from grpc_health.v1 import health, health_pb2, health_pb2_grpc

from amy.runtime.health import own_address
from services.memory.__main__ import SERVICE as MEMORY
from tests.unit.runtime.certificates import Authority

MEMORY_SERVICE = "amy.api.memory.v1.MemoryService"


async def amy_health(*arguments: str, **env: str) -> tuple[int, str]:
    """The exit code, and what was said on standard error."""
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "amy.runtime.health", *arguments), stderr=asyncio.subprocess.PIPE, env=env
    )
    _, complaint = await program.communicate()
    return program.returncode or 0, complaint.decode()


@asynccontextmanager
async def memory(folder: Path, **more: str) -> AsyncIterator[str]:
    """A real memory service that shows strangers nothing but its health."""
    ready: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    stop = asyncio.Event()
    env = {
        "AMY_MEMORY_LISTEN": "127.0.0.1:0",
        "AMY_MEMORY_DATABASE_URL": f"sqlite:///{folder / 'memory.db'}",
        "AMY_MEMORY_MESH_TOKEN": "shown by peers",
        **more,
    }
    serving = asyncio.ensure_future(MEMORY.run(env, ready.set_result, stop))
    try:
        yield await ready
    finally:
        stop.set()
        await serving


@asynccontextmanager
async def standing(status: "health_pb2.HealthCheckResponse.ServingStatus") -> AsyncIterator[str]:
    """A server whose health is what it is told to be."""
    server, servicer = grpc.aio.server(), health.aio.HealthServicer()
    health_pb2_grpc.add_HealthServicer_to_server(servicer, server)
    port = server.add_insecure_port("127.0.0.1:0")
    await servicer.set("", status)
    await server.start()
    yield f"127.0.0.1:{port}"
    await server.stop(None)


class _Gateway(BaseHTTPRequestHandler):
    def __init__(self, status: int, *arguments: object) -> None:
        self.status = status
        super().__init__(*arguments)  # type: ignore[arg-type]  # what its server passes

    def do_GET(self) -> None:
        self.send_response(self.status if self.path == "/healthz" else 404)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@contextmanager
def answering(status: int) -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), partial(_Gateway, status)) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@contextmanager
def silent() -> Iterator[str]:
    """Takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield f"127.0.0.1:{listener.getsockname()[1]}"


async def test_a_service_that_serves_is_healthy_as_a_whole_and_by_name(tmp_path: Path) -> None:
    async with memory(tmp_path) as address:
        assert await amy_health("--address", address) == (0, "")
        assert await amy_health("--address", address, "--service", MEMORY_SERVICE) == (0, "")


async def test_a_container_asks_the_service_that_its_environment_names(tmp_path: Path) -> None:
    async with memory(tmp_path) as address:
        port = address.rpartition(":")[2]
        assert await amy_health(AMY_SERVICE="memory", AMY_MEMORY_LISTEN=f"0.0.0.0:{port}") == (0, "")


async def test_a_container_asks_its_own_service_with_the_certificate_that_both_have(tmp_path: Path) -> None:
    files = Authority().issue(tmp_path / "tls", "memory.amy.svc", "localhost")
    tls = {f"AMY_MEMORY_{name}": path for name, path in files.items()}
    async with memory(tmp_path, **tls) as address:
        own = {"AMY_SERVICE": "memory", "AMY_MEMORY_LISTEN": f"0.0.0.0:{address.rpartition(':')[2]}"}
        assert await amy_health(**own, **tls) == (0, "")
        code, complaint = await amy_health(**own)
        assert (code, "UNAVAILABLE" in complaint) == (1, True)
        code, complaint = await amy_health(**own, **tls | {"AMY_MEMORY_TLS_CA": "/nowhere/ca.pem"})
        assert (code, "/nowhere/ca.pem: No such file" in complaint) == (1, True)


async def test_a_service_of_another_name_is_not_what_was_asked_for(tmp_path: Path) -> None:
    async with memory(tmp_path) as address:
        code, complaint = await amy_health("--address", address, "--service", "amy.api.other.v1.OtherService")
    assert code == 1
    assert "NOT_FOUND" in complaint


async def test_a_service_that_says_it_does_not_serve_is_unhealthy() -> None:
    async with standing(health_pb2.HealthCheckResponse.NOT_SERVING) as address:
        assert await amy_health("--address", address) == (1, f"{address}: answers NOT_SERVING\n")


async def test_nobody_there_is_unhealthy() -> None:
    with silent() as address:
        pass
    code, complaint = await amy_health("--address", address)
    assert code == 1
    assert "UNAVAILABLE" in complaint


@pytest.mark.parametrize("form", ["{}", "http://{}/healthz"])
async def test_an_answer_that_does_not_come_is_not_waited_for(form: str) -> None:
    with silent() as address:
        code, complaint = await asyncio.wait_for(
            amy_health("--address", form.format(address), "--timeout", "0.3"), timeout=20
        )
    assert code == 1
    assert "no answer" in complaint


@pytest.mark.parametrize(("status", "code"), [(200, 0), (503, 1)])
async def test_a_gateway_is_as_healthy_as_it_says(status: int, code: int) -> None:
    with answering(status) as address:
        told = await amy_health(AMY_SERVICE="gateway", AMY_GATEWAY_LISTEN=address)
    assert told[0] == code
    assert ("503" in told[1]) == (status == 503)


async def test_no_address_at_all_is_wrong_usage() -> None:
    code, complaint = await amy_health()
    assert code == 2
    assert "--address" in complaint


@pytest.mark.parametrize(
    ("listen", "address"),
    [("0.0.0.0:50051", "127.0.0.1:50051"), ("[::]:1", "[::1]:1"), ("10.0.0.3:2", "10.0.0.3:2"), ("", "")],
)
def test_what_listens_everywhere_is_asked_on_loopback(listen: str, address: str) -> None:
    assert own_address({"AMY_SERVICE": "memory", "AMY_MEMORY_LISTEN": listen}) == address
