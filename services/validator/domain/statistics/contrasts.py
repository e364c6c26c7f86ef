"""The weights whose product with a trend's values is its effect, and the search for the day of a change."""

from typing import Final

import numpy as np

from services.validator.domain.records.series import Days, Floats, Mask

FEWEST_PER_SIDE: Final = 7
"""Values that a change point needs before it, and from it on."""
_ALIKE: Final = 1e-9
_ROUNDING: Final = 1e-28


def contrast(days: Days, earlier_count: int | None) -> Floats:
    """The weights of a trend of values on these days: of two windows, the first with so many values, or of a line."""
    if earlier_count is None:
        return of_line(days)
    earlier = np.arange(days.size) < earlier_count
    return of_difference(earlier, ~earlier)


def of_difference(earlier: Mask, later: Mask) -> Floats:
    """The weights that give the mean of some values less the mean of others; a value may be of both."""
    weights: Floats = later / max(later.sum(), 1) - earlier / max(earlier.sum(), 1)
    return weights


def of_line(days: Days) -> Floats:
    """The weights that give the least-squares change of a series from the first to the last of these days.

    The change is the ordinary least-squares slope times the days from the first to the last value. With fewer than two
    days there is none, and the weights are 0.
    """
    centred = days - days.mean() if days.size else days.astype(np.float64)
    spread = float(centred @ centred)
    return np.asarray(centred * (days[-1] - days[0]) / spread, np.float64) if spread else np.zeros(days.size)


def splits(days: Days) -> Days:
    """How many values can lie before a change: enough on either side, and none of the day of the change itself."""
    counts = np.arange(FEWEST_PER_SIDE, days.size - FEWEST_PER_SIDE + 1)
    return counts[days[counts - 1] < days[counts]]


def gains(values: Floats, counts: Days) -> Floats:
    """What a step after so many values explains of their sum of squares: shape (..., splits).

    The step of the largest gain has the largest difference of means in standard errors of independent values.

    Args:
        values: shape (..., n), centred.
        counts: shape (splits,), how many values lie before the step.
    """
    n = values.shape[-1]
    gained: Floats = np.cumsum(values, axis=-1)[..., counts - 1]
    gained *= gained
    gained *= n / (counts * (n - counts))
    return gained


def change_point(values: Floats, days: Days) -> int | None:
    """How many values lie before the change; of splits that are alike but for rounding the first.

    None on too few values, and where no split changes the mean.

    Args:
        values: shape (n,), in time order.
        days: shape (n,), ascending.
    """
    counts = splits(days)
    if not counts.size:
        return None
    centred = values - values.mean()
    gained = gains(centred, counts)
    if values.min() == values.max() or gained.max() <= _ROUNDING * float(values @ values):
        return None
    return int(counts[np.argmax(gained >= gained.max() * (1 - _ALIKE))])
