"""Databases: one engine factory for SQLite and PostgreSQL, and migrations run by the service that owns the tables."""

import shutil
import threading
import time
from collections.abc import Collection, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

import structlog
from alembic import command, context
from alembic.config import Config
from alembic.runtime.migration import MigrationContext, MigrationInfo
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, ExceptionContext, MetaData, event, make_url, pool
from sqlalchemy import create_engine as create_sync_engine
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from amy.runtime import revisions
from amy.runtime.database import DEFAULT_OPTIONS, DatabaseOptions
from amy.runtime.private import NotPrivateError, make_private_file
from amy.runtime.reaching import named, reached
from amy.runtime.storage import (
    CannotOpenError,
    Storage,
    StorageAwayError,
    StorageBusyError,
    StorageDamagedError,
    StorageError,
    StorageFailedError,
    StorageFullError,
    storage_error,
)

_log = structlog.get_logger("storage")
_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg"}
_SYNC_DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}
_COMPANIONS: Final = ("-wal", "-shm", "-journal")
_INSPECTION_S: Final = 2.0
_LOCK_TIMEOUT_S: Final = 10
_NOTICING: Final = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
"""Seconds; the last one milliseconds."""
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
    """Errors of the driver that are about storage are raised as `StorageError`, and noted in `storage_of(url)`.

    A connection that turns out to be lost takes the others of its pool with it: they are as old.
    """
    storage = storage_of(url)
    has_server = make_url(url).get_backend_name() == "postgresql"

    def translate(failed: ExceptionContext) -> StorageError | None:
        if failed.is_pre_ping or not isinstance(failed.original_exception, Exception):
            return None  # the pool replaces the connection, or somebody was cancelled and must hear of that
        error = storage_error(failed.original_exception)
        if error is None and has_server and (failed.is_disconnect or failed.connection is None):
            error = StorageAwayError()
        if isinstance(error, StorageAwayError):
            failed.is_disconnect = True
        if error is not None:
            storage.note(error)
        return error

    event.listen(engine, "handle_error", translate)


def connection_arguments(url: str) -> dict[str, int]:
    """What every connection to PostgreSQL is opened with, so that a server that fell silent is noticed in seconds.

    What the URL says itself is left to it.
    """
    return {name: value for name, value in _NOTICING.items() if name not in make_url(url).query}


class _BoundedPool(pool.AsyncAdaptedQueuePool):
    """A pool that says in our own words that it has nothing left."""

    def connect(self) -> pool.PoolProxiedConnection:
        try:
            return super().connect()
        except PoolTimeoutError:
            raise StorageBusyError from None


def create_engine(url: str, options: DatabaseOptions = DEFAULT_OPTIONS) -> AsyncEngine:
    """An async engine for `sqlite:///file` or `postgresql://…`.

    SQLite runs in WAL mode with foreign keys on, waits up to 10 s for a writer and syncs at every commit of a turn's
    checkpoint (`synchronous=NORMAL` keeps the database whole after a crash of the process).

    PostgreSQL is spoken to over at most `pool_size + pool_overflow` connections; one that was lost is replaced.

    Whatever is done with it raises a `StorageError` where the disk is full or fails, the database is damaged, the
    server is away, or no connection became free in time.

    Raises:
        ValueError: another kind of database.
    """
    parsed = make_url(url)
    backend = parsed.get_backend_name()
    if backend not in _DRIVERS:
        raise ValueError(f"databases of kind {backend!r} are not supported: use sqlite:/// or postgresql://")
    driver_url = parsed.set(drivername=_DRIVERS[backend])
    if backend == "postgresql":
        engine = create_async_engine(
            driver_url,
            connect_args=connection_arguments(url),
            poolclass=_BoundedPool,
            pool_pre_ping=True,
            pool_size=options.pool_size,
            max_overflow=options.pool_overflow,
            pool_timeout=options.pool_timeout_s,
        )
        _reached_by(storage_of(url), engine)
    else:
        engine = create_async_engine(driver_url)
        event.listen(engine.sync_engine, "connect", _sqlite_pragmas)
        event.listen(engine.sync_engine, "begin", _sqlite_begin)
        event.listen(engine.sync_engine, "invalidate", _sqlite_roll_back)
    watch(engine.sync_engine, url)
    return engine


