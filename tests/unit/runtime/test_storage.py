"""Databases that are full, fail, are damaged, or of another version: told by name, and over when they are."""

import asyncio
import errno
import os
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import grpc
import psycopg
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from sqlalchemy import Connection, text

from amy.runtime import errors
from amy.runtime.schema import migrate
from amy.runtime.server import GrpcApp
from amy.runtime.sql import Database, storage_of
from amy.runtime.storage import (
    CannotOpenError,
    Storage,
    StorageDamagedError,
    StorageError,
    StorageFailedError,
    StorageFullError,
    storage_error,
)
from services.memory.adapters import sql_store
from tests.scraping import measured
from tests.unit.runtime.served import Settings, running
from tests.unit.runtime.test_server_and_channel import MEMORY, call_delete, memory_app

MIGRATIONS = Path(sql_store.__file__).parent / "migrations"
PAGES = 30
IN_TROUBLE = "amy_storage_in_trouble"


async def migrated(url: str) -> None:
    await migrate(url, script_location=MIGRATIONS, version_table="alembic_version_memory")


@pytest.fixture
async def file(tmp_path: Path) -> Path:
    """A database file of the newest version, closed."""
    await migrated(f"sqlite:///{tmp_path / 'memory.db'}")
    return tmp_path / "memory.db"


@pytest.fixture
async def small(file: Path) -> AsyncIterator[Database]:
    """A database for which the disk ends at 30 pages."""
    database = Database(f"sqlite:///{file}")
    yield database
    await database.close()


def fill(connection: Connection) -> None:
    connection.execute(text("CREATE TABLE IF NOT EXISTS filler (content BLOB)"))
    connection.execute(text(f"INSERT INTO filler VALUES (zeroblob({4096 * PAGES}))"))


async def overfill(small: Database) -> None:
    await small.write(lambda connection: connection.execute(text(f"PRAGMA max_page_count={PAGES}")).all())
    await small.transact(fill)


async def test_a_full_disk_is_told_and_nothing_of_the_transaction_stays(small: Database, file: Path) -> None:
    storage = storage_of(f"sqlite:///{file}")
    assert await storage.trouble() is None
    with pytest.raises(StorageFullError) as caught:
        await overfill(small)
    assert caught.value.metadata == {"storage": "full"}
    assert str(file) not in caught.value.message
    count = text("SELECT count(*) FROM sqlite_master WHERE name = 'filler'")
    assert await small.read(lambda connection: connection.scalar(count)) == 0


async def test_a_full_disk_is_over_once_a_write_goes_through(small: Database, file: Path) -> None:
    storage = storage_of(f"sqlite:///{file}")
    with pytest.raises(StorageFullError):
        await overfill(small)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert isinstance(await storage.trouble(), StorageFullError), "as long as nothing could be written"
    assert await storage.trouble() is None


async def test_a_disk_with_next_to_no_room_is_told_before_anything_fails(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = storage_of(f"sqlite:///{file}")
    usage = shutil.disk_usage(file.parent)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1000))
    assert isinstance(await storage.trouble(), StorageFullError)
    monkeypatch.undo()
    assert await storage.trouble() is None


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (psycopg.errors.DiskFull(), StorageFullError),
        (psycopg.errors.IoError(), StorageFailedError),
        (psycopg.errors.DataCorrupted(), StorageDamagedError),
        (psycopg.errors.IndexCorrupted(), StorageDamagedError),
        (psycopg.errors.UniqueViolation(), None),
        (psycopg.errors.OutOfMemory(), None),
        (ValueError("53100"), None),
    ],
)
def test_postgresqls_errors_are_told_apart_by_their_state(error: Exception, told: type[StorageError] | None) -> None:
    assert type(storage_error(error)) is (told or type(None))


async def test_a_server_whose_disk_is_full_is_told_until_a_write_goes_through(postgres_url: str) -> None:
    await migrated(postgres_url)
    storage, database = storage_of(postgres_url), Database(postgres_url)
    full = "DO $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$"
    with pytest.raises(StorageFullError):
        await database.transact(lambda connection: connection.execute(text(full)))
    await database.close()
    assert storage.noted is not None
    assert await storage.trouble() is None


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (sqlite3.SQLITE_FULL, StorageFullError),
        (sqlite3.SQLITE_IOERR_SHMSIZE, StorageFullError),
        (sqlite3.SQLITE_IOERR_WRITE, StorageFailedError),
        (sqlite3.SQLITE_READONLY, StorageFailedError),
        (sqlite3.SQLITE_CORRUPT, StorageDamagedError),
        (sqlite3.SQLITE_NOTADB, StorageDamagedError),
        (sqlite3.SQLITE_BUSY, None),
        (sqlite3.SQLITE_CONSTRAINT_UNIQUE, None),
    ],
)
def test_sqlites_errors_are_told_apart_by_their_code(code: int, told: type[StorageError] | None) -> None:
    error = sqlite3.OperationalError("x")
    error.sqlite_errorcode = code
    assert type(storage_error(error)) is (told or type(None))


def overwrite(file: Path, at: int, content: bytes) -> None:
    with file.open("r+b") as stream:
        stream.seek(at, os.SEEK_SET if at >= 0 else os.SEEK_END)
        stream.write(content)


