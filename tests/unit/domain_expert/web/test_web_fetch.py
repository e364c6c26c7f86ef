"""Pages over real sockets, and the text of markup, kind or hostile."""

import time
from contextlib import AsyncExitStack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.domain_expert.adapters.web import WebSettings, World, open_web_tools
from services.domain_expert.adapters.web.html_text import html_text, plain_text
from services.domain_expert.domain.search_terms import page_address
from services.domain_expert.domain.web_results import Page, RefusedError, WrongTypeError
from services.domain_expert.ports import PageFetch
from tests.unit.domain_expert.web.conftest import Serve, Waits
from tests.unit.domain_expert.web.loopback import Names, Reply, Seen, Server

PAGE = """<!DOCTYPE html><html><head><title>Resting &amp;
 heart rate</title><style>p { color: red }</style><script>if (a < b) { x("</p>") }</script></head>
<body><h1>Heart   <em>rate</em></h1><!-- not > seen --><p>Below <b>60</b> is &lt; usual<br>for
<a href="/x" title="a > b">athletes</a>.</p><ul><li>one<li>two</ul><svg><text>no</text></svg><svg/>end
<table><tr><td>a</td><td>b</td></tr></table><noscript>no</noscript></body></html>"""
TEXT = "Heart rate\nBelow 60 is < usual\nfor athletes.\none\ntwo\nend\na\nb"


async def fetching(stack: AsyncExitStack, waits: Waits, *hosts: str, tests: bool = True) -> PageFetch:
    settings = WebSettings(fetch_hosts=frozenset(hosts), loopback_for_tests=tests)
    world = World(resolve=Names(["127.0.0.1"]), clock=waits.clock, sleep=waits.sleep)
    tools = await stack.enter_async_context(open_web_tools(settings, world=world))
    assert tools.fetch is not None
    return tools.fetch


def html(body: bytes, media_type: str = "text/html; charset=utf-8") -> Reply:
    return Reply(parts=[body], media_type=media_type)


async def read(fetch: PageFetch, server: Server, path: str = "/page") -> Page:
    url = server.url(path)
    return await fetch.page(page_address(url, offered={url}))


async def test_a_page_becomes_its_title_and_its_text(serve: Serve, stack: AsyncExitStack, waits: Waits) -> None:
    server = await serve(lambda _: html(PAGE.encode()))
    page = await read(await fetching(stack, waits, server.host()), server)
    assert page == Page(url=server.url("/page"), title="Resting & heart rate", text=TEXT)


async def test_a_page_names_where_it_was_found(serve: Serve, stack: AsyncExitStack, waits: Waits) -> None:
    def say(seen: Seen) -> Reply:
        return html(b"x") if seen.target == "/new" else Reply(status=301, headers={"Location": "/new"})

    server = await serve(say)
    assert (await read(await fetching(stack, waits, server.host()), server)).url == server.url("/new")


async def test_only_named_hosts_are_read_and_only_over_https(serve: Serve, stack: AsyncExitStack, waits: Waits) -> None:
    server = await serve(lambda _: html(b"x"))
    with pytest.raises(RefusedError):
        await read(await fetching(stack, waits, "other.test"), server)
    with pytest.raises(RefusedError):
        await read(await fetching(stack, waits, server.host(), tests=False), server)
    assert server.seen == []


async def test_without_the_word_for_tests_loopback_is_refused(stack: AsyncExitStack, waits: Waits) -> None:
    fetch = await fetching(stack, waits, "web.test", tests=False)
    with pytest.raises(RefusedError, match="not public"):
        await fetch.page(page_address("https://web.test/", offered={"https://web.test/"}))


@pytest.mark.parametrize("media_type", ["application/pdf", "text/plain", "application/json"])
async def test_only_html_is_read(serve: Serve, stack: AsyncExitStack, waits: Waits, media_type: str) -> None:
    server = await serve(lambda _: html(b"x", media_type))
    with pytest.raises(WrongTypeError):
        await read(await fetching(stack, waits, server.host()), server)


@pytest.mark.parametrize(
    ("body", "charset", "text"),
    [
        ("é".encode(), "utf-8", "é"),
        ("é".encode("latin-1"), "ISO-8859-1", "é"),
        ("é".encode(), "made-up", "é"),
        (b"\xff", "utf-8", "\ufffd"),
        (b"abc", "rot13", "abc"),
        (b"abc", "zlib", "abc"),
        ("é".encode(), "", "é"),
    ],
)
async def test_a_page_is_decoded_as_it_says(
    serve: Serve, stack: AsyncExitStack, waits: Waits, body: bytes, charset: str, text: str
) -> None:
    server = await serve(lambda _: html(body, f"text/html; charset={charset}"))
    assert (await read(await fetching(stack, waits, server.host()), server)).text == text


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("a < b and c <3", "a < b and c <3"),
        ("<p>a</p ><P>b</P>", "a\nb"),
        ("<script>never closed", ""),
        ("a<script>b</scripted>c</SCRIPT >d", "a\nd"),
        ("a<!-- b", "a"),
        ("a<?php b ?>c<![CDATA[d]]>e", "ace"),
        ("a<b c='>'>d</b>e", "ade"),
        ("a<b c='>d</b>e", "ade"),
        ("&#99999999999999999999; &#x110000; &#0; &bogus; &amp;lt;", "\ufffd \ufffd &bogus; &lt;"),
        ("&#" + "1" * 5000 + ";", ""),
        ("a\0b", "a b"),
        ("x</title>y", "x\ny"),
    ],
)
def test_broken_markup_gives_what_can_be_made_out(markup: str, text: str) -> None:
    assert plain_text(markup).split() == text.split()


@given(st.text(alphabet="<>/!-?a b'\"=&;#x1\0\n", max_size=200))
def test_any_markup_is_read(markup: str) -> None:
    assert "\0" not in html_text(markup).text


@pytest.mark.parametrize(
    "unit",
    ["<!--", "<", "<a ", "<a x='", '<a href="', "<script>", "<script></scrip", "<!", "<?", "</a", "&", "&#", "<div>"],
)
def test_hostile_markup_takes_no_longer_than_its_length(unit: str) -> None:
    began = time.perf_counter()
    html_text(unit * (300_000 // len(unit)))
    assert time.perf_counter() - began < 5
