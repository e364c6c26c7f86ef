"""Which users are being deleted, and what the gateway itself keeps of a user, in SQLite or PostgreSQL."""

import json
from collections.abc import Mapping
from typing import Final

from sqlalchemy import Connection, bindparam, delete, select
from sqlalchemy.dialects import postgresql

from amy.runtime.erasing import erase_user, scrub
from amy.runtime.sql import Database
from gateway.adapters.sql_rates import bucket
from gateway.adapters.tables import ERASURES, KEYS, METADATA, RATES, REPLIES

_CREATED_KEY: Final = "/v1/keys/"
# SQLite has this clause too.
_BEGIN: Final = postgresql.insert(ERASURES).on_conflict_do_nothing()
_BEGUN: Final = select(ERASURES.c.user_id)
_FORGET_RATE: Final = delete(RATES).where(RATES.c.name == bindparam("name"))
_IN_SCOPE: Final = REPLIES.c.scope == bindparam("scope_of")
_FORGET_REPLIES: Final = delete(REPLIES).where(_IN_SCOPE)
_FORGET_SOME: Final = _FORGET_REPLIES.where(REPLIES.c.key.in_(bindparam("keys", expanding=True)))
_ABOUT_KEYS: Final = select(REPLIES.c.key, REPLIES.c.body).where(_IN_SCOPE, REPLIES.c.location.startswith(_CREATED_KEY))


class SqlErasures:
    """An `Erasures`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.has_others = database.has_server

    async def begin(self, user_id: str) -> None:
        await self._database.write(lambda connection: connection.execute(_BEGIN, {"user_id": user_id}))

    async def begun(self) -> frozenset[str]:
        return await self._database.read(lambda connection: frozenset(connection.scalars(_BEGUN)))

    async def end(self, user_id: str, *, scope: str, admin_scope: str) -> Mapping[str, int]:
        def work(connection: Connection) -> int:
            connection.execute(_FORGET_REPLIES, {"scope_of": scope})
            connection.execute(_FORGET_RATE, {"name": bucket(user_id)})
            _erase_replies_about(connection, user_id, admin_scope)
            return erase_user(connection, METADATA, user_id)[KEYS.name]

        erased = await self._database.transact(work)
        await scrub(self._database.url)
        return {"keys": erased}


def _erase_replies_about(connection: Connection, user_id: str, scope: str) -> None:
    """Those that told an admin of a key of the user's."""
    rows = connection.execute(_ABOUT_KEYS, {"scope_of": scope}).all()
    told = [row.key for row in rows if json.loads(bytes(row.body)).get("user_id") == user_id]
    if told:
        connection.execute(_FORGET_SOME, {"scope_of": scope, "keys": told})
