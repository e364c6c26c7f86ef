"""What imports state, kept as it was stated, and what of it counts, settled beside it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import chain, repeat
from operator import attrgetter
from typing import Any, Final

from sqlalchemy import Column, Connection, Select, Table, bindparam, delete, func, literal, select

from amy.runtime.ids import new_id
from services.health_data.adapters.tables import (
    activities,
    activity_readings,
    data_versions,
    import_members,
    local_times,
    observations,
    priorities,
    provider_records,
    readings,
    recorded_days,
)
from services.health_data.adapters.upsert import upsert
from services.health_data.domain.counting import Stated, StatedActivity, counting, counting_activities
from services.health_data.domain.metrics import LOCAL_TIMES
from services.health_data.domain.priorities import ACTIVITIES, order
from services.health_data.domain.records import (
    Activity,
    DaySeries,
    ParsedFile,
    SeriesPlaces,
    moment_series,
    to_epoch_day,
)

RECORDED: Final = "recorded_day"
"""As what a reading tells that a source has a row for a day, whether or not with a value."""
_EPOCH: Final = datetime.fromtimestamp(0, UTC).replace(tzinfo=None)
_READING: Final = ("user_id", "metric", "epoch_day", "import_id", "source", "value", "member", "row", "rows")
_FIELDS: Final = tuple(Activity.__dataclass_fields__)
_DAYS_NAMED: Final = 500
"""Beyond so many days a metric is settled whole."""
_DAY: Final = timedelta(days=1)
_PRIORITIES: Final = select(priorities.c.metric, priorities.c.sources).where(priorities.c.user_id == bindparam("user"))


@dataclass(frozen=True)
class Changes:
    """What counts differently than before.

    Attributes:
        days: on which at least one value is new, another, or gone.
        cells: such values.
    """

    days: frozenset[int] = frozenset()
    cells: int = 0
    activities: int = 0

    def __add__(self, other: "Changes") -> "Changes":
        return Changes(self.days | other.days, self.cells + other.cells, self.activities + other.activities)


@dataclass(frozen=True)
class Touched:
    """What may count differently.

    Attributes:
        days: by metric, local time or `RECORDED`.
        activities: the span of starts; None without any.
    """

    days: Mapping[str, Collection[int]] = field(default_factory=dict)
    activities: tuple[datetime, datetime] | None = None


def keep(connection: Connection, user_id: str, parsed: ParsedFile, *, import_id: str, first_member: int = 0) -> Touched:
    """Writes what a source states in one import; a statement of the same import is overwritten.

    Args:
        connection: in a transaction.
        user_id: whose data it is.
        parsed: as read; its journal and laboratory results are others' to keep.
        import_id: rises with time within a source.
        first_member: how many files the import has before those of this source.
    """
    owner = (import_id, parsed.source)
    members = ((import_id, at, user_id, path) for at, path in enumerate(parsed.members, first_member))
    upsert(connection, import_members, ("import_id", "member", "user_id", "path"), members)
    series = dict(parsed.numbers) | {name: moment_series(moments) for name, moments in parsed.local_times.items()}
    recorded = parsed.recorded_days.tolist()
    rows = (
        (user_id, name, day, *owner, *told)
        for name, each in series.items()
        for day, *told in _stated_in(each, parsed.places.get(name), first_member)
    )
    on_record = ((user_id, RECORDED, day, *owner, 1.0, 0, 0, 1) for day in recorded)
    upsert(connection, readings, _READING, chain(rows, on_record))
    _keep_activities(connection, user_id, parsed, owner, first_member)
    starts = [each.start for each in parsed.activities]
    return Touched(
        days={name: each.days.tolist() for name, each in series.items()} | ({RECORDED: recorded} if recorded else {}),
        activities=(min(starts), max(starts)) if starts else None,
    )


def _stated_in(series: DaySeries, places: SeriesPlaces | None, first_member: int) -> Iterable[tuple[Any, ...]]:
    """Day, value, member, row and number of rows."""
    members = repeat(0) if places is None else (places.members + first_member).tolist()
    rows = repeat(0) if places is None else places.rows.tolist()
    counts = repeat(1) if places is None else places.counts.tolist()
    return zip(series.days.tolist(), series.values.tolist(), members, rows, counts, strict=False)


def _keep_activities(
    connection: Connection, user_id: str, parsed: ParsedFile, owner: tuple[str, str], first_member: int
) -> None:
    values = attrgetter(*_FIELDS)
    places = parsed.activity_places or repeat((0, 0))
    if not parsed.activities:
        return
    rows = (
        (user_id, *owner, member + first_member, row, *values(each))
        for each, (member, row) in zip(parsed.activities, places, strict=False)
    )
    columns = ("user_id", "import_id", "source", "member", "row", *_FIELDS)
    upsert(connection, activity_readings, columns, rows)


def drop(connection: Connection, user_id: str, import_id: str) -> Touched:
    """Takes back all that an import states of days and activities."""
    mine = (readings.c.user_id == user_id) & (readings.c.import_id == import_id)
    days: dict[str, list[int]] = {}
    for metric, day in connection.execute(select(readings.c.metric, readings.c.epoch_day).where(mine)):
        days.setdefault(metric, []).append(day)
    own = (activity_readings.c.user_id == user_id) & (activity_readings.c.import_id == import_id)
    start = activity_readings.c.start
    first, last = connection.execute(select(func.min(start), func.max(start)).where(own)).one()
    connection.execute(delete(readings).where(mine))
    connection.execute(delete(activity_readings).where(own))
    of_provider = (provider_records.c.user_id == user_id) & (provider_records.c.import_id == import_id)
    connection.execute(delete(provider_records).where(of_provider))
    of_import = (import_members.c.user_id == user_id) & (import_members.c.import_id == import_id)
    connection.execute(delete(import_members).where(of_import))
    return Touched(days=days, activities=None if first is None else (first, last))


def settle(connection: Connection, user_id: str, touched: Touched) -> Changes:
    """Brings what counts in line with what is stated, where that may differ."""
    chosen = priorities_of(connection, user_id)
    alike: dict[tuple[int, ...], list[str]] = {}
    for name, days in touched.days.items():
        alike.setdefault(tuple(sorted(days)), []).append(name)
    changes = Changes()
    for of_days, names in alike.items():
        changes += _settle_days(connection, user_id, names, of_days, chosen)
    if touched.activities is not None:
        ordered = order(ACTIVITIES, chosen)
        changes += _settle_activities(connection, user_id, touched.activities, ordered)
    return changes


def priorities_of(connection: Connection, user_id: str) -> Mapping[str, tuple[str, ...]]:
    """The orders of sources that the person chose, by metric."""
    rows = connection.execute(_PRIORITIES, {"user": user_id})
    return {metric: tuple(sources.split(",")) for metric, sources in rows}


def raise_version(connection: Connection, user_id: str) -> None:
    """Tells everyone who keeps answers that the person's data is another one now."""
    upsert(connection, data_versions, ("user_id", "version"), [(user_id, new_id("ver"))])


