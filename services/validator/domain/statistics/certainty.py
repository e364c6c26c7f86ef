"""The 95 % intervals that are told, by kind of number.

Days resemble their neighbours, so n of them are worth fewer independent ones, and every interval allows for that.
Nothing here raises, whatever the values; where they define no interval there is None.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from services.validator.domain.records.series import Days, Floats, Mask
from services.validator.domain.statistics import contrasts, ranks
from services.validator.domain.statistics.autocorrelation import Grid
from services.validator.domain.statistics.effects import Effect, effect, resemblance
from services.validator.domain.statistics.memory import EVEN, weigh
from services.validator.domain.statistics.scores import level, normal_scores

_Z: Final = 1.959963984540054
_FEWEST: Final = 3
_FEWEST_WORTH: Final = 3.5
_ALMOST_ONE: Final = 1 - 1e-15


@dataclass(frozen=True, kw_only=True)
class ConfidenceInterval:
    """A 95 % interval.

    Attributes:
        low: in the unit of the values, of a share 0 to 1, of a correlation -1 to 1; `high` likewise.
        days_worth: how many independent days the days count for, 1 to n.
    """

    low: float
    high: float
    days_worth: float

    def times(self, factor: float) -> "ConfidenceInterval":
        """That of the number times a positive factor."""
        return ConfidenceInterval(low=factor * self.low, high=factor * self.high, days_worth=self.days_worth)


def of_mean(values: Floats, days: Days) -> ConfidenceInterval | None:
    """Of the mean of daily values.

    Args:
        values: shape (n,), finite.
        days: shape (n,), ascending and unique, as in every function here.
    """
    if values.size < _FEWEST:
        return None
    found = _level_of(values, days)
    return None if found is None else _finite(*_around(float(values.mean()), found), _worth(values, found))


def of_median(values: Floats, days: Days) -> ConfidenceInterval | None:
    """Of the median: the order statistics that a sign test leaves, of as many days as being above it is worth.

    Source: Thompson (1936), with the days' worth in place of their number.
    """
    if values.size < _FEWEST:
        return None
    above = (values > np.median(values)).astype(np.float64)
    found = _level_of(above, days)
    if found is None:
        return None
    worth = _worth(above, found)
    half_width = min(_Z * 0.5 / np.sqrt(worth), 0.5)
    low, high = np.quantile(values, [0.5 - half_width, 0.5 + half_width])
    return _finite(low, high, worth)


def of_share(held: Floats, days: Days) -> ConfidenceInterval | None:
    """Of the share of days on which something holds, 0 to 1: Wilson's (1927), of as many days as they are worth.

    Args:
        held: shape (n,): 1 where it holds and 0 elsewhere.
        days: shape (n,), ascending and unique.
    """
    if held.size < _FEWEST:
        return None
    share, found = float(held.mean()), _level_of(held, days)
    worth = float(held.size) if found is None else _worth(held, found)
    centre = (share + _Z**2 / (2 * worth)) / (1 + _Z**2 / worth)
    half_width = _Z / (1 + _Z**2 / worth) * np.sqrt(share * (1 - share) / worth + _Z**2 / (4 * worth**2))
    # Of none or all of the days an end is the share itself, but for rounding.
    low, high = min(centre - half_width, share), max(centre + half_width, share)
    return _finite(max(low, 0.0), min(high, 1.0), worth)


def of_difference(values: Floats, days: Days, earlier: Mask, later: Mask) -> ConfidenceInterval | None:
    """Of the mean of the later values less that of the earlier ones.

    Args:
        values: shape (n,), finite.
        days: shape (n,), ascending and unique.
        earlier: shape (n,), the values whose mean is subtracted.
        later: shape (n,), the others; a value may be of both.
    """
    if not (earlier.any() and later.any()):
        return None
    return _of_contrast(values, days, contrasts.of_difference(earlier, later))


def of_line(values: Floats, days: Days) -> ConfidenceInterval | None:
    """Of the least-squares change from the first to the last day, in the unit of the values."""
    return _of_contrast(values, days, contrasts.of_line(days)) if values.size else None


def of_rank_correlation(x: Floats, y: Floats, days: Days) -> ConfidenceInterval | None:
    """Of Spearman's rho: Fisher's with the standard error of Bonett and Wright (2000), of as many days as it is worth.

    Source of the days' worth: Bartlett (1935), Pyper and Peterman (1998), with what days share by every lag.

    Args:
        x: shape (n,), finite.
        y: shape (n,), paired by position.
        days: shape (n,), ascending and unique: those of x.
    """
    if x.size <= _FEWEST or min(np.ptp(x), np.ptp(y)) == 0:
        return None
    grid = Grid.of(days)
    weighed = weigh(np.column_stack([normal_scores(x), normal_scores(y), level(grid.n)]), grid, weekly=True)
    of_x, of_y = (resemblance(weighed, grid=grid, response=each, beside=[2], prior=EVEN) for each in (0, 1))
    inflation = 1 + 2 * float(grid.pairs[1:] @ (of_x * of_y)[1:]) / grid.n
    worth = float(np.clip(grid.n / inflation, 1, grid.n))
    rho = ranks.spearman(x, y)
    return _finite(*_of_correlation(rho, worth), worth)


def _of_correlation(rho: float, worth: float) -> tuple[float, float]:
    half_width = _Z * np.sqrt((1 + rho**2 / 2) / (max(worth, _FEWEST_WORTH) - 3))
    z = np.arctanh(np.clip(rho, -_ALMOST_ONE, _ALMOST_ONE))
    return float(np.tanh(z - half_width)), float(np.tanh(z + half_width))


def _level_of(values: Floats, days: Days) -> Effect | None:
    """The level of a series; None where it does not vary."""
    if not np.ptp(values) > 0:
        return None
    grid = Grid.of(days)
    weighed = weigh(np.column_stack([values, np.ones(grid.n)]), grid, weekly=True)
    return effect(weighed, n=grid.n, response=0, column=1, beside=[], prior=EVEN)


def _worth(values: Floats, found: Effect) -> float:
    """How many independent days would give an interval of their mean as narrow, 1 to n."""
    interval = found.interval()
    half_width = (interval.high - interval.low) / 2
    return float(np.clip(_Z**2 * values.var(ddof=1) / half_width**2, 1, values.size))


def _of_contrast(values: Floats, days: Days, weights: Floats) -> ConfidenceInterval | None:
    """Of a weighted sum, by the regression whose coefficient it is.

    Args:
        values: shape (n,).
        days: shape (n,), ascending and unique.
        weights: shape (n,), whose product with the values is the number.
    """
    shape = weights - weights.mean()
    length = float(shape @ shape)
    if not (length > 0 and np.ptp(values) > 0):
        return None
    grid = Grid.of(days)
    weighed = weigh(np.column_stack([values, shape / length, level(grid.n)]), grid, weekly=True)
    found = effect(weighed, n=grid.n, response=0, column=1, beside=[2], prior=EVEN)
    if found is None:
        return None
    worth = float(np.clip(grid.n * (found.weights @ weighed.products[:, 2, 2]), 1, grid.n))
    return _finite(*_around(float(weights @ values), found), worth)


def _around(number: float, found: Effect) -> tuple[float, float]:
    """The interval, with the number that is told: days weighed by their memory may put the middle elsewhere."""
    interval = found.interval()
    return min(interval.low, number), max(interval.high, number)


def _finite(low: float, high: float, worth: float) -> ConfidenceInterval | None:
    ends = np.array([low, high, worth])
    return ConfidenceInterval(low=float(low), high=float(high), days_worth=worth) if np.isfinite(ends).all() else None
