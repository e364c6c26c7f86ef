"""What the domain expert needs from the world, and what it leaves to a mind."""

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Protocol, TypeAlias

from amy.runtime.aloud import Aloud, silent
from services.domain_expert.domain.case import Case, Person
from services.domain_expert.domain.decisions import Decision, Observed, SearchKnowledge
from services.domain_expert.domain.documents.document import Chunk, Document, Shelf
from services.domain_expert.domain.documents.listing import Position
from services.domain_expert.domain.knowledge.passages import Passage
from services.domain_expert.domain.ranges.comparing import Comparison, Laboratory
from services.domain_expert.domain.search_terms import PageAddress, SearchTerms, StatisticName
from services.domain_expert.domain.web_results import Article, Page, PlaceStatistic, SearchHit

Clock: TypeAlias = Callable[[], datetime]
NewId: TypeAlias = Callable[[], str]


class ExpertMind(Protocol):
    """What to do next. Rules and model adapters behave alike."""

    async def decide(self, case: Case, seen: Sequence[Observed], *, aloud: Aloud = silent) -> Decision:
        """The next thing to look up or, once enough was seen, the answer.

        Args:
            case: what is asked.
            seen: what was looked up so far and what came of it, in order.
            aloud: is told what the mind thinks meanwhile, if it narrates.
        """


class Knowledge(Protocol):
    """Passages that were written and reviewed beforehand."""

    async def search(self, asked: SearchKnowledge, *, limit: int) -> Sequence[Passage]:
        """Those that answer, the best first; none if none does."""


class Documents(Protocol):
    """The documents that persons have put in. One's are invisible to every other."""

    async def add(self, user_id: str, document: Document, text: str, chunks: Sequence[Chunk], *, most: int) -> bool:
        """Stores a document with its text and its chunks; not, and False, where the person has as many as `most`."""

    async def newest(self, user_id: str, *, limit: int, after: Position | None = None) -> Sequence[Document]:
        """At most `limit` documents, newest first by time and id, from after a position on."""

    async def whole(self, user_id: str, document_id: str) -> tuple[Document, str] | None:
        """One with its text; of one of before texts were kept, its sentences. None where there is none."""

    async def delete(self, user_id: str, document_id: str) -> bool:
        """Removes one for good; whether there was one."""

    async def erase(self, user_id: str) -> int:
        """Deletes everything there is of the person, out of the files too; how many documents there were.

        Raises:
            UpstreamUnavailableError: it is deleted, but a file is in use.
        """

    async def holding(self, user_id: str, stems: Sequence[str]) -> Shelf:
        """The person's chunks that hold any of these stems; of very many those of the newest documents.

        Raises:
            ServiceError: they cannot be read now.
        """


class Ranges(Protocol):
    """What numbers mean, as published."""

    def compare(
        self,
        *,
        of: str,
        value: Decimal | None,
        unit: str,
        person: Person,
        laboratory: Laboratory | None,
        is_unknown: bool = False,
    ) -> Comparison:
        """What is known of a quantity, with the value set beside it.

        Args:
            of: a daily metric, or a laboratory value by its usual name.
            value: the number; None for what is usual.
            unit: of the value.
            person: whom it is about.
            laboratory: the laboratory's own range, in the unit of the value.
            is_unknown: it is a number of the person's own that nobody has.
        """


class LiteratureSearch(Protocol):
    """Finds medical articles."""

    async def articles(self, terms: SearchTerms, *, at_most: int) -> Sequence[Article]:
        """The articles that fit the terms best, best first; empty where there are none.

        Raises:
            WebError: the subclass names the cause.
        """


class PlaceStatistics(Protocol):
    """Knows statistics about the people of a place."""

    async def latest(self, name: StatisticName) -> Sequence[PlaceStatistic]:
        """The newest value of each source, the preferred source first; empty where there is none.

        Raises:
            WebError: the subclass names the cause.
        """


class WebSearch(Protocol):
    """Finds web pages."""

    async def hits(self, terms: SearchTerms, *, at_most: int) -> Sequence[SearchHit]:
        """The pages that fit the terms best, best first; empty where there are none.

        Raises:
            WebError: the subclass names the cause.
        """


class PageFetch(Protocol):
    """Reads web pages."""

    async def page(self, address: PageAddress) -> Page:
        """The text of a page.

        Raises:
            WebError: the subclass names the cause.
        """


@dataclass(frozen=True, kw_only=True)
class WebTools:
    """The tools that ask somebody elsewhere; None: the settings do not turn it on, and it does not exist."""

    literature: LiteratureSearch | None = None
    statistics: PlaceStatistics | None = None
    search: WebSearch | None = None
    fetch: PageFetch | None = None


OpenWebTools: TypeAlias = Callable[[], AbstractAsyncContextManager[WebTools]]
