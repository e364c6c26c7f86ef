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
_CELLS_AT_ONCE: Final = 1 << 15
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
        parts.append(np.divide(_products(a, b, x.size), scale, out=undefined, where=scale > 0))
    return _summary(np.concatenate(parts))


def _products(a: NDArray[np.int32], b: NDArray[np.int32], n: int) -> NDArray[np.number]:
    """The sum of the products of deviations among n down each column, exact: in doubles where 32 bits may overflow."""
    if n > _INT32_MAX_N:
        return np.asarray(np.einsum("ij,ij->j", a.astype(np.float64), b.astype(np.float64)))
    return np.asarray(np.einsum("ij,ij->j", a, b))


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


def _multiplicities(resample: Days, n: int) -> NDArray[np.int32]:
    """How often each observation occurs in each resample, shape (n, rows).

    Observations come first so that reordering them moves whole rows.
    """
    rows = resample.shape[0]
    cells = resample * rows + np.arange(rows)[:, np.newaxis]
    return np.bincount(cells.ravel(), minlength=n * rows).reshape(n, rows).astype(np.int32)


@dataclass(frozen=True, kw_only=True, eq=False)
class _Ranking:
    """The order of one series' values, from which the ranks within any resample follow by counting.

    Attributes:
        order: the observations by value, shape (n,).
        ends: how many of them are no larger than each distinct value, and 0 before: shape (k + 1,).
        codes: which distinct value each observation has, shape (n,).
    """

    order: Days
    ends: Days
    codes: Days

    @classmethod
    def of(cls, x: Floats) -> "_Ranking":
        _, codes, counts = np.unique(x, return_inverse=True, return_counts=True)
        ends = np.concatenate([[0], np.cumsum(counts)])
        return cls(order=np.argsort(codes, kind="stable"), ends=ends, codes=codes)

    def deviations(self, multiplicities: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.number]]:
        """Each observation's doubled rank deviation within each resample, (n, rows), and their sum of squares, (rows,).

        The average rank of a value that occurs c times, with C occurrences up to and including it, is C - (c - 1) / 2.
        """
        n, rows = multiplicities.shape
        up_to = np.zeros((n + 1, rows), np.int32)
        np.cumsum(multiplicities[self.order], axis=0, out=up_to[1:])
        if self.ends.size <= n:
            up_to = up_to[self.ends]
        doubled = up_to[1:] + up_to[:-1] - np.int32(n)
        squares = _products((up_to[1:] - up_to[:-1]) * doubled, doubled, n)
        return doubled[self.codes], squares


def _summary(values: Floats) -> Bootstrap:
    defined = values[np.isfinite(values)]
    if not defined.size:
        return Bootstrap(low=float("nan"), high=float("nan"), median=float("nan"), resamples=0)
    low, median, high = np.quantile(defined, (0.025, 0.5, 0.975))
    return Bootstrap(low=float(low), high=float(high), median=float(median), resamples=defined.size)
