"""Resampling that keeps neighbouring days together.

Circular block bootstrap (Politis and Romano 1992). A block starts on any calendar day; for the days of a gap those that
follow it stand in, one for one.
"""

from typing import Final

import numpy as np

from services.validator.domain.records.series import Days, Floats
from services.validator.domain.statistics.autocorrelation import Grid

RESAMPLES: Final = 1000
_SEED: Final = 42
_WEEK: Final = 7
_SEASON: Final = 90


def block_days(phi: float, grid: Grid) -> int:
    """The block length in calendar days: Carlstein's (1986) for a first-order autoregression, but at least a week.

    A week keeps the rhythm of weekdays. No block is longer than a third of the calendar, or than a season.
    """
    best = (np.sqrt(6) * phi / (1 - phi**2)) ** (2 / 3) * grid.length ** (1 / 3)
    return int(min(max(np.ceil(best), _WEEK), _SEASON, max(grid.length // 3, 1)))


def resampled(weights: Floats, values: Floats, grid: Grid, *, length: int) -> Floats:
    """The weighted sums of a thousand block resamples: shape (resamples,).

    What a block adds depends only on where it stands and where it starts, so each such sum is computed once.

    Args:
        weights: shape (n,), by day.
        values: shape (n,), what is resampled.
        grid: the days of both.
        length: of a block, in calendar days.
    """
    count = -(-grid.length // length)
    by_block = np.zeros(count * length)
    by_block[grid.position] = weights
    calendar = values[_stand_ins(grid)]
    from_start = np.stack([np.roll(calendar, -offset) for offset in range(length)])
    sums = by_block.reshape(count, length) @ from_start
    starts = np.random.default_rng(_SEED).integers(0, grid.length, size=(RESAMPLES, count))
    drawn: Floats = sums[np.arange(count), starts].sum(axis=1)
    return drawn


def _stand_ins(grid: Grid) -> Days:
    """For each calendar day the day on record that gives its value, as an index: shape (length,)."""
    calendar = np.arange(grid.length)
    following = np.searchsorted(grid.position, calendar)
    into_gap = np.where(grid.position[following] == calendar, 0, calendar - grid.position[following - 1] - 1)
    stand_ins: Days = (following + into_gap) % grid.n
    return stand_ins
