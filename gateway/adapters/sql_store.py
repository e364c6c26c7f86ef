"""API keys and kept replies, in SQLite or PostgreSQL."""

from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from sqlalchemy import BigInteger, Connection, Row, and_, bindparam, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql

from amy.runtime.database import DEFAULT_OPTIONS, DatabaseOptions
from amy.runtime.ids import new_id
from amy.runtime.schema import migrate
from amy.runtime.sql import Database
from gateway.adapters.tables import KEYS, REPLIES
from gateway.domain.idempotency import KEPT_S, Busy, Done, Fresh, Outcome, Reply
from gateway.domain.keys import KeyRecord
from gateway.ports import Clock

_MOST_ASKED: Final = 500
_ADD: Final = insert(KEYS)
_FIND: Final = select(KEYS).where(KEYS.c.digest == bindparam("digest"))
_OF_USER: Final = select(KEYS).where(KEYS.c.user_id == bindparam("user_id")).order_by(KEYS.c.created_at_ms, KEYS.c.id)
_SURVIVING: Final = select(KEYS.c.id).where(KEYS.c.id.in_(bindparam("ids", expanding=True)))
_REMOVE: Final = delete(KEYS).where(KEYS.c.id == bindparam("id"))
_REMOVE_ALL: Final = delete(KEYS).where(KEYS.c.user_id == bindparam("user_id"))

_NOW_MS: Final = bindparam("now_ms", type_=BigInteger)
_THIS: Final = and_(REPLIES.c.scope == bindparam("scope_of"), REPLIES.c.key == bindparam("key_of"))
_MINE: Final = and_(_THIS, REPLIES.c.claim == bindparam("claim_of"))
_IS_OPEN: Final = REPLIES.c.fingerprint.is_(None)
_SWEEP: Final = delete(REPLIES).where(REPLIES.c.expires_at_ms <= _NOW_MS)
_OFFERED: Final = postgresql.insert(REPLIES).values(
    {name: bindparam(name) for name in ("scope", "key", "claim", "expires_at_ms", "turn_id", "leased_until_ms")}
)
# SQLite has this clause too.
_CLAIM: Final = _OFFERED.on_conflict_do_update(
    index_elements=[REPLIES.c.scope, REPLIES.c.key],
    set_={
        "claim": _OFFERED.excluded.claim,
        "leased_until_ms": _OFFERED.excluded.leased_until_ms,
        "turn_id": func.coalesce(REPLIES.c.turn_id, _OFFERED.excluded.turn_id),
    },
    where=and_(_IS_OPEN, REPLIES.c.leased_until_ms <= _NOW_MS),
).returning(REPLIES.c.turn_id)
_KEPT: Final = select(REPLIES).where(_THIS)
_LEASE: Final = update(REPLIES).where(_MINE, _IS_OPEN).values(leased_until_ms=bindparam("until_ms"))
_SETTLE: Final = (
    update(REPLIES)
    .where(_MINE)
    .values({name: bindparam(name) for name in ("expires_at_ms", "fingerprint", "status", "location", "body")})
)
_FORGET: Final = delete(REPLIES).where(
    REPLIES.c.scope == bindparam("scope_of"), REPLIES.c.location == bindparam("location_of")
)


async def bring_up_to_date(url: str, options: DatabaseOptions) -> bool:
    """See `migrate`."""
    scripts = Path(__file__).parent / "migrations"
    return await migrate(url, script_location=scripts, version_table="alembic_version_gateway", options=options)


@asynccontextmanager
async def opened(url: str, options: DatabaseOptions = DEFAULT_OPTIONS) -> AsyncIterator[Database]:
    """A database with tables of the newest version."""
    await bring_up_to_date(url, options)
    database = Database(url, options)
    try:
        yield database
    finally:
        await database.close()


