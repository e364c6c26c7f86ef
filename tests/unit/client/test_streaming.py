"""Following a turn over a connection that breaks, with both clients, against a real server."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from amy.client import Amy, AmyError, AsyncAmy, ConnectionFailedError, NotFoundError, TurnEvent
from tests.unit.client.scripted_server import Reply, ScriptedServer, problem, stream

Follow = Callable[..., list[TurnEvent]]


def follow_blocking(server: ScriptedServer, **options: Any) -> list[TurnEvent]:
    with Amy(api_key="k", base_url=server.base_url, user="anna") as amy:
        return list(amy.turns.stream("turn_1", retry_delay=0.001, **options))


def follow_async(server: ScriptedServer, **options: Any) -> list[TurnEvent]:
    async def collect() -> list[TurnEvent]:
        async with AsyncAmy(api_key="k", base_url=server.base_url, user="anna") as amy:
            return [event async for event in amy.turns.stream("turn_1", retry_delay=0.001, **options)]

    return asyncio.run(collect())


@pytest.fixture(params=[follow_blocking, follow_async])
def follow(request: pytest.FixtureRequest) -> Follow:
    chosen: Follow = request.param
    return chosen


def thought(event_id: int) -> bytes:
    data = json.dumps({"agent": "data_science", "delta": f"word {event_id} "})
    return f"id: {event_id}\nevent: agent.thought\ndata: {data}\n\n".encode()


def failed(event_id: int) -> bytes:
    data = json.dumps({"turn_id": "turn_1", "error": {"code": "internal_error", "message": "Broke."}})
    return f"id: {event_id}\nevent: turn.failed\ndata: {data}\n\n".encode()


def ids(events: list[TurnEvent]) -> list[int]:
    return [event.id for event in events]


def resumed_from(server: ScriptedServer) -> list[str | None]:
    return [request.headers.get("last-event-id") for request in server.requests]


def test_a_turn_is_followed_to_its_terminal_event(server: ScriptedServer, follow: Follow) -> None:
    server.play(stream(thought(1), thought(2) + failed(3), thought(4)))
    events = follow(server)
    assert ids(events) == [1, 2, 3]
    assert [event.type for event in events] == ["agent.thought", "agent.thought", "turn.failed"]
    (request,) = server.requests
    assert (request.method, request.path) == ("GET", "/v1/turns/turn_1/events")
    assert request.headers["accept"] == "text/event-stream"
    assert request.headers["authorization"] == "Bearer k"
    assert request.headers["amy-user"] == "anna"
    assert "last-event-id" not in request.headers


def test_a_server_that_dies_mid_event_is_asked_again_from_the_last_whole_one(
    server: ScriptedServer, follow: Follow
) -> None:
    told: list[int] = []
    server.play(
        stream(thought(1), thought(2), thought(3)[:25], dies=True),
        stream(thought(3), thought(4)[:-1], dies=True),
        stream(thought(4), failed(5)),
    )
    assert ids(follow(server, on_reconnect=told.append)) == [1, 2, 3, 4, 5]
    assert resumed_from(server) == [None, "2", "3"]
    assert told == [2, 3]


def test_a_stream_that_ends_without_a_terminal_event_is_opened_again(server: ScriptedServer, follow: Follow) -> None:
    server.play(stream(thought(1)), stream(failed(2)))
    assert ids(follow(server)) == [1, 2]


def test_what_a_server_repeats_comes_out_once(server: ScriptedServer, follow: Follow) -> None:
    server.play(stream(thought(1), thought(2), dies=True), stream(thought(1), thought(2), failed(3)))
    assert ids(follow(server)) == [1, 2, 3]


def test_following_can_begin_after_a_known_event(server: ScriptedServer, follow: Follow) -> None:
    server.play(stream(thought(44), failed(45)))
    assert ids(follow(server, last_event_id=43)) == [44, 45]
    assert resumed_from(server) == ["43"]


def test_a_server_that_fails_or_hangs_up_is_asked_again(server: ScriptedServer, follow: Follow) -> None:
    server.play(problem(503, "upstream_unavailable"), Reply(silent=True), problem(500, "internal_error"))
    server.play(stream(failed(1)))
    assert ids(follow(server)) == [1]


def test_five_tries_in_a_row_that_bring_nothing_are_enough(server: ScriptedServer, follow: Follow) -> None:
    server.play(stream(thought(1), dies=True), *[stream(dies=True)] * 5)
    with pytest.raises(ConnectionFailedError) as caught:
        follow(server)
    assert caught.value.code == "connection_error"
    assert resumed_from(server) == [None, *["1"] * 5]


def test_an_event_gives_back_the_whole_budget(server: ScriptedServer, follow: Follow) -> None:
    server.play(*[stream(dies=True)] * 5, stream(thought(1), dies=True), *[stream(dies=True)] * 4, stream(failed(2)))
    assert ids(follow(server)) == [1, 2]


def test_the_last_answer_of_a_failing_server_is_the_error(server: ScriptedServer, follow: Follow) -> None:
    server.play(*[problem(503, "upstream_unavailable", "A service did not answer.")] * 2)
    with pytest.raises(AmyError, match=r"A service did not answer\.") as caught:
        follow(server, max_retries=1)
    assert (caught.value.status, caught.value.code, caught.value.request_id) == (503, "upstream_unavailable", "req_1")


@pytest.mark.parametrize(
    ("status", "code"),
    [(401, "invalid_token"), (404, "turn_events_expired"), (404, "turn_not_found"), (429, "rate_limit_exceeded")],
)
def test_a_refusal_is_not_tried_again(server: ScriptedServer, follow: Follow, status: int, code: str) -> None:
    server.play(problem(status, code))
    with pytest.raises(AmyError) as caught:
        follow(server)
    assert (caught.value.status, caught.value.code) == (status, code)
    assert isinstance(caught.value, NotFoundError) == (status == 404)
    assert len(server.requests) == 1


def test_events_that_expire_between_two_connections_end_the_iteration(server: ScriptedServer, follow: Follow) -> None:
    server.play(stream(thought(1), dies=True), problem(404, "turn_events_expired"))
    with pytest.raises(NotFoundError):
        follow(server)


def test_an_unknown_event_passes_through(server: ScriptedServer, follow: Follow) -> None:
    server.play(stream(b'id: 1\nevent: agent.dreamt\ndata: {"of": "sheep"}\n\n', failed(2)))
    first, _ = follow(server)
    assert (first.type, first.name, first.data) == ("unknown", "agent.dreamt", {"of": "sheep"})


def test_a_terminal_event_this_version_cannot_read_still_ends_the_turn(server: ScriptedServer, follow: Follow) -> None:
    server.play(stream(b"id: 1\nevent: turn.completed\ndata: {}\n\n"))
    assert [event.name for event in follow(server)] == ["turn.completed"]


def test_nobody_there_is_a_connection_error(follow: Follow) -> None:
    with ScriptedServer().running() as gone:
        pass
    with pytest.raises(ConnectionFailedError, match="is not reachable"):
        follow(gone, max_retries=1)
