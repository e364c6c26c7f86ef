"""Derived daily features: their names, their units, and how they follow from canonical metrics and local times.

Always computed from the whole history, then cut: a rolling mean on the first day of a window uses the days before it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from services.health_data.domain.metrics import METRICS
from services.health_data.domain.quantities import Plausible, Quantity, Words, loosely
from services.health_data.domain.records import EMPTY_SERIES, DaySeries, ValueArray

WINDOW_DAYS: Final = 30
MIN_DAYS: Final = 10
"""A rolling feature needs a value on at least this many of its 30 days."""

_MINUTE_US: Final = 60e6
_DAY_US: Final = 1440 * _MINUTE_US


@dataclass(frozen=True, kw_only=True)
class Feature:
    """A derived feature: `compute` is given the whole history of `inputs`, in that order.

    An input is a metric or a local time, the latter as `moment_series` writes it.
    """

    name: str
    unit: str
    inputs: tuple[str, ...]
    compute: Callable[..., DaySeries]
    words: Words
    plausible: Plausible | None = None


def ratio(numerator: DaySeries, denominator: DaySeries) -> DaySeries:
    """Numerator over denominator on the days that have both and a denominator other than 0."""
    days, left, right = np.intersect1d(numerator.days, denominator.days, assume_unique=True, return_indices=True)
    above, below = numerator.values[left], denominator.values[right]
    defined = below != 0
    return DaySeries(days[defined].astype(np.int32), above[defined] / below[defined])


def _mean(windows: ValueArray) -> ValueArray:
    return np.asarray(np.nanmean(windows, axis=1), np.float64)


def _sd(windows: ValueArray) -> ValueArray:
    return np.asarray(np.nanstd(windows, axis=1, ddof=1), np.float64)


def _rolling(series: DaySeries, statistic: Callable[[ValueArray], ValueArray]) -> DaySeries:
    """`statistic` over the 30 calendar days that end on each day with a value, where 10 of them have one."""
    if not len(series.days):
        return EMPTY_SERIES
    offsets = series.days - series.days[0]
    calendar = np.full(int(offsets[-1]) + WINDOW_DAYS, np.nan)
    calendar[offsets + WINDOW_DAYS - 1] = series.values
    windows = sliding_window_view(calendar, WINDOW_DAYS)[offsets]
    enough = np.count_nonzero(~np.isnan(windows), axis=1) >= MIN_DAYS
    return DaySeries(series.days[enough], statistic(windows[enough]))


def rolling_mean(series: DaySeries) -> DaySeries:
    return _rolling(series, _mean)


def rolling_sd(series: DaySeries) -> DaySeries:
    """Sample standard deviation, n - 1 in the denominator."""
    return _rolling(series, _sd)


def rolling_cv(series: DaySeries) -> DaySeries:
    """Standard deviation over mean; undefined where the mean is 0."""
    return ratio(rolling_sd(series), rolling_mean(series))


def time_of_day(moments: DaySeries) -> DaySeries:
    """Minutes after midnight, from 0 up to 1440."""
    return DaySeries(moments.days, moments.values % _DAY_US / _MINUTE_US)


def time_of_night(moments: DaySeries) -> DaySeries:
    """Minutes after midnight, from noon (720) up to the next noon (2160), so that 00:30 comes after 23:30.

    The time of day alone decides: layouts differ in whether a night's bed time carries the date of the evening.
    """
    return DaySeries(moments.days, ((moments.values - _DAY_US / 2) % _DAY_US + _DAY_US / 2) / _MINUTE_US)


_ROLLING: Final = (("mean", rolling_mean), ("sd", rolling_sd), ("cv", rolling_cv))

_INDEX: Final = "I take the cardio fitness index, steps for each beat of the resting heart rate, for how fit you are."
_STATISTICS: Final = {
    "mean": ("thirty-day mean", ("mean", "average")),
    "sd": ("thirty-day standard deviation", ("standard deviation", "sd")),
    "cv": ("thirty-day variation", ("variation", "cv")),
}
"""Of a rolling statistic its name in an answer, and what it is called."""


def _rolling_words(metric: Quantity, suffix: str) -> Words:
    """What a rolling feature is called: its statistic over 30 days "of" the metric."""
    noun, called = _STATISTICS[suffix]
    own = metric.words
    names = dict.fromkeys((own.noun.lower(), own.spoken[0]))
    return Words(
        noun=f"{noun} of {own.noun}",
        spoken=tuple(f"30 day {each} of {name}" for name in names for each in called),
        better=own.better if suffix == "mean" else None,
    )


CLOCKS: Final = (
    Feature(
        name="bed_time_clock",
        unit="clock",
        inputs=("bed_time",),
        compute=time_of_night,
        words=Words(
            noun="bed time",
            spoken=(
                *("bed time", "bedtime", "bed times", "bedtimes", "go to bed", "went to bed", "going to bed"),
                *("fall asleep", "fell asleep", "go to sleep", "went to sleep", "bed time clock", "sleep onset"),
                *("get to bed", "got to bed", "sleep start time", "gone to bed", "turn in", "in bed by", "turned in"),
                *("falling asleep", "going to sleep", "hit the hay", "hit the sack", "sleep start", "lights out"),
            ),
            nightly=True,
        ),
    ),
    Feature(
        name="wake_up_time_clock",
        unit="clock",
        inputs=("wake_up_time",),
        compute=time_of_day,
        words=Words(
            noun="wake-up time",
            spoken=(
                *("wake up time", "wake up times", "wakeup time", "wake time", "wake times", "wake up", "woke up"),
                *("woke", "get up", "got up", "waking up", "getting up", "woken up", "rise time", "waking time"),
                *("get out of bed", "got out of bed", "wakeup times", "wakeup", "sleep end time", "wake up time clock"),
                *("out of bed", "wake", "waking", "getting out of bed"),
            ),
            nightly=True,
        ),
    ),
)
"""The local times as series, in minutes."""

FEATURES: Final[tuple[Feature, ...]] = (
    *CLOCKS,
    # Kim et al. 2026 (CoDaS).
    Feature(
        name="cardio_fitness_index",
        unit="count/bpm",
        inputs=("steps", "resting_heart_rate"),
        compute=ratio,
        words=Words(
            noun="cardio fitness index",
            spoken=("cardio fitness index", "cardiofitness index", "cardio fitness", "steps per heartbeat"),
            loose=loosely(_INDEX, "fitness", "fitness level", "fitness levels", "physical fitness"),
            better=True,
        ),
    ),
    Feature(
        name="hrv_rhr_ratio",
        unit="ms/bpm",
        inputs=("heart_rate_variability", "resting_heart_rate"),
        compute=ratio,
        words=Words(
            noun="HRV to resting heart rate ratio",
            spoken=(
                *("hrv rhr ratio", "hrv to rhr ratio", "ratio of hrv to rhr", "hrv to resting heart rate ratio"),
                *("ratio of hrv to resting heart rate", "hrv to resting heart rate"),
                *("ratio of my hrv to my resting heart rate", "heart rate variability to resting heart rate ratio"),
            ),
            better=True,
        ),
    ),
    *(
        Feature(
            name=f"{metric.name}_{suffix}_{WINDOW_DAYS}d",
            unit="" if suffix == "cv" else metric.unit,
            inputs=(metric.name,),
            compute=compute,
            words=_rolling_words(metric, suffix),
            plausible=metric.plausible if suffix == "mean" else None,
        )
        for metric in METRICS
        for suffix, compute in _ROLLING
    ),
)

FEATURE: Final = {feature.name: feature for feature in FEATURES}


def derive(feature: Feature, history: Mapping[str, DaySeries]) -> DaySeries:
    """The feature's series from the whole history of its inputs; an input that is not stored counts as empty."""
    return feature.compute(*(history.get(name, EMPTY_SERIES) for name in feature.inputs))
