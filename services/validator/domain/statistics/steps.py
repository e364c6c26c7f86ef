"""Is the largest of all possible steps more than days that remember each other show without any?

The step was searched for, so it is held against the largest step of series that have none: drawn on the same days from
the models of memory, each as often as it is likely once the step is taken out, and searched alike. And since what is
taken out may have been memory, the step has to be likelier than none at all, by as much as the chance is small.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np

from services.validator.domain.records.series import Days, Floats
from services.validator.domain.statistics.autocorrelation import Grid
from services.validator.domain.statistics.contrasts import gains, of_difference, splits
from services.validator.domain.statistics.effects import effect, log_evidence
from services.validator.domain.statistics.memory import Component, Memory, weigh
from services.validator.domain.statistics.scientific import lapack
from services.validator.domain.statistics.scores import without

SIMULATIONS: Final = 1000
_SEED: Final = 42
_CELLS_AT_ONCE: Final = 1 << 15
_BEFORE: Final = 100
"""Days that a drawn series has behind it, so that it starts anywhere."""
_SCORES, _SHAPE, _BASIS = 0, 1, 2
_TINY: Final = 1e-12


def chance_of_largest_step(scores: Floats, days: Days, grid: Grid, basis: Floats, *, weekly: bool) -> float:
    """Searches for the largest step beside a basis and for its like in series without one: the share as clear.

    What a thousand series cannot resolve is bounded by the chance of the step, had it not been searched for, times the
    splits (Bonferroni), so that a clear step stays clear among many tests.

    Args:
        scores: shape (n,).
        days: shape (n,), of each value; no step within a day.
        grid: where each stands among its neighbours.
        basis: shape (n, k), orthonormal, with the level in its span.
        weekly: whether neighbours are days.
    """
    counts, centred = splits(days), without(scores, basis)
    if not counts.size or not centred @ centred > _TINY * float(scores @ scores):
        return 1.0
    gained = gains(centred, counts)
    later = np.arange(grid.n) >= counts[gained.argmax()]
    shape = without(of_difference(~later, later), basis)
    if not shape @ shape > _TINY:
        return 1.0
    weighed = weigh(np.column_stack([scores, shape, basis]), grid, weekly=weekly)
    beside = list(range(_BASIS, _BASIS + basis.shape[1]))
    taken_out = effect(weighed, n=grid.n, response=_SCORES, column=_SHAPE, beside=beside)
    if taken_out is None:
        return 1.0
    clearness = _clearness(centred, counts)
    drawn = _without_step(weighed.models, taken_out.weights, grid, basis)
    as_clear = sum(
        int(np.count_nonzero(_clearness(some, counts) >= clearness)) for each in drawn for some in _in_blocks(each)
    )
    p_value = (1 + as_clear) / (1 + SIMULATIONS)
    if not as_clear:
        p_value = min(p_value, counts.size * taken_out.p_value)
    evidence = log_evidence(
        weighed, n=grid.n, response=_SCORES, column=_SHAPE, beside=beside, size=1 / float(shape @ shape)
    )
    return float(np.clip(np.exp(-evidence), p_value, 1.0))


def _in_blocks(series: Floats) -> Iterator[Floats]:
    """Of many series, shape (so many, n), as many at once as fit a cache."""
    rows = max(1, _CELLS_AT_ONCE // series.shape[1])
    return (series[start : start + rows] for start in range(0, series.shape[0], rows))


def _clearness(centred: Floats, counts: Days) -> Floats:
    """What the largest step explains over what it leaves: shape (...,), of centred series of shape (..., n)."""
    largest = gains(centred, counts).max(axis=-1)
    left = np.einsum("...i,...i->...", centred, centred) - largest
    ratio: Floats = largest / np.maximum(left, np.finfo(np.float64).tiny)
    return ratio


def _without_step(models: tuple[Memory, ...], weights: Floats, grid: Grid, basis: Floats) -> Iterator[Floats]:
    """Series that remember as each model does and have no step, beside the basis: shapes (so many, n)."""
    rng = np.random.default_rng(_SEED)
    for memory, times in zip(models, _shared_out(weights), strict=True):
        if times:
            series = rng.standard_normal((times, grid.length))
            series *= np.sqrt(memory.noise)
            for component in memory.components:
                remembering = _remembering(rng, component, (times, grid.length))
                remembering *= np.sqrt(component.share)
                series += remembering
            there = series[:, grid.position]
            there -= (there @ basis) @ basis.T
            yield there


def _shared_out(weights: Floats) -> list[int]:
    """How many series each model has of all of them: its share, rounded so that none is lost."""
    ends = np.round(np.cumsum(weights) / weights.sum() * SIMULATIONS).astype(int)
    return list(map(int, np.diff(ends, prepend=0)))


def _remembering(rng: np.random.Generator, component: Component, shape: tuple[int, int]) -> Floats:
    """Draws of an autoregression of unit variance, which begin as if they had always been."""
    times, length = shape
    innovation = float(np.sqrt(np.prod(1 - np.square(component.partials))))
    shocks = rng.standard_normal((times, _BEFORE + length))
    shocks *= innovation
    shocks[:, : len(component.coefficients)] /= innovation
    # Each value less what it remembers of those before it is its shock: a triangular system with bands.
    bands = np.ones((1 + len(component.coefficients), shocks.shape[1]))
    bands[1:] = -np.array(component.coefficients)[:, np.newaxis]
    drawn, _ = lapack().dtbtrs(bands, shocks.T, uplo="L", diag="U", overwrite_b=1)
    return np.asarray(drawn.T)[:, _BEFORE:]
