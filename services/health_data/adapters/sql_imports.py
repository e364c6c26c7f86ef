"""Imports on SQLite and PostgreSQL: what they state is stored, told, followed back and taken back."""

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, delete, func, select

from amy.runtime.errors import ImportNotFoundError
from amy.runtime.ids import new_id
from amy.runtime.sql import Database, lock
from services.health_data.adapters import statements
from services.health_data.adapters.exporting import export
from services.health_data.adapters.journal import drop_entries, keep_entries
from services.health_data.adapters.keeping import (
    RECORDED,
    Changes,
    Touched,
    drop,
    keep,
    priorities_of,
    raise_version,
    settle,
)
from services.health_data.adapters.laboratory import keep_lab_results, settle_biomarkers
from services.health_data.adapters.profiles import drop_profile, keep_profile
from services.health_data.adapters.reports import report_from_json, report_to_json
from services.health_data.adapters.tables import (
    activity_readings,
    import_members,
    imports,
    lab_results,
    priorities,
    readings,
)
from services.health_data.adapters.upsert import upsert
from services.health_data.domain.biomarkers import result_of
from services.health_data.domain.counting import Stated, counting
from services.health_data.domain.metrics import LOCAL_TIMES, METRICS
from services.health_data.domain.priorities import ACTIVITIES, ALL, order
from services.health_data.domain.records import ParsedFile, Parts, Profile
from services.health_data.domain.reporting import ImportReport, report_of
from services.health_data.domain.stored import ImportSummary, Priority, StatedValue, Undone, Written

_SUMMARY: Final = (
    imports.c.import_id,
    imports.c.filename,
    imports.c.sources,
    imports.c.layout,
    imports.c.imported_at,
    imports.c.cells_written,
    imports.c.activities_written,
    imports.c.biomarkers_written,
    imports.c.entries_written,
)


