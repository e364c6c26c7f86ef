"""What is for one specialist by its words alone."""

import pytest

from services.orchestrator.adapters.rules.mind import RulesMind
from services.orchestrator.adapters.rules.patterns import ADVICE, FALLBACK, VAGUE, WHY_SO
from services.orchestrator.domain.conversation import Conversation, Message
from services.orchestrator.domain.plan import Agent, Part, RawRouting
from services.orchestrator.domain.sanitise import sanitise
from services.orchestrator.domain.understanding import Computable, NotMine, Topic, Understood
from tests.unit.orchestrator.mind.builders import given

ALL = frozenset(Agent)
UNREAD = NotMine(topic=Topic.NOT_UNDERSTOOD, reason="I cannot read that.")
COMPUTED = Computable(said_back="Your steps.")
KNOWN = NotMine(topic=Topic.KNOWLEDGE, reason="That is a question about health in general.")


def talk(*said: str) -> Conversation:
    """The person speaks first, and last."""
    roles = ("user", "assistant")
    return Conversation(
        messages=tuple(Message(role=roles[at % 2], content=text) for at, text in enumerate(said))  # type: ignore[arg-type]
    )


async def routed(conversation: Conversation, understood: Understood, available: frozenset[Agent] = ALL) -> RawRouting:
    return await RulesMind().route(conversation, available, understood)


@pytest.mark.parametrize(
    "question",
    [
        "why am i so tired?",
        "Why do I always feel drained lately",
        "im exhausted all the time, whats going on",
        "no energy, why",
    ],
)
async def test_why_somebody_has_no_energy_is_looked_into_with_what_is_known_beside_it(question: str) -> None:
    raw = await routed(talk(question), KNOWN)
    assert raw is WHY_SO
    routing = sanitise(raw, ALL)
    assert (routing.main, routing.supporting) == (Agent.INVESTIGATOR, (Agent.DOMAIN_EXPERT,))


@pytest.mark.parametrize(
    "question",
    [
        "walk more",
        "fewer crisps please",
        "paint again",
        "quit biting my lips",
        "My physio says I should stretch in the mornings because of my back",
        "i'd love to learn the cello, my flat is tiny though",
        "I hardly paint anymore, it used to calm me",
        "Writing again would be lovely",
    ],
)
async def test_what_somebody_means_to_do_is_for_the_coach_however_it_is_put(question: str) -> None:
    assert await routed(talk(question), KNOWN) is ADVICE


@pytest.mark.parametrize("question", ["more steps than last week", "better sleep this month?", "show me more"])
async def test_a_comparison_is_no_wish(question: str) -> None:
    assert await routed(talk(question), COMPUTED) is not ADVICE


async def test_a_bare_wish_is_one_at_the_beginning_of_a_conversation() -> None:
    assert await routed(talk("walk more"), COMPUTED) is ADVICE
    assert await routed(talk("What was my average step count?", "It was 7,000.", "walk more"), COMPUTED) is not ADVICE


async def test_who_forgets_one_thing_for_another_asks_nothing_of_memory() -> None:
    told = talk("I want to walk more", "How does that sound to you?", "forget the steps, I'd rather sleep better")
    assert await RulesMind().asked_of_memory(told) is None
    assert await RulesMind().asked_of_memory(talk("forget my job")) is not None


async def test_without_records_or_an_investigator_only_what_is_known_is_told() -> None:
    question = talk("why am i so tired?")
    nothing = NotMine(topic=Topic.NO_RECORDS, reason="Nothing is on record yet.")
    assert (await routed(question, nothing)).main_agent == Agent.DOMAIN_EXPERT.value
    assert (await routed(question, KNOWN, ALL - {Agent.INVESTIGATOR})).main_agent == Agent.DOMAIN_EXPERT.value


@pytest.mark.parametrize(
    "question", ["How am I doing?", "anything unusual?", "summary of my week", "weekly report please"]
)
async def test_an_open_look_is_the_investigators_where_there_is_one(question: str) -> None:
    raw = await routed(talk(question), UNREAD)
    assert raw is VAGUE
    assert sanitise(raw, ALL).main is Agent.INVESTIGATOR
    assert sanitise(raw, ALL - {Agent.INVESTIGATOR}).main is None


@pytest.mark.parametrize("answer", ["work, mostly", "yes", "ok sure", "no, evenings are bad"])
async def test_who_answers_the_coachs_question_goes_on_with_the_coach(answer: str) -> None:
    asked = "Your nights are short [1]. What gets in the way?\n\nSources:\n1. Sleep, NHS"
    said = talk("I want to sleep better", asked, answer)
    assert await routed(said, UNREAD) is ADVICE
    assert (await routed(said, UNREAD, ALL - {Agent.HEALTH_COACH})) is not ADVICE


