"""The public API as a client meets it: real HTTP, real gRPC, scripted services."""

import asyncio
import json
from typing import Any

import pytest

from amy.api.memory.v1 import memory_pb2 as memory
from amy.runtime import errors
from amy.runtime.ids import is_id
from amy.runtime.storage import StorageFullError
from gateway.domain.data_views import ImportReport
from gateway.domain.model import Memory, Turn, TurnPage
from tests.unit.gateway.backend import ADMIN_KEY, TURN_ID, System
from tests.unit.gateway.problems import check_problem

pytestmark = pytest.mark.asyncio(loop_scope="module")

QUESTION: dict[str, Any] = {"messages": [{"role": "user", "content": "What is my average HRV this month?"}]}
ADMIN = {"Authorization": f"Bearer {ADMIN_KEY}"}


@pytest.mark.parametrize(
    ("method", "path", "headers", "status", "code"),
    [
        ("GET", "/v1/turns", {}, 401, "missing_authorization"),
        ("GET", "/v1/turns", {"Authorization": "Bearer amy_live_wrong"}, 401, "invalid_token"),
        ("GET", "/v1/turns", {"Authorization": ADMIN_KEY}, 401, "invalid_token"),
        ("GET", "/v1/turns?api_key=" + ADMIN_KEY, {}, 401, "missing_authorization"),
        ("GET", "/v1/turns", ADMIN, 400, "invalid_request"),
        ("GET", "/v1/turns", {**ADMIN, "Amy-User": "a b"}, 400, "invalid_field"),
        ("GET", "/v1/turns", {**ADMIN, "Amy-User": ""}, 400, "invalid_field"),
        ("GET", "/nope", {}, 404, "route_not_found"),
        ("GET", "/v1/turns/", {}, 404, "route_not_found"),
        ("GET", "/docs", {}, 404, "route_not_found"),
        ("PUT", "/v1/turns", {}, 405, "method_not_allowed"),
        ("HEAD", "/healthz", {}, 405, "method_not_allowed"),
        ("POST", "/v1/keys", {}, 401, "missing_authorization"),
        ("DELETE", "/v1/keys/key_1", ADMIN, 404, "key_not_found"),
        ("DELETE", "/v1/keys", ADMIN, 400, "invalid_field"),
    ],
)
async def test_a_request_that_is_not_let_in(
    system: System, method: str, path: str, headers: dict[str, str], status: int, code: str
) -> None:
    response = await system.http.request(method, path, headers=headers)
    if method == "HEAD":
        assert response.status_code == status
    else:
        check_problem(response, status, code)
    assert ("www-authenticate" in response.headers) is (status == 401)


async def test_a_wrong_method_is_told_the_right_ones(system: System) -> None:
    assert (await system.http.put("/v1/turns")).headers["allow"] == "GET, POST"


