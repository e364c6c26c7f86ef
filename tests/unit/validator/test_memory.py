"""The models of a series' memory: each against its covariance written out, and what they make of series."""

from dataclasses import replace
from functools import cache
from typing import Final

import numpy as np
import pytest
from scipy import linalg, signal, stats

from services.validator.domain.records.series import Floats
from services.validator.domain.statistics.autocorrelation import Grid
from services.validator.domain.statistics.changes import Changes
from services.validator.domain.statistics.effects import Effect, effect, log_evidence
from services.validator.domain.statistics.links import link
from services.validator.domain.statistics.memory import (
    CAUTIOUS,
    EVEN,
    Family,
    Memory,
    Prior,
    memories,
    weigh,
)
from services.validator.domain.statistics.memory import autocorrelations as autocorrelations_of
from services.validator.domain.statistics.scores import calendar_basis, level, normal_scores
from tests.unit.validator.test_second_layer import remembering

_DAYS: Final = np.sort(np.random.default_rng(1).choice(60, 45, replace=False))
_NO_MEMORY: Final = replace(CAUTIOUS, families={each: 1.0 if each is Family.NONE else 1e-300 for each in Family})
_IMPULSE: Final = np.concatenate([[1.0], np.zeros(20_000)])


@cache
def autocorrelations(coefficients: tuple[float, ...], lags: int) -> Floats:
    """By the moving average that an autoregression is."""
    psi = signal.lfilter([1.0], [1.0, *(-each for each in coefficients)], _IMPULSE)
    found = np.array([psi[: psi.size - lag] @ psi[lag:] for lag in range(lags)])
    return np.asarray(found / found[0], np.float64)


def covariance(memory: Memory, grid: Grid) -> Floats:
    whole = memory.noise * np.eye(grid.length)
    for component in memory.components:
        whole += component.share * linalg.toeplitz(autocorrelations(component.coefficients, grid.length))
    return np.asarray(whole[np.ix_(grid.position, grid.position)], np.float64)


@pytest.mark.parametrize("weekly", [True, False])
def test_every_model_weighs_days_with_gaps_as_its_covariance_says(*, weekly: bool) -> None:
    grid, series = Grid.of(_DAYS), np.random.default_rng(2).normal(size=(_DAYS.size, 3))
    weighed = weigh(series, grid, weekly=weekly)
    assert len(weighed.models) == len(memories(weekly=weekly))
    for memory, log_determinant, products in zip(
        weighed.models, weighed.log_determinants, weighed.products, strict=True
    ):
        exact = covariance(memory, grid)
        assert log_determinant == pytest.approx(np.linalg.slogdet(exact)[1], abs=1e-8)
        assert products == pytest.approx(series.T @ np.linalg.solve(exact, series), rel=1e-8)


@pytest.mark.parametrize("prior", [CAUTIOUS, EVEN])
@pytest.mark.parametrize("weekly", [True, False])
def test_each_kind_of_memory_has_its_weight_however_many_models_it_has(prior: Prior, *, weekly: bool) -> None:
    models = memories(weekly=weekly)
    weights, families = np.exp(prior.log_weights(models)), np.array([each.family for each in models])
    assert {family: weights[families == family].sum() for family in set(families)} == pytest.approx(
        {family: weight for family, weight in prior.families.items() if family in families}
    )
    assert all(0 < each.noise <= 1 for each in models)


def test_what_days_share_is_what_each_model_says() -> None:
    models = memories(weekly=True)
    for memory, found in zip(models, autocorrelations_of(models, 30), strict=True):
        expected = sum(
            (each.share * autocorrelations(each.coefficients, 30) for each in memory.components),
            memory.noise * np.eye(1, 30)[0],
        )
        assert found == pytest.approx(expected, abs=1e-9)


def test_few_days_are_weighed_by_the_models_that_fit_into_them() -> None:
    weighed = weigh(np.random.default_rng(3).normal(size=(9, 1)), Grid.of(np.arange(9)), weekly=True)
    assert 0 < len(weighed.models) < len(memories(weekly=True))
    assert np.isfinite(weighed.products).all()


