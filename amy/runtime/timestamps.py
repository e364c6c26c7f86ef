"""Moments as requests carry them."""

from datetime import UTC, datetime

from google.protobuf.timestamp_pb2 import Timestamp

from amy.runtime.errors import InvalidFieldError


def instant(timestamp: Timestamp, *, field: str) -> datetime:
    """The moment, in UTC.

    Raises:
        InvalidFieldError: it is not in the years 1 to 9999, or its nanoseconds are not a fraction of a second.
    """
    try:
        return timestamp.ToDatetime(tzinfo=UTC)
    except (ValueError, OverflowError):
        raise InvalidFieldError(f"{field} must be a moment of the years 1 to 9999.", field=field) from None
