"""The store on SQLite and PostgreSQL."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np
from sqlalchemy import Connection, Row

from amy.runtime.database import DEFAULT_OPTIONS, DatabaseOptions
from amy.runtime.erasing import erase_user, scrub
from amy.runtime.schema import migrate
from amy.runtime.sql import Database
from services.health_data.adapters import statements
from services.health_data.adapters.deliveries import SqlDeliveries, forget
from services.health_data.adapters.journal import journal_of
from services.health_data.adapters.laboratory import SqlLaboratory
from services.health_data.adapters.profiles import profile_of
from services.health_data.adapters.reports import absent_by_reports
from services.health_data.adapters.sql_imports import SqlImports
from services.health_data.adapters.tables import (
    activities,
    biomarkers,
    entries,
    imports,
    local_times,
    metadata,
    observations,
)
from services.health_data.adapters.uploads import SqlUploads
from services.health_data.domain.biomarkers import by_name, is_called
from services.health_data.domain.features import CLOCKS, derive
from services.health_data.domain.journal import Journal, tag_of_series
from services.health_data.domain.metrics import LOCAL_TIMES, METRIC, METRICS
from services.health_data.domain.nights import nights_follow
from services.health_data.domain.records import (
    Activity,
    ActivityLog,
    Biomarker,
    DayArray,
    DaySeries,
    HealthTables,
    Profile,
    moment_series,
)
from services.health_data.domain.stored import Erased, Holdings, MetricHolding

_MIGRATIONS: Final = Path(__file__).parent / "migrations"
_NO_PROFILE: Final = Profile()
_T = TypeVar("_T")


async def bring_up_to_date(url: str, options: DatabaseOptions) -> bool:
    """See `migrate`."""
    return await migrate(url, script_location=_MIGRATIONS, version_table="alembic_version_health_data", options=options)


class SqlStore:
    """Implements `Store`.

    Args:
        url: `sqlite:///file` or `postgresql://…`.
        options: how PostgreSQL is used.
        upload_kept_s: see `SqlUploads`.
    """

    def __init__(
        self, url: str, options: DatabaseOptions = DEFAULT_OPTIONS, *, upload_kept_s: float = 24 * 3600.0
    ) -> None:
        self._url = url
        self._options = options
        self._database = Database(url, options)
        self.imports = SqlImports(self._database)
        self.laboratory = SqlLaboratory(self._database)
        self.deliveries = SqlDeliveries(self._database)
        self.uploads = SqlUploads(self._database, kept_s=upload_kept_s, clock=partial(datetime.now, UTC))

    @property
    def database(self) -> Database:
        """For what else is kept in the same tables."""
        return self._database

    async def open(self) -> None:
        """Brings the tables to their newest version."""
        await bring_up_to_date(self._url, self._options)
        await self.uploads.open()

    async def close(self) -> None:
        await self.uploads.close()
        await self._database.close()

    async def erase(self, user_id: str) -> Erased:
        uploads = await self.uploads.forget(user_id)
        rows = await self._database.transact(partial(_erase, user_id=user_id))
        await scrub(self._url)
        return Erased(
            values=rows[observations.name] + rows[local_times.name],
            activities=rows[activities.name],
            biomarkers=rows[biomarkers.name],
            imports=rows[imports.name],
            entries=rows[entries.name],
            uploads=uploads,
        )

    async def version(self, user_id: str) -> str:
        return await self._database.read(partial(_version, user_id=user_id))

    async def series(self, user_id: str, names: Collection[str]) -> Mapping[str, DaySeries]:
        return await self._at_once(partial(_named_series, user_id=user_id, names=names))

    async def tables(self, user_id: str) -> HealthTables:
        return await self._at_once(partial(_tables, user_id=user_id))

    async def profile(self, user_id: str) -> Profile:
        return await self._database.read(partial(_profile, user_id=user_id))

    async def biomarkers(self, user_id: str, name: str) -> Sequence[Biomarker]:
        samples = await self._database.read(partial(_biomarkers, user_id=user_id))
        return [each for each in samples if not name or is_called(each, name)]

    async def activities(self, user_id: str) -> ActivityLog:
        return await self._at_once(partial(_activity_log, user_id=user_id))

    async def holdings(self, user_id: str) -> Holdings:
        return await self._at_once(partial(_holdings, user_id=user_id))

    async def journal(self, user_id: str) -> Journal:
        return await self._at_once(partial(journal_of, user_id=user_id))

    async def _at_once(self, work: Callable[[Connection], _T]) -> _T:
        """What the work reads; its statements all see one state of the database, and block no writer."""
        return await self._database.read(partial(_of_one_state, work))


def _erase(connection: Connection, *, user_id: str) -> Mapping[str, int]:
    forget(connection, user_id)
    return erase_user(connection, metadata, user_id)


def _of_one_state(work: Callable[[Connection], _T], connection: Connection) -> _T:
    is_server = connection.dialect.name == "postgresql"
    connection.exec_driver_sql("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" if is_server else "BEGIN")
    try:
        return work(connection)
    finally:
        with suppress(Exception):  # where the connection is lost, there is nothing to end
            connection.exec_driver_sql("ROLLBACK")


def _version(connection: Connection, *, user_id: str) -> str:
    return connection.execute(statements.VERSION, {"user": user_id}).scalar_one_or_none() or ""


def _named_series(connection: Connection, *, user_id: str, names: Collection[str]) -> Mapping[str, DaySeries]:
    wanted = {"user": user_id, "names": list(names)}
    times = _local_times(connection.execute(statements.LOCAL_TIMES, wanted))
    numbers = _series(connection.execute(statements.SERIES, wanted))
    noted = journal_of(connection, user_id).series_of(names) if any(map(tag_of_series, names)) else {}
    return {**numbers, **noted, **{name: moment_series(moments) for name, moments in times.items()}}


def _tables(connection: Connection, *, user_id: str) -> HealthTables:
    user = {"user": user_id}
    return HealthTables(
        recorded_days=_days(connection.execute(statements.RECORDED_DAYS, user)),
        numbers=_series(connection.execute(statements.ALL_SERIES, user)),
        local_times=_local_times(connection.execute(statements.ALL_LOCAL_TIMES, user)),
        activities=_activities(connection, user_id),
        biomarkers=tuple(_biomarkers(connection, user_id=user_id)),
        profile=_profile(connection, user_id=user_id),
        journal=journal_of(connection, user_id).all_series(),
    )


def _activity_log(connection: Connection, *, user_id: str) -> ActivityLog:
    days = connection.execute(statements.DAYS_ON_RECORD, {"user": user_id})
    return ActivityLog(activities=_activities(connection, user_id), recorded_days=_days(days))


def _holdings(connection: Connection, *, user_id: str) -> Holdings:
    user = {"user": user_id}
    first, last, count = connection.execute(statements.SPAN_ON_RECORD, user).one()
    kinds = connection.execute(statements.KINDS, user).all()
    filled = connection.execute(statements.FILLED_FIELDS, user).mappings().one()
    nights = [connection.execute(statements.NEWEST_LOCAL_TIMES, {**user, "name": name}) for name in LOCAL_TIMES]
    samples = _biomarkers(connection, user_id=user_id)
    return Holdings(
        metrics=(*_metric_holdings(connection, user_id), *_clock_holdings(connection, user_id)),
        first_day=first,
        last_day=last,
        days_on_record=count,
        activities=sum(number for _, number in kinds),
        activity_kinds=tuple(kind for kind, _ in kinds),
        biomarkers=by_name(samples),
        biomarker_dates=(samples[-1].collected_at.date(), samples[0].collected_at.date()) if samples else None,
        activity_fields=frozenset(name for name, number in filled.items() if number),
        nights_follow=nights_follow(*(dict(iter(each)) for each in nights)),
        absent=absent_by_reports(connection.scalars(statements.REPORTS, user)),
    )


def _days(rows: Iterable[Row[int]]) -> DayArray:
    return np.fromiter((day for (day,) in rows), np.int32)


def _series(rows: Iterable[Row[str, int, float]]) -> dict[str, DaySeries]:
    """By metric, in canonical order."""
    days: dict[str, list[int]] = defaultdict(list)
    values: dict[str, list[float]] = defaultdict(list)
    for metric, day, value in rows:
        days[metric].append(day)
        values[metric].append(value)
    return {
        metric.name: DaySeries(np.array(days[metric.name], np.int32), np.array(values[metric.name], np.float64))
        for metric in METRICS
        if metric.name in days
    }


def _local_times(rows: Iterable[Row[str, int, datetime]]) -> dict[str, dict[int, datetime]]:
    moments: dict[str, dict[int, datetime]] = defaultdict(dict)
    for name, day, moment in rows:
        moments[name][day] = moment
    return moments


def _activities(connection: Connection, user_id: str) -> tuple[Activity, ...]:
    rows = connection.execute(statements.ACTIVITIES, {"user": user_id})
    return tuple(Activity(**row) for row in rows.mappings())


def _biomarkers(connection: Connection, *, user_id: str) -> list[Biomarker]:
    """Newest first."""
    rows = connection.execute(statements.BIOMARKERS, {"user": user_id})
    return [Biomarker(**{**row, "collected_at": row["collected_at"].replace(tzinfo=UTC)}) for row in rows.mappings()]


def _profile(connection: Connection, *, user_id: str) -> Profile:
    row = connection.execute(statements.PROFILE, {"user": user_id}).mappings().first()
    return _NO_PROFILE if row is None else profile_of({**row})


def _metric_holdings(connection: Connection, user_id: str) -> tuple[MetricHolding, ...]:
    """In canonical order."""
    spans = {row.name: row for row in connection.execute(statements.METRIC_SPANS, {"user": user_id})}
    return tuple(_holding(name, spans[name], spans[name].newest) for name in METRIC if name in spans)


def _clock_holdings(connection: Connection, user_id: str) -> tuple[MetricHolding, ...]:
    """What the local times are as series: every one of them has a time of day."""
    spans = {row.name: row for row in connection.execute(statements.LOCAL_TIME_SPANS, {"user": user_id})}
    holdings = []
    for clock in CLOCKS:
        (local_time,) = clock.inputs
        if local_time in spans:
            span = spans[local_time]
            newest = derive(clock, {local_time: moment_series({span.last: span.newest})})
            holdings.append(_holding(clock.name, span, newest.values.item()))
    return tuple(holdings)


def _holding(name: str, span: Row[Any], latest: float) -> MetricHolding:
    return MetricHolding(
        name=name, first_day=span.first, last_day=span.last, days_with_value=span.days, latest_value=latest
    )
