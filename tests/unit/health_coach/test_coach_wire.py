"""Protos to domain values and back; what may not be read is not."""

from datetime import UTC, date, datetime

import pytest

from amy.api.common.v1 import common_pb2 as common
from amy.api.health_coach.v1 import health_coach_pb2 as pb
from amy.api.health_data.v1 import health_data_pb2 as health
from amy.api.query.v1 import query_pb2 as query
from services.health_coach import wire
from services.health_coach.domain.asked import Level, last_30_days
from services.health_coach.domain.events import Completed, Proposal, Reply, Status, Thought
from services.health_coach.domain.goals import Goal
from services.health_coach.domain.preparing import Preparation
from services.health_coach.domain.strategy import Source

TODAY = date(2026, 6, 17)
STEPS = Level(metric="steps", span=last_30_days(TODAY))
GOAL = Goal(
    behaviour="walk 8,000 steps a day",
    metric="steps",
    target=8000,
    unit="count",
    baseline=7400,
    baseline_question=STEPS,
    started_on=TODAY,
    deadline=date(2026, 7, 1),
    review_on=date(2026, 7, 1),
    technique_ids=("BCIO:007003",),
    strategy_id="walk-after-meal",
)


def checked(verdict: common.Verdict.ValueType, *, has_reading: bool = False) -> common.CheckedFinding:
    finding = common.Finding(id="ds-001", question=wire.question_to_proto(STEPS))
    return common.CheckedFinding(finding=finding, verdict=verdict, has_reading=has_reading)


def entry(claim: str, value: float = 7432.4) -> common.FactEntry:
    return common.FactEntry(claim=claim, value=value, unit="count")


def test_a_goal_survives_the_wire() -> None:
    assert wire.goal_from_proto(wire.goal_to_proto(GOAL)) == GOAL
    bare = Goal(behaviour="write a list", target=3, unit="days", days_per_week=3)
    assert wire.goal_from_proto(wire.goal_to_proto(bare)) == bare


@pytest.mark.parametrize("verdict", [common.VERDICT_VALIDATED, common.VERDICT_CONDITIONAL])
def test_a_number_that_may_be_told_is_found_by_its_question(verdict: common.Verdict.ValueType) -> None:
    request = pb.CoachRequest(message="hi", findings=[checked(verdict)], fact_sheet=[entry("ds-001.effect")])
    (fact,) = wire.case_from_proto(request).facts.items()
    assert fact[0] == STEPS
    assert (fact[1].claim, fact[1].value, fact[1].unit) == ("ds-001.effect", 7432.4, "count")


def test_a_rejected_finding_never_reaches_the_coach() -> None:
    """Not even where its number stands on the sheet by mistake."""
    sheet = [entry("ds-001.effect"), entry("reading-ds-001.value")]
    request = pb.CoachRequest(message="hi", findings=[checked(common.VERDICT_REJECTED)], fact_sheet=sheet)
    assert not wire.case_from_proto(request).facts


def test_of_a_rejected_finding_with_a_plain_reading_only_the_reading_is_told() -> None:
    sheet = [entry("ds-001.effect", 1.0), entry("reading-ds-001.value", 7432.4)]
    finding = checked(common.VERDICT_REJECTED, has_reading=True)
    request = pb.CoachRequest(message="hi", findings=[finding], fact_sheet=sheet)
    assert [fact.claim for fact in wire.case_from_proto(request).facts.values()] == ["reading-ds-001.value"]


@pytest.mark.parametrize("sheet", [[], [entry("ds-001.n")], [entry("ds-001.effect", float("nan"))]])
def test_a_number_that_is_not_on_the_sheet_is_not_told(sheet: list[common.FactEntry]) -> None:
    request = pb.CoachRequest(message="hi", findings=[checked(common.VERDICT_VALIDATED)], fact_sheet=sheet)
    assert not wire.case_from_proto(request).facts


@pytest.mark.parametrize(
    "question",
    [
        query.Question(),
        query.Question(tell=query.Tell()),
        query.Question(relate=query.Relate(lag_days=1)),
        query.Question(
            tell=query.Tell(
                number=query.Number(
                    reduce=query.Reduce(
                        rows=query.Rows(all=query.All(table=query.TABLE_DAYS)), statistic=query.STATISTIC_MAX
                    )
                )
            )
        ),
    ],
)
def test_another_question_is_none_of_the_coachs(question: query.Question) -> None:
    assert wire.question_from_proto(question) is None


def test_a_conversation_and_what_is_remembered_are_read() -> None:
    memory = pb.Remembered(id="mem-1", kind="goal", text="Goal: walk.", goal=wire.goal_to_proto(GOAL))
    memory.created_at.FromDatetime(datetime(2026, 6, 1, tzinfo=UTC))
    request = pb.PrepareRequest(
        user_id="ada",
        message="and now?",
        history=[
            common.Message(role=common.ROLE_USER, content="I walk"),
            common.Message(role=common.ROLE_ASSISTANT, content="You do."),
        ],
        memories=[memory, pb.Remembered(kind="barrier", text="Health: bad knee.")],
    )
    case = wire.case_to_prepare(request)
    assert (case.said, case.told) == (("I walk", "and now?"), ("You do.",))
    assert case.goals == (GOAL,)
    assert case.memories[1].kind == "barrier"


def test_what_is_on_record_is_read() -> None:
    known = [health.MetricName(name="steps", recorded=True), health.MetricName(name="weight_kg")]
    record = wire.record_from_proto(health.DescribeDataResponse(reference_date="2026-06-17", known=known, activities=2))
    assert record is not None
    assert (record.today, record.metrics, record.has_activities) == (TODAY, frozenset({"steps"}), True)
    assert wire.record_from_proto(health.DescribeDataResponse()) is None


def test_what_is_said_is_written_in_full() -> None:
    source = Source(title="Steps", publisher="Lancet", url="https://example.org")
    reply = Reply(
        draft="Your goal is {{goal-1.target}} steps.",
        proposals=(Proposal(claim="goal-1.target", value=8000, unit="count", capped_by="ds-001.effect"),),
        agreed=GOAL,
        finished=True,
        technique_ids=("BCIO:007003",),
        sources=(source,),
    )
    end = wire.event_to_proto(Completed(status=Status.ANSWERED, reply=reply)).completed
    assert (end.status, end.draft, end.finished, end.recommended) == (pb.STATUS_ANSWERED, reply.draft, True, False)
    assert end.proposals[0].capped_by == "ds-001.effect"
    assert wire.goal_from_proto(end.agreed) == GOAL
    assert end.sources[0].url == "https://example.org"
    assert list(end.technique_ids) == ["BCIO:007003"]
    assert wire.event_to_proto(Thought(delta="So.")).thought.delta == "So."
    nothing = wire.event_to_proto(Completed(status=Status.DECLINED, reply=Reply(draft="No."))).completed
    assert not nothing.HasField("agreed")
    assert wire.preparation_to_proto(Preparation(questions=(STEPS,), said_back="your level")).said_back == "your level"
