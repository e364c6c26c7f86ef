"""What imports state, kept as it was stated, and what of it counts, settled beside it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import repeat
from operator import attrgetter
from typing import Any, Final

from sqlalchemy import Column, Connection, Table, delete, func, select

from amy.runtime.ids import new_id
from services.health_data.adapters.tables import (
    activities,
    activity_readings,
    data_versions,
    import_members,
    local_times,
    observations,
    priorities,
    readings,
    recorded_days,
)
from services.health_data.adapters.upsert import upsert
from services.health_data.domain.counting import Stated, StatedActivity, counting, counting_activities
from services.health_data.domain.metrics import LOCAL_TIMES
from services.health_data.domain.priorities import ACTIVITIES, order
from services.health_data.domain.records import Activity, ParsedFile, moment_series, to_epoch_day

RECORDED: Final = "recorded_day"
"""As what a reading tells that a source has a row for a day, whether or not with a value."""
_EPOCH: Final = datetime.fromtimestamp(0, UTC).replace(tzinfo=None)
_READING: Final = ("user_id", "metric", "epoch_day", "import_id", "source", "value", "member", "row", "rows")
_FIELDS: Final = tuple(Activity.__dataclass_fields__)
_DAYS_NAMED: Final = 500
"""Beyond so many days a metric is settled whole."""
_DAY: Final = timedelta(days=1)


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
    for name, each in series.items():
        days, values = each.days.tolist(), each.values.tolist()
        places = parsed.places.get(name)
        members_at = repeat(0) if places is None else (places.members + first_member).tolist()
        rows_at = repeat(0) if places is None else places.rows.tolist()
        counts = repeat(1) if places is None else places.counts.tolist()
        stated = zip(days, values, members_at, rows_at, counts, strict=False)
        rows = ((user_id, name, day, *owner, *told) for day, *told in stated)
        upsert(connection, readings, _READING, rows)
    recorded = parsed.recorded_days.tolist()
    upsert(connection, readings, _READING, ((user_id, RECORDED, day, *owner, 1.0, 0, 0, 1) for day in recorded))
    _keep_activities(connection, user_id, parsed, owner, first_member)
    starts = [each.start for each in parsed.activities]
    return Touched(
        days={name: each.days.tolist() for name, each in series.items()} | ({RECORDED: recorded} if recorded else {}),
        activities=(min(starts), max(starts)) if starts else None,
    )


def _keep_activities(
    connection: Connection, user_id: str, parsed: ParsedFile, owner: tuple[str, str], first_member: int
) -> None:
    values = attrgetter(*_FIELDS)
    places = parsed.activity_places or repeat((0, 0))
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
    of_import = (import_members.c.user_id == user_id) & (import_members.c.import_id == import_id)
    connection.execute(delete(import_members).where(of_import))
    return Touched(days=days, activities=None if first is None else (first, last))


def settle(connection: Connection, user_id: str, touched: Touched) -> Changes:
    """Brings what counts in line with what is stated, where that may differ."""
    chosen = priorities_of(connection, user_id)
    changes = Changes()
    for name, days in touched.days.items():
        stated = _stated(connection, user_id, name, days)
        count = counting(stated, order(name, chosen))
        changes += _settle_days(connection, user_id, name, days, {day: each.value for day, each in count.items()})
    if touched.activities is not None:
        ordered = order(ACTIVITIES, chosen)
        changes += _settle_activities(connection, user_id, touched.activities, ordered)
    return changes


def priorities_of(connection: Connection, user_id: str) -> Mapping[str, tuple[str, ...]]:
    """The orders of sources that the person chose, by metric."""
    rows = connection.execute(select(priorities.c.metric, priorities.c.sources).where(priorities.c.user_id == user_id))
    return {metric: tuple(sources.split(",")) for metric, sources in rows}


def raise_version(connection: Connection, user_id: str) -> None:
    """Tells everyone who keeps answers that the person's data is another one now."""
    upsert(connection, data_versions, ("user_id", "version"), [(user_id, new_id("ver"))])


def _stated(connection: Connection, user_id: str, name: str, days: Collection[int]) -> Iterable[tuple[int, Stated]]:
    table = readings.c
    wanted = select(table.epoch_day, table.source, table.import_id, table.value).where(
        table.user_id == user_id, table.metric == name, _among(table.epoch_day, days)
    )
    return ((day, Stated(source, import_id, value)) for day, source, import_id, value in connection.execute(wanted))


def _among(column: Any, days: Collection[int]) -> Any:  # noqa: ANN401, as SQLAlchemy has it
    """Those days; of many, all from the first to the last."""
    if len(days) > _DAYS_NAMED:
        return column.between(min(days), max(days))
    return column.in_(sorted(days))


def _settle_days(
    connection: Connection, user_id: str, name: str, days: Collection[int], counts: Mapping[int, float]
) -> Changes:
    """Only the days named are looked at, whatever else there is between them."""
    table, told = _kept_in(name)
    mine = [
        table.c.user_id == user_id,
        *(table.c[column] == name for column in ("metric", "name") if column in table.c),
    ]
    wanted = set(days)
    rows = connection.execute(select(table.c.epoch_day, told).where(*mine, _among(table.c.epoch_day, days)))
    stored = {day: _number(name, value) for day, value in rows if day in wanted}
    counts = {day: value for day, value in counts.items() if day in wanted}
    new = sorted(day for day, value in counts.items() if stored.get(day) != value)
    gone = sorted(stored.keys() - counts.keys())
    for day in gone:
        connection.execute(delete(table).where(*mine, table.c.epoch_day == day))
    if name == RECORDED:
        upsert(connection, table, ("user_id", "epoch_day"), ((user_id, day) for day in new))
        return Changes()
    if name in LOCAL_TIMES:
        columns: tuple[str, ...] = ("user_id", "name", "epoch_day", "local_time")
        upsert(connection, table, columns, ((user_id, name, day, moment_of(counts[day])) for day in new))
    else:
        columns = ("user_id", "metric", "epoch_day", "value")
        upsert(connection, table, columns, ((user_id, name, day, counts[day]) for day in new))
    return Changes(frozenset((*new, *gone)), len(new) + len(gone))


def _kept_in(name: str) -> tuple[Table, Column[Any]]:
    """The table in which a metric, local time or recorded day counts, and its column of values."""
    if name == RECORDED:
        return recorded_days, recorded_days.c.epoch_day
    if name in LOCAL_TIMES:
        return local_times, local_times.c.local_time
    return observations, observations.c.value


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
