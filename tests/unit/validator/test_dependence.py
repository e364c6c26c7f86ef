"""What the second layer is built of: memory from day to day, and surrogates, each against what is known."""

import numpy as np
import pytest

from services.validator.domain.claims.finding import FindingKind, Verdict
from services.validator.domain.gates import second_layer
from services.validator.domain.gates.gate import GateInput, GateVerdict
from services.validator.domain.records.series import Floats
from services.validator.domain.statistics import surrogates
from services.validator.domain.statistics.autocorrelation import Grid, effective_n, persistence, quadratic_form
from services.validator.domain.statistics.scores import calendar_basis, normal_scores, without
from tests.unit.validator.test_second_layer import change, pair, remembering, share_above_rejected


def consecutive(n: int) -> Grid:
    return Grid.of(np.arange(n) + 20_000)


def chances(n: int, phi: float, draws: int) -> Floats:
    rng = np.random.default_rng(11)
    drawn = (normal_scores(remembering(rng, n, phi)) for _ in range(2 * draws))
    return np.array([surrogates.chance_of(next(drawn), next(drawn), consecutive(n)) for _ in range(draws)])


@pytest.mark.parametrize("phi", [0.0, 0.7])
def test_the_chance_of_unrelated_series_is_spread_evenly(phi: float) -> None:
    found = chances(150, phi, draws=400)
    assert 0.02 <= np.mean(found <= 0.05) <= 0.09
    assert 0.4 <= np.mean(found <= 0.5) <= 0.6


def test_beyond_a_thousand_surrogates_a_chance_is_bounded_and_not_nothing() -> None:
    x = normal_scores(np.random.default_rng(0).normal(size=200))
    closer = [normal_scores(x + noise * np.random.default_rng(1).normal(size=200)) for noise in (2.0, 1.0, 0.5)]
    found = [surrogates.chance_of(x, y, consecutive(200)) for y in closer]
    assert found == sorted(found, reverse=True)
    assert all(0 < chance < 1 / 1001 for chance in found)


def test_memory_is_estimated_without_the_bias_of_short_series() -> None:
    rng = np.random.default_rng(2)
    grid, days = consecutive(40), np.arange(40)
    basis = np.linalg.qr(np.column_stack([np.ones(40), days]))[0]
    estimates = [persistence(without(remembering(rng, 40, 0.6), basis), grid) for _ in range(400)]
    assert float(np.mean(estimates)) == pytest.approx(0.6, abs=0.04)
    uncorrected = [e - (2 + 4 * e) / 39 for e in estimates]
    assert abs(float(np.mean(uncorrected)) - 0.6) > 0.06


def test_memory_between_every_second_day_is_that_of_one_day_squared() -> None:
    values = remembering(np.random.default_rng(4), 1200, 0.8)[::2]
    grid = Grid.of(np.arange(0, 1200, 2))
    assert persistence(values - values.mean(), grid) == pytest.approx(0.8, abs=0.05)


def test_days_are_worth_what_bayley_and_hammersley_say() -> None:
    n, phi = 50, 0.7
    exact = n / (1 + 2 * sum((1 - lag / n) * phi**lag for lag in range(1, n)))
    assert effective_n(phi, consecutive(n)) == pytest.approx(exact)
    assert effective_n(0.0, consecutive(n)) == n
    far_apart = Grid.of(np.arange(0, 50 * 60, 60))
    assert effective_n(phi, far_apart) == pytest.approx(50, rel=1e-6)


def test_the_variance_of_a_weighted_sum_is_the_quadratic_form_over_its_calendar() -> None:
    days = np.array([3, 4, 6, 10, 11])
    weights = np.array([1.0, -2.0, 0.5, 3.0, -1.0])
    expected = weights @ 0.6 ** np.abs(np.subtract.outer(days, days)) @ weights
    assert quadratic_form(weights, 0.6, Grid.of(days)) == pytest.approx(float(expected))


def test_what_the_calendar_explains_is_taken_out_whole() -> None:
    days = np.arange(20_000, 20_070)
    pattern = np.where(days % 7 < 2, 5.0, 0.0) + 0.3 * (days - 20_000)
    assert without(pattern, calendar_basis(days, trend=True)) == pytest.approx(np.zeros(70), abs=1e-9)
    assert calendar_basis(days, trend=True).shape == (70, 8)
    assert calendar_basis(days[days % 7 == 3], trend=True).shape == (10, 2)


def test_a_signal_that_chance_gives_too_often_is_capped_by_its_own_gate() -> None:
    rng = np.random.default_rng(6)
    seen = 0
    for _ in range(40):
        signal = second_layer.look_again(pair(rng.normal(size=60), rng.normal(size=60)))
        for outcome in (signal.serial_dependence, signal.confounding):
            failed = outcome.number("p_value") > 0.05
            assert (outcome.verdict is GateVerdict.FAILED) == failed
            assert outcome.ceiling is (Verdict.REJECTED if failed else Verdict.VALIDATED)
            seen += failed and outcome.number("p_value") < 0.4
    assert seen > 5


def test_slow_wandering_is_not_taken_for_a_change() -> None:
    def wandering(seed: int) -> GateInput:
        return change(remembering(np.random.default_rng(seed), 40, 0.9))

    assert share_above_rejected(wandering, draws=300) <= 0.08


def test_a_scalar_has_no_chance_to_tell() -> None:
    given = GateInput(kind=FindingKind.SCALAR, feature=np.arange(30.0), target=None, effect=None, days=np.arange(30))
    assert second_layer.look_again(given).p_value is None
