"""What a provider delivers: signed and in time, or nobody learns why not."""

import asyncio
import hashlib
import hmac
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import httpx
import pytest
import pytest_asyncio
from structlog.testing import capture_logs

from tests.unit.gateway.backend import System, gateway
from tests.unit.gateway.problems import check_problem
from tests.unit.gateway.raw import connected

pytestmark = pytest.mark.asyncio(loop_scope="module")

SECRET = "a secret of these tests"
PATH = "/v1/ingest/terra"
MOST = 256 * 1024
SETTINGS = {"TERRA_SIGNING_SECRET": SECRET, "MAX_DELIVERY_BYTES": str(MOST), "RATE_PER_MINUTE": "1"}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def system(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[System]:
    async with gateway(tmp_path_factory.mktemp("deliveries"), SETTINGS) as running:
        yield running


def digest(body: bytes, at_s: int, secret: str = SECRET) -> str:
    return hmac.new(secret.encode(), str(at_s).encode() + b"." + body, hashlib.sha256).hexdigest()


def signed(body: bytes, *, ago_s: float = 0, secret: str = SECRET) -> str:
    at_s = int(time.time() - ago_s)
    return f"t={at_s},v1={digest(body, at_s, secret)}"


async def deliver(system: System, body: bytes, header: str | None) -> httpx.Response:
    headers = {} if header is None else {"Terra-Signature": header}
    return await system.http.post(PATH, content=body, headers=headers)


async def test_a_signed_delivery_is_passed_on_byte_for_byte_without_a_key(system: System) -> None:
    body = b'{"type": "healthcheck",  "n": 1.0}\n'
    response = await deliver(system, body, signed(body))
    assert (response.status_code, response.json()) == (200, {"outcome": "stored", "detail": ""})
    assert [(each.provider, each.payload, each.user_id) for each in system.backend.health_data.delivered] == [
        ("terra", body, "")
    ]


async def test_the_same_bytes_again_are_answered_alike(system: System) -> None:
    body = b'{"type": "twice"}'
    assert (await deliver(system, body, signed(body))).json()["outcome"] == "stored"
    assert (await deliver(system, body, signed(body))).json()["outcome"] == "repeated"


async def test_one_of_several_digests_is_enough_while_the_secret_changes(system: System) -> None:
    body = b'{"type": "rotated"}'
    at_s = int(time.time())
    header = f"t={at_s}, v1={digest(body, at_s, 'the next')}, v0=x, v1={digest(body, at_s).upper()}"
    assert (await deliver(system, body, header)).status_code == 200


async def test_deliveries_are_not_counted_as_requests_of_a_user(system: System) -> None:
    for number in range(5):
        body = b'{"n": %d}' % number
        assert (await deliver(system, body, signed(body))).status_code == 200


async def test_no_signature_is_refused_and_told_what_to_send(system: System) -> None:
    problem = check_problem(await deliver(system, b"{}", None), 401, "invalid_signature")
    assert "terra-signature" in problem.error.message


FORGED = b'{"type": "forged"}'


@pytest.mark.parametrize(
    "header",
    [
        lambda: signed(FORGED, secret="another secret"),
        lambda: signed(b'{"type": "other"}'),
        lambda: signed(FORGED, ago_s=302),
        lambda: signed(FORGED, ago_s=-302),
        lambda: signed(FORGED).replace("t=", "t=0"),
        lambda: signed(FORGED).replace("t=", "t=1,t="),
        lambda: signed(FORGED).replace("v1=", "v2="),
        lambda: signed(FORGED)[:-1],
        lambda: "t=1723808700",
        lambda: "",
        lambda: "Bearer x",
    ],
)
async def test_whatever_does_not_fit_is_refused_in_the_same_words(system: System, header: Callable[[], str]) -> None:
    before = len(system.backend.health_data.delivered)
    response = await deliver(system, FORGED, header())
    problem = check_problem(response, 401, "invalid_signature")
    assert problem.error.message == (
        "The header terra-signature does not fit: the body as it was sent has to be signed with the secret that both"
        " sides know, within 300 seconds."
    )
    assert response.headers["www-authenticate"] == "Signature"
    assert len(system.backend.health_data.delivered) == before


async def test_a_delivery_just_within_the_window_is_taken(system: System) -> None:
    body = b'{"type": "late"}'
    assert (await deliver(system, body, signed(body, ago_s=295))).status_code == 200


async def test_what_is_signed_and_no_payload_is_refused(system: System) -> None:
    check_problem(await deliver(system, b"[]", signed(b"[]")), 400, "invalid_request")


async def test_a_huge_body_is_refused_before_it_is_read(system: System) -> None:
    async with connected(system) as raw:
        await raw.send(f"POST {PATH} HTTP/1.1\r\nHost: x\r\nTerra-Signature: {signed(b'')}\r\n")
        await raw.send(f"Content-Length: {MOST + 1}\r\n\r\n")
        assert (await raw.head()).startswith("http/1.1 400 ")


async def test_a_body_that_grows_beyond_the_limit_is_refused_while_it_comes_in(system: System) -> None:
    async with connected(system) as raw:
        await raw.send(f"POST {PATH} HTTP/1.1\r\nHost: x\r\nTerra-Signature: {signed(b'')}\r\n")
        await raw.send(f"Transfer-Encoding: chunked\r\n\r\n{10 * MOST:x}\r\n")
        await raw.send(b" " * (MOST + 1))
        assert (await raw.head()).startswith("http/1.1 400 ")


async def test_a_body_of_a_stranger_is_not_even_asked_for(system: System) -> None:
    async with connected(system) as raw:
        await raw.send(f"POST {PATH} HTTP/1.1\r\nHost: x\r\nTerra-Signature: {signed(b'', ago_s=900)}\r\n")
        await raw.send(f"Content-Length: {MOST}\r\nExpect: 100-continue\r\n\r\n")
        head = await raw.head()
    assert head.startswith("http/1.1 401 ")
    assert "connection: close" in head


async def test_bodies_on_their_way_in_are_held_up_to_a_limit_of_all_together(tmp_path: Path) -> None:
    async with gateway(tmp_path, {**SETTINGS, "MAX_DELIVERY_BYTES": "1000"}) as small:
        slow = [connected(small) for _ in range(8)]
        raws = [await each.__aenter__() for each in slow]
        for raw in raws:
            await raw.send(f"POST {PATH} HTTP/1.1\r\nHost: x\r\nTerra-Signature: {signed(b'')}\r\n")
            await raw.send(b"Content-Length: 1000\r\n\r\n" + b" " * 999)
        await asyncio.sleep(0.3)
        body = b'{"type": "one too many"}'
        refused = await deliver(small, body, signed(body))
        check_problem(refused, 429, "rate_limit_exceeded")
        assert refused.headers["retry-after"] == "1"
        for each in slow:
            await each.__aexit__(None, None, None)
        await asyncio.sleep(0.3)
        assert (await deliver(small, body, signed(body))).status_code == 200


async def test_an_address_that_forges_is_slowed_down_and_signed_deliveries_of_it_still_pass(tmp_path: Path) -> None:
    async with gateway(tmp_path, {**SETTINGS, "FAILED_KEYS_PER_MINUTE": "3"}) as strict:
        answers = [(await deliver(strict, b"{}", signed(b"{ }"))).status_code for _ in range(5)]
        assert answers == [401, 401, 401, 429, 429]
        assert (await deliver(strict, b"{}", signed(b"{}"))).status_code == 200


async def test_without_a_secret_nothing_is_taken_and_the_answer_says_what_to_set(tmp_path: Path) -> None:
    async with gateway(tmp_path) as bare:
        problem = check_problem(await deliver(bare, b"{}", signed(b"{}", secret="")), 404, "route_not_found")
        assert "AMY_GATEWAY_TERRA_SIGNING_SECRET" in problem.error.message


async def test_nothing_of_a_payload_is_logged(system: System) -> None:
    body = b'{"type": "daily", "user": {"reference_id": "marker-7f3a"}}'
    header = signed(body)
    with capture_logs() as logs:
        await deliver(system, body, header)
        await deliver(system, body, "t=1,v1=" + "0" * 64)
    assert [(each["route"], each["status"]) for each in logs if each["event"] == "http"] == [(PATH, 200), (PATH, 401)]
    assert "marker-7f3a" not in repr(logs)
    assert header[-20:] not in repr(logs)
