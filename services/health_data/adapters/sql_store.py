"""The store on SQLite and PostgreSQL."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, replace
from datetime import UTC, datetime
from itertools import repeat
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

import numpy as np
from sqlalchemy import Column, ColumnElement, Row, Subquery, Table, func, select, union
from sqlalchemy.ext.asyncio import AsyncConnection

from amy.runtime.async_sql import create_engine
from amy.runtime.database import DEFAULT_OPTIONS, DatabaseOptions
from amy.runtime.erasing import erase_rows, scrub
from amy.runtime.ids import new_id
from amy.runtime.schema import migrate
from services.health_data.adapters.tables import (
    activities,
    biomarkers,
    data_versions,
    imports,
    local_times,
    metadata,
    observations,
    profiles,
    recorded_days,
)
from services.health_data.adapters.upsert import upsert
from services.health_data.domain.activity_fields import STORED_FIELDS
from services.health_data.domain.biomarkers import by_name, is_called
from services.health_data.domain.features import CLOCKS, derive
from services.health_data.domain.merge import changed_days, changed_items
from services.health_data.domain.metrics import LOCAL_TIMES, METRIC, METRICS
from services.health_data.domain.nights import nights_follow
from services.health_data.domain.records import (
    EMPTY_SERIES,
    Activity,
    ActivityLog,
    Biomarker,
    DayArray,
    DaySeries,
    Erased,
    HealthTables,
    Holdings,
    MetricHolding,
    ParsedFile,
    Profile,
    Written,
    moment_series,
    to_epoch_day,
)

_MIGRATIONS: Final = Path(__file__).parent / "migrations"
_NO_PROFILE: Final = Profile()
_NIGHTS_LOOKED_AT: Final = 100
"""So many of the newest nights show whether a night follows its date; devices change."""
_ON_RECORD: Final = (recorded_days, observations, local_times, activities)
"""A day with a row in one of these is on record."""


async def bring_up_to_date(url: str, options: DatabaseOptions) -> bool:
    """See `migrate`."""
    return await migrate(url, script_location=_MIGRATIONS, version_table="alembic_version_health_data", options=options)


class SqlStore:
    """Implements `Store`.

    Args:
        url: `sqlite:///file` or `postgresql://…`.
        options: how PostgreSQL is used.
    """

    def __init__(self, url: str, options: DatabaseOptions = DEFAULT_OPTIONS) -> None:
        self._url = url
        self._options = options
        self._engine = create_engine(url, options)
        # SQLite has one writer, and a long import must not run another one into the busy timeout.
        self._writing = asyncio.Lock()

    async def open(self) -> None:
        """Brings the tables to their newest version."""
        await bring_up_to_date(self._url, self._options)

    async def close(self) -> None:
        await self._engine.dispose()

    async def save(self, user_id: str, parsed: ParsedFile, *, sha256: str) -> Written:
        async with self._writing, self._engine.begin() as connection:
            known = await _is_known(connection, user_id, parsed.subject, sha256)
            days, cells = await self._save_days(connection, user_id, parsed)
            new_activities = await self._save_activities(connection, user_id, parsed)
            new_biomarkers = await self._save_biomarkers(connection, user_id, parsed)
            await self._save_profile(connection, user_id, parsed.profile)
            written = Written(
                import_id=new_id("imp"),
                days_written=len(days),
                days_unchanged=len(_days_of(parsed) - days),
                cells_written=cells,
                activities_written=new_activities,
                biomarkers_written=new_biomarkers,
                already_imported=known,
            )
            await _record(connection, user_id, parsed, written, sha256)
            await upsert(connection, data_versions, ("user_id", "version"), [(user_id, written.import_id)])
            return written

    async def erase(self, user_id: str) -> Erased:
        async with self._writing, self._engine.begin() as connection:
            rows = await erase_rows(connection, metadata, user_id)
        await scrub(self._url)
        return Erased(
            values=rows[observations.name] + rows[local_times.name],
            activities=rows[activities.name],
            biomarkers=rows[biomarkers.name],
            imports=rows[imports.name],
        )

    async def version(self, user_id: str) -> str:
        statement = select(data_versions.c.version).where(data_versions.c.user_id == user_id)
        async with self._reading() as connection:
            return (await connection.execute(statement)).scalar_one_or_none() or ""

    async def series(self, user_id: str, names: Collection[str]) -> Mapping[str, DaySeries]:
        async with self._reading() as connection:
            numbers = await _series(connection, user_id, observations.c.metric.in_(names))
            times = await _local_times(connection, user_id, local_times.c.name.in_(names))
        return {**numbers, **{name: moment_series(moments) for name, moments in times.items()}}

    async def tables(self, user_id: str) -> HealthTables:
        async with self._reading() as connection:
            return HealthTables(
                recorded_days=await _days(connection, _days_of_tables(user_id, recorded_days)),
                numbers=await _series(connection, user_id),
                local_times=await _local_times(connection, user_id),
                activities=tuple(await _activities(connection, user_id)),
                biomarkers=tuple(await _biomarkers(connection, user_id)),
                profile=await _profile(connection, user_id),
            )

    async def profile(self, user_id: str) -> Profile:
        async with self._reading() as connection:
            return await _profile(connection, user_id)

    async def biomarkers(self, user_id: str, name: str) -> Sequence[Biomarker]:
        async with self._reading() as connection:
            samples = await _biomarkers(connection, user_id)
        return [each for each in samples if not name or is_called(each, name)]

    async def activities(self, user_id: str) -> ActivityLog:
        async with self._reading() as connection:
            return ActivityLog(
                activities=tuple(await _activities(connection, user_id)),
                recorded_days=await _days(connection, _days_of_tables(user_id, *_ON_RECORD)),
            )

    async def holdings(self, user_id: str) -> Holdings:
        async with self._reading() as connection:
            days = _days_of_tables(user_id, *_ON_RECORD)
            day = days.c.epoch_day
            first, last, count = (
                await connection.execute(select(func.min(day), func.max(day), func.count()).select_from(days))
            ).one()
            mine = activities.c.user_id == user_id
            kind = activities.c.kind
            kinds = select(kind).where(mine).group_by(kind).order_by(func.count().desc(), kind)
            nights = [await _newest_local_times(connection, user_id, name) for name in LOCAL_TIMES]
            samples = await _biomarkers(connection, user_id)
            return Holdings(
                metrics=(
                    *await _metric_holdings(connection, user_id),
                    *await _clock_holdings(connection, user_id),
                ),
                first_day=first,
                last_day=last,
                days_on_record=count,
                activities=await _count(connection, activities, user_id),
                activity_kinds=tuple((await connection.execute(kinds)).scalars()),
                biomarkers=by_name(samples),
                biomarker_dates=(samples[-1].collected_at.date(), samples[0].collected_at.date()) if samples else None,
                activity_fields=await _filled_fields(connection, user_id),
                nights_follow=nights_follow(*nights),
            )

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection whose statements all see one state of the database, and which blocks no writer."""
        async with self._engine.connect() as connection:
            options: dict[str, Any] = {"readonly": True}
            if self._engine.dialect.name == "postgresql":
                options = {"isolation_level": "REPEATABLE READ"}
            await connection.execution_options(**options)
            yield connection

    async def _save_days(self, connection: AsyncConnection, user_id: str, parsed: ParsedFile) -> tuple[set[int], int]:
        """The days on which something is new, and how many values are."""
        days: set[int] = set()
        cells = 0
        recorded = ((user_id, day) for day in parsed.recorded_days.tolist())
        await upsert(connection, recorded_days, ("user_id", "epoch_day"), recorded)
        for metric, incoming in parsed.numbers.items():
            stored = await _series(connection, user_id, observations.c.metric == metric)
            new = changed_days(stored.get(metric, EMPTY_SERIES), incoming)
            days.update(new.days.tolist())
            cells += len(new.days)
            await upsert(
                connection,
                observations,
                ("user_id", "metric", "epoch_day", "value"),
                zip(repeat(user_id), repeat(metric), new.days.tolist(), new.values.tolist(), strict=False),
            )
        times = await _local_times(connection, user_id)
        for name, moments in parsed.local_times.items():
            changed = changed_items(times.get(name, {}), moments)
            days.update(changed)
            cells += len(changed)
            await upsert(
                connection,
                local_times,
                ("user_id", "name", "epoch_day", "local_time"),
                ((user_id, name, day, moment) for day, moment in sorted(changed.items())),
            )
        return days, cells

    async def _save_activities(self, connection: AsyncConnection, user_id: str, parsed: ParsedFile) -> int:
        """How many are new or changed."""
        values = attrgetter(*Activity.__dataclass_fields__)
        rows = ((user_id, to_epoch_day(each.start.date()), *values(each)) for each in parsed.activities)
        return await upsert(connection, activities, ("user_id", "epoch_day", *Activity.__dataclass_fields__), rows)

    async def _save_biomarkers(self, connection: AsyncConnection, user_id: str, parsed: ParsedFile) -> int:
        """How many are new or changed."""
        names = Biomarker.__dataclass_fields__
        values = attrgetter(*names)
        rows = ((user_id, *values(replace(each, collected_at=_naive(each.collected_at)))) for each in parsed.biomarkers)
        return await upsert(connection, biomarkers, ("user_id", *names), rows)

    async def _save_profile(self, connection: AsyncConnection, user_id: str, profile: Profile) -> None:
        """What the file does not state stays as it was."""
        stated = {name: value for name, value in asdict(profile).items() if value is not None}
        if stated:
            await upsert(connection, profiles, ("user_id", *stated), [(user_id, *stated.values())])


