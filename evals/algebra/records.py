"""Random small records of a person: gaps, ties, days that were not worn, several activities a day, two units, nothing.

Values are multiples of a quarter, so that sums are exact and what is equal on paper is equal in floating point.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from typing import Final

import numpy as np

from services.data_science.domain.algebra import START_CLOCK, Table
from services.data_science.domain.catalogue import Catalogue, Quantity
from services.data_science.domain.run import Frames
from services.health_data.adapters.frames import encode
from services.health_data.domain.activity_fields import ACTIVITY_FIELDS
from services.health_data.domain.biomarkers import by_name, spelt_alike
from services.health_data.domain.features import FEATURE, derive
from services.health_data.domain.metrics import METRIC
from services.health_data.domain.norms import Norm, fitting
from services.health_data.domain.records import (
    EMPTY_SERIES,
    Activity,
    Biomarker,
    DayArray,
    DaySeries,
    HealthTables,
    Profile,
    ValueArray,
    from_epoch_day,
    moment_series,
    to_epoch_day,
)

METRICS: Final[Mapping[str, tuple[float, float, float]]] = {
    "steps": (2000, 12000, 1000),
    "sleep_minutes": (360, 480, 15),
    "resting_heart_rate": (55, 61, 1),
    "heart_rate_variability": (30, 50, 0.25),
    "active_zone_minutes": (0, 60, 10),
    "weight_kg": (70, 74, 0.5),
}
"""Lowest and highest value and the step between values, of which few make ties."""
FEATURES: Final = (
    "bed_time_clock",
    "wake_up_time_clock",
    "cardio_fitness_index",
    "steps_mean_30d",
    "resting_heart_rate_sd_30d",
)
FIELDS: Final[Mapping[str, tuple[float, float, float]]] = {
    "duration_min": (20, 60, 10),
    "distance_m": (1000, 10000, 500),
    "average_heart_rate": (110, 160, 5),
    "steps": (1000, 8000, 1000),
}
KINDS: Final = ("Run", "run", "Walk", "Yoga")
BIOMARKERS: Final[Mapping[str, tuple[str, ...]]] = {
    "LDL": ("mg/dL", "mmol/L"),
    "Ferritin": ("ng/mL",),
    "CRP": ("mg/L",),
}
NORMS: Final = (
    Norm(metric="resting_heart_rate", sex="any", age_low=18, age_high=120, mean=61.5, sd=8.25, source="made up"),
    Norm(metric="sleep_minutes", sex="female", age_low=18, age_high=64, mean=420.5, sd=60.0, source="made up"),
    Norm(metric="sleep_minutes", sex="male", age_low=18, age_high=64, mean=410.0, sd=62.0, source="made up"),
)
_NAMED: Final = frozenset({*FIELDS, START_CLOCK})
"""The fields of activities that questions name."""
_MOST_DAYS: Final = 60


@dataclass(frozen=True, kw_only=True)
class Records:
    """What is stored about one person."""

    tables: HealthTables

    @cached_property
    def frames(self) -> Frames:
        """As generated code is given them."""
        encoded = encode(self.tables, NORMS)
        return Frames(
            summary=encoded.summary,
            activities=encoded.activities,
            profile=encoded.profile,
            population=encoded.population,
            biomarkers=encoded.biomarkers,
        )

    @cached_property
    def series(self) -> Mapping[str, DaySeries]:
        """Every daily metric and derived feature that questions name, recorded or not."""
        times = {name: moment_series(moments) for name, moments in self.tables.local_times.items()}
        history = {**self.tables.numbers, **times}
        metrics = {name: history.get(name, EMPTY_SERIES) for name in METRICS}
        return metrics | {name: derive(FEATURE[name], history) for name in FEATURES}

    @cached_property
    def days_on_record(self) -> tuple[int, ...]:
        """Epoch days, ascending: of daily values, times of day, and activities."""
        days = {*self.tables.recorded_days.tolist()}
        for series in self.tables.numbers.values():
            days.update(series.days.tolist())
        for moments in self.tables.local_times.values():
            days.update(moments)
        days.update(to_epoch_day(each.start.date()) for each in self.tables.activities)
        return tuple(sorted(days))

    @cached_property
    def samples(self) -> tuple[Biomarker, ...]:
        """Ascending by time, each under the name that all of its kind have."""
        return spelt_alike(self.tables.biomarkers)

    @cached_property
    def norms(self) -> tuple[Norm, ...]:
        return fitting(NORMS, self.tables.profile)

    @cached_property
    def catalogue(self) -> Catalogue:
        days = self.days_on_record or (to_epoch_day(date(2024, 2, 29)),)
        moments = [each.collected_at.date() for each in self.samples]
        return Catalogue(
            first=from_epoch_day(days[0]),
            today=from_epoch_day(days[-1]),
            metrics={name: _quantity(name, (METRIC.get(name) or FEATURE[name]).unit) for name in self.series},
            fields={each.name: _quantity(each.name, each.unit) for each in ACTIVITY_FIELDS if each.name in _NAMED},
            biomarkers={each.name: _quantity(each.name, each.unit) for each in by_name(self.samples)},
            kinds=tuple(sorted({each.kind for each in self.tables.activities})),
            samples=(moments[0], moments[-1]) if moments else None,
            population=frozenset(each.metric for each in self.norms),
            lower_limits=frozenset(each.name for each in self.samples if each.reference_low is not None),
            upper_limits=frozenset(each.name for each in self.samples if each.reference_high is not None),
        )

    def values(self, table: Table, name: str) -> Sequence[float]:
        """Some values that are recorded under that name."""
        match table:
            case Table.DAYS:
                return [float(value) for value in self.series[name].values]
            case Table.ACTIVITIES:
                stored = [getattr(each, name) for each in self.tables.activities]
                return [float(value) for value in stored if value is not None]
            case Table.SAMPLES:
                return [each.value for each in self.samples if each.name.casefold() == name.casefold()]


def random_records(rng: np.random.Generator) -> Records:
    """Someone's records: up to 60 days of a hundred, and what was done and taken on them and around them."""
    first = to_epoch_day(date(2023, 1, 1)) + int(rng.integers(0, 900))
    span = int(rng.choice([0, 1, 2, 7, 20, 45, 70, 100], p=[0.02, 0.03, 0.03, 0.07, 0.15, 0.3, 0.25, 0.15]))
    worn = np.flatnonzero(rng.random(span) < rng.choice([0.5, 0.8, 1.0]))[:_MOST_DAYS] + first
    recorded = worn.astype(np.int32)
    around = max(span, 1)
    return Records(
        tables=HealthTables(
            recorded_days=recorded,
            numbers=dict(_numbers(rng, recorded)),
            local_times=_local_times(rng, recorded),
            activities=_activities(rng, first, around),
            biomarkers=_biomarkers(rng, first, around),
            profile=Profile(
                age_years=None if rng.random() < 0.2 else int(rng.integers(16, 80)),
                sex=None if rng.random() < 0.2 else str(rng.choice(["female", "male"])),
            ),
        )
    )