@pytest.mark.parametrize(
    ("path", "body", "code", "field"),
    [
        ("/v1/turns", b"{", "invalid_request", None),
        ("/v1/turns", b"", "invalid_request", None),
        ("/v1/turns", b"[]", "invalid_request", None),
        ("/v1/turns", b'"text"', "invalid_request", None),
        ("/v1/turns", b"\xff\xfe", "invalid_request", None),
        ("/v1/turns", b'{"messages":[{"role":"user","content":"\\ud800"}]}', "invalid_request", None),
        ("/v1/turns", b"[" * 100_000, "invalid_request", None),
        ("/v1/turns", {"messages": []}, "invalid_request", None),
        ("/v1/turns", {"messages": [{"role": "assistant", "content": "Hi"}]}, "invalid_request", None),
        ("/v1/turns", {}, "invalid_field", "messages"),
        ("/v1/turns", {"messages": "Why?"}, "invalid_field", "messages"),
        ("/v1/turns", {**QUESTION, "model": "x"}, "invalid_field", "model"),
        ("/v1/turns", {**QUESTION, "stream": "yes"}, "invalid_field", "stream"),
        ("/v1/turns", {**QUESTION, "stream": None}, "invalid_field", "stream"),
        ("/v1/turns", {**QUESTION, "context": {"memory": True}}, "invalid_field", "context.memory"),
        ("/v1/turns", {"messages": [{"role": "system", "content": "x"}]}, "invalid_field", "messages.0.role"),
        ("/v1/turns", {"messages": [{"role": "user", "content": ""}]}, "invalid_field", "messages.0.content"),
        ("/v1/turns", {"messages": [{"role": "user", "content": 7}]}, "invalid_field", "messages.0.content"),
        ("/v1/turns", {"messages": [{"role": "user", "content": "a\0b"}]}, "invalid_field", "messages.0.content"),
        ("/v1/turns", {"messages": [{"role": "user"}]}, "invalid_field", "messages.0.content"),
        ("/v1/memory", {"text": "x" * 501, "category": "goal"}, "invalid_field", "text"),
        ("/v1/memory", {"text": "", "category": "goal"}, "invalid_field", "text"),
        ("/v1/memory", {"text": "x"}, "invalid_field", "category"),
        ("/v1/memory", {"text": "x", "category": None}, "invalid_field", "category"),
        ("/v1/memory", {"text": "x", "category": "tested_hypothesis"}, "invalid_field", "category"),
        ("/v1/memory", {"text": "x", "category": "goal", "confidence": 1.5}, "invalid_field", "confidence"),
        ("/v1/memory", b'{"text":"x","category":"goal","confidence":NaN}', "invalid_field", "confidence"),
        ("/v1/memory", {"text": "x", "category": "goal", "confidence": "1"}, "invalid_field", "confidence"),
        ("/v1/documents", {"title": "", "text": "x"}, "invalid_field", "title"),
        ("/v1/documents", {"title": "x" * 201, "text": "x"}, "invalid_field", "title"),
        ("/v1/documents", {"title": "x"}, "invalid_field", "text"),
        ("/v1/documents", {"title": "x", "text": ""}, "invalid_field", "text"),
        ("/v1/documents", {"title": "x", "text": "a\0b"}, "invalid_field", "text"),
        ("/v1/documents", {"title": "x", "text": "y", "media_type": "text/html"}, "invalid_field", "media_type"),
        ("/v1/documents", {"title": "x", "text": "y", "user_id": "ben"}, "invalid_field", "user_id"),
        ("/v1/documents", b'{"title":"x","text":"\\ud800"}', "invalid_request", None),
        ("/v1/documents", b'{"title":"x","text":"' + b"x" * 4 * 1024 * 1024 + b'"}', "invalid_request", None),
        ("/v1/keys", {"user_id": "a b"}, "invalid_field", "user_id"),
        ("/v1/keys", {"user_id": "anna", "admin": True}, "invalid_field", "admin"),
    ],
)
async def test_a_body_that_is_not_what_it_should_be(
    system: System, path: str, body: bytes | dict[str, Any], code: str, field: str | None
) -> None:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    response = await system.http.post(path, content=content, headers=system.as_user("bad"))
    problem = check_problem(response, 400, code)
    if field is not None:
        assert problem.error.message.startswith(f"{field}:")
    assert (await system.http.get("/v1/turns", headers=system.as_user("bad"))).json()["data"] == []


@pytest.mark.parametrize(
    "query",
    [
        "limit=0", "limit=101", "limit=x", "limit=", "category=mood", "after=yesterday", "after=2026-05-20T14:33:12",
        "include=everything", "colour=red", "cursor=%00",
    ],
)  # fmt: skip
async def test_a_filter_that_means_nothing_is_refused(system: System, query: str) -> None:
    response = await system.http.get(f"/v1/memory?{query}", headers=system.as_user("anna"))
    problem = check_problem(response, 400, "invalid_field")
    assert problem.error.message.startswith(query.partition("=")[0])


EDGES = (
    "0001-01-01T00:00:00+14:00", "0001-01-01T00:00:00.000001+00:01", "9999-12-31T23:59:59-14:00",
    "9999-12-31T23:59:59.999999-00:01", "0000-01-01T00:00:00Z", "10000-01-01T00:00:00Z", "-0001-01-01T00:00:00Z",
    "99999999999999999999", "-99999999999999999999", "1e400", "NaN", "inf", "2026-02-30T00:00:00Z",
)  # fmt: skip


@pytest.mark.parametrize("instant", EDGES)
async def test_an_instant_off_the_calendar_is_refused_wherever_one_can_be_named(system: System, instant: str) -> None:
    described = (await system.http.get("/openapi.json")).json()["paths"]
    taken = [
        (method, path, parameter["name"])
        for path, methods in described.items()
        for method, each in methods.items()
        for parameter in each.get("parameters", [])
        if "date-time" in json.dumps(parameter["schema"])
    ]
    assert ("get", "/v1/memory", "after") in taken
    for method, path, name in taken:
        response = await system.http.request(method, path, params={name: instant}, headers=system.as_user("anna"))
        assert check_problem(response, 400, "invalid_field").error.message.startswith(f"{name}:")


