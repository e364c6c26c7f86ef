"""How much was tested: one strong result among many tests is what chance gives.

Within a turn, Benjamini and Hochberg (1995): if nothing at all is there, at most so large a share of turns tells
anything.

Over all turns, online: what may be false among everything that is ever told as validated is handed out turn by turn,
most of it to the first, and a turn that finds something earns a share anew: LORD (Javanmard and Montanari 2018, as
improved by Ramdas, Yang, Wainwright and Jordan 2017), a turn at a time, for a turn's hypotheses arrive together (Zrnic,
Jiang, Ramdas and Jordan 2020). So what a hypothesis has to show is settled when it is first tested, by what was tested
until then. Nothing that is asked later changes it: the same question about the same records has the same answer.

The tests do not have equal shares of what may be false. A change in time rests on the days since; what goes together,
and how groups of days differ, on all days on record, which make it plain or refute it. So a change gets more. Shares by
kind, which no result touches, keep the rate of everything together: Genovese, Roeder and Wasserman (2006).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from services.validator.domain.claims.finding import Finding, FindingKind, Verdict
from services.validator.domain.claims.footing import basis_of
from services.validator.domain.gates.gate import Gate, GateOutcome, outcome, skipped
from services.validator.domain.records.series import Floats

MAX_FALSE: Final = 0.05
"""Of what one turn tells."""
MAX_FALSE_VALIDATED: Final = 0.01
"""Of everything that is ever told as validated."""
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
    """A hypothesis of an earlier turn.

    Attributes:
        p_value: of its newest test; None where it was not kept, as of one that found nothing.
        place: in the how manieth turn that tested anything new it was first tested, from 1; 0 where it was not kept.
        level: up to which chance it is validated; None where it was not kept, so that it counts as new.
        verdict: what it was found to be when it was last asked; None where it was not kept.
        claim: the words in which it was last asked.
    """

    __test__ = False

    kind: FindingKind
    feature: str
    target: str
    lag_days: int
    p_value: float | None
    place: int = 0
    level: float | None = None
    verdict: Verdict | None = None
    claim: str = ""

    @property
    def subject(self) -> Subject:
        return Subject.of(self.kind, self.feature, self.target, self.lag_days)


@dataclass(frozen=True, kw_only=True)
class Test:
    """What a finding of this turn is about, and the chance its test gave; None where it tests nothing."""

    __test__ = False

    subject: Subject | None
    p_value: float | None


@dataclass(frozen=True, kw_only=True)
class _Place:
    """Where a hypothesis stands in the order of what was tested, and up to which chance it is therefore validated."""

    number: int
    level: float


def last_of_each(
    subjects: Iterable[Subject | None], earlier: Iterable[TestedHypothesis]
) -> tuple[TestedHypothesis | None, ...]:
    """How each finding of a turn was last asked about; None if never, or if the turn asks the same of several rows."""
    asked, before = tuple(subjects), _newest_of_each(earlier)
    return tuple(before.get(each) if each is not None and asked.count(each) == 1 else None for each in asked)


def _newest_of_each(earlier: Iterable[TestedHypothesis]) -> Mapping[Subject, TestedHypothesis]:
    """Each hypothesis once, of several entries about one the first, for they come newest first."""
    found: dict[Subject, TestedHypothesis] = {}
    for each in earlier:
        found.setdefault(each.subject, each)
    return found


def among_all(turn: Sequence[Test], earlier: Sequence[TestedHypothesis] = ()) -> tuple[GateOutcome, ...]:
    """The `multiplicity` gate of each finding of a turn, in order.

    Args:
        turn: all findings of the turn.
        earlier: the hypotheses of earlier turns, newest first.
    """
    tests = [test for test in turn if test.p_value is not None]
    rates, places = iter(_false_discovery_rates(tests)), iter(_places(tests, _newest_of_each(earlier)))
    return tuple(
        skipped(Gate.MULTIPLICITY)
        if test.p_value is None
        else _judged(test.p_value, share=_share(test), q_turn=next(rates), place=next(places), tests=len(tests))
        for test in turn
    )


def _places(tests: Sequence[Test], earlier: Mapping[Subject, TestedHypothesis]) -> Iterator[_Place]:
    """The place of each test, in order: what was tested before keeps its own, all that is new shares the next."""
    kept = {
        subject: _Place(number=each.place, level=each.level)
        for subject, each in earlier.items()
        if each.place and each.level is not None
    }
    new = [test for test in tests if test.subject not in kept]
    number = 1 + max((place.number for place in kept.values()), default=0) + (len(kept) < len(earlier))
    found = {place.number for subject, place in kept.items() if _is_found(earlier[subject], place)}
    levels = iter(_levels(new, at_most=_share_of_turn(number, found)))
    for test in tests:
        place = None if test.subject is None else kept.get(test.subject)
        yield place or _Place(number=number, level=next(levels))


def _is_found(hypothesis: TestedHypothesis, place: _Place) -> bool:
    return hypothesis.p_value is not None and hypothesis.p_value <= place.level


def _share_of_turn(number: int, found: Collection[int]) -> float:
    """How much may be false of what this turn tests first; the first turn that found something earns nothing.

    The shares 1 / (n (n + 1)) of n = 1, 2, 3 … are 1 together.
    """
    since = (number, *(number - each for each in sorted(found)[1:]))
    return MAX_FALSE_VALIDATED * min(1.0, sum(1 / (turns * (turns + 1)) for turns in since))


def _levels(new: Sequence[Test], *, at_most: float) -> Sequence[float]:
    """Up to which chance Benjamini and Hochberg find each test, in order, the others being as they are.

    What is tested twice in a turn has to show the same both times.
    """
    weights, ranks = _weights(new), np.arange(1, len(new) + 1)
    weighed = np.array([_chance(test) for test in new]) / weights
    levels: list[float] = []
    for at, weight in enumerate(weights):
        others = np.sort(np.where(ranks == at + 1, 0.0, weighed))
        found = ranks[others <= at_most * ranks / len(new)].max()
        levels.append(min(MAX_FALSE_VALIDATED, float(at_most * found / len(new) * weight)))
    least: dict[Subject | None, float] = {}
    for test, level in zip(new, levels, strict=True):
        least[test.subject] = min(level, least.get(test.subject, level))
    return [level if test.subject is None else least[test.subject] for test, level in zip(new, levels, strict=True)]


def _share(test: Test) -> float:
    return 1.0 if test.subject is None else test.subject.share


def _chance(test: Test) -> float:
    return 1.0 if test.p_value is None else test.p_value


def _weights(tests: Sequence[Test]) -> Floats:
    """The shares of tests, 1 on average."""
    shares = np.array([_share(test) for test in tests])
    return shares / shares.mean() if tests else shares


def _false_discovery_rates(tests: Sequence[Test]) -> Sequence[float]:
    """The lowest rate at which the procedure of Benjamini and Hochberg (1995) still finds each, in order.

    Each chance counts over its share.
    """
    if not tests:
        return ()
    weighed = np.minimum(np.array([_chance(test) for test in tests]) / _weights(tests), 1.0)
    order = np.argsort(weighed)
    rates = np.empty_like(weighed)
    rates[order] = np.minimum.accumulate((weighed[order] * (weighed.size / np.arange(1, weighed.size + 1)))[::-1])[::-1]
    return tuple(map(float, np.minimum(rates, 1.0)))


def _judged(p_value: float, *, share: float, q_turn: float, place: _Place, tests: int) -> GateOutcome:
    if q_turn > MAX_FALSE:
        ceiling = Verdict.REJECTED
    else:
        ceiling = Verdict.VALIDATED if p_value <= place.level else Verdict.CONDITIONAL
    return outcome(
        Gate.MULTIPLICITY,
        passed=ceiling is Verdict.VALIDATED,
        ceiling=ceiling,
        p_value=p_value,
        share=share,
        q_turn=q_turn,
        place=place.number,
        level=place.level,
        tests=tests,
    )
