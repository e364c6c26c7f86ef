"""What a call may cost: time, bytes, media types, second tries."""

import asyncio
import gzip
import time
import tracemalloc

import pytest

from services.domain_expert.adapters.web.calls import Call, Limits, WebCaller
from services.domain_expert.domain.web_results import (
    BadAnswerError,
    RateLimitedError,
    TooLargeError,
    TooSlowError,
    UnavailableError,
    WrongTypeError,
)
from tests.unit.domain_expert.web.conftest import OpenCaller, Serve, Waits
from tests.unit.domain_expert.web.loopback import Reply, Seen, Server

JSON = frozenset({"application/json"})
CHUNKED = {"Transfer-Encoding": "chunked"}
PACKED = {"Content-Encoding": "gzip"}


async def get(caller: WebCaller, server: Server, *, key: str = "") -> bytes:
    call = Call(url=server.url(), media_types=JSON, secret_headers=(("X-Key", key),) if key else ())
    return (await caller.call(call)).body


@pytest.mark.parametrize("headers", [{}, CHUNKED])
async def test_a_body_that_drips_ends_with_the_time(
    serve: Serve, open_caller: OpenCaller, headers: dict[str, str]
) -> None:
    server = await serve(lambda _: Reply(parts=[b" "] * 1000, pause_s=0.02, headers=headers))
    began = time.monotonic()
    with pytest.raises(TooSlowError):
        await get(open_caller(server.host(), limits=Limits(total_s=0.3)), server)
    assert time.monotonic() - began < 2


async def test_a_host_that_accepts_and_says_nothing_ends_with_the_time(open_caller: OpenCaller) -> None:
    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    listening = await asyncio.start_server(silent, "127.0.0.1", 0)
    host = f"web.test:{listening.sockets[0].getsockname()[1]}"
    with pytest.raises(TooSlowError):
        await open_caller(host, limits=Limits(total_s=0.2)).call(Call(url=f"http://{host}/", media_types=JSON))
    listening.close()


async def test_a_name_that_is_never_found_ends_with_the_time(open_caller: OpenCaller) -> None:
    async def never(host: str, port: int) -> list[str]:
        await asyncio.sleep(60)
        return []

    with pytest.raises(TooSlowError):
        await open_caller("web.test", resolve=never, limits=Limits(total_s=0.1)).call(
            Call(url="https://web.test/", media_types=JSON)
        )


async def test_slow_redirects_share_one_limit(serve: Serve, open_caller: OpenCaller) -> None:
    def say(seen: Seen) -> Reply:
        return Reply(status=302, headers={"Location": f"{seen.target}x"}, parts=[b""], pause_s=0.0)

    server = await serve(say)

    async def slow(host: str, port: int) -> list[str]:
        await asyncio.sleep(0.15)
        return ["127.0.0.1"]

    with pytest.raises(TooSlowError):
        await get(open_caller(server.host(), resolve=slow, limits=Limits(total_s=0.35, max_redirects=9)), server)
    assert len(server.seen) < 4


async def test_an_announced_huge_body_is_not_read(serve: Serve, open_caller: OpenCaller) -> None:
    server = await serve(lambda _: Reply(parts=[b"x"], headers={"Content-Length": "5000000000"}))
    with pytest.raises(TooLargeError, match="announces"):
        await get(open_caller(server.host()), server)


@pytest.mark.parametrize("size", [1000, 1001])
async def test_bytes_are_counted_as_they_arrive(serve: Serve, open_caller: OpenCaller, size: int) -> None:
    server = await serve(lambda _: Reply(parts=[b"x" * 100] * 10 + [b"x"] * (size - 1000), headers=CHUNKED))
    got = get(open_caller(server.host(), limits=Limits(max_bytes=1000)), server)
    if size <= 1000:
        assert len(await got) == size
    else:
        with pytest.raises(TooLargeError, match="has more"):
            await got


