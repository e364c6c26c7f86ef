"""Events per second through the gateway, and what an open stream costs it in memory."""

import asyncio
import contextlib
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from amy.api.orchestrator.v1 import orchestrator_pb2 as orchestrator
from amy.api.orchestrator.v1 import orchestrator_pb2_grpc as orchestrator_grpc
from amy.runtime.channel import connect
from amy.runtime.ids import new_id
from evals.system import free_port
from tests.load.report import Report, Row
from tests.load.scripted_orchestrator import SERVICE

EVENTS = 20_000
READERS = 4
ROUNDS = 3
OPEN_STREAMS = 1_000
ADMIN_KEY = "amy_live_bench_0123456789abcdefghijklmnop"


@dataclass(frozen=True, kw_only=True)
class Gateway:
    port: int
    pid: int
    orchestrator: str


async def measure(report: Report, folder: Path) -> None:
    """A real gateway over a scripted orchestrator, each in a process of its own."""
    folder.mkdir()
    async with running(folder) as gateway:
        through, direct = await best_rates(gateway)
        report.add(
            Row(
                what=f"events per second through the gateway, {READERS} readers, best of {ROUNDS}",
                figure=f"{through.events_per_s:,.0f}/s",
                baseline=f"straight from gRPC, {READERS} readers: {direct.events_per_s:,.0f}/s",
                ratio=f"{through.events_per_s / direct.events_per_s:.2f}x",
                aim=">= 0.80x",
            )
        )
        report.add(
            Row(
                what="CPU of the gateway per event",
                figure=f"{through.cpu_us:.0f} us",
                baseline=f"of a plain gRPC reader: {direct.cpu_us:.0f} us",
                ratio=f"{through.cpu_us / direct.cpu_us:.2f}x",
            )
        )
        before = resident_kib(gateway.pid)
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(OPEN_STREAMS):
                await stack.enter_async_context(held(gateway.port))
            after = resident_kib(gateway.pid)
        report.add(
            Row(
                what=f"memory per open stream, {OPEN_STREAMS:,} open",
                figure=f"{(after - before) / OPEN_STREAMS:.1f} KiB",
                baseline=f"the gateway before: {before / 1024:.0f} MiB",
                ratio=f"{after / before:.2f}x of it with all open",
                aim="< 25 KiB",
            )
        )


@asynccontextmanager
async def running(folder: Path) -> AsyncIterator[Gateway]:
    port, backend = free_port(), f"127.0.0.1:{free_port()}"
    env = {
        **os.environ,
        "AMY_GATEWAY_LISTEN": f"127.0.0.1:{port}",
        "AMY_GATEWAY_DATABASE_URL": f"sqlite:///{folder / 'gateway.db'}",
        "AMY_GATEWAY_ADMIN_KEY": ADMIN_KEY,
        "AMY_GATEWAY_RATE_PER_MINUTE": "0",
        **{f"AMY_GATEWAY_{peer}_ADDRESS": backend for peer in ("ORCHESTRATOR", "MEMORY", "HEALTH_DATA")},
    }
    scripted = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.load.scripted_orchestrator", backend, str(EVENTS), stderr=subprocess.DEVNULL
    )
    gateway = await asyncio.create_subprocess_exec(sys.executable, "-m", "gateway", env=env, stderr=subprocess.DEVNULL)
    try:
        await answering(port)
        yield Gateway(port=port, pid=gateway.pid, orchestrator=backend)
    finally:
        for process in (gateway, scripted):
            process.kill()
            await process.wait()


async def answering(port: int) -> None:
    """Waits until the gateway speaks HTTP; `/healthz` may well say that half its peers are missing."""
    async with httpx.AsyncClient() as http:
        for _ in range(200):
            with contextlib.suppress(httpx.TransportError):
                await http.get(f"http://127.0.0.1:{port}/openapi.json")
                return
            await asyncio.sleep(0.1)
    raise TimeoutError("the gateway did not start")


@dataclass(frozen=True, kw_only=True)
class Rate:
    """Of all readers together; the CPU is that of the process which is measured."""

    events_per_s: float
    cpu_us: float


async def best_rates(gateway: Gateway) -> tuple[Rate, Rate]:
    """Through the gateway and straight from gRPC, in turns; the first round warms up."""
    through, direct = [], []
    for _ in range(1 + ROUNDS):
        through.append(await rate(lambda: read_http(gateway.port, "flood"), lambda: cpu_s(gateway.pid)))
        direct.append(await rate(lambda: read_grpc(gateway.orchestrator), time.process_time))
    return best(through[1:]), best(direct[1:])


def best(rates: Sequence[Rate]) -> Rate:
    """Each figure's best: whatever else runs makes it worse."""
    return Rate(events_per_s=max(each.events_per_s for each in rates), cpu_us=min(each.cpu_us for each in rates))


async def rate(read: Callable[[], Awaitable[int]], cpu: Callable[[], float]) -> Rate:
    began_s, cpu_began_s = time.perf_counter(), cpu()
    counts = await asyncio.gather(*(read() for _ in range(READERS)))
    elapsed_s, used_s = time.perf_counter() - began_s, cpu() - cpu_began_s
    assert counts == [EVENTS] * READERS, counts
    return Rate(events_per_s=sum(counts) / elapsed_s, cpu_us=used_s / sum(counts) * 1e6)


def cpu_s(pid: int) -> float:
    """Seconds that a process has computed, in all its threads."""
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


@asynccontextmanager
async def held(port: int, user: str = "hold") -> AsyncIterator[asyncio.StreamReader]:
    """An open stream whose first event has been read."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
    head = (
        f"GET /v1/turns/{new_id('turn')}/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n"
        f"Authorization: Bearer {ADMIN_KEY}\r\nAmy-User: {user}\r\nConnection: close\r\n\r\n"
    )
    writer.write(head.encode())
    status = await reader.readline()
    assert b" 200 " in status, status
    await reader.readuntil(b"\r\n\r\n")
    if user == "hold":
        await reader.readuntil(b"\n\n")
    try:
        yield reader
    finally:
        writer.close()


async def read_http(port: int, user: str) -> int:
    events = 0
    async with held(port, user) as reader:
        while block := await reader.read(2**18):
            events += block.count(b"\ndata: ")
    return events


async def read_grpc(address: str) -> int:
    async with connect(address, service=SERVICE) as channel:
        stub = orchestrator_grpc.OrchestratorServiceStub(channel)
        request = orchestrator.StreamTurnRequest(user_id="flood", turn_id=new_id("turn"))
        return sum([1 async for _ in stub.StreamTurn(request, timeout=60)])


def resident_kib(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise AssertionError(pid)