class SqlImports:
    """Implements `Imports`.

    Args:
        database: that of the store.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def save(self, user_id: str, parts: Parts, *, sha256: str, filename: str) -> ImportReport:
        work = partial(_save, user_id=user_id, parts=parts, sha256=sha256, filename=filename)
        return await self._database.transact(work)

    async def listed(self, user_id: str, *, limit: int, after: str) -> Sequence[ImportSummary]:
        return await self._database.read(partial(_listed, user_id=user_id, limit=limit, after=after))

    async def report(self, user_id: str, import_id: str) -> tuple[ImportSummary, ImportReport]:
        return await self._database.read(partial(_report, user_id=user_id, import_id=import_id))

    async def undo(self, user_id: str, import_id: str) -> Undone:
        return await self._database.transact(partial(_undo, user_id=user_id, import_id=import_id))

    async def stated(
        self, user_id: str, names: Collection[str], first: int | None, last: int | None, *, limit: int, offset: int
    ) -> Sequence[StatedValue]:
        work = partial(_stated, user_id=user_id, names=names, span=(first, last), limit=limit, offset=offset)
        return await self._database.read(work)

    async def priorities(self, user_id: str) -> Sequence[Priority]:
        return await self._database.read(partial(_priorities, user_id=user_id))

    async def set_priority(self, user_id: str, metric: str, sources: Sequence[str]) -> int:
        return await self._database.transact(partial(_set_priority, user_id=user_id, metric=metric, sources=sources))

    async def set_profile(self, user_id: str, profile: Profile) -> None:
        await self._database.transact(partial(_set_profile, user_id=user_id, profile=profile))

    async def export(self, user_id: str) -> AsyncIterator[tuple[str, bytes]]:
        for each in await self._database.read(lambda connection: list(export(connection, user_id))):
            yield each


def _save(connection: Connection, *, user_id: str, parts: Parts, sha256: str, filename: str) -> ImportReport:
    # Two files of one person, here or in another replica, would wait for each other's rows.
    lock(connection, f"health_data {user_id}")
    same = {"user": user_id, "sha256": sha256, "subject": parts[0].subject}
    known = connection.execute(statements.KNOWN_IMPORT, same).scalar()
    import_id = known or new_id("imp")
    changes, members, noted = Changes(), 0, 0
    for part in parts:
        touched = keep(connection, user_id, part, import_id=import_id, first_member=members)
        changes += settle(connection, user_id, touched)
        keep_profile(connection, user_id, part.profile, import_id=import_id)
        if known is None:
            _keep_results(connection, user_id, part, import_id=import_id, first_member=members)
            noted += _keep_entries(connection, user_id, part, import_id=import_id, first_member=members)
        members += len(part.members)
    stated = {day for part in parts for series in part.numbers.values() for day in series.days.tolist()}
    stated = stated.union(*(moments for part in parts for moments in part.local_times.values()))
    written = Written(
        import_id=import_id,
        days_written=len(changes.days),
        days_unchanged=len(stated - changes.days),
        cells_written=changes.cells,
        activities_written=changes.activities,
        biomarkers_written=settle_biomarkers(connection, user_id) if known is None else 0,
        entries_written=noted,
        already_imported=known is not None,
        unconfirmed=sum(not each.confirmed for part in parts for each in part.lab_results),
    )
    report = report_of(parts, written)
    if known is None:
        _record(connection, user_id, report, sha256=sha256, filename=filename)
    raise_version(connection, user_id)
    return report


def _keep_results(connection: Connection, user_id: str, part: ParsedFile, *, import_id: str, first_member: int) -> None:
    """What laboratories state, and the numbers of a plain table as such results."""
    places = [(member + first_member, row) for member, row in part.lab_places]
    keep_lab_results(connection, user_id, import_id, part.source, part.lab_results, places)
    plain = [result_of(each) for each in part.biomarkers]
    keep_lab_results(connection, user_id, import_id, part.source, plain, ())


def _keep_entries(connection: Connection, user_id: str, part: ParsedFile, *, import_id: str, first_member: int) -> int:
    """How many were not noted before."""
    places = [(member + first_member, row) for member, row in part.entry_places]
    return keep_entries(connection, user_id, part.entries, source=part.source, import_id=import_id, places=places)


def _record(connection: Connection, user_id: str, report: ImportReport, *, sha256: str, filename: str) -> None:
    written = report.written
    connection.execute(
        statements.RECORD_IMPORT,
        {
            "import_id": written.import_id,
            "user_id": user_id,
            "sha256": sha256,
            "subject": report.subject,
            "layout": report.format,
            "imported_at": datetime.now(UTC).replace(tzinfo=None),
            "rows_read": report.rows_read,
            "days_written": written.days_written,
            "cells_written": written.cells_written,
            "cells_skipped": sum(skip.cells for skip in report.skipped),
            "activities_written": written.activities_written,
            "biomarkers_written": written.biomarkers_written,
            "entries_written": written.entries_written,
            "filename": filename,
            "sources": ",".join(report.sources),
            "report": report_to_json(report),
        },
    )


def _listed(connection: Connection, *, user_id: str, limit: int, after: str) -> Sequence[ImportSummary]:
    """Newest first, those older than the import `after`."""
    wanted = select(*_SUMMARY).where(imports.c.user_id == user_id).order_by(imports.c.import_id.desc()).limit(limit)
    if after:
        wanted = wanted.where(imports.c.import_id < after)
    return [_summary(row) for row in connection.execute(wanted).mappings()]


def _summary(row: Mapping[Any, Any]) -> ImportSummary:
    return ImportSummary(
        import_id=row["import_id"],
        filename=row["filename"],
        sources=tuple(row["sources"].split(",")),
        format=row["layout"],
        imported_at=row["imported_at"].replace(tzinfo=UTC),
        cells_written=row["cells_written"],
        activities_written=row["activities_written"],
        biomarkers_written=row["biomarkers_written"],
        entries_written=row["entries_written"],
    )


def _report(connection: Connection, *, user_id: str, import_id: str) -> tuple[ImportSummary, ImportReport]:
    mine = (imports.c.user_id == user_id, imports.c.import_id == import_id)
    row = connection.execute(select(*_SUMMARY, imports.c.report, imports.c.subject).where(*mine)).mappings().first()
    if row is None:
        raise ImportNotFoundError("There is no such import.")
    return _summary(row), report_from_json(row["report"], _summary(row), row["subject"])


def _undo(connection: Connection, *, user_id: str, import_id: str) -> Undone:
    lock(connection, f"health_data {user_id}")
    mine = (imports.c.user_id == user_id, imports.c.import_id == import_id)
    if not connection.execute(delete(imports).where(*mine)).rowcount:
        raise ImportNotFoundError("There is no such import.")
    changes = settle(connection, user_id, drop(connection, user_id, import_id))
    drop_profile(connection, user_id, import_id)
    mine_too = (lab_results.c.user_id == user_id, lab_results.c.import_id == import_id)
    connection.execute(delete(lab_results).where(*mine_too))
    changed = settle_biomarkers(connection, user_id)
    gone = drop_entries(connection, user_id, import_id)
    raise_version(connection, user_id)
    return Undone(values=changes.cells, activities=changes.activities, biomarkers=changed, entries=gone)


def _stated(
    connection: Connection,
    *,
    user_id: str,
    names: Collection[str],
    span: tuple[int | None, int | None],
    limit: int,
    offset: int,
) -> Sequence[StatedValue]:
    """By day and name; a day's statements are always told of together with the one that counts."""
    table = readings.c
    wanted: list[ColumnElement[bool]] = [table.user_id == user_id, table.metric.in_(names)]
    if span[0] is not None:
        wanted.append(table.epoch_day >= span[0])
    if span[1] is not None:
        wanted.append(table.epoch_day <= span[1])
    in_import = (import_members.c.import_id == table.import_id) & (import_members.c.member == table.member)
    rows = connection.execute(
        select(table.metric, table.epoch_day, table.value, table.source, table.import_id, table.row, table.rows)
        .add_columns(func.coalesce(imports.c.filename, "").label("filename"))
        .add_columns(func.coalesce(import_members.c.path, "").label("file"))
        .select_from(readings)
        .join(imports, imports.c.import_id == table.import_id, isouter=True)
        .join(import_members, in_import, isouter=True)
        .where(*wanted)
        .order_by(table.epoch_day, table.metric, table.import_id, table.source)
        .limit(limit)
        .offset(offset)
    ).all()
    counts = _that_count(connection, user_id, {(row.metric, row.epoch_day) for row in rows})
    return [
        StatedValue(
            name=row.metric,
            day=row.epoch_day,
            value=row.value,
            source=row.source,
            import_id=row.import_id,
            filename=row.filename,
            file="" if row.file == row.filename else row.file,
            row=row.row,
            rows=row.rows,
            counts=counts.get((row.metric, row.epoch_day)) == (row.source, row.import_id),
        )
        for row in rows
    ]


