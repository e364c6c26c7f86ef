"""The seven documented gates and the verdict they add up to.

Order, thresholds, hard and soft, applicability, the short-circuit after a failed hard gate and the arithmetic are the
specification's ("The 7 deterministic gates"); `docs/validation.md` says each in plain words. What it leaves open is
decided where it arises below: a correlation that is not defined (a constant series) fails every gate that needs one,
but is no tautology.
"""

import math
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Final

import numpy as np

from services.validator.domain.claims.finding import FindingKind, Verdict
from services.validator.domain.gates.gate import (
    HARD,
    Gate,
    GateInput,
    GateOutcome,
    GateReport,
    GateVerdict,
    outcome,
    skipped,
)
from services.validator.domain.statistics import ranks

MIN_PAIRS: Final = 20
MIN_VALUES: Final = 10
MIN_EFFECT_TO_NOISE: Final = 0.5
MAX_CONSTRUCT_RHO: Final = 0.85
MIN_DISCRIMINATIVE_RHO: Final = 0.10
_VALIDATED_RATIO: Final = 0.85
_CONDITIONAL_RATIO: Final = 0.5


def evaluate(given: GateInput) -> GateReport:
    """Runs the gates in order; after a failed hard gate no later one runs.

    Never raises, whatever the numbers: overflow and undefined statistics fail the gates that need them.
    """
    measured = _Measured(given)
    outcomes: list[GateOutcome] = []
    with np.errstate(all="ignore"):
        for run in _GATES:
            outcomes.append(run(measured))
            if outcomes[-1].gate in HARD and outcomes[-1].verdict is GateVerdict.FAILED:
                return GateReport(
                    outcomes=tuple(outcomes),
                    verdict=Verdict.REJECTED,
                    documented_verdict=Verdict.REJECTED,
                    hard_rejection=_why(outcomes[-1], measured),
                )
    verdict = add_up(outcomes)
    return GateReport(outcomes=tuple(outcomes), verdict=verdict, documented_verdict=verdict)


def add_up(outcomes: Sequence[GateOutcome]) -> Verdict:
    """The documented verdict arithmetic. Skipped gates count neither for nor against."""
    passed = {outcome.gate for outcome in outcomes if outcome.verdict is GateVerdict.PASSED}
    failed = {outcome.gate for outcome in outcomes if outcome.verdict is GateVerdict.FAILED}
    if failed & HARD or failed >= {Gate.BOOTSTRAP, Gate.DISCRIMINATIVE_POWER}:
        return Verdict.REJECTED
    applicable = len(passed) + len(failed)
    if applicable == 0:
        return Verdict.CONDITIONAL
    ratio = len(passed) / applicable
    if ratio >= _VALIDATED_RATIO:
        return Verdict.VALIDATED
    return Verdict.CONDITIONAL if ratio >= _CONDITIONAL_RATIO else Verdict.REJECTED


class _Measured:
    """The values that are there, and the measurements several gates share, each taken when first needed."""

    def __init__(self, given: GateInput) -> None:
        present = np.isfinite(given.feature)
        if given.target is not None:
            present &= np.isfinite(given.target)
        self.kind = given.kind
        self.feature = given.feature[present]
        self.target = self.feature if given.target is None else given.target[present]
        self.effect = abs(given.effect or 0.0)
        self.noise_unit = given.noise_unit
        self.noun = given.noun

    @property
    def n(self) -> int:
        return self.feature.size

    @property
    def is_association(self) -> bool:
        return self.kind is FindingKind.ASSOCIATION

    @property
    def min_required(self) -> int:
        return MIN_PAIRS if self.is_association else MIN_VALUES

    @cached_property
    def rho(self) -> float:
        return ranks.spearman(self.feature, self.target)


def _sample_size(measured: _Measured) -> GateOutcome:
    enough = measured.n >= measured.min_required
    return outcome(Gate.SAMPLE_SIZE, passed=enough, n=measured.n, min_required=measured.min_required)


