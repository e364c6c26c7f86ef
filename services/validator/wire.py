"""Protos to domain values and back; pure and total. What a newer contract may send reads as None or unknown."""

from collections.abc import Iterable
from types import MappingProxyType
from typing import Final, assert_never

import numpy as np

from amy.api.common.v1 import common_pb2 as common
from amy.api.validator.v1 import validator_pb2 as pb
from services.validator.domain.critique import (
    Assessment,
    Concern,
    ConcernCategory,
    Critique,
    Decision,
    MemoryNote,
    Novelty,
    Severity,
)
from services.validator.domain.finding import (
    Comparison,
    DayFilter,
    Finding,
    FindingKind,
    Interval,
    NamedNumber,
    Selection,
    Statistic,
    UnknownFilter,
    ValueFilter,
    Verdict,
    WeekdayFilter,
    Window,
)
from services.validator.domain.gates import DetailValue, Gate, GateOutcome, GateReport, GateVerdict
from services.validator.domain.selection import Floats
from services.validator.domain.validation import (
    Assessed,
    Completed,
    Critiqued,
    Fact,
    GateRan,
    ValidatedFinding,
    ValidationEvent,
)

_KINDS: Final = MappingProxyType(
    {
        FindingKind.ASSOCIATION: common.FINDING_KIND_ASSOCIATION,
        FindingKind.TREND: common.FINDING_KIND_TREND,
        FindingKind.SCALAR: common.FINDING_KIND_SCALAR,
    }
)
_STATISTICS: Final = MappingProxyType(
    {
        Statistic.MEAN: common.STATISTIC_MEAN,
        Statistic.MEDIAN: common.STATISTIC_MEDIAN,
        Statistic.MIN: common.STATISTIC_MIN,
        Statistic.MAX: common.STATISTIC_MAX,
        Statistic.SUM: common.STATISTIC_SUM,
        Statistic.SD: common.STATISTIC_SD,
        Statistic.COUNT: common.STATISTIC_COUNT,
        Statistic.LATEST: common.STATISTIC_LATEST,
        Statistic.SPEARMAN: common.STATISTIC_SPEARMAN,
        Statistic.DIFFERENCE_OF_MEANS: common.STATISTIC_DIFFERENCE_OF_MEANS,
        Statistic.LINEAR_CHANGE: common.STATISTIC_LINEAR_CHANGE,
    }
)
_COMPARISONS: Final = MappingProxyType(
    {
        Comparison.LESS: common.COMPARISON_LESS,
        Comparison.LESS_OR_EQUAL: common.COMPARISON_LESS_OR_EQUAL,
        Comparison.GREATER: common.COMPARISON_GREATER,
        Comparison.GREATER_OR_EQUAL: common.COMPARISON_GREATER_OR_EQUAL,
        Comparison.EQUAL: common.COMPARISON_EQUAL,
    }
)
_VERDICTS: Final = MappingProxyType(
    {
        Verdict.VALIDATED: common.VERDICT_VALIDATED,
        Verdict.CONDITIONAL: common.VERDICT_CONDITIONAL,
        Verdict.REJECTED: common.VERDICT_REJECTED,
    }
)
_GATES: Final = MappingProxyType(
    {
        Gate.SAMPLE_SIZE: pb.GATE_SAMPLE_SIZE,
        Gate.EFFECT_VS_NOISE: pb.GATE_EFFECT_VS_NOISE,
        Gate.CONSTRUCT_VALIDITY: pb.GATE_CONSTRUCT_VALIDITY,
        Gate.BOOTSTRAP: pb.GATE_BOOTSTRAP,
        Gate.SUBGROUP_CONSISTENCY: pb.GATE_SUBGROUP_CONSISTENCY,
        Gate.METHOD_TRIANGULATION: pb.GATE_METHOD_TRIANGULATION,
        Gate.DISCRIMINATIVE_POWER: pb.GATE_DISCRIMINATIVE_POWER,
    }
)
_GATE_VERDICTS: Final = MappingProxyType(
    {
        GateVerdict.PASSED: pb.GATE_VERDICT_PASSED,
        GateVerdict.FAILED: pb.GATE_VERDICT_FAILED,
        GateVerdict.SKIPPED: pb.GATE_VERDICT_SKIPPED,
    }
)
_DECISIONS: Final = MappingProxyType(
    {
        Decision.ACCEPT: pb.DECISION_ACCEPT,
        Decision.DOWNGRADE: pb.DECISION_DOWNGRADE,
        Decision.REJECT: pb.DECISION_REJECT,
    }
)
_CONCERNS: Final = MappingProxyType(
    {
        ConcernCategory.CONFOUNDER: pb.CONCERN_CATEGORY_CONFOUNDER,
        ConcernCategory.REVERSE_CAUSATION: pb.CONCERN_CATEGORY_REVERSE_CAUSATION,
        ConcernCategory.SELECTION_BIAS: pb.CONCERN_CATEGORY_SELECTION_BIAS,
        ConcernCategory.LITERATURE_CONTRADICTION: pb.CONCERN_CATEGORY_LITERATURE_CONTRADICTION,
        ConcernCategory.TAUTOLOGY: pb.CONCERN_CATEGORY_TAUTOLOGY,
        ConcernCategory.SMALL_N: pb.CONCERN_CATEGORY_SMALL_N,
        ConcernCategory.NOISE: pb.CONCERN_CATEGORY_NOISE,
    }
)
_SEVERITIES: Final = MappingProxyType(
    {Severity.LOW: pb.SEVERITY_LOW, Severity.MEDIUM: pb.SEVERITY_MEDIUM, Severity.HIGH: pb.SEVERITY_HIGH}
)
_NOVELTIES: Final = MappingProxyType(
    {
        Novelty.ESTABLISHED: pb.NOVELTY_ESTABLISHED,
        Novelty.SUPPORTED: pb.NOVELTY_SUPPORTED,
        Novelty.EMERGING: pb.NOVELTY_EMERGING,
        Novelty.USER_SPECIFIC: pb.NOVELTY_USER_SPECIFIC,
    }
)
_KIND_FROM_PROTO = {number: kind for kind, number in _KINDS.items()}
_STATISTIC_FROM_PROTO = {number: statistic for statistic, number in _STATISTICS.items()}
_COMPARISON_FROM_PROTO = {number: comparison for comparison, number in _COMPARISONS.items()}


