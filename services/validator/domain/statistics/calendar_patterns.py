"""What the calendar alone explains of a series: the day of the week, a straight line, the time of year."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np

from services.validator.domain.records.series import Days, Floats
from services.validator.domain.statistics.autocorrelation import Grid, persistence
from services.validator.domain.statistics.scientific import special
from services.validator.domain.statistics.scores import without

YEAR_DAYS: Final = 365.2425
SEASON_SPAN_DAYS: Final = 180
"""Over fewer days than half a year, the time of year is a straight line."""
_CHANCE: Final = 0.01
_TINY: Final = 1e-9


class Pattern(StrEnum):
    """In the order in which they are taken out."""

    WEEKDAY = "weekday"
    TREND = "trend"
    SEASON = "season"


@dataclass(frozen=True, kw_only=True)
class Explained:
    """What a pattern explains of one series.

    Attributes:
        share: of the variance, adjusted for what as many columns of noise would explain; 0 or less for none.
        stands_out: whether noise explains so much in less than 1 % of cases (F test).
    """

    share: float
    stands_out: bool


@dataclass(frozen=True, kw_only=True, eq=False)
class Calendar:
    """The patterns of some days as orthonormal columns.

    Attributes:
        columns: of each pattern, shape (n, k), free of the level and of the patterns before it; k is 0 where the days
            do not tell it from those. No season over less than half a year.
        basis: shape (n, K), the level and all columns.
    """

    grid: Grid
    columns: Mapping[Pattern, Floats]
    basis: Floats

    @classmethod
    def of(cls, days: Days) -> "Calendar":
        """Of days since 1970-01-01 in ascending order, at least one."""
        span = int(days[-1] - days[0])
        blocks = {
            Pattern.WEEKDAY: (days[:, np.newaxis] % 7 == np.arange(7)).astype(np.float64),
            Pattern.TREND: ((days - days.mean()) / max(span, 1))[:, np.newaxis],
        }
        if span >= SEASON_SPAN_DAYS:
            blocks[Pattern.SEASON] = harmonics(days)
        basis = np.full((days.size, 1), 1 / math.sqrt(days.size))
        columns: dict[Pattern, Floats] = {}
        for pattern, block in blocks.items():
            columns[pattern] = orthonormal(block, basis)
            basis = np.hstack([basis, columns[pattern]])
        return cls(grid=Grid.of(days), columns=columns, basis=basis)

    def explains(self, scores: Floats) -> Mapping[Pattern, Explained]:
        """What each pattern explains of centred scores, shape (n,).

        A series that remembers yesterday drifts by itself, so for line and season its days count for fewer, by the
        factor (1 - phi) / (1 + phi) of a first-order autoregression (Bayley and Hammersley 1946).
        """
        n, total = scores.size, float(scores @ scores)
        left = without(scores, self.basis)
        freedom = n - self.basis.shape[1]
        if total <= 0 or freedom < 1:
            return dict.fromkeys(self.columns, Explained(share=0.0, stands_out=False))
        phi = persistence(left, self.grid)
        explained: dict[Pattern, Explained] = {}
        for pattern, columns in self.columns.items():
            there = float(np.sum((columns.T @ scores) ** 2))
            share = 1 - (1 - there / total) * (n - 1) / max(n - 1 - columns.shape[1], 1)
            swings = 1.0 if pattern is Pattern.WEEKDAY else (1 + phi) / (1 - phi)
            clear = stands_out(scores, columns, left, freedom=freedom / swings)
            explained[pattern] = Explained(share=share, stands_out=clear)
        return explained


def stands_out(scores: Floats, columns: Floats, left: Floats, *, freedom: float) -> bool:
    """Whether noise explains as much as some orthonormal columns do in less than 1 % of cases, by an F test.

    Args:
        scores: shape (n,).
        columns: shape (n, k).
        left: shape (n,), what these columns and everything else that is known leave of the scores.
        freedom: how many independent values what is left is worth.
    """
    size, noise = columns.shape[1], float(left @ left)
    there = float(np.sum((columns.T @ scores) ** 2))
    if size == 0 or freedom < 1 or there <= _TINY * float(scores @ scores):
        return False
    ratio = there / size / (noise / freedom) if noise > 0 else math.inf
    return bool(special().fdtrc(size, freedom, ratio) < _CHANCE)


def harmonics(days: Days) -> Floats:
    """The cosine and the sine of the time of year: shape (n, 2)."""
    angle = 2 * np.pi * days / YEAR_DAYS
    return np.column_stack([np.cos(angle), np.sin(angle)])


def orthonormal(block: Floats, basis: Floats) -> Floats:
    """Orthonormal columns that, with an orthonormal basis, span what the block spans beside it: shape (n, k)."""
    beside = without(block, basis)
    sizes, directions = np.linalg.eigh(beside.T @ beside)
    kept = sizes > _TINY * float(np.sum(block**2))
    columns: Floats = beside @ directions[:, kept] / np.sqrt(sizes[kept])
    return columns
