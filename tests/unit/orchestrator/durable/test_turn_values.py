"""The values of a turn: what may start one, what costs add up to, and how all of it travels and is kept."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from amy.api.common.v1 import common_pb2 as common
from amy.api.orchestrator.v1 import orchestrator_pb2 as pb
from amy.api.validator.v1 import validator_pb2 as validator
from amy.spending import Spent
from services.orchestrator import wire
from services.orchestrator.app.checkpoints import (
    ANSWERED,
    REMEMBERED,
    REPHRASED,
    ROUTED,
    VALIDATED,
    WRITTEN,
    Loaded,
    workflow_shape,
)
from services.orchestrator.domain.conversation import Message
from services.orchestrator.domain.events import (
    AgentCompleted,
    AgentStarted,
    AgentThought,
    CostWarning,
    FactCheck,
    FactCheckIssue,
    ReportPart,
    TurnCompleted,
    TurnEvent,
    TurnFailed,
    TurnStarted,
    ValidatorReport,
    Voice,
)
from services.orchestrator.domain.evidence import (
    AgentAnswer,
    AgentStatus,
    Derivation,
    Evidence,
    Fact,
    FactInput,
    FindingSummary,
    Operation,
    Verdict,
    without_data,
)
from services.orchestrator.domain.listing import TurnPage, read_cursor, write_cursor
from services.orchestrator.domain.pictures import Picture, Pictures
from services.orchestrator.domain.plan import Agent, Routing, SubQuestions
from services.orchestrator.domain.steps import (
    AgentRun,
    Failure,
    Finding,
    MainRun,
    ProcessedFinding,
    Remembered,
    Validation,
    Written,
    crosses,
    in_brief,
    memory_summary,
    with_effect,
)
from services.orchestrator.domain.turn import (
    MAX_CHARACTERS,
    Turn,
    TurnContext,
    TurnError,
    TurnResult,
    TurnStatus,
    ValidatorCounts,
    problem_with,
)

NOW = datetime(2026, 5, 25, 10, 0, 0, 123000, tzinfo=UTC)
ROLES = st.sampled_from(["user", "assistant"])
FACT = Fact(
    claim="ds-001.effect",
    value=-0.374,
    unit=None,
    source="data_science",
    n=87,
    window="last 90 days",
    verdict=Verdict.CONDITIONAL,
)
RESULT = TurnResult(
    answer="Yes.",
    fact_sheet=(FACT,),
    agents_used=(Agent.DATA_SCIENCE,),
    validator=ValidatorCounts(total=2, validated=1, conditional=1),
    cost_usd=0.0,
    duration_ms=42,
)
TURN = Turn(
    id="turn_X",
    user_id="u1",
    status=TurnStatus.COMPLETED,
    created_at=datetime(2026, 5, 25, tzinfo=UTC),
    messages=(),
    context=TurnContext(),
    request_id="req_X",
)
ERROR = TurnError(code="internal_error", message="m", request_id="req_X")


@given(st.lists(st.builds(Message, role=ROLES, content=st.text(max_size=20)), max_size=5))
def test_messages_start_a_turn_exactly_if_none_is_blank_and_the_last_is_the_users(messages: list[Message]) -> None:
    fine = bool(messages) and all(m.content.strip() for m in messages) and messages[-1].role == "user"
    assert (problem_with(messages) is None) == fine


def test_the_longest_conversation_is_allowed_and_one_character_more_is_not() -> None:
    longest = [Message(role="user", content="x" * MAX_CHARACTERS)]
    assert problem_with(longest) is None
    assert problem_with([*longest, Message(role="user", content="x")]) is not None


def test_a_step_keeps_what_it_spent_with_what_it_came_to() -> None:
    spent = Spent(input_tokens=10, output_tokens=2, known_usd=0.5, has_unknown=True, model="m")
    assert ROUTED.load(ROUTED.dump(Loaded(value=Failure(code="c", message="m"), spent=spent))).spent == spent
    assert REMEMBERED.load(REMEMBERED.dump(Loaded(value=Remembered(at=NOW), spent=spent))).spent == spent


@given(st.lists(st.floats(0, 1), min_size=1, max_size=9), st.floats(0.01, 3))
def test_a_threshold_is_crossed_at_most_once(costs: list[float], threshold: float) -> None:
    spent = [sum(costs[:end]) for end in range(len(costs) + 1)]
    crossings = [crosses(spent[at], spent[at + 1], threshold) for at in range(len(costs))]
    assert crossings.count(True) == (spent[-1] >= threshold)


@given(st.text(max_size=400))
def test_a_brief_is_one_line_and_short(text: str) -> None:
    brief = in_brief(text)
    assert len(brief) <= 160
    assert len(brief.splitlines()) <= 1
    assert in_brief(brief) == brief


@pytest.mark.parametrize(
    ("claim", "numbers", "told"),
    [
        ("Your steps rose over all data.", ["n", "effect"], "Your steps rose over all data: {{ds-001.effect}}."),
        ("Your average is {{ds-001.mean}}.", ["mean", "effect"], "Your average is {{ds-001.mean}}."),
        ("The day of most.", ["n", "effect", "day"], "The day of most: {{ds-001.day}}, {{ds-001.effect}}."),
        ("Your steps rose over all data.", ["n"], ""),
    ],
)
def test_an_insight_has_its_number_once_and_the_day_that_was_found(claim: str, numbers: list[str], told: str) -> None:
    finding = FindingSummary(
        id="ds-001", kind="trend", claim=claim, feature="steps", target="", verdict=Verdict.VALIDATED
    )
    assert with_effect(finding, [replace(FACT, claim=f"ds-001.{number}") for number in numbers]) == told


def test_what_memory_gained_is_said_in_the_documented_words() -> None:
    added = [("insight", 1), ("goal", 1), ("preference", 0), ("history", 1)]
    assert memory_summary(added) == "+3 entries (1 insight, 1 goal, 1 history)"
    assert memory_summary([("goal", 1)]) == "+1 entry (1 goal)"
    assert memory_summary([]) == memory_summary([("goal", 0)]) == "+0 entries"


@given(st.text(alphabet="0123456789ABCDEFGHJKMNPQRSTVWXYZ", min_size=1))
def test_a_cursor_leads_back_to_its_turn(tail: str) -> None:
    assert read_cursor(write_cursor(f"turn_{tail}")) == f"turn_{tail}"


@given(st.text(max_size=30))
def test_any_other_text_is_no_cursor(text: str) -> None:
    turn_id = read_cursor(text)
    assert turn_id is None or turn_id.startswith("turn_") or not text


EVENTS: dict[str, TurnEvent] = {
    "turn_started": TurnStarted(turn_id="turn_X", at=NOW),
    "agent_started": AgentStarted(agent=Agent.DATA_SCIENCE, at=NOW, question="q"),
    "agent_thought": AgentThought(agent=Voice.SYNTHESIS, delta=" a "),
    "agent_completed": AgentCompleted(
        agent=Voice.MEMORY, at=NOW, duration_ms=3, cost_usd=None, output_summary="+0 entries"
    ),
    "validator_gate": ValidatorReport(
        part=ReportPart.GATE, payload=validator.GateResult(finding_id="ds-001").SerializeToString()
    ),
    "validator_critic": ValidatorReport(
        part=ReportPart.CRITIC, payload=validator.CriticResult(finding_id="ds-001").SerializeToString()
    ),
    "validator_assessment": ValidatorReport(
        part=ReportPart.ASSESSMENT, payload=validator.AssessmentResult(finding_id="ds-001").SerializeToString()
    ),
    "cost_warning": CostWarning(cost_usd=0.6, threshold_usd=0.5, at=NOW),
    "fact_check": FactCheck(issues=(FactCheckIssue(value=7.3, token="7.3%", action="dropped"),)),
    "turn_completed": TurnCompleted(turn_id="turn_X", result=RESULT),
    "turn_failed": TurnFailed(turn_id="turn_X", error=ERROR),
}


def test_every_public_event_can_be_sent() -> None:
    assert set(EVENTS) == {one.name for one in pb.TurnEvent.DESCRIPTOR.oneofs_by_name["event"].fields}


@pytest.mark.parametrize("kind", EVENTS)
def test_an_event_is_sent_under_its_name_with_its_id(kind: str) -> None:
    proto = wire.event_to_proto(7, EVENTS[kind])
    assert proto.id == 7
    assert proto.WhichOneof("event") == kind
    assert pb.TurnEvent.FromString(proto.SerializeToString()) == proto


def test_what_is_unset_stays_unset_on_the_wire() -> None:
    assert not wire.event_to_proto(1, EVENTS["agent_completed"]).agent_completed.HasField("cost_usd")
    assert wire.result_to_proto(RESULT).HasField("cost_usd")
    assert not wire.fact_to_proto(FACT).HasField("unit")


PICTURES = Pictures(kept=(Picture(finding_ids=("ds-001",), title="t", vega_lite="{}"),), left_out=1)


def test_pictures_go_with_a_result_and_not_with_a_page_of_turns() -> None:
    result = replace(RESULT, pictures=PICTURES)
    sent = wire.result_to_proto(result)
    assert sent.pictures == [pb.Picture(finding_ids=["ds-001"], title="t", vega_lite="{}")]
    assert sent.pictures_left_out == 1
    assert TypeAdapter(TurnResult).validate_json(TypeAdapter(TurnResult).dump_json(result)) == result
    listed = wire.page_to_proto(TurnPage(turns=(replace(TURN, result=result),), next_cursor="")).turns[0]
    assert listed.result == wire.result_to_proto(RESULT)


OPTIONAL_INTS = st.none() | st.integers(0, 10**6)
FACTS = st.builds(
    Fact,
    claim=st.text(min_size=1, max_size=9),
    value=st.floats(allow_nan=False, allow_infinity=False),
    unit=st.none() | st.text(max_size=5),
    source=st.text(max_size=9),
    n=OPTIONAL_INTS,
    window=st.none() | st.text(max_size=9),
    verdict=st.sampled_from(Verdict),
    derivation=st.none()
    | st.builds(Derivation, operation=st.sampled_from(Operation), operands=st.tuples(st.text(), st.text())),
    citation=st.none() | st.text(max_size=9),
    inputs=st.lists(
        st.builds(FactInput, metric=st.text(max_size=9), start_date=st.sampled_from(["", "2026-03-01"])), max_size=2
    ).map(tuple),
)


@given(FACTS)
def test_a_fact_comes_back_from_the_wire_as_it_went(fact: Fact) -> None:
    assert wire.fact_from_proto(wire.fact_to_proto(fact)) == fact


def test_a_verdict_nobody_knows_is_never_a_good_one() -> None:
    assert wire.verdict_from_proto(common.VERDICT_UNSPECIFIED) is Verdict.REJECTED
    assert wire.fact_from_proto(common.FactEntry(claim="x", value=1)).verdict is Verdict.CONDITIONAL


def test_a_derivation_by_an_unknown_operation_is_not_kept() -> None:
    entry = common.FactEntry(claim="derived.1", value=1, derivation=common.Derivation(operands=["a", "b"]))
    assert wire.fact_from_proto(entry).derivation is None


@given(st.builds(Routing, main=st.none() | st.sampled_from(Agent), supporting=st.tuples(st.sampled_from(Agent))))
def test_a_routing_comes_back_from_its_checkpoint(routing: Routing) -> None:
    assert ROUTED.load(ROUTED.dump(Loaded(value=routing))).value == routing


@given(st.binary(), FACTS, st.none() | st.floats(0, 9))
def test_evidence_comes_back_from_its_checkpoint(payload: bytes, fact: Fact, cost: float | None) -> None:
    answer = AgentAnswer(agent=Agent.DATA_SCIENCE, question="q", status=AgentStatus.ANSWERED, draft="d")
    run = AgentRun(answer=answer, findings=(Finding(id="ds-001", payload=payload),), pictures=PICTURES)
    answered = MainRun(main=run, beside=(run,))
    assert ANSWERED.load(ANSWERED.dump(Loaded(value=answered))).value == answered
    summary = FindingSummary(
        id="ds-001",
        kind="trend",
        claim="c",
        feature="f",
        target="",
        verdict=Verdict.VALIDATED,
        reason="r",
        citations=("Kim (2020)",),
        literature=(fact,),
    )
    processed = ProcessedFinding(
        claim="c", finding_id="ds-001", feature="f", target="", verdict=Verdict.REJECTED, effect=cost
    )
    validation = Validation(findings=(summary,), fact_sheet=(fact,), tested=(processed,))
    assert VALIDATED.load(VALIDATED.dump(Loaded(value=validation))).value == validation


STORED_FACT = (
    '{"claim":"ds-001.effect","value":-0.374,"unit":null,"source":"data_science","n":87,"window":"last 90 days",'
    '"verdict":"conditional"}'
)


def test_a_turn_that_was_stored_before_facts_had_derivations_still_loads() -> None:
    finding = (
        '{"id":"ds-001","kind":"trend","claim":"c","feature":"f","target":"","verdict":"validated","reason":"",'
        '"mechanism":"","strategy":"","reading_keys":[]}'
    )
    written = WRITTEN.load(f'{{"value":{{"answer":"Yes.","fact_sheet":[{STORED_FACT}]}},"failure":null}}').value
    assert written == Written(answer="Yes.", fact_sheet=(FACT,))
    validated = VALIDATED.load(
        f'{{"value":{{"findings":[{finding}],"fact_sheet":[{STORED_FACT}],"tested":[]}},"failure":null}}'
    ).value
    assert isinstance(validated, Validation)
    assert validated.fact_sheet == (FACT,)
    assert (validated.findings[0].literature, validated.findings[0].citations) == ((), ())
    result = (
        f'{{"answer":"Yes.","fact_sheet":[{STORED_FACT}],"agents_used":["data_science"],'
        '"validator":{"total":2,"validated":1,"conditional":1,"rejected":0},"cost_usd":0.0,"duration_ms":42}'
    )
    assert TypeAdapter(TurnResult).validate_json(result) == RESULT


def test_a_failed_analysis_keeps_what_others_said_and_nothing_computed() -> None:
    def said(agent: Agent) -> AgentAnswer:
        return AgentAnswer(agent=agent, question="q", status=AgentStatus.ANSWERED, draft="58")

    finding = FindingSummary(
        id="ds-001",
        kind="scalar",
        claim="58",
        feature="steps",
        target="",
        verdict=Verdict.VALIDATED,
        literature=(FACT,),
    )
    evidence = Evidence(
        main=said(Agent.HEALTH_COACH),
        supporting=(said(Agent.DATA_SCIENCE), said(Agent.DOMAIN_EXPERT)),
        reflection=(said(Agent.DATA_SCIENCE),),
        findings=(finding,),
        fact_sheet=(FACT,),
        data_failed=True,
        memory_summary="Sleep more.",
    )
    kept = without_data(evidence)
    assert [answer.draft for answer in (kept.main, *kept.supporting, *kept.reflection)] == ["58", "", "58", ""]
    assert (kept.findings, kept.fact_sheet, kept.literature) == ((), (), ())
    assert (kept.data_failed, kept.memory_summary) == (True, "Sleep more.")


def test_a_failure_is_a_checkpoint_too_and_agents_stay_agents() -> None:
    failure = Failure(code="internal_error", message="m")
    assert ROUTED.load(ROUTED.dump(Loaded(value=failure))).value == failure
    questions = SubQuestions(main="m", supporting={Agent.DOMAIN_EXPERT: "d"})
    loaded = REPHRASED.load(REPHRASED.dump(Loaded(value=questions))).value
    assert loaded == questions
    assert isinstance(loaded, SubQuestions)
    assert {type(agent) for agent in loaded.supporting} == {Agent}


def test_the_workflows_shape_is_the_same_in_every_process() -> None:
    assert workflow_shape() == workflow_shape()
    assert workflow_shape().isalnum()


def test_a_table_in_brief_is_its_cells() -> None:
    table = "You did:\n\n| Activity | Number |\n| --- | ---: |\n| Run | 10 |\n| Walk | 5 |\n\nThat is all."
    assert in_brief(table) == "You did: Activity, Number; Run, 10; Walk, 5 That is all."