def kind_from_proto(number: "common.FindingKind.ValueType") -> FindingKind | None:
    return _KIND_FROM_PROTO.get(number)


def values_from_proto(values: Iterable[float]) -> Floats:
    return np.fromiter(values, dtype=np.float64)


def effect_from_proto(request: pb.EvaluateGatesRequest) -> float | None:
    return request.effect if request.HasField("effect") else None


def memory_from_proto(notes: Iterable[pb.MemoryNote]) -> tuple[MemoryNote, ...]:
    return tuple(MemoryNote(kind=note.kind, text=note.text) for note in notes)


def findings_from_proto(findings: Iterable[common.Finding]) -> tuple[Finding, ...]:
    return tuple(map(finding_from_proto, findings))


def finding_from_proto(finding: common.Finding) -> Finding:
    return Finding(
        id=finding.id,
        kind=kind_from_proto(finding.kind),
        claim=finding.claim,
        selection=_selection_from_proto(finding.selection) if finding.HasField("selection") else None,
        numbers=tuple(map(_number_from_proto, finding.numbers)),
        source=finding.source,
    )


def finding_to_proto(finding: Finding) -> common.Finding:
    return common.Finding(
        id=finding.id,
        kind=_KINDS[finding.kind] if finding.kind else common.FINDING_KIND_UNSPECIFIED,
        claim=finding.claim,
        selection=_selection_to_proto(finding.selection) if finding.selection else None,
        numbers=map(_number_to_proto, finding.numbers),
        source=finding.source,
    )


def _selection_from_proto(selection: common.Selection) -> Selection:
    has_baseline = selection.HasField("baseline_window")
    return Selection(
        feature=selection.feature,
        target=selection.target,
        lag_days=selection.lag_days,
        window=_window_from_proto(selection.window) if selection.HasField("window") else None,
        baseline_window=_window_from_proto(selection.baseline_window) if has_baseline else None,
        day_filters=tuple(map(_filter_from_proto, selection.day_filters)),
        statistic=_STATISTIC_FROM_PROTO.get(selection.statistic),
    )


def _selection_to_proto(selection: Selection) -> common.Selection:
    return common.Selection(
        feature=selection.feature,
        target=selection.target,
        lag_days=selection.lag_days,
        window=_window_to_proto(selection.window) if selection.window else None,
        baseline_window=_window_to_proto(selection.baseline_window) if selection.baseline_window else None,
        day_filters=map(_filter_to_proto, selection.day_filters),
        statistic=_STATISTICS[selection.statistic] if selection.statistic else common.STATISTIC_UNSPECIFIED,
    )


def _window_from_proto(window: common.Window) -> Window:
    return Window(start_date=window.start_date, end_date=window.end_date, label=window.label)


def _window_to_proto(window: Window) -> common.Window:
    return common.Window(start_date=window.start_date, end_date=window.end_date, label=window.label)


def _filter_from_proto(day_filter: common.DayFilter) -> DayFilter:
    if day_filter.HasField("value"):
        value = day_filter.value
        comparison = _COMPARISON_FROM_PROTO.get(value.comparison)
        return ValueFilter(metric=value.metric, comparison=comparison, value=value.value)
    if day_filter.HasField("weekday"):
        return WeekdayFilter(iso_weekdays=tuple(day_filter.weekday.iso_weekdays))
    return UnknownFilter()


def _filter_to_proto(day_filter: DayFilter) -> common.DayFilter:
    match day_filter:
        case ValueFilter(metric=metric, comparison=comparison, value=value):
            number = _COMPARISONS[comparison] if comparison else common.COMPARISON_UNSPECIFIED
            return common.DayFilter(value=common.ValueFilter(metric=metric, comparison=number, value=value))
        case WeekdayFilter(iso_weekdays=iso_weekdays):
            return common.DayFilter(weekday=common.WeekdayFilter(iso_weekdays=iso_weekdays))
        case UnknownFilter():
            return common.DayFilter()
        case _:
            assert_never(day_filter)


