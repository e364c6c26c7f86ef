"""Protos to domain values and back: nothing is lost, nothing is refused."""

import math
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amy.api.common.v1 import common_pb2 as common
from amy.api.query.v1 import query_pb2 as query
from amy.api.validator.v1 import validator_pb2 as pb
from amy.runtime.trees import MAX_LEVELS
from services.validator import wire
from services.validator.domain import algebra
from services.validator.domain.claims.basis import kind_of
from services.validator.domain.claims.finding import FindingKind, NamedNumber, Verdict
from services.validator.domain.gates.gate import Gate, GateOutcome, GateReport, GateVerdict
from services.validator.domain.review.critique import (
    Assessment,
    Concern,
    ConcernCategory,
    Critique,
    Decision,
    MemoryNote,
    Novelty,
    Severity,
)
from services.validator.domain.verdict.reading import Reading
from services.validator.domain.verdict.validation import (
    Assessed,
    Completed,
    Counted,
    Critiqued,
    Fact,
    GateRan,
    ValidatedFinding,
)
from tests.unit.algebra.strategies import questions
from tests.unit.validator.asked import DISTANCE, STEPS, THE_VALUE, activities, days, of, samples, weekly
from tests.unit.validator.builders import finding

TEXT = st.text(max_size=8)
NUMBER = st.floats(allow_nan=False)
NAMED_NUMBER = st.one_of(
    st.builds(common.NamedNumber, key=TEXT, unit=TEXT),
    st.builds(common.NamedNumber, key=TEXT, unit=TEXT, scalar=NUMBER),
    st.builds(common.NamedNumber, key=TEXT, unit=TEXT, interval=st.builds(common.Interval, low=NUMBER, high=NUMBER)),
)
ONE_OF_ANY = partial(
    st.builds,
    common.Finding,
    id=TEXT,
    kind=st.sampled_from(common.FindingKind.values()),
    claim=TEXT,
    numbers=st.lists(NAMED_NUMBER, max_size=3),
    source=TEXT,
)
FINDING = st.one_of(
    ONE_OF_ANY(question=questions(algebra, depth=1).map(wire.QUESTIONS.encode)), ONE_OF_ANY(by_code=st.booleans())
)


@settings(max_examples=200, deadline=None)
@given(FINDING)
def test_a_finding_goes_through_unchanged(claimed: common.Finding) -> None:
    assert wire.finding_to_proto(wire.finding_from_proto(claimed)) == claimed


def test_a_kind_of_a_newer_contract_reads_as_unknown() -> None:
    claimed = common.Finding(kind=99)  # type: ignore[arg-type]
    assert wire.finding_from_proto(claimed).kind is None


def test_a_question_that_cannot_be_read_is_none_and_its_finding_still_reads() -> None:
    malformed = query.Question(tell=query.Tell())
    decoded = wire.finding_from_proto(common.Finding(id="ds-001", question=malformed))
    assert (decoded.id, decoded.question) == ("ds-001", None)


def test_the_deepest_question_comes_back_with_its_verdict() -> None:
    number: algebra.Number = algebra.Literal(value=1.0)
    for _ in range(MAX_LEVELS - 2):
        one = algebra.Literal(value=1.0)
        number = algebra.NumberArithmetic(left=number, operation=algebra.Operation.PLUS, right=one)
    claimed = replace(finding(), question=algebra.Tell(number=number))
    report = GateReport(outcomes=(), verdict=Verdict.REJECTED, documented_verdict=Verdict.REJECTED)
    item = ValidatedFinding(
        finding=claimed, verdict=Verdict.REJECTED, report=report, critique=CRITIQUE, explanation="Too few."
    )
    told = wire.event_to_proto(Completed(findings=(item,), fact_sheet=()))
    (validated,) = pb.ValidateResponse.FromString(told.SerializeToString()).completed.findings
    assert wire.finding_from_proto(validated.finding).question == claimed.question