@pytest.mark.parametrize(
    "instant", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z", "0001-01-01T14:00:00+14:00"]
)
async def test_the_first_and_the_last_instant_of_the_calendar_may_be_named(system: System, instant: str) -> None:
    response = await system.http.get("/v1/memory", params={"after": instant}, headers=system.as_user("anna"))
    assert response.status_code == 200
    assert system.backend.memory.listed[-1].HasField("after")


async def test_an_error_of_a_service_keeps_its_code(system: System) -> None:
    response = await system.http.get("/v1/turns?cursor=zzz", headers=system.as_user("anna"))
    check_problem(response, 400, "invalid_field")


async def test_a_body_longer_than_a_mebibyte_is_refused(system: System) -> None:
    question = {"messages": [{"role": "user", "content": "x" * 1024 * 1024}]}
    response = await system.http.post("/v1/turns", json=question, headers=system.as_user("anna"))
    check_problem(response, 400, "invalid_request")


async def test_every_response_has_a_request_id_of_its_own(system: System) -> None:
    responses = [await system.http.get("/healthz", headers={"X-Request-Id": "mine"}) for _ in range(3)]
    ids = {response.headers["x-request-id"] for response in responses}
    assert len(ids) == 3
    assert all(is_id(each, "req") for each in ids)


async def test_a_turn_is_created_and_can_be_read_where_the_response_says(system: System) -> None:
    headers = system.as_user("anna")
    created = await system.http.post("/v1/turns", json=QUESTION, headers=headers)
    assert created.status_code == 201
    turn = Turn.model_validate_json(created.content)
    assert created.headers["location"] == f"/v1/turns/{turn.id}"
    assert (turn.status, turn.result) == ("running", None)
    assert [message.model_dump() for message in turn.messages] == QUESTION["messages"]
    read = await system.http.get(created.headers["location"], headers=headers)
    assert read.status_code == 200
    assert Turn.model_validate_json(read.content).status == "completed"


async def test_the_request_id_travels_to_the_service_and_into_the_turn(system: System) -> None:
    response = await system.http.post("/v1/turns", json=QUESTION, headers=system.as_user("anna"))
    request_id = response.headers["x-request-id"]
    assert system.backend.orchestrator.trace_ids[-1] == request_id
    assert system.backend.orchestrator.created[-1].request_id == request_id


async def test_context_is_on_unless_it_is_switched_off(system: System) -> None:
    headers = system.as_user("anna")
    await system.http.post("/v1/turns", json=QUESTION, headers=headers)
    await system.http.post("/v1/turns", json={**QUESTION, "context": {"include_memory": False}}, headers=headers)
    contexts = [request.context for request in system.backend.orchestrator.created[-2:]]
    assert [(each.include_memory, each.include_biomarkers) for each in contexts] == [(True, True), (False, True)]


async def test_a_blocking_turn_returns_the_whole_answer(system: System) -> None:
    question = {**QUESTION, "stream": False}
    response = await system.http.post("/v1/turns", json=question, headers=system.as_user("anna"))
    assert response.status_code == 201
    turn = Turn.model_validate_json(response.content)
    assert turn.status == "completed"
    assert turn.completed_at == "2026-05-25T10:03:42.000Z"
    assert turn.result is not None
    assert turn.result.fact_sheet[0].value == 60.39


async def test_turns_are_paged_newest_first(system: System) -> None:
    headers = system.as_user("pager")
    made = [(await system.http.post("/v1/turns", json=QUESTION, headers=headers)).json()["id"] for _ in range(5)]
    read, cursor, sizes = [], "", []
    while True:
        response = await system.http.get("/v1/turns", params={"limit": 2, "cursor": cursor}, headers=headers)
        page = TurnPage.model_validate_json(response.content)
        read += [turn.id for turn in page.data]
        sizes.append(len(page.data))
        assert page.has_more is (page.next_cursor is not None)
        if page.next_cursor is None:
            break
        cursor = page.next_cursor
    assert read == made[::-1]
    assert sizes == [2, 2, 1]


@pytest.mark.parametrize("path", ["/v1/turns/{}", "/v1/turns/{}/events"])
async def test_another_users_turn_does_not_exist(system: System, path: str) -> None:
    created = await system.http.post("/v1/turns", json=QUESTION, headers=system.as_user("anna"))
    for turn_id in (created.json()["id"], TURN_ID, "turn_x", "x%00y", "é" * 500):
        for accept in ("application/json", "text/event-stream"):
            response = await system.http.get(path.format(turn_id), headers={**system.as_user("ben"), "Accept": accept})
            check_problem(response, 404, "turn_not_found")


