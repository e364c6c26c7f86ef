"""Oura: the tables of the account's export, trends, and what its interfaces give as JSON."""

from collections.abc import Mapping, Sequence
from typing import Final

from services.health_data.adapters.formats import texts
from services.health_data.adapters.formats.members import DamagedError, Member
from services.health_data.adapters.formats.nights import Nights
from services.health_data.adapters.formats.oura import kinds, records, trends
from services.health_data.adapters.formats.tables import Row, record, table
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Place

_DATES: Final = (
    *("day", "date", "summary_date", "timestamp", "start_day", "bedtime_start", "bedtime_end"),
    *("start_datetime", "end_datetime", "start_time"),
)
_NOT_KEPT: Final[Mapping[str, str]] = {
    "heartrate": "single heart rates: not kept",
    "temperature": "single skin temperatures: not kept",
    "sleeptime": "advice on when to go to bed: not kept",
    "dailystress": "Oura's own stress levels: not kept",
    "daytimestress": "Oura's own stress levels: not kept",
    "dailyresilience": "Oura's own resilience levels: not kept",
    "dailycardiovascularage": "Oura's own estimate of an age: not kept",
}
_OF_DEVIATIONS: Final = ("temperature_deviation", "readiness_temperature_deviation", "temperature_delta")
_DEVIATIONS: Final = "Oura states deviations from the wearer's own norm, no temperature."
_DISTANCE: Final = "Oura's distance is all activity of a day as if it had been walked."


class OuraRoom:
    source = "oura"
    title = "Oura"

    def claims(self, member: Member) -> bool:
        return kinds.is_ouras(member)

    def read(self, members: Sequence[Member], gathering: Gathering) -> None:
        nights = Nights()
        later: list[tuple[str, Row]] = []
        for member in members:
            read = _read_json if member.name.lower().endswith(".json") else _read_table
            read(member, gathering, nights, later)
        nights.tell(gathering)
        for kind, row in later:
            records.READERS[kind](row, gathering)
        if gathering.has("distance_km"):
            gathering.note(_DISTANCE)
        if gathering.has("resting_heart_rate"):
            gathering.note("Oura's resting heart rate is the lowest of the night.")


def _read_table(member: Member, gathering: Gathering, nights: Nights, later: list[tuple[str, Row]]) -> None:
    stem = kinds.stem_of(member.name)
    columns = texts.header_of(member)
    kind = kinds.kind_of(columns, stem)
    if not kind or (kind == kinds.TRENDS and not trends.has_any(columns)):
        gathering.left_out(member.path, _NOT_KEPT.get(stem, "holds nothing that is kept"))
    elif kind == kinds.TRENDS:
        trends.read(table(member, gathering, dates=trends.DATES), gathering, nights)
    else:
        for row in table(member, gathering, dates=_DATES):
            _take(kind, row, gathering, nights, later)


def _read_json(member: Member, gathering: Gathering, nights: Nights, later: list[tuple[str, Row]]) -> None:
    content = texts.json_of(member)
    if not isinstance(content, dict | list):
        raise DamagedError(f"{member.path} holds no records: export it again.")
    taken = 0
    for name, objects in _lists(content, kinds.stem_of(member.name)):
        for number, values in enumerate(objects, 1):
            kind = _kind_of_record(values, name)
            if kind:
                _take(kind, record(values, Place(member.path, number), gathering), gathering, nights, later)
                taken += 1
    if not taken:
        gathering.left_out(member.path, "holds nothing that is kept")


def _lists(content: object, name: str) -> list[tuple[str, list[dict[str, object]]]]:
    """The lists of records in a JSON file, each with what it is called; one object is a list of one."""
    if isinstance(content, list):
        objects = [each for each in content if isinstance(each, dict)]
        within = [found for each in objects if not _kind_of_record(each, name) for found in _lists(each, name)]
        return [(name, objects), *within]
    if not isinstance(content, dict):
        return []
    if _kind_of_record(content, ""):
        return [(name, [content])]
    found = []
    for key, value in content.items():
        if isinstance(value, dict | list):
            found += _lists(value, name if key == "data" else kinds.stem_of(key))
    return found


def _kind_of_record(values: Mapping[str, object], name: str) -> str:
    """Which of Oura's records it is, empty of none; trends, whose durations have no unit, are tables alone."""
    kind = kinds.kind_of(values, name)
    return _by_contributors(values) if kind in ("", kinds.TRENDS) else kind


def _by_contributors(values: Mapping[str, object]) -> str:
    contributors = values.get("contributors")
    return kinds.DAILY_SLEEP if isinstance(contributors, dict) and "restfulness" in contributors else ""


def _take(kind: str, row: Row, gathering: Gathering, nights: Nights, later: list[tuple[str, Row]]) -> None:
    gathering.found(_FOUND[kind])
    if row.text(*_OF_DEVIATIONS):
        gathering.absent("skin_temperature", _DEVIATIONS)
    if kind == kinds.SLEEP:
        records.sleep(row, gathering, nights)
        if kinds.has_activity(row.cells):
            records.READERS[kinds.ACTIVITY](row, gathering)
    elif kind == kinds.DAILY_SLEEP:
        later.append((kind, row))
    elif kind != kinds.READINESS:
        records.READERS[kind](row, gathering)


_FOUND: Final[Mapping[str, str]] = {
    kinds.SLEEP: "sleep periods",
    kinds.DAILY_SLEEP: "sleep scores",
    kinds.ACTIVITY: "days of activity",
    kinds.READINESS: "days of readiness",
    kinds.SPO2: "nights of blood oxygen",
    kinds.VO2_MAX: "VO2 max estimates",
    kinds.WORKOUT: "workouts",
    kinds.SESSION: "sessions",
    kinds.TAG: "tags",
}

OURA: Final = OuraRoom()
"""The room of Oura."""
