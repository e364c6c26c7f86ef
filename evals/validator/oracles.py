"""What could be seen by someone who knows the truth about a series' memory: the chance that an optimal test gives.

An oracle is asked about the same draws as the gates. It knows the memory, and that there is neither a weekly rhythm nor
a trend, and tests at the same 5 %.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import linalg, stats

from evals.validator.processes import Autocorrelation, Floats
from services.validator.domain.gates.gate import GateInput
from services.validator.domain.statistics.contrasts import FEWEST_PER_SIDE

Oracle: TypeAlias = Callable[[GateInput, Autocorrelation], float]
"""From a claim and the true memory to a p-value."""

LEVEL: Final = 0.05
_SIMULATIONS: Final = 4000
_SEED: Final = 7


def of_pair(given: GateInput, autocorrelation: Autocorrelation) -> float:
    """The p-value of the correlation of what is new every day in two series that share a memory.

    Both series are made white by the true memory; of bivariate Gaussian series whose memories are alike these have the
    correlation of the series themselves and carry all there is to know about it (Haugh 1976).
    """
    assert given.target is not None
    whitening = _whitening(autocorrelation, given.feature.size)
    rho = stats.pearsonr(whitening @ given.feature, whitening @ given.target)
    return float(rho.pvalue)


def of_contrast(given: GateInput, autocorrelation: Autocorrelation) -> float:
    """The p-value of a group, of later days or of a line by generalised least squares: Aitken (1935).

    The regressor is the claimed contrast, beside a level.
    """
    assert given.contrast is not None
    whitening = _whitening(autocorrelation, given.feature.size)
    sized = _standardised(whitening, given.contrast[None, :]) @ (whitening @ given.feature)
    return float(2 * stats.norm.sf(abs(sized[0])))


def of_search(given: GateInput, autocorrelation: Autocorrelation) -> float:
    """The p-value of the largest of all steps, each by generalised least squares, against series without a step."""
    n = given.feature.size
    largest = np.abs(_steps(autocorrelation, n) @ given.feature).max()
    by_chance = _largest_by_chance(autocorrelation, n)
    return float((1 + np.count_nonzero(by_chance >= largest)) / (1 + by_chance.size))


@lru_cache(maxsize=32)
def _whitening(autocorrelation: Autocorrelation, n: int) -> Floats:
    """The inverse of the Cholesky factor of the covariance: shape (n, n)."""
    factor = np.linalg.cholesky(linalg.toeplitz(autocorrelation(n)))
    inverse: Floats = linalg.solve_triangular(factor, np.eye(n), lower=True)
    return inverse


def _standardised(whitening: Floats, regressors: Floats) -> Floats:
    """What turns a whitened series into the standardised slope of each regressor beside a level: shape (k, n)."""
    level = whitening.sum(axis=1)
    shapes = regressors @ whitening.T
    shapes -= np.outer(shapes @ level, level) / (level @ level)
    unit: Floats = shapes / np.linalg.norm(shapes, axis=1, keepdims=True)
    return unit


@lru_cache(maxsize=32)
def _steps(autocorrelation: Autocorrelation, n: int) -> Floats:
    """What turns a series into the standardised size of each possible step: shape (splits, n)."""
    whitening = _whitening(autocorrelation, n)
    steps = np.array([np.arange(n) >= k for k in range(FEWEST_PER_SIDE, n - FEWEST_PER_SIDE + 1)], np.float64)
    sizes: Floats = _standardised(whitening, steps) @ whitening
    return sizes


@lru_cache(maxsize=32)
def _largest_by_chance(autocorrelation: Autocorrelation, n: int) -> NDArray[np.float64]:
    noise = np.random.default_rng(_SEED).standard_normal((_SIMULATIONS, n))
    white = _steps(autocorrelation, n) @ np.linalg.cholesky(linalg.toeplitz(autocorrelation(n)))
    largest: Floats = np.abs(noise @ white.T).max(axis=1)
    return largest
