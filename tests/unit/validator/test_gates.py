"""The seven gates at and around their thresholds, the short-circuit, and what they add up to."""

import itertools
import math
from types import MappingProxyType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.validator.domain.claims.finding import FindingKind, Verdict
from services.validator.domain.gates import documented
from services.validator.domain.gates.gate import SECOND_LAYER, Gate, GateInput, GateOutcome, GateReport, GateVerdict
from services.validator.domain.records.series import Floats
from services.validator.domain.statistics import ranks
from tests.unit.validator.builders import gate_input, permutation

DOCUMENTED = tuple(gate for gate in Gate if gate not in SECOND_LAYER)
ASSOCIATION, TREND, SCALAR = FindingKind.ASSOCIATION, FindingKind.TREND, FindingKind.SCALAR
PASSED, FAILED, SKIPPED = GateVerdict.PASSED, GateVerdict.FAILED, GateVerdict.SKIPPED
IDENTITY = np.arange(25.0)
# At n = 25 a squared rank distance of 390 is a correlation of exactly 0.85, and 2340 one of exactly 0.10.
RHO_085, RHO_ABOVE_085 = permutation(25, 390), permutation(25, 388)
RHO_010, RHO_BELOW_010 = permutation(25, 2340), permutation(25, 2342)


def verdict_of(report: GateReport, gate: Gate) -> GateVerdict:
    outcome = report.outcome(gate)
    assert outcome is not None
    return outcome.verdict


@pytest.mark.parametrize(
    ("kind", "n", "expected"),
    [
        (ASSOCIATION, 20, PASSED),
        (ASSOCIATION, 19, FAILED),
        (TREND, 10, PASSED),
        (TREND, 9, FAILED),
        (SCALAR, 10, PASSED),
        (SCALAR, 9, FAILED),
        (SCALAR, 0, FAILED),
    ],
)
def test_sample_size_counts_the_values_that_are_there(kind: FindingKind, n: int, expected: GateVerdict) -> None:
    rng = np.random.default_rng(n)
    feature = np.concatenate([rng.normal(size=n), [math.nan, math.inf, -math.inf]])
    target = rng.normal(size=n + 3) if kind is ASSOCIATION else None
    report = documented.evaluate(gate_input(kind, feature, target, 1.0))
    assert verdict_of(report, Gate.SAMPLE_SIZE) is expected
    assert report.outcomes[0].detail == {"n": n, "min_required": 20 if kind is ASSOCIATION else 10}


def test_a_pair_with_either_side_missing_is_no_pair() -> None:
    feature, target = np.arange(21.0), permutation(21, 400)
    feature[3] = math.nan
    target[9] = math.inf
    report = documented.evaluate(gate_input(ASSOCIATION, feature, target))
    assert report.hard_rejection == "only 19 days with both values; at least 20 are needed"


NOISE = np.array([1.0, 2.0, 4.0, 8.0, 3.0, 5.0, 9.0, 7.0, 6.0, 2.5])
NOISE_SD = float(NOISE.std(ddof=1))


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        (NOISE_SD / 2, PASSED),
        (-NOISE_SD / 2, PASSED),
        (math.nextafter(NOISE_SD / 2, 0), FAILED),
        (0.0, FAILED),
        (None, FAILED),
        (math.nan, FAILED),
        (math.inf, PASSED),
    ],
)
@pytest.mark.parametrize("kind", [TREND, SCALAR])
def test_an_effect_of_half_a_standard_deviation_rises_above_noise(
    kind: FindingKind, effect: float | None, expected: GateVerdict
) -> None:
    report = documented.evaluate(gate_input(kind, NOISE, effect=effect))
    assert verdict_of(report, Gate.EFFECT_VS_NOISE) is expected


@pytest.mark.parametrize("value", [0.0, 0.1, 1e308])
def test_a_metric_that_does_not_vary_has_no_noise_to_rise_above(value: float) -> None:
    report = documented.evaluate(gate_input(SCALAR, [value] * 10, effect=0.0))
    assert verdict_of(report, Gate.EFFECT_VS_NOISE) is PASSED
    assert report.verdict is Verdict.VALIDATED


