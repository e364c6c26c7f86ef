import pytest

from services.orchestrator.adapters.rules import RulesMind
from services.orchestrator.domain.plan import Agent, Routing, Vagueness
from tests.unit.orchestrator.mind.builders import answer, conversation

DATA = Routing(main=Agent.DATA_SCIENCE)
COACHED = Routing(main=Agent.HEALTH_COACH, supporting=(Agent.DATA_SCIENCE, Agent.DOMAIN_EXPERT))

HIGH = """
Is anything interesting in my data?
anything I should worry about?
Any patterns?
Surprise me
What stands out?
Tell me something I don't know about my health
Find me something interesting
Is something wrong?
What do you notice?
Look through my data
Anything interesting last week?
Any insights for me?
What does my data say?
"""
MEDIUM = """
How is my sleep?
Is anything wrong with my sleep?
Tell me about my resting heart rate
What patterns are there in my steps?
How are my steps lately?
"""
LOW = """
I want to set a SMART goal
What is my average HRV this month?
Is my resting heart rate related to how long I sleep?
What should I know?
Is there anything I can do to improve?
Do you notice any change in my HRV?
Thanks!
What's the weather?
What can you do?
How do I sync my watch?
"""


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (question, vagueness)
        for vagueness, questions in ((Vagueness.HIGH, HIGH), (Vagueness.MEDIUM, MEDIUM), (Vagueness.LOW, LOW))
        for question in questions.strip().splitlines()
    ],
)
async def test_only_a_question_with_no_anchor_at_all_is_vague(question: str, expected: Vagueness) -> None:
    assert await RulesMind().classify_vagueness(question) is expected


@pytest.mark.parametrize(
    ("question", "computation"),
    [
        (
            "Hi Amy, could you please tell me my average HRV over the last 30 days? Thanks!",
            "What is my average HRV over the last 30 days?",
        ),
        ("I ran a marathon. What is my average resting heart rate, and is that normal?",
         "What is my average resting heart rate?"),
        ("I was wondering what my lowest resting heart rate was this year",
         "What was my lowest resting heart rate this year?"),
        ("I'm curious whether my HRV is related to my steps", "Is my HRV related to my steps?"),
        ("Does my stress affect my sleep, and what should I do about it?", "Does my stress affect my sleep?"),
        ("What is my average HRV? Also, how does it compare to other women?",
         "What is my average HRV? Also, how does it compare to other women?"),
        ("What is my average HRV, and is it going up?", "What is my average HRV, and is it going up?"),
        ("How many steps did I take yesterday? And how long did I sleep?",
         "How many steps did I take yesterday? And how long did I sleep?"),
        ("What were my average steps and sleep last month, how are they related, and should I worry?",
         "What were my average steps and sleep last month, how are they related?"),
        ("Looking at the last 30 days. What was my longest run?",
         "Looking at the last 30 days. What was my longest run?"),
        ("What was my pace on my last run?", "What was my pace on my last run?"),
        ("What time did I go to bed last night?", "What time did I go to bed last night?"),
        ("What is my LDL?", "What is my LDL?"),
        ("What is my longest streak of days with 10,000 steps?",
         "What is my longest streak of days with 10,000 steps?"),
        ("Is my resting heart rate lower than that of other women?",
         "Is my resting heart rate lower than that of other women?"),
        ("Is my resting heart rate typical for women my age?", "Is my resting heart rate typical for women my age?"),
        ("Is my resting heart rate normal for my age?",
         "What is my average resting heart rate, and how does it compare to other people my age?"),
        ("How accurate is my distance? What should my target be?", "What is my average distance?"),
        ("What is my LDL? How can I lower it?", "What is my LDL?"),
        ("Why is that? Is my HRV normal?", "What is my average HRV?"),
        ("What's my total step count? Thank you so much!", "What's my total step count?"),
        ("How many days did I walk more than 10,000 steps?", "How many days did I walk more than 10,000 steps?"),
        ("Is my resting heart rate related to how long I sleep?",
         "Is my resting heart rate related to how long I sleep?"),
        ("How is my sleep quality?", "What is my average sleep quality?"),
    ],
)  # fmt: skip
async def test_data_science_is_asked_all_that_is_asked_of_the_data(question: str, computation: str) -> None:
    asked = await RulesMind().rephrase(conversation(question), DATA)
    assert asked.main == computation
    assert asked.supporting == {}


@pytest.mark.parametrize(
    ("contents", "question"),
    [
        (["What was my average HRV over the last 30 days?", "…", "And over the last 7 days?"],
         "What was my average HRV over the last 7 days?"),
        (["What was my average HRV?", "…", "last week"], "What was my average HRV last week?"),
        (["What was my average HRV?", "…", "And the median?"], "What was my median HRV?"),
        (["What was my average HRV?", "…", "What about steps?"], "What was my average steps?"),
        (["What was my average HRV?", "…", "And last week?", "…", "What about my steps?"],
         "What was my average steps last week?"),
        (["What was my average HRV?", "…", "How many steps did I walk yesterday?"],
         "How many steps did I walk yesterday?"),
        (["And over the last 7 days?"], "And over the last 7 days?"),
    ],
)  # fmt: skip
async def test_a_follow_up_takes_what_it_leaves_out_from_the_question_before(
    contents: list[str], question: str
) -> None:
    assert (await RulesMind().rephrase(conversation(*contents), DATA)).main == question


async def test_each_agent_is_asked_its_own_part() -> None:
    question = "I have asthma, how can I increase my steps safely, given the last month?"
    asked = await RulesMind().rephrase(conversation(question), COACHED)
    assert asked.main == question
    assert asked.supporting[Agent.DATA_SCIENCE] == "What is my average steps over the last month?"
    assert asked.supporting[Agent.DOMAIN_EXPERT] == question


async def test_a_meaning_rests_on_the_number_it_is_the_meaning_of() -> None:
    routing = Routing(main=Agent.DOMAIN_EXPERT, supporting=(Agent.DATA_SCIENCE,))
    for contents, computation in (
        (["Is my resting heart rate of 52 healthy for my age?"], "What is my average resting heart rate?"),
        (["What was my HRV last week?", "…", "Is that normal?"], "What is my average HRV last week?"),
    ):
        asked = await RulesMind().rephrase(conversation(*contents), routing)
        assert asked.supporting[Agent.DATA_SCIENCE] == computation


async def test_rules_never_ask_a_follow_up() -> None:
    reflection = await RulesMind().reflect(conversation("Is my HRV normal?"), [answer("Yes.")])
    assert reflection.questions == {}
