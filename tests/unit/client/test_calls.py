"""Every call of both clients: what goes over the wire, what comes back, and what each failure raises."""

import asyncio
import inspect
import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from amy.client import (
    Amy,
    AmyError,
    AsyncAmy,
    AuthenticationError,
    ConflictError,
    ConnectionFailedError,
    ForbiddenError,
    InvalidRequestError,
    LimitError,
    NotFoundError,
    ServerError,
    UnexpectedResponseError,
    UnprocessableError,
    UpstreamUnavailableError,
)
from amy.client.retry import Backoff
from tests.unit.client.scripted_server import Reply, ScriptedServer, json_reply, problem

AT = "2026-05-25T10:00:00.123Z"
TURN = {
    "id": "turn_1",
    "status": "queued",
    "created_at": AT,
    "completed_at": None,
    "messages": [{"role": "user", "content": "Hi"}],
    "result": None,
    "error": None,
}
MEMORY = {
    "id": "mem_1",
    "text": "Vegetarian.",
    "category": "preference",
    "created_at": AT,
    "source_turn_id": None,
    "confidence": 1.0,
    "meta": None,
}
DOCUMENT = {"id": "doc_1", "title": "Letter", "media_type": "text/markdown", "created_at": AT, "size_bytes": 9}
META = {"finding_id": "ds-001", "feature": "steps", "target": "sleep_minutes", "verdict": "validated", "effect": 0.4}
TEST = {"kind": "association", "lag_days": 1, "p_value": 0.02}
DELETED = {
    "turns": 3,
    "turn_events": 90,
    "memories": 2,
    "documents": 1,
    "measured_values": 800,
    "activities": 4,
    "biomarkers": 5,
    "imports": 2,
    "keys": 1,
}
REPORT = {
    "import_id": "imp_1",
    "format": "canonical_daily",
    "subject": "",
    "rows_read": 2,
    "days_written": 2,
    "days_unchanged": 0,
    "activities_written": 0,
    "biomarkers_written": 0,
    "cells_written": 2,
    "cells_skipped": 1,
    "skipped": [{"reason": "negative", "cells": 1, "first_lines": [3]}],
    "first_date": "2026-05-01",
    "last_date": "2026-05-02",
    "notes": ["dates read as day/month/year"],
    "already_imported": False,
}
MESSAGES = [{"role": "user", "content": "Hi"}]
PAGE = {"next_cursor": "next", "has_more": True}

Act = Callable[[Any], Any]
Run = Callable[..., Any]


def run_blocking(server: ScriptedServer, act: Act, **options: Any) -> Any:
    with Amy(api_key="k", base_url=server.base_url, **options) as amy:
        return act(amy)


def run_async(server: ScriptedServer, act: Act, **options: Any) -> Any:
    async def perform() -> Any:
        async with AsyncAmy(api_key="k", base_url=server.base_url, **options) as amy:
            return await act(amy)

    return asyncio.run(perform())


@pytest.fixture(params=[run_blocking, run_async])
def run(request: pytest.FixtureRequest) -> Run:
    chosen: Run = request.param
    return chosen


