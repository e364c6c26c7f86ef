"""The living orchestrator processes, in the database they share."""

from collections.abc import Collection, Mapping

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from services.orchestrator.adapters.tables import EXECUTORS


class SqlExecutors:
    """`Executors` in a database whose tables the turn store has migrated."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._reading = engine.execution_options(readonly=True)

    async def register(self, executor: str, *, replica: str) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(delete(EXECUTORS).where(EXECUTORS.c.replica == replica))
            await connection.execute(insert(EXECUTORS), [{"executor": executor, "replica": replica, "beats": 0}])

    async def beat(self, executor: str, *, replica: str) -> None:
        statement = update(EXECUTORS).where(EXECUTORS.c.executor == executor).values(beats=EXECUTORS.c.beats + 1)
        async with self._engine.begin() as connection:
            if (await connection.execute(statement)).rowcount == 0:
                # Taken for dead while it was only slow: it is back, with what it has left.
                await connection.execute(insert(EXECUTORS), [{"executor": executor, "replica": replica, "beats": 1}])

    async def beats(self) -> Mapping[str, int]:
        async with self._reading.connect() as connection:
            return {row.executor: row.beats for row in await connection.execute(select(EXECUTORS))}

    async def remove(self, executors: Collection[str]) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(delete(EXECUTORS).where(EXECUTORS.c.executor.in_(executors)))
