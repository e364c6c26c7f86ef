"""Numbers that only code could compute: told with care, weighed by no gate, judged by no mind."""

import math
from dataclasses import replace

import pytest

from amy.api.common.v1 import common_pb2 as common
from services.validator import wire
from services.validator.domain.claims.by_code import MOST_NUMBERS
from services.validator.domain.claims.finding import Finding, FindingKind, Interval, NamedNumber, Verdict
from services.validator.domain.records.store import Store
from services.validator.domain.review.critique import Critique, Decision
from services.validator.domain.verdict.validation import Completed, Critiqued, Fact, GateRan, ValidatedFinding, examine
from tests.unit.validator.builders import finding
from tests.unit.validator.test_validator_app import ENOUGH, Crashing, Fixed, app_with, completed_of, events_of

BY_CODE = Finding(
    id="ds-007",
    kind=FindingKind.SCALAR,
    claim="Longer sleep went with a lower resting heart rate.",
    question=None,
    numbers=(NamedNumber(key="weight", value=-0.5, unit="bpm"), NamedNumber(key="n", value=212.0)),
    source="data_science",
    by_code=True,
)
WITH_CARE = (
    "Take the number with care: the calculation was written for this question alone, and nothing has computed it a "
    "second time."
)


def numbered(*values: float | Interval | None) -> Finding:
    numbers = tuple(NamedNumber(key=f"n{at}", value=value) for at, value in enumerate(values))
    return replace(BY_CODE, numbers=numbers)


async def the_only(claimed: Finding) -> ValidatedFinding:
    (item,) = (await completed_of(app_with(), claimed)).findings
    return item


async def test_it_is_told_with_care_and_why_without_a_gate_or_an_assessment() -> None:
    critiqued, completed = await events_of(app_with(), BY_CODE)
    assert isinstance(critiqued, Critiqued)
    assert (critiqued.verdict, critiqued.critique.decision) == (Verdict.CONDITIONAL, Decision.DOWNGRADE)
    assert critiqued.explanation == WITH_CARE
    assert critiqued.critique.reasoning == WITH_CARE.partition(": ")[2].replace("the calc", "The calc")
    assert isinstance(completed, Completed)
    (item,) = completed.findings
    assert (item.assessment, item.reading, item.n) == (None, None, None)


async def test_its_numbers_are_on_the_fact_sheet_as_conditional_and_rest_on_nothing_that_was_read() -> None:
    sheet = (await completed_of(app_with(), BY_CODE)).fact_sheet
    plain = Fact(
        claim="ds-007.weight",
        value=-0.5,
        unit="bpm",
        source="data_science",
        n=None,
        window=None,
        verdict=Verdict.CONDITIONAL,
    )
    assert sheet == (plain, replace(plain, claim="ds-007.n", value=212.0, unit=None))


@pytest.mark.parametrize("decision", Decision)
async def test_no_mind_is_asked_and_so_none_can_raise_it(decision: Decision) -> None:
    mind = Fixed(Critique(decision=decision, reasoning="It is certain."))
    (item,) = (await completed_of(app_with(mind=mind), BY_CODE)).findings
    assert mind.cases == []
    assert item.verdict is Verdict.CONDITIONAL


async def test_it_takes_no_part_in_what_was_tested() -> None:
    alone = await events_of(app_with(), ENOUGH)
    beside = await events_of(app_with(), ENOUGH, BY_CODE)
    assert [each for each in beside if isinstance(each, GateRan)] == [e for e in alone if isinstance(e, GateRan)]
    last = wire.event_to_proto(beside[-1]).completed.findings[1]
    assert not last.HasField("hypothesis")
    assert not last.HasField("p_value")
    assert (last.verdict, last.documented_verdict) == (common.VERDICT_CONDITIONAL, common.VERDICT_CONDITIONAL)
    assert list(last.gates) == []


@pytest.mark.parametrize(
    "other",
    [
        replace(BY_CODE, by_code=False),
        replace(BY_CODE, source="health_coach"),
        replace(BY_CODE, source=""),
        replace(BY_CODE, source="Data_Science"),
        replace(BY_CODE, kind=FindingKind.ASSOCIATION),
        replace(BY_CODE, kind=FindingKind.TREND),
        replace(BY_CODE, kind=None),
    ],
)
async def test_every_other_finding_without_a_question_stays_rejected(other: Finding) -> None:
    completed = await completed_of(app_with(), other)
    assert [item.verdict for item in completed.findings] == [Verdict.REJECTED]
    assert completed.fact_sheet == ()


async def test_beside_a_question_the_mark_means_nothing() -> None:
    honest, claimed = finding(), replace(finding(numbers={"effect": 4242.0}), by_code=True)
    assert claimed.question == honest.question
    item = await the_only(claimed)
    assert item.verdict is Verdict.REJECTED
    assert item.report.outcomes


async def test_a_question_that_cannot_be_read_is_still_a_question() -> None:
    sent = wire.finding_to_proto(BY_CODE)
    assert wire.finding_from_proto(sent) == BY_CODE
    sent.question.SetInParent()
    assert (await the_only(wire.finding_from_proto(sent))).verdict is Verdict.REJECTED


@pytest.mark.parametrize(
    ("claimed", "problem"),
    [
        (replace(BY_CODE, id=""), "no id"),
        (numbered(), "gave no number"),
        (numbered(math.nan, math.inf), "gave no number"),
        (numbered(*[1.0] * (MOST_NUMBERS + 1)), f"more than {MOST_NUMBERS} numbers"),
        (numbered(1.0, Interval(low=0.0, high=2.0)), "something else than single numbers"),
        (numbered(1.0, None), "something else than single numbers"),
    ],
)
async def test_more_than_so_many_single_numbers_are_not_believed(claimed: Finding, problem: str) -> None:
    item = await the_only(claimed)
    assert item.verdict is Verdict.REJECTED
    assert problem in item.report.hard_rejection


async def test_of_numbers_that_are_none_nothing_is_told_beside_one_that_is() -> None:
    sheet = (await completed_of(app_with(), numbered(math.inf, 1.0, math.nan, -math.inf))).fact_sheet
    assert [(fact.claim, fact.value) for fact in sheet] == [("ds-007.n1", 1.0)]


async def test_as_many_as_are_documented_are_told() -> None:
    sheet = (await completed_of(app_with(), numbered(*map(float, range(MOST_NUMBERS))))).fact_sheet
    assert len(sheet) == MOST_NUMBERS


async def test_a_crash_rejects_it_like_any_other() -> None:
    (item,) = (await completed_of(app_with(workers=Crashing()), BY_CODE)).findings
    assert item.verdict is Verdict.REJECTED


@pytest.mark.parametrize("layered", [True, False])
def test_it_is_worth_the_same_with_the_documented_gates_alone(*, layered: bool) -> None:
    report = examine(BY_CODE, Store(), layered=layered).report
    assert (report.verdict, report.documented_verdict) == (Verdict.CONDITIONAL, Verdict.CONDITIONAL)