async def test_a_fourth_turn_at_once_is_refused(system: System) -> None:
    system.backend.orchestrator.refuse = errors.ConcurrencyLimitError("Three turns are in flight.")
    try:
        response = await system.http.post("/v1/turns", json=QUESTION, headers=system.as_user("anna"))
    finally:
        system.backend.orchestrator.refuse = None
    check_problem(response, 429, "concurrency_limit_exceeded")


async def test_a_full_disk_behind_is_named(system: System) -> None:
    system.backend.orchestrator.refuse = StorageFullError()
    try:
        response = await system.http.post("/v1/turns", json=QUESTION, headers=system.as_user("anna"))
    finally:
        system.backend.orchestrator.refuse = None
    error = response.json()["error"]
    assert (response.status_code, error["code"]) == (503, "upstream_unavailable")
    assert error["message"] == StorageFullError.public


async def test_a_turn_that_cannot_be_handed_over_is_handed_over_again_and_stays_one(system: System) -> None:
    behind = system.backend.orchestrator
    asked_before, kept_before = len(behind.created), len(behind.logs)
    behind.refuse = errors.UpstreamUnavailableError("the orchestrator restarts")
    behind.refused.clear()
    posting = asyncio.create_task(system.http.post("/v1/turns", json=QUESTION, headers=system.as_user("anna")))
    await behind.refused.wait()
    behind.refuse = None
    response = await posting
    assert response.status_code == 201
    assert {asked.turn_id for asked in behind.created[asked_before:]} == {response.json()["id"]}
    assert len(behind.logs) == kept_before + 1


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (errors.InternalError("resting heart rate 58"), 500, "internal_error"),
        (errors.UpstreamUnavailableError("dial 10.0.0.7 resting heart rate 58"), 503, "upstream_unavailable"),
        (errors.DeadlineExceededError("resting heart rate 58"), 504, "upstream_unavailable"),
        (errors.UnauthenticatedPeerError("resting heart rate 58"), 502, "upstream_unavailable"),
        (errors.SandboxUnavailableError("resting heart rate 58"), 503, "upstream_unavailable"),
        (errors.UnprocessableError("cannot be read"), 422, "unprocessable"),
    ],
)
async def test_what_broke_behind_is_not_described_to_the_public(
    system: System, error: errors.ServiceError, status: int, code: str
) -> None:
    system.backend.orchestrator.refuse = error
    try:
        response = await system.http.post("/v1/turns", json=QUESTION, headers=system.as_user("anna"))
    finally:
        system.backend.orchestrator.refuse = None
    check_problem(response, status, code)
    assert "58" not in response.text.replace(response.headers["x-request-id"], "")


async def test_a_memory_is_written_listed_and_deleted(system: System) -> None:
    headers = system.as_user("rememberer")
    text = {"text": "Vegetarian. No fish. " + "ä" * 479, "category": "preference"}
    created = await system.http.post("/v1/memory", json=text, headers=headers)
    assert created.status_code == 201
    entry = Memory.model_validate_json(created.content)
    assert (entry.text, entry.category, entry.confidence) == (text["text"], "preference", 1.0)
    assert (entry.source_turn_id, entry.meta) == (None, None)
    listed = (await system.http.get("/v1/memory", headers=headers)).json()
    assert listed == {"data": [json.loads(created.content)], "next_cursor": None, "has_more": False}
    assert (await system.http.get("/v1/memory", headers=system.as_user("other"))).json()["data"] == []
    path = f"/v1/memory/{entry.id}"
    check_problem(await system.http.delete(path, headers=system.as_user("other")), 404, "memory_not_found")
    deleted = await system.http.delete(path, headers=headers)
    assert (deleted.status_code, deleted.content) == (204, b"")
    check_problem(await system.http.delete(path, headers=headers), 404, "memory_not_found")
    check_problem(await system.http.delete("/v1/memory/x", headers=headers), 404, "memory_not_found")


async def test_memory_filters_reach_the_memory_service(system: System) -> None:
    query = (
        "category=goal&after=2026-05-20T14:33:12Z&before=2026-05-21T00:00:00%2B02:00&include=tested_hypothesis&limit=7"
    )
    await system.http.get(f"/v1/memory?{query}", headers=system.as_user("anna"))
    asked = system.backend.memory.listed[-1]
    assert asked.category == memory.Category.CATEGORY_GOAL
    assert asked.after.ToJsonString() == "2026-05-20T14:33:12Z"
    assert asked.before.ToJsonString() == "2026-05-20T22:00:00Z"
    assert (asked.include_tested_hypotheses, asked.page_size) == (True, 7)
    await system.http.get("/v1/memory", headers=system.as_user("anna"))
    asked = system.backend.memory.listed[-1]
    assert (asked.HasField("after"), asked.HasField("before")) == (False, False)
    assert (asked.category, asked.include_tested_hypotheses, asked.page_size) == (0, False, 20)


