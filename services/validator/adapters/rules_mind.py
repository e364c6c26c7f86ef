"""The Critic and the Assessment by rules: every concern follows from something measured, nothing is guessed.

What each threshold means is said in `docs/validation.md`.
"""

import math
from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Final

from services.validator.domain.components import Overlap, overlap_of
from services.validator.domain.critique import (
    UNASSESSED,
    Assessment,
    Case,
    Concern,
    ConcernCategory,
    Critique,
    Decision,
    Novelty,
    Severity,
    mildest_decision,
)
from services.validator.domain.finding import FindingKind, Selection, Statistic, Verdict
from services.validator.domain.gate import Gate
from services.validator.domain.gates import MIN_EFFECT_TO_NOISE

_SMALL_N: Final = MappingProxyType({FindingKind.ASSOCIATION: 30, FindingKind.TREND: 20, FindingKind.SCALAR: 0})
_COMFORTABLE_N: Final = MappingProxyType({FindingKind.ASSOCIATION: 60, FindingKind.TREND: 40, FindingKind.SCALAR: 14})
_MIN_PER_WINDOW: Final = 5
_COVERAGE: Final = ((0.25, Severity.HIGH), (0.5, Severity.MEDIUM), (0.8, Severity.LOW))
_INDIFFERENT_TO_GAPS: Final = frozenset({Statistic.COUNT, Statistic.LATEST})
_NEAR_TAUTOLOGY_RHO: Final = 0.75
_WEAK_RHO: Final = 0.2
_NEAR_ZERO: Final = 0.05
_WIDE_INTERVAL: Final = 0.6
_DIFFERENT_HALVES: Final = 0.4

_OVERLAP: Final = MappingProxyType(
    {
        Overlap.SAME: "Both are computed from the same measurement, so they move together by construction.",
        Overlap.PART: "One is a part of the other, so they move together by construction.",
        Overlap.COMPOSITE: "One goes into how the other is computed, so some agreement is built in.",
    }
)


class RulesMind:
    """A `ValidatorMind` that is deterministic, offline and free."""

    async def critique(self, case: Case) -> Critique:
        concerns = tuple(_concerns(case))
        return Critique(decision=_decide(case, concerns), reasoning=_reasoning(case, concerns), concerns=concerns)

    async def assess(self, case: Case) -> Assessment:
        selection = _selection(case)
        overlap = overlap_of(selection.feature, selection.target) if selection.target else None
        if overlap is not None:
            return Assessment(mechanism=f"Structural. {_OVERLAP[overlap]}", novelty=Novelty.ESTABLISHED)
        if case.finding.kind is FindingKind.SCALAR:
            mechanism = "A description of your own data; no mechanism is claimed."
            return Assessment(mechanism=mechanism, novelty=Novelty.USER_SPECIFIC)
        return UNASSESSED


def _decide(case: Case, concerns: Sequence[Concern]) -> Decision:
    """What the gates rejected, and what is true by construction, is rejected; otherwise the severities decide."""
    selection = _selection(case)
    is_circular = overlap_of(selection.feature, selection.target) is Overlap.SAME if selection.target else False
    if is_circular or case.report.verdict is Verdict.REJECTED:
        return Decision.REJECT
    return mildest_decision(concerns)


def _reasoning(case: Case, concerns: Sequence[Concern]) -> str:
    n = case.sample.n
    match case.finding.kind:
        case FindingKind.ASSOCIATION:
            summary = f"Observed together on {n} days, not a causal claim."
        case FindingKind.TREND:
            summary = f"A change across {n} daily readings, not a causal claim."
        case _:
            summary = f"Descriptive summary across {n} daily readings, not a causal claim."
    grave = (concern.detail for concern in concerns if concern.severity is not Severity.LOW)
    return " ".join((summary, *grave))


def _concerns(case: Case) -> Iterator[Concern]:
    yield from _small_n(case)
    yield from _missing_days(case)
    if case.finding.kind is FindingKind.ASSOCIATION:
        yield from _tautology(case)
        yield from _noisy_association(case)
    if case.finding.kind is FindingKind.TREND:
        yield from _noisy_trend(case)


