"""The intervals of a mean and of a correlation: what they rest on, and how often they hold the truth."""

import numpy as np
import pytest
from scipy import signal, stats

from services.validator.domain.records.series import Days, Floats
from services.validator.domain.statistics.intervals import correlation_interval, days_worth, mean_interval


def autoregressive(rng: np.random.Generator, days: int, phi: float) -> Floats:
    values: Floats = signal.lfilter([np.sqrt(1 - phi**2)], [1, -phi], rng.normal(size=days + 200))
    return values[200:]


def test_days_that_never_adjoin_count_as_independent() -> None:
    days = np.cumsum(np.arange(1, 21))
    values = np.random.default_rng(1).normal(60, 3, 20)
    interval = mean_interval(values, days)
    low, high = stats.t.interval(0.95, 19, loc=values.mean(), scale=stats.sem(values))
    assert days_worth(values, days) == 20
    assert (interval.low, interval.high) == pytest.approx((low, high))


def test_days_that_resemble_their_neighbours_are_worth_fewer() -> None:
    values = autoregressive(np.random.default_rng(2), 400, 0.7)
    assert 40 < days_worth(values, np.arange(400)) < 120  # in theory 400 · 0.3 / 1.7 = 71


def test_a_gap_is_no_neighbourhood() -> None:
    values = autoregressive(np.random.default_rng(3), 100, 0.7)
    apart = np.arange(100) + 5 * (np.arange(100) // 10)
    assert days_worth(values, apart) > days_worth(values, np.arange(100))


def test_mondays_have_a_week_between_them() -> None:
    values = autoregressive(np.random.default_rng(4), 1400, 0.9)[::7]
    mondays = days_worth(values, 7 * np.arange(200))
    assert mondays < 120  # in theory 200 · 0.52 / 1.48 = 71
    assert mondays == pytest.approx(days_worth(values, np.arange(200)))


@pytest.mark.parametrize(
    ("values", "days"),
    [([61.0] * 30, range(30)), ([61.0, 58.0], [0, 1]), ([0.1] * 12, range(12)), ([1.0, 2.0] * 15, range(30))],
)
def test_little_or_nothing_to_estimate_from_counts_every_day(values: list[float], days: list[int]) -> None:
    assert days_worth(np.array(values), np.array(days)) == len(values)


@pytest.mark.parametrize("values", [[], [61.0]])
def test_a_mean_of_fewer_than_two_days_has_no_interval(values: list[float]) -> None:
    interval = mean_interval(np.array(values), np.arange(len(values)))
    assert np.isnan([interval.low, interval.high]).all()


@pytest.mark.parametrize("phi", [0.0, 0.5, 0.8])
@pytest.mark.parametrize("weekends", [False, True])
def test_nineteen_of_twenty_intervals_hold_the_mean(*, phi: float, weekends: bool) -> None:
    rng = np.random.default_rng(5)
    days: Days = np.flatnonzero(np.arange(315) % 7 > 4) if weekends else np.arange(90)
    held = 0
    for _ in range(300):
        interval = mean_interval(autoregressive(rng, days[-1] + 1, phi)[days], days)
        held += interval.low <= 0 <= interval.high
    assert 0.91 <= held / 300 <= 1.0


@pytest.mark.parametrize("rho", [-1.0, -0.4, 0.0, 0.85, 1.0])
def test_the_interval_of_a_correlation_holds_it_and_stays_within_one(rho: float) -> None:
    interval = correlation_interval(rho, 40)
    assert -1 <= interval.low <= rho + 1e-9
    assert rho - 1e-9 <= interval.high <= 1
    assert np.isnan(correlation_interval(rho, 3).low)
