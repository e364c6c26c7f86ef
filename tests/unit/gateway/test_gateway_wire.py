"""From protos to the public vocabulary."""

import json
import math
from datetime import UTC, datetime

import pytest
from google.protobuf.descriptor import EnumDescriptor
from hypothesis import given
from hypothesis import strategies as st

from amy.api.common.v1 import common_pb2 as common
from amy.api.health_data.v1 import health_data_pb2 as health
from amy.api.memory.v1 import memory_pb2 as memory
from amy.api.orchestrator.v1 import orchestrator_pb2 as orchestrator
from amy.api.validator.v1 import validator_pb2 as validator
from gateway import wire
from gateway.domain import model, turn_events
from gateway.domain.event import frame
from gateway.wire import health_data
from tests.unit.gateway.backend import TURN_ID, at, completed, transcript

DOCS = "https://example.org/errors/{code}"


def framed(event: orchestrator.TurnEvent, number: int) -> str:
    event.id = number
    return frame(wire.event(event, DOCS)).decode()


def test_events_are_written_as_the_documented_transcript_has_them() -> None:
    started, _, thought, _, finished, gate, critic, *_ = transcript(TURN_ID)
    assert framed(started, 1) == (
        f'id: 1\nevent: turn.started\ndata: {{"turn_id":"{TURN_ID}","at":"2026-05-25T10:00:00.123Z"}}\n\n'
    )
    assert framed(thought, 3) == (
        'id: 3\nevent: agent.thought\ndata: {"agent":"data_science","delta":"Looking at "}\n\n'
    )
    assert framed(finished, 47) == (
        'id: 47\nevent: agent.completed\ndata: {"agent":"data_science","at":"2026-05-25T10:01:42.900Z",'
        '"duration_ms":98400,"cost_usd":0.0895,"output_summary":"Average RHR 60.39 bpm..."}\n\n'
    )
    finished.agent_completed.technique_ids.append("BCIO:007003")
    assert framed(finished, 47).endswith(
        '"output_summary":"Average RHR 60.39 bpm...","technique_ids":["BCIO:007003"]}\n\n'
    )
    assert framed(gate, 48) == (
        'id: 48\nevent: validator.gate\ndata: {"finding_id":"ds-001","claim":"average resting heart rate",'
        '"gate":"sample_size","verdict":"passed","detail":{"n":160,"min_required":10}}\n\n'
    )
    assert framed(critic, 55) == (
        'id: 55\nevent: validator.critic\ndata: {"finding_id":"ds-001","verdict":"accept","reasoning":"Descriptive '
        'summary across 160 daily readings, not a causal claim.","concerns":[]}\n\n'
    )
    assert framed(completed(TURN_ID), 87) == (
        f'id: 87\nevent: turn.completed\ndata: {{"turn_id":"{TURN_ID}","result":{{"answer":"Your average resting heart '
        'rate is 60.39 bpm...","fact_sheet":[{"claim":"ds-001.avg","value":60.39,"unit":"bpm","source":"data_science",'
        '"n":160,"window":"all","verdict":"validated"}],"agents_used":["data_science"],"validator":{"findings_total":1,'
        '"findings_validated":1,"findings_conditional":0,"findings_rejected":0},"cost_usd":0.1288,'
        '"duration_ms":222000}}\n\n'
    )


def test_a_result_has_its_pictures_and_says_nothing_of_them_without_any() -> None:
    chart = '{"mark": "line", "title": "\\u2028"}'
    picture = orchestrator.Picture(finding_ids=["ds-001"], title="Steps", vega_lite=chart)
    turn = orchestrator.Turn(result=orchestrator.TurnResult(pictures=[picture], pictures_left_out=2))
    result = wire.turn(turn, DOCS).result
    assert result is not None
    sent = json.loads(result.model_dump_json())
    assert sent["pictures"] == [{"finding_ids": ["ds-001"], "title": "Steps", "vega_lite": chart}]
    assert sent["pictures_left_out"] == 2
    without = wire.turn(orchestrator.Turn(result=orchestrator.TurnResult()), DOCS).result
    assert without is not None
    assert not {"pictures", "pictures_left_out"} & json.loads(without.model_dump_json()).keys()


