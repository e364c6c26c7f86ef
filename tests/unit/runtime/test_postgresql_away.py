"""PostgreSQL that is not there yet, that refuses, that goes away and comes back: waited for, told, recovered from."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import grpc
import psycopg
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from pydantic import SecretStr
from sqlalchemy import Connection, text

from amy.api.memory.v1 import memory_pb2 as pb
from amy.api.memory.v1 import memory_pb2_grpc
from amy.runtime import errors
from amy.runtime.channel import connect
from amy.runtime.database import DatabaseOptions
from amy.runtime.server import serve
from amy.runtime.sql import Database, storage_of
from amy.runtime.storage import StorageAwayError, StorageBusyError
from services.memory.__main__ import compose
from services.memory.settings import Settings
from tests.stoppable import StoppableServer, stoppable_server

PASSWORD = "hunter2-hunter2"
SERVICE = pb.DESCRIPTOR.services_by_name["MemoryService"]
NOBODY = f"postgresql://amy:{PASSWORD}@127.0.0.1:1/amy"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StoppableServer]:
    with stoppable_server(tmp_path_factory.mktemp("stoppable")) as started:
        yield started


def start_memory(url: str, **settings: str) -> "subprocess.Popen[str]":
    given = {"DATABASE_URL": url, **settings}
    env = {**os.environ, **{f"AMY_MEMORY_{name}": value for name, value in given.items()}}
    command = [sys.executable, "-m", "services.memory"]
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def lines_until(process: "subprocess.Popen[str]", event: str) -> list[dict[str, Any]]:
    assert process.stderr is not None
    seen: list[dict[str, Any]] = []
    for line in process.stderr:
        if line.startswith("{"):
            seen.append(json.loads(line))
        if seen and seen[-1]["event"] == event:
            return seen
    raise AssertionError(seen)


def test_a_service_waits_for_postgresql_with_one_line_and_then_serves(server: StoppableServer) -> None:
    server.stop()
    with start_memory(server.url) as process:
        try:
            lines_until(process, "storage.waiting")
            time.sleep(1)
            server.start()
            seen = lines_until(process, "ready")
        finally:
            server.start()
            process.send_signal(signal.SIGTERM)
        assert "storage.waiting" not in [line["event"] for line in seen]
        assert process.wait(30) == 0


def test_a_service_gives_up_with_one_sentence_that_holds_no_password() -> None:
    with start_memory(NOBODY, DATABASE_WAIT_S="1") as process:
        _, said = process.communicate(timeout=60)
    assert process.returncode == 1
    (sentence,) = [line for line in said.splitlines() if not line.startswith("{")]
    assert sentence == (
        "memory: The database amy on 127.0.0.1 could not be reached for 1 s: start it, or check the database URL."
    )
    assert PASSWORD not in said


def test_a_service_that_waits_ends_cleanly_when_it_is_told_to() -> None:
    with start_memory(NOBODY) as process:
        lines_until(process, "storage.waiting")
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=60)
    assert (process.returncode, "Traceback" in said) == (0, False)
    assert time.monotonic() - began < 40, "not after the minute that it waits for a server"


@pytest.mark.parametrize(
    ("user", "database", "told"),
    [
        ("nobody", "amy", "has no such user"),
        ("postgres", "nothing", "does not exist"),
        (f"closed:{PASSWORD}", "amy", "refuses the user or the password"),
        ("poor", "amy", "does not let this user make tables"),
    ],
)
def test_what_waiting_cannot_mend_is_said_at_once(server: StoppableServer, user: str, database: str, told: str) -> None:
    server.execute("DROP ROLE IF EXISTS closed")
    server.execute("CREATE ROLE closed LOGIN PASSWORD 'another'")
    server.execute("DROP ROLE IF EXISTS poor")
    server.execute("CREATE ROLE poor LOGIN")
    rules = server.folder / "pg_hba.conf"
    kept = rules.read_text()
    rules.write_text(f"local all closed scram-sha-256\n{kept}")
    server.execute("SELECT pg_reload_conf()")
    try:
        url = server.url.replace("postgres:@/amy", f"{user}@/{database}")
        began = time.monotonic()
        with start_memory(url) as process:
            _, said = process.communicate(timeout=60)
    finally:
        rules.write_text(kept)
        server.execute("SELECT pg_reload_conf()")
    assert process.returncode == 1
    (sentence,) = [line for line in said.splitlines() if not line.startswith("{")]
    assert f"memory: The database {database} on this machine {told}" in sentence
    assert PASSWORD not in said
    assert time.monotonic() - began < 40, "not after the minute that it waits for a server"


@asynccontextmanager
async def memory_at(url: str, **settings: Any) -> AsyncIterator[str]:
    """The address of a memory service in this process."""
    composed = Settings(database_url=SecretStr(url), **settings)
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    stop = asyncio.Event()
    running = asyncio.create_task(serve(compose(composed), settings=composed, ready=address.set_result, stop=stop))
    either: set[asyncio.Future[Any]] = {running, address}
    await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
    try:
        yield await address
    finally:
        stop.set()
        await running


async def create(stub: Any, user: str) -> str:
    request = pb.CreateMemoryRequest(user_id=user, text="Sleep more.", category=pb.Category.CATEGORY_GOAL)
    response = await stub.CreateMemory(request, timeout=30)
    made: str = response.memory.id
    return made


async def status(address: str) -> int:
    async with grpc.aio.insecure_channel(address) as channel:
        asked = health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=10)
        answer: health_pb2.HealthCheckResponse = await asked
        found: int = answer.status
        return found


async def becomes(address: str, wanted: int) -> None:
    async with asyncio.timeout(60):
        while True:
            if await status(address) == wanted:
                return
            await asyncio.sleep(0.1)


async def test_a_service_says_that_its_database_is_away_and_recovers_without_a_restart(server: StoppableServer) -> None:
    serving, not_serving = health_pb2.HealthCheckResponse.SERVING, health_pb2.HealthCheckResponse.NOT_SERVING
    async with memory_at(server.url) as address, connect(address, service=SERVICE) as channel:
        stub = memory_pb2_grpc.MemoryServiceStub(channel)
        assert await create(stub, "before")
        await asyncio.to_thread(server.stop)
        try:
            # Nobody asks it for anything: it finds out by itself.
            await becomes(address, not_serving)
            with pytest.raises(errors.UpstreamUnavailableError) as caught:
                await create(stub, "meanwhile")
            assert caught.value.metadata == {"storage": "away", "retry_after": "5"}
        finally:
            await asyncio.to_thread(server.start)
        await becomes(address, serving)
        assert await create(stub, "after")


async def test_connections_that_a_restart_cut_are_replaced_before_anybody_notices(server: StoppableServer) -> None:
    async with memory_at(server.url) as address, connect(address, service=SERVICE) as channel:
        stub = memory_pb2_grpc.MemoryServiceStub(channel)
        await asyncio.gather(*(create(stub, f"user{number}") for number in range(20)))
        await asyncio.to_thread(server.restart)
        await becomes(address, health_pb2.HealthCheckResponse.SERVING)
        assert len(await asyncio.gather(*(create(stub, f"user{number}") for number in range(20)))) == 20


async def test_a_storm_at_two_replicas_takes_no_more_connections_than_allowed(server: StoppableServer) -> None:
    most = 0
    async with AsyncExitStack() as stack:
        addresses = [await stack.enter_async_context(memory_at(server.url)) for _ in range(2)]
        channels = [await stack.enter_async_context(connect(each, service=SERVICE)) for each in addresses]
        stubs = [memory_pb2_grpc.MemoryServiceStub(channel) for channel in channels]
        storm = [asyncio.create_task(create(stub, f"user{number}")) for stub in stubs for number in range(100)]
        while not all(task.done() for task in storm):
            most = max(most, await asyncio.to_thread(server.connections))
            await asyncio.sleep(0.02)
        assert len({task.result() for task in storm}) == 200
        # All of them come back at once when the server does.
        await asyncio.to_thread(server.restart)
        again = [create(stub, f"user{number}") for stub in stubs for number in range(100)]
        ended = await asyncio.gather(*again, return_exceptions=True)
        most = max(most, await asyncio.to_thread(server.connections))
    assert 0 < most <= 2 * 4
    assert {type(each) for each in ended} <= {str, errors.UpstreamUnavailableError}


def one(connection: Connection) -> int | None:
    found: int | None = connection.scalar(text("SELECT 1"))
    return found


async def test_who_finds_every_connection_in_use_is_refused_in_time_and_told_when_to_come_back(
    server: StoppableServer,
) -> None:
    assert await storage_of(server.url).trouble() is None, "what was noted of the server before is over"
    database = Database(server.url, DatabaseOptions(pool_size=1, pool_timeout_s=0.2))
    took, may_end = threading.Event(), threading.Event()

    def hold(connection: Connection) -> int | None:
        took.set()
        assert may_end.wait(30)
        found: int | None = connection.scalar(text("SELECT 1"))
        return found

    holding = asyncio.create_task(database.read(hold))
    assert await asyncio.to_thread(took.wait, 30)
    began = time.monotonic()
    with pytest.raises(StorageBusyError) as caught:
        await database.read(one)
    assert time.monotonic() - began < 5
    assert caught.value.metadata == {"storage": "busy", "retry_after": "1"}
    assert storage_of(server.url).noted is None, "the database itself is well"
    may_end.set()
    assert await holding == 1
    await database.close()


async def test_a_server_with_no_room_for_a_connection_is_away_until_it_has(server: StoppableServer) -> None:
    server.execute("DROP ROLE IF EXISTS few")
    server.execute("CREATE ROLE few LOGIN CONNECTION LIMIT 1")
    url = server.url.replace("postgres:@", "few@")
    database = Database(url)
    with psycopg.connect(url):
        with pytest.raises(StorageAwayError):
            await database.read(one)
        assert isinstance(storage_of(url).noted, StorageAwayError)
    async with asyncio.timeout(10):
        while True:
            try:
                assert await database.read(one) == 1
                break
            except StorageAwayError:
                await asyncio.sleep(0.1)
    await database.close()


async def test_a_server_that_takes_no_writes_any_more_after_a_fail_over_is_away(server: StoppableServer) -> None:
    database = Database(server.url)
    await database.write(lambda connection: connection.execute(text("SET default_transaction_read_only = on")))
    with pytest.raises(StorageAwayError):
        await database.write(lambda connection: connection.execute(text("CREATE TABLE refused (id integer)")))
    await database.transact(lambda connection: connection.execute(text("CREATE TABLE taken (id integer)")))
    await database.close()
    server.execute("SELECT 1")


async def test_who_no_longer_waits_for_a_query_is_cancelled_and_says_nothing_of_the_database(postgres_url: str) -> None:
    database = Database(postgres_url)
    asking = asyncio.create_task(database.transact(lambda connection: connection.execute(text("SELECT pg_sleep(30)"))))
    await asyncio.sleep(0.5)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert storage_of(postgres_url).noted is None
    await database.close()
