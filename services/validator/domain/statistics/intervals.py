"""The 95 % intervals that findings carry, as the data scientist computes them."""

from typing import Final

import numpy as np
from scipy import stats

from services.validator.domain.claims.finding import Interval
from services.validator.domain.records.series import Days, Floats
from services.validator.domain.statistics.autocorrelation import Grid, effective_n

_FEWEST_STEPS: Final = 5
_MAX_ALIKE: Final = 0.98
_FEWEST_DAYS_WORTH: Final = 3.0
_Z: Final = 1.959963984540054
_ALMOST_ONE: Final = 1 - 1e-15


def mean_interval(values: Floats, days: Days) -> Interval:
    """Student's interval of a mean, with the number of independent days that its days are worth.

    Args:
        values: shape (n,); with fewer than 2 there is no interval, and both ends are NaN.
        days: shape (n,), ascending.
    """
    if values.size < 2:
        return Interval(low=np.nan, high=np.nan)
    mean, worth = float(values.mean()), days_worth(values, days)
    # The observed variance falls short by (worth - 1) / worth, as it does by (n - 1) / n where days are independent.
    half_width = float(stats.t.ppf(0.975, worth - 1) * values.std() / np.sqrt(worth - 1))
    return Interval(low=mean - half_width, high=mean + half_width)


def days_worth(values: Floats, days: Days) -> float:
    """How many independent days would give a mean as good: Bayley and Hammersley (1946).

    Days resemble their neighbours, the more the closer they are: as in a first-order autoregression, estimated at the
    shortest distance that is usual from one value to the next (one day; seven for Mondays) and corrected for its bias
    (Kendall 1954). Where no distance is usual, or nothing varies, the days count as independent.

    Args:
        values: shape (n,), at least one.
        days: shape (n,), ascending.
    """
    steps, times = np.unique(np.diff(days), return_counts=True)
    usual = steps[times >= max(_FEWEST_STEPS, values.size / 4)]
    if not usual.size or not values.min() < values.max():
        return float(values.size)
    grid, step = Grid.of(days), int(usual[0])
    pairs = float(grid.pairs[step])
    alike = float(grid.lagged_products(values - values.mean())[step] / pairs / values.var())
    alike = float(np.clip(alike + (1 + 4 * alike) / pairs, 0, _MAX_ALIKE))
    return max(effective_n(alike ** (1 / step), grid), _FEWEST_DAYS_WORTH)


def correlation_interval(rho: float, n: int) -> Interval:
    """Fisher's interval of Spearman's rho with the standard error of Bonett and Wright (2000).

    Args:
        rho: the correlation.
        n: pairs; with fewer than 4 there is no interval, and both ends are NaN.
    """
    if n < 4:
        return Interval(low=np.nan, high=np.nan)
    half_width = _Z * np.sqrt((1 + rho**2 / 2) / (n - 3))
    z = np.arctanh(np.clip(rho, -_ALMOST_ONE, _ALMOST_ONE))
    return Interval(low=float(np.tanh(z - half_width)), high=float(np.tanh(z + half_width)))
