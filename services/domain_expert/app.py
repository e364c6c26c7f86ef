"""A consultation: the mind decides, the tools look up, the rules check what may be said."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Container, Sequence
from contextlib import AsyncExitStack, aclosing
from dataclasses import replace
from typing import Final, TypeVar, assert_never

from amy.runtime.aloud import Done, thinking_aloud
from amy.runtime.errors import DocumentNotFoundError, InvalidFieldError, ServiceError, UnprocessableError
from amy.runtime.ledger import spent
from services.domain_expert.domain.case import Case
from services.domain_expert.domain.checking import checked, may_be_thought_aloud
from services.domain_expert.domain.citing import secured
from services.domain_expert.domain.decisions import (
    MOST_TURNS,
    Answer,
    Call,
    Compared,
    CompareRange,
    Decision,
    Failed,
    FetchPage,
    FoundArticles,
    FoundHits,
    FoundPassages,
    FoundStatistics,
    LookUpStatistic,
    NothingKnown,
    Observed,
    ReadPage,
    Result,
    SearchKnowledge,
    SearchLiterature,
    SearchWeb,
)
from services.domain_expert.domain.documents.chunking import chunks_of
from services.domain_expert.domain.documents.document import (
    MAX_DOCUMENTS,
    MAX_TEXT_BYTES,
    MAX_TITLE_CHARACTERS,
    Document,
    MediaType,
)
from services.domain_expert.domain.documents.found import FoundDocuments
from services.domain_expert.domain.documents.listing import Page, cursor_after, position_of
from services.domain_expert.domain.documents.ranking import ranked
from services.domain_expert.domain.documents.stems import asked_for
from services.domain_expert.domain.events import Completed, Event, Status, Thought, ToolCall, ToolResult
from services.domain_expert.domain.ranges.comparing import Laboratory
from services.domain_expert.domain.web_results import WebError
from services.domain_expert.ports import (
    Clock,
    Documents,
    ExpertMind,
    Knowledge,
    NewId,
    OpenWebTools,
    Ranges,
    WebTools,
)

_T = TypeVar("_T")

_MOST_PASSAGES: Final = 5
_MOST_FOUND: Final = 3
_LONGEST_QUESTION: Final = 4000
NOTHING: Final = "None of my sources answers that, so I leave it open."
NOTHING_ABOUT: Final = "None of my sources on {about} answers that, so I leave it open."
DOCUMENTS_UNREADABLE: Final = "Your documents cannot be read at the moment."
_MOST_LISTED: Final = 100
_LISTED: Final = 20
_NO_SUCH_DOCUMENT: Final = "There is no document with this id."
NOTHING_IN_DOCUMENTS: Final = "I found nothing on that in your documents."
ONLY_KNOWN_WORDS: Final = "I search for “{terms}” alone: words that I don't know do not leave this machine.\n"
NOT_SET_UP: Final = "That tool is not set up here."


class Expert:
    """Runs consultations. It keeps nothing between them.

    Args:
        https_hosts: those that are known to serve what they serve over https.
    """

    def __init__(
        self,
        *,
        mind: ExpertMind,
        knowledge: Knowledge,
        documents: Documents,
        ranges: Ranges,
        open_web: OpenWebTools,
        monotonic_s: Callable[[], float],
        https_hosts: Container[str] = frozenset(),
    ) -> None:
        self._mind = mind
        self._knowledge = knowledge
        self._documents = documents
        self._ranges = ranges
        self._open_web = open_web
        self._monotonic_s = monotonic_s
        self._https_hosts = https_hosts
        self._opened = AsyncExitStack()
        self._web = WebTools()

    async def start(self) -> None:
        """Opens the tools that ask somebody elsewhere; before this, and without settings, there are none."""
        self._web = await self._opened.enter_async_context(self._open_web())

    async def stop(self) -> None:
        self._web = WebTools()
        await self._opened.aclose()

    async def consult(self, case: Case) -> AsyncIterator[Event]:
        """Thoughts, tool calls and results as they happen, then exactly one `Completed`.

        Raises:
            InvalidFieldError: no question, or one of more than 4,000 characters.
        """
        if not 1 <= len(case.question.strip()) <= _LONGEST_QUESTION:
            raise InvalidFieldError(f"question must have 1 to {_LONGEST_QUESTION} characters.", field="question")
        seen: list[Observed] = []
        for turn in range(1, MOST_TURNS + 1):
            async with aclosing(self._decided(case, seen)) as heard:
                async for each in heard:
                    if isinstance(each, Thought):
                        yield each
                    else:
                        decision = each.value
            if (part := _asked_in_part(decision)) is not None:
                yield part
            if isinstance(decision, Answer | NothingKnown):
                yield replace(self._end(decision, seen, case), spent=spent())
                return
            began_s = self._monotonic_s()
            yield ToolCall(id=f"call-{turn}", tool=tool_of(decision), words=words_of(decision))
            result = await self._look_up(decision, case)
            observed = [Observed(call=decision, result=each) for each in (result, *await self._own(decision, case))]
            seen += observed
            yield ToolResult(
                call_id=f"call-{turn}",
                words=", ".join(citable.id for each in observed for citable in each.citable) or "nothing",
                error=result.reason if isinstance(result, Failed) else "",
                duration_ms=round((self._monotonic_s() - began_s) * 1000),
            )
        yield replace(_declined(""), spent=spent())

    async def _decided(self, case: Case, seen: Sequence[Observed]) -> AsyncGenerator[Thought | Done[Decision], None]:
        """What the mind thinks, then what it decides: what no answer may say is not thought aloud."""
        thinking = thinking_aloud(
            lambda aloud: self._mind.decide(case, seen, aloud=aloud), may_be_told=may_be_thought_aloud
        )
        async with aclosing(thinking) as heard:
            async for each in heard:
                yield Thought(delta=each) if isinstance(each, str) else each

    def _end(self, decision: Answer | NothingKnown, seen: list[Observed], case: Case) -> Completed:
        if isinstance(decision, Answer):
            return _answered(decision, seen, case, self._https_hosts)
        return _not_found_in_documents(seen) if decision.own else _declined(decision.about)

    async def _own(self, call: Call, case: Case) -> tuple[FoundDocuments | Failed, ...]:
        """What the person's own documents say on what is looked up in the shipped knowledge; empty for anything else.

        Without their documents a person is still told what is known in general.
        """
        if not isinstance(call, SearchKnowledge) or not case.user_id:
            return ()
        question = f"{call.follows} {case.question}".strip()
        try:
            shelf = await self._documents.holding(case.user_id, asked_for(question))
        except ServiceError:
            return (Failed(reason=DOCUMENTS_UNREADABLE),)
        if not shelf.chunks:
            return ()
        # Of very many chunks this takes a moment; others are served meanwhile.
        excerpts = await asyncio.to_thread(ranked, question, shelf)
        return (FoundDocuments(question=question, excerpts=excerpts),) if excerpts else ()

    async def _look_up(self, call: Call, case: Case) -> Result:
        web = self._web
        match call:
            case SearchKnowledge():
                return FoundPassages(passages=tuple(await self._knowledge.search(call, limit=_MOST_PASSAGES)))
            case CompareRange():
                bounds = (call.laboratory_low, call.laboratory_high)
                laboratory = None if bounds == (None, None) else Laboratory(low=bounds[0], high=bounds[1])
                comparison = self._ranges.compare(
                    of=call.of,
                    value=call.value,
                    unit=call.unit,
                    person=call.person or case.person,
                    laboratory=laboratory,
                    is_unknown=call.is_unknown,
                )
                return Compared(comparison=comparison)
            case SearchLiterature(terms=terms):
                literature = web.literature
                return await _outside(
                    literature.articles(terms, at_most=_MOST_FOUND) if literature else None,
                    lambda found: FoundArticles(articles=tuple(found)),
                )
            case SearchWeb(terms=terms):
                search = web.search
                return await _outside(
                    search.hits(terms, at_most=_MOST_FOUND) if search else None,
                    lambda found: FoundHits(hits=tuple(found)),
                )
            case FetchPage(address=address):
                return await _outside(web.fetch.page(address) if web.fetch else None, lambda page: ReadPage(page=page))
            case LookUpStatistic(name=name):
                return await _outside(
                    web.statistics.latest(name) if web.statistics else None,
                    lambda found: FoundStatistics(statistics=tuple(found)),
                )
            case _:
                assert_never(call)


class DocumentDesk:
    """Takes in, lists and removes the documents of persons."""

    def __init__(self, store: Documents, *, clock: Clock, new_id: NewId) -> None:
        self._store = store
        self._clock = clock
        self._new_id = new_id

    async def create(self, user_id: str, *, title: str, text: str, media_type: MediaType | None) -> Document:
        """Keeps a document.

        Raises:
            InvalidFieldError: no title or over 200 characters, no text or over 1 MiB, no media type.
            UnprocessableError: the text holds no word, or the person has 200 documents.
        """
        _require("user_id", user_id)
        title = " ".join(title.split())
        if not 1 <= len(title) <= MAX_TITLE_CHARACTERS or "\0" in title:
            raise InvalidFieldError(f"title must have 1 to {MAX_TITLE_CHARACTERS} characters.", field="title")
        size_bytes = len(text.encode())
        if not text.strip() or size_bytes > MAX_TEXT_BYTES or "\0" in text:
            raise InvalidFieldError(f"text must be plain text of 1 to {MAX_TEXT_BYTES} bytes of UTF-8.", field="text")
        if media_type is None:
            raise InvalidFieldError("media_type must be text/plain or text/markdown.", field="media_type")
        document = Document(
            id=self._new_id(), title=title, media_type=media_type, created_at=self._clock(), size_bytes=size_bytes
        )
        # A long text takes a second; others are served meanwhile.
        chunks = await asyncio.to_thread(chunks_of, text, document_id=document.id, title=title, media_type=media_type)
        if not chunks:
            raise UnprocessableError("The text holds no word by which anything in it could be found.")
        if not await self._store.add(user_id, document, text, chunks, most=MAX_DOCUMENTS):
            raise UnprocessableError(f"There are {MAX_DOCUMENTS} documents already, the most there may be; delete one.")
        return document

    async def list(self, user_id: str, *, limit: int, cursor: str) -> Page:
        """One page, newest first; 20 documents unless told, at most 100.

        Raises:
            InvalidFieldError: limit or cursor.
        """
        _require("user_id", user_id)
        if not 0 <= limit <= _MOST_LISTED:
            raise InvalidFieldError(f"limit must be 1 to {_MOST_LISTED}.", field="limit")
        after = position_of(cursor) if cursor else None
        if cursor and after is None:
            raise InvalidFieldError("cursor is not one that a list returned.", field="cursor")
        limit = limit or _LISTED
        found = tuple(await self._store.newest(user_id, limit=limit + 1, after=after))
        return Page(documents=found[:limit], next_cursor=cursor_after(found[limit - 1]) if len(found) > limit else "")

    async def whole(self, user_id: str, document_id: str) -> tuple[Document, str]:
        """A document with its text.

        Raises:
            DocumentNotFoundError: there is none with this id, or it is another user's.
        """
        _require("user_id", user_id)
        found = await self._store.whole(user_id, document_id)
        if found is None:
            raise DocumentNotFoundError(_NO_SUCH_DOCUMENT, id=document_id)
        return found

    async def delete(self, user_id: str, document_id: str) -> None:
        """Removes a document for good.

        Raises:
            DocumentNotFoundError: there is none with this id, or it is another user's.
        """
        _require("user_id", user_id)
        if not await self._store.delete(user_id, document_id):
            raise DocumentNotFoundError(_NO_SUCH_DOCUMENT, id=document_id)

    async def erase(self, user_id: str) -> int:
        """Deletes everything there is of the person; how many documents there were.

        Raises:
            InvalidFieldError: no user id.
            UpstreamUnavailableError: it is deleted, but a file is in use: to be asked again.
        """
        _require("user_id", user_id)
        return await self._store.erase(user_id)


def _require(field: str, value: str) -> None:
    if not value:
        raise InvalidFieldError(f"{field} is required.", field=field)


async def _outside(asked: Awaitable[_T] | None, found: Callable[[_T], Result]) -> Result:
    """What somebody elsewhere answers; what fails there is a result like any other."""
    if asked is None:
        return Failed(reason=NOT_SET_UP)
    try:
        return found(await asked)
    except WebError as error:
        return Failed(reason=str(error))


def tool_of(call: Call) -> str:
    """The tool's name on the wire."""
    match call:
        case SearchKnowledge():
            return "knowledge_search"
        case CompareRange():
            return "range_compare"
        case SearchLiterature():
            return "ncbi_search"
        case SearchWeb():
            return "web_search"
        case FetchPage():
            return "web_fetch"
        case LookUpStatistic():
            return "datacommons"
        case _:
            assert_never(call)