def test_an_effect_that_is_unset_is_none_and_zero_is_zero() -> None:
    assert wire.effect_from_proto(pb.EvaluateGatesRequest()) is None
    assert wire.effect_from_proto(pb.EvaluateGatesRequest(effect=0.0)) == 0.0


def test_values_keep_their_gaps() -> None:
    decoded = wire.values_from_proto(pb.EvaluateGatesRequest(feature=[1.5, math.nan]).feature)
    assert decoded.dtype == np.float64
    assert decoded.tolist() == [1.5, pytest.approx(math.nan, nan_ok=True)]


def test_memory_notes_keep_their_kind() -> None:
    decoded = wire.memory_from_proto([pb.MemoryNote(kind="barrier", text="night shifts")])
    assert decoded == (MemoryNote(kind="barrier", text="night shifts"),)


OUTCOME = GateOutcome(
    gate=Gate.BOOTSTRAP,
    verdict=GateVerdict.PASSED,
    detail={"ci_low": -0.5, "iterations": 1000, "applicable": True, "note": "text"},
)
CRITIQUE = Critique(
    decision=Decision.DOWNGRADE,
    reasoning="Few days.",
    concerns=(Concern(category=ConcernCategory.SMALL_N, detail="Few.", severity=Severity.HIGH),),
)
ASSESSMENT = Assessment(mechanism="Known.", novelty=Novelty.EMERGING, strategy="Walk.", citations=("doi",))


def test_a_gate_is_told_with_typed_details() -> None:
    told = wire.event_to_proto(GateRan(finding=finding(), outcome=OUTCOME)).gate
    assert (told.finding_id, told.claim) == ("ds-001", "The value is {{ds-001.effect}}.")
    assert (told.gate, told.verdict) == (pb.GATE_BOOTSTRAP, pb.GATE_VERDICT_PASSED)
    assert list(told.detail) == [
        common.Detail(key="ci_low", number=-0.5),
        common.Detail(key="iterations", integer=1000),
        common.Detail(key="applicable", flag=True),
        common.Detail(key="note", text="text"),
    ]


def test_a_critique_and_an_assessment_name_their_finding() -> None:
    event = Critiqued(finding=finding(), critique=CRITIQUE, verdict=Verdict.CONDITIONAL, explanation="Few days.")
    assert wire.event_to_proto(event).critic == pb.CriticResult(
        finding_id="ds-001",
        decision=pb.DECISION_DOWNGRADE,
        reasoning="Few days.",
        concerns=[pb.Concern(category=pb.CONCERN_CATEGORY_SMALL_N, detail="Few.", severity=pb.SEVERITY_HIGH)],
        verdict=common.VERDICT_CONDITIONAL,
        explanation="Few days.",
    )
    told = wire.event_to_proto(Assessed(finding=finding(), assessment=ASSESSMENT)).assessment
    assert (told.finding_id, told.strategy, list(told.citations)) == ("ds-001", "Walk.", ["doi"])
    assert told.novelty == pb.NOVELTY_EMERGING


def test_a_strategy_that_is_none_is_unset() -> None:
    none = Assessment(mechanism="", novelty=Novelty.USER_SPECIFIC)
    assert not wire.event_to_proto(Assessed(finding=finding(), assessment=none)).assessment.HasField("strategy")


def test_the_end_holds_findings_facts_and_a_cost_of_nothing() -> None:
    report = GateReport(
        outcomes=(OUTCOME,), verdict=Verdict.REJECTED, documented_verdict=Verdict.REJECTED, hard_rejection="too few"
    )
    item = ValidatedFinding(
        finding=finding(), verdict=Verdict.REJECTED, report=report, critique=CRITIQUE, explanation="Too few."
    )
    fact = Fact(claim="ds-001.n", value=3.0, unit=None, source="user", n=None, window=None, verdict=Verdict.CONDITIONAL)
    told = wire.event_to_proto(Completed(findings=(item,), fact_sheet=(fact,))).completed
    (validated,) = told.findings
    assert validated.verdict == common.VERDICT_REJECTED
    assert validated.hard_rejection == "too few"
    assert [gate.gate for gate in validated.gates] == [pb.GATE_BOOTSTRAP]
    assert not validated.HasField("assessment")
    assert told.fact_sheet[0] == common.FactEntry(
        claim="ds-001.n", value=3.0, source="user", verdict=common.VERDICT_CONDITIONAL
    )
    assert told.usage.HasField("cost_usd")
    assert told.usage.cost_usd == 0


