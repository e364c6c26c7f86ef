"""The connection of an event stream: handed over to it, written to in few pieces, and given back."""

import asyncio
from contextlib import AsyncExitStack

import pytest
from structlog.testing import capture_logs

from tests.unit.gateway.backend import Log, System, completed, thought
from tests.unit.gateway.raw import AUTHORIZED, LONG_S, Raw, connected

pytestmark = pytest.mark.asyncio(loop_scope="module")

HEALTH = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
END = b"0\r\n\r\n"


def running(system: System) -> Log:
    log = system.backend.orchestrator.open_turn("anna")
    log.append(thought("one"))
    return log


def asking(log: Log, more: str = "") -> str:
    return (
        f"GET /v1/turns/{log.turn.id}/events HTTP/1.1\r\nHost: x\r\n{AUTHORIZED}Accept: text/event-stream\r\n{more}\r\n"
    )


async def up_to(raw: Raw, what: bytes) -> bytes:
    return await asyncio.wait_for(raw.reader.readuntil(what), LONG_S)


async def test_after_a_stream_the_connection_serves_the_next_request_and_the_next_stream(system: System) -> None:
    async with connected(system) as raw:
        for _ in range(3):
            log = running(system)
            await raw.send(asking(log))
            assert "connection: keep-alive" in await raw.head()
            await up_to(raw, b"id: 1\n")
            log.append(completed(log.turn.id))
            await up_to(raw, END)
            assert await raw.is_open()


async def test_a_request_sent_while_a_stream_is_open_is_answered_after_it(system: System) -> None:
    log = running(system)
    async with connected(system) as raw:
        await raw.send(asking(log))
        await up_to(raw, b"id: 1\n")
        await raw.send(HEALTH[:20])
        await asyncio.sleep(0.1)
        await raw.send(HEALTH[20:])
        log.append(completed(log.turn.id))
        assert b"turn.completed" in await up_to(raw, END)
        head = await raw.head()
        assert head.startswith("http/1.1 200 ")
        await raw.body(head)
        assert await raw.is_open()


@pytest.mark.parametrize("request_behind", [(HEALTH, ""), ("", "Content-Length: 5\r\n"), ("", "Connection: close\r\n")])
async def test_a_stream_with_something_behind_it_is_the_last_answer_of_its_connection(
    system: System, request_behind: tuple[str, str]
) -> None:
    behind, header = request_behind
    log = running(system)
    async with connected(system) as raw:
        await raw.send(asking(log, header) + behind)
        assert "connection: close" in await raw.head()
        await up_to(raw, b"id: 1\n")
        await raw.send("12345")
        log.append(completed(log.turn.id))
        rest = await raw.rest()
    assert b"turn.completed" in rest
    assert rest.endswith(END), "nothing is reset, and nothing else is answered"


async def test_events_right_behind_each_other_go_out_together_and_in_order(system: System) -> None:
    log = running(system)
    async with connected(system) as raw:
        await raw.send(asking(log, "Connection: close\r\n"))
        await up_to(raw, b"id: 1\n")
        log.append(*(thought(str(number)) for number in range(2, 501)), completed(log.turn.id))
        rest = await raw.rest()
    ids = [int(line.removeprefix(b"id: ")) for line in rest.splitlines() if line.startswith(b"id: ")]
    assert ids == list(range(2, 502))
    assert rest.count(b"\n\n\r\n") < 250, "pieces are fewer than events"


async def test_a_stream_is_told_once_when_it_has_ended(system: System) -> None:
    log = running(system)
    with capture_logs() as logs:
        async with connected(system) as raw:
            await raw.send(asking(log))
            await up_to(raw, b"id: 1\n")
            await asyncio.sleep(0.2)
            assert [line for line in logs if line["event"] == "http"] == []
            log.append(completed(log.turn.id))
            await up_to(raw, END)
        await asyncio.sleep(0.1)
    (line,) = [line for line in logs if line["event"] == "http"]
    assert (line["method"], line["route"], line["status"]) == ("GET", "/v1/turns/{turn_id}/events", 200)
    assert line["duration_ms"] >= 200


async def test_a_stream_whose_client_sends_without_end_is_cut_off(system: System) -> None:
    log = running(system)
    async with AsyncExitStack() as stack:
        raw = await stack.enter_async_context(connected(system))
        await raw.send(asking(log, "Connection: close\r\n"))
        await up_to(raw, b"id: 1\n")
        system.backend.orchestrator.left.clear()
        for _ in range(40):
            await raw.send(b"x" * 1_000_000)
        await asyncio.wait_for(system.backend.orchestrator.left.wait(), LONG_S)