async def _is_known(connection: AsyncConnection, user_id: str, subject: str, sha256: str) -> bool:
    table = imports.c
    same = (table.user_id == user_id) & (table.sha256 == sha256) & (table.subject == subject)
    # A file of which nothing was taken is not known: whoever sends it again must hear why again.
    same &= table.cells_written + table.activities_written + table.biomarkers_written > 0
    return (await connection.execute(select(table.import_id).where(same).limit(1))).first() is not None


async def _record(connection: AsyncConnection, user_id: str, parsed: ParsedFile, written: Written, sha256: str) -> None:
    await connection.execute(
        imports.insert().values(
            import_id=written.import_id,
            user_id=user_id,
            sha256=sha256,
            subject=parsed.subject,
            layout=parsed.layout,
            imported_at=_naive(datetime.now(UTC)),
            rows_read=parsed.rows_read,
            days_written=written.days_written,
            cells_written=written.cells_written,
            cells_skipped=sum(skip.cells for skip in parsed.skipped),
            activities_written=written.activities_written,
            biomarkers_written=written.biomarkers_written,
        )
    )


def _naive(moment: datetime) -> datetime:
    return moment.astimezone(UTC).replace(tzinfo=None)


def _days_of(parsed: ParsedFile) -> set[int]:
    days = {day for series in parsed.numbers.values() for day in series.days.tolist()}
    return days.union(*parsed.local_times.values())


