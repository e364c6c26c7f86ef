"""Turns and their logs deleted for good, in the tables that the turn store has migrated."""

from collections.abc import Sequence

from sqlalchemy import Connection, func, select

from amy.runtime import erasing
from amy.runtime.sql import Database, lock
from services.orchestrator.adapters import statements
from services.orchestrator.adapters.sql_signals import CHANNEL
from services.orchestrator.domain.turn import Erased
from services.orchestrator.ports.durable import Ownership


class SqlTurnErasure:
    """A `TurnErasure`. A withdrawn turn is in flight for nobody, so that whoever writes for it finds it lost."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def withdraw(self, user_id: str) -> Erased:
        mine = {"user": user_id}

        def work(connection: Connection) -> Erased:
            lock(connection, user_id)
            turns = connection.scalar(statements.COUNT_TURNS, mine)
            events = connection.scalar(statements.COUNT_EVENTS, mine)
            for turn_id in connection.scalars(statements.WITHDRAW, mine).all():
                if self._database.has_server:
                    connection.execute(select(func.pg_notify(CHANNEL, turn_id)))
            return Erased(turns=turns or 0, events=int(events or 0))

        return await self._database.transact(work)

    async def withdrawn(self) -> Sequence[Ownership]:
        rows = await self._database.read(lambda connection: connection.execute(statements.WITHDRAWN).all())
        return [Ownership(turn_id=row.id, owner=row.owner, takeovers=row.takeovers, is_withdrawn=True) for row in rows]

    async def ended(self, user_id: str, *, limit: int) -> Sequence[str]:
        asked = {"user": user_id, "limit": limit}
        return await self._database.read(lambda connection: connection.scalars(statements.ENDED, asked).all())

    async def has_turns(self, user_id: str) -> bool:
        asked = {"user": user_id}
        return bool(await self._database.read(lambda connection: connection.scalar(statements.HAS_TURNS, asked)))

    async def remove(self, turn_ids: Sequence[str]) -> None:
        these = {"turns": list(turn_ids)}

        def work(connection: Connection) -> None:
            connection.execute(statements.DELETE_LOGS, these)
            connection.execute(statements.DELETE_TURNS, these)

        await self._database.transact(work)

    async def scrub(self) -> None:
        await erasing.scrub(self._database.url)
