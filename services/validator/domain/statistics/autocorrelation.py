"""How much neighbouring days resemble each other, and how many independent days a series is worth.

Lags are calendar days: a gap is no neighbourhood. A first-order autoregression stands in for the decay of the
resemblance; its coefficient is corrected for the downward bias that short series have.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from services.validator.domain.records.series import Days, Floats

_MAX_PHI: Final = 0.98
_FEWEST_PAIRS: Final = 5


@dataclass(frozen=True, kw_only=True, eq=False)
class Grid:
    """Days on a calendar without holes.

    Attributes:
        position: shape (n,), where each day lies on the calendar; the first is 0.
        length: calendar days from the first to the last, both included.
        pairs: shape (length,), how many pairs of days lie so many days apart; `pairs[0]` is n.
    """

    position: Days
    length: int
    pairs: Floats

    @classmethod
    def of(cls, days: Days) -> "Grid":
        """Of days in ascending order, at least one."""
        position = days - days[0]
        length = int(position[-1]) + 1
        return cls(position=position, length=length, pairs=np.round(_lagged(np.ones(days.size), position, length)))

    @property
    def n(self) -> int:
        return self.position.size

    def lagged_products(self, values: Floats) -> Floats:
        """The sum of the products of the values that lie so many days apart: shape (length,), lag 0 first."""
        return _lagged(values, self.position, self.length)


def persistence(values: Floats, grid: Grid) -> float:
    """The autocorrelation from one day to the next, 0 to 0.98, of a centred series from which a trend was taken.

    Estimated at the shortest lag that enough pairs of days have; the bias correction is Kendall's (1954) and Marriott
    and Pope's (1954) for a series from which a straight line was fitted, (2 + 4 phi) / m.

    Args:
        values: shape (n,).
        grid: their days.
    """
    products = grid.lagged_products(values)
    enough = np.flatnonzero(grid.pairs[1:] >= max(_FEWEST_PAIRS, grid.n / 4))
    if not enough.size or products[0] <= 0:
        return 0.0
    lag = int(enough[0]) + 1
    m = float(grid.pairs[lag])
    phi = float(products[lag] / m) / float(products[0] / grid.n)
    phi += (2 + 4 * phi) / m
    return float(np.clip(phi, 0, _MAX_PHI) ** (1 / lag))


def effective_n(phi_product: float, grid: Grid) -> float:
    """How many independent days the correlation or the mean of these days is worth, 1 to n.

    Source: Bayley and Hammersley (1946); of a correlation `phi_product` is the product of the two persistences
    (Bartlett 1935, Pyper and Peterman 1998), of a mean the persistence itself.
    """
    decay = phi_product ** np.arange(1, grid.length)
    inflation = 1 + 2 * float(grid.pairs[1:] @ decay) / grid.n
    return max(grid.n / inflation, 1.0)


def quadratic_form(weights: Floats, phi: float, grid: Grid) -> float:
    """The variance of a weighted sum of days whose resemblance decays as phi to the lag, their own variance being 1."""
    products = grid.lagged_products(weights)
    return float(products[0] + 2 * products[1:] @ phi ** np.arange(1, grid.length))


def _lagged(values: Floats, position: Days, length: int) -> Floats:
    """By the fast Fourier transform of the calendar, padded so that its end does not meet its beginning."""
    padded = np.zeros(2 * length)
    padded[position] = values
    spectrum = np.fft.rfft(padded)
    products: Floats = np.fft.irfft(np.abs(spectrum) ** 2, 2 * length)[:length]
    return products
