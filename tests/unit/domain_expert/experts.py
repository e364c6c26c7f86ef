"""Small cases, passages, rows and minds that tests of the domain expert are written with."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from typing import Any

from amy.runtime.aloud import Aloud, silent
from amy.runtime.errors import ServiceError
from services.domain_expert.adapters.knowledge_file import KnowledgeFile
from services.domain_expert.adapters.ranges_files import RangesFiles
from services.domain_expert.domain.case import Case, OwnNumber
from services.domain_expert.domain.citing import Source
from services.domain_expert.domain.decisions import Decision, FoundPassages, Observed, SearchKnowledge
from services.domain_expert.domain.documents.document import Chunk, Document, Shelf
from services.domain_expert.domain.documents.listing import Position
from services.domain_expert.domain.knowledge.passages import Kind, Passage
from services.domain_expert.domain.ranges.rows import Row, RowKind
from services.domain_expert.domain.web_results import Article, WebError

DOI = "10.1000/a(1)b-2"
SOURCE = Source(
    title="On sleep", publisher="A journal", year=2020, url="https://sleep.example/1", doi="10.1000/a(1)b-2"
)
OTHER = Source(title="On rest", publisher="Another journal", year=0, url="https://rest.example/2")
CASE = Case(user_id="ada", question="How much sleep is normal?")
HRV = OwnNumber(
    claim="ds-001.effect",
    of="heart_rate_variability",
    statistic="mean",
    value=42.0,
    unit="ms",
    window="the last 30 days",
)


@cache
def shipped_ranges() -> RangesFiles:
    """What the service ships on numbers."""
    return RangesFiles([passage.citable for passage in KnowledgeFile().passages])


def passage(name: str = "sleep-hours", *, text: str = "Most adults need 7 hours.", **fields: Any) -> Passage:
    """One of the kind that tells what is usual, from `SOURCE`, unless said otherwise."""
    given: dict[str, Any] = {
        "topic": "sleep",
        "title": "Hours of sleep",
        "about": ("sleep_minutes",),
        "also": (),
        "kind": Kind.USUAL,
        "sources": (SOURCE,),
    }
    return Passage(id=name, text=text, **(given | fields))


def found(*passages: Passage) -> Observed:
    return Observed(call=SearchKnowledge(query="sleep"), result=FoundPassages(passages=passages))


def row(name: str, low: str | None, high: str | None, **fields: Any) -> Row:
    """A decision limit of LDL cholesterol in mg/dL for all adults, its upper bound left out, unless said otherwise."""
    given: dict[str, Any] = {
        "of": "LDL cholesterol",
        "kind": RowKind.DECISION_LIMIT,
        "unit": "mg/dL",
        "means": name,
        "population": "adults",
        "printed": f"{low} {high}",
        "source": SOURCE,
        "high_included": False,
    }
    bounds = {"low": None if low is None else Decimal(low), "high": None if high is None else Decimal(high)}
    return Row(id=name, **(given | bounds | fields))


def article(number: int = 1, **fields: Any) -> Article:
    given: dict[str, Any] = {
        "pmid": str(number),
        "title": f"Study {number}.",
        "authors": ("Doe J",),
        "journal": "A journal",
        "year": 2024,
        "doi": None,
        "abstract": "What was found.",
    }
    return Article(url=f"https://pubmed.ncbi.nlm.nih.gov/{number}/", **(given | fields))


@dataclass
class ScriptedMind:
    """Decides what it was told, step by step; fails on a step that is not in the script.

    Attributes:
        seen: what had been observed at each step.
    """

    steps: Sequence[Decision]
    seen: list[tuple[Observed, ...]] = field(default_factory=list)

    async def decide(self, case: Case, seen: Sequence[Observed], *, aloud: Aloud = silent) -> Decision:
        self.seen.append(tuple(seen))
        assert len(self.seen) <= len(self.steps), "a step that is not in the script"
        return self.steps[len(self.seen) - 1]


@dataclass
class FewPassages:
    """Finds the same passages whatever is asked."""

    passages: Sequence[Passage] = ()
    queries: list[str] = field(default_factory=list)

    async def search(self, asked: SearchKnowledge, *, limit: int) -> Sequence[Passage]:
        self.queries.append(asked.query)
        return self.passages[:limit]


@dataclass
class FewDocuments:
    """Holds the same chunks of each user whatever is asked, or fails with the same error; keeps nothing."""

    chunks: Mapping[str, Sequence[Chunk]] = field(default_factory=dict)
    error: ServiceError | None = None
    asked: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)

    async def add(self, user_id: str, document: Document, text: str, chunks: Sequence[Chunk], *, most: int) -> bool:
        return False

    async def newest(self, user_id: str, *, limit: int, after: Position | None = None) -> Sequence[Document]:
        return ()

    async def whole(self, user_id: str, document_id: str) -> tuple[Document, str] | None:
        return None

    async def delete(self, user_id: str, document_id: str) -> bool:
        return False

    async def erase(self, user_id: str) -> int:
        return 0

    async def holding(self, user_id: str, stems: Sequence[str]) -> Shelf:
        self.asked.append((user_id, tuple(stems)))
        if self.error is not None:
            raise self.error
        own = tuple(self.chunks.get(user_id, ()))
        return Shelf(chunks=own, of=len(own), words=sum(len(chunk.words.split()) for chunk in own))


@dataclass
class Literature:
    """Finds the same articles whatever is asked, or fails with the same error."""

    articles_found: Sequence[Article] = ()
    error: WebError | None = None
    asked: list[str] = field(default_factory=list)

    async def articles(self, terms: Any, *, at_most: int) -> Sequence[Article]:
        self.asked.append(terms.text)
        if self.error is not None:
            raise self.error
        return self.articles_found[:at_most]


def ticking(step_s: float = 0.25) -> Callable[[], float]:
    """A clock that goes on by as much each time it is read."""
    now = iter(range(10_000))
    return lambda: next(now) * step_s
