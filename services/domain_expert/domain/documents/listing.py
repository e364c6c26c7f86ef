"""Pages of documents, and the cursor that says where the next one begins."""

import base64
import binascii
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from services.domain_expert.domain.documents.document import Document

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)


@dataclass(frozen=True, kw_only=True)
class Position:
    """A place in the list, newest first: just after the document with this time and id."""

    created_at: datetime
    id: str


@dataclass(frozen=True, kw_only=True)
class Page:
    """Documents newest first, and the cursor of the next page; empty on the last one."""

    documents: tuple[Document, ...]
    next_cursor: str


def to_microseconds(instant: datetime) -> int:
    """Microseconds since 1970-01-01 UTC, exactly."""
    return (instant - _EPOCH) // _MICROSECOND


def from_microseconds(microseconds: int) -> datetime:
    """The inverse of `to_microseconds`.

    Raises:
        OverflowError: beyond the years 1 to 9999.
    """
    return _EPOCH + timedelta(microseconds=microseconds)


def cursor_after(document: Document) -> str:
    """The opaque cursor of the page that begins after this document."""
    plain = f"{to_microseconds(document.created_at)}:{document.id}"
    return base64.urlsafe_b64encode(plain.encode()).decode().rstrip("=")


def position_of(cursor: str) -> Position | None:
    """Where a cursor points; None if it is not one that `cursor_after` made."""
    try:
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        time, separator, document_id = base64.b64decode(padded, altchars=b"-_", validate=True).decode().partition(":")
        created_at = from_microseconds(int(time))
    except (UnicodeError, binascii.Error, ValueError, OverflowError):
        return None
    return Position(created_at=created_at, id=document_id) if separator and document_id else None
