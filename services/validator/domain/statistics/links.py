"""Is a correlation more than two unrelated series with as much memory would show?

Two kinds of test see different things. Phase randomisation (`surrogates`) weighs all frequencies as they are: what goes
together over weeks. Regressions with what each series remembers allowed for (`effects`) weigh the days' news: what goes
together from one day to the next, however slowly both drift. Their chances are put together by Cauchy's distribution
(Liu and Xie 2020), which holds whatever the tests have to do with each other: half the weight for the first, a quarter
for each direction of the second.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from services.validator.domain.records.series import Floats
from services.validator.domain.statistics import surrogates
from services.validator.domain.statistics.autocorrelation import Grid, effective_n, persistence
from services.validator.domain.statistics.effects import effect
from services.validator.domain.statistics.memory import Weighed, weigh
from services.validator.domain.statistics.scientific import special
from services.validator.domain.statistics.scores import correlation, level, without

_CERTAIN: Final = 1e-15
_X, _Y, _LEVEL = 0, 1, 2
_BASIS: Final = 3


@dataclass(frozen=True, kw_only=True)
class Link:
    """What became of a correlation.

    Attributes:
        p_value: the chance of as much, as it stands.
        p_beside: the same beside a basis; 1 where what is left points the other way.
        rho_beside: the correlation beside the basis; NaN where nothing is left.
    """

    p_value: float
    p_beside: float
    rho_beside: float


def link(x: Floats, y: Floats, grid: Grid, basis: Floats, *, weekly: bool) -> Link:
    """Tests two series against chance, as they stand and beside a basis.

    Args:
        x: shape (n,), centred.
        y: shape (n,), centred.
        grid: where their values stand.
        basis: shape (n, k), orthonormal, with the level in its span.
        weekly: whether neighbours are days.
    """
    weighed = weigh(np.column_stack([x, y, level(grid.n), basis]), grid, weekly=weekly)
    x_left, y_left = without(x, basis), without(y, basis)
    rho_left = correlation(x_left, y_left)
    if not rho_left * correlation(x, y) > 0:
        p_beside = 1.0
    else:
        slow = max(
            surrogates.chance_of(x_left, y_left, grid), _chance_by_days_worth(x_left, y_left, grid, basis.shape[1])
        )
        p_beside = _together(slow, weighed, range(_BASIS, _BASIS + basis.shape[1]), grid.n)
    return Link(
        p_value=_together(surrogates.chance_of(x, y, grid), weighed, [_LEVEL], grid.n),
        p_beside=p_beside,
        rho_beside=rho_left,
    )


def _together(slow: float, weighed: Weighed, beside: range | list[int], n: int) -> float:
    """The chance by phases with those of both regressions."""
    regressions = [
        effect(weighed, n=n, response=response, column=column, beside=list(beside))
        for response, column in ((_X, _Y), (_Y, _X))
    ]
    news = [1.0 if each is None else each.p_value for each in regressions]
    chances = np.clip([slow, slow, *news], _CERTAIN, 1 - _CERTAIN)
    # The tail of a Cauchy distribution.
    return float(np.arctan2(1.0, np.mean(1 / np.tan(np.pi * chances))) / np.pi)


def _chance_by_days_worth(x: Floats, y: Floats, grid: Grid, explained: int) -> float:
    """The t test of a correlation with the days it is worth: Dawdy and Matalas (1964), Pyper and Peterman (1998).

    Args:
        x: shape (n,), what the basis leaves.
        y: shape (n,), likewise.
        grid: where their values stand.
        explained: how many dimensions the basis took.
    """
    rho = correlation(x, y)
    phi_product = persistence(x, grid) * persistence(y, grid)
    worth = effective_n(phi_product, grid) * (grid.n - explained + 1) / grid.n
    freedom = max(worth - 2, 1.0)
    t = abs(rho) * np.sqrt(freedom / max(1 - rho**2, 1e-12))
    return float(2 * special().stdtr(freedom, -t))
