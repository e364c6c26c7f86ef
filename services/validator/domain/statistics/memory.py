"""What neighbouring days share: the models of memory that a body's series may have, and how likely each is.

A series is a sum of components that remember (autoregressions from one day to the next, from one week to the next, or
in a damped cycle of about a week) and of noise that does not. How long it remembers is not known, and short series
hardly tell. So no model is picked: each has a weight beforehand, and the data weigh it further by its restricted
likelihood (Patterson and Thompson 1971; Harville 1974, who shows that it integrates what is fitted out).

The weights beforehand are chosen by simulation (`docs/validation.md`), one set for tests and one for intervals.

Each model's covariance is that of latent components on a calendar without holes, seen on the days on record with noise
of their own. Their precisions are banded (Siddiqui 1958), so by Woodbury's identity every product with the inverse is
one banded Cholesky factorisation, linear in the days, whatever days are missing.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import product
from types import MappingProxyType
from typing import Final

import numpy as np

from services.validator.domain.records.series import Days, Floats
from services.validator.domain.statistics.autocorrelation import Grid
from services.validator.domain.statistics.scientific import lapack

_WEEK: Final = 7
_SHORT_DAYS: Final = 1500
_LONG_DAYS: Final = 4000
"""Of calendars longer than the first the models are kept for the last one alone, longer than the second for none, for
they take much room: 5 kB a day."""
_COEFFICIENTS: Final = (0.25, 0.5, 0.7, 0.83, 0.91, 0.95, 0.975, 0.99, 0.998)
_SHARES: Final = (0.2, 0.4, 0.6, 0.8, 0.99)
"""Of the variance, what remembers."""
_LONG: Final = (
    ((0.5, 0.222), (0.9, 0.047), (0.98, 0.017), (0.998, 0.006)),
    ((0.5, 0.312), (0.9, 0.110), (0.98, 0.043), (0.998, 0.035)),
    ((0.5, 0.299), (0.9, 0.185), (0.98, 0.059), (0.998, 0.163)),
    ((0.35, 0.109), (0.8, 0.134), (0.95, 0.092), (0.999, 0.586)),
)
"""Fractional noise (Granger and Joyeux 1980) of d = 0.15, 0.25, 0.35 and 0.45, as the autoregressions whose sum, with
noise for the rest, comes closest to its autocorrelations up to lag 400: coefficients and shares."""


class Family(StrEnum):
    """Kinds of memory: none, of first order with noise, fractional, a rhythm of the week, a cycle of about a week."""

    NONE = "none"
    FIRST_ORDER = "first_order"
    LONG = "long"
    WEEKLY = "weekly"
    CYCLE = "cycle"


@dataclass(frozen=True, kw_only=True)
class Component:
    """An autoregression of unit variance, and the share that it has of a series' variance.

    Attributes:
        share: 0 to 1.
        coefficients: of the days before, the nearest first.
        partials: its partial autocorrelations, likewise; what is not there is 0.
    """

    share: float
    coefficients: tuple[float, ...]
    partials: tuple[float, ...]

    @classmethod
    def daily(cls, share: float, coefficient: float) -> "Component":
        return cls(share=share, coefficients=(coefficient,), partials=(coefficient,))

    @classmethod
    def weekly(cls, share: float, coefficient: float) -> "Component":
        """Each day resembles the same day of the week before, and no other."""
        coefficients = (*[0.0] * (_WEEK - 1), coefficient)
        return cls(share=share, coefficients=coefficients, partials=coefficients)

    @classmethod
    def cycle(cls, share: float, damping: float, period_days: float) -> "Component":
        """A cycle whose swings last so long and fade by the factor a day."""
        first, second = 2 * damping * float(np.cos(2 * np.pi / period_days)), -(damping**2)
        return cls(share=share, coefficients=(first, second), partials=(first / (1 - second), second))

    def autocorrelations(self, length: int) -> Floats:
        """By lag, from 0 on, shape (length,): Yule and Walker's recursion."""
        terms = [(lag, each) for lag, each in enumerate(self.coefficients, start=1) if each]
        if len(terms) == 1:
            ((apart, coefficient),) = terms
            powers = np.full(-(-length // apart), coefficient)
            powers[:1] = 1.0
            found = np.zeros(length)
            found[::apart] = np.multiply.accumulate(powers)
            return found
        first, second = self.coefficients
        recent = [1.0, self.partials[0]]
        for _ in range(2, length):
            recent.append(first * recent[-1] + second * recent[-2])
        return np.array(recent[:length])

    def log_determinant(self, length: int) -> float:
        """Of its correlation matrix over so many days."""
        return float(sum((length - lag) * np.log1p(-(p**2)) for lag, p in enumerate(self.partials, start=1) if p))

    def precision(self) -> Iterator[tuple[int, Floats]]:
        """Of the inverse of its correlation matrix each diagonal below the main one, and that, by its distance.

        Only its ends differ from its middle: these are its values from either end, the last the middle's.
        """
        order = len(self.coefficients)
        weights = np.array([1.0, *(-each for each in self.coefficients)])
        innovation = float(np.prod(1 - np.square(self.partials)))
        for lag in range(order + 1):
            products = weights[: order + 1 - lag] * weights[lag:]
            if products.any():
                yield lag, np.cumsum(products) / innovation


@dataclass(frozen=True, kw_only=True, eq=False)
class Memory:
    """A model of what days share; each is itself alone, so that what is made of it is found again at once.

    Attributes:
        components: what remembers; the rest of the variance does not.
    """

    family: Family
    components: tuple[Component, ...]

    @property
    def noise(self) -> float:
        """The share of the variance that no day has in common with another."""
        return 1 - sum(each.share for each in self.components)

    @property
    def order(self) -> int:
        return max((len(each.coefficients) for each in self.components), default=0)


@dataclass(frozen=True, kw_only=True, eq=False)
class Prior:
    """How likely each model is before the data are seen, and how much these are believed.

    Attributes:
        families: the weight of each kind; they need not add up to 1, and are shared out among the models of the kind
            that there are.
        typical_memory_days: of first order: how long a memory, -1 / log(coefficient), has the most weight.
        spread: of the logarithm of that, the standard deviation of the normal density that is its weight.
        shares: of first order: the weight of each share of the variance that remembers.
        belief: the power to which likelihoods are taken; above 1 the likeliest models have more of a say.
    """

    families: Mapping[Family, float]
    typical_memory_days: float
    spread: float
    shares: tuple[float, ...]
    belief: float = 1.0

    def log_weights(self, models: tuple[Memory, ...]) -> Floats:
        """Of each model, shape (models,), up to a constant."""
        return _log_weights(self, models)

    def within_family(self, memory: Memory) -> float:
        """How much of its kind's weight a model has, up to a constant."""
        if memory.family is not Family.FIRST_ORDER:
            return 1.0
        (component,) = memory.components
        log_days = np.log(-1 / np.log(component.coefficients[0])) - np.log(self.typical_memory_days)
        return float(np.exp(-((log_days / self.spread) ** 2) / 2)) * self.shares[_SHARES.index(component.share)]


@lru_cache(maxsize=8)
def _log_weights(prior: Prior, models: tuple[Memory, ...]) -> Floats:
    within = np.array([prior.within_family(each) for each in models])
    families = np.array([each.family for each in models])
    for family in set(families):
        ours = families == family
        within[ours] *= prior.families[family] / within[ours].sum()
    logarithms: Floats = np.log(within)
    return logarithms


CAUTIOUS: Final = Prior(
    families=MappingProxyType(
        {Family.NONE: 0.03, Family.FIRST_ORDER: 1.0, Family.LONG: 0.06, Family.WEEKLY: 0.4, Family.CYCLE: 0.07}
    ),
    typical_memory_days=180.0,
    spread=1.7,
    shares=(1.0, 6.0, 17.0, 53.0, 176.0),
)
"""For tests. Long memories and little noise count for more than they are likely: what is mistaken for a short memory
lets drift pass for a change."""

EVEN: Final = Prior(
    families=MappingProxyType(
        {Family.NONE: 0.36, Family.FIRST_ORDER: 1.0, Family.LONG: 0.03, Family.WEEKLY: 0.16, Family.CYCLE: 0.07}
    ),
    typical_memory_days=11.0,
    spread=1.6,
    shares=(1.0, 5.0, 18.0, 38.0, 52.0),
    belief=1.66,
)
"""For intervals: those that hold the truth as often as they say, whatever the memory."""


@lru_cache(maxsize=2)
def memories(*, weekly: bool) -> tuple[Memory, ...]:
    """The models; `weekly` with those of rhythms of about a week."""
    plain = (Memory(family=Family.NONE, components=()), *_first_order(), *_long())
    return (*plain, *_weekly(), *_cycles()) if weekly else plain


def _first_order() -> Iterator[Memory]:
    """Autoregressions of first order, with noise."""
    for coefficient, share in product(_COEFFICIENTS, _SHARES):
        yield Memory(family=Family.FIRST_ORDER, components=(Component.daily(share, coefficient),))


def _long() -> Iterator[Memory]:
    for one in _LONG:
        yield Memory(family=Family.LONG, components=tuple(Component.daily(share, each) for each, share in one))


def _weekly() -> Iterator[Memory]:
    """A rhythm of the week that changes slowly, beside noise, a short memory, or a long one with noise."""
    for coefficient, share in product((0.6, 0.85, 0.97), (0.4, 0.8)):
        rhythm, rest = Component.weekly(share, coefficient), 1 - share
        yield Memory(family=Family.WEEKLY, components=(rhythm,))
        yield Memory(family=Family.WEEKLY, components=(rhythm, Component.daily(0.99 * rest, 0.5)))
        yield Memory(family=Family.WEEKLY, components=(rhythm, Component.daily(0.5 * rest, 0.95)))


def _cycles() -> Iterator[Memory]:
    for damping, period_days, share in product((0.65, 0.85), (7.0, 8.5), (0.99, 0.6)):
        yield Memory(family=Family.CYCLE, components=(Component.cycle(share, damping, period_days),))


@dataclass(frozen=True, kw_only=True, eq=False)
class Weighed:
    """Some series as every model weighs them.

    Attributes:
        models: those of which so many days can tell.
        log_determinants: shape (models,), of each covariance of the days on record, whose variances are 1.
        products: shape (models, q, q), the series' products with each other through the inverse of that covariance.
    """

    models: tuple[Memory, ...]
    log_determinants: Floats
    products: Floats


def weigh(series: Floats, grid: Grid, *, weekly: bool) -> Weighed:
    """The products of some series through the inverse covariance of every model.

    Args:
        series: shape (n, q).
        grid: where their values stand.
        weekly: whether neighbours are days, so that there may be rhythms of the week.
    """
    factored = _factors(grid, weekly=weekly)
    seen = {count: _seen(series, grid, count) for count in {len(each.memory.components) for each in factored}}
    plain: Floats = series.T @ series
    return Weighed(
        models=tuple(each.memory for each in factored),
        log_determinants=np.array([each.log_determinant for each in factored]),
        products=np.array([each.products(plain, seen[len(each.memory.components)]) for each in factored]),
    )


def _seen(series: Floats, grid: Grid, count: int) -> Floats:
    """The series on the calendar, where so many components are seen on each day on record."""
    seen = np.zeros((grid.length * count, series.shape[1]), order="F")
    for first in range(count):
        seen[grid.position * count + first] = series
    return seen


@lru_cache(maxsize=8)
def autocorrelations(models: tuple[Memory, ...], length: int) -> Floats:
    """What days so far apart share under each model, by lag from 0 on: shape (models, length)."""
    found = np.zeros((len(models), length))
    found[:, 0] = [each.noise for each in models]
    for place, memory in enumerate(models):
        for component in memory.components:
            found[place] += component.share * component.autocorrelations(length)
    return found


@dataclass(frozen=True, kw_only=True, eq=False)
class _Factor:
    """The covariance of the days on record under a model, taken apart.

    Attributes:
        bands: the Cholesky factor of the components' precision, given the days on record, by diagonals; None for noise
            alone.
        log_determinant: of the covariance.
    """

    memory: Memory
    bands: Floats | None
    log_determinant: float

    def products(self, plain: Floats, seen: Floats) -> Floats:
        """Of some series with each other through the inverse covariance, shape (q, q).

        Args:
            plain: shape (q, q), of the series with each other.
            seen: shape (calendar days times components, q), the series on the calendar.
        """
        if self.bands is None:
            return plain
        rooted, _ = lapack().dtbtrs(self.bands, seen, uplo="L")
        found: Floats = (plain - rooted.T @ rooted) / self.memory.noise
        return found


def _factors(grid: Grid, *, weekly: bool) -> tuple[_Factor, ...]:
    """Every model of which so many days can tell, on the days on record."""
    if grid.length > _LONG_DAYS:
        return _factor_all(grid.position.tobytes(), grid.length, weekly=weekly)
    kept = _factored if grid.length <= _SHORT_DAYS else _factored_last
    return kept(grid.position.tobytes(), grid.length, weekly=weekly)


def _factor_all(position: bytes, length: int, *, weekly: bool) -> tuple[_Factor, ...]:
    days = np.frombuffer(position, np.int64)
    return tuple(_factor(each, days, length) for each in memories(weekly=weekly) if 2 * each.order <= length)


_factored: Final = lru_cache(maxsize=4)(_factor_all)
_factored_last: Final = lru_cache(maxsize=1)(_factor_all)
"""A turn, and the next, ask of the same days again and again."""


def _factor(memory: Memory, position: Days, length: int) -> _Factor:
    count = len(memory.components)
    if not count:
        return _Factor(memory=memory, bands=None, log_determinant=0.0)
    bands, at = _precision(memory, length), position * count
    for first in range(count):
        for second in range(first, count):
            bands[second - first, at + first] += 1.0
    factor, _ = lapack().dpbtrf(bands, lower=1, overwrite_ab=1)
    log_determinant = position.size * float(np.log(memory.noise)) + 2 * float(np.log(factor[0]).sum())
    return _Factor(
        memory=memory, bands=factor, log_determinant=log_determinant + _log_determinant_of_components(memory, length)
    )


def _log_determinant_of_components(memory: Memory, length: int) -> float:
    """Of the inverse of `_precision`."""
    return sum(
        each.log_determinant(length) - length * float(np.log(memory.noise / each.share)) for each in memory.components
    )


def _precision(memory: Memory, length: int) -> Floats:
    """Of the components over the noise, day by day, by diagonals.

    Args:
        memory: with components.
        length: days, at least twice as many as there are coefficients.
    """
    count = len(memory.components)
    bands = np.zeros((memory.order * count + 1, length * count), order="F")
    for place, component in enumerate(memory.components):
        scale = memory.noise / component.share
        for lag, values in component.precision():
            diagonal, ends = bands[lag * count, place : place + (length - lag) * count : count], values.size - 1
            diagonal[:] = scale * values[-1]
            diagonal[:ends] = scale * values[:ends]
            diagonal[diagonal.size - ends :] = scale * values[:ends][::-1]
    return bands
