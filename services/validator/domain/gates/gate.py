"""The words of validation: gates, what each came to, and what they weigh.

Seven gates are the specification's, the other four are the second layer, which can lower a verdict and never raise it.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from services.validator.domain.claims.finding import FindingKind, Verdict
from services.validator.domain.records.series import Days, Floats
from services.validator.domain.statistics.certainty import ConfidenceInterval


class Gate(StrEnum):
    """In the order they run."""

    SAMPLE_SIZE = "sample_size"
    EFFECT_VS_NOISE = "effect_vs_noise"
    CONSTRUCT_VALIDITY = "construct_validity"
    BOOTSTRAP = "bootstrap"
    SUBGROUP_CONSISTENCY = "subgroup_consistency"
    METHOD_TRIANGULATION = "method_triangulation"
    DISCRIMINATIVE_POWER = "discriminative_power"
    REPRODUCTION = "reproduction"
    SERIAL_DEPENDENCE = "serial_dependence"
    CONFOUNDING = "confounding"
    MULTIPLICITY = "multiplicity"


HARD: Final = frozenset({Gate.SAMPLE_SIZE, Gate.CONSTRUCT_VALIDITY})
SECOND_LAYER: Final = frozenset({Gate.REPRODUCTION, Gate.SERIAL_DEPENDENCE, Gate.CONFOUNDING, Gate.MULTIPLICITY})


class GateVerdict(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


DetailValue: TypeAlias = bool | int | float | str


@dataclass(frozen=True, kw_only=True)
class GateOutcome:
    """What one gate came to.

    Attributes:
        detail: the measurements behind it, finite numbers only.
        ceiling: the best verdict that a gate of the second layer leaves; the documented gates leave theirs to the
            documented arithmetic.
    """

    gate: Gate
    verdict: GateVerdict
    detail: Mapping[str, DetailValue]
    ceiling: Verdict = Verdict.VALIDATED

    def number(self, key: str) -> float:
        """A measurement by name; NaN if the gate has none."""
        value = self.detail.get(key)
        return float(value) if isinstance(value, int | float) else math.nan


@dataclass(frozen=True, kw_only=True)
class GateReport:
    """The gates that ran, in order, and what they add up to.

    Attributes:
        verdict: after both layers, as far as they ran.
        documented_verdict: what the seven documented gates alone come to.
        hard_rejection: why a hard gate failed, in plain words; empty otherwise.
        unweighed: why no gate could weigh it although it may be told, in plain words; empty otherwise.
        p_value: how likely chance alone gives a signal as strong; None where nothing is tested.
    """

    outcomes: tuple[GateOutcome, ...]
    verdict: Verdict
    documented_verdict: Verdict
    hard_rejection: str = ""
    unweighed: str = ""
    p_value: float | None = None

    def outcome(self, gate: Gate) -> GateOutcome | None:
        """What this gate came to; None if it did not run."""
        return next((outcome for outcome in self.outcomes if outcome.gate is gate), None)


@dataclass(frozen=True, kw_only=True, eq=False)
class GateInput:
    """What the gates weigh, in time order.

    Attributes:
        feature: shape (n,); a value that is not finite is missing.
        target: shape (n,), paired by position, for an association; None otherwise.
        effect: the claimed effect, which only `effect_vs_noise` weighs; None counts as 0.
        days: shape (n,), of each feature value its day since 1970-01-01, ascending.
        contrast: of a trend, shape (n,): the weights whose product with the feature is its effect; None otherwise.
        claimed_width: of a scalar that claims an interval, from end to end; None otherwise.
        own_interval: the validator's own of the effect; None where it has none.
        noun: what the values are one each of, a plural: "days", "activities", "samples".
        noise_unit: what a unit of the values is in units of the effect; 0 of an effect that counts, for what was
            counted has no ups and downs.
        places: shape (n,), ascending and unique: where each value stands among its neighbours; None for its day.
        is_searched: whether the contrast is that of the largest step among all.
        beside_weekday: of a trend, whether it must be there beside the days of the week; `beside_line` likewise of a
            straight line.
    """

    kind: FindingKind
    feature: Floats
    target: Floats | None
    effect: float | None
    days: Days
    contrast: Floats | None = None
    claimed_width: float | None = None
    own_interval: ConfidenceInterval | None = None
    noun: str = "days"
    noise_unit: float = 1.0
    places: Days | None = None
    is_searched: bool = False
    beside_weekday: bool = True
    beside_line: bool = False

    @property
    def is_daily(self) -> bool:
        return self.places is None

    @property
    def neighbourhood(self) -> Days:
        return self.days if self.places is None else self.places


def outcome(gate: Gate, *, passed: bool, ceiling: Verdict = Verdict.VALIDATED, **detail: DetailValue) -> GateOutcome:
    """An outcome whose detail keeps what is finite."""
    finite = {
        key: value for key, value in detail.items() if not (isinstance(value, float) and not math.isfinite(value))
    }
    verdict = GateVerdict.PASSED if passed else GateVerdict.FAILED
    return GateOutcome(gate=gate, verdict=verdict, detail=finite, ceiling=ceiling)


def skipped(gate: Gate) -> GateOutcome:
    """A gate that does not apply to the finding."""
    return GateOutcome(gate=gate, verdict=GateVerdict.SKIPPED, detail={"applicable": False})