async def refused(file: Path) -> str:
    with pytest.raises(CannotOpenError) as caught:
        await migrated(f"sqlite:///{file}")
    sentence = str(caught.value)
    assert sentence.startswith(f"{file} ")
    assert "\n" not in sentence
    return sentence


async def test_a_file_that_is_no_database_is_named(file: Path) -> None:
    overwrite(file, 0, b"date,steps\n2026-01-01,8000\n" * 400)
    assert "is damaged or no database at all: restore it from a backup, or move it away" in await refused(file)


async def test_a_damaged_database_is_found_at_the_start(file: Path) -> None:
    overwrite(file, 4096, b"\xa5" * 8192)
    assert "is damaged" in await refused(file)


async def test_damage_that_no_start_would_come_across_is_found_all_the_same(file: Path) -> None:
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE notes (content TEXT)")
        database.executemany("INSERT INTO notes VALUES (?)", [("x" * 3000,)] * 40)
    database.close()
    overwrite(file, -20 * 4096, b"\xa5" * 4096)
    assert "is damaged" in await refused(file)


async def test_a_database_of_a_newer_version_is_left_alone(file: Path) -> None:
    with sqlite3.connect(file) as database:
        database.execute("UPDATE alembic_version_memory SET version_num = '9999'")
    database.close()
    assert "was written by a newer version of Amy" in await refused(file)


async def test_a_folder_in_the_place_of_a_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "memory.db").mkdir()
    assert "cannot be read or written: check its disk and its permissions." in await refused(tmp_path / "memory.db")


async def test_damage_while_running_is_told_and_is_not_over_by_itself(file: Path) -> None:
    storage, database = storage_of(f"sqlite:///{file}"), Database(f"sqlite:///{file}")
    overwrite(file, 4096, b"\xa5" * 20_000)
    with pytest.raises(StorageDamagedError):
        await database.read(lambda connection: connection.execute(text("SELECT * FROM memory_entries")).all())
    await database.close()
    assert [type(await storage.trouble()) for _ in range(2)] == [StorageDamagedError] * 2


async def test_health_follows_the_storage_both_ways() -> None:
    trouble: list[StorageError] = []

    def check_room() -> None:
        if trouble:
            raise trouble[0]

    plain = memory_app(lambda: asyncio.sleep(0))
    storage = Storage(check_room=check_room, try_write=lambda: None)
    app = GrpcApp(descriptor=plain.descriptor, register=plain.register, storage=storage)
    async with running(app, Settings()) as (address, _), grpc.aio.insecure_channel(address) as channel:
        health = health_pb2_grpc.HealthStub(channel)

        async def becomes(status: int) -> None:
            async with asyncio.timeout(60):
                for service in ("", MEMORY.full_name):
                    async for said in health.Watch(health_pb2.HealthCheckRequest(service=service)):
                        if said.status == status:
                            break

        await becomes(health_pb2.HealthCheckResponse.SERVING)
        trouble.append(StorageFullError())
        await becomes(health_pb2.HealthCheckResponse.NOT_SERVING)
        process = await health.Check(health_pb2.HealthCheckRequest(service="grpc.health.v1.Health"))
        assert process.status == health_pb2.HealthCheckResponse.SERVING, "the process is not what is in trouble"
        trouble.clear()
        await becomes(health_pb2.HealthCheckResponse.SERVING)


async def test_metrics_follow_the_storage_both_ways() -> None:
    trouble: list[StorageError] = []

    def check_room() -> None:
        if trouble:
            raise trouble[0]

    plain = memory_app(lambda: asyncio.sleep(0))
    storage = Storage(check_room=check_room, try_write=lambda: None)
    app = GrpcApp(descriptor=plain.descriptor, register=plain.register, storage=storage)
    with measured() as fetch:

        async def becomes(**kinds: int) -> None:
            async with asyncio.timeout(60):
                while True:
                    page = await asyncio.to_thread(fetch)
                    told = {kind: page.value(IN_TROUBLE, amy_storage_trouble=kind) for kind in kinds}
                    if page.has(IN_TROUBLE) and told == kinds:
                        assert page.value("amy_service_serving", amy_service_name="test") == (not any(kinds.values()))
                        return
                    await asyncio.sleep(0.05)

        async with running(app, Settings()):
            await becomes(full=0, failed=0, damaged=0)
            trouble.append(StorageFullError())
            await becomes(full=1, failed=0, damaged=0)
            trouble.clear()
            await becomes(full=0, failed=0, damaged=0)
        page = fetch()
    assert page.has("amy_service_serving")
    assert page.value("amy_service_serving", amy_service_name="test") == 0, "a service that was stopped"


async def test_a_file_that_finds_no_room_is_told_as_a_full_disk() -> None:
    async def act() -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "/var/tmp/spool")

    async with running(memory_app(act), Settings()) as (address, _):
        with pytest.raises(errors.UpstreamUnavailableError, match="is full") as caught:
            await call_delete(address)
    assert "spool" not in caught.value.message


async def test_a_peer_hears_of_it_as_of_an_upstream_that_is_away() -> None:
    async def act() -> None:
        raise StorageFullError

    async with running(memory_app(act), Settings()) as (address, _):
        with pytest.raises(errors.UpstreamUnavailableError, match="is full") as caught:
            await call_delete(address)
    assert not isinstance(caught.value, StorageError), "a peer's storage is not one's own"
    assert caught.value.metadata == {"storage": "full"}
