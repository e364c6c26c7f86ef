"""Whom a web tool can reach: the hosts it is allowed, at public addresses, at the very address that was checked."""

from collections.abc import Sequence

import pytest

from services.domain_expert.adapters.web.addresses import may_connect, read_address
from services.domain_expert.adapters.web.calls import Call
from services.domain_expert.domain.web_results import RefusedError, UnavailableError
from tests.unit.domain_expert.web.conftest import OpenCaller, Serve
from tests.unit.domain_expert.web.loopback import PUBLIC, HostTable, LeadingHome, Names, Reply, Seen

JSON = frozenset({"application/json"})


def ok(_: Seen) -> Reply:
    return Reply(parts=[b"{}"])


def redirect(to: str) -> Reply:
    return Reply(status=302, headers={"Location": to})


@pytest.mark.parametrize(
    "address",
    [
        *("0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.127.255.254", "127.0.0.1", "127.8.8.8"),
        *("169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.1.1"),
        *("198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"),
        *("::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::808:808"),
        *("64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "3fff::1", "5f00::1", "fc00::1"),
        *("fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1", "ff0e::1"),
    ],
)
def test_no_special_address_may_be_connected_to(address: str) -> None:
    read = read_address(address)
    assert read is not None
    assert not may_connect(read, loopback_allowed=False)


@pytest.mark.parametrize(
    "address", ["8.8.8.8", PUBLIC, "100.63.255.255", "100.128.0.1", "172.32.0.1", "2606:4700::1111", "2a00:1450::1"]
)
def test_a_public_address_may_be_connected_to(address: str) -> None:
    read = read_address(address)
    assert read is not None
    assert may_connect(read, loopback_allowed=False)


@pytest.mark.parametrize("address", ["10.0.0.1", "169.254.169.254", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "0.0.0.0"])
def test_allowing_loopback_allows_nothing_else(address: str) -> None:
    read = read_address(address)
    assert read is not None
    assert not may_connect(read, loopback_allowed=True)
    assert all(may_connect(loop, loopback_allowed=True) for loop in map(read_address, ("127.0.0.1", "::1")) if loop)


@pytest.mark.parametrize("text", ["fe80::1%eth0", "2606:4700::1%1", "localhost", "0x7f.1", "2130706433", ""])
def test_what_is_no_address_in_its_usual_digits_is_not_read(text: str) -> None:
    assert read_address(text) is None


async def test_an_allowed_host_is_reached_under_its_own_name(serve: Serve, open_caller: OpenCaller) -> None:
    server = await serve(ok)
    answer = await open_caller(server.host()).call(Call(url=server.url("/a"), media_types=JSON))
    assert (answer.body, answer.host) == (b"{}", "web.test")
    assert server.seen[0].headers["host"] == server.host()


async def test_a_host_that_is_not_listed_is_not_even_looked_up(serve: Serve, open_caller: OpenCaller) -> None:
    server, names = await serve(ok), Names(["127.0.0.1"])
    with pytest.raises(RefusedError):
        await open_caller(server.host(), resolve=names).call(Call(url=server.url(name="other.test"), media_types=JSON))
    assert (names.asked, server.seen) == ([], [])


async def test_another_port_of_an_allowed_host_is_refused(serve: Serve, open_caller: OpenCaller) -> None:
    allowed, other = await serve(ok), await serve(ok)
    with pytest.raises(RefusedError):
        await open_caller(allowed.host()).call(Call(url=other.url(), media_types=JSON))
    assert other.seen == []


async def test_plain_http_is_refused_unless_it_is_allowed(serve: Serve, open_caller: OpenCaller) -> None:
    server = await serve(ok)
    with pytest.raises(RefusedError, match="https"):
        await open_caller(server.host(), http_allowed=False).call(Call(url=server.url(), media_types=JSON))
    assert server.seen == []


async def test_an_address_with_a_password_is_refused(serve: Serve, open_caller: OpenCaller) -> None:
    server = await serve(ok)
    with pytest.raises(RefusedError, match="password"):
        await open_caller(server.host()).call(Call(url=f"http://user:secret@{server.host()}/", media_types=JSON))
    assert server.seen == []


@pytest.mark.parametrize(
    "url", ["ftp://web.test/", "file:///etc/passwd", "//web.test/", "web.test", "https://", "h ttp"]
)
async def test_what_is_no_web_address_is_refused(open_caller: OpenCaller, url: str) -> None:
    with pytest.raises(RefusedError):
        await open_caller("web.test").call(Call(url=url, media_types=JSON))


@pytest.mark.parametrize(
    "addresses",
    [
        ["127.0.0.1"],
        ["::1"],
        ["::ffff:127.0.0.1"],
        ["64:ff9b::7f00:1"],
        ["169.254.169.254"],
        ["10.1.2.3"],
        [PUBLIC, "127.0.0.1"],
        ["fe80::1%1"],
    ],
)
async def test_an_allowed_name_that_stands_for_a_special_address_is_refused(
    serve: Serve, open_caller: OpenCaller, addresses: Sequence[str]
) -> None:
    server, dialer = await serve(ok), LeadingHome()
    caller = open_caller(server.host(), resolve=Names(addresses), dialer=dialer, loopback_allowed=False)
    with pytest.raises(RefusedError, match="not public"):
        await caller.call(Call(url=server.url(), media_types=JSON))
    assert (dialer.dialled, server.seen) == ([], [])


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1", "0x7f000001", "2130706433", "[::1]", "[::ffff:127.0.0.1]"])
async def test_no_spelling_of_loopback_gets_through_even_when_it_is_listed(
    serve: Serve, open_caller: OpenCaller, host: str
) -> None:
    server = await serve(ok)
    listed = f"{host.strip('[]')}:{server.port}"
    names = HostTable({host.strip("[]"): ["127.0.0.1"]})
    caller = open_caller(listed, resolve=names, loopback_allowed=False)
    with pytest.raises(RefusedError):
        await caller.call(Call(url=f"http://{host}:{server.port}/", media_types=JSON))
    assert server.seen == []


async def test_a_name_that_changes_its_address_after_the_check_gains_nothing(
    serve: Serve, open_caller: OpenCaller
) -> None:
    server = await serve(ok)
    names = Names([PUBLIC], ["127.0.0.1"])
    dialer = LeadingHome(names)
    caller = open_caller(server.host(), resolve=names, dialer=dialer, loopback_allowed=False)
    answer = await caller.call(Call(url=server.url(), media_types=JSON))
    assert answer.body == b"{}"
    assert names.asked == ["web.test"]
    assert dialer.dialled == [PUBLIC]


async def test_the_second_connection_is_checked_like_the_first(serve: Serve, open_caller: OpenCaller) -> None:
    def closing(_: Seen) -> Reply:
        return Reply(parts=[b"{}"], headers={"Connection": "close"})

    server, names = await serve(closing), Names([PUBLIC], ["127.0.0.1"])
    caller = open_caller(server.host(), resolve=names, dialer=LeadingHome(names), loopback_allowed=False)
    await caller.call(Call(url=server.url(), media_types=JSON))
    with pytest.raises(RefusedError):
        await caller.call(Call(url=server.url(), media_types=JSON))
    assert len(server.seen) == 1


async def test_a_redirect_within_the_allowed_hosts_is_followed(serve: Serve, open_caller: OpenCaller) -> None:
    server = await serve(lambda seen: redirect("/new?x=1") if seen.target == "/old" else Reply(parts=[b"{}"]))
    answer = await open_caller(server.host()).call(Call(url=server.url("/old"), media_types=JSON))
    assert answer.url == server.url("/new")
    assert [seen.target for seen in server.seen] == ["/old", "/new?x=1"]


async def test_a_redirect_to_another_host_is_refused(serve: Serve, open_caller: OpenCaller) -> None:
    elsewhere = await serve(ok)
    server = await serve(lambda _: redirect(elsewhere.url(name="elsewhere.test")))
    with pytest.raises(RefusedError) as refused:
        await open_caller(server.host()).call(Call(url=server.url(), media_types=JSON))
    assert refused.value.host == "elsewhere.test"
    assert elsewhere.seen == []


async def test_a_redirect_to_an_allowed_name_with_a_private_address_is_refused(
    serve: Serve, open_caller: OpenCaller
) -> None:
    inside = await serve(ok)
    server = await serve(lambda _: redirect(inside.url(name="inside.test")))
    names = HostTable({"web.test": [PUBLIC], "inside.test": ["127.0.0.1"]})
    caller = open_caller(
        server.host(), inside.host("inside.test"), resolve=names, dialer=LeadingHome(names), loopback_allowed=False
    )
    with pytest.raises(RefusedError, match="not public"):
        await caller.call(Call(url=server.url(), media_types=JSON))
    assert inside.seen == []


@pytest.mark.parametrize(
    "to", ["ftp://web.test/", "file:///etc/passwd", "gopher://127.0.0.1:6379/_x", "https://a@web.test/"]
)
async def test_a_redirect_to_another_scheme_or_with_a_user_is_refused(
    serve: Serve, open_caller: OpenCaller, to: str
) -> None:
    server = await serve(lambda _: redirect(to))
    with pytest.raises(RefusedError):
        await open_caller(server.host(), "web.test").call(Call(url=server.url(), media_types=JSON))
    assert len(server.seen) == 1


@pytest.mark.parametrize("redirects", [3, 4])
async def test_three_redirects_are_followed_and_no_more(serve: Serve, open_caller: OpenCaller, redirects: int) -> None:
    def say(seen: Seen) -> Reply:
        step = int(seen.target[1:])
        return Reply(parts=[b"{}"]) if step == redirects else redirect(f"/{step + 1}")

    server = await serve(say)
    call = open_caller(server.host()).call(Call(url=server.url("/0"), media_types=JSON))
    if redirects == 3:
        assert (await call).body == b"{}"
    else:
        with pytest.raises(RefusedError, match="redirects"):
            await call
    assert len(server.seen) == 4


async def test_a_loop_of_redirects_ends(serve: Serve, open_caller: OpenCaller) -> None:
    server = await serve(lambda _: redirect("/"))
    with pytest.raises(RefusedError, match="redirects"):
        await open_caller(server.host()).call(Call(url=server.url(), media_types=JSON))
    assert len(server.seen) == 4


async def test_a_key_is_not_carried_to_another_host(serve: Serve, open_caller: OpenCaller) -> None:
    other = await serve(ok)
    server = await serve(lambda seen: redirect("/2") if seen.target == "/1" else redirect(other.url(name="other.test")))
    await open_caller(server.host(), other.host("other.test")).call(
        Call(url=server.url("/1"), media_types=JSON, secret_headers=(("X-Key", "s3cret"),))
    )
    assert [seen.headers.get("x-key") for seen in server.seen] == ["s3cret", "s3cret"]
    assert "s3cret" not in other.seen[0].everything()


async def test_a_call_with_a_body_is_not_redirected(serve: Serve, open_caller: OpenCaller) -> None:
    server = await serve(lambda _: redirect("/elsewhere"))
    with pytest.raises(RefusedError, match="body"):
        await open_caller(server.host()).call(Call(url=server.url(), media_types=JSON, json_body=b"{}"))
    assert len(server.seen) == 1


async def test_an_unknown_name_and_a_closed_port_are_unavailable(serve: Serve, open_caller: OpenCaller) -> None:
    with pytest.raises(UnavailableError):
        await open_caller("web.test:1", resolve=HostTable({})).call(Call(url="http://web.test:1/", media_types=JSON))
    with pytest.raises(UnavailableError):
        await open_caller("web.test:1", resolve=Names([])).call(Call(url="http://web.test:1/", media_types=JSON))
    with pytest.raises(UnavailableError):
        await open_caller("web.test:1").call(Call(url="http://web.test:1/", media_types=JSON))


async def test_the_next_address_is_tried_when_the_first_does_not_accept(serve: Serve, open_caller: OpenCaller) -> None:
    server = await serve(ok)
    answer = await open_caller(server.host(), resolve=Names(["127.0.0.2", "127.0.0.1"])).call(
        Call(url=server.url(), media_types=JSON)
    )
    assert answer.body == b"{}"