def words_of(call: Call) -> str:
    """What is looked up, in words."""
    match call:
        case SearchKnowledge(query=query):
            return query
        case CompareRange(of=of, value=value, unit=unit):
            return of if value is None else f"{of}, {value} {unit}".strip()
        case SearchLiterature(terms=terms) | SearchWeb(terms=terms):
            return terms.text
        case FetchPage(address=address):
            return address.url
        case LookUpStatistic(name=name):
            return f"{name.variable}, {name.place}"
        case _:
            assert_never(call)


def _asked_in_part(decision: Decision) -> Thought | None:
    """Said before it is done: that only a part of the question is asked elsewhere."""
    match decision:
        case SearchLiterature(terms=terms) | SearchWeb(terms=terms) if terms.is_part:
            return Thought(delta=ONLY_KNOWN_WORDS.format(terms=terms.text))
        case _:
            return None


def _answered(answer: Answer, seen: list[Observed], case: Case, https_hosts: Container[str]) -> Completed:
    """What of an answer keeps the rules; if nothing does, it is declined."""
    kept = checked(answer, seen, case.own_numbers)
    if not kept.draft:
        return _declined("")
    citations = tuple(replace(cited, source=secured(cited.source, https_hosts)) for cited in kept.citations)
    return Completed(status=Status.ANSWERED, draft=kept.draft, citations=citations, needs=_needs(seen))


def _needs(seen: list[Observed]) -> tuple[str, ...]:
    """The quantities of which a number of the person's was to be judged that nobody has told."""
    calls = (each.call for each in seen)
    missing = (call.of for call in calls if isinstance(call, CompareRange) and call.is_unknown and call.value is None)
    return tuple(dict.fromkeys(missing))


def _not_found_in_documents(seen: list[Observed]) -> Completed:
    """That there is nothing is said only of documents that were read."""
    if any(isinstance(each.call, SearchKnowledge) and isinstance(each.result, Failed) for each in seen):
        return Completed(status=Status.FAILED, draft=DOCUMENTS_UNREADABLE)
    return Completed(status=Status.DECLINED, draft=NOTHING_IN_DOCUMENTS)


def _declined(about: str) -> Completed:
    return Completed(status=Status.DECLINED, draft=NOTHING_ABOUT.format(about=about) if about else NOTHING)
