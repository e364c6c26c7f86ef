"""Lists of laboratory results, a page at a time."""

import base64
import binascii
from datetime import UTC, datetime
from typing import Final

DEFAULT_PAGE: Final = 50
MAX_PAGE: Final = 500


def write_cursor(collected_at: datetime, result_id: str) -> str:
    """An opaque token for the page after that result."""
    return base64.urlsafe_b64encode(f"{collected_at.astimezone(UTC).isoformat()} {result_id}".encode()).decode()


def read_cursor(cursor: str) -> tuple[datetime, str] | None:
    """The time and id of the result before the page; None if no page came with this token."""
    try:
        text = base64.b64decode(cursor.encode(), altchars=b"-_", validate=True).decode()
        moment, _, result_id = text.partition(" ")
        collected_at = datetime.fromisoformat(moment)
    except (binascii.Error, ValueError):
        return None
    return (collected_at, result_id) if collected_at.tzinfo is not None and result_id else None
