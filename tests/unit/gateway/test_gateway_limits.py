"""Health, limits and origins: what the settings decide."""

import asyncio
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from amy.runtime.ids import new_id
from tests.unit.gateway.backend import ADMIN_KEY, Backend, System, completed, gateway
from tests.unit.gateway.problems import check_problem

EVERY_SERVICE = (
    "orchestrator",
    "data_science",
    "domain_expert",
    "health_coach",
    "investigator",
    "validator",
    "memory",
    "health_data",
)

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_health_needs_no_key(system: System) -> None:
    response = await system.http.get("/healthz")
    assert (response.status_code, response.json()) == (
        200,
        {"status": "ok", "services": dict.fromkeys(EVERY_SERVICE, "serving")},
    )


async def test_an_error_leads_to_the_pages_that_the_operator_published(tmp_path: Path) -> None:
    async with gateway(tmp_path, {"PUBLIC_DOCS_URL": "https://example.org/errors/{code}.html"}) as elsewhere:
        response = await elsewhere.http.get("/v1/nothing", headers=elsewhere.as_user("anna"))
        assert response.json()["error"]["docs_url"] == "https://example.org/errors/route_not_found.html"


async def test_a_service_that_is_down_is_named_and_asking_it_is_an_upstream_error(tmp_path: Path) -> None:
    async with gateway(tmp_path, {"MEMORY_ADDRESS": "127.0.0.1:1"}) as half:
        response = await half.http.get("/healthz")
        assert response.status_code == 503
        assert response.json()["services"] == {**dict.fromkeys(EVERY_SERVICE, "serving"), "memory": "not_serving"}
        response = await half.http.get("/v1/memory", headers=half.as_user("anna"))
        problem = check_problem(response, 503, "upstream_unavailable")
        assert "127.0.0.1" not in problem.error.message


async def test_a_system_without_a_domain_expert_says_that_it_keeps_no_documents(tmp_path: Path) -> None:
    async with gateway(tmp_path, {"DOMAIN_EXPERT_ADDRESS": ""}) as half:
        headers = half.as_user("anna")
        answers = [
            await half.http.post("/v1/documents", json={"title": "x", "text": "y"}, headers=headers),
            await half.http.get("/v1/documents", headers=headers),
            await half.http.delete(f"/v1/documents/{new_id('doc')}", headers=headers),
        ]
        for answer in answers:
            problem = check_problem(answer, 503, "upstream_unavailable")
            assert problem.error.message == "This system keeps no documents."
        response = await half.http.get("/healthz")
        assert response.status_code == 200
        assert "domain_expert" not in response.json()["services"]


async def test_a_domain_expert_that_is_down_is_named_and_asking_it_is_an_upstream_error(tmp_path: Path) -> None:
    async with gateway(tmp_path, {"DOMAIN_EXPERT_ADDRESS": "127.0.0.1:1"}) as half:
        response = await half.http.get("/healthz")
        assert response.json()["services"] == {
            **dict.fromkeys(EVERY_SERVICE, "serving"),
            "domain_expert": "not_serving",
        }
        response = await half.http.get("/v1/documents", headers=half.as_user("anna"))
        problem = check_problem(response, 503, "upstream_unavailable")
        assert "127.0.0.1" not in problem.error.message


@pytest.mark.parametrize("service", ["data_science", "health_coach", "investigator", "validator"])
async def test_a_service_behind_the_orchestrator_that_does_not_serve_is_named_too(tmp_path: Path, service: str) -> None:
    async with gateway(tmp_path) as half:
        name = next(name for name in half.backend.behind if service in name)
        half.backend.behind[name] = False
        states = await until_unwell(half)
        assert states == {**dict.fromkeys(EVERY_SERVICE, "serving"), service: "not_serving"}


async def until_unwell(system: System) -> dict[str, str]:
    async with asyncio.timeout(60):
        while (response := await system.http.get("/healthz")).status_code == 200:  # noqa: ASYNC110, another process's
            await asyncio.sleep(0.05)
    assert response.status_code == 503
    states: dict[str, str] = response.json()["services"]
    return states


async def test_a_system_without_a_specialist_is_well_without_it(tmp_path: Path) -> None:
    backend = Backend(behind={"amy.api.validator.v1.ValidatorService": True})
    async with backend.running(), gateway(tmp_path, {"ORCHESTRATOR_ADDRESS": backend.address}) as small:
        response = await small.http.get("/healthz")
        assert response.status_code == 200
        assert "data_science" not in response.json()["services"]


async def test_health_is_answered_at_once_even_while_a_service_does_not_answer(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        async with gateway(tmp_path, {"MEMORY_ADDRESS": address}) as half:
            for _ in range(20):
                response = await half.http.get("/healthz", timeout=0.5)
                assert response.json()["services"]["memory"] == "not_serving"


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