def _days_of_tables(user_id: str, *dated: Table) -> Subquery:
    """The days with a row in any of the tables, each once."""
    return union(*(select(table.c.epoch_day).where(table.c.user_id == user_id) for table in dated)).subquery()


async def _days(connection: AsyncConnection, days: Subquery) -> DayArray:
    """Ascending."""
    found = await connection.execute(select(days.c.epoch_day).order_by(days.c.epoch_day))
    return np.fromiter(found.scalars(), np.int32)


async def _count(connection: AsyncConnection, table: Table, user_id: str) -> int:
    statement = select(func.count()).select_from(table).where(table.c.user_id == user_id)
    return int((await connection.execute(statement)).scalar_one())


async def _series(connection: AsyncConnection, user_id: str, *conditions: ColumnElement[bool]) -> dict[str, DaySeries]:
    """By metric, in canonical order."""
    columns = select(observations.c.metric, observations.c.epoch_day, observations.c.value)
    statement = columns.where(observations.c.user_id == user_id, *conditions).order_by(observations.c.epoch_day)
    days: dict[str, list[int]] = defaultdict(list)
    values: dict[str, list[float]] = defaultdict(list)
    for metric, day, value in await connection.execute(statement):
        days[metric].append(day)
        values[metric].append(value)
    return {
        metric.name: DaySeries(np.array(days[metric.name], np.int32), np.array(values[metric.name], np.float64))
        for metric in METRICS
        if metric.name in days
    }


