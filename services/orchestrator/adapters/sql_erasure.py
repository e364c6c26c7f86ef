"""Turns and their events deleted for good, in the tables that the turn store has migrated."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import ColumnElement, delete, exists, func, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from amy.runtime import erasing
from services.orchestrator.adapters.sql_signals import CHANNEL
from services.orchestrator.adapters.sql_store import lock_user
from services.orchestrator.adapters.tables import EVENTS, TURNS
from services.orchestrator.domain.turn import IN_FLIGHT, Erased, TurnStatus
from services.orchestrator.ports.durable import Ownership

_WITHDRAWN: Final = TurnStatus.WITHDRAWN.value
_TO_BE_ENDED: Final = sorted({*IN_FLIGHT, TurnStatus.WITHDRAWN})


class SqlTurnErasure:
    """A `TurnErasure`. A withdrawn turn is in flight for nobody, so that whoever writes for it finds it lost."""

    def __init__(self, engine: AsyncEngine, url: str) -> None:
        self._engine = engine
        self._reading = engine.execution_options(readonly=True)
        self._url = url

    async def withdraw(self, user_id: str) -> Erased:
        mine = TURNS.c.user_id == user_id
        withdrawal = (
            update(TURNS)
            .where(mine, TURNS.c.status.in_(sorted(IN_FLIGHT)))
            .values(status=_WITHDRAWN)
            .returning(TURNS.c.id)
        )
        async with self._engine.begin() as connection:
            await lock_user(connection, user_id)
            turns = await connection.scalar(select(func.count()).select_from(TURNS).where(mine))
            events = await connection.scalar(
                select(func.count()).select_from(EVENTS).where(EVENTS.c.turn_id.in_(select(TURNS.c.id).where(mine)))
            )
            for turn_id in (await connection.scalars(withdrawal)).all():
                if connection.dialect.name == "postgresql":
                    await connection.execute(select(func.pg_notify(CHANNEL, turn_id)))
        return Erased(turns=turns or 0, events=events or 0)

    async def withdrawn(self) -> Sequence[Ownership]:
        query = select(TURNS.c.id, TURNS.c.owner, TURNS.c.takeovers).where(TURNS.c.status == _WITHDRAWN)
        async with self._reading.connect() as connection:
            return [
                Ownership(turn_id=row.id, owner=row.owner, takeovers=row.takeovers)
                for row in await connection.execute(query)
            ]

    async def ended(self, user_id: str, *, limit: int) -> Sequence[str]:
        query = select(TURNS.c.id).where(TURNS.c.user_id == user_id, TURNS.c.status.not_in(_TO_BE_ENDED)).limit(limit)
        async with self._reading.connect() as connection:
            return list(await connection.scalars(query))

    async def has_turns(self, user_id: str) -> bool:
        return await self._any(TURNS.c.user_id == user_id)

    async def remove(self, turn_ids: Sequence[str]) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(delete(EVENTS).where(EVENTS.c.turn_id.in_(turn_ids)))
            await connection.execute(delete(TURNS).where(TURNS.c.id.in_(turn_ids)))

    async def scrub(self) -> None:
        await erasing.scrub(self._url)

    async def _any(self, condition: ColumnElement[bool]) -> bool:
        async with self._reading.connect() as connection:
            return bool(await connection.scalar(select(exists().where(condition))))
