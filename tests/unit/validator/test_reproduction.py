"""The gate that computes every claimed number again: honest ones pass, in full or rounded; a false one rejects."""

import math
from collections.abc import Mapping
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from evals.algebra.evaluators import store_of
from evals.algebra.records import random_records
from evals.reproduction import KINDS, attempts, honest_findings, judged, written
from services.validator.domain.algebra import Statistic
from services.validator.domain.answering.answers import Recomputed
from services.validator.domain.claims.finding import (
    OF_CERTAINTY,
    Finding,
    FindingKind,
    Interval,
    NamedNumber,
    Verdict,
)
from services.validator.domain.claims.sample import Sample
from services.validator.domain.claims.unreadable import Unreadable
from services.validator.domain.gates.gate import Gate, GateOutcome, GateVerdict
from services.validator.domain.gates.reproduction import agrees, reproduce
from tests.unit.validator.builders import finding, read_daily, series, window

SCALAR, TREND, ASSOCIATION = FindingKind.SCALAR, FindingKind.TREND, FindingKind.ASSOCIATION
RNG = np.random.default_rng(7)
STEPS = (9000 + 2000 * RNG.normal(size=90)).round()
SLEEP = 0.01 * STEPS + 30 * RNG.normal(size=90) + 340
STORE = {"steps": series(STEPS), "sleep_minutes": series(SLEEP)}
MEAN = float(STEPS.mean())


def judge(claim: Finding) -> GateOutcome:
    sample = read_daily(claim, STORE)
    assert isinstance(sample, Sample)
    return reproduce(claim, sample)


def claiming(claim: Finding, *numbers: NamedNumber) -> Finding:
    return replace(claim, numbers=numbers)


def scalar(numbers: Mapping[str, float], statistic: Statistic = Statistic.MEAN) -> GateOutcome:
    return judge(finding(SCALAR, numbers=numbers, statistic=statistic))


def test_every_right_number_passes_and_is_counted() -> None:
    outcome = scalar({"n": 90, "effect": MEAN, "sd": float(STEPS.std(ddof=1))})
    assert outcome.gate is Gate.REPRODUCTION
    assert (outcome.verdict, outcome.ceiling) == (GateVerdict.PASSED, Verdict.VALIDATED)
    assert outcome.detail == {"numbers": 3}


def test_a_number_that_differs_rejects_and_is_named_with_the_true_one() -> None:
    spread = float(STEPS.std(ddof=1))
    outcome = scalar({"n": 90, "effect": MEAN, "sd": spread * 1.05})
    assert (outcome.verdict, outcome.ceiling) == (GateVerdict.FAILED, Verdict.REJECTED)
    assert outcome.detail == {"key": "sd", "claimed": spread * 1.05, "recomputed": spread}


def test_the_effect_is_held_to_the_statistic_that_is_asked_for() -> None:
    assert scalar({"effect": MEAN}, Statistic.MEAN).verdict is GateVerdict.PASSED
    assert scalar({"effect": MEAN}, Statistic.MEDIAN).ceiling is Verdict.REJECTED


@pytest.mark.parametrize("key", ["typical_weekday", "mean", "mean_recent", "slope_per_week", "sd_low", ""])
def test_a_number_the_question_does_not_have_leaves_it_conditional_and_says_so(key: str) -> None:
    outcome = scalar({"n": 90, "effect": MEAN, key: 1.0})
    assert (outcome.verdict, outcome.ceiling) == (GateVerdict.FAILED, Verdict.CONDITIONAL)
    assert outcome.detail == {"not_expressible": key, "numbers": 2}


def test_a_false_number_beside_one_that_cannot_be_expressed_still_rejects() -> None:
    assert scalar({"typical_weekday": 1.0, "effect": MEAN + 1}).ceiling is Verdict.REJECTED


def test_an_effect_that_is_missing_cannot_be_expressed() -> None:
    without_effect = scalar({"n": 90})
    assert without_effect.detail == {"not_expressible": "effect", "numbers": 1}
    assert without_effect.ceiling is Verdict.CONDITIONAL


