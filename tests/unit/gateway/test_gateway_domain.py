"""The pure rules: keys, rates, idempotency, content negotiation, and the bytes of an event."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.domain import idempotency, keys
from gateway.domain.accept import wants_event_stream
from gateway.domain.event import Event, frame
from gateway.domain.rate import Bucket, take
from gateway.domain.turn_events import AgentThought, TurnStarted
from tests.unit.gateway.sse_reader import Message, parse


@pytest.mark.parametrize(
    ("accept", "streams"),
    [
        ("text/event-stream", True),
        ("Text/Event-Stream", True),
        ("application/json, text/event-stream;q=0.5", True),
        ("text/event-stream; charset=utf-8", True),
        ("application/json", False),
        ("*/*", False),
        ("text/*", False),
        ("", False),
        ("text/event-stream;q=0", False),
        ("text/event-stream; q=0.000", False),
    ],
)
def test_events_are_streamed_only_to_those_who_name_the_media_type(accept: str, *, streams: bool) -> None:
    assert wants_event_stream(accept) is streams


@pytest.mark.parametrize(
    ("header", "token"),
    [
        ("Bearer abc", "abc"),
        ("bearer  abc ", "abc"),
        ("Bearer", None),
        ("Bearer ", None),
        ("Basic abc", None),
        ("Bearer a b", None),
        ("", None),
    ],
)
def test_a_token_is_what_follows_bearer(header: str, token: str | None) -> None:
    assert keys.bearer(header) == token


@pytest.mark.parametrize("user_id", ["u", "anna@example.org", "a:b.c_d-9", "x" * 128])
def test_a_user_id_may_be_an_address_or_a_path_of_names(user_id: str) -> None:
    assert keys.is_user_id(user_id)


@pytest.mark.parametrize("user_id", ["", "x" * 129, "a b", "ä", "a\n", "a/b"])
def test_a_user_id_is_short_and_plain(user_id: str) -> None:
    assert not keys.is_user_id(user_id)


def test_a_digest_tells_nothing_of_the_key() -> None:
    assert keys.digest("amy_live_x") != keys.digest("amy_live_y")
    assert "amy" not in keys.digest("amy_live_x")
    assert len(keys.digest("amy_live_x")) == 64


def test_a_bucket_lets_a_burst_pass_and_then_one_request_per_interval() -> None:
    bucket = Bucket(2, 0.0)
    waits = []
    for now_s in (0.0, 0.0, 0.0, 30.0, 30.0):
        taken = take(bucket, now_s=now_s, per_minute=2)
        bucket = taken.bucket
        waits.append(taken.wait_s)
    assert waits == [0, 0, 30, 0, 30]


@given(
    per_minute=st.integers(1, 10_000),
    gaps_s=st.lists(st.floats(0, 100), min_size=1, max_size=200),
)
def test_no_minute_lets_more_pass_than_a_full_bucket_and_its_refill(per_minute: int, gaps_s: list[float]) -> None:
    bucket, now_s, passed = Bucket(per_minute, 0.0), 0.0, 0
    for gap_s in gaps_s:
        now_s += gap_s
        taken = take(bucket, now_s=now_s, per_minute=per_minute)
        bucket = taken.bucket
        passed += taken.wait_s == 0
        assert 0 <= bucket.tokens <= per_minute
    assert passed <= per_minute * (1 + now_s / 60) + 1e-6


@pytest.mark.parametrize(("key", "allowed"), [("a", True), ("x" * 255, True), ("", False), ("x" * 256, False)])
def test_an_idempotency_key_has_a_length(key: str, *, allowed: bool) -> None:
    assert idempotency.is_key(key) is allowed


def test_requests_differ_by_method_target_and_body() -> None:
    prints = {
        idempotency.fingerprint(method=method, target=target, body_sha256=body)
        for method in ("POST", "PUT")
        for target in ("/a", "/b")
        for body in ("1", "2")
    }
    assert len(prints) == 8


def test_an_event_is_three_lines_and_a_blank_one() -> None:
    event = Event(1, "turn.started", TurnStarted(turn_id="turn_1", at="2026-05-25T10:00:00.123Z"))
    assert frame(event) == (
        b'id: 1\nevent: turn.started\ndata: {"turn_id":"turn_1","at":"2026-05-25T10:00:00.123Z"}\n\n'
    )


def test_only_the_last_event_of_a_turn_is_terminal() -> None:
    data = AgentThought(agent="a", delta="b")
    assert Event(1, "turn.failed", data).terminal
    assert Event(1, "turn.completed", data).terminal
    assert not Event(1, "agent.completed", data).terminal


@given(delta=st.text())
def test_whatever_an_agent_says_arrives_on_one_line_and_unchanged(delta: str) -> None:
    body = frame(Event(7, "agent.thought", AgentThought(agent="data_science", delta=delta)))
    assert len(body.decode().splitlines()) == 4
    expected = {"agent": "data_science", "delta": delta}
    assert [(message.id, message.type, json.loads(message.data)) for message in parse(body)] == [
        ("7", "agent.thought", expected)
    ]


def test_the_test_parser_follows_the_specification() -> None:
    body = b": comment\nid: 1\nevent: a\ndata:x\ndata: y\n\r\ndata\n\nevent: lost\n\nid:2\rdata: z\r\rdata: unfinished"
    assert parse(body) == [Message("1", "a", "x\ny"), Message("1", "message", ""), Message("2", "message", "z")]
