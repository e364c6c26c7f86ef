"""Every number that a selection gives, by the name that findings call it.

The one place that says what "mean", "sd" or "slope_per_week" is. What a selection cannot give has no entry; what it
gives in general but not for these values (the spread of one day) is NaN.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

import numpy as np
from scipy import stats

from services.validator.domain import statistics
from services.validator.domain.finding import Statistic
from services.validator.domain.intervals import correlation_interval, mean_interval
from services.validator.domain.selection import Floats, Mask, Sample

_Compute: TypeAlias = Callable[[Sample], float]

_ALL_BUT_PERFECT: Final = 1 - 1e-6
_FEWEST_FOR_P: Final = 3


@dataclass(frozen=True, kw_only=True)
class Recomputed:
    """A number of the validator's own.

    Attributes:
        value: NaN where these values do not define it.
        scale: what its computation adds and subtracts is about this large, so it is good to some 16 digits of that.
        is_count: a whole number, which nothing rounds.
    """

    value: float
    scale: float
    is_count: bool


def recompute(key: str, statistic: Statistic | None, sample: Sample) -> Recomputed | None:
    """The number a finding calls `key`; None if its selection cannot say what that is.

    Args:
        key: `effect` is the number that the statistic names, `day` the day it is of; an interval's ends are `ci_low`
            and `ci_high`.
        statistic: of the finding's selection.
        sample: what the selection selects.
    """
    name = key if key != "effect" else statistic
    compute = _DAY_OF.get(statistic) if key == "day" else _numbers_of(sample).get(name or "")
    if compute is None:
        return None
    with np.errstate(all="ignore"):
        return Recomputed(
            value=compute(sample), scale=_scale(name, sample), is_count=compute in _COUNTS or key == "day"
        )


def _numbers_of(sample: Sample) -> Mapping[str, _Compute]:
    if sample.target is not None:
        return _OF_PAIRS
    if sample.earlier is not None:
        return _OF_TWO_WINDOWS
    return _OF_A_DESCRIPTION if sample.contrast is None else _OF_A_LINE


def _scale(name: str | None, sample: Sample) -> float:
    if sample.target is None:
        return float(np.abs(sample.feature).max(initial=0.0))
    # Of an all but perfect correlation p is 0 or next to it, as the last digit of rho falls out.
    return 1.0 if name != "p" or abs(_rho(sample)) > _ALL_BUT_PERFECT else 0.0


def _n(sample: Sample) -> float:
    return float(sample.n)


def _within(sample: Sample, window: Mask | None) -> Floats:
    return sample.feature if window is None else sample.feature[window]


def _n_recent(sample: Sample) -> float:
    return float(_within(sample, sample.later).size)


def _n_prior(sample: Sample) -> float:
    return float(_within(sample, sample.earlier).size)


_COUNTS: Final = frozenset({_n, _n_recent, _n_prior})


def _of_values(compute: Callable[[Floats], float], *, fewest: int = 1) -> _Compute:
    """A statistic of the feature's values, which needs so many of them."""
    return lambda sample: float(compute(sample.feature)) if sample.n >= fewest else math.nan


_DESCRIPTIVE: Final[Mapping[str, _Compute]] = MappingProxyType(
    {
        "n": _n,
        Statistic.COUNT: _n,
        Statistic.MEAN: _of_values(np.mean),
        Statistic.MEDIAN: _of_values(np.median),
        Statistic.MIN: _of_values(np.min),
        Statistic.MAX: _of_values(np.max),
        Statistic.SUM: _of_values(np.sum),
        Statistic.SD: _of_values(lambda values: values.std(ddof=1), fewest=2),
        Statistic.LATEST: _of_values(lambda values: values[-1]),
    }
)


def _day_of(pick: Callable[[Floats], int]) -> _Compute:
    """The day of the value that a statistic picks out, since 1970-01-01; of several alike the first."""
    return lambda sample: float(sample.days[pick(sample.feature)]) if sample.n else math.nan


_DAY_OF: Final[Mapping[Statistic | None, _Compute]] = MappingProxyType(
    {
        Statistic.MIN: _day_of(lambda values: int(values.argmin())),
        Statistic.MAX: _day_of(lambda values: int(values.argmax())),
        Statistic.LATEST: _day_of(lambda _: -1),
    }
)
_OF_A_DESCRIPTION: Final[Mapping[str, _Compute]] = MappingProxyType(
    {
        **_DESCRIPTIVE,
        "ci_low": lambda sample: mean_interval(sample.feature, sample.days).low,
        "ci_high": lambda sample: mean_interval(sample.feature, sample.days).high,
    }
)


def _change(sample: Sample) -> float:
    return math.nan if sample.contrast is None else float(sample.contrast @ sample.feature)


def _slope_per_week(sample: Sample) -> float:
    days = int(sample.days[-1] - sample.days[0]) if sample.n else 0
    return 7 * _change(sample) / days if days else math.nan


_OF_A_LINE: Final[Mapping[str, _Compute]] = MappingProxyType(
    {**_DESCRIPTIVE, Statistic.LINEAR_CHANGE: _change, "slope_per_week": _slope_per_week}
)


def _mean_recent(sample: Sample) -> float:
    values = _within(sample, sample.later)
    return float(values.mean()) if values.size else math.nan


def _mean_prior(sample: Sample) -> float:
    values = _within(sample, sample.earlier)
    return float(values.mean()) if values.size else math.nan


_OF_TWO_WINDOWS: Final[Mapping[str, _Compute]] = MappingProxyType(
    {
        "n": _n,
        Statistic.COUNT: _n,
        "n_recent": _n_recent,
        "n_prior": _n_prior,
        "mean_recent": _mean_recent,
        "mean_prior": _mean_prior,
        Statistic.DIFFERENCE_OF_MEANS: lambda sample: _mean_recent(sample) - _mean_prior(sample),
        Statistic.SD: _DESCRIPTIVE[Statistic.SD],
    }
)
"""`n` and `sd` are of the days of either window, each once."""


def _paired(sample: Sample) -> Floats:
    return sample.feature if sample.target is None else sample.target


def _rho(sample: Sample) -> float:
    return statistics.spearman(sample.feature, _paired(sample))


def _tau_b(sample: Sample) -> float:
    return statistics.kendall_tau_b(sample.feature, _paired(sample)) if math.isfinite(_rho(sample)) else math.nan


def _p(sample: Sample) -> float:
    """Of no correlation at all, by the t distribution and taking the days as independent."""
    if sample.n < _FEWEST_FOR_P or not math.isfinite(_rho(sample)):
        return math.nan
    return float(stats.spearmanr(sample.feature, _paired(sample)).pvalue)


_OF_PAIRS: Final[Mapping[str, _Compute]] = MappingProxyType(
    {
        "n": _n,
        Statistic.COUNT: _n,
        Statistic.SPEARMAN: _rho,
        "rho": _rho,
        "tau": _tau_b,
        "p": _p,
        "ci_low": lambda sample: correlation_interval(_rho(sample), sample.n).low,
        "ci_high": lambda sample: correlation_interval(_rho(sample), sample.n).high,
    }
)
