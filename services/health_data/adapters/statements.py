"""What is asked of the tables: built once. `user` is whose rows, `names` and `name` what of them."""

from typing import Any, Final

from sqlalchemy import BindParameter, Column, Select, Table, bindparam, func, insert, select, union

from services.health_data.adapters.tables import (
    activities,
    biomarkers,
    data_versions,
    entries,
    imports,
    local_times,
    logged_tags,
    observations,
    profiles,
    recorded_days,
)
from services.health_data.domain.activity_fields import STORED_FIELDS
from services.health_data.domain.records import Activity, Biomarker, Profile

_NIGHTS_LOOKED_AT: Final = 100
"""So many of the newest nights show whether a night follows its date; devices change."""
_USER: Final[BindParameter[str]] = bindparam("user")
_NAMES: Final[BindParameter[list[str]]] = bindparam("names", expanding=True)
_MEASURED_DAYS: Final = union(
    *(
        select(table.c.epoch_day).where(table.c.user_id == _USER)
        for table in (recorded_days, observations, local_times, activities)
    )
)
_FIRST_MEASURED: Final = select(func.min(_MEASURED_DAYS.subquery().c.epoch_day)).scalar_subquery()
_DAYS: Final = union(
    # A day with a row in one of these is on record; what was noted before anything was measured begins no record.
    select(_MEASURED_DAYS.subquery().c.epoch_day),
    select(entries.c.epoch_day).where(
        entries.c.user_id == _USER, entries.c.epoch_day >= func.coalesce(_FIRST_MEASURED, entries.c.epoch_day)
    ),
).subquery()


def _named(table: Table, fields: dict[str, Any]) -> list[Column[Any]]:
    return [table.c[name] for name in fields]


def _spans(name: Column[str], value: Column[Any]) -> Select[Any]:
    """By name: `first` and `last` day, the number of `days`, and the `newest` value."""
    table = name.table.c
    spans = (
        select(
            name.label("name"),
            func.min(table.epoch_day).label("first"),
            func.max(table.epoch_day).label("last"),
            func.count().label("days"),
        )
        .where(table.user_id == _USER)
        .group_by(name)
        .subquery()
    )
    newest = (table.user_id == _USER) & (name == spans.c.name) & (table.epoch_day == spans.c.last)
    return select(spans, value.label("newest")).join_from(spans, name.table, newest)


VERSION: Final = select(data_versions.c.version).where(data_versions.c.user_id == _USER)

RECORDED_DAYS: Final = (
    select(recorded_days.c.epoch_day).where(recorded_days.c.user_id == _USER).order_by(recorded_days.c.epoch_day)
)
DAYS_ON_RECORD: Final = select(_DAYS.c.epoch_day).order_by(_DAYS.c.epoch_day)
SPAN_ON_RECORD: Final = select(func.min(_DAYS.c.epoch_day), func.max(_DAYS.c.epoch_day), func.count()).select_from(
    _DAYS
)

ALL_SERIES: Final = (
    select(observations.c.metric, observations.c.epoch_day, observations.c.value)
    .where(observations.c.user_id == _USER)
    .order_by(observations.c.metric, observations.c.epoch_day)
)
SERIES: Final = ALL_SERIES.where(observations.c.metric.in_(_NAMES))
METRIC_SPANS: Final = _spans(observations.c.metric, observations.c.value)

ALL_LOCAL_TIMES: Final = select(local_times.c.name, local_times.c.epoch_day, local_times.c.local_time).where(
    local_times.c.user_id == _USER
)
LOCAL_TIMES: Final = ALL_LOCAL_TIMES.where(local_times.c.name.in_(_NAMES))
LOCAL_TIME_SPANS: Final = _spans(local_times.c.name, local_times.c.local_time)
NEWEST_LOCAL_TIMES: Final = (
    select(local_times.c.epoch_day, local_times.c.local_time)
    .where(local_times.c.user_id == _USER, local_times.c.name == bindparam("name"))
    .order_by(local_times.c.epoch_day.desc())
    .limit(_NIGHTS_LOOKED_AT)
)

ACTIVITIES: Final = (
    select(*_named(activities, Activity.__dataclass_fields__))
    .where(activities.c.user_id == _USER)
    .order_by(activities.c.start, activities.c.kind)
)
KINDS: Final = (
    # The most frequent first.
    select(activities.c.kind, func.count())
    .where(activities.c.user_id == _USER)
    .group_by(activities.c.kind)
    .order_by(func.count().desc(), activities.c.kind)
)
FILLED_FIELDS: Final = select(
    # Of each number, how many activities have it.
    *(func.count(activities.c[field.name]).label(field.name) for field in STORED_FIELDS)
).where(activities.c.user_id == _USER)

BIOMARKERS: Final = (
    # Newest first.
    select(*_named(biomarkers, Biomarker.__dataclass_fields__))
    .where(biomarkers.c.user_id == _USER)
    .order_by(biomarkers.c.collected_at.desc(), biomarkers.c.name)
)
ENTRIES: Final = (
    # In the order of time.
    select(entries).where(entries.c.user_id == _USER).order_by(entries.c.epoch_day, entries.c.at, entries.c.entry_id)
)
LOGGED_TAGS: Final = (
    select(logged_tags.c.tag, logged_tags.c.since_day).where(logged_tags.c.user_id == _USER).order_by(logged_tags.c.tag)
)
PROFILE: Final = select(*_named(profiles, Profile.__dataclass_fields__)).where(profiles.c.user_id == _USER)

REPORTS: Final = (
    # Newest first.
    select(imports.c.report).where(imports.c.user_id == _USER).order_by(imports.c.import_id.desc()).limit(20)
)
KNOWN_IMPORT: Final = (
    # A file of which nothing was taken is not known: whoever sends it again must hear why again.
    select(imports.c.import_id)
    .where(
        imports.c.user_id == _USER,
        imports.c.sha256 == bindparam("sha256"),
        imports.c.subject == bindparam("subject"),
        imports.c.cells_written
        + imports.c.activities_written
        + imports.c.biomarkers_written
        + imports.c.entries_written
        > 0,
    )
    .limit(1)
)
RECORD_IMPORT: Final = insert(imports)
