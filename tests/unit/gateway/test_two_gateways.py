"""Two gateway processes over one PostgreSQL: a key is done once, whichever is asked, and a limit is one limit."""

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from amy.runtime.ids import new_id
from tests.unit.gateway.backend import ADMIN_KEY, Backend

QUESTION: dict[str, Any] = {"messages": [{"role": "user", "content": "Why?"}], "stream": False}
LEASE = {"LEASE_S": "1"}
ROUNDS = 8


@asynccontextmanager
async def gateway_process(backend: Backend, url: str, **more: str) -> AsyncIterator[tuple[Process, str]]:
    settings = {
        "LISTEN": "127.0.0.1:0",
        "DATABASE_URL": url,
        "ADMIN_KEY": ADMIN_KEY,
        **{f"{peer}_ADDRESS": backend.address for peer in ("ORCHESTRATOR", "MEMORY", "HEALTH_DATA")},
        **more,
    }
    env = {**os.environ, **{f"AMY_GATEWAY_{name}": value for name, value in settings.items()}}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "gateway", env=env, stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE
    )
    draining = None
    try:
        assert process.stderr is not None
        async with asyncio.timeout(100):
            while (line := json.loads(await process.stderr.readline()))["event"] != "ready":
                pass
        draining = asyncio.create_task(process.stderr.read())
        yield process, f"http://{line['address']}"
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        await process.wait()
        if draining is not None:
            await draining


@pytest.fixture
async def backend() -> AsyncIterator[Backend]:
    backend = Backend()
    async with backend.running():
        yield backend


async def ask(http: httpx.AsyncClient, base_url: str, key: str, user: str = "anna") -> httpx.Response:
    headers = {"Authorization": f"Bearer {ADMIN_KEY}", "Amy-User": user, "Idempotency-Key": key}
    return await http.post(f"{base_url}/v1/turns", json=QUESTION, headers=headers)


async def ask_until_free(http: httpx.AsyncClient, base_url: str, key: str) -> httpx.Response:
    async with asyncio.timeout(60):
        while (response := await ask(http, base_url, key)).status_code == 409:
            assert response.json()["error"]["code"] == "idempotency_key_in_use"
            await asyncio.sleep(0.05)
    return response


async def test_one_key_sent_to_two_gateways_at_the_same_moment_makes_one_turn_and_one_reply(
    backend: Backend, postgres_url: str
) -> None:
    backend.orchestrator.delay_s = 0.1
    async with (
        gateway_process(backend, postgres_url) as (_, one),
        gateway_process(backend, postgres_url) as (_, two),
        httpx.AsyncClient(timeout=60) as http,
    ):
        for _ in range(ROUNDS):
            key = new_id("req")
            replies = await asyncio.gather(*(ask_until_free(http, base, key) for base in (one, two, one, two)))
            assert {reply.status_code for reply in replies} == {201}
            assert len({reply.content for reply in replies}) == 1
    assert len(backend.orchestrator.logs) == ROUNDS


async def test_the_key_of_a_gateway_that_was_killed_goes_to_the_other_with_its_turn(
    backend: Backend, postgres_url: str
) -> None:
    async with (
        gateway_process(backend, postgres_url, **LEASE) as (first, one),
        gateway_process(backend, postgres_url, **LEASE) as (_, two),
        httpx.AsyncClient(timeout=60) as http,
    ):
        backend.orchestrator.delay_s = 30
        key = new_id("req")
        cut = asyncio.create_task(ask(http, one, key))
        async with asyncio.timeout(60):
            while True:
                if backend.orchestrator.created:
                    break
                await asyncio.sleep(0.02)
        first.kill()
        with pytest.raises(httpx.TransportError):
            await cut
        backend.orchestrator.delay_s = 0
        reply = await ask_until_free(http, two, key)
        assert reply.status_code == 201
    asked_for = {request.turn_id for request in backend.orchestrator.created}
    assert asked_for == {reply.json()["id"]}, "the turn that the dead gateway was about to start"


async def test_a_user_has_one_limit_at_both_gateways(backend: Backend, postgres_url: str) -> None:
    limit = {"RATE_PER_MINUTE": "20"}
    async with (
        gateway_process(backend, postgres_url, **limit) as (_, one),
        gateway_process(backend, postgres_url, **limit) as (_, two),
        httpx.AsyncClient(timeout=60) as http,
    ):
        headers = {"Authorization": f"Bearer {ADMIN_KEY}", "Amy-User": "ben"}
        began = asyncio.get_running_loop().time()
        asked = [http.get(f"{(one, two)[number % 2]}/v1/turns", headers=headers) for number in range(60)]
        replies = await asyncio.gather(*asked)
        refilled = (asyncio.get_running_loop().time() - began) * 20 / 60
        statuses = [reply.status_code for reply in replies]
    assert set(statuses) == {200, 429}
    assert 20 <= statuses.count(200) <= 20 + refilled
    assert all(_waits(reply.headers) for reply in replies if reply.status_code == 429)


def _waits(headers: Mapping[str, str]) -> bool:
    return 1 <= int(headers["retry-after"]) <= 3