CALLS: dict[str, tuple[Act, str, str, dict[str, str], Any, Any, Callable[[Any], bool]]] = {
    "create a turn": (
        lambda amy: amy.turns.create(messages=MESSAGES, context={"include_memory": False}),
        *("POST", "/v1/turns", {}, {"messages": MESSAGES, "stream": True, "context": {"include_memory": False}}),
        TURN,
        lambda turn: turn.status == "queued" and turn.created_at == datetime(2026, 5, 25, 10, 0, 0, 123000, UTC),
    ),
    "wait for a turn": (
        lambda amy: amy.turns.create(MESSAGES, stream=False),
        *("POST", "/v1/turns", {}, {"messages": MESSAGES, "stream": False}),
        TURN,
        lambda turn: turn.messages[0].content == "Hi",
    ),
    "retrieve a turn": (
        lambda amy: amy.turns.retrieve("turn/../1"),
        *("GET", "/v1/turns/turn%2F..%2F1", {}, None),
        TURN,
        lambda turn: turn.result is None,
    ),
    "list turns": (
        lambda amy: amy.turns.list(limit=5, cursor="c"),
        *("GET", "/v1/turns", {"limit": "5", "cursor": "c"}, None),
        {"data": [TURN], **PAGE},
        lambda page: page.data[0].id == "turn_1" and page.next_cursor == "next" and page.has_more,
    ),
    "list memory": (
        lambda amy: amy.memory.list(
            category="goal", after=datetime(2026, 5, 1, tzinfo=UTC), before=AT, include_tested=True, limit=3
        ),
        *("GET", "/v1/memory"),
        {
            "category": "goal",
            "after": "2026-05-01T00:00:00+00:00",
            "before": AT,
            "include": "tested_hypothesis",
            "limit": "3",
        },
        None,
        {"data": [MEMORY], "next_cursor": None, "has_more": False},
        lambda page: page.data[0].text == "Vegetarian." and page.next_cursor is None,
    ),
    "list hypotheses of an older and of this server": (
        lambda amy: amy.memory.list(include_tested=True),
        *("GET", "/v1/memory", {"include": "tested_hypothesis"}, None),
        {"data": [MEMORY | {"meta": META}, MEMORY | {"meta": META | TEST}], "next_cursor": None, "has_more": False},
        lambda page: (
            [(each.meta.kind, each.meta.lag_days, each.meta.p_value) for each in page.data]
            == [(None, None, None), ("association", 1, 0.02)]
        ),
    ),
    "create a memory": (
        lambda amy: amy.memory.create(text="Vegetarian.", category="preference"),
        *("POST", "/v1/memory", {}, {"text": "Vegetarian.", "category": "preference"}),
        MEMORY,
        lambda entry: entry.source_turn_id is None,
    ),
    "delete a memory": (
        lambda amy: amy.memory.delete("mem_1"),
        *("DELETE", "/v1/memory/mem_1", {}, None),
        None,
        lambda nothing: nothing is None,
    ),
    "keep a document": (
        lambda amy: amy.documents.create("Letter", "# Ferritin", media_type="text/markdown"),
        *("POST", "/v1/documents", {}, {"title": "Letter", "text": "# Ferritin", "media_type": "text/markdown"}),
        DOCUMENT,
        lambda document: document.id == "doc_1" and document.size_bytes == 9,
    ),
    "list documents": (
        lambda amy: amy.documents.list(limit=5, cursor="c"),
        *("GET", "/v1/documents", {"limit": "5", "cursor": "c"}, None),
        {"data": [DOCUMENT], **PAGE},
        lambda page: page.data[0].title == "Letter" and page.has_more,
    ),
    "read a document": (
        lambda amy: amy.documents.get("doc_1"),
        *("GET", "/v1/documents/doc_1", {}, None),
        {**DOCUMENT, "text": "# Ferritin"},
        lambda document: document.title == "Letter" and document.text == "# Ferritin",
    ),
    "delete a document": (
        lambda amy: amy.documents.delete("doc_1"),
        *("DELETE", "/v1/documents/doc_1", {}, None),
        None,
        lambda nothing: nothing is None,
    ),
    "describe data": (
        lambda amy: amy.data.metrics(),
        *("GET", "/v1/data/metrics", {}, None),
        {"metrics": [], "reference_date": None, "days_on_record": 0, "known": [{"name": "steps", "unit": "count"}]},
        lambda data: data.known[0].name == "steps" and data.metrics == [],
    ),
    "create a key": (
        lambda amy: amy.keys.create("anna", name="phone"),
        *("POST", "/v1/keys", {}, {"user_id": "anna", "name": "phone"}),
        {"id": "key_1", "user_id": "anna", "name": "phone", "created_at": AT, "key": "amy_live_x"},
        lambda key: key.key == "amy_live_x",
    ),
    "list keys": (
        lambda amy: amy.keys.list("anna"),
        *("GET", "/v1/keys", {"user_id": "anna"}, None),
        {"data": [{"id": "key_1", "name": "phone", "created_at": AT}]},
        lambda keys: keys.data[0].id == "key_1",
    ),
    "delete a user": (
        lambda amy: amy.users.delete("anna"),
        *("DELETE", "/v1/user", {}, None),
        DELETED,
        lambda deleted: deleted.turns == 3 and deleted.keys == 1,
    ),
    "revoke a key": (
        lambda amy: amy.keys.revoke("key_1"),
        *("DELETE", "/v1/keys/key_1", {}, None),
        None,
        lambda nothing: nothing is None,
    ),
    "revoke all keys": (
        lambda amy: amy.keys.revoke_all("anna"),
        *("DELETE", "/v1/keys", {"user_id": "anna"}, None),
        {"revoked": 2},
        lambda answer: answer.revoked == 2,
    ),
    "health": (
        lambda amy: amy.health(),
        *("GET", "/healthz", {}, None),
        {"status": "ok", "services": {"memory": "serving"}},
        lambda health: health.services == {"memory": "serving"},
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_call_sends_what_is_documented_and_reads_the_answer(server: ScriptedServer, run: Run, name: str) -> None:
    act, method, path, query, body, answer, check = CALLS[name]
    server.play(Reply(status=204) if answer is None else json_reply(answer, 201 if method == "POST" else 200))
    assert check(run(server, act))
    (request,) = server.requests
    assert (request.method, request.path, request.query) == (method, path, query)
    assert (json.loads(request.body) if request.body else None) == body
    assert request.headers["authorization"] == "Bearer k"
    assert ("idempotency-key" in request.headers) == (method == "POST")


def test_both_clients_have_the_same_methods() -> None:
    def methods(amy: object) -> dict[str, list[str]]:
        parts = {name: part for name, part in vars(amy).items() if not name.startswith("_")} | {"": amy}
        return {
            f"{name}.{method}": list(inspect.signature(getattr(part, method)).parameters)
            for name, part in parts.items()
            for method in dir(part)
            if not method.startswith("_") and callable(getattr(part, method))
        }

    blocking = Amy(base_url="http://127.0.0.1:1")
    assert methods(blocking) == methods(AsyncAmy(base_url="http://127.0.0.1:1"))
    blocking.close()


def test_a_file_is_sent_as_it_is_and_progress_is_told(server: ScriptedServer, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "day & night.csv"
    file.write_bytes(b"date,steps\n" + b"2026-05-01,1\n" * 20_000)
    told: list[int] = []
    server.play(json_reply(REPORT, 201))
    report = run(server, lambda amy: amy.data.import_file(file, subject="id 7", progress=told.append))
    (request,) = server.requests
    assert request.body == file.read_bytes()
    assert request.query == {"filename": "day & night.csv", "subject": "id 7"}
    assert told == sorted(told)
    assert told[-1] == file.stat().st_size
    assert (report.skipped[0].first_lines, str(report.last_date)) == ([3], "2026-05-02")


def test_a_file_is_sent_again_from_its_start_under_the_same_key(
    server: ScriptedServer, run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "a.csv"
    file.write_text("date,steps\n")
    server.play(Reply(silent=True), json_reply(REPORT, 201))
    run(server, lambda amy: amy.data.import_file(file))
    first, second = server.requests
    assert first.body == second.body == file.read_bytes()
    assert first.headers["idempotency-key"] == second.headers["idempotency-key"]


def test_a_file_that_is_not_there_is_the_callers_error(server: ScriptedServer, run: Run, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        run(server, lambda amy: amy.data.import_file(tmp_path / "gone.csv"))


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (400, "invalid_field", InvalidRequestError),
        (405, "method_not_allowed", InvalidRequestError),
        (401, "invalid_token", AuthenticationError),
        (403, "forbidden", ForbiddenError),
        (404, "memory_not_found", NotFoundError),
        (409, "idempotency_key_mismatch", ConflictError),
        (422, "unprocessable", UnprocessableError),
        (429, "concurrency_limit_exceeded", LimitError),
        (500, "internal_error", ServerError),
        (504, "upstream_unavailable", UpstreamUnavailableError),
    ],
)
def test_a_refusal_raises_its_family_with_all_it_says(
    server: ScriptedServer, run: Run, status: int, code: str, kind: type[AmyError]
) -> None:
    server.play(problem(status, code, "Because.", retry_after="7"))
    with pytest.raises(AmyError, match=r"^Because\.$") as caught:
        run(server, lambda amy: amy.memory.create("x", category="goal"))
    error = caught.value
    assert type(error) is kind
    assert (error.status, error.code, error.request_id, error.retry_after_s) == (status, code, "req_1", 7.0)
    assert error.docs_url == f"https://docs.test/errors#{code}"


def test_a_proxys_page_is_an_error_too(server: ScriptedServer, run: Run) -> None:
    page = Reply(status=418, headers={"X-Request-Id": "req_2"}, pieces=(b"<html>teapot</html>",))
    server.play(page)
    with pytest.raises(InvalidRequestError) as caught:
        run(server, lambda amy: amy.turns.list())
    assert (caught.value.code, caught.value.request_id) == ("http_418", "req_2")


@pytest.mark.parametrize("body", [b"<html>", b"[]", b'{"id": 5}'])
def test_an_answer_that_is_not_the_apis_is_said_to_be_none(server: ScriptedServer, run: Run, body: bytes) -> None:
    server.play(Reply(pieces=(body,)))
    with pytest.raises(UnexpectedResponseError):
        run(server, lambda amy: amy.turns.retrieve("turn_1"))


def test_a_read_is_tried_again_when_the_server_stumbles(server: ScriptedServer, run: Run) -> None:
    server.play(Reply(silent=True), problem(503, "upstream_unavailable"), json_reply(TURN))
    assert run(server, lambda amy: amy.turns.retrieve("turn_1")).id == "turn_1"


def test_a_write_is_repeated_under_one_key_until_the_first_try_has_ended(server: ScriptedServer, run: Run) -> None:
    server.play(Reply(silent=True), problem(409, "idempotency_key_in_use"), json_reply(TURN, 201))
    run(server, lambda amy: amy.turns.create(MESSAGES))
    assert len({request.headers["idempotency-key"] for request in server.requests}) == 1
    assert len(server.requests) == 3


def test_each_write_has_a_key_of_its_own_unless_given_one(server: ScriptedServer, run: Run) -> None:
    server.play(*[json_reply(TURN, 201)] * 3)
    for key in (None, None, "mine"):
        run(server, lambda amy, key=key: amy.turns.create(MESSAGES, idempotency_key=key))
    keys = [request.headers["idempotency-key"] for request in server.requests]
    assert len(set(keys)) == 3
    assert keys[2] == "mine"


def test_a_delete_that_may_have_been_done_is_not_repeated(server: ScriptedServer, run: Run) -> None:
    server.play(Reply(silent=True))
    with pytest.raises(ConnectionFailedError, match="went away"):
        run(server, lambda amy: amy.memory.delete("mem_1"))


def test_a_server_that_stays_away_is_given_up_on(server: ScriptedServer, run: Run) -> None:
    server.play(*[Reply(silent=True)] * 2)
    with pytest.raises(ConnectionFailedError):
        run(server, lambda amy: amy.turns.retrieve("turn_1"), retries=1)


def test_an_unhealthy_system_is_an_answer_not_an_error(server: ScriptedServer, run: Run) -> None:
    server.play(json_reply({"status": "unavailable", "services": {"memory": "not_serving"}}, 503))
    assert run(server, lambda amy: amy.health()).status == "unavailable"


def test_an_admin_acts_for_a_user(server: ScriptedServer, run: Run) -> None:
    server.play(json_reply(TURN))
    run(server, lambda amy: amy.turns.retrieve("turn_1"), user="anna")
    assert server.requests[0].headers["amy-user"] == "anna"


def test_address_and_key_come_from_the_environment(server: ScriptedServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AMY_BASE_URL", server.base_url + "/")
    monkeypatch.setenv("AMY_API_KEY", "from-env")
    # A proxy of the environment must not stand between a person and their own machine.
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    server.play(json_reply(TURN))
    with Amy() as amy:
        amy.turns.retrieve("turn_1")
    assert server.requests[0].headers["authorization"] == "Bearer from-env"


@pytest.mark.parametrize("options", [{"base_url": "localhost:8420"}, {"user": "a\nb"}, {"api_key": "schlüssel"}])
def test_what_cannot_be_sent_is_refused_at_once(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"base URL|characters"):
        Amy(**options)


def test_delays_double_with_jitter_up_to_a_limit_and_a_number() -> None:
    backoff = Backoff(tries=8, base_s=0.5, max_s=30.0)
    for failures in range(1, 9):
        delay = backoff.delay_s(failures)
        assert delay is not None
        assert min(30.0, 0.5 * 2 ** (failures - 1)) <= delay <= min(30.0, 0.5 * 2 ** (failures - 1) + 0.5)
    assert backoff.delay_s(9) is None


def test_who_is_to_be_deleted_is_named_twice_whoever_the_client_acts_for(run: Run, server: ScriptedServer) -> None:
    server.play(json_reply(DELETED))
    run(server, lambda amy: amy.users.delete("anna"), user="ben")
    headers = server.requests[0].headers
    assert (headers["amy-user"], headers["amy-confirm"]) == ("anna", "anna")
