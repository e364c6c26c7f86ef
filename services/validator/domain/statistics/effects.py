"""One coefficient of a linear model of a series, by generalised least squares under every model of its memory.

Under a model with a known memory the estimate over its error is Student's t. Which memory it is, is not known, so the
chance, and the ends of the interval, are the average of all models' by how likely each is: a memory that the days at
hand cannot rule out keeps its say.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from services.validator.domain.claims.finding import Interval
from services.validator.domain.records.series import Floats
from services.validator.domain.statistics.autocorrelation import Grid
from services.validator.domain.statistics.memory import CAUTIOUS, Prior, Weighed, autocorrelations
from services.validator.domain.statistics.scientific import special

_LEVEL: Final = 0.95
_HALVINGS: Final = 40
_TINY: Final = 1e-12


@dataclass(frozen=True, kw_only=True, eq=False)
class Effect:
    """A coefficient.

    Attributes:
        weights: shape (models,), how likely each model is, adding up to 1.
        estimates: shape (models,).
        errors: shape (models,), their standard errors.
        freedom: of the t of each.
    """

    weights: Floats
    estimates: Floats
    errors: Floats
    freedom: int

    @property
    def size(self) -> float:
        return float(self.weights @ self.estimates)

    @property
    def p_value(self) -> float:
        """How likely chance alone, with as much memory, gives as much either way: 0 to 1."""
        t = np.abs(self.estimates) / self.errors
        return float(np.clip(2 * (self.weights @ special().stdtr(self.freedom, -t)), 0.0, 1.0))

    def interval(self) -> Interval:
        """The 95 % interval of the coefficient."""
        return Interval(low=self._quantile((1 - _LEVEL) / 2), high=self._quantile((1 + _LEVEL) / 2))

    def _quantile(self, below: float) -> float:
        """Where so much of the models' average distribution lies below, by bisection between the models' own."""
        own = self.estimates + self.errors * special().stdtrit(self.freedom, below)
        low, high = float(own.min()), float(own.max())
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            share = self.weights @ special().stdtr(self.freedom, (middle - self.estimates) / self.errors)
            low, high = (middle, high) if share < below else (low, middle)
        return (low + high) / 2


def effect(
    weighed: Weighed, *, n: int, response: int, column: int, beside: Sequence[int], prior: Prior = CAUTIOUS
) -> Effect | None:
    """The coefficient of one series in another, beside others.

    Args:
        weighed: all of them.
        n: how many values each has.
        response: which one is explained.
        column: whose coefficient it is.
        beside: what else explains; with `column` linearly independent.
        prior: how likely the models are beforehand.

    Returns:
        None where nothing is left to tell noise by.
    """
    fitted = _fitted(weighed, n=n, response=response, explaining=[*beside, column], prior=prior)
    if fitted is None:
        return None
    return Effect(
        weights=fitted.weights,
        estimates=fitted.coefficients[:, -1],
        errors=np.sqrt(fitted.left / fitted.freedom * fitted.inverse[:, -1, -1]),
        freedom=fitted.freedom,
    )


def log_evidence(
    weighed: Weighed, *, n: int, response: int, column: int, beside: Sequence[int], size: float, prior: Prior = CAUTIOUS
) -> float:
    """How much likelier the series are, by logarithm, if the coefficient is anything than if it is 0.

    The logarithm of the Bayes factor, both sides averaged over all models. What the coefficient may be is normal around
    0; a chance of as much evidence without an effect is at most one over it (Markov's inequality; Vovk and Wang 2021).

    Args:
        weighed: all series.
        n: how many values each has.
        response: which one is explained.
        column: whose coefficient it is.
        beside: what else explains; with `column` linearly independent.
        size: the standard deviation of what the coefficient may be, in standard deviations of the response.
        prior: how likely the models are beforehand.
    """
    fitted = _fitted(weighed, n=n, response=response, explaining=[*beside, column], prior=prior)
    if fitted is None:
        return 0.0
    estimate, spread = fitted.coefficients[:, -1] ** 2, fitted.inverse[:, -1, -1]
    common = prior.log_weights(weighed.models) - (fitted.log_determinants + np.log(spread)) / 2
    freedom = fitted.freedom + 1
    without = common - freedom * np.log(fitted.left + estimate / spread) / 2
    wider = spread + size**2
    with_it = common - (freedom * np.log(fitted.left + estimate / wider) + np.log(wider / spread)) / 2
    return float(np.logaddexp.reduce(with_it) - np.logaddexp.reduce(without))


def resemblance(weighed: Weighed, *, grid: Grid, response: int, beside: Sequence[int], prior: Prior) -> Floats:
    """What days so far apart share of one series, beside others, by lag from 0 on: shape (length,).

    The average of what each model says, by how likely it is.
    """
    fitted = _fitted(weighed, n=grid.n, response=response, explaining=beside, prior=prior)
    weights = np.exp(prior.log_weights(weighed.models)) if fitted is None else fitted.weights
    found: Floats = weights @ autocorrelations(weighed.models, grid.length) / weights.sum()
    return found


@dataclass(frozen=True, kw_only=True, eq=False)
class _Fitted:
    """A linear model under every memory.

    Attributes:
        weights: shape (models,).
        coefficients: shape (models, k).
        inverse: shape (models, k, k), of the explaining series' products.
        left: shape (models,), the sum of squares that is left.
        log_determinants: shape (models,), of the covariance, and of the explaining series' products.
        freedom: n - k.
    """

    weights: Floats
    coefficients: Floats
    inverse: Floats
    left: Floats
    log_determinants: Floats
    freedom: int


def _fitted(weighed: Weighed, *, n: int, response: int, explaining: Sequence[int], prior: Prior) -> _Fitted | None:
    freedom = n - len(explaining)
    products = weighed.products[:, explaining][:, :, explaining]
    shared = weighed.products[:, explaining, response]
    whole = weighed.products[:, response, response]
    if freedom < 1:
        return None
    inverse = np.asarray(np.linalg.inv(products), np.float64)
    coefficients = np.einsum("mij,mj->mi", inverse, shared)
    left = whole - np.einsum("mi,mi->m", shared, coefficients)
    if not np.all(left > _TINY * whole):
        return None
    log_determinants = weighed.log_determinants + np.linalg.slogdet(products)[1]
    log_likelihoods = -(freedom * np.log(left) + log_determinants) / 2
    log_weights = prior.log_weights(weighed.models) + prior.belief * log_likelihoods
    weights = np.exp(log_weights - log_weights.max())
    return _Fitted(
        weights=weights / weights.sum(),
        coefficients=coefficients,
        inverse=inverse,
        left=left,
        log_determinants=log_determinants,
        freedom=freedom,
    )