def test_a_number_without_a_value_cannot_be_expressed() -> None:
    claim = finding(SCALAR, numbers={"effect": MEAN})
    empty = claiming(claim, *claim.numbers, NamedNumber(key="sd", value=None))
    assert judge(empty).detail["not_expressible"] == "sd"


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_a_number_that_is_not_finite_is_false_and_not_told(number: float) -> None:
    outcome = scalar({"effect": number})
    assert outcome.ceiling is Verdict.REJECTED
    assert outcome.detail == {"key": "effect", "recomputed": MEAN}


def test_a_number_that_the_values_do_not_define_cannot_be_expressed() -> None:
    one_day = finding(SCALAR, days=window(3, 3), numbers={"effect": STEPS[3], "sd": 0.0})
    assert judge(one_day).detail == {"not_expressible": "sd", "numbers": 1}


@pytest.mark.parametrize("key", sorted(OF_CERTAINTY))
def test_how_sure_a_number_is_plays_no_part(key: str) -> None:
    assert scalar({"effect": MEAN, key: 1e9}).detail == {"numbers": 1}


def test_a_claimed_interval_plays_no_part_but_another_does() -> None:
    claim = finding(SCALAR, numbers={"effect": MEAN})
    for key, detail in (("ci", {"numbers": 1}), ("half", {"not_expressible": "half_low", "numbers": 1})):
        interval = NamedNumber(key=key, value=Interval(low=1.0, high=2.0))
        assert judge(claiming(claim, *claim.numbers, interval)).detail == detail


def test_two_windows_are_told_apart_by_their_days_even_where_they_overlap() -> None:
    recent, prior = STEPS[20:60], STEPS[10:50]
    numbers = {
        "effect": float(recent.mean() - prior.mean()),
        "mean_recent": float(recent.mean()),
        "mean_prior": float(prior.mean()),
        "n_recent": 40.0,
        "n_prior": 40.0,
        "n": 50.0,
        "sd": float(STEPS[10:60].std(ddof=1)),
    }
    claim = finding(TREND, days=window(20, 59), baseline=window(10, 49), numbers=numbers)
    assert judge(claim).verdict is GateVerdict.PASSED
    swapped = numbers | {"mean_recent": numbers["mean_prior"]}
    false = finding(TREND, days=window(20, 59), baseline=window(10, 49), numbers=swapped)
    assert judge(false).detail["key"] == "mean_recent"


def test_a_line_is_fitted_over_calendar_days() -> None:
    slope = float(stats.linregress(np.arange(90), STEPS).slope)
    numbers = {"effect": slope * 89, "slope_per_week": slope * 7, "n": 90.0}
    assert judge(finding(TREND, numbers=numbers)).verdict is GateVerdict.PASSED
    assert judge(finding(TREND, numbers=numbers | {"slope_per_week": slope})).ceiling is Verdict.REJECTED


@pytest.mark.parametrize(
    ("claimed", "value"),
    [
        (58.4, 58.3871),
        (58.39, 58.3871),
        (58.3871, 58.3871),
        (58.0, 58.03),
        (10471.0, 10470.85),
        (-0.37, -0.3744),
        (0.01, 0.0149),
        (0.0, 0.0),
        (0.3, 0.1 + 0.2),
    ],
)
def test_a_number_written_shorter_is_the_same_number(claimed: float, value: float) -> None:
    assert agrees(claimed, Recomputed(value=value, scale=abs(value), is_count=False))


@pytest.mark.parametrize(
    ("claimed", "value"),
    [
        (58.0, 58.3871),  # a rounding to two digits says too little
        (58.38, 58.3871),  # cut off, not rounded
        (58.3971, 58.3871),
        (12000.0, 12001.0),  # whole numbers are not rounded to tens
        (3650001.0, 3650000.0),
        (0.0, 0.004),  # a rounding that leaves nothing
        (0.37, -0.37),
        (math.nan, 1.0),
        (1.0, math.nan),
        (math.inf, math.inf),
    ],
)
def test_what_is_more_than_rounding_is_another_number(claimed: float, value: float) -> None:
    assert not agrees(claimed, Recomputed(value=value, scale=0.0, is_count=False))


