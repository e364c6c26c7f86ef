"""Imports over HTTP: told of as they go, listed, looked up and taken back."""

import asyncio
import json
from typing import Any

import httpx
import pytest

from gateway.domain.data_views import Import, ImportReport
from tests.unit.gateway.backend import ADMIN_KEY, System
from tests.unit.gateway.problems import check_problem
from tests.unit.gateway.sse_reader import parse

pytestmark = pytest.mark.asyncio(loop_scope="module")
TOLD = {"Accept": "text/event-stream"}


def events_of(body: bytes) -> list[tuple[str, Any]]:
    return [(message.type, json.loads(message.data)) for message in parse(body)]


async def told(response: httpx.Response) -> list[tuple[str, Any]]:
    assert response.headers["content-type"] == "text/event-stream"
    return events_of(await response.aread())


async def test_an_import_tells_how_far_it_is_and_at_last_its_report(system: System) -> None:
    data = system.backend.health_data
    data.go_on.clear()
    headers = system.as_user("told") | TOLD
    request = system.http.build_request(
        "POST", "/v1/data/imports?filename=x.csv", content=b"slow,1\n2\n", headers=headers
    )
    response = await system.http.send(request, stream=True)
    assert response.status_code == 200
    pieces = response.aiter_bytes()
    first = await anext(pieces)
    assert first == (
        b'id: 1\nevent: import.progress\ndata: {"stage":"reading","bytes_done":5,"bytes_total":9,"file":"a.csv"}\n\n'
    )
    data.go_on.set()
    ((name, report),) = events_of(b"".join([piece async for piece in pieces]))
    assert name == "import.completed"
    assert ImportReport.model_validate(report).rows_read == 2
    assert data.files[-1][1] == b"slow,1\n2\n"


async def test_an_import_that_fails_says_why_in_the_stream(system: System) -> None:
    system.backend.health_data.go_on.set()
    headers = system.as_user("failing") | TOLD
    response = await system.http.post("/v1/data/imports", content=b"slow,when,\n", headers=headers)
    events = await told(response)
    assert [name for name, _ in events] == ["import.progress", "import.failed"]
    failed = events[-1][1]
    assert (failed["status"], failed["error"]["code"]) == (422, "unprocessable")
    assert failed["error"]["message"] == "The dates can be read in two ways."
    assert failed["error"]["request_id"] == response.headers["x-request-id"]


async def test_what_is_wrong_with_the_request_is_an_error_of_the_request(system: System) -> None:
    headers = system.as_user("failing") | TOLD
    check_problem(
        await system.http.post("/v1/data/imports?colour=red", content=b"x", headers=headers), 400, "invalid_field"
    )
    check_problem(await system.http.post("/v1/data/imports", content=b"x", headers=TOLD), 401, "missing_authorization")


async def test_an_import_that_is_told_of_is_done_once_too(system: System) -> None:
    system.backend.health_data.go_on.set()
    headers = system.as_user("repeating") | {"Idempotency-Key": "told"}
    before = len(system.backend.health_data.files)
    first = await told(await system.http.post("/v1/data/imports", content=b"slow,\n", headers=headers | TOLD))
    again = await told(await system.http.post("/v1/data/imports", content=b"slow,\n", headers=headers | TOLD))
    plain = await system.http.post("/v1/data/imports", content=b"slow,\n", headers=headers)
    assert len(system.backend.health_data.files) == before + 1
    assert first[-1][1] == again[-1][1] == plain.json()
    assert [name for name, _ in again] == ["import.completed"]
    other = await system.http.post("/v1/data/imports", content=b"other,\n", headers=headers | TOLD)
    check_problem(other, 409, "idempotency_key_mismatch")


async def test_a_client_that_leaves_the_stream_takes_the_reading_with_it(system: System) -> None:
    data = system.backend.health_data
    data.go_on.clear()
    before = len(data.files)
    host, port = system.base_url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    body = b"slow,\n"
    writer.write(
        f"POST /v1/data/imports HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\nAmy-User: leaving\r\n"
        f"Accept: text/event-stream\r\nIdempotency-Key: leaving\r\nAuthorization: Bearer {ADMIN_KEY}\r\n\r\n".encode()
        + body
    )
    await asyncio.wait_for(reader.readuntil(b"import.progress"), 60)
    writer.close()
    headers = system.as_user("leaving") | {"Idempotency-Key": "leaving"}
    async with asyncio.timeout(60):
        # The key is free again once the reading has been given up.
        while True:
            data.go_on.clear()
            retried = await system.http.post("/v1/data/imports", content=b"date,\n", headers=headers)
            if retried.status_code != 409:
                break
            await asyncio.sleep(0.05)
    data.go_on.set()
    await asyncio.sleep(0.1)
    assert [content for _, content in data.files[before:]] == [b"date,\n"]


async def test_imports_are_listed_looked_up_and_taken_back_each_by_their_own_person(system: System) -> None:
    mine, other = system.as_user("mine"), system.as_user("somebody")
    first = await system.http.post("/v1/data/imports?filename=a.csv", content=b"date,\n1\n", headers=mine)
    report = ImportReport.model_validate_json(first.content)
    path = first.headers["location"]
    assert path == f"/v1/data/imports/{report.import_id}"
    assert report.found[0].model_dump() == {"what": "nights", "count": 3}
    assert report.absent[0].why == "No column of it."
    assert report.left_out[0].file == "a.gpx"
    assert report.coverage[0].days_missing == 1
    assert (report.sources, report.entries_written, report.unconfirmed) == (["oura"], 2, 1)
    assert report.warnings == ["Another device since 2026-01-03."]
    await system.http.post("/v1/data/imports?filename=b.csv", content=b"date,\n", headers=mine)
    page = (await system.http.get("/v1/data/imports?limit=1", headers=mine)).json()
    assert [each["filename"] for each in page["data"]] == ["b.csv"]
    rest = (await system.http.get(f"/v1/data/imports?cursor={page['next_cursor']}", headers=mine)).json()
    assert ([each["filename"] for each in rest["data"]], rest["has_more"]) == (["a.csv"], False)
    assert rest["data"][0]["imported_at"] == "2026-05-25T10:14:33.000Z"
    assert (await system.http.get("/v1/data/imports", headers=other)).json()["data"] == []
    found = Import.model_validate_json((await system.http.get(path, headers=mine)).content)
    assert (found.import_id, found.report) == (report.import_id, report)
    for who, where in ((other, path), (mine, "/v1/data/imports/x"), (mine, "/v1/data/imports/imp_%00")):
        check_problem(await system.http.get(where, headers=who), 404, "import_not_found")
        check_problem(await system.http.delete(where, headers=who), 404, "import_not_found")
    undone = await system.http.delete(path, headers=mine)
    assert (undone.status_code, undone.json()) == (200, {"values": 7, "activities": 1, "biomarkers": 0, "entries": 2})
    check_problem(await system.http.get(path, headers=mine), 404, "import_not_found")


async def test_a_file_whose_import_was_taken_back_is_imported_again_under_the_same_key(system: System) -> None:
    headers = system.as_user("again") | {"Idempotency-Key": "again"}
    first = await system.http.post("/v1/data/imports", content=b"date,\n", headers=headers)
    await system.http.delete(first.headers["location"], headers=system.as_user("again"))
    second = await system.http.post("/v1/data/imports", content=b"date,\n", headers=headers)
    assert second.status_code == 201
    assert json.loads(second.content)["import_id"] != json.loads(first.content)["import_id"]
