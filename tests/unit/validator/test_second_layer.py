"""The second layer: what it lowers, that it never raises, and what it does not depend on."""

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from services.validator.domain.claims.finding import FindingKind, Verdict
from services.validator.domain.gates import second_layer
from services.validator.domain.gates.gate import Gate, GateInput, GateReport, GateVerdict
from services.validator.domain.gates.multiplicity import (
    Subject,
    Test,
    among_all,
)
from services.validator.domain.records.series import DailySeries, Floats
from services.validator.domain.statistics.certainty import of_mean
from services.validator.domain.statistics.contrasts import contrast
from tests.unit.validator.builders import DAY_ONE_EPOCH

ASSOCIATION, TREND, SCALAR = FindingKind.ASSOCIATION, FindingKind.TREND, FindingKind.SCALAR
WORST_FIRST = (Verdict.REJECTED, Verdict.CONDITIONAL, Verdict.VALIDATED)


def pair(x: Floats, y: Floats, days: np.ndarray | None = None) -> GateInput:
    days = np.arange(x.size) + DAY_ONE_EPOCH if days is None else days
    return GateInput(kind=ASSOCIATION, feature=x, target=y, effect=None, days=days)


def change(values: Floats, earlier_count: int | None = None) -> GateInput:
    days = np.arange(values.size) + DAY_ONE_EPOCH
    weights = contrast(days, earlier_count)
    return GateInput(
        kind=TREND, feature=values, target=None, effect=float(weights @ values), days=days, contrast=weights
    )


def remembering(rng: np.random.Generator, n: int, phi: float) -> Floats:
    values = rng.normal(size=n)
    for at in range(1, n):
        values[at] = phi * values[at - 1] + math.sqrt(1 - phi**2) * values[at]
    return values


def related(n: int, rho: float, phi: float = 0.0, seed: int = 0) -> tuple[Floats, Floats]:
    rng = np.random.default_rng(seed)
    x, noise = remembering(rng, n, phi), remembering(rng, n, phi)
    return x, rho * x + math.sqrt(1 - rho**2) * noise


def verdict_of(report: GateReport, gate: Gate) -> GateVerdict:
    outcome = report.outcome(gate)
    assert outcome is not None
    return outcome.verdict


def share_above_rejected(draw: Callable[[int], GateInput], draws: int = 200) -> float:
    verdicts = [second_layer.evaluate(draw(seed), layered=True).verdict for seed in range(draws)]
    return sum(verdict is not Verdict.REJECTED for verdict in verdicts) / draws


def test_a_real_relation_is_validated_by_both_layers() -> None:
    report = second_layer.evaluate(pair(*related(180, 0.6)), layered=True)
    assert report.verdict is Verdict.VALIDATED
    assert [outcome.gate for outcome in report.outcomes] == list(Gate)
    assert verdict_of(report, Gate.REPRODUCTION) is GateVerdict.SKIPPED
    assert report.p_value is not None
    assert report.p_value < 1e-6


def test_switched_off_it_says_nothing() -> None:
    report = second_layer.evaluate(pair(*related(180, 0.6)), layered=False)
    assert len(report.outcomes) == 7
    assert report.p_value is None


def test_memory_from_day_to_day_is_not_taken_for_a_relation() -> None:
    def unrelated(seed: int) -> GateInput:
        rng = np.random.default_rng(seed)
        return pair(remembering(rng, 90, 0.8), remembering(rng, 90, 0.8))

    assert share_above_rejected(unrelated) <= 0.05
    documented = [second_layer.evaluate(unrelated(seed), layered=False).verdict for seed in range(100)]
    assert sum(verdict is not Verdict.REJECTED for verdict in documented) > 30


@pytest.mark.parametrize(
    "shared",
    [
        lambda days: np.array([0, 0, 0, 0, 0, 2.0, 2.0])[days % 7],
        lambda days: np.linspace(0, 4.0, days.size),
    ],
)
def test_a_shared_weekend_or_a_shared_trend_is_not_taken_for_a_relation(shared: Callable[[np.ndarray], Floats]) -> None:
    def unrelated(seed: int) -> GateInput:
        rng = np.random.default_rng(seed)
        both = shared(np.arange(120))
        return pair(rng.normal(size=120) + both, rng.normal(size=120) + both)

    assert share_above_rejected(unrelated, draws=100) <= 0.08
    report = second_layer.evaluate(unrelated(1), layered=True)
    assert report.documented_verdict is Verdict.VALIDATED
    assert verdict_of(report, Gate.CONFOUNDING) is GateVerdict.FAILED


