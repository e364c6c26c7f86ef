"""A message of several kinds: its parts, who answers which, and what is told where data science computes nothing."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from services.orchestrator.adapters.rules import RulesMind, patterns, synthesis
from services.orchestrator.adapters.rules.parting import parts_of
from services.orchestrator.domain.evidence import AgentStatus
from services.orchestrator.domain.plan import ROUTABLE, Agent, Part, Routing
from services.orchestrator.domain.sanitise import sanitise
from services.orchestrator.domain.understanding import Computable, NotMine, OwnNumbers, Partly, Topic, Understood
from tests.unit.orchestrator.mind.builders import answer, conversation, evidence, given

COMPUTED = Computable(said_back="something")
UNREAD = NotMine(topic=Topic.NOT_UNDERSTOOD, reason="I don't know what to make of that.", nearest="Ask me more.")
WITHOUT_COACH = frozenset({Agent.DATA_SCIENCE, Agent.DOMAIN_EXPERT})
MINE = OwnNumbers(said_back="your HRV", questions=(b"1",))


@pytest.mark.parametrize(
    ("message", "parts"),
    [
        ("How did I sleep? What is HRV?", ("How did I sleep?", "What is HRV?")),
        ("steps in May, and what does HRV tell", ("steps in May", "what does HRV tell")),
        ("show my steps and also my HRV", ("show my steps", "my HRV")),
        ("list my runs and suggest a stretch", ("list my runs", "suggest a stretch")),
        ("steps today, and btw do saunas help", ("steps today", "do saunas help")),
        ("How did I sleep last week?", ()),
        ("Steps and sleep in May", ()),
        ("Hm. What is HRV?", ()),
        ("Are scales any good? or is a tape better", ()),
        ("One a? Two b? Three c? Four d? Five e?", ()),
        ("", ()),
    ],
)
def test_a_message_is_cut_where_something_else_is_asked(message: str, parts: tuple[str, ...]) -> None:
    assert parts_of(message) == parts


async def routed(
    message: str, understood: Sequence[Understood], available: frozenset[Agent] = WITHOUT_COACH
) -> Routing:
    texts = RulesMind().parts(message)
    parts = [Part(text=text, understood=each) for text, each in zip(texts, understood, strict=True)]
    raw = await RulesMind().route(conversation(message), available, UNREAD, given(parts))
    return sanitise(raw, available)


async def test_parts_that_stand_alone_are_answered_at_once_each_by_its_own_agent() -> None:
    message = "How many steps did I walk in May, and what does HRV tell?"
    found = await routed(message, [COMPUTED, UNREAD])
    assert (found.main, found.beside) == (Agent.DATA_SCIENCE, (Agent.DOMAIN_EXPERT,))
    asked = await RulesMind().rephrase(conversation(message), found)
    assert asked.main == "How many steps did I walk in May"
    assert asked.supporting == {Agent.DOMAIN_EXPERT: "what does HRV tell?"}


async def test_a_part_that_points_back_is_asked_as_a_whole_and_told_what_was_computed() -> None:
    message = "How much deep sleep did I get this week and is that enough?"
    found = await routed(message, [COMPUTED, UNREAD])
    assert (found.main, found.first) == (Agent.DOMAIN_EXPERT, (Agent.DATA_SCIENCE,))
    asked = await RulesMind().rephrase(conversation(message), found)
    assert asked.main == message
    assert asked.supporting == {Agent.DATA_SCIENCE: "How much deep sleep did I get this week"}


async def test_a_coach_leads_where_a_part_asks_for_advice() -> None:
    message = "What is insulin resistance, and how can I lose weight?"
    found = await routed(message, [UNREAD, UNREAD], ROUTABLE)
    assert found.main is Agent.HEALTH_COACH
    assert Agent.DOMAIN_EXPERT in found.supporting


async def test_what_names_nothing_and_computes_nothing_is_asked_as_a_whole_of_everybody_concerned() -> None:
    message = "Is intermittent fasting safe, and how would I start?"
    found = await routed(message, [UNREAD, UNREAD], ROUTABLE)
    assert (found.main, found.supporting) == (Agent.HEALTH_COACH, (Agent.DOMAIN_EXPERT,))
    assert set(found.questions.values()) == {message}


@pytest.mark.parametrize(
    ("message", "understood"),
    [
        ("Is my HRV low? I feel fine today.", [Partly(said_back="x", unread="y"), UNREAD]),
        ("What is HRV? And what is REM sleep?", [UNREAD, UNREAD]),
        ("How did I sleep last week? How many steps did I walk?", [COMPUTED, COMPUTED]),
    ],
)
async def test_what_one_agent_answers_is_not_split(message: str, understood: Sequence[Understood]) -> None:
    assert (await routed(message, understood)).questions == {}


async def test_what_is_computed_as_a_whole_is_not_split() -> None:
    message = "How many steps did I walk in May, and how many in June?"
    parts = [Part(text=text, understood=UNREAD) for text in parts_of(message)]
    raw = await RulesMind().route(conversation(message), WITHOUT_COACH, COMPUTED, given(parts))
    assert raw == patterns.DATA


async def test_the_parts_of_what_is_computed_as_a_whole_are_not_read() -> None:
    async def parts() -> Sequence[Part]:
        raise AssertionError

    message = "How many steps did I walk in May, and how many in June?"
    assert await RulesMind().route(conversation(message), WITHOUT_COACH, COMPUTED, parts) == patterns.DATA


@pytest.mark.parametrize("own", [None, MINE])
async def test_what_may_be_asked_in_general_goes_to_the_expert_where_it_is_not_computed(own: OwnNumbers | None) -> None:
    missing = NotMine(topic=Topic.NOT_RECORDED, reason="Your records hold no drinks.", own_numbers=own)
    raw = await RulesMind().route(
        conversation("can a heat wave push up my resting heart rate?"), WITHOUT_COACH, missing
    )
    assert raw.main_agent == Agent.DOMAIN_EXPERT
    assert raw.instead == missing.reason


@pytest.mark.parametrize(
    "question",
    ["What will my HRV be in May?", "how many hours did I sleep on 14 May 2019", "is my HRV higher than Tom's"],
)
async def test_what_only_records_can_answer_is_declined_with_its_reason(question: str) -> None:
    raw = await RulesMind().route(conversation(question), WITHOUT_COACH, UNREAD)
    assert (raw.main_agent, raw.reply) == ("", "I don't know what to make of that. Ask me more.")


async def told(status: AgentStatus, *, instead: str, remark: str) -> str:
    expert = answer("Heat raises it.", agent=Agent.DOMAIN_EXPERT, status=status)
    found = replace(evidence(expert), instead=instead, remark=remark)
    return "".join(synthesis.compose(conversation("can heat do that?"), found))


async def test_the_reason_stands_behind_what_is_known_or_instead_of_nothing() -> None:
    reason = "Your records hold no weather."
    assert await told(AgentStatus.ANSWERED, instead=reason, remark=reason) == f"Heat raises it.\n\n{reason}"
    assert await told(AgentStatus.ANSWERED, instead=reason, remark="") == "Heat raises it."
    assert await told(AgentStatus.DECLINED, instead=reason, remark=reason) == reason


async def test_how_old_somebody_is_is_no_part_that_anybody_answers_by_itself() -> None:
    told = NotMine(topic=Topic.NOT_UNDERSTOOD, reason=UNREAD.reason, own_numbers=MINE)
    found = await routed("Is my HRV too low for me? I'm 60 and like to move", [told, told], frozenset(Agent))
    assert found.questions == {}
    assert Agent.HEALTH_COACH not in (found.main, *found.supporting)
