"""Protos to domain values and back; pure and total. What a newer contract may send reads as None or unknown."""

from collections.abc import Iterable
from typing import Final, assert_never

import numpy as np

from amy.api.common.v1 import common_pb2 as common
from amy.api.query.v1 import query_pb2 as query
from amy.api.validator.v1 import validator_pb2 as pb
from amy.runtime.trees import TreeCodec
from amy.runtime.usage import usage_to_proto
from services.validator.domain.algebra import Contrast, Question
from services.validator.domain.claims.finding import Finding, FindingKind, Interval, NamedNumber, Verdict
from services.validator.domain.claims.footing import basis_of, names_in
from services.validator.domain.gates.gate import DetailValue, Gate, GateOutcome, GateReport, GateVerdict
from services.validator.domain.gates.multiplicity import TestedHypothesis
from services.validator.domain.records.series import Days, Floats
from services.validator.domain.review.critique import (
    Assessment,
    Concern,
    ConcernCategory,
    Critique,
    Decision,
    LiteratureNumber,
    MemoryNote,
    Novelty,
    Severity,
)
from services.validator.domain.verdict.certainty import Certainty, basis_in_words, range_in_words
from services.validator.domain.verdict.explanation import explain_gate
from services.validator.domain.verdict.fact_sheet import reading_facts
from services.validator.domain.verdict.validation import (
    Assessed,
    Completed,
    Counted,
    Critiqued,
    Fact,
    GateRan,
    ValidatedFinding,
    ValidationEvent,
)
from services.validator.wire.words import numbers_of, words_of

QUESTIONS: Final[TreeCodec[Question, query.Question]] = TreeCodec(Question, query.Question, name="question")
_KINDS: Final = numbers_of(FindingKind, common.FindingKind, "FINDING_KIND")
_VERDICTS: Final = numbers_of(Verdict, common.Verdict, "VERDICT")
_COUNTED: Final = numbers_of(Counted, common.Counted, "COUNTED")
_GATES: Final = numbers_of(Gate, pb.Gate, "GATE")
_GATE_VERDICTS: Final = numbers_of(GateVerdict, pb.GateVerdict, "GATE_VERDICT")
_DECISIONS: Final = numbers_of(Decision, pb.Decision, "DECISION")
_CONCERNS: Final = numbers_of(ConcernCategory, pb.ConcernCategory, "CONCERN_CATEGORY")
_SEVERITIES: Final = numbers_of(Severity, pb.Severity, "SEVERITY")
_NOVELTIES: Final = numbers_of(Novelty, pb.Novelty, "NOVELTY")
_KIND_FROM_PROTO: Final = words_of(_KINDS)
_VERDICT_FROM_PROTO: Final = words_of(_VERDICTS)


def kind_from_proto(number: "common.FindingKind.ValueType") -> FindingKind | None:
    return _KIND_FROM_PROTO.get(number)


def unasked_from_proto(request: pb.EvaluateGatesRequest) -> Finding:
    """The finding that a request tells no more of than its kind."""
    return Finding(id=request.finding_id, kind=kind_from_proto(request.kind), claim=request.claim, question=None)


def values_from_proto(values: Iterable[float]) -> Floats:
    return np.fromiter(values, dtype=np.float64)


def effect_from_proto(request: pb.EvaluateGatesRequest) -> float | None:
    return request.effect if request.HasField("effect") else None


def days_from_proto(request: pb.EvaluateGatesRequest) -> Days | None:
    return np.array(request.epoch_days, dtype=np.int64) if request.epoch_days else None


def earlier_count_from_proto(request: pb.EvaluateGatesRequest) -> int | None:
    return request.earlier_count if request.HasField("earlier_count") else None


def memory_from_proto(notes: Iterable[pb.MemoryNote]) -> tuple[MemoryNote, ...]:
    return tuple(MemoryNote(kind=note.kind, text=note.text) for note in notes)


def tested_from_proto(tested: Iterable[pb.TestedHypothesis]) -> tuple[TestedHypothesis, ...]:
    """Those of a kind that is known here; others test nothing that could be counted."""
    return tuple(
        TestedHypothesis(
            kind=kind,
            feature=hypothesis.feature,
            target=hypothesis.target,
            lag_days=hypothesis.lag_days,
            p_value=hypothesis.p_value if hypothesis.HasField("p_value") else None,
            place=max(0, hypothesis.place),
            level=hypothesis.level if hypothesis.HasField("level") else None,
            verdict=_VERDICT_FROM_PROTO.get(hypothesis.verdict),
            claim=hypothesis.claim,
        )
        for hypothesis in tested
        if (kind := kind_from_proto(hypothesis.kind)) is not None
    )


def findings_from_proto(findings: Iterable[common.Finding]) -> tuple[Finding, ...]:
    return tuple(map(finding_from_proto, findings))


def finding_from_proto(finding: common.Finding) -> Finding:
    """A question that cannot be read is one all the same: beside it, nothing says that there could be none."""
    return Finding(
        id=finding.id,
        kind=kind_from_proto(finding.kind),
        claim=finding.claim,
        question=_question_from_proto(finding.question) if finding.HasField("question") else None,
        numbers=tuple(map(_number_from_proto, finding.numbers)),
        source=finding.source,
        by_code=finding.by_code and not finding.HasField("question"),
    )


def _question_from_proto(question: query.Question) -> Question | None:
    """None if it cannot be read, so that its finding cannot be either."""
    try:
        return QUESTIONS.decode(question)
    except ValueError:
        return None


