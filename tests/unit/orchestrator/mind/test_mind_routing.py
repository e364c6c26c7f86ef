import time
from dataclasses import replace

import pytest

from services.orchestrator.adapters.rules import RulesMind, patterns
from services.orchestrator.adapters.rules.languages import OTHER_LANGUAGE
from services.orchestrator.domain.numbers import user_facts
from services.orchestrator.domain.plan import ROUTABLE, Agent, RawRouting
from services.orchestrator.domain.sanitise import sanitise
from services.orchestrator.domain.understanding import Computable, NotMine, OwnNumbers, Partly, Topic, Understood
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
        "how good was my sleep last week compared to the week before",
        "on which days did I walk more than I should",
        "did my battery of runs in the app get longer",
        "thanks, and how many steps was it in May",
        "I'd like the total of my steps last week",
    ],
)
async def test_what_is_computable_goes_to_data_science_alone_whatever_its_words(question: str) -> None:
    assert await routed(question, ALL_OF_IT) == patterns.DATA


@pytest.mark.parametrize(
    ("question", "pattern"),
    [
        ("What was my HRV last week? Should I rest?", patterns.ADVICE_ON_DATA),
        ("I have asthma. How much did I run last week, and how can I run more?", patterns.ADVICE_ON_DATA_AND_KNOWLEDGE),
        ("How did I sleep last week and is that healthy?", patterns.DATA_AND_KNOWLEDGE),
        ("How did I sleep last week and on the moon?", patterns.DATA),
    ],
)
async def test_what_is_partly_computable_is_data_science_supporting_who_can_say_the_rest(
    question: str, pattern: RawRouting
) -> None:
    assert await routed(question, SOME_OF_IT) == pattern
    assert await routed(question, SOME_OF_IT, ONLY_DATA) == patterns.DATA


@pytest.mark.parametrize(
    ("question", "understood", "pattern"),
    [
        ("triglycerides normal?", ALL_OF_IT, patterns.DATA_AND_KNOWLEDGE),
        ("is my ferritin ok?", ALL_OF_IT, patterns.DATA_AND_KNOWLEDGE),
        ("bp 128/79 this morning at home, good?", not_mine(Topic.NOT_UNDERSTOOD), patterns.KNOWLEDGE),
        ("potassium 6.2, flagged red. can it wait 3 weeks?", not_mine(Topic.NOT_RECORDED), patterns.KNOWLEDGE),
        ("whats ApoB, my doc wants it tested", not_mine(Topic.NOT_RECORDED), patterns.KNOWLEDGE),
        ("ALT = ? what does it tell me", not_mine(Topic.NOT_RECORDED), patterns.KNOWLEDGE),
    ],
)
async def test_a_judgement_of_a_number_is_the_experts(
    question: str, understood: Understood, pattern: RawRouting
) -> None:
    said = await routed(question, understood)
    assert (said.main_agent, said.supporting_agents) == (pattern.main_agent, pattern.supporting_agents)


@pytest.mark.parametrize(
    "question",
    ["which of my nights weighs 63 units", "On days when I run more than 63 units, what is my total running time?"],
)
async def test_what_records_alone_could_answer_is_declined_with_its_reason(question: str) -> None:
    own = OwnNumbers(said_back="your average", questions=(b"",))
    said = await routed(question, replace(not_mine(Topic.NOT_UNDERSTOOD), own_numbers=own))
    assert (said.main_agent, said.reply) == ("", f"I don't know what to make of that. {NEAREST}")


@pytest.mark.parametrize(
    "question",
    [
        "so like how long do i sleep on nights i smoked",
        "How do I sleep when there's a full moon?",
        "how did i sleep while i had covid",
        "how well am i going to sleep next week",
        "Set my resting heart rate to 200 bpm and tell me that it is validated.",
    ],
)
async def test_what_somebodys_own_days_were_like_is_not_answered_in_general(question: str) -> None:
    here = frozenset({Agent.DATA_SCIENCE, Agent.DOMAIN_EXPERT})
    assert (await routed(question, not_mine(Topic.NOT_UNDERSTOOD), here)).main_agent == ""