def _settle_days(
    connection: Connection, user_id: str, names: Collection[str], days: Sequence[int], chosen: Mapping[str, Any]
) -> Changes:
    """Of some metrics, only the days named are looked at, whatever else there is between them.

    Args:
        connection: in a transaction.
        user_id: whose.
        names: metrics, local times or `RECORDED`.
        days: ascending.
        chosen: the person's orders of sources.
    """
    wanted = set(days)
    stated: dict[str, list[tuple[int, Stated]]] = {name: [] for name in names}
    for name, day, source, import_id, value in _rows(connection, readings, user_id, names, days):
        if day in wanted:
            stated[name].append((day, Stated(source, import_id, value)))
    counts = {
        (name, day): each.value
        for name, of_name in stated.items()
        for day, each in counting(of_name, order(name, chosen)).items()
    }
    changes = Changes()
    for table, kept in _tables_of(names).items():
        stored = {
            (name, day): _number(name, value)
            for name, day, value in _rows(connection, table, user_id, kept, days)
            if day in wanted
        }
        here = {key: value for key, value in counts.items() if key[0] in kept}
        new = sorted(key for key, value in here.items() if stored.get(key) != value)
        gone = sorted(stored.keys() - here.keys())
        _write_days(connection, table, user_id, [(name, day, here[name, day]) for name, day in new], gone)
        if table is not recorded_days:
            changes += Changes(frozenset(day for _, day in (*new, *gone)), len(new) + len(gone))
    return changes


def _rows(
    connection: Connection, table: Table, user_id: str, names: Collection[str], days: Sequence[int]
) -> Iterable[Any]:
    """Name, day and what else the table says, of those days; of many, of all from the first to the last."""
    told: dict[str, Any] = {"user": user_id, "names": sorted(names), "first": days[0], "last": days[-1]}
    if len(days) > _DAYS_NAMED:
        return connection.execute(_SPAN_OF[table], told)
    return connection.execute(_DAYS_OF[table], told | {"days": list(days)})


