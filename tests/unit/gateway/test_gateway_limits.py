"""Health, limits and origins: what the settings decide."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.unit.gateway.backend import ADMIN_KEY, System, completed, gateway
from tests.unit.gateway.problems import check_problem

EVERY_SERVICE = ("orchestrator", "data_science", "validator", "memory", "health_data")

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_health_needs_no_key(system: System) -> None:
    response = await system.http.get("/healthz")
    assert (response.status_code, response.json()) == (
        200,
        {"status": "ok", "services": dict.fromkeys(EVERY_SERVICE, "serving")},
    )


async def test_a_service_that_is_down_is_named_and_asking_it_is_an_upstream_error(tmp_path: Path) -> None:
    async with gateway(tmp_path, {"MEMORY_ADDRESS": "127.0.0.1:1"}) as half:
        response = await half.http.get("/healthz")
        assert response.status_code == 503
        assert response.json()["services"] == {**dict.fromkeys(EVERY_SERVICE, "serving"), "memory": "not_serving"}
        response = await half.http.get("/v1/memory", headers=half.as_user("anna"))
        problem = check_problem(response, 503, "upstream_unavailable")
        assert "127.0.0.1" not in problem.error.message


async def test_too_many_requests_are_told_when_to_come_back(tmp_path: Path) -> None:
    async with gateway(tmp_path, {"RATE_PER_MINUTE": "3"}) as slow:
        for _ in range(3):
            assert (await slow.http.get("/v1/turns", headers=slow.as_user("anna"))).status_code == 200
        response = await slow.http.get("/v1/turns", headers=slow.as_user("anna"))
        check_problem(response, 429, "rate_limit_exceeded")
        assert response.headers["retry-after"] == "20"
        assert (await slow.http.get("/v1/turns", headers=slow.as_user("ben"))).status_code == 200


async def test_a_file_over_the_limit_is_refused(tmp_path: Path) -> None:
    async def endless() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield b"2026-01-01,8000\n" * 4096

    async with gateway(tmp_path, {"MAX_IMPORT_BYTES": "100000"}) as small:
        response = await small.http.post("/v1/data/imports", content=endless(), headers=small.as_user("anna"))
        check_problem(response, 400, "invalid_request")
        assert small.backend.health_data.files == []


async def test_a_page_of_a_listed_origin_may_read_and_no_other(tmp_path: Path) -> None:
    async with gateway(tmp_path, {"CORS_ORIGINS": "https://app.example, https://b.example"}) as cross:
        preflight = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
        allowed = await cross.http.options("/v1/turns", headers={**preflight, "Origin": "https://app.example"})
        assert allowed.status_code == 200
        assert allowed.headers["access-control-allow-origin"] == "https://app.example"
        refused = await cross.http.options("/v1/turns", headers={**preflight, "Origin": "https://evil.example"})
        assert "access-control-allow-origin" not in refused.headers
        log = cross.backend.orchestrator.open_turn("anna")
        log.append(completed(log.turn.id))
        stream = await cross.http.get(
            f"/v1/turns/{log.turn.id}/events?api_key={ADMIN_KEY}",
            headers={"Amy-User": "anna", "Accept": "text/event-stream", "Origin": "https://b.example"},
        )
        assert stream.headers["access-control-allow-origin"] == "https://b.example"
        assert "X-Request-Id" in stream.headers["access-control-expose-headers"]


async def test_without_origins_no_page_may_read(system: System) -> None:
    response = await system.http.get("/healthz", headers={"Origin": "https://app.example"})
    assert "access-control-allow-origin" not in response.headers
