"""Sessions: one JSON file for each activity and each sleep, in UTC; the file's name states the local offset.

A sleep session without segments is the time in bed. With them, the night is what is neither awake nor out of bed; of
several sleeps that end on a day the longest counts.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any, Final

from services.health_data.adapters.formats.members import Member
from services.health_data.adapters.formats.texts import json_of
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Activity, Place

_NAMED_OFFSET: Final = re.compile(r"T\d{2}[_:]\d{2}(?:[_:]\d{2}(?:\.\d+)?)?(?:(Z)|([+-])(\d{2})[_:]?(\d{2}))_")
_SECONDS: Final = re.compile(r"(\d+(?:\.\d+)?)s")
_STAGES: Final = {
    "sleep.light": "light_sleep_minutes",
    "sleep.deep": "deep_sleep_minutes",
    "sleep.rem": "rem_sleep_minutes",
}
_AWAKE: Final = ("sleep.awake", "sleep.out_of_bed")
_GAP: Final = timedelta(minutes=1)
_LONGEST: Final = timedelta(hours=24)
_NO_ACTIVITY: Final = ("unknown", "still", "in_vehicle", "")
_AGGREGATES: Final = {
    "com.google.calories.expended": "calories_kcal",
    "com.google.step_count.delta": "steps",
    "com.google.distance.delta": "distance_m",
    "com.google.heart_rate.summary": "average_heart_rate",
}


@dataclass(frozen=True)
class _Session:
    kind: str
    start: datetime
    end: datetime
    content: Mapping[str, Any]
    at: Place


def is_session(member: Member) -> bool:
    head = member.head[:4096]
    return member.name.lower().endswith(".json") and b'"fitnessActivity"' in head and b'"startTime"' in head


def read_sessions(members: Sequence[Member], gathering: Gathering, offsets: Mapping[date, timezone]) -> None:
    """Activities and nights, in local time.

    `offsets` are those of single days, for files whose names state none.
    """
    nights: dict[date, _Session] = {}
    for member in members:
        session = _session(member, offsets, gathering)
        if session is None:
            continue
        if session.kind.split(".")[0] == "sleep":
            gathering.found("sleep sessions")
            known = nights.get(session.end.date())
            if known is None or session.end - session.start > known.end - known.start:
                nights[session.end.date()] = session
        elif session.kind in _NO_ACTIVITY:
            gathering.skip(f"session: {session.kind or 'unknown'} is no activity", session.at)
        else:
            gathering.found("activities")
            gathering.activity(_activity(session), session.at)
    in_bed = sum(not _store(day, night, gathering) for day, night in nights.items())
    if in_bed:
        why = f"{in_bed:,} sleep sessions tell the time in bed, and not how much of it was slept."
        gathering.absent("sleep_minutes", why)
        gathering.note(why)


def _session(member: Member, offsets: Mapping[date, timezone], gathering: Gathering) -> _Session | None:
    content, at = json_of(member), Place(member.path, 1)
    if not isinstance(content, Mapping):
        gathering.left_out(member.path, "no session in it")
        return None
    start, end = _instant(content.get("startTime")), _instant(content.get("endTime"))
    if start is None or end is None or not timedelta() < end - start <= _LONGEST:
        gathering.skip("session: no start and end", at)
        return None
    zone = _zone(member.name, start, offsets)
    if zone is None:
        gathering.note("Some sessions are in UTC, and no time zone is stated: their days are those of UTC.")
        zone = UTC
    local = (start.astimezone(zone).replace(tzinfo=None), end.astimezone(zone).replace(tzinfo=None))
    return _Session(str(content.get("fitnessActivity", "")).lower(), *local, content, at)


def _zone(name: str, start: datetime, offsets: Mapping[date, timezone]) -> timezone | None:
    """The offset that the start states, else the one in the file's name, else that of the day."""
    stated = start.utcoffset()
    if stated:
        return timezone(stated)
    named = _NAMED_OFFSET.search(name)
    if named is None:
        return offsets.get(start.date())
    if named[1]:
        return UTC
    east = timedelta(hours=int(named[3]), minutes=int(named[4]))
    return timezone(east if named[2] == "+" else -east)


def _instant(value: object) -> datetime | None:
    try:
        at = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return None if at is None else at if at.tzinfo else at.replace(tzinfo=UTC)


def _activity(session: _Session) -> Activity:
    words, *rest = session.kind.split(".")
    kind = words.replace("_", " ").capitalize() + (f" ({' '.join(rest).replace('_', ' ')})" if rest else "")
    seconds = _SECONDS.fullmatch(str(session.content.get("duration", "")))
    length = float(seconds[1]) / 60 if seconds else (session.end - session.start).total_seconds() / 60
    numbers = {
        _AGGREGATES[name]: value for name, value in _aggregates(session.content) if name in _AGGREGATES and value > 0
    }
    return Activity(start=session.start, end=session.end, kind=kind, duration_min=length, **numbers)


def _aggregates(content: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    listed = content.get("aggregate")
    for each in listed if isinstance(listed, list) else ():
        value = each.get("floatValue", each.get("intValue")) if isinstance(each, Mapping) else None
        if isinstance(value, int | float):
            yield str(each.get("metricName")), float(value)


def _store(day: date, night: _Session, gathering: Gathering) -> bool:
    """Whether the night tells how much of it was slept."""
    gathering.moment("bed_time", day, night.start, night.at)
    gathering.moment("wake_up_time", day, night.end, night.at)
    asleep, awake, stages = timedelta(), timedelta(), dict.fromkeys(_STAGES.values(), timedelta())
    for kind, length in _segments(night.content):
        if kind in _AWAKE:
            awake += length
            continue
        asleep += length
        if kind in _STAGES:
            stages[_STAGES[kind]] += length
    whole, staged = night.end - night.start, sum(stages.values(), timedelta())
    if asleep + awake > whole + _GAP:
        gathering.skip("sleep: segments that overlap", night.at)
        return True
    if not asleep or not (awake or staged or asleep < whole - _GAP):
        return False
    gathering.daily("sleep_minutes", day, _minutes(asleep), night.at)
    if awake:
        gathering.daily("awake_minutes", day, _minutes(awake), night.at)
    for metric, length in stages.items() if staged == asleep else ():
        gathering.daily(metric, day, _minutes(length), night.at)
    return True


def _segments(content: Mapping[str, Any]) -> Iterator[tuple[str, timedelta]]:
    """Each once, however often it is written."""
    listed = content.get("segment")
    seen = set()
    for each in listed if isinstance(listed, list) else ():
        if not isinstance(each, Mapping):
            continue
        start, end = _instant(each.get("startTime")), _instant(each.get("endTime"))
        kind = str(each.get("fitnessActivity", "sleep")).lower()
        if start is not None and end is not None and end > start and (kind, start, end) not in seen:
            seen.add((kind, start, end))
            yield kind, end - start


def _minutes(length: timedelta) -> float:
    return length.total_seconds() / 60
