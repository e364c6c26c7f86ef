"""One number of several values. A new statistic is one entry here."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np

from services.validator.domain.algebra import Statistic
from services.validator.domain.records.series import Floats, Mask

_ROBUST_SD: Final = 1.4826
"""Of a normal distribution the standard deviation over the median absolute deviation: Leys et al. (2013)."""
_FAR: Final = 3


@dataclass(frozen=True, kw_only=True)
class Reduction:
    """How a statistic is computed.

    Attributes:
        of: of finite values in order of time, as many as it needs.
        fewest: how many that is; of fewer it is undefined.
        is_count: a whole number, in no unit of the values.
        picks: where the value that it is stands, of several alike the latest; None where it is none of them.
        is_extreme: whether several values can share it.
    """

    of: Callable[[Floats], float]
    fewest: int = 1
    is_count: bool = False
    picks: Callable[[Floats], int] | None = None
    is_extreme: bool = False


def reduced(values: Floats, statistic: Statistic) -> float:
    """The statistic of these finite values; NaN where they do not define it."""
    reduction = REDUCTIONS[statistic]
    return float(reduction.of(values)) if values.size >= reduction.fewest else math.nan


def scale_of(values: Floats, statistic: Statistic) -> float:
    """How large what the statistic adds and subtracts is, in the unit it is told in; 0 without values."""
    largest = float(np.abs(values).max(initial=0.0))
    if statistic is not Statistic.CV:
        return largest
    variation = reduced(values, statistic)
    return (100 + variation) * largest / float(values.mean()) if math.isfinite(variation) else 0.0


def outliers(values: Floats) -> Mask:
    """Which lie further than 3 robust standard deviations from the median; none where that deviation is 0."""
    if not values.size:
        return np.zeros(0, np.bool_)
    away = np.abs(values - np.median(values))
    spread = _ROBUST_SD * float(np.median(away))
    return np.asarray((away > _FAR * spread) & (spread > 0), np.bool_)


def _variation(values: Floats) -> float:
    """The standard deviation in percent of the mean, which has to be positive."""
    mean = float(values.mean())
    return 100 * float(values.std(ddof=1)) / mean if mean > 0 else math.nan


def _last(values: Floats, chosen: float) -> int:
    return int(np.flatnonzero(values == chosen)[-1])


REDUCTIONS: Final[Mapping[Statistic, Reduction]] = MappingProxyType(
    {
        Statistic.MEAN: Reduction(of=np.mean),
        Statistic.MEDIAN: Reduction(of=np.median),
        Statistic.MIN: Reduction(of=np.min, picks=lambda values: _last(values, float(values.min())), is_extreme=True),
        Statistic.MAX: Reduction(of=np.max, picks=lambda values: _last(values, float(values.max())), is_extreme=True),
        Statistic.SUM: Reduction(of=np.sum),
        Statistic.SD: Reduction(of=lambda values: float(values.std(ddof=1)), fewest=2),
        Statistic.CV: Reduction(of=_variation, fewest=2),
        Statistic.RANGE: Reduction(of=np.ptp),
        Statistic.COUNT: Reduction(of=np.size, fewest=0, is_count=True),
        Statistic.FIRST: Reduction(of=lambda values: float(values[0]), picks=lambda _: 0),
        Statistic.LATEST: Reduction(of=lambda values: float(values[-1]), picks=lambda values: values.size - 1),
        Statistic.CHANGE: Reduction(of=lambda values: float(values[-1] - values[0])),
        Statistic.OUTLIERS: Reduction(
            of=lambda values: float(np.count_nonzero(outliers(values))), fewest=0, is_count=True
        ),
    }
)
