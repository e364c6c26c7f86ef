"""Each prompt as it is sent, byte by byte; that no text from outside leaves its fence; and how long it can get."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from amy.llm.messages import Rendered
from services.orchestrator.adapters.model import prompts
from services.orchestrator.domain.conversation import Conversation, Message
from services.orchestrator.domain.evidence import (
    AgentAnswer,
    AgentStatus,
    Citation,
    Evidence,
    Fact,
    FindingSummary,
    Verdict,
)
from services.orchestrator.domain.plan import Agent, Routing
from services.orchestrator.domain.understanding import NotMine, OwnNumbers, Topic
from tests.prompts import HOSTILE, expect_as_reviewed, expect_bounded, expect_fenced, expect_kept

GOLDENS: Final = Path(__file__).parent / "goldens"
MOST_CHARACTERS: Final = 90_000
"""Of the data of any prompt, however much a person has said and however much is known: some 22,000 tokens."""


def evidence_of(text: str, *, times: int = 1) -> Evidence:
    answer = AgentAnswer(
        agent=Agent.DATA_SCIENCE,
        question=text,
        status=AgentStatus.ANSWERED,
        draft=text * times,
        citations=(Citation(title=text, publisher=text, url="", doi="", text=text * times),) * times,
    )
    finding = FindingSummary(
        id="ds-001",
        kind="association",
        claim=text,
        feature="sleep_minutes",
        target="steps",
        verdict=Verdict.CONDITIONAL,
        reason=text,
        mechanism=text,
        strategy=text,
    )
    fact = Fact(
        claim="ds-001.effect",
        value=-0.374,
        unit=None,
        source="data_science",
        n=87,
        window="last 90 days",
        verdict=Verdict.CONDITIONAL,
    )
    return Evidence(
        main=answer,
        supporting=(answer,),
        reflection=(),
        findings=(finding,) * times,
        fact_sheet=(fact,) * times,
        memory_summary=text * times,
        instead=text,
    )


def conversation_of(text: str, *, times: int = 1) -> Conversation:
    said = [Message(role="user" if at % 2 else "assistant", content=text * times) for at in range(2 * times)]
    return Conversation(messages=(*said, Message(role="user", content=text * times)))


def rendered(text: str, *, times: int = 1) -> Mapping[str, Rendered]:
    conversation, evidence = conversation_of(text, times=times), evidence_of(text, times=times)
    routing = Routing(main=Agent.DOMAIN_EXPERT, supporting=(Agent.DATA_SCIENCE,))
    not_mine = NotMine(
        topic=Topic.KNOWLEDGE, reason=text, own_numbers=OwnNumbers(said_back=text, questions=(), asked=False)
    )
    return {
        "vagueness": prompts.render_vagueness(text * times),
        "router": prompts.render_router(conversation, list(Agent), not_mine, has_goal=True),
        "rephrase": prompts.render_rephrase(conversation, routing),
        "reflection": prompts.render_reflection(conversation, [evidence.main]),
        "synthesis": prompts.render_synthesis(conversation, evidence),
        "fallback": prompts.render_fallback(
            conversation, memory_summary=text * times, remembers=True, known_metrics=("steps",)
        ),
        "rewrite": prompts.render_rewrite(text * times, [text], evidence),
        "memory": prompts.render_memory(conversation),
    }


PURPOSES: Final = sorted(rendered("x"))


@pytest.mark.parametrize("purpose", PURPOSES)
def test_a_prompt_is_sent_as_it_was_reviewed(purpose: str) -> None:
    expect_as_reviewed(rendered("Is my pulse ok?")[purpose], GOLDENS / f"{purpose}.txt")


@pytest.mark.parametrize("purpose", PURPOSES)
def test_no_text_from_outside_ends_its_fence(purpose: str) -> None:
    expect_fenced(rendered(HOSTILE)[purpose], rendered("x")[purpose])


@pytest.mark.parametrize("purpose", PURPOSES)
def test_a_prompt_grows_no_longer_than_it_may(purpose: str) -> None:
    long, longer = (rendered("word " * 20, times=times)[purpose].data for times in (250, 500))
    expect_bounded(long, longer, most=MOST_CHARACTERS)


@pytest.mark.parametrize("purpose", PURPOSES)
def test_what_is_kept_between_calls_holds_no_date_and_no_id(purpose: str) -> None:
    expect_kept(rendered("x")[purpose])


def test_how_sure_what_only_code_could_compute_is_is_left_to_be_said_below() -> None:
    known = evidence_of("Is my pulse ok?")
    (finding,) = known.findings
    once = replace(finding, by_code=True, reason="Nothing has computed it a second time.")
    prompt = prompts.render_synthesis(conversation_of("x"), replace(known, findings=(once,)))
    assert "Amy says below the answer" in prompt.data
    assert once.reason not in prompt.data
