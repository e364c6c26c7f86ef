"""News of other orchestrators' commits, by PostgreSQL's LISTEN and NOTIFY."""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

import structlog
from sqlalchemy import Connection, bindparam, func, literal, make_url, select
from sqlalchemy.exc import SQLAlchemyError

from amy.runtime.sql import Database, connection_arguments
from amy.runtime.storage import StorageError

_log = structlog.get_logger("signals")

CHANNEL: Final = "amy_turn_events"
_RECONNECT_S: Final = 1.0
_PAUSE_S: Final = 0.01
_TOLD_AT_ONCE: Final = 200
"""A payload may have 8,000 bytes."""
_NOTIFY: Final = select(
    func.set_config("synchronous_commit", "off", literal(value=True)), func.pg_notify(CHANNEL, bindparam("payload"))
)
"""A transaction of its own, and the setting is the transaction's."""


class SqlTurnNews:
    """Tells the other orchestrators on the same PostgreSQL which turns have got events; on SQLite there are none.

    A commit that notifies holds a lock of the whole server until it is on the disk, so the commit of an event does not:
    what was committed is told after it, for many turns at once, by a statement that has nothing to write. Where news
    is lost with its process, those who follow find out by comparing every `poll_s`.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._pending: set[str] = set()
        self._telling: asyncio.Task[None] | None = None

    def tell(self, turn_id: str) -> None:
        """At once if nothing was told for a while, else within 10 ms."""
        if not self._database.has_server:
            return
        self._pending.add(turn_id)
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell())

    async def close(self) -> None:
        """What is pending is told before."""
        if self._telling is not None:
            await asyncio.gather(self._telling, return_exceptions=True)

    async def _tell(self) -> None:
        while self._pending:
            turn_ids = [self._pending.pop() for _ in range(min(len(self._pending), _TOLD_AT_ONCE))]
            try:
                news = {"payload": " ".join(turn_ids)}
                await self._database.write(partial(_notify, news))
            except (StorageError, SQLAlchemyError) as error:
                _log.warning("signals.untold", turns=len(turn_ids), error=type(error).__name__)
            await asyncio.sleep(_PAUSE_S)


def _notify(news: Mapping[str, str], connection: Connection) -> None:
    connection.execute(_NOTIFY, news)


class SqlTurnSignals:
    """`TurnSignals` of the database at `url`. One SQLite file has one orchestrator: there is nobody to hear from."""

    def __init__(self, url: str) -> None:
        parsed = make_url(url)
        self._conninfo: str | None = None
        if parsed.get_backend_name() == "postgresql":
            from psycopg.conninfo import make_conninfo  # noqa: PLC0415, 4 MB that an SQLite file has no use for

            plain = parsed.set(drivername="postgresql").render_as_string(hide_password=False)
            self._conninfo = make_conninfo(plain, **connection_arguments(url))
        self._heard = True

    @property
    def has_others(self) -> bool:
        return self._conninfo is not None

    async def listen(self, on_commit: Callable[[str], None]) -> None:
        if self._conninfo is None:
            return
        import psycopg  # noqa: PLC0415, as above

        while True:
            try:
                await self._listen_until_cut_off(self._conninfo, on_commit)
            except psycopg.OperationalError:
                if self._heard:
                    _log.warning("signals.cut_off")
                self._heard = False
            await asyncio.sleep(_RECONNECT_S)

    async def _listen_until_cut_off(self, conninfo: str, on_commit: Callable[[str], None]) -> None:
        import psycopg  # noqa: PLC0415, as above

        async with await psycopg.AsyncConnection.connect(conninfo, autocommit=True) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            self._heard = True
            async for notification in connection.notifies():
                for turn_id in notification.payload.split():
                    on_commit(turn_id)
