"""The files of records, JSON and tables, gone through record by record."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from services.health_data.adapters.formats.garmin.activities import is_activity, read_activity
from services.health_data.adapters.formats.garmin.chosen import Chosen
from services.health_data.adapters.formats.garmin.records import read_record
from services.health_data.adapters.formats.garmin.values import flat, plain_key
from services.health_data.adapters.formats.json_streams import items
from services.health_data.adapters.formats.members import Member
from services.health_data.adapters.formats.texts import header_of, json_of, rows
from services.health_data.domain.records import Place

_MARKS: Final = (
    *(b'"summarizedActivitiesExport"', b'"wellnessStartTimeGmt"', b'"totalKilocalories"', b'"dailySleepDTO"'),
    *(b'"sleepStartTimestampGMT"', b'"hrvSummary"', b'"userProfilePK"', b'"userProfileId"', b'"userProfilePk"'),
    *(b'"activityUUID"', b'"startTimeLocal"'),
)
"""Names that only Garmin gives to values in JSON."""
_READ: Final = (
    *("udsfile", "sleepdata", "summarizedactivities", "healthstatusdata", "hydrationlog", "userbiometric"),
    *("lifestylelogging", "bloodpressurefile", "metricsmaxmetdata", "user_profile", "user_settings"),
)
"""What the names of those files of an account contain that are read; the others are not even opened."""
_TABLES: Final = (
    frozenset({"totalsteps", "totalkilocalories"}),
    frozenset({"lastnightavg", "calendardate"}),
    frozenset({"allmetricsmetricsmapwellnessrestingheartrate"}),
    frozenset({"samplepk", "weight"}),
    frozenset({"activityid", "starttimelocal", "activitytypetypekey"}),
    frozenset({"deepsleepseconds", "lightsleepseconds"}),
    frozenset({"stressvaluesarray"}),
    frozenset({"overall", "restlessness", "awakecount"}),
    frozenset({"sleepdeepsec", "floorsascendedm"}),
)
"""Columns of which one set is wholly in the header of a table of records."""
_ACTIVITIES: Final = "item.summarizedActivitiesExport.item"
NOTHING_KEPT: Final = "Nothing in it that Amy keeps."


def is_json(member: Member) -> bool:
    """Whether it is one of Garmin's by its place in the export of an account, or by the names in it."""
    if not member.name.casefold().endswith(".json"):
        return False
    return "di_connect" in member.path.casefold() or any(mark in member.head for mark in _MARKS)


def is_table(member: Member) -> bool:
    if not member.name.casefold().endswith((".csv", ".txt", ".tsv")):
        return False
    header = {plain_key(name) for name in header_of(member)}
    return any(columns <= header for columns in _TABLES)


def tells_offsets(member: Member) -> bool:
    """Whether it holds days with their time zones, which the other files need."""
    return b"wellnessStartTimeGmt" in member.head


def read_json(member: Member, chosen: Chosen) -> None:
    if "di_connect" in member.path.casefold() and not any(each in member.name.casefold() for each in _READ):
        chosen.gathering.left_out(member.path, NOTHING_KEPT)
        return
    _read(
        member,
        ((row, flat(each)) for row, item in enumerate(_items(member), start=1) for each in _within(item)),
        chosen,
    )


def read_table(member: Member, chosen: Chosen) -> None:
    _read(member, ((line, flat(row)) for line, row in rows(member)), chosen)


def _read(member: Member, records: Iterator[tuple[int, dict[str, Any]]], chosen: Chosen) -> None:
    found = False
    for row, record in records:
        at = Place(member.path, row)
        if is_activity(record):
            read_activity(record, at, chosen)
            what = "activities"
        else:
            what = read_record(record, at, chosen)
        if what:
            chosen.gathering.found(what)
        found = found or bool(what)
    if not found:
        chosen.gathering.left_out(member.path, NOTHING_KEPT)


def _items(member: Member) -> Iterator[Any]:
    """The items of a file's list one by one, or the one object that it is."""
    if not member.head.lstrip().startswith(b"["):
        yield json_of(member)
        return
    path = _ACTIVITIES if b'"summarizedActivitiesExport"' in member.head else "item"
    yield from items(member, path)


def _within(value: Any) -> Iterator[Mapping[str, Any]]:  # noqa: ANN401, as JSON is
    """The objects of a value: itself, those in its lists, and those that it holds nothing but."""
    if isinstance(value, list):
        for each in value:
            yield from _within(each)
    elif isinstance(value, Mapping):
        yield value
        bare = all(isinstance(each, Mapping) for each in value.values())
        for each in value.values():
            if isinstance(each, list) or bare:
                yield from _within(each)
