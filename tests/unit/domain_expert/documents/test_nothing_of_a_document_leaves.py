"""Whatever stands in a person's documents, what is asked elsewhere is the same as without them."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import cache

import pytest

from services.domain_expert.adapters.knowledge_file import KnowledgeFile
from services.domain_expert.adapters.rules import RulesMind
from services.domain_expert.adapters.vocabulary import quantities
from services.domain_expert.app import Expert
from services.domain_expert.domain.case import Case
from services.domain_expert.domain.documents.document import Chunk
from services.domain_expert.domain.events import Completed, ToolCall
from services.domain_expert.ports import WebTools
from tests.unit.domain_expert.documents.own_documents import ANSWERED, UNANSWERED, chunks, everything
from tests.unit.domain_expert.experts import FewDocuments, Literature, shipped_ranges, ticking

SECRET = (
    "Quokkaberg syndrome was found in Wolfgang Lindqvist of Harbour Street on 3 March; the muscle soreness is treated"
    " by Dr. Meyer with zorbadine. Back pain treatment, quercetin and running were talked about."
)
SEARCHED = (
    "What is the best treatment for back pain?",
    "does quercetin help against muscle soreness after running a quokkaberg?",
    "is zorbadine safe with grapefruit?",
    "what did Wolfgang Lindqvist find on Harbour Street about muscle cramps?",
)
QUESTIONS = (*SEARCHED, *(question for question, _ in ANSWERED), *UNANSWERED)


@cache
def shipped_knowledge() -> KnowledgeFile:
    return KnowledgeFile()


async def sent(question: str, own: Sequence[Chunk], *, earlier: tuple[str, ...] = ()) -> tuple[list[str], Completed]:
    """What was searched for elsewhere, and the end."""
    knowledge, literature = shipped_knowledge(), Literature()

    @asynccontextmanager
    async def open_web() -> AsyncIterator[WebTools]:
        yield WebTools(literature=literature)

    expert = Expert(
        mind=RulesMind(quantities(), sendable=knowledge.words),
        knowledge=knowledge,
        documents=FewDocuments({"ada": own}),
        ranges=shipped_ranges(),
        open_web=open_web,
        monotonic_s=ticking(),
    )
    await expert.start()
    events = [event async for event in expert.consult(Case(user_id="ada", question=question, earlier=earlier))]
    await expert.stop()
    assert [event.words for event in events if isinstance(event, ToolCall) and event.tool == "ncbi_search"] == (
        literature.asked
    )
    assert isinstance(events[-1], Completed)
    return literature.asked, events[-1]


@pytest.mark.parametrize("question", QUESTIONS)
async def test_a_search_elsewhere_is_the_same_with_documents_or_there_is_none(question: str) -> None:
    without, _ = await sent(question, ())
    own = (*everything(), *chunks("Quokkaberg letter", SECRET))
    with_documents, _ = await sent(question, own)
    assert with_documents in ([], without)


@pytest.mark.parametrize("question", SEARCHED)
async def test_no_word_that_only_a_document_holds_is_sent(question: str) -> None:
    asked, _ = await sent(question, chunks("Quokkaberg letter", "Unrelated words on zorbadine and Lindqvist."))
    words = {word for each in asked for word in each.split()}
    assert not words & {"quokkaberg", "zorbadine", "lindqvist", "wolfgang", "harbour", "meyer"}


async def test_a_search_happens_at_all_where_nothing_here_answers() -> None:
    assert await sent(SEARCHED[0], everything())
    asked, _ = await sent(SEARCHED[0], everything())
    assert asked == ["best treatment back pain"]


async def test_asked_what_a_document_says_nobody_elsewhere_is_asked() -> None:
    for own in ((), everything()):
        asked, _ = await sent("What does my letter say about quercetin and muscle soreness?", own)
        assert asked == []
