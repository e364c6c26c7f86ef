"""Every documented event reads as its class; anything else is an unknown event, never a crash."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amy.client.events import (
    AgentCompleted,
    AgentStarted,
    AgentThought,
    CostWarning,
    Event,
    FactCheck,
    TurnCompleted,
    TurnFailed,
    TurnStarted,
    UnknownEvent,
    ValidatorAssessment,
    ValidatorCritic,
    ValidatorGate,
    turn_event,
)
from amy.client.models import Derivation
from amy.client.sse import ServerSentEvent

AT = "2026-05-25T10:00:00.123Z"
RESULT = {
    "answer": "Short answer: no",
    "fact_sheet": [
        {"claim": "ds-001.effect", "value": -0.374, "unit": None, "source": "data_science", "n": 87, "window": "all"}
    ],
    "agents_used": ["data_science"],
    "validator": {"findings_total": 3, "findings_validated": 2, "findings_conditional": 0, "findings_rejected": 1},
    "cost_usd": 0.1288,
    "duration_ms": 222000,
}
DOCUMENTED: list[tuple[str, type[Event], dict[str, Any]]] = [
    ("turn.started", TurnStarted, {"turn_id": "turn_1", "at": AT}),
    ("agent.started", AgentStarted, {"agent": "data_science", "at": AT, "question": "Compute average RHR"}),
    ("agent.thought", AgentThought, {"agent": "data_science", "delta": "Looking at "}),
    (
        "agent.completed",
        AgentCompleted,
        {"agent": "data_science", "at": AT, "duration_ms": 98400, "cost_usd": 0.0895, "output_summary": "Average …"},
    ),
    (
        "validator.gate",
        ValidatorGate,
        {
            "finding_id": "ds-001",
            "claim": "average",
            "gate": "bootstrap",
            "verdict": "passed",
            "detail": {"ci_low": -0.42, "iterations": 1000, "stable": True, "why": "x", "none": None},
            "explanation": "It would most likely still be there.",
        },
    ),
    (
        "validator.critic",
        ValidatorCritic,
        {
            "finding_id": "ds-001",
            "verdict": "accept",
            "reasoning": "Descriptive.",
            "concerns": [{"category": "small_n", "detail": "n", "severity": "low"}],
            "finding_verdict": "validated",
            "explanation": "The number held up in every check.",
        },
    ),
    (
        "validator.assessment",
        ValidatorAssessment,
        {"finding_id": "ds-001", "mechanism": "m", "novelty": "established", "strategy": None, "citations": []},
    ),
    ("cost_warning", CostWarning, {"cost_usd": 0.51, "threshold_usd": 0.5, "at": AT}),
    (
        "fact_check",
        FactCheck,
        {"issues": [{"value": 3.0, "token": "3", "severity": "warn", "action": "dropped"}]},
    ),
    ("turn.completed", TurnCompleted, {"turn_id": "turn_1", "result": RESULT}),
    (
        "turn.failed",
        TurnFailed,
        {
            "turn_id": "turn_1",
            "error": {"code": "upstream_unavailable", "message": "529", "request_id": "req_1", "docs_url": ""},
        },
    ),
]


def read(name: str, data: str, event_id: str = "7") -> Event | None:
    return turn_event(ServerSentEvent(id=event_id, event=name, data=data))


@pytest.mark.parametrize(("name", "kind", "payload"), DOCUMENTED)
def test_a_documented_event_reads_as_its_class(name: str, kind: type[Event], payload: dict[str, Any]) -> None:
    event = read(name, json.dumps(payload))
    assert type(event) is kind
    assert (event.id, event.type, event.name, event.data) == (7, name, name, payload)
    dumped = event.model_dump(mode="json")
    assert {key: dumped[key] for key in payload if key not in {"at", "result", "issues", "concerns", "error"}} == {
        key: value for key, value in payload.items() if key not in {"at", "result", "issues", "concerns", "error"}
    }


def test_a_completed_turn_has_the_pictures_of_its_answer_if_the_server_sends_any() -> None:
    picture = {"finding_ids": ["ds-001"], "title": "Steps", "vega_lite": '{"mark": "line"}'}
    for extra, pictures, left_out in (({}, [], 0), ({"pictures": [picture], "pictures_left_out": 1}, [picture], 1)):
        event = read("turn.completed", json.dumps({"turn_id": "turn_1", "result": {**RESULT, **extra}}))
        assert isinstance(event, TurnCompleted)
        assert [one.model_dump() for one in event.result.pictures] == pictures
        assert event.result.pictures_left_out == left_out


def test_a_completed_turn_has_the_profile_of_its_answer_if_the_server_sends_it() -> None:
    for extra, profile in (({"profile": "claude"}, "claude"), ({}, "")):
        event = read("turn.completed", json.dumps({"turn_id": "turn_1", "result": {**RESULT, **extra}}))
        assert isinstance(event, TurnCompleted)
        assert event.result.profile == profile


@pytest.mark.parametrize(("name", "kind", "payload"), DOCUMENTED)
def test_a_field_of_a_newer_server_does_no_harm(name: str, kind: type[Event], payload: dict[str, Any]) -> None:
    event = read(name, json.dumps({**payload, "new": 1, "id": 99, "type": "x", "name": "y"}))
    assert type(event) is kind
    assert (event.id, event.name, event.data["new"]) == (7, name, 1)


def test_a_derived_fact_reads_with_its_operands_and_a_published_one_with_its_source() -> None:
    fact = {"value": -20, "unit": "%", "n": None, "window": None, "verdict": "validated"}
    derivation = {"operation": "percent_change", "operands": ["ds-001.a", "ds-001.b"]}
    facts = [
        {**fact, "claim": "derived.1", "source": "derived", "derivation": derivation},
        {**fact, "claim": "lit-x.size", "source": "literature", "citation": "Kim J (2020)."},
    ]
    payload = {"turn_id": "turn_1", "result": {**RESULT, "fact_sheet": facts}}
    event = read("turn.completed", json.dumps(payload))
    assert isinstance(event, TurnCompleted)
    derived, published = event.result.fact_sheet
    assert derived.derivation == Derivation(operation="percent_change", operands=["ds-001.a", "ds-001.b"])
    assert (published.derivation, published.citation) == (None, "Kim J (2020).")


def test_an_older_servers_gates_and_reviews_explain_nothing() -> None:
    gate = read("validator.gate", '{"finding_id": "ds-001", "claim": "c", "gate": "bootstrap", "verdict": "passed"}')
    critic = read("validator.critic", '{"finding_id": "ds-001", "verdict": "accept"}')
    assert isinstance(gate, ValidatorGate)
    assert gate.explanation == ""
    assert isinstance(critic, ValidatorCritic)
    assert (critic.finding_verdict, critic.explanation) == (None, "")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("agent.dreamt", '{"agent": "x"}'),
        ("agent.thought", '{"agent": "x"}'),
        ("agent.thought", "not json"),
        ("agent.thought", "[1]"),
        ("turn.completed", '{"turn_id": "turn_1", "result": null}'),
        ("", "{}"),
    ],
)
def test_what_cannot_be_read_is_an_unknown_event_under_its_own_name(name: str, data: str) -> None:
    event = read(name, data)
    assert isinstance(event, UnknownEvent)
    assert (event.id, event.type, event.name) == (7, "unknown", name)


@pytest.mark.parametrize("event_id", ["", "x", "-1", "1.5", "²", "9" * 5000])
def test_a_frame_without_an_integer_id_is_none_of_amys(event_id: str) -> None:
    assert read("turn.started", "{}", event_id) is None


@given(st.text(), st.text(), st.text())
def test_no_frame_breaks_the_reader(event_id: str, name: str, data: str) -> None:
    read(name, data, event_id)
