"""Databases: units of work over SQLite or PostgreSQL, each on one worker thread, over a connection that is kept."""

import asyncio
import shutil
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from select import POLLIN, poll
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import (
    Connection,
    Engine,
    ExceptionContext,
    bindparam,
    create_engine,
    event,
    func,
    make_url,
    pool,
    select,
)
from sqlalchemy.engine.interfaces import DBAPIConnection

from amy.runtime.database import DEFAULT_OPTIONS, DatabaseOptions
from amy.runtime.storage import (
    Storage,
    StorageAwayError,
    StorageBusyError,
    StorageError,
    StorageFailedError,
    StorageFullError,
    storage_error,
)

_T = TypeVar("_T")
_DRIVERS: Final = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}
_NOTICING: Final = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
"""Seconds; the last one milliseconds."""
_PRAGMAS: Final = ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "busy_timeout=10000")
_ROOM_BYTES: Final = 1 << 20
"""With less than this on the disk, a write that fits is no sign that the next one will."""
_SQLITE_READERS: Final = 2
_IDLE_S: Final = 10.0
"""A connection to a server that rested for longer is looked at before it is used, in case the server fell silent."""
_LOCK: Final = select(func.pg_advisory_xact_lock(func.hashtextextended(bindparam("name"), 0)))
_version_tables: dict[str, str] = {}
_storages: dict[str, Storage] = {}


def storage_of(url: str) -> Storage:
    """What this process knows of the state of a database; the same for everybody who names it."""
    return _storages.setdefault(
        url, Storage(check_room=partial(_check_room, url), try_write=partial(_write_something, url))
    )


def note_version_table(url: str, table: str) -> None:
    """Says where a write of no consequence can be tried: at the version of the tables."""
    _version_tables[url] = table


def connection_arguments(url: str) -> dict[str, int]:
    """What every connection to PostgreSQL is opened with, so that a server that fell silent is noticed in seconds.

    What the URL says itself is left to it.
    """
    return {name: value for name, value in _NOTICING.items() if name not in make_url(url).query}


def plain_engine(url: str) -> Engine:
    """An engine that opens a connection for whoever asks and keeps none.

    Whatever is done with it raises a `StorageError` where the disk is full or fails, the database is damaged, or the
    server is away; and `storage_of(url)` has noted it then.

    Raises:
        ValueError: another kind of database than `sqlite:///file` and `postgresql://…`.
    """
    parsed = make_url(url)
    backend = parsed.get_backend_name()
    if backend not in _DRIVERS:
        raise ValueError(f"databases of kind {backend!r} are not supported: use sqlite:/// or postgresql://")
    has_server = backend == "postgresql"
    arguments = connection_arguments(url) if has_server else {"check_same_thread": False}
    engine = create_engine(parsed.set(drivername=_DRIVERS[backend]), poolclass=pool.NullPool, connect_args=arguments)
    storage = storage_of(url)

    def translate(failed: ExceptionContext) -> StorageError | None:
        if not isinstance(failed.original_exception, Exception):
            return None
        error = storage_error(failed.original_exception)
        if error is None and has_server and (failed.is_disconnect or failed.connection is None):
            error = StorageAwayError()
        if isinstance(error, StorageAwayError):
            failed.is_disconnect = True
        if error is not None:
            storage.note(error)
        return error

    event.listen(engine, "handle_error", translate)
    return engine


