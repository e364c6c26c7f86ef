"""Protos to domain values and back."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amy.api.common.v1 import common_pb2 as common
from amy.api.data_science.v1 import data_science_pb2 as pb
from amy.api.query.v1 import query_pb2 as query_pb
from services.data_science import wire
from services.data_science.domain.algebra import (
    All,
    ChangePoint,
    Contrast,
    Field,
    Question,
    Reduce,
    Relate,
    Statistic,
    Table,
    Tell,
    Trend,
    Window,
)
from services.data_science.domain.analysis import (
    AnalysisRequest,
    Completed,
    Picture,
    Span,
    Status,
    Thought,
    ToolCall,
    ToolResult,
    Value,
)
from services.data_science.domain.finding import Finding, NamedNumber
from tests.unit.algebra.strategies import questions


@given(
    st.builds(
        AnalysisRequest,
        user_id=st.text(),
        question=st.text(),
        finding_prefix=st.text(min_size=1),
        max_debug_rounds=st.integers(0, 9),
        questions=st.lists(questions(depth=1), max_size=2).map(tuple),
    )
)
def test_a_request_survives_the_wire(request: AnalysisRequest) -> None:
    message = pb.AnalyzeRequest(
        user_id=request.user_id,
        question=request.question,
        finding_prefix=request.finding_prefix,
        max_debug_rounds=request.max_debug_rounds,
        questions=map(wire.QUESTIONS.encode, request.questions),
    )
    assert wire.request_from_proto(message) == request


def test_of_questions_that_cannot_be_read_a_request_says_why() -> None:
    request = wire.request_from_proto(pb.AnalyzeRequest(question="q", questions=[query_pb.Question()]))
    assert request.questions == ()
    assert request.unreadable == "question is empty, or of a newer contract"


def test_what_a_request_leaves_out_is_as_documented() -> None:
    request = wire.request_from_proto(pb.AnalyzeRequest(question="q"))
    assert (request.finding_prefix, request.max_debug_rounds) == ("ds", 2)
    assert wire.request_from_proto(pb.AnalyzeRequest(max_debug_rounds=0)).max_debug_rounds == 0


SPAN = Span(start=date(2024, 1, 1), end=date(2024, 1, 31), label="January 2024")
STEPS = Field(name="steps")
DAYS = All(table=Table.DAYS, window=Window(start=SPAN.start, end=SPAN.end))
HIGHEST = Tell(number=Reduce(rows=DAYS, column=STEPS, statistic=Statistic.MAX))


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        (HIGHEST, common.FINDING_KIND_SCALAR),
        (Relate(left=STEPS, right=STEPS, rows=DAYS), common.FINDING_KIND_ASSOCIATION),
        (Trend(rows=DAYS, column=STEPS), common.FINDING_KIND_TREND),
        (ChangePoint(rows=DAYS, column=STEPS), common.FINDING_KIND_TREND),
        (Contrast(rows=DAYS, baseline=DAYS, column=STEPS), common.FINDING_KIND_TREND),
    ],
)
def test_a_finding_has_the_kind_of_its_question(question: Question, kind: int) -> None:
    assert wire.finding_to_proto(Finding(id="ds-001", claim="c", question=question)).kind == kind


@given(questions(depth=1))
def test_a_finding_says_what_its_numbers_answer(question: Question) -> None:
    sent = wire.finding_to_proto(Finding(id="ds-001", claim="c", question=question))
    assert wire.QUESTIONS.decode(sent.question) == question


def test_a_completed_analysis_is_sent_whole() -> None:
    finding = Finding(
        id="ds-001",
        claim="c",
        question=HIGHEST,
        numbers=(NamedNumber(key="effect", value=3.5, unit="steps"), NamedNumber(key="n", value=9.0, unit="")),
    )
    values = (
        Value(name="max", value=3.5, unit="steps", n=9, window=SPAN, finding_id="ds-001"),
        Value(name="date", value=date(2024, 1, 5), unit="", n=9, window=SPAN, finding_id="ds-001"),
        Value(name="activity", value="Run", unit="", n=9, window=SPAN, finding_id="ds-001"),
    )
    event = Completed(
        status=Status.ANSWERED,
        answer="a",
        draft="d",
        approach="p",
        code="return 1",
        values=values,
        findings=(finding,),
        pictures=(Picture(finding_ids=("ds-001",), title="t", vega_lite="{}"),),
    )
    sent = wire.event_to_proto(event).completed
    assert (sent.status, sent.answer, sent.draft) == (pb.STATUS_ANSWERED, "a", "d")
    assert (sent.approach, sent.code) == ("p", "return 1")
    assert (sent.values[0].number, sent.values[0].unit, sent.values[0].n) == (3.5, "steps", 9)
    assert (sent.values[1].WhichOneof("value"), sent.values[1].date) == ("date", "2024-01-05")
    assert (sent.values[2].WhichOneof("value"), sent.values[2].text) == ("text", "Run")
    window = sent.values[0].window
    assert (window.start_date, window.end_date, window.label) == ("2024-01-01", "2024-01-31", "January 2024")
    assert [(list(each.finding_ids), each.title, each.vega_lite) for each in sent.pictures] == [(["ds-001"], "t", "{}")]
    assert sent.findings[0].source == "data_science"
    assert [(each.key, each.scalar, each.unit) for each in sent.findings[0].numbers] == [
        ("effect", 3.5, "steps"),
        ("n", 9.0, ""),
    ]
    assert sent.usage.HasField("cost_usd")
    assert sent.usage.cost_usd == 0


@pytest.mark.parametrize("status", Status)
def test_every_status_has_a_wire_value_of_its_name(status: Status) -> None:
    sent = wire.event_to_proto(Completed(status=status, answer="", draft="")).completed.status
    assert pb.Status.Name(sent) == f"STATUS_{status.name}"


def test_thoughts_calls_and_results_keep_their_fields() -> None:
    assert wire.event_to_proto(Thought(delta=" a ")).thought.delta == " a "
    call = wire.event_to_proto(ToolCall(id="1", code="return 1")).tool_call
    assert (call.id, call.tool, call.input) == ("1", "sandbox", "return 1")
    event = ToolResult(call_id="1", success=False, output="o", error="e", duration_ms=7)
    result = wire.event_to_proto(event).tool_result
    assert (result.call_id, result.success, result.output, result.error, result.duration_ms) == (
        "1",
        False,
        "o",
        "e",
        7,
    )
