"""What the rules tell of the person's own documents, beside what is known in general."""

from collections.abc import Iterator, Sequence

from services.domain_expert.domain.decisions import Answer, NothingKnown, Observed, Statement
from services.domain_expert.domain.documents.found import FoundDocuments
from services.domain_expert.domain.documents.pointing import points_to_documents
from services.domain_expert.domain.documents.quoting import quoted


def with_documents(question: str, general: Answer | None, seen: Sequence[Observed]) -> Answer | NothingKnown | None:
    """The answer with what the person's documents say: asked what they say that comes first, otherwise last.

    Where a question asks what a document says and none says anything, nothing general stands in for it.
    """
    own = tuple(_statements(seen))
    if points_to_documents(question):
        return Answer(statements=(*own, *(general.statements if general else ()))) if own else NothingKnown(own=True)
    return Answer(statements=(*(general.statements if general else ()), *own)) if own else general


def _statements(seen: Sequence[Observed]) -> Iterator[Statement]:
    for observed in seen:
        if isinstance(observed.result, FoundDocuments):
            for excerpt in observed.result.excerpts:
                if statement := quoted(observed.result.question, excerpt):
                    yield statement
