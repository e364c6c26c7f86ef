"""The times of a Fitbit export, and how those in UTC become local.

Account exports and Takeouts write "03/10/20 07:59:00", the month first in every country. Steps, distance, altitude,
heart rate and exercises are in UTC there, calories and sleep in local time.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Final
from zoneinfo import ZoneInfo

from services.health_data.adapters.formats.members import Member

_US: Final = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4}|\d{2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?")
_NAMED: Final = re.compile(r"(\d{4}-\d{2}-\d{2})\.json$", re.IGNORECASE)
_FIRST_STAMP: Final = re.compile(rb'"dateTime"\s*:\s*"([^"]+)"')
_OFFSET: Final = re.compile(r"([+-])(\d{1,2}):?(\d{2})")
_QUARTER: Final = timedelta(minutes=15)
_WORN: Final = timedelta(minutes=2)
"""A tracker that is worn records within so much of midnight."""
_SHOWN: Final = 3
"""So many files that begin alike are no chance."""
_FURTHEST: Final = (timedelta(hours=-12), timedelta(hours=14))


def moment(text: object) -> datetime | None:
    """Date and time as written, midnight without a time; aware where an offset is stated, None if it is no date."""
    if not isinstance(text, str):
        return None
    text = text.strip()
    match = _US.fullmatch(text)
    try:
        if match is None:
            return datetime.fromisoformat(text)
        month, day, year = (int(match[at]) for at in (1, 2, 3))
        year += 2000 if year < 100 else 0
        return datetime(year, month, day, int(match[4] or 0), int(match[5] or 0), int(match[6] or 0))  # noqa: DTZ001
    except ValueError:
        return None


def wall(text: object) -> datetime | None:
    """The local time that a text states; the Z that Fitbit puts behind local times means nothing."""
    at = moment(text)
    return None if at is None else at.replace(tzinfo=None)


def by_offset(text: str | None, offset: str | None) -> datetime | None:
    """The local time of a text in UTC, by the offset beside it."""
    at, shown = moment(text), _OFFSET.fullmatch((offset or "").strip())
    if at is None or shown is None:
        return None
    east = timedelta(hours=int(shown[2]), minutes=int(shown[3])) * (1 if shown[1] == "+" else -1)
    if at.tzinfo is None:
        return at + east
    return at.astimezone(timezone(east)).replace(tzinfo=None)


@dataclass(frozen=True)
class Clock:
    """From UTC to the person's local time.

    Attributes:
        zone: that of the profile; None where the export has none.
        starts: the instants in UTC at which local days begin, ascending, by the files of the heart rate.
        offsets: the offsets of those days.
    """

    zone: ZoneInfo | None = None
    starts: tuple[datetime, ...] = ()
    offsets: tuple[timedelta, ...] = ()

    def local(self, utc: datetime) -> datetime:
        """The local time of an instant; both without a zone."""
        if self.zone is not None:
            return utc.replace(tzinfo=UTC).astimezone(self.zone).replace(tzinfo=None)
        if self.starts:
            return utc + self.offsets[max(0, bisect_right(self.starts, utc) - 1)]
        return utc

    def at(self, text: object) -> datetime | None:
        """The local time of a text that is in UTC unless it states an offset."""
        found = moment(text)
        if found is None:
            return None
        return self.local(found.astimezone(UTC).replace(tzinfo=None) if found.tzinfo else found)

    @property
    def note(self) -> str:
        """How times in UTC were read."""
        if self.zone is not None:
            return f"Times in UTC were put into the time zone of the profile, {self.zone.key}."
        if self.starts:
            return "Times in UTC were put into local time by when each day's file of the heart rate begins."
        return "Some times are in UTC, and no time zone is stated: their days are those of UTC."


def clock_of(zone: str | None, heart_rates: Iterable[Member]) -> Clock:
    """The clock of an export.

    Each file of the heart rate holds one local day in UTC: where it begins just after a quarter of an hour, that is
    local midnight.
    """
    if zone is not None:
        return Clock(ZoneInfo(zone))
    midnights = {each for each in map(_first_midnight, heart_rates) if each is not None}
    files = Counter(offset for _, offset in midnights)
    found = sorted(each for each in midnights if files[each[1]] >= _SHOWN)
    return Clock(None, tuple(start for start, _ in found), tuple(offset for _, offset in found))


def _first_midnight(member: Member) -> tuple[datetime, timedelta] | None:
    named, first = _NAMED.search(member.name), _FIRST_STAMP.search(member.head)
    at = moment(first[1].decode("ascii", "replace")) if first else None
    if named is None or at is None:
        return None
    midnight = datetime.combine(date.fromisoformat(named[1]), datetime.min.time())
    offset = -(-(midnight - at) // _QUARTER) * _QUARTER
    start = midnight - offset
    worn = at - start <= _WORN and _FURTHEST[0] <= offset <= _FURTHEST[1]
    return (start, offset) if worn else None
