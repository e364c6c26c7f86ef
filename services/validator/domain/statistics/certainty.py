"""The 95 % intervals that are told, by kind of number.

Days resemble their neighbours, so n of them are worth fewer independent ones, and every interval allows for that.
Nothing here raises, whatever the values; where they define no interval there is None.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy import stats

from services.validator.domain.records.series import Days, Floats, Mask
from services.validator.domain.statistics import contrasts, ranks
from services.validator.domain.statistics.autocorrelation import Grid, effective_n, persistence, quadratic_form
from services.validator.domain.statistics.intervals import correlation_interval, days_worth, mean_interval
from services.validator.domain.statistics.scores import level, normal_scores, without

_Z: Final = 1.959963984540054
_FEWEST: Final = 3


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
    interval = mean_interval(values, days)
    return _finite(interval.low, interval.high, days_worth(values, days))


def of_median(values: Floats, days: Days) -> ConfidenceInterval | None:
    """Of the median: the order statistics that a sign test leaves, of as many days as being above it is worth.

    Source: Thompson (1936), with the days' worth in place of their number.
    """
    if values.size < _FEWEST:
        return None
    above = (values > np.median(values)).astype(np.float64)
    worth = days_worth(above, days)
    half_width = min(float(stats.t.ppf(0.975, worth - 1)) * 0.5 / np.sqrt(worth - 1), 0.5)
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
    share, worth = float(held.mean()), days_worth(held, days)
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
    return _of_contrast(values, days, contrasts.of_difference(earlier, later), level(values.size))


def of_line(values: Floats, days: Days) -> ConfidenceInterval | None:
    """Of the least-squares change from the first to the last day, in the unit of the values."""
    if not values.size:
        return None
    return _of_contrast(values, days, contrasts.of_line(days), level(values.size))


def of_rank_correlation(x: Floats, y: Floats, days: Days) -> ConfidenceInterval | None:
    """Of Spearman's rho: Fisher's with the standard error of Bonett and Wright (2000), of as many days as it is worth.

    Source of the days' worth: Bartlett (1935), Pyper and Peterman (1998).

    Args:
        x: shape (n,), finite.
        y: shape (n,), paired by position.
        days: shape (n,), ascending and unique: those of x.
    """
    if x.size <= _FEWEST or min(np.ptp(x), np.ptp(y)) == 0:
        return None
    grid = Grid.of(days)
    product = persistence(normal_scores(x), grid) * persistence(normal_scores(y), grid)
    worth = effective_n(product, grid)
    interval = correlation_interval(ranks.spearman(x, y), max(int(worth), _FEWEST + 1))
    return _finite(interval.low, interval.high, worth)


def _of_contrast(values: Floats, days: Days, weights: Floats, basis: Floats) -> ConfidenceInterval | None:
    """Student's interval of a weighted sum whose residuals are a first-order autoregression.

    Args:
        values: shape (n,).
        days: shape (n,), ascending and unique.
        weights: shape (n,), whose product with the values is the number.
        basis: shape (n, k), orthonormal: what is estimated beside it.
    """
    shape = without(weights, basis)
    length = float(shape @ shape)
    if values.size <= basis.shape[1] + 1 or not length > 0:
        return None
    left = without(values, basis)
    residuals = left - float(shape @ left) / length * shape
    grid = Grid.of(days)
    phi = persistence(residuals, grid, cautious=True)
    spanned = sum(quadratic_form(column, phi, grid) for column in (*basis.T, shape / np.sqrt(length)))
    variance = float(residuals @ residuals) / max(grid.n - spanned, 1.0)
    error = np.sqrt(variance * quadratic_form(weights, phi, grid))
    freedom = max(effective_n(phi**2, grid) - basis.shape[1] - 1, 1.0)
    number = float(weights @ values)
    half_width = float(stats.t.ppf(0.975, freedom) * error)
    return _finite(number - half_width, number + half_width, effective_n(phi, grid))


def _finite(low: float, high: float, worth: float) -> ConfidenceInterval | None:
    ends = np.array([low, high, worth])
    return ConfidenceInterval(low=float(low), high=float(high), days_worth=worth) if np.isfinite(ends).all() else None