def test_a_result_says_under_which_profile_it_was_answered_if_the_orchestrator_does() -> None:
    for profile, sent in (("claude", {"profile": "claude"}), ("", {})):
        result = wire.turn(orchestrator.Turn(result=orchestrator.TurnResult(profile=profile)), DOCS).result
        assert result is not None
        told = json.loads(result.model_dump_json())
        assert {name: value for name, value in told.items() if name == "profile"} == sent


def test_a_fact_says_how_it_was_derived_and_where_it_is_from_if_it_was() -> None:
    derivation = common.Derivation(operation=common.OPERATION_PERCENT_CHANGE, operands=["ds-001.a", "ds-001.b"])
    facts = [
        common.FactEntry(claim="derived.1", value=-20, source="derived", derivation=derivation),
        common.FactEntry(claim="lit-x.size", value=-0.3, source="literature", citation="Kim J (2020)."),
        common.FactEntry(claim="derived.2", value=1, source="derived", derivation=common.Derivation()),
    ]
    turn = orchestrator.Turn(result=orchestrator.TurnResult(fact_sheet=facts))
    result = wire.turn(turn, DOCS).result
    assert result is not None
    first, second, newer = json.loads(result.model_dump_json())["fact_sheet"]
    assert first["derivation"] == {"operation": "percent_change", "operands": ["ds-001.a", "ds-001.b"]}
    assert "citation" not in first
    assert second["citation"] == "Kim J (2020)."
    assert "derivation" not in second
    assert newer["derivation"] == {"operation": "unknown", "operands": []}


def test_a_failed_turn_says_where_its_error_is_explained() -> None:
    error = orchestrator.TurnError(code="upstream_unavailable", message="529 after 3 retries.", request_id="req_1")
    event = orchestrator.TurnEvent(turn_failed=orchestrator.TurnFailed(turn_id=TURN_ID, error=error))
    assert framed(event, 9) == (
        f'id: 9\nevent: turn.failed\ndata: {{"turn_id":"{TURN_ID}","error":{{"code":"upstream_unavailable","message":'
        f'"529 after 3 retries.","request_id":"req_1","docs_url":"https://example.org/errors/upstream_unavailable"}}}}\n\n'
    )


def test_every_kind_of_event_has_a_public_form() -> None:
    kinds = {each.name for each in orchestrator.TurnEvent.DESCRIPTOR.oneofs_by_name["event"].fields}
    events = [wire.event(orchestrator.TurnEvent(id=1, **{kind: {}}), DOCS) for kind in kinds]  # type: ignore[arg-type]
    assert {event.type: type(event.data) for event in events} == turn_events.EVENTS


def test_an_event_of_a_newer_orchestrator_keeps_its_id() -> None:
    assert frame(wire.event(orchestrator.TurnEvent(id=4), DOCS)) == b"id: 4\nevent: unknown\ndata: {}\n\n"


def test_an_unknown_price_is_null_and_not_zero() -> None:
    event = wire.event(orchestrator.TurnEvent(agent_completed=orchestrator.AgentCompleted(agent="synthesis")), DOCS)
    assert isinstance(event.data, turn_events.AgentCompleted)
    assert event.data.cost_usd is None


def test_a_gates_details_keep_their_types() -> None:
    detail = [
        common.Detail(key="ci_low", number=-0.42),
        common.Detail(key="whole", number=1000.0),
        common.Detail(key="n", integer=87),
        common.Detail(key="why", text="too few"),
        common.Detail(key="ok", flag=True),
        common.Detail(key="infinite", number=math.inf),
        common.Detail(key="nothing"),
    ]
    event = orchestrator.TurnEvent(validator_gate=validator.GateResult(detail=detail))
    sent = json.loads(wire.event(event, DOCS).data.model_dump_json())["detail"]
    assert sent == {
        "ci_low": -0.42, "whole": 1000, "n": 87, "why": "too few", "ok": True, "infinite": None, "nothing": None
    }  # fmt: skip
    assert isinstance(sent["whole"], int)
    assert sent["ok"] is True