def _number_from_proto(number: common.NamedNumber) -> NamedNumber:
    value: float | Interval | None = None
    if number.HasField("scalar"):
        value = number.scalar
    elif number.HasField("interval"):
        value = Interval(low=number.interval.low, high=number.interval.high)
    return NamedNumber(key=number.key, value=value, unit=number.unit)


def _number_to_proto(number: NamedNumber) -> common.NamedNumber:
    match number.value:
        case Interval(low=low, high=high):
            interval = common.Interval(low=low, high=high)
            return common.NamedNumber(key=number.key, interval=interval, unit=number.unit)
        case None:
            return common.NamedNumber(key=number.key, unit=number.unit)
        case scalar:
            return common.NamedNumber(key=number.key, scalar=scalar, unit=number.unit)


def event_to_proto(event: ValidationEvent) -> pb.ValidateResponse:
    match event:
        case GateRan(finding=finding, outcome=outcome):
            return pb.ValidateResponse(gate=_outcome_to_proto(outcome, finding_id=finding.id, claim=finding.claim))
        case Critiqued(finding=finding, critique=critique):
            return pb.ValidateResponse(critic=_critique_to_proto(critique, finding_id=finding.id))
        case Assessed(finding=finding, assessment=assessment):
            return pb.ValidateResponse(assessment=_assessment_to_proto(assessment, finding_id=finding.id))
        case Completed(findings=findings, fact_sheet=facts):
            completed = pb.ValidationCompleted(
                findings=map(_validated_to_proto, findings),
                fact_sheet=map(_fact_to_proto, facts),
                # No model is asked, which costs nothing; an unset cost would mean that nobody knows.
                usage=common.Usage(cost_usd=0.0),
            )
            return pb.ValidateResponse(completed=completed)
        case _:
            assert_never(event)


def report_to_proto(report: GateReport, *, finding_id: str, claim: str) -> pb.EvaluateGatesResponse:
    return pb.EvaluateGatesResponse(
        gates=[_outcome_to_proto(outcome, finding_id=finding_id, claim=claim) for outcome in report.outcomes],
        verdict=_VERDICTS[report.verdict],
        hard_rejection=report.hard_rejection,
    )


def _validated_to_proto(validated: ValidatedFinding) -> pb.ValidatedFinding:
    finding, assessment = validated.finding, validated.assessment
    report = report_to_proto(validated.report, finding_id=finding.id, claim=finding.claim)
    return pb.ValidatedFinding(
        finding=finding_to_proto(finding),
        verdict=_VERDICTS[validated.verdict],
        gates=report.gates,
        critic=_critique_to_proto(validated.critique, finding_id=finding.id),
        assessment=_assessment_to_proto(assessment, finding_id=finding.id) if assessment else None,
        hard_rejection=report.hard_rejection,
        reading=pb.Reading(value=validated.reading.value, n=validated.reading.n) if validated.reading else None,
    )


def _outcome_to_proto(outcome: GateOutcome, *, finding_id: str, claim: str) -> pb.GateResult:
    return pb.GateResult(
        finding_id=finding_id,
        claim=claim,
        gate=_GATES[outcome.gate],
        verdict=_GATE_VERDICTS[outcome.verdict],
        detail=[_detail_to_proto(key, value) for key, value in outcome.detail.items()],
    )


def _detail_to_proto(key: str, value: DetailValue) -> common.Detail:
    match value:
        case bool():
            return common.Detail(key=key, flag=value)
        case int():
            return common.Detail(key=key, integer=value)
        case float():
            return common.Detail(key=key, number=value)
        case _:
            return common.Detail(key=key, text=value)


def _critique_to_proto(critique: Critique, *, finding_id: str) -> pb.CriticResult:
    return pb.CriticResult(
        finding_id=finding_id,
        decision=_DECISIONS[critique.decision],
        reasoning=critique.reasoning,
        concerns=map(_concern_to_proto, critique.concerns),
    )


def _concern_to_proto(concern: Concern) -> pb.Concern:
    return pb.Concern(
        category=_CONCERNS[concern.category], detail=concern.detail, severity=_SEVERITIES[concern.severity]
    )


def _assessment_to_proto(assessment: Assessment, *, finding_id: str) -> pb.AssessmentResult:
    return pb.AssessmentResult(
        finding_id=finding_id,
        mechanism=assessment.mechanism,
        novelty=_NOVELTIES[assessment.novelty],
        strategy=assessment.strategy,
        citations=assessment.citations,
    )


def _fact_to_proto(fact: Fact) -> common.FactEntry:
    return common.FactEntry(
        claim=fact.claim,
        value=fact.value,
        unit=fact.unit,
        source=fact.source,
        n=fact.n,
        window=fact.window,
        verdict=_VERDICTS[fact.verdict],
    )