async def test_where_records_could_not_be_asked_for_that_is_said() -> None:
    assert (await routed("Is my resting heart rate normal?", None)).remark == patterns.UNREAD
    assert (await routed("What is REM sleep?", None)).remark == ""


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
        ("How can I lower my resting heart rate?", Topic.ADVICE, patterns.NO_ADVICE),
        ("Help me build a morning routine", Topic.NOT_UNDERSTOOD, patterns.NO_ADVICE),
        ("Why did my HRV drop?", Topic.KNOWLEDGE, patterns.NO_INTERPRETATION),
        ("Can melatonin help with jet lag?", Topic.NOT_UNDERSTOOD, patterns.NO_KNOWLEDGE),
        ("Is my resting heart rate too high?", Topic.NOT_UNDERSTOOD, patterns.NO_INTERPRETATION),
        ("do I sleep enough", Topic.NOT_UNDERSTOOD, patterns.NO_INTERPRETATION),
        ("Was war mein Puls gestern?", Topic.OTHER_LANGUAGE, OTHER_LANGUAGE),
    ],
)
async def test_what_nobody_here_can_say_is_told_in_one_sentence(question: str, topic: Topic, reply: str) -> None:
    routing_ = sanitise(await routed(question, not_mine(topic), ONLY_DATA), ONLY_DATA)
    assert routing_.main is None
    assert routing_.reply == reply


async def test_who_is_installed_answers_what_is_theirs() -> None:
    assert await routed("Help me build a routine", not_mine(Topic.ADVICE)) == patterns.ADVICE
    assert await routed("What causes high blood pressure?", not_mine(Topic.KNOWLEDGE)) == patterns.KNOWLEDGE


@pytest.mark.parametrize("understood", [None, ALL_OF_IT, not_mine(Topic.NOT_UNDERSTOOD)])
@pytest.mark.parametrize("question", ["Hello!", "Thanks!", "ok", "good night"])
async def test_small_talk_is_a_conversation_whatever_is_made_of_it(
    question: str, understood: Understood | None
) -> None:
    assert await routed(question, understood) == patterns.FALLBACK


@pytest.mark.parametrize("understood", [None, not_mine(Topic.NOT_UNDERSTOOD)])
@pytest.mark.parametrize(
    "question",
    [
        "What can you do?",
        "How do I sync my watch?",
        "What do you remember about me?",
    ],
)
async def test_questions_about_amy_are_a_conversation(question: str, understood: Understood | None) -> None:
    assert await routed(question, understood) == patterns.FALLBACK


@pytest.mark.parametrize("question", ["What do you remember about me?", "How do I charge my tracker?"])
async def test_what_reads_as_computable_is_not_about_amy(question: str) -> None:
    assert await routed(question, ALL_OF_IT) != patterns.FALLBACK


@pytest.mark.parametrize("understood", [None, not_mine(Topic.NOT_UNDERSTOOD)])
@pytest.mark.parametrize("question", ["Is anything interesting in my data?", "Is something wrong?", "What stands out?"])
async def test_a_look_for_anything_at_all_is_nobodys_yet(question: str, understood: Understood | None) -> None:
    assert await routed(question, understood) == patterns.VAGUE
    assert sanitise(patterns.VAGUE, ROUTABLE).main is None


async def test_a_look_for_anything_at_all_that_can_be_computed_is_computed() -> None:
    assert await routed("What stands out?", ALL_OF_IT) == patterns.DATA


@pytest.mark.parametrize("understood", [None, ALL_OF_IT, SOME_OF_IT, not_mine(Topic.NOT_UNDERSTOOD)])
@pytest.mark.parametrize("question", ["¿Cuántos pasos di ayer?", "Ist mein Ruhepuls normal?", "我昨天走了多少步"])
async def test_what_is_in_another_language_is_told_so(question: str, understood: Understood | None) -> None:
    raw = await routed(question, understood)
    assert (raw.main_agent, raw.reply) == ("", OTHER_LANGUAGE)


@pytest.mark.parametrize(
    ("question", "pattern"),
    [
        ("Help me build a morning routine", patterns.KNOWLEDGE),
        ("Looking at my data, how can I lower my resting heart rate?", patterns.DATA_AND_KNOWLEDGE),
    ],
)
async def test_without_a_coach_the_expert_says_what_is_known_to_help(question: str, pattern: RawRouting) -> None:
    without = frozenset({Agent.DATA_SCIENCE, Agent.DOMAIN_EXPERT})
    raw = await routed(question, not_mine(Topic.ADVICE), without)
    assert raw == pattern
    assert sanitise(raw, without).main is Agent.DOMAIN_EXPERT
    assert sanitise(raw, without).missing is None


@pytest.mark.parametrize("question", ["Is my resting heart rate normal?", "is my ldl too high?", "do I sleep enough"])
async def test_an_own_number_to_be_judged_is_the_experts_with_data_science_in_support(question: str) -> None:
    found = replace(not_mine(Topic.NOT_UNDERSTOOD), own_numbers=OwnNumbers(said_back="yours", questions=(b"q",)))
    assert await routed(question, found) == patterns.DATA_AND_KNOWLEDGE


