"""PubMed over real sockets: right records, broken records, hostile records."""

from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Final
from urllib.parse import parse_qs, urlsplit

import pytest
from pydantic import SecretStr

from services.domain_expert.adapters.web import WebSettings, World, open_web_tools
from services.domain_expert.adapters.web.pubmed import PubMedAccount
from services.domain_expert.domain.search_terms import search_terms
from services.domain_expert.domain.web_results import (
    Article,
    BadAnswerError,
    EntityRefusedError,
    MalformedXmlError,
    RateLimitedError,
    WrongTypeError,
)
from services.domain_expert.ports import LiteratureSearch
from tests.unit.domain_expert.web.conftest import Serve, Waits
from tests.unit.domain_expert.web.loopback import Names, Reply, Seen, Server

TERMS: Final = search_terms("resting heart rate", known_numbers=())
HEAD: Final = (
    b'<?xml version="1.0" ?>\n<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" '
    b'"https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">\n'
)
FULL: Final = """
<PubmedArticle><MedlineCitation Status="MEDLINE" Owner="NLM"><PMID Version="1">11111111</PMID>
<Article PubModel="Print"><Journal><ISSN>0000-0000</ISSN><JournalIssue CitedMedium="Internet">
<PubDate><Year>2021</Year><Month>Mar</Month></PubDate></JournalIssue><Title>Journal of Made-up Hearts</Title></Journal>
<ArticleTitle>Resting heart rate and VO<sub>2</sub>max in <i>many</i> people: p &lt; 0.05&#xe9;.</ArticleTitle>
<ELocationID EIdType="pii" ValidYN="Y">S1</ELocationID>
<ELocationID EIdType="doi" ValidYN="N">10.1/wrong</ELocationID>
<ELocationID EIdType="doi" ValidYN="Y">10.1234/right</ELocationID>
<Abstract><AbstractText Label="BACKGROUND" NlmCategory="BACKGROUND">One
 two.</AbstractText><AbstractText Label="RESULTS">Three <b>four</b>.</AbstractText><AbstractText/>
<CopyrightInformation>none</CopyrightInformation></Abstract>
<AuthorList CompleteYN="Y"><Author ValidYN="Y"><LastName>Weber</LastName><ForeName>Ada</ForeName><Initials>A</Initials>
</Author><Author><CollectiveName>The Heart Group</CollectiveName></Author><Author/></AuthorList>
<PublicationTypeList><PublicationType UI="D1">Meta-Analysis</PublicationType>
<PublicationType UI="D2">Retracted Publication</PublicationType></PublicationTypeList>
</Article><CommentsCorrectionsList><CommentsCorrections RefType="Cites"><PMID>99999999</PMID></CommentsCorrections>
</CommentsCorrectionsList></MedlineCitation>
<PubmedData><ReferenceList><Reference><ArticleIdList><ArticleId IdType="doi">10.9/reference</ArticleId></ArticleIdList>
</Reference></ReferenceList></PubmedData></PubmedArticle>
"""
OLD: Final = """
<PubmedArticle><MedlineCitation><PMID>222</PMID><Article><Journal><JournalIssue><PubDate>
<MedlineDate>1998 Dec-1999 Jan</MedlineDate></PubDate></JournalIssue><Title>Old Hearts</Title></Journal>
<ArticleTitle></ArticleTitle><VernacularTitle>Das Herz</VernacularTitle></Article></MedlineCitation>
<PubmedData><ArticleIdList><ArticleId IdType="pubmed">222</ArticleId><ArticleId IdType="doi">10.5/old</ArticleId>
</ArticleIdList><ReferenceList><Reference><ArticleIdList><ArticleId IdType="doi">10.9/reference</ArticleId>
</ArticleIdList></Reference></ReferenceList></PubmedData></PubmedArticle>
"""
STRANGER: Final = OLD.replace("222", "333")
BOOK: Final = "<PubmedBookArticle><BookDocument><PMID>444</PMID></BookDocument></PubmedBookArticle>"


def records(*parts: str) -> bytes:
    return HEAD + f"<PubmedArticleSet>{''.join(parts)}</PubmedArticleSet>".encode()


def found(*pmids: str) -> bytes:
    listed = ", ".join(f'"{pmid}"' for pmid in pmids)
    return b'{"header": {"type": "esearch"}, "esearchresult": {"count": "2", "idlist": [%b]}}' % listed.encode()


