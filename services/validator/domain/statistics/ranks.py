"""The statistics the gates rest on, exact with ties.

Ranks are handled as doubled deviations from the mean rank: whole numbers, so every sum below is exact and a
correlation is rounded only in its last division. Source: Spearman (1904), with average ranks for ties.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from services.validator.domain.records.series import Days, Floats

RESAMPLES: Final = 1000
_SEED: Final = 42
_CELLS_AT_ONCE: Final = 1 << 16
_INT32_MAX_N: Final = 1860  # sums of products of deviations reach n(n² - 1)/3, which is to stay below 2³¹


@dataclass(frozen=True, kw_only=True)
class Bootstrap:
    """Percentile interval (0.025, 0.975) and median of a resampled statistic.

    Attributes:
        resamples: how many of the resamples had the statistic at all; with none, the rest is NaN.
    """

    low: float
    high: float
    median: float
    resamples: int


def spearman(x: Floats, y: Floats) -> float:
    """Spearman's rank correlation; NaN where it is not defined (fewer than 2 pairs, or a constant series)."""
    if x.size < 2:
        return float("nan")
    a, b = _rank_deviations(x), _rank_deviations(y)
    scale = np.sqrt(float(a @ a) * float(b @ b))
    return float(a @ b) / float(scale) if scale else float("nan")


def kendall_tau_b(x: Floats, y: Floats) -> float:
    """Kendall's tau-b (1945); NaN where it is not defined (fewer than 2 pairs, or a constant series).

    Pairs are counted, so that only the last divisions round. Source of the count: Knight (1966).
    """
    if x.size < 2:
        return float("nan")
    x_codes, y_codes = (np.unique(each, return_inverse=True)[1] for each in (x, y))
    pairs = x.size * (x.size - 1) // 2
    x_tied, y_tied, both_tied = (
        _tied_pairs(codes) for codes in (x_codes, y_codes, x_codes * (int(y_codes.max()) + 1) + y_codes)
    )
    if pairs in (x_tied, y_tied):
        return float("nan")
    discordant = _inversions(y_codes[np.lexsort((y_codes, x_codes))])
    surplus = pairs - x_tied - y_tied + both_tied - 2 * discordant
    tau = surplus / np.sqrt(pairs - x_tied) / np.sqrt(pairs - y_tied)
    return float(np.clip(tau, -1.0, 1.0))


def _tied_pairs(codes: Days) -> int:
    counts = np.unique(codes, return_counts=True)[1]
    return int((counts * (counts - 1) // 2).sum())


def _inversions(codes: Days) -> int:
    """How many pairs of whole numbers, shape (n,), stand with the larger one first.

    Two numbers differ first in one bit: the pair is counted there, among those whose higher bits are the same.
    """
    found = 0
    # Short numbers are sorted by their digits, without comparing.
    narrow = codes.astype(np.min_scalar_type(int(codes.max())))
    for bit in range(int(codes.max()).bit_length()):
        higher = narrow >> (bit + 1)
        order = np.argsort(higher, kind="stable")
        higher, set_here = higher[order], (codes[order] >> bit) & 1
        starts = np.flatnonzero(np.concatenate(([True], higher[1:] != higher[:-1])))
        earlier = np.cumsum(set_here) - set_here
        within = earlier - np.repeat(earlier[starts], np.diff(starts, append=codes.size))
        found += int(within[set_here == 0].sum())
    return found


def bootstrap_spearman(x: Floats, y: Floats) -> Bootstrap:
    """The correlation over resampled pairs; a resample in which a series is constant has none and does not count."""
    x_ranking, y_ranking = _Ranking.of(x), _Ranking.of(y)
    parts: list[Floats] = []
    for resample in _resamples(x.size):
        counts = _multiplicities(resample, x.size)
        a, x_scale = x_ranking.deviations(counts)
        b, y_scale = y_ranking.deviations(counts)
        a *= counts
        scale = np.sqrt(x_scale.astype(np.float64) * y_scale)
        undefined = np.full(scale.shape, np.nan)
        parts.append(np.divide(np.einsum("ij,ij->j", a, b), scale, out=undefined, where=scale > 0))
    return _summary(np.concatenate(parts))


def bootstrap_mean(x: Floats) -> Bootstrap:
    """The mean over resampled values."""
    return _summary(np.concatenate([x[resample].mean(axis=1) for resample in _resamples(x.size)]))


def _rank_deviations(x: Floats) -> Days:
    """Twice the deviation of each value's average rank from the mean rank: whole numbers, shape (n,)."""
    _, codes, counts = np.unique(x, return_inverse=True, return_counts=True)
    doubled: Days = 2 * np.cumsum(counts) - counts - x.size
    return doubled[codes]


def _resamples(n: int) -> Iterator[Days]:
    """The documented 1,000 resamples of n out of n as indices, seed 42, in blocks of shape (rows, n) that fit a cache.

    The stream of indices is the same however it is cut into blocks.
    """
    rng = np.random.default_rng(_SEED)
    rows = max(1, _CELLS_AT_ONCE // n)
    for start in range(0, RESAMPLES, rows):
        yield rng.integers(0, n, size=(min(rows, RESAMPLES - start), n))


def _multiplicities(resample: Days, n: int) -> NDArray[np.integer]:
    """How often each observation occurs in each resample, shape (n, rows).

    Observations come first so that reordering them moves whole rows.
    """
    rows = resample.shape[0]
    cells = resample * rows + np.arange(rows)[:, np.newaxis]
    dtype = np.int32 if n <= _INT32_MAX_N else np.int64
    return np.bincount(cells.ravel(), minlength=n * rows).reshape(n, rows).astype(dtype)


@dataclass(frozen=True, kw_only=True, eq=False)
class _Ranking:
    """The order of one series' values, from which the ranks within any resample follow by counting.

    Attributes:
        order: the observations by value, shape (n,).
        starts: where each distinct value begins in `order`, shape (k,).
        codes: which distinct value each observation has, shape (n,).
    """

    order: Days
    starts: Days
    codes: Days

    @classmethod
    def of(cls, x: Floats) -> "_Ranking":
        _, codes, counts = np.unique(x, return_inverse=True, return_counts=True)
        return cls(order=np.argsort(codes, kind="stable"), starts=np.cumsum(counts) - counts, codes=codes)

    def deviations(self, multiplicities: NDArray[np.integer]) -> tuple[NDArray[np.integer], NDArray[np.integer]]:
        """Each observation's doubled rank deviation within each resample, (n, rows), and their sum of squares, (rows,).

        The average rank of a value that occurs c times, with C occurrences up to and including it, is C - (c - 1) / 2.
        """
        dtype, n = multiplicities.dtype, self.order.size
        counts = multiplicities[self.order]
        if self.starts.size < n:
            counts = np.add.reduceat(counts, self.starts, axis=0)
        doubled = np.cumsum(counts, axis=0, dtype=dtype)
        doubled *= 2
        doubled -= counts
        doubled -= dtype.type(n)
        return doubled[self.codes], np.einsum("ij,ij,ij->j", counts, doubled, doubled)


def _summary(values: Floats) -> Bootstrap:
    defined = values[np.isfinite(values)]
    if not defined.size:
        return Bootstrap(low=float("nan"), high=float("nan"), median=float("nan"), resamples=0)
    low, median, high = np.quantile(defined, (0.025, 0.5, 0.975))
    return Bootstrap(low=float(low), high=float(high), median=float(median), resamples=defined.size)
