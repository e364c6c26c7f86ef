"""Documents in SQLite or PostgreSQL."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from sqlalchemy import delete, func, insert, literal, or_, select, tuple_
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from amy.runtime.async_sql import create_engine
from amy.runtime.database import DEFAULT_OPTIONS, DatabaseOptions
from amy.runtime.erasing import erase_rows, scrub
from amy.runtime.errors import UpstreamUnavailableError
from amy.runtime.schema import migrate
from services.domain_expert.adapters.documents.tables import CHUNKS, DOCUMENTS, METADATA
from services.domain_expert.domain.documents.document import EMPTY_SHELF, Chunk, Document, MediaType, Shelf
from services.domain_expert.domain.documents.listing import Position, from_microseconds, to_microseconds

_MOST_CHUNKS: Final = 5000
_AT_ONCE: Final = 500


async def bring_up_to_date(url: str, options: DatabaseOptions) -> bool:
    """See `migrate`."""
    scripts = Path(__file__).parent / "migrations"
    return await migrate(url, script_location=scripts, version_table="alembic_version_domain_expert", options=options)


class SqlDocuments:
    """A `Documents` on `sqlite:///file` or `postgresql://…`."""

    def __init__(self, url: str, options: DatabaseOptions = DEFAULT_OPTIONS) -> None:
        self._url = url
        self._options = options
        self._engine = create_engine(url, options)
        self._reading = self._engine.execution_options(readonly=True)

    async def open(self) -> None:
        """Brings the tables to their newest version."""
        await bring_up_to_date(self._url, self._options)

    async def close(self) -> None:
        await self._engine.dispose()

    async def add(self, user_id: str, document: Document, chunks: Sequence[Chunk], *, most: int) -> bool:
        row = {
            "id": document.id,
            "user_id": user_id,
            "title": document.title,
            "media_type": document.media_type.value,
            "created_at_us": to_microseconds(document.created_at),
            "size_bytes": document.size_bytes,
            "chunks": len(chunks),
            "words": sum(chunk.words.count(" ") + 1 for chunk in chunks),
        }
        rows = [_row(user_id, chunk) for chunk in chunks]
        async with self._engine.begin() as connection:
            await _lock_user(connection, user_id)
            kept = select(func.count()).select_from(DOCUMENTS).where(DOCUMENTS.c.user_id == user_id)
            if (await connection.scalar(kept) or 0) >= most:
                return False
            await connection.execute(insert(DOCUMENTS), [row])
            for begin in range(0, len(rows), _AT_ONCE):
                await connection.execute(insert(CHUNKS), rows[begin : begin + _AT_ONCE])
        return True

    async def newest(self, user_id: str, *, limit: int, after: Position | None = None) -> Sequence[Document]:
        columns = DOCUMENTS.c
        query = (
            select(DOCUMENTS)
            .where(columns.user_id == user_id)
            .order_by(columns.created_at_us.desc(), columns.id.desc())
            .limit(limit)
        )
        if after is not None:
            query = query.where(
                tuple_(columns.created_at_us, columns.id) < (to_microseconds(after.created_at), after.id)
            )
        async with self._reading.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [
            Document(
                id=row["id"],
                title=row["title"],
                media_type=MediaType(row["media_type"]),
                created_at=from_microseconds(row["created_at_us"]),
                size_bytes=row["size_bytes"],
            )
            for row in rows
        ]

    async def delete(self, user_id: str, document_id: str) -> bool:
        columns = CHUNKS.c
        async with self._engine.begin() as connection:
            await connection.execute(
                delete(CHUNKS).where(columns.user_id == user_id, columns.document_id == document_id)
            )
            statement = delete(DOCUMENTS).where(DOCUMENTS.c.user_id == user_id, DOCUMENTS.c.id == document_id)
            return (await connection.execute(statement)).rowcount > 0

    async def erase(self, user_id: str) -> int:
        async with self._engine.begin() as connection:
            await _lock_user(connection, user_id)
            erased = await erase_rows(connection, METADATA, user_id)
        await scrub(self._url)
        return erased[DOCUMENTS.name]

    async def holding(self, user_id: str, stems: Sequence[str]) -> Shelf:
        if not stems:
            return EMPTY_SHELF
        columns = CHUNKS.c
        spaced = literal(" ") + columns.words + literal(" ")
        found = (
            select(CHUNKS, DOCUMENTS.c.title)
            .join(DOCUMENTS, DOCUMENTS.c.id == columns.document_id)
            .where(
                columns.user_id == user_id,
                DOCUMENTS.c.user_id == user_id,
                or_(*(spaced.contains(f" {stem} ", autoescape=True) for stem in stems)),
            )
            .order_by(DOCUMENTS.c.created_at_us.desc(), columns.document_id.desc(), columns.position)
            .limit(_MOST_CHUNKS)
        )
        sums = select(func.sum(DOCUMENTS.c.chunks), func.sum(DOCUMENTS.c.words)).where(DOCUMENTS.c.user_id == user_id)
        try:
            async with self._reading.connect() as connection:
                of, words = (await connection.execute(sums)).one()
                if not of:
                    return EMPTY_SHELF
                rows = (await connection.execute(found)).mappings().all()
        except DBAPIError as error:
            raise UpstreamUnavailableError("The database of the documents does not answer.") from error
        chunks = (
            Chunk(
                document_id=row["document_id"],
                title=row["title"],
                position=row["position"],
                heading=row["heading"],
                text=row["text"],
                words=row["words"],
            )
            for row in rows
        )
        return Shelf(chunks=tuple(chunks), of=int(of), words=int(words))


async def _lock_user(connection: AsyncConnection, user_id: str) -> None:
    """Makes one user's documents come one after the other, so that they are counted; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        await connection.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(f"document:{user_id}", 0))))


def _row(user_id: str, chunk: Chunk) -> dict[str, str | int]:
    return {
        "document_id": chunk.document_id,
        "position": chunk.position,
        "user_id": user_id,
        "heading": chunk.heading,
        "text": chunk.text,
        "words": chunk.words,
    }
