"""Documents in SQLite or PostgreSQL."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Connection,
    Integer,
    Row,
    Select,
    bindparam,
    delete,
    func,
    insert,
    literal,
    or_,
    select,
    tuple_,
)
from sqlalchemy.exc import DBAPIError

from amy.runtime.database import DEFAULT_OPTIONS, DatabaseOptions
from amy.runtime.erasing import erase_user, scrub
from amy.runtime.errors import UpstreamUnavailableError
from amy.runtime.schema import migrate
from amy.runtime.sql import Database, lock
from services.domain_expert.adapters.documents.tables import CHUNKS, DOCUMENTS, METADATA
from services.domain_expert.domain.documents.document import EMPTY_SHELF, Chunk, Document, MediaType, Shelf
from services.domain_expert.domain.documents.listing import Position, from_microseconds, to_microseconds

_MOST_CHUNKS: Final = 5000
_AT_ONCE: Final = 500
_ESCAPE: Final = "/"
_ESCAPED: Final = str.maketrans({sign: _ESCAPE + sign for sign in (_ESCAPE, "%", "_")})
_MINE: Final = DOCUMENTS.c.user_id == bindparam("user")
_ADD: Final = insert(DOCUMENTS)
_ADD_CHUNKS: Final = insert(CHUNKS)
_COUNT: Final = select(func.count()).select_from(DOCUMENTS).where(_MINE)
_SUMS: Final = select(func.sum(DOCUMENTS.c.chunks), func.sum(DOCUMENTS.c.words)).where(_MINE)
# A document's chunks go with it.
_DELETE: Final = delete(DOCUMENTS).where(_MINE, DOCUMENTS.c.id == bindparam("document"))
_LISTED: Final = [column for column in DOCUMENTS.c if column is not DOCUMENTS.c.text]
_ONE: Final = select(DOCUMENTS).where(_MINE, DOCUMENTS.c.id == bindparam("document"))
_PIECES: Final = (
    select(CHUNKS.c.heading, CHUNKS.c.text)
    .where(CHUNKS.c.document_id == bindparam("document"))
    .order_by(CHUNKS.c.position)
)
_NEWEST: Final = (
    select(*_LISTED)
    .where(_MINE)
    .order_by(DOCUMENTS.c.created_at_us.desc(), DOCUMENTS.c.id.desc())
    .limit(bindparam("most", type_=Integer))
)
_NEWEST_AFTER: Final = _NEWEST.where(
    tuple_(DOCUMENTS.c.created_at_us, DOCUMENTS.c.id)
    < tuple_(bindparam("place_us", type_=BigInteger), bindparam("place_id", type_=DOCUMENTS.c.id.type))
)


async def bring_up_to_date(url: str, options: DatabaseOptions) -> bool:
    """See `migrate`."""
    scripts = Path(__file__).parent / "migrations"
    return await migrate(url, script_location=scripts, version_table="alembic_version_domain_expert", options=options)


class SqlDocuments:
    """A `Documents` on `sqlite:///file` or `postgresql://…`."""

    def __init__(self, url: str, options: DatabaseOptions = DEFAULT_OPTIONS) -> None:
        self._url = url
        self._options = options
        self._database = Database(url, options)

    async def open(self) -> None:
        """Brings the tables to their newest version."""
        await bring_up_to_date(self._url, self._options)

    async def close(self) -> None:
        await self._database.close()

    async def add(self, user_id: str, document: Document, text: str, chunks: Sequence[Chunk], *, most: int) -> bool:
        row = {
            "id": document.id,
            "user_id": user_id,
            "title": document.title,
            "media_type": document.media_type.value,
            "created_at_us": to_microseconds(document.created_at),
            "size_bytes": document.size_bytes,
            "chunks": len(chunks),
            "words": sum(chunk.words.count(" ") + 1 for chunk in chunks),
            "text": text,
        }
        rows = [_row(user_id, chunk) for chunk in chunks]

        def work(connection: Connection) -> bool:
            _lock_user(connection, user_id)
            if (connection.scalar(_COUNT, {"user": user_id}) or 0) >= most:
                return False
            connection.execute(_ADD, row)
            for begin in range(0, len(rows), _AT_ONCE):
                connection.execute(_ADD_CHUNKS, rows[begin : begin + _AT_ONCE])
            return True

        return await self._database.transact(work)

    async def newest(self, user_id: str, *, limit: int, after: Position | None = None) -> Sequence[Document]:
        query, given = _NEWEST, {"user": user_id, "most": limit}
        if after is not None:
            query, given = _NEWEST_AFTER, given | {"place_us": to_microseconds(after.created_at), "place_id": after.id}
        rows = await self._database.read(lambda connection: connection.execute(query, given).all())
        return [_document(row) for row in rows]

    async def whole(self, user_id: str, document_id: str) -> tuple[Document, str] | None:
        given = {"user": user_id, "document": document_id}

        def work(connection: Connection) -> tuple[Document, str] | None:
            row = connection.execute(_ONE, given).one_or_none()
            if row is None:
                return None
            return _document(row), _sentences(connection, document_id) if row.text is None else row.text

        return await self._database.read(work)

    async def delete(self, user_id: str, document_id: str) -> bool:
        given = {"user": user_id, "document": document_id}
        return await self._database.write(lambda connection: connection.execute(_DELETE, given).rowcount > 0)

    async def erase(self, user_id: str) -> int:
        def work(connection: Connection) -> int:
            _lock_user(connection, user_id)
            return erase_user(connection, METADATA, user_id)[DOCUMENTS.name]

        erased = await self._database.transact(work)
        await scrub(self._url)
        return erased

    async def holding(self, user_id: str, stems: Sequence[str]) -> Shelf:
        if not stems:
            return EMPTY_SHELF

        def work(connection: Connection) -> Shelf:
            of, words = connection.execute(_SUMS, {"user": user_id}).one()
            if not of:
                return EMPTY_SHELF
            asked = {f"stem{at}": f"% {stem.translate(_ESCAPED)} %" for at, stem in enumerate(stems)}
            rows = connection.execute(_holding(len(stems)), {"user": user_id, **asked})
            return Shelf(chunks=tuple(_chunk(row) for row in rows), of=int(of), words=int(words))

        try:
            return await self._database.read(work)
        except DBAPIError as error:
            raise UpstreamUnavailableError("The database of the documents does not answer.") from error


@cache
def _holding(stems: int) -> Select[Any]:
    """The chunks that hold any of so many stems, those of the newest documents first."""
    spaced = literal(" ") + CHUNKS.c.words + literal(" ")
    return (
        select(CHUNKS, DOCUMENTS.c.title)
        .join(DOCUMENTS, DOCUMENTS.c.id == CHUNKS.c.document_id)
        .where(
            CHUNKS.c.user_id == bindparam("user"),
            _MINE,
            or_(*(spaced.like(bindparam(f"stem{at}"), escape=_ESCAPE) for at in range(stems))),
        )
        .order_by(DOCUMENTS.c.created_at_us.desc(), CHUNKS.c.document_id.desc(), CHUNKS.c.position)
        .limit(_MOST_CHUNKS)
    )


def _lock_user(connection: Connection, user_id: str) -> None:
    """Makes one user's documents come one after the other, so that they are counted."""
    lock(connection, f"document:{user_id}")


def _document(row: Row[Any]) -> Document:
    return Document(
        id=row.id,
        title=row.title,
        media_type=MediaType(row.media_type),
        created_at=from_microseconds(row.created_at_us),
        size_bytes=row.size_bytes,
    )


def _sentences(connection: Connection, document_id: str) -> str:
    """The sentences of a document below their headings, a paragraph a chunk."""
    pieces = connection.execute(_PIECES, {"document": document_id})
    return "\n\n".join(f"{piece.heading}\n{piece.text}".lstrip("\n") for piece in pieces)


def _chunk(row: Row[Any]) -> Chunk:
    return Chunk(
        document_id=row.document_id,
        title=row.title,
        position=row.position,
        heading=row.heading,
        text=row.text,
        words=row.words,
    )


def _row(user_id: str, chunk: Chunk) -> dict[str, str | int]:
    return {
        "document_id": chunk.document_id,
        "position": chunk.position,
        "user_id": user_id,
        "heading": chunk.heading,
        "text": chunk.text,
        "words": chunk.words,
    }