def _that_count(
    connection: Connection, user_id: str, told: Collection[tuple[str, int]]
) -> Mapping[tuple[str, int], tuple[str, str]]:
    """Of each name and day, the source and import whose value counts."""
    chosen = priorities_of(connection, user_id)
    found: dict[tuple[str, int], tuple[str, str]] = {}
    for name in {name for name, _ in told}:
        days = [day for each, day in told if each == name]
        table = readings.c
        rows = connection.execute(
            select(table.epoch_day, table.source, table.import_id, table.value).where(
                table.user_id == user_id, table.metric == name, table.epoch_day.between(min(days), max(days))
            )
        )
        stated = ((day, Stated(source, import_id, value)) for day, source, import_id, value in rows)
        for day, each in counting(stated, order(name, chosen)).items():
            found[name, day] = (each.source, each.import_id)
    return found


def _priorities(connection: Connection, *, user_id: str) -> Sequence[Priority]:
    """Of each metric that several sources state, or whose order was chosen."""
    chosen = priorities_of(connection, user_id)
    sources = _sources(connection, user_id)
    names = [*(metric.name for metric in METRICS), *LOCAL_TIMES, ACTIVITIES]
    told = [Priority(metric=ALL, sources=chosen[ALL], chosen=True)] if ALL in chosen else []
    for name in names:
        mine = sources.get(name, set())
        if len(mine) > 1 or name in chosen:
            ordered = [each for each in order(name, chosen) if each in mine or each in chosen.get(name, ())]
            others = sorted(mine.difference(ordered))
            told.append(Priority(metric=name, sources=(*ordered, *others), chosen=name in chosen or ALL in chosen))
    return told


def _sources(connection: Connection, user_id: str) -> Mapping[str, set[str]]:
    """By metric, whose values there are."""
    found: dict[str, set[str]] = {}
    stated = select(readings.c.metric, readings.c.source).where(readings.c.user_id == user_id).distinct()
    for metric, source in connection.execute(stated):
        found.setdefault(metric, set()).add(source)
    table = activity_readings.c
    for (source,) in connection.execute(select(table.source).where(table.user_id == user_id).distinct()):
        found.setdefault(ACTIVITIES, set()).add(source)
    return found


def _set_priority(connection: Connection, *, user_id: str, metric: str, sources: Sequence[str]) -> int:
    """How many days have another value now."""
    lock(connection, f"health_data {user_id}")
    mine = (priorities.c.user_id == user_id, priorities.c.metric == metric)
    connection.execute(delete(priorities).where(*mine))
    if sources:
        upsert(connection, priorities, ("user_id", "metric", "sources"), [(user_id, metric, ",".join(sources))])
    changes = settle(connection, user_id, _all_of(connection, user_id, metric))
    raise_version(connection, user_id)
    return len(changes.days)


def _all_of(connection: Connection, user_id: str, metric: str) -> Touched:
    """Everything that is stated of a metric, or of all."""
    table = readings.c
    wanted = select(table.metric, table.epoch_day).where(table.user_id == user_id, table.metric != RECORDED).distinct()
    if metric != ALL:
        wanted = wanted.where(table.metric == metric)
    days: dict[str, list[int]] = {}
    for name, day in connection.execute(wanted):
        days.setdefault(name, []).append(day)
    if metric not in (ALL, ACTIVITIES):
        return Touched(days=days)
    start = activity_readings.c.start
    bounds = select(func.min(start), func.max(start)).where(activity_readings.c.user_id == user_id)
    first, last = connection.execute(bounds).one()
    return Touched(days=days, activities=None if first is None else (first, last))


def _set_profile(connection: Connection, *, user_id: str, profile: Profile) -> None:
    lock(connection, f"health_data {user_id}")
    keep_profile(connection, user_id, profile, import_id="")
    raise_version(connection, user_id)
