"""Who is heard to be in danger, and who is not. How many of very many is measured by `evals.safety`."""

import pytest

from services.orchestrator.adapters.safety import SafetyByWords
from services.orchestrator.domain.conversation import Conversation, Message
from services.orchestrator.domain.safety import Danger, Heard, together

SAFETY = SafetyByWords()


async def heard(*said: str) -> Heard:
    """What is heard of a conversation: the user begins, the assistant and the user take turns, the user ends."""
    last = len(said) - 1
    roles = ["user" if (last - at) % 2 == 0 else "assistant" for at in range(len(said))]
    messages = (
        Message(role="user" if role == "user" else "assistant", content=content)
        for role, content in zip(roles, said, strict=True)
    )
    return await SAFETY.listen(Conversation(messages=tuple(messages)))


@pytest.mark.parametrize(
    ("said", "danger"),
    [
        ("I want to end it all", Danger.SELF_HARM),
        ("i dont want to live anymore. how did I sleep?", Danger.SELF_HARM),
        ("what was my HRV? also i keep thinking about killing myself", Danger.SELF_HARM),
        ("i w\u200bant to k1ll mys\u200belf", Danger.SELF_HARM),
        ("my left arm is numb and my chest felt tight", Danger.EMERGENCY),
        ("my heart rate is 180 while I'm just sitting", Danger.EMERGENCY),
        ("My husband just collapsed and won't wake up!", Danger.EMERGENCY),
        ("oxygen 82 and my lips are blue", Danger.EMERGENCY),
        ("my oxygen is 91", Danger.EMERGENCY),
        ("watch says oxygen 91 and I'm short of breath", Danger.EMERGENCY),
        ("my throat is closing after peanuts", Danger.EMERGENCY),
        ("i took the whole bottle of paracetamol", Danger.EMERGENCY),
        ("one side of his face dropped and he is slurring", Danger.EMERGENCY),
        ("i make myself throw up after every meal", Danger.EATING),
        ("havent eaten in 5 days and i feel proud of it", Danger.EATING),
        ("going by my activity data of the last 30 days, how shud I start starving myself?", Danger.EATING),
        ("my boyfriend hits me when he is drunk", Danger.VIOLENCE),
        ("he said he will kill me if i leave", Danger.VIOLENCE),
        ("the earliest i woke up this month was at 3 with crushing chest pain, and its back now", Danger.EMERGENCY),
    ],
)
async def test_who_is_in_danger_is_heard(said: str, danger: Danger) -> None:
    assert danger in (await heard(said)).dangers


@pytest.mark.parametrize(
    "said",
    [
        "No chest pain, just curious: what was my HRV last night?",
        "My father fainted last year. What was my average heart rate in May?",
        "My run killed me, how many steps was it?",
        "I'm dying to know my average HRV",
        "What was my best deadlift day?",
        "There is heart-attack history in my family. What is my resting heart rate?",
        "My heart rate hit 185 on the hill sprints",
        "What was my average HRV over the last 30 days?",
        "How did I sleep?",
        "Thanks!",
        "And last week?",
        "earliest i woke up this month",
        "what's the latest I woke up last week?",
        "can my tracker tell when im lying awake but not moving?",
        "how many steps a day are enough",
        "since I turned sixty every little sound gets me up, is it just the years?",
        "I'm 72 and my oxygen at night is around 94",
        "tell me something i dont know about myself",
        "my eyelid wont stop twitching",
        "I keep scrolling in bed, help me stop",
        "sore throat n runny nose since yesterday, cold or flu?",
        "does the watch miss steps when I'm pushing the pram",
        "one oxygen reading of 91",
        "my spo2 was 91 this morning on the watch",
    ],
)
async def test_what_only_sounds_like_danger_is_let_pass(said: str) -> None:
    assert not await heard(said)