def speaking(
    xml: bytes, *, search: bytes | None = None, media_type: str = "text/xml; charset=UTF-8"
) -> Callable[[Seen], Reply]:
    def say(seen: Seen) -> Reply:
        if "/esearch.fcgi?" in seen.target:
            return Reply(parts=[search or found("222", "11111111")])
        return Reply(parts=[xml], media_type=media_type)

    return say


async def literature(
    stack: AsyncExitStack, server: Server, waits: Waits, *, key: str | None = None
) -> LiteratureSearch:
    account = PubMedAccount(
        url=server.url("/entrez/eutils"), key=None if key is None else SecretStr(key), contact="team@example.org"
    )
    world = World(resolve=Names(["127.0.0.1"]), clock=waits.clock, sleep=waits.sleep)
    settings = WebSettings(pubmed=account, loopback_for_tests=True)
    tools = await stack.enter_async_context(open_web_tools(settings, world=world))
    assert tools.literature is not None
    return tools.literature


async def test_articles_come_in_the_order_of_the_search(serve: Serve, stack: AsyncExitStack, waits: Waits) -> None:
    server = await serve(speaking(records(FULL, BOOK, STRANGER, OLD)))
    articles = await (await literature(stack, server, waits)).articles(TERMS, at_most=5)
    assert articles == (
        Article(
            url="https://pubmed.ncbi.nlm.nih.gov/222/",
            pmid="222",
            title="Das Herz",
            authors=(),
            journal="Old Hearts",
            year=1998,
            doi="10.5/old",
            abstract="",
        ),
        Article(
            url="https://pubmed.ncbi.nlm.nih.gov/11111111/",
            pmid="11111111",
            title="Resting heart rate and VO2max in many people: p < 0.05é.",
            authors=("Weber A", "The Heart Group"),
            journal="Journal of Made-up Hearts",
            year=2021,
            doi="10.1234/right",
            abstract="BACKGROUND: One two.\nRESULTS: Three four.",
            publication_types=("Meta-Analysis", "Retracted Publication"),
        ),
    )
    assert [article.is_retracted for article in articles] == [False, True]


async def test_it_asks_as_ncbi_wants_to_be_asked(serve: Serve, stack: AsyncExitStack, waits: Waits) -> None:
    server = await serve(speaking(records(FULL)))
    await (await literature(stack, server, waits, key="k3y")).articles(TERMS, at_most=2)
    search, fetch = (parse_qs(urlsplit(seen.target).query) for seen in server.seen)
    common = {"db": ["pubmed"], "tool": ["amy"], "email": ["team@example.org"], "api_key": ["k3y"]}
    assert search == {
        **common,
        "term": ["resting heart rate"],
        "retmax": ["2"],
        "retmode": ["json"],
        "sort": ["relevance"],
    }
    assert fetch == {**common, "id": ["222,11111111"], "retmode": ["xml"]}


@pytest.mark.parametrize(("key", "pause"), [(None, 1 / 3), ("k3y", 0.1)])
async def test_a_key_allows_ten_requests_a_second_and_none_three(
    serve: Serve, stack: AsyncExitStack, waits: Waits, key: str | None, pause: float
) -> None:
    server = await serve(speaking(records(FULL)))
    pubmed = await literature(stack, server, waits, key=key)
    await pubmed.articles(TERMS, at_most=2)
    await pubmed.articles(TERMS, at_most=2)
    assert waits.slept == [pytest.approx(pause)] * 3


async def test_nothing_found_asks_for_no_record(serve: Serve, stack: AsyncExitStack, waits: Waits) -> None:
    server = await serve(speaking(b"", search=found()))
    assert await (await literature(stack, server, waits)).articles(TERMS, at_most=5) == ()
    assert len(server.seen) == 1


@pytest.mark.parametrize(
    "search",
    [
        b"{",
        b"[]",
        b'{"esearchresult": {"ERROR": "Search Backend failed", "idlist": []}}',
        b'{"esearchresult": {"idlist": ["1,2"]}}',
        b'{"esearchresult": {"idlist": ["../../x"]}}',
        b'{"esearchresult": {"idlist": [null]}}',
        b'{"error": "something"}',
        b"[" * 100_000,
    ],
)
async def test_a_search_of_another_shape_is_a_bad_answer(
    serve: Serve, stack: AsyncExitStack, waits: Waits, search: bytes
) -> None:
    server = await serve(speaking(records(FULL), search=search))
    with pytest.raises(BadAnswerError):
        await (await literature(stack, server, waits)).articles(TERMS, at_most=5)
    assert len(server.seen) == 1