def finding_to_proto(finding: Finding) -> common.Finding:
    return common.Finding(
        id=finding.id,
        kind=_KINDS[finding.kind] if finding.kind else common.FINDING_KIND_UNSPECIFIED,
        claim=finding.claim,
        numbers=map(_number_to_proto, finding.numbers),
        source=finding.source,
        question=QUESTIONS.encode(finding.question) if finding.question else None,
        by_code=finding.by_code,
    )


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
            gate = _outcome_to_proto(outcome, finding)
            return pb.ValidateResponse(gate=gate)
        case Critiqued(finding=finding, critique=critique, verdict=verdict, explanation=explanation):
            critic = _critique_to_proto(critique, finding.id, verdict=verdict, explanation=explanation)
            return pb.ValidateResponse(critic=critic)
        case Assessed(finding=finding, assessment=assessment):
            return pb.ValidateResponse(assessment=_assessment_to_proto(assessment, finding_id=finding.id))
        case Completed(findings=findings, fact_sheet=facts, spent=spent):
            completed = pb.ValidationCompleted(
                findings=map(_validated_to_proto, findings),
                fact_sheet=map(_fact_to_proto, facts),
                usage=usage_to_proto(spent),
            )
            return pb.ValidateResponse(completed=completed)
        case _:
            assert_never(event)


def report_to_proto(report: GateReport, finding: Finding) -> pb.EvaluateGatesResponse:
    return pb.EvaluateGatesResponse(
        gates=[_outcome_to_proto(outcome, finding) for outcome in report.outcomes],
        verdict=_VERDICTS[report.verdict],
        hard_rejection=report.hard_rejection,
        documented_verdict=_VERDICTS[report.documented_verdict],
        p_value=report.p_value,
    )


def _validated_to_proto(validated: ValidatedFinding) -> pb.ValidatedFinding:
    finding, assessment = validated.finding, validated.assessment
    basis, names = basis_of(finding), names_in(finding) or ("",)
    report = report_to_proto(validated.report, finding)
    return pb.ValidatedFinding(
        finding=finding_to_proto(finding),
        verdict=_VERDICTS[validated.verdict],
        gates=report.gates,
        critic=_critique_to_proto(
            validated.critique, finding.id, verdict=validated.verdict, explanation=validated.explanation
        ),
        assessment=_assessment_to_proto(assessment, finding_id=finding.id) if assessment else None,
        hard_rejection=report.hard_rejection,
        reading=map(_fact_to_proto, reading_facts(validated)),
        documented_verdict=report.documented_verdict,
        p_value=validated.report.p_value,
        hypothesis=_hypothesis_to_proto(finding, validated.report),
        feature=names[0],
        target=names[-1] if finding.kind is FindingKind.ASSOCIATION else "",
        lag_days=basis.lag_days if basis else 0,
        compares=isinstance(finding.question, Contrast),
        changed=validated.changed,
        certainty=_certainty_to_proto(validated, validated.certainty) if validated.certainty else None,
    )


def _certainty_to_proto(validated: ValidatedFinding, found: Certainty) -> pb.Certainty:
    p_value = validated.report.p_value
    return pb.Certainty(
        interval=common.Interval(low=found.interval.low, high=found.interval.high),
        days_worth=found.interval.days_worth,
        range=range_in_words(validated.finding, found),
        basis=basis_in_words(validated.finding, found, n=validated.n or 0, p_value=p_value),
    )


def _hypothesis_to_proto(finding: Finding, report: GateReport) -> pb.TestedHypothesis | None:
    basis = basis_of(finding)
    place = next((each for each in report.outcomes if each.gate is Gate.MULTIPLICITY), None)
    if finding.kind is None or basis is None or report.p_value is None or place is None:
        return None
    return pb.TestedHypothesis(
        kind=_KINDS[finding.kind],
        feature=basis.feature,
        target=basis.target,
        lag_days=basis.lag_days,
        p_value=report.p_value,
        place=int(place.number("place")),
        level=place.number("level"),
    )


def _outcome_to_proto(outcome: GateOutcome, finding: Finding) -> pb.GateResult:
    return pb.GateResult(
        finding_id=finding.id,
        claim=finding.claim,
        gate=_GATES[outcome.gate],
        verdict=_GATE_VERDICTS[outcome.verdict],
        detail=[_detail_to_proto(key, value) for key, value in outcome.detail.items()],
        explanation=explain_gate(outcome, finding.kind, basis_of(finding)),
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


def _critique_to_proto(critique: Critique, finding_id: str, *, verdict: Verdict, explanation: str) -> pb.CriticResult:
    return pb.CriticResult(
        finding_id=finding_id,
        decision=_DECISIONS[critique.decision],
        reasoning=critique.reasoning,
        concerns=map(_concern_to_proto, critique.concerns),
        verdict=_VERDICTS[verdict],
        explanation=explanation,
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
        literature=map(_literature_to_proto, assessment.literature),
    )


def _literature_to_proto(number: LiteratureNumber) -> common.FactEntry:
    return common.FactEntry(
        claim=number.claim,
        value=number.value,
        unit=number.unit or None,
        source="literature",
        verdict=common.VERDICT_VALIDATED,
        citation=number.citation,
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
        counts=_COUNTED[fact.counts] if fact.counts else common.COUNTED_UNSPECIFIED,
        inputs=[
            common.FactInput(
                metric=each.metric,
                start_date=each.start.isoformat() if each.start else "",
                end_date=each.end.isoformat() if each.end else "",
            )
            for each in fact.inputs
        ],
    )
