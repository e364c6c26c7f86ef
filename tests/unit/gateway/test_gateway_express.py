"""The requests of a turn that go past the framework are answered as by the framework."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from google.protobuf.timestamp_pb2 import Timestamp
from structlog.testing import capture_logs

from amy.api.orchestrator.v1 import orchestrator_pb2 as orchestrator
from amy.runtime.ids import new_id
from tests.unit.gateway.backend import Backend, Context, Orchestrator, System, completed, gateway

TURN = {"messages": [{"role": "user", "content": "Why?"}]}
STREAM = {"Accept": "text/event-stream"}
REQUESTS: list[tuple[str, str, dict[str, str], object]] = [
    ("POST", "/v1/turns", {}, TURN),
    ("POST", "/v1/turns", {}, {"messages": []}),
    ("POST", "/v1/turns", {}, {"messages": "x"}),
    ("POST", "/v1/turns", {"Authorization": ""}, TURN),
    ("POST", "/v1/turns", {"Authorization": "Bearer amy_live_wrong"}, TURN),
    ("POST", "/v1/turns", {"Amy-User": "a b"}, TURN),
    ("POST", "/v1/turns?x=1", {}, TURN),
    ("POST", "/v1/turns", {"Idempotency-Key": "ä"}, TURN),
    ("POST", "/v1/turns/", {}, TURN),
    ("GET", "/v1/turns/{turn}/events", STREAM, None),
    ("GET", "/v1/turns/{turn}/events?last_event_id=0", STREAM, None),
    ("GET", "/v1/turns/{turn}/events?last_event_id=1&last_event_id=0", STREAM, None),
    ("GET", "/v1/turns/{turn}/events?last_event_id=x", STREAM, None),
    ("GET", "/v1/turns/{turn}/events?nothing=1", STREAM, None),
    ("GET", "/v1/turns/{turn}/events?nothing=1", STREAM | {"Authorization": ""}, None),
    ("GET", "/v1/turns/{turn}/events", {}, None),
    ("GET", "/v1/turns/%74urn_x/events", STREAM, None),
    ("GET", "/v1/turns/a/b/events", STREAM, None),
    ("GET", "/v1/turns//events", STREAM, None),
    ("GET", "/v1/turns/x%0Ay/events", STREAM, None),
    ("HEAD", "/v1/turns/{turn}/events", STREAM, None),
    ("DELETE", "/v1/turns/{turn}/events", STREAM, None),
]


@contextmanager
def by_the_framework(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setattr("gateway.http.express._TURNS", "")
        patch.setattr("gateway.http.express._EVENTS", re.compile("(?!)"))
        yield


async def asked(system: System, turn_id: str) -> list[tuple[object, ...]]:
    """What is answered to each request, and how the log names it, without what differs every time."""
    answers: list[tuple[object, ...]] = []
    for method, path, headers, body in REQUESTS:
        sent = [(name.encode(), value.encode()) for name, value in (system.as_user("anna") | headers).items()]
        with capture_logs() as logs:
            response = await system.http.request(method, path.format(turn=turn_id), headers=sent, json=body)
        (line,) = [line for line in logs if line["event"] == "http"]
        answers.append((method, path, response.status_code, *_same(response), line["route"], line["status"]))
    return answers


def _same(response: httpx.Response) -> tuple[object, ...]:
    made = response.headers.get("location", "").rpartition("_")[2]
    text = response.text.replace(response.headers["x-request-id"], "req").replace(made or "\0", "made")
    varying = {"x-request-id", "date", "location", "content-length"}
    return text, sorted((name, value) for name, value in response.headers.items() if name not in varying)


async def test_what_goes_past_the_framework_is_answered_as_by_the_framework(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with gateway(tmp_path) as system:
        log = system.backend.orchestrator.open_turn("anna", new_id("turn"))
        log.append(completed(log.turn.id))
        past = await asked(system, log.turn.id)
        with by_the_framework(monkeypatch):
            through = await asked(system, log.turn.id)
    assert past == through
    assert {answer[2] for answer in past} >= {200, 201, 400, 401, 404, 405}


class OutOfTime(Orchestrator):
    """Names an instant that no calendar has."""

    async def CreateTurn(  # noqa: N802
        self, request: orchestrator.CreateTurnRequest, context: Context
    ) -> orchestrator.CreateTurnResponse:
        return orchestrator.CreateTurnResponse(turn=orchestrator.Turn(created_at=Timestamp(seconds=10**12)))


async def test_what_crashes_past_the_framework_says_nothing_of_its_cause(tmp_path: Path) -> None:
    backend = Backend(orchestrator=OutOfTime())
    async with backend.running(), gateway(tmp_path, {"ORCHESTRATOR_ADDRESS": backend.address}) as system:
        with capture_logs() as logs:
            response = await system.http.post("/v1/turns", json=TURN, headers=system.as_user("anna"))
    assert (response.status_code, response.json()["error"]["code"]) == (500, "internal_error")
    assert "out of range" not in response.text
    told = [(line["event"], line.get("error"), line.get("status")) for line in logs if line["event"].startswith("http")]
    assert told == [("http.crashed", "ValueError", None), ("http", None, 500)]
