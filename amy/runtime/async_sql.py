"""Async engines, for stores that are not on `Database` yet."""

from functools import partial

from sqlalchemy import Connection, Engine, ExceptionContext, event, make_url, pool
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from amy.runtime.database import DEFAULT_OPTIONS, DatabaseOptions
from amy.runtime.sql import connection_arguments, storage_of
from amy.runtime.storage import Storage, StorageAwayError, StorageBusyError, StorageError, storage_error

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg"}


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
