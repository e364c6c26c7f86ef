"""Steps, distance, floors and active zone minutes of the newer tables, by the minute and by what counted them.

Phone and tracker count the same steps, and the tables do not say which of them the app took: a day that several have
counted has no sum. Rows that came to Fitbit from other apps are left to these.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from math import nan
from typing import Final

from services.health_data.adapters.formats.fitbit.stamps import Clock, wall
from services.health_data.adapters.formats.fitbit.tables import cell_number, is_foreign, table
from services.health_data.adapters.formats.fitbit.units import kilometres_per_unit
from services.health_data.adapters.formats.members import Member
from services.health_data.adapters.formats.sums import plain_sum
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Place

_COUNTED: Final = {"steps": "steps", "distance": "distance_km", "floors": "floors_climbed"}
_ZONES: Final = {
    "FAT_BURN": "fatburn_active_zone_minutes",
    "CARDIO": "cardio_active_zone_minutes",
    "PEAK": "peak_active_zone_minutes",
}
_WEIGHT: Final = 2
_UNWEIGHTED: Final = "Minutes in the cardio and peak zones are not counted twice, as those of active zone minutes are."


@dataclass
class _Day:
    """What one source counted on a day in one file."""

    at: Place
    total: float = 0.0
    rows: int = 0


_Days = dict[tuple[str, date], _Day]


@dataclass
class _Counts:
    """The files of one metric by name: of files that are called the same the one with more rows counts."""

    by_file: dict[str, _Days] = field(default_factory=dict)

    def add(self, name: str, days: _Days) -> None:
        old = self.by_file.get(name, {})
        if sum(each.rows for each in days.values()) >= sum(each.rows for each in old.values()):
            self.by_file[name] = days

    def by_day(self) -> Mapping[date, Mapping[str, _Day]]:
        found: dict[date, dict[str, _Day]] = defaultdict(dict)
        for days in self.by_file.values():
            for (source, day), new in days.items():
                old = found[day].get(source)
                place = old.at if old else new.at
                rows, total = (old.rows, old.total) if old else (0, 0.0)
                rows += new.rows
                found[day][source] = _Day(Place(place.member, place.row, rows), total + new.total, rows)
        return found


def read_google_days(
    members: Sequence[Member], gathering: Gathering, clock: Clock, known: Mapping[str, Mapping[date, float]]
) -> None:
    """The tables steps_, distance_ and floors_<date>.csv.

    `known` is what the JSON files say, by metric: they hold what Fitbit took of all devices, and go before.
    """
    counts = {column: _Counts() for column in _COUNTED}
    for member in members:
        column = next(each for each in _COUNTED if member.name.lower().startswith(each))
        counts[column].add(member.name.lower(), _counted(member, column, gathering, clock))
    single = {column: _single(column, found, known, gathering) for column, found in counts.items()}
    if any(single.values()):
        gathering.note(clock.note)
    steps = dict(known.get("steps", {})) | {day: found.total for day, found in single["steps"].items()}
    for column, days in single.items():
        unit: float | None = 1.0
        if column == "distance" and days:
            unit = kilometres_per_unit({day: found.total for day, found in days.items()}, steps, gathering)
        for day, found in days.items() if unit is not None else ():
            if day not in known.get(_COUNTED[column], {}):
                gathering.daily(_COUNTED[column], day, plain_sum(found.total * (unit or 0.0)), found.at)


def _counted(member: Member, column: str, gathering: Gathering, clock: Clock) -> _Days:
    seen: set[tuple[str, str]] = set()
    days: _Days = {}
    for line, row in table(member):
        at, text, source = Place(member.path, line), row.get("timestamp", ""), row.get("data source", "")
        when, value = clock.at(text), cell_number(row.get(column))
        if is_foreign(row):
            gathering.skip(f"{column}: from another app by way of Fitbit", at)
        elif when is None or value is None or value < 0:
            gathering.skip(f"{column}: no time or no number", at)
        elif (source, text) not in seen:
            seen.add((source, text))
            day = days.setdefault((source, when.date()), _Day(at))
            day.total += value
            day.rows += 1
    if days:
        gathering.found(f"minutes of {column}", sum(each.rows for each in days.values()))
    return days


def _single(
    column: str, counts: _Counts, known: Mapping[str, Mapping[date, float]], gathering: Gathering
) -> dict[date, _Day]:
    """The days that one source alone has counted."""
    single = {}
    for day, sources in counts.by_day().items():
        first = next(iter(sources.values()))
        if len(sources) == 1:
            single[day] = first
        elif day not in known.get(_COUNTED[column], {}):
            gathering.skip(f"{column}: days that several devices counted, which cannot be added up", first.at)
    return single


def read_zones(members: Sequence[Member], gathering: Gathering, clock: Clock) -> None:
    """The older tables of active zone minutes, in local time, and before and after them the newer, in UTC."""
    newer = [each for each in members if each.name.lower().startswith("active_zone_minutes")]
    local = list(_zone_minutes([each for each in members if each not in newer], gathering, None))
    days = {day for day, *_ in local}
    first, last = (min(days), max(days)) if days else (date.max, date.max)
    utc = [each for each in _zone_minutes(newer, gathering, clock) if each[0] < first or each[0] > last]
    if utc:
        gathering.note(clock.note)
    for minutes in (local, utc):
        intense = [value for _, zone, value, _ in minutes if zone != "FAT_BURN"]
        if intense and not any(value >= _WEIGHT for value in intense):
            gathering.absent("active_zone_minutes", _UNWEIGHTED)
        else:
            _store_zones(minutes, gathering)


_ZoneMinute = tuple[date, str, float, Place]


def _zone_minutes(members: Sequence[Member], gathering: Gathering, clock: Clock | None) -> Iterator[_ZoneMinute]:
    seen: set[tuple[str | None, str]] = set()
    for member in members:
        for line, row in table(member):
            at, text = Place(member.path, line), row.get("date_time") or row.get("timestamp")
            when = wall(text) if clock is None else clock.at(text)
            zone = (row.get("heart_zone_id") or row.get("heart rate zone") or "").upper().replace(" ", "_")
            value = cell_number(row.get("total_minutes") or row.get("total minutes"))
            if is_foreign(row) or when is None or zone not in _ZONES:
                gathering.skip("active zone minutes: no time or zone, or from another app", at)
            elif (text, zone) not in seen:
                seen.add((text, zone))
                # The sum of a day that misses one is no number.
                yield when.date(), zone, nan if value is None else value, at


def _store_zones(minutes: Sequence[_ZoneMinute], gathering: Gathering) -> None:
    sums: dict[tuple[str, date], _Day] = {}
    for day, zone, value, at in minutes:
        for metric in ("active_zone_minutes", _ZONES[zone]):
            found = sums.setdefault((metric, day), _Day(at))
            found.total += value
            found.rows += 1
    for (metric, day), found in sums.items():
        gathering.daily(metric, day, plain_sum(found.total), Place(found.at.member, found.at.row, found.rows))
    if minutes:
        gathering.found("minutes that earned active zone minutes", len(minutes))