class Database:
    """`sqlite:///file` or `postgresql://…`, used by one event loop.

    A unit of work is a function of a connection; it runs on a worker thread, so that it may be as plain as it likes.
    SQLite runs in WAL mode with foreign keys on; one connection writes, whatever asks for it, others read beside it,
    and a commit keeps the database whole after a crash of the process (`synchronous=NORMAL`). PostgreSQL is spoken to
    over at most `pool_size + pool_overflow` connections; one that was lost is replaced before it is used again, and
    those that are as old with it.

    A task that is cancelled while its work is done has it interrupted, and goes on when it has ended: it was done as a
    whole, or nothing of it was.

    Whatever is done raises a `StorageError` where the disk is full or fails, the database is damaged, the server is
    away, or no connection became free in time.
    """

    def __init__(self, url: str, options: DatabaseOptions = DEFAULT_OPTIONS) -> None:
        self.url = url
        self.has_server = make_url(url).get_backend_name() == "postgresql"
        self._engine = plain_engine(url)
        storage = storage_of(url)
        if self.has_server:
            most = options.pool_size + options.pool_overflow
            self._reading = self._writing = _Lane(
                self._engine,
                storage,
                most=most,
                kept=options.pool_size,
                wait_s=options.pool_timeout_s,
                has_server=True,
            )
            storage.reach = self._reach
        else:
            event.listen(self._engine, "connect", _configure_sqlite)
            self._writing = _Lane(self._engine, storage, most=1, kept=1)
            self._reading = _Lane(self._engine, storage, most=_SQLITE_READERS, kept=_SQLITE_READERS)

    async def read(self, work: Callable[[Connection], _T]) -> _T:
        """What the work returns; each of its statements sees what is committed when it runs."""
        return await self._reading.run(work)

    async def write(self, work: Callable[[Connection], _T]) -> _T:
        """What the work returns; each of its statements is committed by itself."""
        return await self._writing.run(work)

    async def transact(self, work: Callable[[Connection], _T]) -> _T:
        """What the work returns; all of it is committed together, or nothing where it raises.

        On SQLite it has the file for itself from its first statement; on PostgreSQL its statements see what others
        commit meanwhile.
        """
        return await self._writing.run(
            partial(_in_transaction, work, "BEGIN" if self.has_server else "BEGIN IMMEDIATE")
        )

    async def close(self) -> None:
        """Ends the connections; work under way is waited for."""
        storage = storage_of(self.url)
        if storage.reach == self._reach:
            storage.reach = None
        for lane in {self._reading, self._writing}:
            await lane.close()
        self._engine.dispose()

    async def _reach(self) -> None:
        await self.read(lambda connection: connection.exec_driver_sql("SELECT 1"))


def lock(connection: Connection, name: str) -> None:
    """Keeps others who name the same lock out until the transaction ends; SQLite has but one writer at a time."""
    if connection.dialect.name == "postgresql":
        connection.execute(_LOCK, {"name": name})


def _in_transaction(work: Callable[[Connection], _T], begin: str, connection: Connection) -> _T:
    connection.exec_driver_sql(begin)
    try:
        result = work(connection)
        connection.exec_driver_sql("COMMIT")
    except BaseException:
        # Where the connection is lost, or the database has rolled back by itself, there is nothing to take back.
        with suppress(Exception):
            connection.exec_driver_sql("ROLLBACK")
        raise
    return result


@dataclass(eq=False)
class _Kept:
    """A connection, since when it rests, and of which generation it is."""

    connection: Connection
    generation: int
    rests_since_s: float = field(default_factory=time.monotonic)


class _Work(Generic[_T]):
    """A unit of work on its way: whoever no longer wants it can have it break off."""

    def __init__(self, body: Callable[[Connection], _T]) -> None:
        self._body = body
        self._lock = threading.Lock()
        self._kept: _Kept | None = None
        self.is_interrupted = False

    def on(self, kept: _Kept) -> _T:
        with self._lock:
            self._kept = kept
        try:
            return self._body(kept.connection)
        finally:
            with self._lock:
                self._kept = None

    def interrupt(self) -> None:
        """Breaks off the statement that runs, if one does; its connection is not to be used again."""
        with self._lock:
            if self._kept is None:
                return
            self.is_interrupted = True
            driver = self._kept.connection.connection.driver_connection
            assert driver is not None
            with suppress(Exception):
                (driver.interrupt if hasattr(driver, "interrupt") else driver.cancel)()


