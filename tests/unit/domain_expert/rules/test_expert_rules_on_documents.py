"""What the rules make of a person's documents, beside what is known in general."""

from services.domain_expert.adapters.rules import RulesMind
from services.domain_expert.adapters.vocabulary import quantities
from services.domain_expert.domain.case import Case
from services.domain_expert.domain.decisions import (
    Answer,
    Decision,
    FoundPassages,
    NothingKnown,
    Observed,
    SearchKnowledge,
)
from services.domain_expert.domain.documents.chunking import chunks_of
from services.domain_expert.domain.documents.document import MediaType
from services.domain_expert.domain.documents.found import FoundDocuments
from services.domain_expert.domain.documents.ranking import Excerpt
from tests.unit.domain_expert.experts import passage

POINTED = "What does my letter say about fever and naps?"
UNPOINTED = "Do fever and naps go together?"
GENERAL = passage("naps", text="Naps of 20 minutes refresh.", about=())
(CHUNK,) = chunks_of("Fever after naps is noted.", document_id="doc_1", title="Letter", media_type=MediaType.PLAIN)
QUOTED = "Your document “Letter” says: “Fever after naps is noted”."


async def decided(question: str, *, passages: bool, document: bool) -> Decision:
    """The first decision that is no look-up."""
    mind = RulesMind(quantities(), sendable=frozenset())
    seen: list[Observed] = []
    for _ in range(9):
        decision = await mind.decide(Case(user_id="ada", question=question), seen)
        if not isinstance(decision, SearchKnowledge):
            return decision
        seen.append(Observed(call=decision, result=FoundPassages(passages=(GENERAL,) if passages else ())))
        if document:
            found = FoundDocuments(question=question, excerpts=(Excerpt(chunk=CHUNK, score=1.0),))
            seen.append(Observed(call=decision, result=found))
    raise AssertionError("It looks things up for ever.")


def texts(decision: Decision) -> list[str]:
    assert isinstance(decision, Answer)
    return [statement.text for statement in decision.statements]


async def test_asked_what_a_document_says_that_comes_first() -> None:
    assert texts(await decided(POINTED, passages=True, document=True)) == [QUOTED, GENERAL.text]


async def test_unasked_what_a_document_says_comes_last() -> None:
    assert texts(await decided(UNPOINTED, passages=True, document=True)) == [GENERAL.text, QUOTED]


async def test_a_document_alone_is_an_answer() -> None:
    for question in (POINTED, UNPOINTED):
        assert texts(await decided(question, passages=False, document=True)) == [QUOTED]


async def test_nothing_general_stands_in_for_a_document_that_says_nothing() -> None:
    assert await decided(POINTED, passages=True, document=False) == NothingKnown(own=True)
    assert texts(await decided(UNPOINTED, passages=True, document=False)) == [GENERAL.text]