@pytest.mark.parametrize("size", [100_000, 100_001])
async def test_bytes_are_counted_as_they_unpack(serve: Serve, open_caller: OpenCaller, size: int) -> None:
    server = await serve(lambda _: Reply(parts=[gzip.compress(bytes(size))], headers=PACKED))
    got = get(open_caller(server.host(), limits=Limits(max_bytes=100_000)), server)
    if size <= 100_000:
        assert await got == bytes(size)
    else:
        with pytest.raises(TooLargeError, match="unpacks"):
            await got


async def test_a_bomb_is_never_unpacked_beyond_the_limit(serve: Serve, open_caller: OpenCaller) -> None:
    bomb = gzip.compress(bytes(50_000_000))
    server = await serve(lambda _: Reply(parts=[bomb], headers=PACKED))
    caller = open_caller(server.host(), limits=Limits(max_bytes=1_000_000))
    tracemalloc.start()
    try:
        with pytest.raises(TooLargeError, match="unpacks"):
            await get(caller, server)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 10_000_000


async def test_a_gzip_body_of_two_members_arrives_whole(serve: Serve, open_caller: OpenCaller) -> None:
    packed = gzip.compress(b"one ") + gzip.compress(b"two")
    parts = [packed[at : at + 1] for at in range(len(packed))]
    server = await serve(lambda _: Reply(parts=parts, headers={**PACKED, **CHUNKED}))
    assert await get(open_caller(server.host()), server) == b"one two"


@pytest.mark.parametrize(
    ("body", "encoding"),
    [
        (gzip.compress(b"x" * 1000)[:-9], "gzip"),
        (b"not packed", "gzip"),
        (b"", "gzip"),
        (gzip.compress(b"x") + b"tail", "gzip"),
        (b"{}", "br"),
        (gzip.compress(gzip.compress(b"x")), "gzip, gzip"),
    ],
)
async def test_broken_or_unasked_packing_is_a_bad_answer(
    serve: Serve, open_caller: OpenCaller, body: bytes, encoding: str
) -> None:
    server = await serve(lambda _: Reply(parts=[body], headers={"Content-Encoding": encoding}))
    with pytest.raises(BadAnswerError):
        await get(open_caller(server.host()), server)


@pytest.mark.parametrize("media_type", ["text/html", "application/octet-stream", "", "application/json-patch"])
async def test_another_media_type_is_refused(serve: Serve, open_caller: OpenCaller, media_type: str) -> None:
    server = await serve(lambda _: Reply(parts=[b"{}"], media_type=media_type))
    with pytest.raises(WrongTypeError):
        await get(open_caller(server.host()), server)


async def test_a_media_type_may_have_parameters_and_capitals(serve: Serve, open_caller: OpenCaller) -> None:
    server = await serve(lambda _: Reply(parts=[b"{}"], media_type="Application/JSON; charset=UTF-8"))
    assert await get(open_caller(server.host()), server) == b"{}"


def first_then_ok(first: Reply) -> "Replies":
    return Replies([first, Reply(parts=[b"{}"])])


class Replies:
    """One reply after the other, and the last one for good."""

    def __init__(self, replies: list[Reply]) -> None:
        self._replies = replies

    def __call__(self, _: Seen) -> Reply:
        return self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
@pytest.mark.parametrize(
    ("headers", "wait"),
    [
        ({}, 0.5),
        ({"Retry-After": "2"}, 2.0),
        ({"Retry-After": "0"}, 0.0),
        ({"Date": "Mon, 23 Nov 2026 06:00:00 GMT", "Retry-After": "Mon, 23 Nov 2026 06:00:03 GMT"}, 3.0),
        ({"Date": "Mon, 23 Nov 2026 06:00:00 GMT", "Retry-After": "Mon, 23 Nov 2026 05:00:00 GMT"}, 0.0),
        ({"Retry-After": "Mon, 23 Nov 2026 06:00:03 GMT"}, 0.5),
        ({"Retry-After": "soon"}, 0.5),
        ({"Retry-After": "-1"}, 0.5),
    ],
)
async def test_a_busy_host_is_asked_once_more_after_its_wait(
    serve: Serve, open_caller: OpenCaller, waits: Waits, status: int, headers: dict[str, str], wait: float
) -> None:
    server = await serve(first_then_ok(Reply(status=status, headers=headers)))
    assert await get(open_caller(server.host()), server) == b"{}"
    assert waits.slept == [wait]