def test_an_effect_that_turns_round_without_trend_and_weekday_fails() -> None:
    days = np.linspace(0, 6, 200)
    rng = np.random.default_rng(3)
    x = rng.normal(size=200)
    report = second_layer.evaluate(pair(x + days, -0.8 * x + 0.6 * rng.normal(size=200) + days), layered=True)
    confounding = report.outcome(Gate.CONFOUNDING)
    assert confounding is not None
    assert confounding.number("rho_adjusted") < -0.5
    assert confounding.verdict is GateVerdict.FAILED
    assert report.verdict is Verdict.REJECTED


@pytest.mark.parametrize("earlier_count", [None, 60])
def test_a_real_change_is_kept_and_wandering_is_not(earlier_count: int | None) -> None:
    noise = np.random.default_rng(0).normal(size=120)
    real = noise + (4.5 * np.arange(120) / 119 if earlier_count is None else 1.5 * (np.arange(120) >= earlier_count))
    assert second_layer.evaluate(change(real, earlier_count), layered=True).verdict is Verdict.VALIDATED

    def wandering(seed: int) -> GateInput:
        return change(remembering(np.random.default_rng(seed), 120, 0.7), earlier_count)

    assert share_above_rejected(wandering) <= 0.08
    documented = [second_layer.evaluate(wandering(seed), layered=False).verdict for seed in range(50)]
    assert all(verdict is not Verdict.REJECTED for verdict in documented)


def test_two_windows_of_other_weekdays_differ_by_the_weekday_alone() -> None:
    days = np.arange(140) + DAY_ONE_EPOCH
    is_weekend = (days + 3) % 7 >= 5
    kept = np.concatenate([np.flatnonzero(~is_weekend[:70]), 70 + np.flatnonzero(is_weekend[70:])])
    kept = np.sort(
        np.concatenate([kept, np.flatnonzero(is_weekend[:70])[:3], 70 + np.flatnonzero(~is_weekend[70:])[:3]])
    )
    values = np.where(is_weekend, 3.0, 0.0) + np.random.default_rng(4).normal(size=140)
    weights = contrast(days[kept], int((kept < 70).sum()))
    report = second_layer.evaluate(
        GateInput(kind=TREND, feature=values[kept], target=None, effect=2.0, days=days[kept], contrast=weights),
        layered=True,
    )
    assert verdict_of(report, Gate.CONFOUNDING) is GateVerdict.FAILED


def test_an_interval_that_ignores_memory_is_too_narrow() -> None:
    values = remembering(np.random.default_rng(5), 120, 0.85)
    iid_width = 2 * 1.98 * float(values.std(ddof=1)) / math.sqrt(120)
    days = np.arange(120)
    scalar = GateInput(
        kind=SCALAR,
        feature=values + 60,
        target=None,
        effect=60.0,
        days=days,
        claimed_width=iid_width,
        own_interval=of_mean(values + 60, days),
    )
    assert second_layer.evaluate(scalar, layered=True).verdict is Verdict.CONDITIONAL
    wide = second_layer.evaluate(replace(scalar, claimed_width=6 * iid_width), layered=True)
    assert wide.verdict is Verdict.VALIDATED
    assert verdict_of(wide, Gate.SERIAL_DEPENDENCE) is GateVerdict.PASSED
    unclaimed = second_layer.evaluate(replace(scalar, claimed_width=None), layered=True)
    assert unclaimed.verdict is Verdict.VALIDATED
    assert verdict_of(unclaimed, Gate.SERIAL_DEPENDENCE) is GateVerdict.SKIPPED


