"""Data Commons and the web search over real sockets, and what is off until it is configured."""

import json
from contextlib import AsyncExitStack
from urllib.parse import parse_qs, urlsplit

import pytest
from pydantic import SecretStr

from services.domain_expert.adapters.web import DataCommonsAccount, WebSettings, World, open_web_tools
from services.domain_expert.adapters.web.web_search import SearchAccount
from services.domain_expert.domain.search_terms import StatisticName, search_terms, statistic_name
from services.domain_expert.domain.web_results import BadAnswerError, PlaceStatistic, SearchHit
from services.domain_expert.ports import PlaceStatistics, WebSearch, WebTools
from tests.unit.domain_expert.web.conftest import Serve, Waits
from tests.unit.domain_expert.web.loopback import Names, Reply, Server

TERMS = search_terms("resting heart rate", known_numbers=())


def name() -> StatisticName:
    return statistic_name(
        variable="Count_Person", place="country/USA", variables={"Count_Person"}, places={"country/USA"}
    )


async def statistics(stack: AsyncExitStack, server: Server, waits: Waits) -> PlaceStatistics:
    account = DataCommonsAccount(url=server.url("/v2/observation"), key=SecretStr("k3y"))
    settings = WebSettings(data_commons=account, loopback_for_tests=True)
    world = World(resolve=Names(["127.0.0.1"]), clock=waits.clock, sleep=waits.sleep)
    tools = await stack.enter_async_context(open_web_tools(settings, world=world))
    assert tools.statistics is not None
    return tools.statistics


async def search(stack: AsyncExitStack, server: Server, waits: Waits) -> WebSearch:
    account = SearchAccount(url=server.url("/search"), key_header="X-Subscription-Token", key=SecretStr("k3y"))
    settings = WebSettings(search=account, loopback_for_tests=True)
    world = World(resolve=Names(["127.0.0.1"]), clock=waits.clock, sleep=waits.sleep)
    tools = await stack.enter_async_context(open_web_tools(settings, world=world))
    assert tools.search is not None
    return tools.search


def observed(*facets: object, **known: object) -> bytes:
    by_entity = {"country/USA": {"orderedFacets": list(facets)}}
    return json.dumps({"byVariable": {"Count_Person": {"byEntity": by_entity}}, "facets": known}).encode()


def facet(number: str, *observations: object) -> dict[str, object]:
    return {"facetId": number, "observations": list(observations)}


async def test_every_source_gives_its_newest_value(serve: Serve, stack: AsyncExitStack, waits: Waits) -> None:
    body = observed(
        facet("1", {"date": "2021", "value": 331893745}),
        facet("2", {"date": "2023-05", "value": 41.5}),
        facet("3", {"date": "2020", "value": 1}),
        facet("4"),
        **{
            "1": {"importName": "Census", "provenanceUrl": "https://census.example/", "measurementMethod": "Survey"},
            "2": {"importName": "CDC", "unit": "Years", "scalingFactor": 100},
            "4": {"importName": "Empty"},
        },
    )
    server = await serve(lambda _: Reply(parts=[body]))
    assert await (await statistics(stack, server, waits)).latest(name()) == (
        PlaceStatistic(
            url=server.url("/v2/observation"),
            variable="Count_Person",
            place="country/USA",
            date="2021",
            value=331893745.0,
            unit=None,
            scaling_factor=None,
            measurement_method="Survey",
            source="Census",
            source_url="https://census.example/",
        ),
        PlaceStatistic(
            url=server.url("/v2/observation"),
            variable="Count_Person",
            place="country/USA",
            date="2023-05",
            value=41.5,
            unit="Years",
            scaling_factor="100",
            measurement_method=None,
            source="CDC",
            source_url=None,
        ),
    )


async def test_the_key_travels_in_a_header_and_the_names_in_the_body(
    serve: Serve, stack: AsyncExitStack, waits: Waits
) -> None:
    server = await serve(lambda _: Reply(parts=[b'{"byVariable": {}}']))
    assert await (await statistics(stack, server, waits)).latest(name()) == ()
    (seen,) = server.seen
    assert (seen.method, seen.target, seen.headers["x-api-key"]) == ("POST", "/v2/observation", "k3y")
    assert json.loads(seen.body) == {
        "date": "LATEST",
        "variable": {"dcids": ["Count_Person"]},
        "entity": {"dcids": ["country/USA"]},
        "select": ["entity", "variable", "date", "value", "facet"],
    }


