"""What an expert decides at each turn of a consultation: the next thing to look up, or the answer."""

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final, TypeAlias, assert_never

from services.domain_expert.domain.case import Person
from services.domain_expert.domain.citing import Citable, Source
from services.domain_expert.domain.documents.found import FoundDocuments
from services.domain_expert.domain.knowledge.passages import Passage
from services.domain_expert.domain.ranges.comparing import Comparison
from services.domain_expert.domain.search_terms import PageAddress, SearchTerms, StatisticName
from services.domain_expert.domain.web_results import Article, Page, PlaceStatistic, SearchHit

MOST_TURNS: Final = 10
"""Of a consultation: with each something is looked up, but for the last, which answers."""


@dataclass(frozen=True, kw_only=True)
class Decided:
    """What every decision may carry; two decisions are the same whatever they carry.

    Attributes:
        said: a mind's own words by which it came to this, opaque; they come back with what was looked up.
    """

    said: bytes = field(default=b"", compare=False, repr=False)


@dataclass(frozen=True, kw_only=True)
class SearchKnowledge(Decided):
    """Look up what the shipped knowledge says, and the person's own documents.

    Attributes:
        follows: what was said before that the query goes on from; empty where it stands alone.
        about: the quantities that it names.
    """

    query: str
    follows: str = ""
    about: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class CompareRange(Decided):
    """Set a number, or none, beside what is known of the quantity.

    Attributes:
        of: a daily metric, or a laboratory value by its usual name.
        value, unit: the number; None for what is usual in general.
        laboratory_low, laboratory_high: the laboratory's own range, in the same unit.
        person: of whom; None for the person that the case is about.
        is_unknown: a number of the person's own is asked about, and nobody has it.
    """

    of: str
    value: Decimal | None = None
    unit: str = ""
    laboratory_low: Decimal | None = None
    laboratory_high: Decimal | None = None
    person: Person | None = None
    is_unknown: bool = False


@dataclass(frozen=True, kw_only=True)
class SearchLiterature(Decided):
    """Search PubMed; nothing but the terms leaves."""

    terms: SearchTerms


@dataclass(frozen=True, kw_only=True)
class SearchWeb(Decided):
    """Search the web; nothing but the terms leaves."""

    terms: SearchTerms


@dataclass(frozen=True, kw_only=True)
class FetchPage(Decided):
    """Read a page that a search found before."""

    address: PageAddress


@dataclass(frozen=True, kw_only=True)
class LookUpStatistic(Decided):
    """Ask Data Commons for a statistic of a place."""

    name: StatisticName


Call: TypeAlias = SearchKnowledge | CompareRange | SearchLiterature | SearchWeb | FetchPage | LookUpStatistic


@dataclass(frozen=True, kw_only=True)
class FoundPassages:
    """Passages, the best first; none where nothing answers."""

    passages: tuple[Passage, ...]


@dataclass(frozen=True, kw_only=True)
class Compared:
    """What is known of a quantity, with the number set beside it if there was one."""

    comparison: Comparison


@dataclass(frozen=True, kw_only=True)
class FoundArticles:
    """Articles of PubMed, the best first."""

    articles: tuple[Article, ...]


@dataclass(frozen=True, kw_only=True)
class FoundHits:
    """Pages that a web search names, the best first."""

    hits: tuple[SearchHit, ...]


@dataclass(frozen=True, kw_only=True)
class ReadPage:
    page: Page


@dataclass(frozen=True, kw_only=True)
class FoundStatistics:
    """The newest value of each source, the preferred source first."""

    statistics: tuple[PlaceStatistic, ...]


@dataclass(frozen=True, kw_only=True)
class Failed:
    """The tool could not do it; `reason` is one sentence for the log of the turn."""

    reason: str


Result: TypeAlias = (
    FoundPassages | FoundDocuments | Compared | FoundArticles | FoundHits | ReadPage | FoundStatistics | Failed
)


@dataclass(frozen=True, kw_only=True)
class Observed:
    """A call and what came of it. Of a call that looks in several places there is one for each that held anything."""

    call: Call
    result: Result

    @property
    def citable(self) -> tuple[Citable, ...]:
        """What may be cited of it."""
        return _citable(self.result)


def _citable(result: Result) -> tuple[Citable, ...]:
    found: list[Citable]
    match result:
        case FoundPassages(passages=passages):
            found = [passage.citable for passage in passages]
        case FoundDocuments():
            found = list(result.citable)
        case Compared(comparison=comparison):
            found = list(comparison.citable)
        case FoundArticles(articles=articles):
            found = [_article(article) for article in articles if not article.is_retracted]
        case FoundHits(hits=hits):
            found = [_page(hit.url, hit.title, hit.snippet) for hit in hits]
        case ReadPage(page=page):
            found = [_page(page.url, page.title, page.text)]
        case FoundStatistics(statistics=statistics):
            found = [_statistic(each) for each in statistics]
        case Failed():
            found = []
        case _:
            assert_never(result)
    return tuple(found)


def _article(article: Article) -> Citable:
    source = Source(
        title=article.title, publisher=article.journal, year=article.year or 0, url=article.url, doi=article.doi or ""
    )
    return Citable(id=article.url, text=f"{article.title} {article.abstract}".strip(), sources=(source,))


def _page(url: str, title: str, text: str) -> Citable:
    publisher = url.partition("://")[2].partition("/")[0]
    return Citable(id=url, text=text, sources=(Source(title=title or url, publisher=publisher, year=0, url=url),))


def _statistic(found: PlaceStatistic) -> Citable:
    url = found.source_url or found.url
    unit = f" {found.unit}" if found.unit else ""
    text = f"{found.variable}, {found.place}, {found.date}: {found.value:g}{unit}"
    source = Source(title=found.source, publisher="Data Commons", year=0, url=url)
    return Citable(id=f"{url}#{found.variable}/{found.place}/{found.date}", text=text, sources=(source,))


@dataclass(frozen=True, kw_only=True)
class Statement:
    """One or more sentences that rest on the same things.

    Attributes:
        text: Markdown. A number of the person's is a reference, "{{ds-001.effect}}".
        rests_on: the ids of what is cited; empty where it only tells a number of the person's.
    """

    text: str
    rests_on: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Answer(Decided):
    """What is said, in order; each statement may stand alone."""

    statements: tuple[Statement, ...]


@dataclass(frozen=True, kw_only=True)
class NothingKnown(Decided):
    """Nothing that was found answers the question; `about` names its subject where that is clear.

    Attributes:
        own: the question was what the person's own documents say.
    """

    about: str = ""
    own: bool = False


Decision: TypeAlias = Call | Answer | NothingKnown
