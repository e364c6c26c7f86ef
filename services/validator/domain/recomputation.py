"""Every number that a selection gives, by the name that findings call it.

The one place that says what "mean", "sd" or "slope_per_week" is. What a selection cannot give has no entry; what it
gives in general but not for these values (the spread of one day) is NaN.
"""

import math
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

import numpy as np
from scipy import stats

from services.validator.domain import held_days, statistics
from services.validator.domain.finding import OF_CONDITIONS, Statistic
from services.validator.domain.intervals import correlation_interval, mean_interval
from services.validator.domain.recomputing.answers import Recomputed
from services.validator.domain.selection import SelectedSample
from services.validator.domain.series import Floats, Mask

_Compute: TypeAlias = Callable[[SelectedSample], float]
_Positions: TypeAlias = Mapping[str, Callable[[Floats], int]]

_ALL_BUT_PERFECT: Final = 1 - 1e-6
_FEWEST_FOR_P: Final = 3
_ROBUST_SD: Final = 1.4826
"""Of a normal distribution the standard deviation over the median absolute deviation: Leys et al. (2013)."""
_FAR: Final = 3
_ENDS: Final = frozenset({Statistic.FIRST, Statistic.LATEST})
_MISSING: Final = re.compile(r"missing_([1-9]\d*)")
_COUNTS: Final = frozenset(
    {
        "n",
        "n_recent",
        "n_prior",
        "held",
        "days_missing",
        "day",
        "first_day",
        "start_day",
        Statistic.COUNT,
        Statistic.COUNT_DAYS,
        Statistic.OUTLIERS,
        Statistic.LONGEST_STREAK,
        Statistic.CURRENT_STREAK,
    }
)


def recompute(key: str, sample: SelectedSample) -> Recomputed | None:
    """The number a finding calls `key`; None if its selection cannot say what that is.

    Args:
        key: `effect` is the number that the statistic names, `day` the day it is of; an interval's ends are `ci_low`
            and `ci_high`.
        sample: what the finding's selection selects.
    """
    name = sample.selection.statistic if key == "effect" else key
    with np.errstate(all="ignore"):
        value = _value(name or "", sample)
        if value is None:
            return None
        is_count = name in _COUNTS or _MISSING.fullmatch(name or "") is not None
        return Recomputed(value=value, scale=_scale(name, sample), is_count=is_count)


def _value(name: str, sample: SelectedSample) -> float | None:
    if name in {"day", "first_day", "start_day"}:
        return _days_of(sample).get(name)
    if name == "days_missing" or _MISSING.fullmatch(name):
        return _missing(name, sample)
    if name == sample.selection.statistic and name in _ENDS and sample.selection.is_bare:
        return _days_of(sample).get("day", math.nan)
    compute = _numbers_of(sample).get(name)
    return None if compute is None else compute(sample)


def _numbers_of(sample: SelectedSample) -> Mapping[str, _Compute]:
    if sample.selection.statistic in OF_CONDITIONS:
        return held_days.NUMBERS
    if sample.target is not None:
        return _OF_PAIRS
    if sample.earlier is not None:
        return _OF_TWO_GROUPS
    if sample.contrast is not None:
        return _OF_A_LINE
    numbers = _OF_A_DAILY_DESCRIPTION if sample.selection.is_daily else _OF_A_DESCRIPTION
    return numbers if sample.norm is None else {**numbers, **_AGAINST_OTHERS}


def _scale(name: str | None, sample: SelectedSample) -> float:
    if sample.target is None:
        return float(np.abs(sample.feature).max(initial=0.0))
    # Of an all but perfect correlation p is 0 or next to it, as the last digit of rho falls out.
    return 1.0 if name != "p" or abs(_rho(sample)) > _ALL_BUT_PERFECT else 0.0


def _days_of(sample: SelectedSample) -> Mapping[str, float]:
    """The days, since 1970-01-01, that the statistic picks out, of several alike the first; else that of one value."""
    statistic = sample.selection.statistic
    if statistic in OF_CONDITIONS:
        return held_days.streak_days(sample)
    if sample.target is not None or not sample.n:
        return {}
    if statistic is Statistic.CHANGE_POINT:
        of_later = sample.days[sample.later]
        return {"day": float(of_later[0])} if of_later.size else {}
    picked = _PICKED.get(statistic, _NOTHING if sample.n > 1 else _FIRST)
    return {key: float(sample.days[position(sample.feature)]) for key, position in picked.items()}


_FIRST: Final[_Positions] = MappingProxyType({"day": lambda _: 0})
_NOTHING: Final[_Positions] = MappingProxyType({})
_PICKED: Final[Mapping[Statistic | None, _Positions]] = MappingProxyType(
    {
        Statistic.MIN: {"day": lambda values: int(values.argmin())},
        Statistic.MAX: {"day": lambda values: int(values.argmax())},
        Statistic.FIRST: _FIRST,
        Statistic.LATEST: {"day": lambda _: -1},
        Statistic.CHANGE: {"day": lambda _: -1, "first_day": lambda _: 0},
    }
)


def _missing(name: str, sample: SelectedSample) -> float | None:
    """How many selected days have no value, or which day the so-manieth of them is."""
    missing = sample.missing
    if missing is None:
        return None
    numbered = _MISSING.fullmatch(name)
    if numbered is None:
        return float(missing.size)
    at = int(numbered[1]) - 1
    return float(missing[at]) if at < missing.size else math.nan


def _n(sample: SelectedSample) -> float:
    return float(sample.n)