async def _local_times(
    connection: AsyncConnection, user_id: str, *conditions: ColumnElement[bool]
) -> dict[str, dict[int, datetime]]:
    statement = select(local_times).where(local_times.c.user_id == user_id, *conditions)
    moments: dict[str, dict[int, datetime]] = defaultdict(dict)
    for row in await connection.execute(statement):
        moments[row.name][row.epoch_day] = row.local_time
    return moments


async def _newest_local_times(connection: AsyncConnection, user_id: str, name: str) -> dict[int, datetime]:
    """By epoch day, of the newest days that have that local time."""
    table = local_times.c
    mine = select(table.epoch_day, table.local_time).where(table.user_id == user_id, table.name == name)
    rows = await connection.execute(mine.order_by(table.epoch_day.desc()).limit(_NIGHTS_LOOKED_AT))
    return {row.epoch_day: row.local_time for row in rows}


async def _activities(connection: AsyncConnection, user_id: str) -> list[Activity]:
    columns = [activities.c[name] for name in Activity.__dataclass_fields__]
    statement = select(*columns).where(activities.c.user_id == user_id).order_by(activities.c.start, activities.c.kind)
    return [Activity(**row) for row in (await connection.execute(statement)).mappings()]


async def _filled_fields(connection: AsyncConnection, user_id: str) -> frozenset[str]:
    """The numbers that at least one activity has."""
    counts = select(*(func.count(activities.c[field.name]).label(field.name) for field in STORED_FIELDS))
    row = (await connection.execute(counts.where(activities.c.user_id == user_id))).mappings().one()
    return frozenset(name for name, count in row.items() if count)


async def _biomarkers(connection: AsyncConnection, user_id: str) -> list[Biomarker]:
    """Newest first."""
    columns = [biomarkers.c[column] for column in Biomarker.__dataclass_fields__]
    statement = select(*columns).where(biomarkers.c.user_id == user_id)
    ordered = statement.order_by(biomarkers.c.collected_at.desc(), biomarkers.c.name)
    return [
        Biomarker(**{**row, "collected_at": row["collected_at"].replace(tzinfo=UTC)})
        for row in (await connection.execute(ordered)).mappings()
    ]


async def _profile(connection: AsyncConnection, user_id: str) -> Profile:
    columns = [profiles.c[name] for name in Profile.__dataclass_fields__]
    row = (await connection.execute(select(*columns).where(profiles.c.user_id == user_id))).mappings().first()
    return _NO_PROFILE if row is None else Profile(**row)


async def _metric_holdings(connection: AsyncConnection, user_id: str) -> tuple[MetricHolding, ...]:
    """In canonical order."""
    spans = await _spans(connection, user_id, observations.c.metric, observations.c.value)
    return tuple(_holding(name, spans[name], spans[name].newest) for name in METRIC if name in spans)


async def _clock_holdings(connection: AsyncConnection, user_id: str) -> tuple[MetricHolding, ...]:
    """What the local times are as series: every one of them has a time of day."""
    spans = await _spans(connection, user_id, local_times.c.name, local_times.c.local_time)
    holdings = []
    for clock in CLOCKS:
        (local_time,) = clock.inputs
        if local_time in spans:
            span = spans[local_time]
            newest = derive(clock, {local_time: moment_series({span.last: span.newest})})
            holdings.append(_holding(clock.name, span, newest.values.item()))
    return tuple(holdings)


async def _spans(
    connection: AsyncConnection, user_id: str, name: Column[str], value: Column[Any]
) -> dict[str, Row[Any]]:
    """By name: `first` and `last` day, the number of `days`, and the `newest` value."""
    table = name.table.c
    spans = (
        select(
            name.label("name"),
            func.min(table.epoch_day).label("first"),
            func.max(table.epoch_day).label("last"),
            func.count().label("days"),
        )
        .where(table.user_id == user_id)
        .group_by(name)
        .subquery()
    )
    newest = (table.user_id == user_id) & (name == spans.c.name) & (table.epoch_day == spans.c.last)
    statement = select(spans, value.label("newest")).join_from(spans, name.table, newest)
    return {row.name: row for row in await connection.execute(statement)}


def _holding(name: str, span: Row[Any], latest: float) -> MetricHolding:
    return MetricHolding(
        name=name, first_day=span.first, last_day=span.last, days_with_value=span.days, latest_value=latest
    )