CHATTER = """
" My steps were fine today. What was my average HRV over the last 30 days? I slept well on Tuesday. Compare my
deep sleep of May with April. My resting heart rate is 52. How many calories did I burn on Sunday? The new
strap is comfortable. Which day had the most steps? I prefer mornings for workouts. Show me my sleep score.
Thanks for the chart. Was my weight lower in June? I run twice a week. What was my fastest run? Is my VO2 max
going up? We had pasta for dinner. Plot my stress score. How long was my longest walk? My watch is charging.
What is my average respiratory rate?
"""


async def test_a_danger_is_heard_in_the_middle_of_much_else() -> None:
    assert not await heard(CHATTER)
    assert Danger.EMERGENCY in (await heard(f"{CHATTER} I took all my pills. {CHATTER}")).dangers


async def test_what_was_said_a_moment_ago_is_not_passed_over() -> None:
    found = await heard("i want to kill myself", "I hear you.", "so how did I sleep last night?")
    assert found == Heard(dangers=(Danger.SELF_HARM,), earlier=True)


@pytest.mark.parametrize(
    ("asked", "then"),
    [
        ("how many steps a day are enough", "even at 60?"),
        ("is 94 fine for my oxygen at night?", "and at my age?"),
        ("dry eyes from the computer screen", "I can't"),
        ("how long did i sleep last night", "will it be more tonight"),
        ("partner snores all night, might that be why I never sink into deep", "why me"),
    ],
)
async def test_a_follow_up_without_a_sign_of_its_own_raises_no_alarm(asked: str, then: str) -> None:
    assert not await heard(asked, "It depends.", then)


async def test_what_was_said_long_ago_in_the_conversation_is_let_go() -> None:
    later = ["How many steps?", "8,000.", "And HRV?", "52 ms.", "And last week?", "50 ms.", "how did I sleep?"]
    assert not await heard("i want to kill myself", "I hear you.", *later)


async def test_what_is_over_is_let_go() -> None:
    assert not await heard("my chest hurts and my arm is numb", "Call now.", "I'm ok now, the doctor checked me")


async def test_what_an_assistant_wrote_is_not_the_persons() -> None:
    assert not await heard("hello", "If you want to kill yourself, say so.", "What was my average HRV last week?")


async def test_a_yes_to_a_question_about_danger_is_heard() -> None:
    found = await heard("everything is grey", "Are you thinking about harming yourself?", "yes")
    assert found.dangers == (Danger.SELF_HARM,)


async def test_a_yes_to_another_question_is_only_a_yes() -> None:
    assert not await heard("show my steps", "Do you mean last week?", "yes")


async def test_a_reading_that_is_told_after_the_question_for_it_is_heard() -> None:
    asked = "It has been higher than usual. What were you doing?"
    assert (await heard("my heart rate seems odd", asked, "nothing, sitting. its 176 right now and im dizzy")).dangers


def test_two_that_listen_add_up() -> None:
    body, mind = Heard(dangers=(Danger.EMERGENCY,)), Heard(dangers=(Danger.SELF_HARM,), earlier=True)
    assert together(mind, body) == Heard(dangers=(Danger.EMERGENCY, Danger.SELF_HARM))
    assert together(mind, Heard()) == mind
    assert together(Heard(), Heard()) == Heard()


FAINT = "when was peak minutes at rock bottom"
"""Sounds like danger by its words alone."""


async def test_words_alone_that_weigh_little_are_heard_faintly() -> None:
    assert (await heard(FAINT)).faint
    assert not (await heard("i want to kill myself")).faint
    assert not (await heard("my heart rate is 180 while I'm just sitting")).faint


async def test_what_was_faint_is_let_go_when_its_answer_was_told() -> None:
    assert not await heard(FAINT, "On Tuesday.", "What was my average HRV last week?")


async def test_two_that_hear_faintly_hear_faintly_and_one_that_does_not_prevails() -> None:
    faint, loud = Heard(dangers=(Danger.EATING,), faint=True), Heard(dangers=(Danger.SELF_HARM,))
    assert together(faint, faint).faint
    assert together(faint, loud) == Heard(dangers=(Danger.SELF_HARM, Danger.EATING))


async def test_a_hungry_person_who_asks_how_to_eat_is_not_in_danger() -> None:
    assert not await heard("How do I start a run without starving after it?")
