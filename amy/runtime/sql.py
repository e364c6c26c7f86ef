"""Databases: one engine factory for SQLite and PostgreSQL, and migrations run by the service that owns the tables."""

import asyncio
import threading
from pathlib import Path

from alembic import command, context
from alembic.config import Config
from sqlalchemy import Connection, MetaData, event, make_url, pool
from sqlalchemy import create_engine as create_sync_engine
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg"}

# Alembic keeps the migration in hand in module globals: services that start in one process migrate in turn.
_migrating = threading.Lock()


def create_engine(url: str) -> AsyncEngine:
    """An async engine for `sqlite:///file` or `postgresql://…`.

    SQLite runs in WAL mode with foreign keys on, waits up to 10 s for a writer and syncs at every commit of a turn's
    checkpoint (`synchronous=NORMAL` keeps the database whole after a crash of the process).

    Raises:
        ValueError: another kind of database.
    """
    parsed = make_url(url)
    backend = parsed.get_backend_name()
    if backend not in _DRIVERS:
        raise ValueError(f"databases of kind {backend!r} are not supported: use sqlite:/// or postgresql://")
    engine = create_async_engine(parsed.set(drivername=_DRIVERS[backend]), pool_pre_ping=backend == "postgresql")
    if backend == "sqlite":
        event.listen(engine.sync_engine, "connect", _sqlite_pragmas)
        event.listen(engine.sync_engine, "begin", _sqlite_begin)
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


async def migrate(url: str, *, script_location: Path, version_table: str) -> None:
    """Brings the tables of one service to their newest version; safe to call at every start."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite" and parsed.database:
        Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    await asyncio.to_thread(_upgrade, url, script_location, version_table)


def _upgrade(url: str, script_location: Path, version_table: str) -> None:
    parsed = make_url(url)
    driver = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}[parsed.get_backend_name()]
    engine = create_sync_engine(parsed.set(drivername=driver), poolclass=pool.NullPool)
    config = Config()
    config.set_main_option("script_location", str(script_location))
    config.attributes["version_table"] = version_table
    with _migrating, engine.begin() as connection:
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
