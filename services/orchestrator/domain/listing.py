"""Lists of turns, a page at a time."""

import base64
import binascii
from dataclasses import dataclass
from typing import Final

from services.orchestrator.domain.turn import Turn

DEFAULT_PAGE: Final = 20
MAX_PAGE: Final = 100


@dataclass(frozen=True, kw_only=True)
class TurnPage:
    """Newest first; `next_cursor` is empty on the last page."""

    turns: tuple[Turn, ...]
    next_cursor: str


def write_cursor(turn_id: str) -> str:
    """An opaque token for the page after this turn."""
    return base64.urlsafe_b64encode(turn_id.encode()).decode()


def read_cursor(cursor: str) -> str | None:
    """The id of the turn before the page, empty for the first page; None if no page came with this token."""
    try:
        turn_id = base64.b64decode(cursor.encode(), altchars=b"-_", validate=True).decode()
    except (binascii.Error, UnicodeError):
        return None
    return turn_id if not cursor or turn_id.startswith("turn_") else None