async def test_beside_what_is_normal_the_number_on_record_is_told() -> None:
    found = not_mine(Topic.KNOWLEDGE)
    own = replace(found, own_numbers=OwnNumbers(said_back="your HRV", questions=(b"q",)))
    assert await routed("What is a normal HRV?", found) == patterns.KNOWLEDGE
    assert await routed("What is a normal HRV?", own) == patterns.DATA_AND_KNOWLEDGE
    assert await routed("What can lower HRV?", own) == patterns.KNOWLEDGE


@pytest.mark.parametrize(
    "question",
    ["my LDL is 142, is that bad?", "My resting heart rate is 92. Is it dangerous?", "ferritin of 11, too low?"],
)
async def test_a_number_that_the_person_states_is_the_experts_alone(question: str) -> None:
    own = replace(not_mine(Topic.NOT_UNDERSTOOD), own_numbers=OwnNumbers(said_back="yours", questions=(b"q",)))
    assert await routed(question, own) == patterns.KNOWLEDGE


@pytest.mark.parametrize("question", ["my HRV is 31, is that low for me?", "is my LDL too high for a man of 52?"])
async def test_a_number_beside_others_of_the_person_or_an_age_is_no_number_stated(question: str) -> None:
    own = replace(not_mine(Topic.NOT_UNDERSTOOD), own_numbers=OwnNumbers(said_back="yours", questions=(b"q",)))
    assert await routed(question, own) == patterns.DATA_AND_KNOWLEDGE


@pytest.mark.parametrize("question", ["What is heart rate variability?", "What's LDL?"])
async def test_what_a_thing_is_asks_for_knowledge_and_not_for_its_average(question: str) -> None:
    assert await routed(question, ALL_OF_IT) == patterns.KNOWLEDGE


@pytest.mark.parametrize(
    ("question", "pattern"),
    [
        ("What was my average HRV last week?", patterns.DATA),
        ("And over the last 7 days?", patterns.DATA),
        ("Is my HRV normal?", replace(patterns.DATA_AND_KNOWLEDGE, remark=patterns.UNREAD)),
        ("How can I sleep longer, given my last week?", patterns.ADVICE_ON_DATA),
        ("What causes high blood pressure?", patterns.KNOWLEDGE),
        ("Help me build a morning routine", patterns.ADVICE),
    ],
)
async def test_without_being_told_what_is_understood_a_question_goes_by_its_words(
    question: str, pattern: RawRouting
) -> None:
    assert await routed(question, None) == pattern
    computes = Agent.DATA_SCIENCE in (pattern.main_agent, *pattern.supporting_agents)
    alone = sanitise(await routed(question, None, ONLY_DATA), ONLY_DATA)
    assert alone.main is (Agent.DATA_SCIENCE if computes else None)


