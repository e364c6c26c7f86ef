"""What a provider delivers over time: one import for each user and source, whose records come again and change."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, tzinfo
from functools import cache
from typing import Any, Final
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, Row, bindparam, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from amy.runtime.ids import stable_id
from amy.runtime.sql import lock
from services.health_data.adapters.keeping import RECORDED, Changes, Touched, keep, raise_version, settle
from services.health_data.adapters.laboratory import keep_lab_results, settle_biomarkers
from services.health_data.adapters.profiles import keep_profile
from services.health_data.adapters.tables import (
    activity_readings,
    entries,
    imports,
    lab_results,
    profiles,
    provider_records,
    readings,
)
from services.health_data.adapters.upsert import upsert
from services.health_data.domain.records import Entry, LabResult, Profile, to_epoch_day
from services.health_data.domain.terra.days import LAYOUT, MEMBER, Difference, Told, difference, parsed, told
from services.health_data.domain.terra.events import Data
from services.health_data.domain.terra.mapping import person, records, zone_matters
from services.health_data.domain.terra.records import SESSIONS, Record, counting, decoded, encoded

_NAMED = tuple(column.name for column in provider_records.columns)
_RECORDS: Final = select(provider_records).where(provider_records.c.import_id == bindparam("import_id"))
_OF_DAYS: Final = _RECORDS.where(provider_records.c.epoch_day.in_(bindparam("days", expanding=True)))
_BY_ID: Final = _RECORDS.where(
    provider_records.c.kind.in_(bindparam("kinds", expanding=True)),
    provider_records.c.record_id.in_(bindparam("ids", expanding=True)),
)
_ZONE: Final = select(profiles.c.time_zone).where(profiles.c.user_id == bindparam("user"))
_GONE_READING: Final = delete(readings).where(
    *(readings.c[name] == bindparam(f"of_{name}") for name in ("user_id", "metric", "epoch_day", "import_id"))
)
_GONE_ACTIVITY: Final = delete(activity_readings).where(
    *(activity_readings.c[name] == bindparam(f"of_{name}") for name in ("user_id", "start", "kind", "import_id"))
)
_COUNTED: Final = ("rows_read", "days_written", "cells_written", "activities_written", "entries_written")


def store(connection: Connection, user_id: str, data: Data) -> bool:
    """Stores what a payload says in the transaction of the connection; whether it says anything that is kept.

    Only the records of the payload, and of the days that they are about, are read.
    """
    delivered = records(data, _zone(connection, user_id) if zone_matters(data) else None)
    said = person(data)
    if not delivered and said == Profile():
        return False
    lock(connection, f"health_data {user_id}")
    source = data.account.source
    import_id = stable_id("imp", LAYOUT, source, user_id)
    if said != Profile():
        keep_profile(connection, user_id, said, import_id=import_id)
        _tell(connection, user_id, import_id, source, Difference(told=Told(), gone=Told()), Changes(), 1)
        raise_version(connection, user_id)
        return True
    days = {each.epoch_day for each in delivered}
    before = _of_days(connection, import_id, days)
    # A session is known again by its id, wherever it was.
    unknown = [each for each in delivered if each.kind in SESSIONS and each.key not in before]
    elsewhere = _stored(connection, import_id, unknown) if unknown else {}
    before |= _of_days(connection, import_id, {each.epoch_day for each in elsewhere.values()})
    changed: dict[tuple[str, str], Record] = {}
    for each in delivered:
        known = changed.get(each.key) or before.get(each.key)
        if (newer := counting(known, each)) != known:
            changed[each.key] = newer
    if not changed:
        return True
    _keep_records(connection, user_id, import_id, changed.values())
    made = difference(told(before.values()), told((before | changed).values()))
    if made:
        changes = _write(connection, user_id, import_id, source, made)
        _tell(connection, user_id, import_id, source, made, changes, len(delivered))
        raise_version(connection, user_id)
    return True


def _zone(connection: Connection, user_id: str) -> tzinfo | None:
    name = connection.execute(_ZONE, {"user": user_id}).scalar_one_or_none()
    try:
        return ZoneInfo(name) if name else None
    except (ValueError, OSError):
        return None


def _stored(connection: Connection, import_id: str, delivered: Collection[Record]) -> Mapping[tuple[str, str], Record]:
    keys = {each.key for each in delivered}
    wanted = {
        "import_id": import_id,
        "kinds": sorted({kind for kind, _ in keys}),
        "ids": sorted({of for _, of in keys}),
    }
    return {each.key: each for each in _read(connection.execute(_BY_ID, wanted).all())}


def _of_days(connection: Connection, import_id: str, days: Collection[int]) -> dict[tuple[str, str], Record]:
    if not days:
        return {}
    rows = connection.execute(_OF_DAYS, {"import_id": import_id, "days": sorted(days)}).all()
    return {each.key: each for each in _read(rows)}


def _read(rows: Iterable[Row[Any]]) -> Iterable[Record]:
    for row in rows:
        yield Record(
            kind=row.kind,
            record_id=row.record_id,
            epoch_day=row.epoch_day,
            version=row.version,
            told=decoded(row.told),
        )


def _keep_records(connection: Connection, user_id: str, import_id: str, changed: Iterable[Record]) -> None:
    rows = (
        (import_id, each.kind, each.record_id, user_id, each.epoch_day, each.version, encoded(each.told))
        for each in changed
    )
    upsert(connection, provider_records, _NAMED, rows)


def _write(connection: Connection, user_id: str, import_id: str, source: str, made: Difference) -> Changes:
    said, gone = replace(parsed(source, made.told), members=()), made.gone
    touched = keep(connection, user_id, said, import_id=import_id)
    days = {name: set(of) for name, of in touched.days.items()}
    lost = [*gone.values, *gone.moments, *((RECORDED, day) for day in gone.days)]
    for name, day in lost:
        days.setdefault(name, set()).add(day)
    if lost:
        of = {"of_user_id": user_id, "of_import_id": import_id}
        connection.execute(_GONE_READING, [{**of, "of_metric": name, "of_epoch_day": day} for name, day in lost])
    starts = [start for start, _ in (*gone.activities, *made.told.activities)]
    if gone.activities:
        of = {"of_user_id": user_id, "of_import_id": import_id}
        connection.execute(
            _GONE_ACTIVITY, [{**of, "of_start": start, "of_kind": kind} for start, kind in gone.activities]
        )
    _write_entries(connection, user_id, import_id, source, made)
    _write_labs(connection, user_id, import_id, source, made)
    span = (min(starts), max(starts)) if starts else None
    return settle(connection, user_id, Touched(days=days, activities=span))


def _write_entries(connection: Connection, user_id: str, import_id: str, source: str, made: Difference) -> None:
    if not made.told.entries and not made.gone.entries:
        return
    for entry in made.gone.entries:
        connection.execute(delete(entries).where(entries.c.entry_id == _entry_id(import_id, entry)))
    columns = tuple(column.name for column in entries.columns)
    rows = (
        (
            _entry_id(import_id, each),
            user_id,
            to_epoch_day(each.day),
            each.at,
            each.tag,
            each.amount,
            each.unit,
            each.note,
            source,
            import_id,
            0,
            0,
        )
        for each in made.told.entries
    )
    upsert(connection, entries, columns, rows)


def _entry_id(import_id: str, entry: Entry) -> str:
    return stable_id("ent", import_id, repr(entry))


def _write_labs(connection: Connection, user_id: str, import_id: str, source: str, made: Difference) -> None:
    """A result that is told anew goes before what was told of it."""
    if not made.told.labs and not made.gone.labs:
        return
    keep_lab_results(connection, user_id, import_id, source, sorted(made.told.labs, key=_lab_key), ())
    table = lab_results.c
    for name, collected_at, said, unit in {_lab_key(each) for each in made.gone.labs} - set(
        map(_lab_key, made.told.labs)
    ):
        this = (table.name == name, table.collected_at == collected_at, table.text == said, table.unit == unit)
        connection.execute(delete(lab_results).where(table.import_id == import_id, *this))
    settle_biomarkers(connection, user_id)


def _lab_key(result: LabResult) -> tuple[str, datetime, str, str]:
    return result.name, result.collected_at.astimezone(UTC).replace(tzinfo=None), result.text, result.unit


def _tell(
    connection: Connection,
    user_id: str,
    import_id: str,
    source: str,
    made: Difference,
    changes: Changes,
    delivered: int,
) -> None:
    """The stream is one import, which grows."""
    row = {
        "import_id": import_id,
        "user_id": user_id,
        "sha256": "",
        "subject": "",
        "layout": LAYOUT,
        "imported_at": datetime.now(UTC).replace(tzinfo=None),
        "rows_read": delivered,
        "days_written": len(changes.days),
        "cells_written": changes.cells,
        "cells_skipped": 0,
        "activities_written": changes.activities,
        "biomarkers_written": 0,
        "entries_written": len(made.told.entries),
        "filename": MEMBER,
        "sources": source,
        "report": "{}",
    }
    connection.execute(_growing(connection.dialect.name), row)


@cache
def _growing(dialect: str) -> Any:  # noqa: ANN401, the two dialects have no type in common
    """The insertion of an import that adds to what there is of it."""
    adding = (postgresql.insert if dialect == "postgresql" else sqlite.insert)(imports)
    grown = {name: imports.c[name] + adding.excluded[name] for name in _COUNTED}
    return adding.on_conflict_do_update(
        index_elements=["import_id"], set_={"imported_at": adding.excluded.imported_at, **grown}
    )