@pytest.mark.parametrize("values", [[1e200, -1e200], [1.7e308, 1.6e308, -1e308]])
def test_a_deviation_that_is_no_finite_number_passes(values: list[float]) -> None:
    report = documented.evaluate(gate_input(SCALAR, values * 10, effect=0.0))
    assert verdict_of(report, Gate.EFFECT_VS_NOISE) is PASSED


@pytest.mark.parametrize(
    ("target", "expected"),
    [(RHO_085, PASSED), (-RHO_085, PASSED), (RHO_ABOVE_085, FAILED), (-RHO_ABOVE_085, FAILED), (IDENTITY, FAILED)],
)
def test_a_correlation_above_085_is_a_tautology_and_085_is_not(target: Floats, expected: GateVerdict) -> None:
    report = documented.evaluate(gate_input(ASSOCIATION, IDENTITY, target))
    assert verdict_of(report, Gate.CONSTRUCT_VALIDITY) is expected
    assert (report.verdict is Verdict.REJECTED) == bool(report.hard_rejection) == (expected is FAILED)


@pytest.mark.parametrize(
    ("target", "expected"),
    [(RHO_010, PASSED), (-RHO_010, PASSED), (RHO_BELOW_010, FAILED), (-RHO_BELOW_010, FAILED)],
)
def test_a_correlation_of_010_has_discriminative_power_and_less_has_not(target: Floats, expected: GateVerdict) -> None:
    report = documented.evaluate(gate_input(ASSOCIATION, IDENTITY, target))
    assert verdict_of(report, Gate.DISCRIMINATIVE_POWER) is expected


def test_discriminative_power_weighs_the_measured_correlation_not_the_claim() -> None:
    report = documented.evaluate(gate_input(ASSOCIATION, IDENTITY, RHO_BELOW_010, effect=0.9))
    assert verdict_of(report, Gate.DISCRIMINATIVE_POWER) is FAILED


def test_weak_and_uncertain_at_once_is_rejected_though_most_gates_passed() -> None:
    report = documented.evaluate(gate_input(ASSOCIATION, IDENTITY, RHO_BELOW_010))
    assert verdict_of(report, Gate.BOOTSTRAP) is FAILED
    assert report.verdict is Verdict.REJECTED
    assert not report.hard_rejection


@pytest.mark.parametrize(("sign", "rho_is_clear"), [(1, True), (-1, True), (1, False)])
def test_the_bootstrap_interval_of_an_association_must_leave_out_zero(sign: int, *, rho_is_clear: bool) -> None:
    rng = np.random.default_rng(3)
    feature = rng.normal(size=80)
    target = sign * (feature if rho_is_clear else 0) + rng.normal(size=80)
    outcome = documented.evaluate(gate_input(ASSOCIATION, feature, target)).outcome(Gate.BOOTSTRAP)
    assert outcome is not None
    assert list(outcome.detail) == ["ci_low", "ci_high", "boot_median", "iterations"]
    assert (outcome.verdict is PASSED) == rho_is_clear
    assert (outcome.number("ci_low") <= 0 <= outcome.number("ci_high")) != rho_is_clear


def test_the_bootstrap_of_a_mean_only_informs() -> None:
    rng = np.random.default_rng(4)
    report = documented.evaluate(gate_input(SCALAR, rng.normal(size=30), effect=0.0))
    outcome = report.outcome(Gate.BOOTSTRAP)
    assert outcome is not None
    assert outcome.verdict is PASSED
    assert list(outcome.detail) == ["mean_ci_low", "mean_ci_high", "boot_median"]
    assert outcome.number("mean_ci_low") < 0 < outcome.number("mean_ci_high")


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (permutation(12, 100), permutation(12, 100), PASSED),
        (-permutation(12, 100), -permutation(12, 100), PASSED),
        (permutation(12, 100), -permutation(12, 100), FAILED),
        # A half in which the target does not vary has no correlation, and so no sign.
        (permutation(12, 100), np.full(12, 3.0), FAILED),
        # Nor has a correlation of exactly 0.
        (permutation(12, 100), permutation(12, 286), FAILED),
    ],
)
def test_both_halves_must_point_the_same_way(first: Floats, second: Floats, expected: GateVerdict) -> None:
    feature = np.tile(np.arange(12.0), 2)
    report = documented.evaluate(gate_input(ASSOCIATION, feature, np.concatenate([first, second])))
    assert verdict_of(report, Gate.SUBGROUP_CONSISTENCY) is expected


