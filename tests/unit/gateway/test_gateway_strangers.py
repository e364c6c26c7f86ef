"""Connections of strangers: slow, silent, endless and many; and everyone else, who does not notice."""

import asyncio
import os
import resource
import socket
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest
import pytest_asyncio
from structlog.testing import capture_logs

from gateway.domain.connections import Patience, Room
from gateway.http.acceptor import Acceptor
from gateway.http.connection import Connection
from gateway.http.lobby import Lobby
from tests.unit.gateway.backend import ADMIN_KEY, System, completed, gateway, thought
from tests.unit.gateway.raw import AUTHORIZED, Raw, connected

pytestmark = pytest.mark.asyncio(loop_scope="module")

BRIEF = {
    "FIRST_REQUEST_S": "0.5",
    "HEADER_S": "1.5",
    "BODY_S": "0.5",
    "KEEP_ALIVE_S": "0.5",
    "MAX_HEADER_BYTES": "4096",
}
SMALL = {"MAX_CONNECTIONS": "16", "ADDRESS_SHARE": "0.5"}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def brief(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[System]:
    """A gateway with little patience."""
    async with gateway(tmp_path_factory.mktemp("brief"), BRIEF) as running:
        yield running


@pytest_asyncio.fixture(loop_scope="module")
async def small(tmp_path: Path) -> AsyncIterator[System]:
    """A gateway with room for 16 connections: 8 of one address, 8 that wait."""
    async with gateway(tmp_path, SMALL) as running:
        yield running


async def seconds_until_closed(raw: Raw) -> float:
    began = time.perf_counter()
    await raw.rest()
    return time.perf_counter() - began


async def test_a_connection_that_says_nothing_is_closed(brief: System) -> None:
    async with connected(brief) as raw:
        assert await raw.rest() == b""


async def test_a_connection_is_kept_for_a_further_request_and_not_for_long(brief: System) -> None:
    async with connected(brief) as raw:
        assert await raw.is_open()
        assert await raw.is_open()
        assert 0.3 < await seconds_until_closed(raw) < 5


async def test_empty_lines_between_requests_keep_nothing_open(brief: System) -> None:
    async with connected(brief) as raw:
        assert await raw.is_open()
        dripping = asyncio.create_task(drip(raw, b"\r\n"))
        assert await seconds_until_closed(raw) < 5
        dripping.cancel()


async def test_headers_that_drip_are_cut_off_however_steadily_they_come(brief: System) -> None:
    async with connected(brief) as raw:
        await raw.send("GET /healthz HTTP/1.1\r\n")
        dripping = asyncio.create_task(drip(raw, b"X-Drop: 1\r\n"))
        answer = await raw.rest()
        dripping.cancel()
    assert answer.startswith(b"HTTP/1.1 408 ")


async def drip(raw: Raw, piece: bytes) -> None:
    while True:
        await raw.send(piece)
        await asyncio.sleep(0.1)


@pytest.mark.parametrize(
    "piece",
    [b"X-Many: " + b"y" * 50 + b"\r\n", b"y" * 58],
    ids=["many headers", "one header"],
)
async def test_headers_longer_than_allowed_are_refused_unread(brief: System, piece: bytes) -> None:
    async with connected(brief) as raw:
        await raw.send(b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ")
        for _ in range(80):
            await raw.send(piece)
        answer = await raw.rest()
    assert answer.startswith(b"HTTP/1.1 431 ")
    assert b"x-content-type-options: nosniff\r\n" in answer
    assert answer.count(b"HTTP/1.1 ") == 1


async def test_an_endless_path_is_refused_like_endless_headers(brief: System) -> None:
    async with connected(brief) as raw:
        await raw.send(b"GET /" + b"y" * 5000)
        assert (await raw.rest()).startswith(b"HTTP/1.1 431 ")


async def test_headers_just_within_the_limit_are_read(brief: System) -> None:
    start, end = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ", b"\r\n\r\n"
    async with connected(brief) as raw:
        await raw.send(start + b"y" * (4096 - len(start) - len(end)) + end)
        assert (await raw.head()).startswith("http/1.1 200 ")


async def test_what_follows_a_chunked_body_is_limited_too(brief: System) -> None:
    async with connected(brief) as raw:
        await raw.send(f"POST /v1/data/imports HTTP/1.1\r\nHost: x\r\n{AUTHORIZED}Transfer-Encoding: chunked\r\n\r\n")
        await raw.send(b"b\r\ndate,steps\n\r\n0\r\n")
        for _ in range(300):
            await raw.send(b"X-Trailer: " + b"y" * 60 + b"\r\n")
        await raw.send(b"\r\n")
        assert (await raw.rest()).startswith(b"HTTP/1.1 431 ")
    assert not any(data == b"date,steps\n" for _, data in brief.backend.health_data.files)


async def test_a_body_may_be_slow_and_not_silent(brief: System) -> None:
    async with connected(brief) as raw:
        await raw.send(f"POST /v1/data/imports HTTP/1.1\r\nHost: x\r\n{AUTHORIZED}Content-Length: 80\r\n\r\n")
        for _ in range(5):
            await raw.send(b"2026-01-01,8000\n")
            await asyncio.sleep(0.2)
        assert (await raw.head()).startswith("http/1.1 201 ")
    async with connected(brief) as raw:
        await raw.send(f"POST /v1/data/imports HTTP/1.1\r\nHost: x\r\n{AUTHORIZED}Content-Length: 80\r\n\r\n2026")
        assert (await raw.rest()).startswith(b"HTTP/1.1 408 ")
    assert not any(data == b"2026" for _, data in brief.backend.health_data.files)


async def test_a_client_that_takes_no_answers_is_let_go(brief: System) -> None:
    async def ask_and_take_nothing(client: socket.socket) -> None:
        while True:
            await asyncio.get_running_loop().sock_sendall(client, b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n")
            await asyncio.sleep(0.005)

    host, port = brief.base_url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as client:
        client.settimeout(0)
        with pytest.raises(ConnectionError):
            await asyncio.wait_for(ask_and_take_nothing(client), 60)
    assert (await brief.http.get("/healthz")).status_code == 200


async def test_two_requests_sent_at_once_are_both_answered(brief: System) -> None:
    async with connected(brief) as raw:
        await raw.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 2)
        for _ in range(2):
            head = await raw.head()
            assert head.startswith("http/1.1 200 ")
            await raw.body(head)
        assert await raw.is_open()


async def test_a_stream_outlives_every_limit_of_those_who_wait(brief: System) -> None:
    log = brief.backend.orchestrator.open_turn("anna")
    log.append(thought("one"))
    async with connected(brief) as raw:
        await raw.send(
            f"GET /v1/turns/{log.turn.id}/events HTTP/1.1\r\nHost: x\r\n{AUTHORIZED}Accept: text/event-stream\r\n\r\n"
        )
        await raw.head()
        await raw.reader.readuntil(b"id: 1\n")
        await asyncio.sleep(2.5)
        log.append(completed(log.turn.id))
        await asyncio.wait_for(raw.reader.readuntil(b"turn.completed"), 60)


@pytest.mark.parametrize("path", ["/v1/data/imports", "/v1/turns", "/v1/memory", "/v1/documents", "/v1/keys"])
@pytest.mark.parametrize("framing", ["Content-Length: 200000000", "Transfer-Encoding: chunked"])
@pytest.mark.parametrize("keyed", ["", "Idempotency-Key: k\r\n"], ids=["", "keyed"])
async def test_a_body_without_a_valid_key_is_refused_before_it_is_read(
    system: System, path: str, framing: str, keyed: str
) -> None:
    wrong = "Authorization: Bearer amy_live_wrong\r\n"
    for authorization, code in ((wrong, b"invalid_token"), ("", b"missing_authorization")):
        async with connected(system) as raw:
            await raw.send(
                f"POST {path} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n{authorization}{keyed}{framing}\r\n\r\n"
            )
            head = await raw.head()
            assert head.startswith("http/1.1 401 "), "nobody is told to continue"
            assert "connection: close" in head
            assert code in await raw.body(head)
            assert await raw.reader.read() == b"", "the gateway says that it will not listen"


async def test_a_client_that_sends_its_whole_body_all_the_same_still_reads_the_answer(system: System) -> None:
    loop = asyncio.get_running_loop()
    host, port = system.base_url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as client:
        client.settimeout(0)
        head = b"POST /v1/data/imports HTTP/1.1\r\nHost: x\r\nContent-Length: 3000000\r\n\r\n"
        await loop.sock_sendall(client, head)
        for _ in range(30):
            # A connection closed over unread bytes would be reset, and the next piece would not go out.
            await loop.sock_sendall(client, b"x" * 100_000)
            await asyncio.sleep(0.02)
        answer = await asyncio.wait_for(loop.sock_recv(client, 4096), 60)
    assert answer.startswith(b"HTTP/1.1 401 ")


async def test_a_small_body_that_nobody_read_costs_no_connection(system: System) -> None:
    async with connected(system) as raw:
        await raw.send("POST /v1/turns HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}")
        head = await raw.head()
        assert head.startswith("http/1.1 401 ")
        assert "connection: close" not in head
        await raw.body(head)
        assert await raw.is_open()


async def test_a_request_behind_a_body_that_nobody_read_is_read_whole(system: System) -> None:
    async with connected(system) as raw:
        await raw.send("POST /v1/turns HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n")
        await raw.body(await raw.head())
        await raw.send(f"{{}}GET /v1/turns HTTP/1.1\r\nHost: x\r\n{AUTHORIZED}\r\n")
        assert (await raw.head()).startswith("http/1.1 200 ")


async def test_slow_headers_of_a_further_request_are_cut_off_as_well(brief: System) -> None:
    async with connected(brief) as raw:
        assert await raw.is_open()
        await raw.send("GET /healthz HTTP/1.1\r\n")
        assert (await raw.rest()).startswith(b"HTTP/1.1 408 ")


async def test_those_who_wait_make_way_oldest_first_and_the_kept_ones_last(small: System) -> None:
    async with AsyncExitStack() as stack:
        kept = await stack.enter_async_context(connected(small))
        assert await kept.is_open()
        idle = [await stack.enter_async_context(connected(small)) for _ in range(7)]
        newest = await stack.enter_async_context(connected(small))
        assert await newest.is_open()
        assert await idle[0].rest() == b""
        assert all([await each.is_open() for each in [kept, *idle[1:]]])


async def test_an_address_that_crowds_makes_way_for_another(small: System) -> None:
    async with AsyncExitStack() as stack:
        crowd = [await stack.enter_async_context(connected(small)) for _ in range(8)]
        other = await stack.enter_async_context(connected(small, "127.0.0.2"))
        assert await other.is_open()
        await stack.enter_async_context(connected(small, "127.0.0.3"))
        assert [await each.rest() for each in crowd[:2]] == [b"", b""]
        assert await other.is_open()


async def test_open_streams_are_never_closed_for_newcomers(small: System) -> None:
    log = small.backend.orchestrator.open_turn("anna")
    log.append(thought("one"))
    request = f"GET /v1/turns/{log.turn.id}/events HTTP/1.1\r\nHost: x\r\n{AUTHORIZED}Accept: text/event-stream\r\n\r\n"
    async with AsyncExitStack() as stack:
        streams = [await stack.enter_async_context(connected(small)) for _ in range(8)]
        for stream in streams:
            await stream.send(request)
            await stream.head()
            await stream.reader.readuntil(b"id: 1\n")
        for _ in range(4):
            late = await stack.enter_async_context(connected(small))
            assert (await late.rest()).startswith(b"HTTP/1.1 503 "), "the address has all that it may have"
        for number in range(40):
            await stack.enter_async_context(connected(small, f"127.0.0.{2 + number % 3}"))
        other = await stack.enter_async_context(connected(small, "127.0.0.9"))
        assert await other.is_open(), "strangers fill only the half that is for those who wait"
        log.append(completed(log.turn.id))
        for stream in streams:
            await asyncio.wait_for(stream.reader.readuntil(b"turn.completed"), 60)


async def test_a_shortage_of_descriptors_is_logged_once_and_gets_over() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    patience = Patience(first_request_s=9, header_s=9, body_s=9, keep_alive_s=9)
    nobody = Lobby(Room(total=0, per_address=0, waiting=0), patience)

    def refused(address: str) -> Connection:
        raise AssertionError(f"{address} was let in")

    with socket.create_server(("127.0.0.1", 0)) as listener, capture_logs() as logs:
        acceptor = Acceptor(listener, nobody, refused)
        clients = [socket.create_connection(listener.getsockname()) for _ in range(5)]
        spare = os.open(os.devnull, os.O_RDONLY)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (spare, hard))
            with pytest.raises(OSError, match="Too many open files"):
                os.dup(spare)
            acceptor.start()
            await asyncio.sleep(1)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        answers = [await asyncio.to_thread(client.recv, 12) for client in clients]
        acceptor.stop()
        os.close(spare)
        for client in clients:
            client.close()
    assert answers == [b"HTTP/1.1 503"] * 5
    assert [log["event"] for log in logs] == ["http.accept_failed", "http.accepts_again"]
    assert logs[0]["error"] == "EMFILE"
    assert 2 <= logs[1]["failures"] <= 6, "every pause is longer than the one before"


async def test_every_answer_is_private_and_of_the_type_it_names(system: System) -> None:
    wanted = [
        ("GET", "/healthz", {}),
        ("GET", "/openapi.json", {}),
        ("GET", "/nope", {}),
        ("PUT", "/v1/turns", {}),
        ("GET", "/v1/turns", {}),
        ("GET", "/v1/turns", system.as_user("anna")),
        ("POST", "/v1/turns", system.as_user("anna")),
        ("GET", "/v1/turns?limit=x", system.as_user("anna")),
        ("GET", "/v1/keys?user_id=anna", {"Authorization": f"Bearer {ADMIN_KEY}"}),
    ]
    for method, path, headers in wanted:
        response = await system.http.request(method, path, headers=headers)
        assert response.headers["x-content-type-options"] == "nosniff"
        assert response.headers["cache-control"] == "no-store"


async def test_a_stream_is_not_sniffed_either(system: System) -> None:
    log = system.backend.orchestrator.open_turn("anna")
    log.append(completed(log.turn.id))
    headers = {**system.as_user("anna"), "Accept": "text/event-stream"}
    response = await system.http.get(f"/v1/turns/{log.turn.id}/events", headers=headers)
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers.get_list("cache-control") == ["no-cache"]


async def test_bytes_that_are_not_http_are_told_so(system: System) -> None:
    async with connected(system) as raw:
        await raw.send(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello\r\n\r\n")
        answer = await raw.rest()
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"cache-control: no-store\r\n" in answer


async def test_wrong_keys_slow_their_address_down_and_nobody_else(tmp_path: Path) -> None:
    async with gateway(tmp_path, {"FAILED_KEYS_PER_MINUTE": "5"}) as slow:
        admin = {"Authorization": f"Bearer {ADMIN_KEY}"}
        keys = [
            (await slow.http.post("/v1/keys", json={"user_id": "anna"}, headers=admin)).json()["key"] for _ in range(2)
        ]
        known, fresh = ({"Authorization": f"Bearer {key}"} for key in keys)
        assert (await slow.http.get("/v1/turns", headers=known)).status_code == 200
        statuses = []
        for number in range(8):
            response = await slow.http.get("/v1/turns", headers={"Authorization": f"Bearer amy_live_{number}"})
            statuses.append(response.status_code)
        assert statuses == [401] * 5 + [429] * 3
        assert response.json()["error"]["code"] == "rate_limit_exceeded"
        assert 1 <= int(response.headers["retry-after"]) <= 12
        for headers in (known, fresh, admin | {"Amy-User": "anna"}):
            assert (await slow.http.get("/v1/turns", headers=headers)).status_code == 200
        transport = httpx.AsyncHTTPTransport(local_address="127.0.0.2")
        async with httpx.AsyncClient(base_url=slow.base_url, transport=transport) as elsewhere:
            wrong = await elsewhere.get("/v1/turns", headers={"Authorization": "Bearer amy_live_x"})
        assert wrong.status_code == 401
