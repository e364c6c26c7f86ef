"""Which entries a list shows, and the cursor that says where the next page begins."""

import base64
import binascii
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from services.memory.domain.memory import PUBLIC_CATEGORIES, Category, Memory

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True, kw_only=True)
class Selection:
    """The entries of these categories, strictly after and strictly before."""

    categories: frozenset[Category] = PUBLIC_CATEGORIES
    after: datetime | None = None
    before: datetime | None = None


ALL_ENTRIES = Selection(categories=frozenset(Category))
TESTED_HYPOTHESES = Selection(categories=frozenset({Category.TESTED_HYPOTHESIS}))


@dataclass(frozen=True, kw_only=True)
class Position:
    """A place in the list, newest first: just after the entry with this time and id."""

    created_at: datetime
    id: str


@dataclass(frozen=True, kw_only=True)
class Page:
    """Entries newest first, and the cursor of the next page; empty on the last one."""

    entries: tuple[Memory, ...]
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


def cursor_after(entry: Memory) -> str:
    """The opaque cursor of the page that begins after this entry."""
    plain = f"{to_microseconds(entry.created_at)}:{entry.id}"
    return base64.urlsafe_b64encode(plain.encode()).decode().rstrip("=")


def position_of(cursor: str) -> Position | None:
    """Where a cursor points; None if it is not one that `cursor_after` made."""
    try:
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        time, separator, entry_id = base64.b64decode(padded, altchars=b"-_", validate=True).decode().partition(":")
        created_at = from_microseconds(int(time))
    except (UnicodeError, binascii.Error, ValueError, OverflowError):
        return None
    return Position(created_at=created_at, id=entry_id) if separator and entry_id else None
