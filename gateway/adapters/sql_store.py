"""API keys and kept replies, in SQLite or PostgreSQL."""

from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from amy.runtime.async_sql import create_engine
from amy.runtime.database import DEFAULT_OPTIONS, DatabaseOptions
from amy.runtime.ids import new_id
from amy.runtime.schema import migrate
from gateway.adapters.tables import KEYS, REPLIES
from gateway.domain.idempotency import KEPT_S, Busy, Done, Fresh, Outcome, Reply
from gateway.domain.keys import KeyRecord
from gateway.ports import Clock

_MOST_ASKED: Final = 500


async def bring_up_to_date(url: str, options: DatabaseOptions) -> bool:
    """See `migrate`."""
    scripts = Path(__file__).parent / "migrations"
    return await migrate(url, script_location=scripts, version_table="alembic_version_gateway", options=options)


@asynccontextmanager
async def database(url: str, options: DatabaseOptions = DEFAULT_OPTIONS) -> AsyncIterator[AsyncEngine]:
    """An engine over tables of the newest version."""
    await bring_up_to_date(url, options)
    engine = create_engine(url, options)
    try:
        yield engine
    finally:
        await engine.dispose()


class SqlKeyStore:
    """A `KeyStore`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._reading = engine.execution_options(readonly=True)

    async def add(self, record: KeyRecord) -> None:
        row = {
            "id": record.id,
            "user_id": record.user_id,
            "name": record.name,
            "digest": record.digest,
            "created_at_ms": _milliseconds(record.created_at),
        }
        async with self._engine.begin() as connection:
            await connection.execute(insert(KEYS).values(row))

    async def find(self, digest: str) -> KeyRecord | None:
        async with self._reading.connect() as connection:
            row = (await connection.execute(select(KEYS).where(KEYS.c.digest == digest))).one_or_none()
        return _record(row) if row is not None else None

    async def of_user(self, user_id: str) -> Sequence[KeyRecord]:
        query = select(KEYS).where(KEYS.c.user_id == user_id).order_by(KEYS.c.created_at_ms, KEYS.c.id)
        async with self._reading.connect() as connection:
            return [_record(row) for row in await connection.execute(query)]

    async def surviving(self, key_ids: Collection[str]) -> frozenset[str]:
        asked, found = list(key_ids), set[str]()
        async with self._reading.connect() as connection:
            for begin in range(0, len(asked), _MOST_ASKED):
                query = select(KEYS.c.id).where(KEYS.c.id.in_(asked[begin : begin + _MOST_ASKED]))
                found.update(await connection.scalars(query))
        return frozenset(found)

    async def remove(self, key_id: str) -> bool:
        async with self._engine.begin() as connection:
            return (await connection.execute(delete(KEYS).where(KEYS.c.id == key_id))).rowcount > 0

    async def remove_all(self, user_id: str) -> int:
        async with self._engine.begin() as connection:
            return (await connection.execute(delete(KEYS).where(KEYS.c.user_id == user_id))).rowcount


class SqlReplyStore:
    """A `ReplyStore`. Rows that have expired are deleted whenever a claim is made."""

    def __init__(self, engine: AsyncEngine, clock: Clock) -> None:
        self._engine = engine
        self._clock = clock

    async def begin(self, scope: str, key: str, *, lease_s: float, turn_id: str) -> Outcome:
        now_ms = self._now_ms()
        claim = new_id("req")
        lease = {"claim": claim, "leased_until_ms": now_ms + round(lease_s * 1000)}
        row = {"scope": scope, "key": key, "expires_at_ms": now_ms + KEPT_S * 1000, "turn_id": turn_id, **lease}
        try:
            async with self._engine.begin() as connection:
                await connection.execute(delete(REPLIES).where(REPLIES.c.expires_at_ms <= now_ms))
                kept = (await connection.execute(select(REPLIES).where(*_is(scope, key)))).one_or_none()
                if kept is None:
                    await connection.execute(insert(REPLIES).values(row))
                    return Fresh(claim=claim, turn_id=turn_id)
                if kept.fingerprint is not None:
                    reply = Reply(status=kept.status, body=bytes(kept.body), location=kept.location)
                    return Done(fingerprint=kept.fingerprint, reply=reply)
                # Of several who find the same lapsed claim, one replaces it.
                lapsed = (*_is(scope, key), REPLIES.c.claim == kept.claim, REPLIES.c.leased_until_ms <= now_ms)
                if (await connection.execute(update(REPLIES).where(*lapsed).values(lease))).rowcount:
                    return Fresh(claim=claim, turn_id=kept.turn_id or turn_id)
                return Busy()
        except IntegrityError:
            # PostgreSQL lets two requests look before either writes; the second to write comes second.
            return Busy()

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
        async with self._engine.begin() as connection:
            await connection.execute(update(REPLIES).where(*_is(scope, key), REPLIES.c.claim == claim).values(settled))

    async def release(self, scope: str, key: str, *, claim: str) -> None:
        await self._lease(scope, key, claim, until_ms=0)

    async def _lease(self, scope: str, key: str, claim: str, *, until_ms: int) -> None:
        mine = (*_is(scope, key), REPLIES.c.claim == claim, REPLIES.c.fingerprint.is_(None))
        async with self._engine.begin() as connection:
            await connection.execute(update(REPLIES).where(*mine).values(leased_until_ms=until_ms))

    async def forget(self, scope: str, location: str) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(delete(REPLIES).where(REPLIES.c.scope == scope, REPLIES.c.location == location))

    def _now_ms(self) -> int:
        return _milliseconds(self._clock.now())


def _is(scope: str, key: str) -> tuple[Any, Any]:
    return REPLIES.c.scope == scope, REPLIES.c.key == key


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
