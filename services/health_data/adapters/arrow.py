"""The frames as Arrow IPC streams."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime, time
from typing import Final

import numpy as np
import pyarrow as pa

from services.health_data.domain.activity_fields import START_CLOCK, STORED_FIELDS
from services.health_data.domain.biomarkers import spelt_alike
from services.health_data.domain.metrics import LOCAL_TIMES
from services.health_data.domain.norms import Norm
from services.health_data.domain.records import (
    Activity,
    Biomarker,
    DayArray,
    DaySeries,
    HealthTables,
    Profile,
    ValueArray,
)
from services.health_data.ports import EncodedFrames

_MOMENT: Final = pa.timestamp("us")
"""Date and time without a zone: local, but of a biomarker UTC."""

_POPULATION: Final = pa.schema(
    [
        ("metric", pa.string()),
        ("sex", pa.string()),
        ("age_low", pa.float64()),
        ("age_high", pa.float64()),
        ("mean", pa.float64()),
        ("sd", pa.float64()),
        ("source", pa.string()),
    ]
)


_BIOMARKERS: Final = pa.schema(
    [
        ("name", pa.string()),
        ("value", pa.float64()),
        ("unit", pa.string()),
        ("collected_at", _MOMENT),
        ("date", _MOMENT),
        ("reference_low", pa.float64()),
        ("reference_high", pa.float64()),
    ]
)


def encode(tables: HealthTables, norms: Sequence[Norm]) -> EncodedFrames:
    """The five frames; each has its columns even without rows."""
    return EncodedFrames(
        summary=_stream(_summary(tables)),
        activities=_stream(_activities(tables.activities)),
        profile=_stream(_profile(tables.profile)),
        population=_stream(pa.Table.from_pylist([asdict(norm) for norm in norms], _POPULATION)),
        biomarkers=_stream(_biomarkers(tables.biomarkers)),
    )


def _stream(table: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    content: bytes = sink.getvalue().to_pybytes()
    return content


def _summary(tables: HealthTables) -> pa.Table:
    """One row a day of a daily file, ascending; a column for each stored metric, null where a day has no value."""
    times = {name: tables.local_times.get(name, {}) for name in LOCAL_TIMES}
    days = _all_days(tables.recorded_days, tables.numbers.values(), *times.values())
    columns = {"datetime": pa.array(days.astype("datetime64[D]").astype("datetime64[us]"), _MOMENT)}
    for name, series in tables.numbers.items():
        columns[name] = _nullable(_spread(series, days))
    for name, moments in times.items():
        columns[name] = pa.array([moments.get(day) for day in days.tolist()], _MOMENT)
    return pa.table(columns)


def _all_days(
    recorded: DayArray, series: Iterable[DaySeries], *moments: Iterable[int]
) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    days = [each.days for each in series] + [np.fromiter(each, np.int32) for each in moments]
    return np.unique(np.concatenate([recorded, *days])).astype(np.int64)


def _spread(series: DaySeries, days: np.ndarray[tuple[int], np.dtype[np.int64]]) -> ValueArray:
    values = np.full(len(days), np.nan)
    values[np.searchsorted(days, series.days)] = series.values
    return values


def _nullable(values: ValueArray) -> pa.Array:
    return pa.array(values, pa.float64(), mask=np.isnan(values))


def _activities(activities: tuple[Activity, ...]) -> pa.Table:
    def moments(values: Iterable[datetime | None]) -> pa.Array:
        return pa.array(list(values), _MOMENT)

    columns = {
        "start": moments(each.start for each in activities),
        "end": moments(each.end for each in activities),
        "kind": pa.array([each.kind for each in activities], pa.string()),
    }
    for field in STORED_FIELDS:
        columns[field.name] = pa.array([getattr(each, field.name) for each in activities], pa.float64())
    columns[START_CLOCK.name] = pa.array([each.start_clock for each in activities], pa.float64())
    columns["distance_km"] = pa.array(
        [None if each.distance_m is None else each.distance_m / 1000 for each in activities], pa.float64()
    )
    return pa.table(columns)


def _profile(profile: Profile) -> pa.Table:
    """One row, null where nothing is known."""
    return pa.table(
        {
            "age_years": pa.array([profile.age_years], pa.float64()),
            "sex": pa.array([profile.sex], pa.string()),
            "height_cm": pa.array([profile.height_cm], pa.float64()),
            "weight_kg": pa.array([profile.weight_kg], pa.float64()),
        }
    )


def _biomarkers(samples: tuple[Biomarker, ...]) -> pa.Table:
    """One row a sample, ascending by time; `date` is the UTC day it was taken on."""
    rows = [
        asdict(sample)
        | {
            "collected_at": sample.collected_at.astimezone(UTC).replace(tzinfo=None),
            "date": datetime.combine(sample.collected_at.astimezone(UTC), time()),
        }
        for sample in spelt_alike(samples)
    ]
    return pa.Table.from_pylist(rows, _BIOMARKERS)
