"""How much was tested: one strong result among many tests is what chance gives.

Benjamini and Hochberg (1995): among the findings a person is told, at most so large a share is false on average, and if
nothing at all is there, at most that share of turns tells anything.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scipy import stats

from services.validator.domain.claims.finding import Finding, FindingKind, Verdict
from services.validator.domain.claims.footing import basis_of
from services.validator.domain.gates.gate import Gate, GateOutcome, outcome, skipped

MAX_FALSE: Final = 0.05
"""Of what one turn tells."""
MAX_FALSE_VALIDATED: Final = 0.01
"""Of what is told as validated, with the hypotheses of earlier turns counted."""


@dataclass(frozen=True, kw_only=True)
class Subject:
    """What a hypothesis is about. Which of two series of the same day comes first makes no other hypothesis."""

    kind: FindingKind
    series: tuple[str, ...]
    lag_days: int

    @classmethod
    def of(cls, kind: FindingKind, feature: str, target: str, lag_days: int) -> "Subject":
        series = (feature, target) if lag_days else tuple(sorted((feature, target)))
        return cls(kind=kind, series=series, lag_days=lag_days)


def subject_of(finding: Finding) -> Subject | None:
    """What a finding tests; None if it does not say."""
    basis = basis_of(finding)
    if finding.kind is None or basis is None:
        return None
    return Subject.of(finding.kind, basis.feature, basis.target, basis.lag_days)


@dataclass(frozen=True, kw_only=True)
class TestedHypothesis:
    """A hypothesis of an earlier turn; without a p-value it counts as a test that found nothing."""

    __test__ = False

    kind: FindingKind
    feature: str
    target: str
    lag_days: int
    p_value: float | None


@dataclass(frozen=True, kw_only=True)
class Test:
    """What a finding of this turn is about, and the chance its test gave; None where it tests nothing."""

    __test__ = False

    subject: Subject | None
    p_value: float | None


def among_all(turn: Sequence[Test], earlier: Sequence[TestedHypothesis] = ()) -> tuple[GateOutcome, ...]:
    """The `multiplicity` gate of each finding of a turn, in order.

    A hypothesis of memory that the turn tests again is counted once, as it is now.
    """
    ours = [test.p_value for test in turn if test.p_value is not None]
    now = {test.subject for test in turn if test.p_value is not None}
    before = {
        Subject.of(each.kind, each.feature, each.target, each.lag_days): each.p_value for each in reversed(earlier)
    }
    theirs = [1.0 if p_value is None else p_value for subject, p_value in before.items() if subject not in now]
    q_turn, q_all = iter(_false_discovery_rates(ours)), iter(_false_discovery_rates([*ours, *theirs]))
    tests = len(ours) + len(theirs)
    return tuple(
        skipped(Gate.MULTIPLICITY)
        if test.p_value is None
        else _judged(test.p_value, q_turn=next(q_turn), q_all=next(q_all), tests=tests)
        for test in turn
    )


def _false_discovery_rates(p_values: Sequence[float]) -> Sequence[float]:
    """The lowest rate at which the procedure still finds each, in order."""
    return tuple(map(float, stats.false_discovery_control(p_values))) if p_values else ()


def _judged(p_value: float, *, q_turn: float, q_all: float, tests: int) -> GateOutcome:
    if q_turn > MAX_FALSE:
        ceiling = Verdict.REJECTED
    else:
        ceiling = Verdict.VALIDATED if max(q_turn, q_all) <= MAX_FALSE_VALIDATED else Verdict.CONDITIONAL
    return outcome(
        Gate.MULTIPLICITY,
        passed=ceiling is Verdict.VALIDATED,
        ceiling=ceiling,
        p_value=p_value,
        q_turn=q_turn,
        q_all=q_all,
        tests=tests,
    )
