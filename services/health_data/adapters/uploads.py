"""Files that are sent in pieces, on SQLite and PostgreSQL: each part is committed as it comes."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Final

import structlog
from sqlalchemy import ColumnElement, Connection, Row, delete, func, insert, select, tuple_, update

from amy.runtime.errors import UploadNotFoundError, UploadOffsetMismatchError, UploadTooLargeError
from amy.runtime.ids import new_id
from amy.runtime.shrinking import give_back, make_shrinkable
from amy.runtime.sql import Database, lock
from services.health_data.adapters.lanes import Door
from services.health_data.adapters.tables import upload_parts, uploads
from services.health_data.domain.uploads import NewUpload, Upload, in_parts
from services.health_data.ports import Clock

_APPENDS_A_USER: Final = 4
_APPENDS_IN_ALL: Final = 64
_PARTS_AT_ONCE: Final = 8
"""Dropped in one transaction, so that others can write in between."""
_ABANDONED: Final = (
    select(upload_parts.c.upload_id, upload_parts.c.start)
    .where(upload_parts.c.upload_id.not_in(select(uploads.c.upload_id)))
    .limit(_PARTS_AT_ONCE)
)
_log = structlog.get_logger("health_data")


class SqlUploads:
    """Implements `Uploads`.

    An upload is gone as soon as its row is; its parts are dropped after that, a few at a time, by whoever comes by.

    Args:
        database: that of the store.
        kept_s: how long an upload is kept after its last byte came.
    """

    def __init__(self, database: Database, *, kept_s: float, clock: Clock) -> None:
        self._database = database
        self._kept_for = timedelta(seconds=kept_s)
        self._clock = clock
        self._door = Door(a_user=_APPENDS_A_USER, in_all=_APPENDS_IN_ALL)
        self._is_open = True
        self._sweeping: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begins to clear away what has expired, and what was left when the service was last ended."""
        await make_shrinkable(self._database)
        await self._expire()

    async def close(self) -> None:
        """Whatever is left to be cleared away is so at the next start."""
        self._is_open = False
        await self.swept()

    async def swept(self) -> None:
        """Returns when all that is to be cleared away by now is."""
        if self._sweeping is not None:
            await asyncio.wait({self._sweeping})

    async def create(self, user_id: str, new: NewUpload, *, most: int, most_bytes: int) -> Upload | None:
        await self._expire()
        upload_id, expires_at = new_id("upl"), self._expires_at()
        work = partial(_create, user_id=user_id, upload_id=upload_id, new=new, expires_at=expires_at)
        created = await self._database.transact(partial(work, most=most, most_bytes=most_bytes))
        return await self.get(user_id, upload_id) if created else None

    async def append(self, user_id: str, upload_id: str, offset: int, chunks: AsyncIterator[bytes]) -> Upload:
        async with self._door.entered(user_id):
            upload = await self._append(user_id, upload_id, offset, b"")
            async for part in in_parts(chunks):
                upload = await self._append(user_id, upload_id, upload.offset, part)
            return upload

    async def _append(self, user_id: str, upload_id: str, offset: int, content: bytes) -> Upload:
        work = partial(_append, user_id=user_id, upload_id=upload_id, offset=offset, content=content)
        return await self._database.transact(partial(work, now=self._now(), expires_at=self._expires_at()))

    async def get(self, user_id: str, upload_id: str) -> Upload:
        return await self._database.read(partial(_get, user_id=user_id, upload_id=upload_id, now=self._now()))

    async def listed(self, user_id: str) -> Sequence[Upload]:
        return await self._database.read(partial(_listed, user_id=user_id, now=self._now()))

    async def content(self, user_id: str, upload: Upload) -> AsyncIterator[bytes]:
        read = 0
        while read < upload.length:
            part = await self._database.read(partial(_part, user_id=user_id, upload_id=upload.upload_id, start=read))
            if part is None:
                raise UploadNotFoundError("The upload was deleted while it was read.")
            yield part
            read += len(part)

    async def delete(self, user_id: str, upload_id: str) -> bool:
        deleted = await self._database.transact(partial(_delete, mine=_mine(user_id, upload_id)))
        self._sweep_soon()
        return deleted > 0

    async def forget(self, user_id: str) -> int:
        """Drops all uploads of a user, parts included; how many there were."""
        forgotten = await self._database.transact(partial(_delete, mine=(uploads.c.user_id == user_id,)))
        await self._drop_abandoned()
        return forgotten

    async def _expire(self) -> None:
        await self._database.transact(partial(_delete, mine=(uploads.c.expires_at <= self._now(),)))
        self._sweep_soon()

    def _sweep_soon(self) -> None:
        self._sweeping = asyncio.create_task(self._sweep(self._sweeping))

    async def _sweep(self, before: asyncio.Task[None] | None) -> None:
        """Drops parts without an upload, and gives their room back.

        Args:
            before: the sweeping that is waited for, which may have been done with what is to be swept now.
        """
        if before is not None:
            await asyncio.wait({before})
        try:
            if await self._drop_abandoned():
                await give_back(self._database, go_on=lambda: self._is_open)
        except Exception as error:  # noqa: BLE001, it is tried again when the next upload is created
            _log.warning("uploads.not_swept", error=type(error).__name__)

    async def _drop_abandoned(self) -> bool:
        """Whether there were any."""
        found = False
        while self._is_open and await self._database.transact(_drop_some):
            found = True
        return found

    def _now(self) -> datetime:
        """As the database keeps it."""
        return self._clock().replace(tzinfo=None)

    def _expires_at(self) -> datetime:
        return self._now() + self._kept_for


