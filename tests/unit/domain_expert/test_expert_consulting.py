"""A consultation: tool calls and results as they happen, then exactly one end, whatever the mind and the tools do."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from decimal import Decimal

import pytest

from amy.runtime.errors import InvalidFieldError, UpstreamUnavailableError
from services.domain_expert.app import (
    DOCUMENTS_UNREADABLE,
    NOT_SET_UP,
    NOTHING,
    NOTHING_IN_DOCUMENTS,
    ONLY_KNOWN_WORDS,
    Expert,
)
from services.domain_expert.domain.case import Case, Person, Sex
from services.domain_expert.domain.checking import Cited
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
    FoundPassages,
    LookUpStatistic,
    NothingKnown,
    SearchKnowledge,
    SearchLiterature,
    SearchWeb,
    Statement,
)
from services.domain_expert.domain.documents.chunking import chunks_of
from services.domain_expert.domain.documents.document import MediaType
from services.domain_expert.domain.documents.found import FoundDocuments
from services.domain_expert.domain.events import Completed, Event, Status, Thought, ToolCall, ToolResult
from services.domain_expert.domain.ranges.comparing import Side
from services.domain_expert.domain.search_terms import page_address, search_terms, statistic_name
from services.domain_expert.domain.web_results import RateLimitedError, TooSlowError, WebError
from services.domain_expert.ports import WebTools
from tests.unit.domain_expert.experts import (
    CASE,
    HRV,
    SOURCE,
    FewDocuments,
    FewPassages,
    Literature,
    ScriptedMind,
    article,
    passage,
    shipped_ranges,
    ticking,
)

TERMS = search_terms("muscle soreness", known_numbers=())
ADDRESS = page_address("https://a.example/x", offered=["https://a.example/x"])
STATISTIC = statistic_name(variable="Count", place="country/USA", variables=["Count"], places=["country/USA"])
OUTSIDE: tuple[Call, ...] = (
    SearchLiterature(terms=TERMS),
    SearchWeb(terms=TERMS),
    FetchPage(address=ADDRESS),
    LookUpStatistic(name=STATISTIC),
)
SAID = Answer(statements=(Statement(text="Most adults need 7 hours.", rests_on=("sleep-hours",)),))
UNCITED = Answer(statements=(Statement(text="Most adults need 7 hours."),))


def expert(
    mind: ScriptedMind,
    *,
    knowledge: FewPassages | None = None,
    documents: FewDocuments | None = None,
    literature: Literature | None = None,
) -> Expert:
    @asynccontextmanager
    async def open_web() -> AsyncIterator[WebTools]:
        yield WebTools(literature=literature)

    return Expert(
        mind=mind,
        knowledge=knowledge or FewPassages(),
        documents=documents or FewDocuments(),
        ranges=shipped_ranges(),
        open_web=open_web,
        monotonic_s=ticking(0.25),
        https_hosts={"known.example"},
    )


async def consult(
    steps: Sequence[Decision],
    *,
    case: Case = CASE,
    knowledge: FewPassages | None = None,
    documents: FewDocuments | None = None,
    literature: Literature | None = None,
) -> tuple[list[Event], ScriptedMind]:
    mind = ScriptedMind(steps)
    consulted = expert(mind, knowledge=knowledge, documents=documents, literature=literature)
    await consulted.start()
    events = [event async for event in consulted.consult(case)]
    await consulted.stop()
    assert [isinstance(event, Completed) for event in events] == [False] * (len(events) - 1) + [True]
    return events, mind


def end_of(events: Sequence[Event]) -> Completed:
    assert isinstance(events[-1], Completed)
    return events[-1]


async def test_what_is_looked_up_is_told_as_it_happens_and_the_answer_cites_it() -> None:
    knowledge = FewPassages([passage()])
    events, mind = await consult([SearchKnowledge(query="sleep hours"), SAID], knowledge=knowledge)
    assert events == [
        ToolCall(id="call-1", tool="knowledge_search", words="sleep hours"),
        ToolResult(call_id="call-1", words="sleep-hours", error="", duration_ms=250),
        Completed(
            status=Status.ANSWERED,
            draft="Most adults need 7 hours [1].",
            citations=(Cited(source=SOURCE, text="Most adults need 7 hours."),),
        ),
    ]
    assert knowledge.queries == ["sleep hours"]
    assert mind.seen[0] == ()
    assert mind.seen[1][0].result == FoundPassages(passages=(passage(),))


@pytest.mark.parametrize(
    ("found", "told"),
    [("http://known.example/a", "https://known.example/a"), ("http://a.example/a", "http://a.example/a")],
)
async def test_a_source_is_cited_over_https_where_its_host_is_known_to_serve_that(found: str, told: str) -> None:
    knowledge = FewPassages([passage(sources=(replace(SOURCE, url=found),))])
    events, _ = await consult([SearchKnowledge(query="sleep hours"), SAID], knowledge=knowledge)
    assert [cited.source.url for cited in end_of(events).citations] == [told]


async def test_at_most_five_passages_are_looked_at() -> None:
    many = FewPassages([passage(f"p-{number}") for number in range(9)])
    events, _ = await consult([SearchKnowledge(query="x"), NothingKnown()], knowledge=many)
    assert isinstance(events[1], ToolResult)
    assert events[1].words == "p-0, p-1, p-2, p-3, p-4"


async def test_a_number_is_compared_for_the_person_and_with_the_laboratorys_own_range() -> None:
    call = CompareRange(of="hemoglobin", value=Decimal(13), unit="g/dL", laboratory_high=Decimal(12))
    case = Case(user_id="ada", question="?", person=Person(sex=Sex.FEMALE, age_years=36))
    events, mind = await consult([call, NothingKnown()], case=case)
    assert events[0] == ToolCall(id="call-1", tool="range_compare", words="hemoglobin, 13 g/dL")
    result = mind.seen[1][0].result
    assert isinstance(result, Compared)
    assert result.comparison.laboratory is Side.ABOVE
    assert {row.sex for row in result.comparison.rows} == {Sex.FEMALE}


async def test_a_number_is_compared_for_whom_the_call_says_if_it_says() -> None:
    call = CompareRange(of="hemoglobin", person=Person(sex=Sex.MALE, age_years=47))
    case = Case(user_id="ada", question="?", person=Person(sex=Sex.FEMALE, age_years=36))
    events, mind = await consult([call, NothingKnown()], case=case)
    assert events[0] == ToolCall(id="call-1", tool="range_compare", words="hemoglobin")
    result = mind.seen[1][0].result
    assert isinstance(result, Compared)
    assert {row.sex for row in result.comparison.rows} == {Sex.MALE}
    assert result.comparison.laboratory is None


@pytest.mark.parametrize("call", OUTSIDE, ids=lambda call: type(call).__name__)
async def test_a_tool_that_is_off_says_so_and_the_consultation_ends_honestly(call: Call) -> None:
    events, mind = await consult([call, NothingKnown(about="that")])
    assert isinstance(events[1], ToolResult)
    assert (events[1].error, events[1].words) == (NOT_SET_UP, "nothing")
    assert mind.seen[1][0].result == Failed(reason=NOT_SET_UP)
    assert end_of(events) == Completed(
        status=Status.DECLINED, draft="None of my sources on that answers that, so I leave it open.", citations=()
    )


async def test_tools_are_named_and_told_as_the_contract_says() -> None:
    events, _ = await consult([*OUTSIDE, NothingKnown()])
    calls = [(event.tool, event.words) for event in events if isinstance(event, ToolCall)]
    assert calls == [
        ("ncbi_search", "muscle soreness"),
        ("web_search", "muscle soreness"),
        ("web_fetch", "https://a.example/x"),
        ("datacommons", "Count, country/USA"),
    ]


@pytest.mark.parametrize("search", [SearchLiterature, SearchWeb])
async def test_a_search_for_a_part_of_the_question_is_told_as_one(
    search: type[SearchLiterature] | type[SearchWeb],
) -> None:
    terms = search_terms("muscle soreness zyxophane", known_numbers=(), vocabulary={"muscle", "soreness"})
    events, _ = await consult([search(terms=terms), NothingKnown()])
    assert events[0] == Thought(delta=ONLY_KNOWN_WORDS.format(terms="muscle soreness"))
    assert isinstance(events[1], ToolCall)
    whole, _ = await consult([search(terms=TERMS), NothingKnown()])
    assert isinstance(whole[0], ToolCall)


async def test_nobody_elsewhere_is_asked_before_the_start_and_after_the_stop() -> None:
    literature = Literature([article()])
    for started in (False, True):
        mind = ScriptedMind([OUTSIDE[0], NothingKnown()])
        consulted = expert(mind, literature=literature)
        if started:
            await consulted.start()
            await consulted.stop()
        assert len([event async for event in consulted.consult(CASE)]) == 3
        assert mind.seen[1][0].result == Failed(reason=NOT_SET_UP)
    assert literature.asked == []


async def test_articles_that_were_found_may_be_cited() -> None:
    literature = Literature([article(number) for number in range(1, 6)])
    answer = Answer(statements=(Statement(text="It helps.", rests_on=(article(1).url,)),))
    events, mind = await consult([OUTSIDE[0], answer], literature=literature)
    assert literature.asked == ["muscle soreness"]
    assert mind.seen[1][0].result == FoundArticles(articles=(article(1), article(2), article(3)))
    assert end_of(events).draft == "It helps [1]."
    assert end_of(events).citations[0].source.url == article(1).url


@pytest.mark.parametrize(
    "error",
    [
        TooSlowError("no answer", host="eutils.example"),
        RateLimitedError("too many", host="eutils.example", retry_after_s=None),
    ],
    ids=lambda error: type(error).__name__,
)
async def test_what_fails_elsewhere_is_a_failed_result_and_the_mind_goes_on(error: WebError) -> None:
    events, mind = await consult([OUTSIDE[0], NothingKnown()], literature=Literature(error=error))
    assert events[1] == ToolResult(call_id="call-1", words="nothing", error=str(error), duration_ms=250)
    assert mind.seen[1][0].result == Failed(reason=str(error))
    assert end_of(events).status is Status.DECLINED


async def test_after_ten_turns_it_ends_without_an_answer() -> None:
    steps = [SearchKnowledge(query=f"q{number}") for number in range(20)]
    events, mind = await consult(steps, knowledge=FewPassages([passage()]))
    assert MOST_TURNS == 10
    assert len(mind.seen) == MOST_TURNS
    assert [event.id for event in events if isinstance(event, ToolCall)] == [f"call-{turn}" for turn in range(1, 11)]
    assert [event.call_id for event in events if isinstance(event, ToolResult)] == [
        f"call-{turn}" for turn in range(1, 11)
    ]
    assert end_of(events) == Completed(status=Status.DECLINED, draft=NOTHING)


async def test_an_answer_at_the_last_turn_counts() -> None:
    steps = [SearchKnowledge(query="q")] * (MOST_TURNS - 1)
    events, _ = await consult([*steps, SAID], knowledge=FewPassages([passage()]))
    assert end_of(events).status is Status.ANSWERED


async def test_what_was_to_be_judged_and_nobody_told_is_needed() -> None:
    search = SearchKnowledge(query="hrv")
    told = CompareRange(of="steps", value=Decimal(8000), unit="steps/day", is_unknown=True)
    missing = CompareRange(of="heart_rate_variability", is_unknown=True)
    steps: list[Decision] = [search, told, missing, CompareRange(of="ferritin"), missing, SAID]
    events, _ = await consult(steps, knowledge=FewPassages([passage()]))
    assert end_of(events).needs == ("heart_rate_variability",)


async def test_an_answer_of_which_nothing_may_be_said_is_declined() -> None:
    events, _ = await consult([UNCITED])
    assert events == [Completed(status=Status.DECLINED, draft=NOTHING)]


async def test_an_answer_may_tell_the_persons_own_numbers_and_only_those() -> None:
    case = Case(user_id="ada", question="?", own_numbers=(HRV,))
    own = Statement(text="Your average is {{ds-001.effect}}.")
    made_up = Statement(text="Your best is {{ds-009.effect}}.")
    events, _ = await consult([Answer(statements=(own, made_up))], case=case)
    assert end_of(events).draft == "Your average is {{ds-001.effect}}."
    assert end_of(events).citations == ()


@pytest.mark.parametrize("question", ["", "   \n", "x" * 4001])
async def test_no_question_or_too_long_a_one_is_an_error_and_nothing_is_looked_up(question: str) -> None:
    mind = ScriptedMind([])
    with pytest.raises(InvalidFieldError) as refused:
        async for _ in expert(mind).consult(Case(user_id="ada", question=question)):
            pass
    assert "question" in str(refused.value)
    assert mind.seen == []


@pytest.mark.parametrize("question", ["x", "x" * 4000])
async def test_a_question_of_one_or_four_thousand_characters_is_answered(question: str) -> None:
    events, _ = await consult([NothingKnown()], case=Case(user_id="ada", question=question))
    assert end_of(events).status is Status.DECLINED


async def test_consultations_keep_nothing_of_each_other() -> None:
    mind = ScriptedMind([SearchKnowledge(query="q"), SAID, SAID])
    consulted = expert(mind, knowledge=FewPassages([passage()]))
    first = [event async for event in consulted.consult(CASE)]
    second = [event async for event in consulted.consult(CASE)]
    assert end_of(first).status is Status.ANSWERED
    assert second == [Completed(status=Status.DECLINED, draft=NOTHING)]
    assert mind.seen[2] == ()


LETTER = chunks_of(
    "Sleep at least 7 hours, since your sleep was short.",
    document_id="doc_1",
    title="Letter",
    media_type=MediaType.PLAIN,
)
ASKED = "what does my letter say about sleep?"
LETTERED = replace(CASE, question=ASKED)


async def test_a_search_looks_into_the_persons_own_documents_as_well() -> None:
    knowledge, documents = FewPassages([passage()]), FewDocuments({"ada": LETTER, "ben": ()})
    events, mind = await consult(
        [SearchKnowledge(query="slip"), NothingKnown()], case=LETTERED, knowledge=knowledge, documents=documents
    )
    assert events[1] == ToolResult(call_id="call-1", words="sleep-hours, doc_1#0", error="", duration_ms=250)
    passages, own = mind.seen[1]
    assert isinstance(passages.result, FoundPassages)
    assert isinstance(own.result, FoundDocuments)
    assert [user for user, _ in documents.asked] == ["ada"]
    events, mind = await consult(
        [SearchKnowledge(query=ASKED), NothingKnown()],
        case=replace(LETTERED, user_id="ben"),
        knowledge=knowledge,
        documents=documents,
    )
    assert [type(each.result) for each in mind.seen[1]] == [FoundPassages]


async def test_without_a_user_no_document_is_looked_into() -> None:
    documents = FewDocuments({"ada": LETTER, "": LETTER})
    await consult(
        [SearchKnowledge(query=ASKED), NothingKnown()], case=replace(LETTERED, user_id=""), documents=documents
    )
    assert documents.asked == []


async def test_documents_that_cannot_be_read_cost_nothing_of_what_is_known_in_general() -> None:
    knowledge = FewPassages([passage()])
    documents = FewDocuments(error=UpstreamUnavailableError("The database is away."))
    events, mind = await consult([SearchKnowledge(query=ASKED), SAID], knowledge=knowledge, documents=documents)
    assert end_of(events).draft == "Most adults need 7 hours [1]."
    assert mind.seen[1][1].result == Failed(reason=DOCUMENTS_UNREADABLE)


async def test_of_documents_that_could_not_be_read_it_is_not_said_that_they_say_nothing() -> None:
    documents = FewDocuments(error=UpstreamUnavailableError("The database is away."))
    events, _ = await consult([SearchKnowledge(query=ASKED), NothingKnown(own=True)], documents=documents)
    assert end_of(events) == Completed(status=Status.FAILED, draft=DOCUMENTS_UNREADABLE)


async def test_where_nothing_is_found_in_documents_that_were_asked_for_it_says_so() -> None:
    events, _ = await consult([NothingKnown(own=True)])
    assert end_of(events) == Completed(status=Status.DECLINED, draft=NOTHING_IN_DOCUMENTS)