def _quantity(name: str, unit: str) -> Quantity:
    return Quantity(name=name, unit=unit, noun=name.replace("_", " "))


def _drawn(rng: np.random.Generator, values: tuple[float, float, float], count: int) -> ValueArray:
    low, high, step = values
    return low + step * rng.integers(0, round((high - low) / step) + 1, size=count).astype(np.float64)


def _numbers(rng: np.random.Generator, days: DayArray) -> Iterator[tuple[str, DaySeries]]:
    """One metric in eight was never recorded and one in eight never changes; the others have gaps of their own."""
    for name, values in METRICS.items():
        fate = rng.random()
        drawn = _drawn(rng, values, len(days))
        there = rng.random(len(days)) < rng.choice([0.4, 0.8, 0.9, 1.0])
        if fate < 1 / 8 or not there.any():
            continue
        if fate < 2 / 8:
            drawn[:] = drawn[0]
        yield name, DaySeries(days[there], drawn[there])


def _local_times(rng: np.random.Generator, days: DayArray) -> Mapping[str, Mapping[int, datetime]]:
    if rng.random() < 0.2:
        return {}
    asleep = [day for day in days.tolist() if rng.random() < 0.8]
    midnights = {day: datetime.combine(from_epoch_day(day), datetime.min.time()) for day in asleep}
    return {
        "bed_time": {day: at + timedelta(minutes=int(rng.integers(-30, 30)) * 4) for day, at in midnights.items()},
        "wake_up_time": {day: at + timedelta(minutes=int(rng.integers(25, 32)) * 15) for day, at in midnights.items()},
    }


def _activities(rng: np.random.Generator, first: int, span: int) -> tuple[Activity, ...]:
    """Up to 40, some at the same minute, some a few days outside the daily record; fields are missing now and then."""
    count = int(rng.choice([0, 1, 3, 10, 25, 40], p=[0.06, 0.06, 0.08, 0.2, 0.3, 0.3]))
    outside = int(rng.choice([0, 3]))
    days = first + np.sort(rng.integers(-outside, span + outside, size=count))
    found = {}
    for day in days.tolist():
        start = datetime.combine(from_epoch_day(day), datetime.min.time()) + timedelta(
            minutes=int(rng.integers(0, 96)) * 15
        )
        kind = str(rng.choice(KINDS))
        found[start, kind] = Activity(
            start=start,
            kind=kind,
            duration_min=_field(rng, "duration_min"),
            distance_m=_field(rng, "distance_m"),
            average_heart_rate=_field(rng, "average_heart_rate"),
            steps=_field(rng, "steps"),
        )
    return tuple(sorted(found.values(), key=lambda each: each.start))


def _field(rng: np.random.Generator, name: str) -> float | None:
    return None if rng.random() < 0.25 else float(_drawn(rng, FIELDS[name], 1)[0])


def _biomarkers(rng: np.random.Generator, first: int, span: int) -> tuple[Biomarker, ...]:
    count = int(rng.choice([0, 1, 4, 20], p=[0.1, 0.1, 0.2, 0.6]))
    found = {}
    for _ in range(count):
        name = str(rng.choice(list(BIOMARKERS)))
        moment = datetime.combine(from_epoch_day(first), datetime.min.time(), UTC) + timedelta(
            hours=int(rng.integers(-72, (span + 3) * 24))
        )
        found[name, moment] = Biomarker(
            name=name.lower() if rng.random() < 0.2 else name,
            value=float(rng.integers(2, 12)) * 10,
            unit=str(rng.choice(BIOMARKERS[name], p=[0.8, 0.2] if len(BIOMARKERS[name]) == 2 else None)),
            collected_at=moment,
            reference_low=20.0 if rng.random() < 0.3 else None,
            reference_high=float(rng.choice([80, 100])) if rng.random() < 0.6 else None,
        )
    return tuple(sorted(found.values(), key=lambda each: each.collected_at))
