"""PubMed, through NCBI's E-utilities: `esearch` finds the numbers of articles, `efetch` their records.

NCBI allows 3 requests a second without a key and 10 with one, and asks callers to name their tool and a contact.
https://www.ncbi.nlm.nih.gov/books/NBK25497/
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import httpx
from pydantic import BaseModel, SecretStr

from services.domain_expert.adapters.web.calls import Call, WebCaller, time_limit
from services.domain_expert.adapters.web.json_answers import read_json
from services.domain_expert.adapters.web.xml_trees import parse_xml
from services.domain_expert.domain.search_terms import SearchTerms
from services.domain_expert.domain.web_results import Article, BadAnswerError

REQUESTS_A_SECOND: Final = 3.0
REQUESTS_A_SECOND_WITH_KEY: Final = 10.0
_MAX_ARTICLES: Final = 20
_JSON: Final = frozenset({"application/json"})
_XML: Final = frozenset({"text/xml", "application/xml"})
_PMID: Final = re.compile(r"[1-9][0-9]{0,8}")
_YEAR: Final = re.compile(r"\b(?:1[89]|20)\d\d\b")
_ARTICLE_PAGE: Final = "https://pubmed.ncbi.nlm.nih.gov/"


@dataclass(frozen=True, kw_only=True)
class PubMedAccount:
    """How NCBI knows the caller.

    Args:
        url: the folder of the E-utilities, without a slash at its end.
        contact: an e-mail address of whoever runs the service, never of a person it serves.
    """

    url: str
    key: SecretStr | None = None
    tool: str = "amy"
    contact: str | None = None

    def parameters(self) -> tuple[tuple[str, str], ...]:
        named = [("db", "pubmed"), ("tool", self.tool)]
        if self.contact is not None:
            named.append(("email", self.contact))
        if self.key is not None:
            named.append(("api_key", self.key.get_secret_value()))
        return tuple(named)


class _Found(BaseModel):
    """The inner part of esearch's answer. PubMed spells its error in capitals."""

    idlist: list[str] = []
    ERROR: str | None = None


class _FoundEnvelope(BaseModel):
    esearchresult: _Found


class PubMed:
    """Finds medical articles in PubMed."""

    def __init__(self, caller: WebCaller, account: PubMedAccount) -> None:
        self._caller = caller
        self._account = account

    async def articles(self, terms: SearchTerms, *, at_most: int) -> Sequence[Article]:
        """The articles that PubMed holds most relevant, in its order. Both requests share one time limit."""
        async with time_limit(self._caller.limits.total_s, host=httpx.URL(self._account.url).host):
            pmids = await self._search(terms, at_most=min(at_most, _MAX_ARTICLES))
            return await self._fetch(pmids) if pmids else ()

    async def _search(self, terms: SearchTerms, *, at_most: int) -> Sequence[str]:
        answer = await self._caller.call(
            Call(
                url=f"{self._account.url}/esearch.fcgi",
                media_types=_JSON,
                parameters=(
                    *self._account.parameters(),
                    ("term", terms.text),
                    ("retmax", str(at_most)),
                    ("retmode", "json"),
                    ("sort", "relevance"),
                ),
            )
        )
        found = read_json(answer, _FoundEnvelope).esearchresult
        if found.ERROR is not None or not all(_PMID.fullmatch(pmid) for pmid in found.idlist):
            raise BadAnswerError("the search failed or gave numbers that are none.", host=answer.host)
        return found.idlist[:at_most]

    async def _fetch(self, pmids: Sequence[str]) -> Sequence[Article]:
        answer = await self._caller.call(
            Call(
                url=f"{self._account.url}/efetch.fcgi",
                media_types=_XML,
                parameters=(*self._account.parameters(), ("id", ",".join(pmids)), ("retmode", "xml")),
            )
        )
        root = parse_xml(answer.body, host=answer.host)
        if root.tag != "PubmedArticleSet":
            raise BadAnswerError("the answer is no set of articles.", host=answer.host)
        by_pmid = {article.pmid: article for article in _articles(root)}
        return tuple(by_pmid[pmid] for pmid in pmids if pmid in by_pmid)


def _articles(root: ET.Element) -> Iterator[Article]:
    """The articles of the set that have a number and a title; books and what lacks either are passed over."""
    for record in root.findall("PubmedArticle"):
        pmid = _text(record.find("MedlineCitation/PMID"))
        title = _text(record.find("MedlineCitation/Article/ArticleTitle")) or _text(
            record.find("MedlineCitation/Article/VernacularTitle")
        )
        if _PMID.fullmatch(pmid) and title:
            yield Article(
                url=f"{_ARTICLE_PAGE}{pmid}/",
                pmid=pmid,
                title=title,
                authors=tuple(_authors(record)),
                journal=_text(record.find("MedlineCitation/Article/Journal/Title")),
                year=_year(record),
                doi=_doi(record),
                abstract=_abstract(record),
                publication_types=tuple(
                    _text(kind)
                    for kind in record.iterfind("MedlineCitation/Article/PublicationTypeList/PublicationType")
                ),
            )


def _authors(record: ET.Element) -> Iterator[str]:
    for author in record.iterfind("MedlineCitation/Article/AuthorList/Author"):
        person = f"{_text(author.find('LastName'))} {_text(author.find('Initials'))}".strip()
        name = person or _text(author.find("CollectiveName"))
        if name:
            yield name


def _year(record: ET.Element) -> int | None:
    """The year of the issue; old records state it in words, "1998 Dec-1999 Jan"."""
    for path in ("Journal/JournalIssue/PubDate/Year", "Journal/JournalIssue/PubDate/MedlineDate", "ArticleDate/Year"):
        stated = _YEAR.search(_text(record.find(f"MedlineCitation/Article/{path}")))
        if stated is not None:
            return int(stated[0])
    return None


def _doi(record: ET.Element) -> str | None:
    """The article's own DOI. Its references have DOIs too, deeper in the record."""
    stated = [
        *record.iterfind("MedlineCitation/Article/ELocationID[@EIdType='doi']"),
        *record.iterfind("PubmedData/ArticleIdList/ArticleId[@IdType='doi']"),
    ]
    valid = (_text(doi) for doi in stated if doi.get("ValidYN", "Y") == "Y")
    return next((doi for doi in valid if doi.startswith("10.")), None)


def _abstract(record: ET.Element) -> str:
    parts = []
    for part in record.iterfind("MedlineCitation/Article/Abstract/AbstractText"):
        label, text = part.get("Label"), _text(part)
        if text:
            parts.append(f"{label}: {text}" if label else text)
    return "\n".join(parts)


def _text(element: ET.Element | None) -> str:
    """All text inside, with markup such as italics dropped and white space made single."""
    return "" if element is None else " ".join("".join(element.itertext()).split())
