"""The counted ranks against scipy: the same numbers from the same resamples, ties and constants included."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from services.validator.domain.records.series import Floats
from services.validator.domain.statistics import ranks
from tests.unit.validator import documented

# Rounding of the last division: scipy divides twice where a counted correlation divides once.
ULPS = 4e-16

FEW_VALUES = st.integers(0, 4).map(float)
MANY_VALUES = st.floats(-1e6, 1e6)
PAIRS = st.sampled_from([FEW_VALUES, MANY_VALUES]).flatmap(
    lambda values: st.lists(st.tuples(values, values), min_size=2, max_size=40)
)


def columns(pairs: list[tuple[float, float]]) -> tuple[Floats, Floats]:
    both = np.array(pairs)
    return both[:, 0].copy(), both[:, 1].copy()


def same(ours: float, theirs: float) -> bool:
    return (math.isnan(ours) and math.isnan(theirs)) or abs(ours - theirs) <= ULPS


@settings(max_examples=200, deadline=None)
@given(PAIRS)
def test_spearman_and_kendall_are_scipys(pairs: list[tuple[float, float]]) -> None:
    x, y = columns(pairs)
    assert same(ranks.spearman(x, y), documented.spearman(x, y))
    assert same(ranks.kendall_tau_b(x, y), float(stats.kendalltau(x, y).statistic))


@settings(max_examples=30, deadline=None)
@given(PAIRS)
def test_the_bootstrap_equals_ranking_every_resample_anew(pairs: list[tuple[float, float]]) -> None:
    x, y = columns(pairs)
    ours = ranks.bootstrap_spearman(x, y)
    theirs = documented.bootstrap_rhos(x, y)
    theirs = theirs[np.isfinite(theirs)]
    assert ours.resamples == theirs.size
    if theirs.size:
        low, median, high = np.quantile(theirs, [0.025, 0.5, 0.975])
        assert same(ours.low, low)
        assert same(ours.median, median)
        assert same(ours.high, high)


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("n", [20, 90])
def test_the_bootstrap_equals_a_scipy_loop(n: int, *, ties: bool) -> None:
    rng = np.random.default_rng(n)
    x = rng.normal(size=n)
    y = 0.3 * x + rng.normal(size=n)
    if ties:
        x, y = np.round(x), np.round(2 * y)
    loop = [stats.spearmanr(x[index], y[index]).statistic for index in documented.resampled(n)]
    low, median, high = np.quantile(loop, [0.025, 0.5, 0.975])
    ours = ranks.bootstrap_spearman(x, y)
    assert same(ours.low, low)
    assert same(ours.median, median)
    assert same(ours.high, high)


@pytest.mark.parametrize("n", [400, 1860, 1861])
def test_long_series_are_resampled_in_blocks_without_changing_a_number(n: int) -> None:
    """From 1,861 on, sums no longer fit 32 bits."""
    rng = np.random.default_rng(n)
    x = rng.integers(0, 50, size=n).astype(float)
    y = x + rng.normal(scale=100, size=n)
    theirs = documented.bootstrap_rhos(x, y)
    low, median, high = np.quantile(theirs, [0.025, 0.5, 0.975])
    ours = ranks.bootstrap_spearman(x, y)
    assert same(ours.low, low)
    assert same(ours.median, median)
    assert same(ours.high, high)


@pytest.mark.parametrize("n", [1860, 1900])
def test_the_largest_rank_sums_fit(n: int) -> None:
    x = np.arange(float(n))
    ours = ranks.bootstrap_spearman(x, -x)
    assert (ours.low, ours.high, ours.resamples) == (-1.0, -1.0, 1000)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.floats(-1e6, 1e6), min_size=10, max_size=60))
def test_the_bootstrap_of_a_mean_equals_a_loop(values: list[float]) -> None:
    x = np.array(values)
    loop = [x[index].mean() for index in documented.resampled(len(x))]
    low, median, high = np.quantile(loop, [0.025, 0.5, 0.975])
    ours = ranks.bootstrap_mean(x)
    assert (ours.low, ours.median, ours.high) == pytest.approx((low, median, high), rel=1e-12, abs=1e-9)


def test_a_resample_without_a_correlation_does_not_count() -> None:
    """One odd value in twenty is missing from about a third of the resamples."""
    x = np.zeros(20)
    x[0] = 1.0
    ours = ranks.bootstrap_spearman(x, np.arange(20.0))
    defined = np.isfinite(documented.bootstrap_rhos(x, np.arange(20.0))).sum()
    assert ours.resamples == defined < 700


def test_a_constant_series_has_no_correlation_at_all() -> None:
    x, y = np.ones(30), np.arange(30.0)
    ours = ranks.bootstrap_spearman(x, y)
    assert ours.resamples == 0
    assert math.isnan(ours.low)
    assert math.isnan(ranks.spearman(x, y))
    assert math.isnan(ranks.spearman(x[:1], y[:1]))
