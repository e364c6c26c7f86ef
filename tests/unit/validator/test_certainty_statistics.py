"""The intervals that the validator tells: how often each holds the truth, and what it rests on."""

from collections.abc import Callable

import numpy as np
import pytest
from scipy import signal

from services.validator.domain.records.series import Days, Floats
from services.validator.domain.statistics import certainty
from services.validator.domain.statistics.certainty import ConfidenceInterval

DRAWS = 300
HALVES = np.arange(90) < 45
INTERVALS: dict[str, Callable[[Floats, Days], ConfidenceInterval | None]] = {
    "mean": certainty.of_mean,
    "median": certainty.of_median,
    "difference": lambda values, days: certainty.of_difference(values, days, HALVES[days], ~HALVES[days]),
    "line": certainty.of_line,
    "share": lambda values, days: certainty.of_share((values > 0).astype(np.float64), days),
}
TRUTHS = {"mean": 0.0, "median": 0.0, "difference": 0.0, "line": 0.0, "share": 0.5}


def autoregressive(rng: np.random.Generator, phi: float, n: int = 90) -> Floats:
    values: Floats = signal.lfilter([np.sqrt(1 - phi**2)], [1, -phi], rng.normal(size=n + 200))
    return values[200:]


@pytest.mark.parametrize("phi", [0.0, 0.5, 0.8])
@pytest.mark.parametrize("number", INTERVALS)
def test_about_nineteen_of_twenty_intervals_hold_the_truth(number: str, phi: float) -> None:
    rng, held = np.random.default_rng(6), 0
    for _ in range(DRAWS):
        interval = INTERVALS[number](autoregressive(rng, phi), np.arange(90))
        assert interval is not None
        held += interval.low <= TRUTHS[number] <= interval.high
    assert 0.90 <= held / DRAWS <= 0.99


@pytest.mark.parametrize("phi", [0.0, 0.5, 0.8])
def test_about_nineteen_of_twenty_intervals_of_a_correlation_hold_it(phi: float) -> None:
    rng, held = np.random.default_rng(7), 0
    for _ in range(DRAWS):
        x, y = autoregressive(rng, phi), autoregressive(rng, phi)
        interval = certainty.of_rank_correlation(x, y, np.arange(90))
        assert interval is not None
        held += interval.low <= 0 <= interval.high
    assert 0.90 <= held / DRAWS <= 0.99


@pytest.mark.parametrize("number", INTERVALS)
def test_alike_days_are_worth_fewer_and_widen_it(number: str) -> None:
    """Of most series: a single one may look as if it remembered."""
    rng, days = np.random.default_rng(8), np.arange(90)
    widths, worths = np.zeros((2, 15)), np.zeros((2, 15))
    for draw in range(15):
        for row, phi in enumerate((0.0, 0.8)):
            found = INTERVALS[number](autoregressive(rng, phi), days)
            assert found is not None
            assert 1 <= found.days_worth <= 90
            widths[row, draw], worths[row, draw] = found.high - found.low, found.days_worth
    (narrow, wide), (many, few) = np.median(widths, axis=1), np.median(worths, axis=1)
    assert wide > 1.5 * narrow
    assert many > 2 * few


@pytest.mark.parametrize("number", ["mean", "median", "difference", "line"])
def test_an_interval_has_the_unit_of_its_values(number: str) -> None:
    values, days = autoregressive(np.random.default_rng(9), 0.4), np.arange(90)
    small, large = INTERVALS[number](values, days), INTERVALS[number](60 * values, days)
    assert small is not None
    assert large is not None
    assert (large.low, large.high) == pytest.approx((60 * small.low, 60 * small.high), rel=1e-6)


@pytest.mark.parametrize("number", INTERVALS)
@pytest.mark.parametrize("n", [0, 1, 2])
def test_too_few_values_have_none(number: str, n: int) -> None:
    assert INTERVALS[number](np.arange(n, dtype=np.float64), np.arange(n)) is None


def test_groups_of_which_one_is_empty_have_none() -> None:
    everyone = np.ones(30, np.bool_)
    assert certainty.of_difference(np.arange(30.0), np.arange(30), ~everyone, everyone) is None


def test_what_does_not_vary_goes_with_nothing() -> None:
    flat = np.ones(30)
    assert certainty.of_rank_correlation(flat, np.arange(30.0), np.arange(30)) is None
    assert certainty.of_rank_correlation(flat[:2], np.arange(2.0), np.arange(2)) is None


def test_a_share_stays_between_none_and_all() -> None:
    for held in (np.zeros(30), np.ones(30)):
        interval = certainty.of_share(held, np.arange(30))
        assert interval is not None
        assert 0 <= interval.low <= held.mean() <= interval.high <= 1
        assert interval.high - interval.low < 0.15


def test_values_of_both_groups_count_in_both() -> None:
    values = np.random.default_rng(10).normal(size=60)
    days = np.arange(60)
    interval = certainty.of_difference(values, days, days < 40, days >= 20)
    assert interval is not None
    assert interval.low < values[20:].mean() - values[:40].mean() < interval.high
