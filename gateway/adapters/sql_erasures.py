"""Which users are being deleted, and what the gateway itself keeps of a user, in SQLite or PostgreSQL."""

import json
from collections.abc import Mapping
from typing import Final

from sqlalchemy import delete, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from amy.runtime.erasing import erase_rows, scrub
from gateway.adapters.sql_rates import bucket
from gateway.adapters.tables import ERASURES, KEYS, METADATA, RATES, REPLIES

_CREATED_KEY: Final = "/v1/keys/"


class SqlErasures:
    """An `Erasures`."""

    def __init__(self, engine: AsyncEngine, url: str) -> None:
        self._engine = engine
        self._reading = engine.execution_options(readonly=True)
        self._url = url

    async def begin(self, user_id: str) -> None:
        dialect = postgresql if self._engine.dialect.name == "postgresql" else sqlite
        statement = dialect.insert(ERASURES).values(user_id=user_id).on_conflict_do_nothing()
        async with self._engine.begin() as connection:
            await connection.execute(statement)

    async def begun(self) -> frozenset[str]:
        async with self._reading.connect() as connection:
            return frozenset(await connection.scalars(select(ERASURES.c.user_id)))

    async def end(self, user_id: str, *, scope: str, admin_scope: str) -> Mapping[str, int]:
        async with self._engine.begin() as connection:
            await connection.execute(delete(REPLIES).where(REPLIES.c.scope == scope))
            await connection.execute(delete(RATES).where(RATES.c.name == bucket(user_id)))
            await _erase_replies_about(connection, user_id, admin_scope)
            erased = await erase_rows(connection, METADATA, user_id)
        await scrub(self._url)
        return {"keys": erased[KEYS.name]}


async def _erase_replies_about(connection: AsyncConnection, user_id: str, scope: str) -> None:
    """Those that told an admin of a key of the user's."""
    mine = (REPLIES.c.scope == scope, REPLIES.c.location.startswith(_CREATED_KEY))
    rows = (await connection.execute(select(REPLIES.c.key, REPLIES.c.body).where(*mine))).all()
    told = [row.key for row in rows if json.loads(bytes(row.body)).get("user_id") == user_id]
    if told:
        await connection.execute(delete(REPLIES).where(REPLIES.c.scope == scope, REPLIES.c.key.in_(told)))
