import pytest

from services.orchestrator.adapters.rules import RulesMind
from services.orchestrator.domain.plan import Agent, Routing, Vagueness
from tests.unit.orchestrator.mind.builders import answer, conversation

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


async def test_everybody_is_asked_in_the_persons_own_words() -> None:
    contents = ("What was my average HRV?", "It was fine.", "And over the last 7 days?")
    asked = await RulesMind().rephrase(conversation(*contents), COACHED)
    assert asked.main == "And over the last 7 days?"
    assert asked.supporting == {}


async def test_rules_never_ask_a_follow_up() -> None:
    reflection = await RulesMind().reflect(conversation("Is my HRV normal?"), [answer("Yes.")])
    assert reflection.questions == {}