class SqlKeyStore:
    """A `KeyStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, record: KeyRecord) -> None:
        row = {
            "id": record.id,
            "user_id": record.user_id,
            "name": record.name,
            "digest": record.digest,
            "created_at_ms": _milliseconds(record.created_at),
        }
        await self._database.write(lambda connection: connection.execute(_ADD, row))

    async def find(self, digest: str) -> KeyRecord | None:
        row = await self._database.read(lambda connection: connection.execute(_FIND, {"digest": digest}).one_or_none())
        return _record(row) if row is not None else None

    async def of_user(self, user_id: str) -> Sequence[KeyRecord]:
        rows = await self._database.read(lambda connection: connection.execute(_OF_USER, {"user_id": user_id}).all())
        return [_record(row) for row in rows]

    async def surviving(self, key_ids: Collection[str]) -> frozenset[str]:
        asked = list(key_ids)

        def work(connection: Connection) -> frozenset[str]:
            parts = (asked[begin : begin + _MOST_ASKED] for begin in range(0, len(asked), _MOST_ASKED))
            return frozenset(key_id for part in parts for key_id in connection.scalars(_SURVIVING, {"ids": part}))

        return await self._database.read(work)

    async def remove(self, key_id: str) -> bool:
        return await self._database.write(lambda connection: connection.execute(_REMOVE, {"id": key_id}).rowcount > 0)

    async def remove_all(self, user_id: str) -> int:
        return await self._database.write(
            lambda connection: connection.execute(_REMOVE_ALL, {"user_id": user_id}).rowcount
        )


class SqlReplyStore:
    """A `ReplyStore`. Rows that have expired are deleted whenever a claim is made."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def begin(self, scope: str, key: str, *, lease_s: float, turn_id: str) -> Outcome:
        now_ms = self._now_ms()
        claim = new_id("req")
        offered = {
            "scope": scope,
            "key": key,
            "claim": claim,
            "expires_at_ms": now_ms + KEPT_S * 1000,
            "turn_id": turn_id,
            "leased_until_ms": now_ms + round(lease_s * 1000),
            "now_ms": now_ms,
        }

        def work(connection: Connection) -> Outcome:
            connection.execute(_SWEEP, {"now_ms": now_ms})
            # Of several who come at once, or find the same lapsed claim, one is given the row.
            claimed = connection.execute(_CLAIM, offered).one_or_none()
            if claimed is not None:
                return Fresh(claim=claim, turn_id=claimed.turn_id)
            kept = connection.execute(_KEPT, _place(scope, key)).one_or_none()
            if kept is None or kept.fingerprint is None:
                return Busy()
            reply = Reply(status=kept.status, body=bytes(kept.body), location=kept.location)
            return Done(fingerprint=kept.fingerprint, reply=reply)

        return await self._database.write(work)

    async def renew(self, scope: str, key: str, *, claim: str, lease_s: float) -> None:
        await self._lease(scope, key, claim, until_ms=self._now_ms() + round(lease_s * 1000))

    async def keep(self, scope: str, key: str, *, claim: str, fingerprint: str, reply: Reply) -> None:
        settled = {
            "expires_at_ms": self._now_ms() + KEPT_S * 1000,
            "fingerprint": fingerprint,
            "status": reply.status,
            "location": reply.location,
            "body": reply.body if reply.repeat is None else reply.repeat,
        }
        given = {**_place(scope, key), "claim_of": claim, **settled}
        await self._database.write(lambda connection: connection.execute(_SETTLE, given))

    async def release(self, scope: str, key: str, *, claim: str) -> None:
        await self._lease(scope, key, claim, until_ms=0)

    async def forget(self, scope: str, location: str) -> None:
        given = {"scope_of": scope, "location_of": location}
        await self._database.write(lambda connection: connection.execute(_FORGET, given))

    async def _lease(self, scope: str, key: str, claim: str, *, until_ms: int) -> None:
        given = {**_place(scope, key), "claim_of": claim, "until_ms": until_ms}
        await self._database.write(lambda connection: connection.execute(_LEASE, given))

    def _now_ms(self) -> int:
        return _milliseconds(self._clock.now())


def _place(scope: str, key: str) -> dict[str, str]:
    return {"scope_of": scope, "key_of": key}


def _record(row: Row[Any]) -> KeyRecord:
    return KeyRecord(
        id=row.id,
        user_id=row.user_id,
        name=row.name,
        digest=row.digest,
        created_at=datetime.fromtimestamp(row.created_at_ms / 1000, UTC),
    )


def _milliseconds(at: datetime) -> int:
    return round(at.timestamp() * 1000)