async def test_whom_to_call_below_the_coachs_question_does_not_end_the_conversation() -> None:
    asked = "That sounds hard. What gets in the way?\n\nAnd if things are heavy right now, call:\n\n- anybody"
    assert await routed(talk("I want to sleep better", asked, "the late meetings"), UNREAD) is ADVICE


async def test_an_answer_to_the_coach_is_not_taken_apart() -> None:
    said = talk("I want to sleep better", "What gets in the way?", "meds wear off at 6 and then it's chaos")
    parts = [Part(text=text, understood=UNREAD) for text in ("meds wear off at 6", "then it's chaos")]
    assert await RulesMind().route(said, ALL, UNREAD, given(parts)) is ADVICE


@pytest.mark.parametrize(
    "reply", ["hm, why would that help?", "yes but only on two days for now", "no, make it easier", "only mondays then"]
)
async def test_who_goes_on_about_what_was_just_agreed_on_is_the_coachs(reply: str) -> None:
    agreed = "It's agreed: you read a few calm pages. Your goal is 3 days a week."
    assert await routed(talk("I want to sleep better", agreed, reply), UNREAD) is ADVICE
    assert await routed(talk("I want to sleep better", agreed, "What is a normal blood pressure?"), KNOWN) is not ADVICE


@pytest.mark.parametrize(
    "question", ["hi, how am i getting on?", "back again. steps update?", "Dog walks, how are we doing?"]
)
async def test_who_has_a_goal_and_asks_how_it_goes_is_the_coachs(question: str) -> None:
    mind = RulesMind()
    assert await mind.route(talk(question), ALL, UNREAD, has_goal=True) is ADVICE
    assert await mind.route(talk(question), ALL, UNREAD) is not ADVICE
    assert await mind.route(talk("How am I doing?"), ALL, UNREAD, has_goal=True) is VAGUE


@pytest.mark.parametrize(
    "message",
    [
        "cant fall asleep b4 1am, exams in june. wanna fix my bedtime",
        "more steps pls. i do like 4k",
        "I'm in week 20 and would like to stay active",
        "I'm moody and want more daylight. Office has no window.",
        "can you be my accountability buddy for stretching",
    ],
)
async def test_a_wish_to_change_something_is_the_coachs(message: str) -> None:
    assert await routed(talk(message), UNREAD) is ADVICE


@pytest.mark.parametrize("message", ["I want to know my average steps", "I'd like to see more of my data"])
async def test_a_wish_to_know_something_is_not(message: str) -> None:
    assert await routed(talk(message), UNREAD) is not ADVICE


async def test_a_new_question_of_the_records_is_computed_in_the_middle_of_coaching() -> None:
    said = talk("I want to sleep better", "What gets in the way?", "what was my average sleep last week?")
    computable = Computable(said_back="Your average sleep duration last week.")
    assert (await routed(said, computable)).main_agent == Agent.DATA_SCIENCE.value


async def test_who_says_a_goal_is_coached_where_there_is_a_coach_and_thanked_where_there_is_none() -> None:
    said = talk("My goal is to sleep eight hours every night. Thanks!")
    assert await routed(said, UNREAD) is ADVICE
    assert (await routed(said, UNREAD, ALL - {Agent.HEALTH_COACH})) is FALLBACK


@pytest.mark.parametrize("question", ["how am i doing with my goal?", "am i on track?", "Did I reach my step goal?"])
async def test_how_far_somebody_has_come_is_the_coachs(question: str) -> None:
    assert await routed(talk(question), UNREAD) is ADVICE
    computable = Computable(said_back="Your steps.")
    assert (await routed(talk(question), computable)).main_agent == Agent.DATA_SCIENCE.value


@pytest.mark.parametrize(
    "wish", ["I use a wheelchair and would like to be fitter", "I'm blind and i'd like to do more sport"]
)
async def test_a_wish_beside_a_fact_is_coached(wish: str) -> None:
    assert await routed(talk(wish), UNREAD) is ADVICE


@pytest.mark.parametrize("line", ["hi, how am i getting on?", "no that wont work at the call centre", "back again"])
async def test_who_comes_back_to_what_was_agreed_is_coached(line: str) -> None:
    said = talk("I want to walk more", "It's agreed: you walk after lunch. We look at it again soon.", line)
    assert await routed(said, UNREAD) is ADVICE
    assert await routed(talk("hello", "Hello, I'm Amy.", line), UNREAD) is not ADVICE


async def test_who_says_thank_you_to_what_was_agreed_is_answered_as_always() -> None:
    said = talk("I want to walk more", "It's agreed: you walk after lunch. We look at it again soon.", "ok thanks")
    assert await routed(said, UNREAD) is FALLBACK
