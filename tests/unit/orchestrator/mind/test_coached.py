"""Whoever asks something of a coach is told what is known of it before they are asked back."""

from dataclasses import replace

import pytest

from services.orchestrator.adapters.rules import RulesMind, patterns
from services.orchestrator.adapters.rules.coached import known_first, short
from services.orchestrator.adapters.rules.specialists import WHICH_AIMS, asks_for_aims, asks_to_know
from services.orchestrator.domain.evidence import AgentAnswer, Citation
from services.orchestrator.domain.plan import Agent, Part
from services.orchestrator.domain.understanding import Computable, NotMine, Topic
from tests.unit.orchestrator.mind.builders import answer, conversation, evidence, given
from tests.unit.orchestrator.mind.test_mind_synthesis import told

ALL = frozenset(Agent)
TEA = "When is the last cup of tea all right before bed?"
COACH = answer("You'd like to sleep better. What gets in the way?", agent=Agent.HEALTH_COACH)
CUP = Citation(title="Tea", publisher="A journal", url="", doi="", text="Six hours.")


def known(draft: str, question: str = TEA) -> AgentAnswer:
    return replace(answer(draft, agent=Agent.DOMAIN_EXPERT), question=question, citations=(CUP,))


async def test_what_is_known_of_a_question_comes_before_what_the_coach_says() -> None:
    found = replace(evidence(COACH), reflection=(known("Have the last tea some hours before bed [1]."),))
    said = await told(found, TEA)
    assert said.index("Have the last tea") < said.index("You'd like") < said.index("What gets in the way?")


async def test_what_is_known_is_told_in_brief_so_that_the_coachs_step_stays_whole() -> None:
    step = f"You'd like to sleep better. One way is to {'read and ' * 20}rest. What gets in the way?"
    kinds = ["green", "black", "white", "herbal", "iced", "strong", "weak", "sweet"]
    more = " ".join(f"Tea that is {kind} keeps many people awake for long." for kind in kinds)
    long = f"Have the last tea some hours before bed. {more} It holds caffeine [1]."
    coach = answer(step, agent=Agent.HEALTH_COACH)
    said = await told(replace(evidence(coach), reflection=(known(long),)), TEA)
    assert "Have the last tea some hours before bed." in said
    assert "It holds caffeine" not in said
    assert known_first([coach, known(long)])[0].draft.endswith("awake for long [1].")
    assert "read and rest." in said


async def test_what_takes_up_nothing_of_the_question_is_not_told_beside_a_coach() -> None:
    found = replace(evidence(COACH), reflection=(known("Rowing strengthens the back [1]."),))
    assert "Rowing" not in await told(found, TEA)


def test_of_a_coach_who_would_make_it_long_the_own_numbers_stay() -> None:
    coach = f"You could walk {'and walk ' * 60}more. You walked {{{{hc-001.effect}}}} a day."
    assert short([f"Known {'and known ' * 50}[1].", coach])[1] == "You walked {{hc-001.effect}} a day."


@pytest.mark.parametrize("question", [TEA, "show me how to stretch", "How accurate is it?", "give me a cool-down"])
async def test_a_question_to_the_coach_goes_to_the_expert_too(question: str) -> None:
    assert asks_to_know(question)
    reflection = await RulesMind().reflect(conversation(question), [COACH])
    assert reflection.questions == {Agent.DOMAIN_EXPERT: question}


@pytest.mark.parametrize(
    "wish", ["I want to feel rested", "How can I get fitter?", "30 min more sleep, why: I'm grumpy; I like tea. So?"]
)
async def test_a_wish_is_the_coachs_alone(wish: str) -> None:
    assert (await RulesMind().reflect(conversation(wish), [COACH])).questions == {}


@pytest.mark.parametrize(
    "question", ["Which targets would you set for me?", "What should I focus on for my overall health?"]
)
async def test_asked_what_to_aim_for_the_aims_and_the_own_numbers_are_looked_up(question: str) -> None:
    assert asks_for_aims(question)
    assert not asks_for_aims("Which target for my steps would you set?")
    reflection = await RulesMind().reflect(conversation(question), [COACH])
    assert reflection.questions[Agent.DOMAIN_EXPERT] == WHICH_AIMS
    assert "sleep duration" in reflection.questions[Agent.DATA_SCIENCE]


async def test_who_wants_to_know_where_they_stand_among_others_is_compared_by_what_is_on_record() -> None:
    unread = NotMine(topic=Topic.NOT_UNDERSTOOD, reason="I don't know.")
    raw = await RulesMind().route(conversation("How do I rank among people of my age?"), ALL, unread)
    assert raw == patterns.AMONG_OTHERS


async def test_asked_whether_a_weight_is_kept_what_counts_as_kept_is_told_beside_the_change() -> None:
    read = Computable(said_back="The change of your weight.")
    raw = await RulesMind().route(conversation("Has my weight been stable?"), ALL, read)
    assert (raw.main_agent, raw.supporting_agents) == ("data_science", ("domain_expert",))


async def test_a_part_that_asks_for_what_nobody_has_recorded_is_answered_by_that() -> None:
    question = "Is tea bad for sleep in general, and do I drink too much?"
    reason = "I can't tell: your records hold nothing about what you drink."
    knowledge = NotMine(topic=Topic.KNOWLEDGE, reason="That is general.")
    parts = [
        Part(text="Is tea bad for sleep in general", understood=knowledge),
        Part(text="do I drink too much?", understood=NotMine(topic=Topic.NOT_RECORDED, reason=reason)),
    ]
    raw = await RulesMind().route(conversation(question), ALL, knowledge, given(parts))
    assert raw.remark == reason
    assert (await RulesMind().route(conversation(question), ALL, knowledge, given(parts[:1]))).remark == ""
