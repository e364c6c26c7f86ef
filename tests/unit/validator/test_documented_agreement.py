"""Three hundred random findings, decided by the service's code and by the documented script: every gate agrees."""

from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from functools import cache

import numpy as np
import pandas as pd
import pytest

from services.validator.domain.algebra import Calendar, Compare, Field, Literal, Operator, Test
from services.validator.domain.claims.finding import (
    Finding,
    FindingKind,
    Verdict,
)
from services.validator.domain.gates.gate import Gate, GateReport, GateVerdict
from services.validator.domain.records.series import Floats
from services.validator.domain.records.store import Store
from services.validator.domain.verdict.validation import Examined, examine
from tests.unit.validator import documented
from tests.unit.validator.builders import DAY_ONE, finding, series, window

_PASSED = {GateVerdict.PASSED: True, GateVerdict.FAILED: False, GateVerdict.SKIPPED: None}


WORST_FIRST = (Verdict.REJECTED, Verdict.CONDITIONAL, Verdict.VALIDATED)


def random_columns(rng: np.random.Generator) -> dict[str, Floats]:
    """Two daily series and one to filter by: more or less related, autocorrelated, rounded to ties, with gaps."""
    n = int(rng.integers(8, 130))
    steps = rng.normal(size=n)
    for at in range(1, n):
        steps[at] += rng.choice([0.0, 0.6]) * steps[at - 1]
    sleep = rng.choice([0.0, 0.3, -0.5, 1.0, 6.0]) * steps + rng.normal(size=n)
    if rng.random() < 0.3:
        steps, sleep = np.round(steps), np.round(sleep)
    if rng.random() < 0.05:
        sleep = np.full(n, 7.0)
    for column in (steps, sleep):
        column[rng.random(n) < rng.choice([0.0, 0.2])] = np.nan
    return {"steps": steps, "sleep_minutes": sleep, "resting_heart_rate": rng.integers(50, 70, size=n).astype(float)}


def random_finding(rng: np.random.Generator, n: int) -> Finding:
    kind = FindingKind(rng.choice(list(FindingKind)))
    tests: list[Test] = []
    if rng.random() < 0.15:
        bound = Literal(value=62.0)
        column = Field(name="resting_heart_rate")
        tests.append(Compare(column=column, operator=Operator.LESS_OR_EQUAL, number=bound))
    if rng.random() < 0.15:
        tests.append(Calendar(iso_weekdays=frozenset({1, 2, 3, 4, 5})))
    compares = kind is FindingKind.TREND and rng.random() < 0.5
    return finding(
        kind,
        days=window(n // 2, n) if compares else window(int(rng.integers(0, 3)), n),
        baseline=window(0, n // 2 - 1) if compares else None,
        lag_days=int(rng.integers(-2, 3)) if kind is FindingKind.ASSOCIATION else 0,
        tests=tuple(tests),
        numbers={"effect": float(rng.normal())},
    )


@dataclass(frozen=True)
class Claimed:
    """A random finding about random columns."""

    finding: Finding
    columns: dict[str, Floats]

    def examined(self, *, layered: bool = False) -> Examined:
        store = {name: series(values) for name, values in self.columns.items()}
        return examine(self.finding, Store(daily=store), layered=layered)

    def as_documented(self) -> documented.Documented:
        n = len(self.columns["steps"])
        stamps = [pd.Timestamp(DAY_ONE + timedelta(days=at)) for at in range(n)]
        summary = {name: dict(zip(stamps, values, strict=True)) for name, values in self.columns.items()}
        return documented.run(self.finding, documented.frame_of(summary))


def claimed(seed: int, *, scale: float = 1.0) -> Claimed:
    rng = np.random.default_rng(seed)
    columns = {name: values * scale for name, values in random_columns(rng).items()}
    return Claimed(random_finding(rng, len(columns["steps"])), columns)


@cache
def plainly_examined(seed: int) -> GateReport:
    return claimed(seed).examined().report


def test_three_hundred_random_findings_come_out_as_documented() -> None:
    verdicts: Counter[str] = Counter()
    failures: Counter[str] = Counter()
    for seed in range(300):
        report, expected = plainly_examined(seed), claimed(seed).as_documented()
        assert {o.gate.value: _PASSED[o.verdict] for o in report.outcomes} == expected.gates, seed
        assert report.verdict.value == expected.verdict, seed
        measured = {key: value for outcome in report.outcomes for key, value in outcome.detail.items()}
        for key in measured.keys() & expected.detail.keys():
            assert measured[key] == pytest.approx(expected.detail[key], rel=1e-12, abs=1e-12), (seed, key)
        verdicts[report.verdict] += 1
        failures.update(outcome.gate for outcome in report.outcomes if outcome.verdict is GateVerdict.FAILED)
    assert min(verdicts[verdict] for verdict in Verdict) >= 30, verdicts
    assert len(failures) == 7, failures


def test_a_deviation_that_is_no_finite_number_passes_as_documented() -> None:
    passed = 0
    for seed in range(60):
        huge = claimed(seed, scale=1e200)
        report = huge.examined().report
        assert {o.gate.value: _PASSED[o.verdict] for o in report.outcomes} == huge.as_documented().gates, seed
        noise = report.outcome(Gate.EFFECT_VS_NOISE)
        passed += noise is not None and noise.verdict is GateVerdict.PASSED and "metric_sd" not in noise.detail
    assert passed >= 20


def test_the_second_layer_leaves_what_is_documented_as_it_is_and_never_raises_a_verdict() -> None:
    lowered = 0
    for seed in range(300):
        report, plain = claimed(seed).examined(layered=True).report, plainly_examined(seed)
        assert report.outcomes[: len(plain.outcomes)] == plain.outcomes
        assert report.documented_verdict is plain.verdict
        assert WORST_FIRST.index(report.verdict) <= WORST_FIRST.index(plain.verdict)
        lowered += report.verdict is not plain.verdict
    assert lowered > 0
