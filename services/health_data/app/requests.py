"""What every call asks of its request."""

from datetime import date
from typing import Final

from amy.runtime.errors import InvalidFieldError
from services.health_data.domain.records import to_epoch_day

_MOST_A_PAGE: Final = 500
_USUAL_PAGE: Final = 50


def require_user(user_id: str) -> None:
    """A request without a user is refused.

    Raises:
        InvalidFieldError: no user.
    """
    if not user_id:
        raise InvalidFieldError("A user id is required.", field="user_id")


def day_of(text: str, field: str) -> int | None:
    """The epoch day of a date; None of an empty text.

    Raises:
        InvalidFieldError: it is no date.
    """
    if not text:
        return None
    try:
        return to_epoch_day(date.fromisoformat(text))
    except ValueError:
        raise InvalidFieldError(f"{field} must be an ISO 8601 date, such as 2026-03-01.", field=field) from None


def page_size(limit: int) -> int:
    """How many records a page has; 0 asks for the usual number.

    Raises:
        InvalidFieldError: no page has so many.
    """
    if not 0 <= limit <= _MOST_A_PAGE:
        raise InvalidFieldError(f"page_size must be from 1 to {_MOST_A_PAGE}.", field="page_size")
    return limit or _USUAL_PAGE


def offset_of(cursor: str) -> int:
    """After how many records a page begins.

    Raises:
        InvalidFieldError: the cursor is none that was given out.
    """
    if cursor and not cursor.isdecimal():
        raise InvalidFieldError("page_token is none that was given out.", field="page_token")
    return int(cursor or 0)