def _effect_vs_noise(measured: _Measured) -> GateOutcome:
    """|effect| over the metric's sample standard deviation (n - 1), in the effect's unit.

    A metric that does not vary has no noise, and neither has what was only counted. A deviation that is no finite
    number passes too: "or sd=0/inf", says the specification.
    """
    if measured.is_association:
        return skipped(Gate.EFFECT_VS_NOISE)
    varies = measured.noise_unit and measured.feature.min() < measured.feature.max()
    sd = float(measured.feature.std(ddof=1)) * measured.noise_unit if varies else 0.0
    ratio = math.inf if sd in {0.0, math.inf} else measured.effect / sd
    return outcome(
        Gate.EFFECT_VS_NOISE,
        passed=ratio >= MIN_EFFECT_TO_NOISE,
        effect=measured.effect,
        metric_sd=sd,
        ratio=ratio,
        min_required=MIN_EFFECT_TO_NOISE,
    )


def _construct_validity(measured: _Measured) -> GateOutcome:
    if not measured.is_association:
        return skipped(Gate.CONSTRUCT_VALIDITY)
    is_tautology = abs(measured.rho) > MAX_CONSTRUCT_RHO
    return outcome(Gate.CONSTRUCT_VALIDITY, passed=not is_tautology, rho=measured.rho, max_allowed=MAX_CONSTRUCT_RHO)


def _bootstrap(measured: _Measured) -> GateOutcome:
    """For an association the interval must leave out 0; for a mean the gate only informs."""
    if not measured.is_association:
        mean = ranks.bootstrap_mean(measured.feature)
        return outcome(
            Gate.BOOTSTRAP, passed=True, mean_ci_low=mean.low, mean_ci_high=mean.high, boot_median=mean.median
        )
    rho = ranks.bootstrap_spearman(measured.feature, measured.target)
    return outcome(
        Gate.BOOTSTRAP,
        passed=rho.low > 0 or rho.high < 0,
        ci_low=rho.low,
        ci_high=rho.high,
        boot_median=rho.median,
        iterations=rho.resamples,
    )


def _subgroup_consistency(measured: _Measured) -> GateOutcome:
    """The halves are of the pairs in time order; of an odd number the middle pair belongs to the second."""
    if not measured.is_association:
        return skipped(Gate.SUBGROUP_CONSISTENCY)
    half = measured.n // 2
    first = ranks.spearman(measured.feature[:half], measured.target[:half])
    second = ranks.spearman(measured.feature[half:], measured.target[half:])
    return outcome(Gate.SUBGROUP_CONSISTENCY, passed=first * second > 0, rho_first_half=first, rho_second_half=second)


def _method_triangulation(measured: _Measured) -> GateOutcome:
    """A correlation of exactly 0 has no sign, so it agrees with none."""
    if not measured.is_association:
        return skipped(Gate.METHOD_TRIANGULATION)
    tau = ranks.kendall_tau_b(measured.feature, measured.target)
    return outcome(Gate.METHOD_TRIANGULATION, passed=measured.rho * tau > 0, spearman_rho=measured.rho, kendall_tau=tau)


def _discriminative_power(measured: _Measured) -> GateOutcome:
    """Weighs the correlation measured here, not the claimed effect."""
    if not measured.is_association:
        return skipped(Gate.DISCRIMINATIVE_POWER)
    size = abs(measured.rho)
    return outcome(
        Gate.DISCRIMINATIVE_POWER,
        passed=size >= MIN_DISCRIMINATIVE_RHO,
        abs_rho=size,
        min_required=MIN_DISCRIMINATIVE_RHO,
    )


_GATES: Final[tuple[Callable[[_Measured], GateOutcome], ...]] = (
    _sample_size,
    _effect_vs_noise,
    _construct_validity,
    _bootstrap,
    _subgroup_consistency,
    _method_triangulation,
    _discriminative_power,
)


def _why(outcome: GateOutcome, measured: _Measured) -> str:
    """A failed hard gate in plain words."""
    if outcome.gate is Gate.CONSTRUCT_VALIDITY:
        return (
            f"the two series move together almost perfectly (rank correlation {measured.rho:.2f}, more than "
            f"{MAX_CONSTRUCT_RHO:.2f} either way), so one is most likely the other measured again"
        )
    one = "activity" if measured.noun == "activities" else measured.noun.removesuffix("s")
    have = {0: f"no {one}", 1: f"only 1 {one}"}.get(measured.n, f"only {measured.n} {measured.noun}")
    what = "both values" if measured.is_association else "a value"
    return f"{have} with {what}; at least {measured.min_required} are needed"