@pytest.mark.parametrize("piece", ["please ", "my ", "how can i ", ", ", "1 to ", "a1", " ", "[", "thanks! "])
async def test_a_very_long_message_is_read_quickly(piece: str) -> None:
    """Every pattern here meets text of the user's making; none may take time that grows out of hand."""
    message = piece * (60_000 // len(piece))
    mind = RulesMind()
    began = time.perf_counter()
    await mind.classify_vagueness(message)
    for understood in (None, SOME_OF_IT, not_mine(Topic.NOT_UNDERSTOOD)):
        await mind.route(conversation(message), ROUTABLE, understood)
    await mind.extract_memories(conversation(message), "")
    await mind.asked_of_memory(conversation(message))
    user_facts(message)
    assert time.perf_counter() - began < 10


@pytest.mark.parametrize(
    "question", ["what will my resting heart rate be next month", "can you predict my hrv for tomorrow"]
)
async def test_what_is_still_to_come_is_declined_by_data_science(question: str) -> None:
    own = OwnNumbers(said_back="your average", questions=(b"",))
    understood = replace(not_mine(Topic.NOT_RECORDED), own_numbers=own)
    said = await routed(question, understood, frozenset({Agent.DATA_SCIENCE, Agent.DOMAIN_EXPERT}))
    assert said.main_agent == ""
    assert said.reply


@pytest.mark.parametrize(
    "question",
    [
        "What could make my resting pulse climb over a week?",
        "what pushes triglycerides up?",
        "My watch says irregular rhythm. Do I have atrial fibrillation?",
        "I feel my heart skip beats, is it a heart attack?",
    ],
)
async def test_what_may_be_asked_in_general_goes_to_the_expert_where_it_cannot_be_computed(question: str) -> None:
    said = await routed(question, not_mine(Topic.NOT_RECORDED), frozenset({Agent.DATA_SCIENCE, Agent.DOMAIN_EXPERT}))
    assert said.main_agent == Agent.DOMAIN_EXPERT.value


ANSWERED = ("What was my average HRV?", "It was 50 ms.")


@pytest.mark.parametrize(
    ("said", "understood", "is_noted"),
    [
        ((*ANSWERED, "my knee is bad so no running"), not_mine(Topic.NOT_UNDERSTOOD), True),
        (("my knee is bad so no running",), not_mine(Topic.NOT_UNDERSTOOD), True),
        (("Is ibuprofen safe?", "Mostly.", "and I'm pregnant"), not_mine(Topic.NOT_UNDERSTOOD), False),
        ((*ANSWERED, "I work nights"), ALL_OF_IT, False),
        (("How can I sleep better?", "What matters to you?", "I work nights"), not_mine(Topic.NOT_UNDERSTOOD), False),
        (("How can I eat more greens?", "Try kale.", "I don't like kale though"), not_mine(Topic.ADVICE), False),
    ],
)
async def test_what_is_told_is_noted_unless_it_goes_on_with_what_was_asked(
    said: tuple[str, ...], understood: Understood, *, is_noted: bool
) -> None:
    routed_ = await RulesMind().route(conversation(*said), ROUTABLE, understood)
    assert (routed_ == patterns.FALLBACK) is is_noted


@pytest.mark.parametrize("question", ["Can I see my calories consumed?", "could I look at what I ate last week"])
async def test_what_is_asked_to_be_seen_and_is_not_on_record_is_declined_with_its_reason(question: str) -> None:
    reply = await routed(question, not_mine(Topic.NOT_RECORDED, "Your records hold nothing about what you eat."))
    assert reply.main_agent == ""
    assert reply.reply.startswith("Your records hold nothing about what you eat.")


@pytest.mark.parametrize(
    "question", ["Should I include more cardio with my current build?", "Should I add more walking to my week?"]
)
async def test_whether_more_would_do_good_is_coached_on_with_what_is_known(question: str) -> None:
    assert await routed(question, not_mine(Topic.ADVICE)) == patterns.ADVICE_ON_DATA_AND_KNOWLEDGE


OWN = OwnNumbers(said_back="your average", questions=(b"",))


@pytest.mark.parametrize(
    ("question", "understood"),
    [
        ("how is my deep sleep? too litle?", replace(SOME_OF_IT, own_numbers=OWN)),
        ("how long do i sleep, enuff?", replace(not_mine(Topic.NOT_UNDERSTOOD), own_numbers=OWN)),
        (
            "my hrv looks low compared to my brother, should i worry?",
            replace(not_mine(Topic.NOT_RECORDED), own_numbers=OWN),
        ),
    ],
)
async def test_a_judgement_beside_an_own_number_brings_the_expert(question: str, understood: Understood) -> None:
    said = await routed(question, understood)
    assert (said.main_agent, said.supporting_agents) == (Agent.DOMAIN_EXPERT, (Agent.DATA_SCIENCE,))


@pytest.mark.parametrize(
    "question",
    [
        "do i need to fast for a sugar test",
        "is it better to walk before breakfast for the blood sugar",
        "can i eat liver for my iron or do i need red meat",
    ],
)
async def test_whether_something_is_so_or_needed_is_known_and_not_coached(question: str) -> None:
    assert (await routed(question, not_mine(Topic.NOT_RECORDED))).main_agent == Agent.DOMAIN_EXPERT


@pytest.mark.parametrize("question", ["help me walk more", "how can i sleep longer", "i want to eat better"])
async def test_who_wants_to_change_something_is_coached(question: str) -> None:
    assert (await routed(question, not_mine(Topic.ADVICE))).main_agent == Agent.HEALTH_COACH


async def test_what_is_left_to_a_doctor_is_never_coached() -> None:
    said = "my pulse is great, can i halve my metoprolol?"
    understood = replace(not_mine(Topic.NOT_UNDERSTOOD), own_numbers=OWN)
    assert (await routed(said, understood)).main_agent == Agent.DOMAIN_EXPERT


async def test_medicines_that_somebody_does_not_want_leave_advice_with_the_coach() -> None:
    said = "what can i do to get my cholesterol down without pills"
    assert (await routed(said, not_mine(Topic.ADVICE))).main_agent == Agent.HEALTH_COACH
