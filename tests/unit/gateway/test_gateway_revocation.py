"""A key that is revoked takes its open streams with it, here and at every other gateway."""

import asyncio
import time
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.unit.gateway.backend import ADMIN_KEY, Log, System, completed, gateway, thought
from tests.unit.gateway.raw import Raw, connected

pytestmark = pytest.mark.asyncio(loop_scope="module")

ADMIN = {"Authorization": f"Bearer {ADMIN_KEY}"}
SOON_S = 3.0


async def new_key(system: System, user_id: str) -> tuple[str, str]:
    made = (await system.http.post("/v1/keys", json={"user_id": user_id}, headers=ADMIN)).json()
    return made["id"], made["key"]


def running_turn(system: System, user_id: str) -> Log:
    log = system.backend.orchestrator.open_turn(user_id)
    log.append(thought("one"))
    return log


async def opened(stack: AsyncExitStack, system: System, log: Log, key: str) -> Raw:
    raw = await stack.enter_async_context(connected(system))
    await raw.send(
        f"GET /v1/turns/{log.turn.id}/events HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n"
        f"Authorization: Bearer {key}\r\nAmy-User: {log.user_id}\r\n\r\n"
    )
    assert (await raw.head()).startswith("http/1.1 200 ")
    await raw.reader.readuntil(b"\n\n")
    return raw


async def ends(raw: Raw) -> None:
    await asyncio.wait_for(raw.reader.readuntil(b"0\r\n\r\n"), SOON_S)


async def test_a_revoked_key_closes_its_streams_and_no_others(system: System) -> None:
    log = running_turn(system, "ida")
    (lost_id, lost), (_, other) = await new_key(system, "ida"), await new_key(system, "ida")
    async with AsyncExitStack() as stack:
        closing = [await opened(stack, system, log, lost) for _ in range(3)]
        staying = [await opened(stack, system, log, key) for key in (other, ADMIN_KEY)]
        assert (await system.http.delete(f"/v1/keys/{lost_id}", headers=ADMIN)).status_code == 204
        for raw in closing:
            await ends(raw)
        log.append(completed(log.turn.id))
        for raw in staying:
            assert b"turn.completed" in await asyncio.wait_for(raw.reader.readuntil(b"0\r\n\r\n"), SOON_S)


async def test_all_keys_of_a_user_revoked_close_all_streams_of_the_user(system: System) -> None:
    log = running_turn(system, "jan")
    async with AsyncExitStack() as stack:
        streams = [await opened(stack, system, log, (await new_key(system, "jan"))[1]) for _ in range(2)]
        await system.http.delete("/v1/keys?user_id=jan", headers=ADMIN)
        for raw in streams:
            await ends(raw)


async def test_a_key_revoked_at_another_gateway_closes_the_streams_of_this_one(
    tmp_path: Path, postgres_url: str
) -> None:
    shared = {"DATABASE_URL": postgres_url}
    async with gateway(tmp_path, shared) as here, gateway(tmp_path, shared) as there, AsyncExitStack() as stack:
        key_id, key = await new_key(here, "kim")
        raw = await opened(stack, here, running_turn(here, "kim"), key)
        await there.http.delete(f"/v1/keys/{key_id}", headers=ADMIN)
        await ends(raw)


async def test_a_reader_that_takes_nothing_is_cut_off_when_its_key_is_revoked(system: System) -> None:
    orchestrator = system.backend.orchestrator
    log = running_turn(system, "lea")
    key_id, key = await new_key(system, "lea")
    async with AsyncExitStack() as stack:
        await opened(stack, system, log, key)
        log.append(*(thought("x" * 20_000) for _ in range(2000)))
        await asyncio.sleep(0.5)
        assert orchestrator.followers == 1
        orchestrator.left.clear()
        began = time.perf_counter()
        await system.http.delete(f"/v1/keys/{key_id}", headers=ADMIN)
        await asyncio.wait_for(orchestrator.left.wait(), 60)
        assert time.perf_counter() - began < 20
    assert orchestrator.followers == 0
