"""The event stream on the wire: byte for byte, replayable from anywhere, and gone when its reader is."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import httpx
import pytest

from gateway.domain.model import Turn
from gateway.domain.turn_events import EVENTS
from tests.unit.gateway.backend import ADMIN_KEY, TURN_ID, Backend, Log, System, completed, gateway, thought, transcript
from tests.unit.gateway.sse_reader import Message, parse

pytestmark = pytest.mark.asyncio(loop_scope="module")

USER = "reader"


def finished(system: System) -> Log:
    log = system.backend.orchestrator.open_turn(USER)
    log.append(*transcript(log.turn.id))
    return log


def path(log: Log) -> str:
    return f"/v1/turns/{log.turn.id}/events"


def headers(system: System, **more: str) -> dict[str, str]:
    return {**system.as_user(USER), "Accept": "text/event-stream", **more}


async def read(system: System, log: Log, **more: str) -> httpx.Response:
    return await system.http.get(path(log), headers=headers(system, **more))


async def until(condition: asyncio.Event) -> None:
    await asyncio.wait_for(condition.wait(), 60)


@asynccontextmanager
async def following(system: System, log: Log) -> AsyncIterator[AsyncIterator[bytes]]:
    async with system.http.stream("GET", path(log), headers=headers(system)) as response:
        assert response.status_code == 200
        yield response.aiter_raw()


async def test_a_turn_is_read_from_the_first_event_to_the_last(system: System) -> None:
    log = finished(system)
    messages = parse((await read(system, log)).content)
    assert [message.id for message in messages] == [str(number) for number in range(1, 12)]
    assert [message.type for message in messages[:3]] == ["turn.started", "agent.started", "agent.thought"]
    assert {message.type for message in messages} == EVENTS.keys() - {"turn.failed"}
    for message in messages:
        EVENTS[message.type].model_validate_json(message.data)
    result = json.loads(messages[-1].data)["result"]
    snapshot = (await system.http.get(f"/v1/turns/{log.turn.id}", headers=system.as_user(USER))).json()
    assert result == snapshot["result"]


async def test_the_bytes_are_three_lines_per_event_and_nothing_else(system: System) -> None:
    body = (await read(system, finished(system))).content
    blocks = body.split(b"\n\n")
    assert blocks.pop() == b""
    for number, block in enumerate(blocks, start=1):
        lines = block.decode().splitlines()
        assert [line.partition(": ")[0] for line in lines] == ["id", "event", "data"]
        assert lines[0] == f"id: {number}"
        data = lines[2].removeprefix("data: ")
        assert json.dumps(json.loads(data), separators=(",", ":"), ensure_ascii=False) == data.replace(
            "\\u2028", "\u2028"
        )


async def test_the_headers_are_the_documented_ones(system: System) -> None:
    response = await read(system, finished(system))
    assert response.headers["content-type"] == "text/event-stream"
    assert response.headers["cache-control"] == "no-cache"
    assert response.headers["connection"] == "keep-alive"
    assert response.headers["x-request-id"].startswith("req_")
    assert "content-length" not in response.headers


async def test_a_client_that_wants_the_connection_closed_is_not_told_to_keep_it(system: System) -> None:
    response = await read(system, finished(system), Connection="close")
    assert response.headers.get_list("connection") == ["close"]


async def test_reconnecting_at_every_id_gives_exactly_what_is_left(system: System) -> None:
    log = finished(system)
    blocks = (await read(system, log)).content.split(b"\n\n")[:-1]
    for seen in range(len(blocks) + 1):
        rest = b"".join(block + b"\n\n" for block in blocks[seen:])
        assert (await read(system, log, **{"Last-Event-Id": str(seen)})).content == rest
        query = f"{path(log)}?last_event_id={seen}"
        assert (await system.http.get(query, headers=headers(system))).content == rest


async def test_an_id_beyond_the_last_event_leaves_nothing(system: System) -> None:
    response = await read(system, finished(system), **{"Last-Event-Id": str(2**63 - 1)})
    assert (response.status_code, response.content) == (200, b"")


@pytest.mark.parametrize("bad", ["-1", "x", "1.0", "1e3", "٣", str(2**63), "9" * 400])
async def test_an_id_that_is_none_is_refused(system: System, bad: str) -> None:
    sent = {name.encode(): value.encode() for name, value in headers(system, **{"Last-Event-Id": bad}).items()}
    response = await system.http.get(path(finished(system)), headers=sent)
    assert (response.status_code, response.json()["error"]["code"]) == (400, "invalid_field")


async def test_parallel_readers_get_the_same_bytes(system: System) -> None:
    log = system.backend.orchestrator.open_turn(USER)
    readers = [asyncio.create_task(read(system, log)) for _ in range(3)]
    for event in transcript(log.turn.id):
        log.append(event)
        await asyncio.sleep(0.01)
    late = await read(system, log)
    bodies = {(await reader).content for reader in readers}
    assert bodies == {late.content}
    assert len(parse(late.content)) == 11


async def test_an_event_is_sent_when_it_happens(system: System) -> None:
    log = system.backend.orchestrator.open_turn(USER)
    log.append(thought("one"))
    async with following(system, log) as body:
        assert [message.id for message in parse(await anext(body))] == ["1"]
        began = time.perf_counter()
        log.append(thought("two"))
        assert [message.id for message in parse(await anext(body))] == ["2"]
        assert time.perf_counter() - began < 5
        log.append(completed(log.turn.id))
        assert [message.type for message in parse(await anext(body))] == ["turn.completed"]
        with pytest.raises(StopAsyncIteration):
            await anext(body)


async def test_a_stream_may_be_opened_before_anything_has_happened(system: System) -> None:
    log = system.backend.orchestrator.open_turn(USER)
    async with following(system, log) as body:
        log.append(completed(log.turn.id))
        assert [message.id for message in parse(await anext(body))] == ["1"]


@pytest.mark.parametrize("accept", ["application/json", "*/*", ""])
async def test_without_the_media_type_the_turn_itself_is_sent(system: System, accept: str) -> None:
    log = finished(system)
    response = await read(system, log, Accept=accept)
    assert response.headers["content-type"] == "application/json"
    assert Turn.model_validate_json(response.content).id == log.turn.id


async def test_a_key_in_the_query_will_do_for_events(system: System) -> None:
    admin = {"Authorization": f"Bearer {ADMIN_KEY}"}
    key = (await system.http.post("/v1/keys", json={"user_id": USER}, headers=admin)).json()["key"]
    log, accept = finished(system), {"Accept": "text/event-stream"}
    response = await system.http.get(f"{path(log)}?api_key={key}", headers=accept)
    assert len(parse(response.content)) == 11
    wrong = await system.http.get(f"{path(log)}?api_key=amy_live_wrong", headers=accept)
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (401, "invalid_token")
    missing = await system.http.get(path(log), headers=accept)
    assert (missing.status_code, missing.json()["error"]["code"]) == (401, "missing_authorization")


async def test_expired_events_are_an_error_and_the_turn_is_not(system: System) -> None:
    log = finished(system)
    log.expired = True
    response = await read(system, log)
    assert (response.status_code, response.json()["error"]["code"]) == (404, "turn_events_expired")
    assert (await read(system, log, Accept="application/json")).status_code == 200


async def test_a_reader_that_leaves_ends_the_call_behind(system: System) -> None:
    orchestrator = system.backend.orchestrator
    log = orchestrator.open_turn(USER)
    log.append(thought("one"))
    orchestrator.left.clear()
    async with following(system, log) as body:
        await anext(body)
        assert orchestrator.followers == 1
    await until(orchestrator.left)
    assert orchestrator.followers == 0


async def test_a_reader_that_leaves_before_anything_has_happened_ends_the_call_too(system: System) -> None:
    orchestrator = system.backend.orchestrator
    log = orchestrator.open_turn(USER)
    orchestrator.left.clear()
    with pytest.raises(httpx.ReadTimeout):
        await system.http.get(path(log), headers=headers(system), timeout=0.3)
    assert orchestrator.followers == 1
    await until(orchestrator.left)
    assert orchestrator.followers == 0


async def test_a_stream_that_breaks_behind_goes_on_unnoticed(system: System) -> None:
    orchestrator = system.backend.orchestrator
    orchestrator.break_after, orchestrator.resumed_after = [2, 5, 10], []
    log = finished(system)
    body = (await read(system, log)).content
    assert [message.id for message in parse(body)] == [str(number) for number in range(1, 12)]
    assert orchestrator.resumed_after == [0, 2, 5, 10]
    assert body == (await read(system, log)).content


async def test_a_turn_of_many_events_arrives_whole(system: System) -> None:
    log = system.backend.orchestrator.open_turn(USER)
    log.append(*(thought(f"{number} " * 40) for number in range(3000)), completed(log.turn.id))
    messages = parse((await read(system, log)).content)
    assert [int(message.id) for message in messages] == list(range(1, 3002))


async def test_a_restart_of_the_orchestrator_goes_unnoticed(tmp_path: Path) -> None:
    backend = Backend()
    async with backend.running():
        log = backend.orchestrator.open_turn(USER)
        log.append(thought("one"))
    async with gateway(tmp_path, {"ORCHESTRATOR_ADDRESS": backend.address}) as system:
        received: list[Message] = []
        begun = asyncio.Event()
        async with backend.running():
            reading = asyncio.create_task(collect(system, log, received, begun))
            await until(begun)
        log.append(thought("two"))
        await asyncio.sleep(0.3)
        async with backend.running():
            log.append(completed(log.turn.id))
            await asyncio.wait_for(reading, 60)
        assert [message.id for message in received] == ["1", "2", "3"]


async def test_streams_go_on_without_a_gap_while_one_orchestrator_after_the_other_is_restarted(tmp_path: Path) -> None:
    first = Backend()
    second = Backend(orchestrator=first.orchestrator)
    async with first.running(), second.running():
        pass
    log = first.orchestrator.open_turn(USER)
    log.append(thought("0"))
    async with gateway(tmp_path, {"ORCHESTRATOR_ADDRESS": f"ipv4:{first.address},{second.address}"}) as system:
        streams: list[list[Message]] = [[] for _ in range(6)]
        begun = [asyncio.Event() for _ in streams]
        replicas = [await enter(first), await enter(second)]
        pairs = zip(streams, begun, strict=True)
        reading = [asyncio.create_task(collect(system, log, received, event)) for received, event in pairs]
        await asyncio.gather(*(until(event) for event in begun))
        for number, backend in enumerate((first, second)):
            await replicas[number].aclose()
            log.append(thought("while it is down"))
            assert (await system.http.get(f"/v1/turns/{log.turn.id}", headers=system.as_user(USER))).status_code == 200
            replicas[number] = await enter(backend)
            log.append(thought("when it is back"))
        log.append(completed(log.turn.id))
        await asyncio.wait_for(asyncio.gather(*reading), 60)
        for replica in replicas:
            await replica.aclose()
    assert [[message.id for message in received] for received in streams] == [list("123456")] * 6


async def enter(backend: Backend) -> AsyncExitStack:
    stack = AsyncExitStack()
    await stack.enter_async_context(backend.running())
    return stack


async def collect(system: System, log: Log, received: list[Message], begun: asyncio.Event) -> None:
    async with following(system, log) as body:
        async for block in body:
            received.extend(parse(block))
            begun.set()


async def test_an_orchestrator_that_is_down_is_an_error_with_a_status(tmp_path: Path) -> None:
    async with gateway(tmp_path, {"ORCHESTRATOR_ADDRESS": "127.0.0.1:1"}) as system:
        response = await system.http.get(f"/v1/turns/{TURN_ID}/events", headers=headers(system))
        assert (response.status_code, response.json()["error"]["code"]) == (503, "upstream_unavailable")


async def test_a_stream_that_stays_broken_just_ends(tmp_path: Path) -> None:
    async with gateway(tmp_path, {"RESUME_S": "0"}) as system:
        log = finished(system)
        system.backend.orchestrator.break_after = [4]
        response = await read(system, log)
        assert response.status_code == 200
        assert [message.id for message in parse(response.content)] == ["1", "2", "3", "4"]


async def test_comments_keep_a_stream_open_only_where_they_are_asked_for(tmp_path: Path) -> None:
    async with gateway(tmp_path, {"SSE_KEEPALIVE_S": "0.05"}) as system:
        log = system.backend.orchestrator.open_turn(USER)
        log.append(thought("one"))
        reading = asyncio.create_task(read(system, log))
        await asyncio.sleep(0.3)
        log.append(completed(log.turn.id))
        body = (await reading).content
        assert body.count(b": keep-alive\n\n") >= 2
        assert [message.id for message in parse(body)] == ["1", "2"]


async def test_a_stop_of_the_gateway_ends_open_streams(tmp_path: Path) -> None:
    async with gateway(tmp_path, {"DRAIN_S": "30"}) as system:
        log = system.backend.orchestrator.open_turn(USER)
        log.append(thought("one"))
        async with following(system, log) as body:
            await anext(body)
            began = time.perf_counter()
            system.stop.set()
            with pytest.raises(StopAsyncIteration):
                await asyncio.wait_for(anext(body), 60)
            assert time.perf_counter() - began < 5


async def test_a_reader_too_slow_for_its_stream_holds_only_itself_up(system: System) -> None:
    log = system.backend.orchestrator.open_turn(USER)
    log.append(*(thought("x" * 20_000) for _ in range(2000)), completed(log.turn.id))
    host, port = system.base_url.removeprefix("http://").split(":")
    _, writer = await asyncio.open_connection(host, int(port), limit=1024)
    lines = [f"GET {path(log)} HTTP/1.1", "Host: x", *(f"{name}: {value}" for name, value in headers(system).items())]
    writer.write("\r\n".join([*lines, "", ""]).encode())
    try:
        await asyncio.sleep(0.3)
        other = finished(system)
        assert len(parse((await asyncio.wait_for(read(system, other), 60)).content)) == 11
        assert system.backend.orchestrator.followers == 1
        system.backend.orchestrator.left.clear()
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()
    await until(system.backend.orchestrator.left)
    assert system.backend.orchestrator.followers == 0