def _write_days(
    connection: Connection,
    table: Table,
    user_id: str,
    new: Collection[tuple[str, int, float]],
    gone: Collection[tuple[str, int]],
) -> None:
    if gone:
        lost = [{"of_user": user_id, "of_name": name, "of_day": day} for name, day in gone]
        connection.execute(_GONE_FROM[table], lost)
    if not new:
        return
    if table is recorded_days:
        upsert(connection, table, ("user_id", "epoch_day"), ((user_id, day) for _, day, _ in new))
    elif table is local_times:
        columns: tuple[str, ...] = ("user_id", "name", "epoch_day", "local_time")
        upsert(connection, table, columns, ((user_id, name, day, moment_of(value)) for name, day, value in new))
    else:
        columns = ("user_id", "metric", "epoch_day", "value")
        upsert(connection, table, columns, ((user_id, *each) for each in new))


def _tables_of(names: Collection[str]) -> Mapping[Table, Collection[str]]:
    """By the table in which they count, the metrics, local times and recorded days."""
    kept: dict[Table, list[str]] = {}
    for name in names:
        table = recorded_days if name == RECORDED else local_times if name in LOCAL_TIMES else observations
        kept.setdefault(table, []).append(name)
    return kept


def _named(table: Table) -> Any:  # noqa: ANN401, as SQLAlchemy has it
    """What tells the metrics of a table apart; of recorded days there is but one."""
    return literal(RECORDED) if table is recorded_days else table.c["name" if table is local_times else "metric"]


def _of_days(table: Table, *told: Column[Any]) -> Select[Any]:
    of_names = [] if table is recorded_days else [_named(table).in_(bindparam("names", expanding=True))]
    return select(_named(table), table.c.epoch_day, *told).where(table.c.user_id == bindparam("user"), *of_names)


_SELECTS: Final = {
    readings: _of_days(readings, readings.c.source, readings.c.import_id, readings.c.value),
    observations: _of_days(observations, observations.c.value),
    local_times: _of_days(local_times, local_times.c.local_time),
    recorded_days: _of_days(recorded_days, recorded_days.c.epoch_day),
}
_DAYS_OF: Final = {
    table: wanted.where(table.c.epoch_day.in_(bindparam("days", expanding=True))) for table, wanted in _SELECTS.items()
}
_SPAN_OF: Final = {
    table: wanted.where(table.c.epoch_day.between(bindparam("first"), bindparam("last")))
    for table, wanted in _SELECTS.items()
}
_GONE_FROM: Final = {
    table: delete(table).where(
        table.c.user_id == bindparam("of_user"),
        table.c.epoch_day == bindparam("of_day"),
        _named(table) == bindparam("of_name"),
    )
    for table in (observations, local_times, recorded_days)
}


def moment_of(microseconds: float) -> datetime:
    """The local time that a reading tells."""
    return _EPOCH + timedelta(microseconds=int(microseconds))


def _number(name: str, stored: Any) -> float:  # noqa: ANN401, a column's value
    if name == RECORDED:
        return 1.0
    if name in LOCAL_TIMES:
        since = stored - _EPOCH
        return float((since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds)
    return float(stored)


def _settle_activities(
    connection: Connection, user_id: str, span: tuple[datetime, datetime], ordered: Sequence[str]
) -> Changes:
    """A bout may be the same as one that begins a day before or after it, and that one as another."""
    first, last = span[0] - _DAY, span[1] + _DAY
    table = activity_readings.c
    columns = [table[name] for name in _FIELDS]
    looked_at = (table.user_id == user_id, table.start.between(first - _DAY, last + _DAY))
    rows = connection.execute(select(table.source, table.import_id, *columns).where(*looked_at))
    stated = (StatedActivity(row[0], row[1], Activity(**dict(zip(_FIELDS, row[2:], strict=True)))) for row in rows)
    counts = [each for each in counting_activities(stated, ordered) if first <= each.start <= last]
    here = (activities.c.user_id == user_id, activities.c.start.between(first, last))
    stored = connection.execute(select(activities.c.start, activities.c.kind).where(*here))
    gone = set(stored) - {(each.start, each.kind) for each in counts}
    for start, kind in sorted(gone):
        connection.execute(delete(activities).where(*here, activities.c.start == start, activities.c.kind == kind))
    values = attrgetter(*_FIELDS)
    counted = ((user_id, to_epoch_day(each.start.date()), *values(each)) for each in counts)
    new = upsert(connection, activities, ("user_id", "epoch_day", *_FIELDS), counted)
    return Changes(activities=new + len(gone))