def _small_n(case: Case) -> Iterator[Concern]:
    kind, n = case.finding.kind, case.sample.n
    smaller = case.sample.smaller_window_n
    if smaller is not None and smaller < _MIN_PER_WINDOW:
        detail = f"One of the two windows has a value on only {smaller} {'day' if smaller == 1 else 'days'}."
        yield Concern(category=ConcernCategory.SMALL_N, detail=detail, severity=Severity.HIGH)
    elif kind is not None and n < _COMFORTABLE_N[kind]:
        severity = Severity.MEDIUM if n < _SMALL_N[kind] else Severity.LOW
        yield Concern(category=ConcernCategory.SMALL_N, detail=f"It rests on only {n} days.", severity=severity)


def _missing_days(case: Case) -> Iterator[Concern]:
    if _selection(case).statistic in _INDIFFERENT_TO_GAPS:
        return
    for limit, severity in _COVERAGE:
        if case.sample.coverage < limit:
            detail = (
                f"Only {case.sample.n} of {case.sample.selected_days} days have a value; "
                "the missing ones may differ from the rest."
            )
            yield Concern(category=ConcernCategory.SELECTION_BIAS, detail=detail, severity=severity)
            return


def _tautology(case: Case) -> Iterator[Concern]:
    selection = _selection(case)
    overlap = overlap_of(selection.feature, selection.target)
    rho = _measured(case, Gate.CONSTRUCT_VALIDITY, "rho")
    if overlap is not None:
        severity = Severity.MEDIUM if overlap is Overlap.COMPOSITE else Severity.HIGH
        yield Concern(category=ConcernCategory.TAUTOLOGY, detail=_OVERLAP[overlap], severity=severity)
    elif abs(rho) > _NEAR_TAUTOLOGY_RHO:
        detail = "The two move together so closely that they may be one thing measured twice."
        yield Concern(category=ConcernCategory.TAUTOLOGY, detail=detail, severity=Severity.MEDIUM)


def _noisy_association(case: Case) -> Iterator[Concern]:
    low, high = _measured(case, Gate.BOOTSTRAP, "ci_low"), _measured(case, Gate.BOOTSTRAP, "ci_high")
    first = _measured(case, Gate.SUBGROUP_CONSISTENCY, "rho_first_half")
    second = _measured(case, Gate.SUBGROUP_CONSISTENCY, "rho_second_half")
    rho = abs(_measured(case, Gate.DISCRIMINATIVE_POWER, "abs_rho"))
    if math.isnan(rho):
        yield _noise("One of the series does not vary, so no correlation is defined.", Severity.HIGH)
        return
    if not (low > 0 or high < 0):
        yield _noise("The plausible range of the correlation includes none at all.", Severity.HIGH)
    elif min(abs(low), abs(high)) < _NEAR_ZERO:
        yield _noise("The plausible range of the correlation ends close to none at all.", Severity.MEDIUM)
    if high - low > _WIDE_INTERVAL:
        yield _noise("The plausible range of the correlation is wide.", Severity.MEDIUM)
    if rho < _WEAK_RHO:
        yield _noise("The correlation is weak.", Severity.MEDIUM)
    if not first * second > 0:
        yield _noise("The first and the second half of the days do not point the same way.", Severity.MEDIUM)
    elif abs(first - second) > _DIFFERENT_HALVES:
        yield _noise("The correlation differs much between the first and the second half of the days.", Severity.MEDIUM)


def _noisy_trend(case: Case) -> Iterator[Concern]:
    ratio = _measured(case, Gate.EFFECT_VS_NOISE, "ratio")
    if ratio < MIN_EFFECT_TO_NOISE:
        yield _noise("The change is small against the usual day-to-day variation.", Severity.MEDIUM)


def _noise(detail: str, severity: Severity) -> Concern:
    return Concern(category=ConcernCategory.NOISE, detail=detail, severity=severity)


def _measured(case: Case, gate: Gate, key: str) -> float:
    """A gate's measurement; NaN if the gate did not run or the statistic is not defined."""
    outcome = case.report.outcome(gate)
    return outcome.number(key) if outcome else math.nan


def _selection(case: Case) -> Selection:
    if case.finding.selection is None:
        raise AssertionError(case.finding.id)
    return case.finding.selection