async def test_the_limit_of_ncbi_is_told_as_such(serve: Serve, stack: AsyncExitStack, waits: Waits) -> None:
    body = b'{"error":"API rate limit exceeded","api-key":"127.0.0.1","count":"4","limit":"3"}'
    server = await serve(lambda _: Reply(status=429, parts=[body], headers={"Retry-After": "2"}))
    with pytest.raises(RateLimitedError) as limited:
        await (await literature(stack, server, waits)).articles(TERMS, at_most=5)
    assert limited.value.retry_after_s == 2.0


@pytest.mark.parametrize(
    "xml",
    [
        b"",
        b"<PubmedArticleSet>",
        b"<PubmedArticleSet></PubmedArticle>",
        records(FULL)[:-30],
        records(FULL) + b"<more/>",
        b"{}",
        records("<a>" * 100 + "</a>" * 100),
        b'<?xml version="1.0" encoding="made-up"?><PubmedArticleSet/>',
        b"<PubmedArticleSet>\xff</PubmedArticleSet>",
    ],
)
async def test_malformed_xml_is_an_error_of_its_own(
    serve: Serve, stack: AsyncExitStack, waits: Waits, xml: bytes
) -> None:
    server = await serve(speaking(xml))
    with pytest.raises(MalformedXmlError):
        await (await literature(stack, server, waits)).articles(TERMS, at_most=5)


LAUGHS: Final = b"".join(
    b'<!ENTITY l%d "%b">' % (level, b"&l%d;" % (level - 1) * 10 if level else b"ha") for level in range(10)
)


@pytest.mark.parametrize(
    "xml",
    [
        b"<!DOCTYPE x [" + LAUGHS + b"]><PubmedArticleSet>&l9;</PubmedArticleSet>",
        b'<!DOCTYPE x [<!ENTITY a "aaaa">]><PubmedArticleSet/>',
        b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><PubmedArticleSet>&a;</PubmedArticleSet>',
        b'<!DOCTYPE x [<!ENTITY %% p SYSTEM "http://127.0.0.1/x"> %%p;]><PubmedArticleSet/>'.replace(b"%%", b"%"),
        b'<!DOCTYPE x [<!NOTATION n SYSTEM "n"><!ENTITY a SYSTEM "a" NDATA n>]><PubmedArticleSet/>',
        HEAD + b"<PubmedArticleSet>&unknown;</PubmedArticleSet>",
        b"<PubmedArticleSet>&unknown;</PubmedArticleSet>",
    ],
)
async def test_entities_of_its_own_are_refused(serve: Serve, stack: AsyncExitStack, waits: Waits, xml: bytes) -> None:
    server = await serve(speaking(xml))
    with pytest.raises(EntityRefusedError):
        await (await literature(stack, server, waits)).articles(TERMS, at_most=5)


async def test_other_xml_is_a_bad_answer_and_other_types_are_not_read(
    serve: Serve, stack: AsyncExitStack, waits: Waits
) -> None:
    other = await serve(speaking(b"<eFetchResult><ERROR>x</ERROR></eFetchResult>"))
    with pytest.raises(BadAnswerError):
        await (await literature(stack, other, waits)).articles(TERMS, at_most=5)
    page = await serve(speaking(b"<html></html>", media_type="text/html"))
    with pytest.raises(WrongTypeError):
        await (await literature(stack, page, waits)).articles(TERMS, at_most=5)


async def test_records_without_number_or_title_and_unasked_ones_are_passed_over(
    serve: Serve, stack: AsyncExitStack, waits: Waits
) -> None:
    server = await serve(speaking(records(STRANGER, "<PubmedArticle/>", OLD.replace("Das Herz", ""))))
    assert await (await literature(stack, server, waits)).articles(TERMS, at_most=5) == ()


async def test_the_doi_of_a_reference_is_not_the_articles_own(
    serve: Serve, stack: AsyncExitStack, waits: Waits
) -> None:
    without = OLD.replace('<ArticleId IdType="doi">10.5/old</ArticleId>', "")
    server = await serve(speaking(records(without)))
    (article,) = await (await literature(stack, server, waits)).articles(TERMS, at_most=5)
    assert article.doi is None
