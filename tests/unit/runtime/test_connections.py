"""Replicas that come, freeze and grow old, as those who call them notice: real servers, processes and names."""

import asyncio
import os
import signal
import socket
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import grpc

from amy.api.data_science.v1 import data_science_pb2 as ds
from amy.api.data_science.v1 import data_science_pb2_grpc as ds_grpc
from amy.api.memory.v1 import memory_pb2 as memory
from amy.api.memory.v1 import memory_pb2_grpc as memory_grpc
from amy.runtime import errors
from amy.runtime.channel import connect
from amy.runtime.server import GrpcApp
from tests.unit.runtime.names import naming
from tests.unit.runtime.served import Settings, running
from tests.unit.runtime.test_server_and_channel import ANALYZE, MEMORY, memory_app


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


async def delete(stub: "memory_grpc.MemoryServiceAsyncStub", *, within_s: float = 5) -> None:
    await stub.DeleteMemory(memory.DeleteMemoryRequest(user_id="u", memory_id="m"), timeout=within_s)


def counting(called: Counter[str], name: str) -> GrpcApp:
    async def act() -> None:
        called[name] += 1

    return memory_app(act)


@asynccontextmanager
async def replicas(folder: Path, ports: Sequence[int]) -> AsyncIterator[list[asyncio.subprocess.Process]]:
    """Memory services in processes of their own, over a database each."""
    started = []
    for port in ports:
        env = {
            **os.environ,
            "AMY_MEMORY_LISTEN": f"127.0.0.1:{port}",
            "AMY_MEMORY_DATABASE_URL": f"sqlite:///{folder / f'{port}.db'}",
        }
        program = (sys.executable, "-m", "services.memory")
        started.append(await asyncio.create_subprocess_exec(*program, stderr=asyncio.subprocess.DEVNULL, env=env))
    try:
        for port in ports:
            async with asyncio.timeout(60), grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
                await channel.channel_ready()
        yield started
    finally:
        for process in started:
            process.kill()
            await process.wait()


async def test_a_second_replica_of_a_list_of_addresses_gets_calls_once_it_is_there() -> None:
    called: Counter[str] = Counter()
    later = free_port()
    async with running(counting(called, "first"), Settings()) as (address, _):
        both = f"ipv4:{address},127.0.0.1:{later}"
        async with connect(both, service=MEMORY, idempotent=["DeleteMemory"]) as channel:
            stub = memory_grpc.MemoryServiceStub(channel)
            await delete(stub)
            assert called == {"first": 1}
            async with running(counting(called, "second"), Settings(listen=f"127.0.0.1:{later}")):
                async with asyncio.timeout(30):
                    while not called["second"]:
                        await delete(stub)
                        await asyncio.sleep(0.05)
                called.clear()
                for _ in range(20):
                    await delete(stub)
                assert called == {"first": 10, "second": 10}


async def test_a_new_channel_does_not_wait_out_what_another_met_with_at_its_address() -> None:
    called: Counter[str] = Counter()
    port = free_port()
    here, settings = f"ipv4:127.0.0.1:{port}", Settings(listen=f"127.0.0.1:{port}")
    async with connect(here, service=MEMORY) as before:
        async with running(counting(called, "first"), settings):
            await delete(memory_grpc.MemoryServiceStub(before))
        for _ in range(12):
            with suppress(errors.ServiceError):
                await delete(memory_grpc.MemoryServiceStub(before), within_s=1)
            await asyncio.sleep(0.1)
        async with running(counting(called, "second"), settings), connect(here, service=MEMORY) as after:
            await delete(memory_grpc.MemoryServiceStub(after))
    assert called == {"first": 1, "second": 1}