def test_a_gap_is_no_neighbourhood() -> None:
    """Two halves far apart: days on either side of the gap are no neighbours."""
    x, y = related(120, 0.5, phi=0.6, seed=9)
    days = np.arange(120) + np.where(np.arange(120) < 60, 0, 400)
    apart = second_layer.evaluate(pair(x, y, days), layered=True)
    assert apart.verdict is Verdict.VALIDATED
    serial = apart.outcome(Gate.SERIAL_DEPENDENCE)
    assert serial is not None
    assert 20 < serial.number("effective_n") < 120


EDGES = [
    pair(np.full(40, 7.0), np.arange(40.0)),
    pair(np.arange(40.0), np.full(40, 7.0)),
    pair(np.repeat([1.0, 2.0], 20), np.tile([1.0, 2.0], 20)),
    pair(np.array([np.inf, -np.inf, np.nan, *range(40)]), np.array([*range(40), 1.0, np.inf, 3.0])),
    pair(np.arange(40.0) * 1e300, np.random.default_rng(0).normal(size=40) * 1e-300),
    pair(np.arange(5.0), np.arange(5.0)),
    pair(np.empty(0), np.empty(0)),
    change(np.full(40, 3.0), 20),
    change(np.arange(12.0)),
    change(np.arange(12.0), 1),
    change(np.empty(0)),
    change(np.array([1.0])),
    GateInput(kind=SCALAR, feature=np.full(30, 2.0), target=None, effect=2.0, days=np.arange(30), claimed_width=0.0),
    GateInput(kind=SCALAR, feature=np.array([np.inf] * 30), target=None, effect=2.0, days=np.arange(30)),
]


@pytest.mark.parametrize("odd", EDGES)
def test_odd_series_have_a_clear_result_and_no_exception(odd: GateInput) -> None:
    report = second_layer.evaluate(odd, layered=True)
    assert all(
        math.isfinite(value)
        for outcome in report.outcomes
        for value in outcome.detail.values()
        if isinstance(value, float)
    )
    second_layer.look_again(odd) if odd.feature.size else None


def test_of_a_series_that_does_not_vary_nothing_is_reported() -> None:
    for odd in EDGES[:2]:
        assert second_layer.evaluate(odd, layered=True).verdict is Verdict.REJECTED


finite = st.floats(-1e6, 1e6, width=32)


@st.composite
def pairs(draw: st.DrawFn) -> GateInput:
    n = draw(st.integers(20, 60))
    ties = draw(st.booleans())
    values = st.integers(0, 4).map(float) if ties else finite
    x, y = (np.array(draw(st.lists(values, min_size=n, max_size=n))) for _ in range(2))
    if draw(st.booleans()):
        y = x + 0.3 * y
    gaps = draw(st.lists(st.integers(1, 4), min_size=n, max_size=n))
    return pair(x, y, np.cumsum(gaps) + DAY_ONE_EPOCH)


@given(pairs())
@settings(max_examples=60, deadline=None)
def test_a_verdict_never_rises(drawn: GateInput) -> None:
    report = second_layer.evaluate(drawn, layered=True)
    assert WORST_FIRST.index(report.verdict) <= WORST_FIRST.index(report.documented_verdict)


@given(pairs(), st.sampled_from([np.exp, np.cbrt, lambda x: x**3, lambda x: 2 * x + 5, lambda x: x - 1e3]))
@settings(max_examples=60, deadline=None)
def test_an_association_depends_on_the_order_of_the_values_alone(
    drawn: GateInput, monotone: Callable[[Floats], Floats]
) -> None:
    ordered = np.unique(drawn.feature, return_inverse=True)[1].astype(np.float64) / 8
    plain = second_layer.evaluate(replace(drawn, feature=ordered), layered=True)
    assert second_layer.evaluate(replace(drawn, feature=monotone(ordered)), layered=True) == plain