def _of_values(compute: Callable[[Floats], float], *, fewest: int = 1) -> _Compute:
    """A statistic of the feature's values, which needs so many of them."""
    return lambda sample: float(compute(sample.feature)) if sample.n >= fewest else math.nan


def _variation(values: Floats) -> float:
    """The standard deviation in percent of the mean, which has to be positive."""
    mean = float(values.mean())
    return 100 * float(values.std(ddof=1)) / mean if mean > 0 else math.nan


def _outliers(sample: SelectedSample) -> float:
    """Values further than 3 robust standard deviations from the median; none where that deviation is 0."""
    if not sample.n:
        return 0.0
    away = np.abs(sample.feature - np.median(sample.feature))
    spread = _ROBUST_SD * float(np.median(away))
    return float(np.count_nonzero(away > _FAR * spread)) if spread > 0 else 0.0


def _total_per(sample: SelectedSample) -> float:
    if not sample.n:
        return math.nan
    days = sample.n if sample.selection.is_daily else sample.calendar.size
    return float(sample.feature.sum()) / days * sample.selection.per_days


def _count_per(sample: SelectedSample) -> float:
    days = sample.calendar.size
    return sample.n / days * sample.selection.per_days if days else math.nan


_DESCRIPTIVE: Final[Mapping[str, _Compute]] = MappingProxyType(
    {
        "n": _n,
        Statistic.COUNT: _n,
        Statistic.COUNT_DAYS: lambda sample: float(np.unique(sample.days).size),
        Statistic.MEAN: _of_values(np.mean),
        Statistic.MEDIAN: _of_values(np.median),
        Statistic.MIN: _of_values(np.min),
        Statistic.MAX: _of_values(np.max),
        Statistic.RANGE: _of_values(np.ptp),
        Statistic.SUM: _of_values(np.sum),
        Statistic.SD: _of_values(lambda values: values.std(ddof=1), fewest=2),
        Statistic.CV: _of_values(_variation, fewest=2),
        Statistic.FIRST: _of_values(lambda values: values[0]),
        Statistic.LATEST: _of_values(lambda values: values[-1]),
        Statistic.CHANGE: _of_values(lambda values: values[-1] - values[0]),
        Statistic.OUTLIERS: _outliers,
    }
)
_OF_A_DESCRIPTION: Final[Mapping[str, _Compute]] = MappingProxyType(
    {**_DESCRIPTIVE, Statistic.TOTAL_PER: _total_per, Statistic.COUNT_PER: _count_per}
)
_OF_A_DAILY_DESCRIPTION: Final[Mapping[str, _Compute]] = MappingProxyType(
    {
        **_OF_A_DESCRIPTION,
        "ci_low": lambda sample: mean_interval(sample.feature, sample.days).low,
        "ci_high": lambda sample: mean_interval(sample.feature, sample.days).high,
    }
)
"""An interval is of days that resemble their neighbours; activities and samples are no days."""


def _typical(sample: SelectedSample) -> float:
    return sample.norm.mean if sample.norm else math.nan


_AGAINST_OTHERS: Final[Mapping[str, _Compute]] = MappingProxyType(
    {
        "population_mean": _typical,
        "population_sd": lambda sample: sample.norm.sd if sample.norm else math.nan,
        Statistic.POPULATION_DIFFERENCE: lambda sample: _DESCRIPTIVE[Statistic.MEAN](sample) - _typical(sample),
    }
)


def _change(sample: SelectedSample) -> float:
    return math.nan if sample.contrast is None else float(sample.contrast @ sample.feature)


def _slope_per_week(sample: SelectedSample) -> float:
    days = int(sample.days[-1] - sample.days[0]) if sample.n else 0
    return 7 * _change(sample) / days if days else math.nan


_OF_A_LINE: Final[Mapping[str, _Compute]] = MappingProxyType(
    {**_DESCRIPTIVE, Statistic.LINEAR_CHANGE: _change, "slope_per_week": _slope_per_week}
)


def _within(sample: SelectedSample, group: Mask | None) -> Floats:
    return sample.feature if group is None else sample.feature[group]


def _mean_recent(sample: SelectedSample) -> float:
    values = _within(sample, sample.later)
    return float(values.mean()) if values.size else math.nan


def _mean_prior(sample: SelectedSample) -> float:
    values = _within(sample, sample.earlier)
    return float(values.mean()) if values.size else math.nan


def _difference(sample: SelectedSample) -> float:
    return _mean_recent(sample) - _mean_prior(sample)


_OF_TWO_GROUPS: Final[Mapping[str, _Compute]] = MappingProxyType(
    {
        "n": _n,
        Statistic.COUNT: _n,
        "n_recent": lambda sample: float(_within(sample, sample.later).size),
        "n_prior": lambda sample: float(_within(sample, sample.earlier).size),
        "mean_recent": _mean_recent,
        "mean_prior": _mean_prior,
        Statistic.DIFFERENCE_OF_MEANS: _difference,
        Statistic.CHANGE_POINT: _difference,
        Statistic.SD: _DESCRIPTIVE[Statistic.SD],
    }
)
"""`n` and `sd` are of the values of either group, each once."""


def _paired(sample: SelectedSample) -> Floats:
    return sample.feature if sample.target is None else sample.target


def _rho(sample: SelectedSample) -> float:
    return statistics.spearman(sample.feature, _paired(sample))


def _tau_b(sample: SelectedSample) -> float:
    return statistics.kendall_tau_b(sample.feature, _paired(sample)) if math.isfinite(_rho(sample)) else math.nan


def _p(sample: SelectedSample) -> float:
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
