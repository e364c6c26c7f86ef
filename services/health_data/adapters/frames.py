"""The frames: which columns each has, and how what is stored fills them."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final, TypeAlias

import numpy as np

from services.health_data.adapters import columns
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

Table: TypeAlias = dict[str, columns.Numbers | columns.Moments | columns.Texts]

_EPOCH: Final = datetime(1970, 1, 1)  # noqa: DTZ001, as all moments of the frames
_MICROSECOND: Final = timedelta(microseconds=1)
_MISSING: Final = np.iinfo(np.int64).min
"""NaT as a number."""


def encode(tables: HealthTables, norms: Sequence[Norm]) -> EncodedFrames:
    """The five frames; each has its columns even without rows."""
    return EncodedFrames(
        summary=columns.encode(_summary(tables)),
        activities=columns.encode(_activities(tables.activities)),
        profile=columns.encode(_profile(tables.profile)),
        population=columns.encode(_population(norms)),
        biomarkers=columns.encode(_biomarkers(tables.biomarkers)),
    )


def _summary(tables: HealthTables) -> Table:
    """One row a day of a daily file or journal, ascending; a column for each series, missing where it has no value."""
    times = {name: tables.local_times.get(name, {}) for name in LOCAL_TIMES}
    days = _all_days(tables.recorded_days, (*tables.numbers.values(), *tables.journal.values()), *times.values())
    return {
        "datetime": days.astype("datetime64[D]").astype("datetime64[ns]"),
        **{name: _spread(series, days) for name, series in tables.numbers.items()},
        **{name: _moments(moments.get(day) for day in days.tolist()) for name, moments in times.items()},
        **{name: _spread(series, days) for name, series in tables.journal.items()},
    }


def _all_days(
    recorded: DayArray, series: Iterable[DaySeries], *moments: Iterable[int]
) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    days = [each.days for each in series] + [np.fromiter(each, np.int32) for each in moments]
    return np.unique(np.concatenate([recorded, *days])).astype(np.int64)


def _spread(series: DaySeries, days: np.ndarray[tuple[int], np.dtype[np.int64]]) -> ValueArray:
    values = np.full(len(days), np.nan)
    values[np.searchsorted(days, series.days)] = series.values
    return values


def _activities(activities: tuple[Activity, ...]) -> Table:
    return {
        "start": _moments(each.start for each in activities),
        "end": _moments(each.end for each in activities),
        "kind": [each.kind for each in activities],
        **{field.name: _numbers(getattr(each, field.name) for each in activities) for field in STORED_FIELDS},
        START_CLOCK.name: _numbers(each.start_clock for each in activities),
        "distance_km": _numbers(None if each.distance_m is None else each.distance_m / 1000 for each in activities),
    }


def _profile(profile: Profile) -> Table:
    """One row, missing where nothing is known."""
    return {
        "age_years": _numbers([profile.age_years]),
        "sex": [profile.sex],
        "height_cm": _numbers([profile.height_cm]),
        "weight_kg": _numbers([profile.weight_kg]),
    }


def _population(norms: Sequence[Norm]) -> Table:
    return {
        "metric": [each.metric for each in norms],
        "sex": [each.sex for each in norms],
        "age_low": _numbers(each.age_low for each in norms),
        "age_high": _numbers(each.age_high for each in norms),
        "mean": _numbers(each.mean for each in norms),
        "sd": _numbers(each.sd for each in norms),
        "source": [each.source for each in norms],
    }


def _biomarkers(samples: tuple[Biomarker, ...]) -> Table:
    """One row a sample, ascending by time, which is UTC; `date` is the day it was taken on."""
    rows = spelt_alike(samples)
    collected_at = _moments(each.collected_at.astimezone(UTC).replace(tzinfo=None) for each in rows)
    return {
        "name": [each.name for each in rows],
        "value": _numbers(each.value for each in rows),
        "unit": [each.unit for each in rows],
        "collected_at": collected_at,
        "date": collected_at.astype("datetime64[D]").astype("datetime64[ns]"),
        "reference_low": _numbers(each.reference_low for each in rows),
        "reference_high": _numbers(each.reference_high for each in rows),
    }


def _numbers(values: Iterable[float | None]) -> columns.Numbers:
    return np.array(list(values), np.float64)


def _moments(values: Iterable[datetime | None]) -> columns.Moments:
    """Local, but of a biomarker UTC. NumPy takes five times as long to convert datetimes itself."""
    since = [_MISSING if value is None else (value - _EPOCH) // _MICROSECOND for value in values]
    return np.array(since, np.int64).view("datetime64[us]").astype("datetime64[ns]")