async def test_a_replica_that_joins_a_name_gets_calls_when_a_connection_has_its_age() -> None:
    """Without an end of connections the name is never looked up again, and the first replica has all calls for ever."""
    called: Counter[str] = Counter()
    young = Settings(connection_age_s=1.0)
    async with running(counting(called, "first"), young) as (address, _), naming("127.0.0.1") as names:
        port = address.rpartition(":")[2]
        target = f"dns://127.0.0.1:{names.port}/memory.test:{port}"
        async with (
            running(counting(called, "second"), Settings(listen=f"127.0.0.2:{port}", connection_age_s=1.0)),
            connect(target, service=MEMORY, idempotent=["DeleteMemory"]) as channel,
        ):
            stub = memory_grpc.MemoryServiceStub(channel)
            for _ in range(10):
                await delete(stub)
            assert called == {"first": 10}
            names.addresses.append("127.0.0.2")
            async with asyncio.timeout(30):
                while not called["second"]:
                    await delete(stub)
                    await asyncio.sleep(0.05)
            assert names.asked >= 2


async def test_no_call_fails_while_connections_end_under_load() -> None:
    called: Counter[str] = Counter()
    async with (
        running(counting(called, "first"), Settings(connection_age_s=0.2)) as (address, _),
        connect(address, service=MEMORY) as channel,
    ):
        stub = memory_grpc.MemoryServiceStub(channel)
        ends = time.monotonic() + 3

        async def calling() -> int:
            made = 0
            while time.monotonic() < ends:
                await delete(stub)
                made += 1
            return made

        made = sum(await asyncio.gather(*(calling() for _ in range(10))))
    assert called == {"first": made}


class SlowAnalyst(ds_grpc.DataScienceServiceServicer):
    async def Analyze(  # noqa: N802
        self, request: ds.AnalyzeRequest, context: object
    ) -> AsyncIterator[ds.AnalyzeResponse]:
        for _ in range(10):
            yield ds.AnalyzeResponse()
            await asyncio.sleep(0.2)


async def test_a_stream_outlives_the_age_of_its_connection() -> None:
    def register(server: grpc.aio.Server) -> None:
        ds_grpc.add_DataScienceServiceServicer_to_server(SlowAnalyst(), server)  # type: ignore[abstract]  # of one RPC

    app = GrpcApp(descriptor=ANALYZE, register=register)
    async with (
        running(app, Settings(connection_age_s=0.3)) as (address, _),
        connect(address, service=ANALYZE) as channel,
    ):
        stream = ds_grpc.DataScienceServiceStub(channel).Analyze(ds.AnalyzeRequest(), timeout=30)
        assert len([response async for response in stream]) == 10


async def test_a_frozen_replica_costs_a_call_its_deadline_and_is_left_out_within_half_a_minute(tmp_path: Path) -> None:
    ports = [free_port(), free_port()]
    async with replicas(tmp_path, ports) as processes:
        target = "ipv4:" + ",".join(f"127.0.0.1:{port}" for port in ports)
        async with connect(target, service=MEMORY) as channel:
            stub = memory_grpc.MemoryServiceStub(channel)
            request = memory.ListMemoriesRequest(user_id="u")
            for _ in range(4):
                await stub.ListMemories(request, timeout=30)
            processes[0].send_signal(signal.SIGSTOP)
            frozen_at, in_a_row, slowest = time.monotonic(), 0, 0.0
            while in_a_row < 10:
                assert time.monotonic() < frozen_at + 30, "calls still go to the frozen replica"
                began = time.monotonic()
                try:
                    await stub.ListMemories(request, timeout=1)
                    in_a_row += 1
                except (errors.DeadlineExceededError, errors.UpstreamUnavailableError):
                    in_a_row = 0
                slowest = max(slowest, time.monotonic() - began)
                await asyncio.sleep(0.1)
            assert slowest < 3
            processes[0].send_signal(signal.SIGCONT)


async def test_a_caller_that_is_silent_keeps_its_connection_and_is_not_sent_away_for_asking() -> None:
    """Longer than a client needs to ask three times: a server that minds ends the connection then."""
    called: Counter[str] = Counter()
    async with (
        running(counting(called, "first"), Settings()) as (address, _),
        connect(address, service=MEMORY) as channel,
    ):
        await delete(memory_grpc.MemoryServiceStub(channel))
        state = channel.get_state()
        assert state is grpc.ChannelConnectivity.READY
        try:
            async with asyncio.timeout(35):
                await channel.wait_for_state_change(state)
        except TimeoutError:
            return
    raise AssertionError("the connection was ended")