@given(value=st.floats())
def test_a_number_is_what_json_can_say(value: float) -> None:
    sent = wire.number(value)
    if not math.isfinite(value):
        assert sent is None
    else:
        assert json.loads(json.dumps(sent)) == value
        assert not (isinstance(sent, float) and sent.is_integer() and abs(sent) <= 2**53)


@given(moment=st.datetimes(datetime(1970, 1, 1), datetime(9999, 12, 31), timezones=st.just(UTC)))  # noqa: DTZ001
def test_an_instant_survives_the_way_there_and_back_to_the_millisecond(moment: datetime) -> None:
    proto = wire.timestamp(moment)
    assert proto is not None
    text = wire.instant(proto)
    back = datetime.fromisoformat(text)
    assert text.endswith("Z")
    assert 0 <= (moment - back).total_seconds() < 0.001


@pytest.mark.parametrize(
    ("view", "field", "enum"),
    [
        (model.FactEntry, "verdict", common.Verdict.DESCRIPTOR),
        (model.Derivation, "operation", common.Operation.DESCRIPTOR),
        (model.MessageView, "role", common.Role.DESCRIPTOR),
        (model.Turn, "status", orchestrator.TurnStatus.DESCRIPTOR),
        (model.Memory, "category", memory.Category.DESCRIPTOR),
        (turn_events.ValidatorGate, "gate", validator.Gate.DESCRIPTOR),
        (turn_events.ValidatorGate, "verdict", validator.GateVerdict.DESCRIPTOR),
        (turn_events.ValidatorCritic, "verdict", validator.Decision.DESCRIPTOR),
        (turn_events.ValidatorCritic, "finding_verdict", common.Verdict.DESCRIPTOR),
        (model.FindingMeta, "kind", common.FindingKind.DESCRIPTOR),
        (turn_events.Concern, "category", validator.ConcernCategory.DESCRIPTOR),
        (turn_events.Concern, "severity", validator.Severity.DESCRIPTOR),
        (turn_events.ValidatorAssessment, "novelty", validator.Novelty.DESCRIPTOR),
    ],
)
def test_the_documented_values_are_those_of_the_contract(
    view: type[model.View], field: str, enum: EnumDescriptor
) -> None:
    schema = view.model_json_schema()["properties"][field]
    documented = schema.get("enum") or schema["anyOf"][0]["enum"]
    prefix = enum.values[0].name.removesuffix("UNSPECIFIED")
    assert documented == [value.name.removeprefix(prefix).lower() for value in enum.values[1:]]


def test_a_queued_turn_has_neither_result_nor_error() -> None:
    proto = orchestrator.Turn(
        id=TURN_ID, status=orchestrator.TurnStatus.TURN_STATUS_QUEUED, created_at=at("2026-05-25T10:00:00Z")
    )
    assert json.loads(wire.turn(proto, DOCS).model_dump_json()) == {
        "id": TURN_ID,
        "status": "queued",
        "created_at": "2026-05-25T10:00:00.000Z",
        "completed_at": None,
        "messages": [],
        "result": None,
        "error": None,
    }  # fmt: skip


def test_a_fact_without_unit_has_a_null_unit() -> None:
    turn = orchestrator.Turn(result=orchestrator.TurnResult(fact_sheet=[common.FactEntry(claim="c", value=-0.374)]))
    result = wire.turn(turn, DOCS).result
    assert result is not None
    fact = result.fact_sheet[0]
    assert (fact.value, fact.unit, fact.n, fact.window, fact.verdict) == (-0.374, None, None, None, None)