def _create(
    connection: Connection,
    *,
    user_id: str,
    upload_id: str,
    new: NewUpload,
    expires_at: datetime,
    most: int,
    most_bytes: int,
) -> bool:
    """Whether there was room for it."""
    lock(connection, f"uploads {user_id}")
    totals = select(func.count(), func.coalesce(func.sum(uploads.c.length), 0)).where(uploads.c.user_id == user_id)
    count, length = connection.execute(totals).one()
    if count >= most or length + new.length > most_bytes:
        return False
    row = {
        "upload_id": upload_id,
        "user_id": user_id,
        "filename": new.filename,
        "fingerprint": new.fingerprint,
        "metadata": new.metadata,
        "length": new.length,
        "received": 0,
        "expires_at": expires_at,
    }
    connection.execute(insert(uploads), row)
    return True


def _append(
    connection: Connection,
    *,
    user_id: str,
    upload_id: str,
    offset: int,
    content: bytes,
    now: datetime,
    expires_at: datetime,
) -> Upload:
    """The upload with one part more; the offset is compared and raised in one statement."""
    received = offset + len(content)
    goes_on = (uploads.c.received == offset, uploads.c.length >= received, uploads.c.expires_at > now)
    raised = connection.execute(
        update(uploads).where(*_mine(user_id, upload_id), *goes_on).values(received=received, expires_at=expires_at)
    ).rowcount
    upload = _get(connection, user_id=user_id, upload_id=upload_id, now=now)
    if not raised and upload.offset != offset:
        raise UploadOffsetMismatchError(f"The upload goes on at byte {upload.offset}, not at {offset}.")
    if not raised:
        raise UploadTooLargeError(f"More came than the {upload.length} bytes that the upload was said to have.")
    if content:
        part = {"upload_id": upload_id, "start": offset, "user_id": user_id, "content": content}
        connection.execute(insert(upload_parts), part)
    return upload


def _get(connection: Connection, *, user_id: str, upload_id: str, now: datetime) -> Upload:
    row = connection.execute(select(uploads).where(*_mine(user_id, upload_id), uploads.c.expires_at > now)).first()
    if row is None:
        raise UploadNotFoundError("There is no such upload.")
    return _upload(row)


def _listed(connection: Connection, *, user_id: str, now: datetime) -> Sequence[Upload]:
    mine = select(uploads).where(uploads.c.user_id == user_id, uploads.c.expires_at > now)
    return [_upload(row) for row in connection.execute(mine.order_by(uploads.c.upload_id.desc()))]


def _upload(row: Row[Any]) -> Upload:
    return Upload(
        upload_id=row.upload_id,
        filename=row.filename,
        fingerprint=row.fingerprint,
        metadata=row.metadata,
        length=row.length,
        offset=row.received,
        expires_at=row.expires_at.replace(tzinfo=UTC),
    )


def _part(connection: Connection, *, user_id: str, upload_id: str, start: int) -> bytes | None:
    table = upload_parts.c
    wanted = (table.upload_id == upload_id, table.start == start, table.user_id == user_id)
    return connection.execute(select(table.content).where(*wanted)).scalar_one_or_none()


def _delete(connection: Connection, *, mine: Sequence[ColumnElement[bool]]) -> int:
    return connection.execute(delete(uploads).where(*mine)).rowcount


def _drop_some(connection: Connection) -> bool:
    """Drops parts whose upload is gone; whether there were any."""
    found = [tuple(row) for row in connection.execute(_ABANDONED)]
    if found:
        table = upload_parts.c
        connection.execute(delete(upload_parts).where(tuple_(table.upload_id, table.start).in_(found)))
    return bool(found)


def _mine(user_id: str, upload_id: str) -> tuple[ColumnElement[bool], ...]:
    return (uploads.c.user_id == user_id, uploads.c.upload_id == upload_id)