async def test_a_file_is_passed_on_in_pieces_and_reported(system: System) -> None:
    data = b"date,steps\n" + b"2026-01-01,8000\n" * 200_000
    response = await system.http.post(
        "/v1/data/imports?filename=daily.csv&subject=me", content=data, headers=system.as_user("importer")
    )
    assert response.status_code == 201
    report = ImportReport.model_validate_json(response.content)
    assert (report.rows_read, report.first_date, report.last_date) == (200_001, "2026-01-01", None)
    assert report.skipped[0].model_dump() == {"reason": "not a number", "cells": 2, "first_lines": [3, 4]}
    header, received = system.backend.health_data.files[-1]
    assert (header.user_id, header.filename, header.subject) == ("importer", "daily.csv", "me")
    assert received == data
    assert 0 < system.backend.health_data.biggest_chunk < 1024 * 1024


@pytest.mark.parametrize(
    ("data", "status", "code"),
    [(b"a\x00b", 400, "invalid_request"), (b"when,steps\n", 422, "unprocessable")],
)
async def test_a_file_that_cannot_be_read_is_refused_with_the_reason(
    system: System, data: bytes, status: int, code: str
) -> None:
    response = await system.http.post("/v1/data/imports", content=data, headers=system.as_user("importer"))
    check_problem(response, status, code)


async def test_an_upload_that_breaks_off_is_not_imported(system: System) -> None:
    before = len(system.backend.health_data.files)
    system.backend.health_data.begun.clear()
    host, port = system.base_url.removeprefix("http://").split(":")
    _, writer = await asyncio.open_connection(host, int(port))
    writer.write(
        b"POST /v1/data/imports HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\nAmy-User: importer\r\n"
        b"Authorization: Bearer " + ADMIN_KEY.encode() + b"\r\n\r\ndate,steps\n"
    )
    await asyncio.wait_for(system.backend.health_data.begun.wait(), 60)
    writer.close()
    await asyncio.sleep(0.2)
    assert len(system.backend.health_data.files) == before
    assert (await system.http.get("/healthz")).status_code == 200


@pytest.mark.parametrize("key", ["", "Idempotency-Key: leaves\r\n"], ids=["without a key", "with a key"])
async def test_a_client_that_leaves_while_its_file_is_read_takes_the_reading_with_it(system: System, key: str) -> None:
    data = system.backend.health_data
    before = len(data.files)
    data.reading.clear()
    data.given_up.clear()
    host, port = system.base_url.removeprefix("http://").split(":")
    _, writer = await asyncio.open_connection(host, int(port))
    body = b"endless,\n"
    writer.write(
        f"POST /v1/data/imports HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\nAmy-User: importer\r\n{key}"
        f"Authorization: Bearer {ADMIN_KEY}\r\n\r\n".encode()
        + body
    )
    await asyncio.wait_for(data.reading.wait(), 60)
    assert not data.given_up.is_set()
    writer.close()
    await asyncio.wait_for(data.given_up.wait(), 60)
    assert len(data.files) == before
    assert (await system.http.get("/healthz")).status_code == 200


async def test_the_log_has_one_line_per_request_and_no_content(
    system: System, capfd: pytest.CaptureFixture[str]
) -> None:
    headers = {**system.as_user("anna"), "Accept": "text/event-stream"}
    created = await system.http.post("/v1/turns", json=QUESTION, headers=headers)
    capfd.readouterr()
    turn_id = created.json()["id"]
    response = await system.http.get(f"/v1/turns/{turn_id}/events?api_key=secret", headers=headers)
    log = ""
    async with asyncio.timeout(60):
        # The line is written when the request is over, which the client may see first.
        while "/v1/turns/{turn_id}/events" not in log:
            await asyncio.sleep(0.01)
            captured = capfd.readouterr()
            log += captured.out + captured.err
    lines = [line for line in log.splitlines() if "/v1/turns/{turn_id}/events" in line]
    assert len(lines) == 1
    assert response.headers["x-request-id"] in lines[0]
    for private in (turn_id, "secret", "anna", "Looking", "HRV"):
        assert private not in lines[0]
