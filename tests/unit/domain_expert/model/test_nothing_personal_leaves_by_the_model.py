"""Whatever a model asks for, nothing of a person leaves: its words go through the same door as those of the rules."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from amy.llm.messages import ToolCall
from services.domain_expert.adapters.model import Offered
from services.domain_expert.domain.case import Case, OwnNumber
from services.domain_expert.domain.documents.document import Chunk
from tests.unit.domain_expert.documents.own_documents import chunks
from tests.unit.domain_expert.experts import FewDocuments
from tests.unit.domain_expert.model.thinking import ALL, HIT, World, answers, call, end_of, looks_up, thinking

CASE = Case(
    user_id="ada",
    question="Does muscle soreness keep me from sleep?",
    earlier=("My name is Rose Quokka and my ferritin is 187.", "Dr Reading says so."),
    own_numbers=(
        OwnNumber(claim="ds-001.effect", of="ferritin", statistic="mean", value=187.0, unit="ng/mL"),
        OwnNumber(claim="ds-002.effect", of="resting_heart_rate", statistic="mean", value=62.0, unit="bpm"),
    ),
)
SEARCHES = ("ncbi_search", "web_search")
LETTER = chunks("Letter", "Muscle soreness and sleep: the depression is treated with statins in Quokkaberg.")


async def sent(*asked: ToolCall, case: Case = CASE, own: Sequence[Chunk] = (), offered: Offered = ALL) -> list[str]:
    """What somebody elsewhere was asked when the model asked for this after a look at what is known here."""
    world = World(documents=FewDocuments({"ada": own}))
    mind, driver = thinking(looks_up(), *asked, answers(), offered=offered)
    end_of(await world.consult(mind, case))
    driver.check()
    return world.sent


@pytest.mark.parametrize("tool", SEARCHES)
@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("muscle soreness", ["muscle soreness"]),
        ("Muscle soreness 187 one hundred 2026-03-14 anna@example.com march", ["muscle soreness"]),
        ("muscle soreness of rose", ["muscle soreness"]),
        ("muscle soreness reading", ["muscle soreness"]),
        ("muscle soreness quokka", ["muscle soreness"]),
        ("quokka lindqvist harbour street", []),
        ("ferritin of quokka is 187", []),
        ("rose", []),
        ("muscle soreness sixtytwo", ["muscle soreness"]),
    ],
)
async def test_only_general_words_that_are_known_leave(tool: str, words: str, left: list[str]) -> None:
    assert await sent(call(tool, "t2", words=words)) == left


@pytest.mark.parametrize("tool", SEARCHES)
@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("muscle soreness sleep", ["muscle soreness sleep"]),
        ("muscle soreness sleep depression", ["muscle soreness sleep"]),
        ("statins depression", []),
    ],
)
async def test_once_a_document_was_read_only_words_of_the_question_leave(
    tool: str, words: str, left: list[str]
) -> None:
    assert await sent(call(tool, "t2", words=words), own=LETTER) == left


async def test_without_a_document_the_model_may_search_in_words_of_its_own() -> None:
    assert await sent(call("ncbi_search", "t2", words="statins soreness")) == ["statins soreness"]


async def test_no_statistic_is_asked_for_once_a_document_was_read() -> None:
    asked = call("datacommons", "t2", variable="Percent_Person_Obesity", place="country/USA")
    assert await sent(asked) == ["Percent_Person_Obesity country/USA"]
    assert await sent(asked, own=LETTER) == []


@pytest.mark.parametrize(
    "given", [("Percent_Person_Obesity", "geoId/06075"), ("Percent_Person_Named_Rose", "country/USA")]
)
async def test_only_a_listed_statistic_is_asked_for(given: tuple[str, str]) -> None:
    variable, place = given
    assert await sent(call("datacommons", "t2", variable=variable, place=place)) == []


async def test_only_an_address_that_a_tool_returned_is_fetched() -> None:
    search = call("web_search", "t2", words="muscle soreness")
    made_up = call("web_fetch", "t3", address=f"{HIT.url}?ferritin=187")
    fetched = call("web_fetch", "t4", address=HIT.url)
    assert await sent(made_up) == []
    assert await sent(search, made_up, fetched) == ["muscle soreness", HIT.url]


@pytest.mark.parametrize(
    "asked",
    [
        call("ncbi_search", "t2", words="muscle soreness"),
        call("web_search", "t2", words="muscle soreness"),
        call("web_fetch", "t2", address="https://sleep.example/1"),
        call("datacommons", "t2", variable="Percent_Person_Obesity", place="country/USA"),
        call("send_mail", "t2", to="x"),
    ],
    ids=lambda each: each.name,
)
async def test_a_tool_that_was_not_offered_is_not_used_although_it_is_asked_for(asked: ToolCall) -> None:
    assert await sent(asked, offered=Offered()) == []


async def test_what_the_rules_search_for_after_the_model_fails_is_what_they_would_have_sent() -> None:
    with_rules = World()
    mind, _ = thinking("prose", "prose")
    await with_rules.consult(mind, replace(CASE, question="What helps muscle soreness of Rose 187 quokka?"))
    assert {word for each in with_rules.sent for word in each.split()} <= {"muscle", "soreness"}
