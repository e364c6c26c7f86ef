"""Is a difference of levels, or a slope, more than the memory of the series brings about by itself?"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from services.validator.domain.records.series import Floats
from services.validator.domain.statistics.autocorrelation import Grid
from services.validator.domain.statistics.effects import effect
from services.validator.domain.statistics.memory import Weighed, weigh
from services.validator.domain.statistics.scores import level, without

_TINY: Final = 1e-12
_SCORES, _CONTRAST, _LEVEL = 0, 1, 2
_BASIS: Final = 3


@dataclass(frozen=True, kw_only=True)
class Change:
    """A fitted change.

    Attributes:
        size: in standard deviations of the scores.
        p_value: the chance that their memory alone gives as much.
        days_worth: how many independent days would give a level as good.
    """

    size: float
    p_value: float
    days_worth: float


@dataclass(frozen=True, kw_only=True)
class Changes:
    """A change as it stands, and beside a basis; None where there is none."""

    as_it_stands: Change
    beside: Change | None

    @classmethod
    def of(cls, scores: Floats, contrast: Floats, grid: Grid, basis: Floats | None, *, weekly: bool) -> "Changes":
        """Fits a contrast by generalised least squares under every memory that the series may have.

        Args:
            scores: shape (n,), not all alike.
            contrast: shape (n,), the weights whose product with the scores is the change; not all 0.
            grid: where the values stand.
            basis: shape (n, k), orthonormal, with the level in its span.
            weekly: whether neighbours are days.
        """
        columns = [scores, contrast, level(grid.n), *([] if basis is None else basis.T)]
        weighed = weigh(np.column_stack(columns), grid, weekly=weekly)
        as_it_stands = _fitted(scores, contrast, level(grid.n), weighed, first=_LEVEL)
        beside = None if basis is None else _fitted(scores, contrast, basis, weighed, first=_BASIS)
        return cls(as_it_stands=as_it_stands, beside=beside)


def _fitted(scores: Floats, contrast: Floats, basis: Floats, weighed: Weighed, *, first: int) -> Change:
    """The change beside the columns of a basis, which are weighed from the `first` on."""
    shape = without(contrast, basis)
    n, length = scores.size, float(shape @ shape)
    if length <= _TINY * float(contrast @ contrast):
        return Change(size=0.0, p_value=1.0, days_worth=1.0)
    beside = list(range(first, first + basis.shape[1]))
    found = effect(weighed, n=n, response=_SCORES, column=_CONTRAST, beside=beside)
    if found is None:
        return Change(size=0.0, p_value=1.0, days_worth=1.0)
    worth = float(found.weights @ weighed.products[:, _LEVEL, _LEVEL])
    return Change(
        size=found.size * length / float(scores.std(ddof=1)),
        p_value=found.p_value,
        days_worth=float(np.clip(worth * n, 1, n)),
    )