def test_an_insight_shows_the_finding_it_comes_from() -> None:
    meta = memory.FindingMeta(
        finding_id="ds-001",
        feature="steps",
        target="sleep_minutes",
        verdict=common.Verdict.VERDICT_VALIDATED,
        effect=0.41,
    )
    entry = wire.memory_entry(memory.Memory(id="mem_1", category=memory.Category.CATEGORY_INSIGHT, meta=meta))
    assert entry.meta == model.FindingMeta(
        finding_id="ds-001", feature="steps", target="sleep_minutes", verdict="validated", effect=0.41
    )
    assert (entry.source_turn_id, entry.confidence) == (None, None)


def test_a_tested_hypothesis_shows_its_test_and_an_older_one_shows_none() -> None:
    old = memory.FindingMeta(finding_id="ds-001", feature="steps", target="", effect=0.5)
    tested = memory.FindingMeta(
        finding_id="ds-001", feature="steps", target="", kind=common.FindingKind.FINDING_KIND_TREND, p_value=0.0
    )
    entries = [wire.memory_entry(memory.Memory(id="mem_1", meta=meta)) for meta in (old, tested)]
    kept = {"finding_id": "ds-001", "feature": "steps", "target": "", "verdict": None}
    assert [json.loads(entry.model_dump_json())["meta"] for entry in entries] == [
        kept | {"effect": 0.5},
        kept | {"effect": None, "kind": "trend", "lag_days": 0, "p_value": 0},
    ]


@pytest.mark.parametrize("gate", ["reproduction", "serial_dependence", "confounding", "multiplicity"])
def test_a_gate_of_the_second_layer_has_its_name_and_says_what_came_out(gate: str) -> None:
    result = validator.GateResult(gate=validator.Gate.Value(f"GATE_{gate.upper()}"), explanation="It may be luck.")
    event = wire.event(orchestrator.TurnEvent(validator_gate=result), DOCS)
    sent = json.loads(event.data.model_dump_json())
    assert (sent["gate"], sent["explanation"]) == (gate, "It may be luck.")


def test_a_review_says_what_the_finding_is_worth_beside_what_the_critic_decides() -> None:
    result = validator.CriticResult(
        decision=validator.Decision.DECISION_DOWNGRADE,
        verdict=common.Verdict.VERDICT_CONDITIONAL,
        explanation="Take the link with care: it rests on few days.",
    )
    event = wire.event(orchestrator.TurnEvent(validator_critic=result), DOCS)
    sent = json.loads(event.data.model_dump_json())
    assert (sent["verdict"], sent["finding_verdict"]) == ("downgrade", "conditional")
    assert sent["explanation"] == "Take the link with care: it rests on few days."


def test_a_conversation_reaches_the_orchestrator_as_it_was_sent() -> None:
    messages = [model.Message(role="assistant", content="Hi"), model.Message(role="user", content="Why?")]
    context = model.TurnContext(include_memory=False)
    new = model.NewTurn(messages=messages, context=context)
    request = wire.create_turn_request("u", new, request_id="req_1", turn_id="turn_1")
    assert [(each.role, each.content) for each in request.messages] == [
        (common.Role.ROLE_ASSISTANT, "Hi"),
        (common.Role.ROLE_USER, "Why?"),
    ]
    assert request.context.HasField("include_memory")
    assert (request.context.include_memory, request.context.include_biomarkers) == (False, True)
    assert (request.user_id, request.request_id, request.turn_id) == ("u", "req_1", "turn_1")


def test_every_public_category_has_its_number() -> None:
    for name in ("goal", "insight", "preference", "history", "tested_hypothesis"):
        assert memory.Category.Name(wire.category(name)) == f"CATEGORY_{name.upper()}"
    assert wire.category(None) == memory.Category.CATEGORY_UNSPECIFIED


def test_a_metric_without_unit_and_a_user_without_data_have_nulls() -> None:
    known = [health.MetricName(name="r", derived=True)]
    described = health_data.data_description(health.DescribeDataResponse(known=known))
    assert (described.reference_date, described.first_date, described.known[0].unit) == (None, None, None)
