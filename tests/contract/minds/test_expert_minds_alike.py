"""What holds of a consultation whoever decides: one suite over the rules and over the model."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pytest

from amy.llm.messages import ModelCall
from amy.llm.messages import ToolCall as Asked
from amy.runtime.aloud import Aloud, silent
from services.domain_expert.adapters.model.inputs import MOST_STATEMENTS
from services.domain_expert.domain.case import Case
from services.domain_expert.domain.checking import checked
from services.domain_expert.domain.decisions import (
    MOST_TURNS,
    Answer,
    Decision,
    NothingKnown,
    Observed,
    SearchKnowledge,
)
from services.domain_expert.domain.events import Status, ToolCall, ToolResult
from services.domain_expert.ports import ExpertMind
from tests.unit.domain_expert.experts import HRV, FewPassages, found, passage
from tests.unit.domain_expert.model.thinking import WORDS, World, answers, call, end_of, looks_up, rules, thinking

ASKED = "How much sleep is normal?"
OWN = "Is my HRV normal?"
OF_LETTER = "What does my letter say about sleep?"
ELSEWHERE = "does sleep help against muscle soreness?"
CASES = (
    Case(user_id="ada", question=ASKED),
    Case(user_id="ada", question=OWN, own_numbers=(HRV,)),
    Case(user_id="ada", question=ELSEWHERE, earlier=("My name is Rose and my ferritin is 21.",)),
    Case(user_id="ada", question=OF_LETTER),
    Case(user_id="ada", question="What is the capital of France?"),
)


def says(asked: ModelCall) -> Sequence[Asked]:
    """A sensible model: it looks up, asks PubMed where nothing was found, and tells what was found."""
    told = "\n".join(outcome.text for one in asked.exchanges for outcome in one.outcomes)
    ids = re.findall(r"^id: (\S+)\nsource", told, re.MULTILINE)
    if not asked.exchanges:
        return [looks_up("sleep")]
    if len(asked.exchanges) == 1 and "ds-001.effect" in asked.prompt.data:
        return [call("range_compare", "t2", of="heart_rate_variability", claim="ds-001.effect")]
    if len(asked.exchanges) == 1 and not ids:
        return [call("ncbi_search", "t3", words="Muscle soreness of Rose 21")]
    return [answers(*([("Most adults need 7 hours.", ids[:1])] if ids else []))]


def rules_mind() -> ExpertMind:
    return rules()


def model_mind() -> ExpertMind:
    mind, _ = thinking(*[says] * 3)
    return mind


MINDS = pytest.mark.parametrize("new_mind", [rules_mind, model_mind])
QUESTIONS = pytest.mark.parametrize("case", CASES, ids=lambda case: case.question)
New = Callable[[], ExpertMind]


@MINDS
@QUESTIONS
async def test_it_ends_in_time_and_every_call_has_a_result(new_mind: New, case: Case) -> None:
    events = await World().consult(new_mind(), case)
    end_of(events)
    calls = [event.id for event in events if isinstance(event, ToolCall)]
    assert calls == [event.call_id for event in events if isinstance(event, ToolResult)]
    assert 1 <= len(calls) < MOST_TURNS


@MINDS
@QUESTIONS
async def test_it_looks_up_before_it_says_anything(new_mind: New, case: Case) -> None:
    assert isinstance(await new_mind().decide(case, []), SearchKnowledge)


@MINDS
@QUESTIONS
async def test_it_decides_alike_from_the_same_and_changes_nothing_of_what_was_seen(new_mind: New, case: Case) -> None:
    first = await new_mind().decide(case, [])
    assert isinstance(first, SearchKnowledge)
    seen = [replace(found(passage()), call=first)]
    assert await new_mind().decide(case, seen) == await new_mind().decide(case, tuple(seen))
    assert seen == [replace(found(passage()), call=first)]


@dataclass
class Watched:
    """Decides as another does, and remembers the answer with what it was given from."""

    mind: ExpertMind
    answer: Answer | None = None
    seen: tuple[Observed, ...] = ()

    async def decide(self, case: Case, seen: Sequence[Observed], *, aloud: Aloud = silent) -> Decision:
        decision = await self.mind.decide(case, seen, aloud=aloud)
        if isinstance(decision, Answer):
            self.answer, self.seen = decision, tuple(seen)
        return decision


@MINDS
@pytest.mark.parametrize("case", CASES[:2], ids=lambda case: case.question)
async def test_everything_that_it_says_may_be_said(new_mind: New, case: Case) -> None:
    mind = Watched(new_mind())
    await World().consult(mind, case)
    assert mind.answer is not None
    assert 1 <= len(mind.answer.statements) <= MOST_STATEMENTS
    for statement in mind.answer.statements:
        assert checked(Answer(statements=(statement,)), mind.seen, case.own_numbers).draft


@MINDS
async def test_what_it_answers_is_cited(new_mind: New) -> None:
    end = end_of(await World().consult(new_mind(), CASES[0]))
    assert end.status is Status.ANSWERED
    assert end.citations
    assert re.search(r"\[\d+\]", end.draft)


@MINDS
async def test_a_number_of_the_persons_is_told_by_reference_alone(new_mind: New) -> None:
    end = end_of(await World().consult(new_mind(), CASES[1]))
    assert end.status is Status.ANSWERED
    assert not re.search(r"\b42(?:\.0)? ?ms", end.draft)


@MINDS
async def test_where_nothing_here_answers_only_known_words_leave_and_no_number_or_name(new_mind: New) -> None:
    world = World(knowledge=FewPassages())
    await world.consult(new_mind(), CASES[2])
    assert world.sent
    assert {word for each in world.sent for word in each.split()} <= WORDS - {"rose"}


@MINDS
async def test_asked_what_a_document_says_nothing_general_is_said_and_nobody_elsewhere_asked(new_mind: New) -> None:
    world = World()
    end = end_of(await world.consult(new_mind(), CASES[3]))
    assert (end.status, world.sent) == (Status.DECLINED, [])


@MINDS
async def test_where_nothing_is_found_it_says_so(new_mind: New) -> None:
    world = World(knowledge=FewPassages())
    world.literature.articles_found = ()
    end = end_of(await world.consult(new_mind(), CASES[4]))
    assert end.status is Status.DECLINED
    assert end.citations == ()


@MINDS
async def test_what_the_model_said_does_not_decide_whether_two_decisions_are_the_same(new_mind: New) -> None:
    first = await new_mind().decide(CASES[0], [])
    assert first == replace(first, said=b"other")
    assert NothingKnown() != first
