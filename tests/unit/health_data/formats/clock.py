"""Times by the clock of the person."""

from datetime import datetime


def local(year: int, month: int, day: int, hour: int = 0, minute: int = 0, second: int = 0) -> datetime:
    """A time without a zone, as the exports of vendors are kept."""
    return datetime(year, month, day, hour, minute, second)  # noqa: DTZ001, local
