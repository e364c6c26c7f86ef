"""The living orchestrator processes, in the database they share."""

from collections.abc import Collection, Mapping
from typing import Final

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from amy.runtime.sql import Database
from services.orchestrator.adapters.tables import EXECUTORS

_FORGET_REPLICA: Final = delete(EXECUTORS).where(EXECUTORS.c.replica == bindparam("of"))
_ENTER: Final = insert(EXECUTORS)
_BEAT: Final = update(EXECUTORS).where(EXECUTORS.c.executor == bindparam("me")).values(beats=EXECUTORS.c.beats + 1)
_BEATS: Final = select(EXECUTORS.c.executor, EXECUTORS.c.beats)
_REMOVE: Final = delete(EXECUTORS).where(EXECUTORS.c.executor.in_(bindparam("these", expanding=True)))


class SqlExecutors:
    """`Executors` in a database whose tables the turn store has migrated."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def register(self, executor: str, *, replica: str) -> None:
        def work(connection: Connection) -> None:
            connection.execute(_FORGET_REPLICA, {"of": replica})
            connection.execute(_ENTER, {"executor": executor, "replica": replica, "beats": 0})

        await self._database.transact(work)

    async def beat(self, executor: str, *, replica: str) -> None:
        def work(connection: Connection) -> None:
            if connection.execute(_BEAT, {"me": executor}).rowcount == 0:
                # Taken for dead while it was only slow: it is back, with what it has left.
                connection.execute(_ENTER, {"executor": executor, "replica": replica, "beats": 1})

        await self._database.write(work)

    async def beats(self) -> Mapping[str, int]:
        rows = await self._database.read(lambda connection: connection.execute(_BEATS).all())
        return {row.executor: row.beats for row in rows}

    async def remove(self, executors: Collection[str]) -> None:
        these = {"these": list(executors)}
        await self._database.write(lambda connection: connection.execute(_REMOVE, these))