@pytest.mark.parametrize(
    "body", [b'{"byVariable": {"Count_Person": {}}}', observed(), b'{"byVariable": {"Other": {}}}']
)
async def test_a_place_without_values_gives_none(
    serve: Serve, stack: AsyncExitStack, waits: Waits, body: bytes
) -> None:
    server = await serve(lambda _: Reply(parts=[body]))
    assert await (await statistics(stack, server, waits)).latest(name()) == ()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{}",
        b'{"byVariable": []}',
        observed(facet("1", {"date": "2021", "value": "many"})),
        observed(facet("1", {"date": "2021", "value": 1}, {"date": "2020", "value": 2})),
        observed(facet("1", {"value": 1})),
        observed(facet("1", {"date": "2021", "value": 7})).replace(b"7", b"NaN"),
        observed(facet("1", {"date": "2021", "value": 7})).replace(b"7", b"1e999"),
    ],
)
async def test_statistics_of_another_shape_are_a_bad_answer(
    serve: Serve, stack: AsyncExitStack, waits: Waits, body: bytes
) -> None:
    server = await serve(lambda _: Reply(parts=[body]))
    with pytest.raises(BadAnswerError):
        await (await statistics(stack, server, waits)).latest(name())


async def test_hits_are_plain_text_with_safe_addresses(serve: Serve, stack: AsyncExitStack, waits: Waits) -> None:
    results = [
        {"title": "Heart &amp; rate", "url": "https://a.example/1", "description": "A <strong>resting</strong> rate"},
        {"title": "b", "url": "http://b.example/", "description": "plain http"},
        {"title": "c", "url": "javascript:alert(1)", "description": ""},
        {"title": "d", "url": "https://user:pw@d.example/"},
        {"title": "e", "url": "https://e.example/", "extra": 1},
        {"title": "f", "url": "https://f.example/"},
    ]
    body = json.dumps({"query": {"original": "x"}, "web": {"type": "search", "results": results}}).encode()
    server = await serve(lambda _: Reply(parts=[body]))
    hits = await (await search(stack, server, waits)).hits(TERMS, at_most=2)
    assert hits == (
        SearchHit(url="https://a.example/1", title="Heart & rate", snippet="A resting rate"),
        SearchHit(url="https://e.example/", title="e", snippet=""),
    )
    (seen,) = server.seen
    assert parse_qs(urlsplit(seen.target).query) == {"q": ["resting heart rate"], "count": ["2"]}
    assert seen.headers["x-subscription-token"] == "k3y"


@pytest.mark.parametrize("body", [b'{"type": "search"}', b'{"web": null}', b'{"web": {"results": []}}'])
async def test_a_search_that_finds_nothing_gives_no_hits(
    serve: Serve, stack: AsyncExitStack, waits: Waits, body: bytes
) -> None:
    server = await serve(lambda _: Reply(parts=[body]))
    assert await (await search(stack, server, waits)).hits(TERMS, at_most=5) == ()


@pytest.mark.parametrize("body", [b"{", b'{"web": {}}', b'{"web": {"results": [{"title": "x"}]}}', b"null"])
async def test_hits_of_another_shape_are_a_bad_answer(
    serve: Serve, stack: AsyncExitStack, waits: Waits, body: bytes
) -> None:
    server = await serve(lambda _: Reply(parts=[body]))
    with pytest.raises(BadAnswerError):
        await (await search(stack, server, waits)).hits(TERMS, at_most=5)


async def test_everything_is_off_until_it_is_configured() -> None:
    async with open_web_tools(WebSettings()) as tools:
        assert tools == WebTools(literature=None, statistics=None, search=None, fetch=None)


def test_a_key_is_not_shown() -> None:
    account = SearchAccount(url="https://s.example/", key_header="K", key=SecretStr("s3cret"))
    assert "s3cret" not in repr(WebSettings(search=account))