async def test_a_host_that_stays_busy_is_asked_twice(serve: Serve, open_caller: OpenCaller, waits: Waits) -> None:
    server = await serve(lambda _: Reply(status=429, headers={"Retry-After": "1"}))
    with pytest.raises(RateLimitedError) as limited:
        await get(open_caller(server.host()), server)
    assert (limited.value.retry_after_s, len(server.seen), waits.slept) == (1.0, 2, [1.0])


async def test_a_wait_beyond_the_limit_is_not_begun(serve: Serve, open_caller: OpenCaller, waits: Waits) -> None:
    server = await serve(lambda _: Reply(status=429, headers={"Retry-After": "10"}))
    with pytest.raises(RateLimitedError) as limited:
        await get(open_caller(server.host(), limits=Limits(total_s=10)), server)
    assert (limited.value.retry_after_s, len(server.seen), waits.slept) == (10.0, 1, [])


async def test_a_broken_host_is_unavailable_after_the_second_try(serve: Serve, open_caller: OpenCaller) -> None:
    server = await serve(lambda _: Reply(status=503))
    with pytest.raises(UnavailableError) as unavailable:
        await get(open_caller(server.host()), server)
    assert (unavailable.value.status, len(server.seen)) == (503, 2)


@pytest.mark.parametrize("status", [204, 304, 400, 401, 403, 404, 410, 501])
async def test_another_status_is_not_tried_again(serve: Serve, open_caller: OpenCaller, status: int) -> None:
    server = await serve(lambda _: Reply(status=status))
    with pytest.raises(UnavailableError) as unavailable:
        await get(open_caller(server.host()), server)
    assert (unavailable.value.status, len(server.seen)) == (status, 1)


@pytest.mark.parametrize("raw", [b"not http at all\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx", b""])
async def test_what_is_no_whole_http_answer_is_a_bad_answer(serve: Serve, open_caller: OpenCaller, raw: bytes) -> None:
    server = await serve(lambda _: Reply(raw=raw.replace(b"OK\r\n", b"OK\r\nContent-Type: application/json\r\n")))
    with pytest.raises(BadAnswerError):
        await get(open_caller(server.host()), server)


async def test_endless_headers_are_a_bad_answer(serve: Serve, open_caller: OpenCaller) -> None:
    server = await serve(lambda _: Reply(raw=b"HTTP/1.1 200 OK\r\n" + b"X-A: b\r\n" * 500_000))
    with pytest.raises(BadAnswerError):
        await get(open_caller(server.host()), server)


async def test_a_redirect_to_nowhere_is_a_bad_answer(serve: Serve, open_caller: OpenCaller) -> None:
    server = await serve(lambda _: Reply(status=302))
    with pytest.raises(BadAnswerError):
        await get(open_caller(server.host()), server)


async def test_no_cookie_is_given_back_and_no_key_is_told(serve: Serve, open_caller: OpenCaller) -> None:
    server = await serve(Replies([Reply(parts=[b"{}"], headers={"Set-Cookie": "id=7"}), Reply(status=404)]))
    caller = open_caller(server.host())
    await get(caller, server, key="s3cret")
    with pytest.raises(UnavailableError) as unavailable:
        await get(caller, server, key="s3cret")
    assert all("cookie" not in seen.headers for seen in server.seen)
    assert "s3cret" not in repr(unavailable.value)
    assert "s3cret" not in repr(Call(url="u", media_types=JSON, secret_headers=(("k", "s3cret"),)))
