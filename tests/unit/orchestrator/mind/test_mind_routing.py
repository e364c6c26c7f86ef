import time

import pytest

from services.orchestrator.adapters.rules import RulesMind, routing
from services.orchestrator.domain.numbers import user_facts
from services.orchestrator.domain.plan import ROUTABLE, Agent, RawRouting
from services.orchestrator.domain.sanitise import sanitise
from services.orchestrator.domain.understanding import Computable, NotMine, Partly, Topic, Understood
from tests.unit.orchestrator.mind.builders import conversation

ONLY_DATA = frozenset({Agent.DATA_SCIENCE})
ALL_OF_IT = Computable(said_back="something")
SOME_OF_IT = Partly(said_back="something", unread="I leave out the rest.")
NEAREST = "You could ask: “What was my average step count last month?”"


def not_mine(topic: Topic, reason: str = "I don't know what to make of that.") -> NotMine:
    return NotMine(topic=topic, reason=reason, nearest=NEAREST)


async def routed(question: str, understood: Understood | None, available: frozenset[Agent] = ROUTABLE) -> RawRouting:
    return await RulesMind().route(conversation(question), available, understood)


@pytest.mark.parametrize(
    "question",
    [
        "What was my average HRV last week?",
        "And last week?",
        "how good was my sleep compared to normal, what should my steps be on days I feel bad",
        "did my battery of runs in the app get longer",
        "thanks, and how many steps was it in May",
    ],
)
async def test_what_is_computable_goes_to_data_science_alone_whatever_its_words(question: str) -> None:
    assert await routed(question, ALL_OF_IT) == routing.DATA


@pytest.mark.parametrize(
    ("question", "pattern"),
    [
        ("What was my HRV last week? Should I rest?", routing.ADVICE_ON_DATA),
        ("I have asthma. How much did I run last week, and how can I run more?", routing.ADVICE_ON_DATA_AND_KNOWLEDGE),
        ("How did I sleep last week and is that healthy?", routing.DATA_AND_KNOWLEDGE),
        ("How did I sleep last week and on the moon?", routing.DATA),
    ],
)
async def test_what_is_partly_computable_is_data_science_supporting_who_can_say_the_rest(
    question: str, pattern: RawRouting
) -> None:
    assert await routed(question, SOME_OF_IT) == pattern
    assert await routed(question, SOME_OF_IT, ONLY_DATA) == routing.DATA


@pytest.mark.parametrize("topic", [Topic.NOT_RECORDED, Topic.NOT_UNDERSTOOD, Topic.NOT_COMPUTABLE])
async def test_what_cannot_be_computed_is_told_with_its_reason_and_one_suggestion(topic: Topic) -> None:
    reason = "I can't tell: there is no swim on record."
    raw = await routed("How far did I swim?", not_mine(topic, reason))
    assert sanitise(raw, ROUTABLE).main is None
    assert sanitise(raw, ROUTABLE).reply == f"{reason} {NEAREST}"
    assert len(raw.reply.split()) <= 35


@pytest.mark.parametrize(
    ("question", "topic", "reply"),
    [
        ("How can I lower my resting heart rate?", Topic.ADVICE, routing.NO_ADVICE),
        ("Help me build a morning routine", Topic.NOT_UNDERSTOOD, routing.NO_ADVICE),
        ("Why did my HRV drop?", Topic.KNOWLEDGE, routing.NO_KNOWLEDGE),
        ("Can melatonin help with jet lag?", Topic.NOT_UNDERSTOOD, routing.NO_KNOWLEDGE),
        ("Is my resting heart rate too high?", Topic.NOT_UNDERSTOOD, routing.NO_JUDGEMENT),
        ("do I sleep enough", Topic.NOT_UNDERSTOOD, routing.NO_JUDGEMENT),
        ("Was war mein Puls gestern?", Topic.OTHER_LANGUAGE, "I don't know what to make of that."),
    ],
)
async def test_what_nobody_here_can_say_is_told_in_one_sentence(question: str, topic: Topic, reply: str) -> None:
    routing_ = sanitise(await routed(question, not_mine(topic)), ONLY_DATA)
    assert routing_.main is None
    assert routing_.reply == reply


async def test_who_is_installed_answers_what_is_theirs() -> None:
    assert await routed("Help me build a routine", not_mine(Topic.ADVICE)) == routing.ADVICE
    assert await routed("What causes high blood pressure?", not_mine(Topic.KNOWLEDGE)) == routing.KNOWLEDGE


@pytest.mark.parametrize("understood", [None, ALL_OF_IT, not_mine(Topic.NOT_UNDERSTOOD)])
@pytest.mark.parametrize(
    "question", ["Hello!", "Thanks!", "ok", "good night", "My goal is to sleep eight hours every night. Thanks!"]
)
async def test_small_talk_is_a_conversation_whatever_is_made_of_it(
    question: str, understood: Understood | None
) -> None:
    assert await routed(question, understood) == routing.FALLBACK


@pytest.mark.parametrize("understood", [None, not_mine(Topic.NOT_UNDERSTOOD)])
@pytest.mark.parametrize(
    "question",
    [
        "What can you do?",
        "How do I sync my watch?",
        "What do you remember about me?",
        "Is anything interesting in my data?",
    ],
)
async def test_questions_about_amy_and_for_anything_at_all_are_a_conversation(
    question: str, understood: Understood | None
) -> None:
    assert await routed(question, understood) == routing.FALLBACK


@pytest.mark.parametrize("question", ["What is heart rate variability?", "What's LDL?"])
async def test_what_a_thing_is_asks_for_knowledge_and_not_for_its_average(question: str) -> None:
    assert await routed(question, ALL_OF_IT) == routing.KNOWLEDGE


@pytest.mark.parametrize(
    ("question", "pattern"),
    [
        ("What was my average HRV last week?", routing.DATA),
        ("And over the last 7 days?", routing.DATA),
        ("Is my HRV normal?", routing.DATA_AND_KNOWLEDGE),
        ("How can I lower my resting heart rate?", routing.ADVICE_ON_DATA),
        ("What causes high blood pressure?", routing.KNOWLEDGE),
        ("Help me build a morning routine", routing.ADVICE_ON_DATA),
    ],
)
async def test_without_being_told_what_is_understood_a_question_goes_by_its_words(
    question: str, pattern: RawRouting
) -> None:
    assert await routed(question, None) == pattern
    if pattern is not routing.KNOWLEDGE:
        assert sanitise(await routed(question, None), ONLY_DATA).main is Agent.DATA_SCIENCE


@pytest.mark.parametrize("piece", ["please ", "my ", "how can i ", ", ", "1 to ", "a1", " ", "[", "thanks! "])
async def test_a_very_long_message_is_read_quickly(piece: str) -> None:
    """Every pattern here meets text of the user's making; none may take time that grows out of hand."""
    message = piece * (60_000 // len(piece))
    mind = RulesMind()
    began = time.perf_counter()
    await mind.classify_vagueness(message)
    for understood in (None, SOME_OF_IT, not_mine(Topic.NOT_UNDERSTOOD)):
        await mind.route(conversation(message), ROUTABLE, understood)
    await mind.extract_memories(message, "")
    user_facts(message)
    assert time.perf_counter() - began < 10