def _reached_by(storage: Storage, engine: AsyncEngine) -> None:
    """Lets the database be reached by an engine for as long as that is in use."""
    reach = storage.reach = partial(_reach, engine)

    def let_go(_disposed: Engine) -> None:
        if storage.reach is reach:
            storage.reach = None

    event.listen(engine.sync_engine, "engine_disposed", let_go)


async def _reach(engine: AsyncEngine) -> None:
    """Takes a connection out of the pool, which looks whether it is alive, and puts it back."""
    async with engine.connect():
        pass


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


async def migrate(
    url: str, *, script_location: Path, version_table: str, options: DatabaseOptions = DEFAULT_OPTIONS
) -> bool:
    """Brings the tables of one service to their newest version; safe to call at every start.

    An SQLite file is for its owner only from its first moment, and looked over for damage for up to two seconds. A
    PostgreSQL server that is away is waited for. Tables of a newer version are left as they are, and served where all
    that is new in them is additive.

    Returns:
        Whether the tables are of a newer version.

    Raises:
        CannotOpenError: it is damaged, no database, of a version that this code cannot serve, on a full disk, somebody
            else's, or a server that stays away or refuses.
    """
    parsed = make_url(url)
    try:
        if parsed.get_backend_name() == "sqlite" and parsed.database:
            file = Path(parsed.database)
            make_private_file(file, *(file.with_name(file.name + end) for end in _COMPANIONS))
        upgrade = partial(_upgrade, url, script_location, version_table)
        newer = await reached(url, upgrade, wait_s=options.wait_s)
    except NotPrivateError as error:
        raise CannotOpenError(str(error)) from error
    except OSError as error:
        raise CannotOpenError(f"{named(parsed)} {StorageFailedError.remedy} ({error.strerror})") from error
    except StorageError as error:
        raise CannotOpenError(f"{named(parsed)} {error.remedy}") from error
    _version_tables[url] = version_table
    if newer:
        _log.warning("storage.newer", tables=version_table)
    return newer


def _sync_engine(url: str) -> Engine:
    parsed = make_url(url)
    backend = parsed.get_backend_name()
    arguments = connection_arguments(url) if backend == "postgresql" else {}
    engine = create_sync_engine(
        parsed.set(drivername=_SYNC_DRIVERS[backend]), poolclass=pool.NullPool, connect_args=arguments
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


def _upgrade(url: str, script_location: Path, version_table: str) -> bool:
    """Whether the tables are of a newer version that this code can serve; if they are older, they are not any more."""
    parsed = make_url(url)
    engine = _sync_engine(url)
    config = Config()
    config.set_main_option("script_location", str(script_location))
    config.attributes["version_table"] = version_table
    scripts = ScriptDirectory.from_config(config)
    with _migrating, engine.begin() as connection:
        if parsed.get_backend_name() == "sqlite":
            _inspect(connection)
        if parsed.get_backend_name() == "postgresql":
            # Several replicas start at once; one migrates, the others wait and find nothing to do.
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock(hashtext('{version_table}'))")
            # A migration that waits for a table makes everybody who comes after it wait too.
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{_LOCK_TIMEOUT_S}s'")
        if newer := revisions.is_newer(connection, scripts, version_table):
            if not revisions.is_served_by(connection, scripts, version_table):
                raise CannotOpenError(
                    f"{named(parsed)} was written by a newer version of Amy: run that version, or use another database."
                )
        else:
            revisions.begin_record(connection, version_table)
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    engine.dispose()
    return newer


def run_migrations(metadata: MetaData | None = None) -> None:
    """The whole body of a service's `env.py`."""
    config = context.config
    version_table: str = config.attributes["version_table"]

    def applied(
        ctx: MigrationContext,
        step: MigrationInfo,
        heads: Collection[Any],  # noqa: ARG001, Alembic's names
        run_args: Mapping[str, Any],  # noqa: ARG001
    ) -> None:
        revisions.note(ctx, step, version_table)

    context.configure(
        connection=config.attributes["connection"],
        version_table=version_table,
        target_metadata=metadata,
        on_version_apply=applied,
    )
    with context.begin_transaction():
        context.run_migrations()
