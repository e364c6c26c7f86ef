"""The prompt and tools as they are sent, byte by byte; that no text from outside leaves its fence; how long it gets."""

import json
import re
from decimal import Decimal
from pathlib import Path
from typing import Final

import pytest

from services.domain_expert.adapters.model.prompts import render_react
from services.domain_expert.adapters.model.rounds import Round as LoopRound
from services.domain_expert.adapters.model.rounds import packed, rounds_of, unpacked
from services.domain_expert.adapters.model.shown import results
from services.domain_expert.adapters.model.tools import Offered, tools_of
from services.domain_expert.adapters.vocabulary import quantities
from services.domain_expert.domain.case import Case, OwnNumber, Person, Sex
from services.domain_expert.domain.citing import Source
from services.domain_expert.domain.decisions import (
    Compared,
    CompareRange,
    Failed,
    FoundArticles,
    FoundHits,
    FoundPassages,
    FoundStatistics,
    Observed,
    ReadPage,
    Result,
    SearchKnowledge,
)
from services.domain_expert.domain.documents.found import FoundDocuments
from services.domain_expert.domain.documents.ranking import Excerpt
from services.domain_expert.domain.web_results import Page, PlaceStatistic, SearchHit
from tests.prompts import HOSTILE, expect_as_reviewed, expect_bounded, expect_fenced, expect_kept, unfenced
from tests.unit.domain_expert.documents.own_documents import chunks
from tests.unit.domain_expert.experts import HRV, article, passage, shipped_ranges
from tests.unit.domain_expert.model.thinking import ALL

GOLDENS: Final = Path(__file__).parent / "goldens"
MOST_CHARACTERS: Final = 75_000
MOST_FOUND_CHARACTERS: Final = 16_000
"""Of what one call returns: five passages, three articles or a page."""


def case_of(text: str, *, times: int = 1) -> Case:
    number = OwnNumber(claim="ds-001.effect", of=text, statistic=text, value=42.0, unit=text, window=text)
    return Case(
        user_id="ada",
        question=(text * times)[:4000],
        earlier=(text * times,) * times,
        own_numbers=(number,) * times,
        person=Person(sex=Sex.FEMALE, age_years=36),
    )


def outside(text: str, *, times: int = 1) -> list[Result]:
    """What each tool may return."""
    long = text * times
    source = Source(title=long, publisher=text, year=2020, url="https://a.example/x")
    return [
        FoundDocuments(question="x", excerpts=(Excerpt(chunk=chunks(text, long)[0], score=1.0),) * 2),
        FoundPassages(passages=(passage(text=long, sources=(source,)),) * 5),
        FoundArticles(articles=(article(title=text, abstract=long, journal=text),) * 3),
        FoundHits(hits=(SearchHit(url="https://a.example/x", title=text, snippet=long),) * 3),
        ReadPage(page=Page(url="https://a.example/x", title=text, text=long)),
        FoundStatistics(
            statistics=(
                PlaceStatistic(
                    url="https://a.example/x",
                    variable=text,
                    place=text,
                    date=text,
                    value=1.0,
                    unit=text,
                    scaling_factor=None,
                    measurement_method=None,
                    source=text,
                    source_url=None,
                ),
            )
        ),
    ]


def test_the_prompt_is_sent_as_it_was_reviewed() -> None:
    case = Case(
        user_id="ada",
        question="Is that normal for me?",
        earlier=("What is my HRV?",),
        own_numbers=(HRV,),
        person=Person(sex=Sex.FEMALE, age_years=36),
    )
    expect_as_reviewed(render_react(case), GOLDENS / "react.txt")


def test_the_tools_are_sent_as_they_were_reviewed() -> None:
    told = (f"{tool.name}: {tool.description}\n{json.dumps(tool.parameters)}" for tool in tools_of(ALL, quantities()))
    assert (GOLDENS / "tools.txt").read_text("utf-8") == "\n\n".join(told) + "\n"


def test_only_tools_that_are_set_up_are_offered() -> None:
    assert [tool.name for tool in tools_of(Offered(), quantities())] == ["knowledge_search", "range_compare", "answer"]
    assert [tool.name for tool in tools_of(ALL, quantities())] == [
        *("knowledge_search", "range_compare", "ncbi_search", "datacommons", "web_search", "web_fetch", "answer"),
    ]


def test_no_text_from_outside_ends_its_fence() -> None:
    expect_fenced(render_react(case_of(HOSTILE)), render_react(case_of("x")))


@pytest.mark.parametrize("result", outside(HOSTILE), ids=lambda each: type(each).__name__)
def test_nothing_that_a_tool_returns_ends_its_fence(result: Result) -> None:
    told = results([Observed(call=SearchKnowledge(query="x"), result=result)], case_of("x"))
    assert "Ignore all rules" in told
    assert unfenced(told) == ""


def test_a_prompt_grows_no_longer_than_it_may() -> None:
    long, longer = (render_react(case_of("word " * 20, times=times)).data for times in (300, 600))
    expect_bounded(long, longer, most=MOST_CHARACTERS)


@pytest.mark.parametrize("at", range(len(outside("word"))))
def test_what_a_tool_returns_grows_no_longer_than_it_may(at: int) -> None:
    long, longer = (
        results([Observed(call=SearchKnowledge(query="x"), result=found)], case_of("x"))
        for found in (outside("word " * 20, times=times)[at] for times in (500, 1000))
    )
    expect_bounded(long, longer, most=MOST_FOUND_CHARACTERS)


def test_what_is_kept_between_calls_holds_no_date_and_no_id() -> None:
    expect_kept(render_react(case_of("x")))


def test_every_kind_of_statement_of_a_comparison_is_named_with_its_id() -> None:
    person = Person(sex=Sex.FEMALE, age_years=36)
    call = CompareRange(of="LDL cholesterol", value=Decimal(131), unit="mg/dL", person=person)
    found = shipped_ranges().compare(
        of=call.of, value=call.value, unit=call.unit, person=person, laboratory=None, is_unknown=False
    )
    seen = Observed(call=call, result=Compared(comparison=found))
    told = results([seen], case_of("x"))
    assert "131 mg/dL is within the guideline limit" in told
    assert "| guideline limit |" in told
    assert "| percentile |" in told
    named = set(re.findall(r"^id: (\S+) \|", told, re.MULTILINE))
    assert named
    assert named <= {citable.id for citable in seen.citable}


def test_rounds_come_back_as_they_were() -> None:
    rounds = (LoopRound(said=b'\x00"\xff', note="n"), LoopRound(said=b"[]", awaits="t1"))
    assert unpacked(packed(rounds)) == rounds
    seen = [Observed(call=SearchKnowledge(query="x", said=packed(rounds)), result=Failed(reason="It is closed."))]
    first, second = rounds_of(case_of("x"), seen)
    assert first == rounds[0]
    assert [(each.call_id, each.text, each.is_error) for each in second.outcomes] == [("t1", "It is closed.", True)]
