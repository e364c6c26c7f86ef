"""How much was tested: one strong result among many tests is what chance gives.

Benjamini and Hochberg (1995): among the findings a person is told, at most so large a share is false on average, and if
nothing at all is there, at most that share of turns tells anything.

The tests do not have equal shares of what may be false. A change in time rests on the days since; what goes together,
and how groups of days differ, on all days on record, which make it plain or refute it. So a change gets more. Shares by
kind, which no result touches, keep the rate of everything together: Genovese, Roeder and Wasserman (2006).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy import stats

from services.validator.domain.claims.finding import Finding, FindingKind, Verdict
from services.validator.domain.claims.footing import basis_of
from services.validator.domain.gates.gate import Gate, GateOutcome, outcome, skipped

MAX_FALSE: Final = 0.05
"""Of what one turn tells."""
MAX_FALSE_VALIDATED: Final = 0.01
"""Of what is told as validated, with the hypotheses of earlier turns counted."""
_SHARE_OF_A_CHANGE: Final = 4.0
"""Of the share of any other test. Four times as much finds a tenth more changes and loses hardly a pattern."""


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

    @property
    def share(self) -> float:
        """How much of what may be false it is given, against other tests; a change in time has no second series."""
        is_change = self.kind is FindingKind.TREND and not all(self.series)
        return _SHARE_OF_A_CHANGE if is_change else 1.0


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
    ours = [_Weighed(p_value=test.p_value, share=_share(test)) for test in turn if test.p_value is not None]
    now = {test.subject for test in turn if test.p_value is not None}
    before = {
        Subject.of(each.kind, each.feature, each.target, each.lag_days): each.p_value for each in reversed(earlier)
    }
    theirs = [
        _Weighed(p_value=1.0 if p_value is None else p_value, share=subject.share)
        for subject, p_value in before.items()
        if subject not in now
    ]
    q_turn, q_all = iter(_false_discovery_rates(ours)), iter(_false_discovery_rates([*ours, *theirs]))
    tests = len(ours) + len(theirs)
    return tuple(
        skipped(Gate.MULTIPLICITY)
        if test.p_value is None
        else _judged(test.p_value, share=_share(test), q_turn=next(q_turn), q_all=next(q_all), tests=tests)
        for test in turn
    )


@dataclass(frozen=True, kw_only=True)
class _Weighed:
    """The chance that a test gave, and its share of what may be false."""

    p_value: float
    share: float


def _share(test: Test) -> float:
    return 1.0 if test.subject is None else test.subject.share


def _false_discovery_rates(tests: Sequence[_Weighed]) -> Sequence[float]:
    """The lowest rate at which the procedure still finds each, in order.

    Each chance counts over its share, and the shares are 1 on average.
    """
    if not tests:
        return ()
    shares = np.array([each.share for each in tests])
    weighed = np.array([each.p_value for each in tests]) * shares.mean() / shares
    return tuple(map(float, stats.false_discovery_control(np.minimum(weighed, 1.0))))


def _judged(p_value: float, *, share: float, q_turn: float, q_all: float, tests: int) -> GateOutcome:
    if q_turn > MAX_FALSE:
        ceiling = Verdict.REJECTED
    else:
        ceiling = Verdict.VALIDATED if max(q_turn, q_all) <= MAX_FALSE_VALIDATED else Verdict.CONDITIONAL
    return outcome(
        Gate.MULTIPLICITY,
        passed=ceiling is Verdict.VALIDATED,
        ceiling=ceiling,
        p_value=p_value,
        share=share,
        q_turn=q_turn,
        q_all=q_all,
        tests=tests,
    )
