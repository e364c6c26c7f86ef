"""The sessions of a Polar Flow account, as records of either generation, and as tables of one session each."""

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from services.health_data.adapters.formats.members import Member
from services.health_data.adapters.formats.polar.account import read_person
from services.health_data.adapters.formats.polar.values import local, minutes, number, part, records
from services.health_data.adapters.formats.texts import header_of, rows
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Activity, Place

_SPORTS: Final = {"1": "Running", "2": "Cycling"}
"""Of Polar's numbers of sports, those that it publishes; the others are told by its interface alone."""
_BY_NUMBER: Final = "Polar's export names a sport by a number only: a session of an unknown one is called exercise."
_COLUMNS: Final = ("name", "sport", "date", "start time", "duration")
_METRES: Final = {"total distance (km)": 1000.0, "total distance (mi)": 1609.344}
_METRES_UP: Final = {"ascent (m)": 1.0, "ascent (ft)": 0.3048}
_DAY: Final = re.compile(r"(\d{1,2})[-./](\d{1,2})[-./](\d{4})")
_IN_NAME: Final = re.compile(r"(\d{4})[-_](\d{2})[-_](\d{2})")


def read_session(document: Any, at: Place, gathering: Gathering) -> None:  # noqa: ANN401, as JSON is
    """One session; one of several sports is as many activities."""
    for _, record in records(document):
        read_person(record, gathering)
        product = part(record, "product").get("modelName")
        gathering.device(product if isinstance(product, str) else "")
        exercises = [each for each in record.get("exercises") or () if isinstance(each, Mapping)]
        parts = exercises if len(exercises) > 1 else [record]
        for each in parts:
            start = local(each.get("startTime")) or local(record.get("startTime"))
            if start is None:
                gathering.skip("activity: no start", at)
                continue
            gathering.found("activities")
            only = exercises[0] if len(exercises) == 1 else each
            gathering.activity(_activity(each, only, start, gathering), at)


def _activity(
    record: Mapping[str, Any], exercise: Mapping[str, Any], start: datetime, gathering: Gathering
) -> Activity:
    """An activity by its own totals; what only its exercise states, by that."""
    millis = number(record.get("durationMillis"))
    rate = (
        number(record.get("hrAvg"))
        or number(record.get("averageHeartRate"))
        or number(part(exercise, "heartRate").get("avg"))
        or _statistic(exercise, "HEART_RATE")
    )
    return Activity(
        start=start,
        kind=_kind(record, exercise, gathering),
        end=local(record.get("stopTime")),
        duration_min=minutes(record.get("duration")) if millis is None else millis / 60_000,
        distance_m=number(record.get("distanceMeters")) or number(record.get("distance")) or None,
        calories_kcal=number(record.get("calories")) or number(record.get("kiloCalories")),
        average_heart_rate=rate or None,
        elevation_gain_m=number(exercise.get("ascent")),
    )


def _statistic(exercise: Mapping[str, Any], name: str) -> float | None:
    statistics = part(exercise, "statistics").get("statistics")
    for each in statistics if isinstance(statistics, list) else ():
        if isinstance(each, Mapping) and str(each.get("type")).endswith(name):
            return number(each.get("avg"))
    return None


def _kind(record: Mapping[str, Any], exercise: Mapping[str, Any], gathering: Gathering) -> str:
    for sport in (exercise.get("sport"), record.get("sport")):
        if isinstance(sport, str):
            return sport.replace("_", " ").capitalize()
        if isinstance(sport, Mapping) and str(sport.get("id")) in _SPORTS:
            return _SPORTS[str(sport.get("id"))]
    gathering.note(_BY_NUMBER)
    return "Exercise"


def is_session_table(member: Member) -> bool:
    if not member.name.casefold().endswith((".csv", ".txt")):
        return False
    names = [name.casefold() for name in header_of(member)]
    return tuple(names[: len(_COLUMNS)]) == _COLUMNS and bool(_METRES.keys() & set(names))


def read_session_tables(members: Sequence[Member], gathering: Gathering) -> None:
    """The head of each table; the seconds below it are not kept.

    A date of two digits, two digits and a year is read as the name of the file has it, else as the other files show it.
    """
    heads = []
    for member in members:
        first = next(((line, row) for line, row in rows(member)), None)
        if first is None:
            gathering.left_out(member.path, "No session in it.")
        else:
            heads.append((member, first[0], {name.casefold(): cell for name, cell in first[1].items()}))
    shown = {order for member, _, row in heads if (order := _order(row["date"], member.name))}
    for member, line, row in heads:
        at = Place(member.path, line)
        order = _order(row["date"], member.name) or (next(iter(shown)) if len(shown) == 1 else None)
        day = _date(row["date"], order)
        clock = _clock(row.get("start time", ""))
        if day is None or clock is None:
            gathering.left_out(member.path, f"Its date, {row['date']}, can be read in two ways, or none is stated.")
            continue
        gathering.found("activities")
        gathering.activity(_from_table(row, datetime.combine(day, clock)), at)


def _from_table(row: Mapping[str, str], start: datetime) -> Activity:
    lasts = _length(row.get("duration", ""))
    return Activity(
        start=start,
        kind=row.get("sport", "").replace("_", " ").capitalize() or "Exercise",
        end=None if lasts is None else start + timedelta(minutes=lasts),
        duration_min=lasts,
        distance_m=_in_unit(row, _METRES) or None,
        calories_kcal=_float(row.get("calories", "")),
        average_heart_rate=_float(row.get("average heart rate (bpm)", "")) or None,
        elevation_gain_m=_in_unit(row, _METRES_UP),
    )


def _in_unit(row: Mapping[str, str], units: Mapping[str, float]) -> float | None:
    for name, times in units.items():
        value = _float(row.get(name, ""))
        if value is not None:
            return value * times
    return None


def _float(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _length(text: str) -> float | None:
    match = re.fullmatch(r"(\d{1,3}):(\d{2}):(\d{2}(?:\.\d+)?)", text.strip())
    return int(match[1]) * 60 + int(match[2]) + float(match[3]) / 60 if match else None


def _clock(text: str) -> time | None:
    try:
        return time.fromisoformat(text.strip())
    except ValueError:
        return None


def _order(text: str, filename: str) -> str | None:
    """Whether the day or the month comes first, if the date or the name of its file shows it."""
    match, named = _DAY.search(text), _IN_NAME.search(filename)
    readings = {order: day for order in ("dmy", "mdy") if (day := _date(text, order)) is not None}
    if match is None or not readings:
        return None
    if len(set(readings.values())) == 1:
        return next(iter(readings)) if len(readings) == 1 else None
    if named:
        day = _of(int(named[1]), int(named[2]), int(named[3]))
        return next((order for order, each in readings.items() if each == day), None)
    return None


def _date(text: str, order: str | None) -> date | None:
    match = _DAY.fullmatch(text.strip())
    if match is None:
        found = local(text)
        return found.date() if found else None
    first, second, year = int(match[1]), int(match[2]), int(match[3])
    if first == second:
        return _of(year, first, second)
    if order is None:
        return None
    return _of(year, second, first) if order == "dmy" else _of(year, first, second)


def _of(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
