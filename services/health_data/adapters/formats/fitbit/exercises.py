"""Bouts of exercise: exercise-<number>.json, and before and after those UserExercises_<date>.csv."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

from services.health_data.adapters.formats.fitbit.json_records import number, records
from services.health_data.adapters.formats.fitbit.stamps import Clock, by_offset, moment
from services.health_data.adapters.formats.fitbit.tables import cell_number, table
from services.health_data.adapters.formats.members import Member
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Activity, Place

_METRES: Final = {
    "kilometer": 1000.0,
    "kilometre": 1000.0,
    "km": 1000.0,
    "mile": 1609.344,
    "mi": 1609.344,
    "meter": 1.0,
    "metre": 1.0,
    "yard": 0.9144,
}
_FLOOR_M: Final = 3.048
_COUNTED_BY: Final = ("tracker_total_", "manually_logged_total_")


def read_exercises(members: Sequence[Member], gathering: Gathering, clock: Clock) -> None:
    """Starts are in UTC. The climb counts where it is seen to be in metres: floors of ten feet are 3.048 m each."""
    seen: set[object] = set()
    found: list[tuple[Mapping[str, Any], Place]] = []
    tables = [each for each in members if each.name.lower().endswith(".csv")]
    for member in members:
        for row, record in records(member) if member not in tables else ():
            name = record.get("logId", (record.get("startTime"), record.get("activityName")))
            if name not in seen:
                seen.add(name)
                found.append((record, Place(member.path, row)))
    climbs = [number(record.get("elevationGain")) or 0.0 for record, _ in found]
    in_metres = any(_is_floors_in_metres(each) for each in climbs)
    if any(climbs) and not in_metres:
        gathering.note("The climb of exercises states no unit and is left out.")
    days = set()
    for record, at in found:
        activity = _activity(record, clock, in_metres=in_metres)
        if activity is None:
            gathering.skip("activity: no start or no kind", at)
            continue
        days.add(activity.start.date())
        gathering.activity(activity, at)
    if found:
        gathering.found("activities", len(found))
        gathering.note(clock.note)
    for activity, at in _tabled(tables, gathering):
        if not days or not min(days) <= activity.start.date() <= max(days):
            gathering.found("activities")
            gathering.activity(activity, at)


def _tabled(members: Sequence[Member], gathering: Gathering) -> Iterator[tuple[Activity, Place]]:
    """The rows of UserExercises_<date>.csv: times in UTC beside their offsets, distances in millimetres."""
    seen: set[str] = set()
    for member in members:
        for line, row in table(member):
            at, name, kind = Place(member.path, line), row.get("exercise_id", ""), row.get("activity_name", "")
            start, end = (by_offset(row.get(f"exercise_{each}"), row.get("utc_offset")) for each in ("start", "end"))
            if start is None or end is None or end <= start or not kind or row.get("deletion_reason"):
                gathering.skip("activity: no start, end or kind, or deleted", at)
            elif not name or name not in seen:
                seen.add(name)
                yield _tabled_activity(row, Activity(start=start, end=end, kind=kind)), at


def _tabled_activity(row: Mapping[str, str], times: Activity) -> Activity:
    def counted(name: str) -> float | None:
        values = (cell_number(row.get(f"{by}{name}")) for by in _COUNTED_BY)
        return next((value for value in values if value is not None and value > 0), None)

    millimetres, rate = counted("distance_mm"), cell_number(row.get("tracker_avg_heart_rate"))
    return replace(
        times,
        duration_min=(times.end - times.start).total_seconds() / 60 if times.end else None,
        distance_m=millimetres / 1000 if millimetres else None,
        calories_kcal=counted("calories"),
        average_heart_rate=rate if rate is not None and rate > 0 else None,
        steps=counted("steps"),
    )


def _is_floors_in_metres(climb: float) -> bool:
    floors = climb / _FLOOR_M
    return floors > 0 and abs(floors - round(floors)) < 1e-3 and climb != round(climb)


def _activity(record: Mapping[str, Any], clock: Clock, *, in_metres: bool) -> Activity | None:
    text, kind = record.get("startTime"), record.get("activityName")
    stated = moment(text)
    if stated is None or not isinstance(kind, str) or not kind.strip():
        return None
    # An offset is that of where the person was.
    start = stated.replace(tzinfo=None) if stated.tzinfo else clock.local(stated)
    active = _positive(record, "activeDuration") or _positive(record, "duration")
    whole = _positive(record, "duration") or active
    distance, unit = _positive(record, "distance"), str(record.get("distanceUnit", "")).strip().lower().rstrip("s")
    zones = record.get("activeZoneMinutes")
    return Activity(
        start=start,
        kind=kind.strip(),
        end=start + timedelta(milliseconds=whole) if whole else None,
        duration_min=active / 60_000 if active else None,
        distance_m=distance * _METRES[unit] if distance and unit in _METRES else None,
        calories_kcal=_positive(record, "calories"),
        average_heart_rate=_positive(record, "averageHeartRate"),
        elevation_gain_m=number(record.get("elevationGain")) if in_metres else None,
        steps=number(record.get("steps")),
        active_zone_minutes=number(zones.get("totalMinutes")) if isinstance(zones, Mapping) else None,
    )


def _positive(record: Mapping[str, Any], name: str) -> float | None:
    """0 is no reading."""
    value = number(record.get(name))
    return value if value is not None and value > 0 else None
