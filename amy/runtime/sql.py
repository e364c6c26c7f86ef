"""Databases: one engine factory for SQLite and PostgreSQL, and migrations run by the service that owns the tables."""

import asyncio
import shutil
import threading
import time
from functools import partial
from pathlib import Path
from typing import Final

from alembic import command, context
from alembic.config import Config
from alembic.script.revision import ResolutionError
from alembic.util import CommandError
from sqlalchemy import URL, Connection, Engine, ExceptionContext, MetaData, event, make_url, pool
from sqlalchemy import create_engine as create_sync_engine
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from amy.runtime.private import NotPrivateError, make_private_file
from amy.runtime.storage import (
    CannotOpenError,
    Storage,
    StorageDamagedError,
    StorageError,
    StorageFailedError,
    StorageFullError,
    storage_error,
)

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg"}
_SYNC_DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}
_COMPANIONS: Final = ("-wal", "-shm", "-journal")
_INSPECTION_S: Final = 2.0
_ROOM_BYTES: Final = 1 << 20
"""With less than this on the disk, a write that fits is no sign that the next one will."""

# Alembic keeps the migration in hand in module globals: services that start in one process migrate in turn.
_migrating = threading.Lock()
_version_tables: dict[str, str] = {}
_storages: dict[str, Storage] = {}


def storage_of(url: str) -> Storage:
    """What this process knows of the state of a database; the same for everybody who names it."""
    return _storages.setdefault(
        url, Storage(check_room=partial(_check_room, url), try_write=partial(_write_something, url))
    )


def watch(engine: Engine, url: str) -> None:
    """Errors of the driver that are about storage are raised as `StorageError`, and noted in `storage_of(url)`."""
    storage = storage_of(url)

    def translate(failed: ExceptionContext) -> StorageError | None:
        error = storage_error(failed.original_exception)
        if error is not None:
            storage.note(error)
        return error

    event.listen(engine, "handle_error", translate)


def create_engine(url: str) -> AsyncEngine:
    """An async engine for `sqlite:///file` or `postgresql://…`.

    SQLite runs in WAL mode with foreign keys on, waits up to 10 s for a writer and syncs at every commit of a turn's
    checkpoint (`synchronous=NORMAL` keeps the database whole after a crash of the process).

    Whatever is done with it raises a `StorageError` where the disk is full or fails, or the database is damaged.

    Raises:
        ValueError: another kind of database.
    """
    parsed = make_url(url)
    backend = parsed.get_backend_name()
    if backend not in _DRIVERS:
        raise ValueError(f"databases of kind {backend!r} are not supported: use sqlite:/// or postgresql://")
    engine = create_async_engine(parsed.set(drivername=_DRIVERS[backend]), pool_pre_ping=backend == "postgresql")
    watch(engine.sync_engine, url)
    if backend == "sqlite":
        event.listen(engine.sync_engine, "connect", _sqlite_pragmas)
        event.listen(engine.sync_engine, "begin", _sqlite_begin)
        event.listen(engine.sync_engine, "invalidate", _sqlite_roll_back)
    return engine


def _sqlite_pragmas(connection: DBAPIConnection, _record: object) -> None:
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _sqlite_begin(connection: Connection) -> None:
    # The driver would only begin at the first write, and two readers that both go on to write would deadlock.
    connection.exec_driver_sql("BEGIN IMMEDIATE" if not connection.get_execution_options().get("readonly") else "BEGIN")


def _sqlite_roll_back(connection: DBAPIConnection, _record: object, _reason: BaseException | None) -> None:
    # A task that is cancelled while a statement runs leaves it open: closed like that, SQLite goes on holding the
    # connection's lock, and nobody else writes.
    connection.rollback()


async def migrate(url: str, *, script_location: Path, version_table: str) -> None:
    """Brings the tables of one service to their newest version; safe to call at every start.

    An SQLite file is for its owner only from its first moment, and looked over for damage for up to two seconds.

    Raises:
        CannotOpenError: it is damaged, no database, of a newer version, on a full disk, or somebody else's.
    """
    parsed = make_url(url)
    try:
        if parsed.get_backend_name() == "sqlite" and parsed.database:
            file = Path(parsed.database)
            make_private_file(file, *(file.with_name(file.name + end) for end in _COMPANIONS))
        await asyncio.to_thread(_upgrade, url, script_location, version_table)
    except NotPrivateError as error:
        raise CannotOpenError(str(error)) from error
    except OSError as error:
        raise CannotOpenError(f"{_named(parsed)} {StorageFailedError.remedy} ({error.strerror})") from error
    except StorageError as error:
        raise CannotOpenError(f"{_named(parsed)} {error.remedy}") from error
    except CommandError as error:
        if not isinstance(error.__cause__, ResolutionError):
            raise
        # The version found is not one that this code knows.
        raise CannotOpenError(
            f"{_named(parsed)} was written by a newer version of Amy: run that version, or use another database."
        ) from error
    _version_tables[url] = version_table


def _named(url: URL) -> str:
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    return f"The database {url.database} on {url.host or 'this machine'}"


def _sync_engine(url: str) -> Engine:
    parsed = make_url(url)
    engine = create_sync_engine(
        parsed.set(drivername=_SYNC_DRIVERS[parsed.get_backend_name()]), poolclass=pool.NullPool
    )
    watch(engine, url)
    return engine


def _check_room(url: str) -> None:
    """Of the disk that an SQLite file is on; a server looks after its own.

    Raises:
        StorageError: next to none is left, or the disk is gone.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite" and parsed.database:
        try:
            if shutil.disk_usage(Path(parsed.database).parent).free < _ROOM_BYTES:
                raise StorageFullError
        except OSError as error:
            raise StorageFailedError from error


def _write_something(url: str) -> None:
    """Writes a version where it stands already.

    Raises:
        StorageError: it cannot be written.
    """
    table = _version_tables.get(url)
    if table is None:
        return
    engine = _sync_engine(url)
    try:
        with engine.begin() as connection:
            connection.exec_driver_sql(f"UPDATE {table} SET version_num = version_num")  # noqa: S608, a name of ours
    finally:
        engine.dispose()


def _inspect(connection: Connection) -> None:
    """Looks an SQLite file over for damage; one that is too large for the time allowed is taken for whole."""
    driver = connection.connection.driver_connection
    assert driver is not None
    give_up_at = time.monotonic() + _INSPECTION_S
    driver.set_progress_handler(lambda: time.monotonic() > give_up_at, 10_000)
    try:
        row = connection.exec_driver_sql("PRAGMA quick_check(1)").first()
    except OperationalError:
        return  # interrupted: the time is up
    finally:
        driver.set_progress_handler(None, 0)
    if row is None or row[0] != "ok":
        raise StorageDamagedError


def _upgrade(url: str, script_location: Path, version_table: str) -> None:
    parsed = make_url(url)
    engine = _sync_engine(url)
    config = Config()
    config.set_main_option("script_location", str(script_location))
    config.attributes["version_table"] = version_table
    with _migrating, engine.begin() as connection:
        if parsed.get_backend_name() == "sqlite":
            _inspect(connection)
        if parsed.get_backend_name() == "postgresql":
            # Several replicas start at once; one migrates, the others wait and find nothing to do.
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock(hashtext('{version_table}'))")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    engine.dispose()


def run_migrations(metadata: MetaData | None = None) -> None:
    """The whole body of a service's `env.py`."""
    config = context.config
    context.configure(
        connection=config.attributes["connection"],
        version_table=config.attributes["version_table"],
        target_metadata=metadata,
    )
    with context.begin_transaction():
        context.run_migrations()