@pytest.mark.parametrize(
    ("domain", "proto"),
    [
        (FindingKind, common.FindingKind),
        (Gate, pb.Gate),
        (GateVerdict, pb.GateVerdict),
        (Decision, pb.Decision),
        (ConcernCategory, pb.ConcernCategory),
        (Severity, pb.Severity),
        (Novelty, pb.Novelty),
        (Verdict, common.Verdict),
        (Counted, common.Counted),
    ],
)
def test_every_name_of_the_contract_has_a_name_here(domain: type, proto: type) -> None:
    assert len(domain) == len(proto.values()) - 1  # type: ignore[arg-type, attr-defined]  # enums; 0 is unspecified


def test_a_reading_is_told_as_facts_with_all_that_there_is_to_say() -> None:
    report = GateReport(outcomes=(), verdict=Verdict.REJECTED, documented_verdict=Verdict.REJECTED)
    reading = Reading(value=2.0, n=3, day=20_000, numbers=(NamedNumber(key="sd", value=1.5, unit="km"),))
    claimed = replace(finding(), numbers=(NamedNumber(key="effect", value=2.0, unit="km"),))
    item = ValidatedFinding(
        finding=claimed,
        verdict=Verdict.REJECTED,
        report=report,
        critique=CRITIQUE,
        explanation="",
        reading=reading,
    )
    (told,) = wire.event_to_proto(Completed(findings=(item,), fact_sheet=())).completed.findings
    assert [(each.claim, each.value, each.unit, each.counts) for each in told.reading] == [
        ("reading-ds-001.value", 2.0, "km", common.COUNTED_UNSPECIFIED),
        ("reading-ds-001.n", 3.0, "", common.COUNTED_DAYS),
        ("reading-ds-001.day", 20_000.0, "date", common.COUNTED_UNSPECIFIED),
        ("reading-ds-001.sd", 1.5, "km", common.COUNTED_UNSPECIFIED),
    ]
    assert {(each.source, each.n, each.verdict) for each in told.reading} == {
        ("health_data", 3, common.VERDICT_CONDITIONAL)
    }
    assert all(each.window.startswith("all data; ") for each in told.reading)
    assert (told.feature, told.target, told.compares) == ("steps", "", False)


def test_a_series_goes_by_the_name_that_people_gave_it() -> None:
    report = GateReport(outcomes=(), verdict=Verdict.REJECTED, documented_verdict=Verdict.REJECTED)

    def names(question: algebra.Question) -> tuple[str, str, int]:
        item = ValidatedFinding(
            finding=replace(finding(), kind=kind_of(question), question=question),
            verdict=Verdict.REJECTED,
            report=report,
            critique=CRITIQUE,
            explanation="",
        )
        (told,) = wire.event_to_proto(Completed(findings=(item,), fact_sheet=())).completed.findings
        return told.feature, told.target, told.lag_days

    weeks = weekly(samples(), algebra.Field(name="LDL"), algebra.Statistic.MEAN)
    runs = algebra.Daily(rows=activities(), column=DISTANCE, statistic=algebra.Statistic.SUM)
    assert names(algebra.Tell(number=of(samples(), algebra.Field(name="LDL")))) == ("“LDL”", "", 0)
    assert names(algebra.Tell(number=of(weeks, THE_VALUE))) == ("“LDL”", "", 0)
    assert names(algebra.Relate(left=runs, right=STEPS, rows=days(), lag_days=2)) == ("distance_m", "steps", 2)
    assert names(algebra.Tell(number=algebra.Count(rows=activities()))) == ("", "", 0)