class _Lane:
    """Some connections and as many threads: who comes when all are in use waits.

    Args:
        storage: is told when something was done.
        most: connections at once.
        kept: of these, how many are kept open.
        wait_s: how long work may wait until it begins; None: for as long as it takes.
    """

    def __init__(
        self,
        engine: Engine,
        storage: Storage,
        *,
        most: int,
        kept: int,
        wait_s: float | None = None,
        has_server: bool = False,
    ) -> None:
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._storage = storage
        self._threads = ThreadPoolExecutor(most, thread_name_prefix="sql")
        self._places = asyncio.Semaphore(most)
        self._kept = kept
        self._wait_s = wait_s
        self._has_server = has_server
        self._lock = threading.Lock()
        self._resting: list[_Kept] = []
        self._generation = 0

    async def run(self, body: Callable[[Connection], _T]) -> _T:
        await self._place()
        try:
            work = _Work(body)
            future = self._threads.submit(self._run, work)
            try:
                return await asyncio.wrap_future(future)
            except asyncio.CancelledError:
                await _finished(_ended(future, work))
                raise
        finally:
            self._places.release()

    async def close(self) -> None:
        await asyncio.to_thread(self._threads.shutdown)
        for kept in self._resting:
            kept.connection.close()
        self._resting.clear()

    async def _place(self) -> None:
        if self._wait_s is None or not self._places.locked():
            await self._places.acquire()
            return
        try:
            await asyncio.wait_for(self._places.acquire(), self._wait_s)
        except TimeoutError:
            raise StorageBusyError from None

    def _run(self, work: _Work[_T]) -> _T:
        kept = self._take()
        try:
            result = work.on(kept)
        except StorageError:
            # What ails one connection ails those that are as old.
            with self._lock:
                self._generation += 1
            raise
        else:
            self._storage.answered()
            return result
        finally:
            self._put_back(kept, fit=not work.is_interrupted)

    def _take(self) -> _Kept:
        while True:
            with self._lock:
                generation = self._generation
                kept = self._resting.pop() if self._resting else None
            if kept is None:
                return _Kept(self._engine.connect(), generation)
            if kept.generation == generation and self._is_alive(kept):
                return kept
            _close(kept)

    def _is_alive(self, kept: _Kept) -> bool:
        if not self._has_server:
            return True
        driver: Any = kept.connection.connection.driver_connection
        try:
            if time.monotonic() - kept.rests_since_s >= _IDLE_S or _has_news(driver.fileno()):
                driver.execute("SELECT 1")
        except Exception:  # noqa: BLE001, whatever it is: another connection is opened, and that says what is wrong
            with self._lock:
                self._generation += 1
            return False
        return True

    def _put_back(self, kept: _Kept, *, fit: bool) -> None:
        kept.rests_since_s = time.monotonic()
        with self._lock:
            fit = fit and not kept.connection.invalidated and kept.generation == self._generation
            if fit and len(self._resting) < self._kept:
                self._resting.append(kept)
                return
        _close(kept)


def _has_news(descriptor: int) -> bool:
    """Whether a connection that nothing was asked of has something to say: mostly that its server has ended it."""
    asking = poll()
    asking.register(descriptor, POLLIN)
    return bool(asking.poll(0))


async def _ended(future: Future[_T], work: _Work[_T]) -> None:
    """Returns when the work has ended, which is told to break off if it has begun."""
    if not future.cancel():
        await asyncio.to_thread(work.interrupt)
        await asyncio.wait([asyncio.wrap_future(future)])


async def _finished(ending: Coroutine[Any, Any, None]) -> None:
    """Awaits to the end, whoever cancels it meanwhile."""
    task = asyncio.ensure_future(ending)
    while not task.done():
        with suppress(asyncio.CancelledError):
            await asyncio.shield(task)


def _close(kept: _Kept) -> None:
    with suppress(Exception):
        kept.connection.close()


def _configure_sqlite(connection: DBAPIConnection, _record: object) -> None:
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


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
    engine = plain_engine(url)
    try:
        with engine.begin() as connection:
            connection.exec_driver_sql(f"UPDATE {table} SET version_num = version_num")  # noqa: S608, a name of ours
    finally:
        engine.dispose()
