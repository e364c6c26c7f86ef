"""Is the largest of all possible steps more than days that remember each other show without any?

The step was searched for, so it is held against the largest step of series that have none: first-order autoregressions
on the same days, whose largest step is searched for alike. How long a series remembers is told halfway between two
estimates, one with the step left in, which takes a real step for memory, and one with it taken out, which takes memory
for a step. Resampled blocks of days are no such null: a few long blocks in a row look like a step of their own.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy import signal, stats

from services.validator.domain.records.series import Days, Floats
from services.validator.domain.statistics.autocorrelation import Grid, effective_n, persistence, quadratic_form
from services.validator.domain.statistics.contrasts import gains, of_difference, splits
from services.validator.domain.statistics.scores import without

SIMULATIONS: Final = 1000
_SEED: Final = 42
_CELLS_AT_ONCE: Final = 1 << 20


@dataclass(frozen=True, kw_only=True)
class LargestStep:
    """The largest step of a series.

    Attributes:
        p_value: the share of series without a step whose largest is as clear.
        days_worth: how many independent days the rest is worth.
    """

    p_value: float
    days_worth: float


def largest_step(scores: Floats, days: Days, grid: Grid, basis: Floats) -> LargestStep:
    """Searches for the largest step beside a basis and for its like in series without one.

    Args:
        scores: shape (n,).
        days: shape (n,), of each value; no step within a day.
        grid: where each stands among its neighbours.
        basis: shape (n, k), orthonormal, with the level in its span.
    """
    counts, centred = splits(days), without(scores, basis)
    if not counts.size or not centred @ centred > 0:
        return LargestStep(p_value=1.0, days_worth=1.0)
    gained = gains(centred, counts)
    later = np.arange(grid.n) >= counts[gained.argmax()]
    shape = without(of_difference(~later, later), basis)
    if not shape @ shape > 0:
        return LargestStep(p_value=1.0, days_worth=1.0)
    left = centred - shape * float(shape @ centred) / float(shape @ shape)
    phi = (persistence(left, grid, cautious=True) + persistence(centred, grid, cautious=True)) / 2
    clearness = _clearness(centred, counts)
    as_clear = sum(int(np.count_nonzero(each >= clearness)) for each in _without_step(phi, grid, basis, counts))
    p_value = (1 + as_clear) / (1 + SIMULATIONS)
    if not as_clear:
        p_value = min(p_value, counts.size * _chance_of_one(centred, left, shape, phi, grid))
    return LargestStep(p_value=p_value, days_worth=effective_n(phi, grid))


def _clearness(centred: Floats, counts: Days) -> Floats:
    """What the largest step explains over what it leaves: shape (...,), of centred series of shape (..., n)."""
    largest = gains(centred, counts).max(axis=-1)
    left = np.einsum("...i,...i->...", centred, centred) - largest
    ratio: Floats = largest / np.maximum(left, np.finfo(np.float64).tiny)
    return ratio


def _without_step(phi: float, grid: Grid, basis: Floats, counts: Days) -> Iterator[Floats]:
    """The clearness of the largest steps of series that remember and have none, in blocks that fit a cache."""
    rng = np.random.default_rng(_SEED)
    at_once = max(1, min(SIMULATIONS, _CELLS_AT_ONCE // grid.length))
    for start in range(0, SIMULATIONS, at_once):
        shocks = rng.standard_normal((min(at_once, SIMULATIONS - start), grid.length))
        shocks[:, 1:] *= np.sqrt(1 - phi**2)
        series = signal.lfilter([1.0], [1.0, -phi], shocks, axis=1)[:, grid.position]
        yield _clearness(series - (series @ basis) @ basis.T, counts)


def _chance_of_one(centred: Floats, left: Floats, shape: Floats, phi: float, grid: Grid) -> float:
    """The chance of the step by a t test, had it not been searched for; times the splits it bounds the searched one's.

    What a thousand series cannot resolve, so that a clear step stays clear among many tests.
    """
    length = float(shape @ shape)
    error = np.sqrt(float(left @ left) / max(grid.n - 2, 1) * quadratic_form(shape, phi, grid)) / length
    freedom = max(effective_n(phi**2, grid) - 2, 1.0)
    return float(2 * stats.t.sf(abs(float(shape @ centred)) / length / error, freedom)) if error > 0 else 0.0
