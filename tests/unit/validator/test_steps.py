"""The change that was searched for, and differences between days that lie between each other."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.validator.claims import groups, searched, weekend_days
from evals.validator.processes import ar1_process, autoregressive
from services.validator.domain.claims.finding import Verdict
from services.validator.domain.gates import second_layer
from services.validator.domain.gates.gate import Gate, GateInput
from services.validator.domain.statistics import steps
from services.validator.domain.statistics.autocorrelation import Grid
from services.validator.domain.statistics.contrasts import FEWEST_PER_SIDE, change_point
from services.validator.domain.statistics.scores import level, normal_scores


@given(values=st.lists(st.integers(-4, 4), min_size=1, max_size=40), step=st.integers(1, 3))
@settings(max_examples=150, deadline=None)
def test_the_step_is_the_clearest_of_all_and_of_several_the_first(values: list[int], step: int) -> None:
    """By exact arithmetic; with several values a day no step within one."""
    n, days = len(values), np.arange(len(values)) // step
    exact = [Fraction(value) for value in values]
    clearness = {
        k: (sum(exact[k:]) / (n - k) - sum(exact[:k]) / k) ** 2 * k * (n - k)
        for k in range(FEWEST_PER_SIDE, n - FEWEST_PER_SIDE + 1)
        if days[k - 1] < days[k]
    }
    expected = max(clearness, key=lambda k: (clearness[k], -k), default=None)
    expected = expected if expected and clearness[expected] else None
    assert change_point(np.array(values, np.float64), days) == expected


def share_told(draw: Callable[[np.random.Generator], GateInput], draws: int) -> float:
    rng = np.random.default_rng(5)
    verdicts = [second_layer.evaluate(draw(rng), layered=True).verdict for _ in range(draws)]
    return sum(verdict is not Verdict.REJECTED for verdict in verdicts) / draws


@pytest.mark.parametrize("phi", [0.0, 0.7])
def test_a_search_through_noise_finds_something_in_one_case_of_twenty_at_most(phi: float) -> None:
    assert share_told(lambda rng: searched(rng, ar1_process(phi), n=60, size_sd=0), 60) <= 0.1


@pytest.mark.parametrize("gate", [Gate.SERIAL_DEPENDENCE, Gate.CONFOUNDING])
def test_both_gates_allow_for_the_search(gate: Gate) -> None:
    for seed in range(5):
        found = searched(np.random.default_rng(seed), ar1_process(0), n=60, size_sd=0)
        allowing, not_allowing = (
            second_layer.evaluate(replace(found, is_searched=is_searched), layered=True).outcome(gate)
            for is_searched in (True, False)
        )
        assert allowing
        assert not_allowing
        assert allowing.number("p_value") > 1.5 * not_allowing.number("p_value")


def test_a_step_that_is_there_is_found() -> None:
    assert share_told(lambda rng: searched(rng, ar1_process(0), n=180, size_sd=2), 10) == 1


def test_a_clear_step_stays_clear_among_many_tests() -> None:
    rng = np.random.default_rng(1)
    report = second_layer.evaluate(searched(rng, ar1_process(0), n=180, size_sd=3), layered=True)
    assert report.p_value is not None
    assert report.p_value < 5e-3


def test_a_step_that_only_weekdays_make_is_none() -> None:
    rng = np.random.default_rng(2)
    days = np.concatenate([np.arange(70)[np.arange(70) % 7 < 4], 70 + np.arange(70)[np.arange(70) % 7 >= 3]])
    values = np.where(days % 7 >= 4, 3.0, 0.0) + 0.5 * rng.normal(size=days.size)
    given_ = searched(rng, ar1_process(0), n=days.size, size_sd=0)
    report = second_layer.evaluate(replace(given_, feature=values, days=days, effect=2.0), layered=True)
    assert report.verdict is Verdict.REJECTED


@pytest.mark.parametrize("weekends", [True, False])
def test_groups_that_do_not_differ_are_told_to_in_one_case_of_twenty_at_most(*, weekends: bool) -> None:
    draw = weekend_days if weekends else partial(groups, share=0.35)
    assert share_told(lambda rng: draw(rng, ar1_process(0.6), n=90), 100) <= 0.09
    assert share_told(lambda rng: draw(rng, ar1_process(0.3), n=90, size_sd=1.2), 20) >= 0.9


def test_days_between_each_other_share_a_slow_drift() -> None:
    """Slow wandering moves both groups alike."""

    def drifting(rng: np.random.Generator) -> GateInput:
        given_ = weekend_days(rng, ar1_process(0), n=60)
        return replace(given_, feature=autoregressive(rng, 60, 0.97) + 0.5 * rng.normal(size=60))

    assert share_told(drifting, 100) <= 0.09


def test_activities_neighbour_each_other_in_their_order() -> None:
    rng = np.random.default_rng(9)
    given_ = groups(rng, ar1_process(0.8), n=60, share=0.35)
    of_activities = replace(given_, days=np.sort(rng.integers(0, 50, 60)), places=np.arange(60))
    serial = second_layer.evaluate(of_activities, layered=True).outcome(Gate.SERIAL_DEPENDENCE)
    assert serial
    assert serial.number("effective_n") < 60


@pytest.mark.parametrize("seed", [6, 24])
def test_a_step_that_memory_explains_as_well_is_not_told(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A level that wanders: taken out, its clearest step takes the wandering with it, and so looks like more."""
    rng, days = np.random.default_rng(seed), np.arange(180)
    scores = normal_scores(np.cumsum(0.1 * rng.normal(size=180)) + rng.normal(size=180))

    def chance() -> float:
        return steps.chance_of_largest_step(scores, days, Grid.of(days), level(180), weekly=True)

    assert chance() > 0.1
    monkeypatch.setattr(steps, "log_evidence", lambda *_, **__: np.inf)
    assert chance() <= 0.05