def test_the_middle_of_an_odd_number_of_pairs_belongs_to_the_second_half() -> None:
    feature = np.concatenate([np.arange(12.0), np.arange(13.0)])
    target = np.concatenate([permutation(12, 100), permutation(13, 100)])
    outcome = documented.evaluate(gate_input(ASSOCIATION, feature, target)).outcome(Gate.SUBGROUP_CONSISTENCY)
    assert outcome is not None
    assert outcome.number("rho_first_half") == pytest.approx(1 - 6 * 100 / 1716)
    assert outcome.number("rho_second_half") == pytest.approx(1 - 6 * 100 / 2184)


def test_two_methods_that_disagree_on_the_sign_fail_triangulation() -> None:
    rng = np.random.default_rng(0)
    feature = np.arange(20.0)
    seen = set()
    for _ in range(2000):
        target = rng.permutation(20).astype(float)
        rho, tau = ranks.spearman(feature, target), ranks.kendall_tau_b(feature, target)
        if abs(rho) > 0.1:
            continue
        report = documented.evaluate(gate_input(ASSOCIATION, feature, target))
        assert (verdict_of(report, Gate.METHOD_TRIANGULATION) is PASSED) == (rho * tau > 0)
        seen.add(np.sign(rho) * np.sign(tau))
        if {-1.0, 1.0} <= seen:
            return
    raise AssertionError(seen)


@pytest.mark.parametrize("constant", ["feature", "target", "both"])
def test_a_constant_series_has_no_correlation_and_so_no_signal_but_is_no_tautology(constant: str) -> None:
    feature = np.full(30, 5.0) if constant in {"feature", "both"} else np.arange(30.0)
    target = np.full(30, 5.0) if constant in {"target", "both"} else np.arange(30.0)
    report = documented.evaluate(gate_input(ASSOCIATION, feature, target))
    failed = {outcome.gate for outcome in report.outcomes if outcome.verdict is FAILED}
    assert failed == {
        Gate.BOOTSTRAP,
        Gate.SUBGROUP_CONSISTENCY,
        Gate.METHOD_TRIANGULATION,
        Gate.DISCRIMINATIVE_POWER,
    }
    assert report.verdict is Verdict.REJECTED
    assert not report.hard_rejection


@pytest.mark.parametrize(
    ("kind", "skipped"),
    [
        (ASSOCIATION, {Gate.EFFECT_VS_NOISE}),
        (TREND, set(DOCUMENTED) - {Gate.SAMPLE_SIZE, Gate.EFFECT_VS_NOISE, Gate.BOOTSTRAP}),
        (SCALAR, set(DOCUMENTED) - {Gate.SAMPLE_SIZE, Gate.EFFECT_VS_NOISE, Gate.BOOTSTRAP}),
    ],
)
def test_all_seven_gates_report_in_order_and_skip_what_does_not_apply(kind: FindingKind, skipped: set[Gate]) -> None:
    target = RHO_085 if kind is ASSOCIATION else None
    report = documented.evaluate(gate_input(kind, IDENTITY, target, 10.0))
    assert [outcome.gate for outcome in report.outcomes] == list(DOCUMENTED)
    assert {outcome.gate for outcome in report.outcomes if outcome.verdict is SKIPPED} == skipped
    assert all(outcome.detail == {"applicable": False} for outcome in report.outcomes if outcome.gate in skipped)