@given(value=st.floats(-1e6, 1e6).filter(lambda value: abs(value) > 1e-3), decimals=st.integers(2, 8))
def test_rounding_to_two_decimals_or_more_is_never_a_difference(value: float, decimals: int) -> None:
    shown = round(value, decimals)
    assert agrees(shown, Recomputed(value=value, scale=abs(value), is_count=False)) or shown == 0


@given(count=st.integers(0, 10_000), off=st.floats(-2, 2).filter(bool))
def test_a_count_is_exact_or_false(count: int, off: float) -> None:
    own = Recomputed(value=float(count), scale=1e9, is_count=True)
    assert agrees(float(count), own)
    assert agrees(count + off, own) == (count + off == count)


def test_a_count_of_no_days_is_reproduced() -> None:
    claim = finding(SCALAR, days=window(300, 330), statistic=Statistic.COUNT, numbers={"n": 0.0, "effect": 0.0})
    assert judge(claim).verdict is GateVerdict.PASSED


VALUES = st.one_of(st.floats(allow_nan=True, allow_infinity=True), st.sampled_from([0.0, 1.0, 1e308, -1e308, 5e-324]))
ANY_NUMBER = st.one_of(st.none(), st.floats(), st.builds(Interval, low=st.floats(), high=st.floats()))
KEYS = ["effect", "n", "mean", "sd", "ci", "p", "tau", "rho", "slope_per_week", "mean_recent", "n_prior", "latest", "x"]


@settings(max_examples=150, deadline=None)
@given(
    x=st.lists(VALUES, max_size=14),
    y=st.lists(VALUES, max_size=14),
    kind=st.sampled_from([SCALAR, TREND, ASSOCIATION]),
    two_windows=st.booleans(),
    numbers=st.lists(st.tuples(st.sampled_from(KEYS), ANY_NUMBER), max_size=6),
)
def test_no_values_and_no_claims_raise(
    *,
    x: list[float],
    y: list[float],
    kind: FindingKind,
    two_windows: bool,
    numbers: list[tuple[str, float | Interval | None]],
) -> None:
    claim = finding(kind, days=window(5, 14), baseline=window(0, 7) if two_windows and kind is TREND else None)
    claimed = claiming(claim, *(NamedNumber(key=key, value=value) for key, value in numbers))
    sample = read_daily(claimed, {"steps": series(x), "sleep_minutes": series(y)})
    if isinstance(sample, Unreadable):
        return
    outcome = reproduce(claimed, sample)
    assert all(math.isfinite(value) for value in outcome.detail.values() if isinstance(value, float))
    assert (outcome.verdict is GateVerdict.PASSED) == (outcome.ceiling is Verdict.VALIDATED)


def test_honest_findings_pass_and_tampered_ones_are_rejected() -> None:
    rng = np.random.default_rng(11)
    kinds = set()
    for _ in range(10):
        records = random_records(rng)
        store = store_of(records)
        for honest in honest_findings(rng, records, store, 15):
            for shown in (honest.finding, written(rng, honest.finding)):
                outcome = judged(shown, store)
                assert outcome is not None
                assert outcome.verdict is GateVerdict.PASSED, (shown, outcome)
            for kind, false in islice(attempts(rng, honest.finding), 10):
                kinds.add(kind)
                outcome = judged(false, store)
                assert outcome is not None
                assert outcome.ceiling is Verdict.REJECTED, (kind, false, outcome)
    assert kinds == set(KINDS)


def test_the_label_of_a_window_plays_no_part() -> None:
    claimed = finding(SCALAR, days=window(0, 89, "last week"), numbers={"effect": MEAN})
    assert judge(claimed).verdict is GateVerdict.PASSED
