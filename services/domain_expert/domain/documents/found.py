"""What was found in a person's own documents, and how it is cited."""

from dataclasses import dataclass
from typing import Final

from services.domain_expert.domain.citing import Citable, Source
from services.domain_expert.domain.documents.ranking import Excerpt
from services.domain_expert.domain.documents.sentences import plain, sentences_in

OWN: Final = "your own document"
_LONGEST_TITLE: Final = 120
_LONGEST_TEXT: Final = 10_000


@dataclass(frozen=True, kw_only=True)
class OwnDocument(Source):
    """A document of the person's own: it was published by nobody, and nothing leads to it but its title."""

    document_id: str


@dataclass(frozen=True, kw_only=True)
class FoundDocuments:
    """The best excerpts of the person's documents, the best first.

    Attributes:
        question: what they answer, as it was written.
    """

    question: str
    excerpts: tuple[Excerpt, ...]

    @property
    def citable(self) -> tuple[Citable, ...]:
        return tuple(_citable(excerpt) for excerpt in self.excerpts)


def name_of(excerpt: Excerpt) -> str:
    """The id by which an excerpt is cited: its document and its place there."""
    return f"{excerpt.chunk.document_id}#{excerpt.chunk.position}"


def title_of(excerpt: Excerpt) -> str:
    """The title as it is told: the words of it."""
    return plain(excerpt.chunk.title, limit=_LONGEST_TITLE) or "without a title"


def told_of(excerpt: Excerpt) -> tuple[str, ...]:
    """The sentences of an excerpt as they may be told, in order."""
    return tuple(told for sentence in sentences_in(excerpt.chunk.text) if (told := plain(sentence)))


def _citable(excerpt: Excerpt) -> Citable:
    title = title_of(excerpt)
    source = OwnDocument(title=title, publisher=OWN, year=0, url="", document_id=excerpt.chunk.document_id)
    text = f"{title}: {' '.join(told_of(excerpt))}"
    return Citable(id=name_of(excerpt), text=text[:_LONGEST_TEXT], sources=(source,))