@given(st.lists(finite, min_size=30, max_size=60), st.sampled_from([2.0, 0.25, 1024.0]), st.integers(-64, 64))
@settings(max_examples=60, deadline=None)
def test_a_trend_does_not_depend_on_unit_or_zero(values: list[float], scale: float, shift: int) -> None:
    plain = np.round(np.array(values) / 64)
    moved = (plain + shift) * scale
    verdicts = {second_layer.evaluate(change(each, len(values) // 2), layered=True).verdict for each in (plain, moved)}
    assert len(verdicts) == 1


@given(pairs(), st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_the_order_in_which_dated_rows_arrive_changes_nothing(drawn: GateInput, order: "st.random.Random") -> None:  # type: ignore[name-defined]
    rows = list(range(drawn.days.size))
    order.shuffle(rows)
    shuffled = DailySeries.of(drawn.days[rows], drawn.feature[rows])
    assert np.array_equal(shuffled.days, drawn.days)
    assert np.array_equal(shuffled.values, drawn.feature)


def test_the_same_values_give_the_same_report_to_the_last_bit() -> None:
    given_ = pair(*related(150, 0.3, phi=0.5))
    first, second = (second_layer.evaluate(given_, layered=True) for _ in range(2))
    assert first == second


def of_turn(*p_values: float | None) -> list[Test]:
    return [Test(subject=None, p_value=p_value) for p_value in p_values]


def test_rates_are_those_of_benjamini_and_hochberg() -> None:
    p_values = [0.001, 0.2, 0.04, 0.03, 0.9]
    outcomes = among_all(of_turn(*p_values))
    expected = stats.false_discovery_control(p_values)
    assert [outcome.number("q_turn") for outcome in outcomes] == pytest.approx(list(expected))
    assert {outcome.number("tests") for outcome in outcomes} == {5}


def test_one_result_of_chance_among_twenty_is_rejected_and_alone_is_preliminary() -> None:
    assert among_all(of_turn(0.03))[0].ceiling is Verdict.CONDITIONAL
    assert among_all(of_turn(0.03, *[0.5] * 19))[0].ceiling is Verdict.REJECTED
    assert among_all(of_turn(0.0001, *[0.5] * 19))[0].ceiling is Verdict.VALIDATED


def changes(*p_values: float) -> list[Test]:
    return [
        Test(subject=Subject.of(FindingKind.TREND, f"metric {at}", "", 0), p_value=p_value)
        for at, p_value in enumerate(p_values)
    ]


def patterns(*p_values: float) -> list[Test]:
    return [
        Test(subject=Subject.of(ASSOCIATION, f"metric {at}", "steps", 0), p_value=p_value)
        for at, p_value in enumerate(p_values)
    ]


def test_a_change_in_time_gets_more_of_what_may_be_false_than_a_pattern() -> None:
    change, pattern, *_ = among_all([*changes(0.01), *patterns(0.01, *[0.9] * 8)])
    assert change.number("q_turn") < pattern.number("q_turn")
    only_patterns, *_ = among_all(patterns(0.01, *[0.9] * 9))
    assert only_patterns.ceiling is Verdict.REJECTED
    assert among_all([*changes(0.01), *patterns(*[0.9] * 9)])[0].ceiling is Verdict.CONDITIONAL


def test_of_tests_of_one_kind_all_have_the_same_share() -> None:
    p_values = [0.004, 0.02, 0.3, 0.8]
    rates = [[each.number("q_turn") for each in among_all(of(*p_values))] for of in (changes, patterns)]
    assert rates[0] == pytest.approx(rates[1])
    assert rates[0] == pytest.approx(list(stats.false_discovery_control(p_values)))


def test_no_share_makes_a_result_more_certain_than_its_own_chance() -> None:
    (change, *_) = among_all([*changes(0.03), *patterns(*[0.9] * 30)])
    assert change.number("q_turn") >= change.number("p_value")


def test_with_shares_chance_still_tells_something_in_no_more_than_one_turn_of_twenty() -> None:
    generator = np.random.default_rng(5)
    drawn = generator.uniform(size=(1500, 15))
    told = [
        any(each.number("q_turn") <= 0.05 for each in among_all([*changes(*row[:6]), *patterns(*row[6:])]))
        for row in drawn
    ]
    assert np.mean(told) <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / 1500)


def test_what_tests_nothing_is_skipped_and_not_counted() -> None:
    first, second = among_all(of_turn(None, 0.02))
    assert first.verdict is GateVerdict.SKIPPED
    assert first.ceiling is Verdict.VALIDATED
    assert second.number("tests") == 1
