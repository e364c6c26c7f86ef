"""The dates of an export: "2023-03-01 23:50:00 +0100", or ISO 8601 as other programs write them."""

import re
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from services.health_data.domain.dates import FIRST_YEAR, LAST_YEAR

DAY: Final = 86_400
_EPOCH: Final = datetime(1970, 1, 1)  # noqa: DTZ001, local time has no zone
_UTC_EPOCH: Final = _EPOCH.replace(tzinfo=UTC)
_USUAL_LENGTH: Final = len("2023-03-01 23:50:00 +0100")
_DATE: Final = re.compile(r"(\d{4})-(\d\d)-(\d\d)", re.ASCII)
_CLOCK: Final = re.compile(r" ([01]\d|2[0-3]):([0-5]\d):([0-5]\d)", re.ASCII)
_OFFSET: Final = re.compile(r" ([+-])(0\d|1[0-4])([0-5]\d)", re.ASCII)
_OTHER: Final = re.compile(
    r"(\d{4})-?(\d\d)-?(\d\d)[ T]?(\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d+)?)?\s*(?:(Z)|([+-]\d\d):?(\d\d))?", re.ASCII
)


class Moment(NamedTuple):
    """A moment as it is stated.

    Attributes:
        utc: seconds since 1970-01-01T00:00Z.
        offset: seconds that the clock there is ahead of UTC.
    """

    utc: int
    offset: int

    @property
    def day(self) -> int:
        """Its local date, in days since 1970-01-01."""
        return (self.utc + self.offset) // DAY

    @property
    def local(self) -> datetime:
        return _EPOCH + timedelta(seconds=self.utc + self.offset)


class _Days(dict[str, int]):
    """Seconds since 1970-01-01T00:00 of each date that was met."""

    def __missing__(self, text: str) -> int:
        match = _DATE.fullmatch(text)
        if match is None:
            raise ValueError(text)
        value = _seconds_to(int(match[1]), int(match[2]), int(match[3]))
        self[text] = value
        return value


class _Clocks(dict[str, int]):
    """Seconds of the day of each time that was met."""

    def __missing__(self, text: str) -> int:
        match = _CLOCK.fullmatch(text)
        if match is None:
            raise ValueError(text)
        value = int(match[1]) * 3600 + int(match[2]) * 60 + int(match[3])
        self[text] = value
        return value


class _Offsets(dict[str, int]):
    """Seconds ahead of UTC of each offset that was met."""

    def __missing__(self, text: str) -> int:
        match = _OFFSET.fullmatch(text)
        if match is None:
            raise ValueError(text)
        value = (int(match[2]) * 60 + int(match[3])) * (-60 if match[1] == "-" else 60)
        self[text] = value
        return value


class Moments:
    """Reads dates, fast where they are written as Apple does.

    Attributes:
        without_offset: how many had no offset, and were taken as local time.
        in_utc: how many were written in UTC, "Z", and were taken as such.
    """

    def __init__(self) -> None:
        self._days = _Days()
        self._clocks = _Clocks()
        self._offsets = _Offsets()
        self._others: set[int] = set()
        self.without_offset = 0
        self.in_utc = 0

    def read(self, text: str) -> Moment:
        """A moment.

        Raises:
            ValueError: it is no date that exists, or of another century.
        """
        if len(text) != _USUAL_LENGTH or text[10] != " ":
            return self._other(text)
        offset = self._offsets[text[19:]]
        return Moment(self._days[text[:10]] + self._clocks[text[10:19]] - offset, offset)

    @property
    def offsets(self) -> tuple[int, ...]:
        """The different offsets that were met, ascending."""
        return tuple(sorted({*self._offsets.values(), *self._others}))

    def _other(self, text: str) -> Moment:
        match = _OTHER.fullmatch(text.strip())
        if match is None:
            raise ValueError(text)
        year, month, day, hour, minute, second = (int(part or 0) for part in match.groups()[:6])
        if hour > 23 or minute > 59 or second > 59:
            raise ValueError(text)
        local = _seconds_to(year, month, day) + hour * 3600 + minute * 60 + second
        if match[8] is None:
            self.in_utc += match[7] is not None
            self.without_offset += match[7] is None
            return Moment(local, 0)
        offset = self._offsets[f" {match[8]}{match[9]}"]
        self._others.add(offset)
        return Moment(local - offset, offset)


def _seconds_to(year: int, month: int, day: int) -> int:
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise ValueError(year)
    return (datetime(year, month, day) - _EPOCH).days * DAY  # noqa: DTZ001, local time has no zone


@lru_cache(maxsize=256)
def zone_of(name: str) -> ZoneInfo | None:
    """The zone of an IANA name; None where there is none."""
    try:
        return ZoneInfo(name)
    except (OSError, ValueError):
        return None


def offset_in(zone: ZoneInfo, utc: int) -> int:
    """How far the clock of a zone is ahead of UTC at a moment, in seconds."""
    ahead = (_UTC_EPOCH + timedelta(seconds=utc)).astimezone(zone).utcoffset()
    return 0 if ahead is None else int(ahead.total_seconds())