@pytest.mark.parametrize("limit", ["_SHORT_DAYS", "_LONG_DAYS"])
def test_a_calendar_that_is_laid_out_anew_gives_what_a_kept_one_gives(
    limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    grid, series = Grid.of(_DAYS), np.random.default_rng(4).normal(size=(_DAYS.size, 2))
    kept = weigh(series, grid, weekly=True)
    monkeypatch.setattr(f"services.validator.domain.statistics.memory.{limit}", 1)
    for _ in range(2):
        assert np.array_equal(weigh(series, grid, weekly=True).products, kept.products)


def of_model(index: int, values: Floats, shape: Floats) -> Effect:
    grid = Grid.of(np.arange(values.size))
    weighed = weigh(np.column_stack([values, shape, level(values.size)]), grid, weekly=True)
    found = effect(weighed, n=values.size, response=0, column=1, beside=[2])
    assert found is not None
    return Effect(
        weights=np.eye(found.weights.size)[index],
        estimates=found.estimates,
        errors=found.errors,
        freedom=found.freedom,
    )


def test_without_memory_an_effect_is_that_of_ordinary_least_squares() -> None:
    rng = np.random.default_rng(5)
    shape, values = rng.normal(size=40), rng.normal(size=40)
    ordinary, found = stats.linregress(shape, values), of_model(0, values, shape)
    assert found.size == pytest.approx(ordinary.slope)
    assert found.p_value == pytest.approx(ordinary.pvalue)
    half = stats.t.ppf(0.975, 38) * ordinary.stderr
    assert found.interval().low == pytest.approx(ordinary.slope - half)
    assert found.interval().high == pytest.approx(ordinary.slope + half)


def test_an_interval_leaves_out_none_where_the_chance_is_small() -> None:
    rng = np.random.default_rng(6)
    for size in (0.0, 0.4, 0.8, 1.2):
        shape = np.repeat([0.0, 1.0], 30)
        weighed = weigh(
            np.column_stack([rng.normal(size=60) + size * shape, shape, level(60)]), Grid.of(np.arange(60)), weekly=True
        )
        found = effect(weighed, n=60, response=0, column=1, beside=[2])
        assert found is not None
        interval = found.interval()
        assert interval.low < found.size < interval.high
        # The chance counts both ways, the interval either end.
        assert (found.p_value < 0.04) <= (not interval.low <= 0 <= interval.high)


def test_what_explains_itself_and_nothing_else_is_no_effect() -> None:
    values = np.arange(12.0)
    weighed = weigh(np.column_stack([values, values, level(12)]), Grid.of(np.arange(12)), weekly=True)
    assert effect(weighed, n=12, response=0, column=1, beside=[2]) is None


def test_evidence_weighs_an_effect_against_none() -> None:
    """Without memory it is Zellner's: of a known spread, by the ratio of two t densities."""
    rng, shape = np.random.default_rng(10), np.repeat([-0.5, 0.5], 20)
    for size, clear in ((0.0, False), (2.0, True)):
        values = rng.normal(size=40) + size * shape
        weighed = weigh(np.column_stack([values, shape, level(40)]), Grid.of(np.arange(40)), weekly=False)
        found = log_evidence(weighed, n=40, response=0, column=1, beside=[2], size=1.0, prior=_NO_MEMORY)
        spread, left = 0.1, values - values.mean()
        rest = float(left @ left) - (float(left @ shape) / 10) ** 2 * 10
        estimate = float(left @ shape) / 10
        exact = (
            39 / 2 * np.log((rest + estimate**2 / spread) / (rest + estimate**2 / (spread + 1)))
            - np.log((spread + 1) / spread) / 2
        )
        assert found == pytest.approx(exact)
        assert (found > 3) == clear


def test_days_that_take_turns_are_told_apart_through_slow_drift() -> None:
    """What neighbours share cancels out between them: half a standard deviation is seen in 90 days."""
    rng = np.random.default_rng(7)
    seen = 0
    for _ in range(60):
        runs = rng.random(90) < 0.2
        scores = normal_scores(remembering(rng, 90, 0.9) + 0.5 * runs)
        contrast = runs / runs.sum() - ~runs / (~runs).sum()
        found = Changes.of(scores, contrast, Grid.of(np.arange(90)), level(90), weekly=True)
        seen += found.as_it_stands.p_value <= 0.05
    assert seen >= 50


def test_a_change_within_what_is_taken_out_is_none() -> None:
    days = np.arange(70) + 20_000
    weekend = days % 7 < 2
    contrast = weekend / weekend.sum() - ~weekend / (~weekend).sum()
    scores = normal_scores(np.random.default_rng(8).normal(size=70))
    found = Changes.of(scores, contrast, Grid.of(days), calendar_basis(days, trend=False), weekly=True)
    assert found.beside is not None
    assert found.beside.p_value == 1


def test_news_that_two_slow_series_share_is_seen() -> None:
    """Correlated from day to day, however slowly both drift: today's wandering hides nothing."""
    rng = np.random.default_rng(9)
    days, seen = np.arange(90), 0
    for _ in range(40):
        x = remembering(rng, 90, 0.8)
        y = 0.4 * x + np.sqrt(1 - 0.16) * remembering(rng, 90, 0.8)
        found = link(normal_scores(x), normal_scores(y), Grid.of(days), calendar_basis(days, trend=True), weekly=True)
        seen += max(found.p_value, found.p_beside) <= 0.05
    assert seen >= 28
