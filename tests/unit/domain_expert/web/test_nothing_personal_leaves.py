"""What is sent, to the byte: whatever a person asks, no number, name or sentence of theirs is in any request."""

import re
from contextlib import AsyncExitStack
from urllib.parse import parse_qsl, urlsplit

import pytest
from pydantic import SecretStr

from services.domain_expert.adapters.web import DataCommonsAccount, WebSettings, World, open_web_tools
from services.domain_expert.adapters.web.pubmed import PubMedAccount
from services.domain_expert.adapters.web.web_search import SearchAccount
from services.domain_expert.domain.search_terms import (
    NotSendableError,
    SearchTerms,
    page_address,
    search_terms,
    statistic_name,
)
from tests.unit.domain_expert.web.conftest import Serve, Waits
from tests.unit.domain_expert.web.loopback import Names, Reply, Seen, Server

QUESTIONS = [
    "My name is Anna Schmidt, I'm 45, my resting heart rate went from 62 to 71.5 since 2026-03-14. Is that normal?",
    "anna schmidt (anna.schmidt@example.com, +49 170 1234567) has ldl 131 mg/dl; 131mg/dl high??",
    "born 12/03/1981, weight eighty-four kilos, B12 of 187 pg/mL and hba1c 6.1% & type 2 diabetes?",
    "see https://portal.example/patient/8812?token=abc -- sixtytwo bpm in Lüneburg on March 3rd\r\nX-Leak: 62",
]
PERSONAL_NUMBERS = (45, 62, 71.5, 131, 84, 187, 6.1, 1981, 8812)
PERSONAL_WORDS = (
    *("anna", "schmidt", "example", "portal", "patient", "token", "abc", "neburg", "march", "born", "eighty", "four"),
    *("sixty", "leak:", "2026", "1981", "1234567", "my name"),
)
ALLOWED_HEADERS = {"host", "user-agent", "accept", "accept-encoding", "content-type", "content-length"}
FIXED = {"db", "tool", "retmax", "retmode", "sort", "count"}


def terms_of(question: str) -> SearchTerms:
    return search_terms(question, known_numbers=PERSONAL_NUMBERS, known_names=("Anna Schmidt", "Lüneburg"))


def say(seen: Seen) -> Reply:
    if "esearch" in seen.target:
        return Reply(parts=[b'{"esearchresult": {"idlist": ["7"]}}'])
    if "efetch" in seen.target:
        return Reply(parts=[b"<PubmedArticleSet/>"], media_type="text/xml")
    if seen.target == "/v2/observation":
        return Reply(parts=[b'{"byVariable": {}}'])
    if seen.target == "/page":
        return Reply(parts=[b"<p>x</p>"], media_type="text/html")
    return Reply(parts=[b"{}"])


async def ask_everything(stack: AsyncExitStack, server: Server, waits: Waits, terms: SearchTerms) -> None:
    """Every tool is used once with what a question became."""
    settings = WebSettings(
        pubmed=PubMedAccount(url=server.url("/eutils")),
        data_commons=DataCommonsAccount(url=server.url("/v2/observation"), key=SecretStr("key-a")),
        search=SearchAccount(url=server.url("/search"), key_header="X-Key", key=SecretStr("key-b")),
        fetch_hosts=frozenset({server.host()}),
        loopback_for_tests=True,
    )
    world = World(resolve=Names(["127.0.0.1"]), clock=waits.clock, sleep=waits.sleep)
    tools = await stack.enter_async_context(open_web_tools(settings, world=world))
    assert tools.literature is not None
    assert tools.statistics is not None
    assert tools.search is not None
    assert tools.fetch is not None
    await tools.literature.articles(terms, at_most=5)
    await tools.search.hits(terms, at_most=5)
    await tools.statistics.latest(
        statistic_name(variable="Count_Person", place="country/USA", variables={"Count_Person"}, places={"country/USA"})
    )
    await tools.fetch.page(page_address(server.url("/page"), offered={server.url("/page")}))


@pytest.mark.parametrize("question", QUESTIONS)
async def test_no_number_name_or_sentence_of_the_person_is_sent(
    serve: Serve, stack: AsyncExitStack, waits: Waits, question: str
) -> None:
    server, terms = await serve(say), terms_of(question)
    await ask_everything(stack, server, waits, terms)
    assert len(server.seen) == 5
    for seen in server.seen:
        whole = seen.everything().replace(str(server.port), "").lower()
        digits = set(re.findall(r"\d+(?:\.\d+)?", whole))
        assert not digits & {f"{number:g}" for number in PERSONAL_NUMBERS}
        assert not [word for word in PERSONAL_WORDS if word in whole]


@pytest.mark.parametrize("question", QUESTIONS)
async def test_beyond_the_terms_every_request_is_the_same_for_everybody(
    serve: Serve, stack: AsyncExitStack, waits: Waits, question: str
) -> None:
    server, terms = await serve(say), terms_of(question)
    await ask_everything(stack, server, waits, terms)
    for seen in server.seen:
        assert set(seen.headers) - {"x-key", "x-api-key"} <= ALLOWED_HEADERS
        parameters = dict(parse_qsl(urlsplit(seen.target).query))
        free = {name: value for name, value in parameters.items() if name not in FIXED}
        assert free in ({}, {"term": terms.text}, {"q": terms.text}, {"id": "7"})
        assert bool(seen.body) == (seen.target == "/v2/observation")

    others = await serve(say)
    await ask_everything(stack, others, waits, search_terms("ferritin", known_numbers=()))
    for mine, theirs in zip(server.seen, others.seen, strict=True):
        assert mine.method == theirs.method
        assert mine.body == theirs.body
        assert urlsplit(mine.target).path == urlsplit(theirs.target).path
        assert {**mine.headers, "host": ""} == {**theirs.headers, "host": ""}


async def test_a_question_of_nothing_but_the_person_sends_nothing(
    serve: Serve, stack: AsyncExitStack, waits: Waits
) -> None:
    server = await serve(say)
    with pytest.raises(NotSendableError):
        await ask_everything(stack, server, waits, terms_of("Anna Schmidt 62 71.5 anna@example.com"))
    assert server.seen == []
