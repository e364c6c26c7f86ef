"""What is said of the person: profile, devices, menstrual health, meditation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from zoneinfo import ZoneInfo

from services.health_data.adapters.formats.fitbit.stamps import Clock, wall
from services.health_data.adapters.formats.fitbit.tables import cell_number, table
from services.health_data.adapters.formats.members import Member
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Entry, Place

_HEIGHTS_CM: Final = (100.0, 250.0)
"""No grown person is so many inches or feet tall."""
_PHONE: Final = "mobiletrack"
_LONGEST_PERIOD: Final = timedelta(days=15)
_SYMPTOMS: Final = {"flow": "period", "conditions": "symptom", "sex": "sex", "mood": "mood"}
_NOTHING: Final = ("", "null", "none", "[]", "none_specified", "unspecified")


@dataclass(frozen=True)
class Person:
    """What the other files are read by; None where the profile does not say."""

    zone: str | None = None
    height_cm: float | None = None


def read_person(members: Sequence[Member], gathering: Gathering) -> Person:
    """Profile.csv."""
    person = Person()
    for member in members:
        for _, row in table(member):
            born = wall(row.get("date_of_birth"))
            height = cell_number(row.get("height"))
            if height is not None and not _HEIGHTS_CM[0] <= height <= _HEIGHTS_CM[1]:
                height = None
            zone = row.get("timezone", "")
            person = Person(zone if _is_zone(zone) else None, height)
            gathering.person(
                sex=row.get("gender", "").lower(),
                birth_year=born.year if born else None,
                height_cm=height,
                time_zone=person.zone,
            )
            gathering.found("profiles")
    return person


def _is_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (ValueError, OSError):
        return False
    return bool(name)


def read_devices(members: Sequence[Member], gathering: Gathering, clock: Clock) -> None:
    """Trackers.csv and Devices.csv; the phone that counts steps is called "MobileTrack" there."""
    del clock
    for member in members:
        for _, row in table(member):
            name = row.get("device_type") or row.get("tracker_name") or ""
            if name.lower() not in (_PHONE, *_NOTHING):
                gathering.device(name)


def read_menstrual(members: Sequence[Member], gathering: Gathering, clock: Clock) -> None:
    """The days of periods that the person entered, not those that were predicted, and what they logged of a day."""
    del clock
    for member in members:
        for line, row in table(member):
            at = Place(member.path, line)
            if "period_start_date" in row:
                _read_period(row, at, gathering)
            day = wall(row.get("timestamp"))
            for column, tag in _SYMPTOMS.items():
                note = row.get(column, "")
                if day is not None and note.lower() not in _NOTHING:
                    gathering.entry(Entry(day=day.date(), tag=tag, note=note), at)
                    gathering.found("menstrual health entries")


def _read_period(row: Mapping[str, str], at: Place, gathering: Gathering) -> None:
    first, last = wall(row.get("period_start_date")), wall(row.get("period_end_date"))
    if row.get("period_source", "").lower() in ("computed", "predicted"):
        gathering.skip("period: predicted, not entered", at)
    elif first is None or last is None or not timedelta() <= last - first <= _LONGEST_PERIOD:
        gathering.skip("period: no start and end", at)
    else:
        for days in range((last - first).days + 1):
            gathering.entry(Entry(day=(first + timedelta(days=days)).date(), tag="period"), at)
        gathering.found("periods")


def read_mindfulness(members: Sequence[Member], gathering: Gathering, clock: Clock) -> None:
    """Mindfulness Sessions.csv: from start to end, which state their offsets."""
    del clock
    for member in members:
        for line, row in table(member):
            at = Place(member.path, line)
            start, end = wall(row.get("start_date_time")), wall(row.get("end_date_time"))
            if start is None or end is None or end <= start:
                gathering.skip("meditation: no start and end", at)
                continue
            minutes = round((end - start).total_seconds() / 60, 2)
            gathering.entry(
                Entry(
                    day=start.date(),
                    at=start,
                    tag="meditation",
                    amount=minutes,
                    unit="min",
                    note=row.get("activity_name", ""),
                ),
                at,
            )
            gathering.found("mindfulness sessions")
