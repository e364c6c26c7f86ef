"""The same POST twice with one `Idempotency-Key` is done once."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from amy.runtime import errors
from amy.runtime.ids import new_id
from tests.unit.gateway.backend import System, gateway

pytestmark = pytest.mark.asyncio(loop_scope="module")

QUESTION: dict[str, Any] = {"messages": [{"role": "user", "content": "What is my average HRV this month?"}]}
LETTER = {"title": "Letter", "text": "Ferritin was low."}
GOAL = {"text": "Sleep more.", "category": "goal"}


def with_key(system: System, user_id: str = "anna", key: str | None = None) -> dict[str, str]:
    return {**system.as_user(user_id), "Idempotency-Key": key or new_id("req")}


def same(one: httpx.Response, other: httpx.Response) -> bool:
    locations = [response.headers.get("location") for response in (one, other)]
    return (one.status_code, one.content, locations[0]) == (other.status_code, other.content, locations[1])


def made(system: System) -> tuple[int, int, int]:
    """How many turns there are, and how many memories and documents of Anna's."""
    backend = system.backend
    return (
        len(backend.orchestrator.created),
        len(backend.memory.entries.get("anna", [])),
        len(backend.documents.kept.get("anna", [])),
    )


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/turns", QUESTION),
        ("/v1/turns", {**QUESTION, "stream": False}),
        ("/v1/memory", GOAL),
        ("/v1/documents", LETTER),
    ],
)
async def test_the_same_request_is_done_once(system: System, path: str, body: dict[str, Any]) -> None:
    headers = with_key(system)
    first = await system.http.post(path, json=body, headers=headers)
    done = made(system)
    again = await system.http.post(path, json=body, headers=headers)
    assert first.status_code == 201
    assert same(first, again)
    assert first.headers["x-request-id"] != again.headers["x-request-id"]
    assert made(system) == done


async def test_without_a_key_the_same_request_is_done_twice(system: System) -> None:
    first = await system.http.post("/v1/turns", json=QUESTION, headers=system.as_user("anna"))
    second = await system.http.post("/v1/turns", json=QUESTION, headers=system.as_user("anna"))
    assert first.json()["id"] != second.json()["id"]


async def test_another_request_with_the_same_key_is_refused(system: System) -> None:
    headers = with_key(system)
    await system.http.post("/v1/memory", json=GOAL, headers=headers)
    others = [
        await system.http.post("/v1/memory", json={**GOAL, "text": "Sleep less."}, headers=headers),
        await system.http.post("/v1/turns", json=QUESTION, headers=headers),
        await system.http.post("/v1/data/imports?filename=x", content=b"date,steps\n", headers=headers),
    ]
    for other in others:
        assert (other.status_code, other.json()["error"]["code"]) == (409, "idempotency_key_mismatch")


async def test_a_key_belongs_to_its_user(system: System) -> None:
    key = new_id("req")
    first = await system.http.post("/v1/memory", json=GOAL, headers=with_key(system, "anna", key))
    second = await system.http.post("/v1/memory", json=GOAL, headers=with_key(system, "ben", key))
    assert first.json()["id"] != second.json()["id"]


async def test_of_many_at_once_one_is_done(system: System) -> None:
    headers = with_key(system, "crowd")
    before = len(system.backend.orchestrator.created)
    system.backend.orchestrator.delay_s = 1.0
    try:
        responses = await asyncio.gather(
            *(system.http.post("/v1/turns", json=QUESTION, headers=headers) for _ in range(10))
        )
    finally:
        system.backend.orchestrator.delay_s = 0
    assert len(system.backend.orchestrator.created) == before + 1
    statuses = sorted(response.status_code for response in responses)
    assert statuses == [201] + [409] * 9
    busy = next(response for response in responses if response.status_code == 409)
    assert busy.json()["error"]["code"] == "idempotency_key_in_use"
    assert busy.headers["retry-after"] == "1"
    again = await system.http.post("/v1/turns", json=QUESTION, headers=headers)
    assert again.content == next(response for response in responses if response.status_code == 201).content


async def test_a_request_that_failed_may_be_tried_again(system: System) -> None:
    headers = with_key(system)
    system.backend.orchestrator.refuse = errors.UpstreamUnavailableError("not now")
    try:
        failed = await system.http.post("/v1/turns", json=QUESTION, headers=headers)
    finally:
        system.backend.orchestrator.refuse = None
    assert failed.status_code == 503
    wrong = await system.http.post("/v1/turns", json={**QUESTION, "colour": "red"}, headers=headers)
    assert wrong.status_code == 400
    assert (await system.http.post("/v1/turns", json=QUESTION, headers=headers)).status_code == 201


async def test_a_file_is_imported_once(system: System) -> None:
    headers = with_key(system)
    data = b"date,steps\n" + b"2026-01-01,8000\n" * 50_000
    first = await system.http.post("/v1/data/imports?filename=a.csv", content=data, headers=headers)
    files = len(system.backend.health_data.files)
    again = await system.http.post("/v1/data/imports?filename=a.csv", content=data, headers=headers)
    assert first.status_code == 201
    assert same(first, again)
    assert len(system.backend.health_data.files) == files
    for target, content in (("/v1/data/imports?filename=b.csv", data), ("/v1/data/imports?filename=a.csv", data[:-1])):
        other = await system.http.post(target, content=content, headers=headers)
        assert (other.status_code, other.json()["error"]["code"]) == (409, "idempotency_key_mismatch")


@pytest.mark.parametrize("key", ["", "x" * 256, "a\tb"])
async def test_a_key_that_is_none_is_refused(system: System, key: str) -> None:
    headers = {**system.as_user("anna"), "Idempotency-Key": key}
    response = await system.http.post("/v1/memory", json=GOAL, headers=headers)
    assert (response.status_code, response.json()["error"]["code"]) == (400, "invalid_field")


@pytest.mark.parametrize(("path", "body"), [("/v1/memory", GOAL), ("/v1/documents", LETTER)])
async def test_what_was_deleted_is_not_repeated(system: System, path: str, body: dict[str, str]) -> None:
    headers = with_key(system)
    first = await system.http.post(path, json=body, headers=headers)
    await system.http.delete(first.headers["location"], headers=system.as_user("anna"))
    second = await system.http.post(path, json=body, headers=headers)
    assert second.status_code == 201
    assert second.json()["id"] != first.json()["id"]


async def test_it_holds_over_a_restart_and_on_postgresql(tmp_path: Path, postgres_url: str) -> None:
    key = new_id("req")
    bodies = []
    for _ in range(2):
        async with gateway(tmp_path, {"DATABASE_URL": postgres_url}) as system:
            response = await system.http.post("/v1/memory", json=GOAL, headers=with_key(system, key=key))
            bodies.append(response.content)
    assert bodies[0] == bodies[1]