@pytest.mark.parametrize(
    ("given_", "ran"),
    [
        (gate_input(SCALAR, np.arange(7.0), effect=3.0), [Gate.SAMPLE_SIZE]),
        (gate_input(ASSOCIATION, np.arange(19.0), np.arange(19.0)), [Gate.SAMPLE_SIZE]),
        (
            gate_input(ASSOCIATION, IDENTITY, IDENTITY),
            [Gate.SAMPLE_SIZE, Gate.EFFECT_VS_NOISE, Gate.CONSTRUCT_VALIDITY],
        ),
    ],
)
def test_after_a_failed_hard_gate_no_later_gate_runs(given_: GateInput, ran: list[Gate]) -> None:
    report = documented.evaluate(given_)
    assert [outcome.gate for outcome in report.outcomes] == ran
    assert report.outcomes[-1].verdict is FAILED
    assert report.verdict is Verdict.REJECTED


@pytest.mark.parametrize(
    ("kind", "n", "reason"),
    [
        (SCALAR, 0, "no day with a value; at least 10 are needed"),
        (SCALAR, 1, "only 1 day with a value; at least 10 are needed"),
        (TREND, 7, "only 7 days with a value; at least 10 are needed"),
        (ASSOCIATION, 0, "no day with both values; at least 20 are needed"),
        (ASSOCIATION, 12, "only 12 days with both values; at least 20 are needed"),
    ],
)
def test_too_few_days_are_said_in_plain_words(kind: FindingKind, n: int, reason: str) -> None:
    target = np.arange(float(n)) if kind is ASSOCIATION else None
    assert documented.evaluate(gate_input(kind, np.arange(float(n)), target)).hard_rejection == reason


def test_a_tautology_is_said_in_plain_words() -> None:
    assert documented.evaluate(gate_input(ASSOCIATION, IDENTITY, -IDENTITY)).hard_rejection == (
        "the two series move together almost perfectly (rank correlation -1.00, more than 0.85 either way), "
        "so one is most likely the other measured again"
    )


def outcomes_of(verdicts: tuple[GateVerdict, ...]) -> list[GateOutcome]:
    return [
        GateOutcome(gate=gate, verdict=verdict, detail=MappingProxyType({}))
        for gate, verdict in zip(DOCUMENTED, verdicts, strict=True)
    ]


def test_the_verdict_arithmetic_is_the_documented_one_for_every_combination() -> None:
    """All 3^7 combinations against the documented lines, transcribed."""
    for verdicts in itertools.product(GateVerdict, repeat=7):
        by_gate = dict(zip(DOCUMENTED, verdicts, strict=True))
        hard_rejection = FAILED in {by_gate[Gate.SAMPLE_SIZE], by_gate[Gate.CONSTRUCT_VALIDITY]}
        bootstrap_fail = by_gate[Gate.BOOTSTRAP] is FAILED
        discrim_fail = by_gate[Gate.DISCRIMINATIVE_POWER] is FAILED
        passes = verdicts.count(PASSED)
        applicable = passes + verdicts.count(FAILED)
        if hard_rejection or (bootstrap_fail and discrim_fail):
            expected = "rejected"
        elif applicable == 0:
            expected = "conditional"
        elif passes / applicable >= 0.85:
            expected = "validated"
        else:
            expected = "conditional" if passes / applicable >= 0.5 else "rejected"
        assert documented.add_up(outcomes_of(verdicts)).value == expected, by_gate


VALUES = st.floats(allow_nan=True, allow_infinity=True) | st.sampled_from([0.0, -0.0, 1.0, 5e-324, 1e308, -1e308])


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(FindingKind), st.lists(st.tuples(VALUES, VALUES), max_size=60), st.none() | VALUES)
def test_no_numbers_whatever_raise_and_every_detail_is_finite(
    kind: FindingKind, pairs: list[tuple[float, float]], effect: float | None
) -> None:
    feature, target = [a for a, _ in pairs], [b for _, b in pairs]
    report = documented.evaluate(gate_input(kind, feature, target if kind is ASSOCIATION else None, effect))
    assert report.outcomes[0].gate is Gate.SAMPLE_SIZE
    for outcome in report.outcomes:
        assert all(math.isfinite(value) for value in outcome.detail.values() if isinstance(value, float))


def test_the_same_numbers_give_the_same_report() -> None:
    rng = np.random.default_rng(1)
    given_ = gate_input(ASSOCIATION, rng.normal(size=50), rng.normal(size=50))
    assert documented.evaluate(given_) == documented.evaluate(given_)
