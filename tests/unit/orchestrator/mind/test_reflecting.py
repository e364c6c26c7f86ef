"""What is asked once more when the agents have answered: a part that nobody answered, a number, a disagreement."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from services.orchestrator.adapters.rules import RulesMind
from services.orchestrator.adapters.rules.disagreeing import Stand, at_odds, stands_in
from services.orchestrator.adapters.rules.subjects import subjects_in
from services.orchestrator.domain.evidence import AgentAnswer, AgentStatus
from services.orchestrator.domain.plan import Agent
from tests.unit.orchestrator.mind.builders import answer, conversation

_DS, _DE, _HC = Agent.DATA_SCIENCE, Agent.DOMAIN_EXPERT, Agent.HEALTH_COACH
SLEPT = answer("Your average sleep duration last week was {{ds-001.effect}}.")
CAFFEINE = answer("Caffeine makes sleep shorter [1].", agent=_DE)
ALCOHOL = answer("Alcohol raises triglycerides [1].", agent=_DE)
JUDGED = answer("A resting heart rate of {{ds-001.effect}} is common and harmless [1].", agent=_DE)


async def follow_ups(question: str, *answers: AgentAnswer) -> dict[Agent, str]:
    return dict((await RulesMind().reflect(conversation(question), answers)).questions)


@pytest.mark.parametrize(
    ("question", "answers", "asked"),
    [
        (
            "How did I sleep last week? Is caffeine bad for sleep? And what's my HRV?",
            [SLEPT, CAFFEINE],
            {_DS: "what's my HRV?"},
        ),
        (
            "What does HRV mean and does alcohol raise triglycerides?",
            [ALCOHOL],
            {_DE: "What does HRV mean"},
        ),
        (
            "Does alcohol raise triglycerides, and is my resting heart rate normal?",
            [ALCOHOL],
            {
                _DE: "is my resting heart rate normal?",
                _DS: "What was my average resting heart rate over the last 30 days?",
            },
        ),
        (
            "Does alcohol raise triglycerides, and is my ferritin low?",
            [ALCOHOL, answer("Your latest ferritin was {{ds-001.effect}}.")],
            {_DE: "is my ferritin low?"},
        ),
        (
            "How did I sleep last week, and why is creatine in the news?",
            [SLEPT],
            {_DE: "why is creatine in the news?"},
        ),
    ],
)
async def test_a_part_that_no_answer_covers_is_asked_of_whom_it_is_for(
    question: str, answers: Sequence[AgentAnswer], asked: dict[Agent, str]
) -> None:
    assert await follow_ups(question, *answers) == asked


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("What was my sleep last week?", [SLEPT]),
        ("How did I sleep last week? Is caffeine bad for sleep?", [SLEPT, CAFFEINE]),
        ("How did I sleep last week and what does that tell me?", [SLEPT]),
        ("Does alcohol raise triglycerides and is my resting heart rate ok?", [ALCOHOL, JUDGED]),
        ("How did I sleep last week? I have 2 kids and my HRV matters to me.", [SLEPT]),
        ("Does alcohol raise triglycerides and how can I sleep better?", [ALCOHOL, answer("", agent=_HC)]),
    ],
)
async def test_where_every_part_is_answered_or_nothing_is_left_to_see_nobody_is_asked(
    question: str, answers: Sequence[AgentAnswer]
) -> None:
    assert await follow_ups(question, *answers) == {}


async def test_what_somebody_was_asked_by_itself_is_not_asked_again() -> None:
    declined = replace(answer("I can't say.", status=AgentStatus.DECLINED), question="And what's my HRV?")
    assert await follow_ups("How did I sleep last week? And what's my HRV?", SLEPT, declined) == {}


async def test_no_more_than_one_question_goes_to_each() -> None:
    question = "Does alcohol raise triglycerides? What does HRV mean? What is ferritin for? What's my spo2?"
    assert await follow_ups(question, ALCOHOL) == {_DE: "What does HRV mean?", _DS: "What's my spo2?"}


async def test_where_the_analysis_broke_nothing_is_asked_once_more() -> None:
    broken = answer("", status=AgentStatus.FAILED)
    assert await follow_ups("What does HRV mean and what's my ferritin?", broken, ALCOHOL) == {}


@pytest.mark.parametrize(
    ("need", "asked"),
    [
        ("resting_heart_rate", "What was my average resting heart rate over the last 30 days?"),
        ("sleep_minutes", "What was my average time asleep over the last 30 days?"),
        ("ferritin", "What is my latest ferritin?"),
        ("LDL cholesterol", "What is my latest LDL cholesterol?"),
    ],
)
async def test_a_number_that_the_expert_needed_is_computed_and_it_is_asked_its_question_again(
    need: str, asked: str
) -> None:
    lacking = replace(answer("I have no such number of yours at hand.", agent=_DE), question="Is it ok?", needs=(need,))
    assert await follow_ups("Is it ok?", lacking) == {_DS: asked, _DE: "Is it ok?"}


async def test_a_number_that_was_computed_beside_is_told_to_who_needed_it() -> None:
    lacking = replace(answer("I have none of yours.", agent=_DE), question="Is it ok?", needs=("resting_heart_rate",))
    computed = answer("Your resting heart rate was {{ds-001.effect}}.")
    assert await follow_ups("Is it ok?", computed, lacking) == {_DE: "Is it ok?"}


OUT = replace(
    answer("Yes. It is {{ds-001.effect}}; the laboratory's lower limit for vitamin D is {{ds-001.low}}."),
    question="Is my vitamin D low?",
)
FINE = replace(answer("A vitamin D of 27 ng/mL is fine [1].", agent=_DE), question="Is a vitamin D of 27 ok?")


async def test_the_expert_is_asked_again_where_it_judges_otherwise_than_the_records_read() -> None:
    assert await follow_ups("Is my vitamin D low?", OUT, FINE) == {_DE: "Is a vitamin D of 27 ok?"}
    agreeing = replace(FINE, draft="A vitamin D of 27 ng/mL is low [1].")
    assert await follow_ups("Is my vitamin D low?", OUT, agreeing) == {}


@pytest.mark.parametrize(
    ("asked", "text", "stand"),
    [
        ("Is my LDL too high?", "Yes. It is {{a.b}}; the laboratory's upper limit for LDL is {{c.d}}.", Stand.OUT),
        ("Is my LDL too high?", "No. It is {{a.b}}; the laboratory's upper limit for LDL is {{c.d}}.", Stand.FINE),
        ("Is my LDL normal?", "Yes. It is {{a.b}}; the laboratory's upper limit for LDL is {{c.d}}.", Stand.FINE),
        ("Is my LDL normal?", "No. It is {{a.b}}; the laboratory's upper limit for LDL is {{c.d}}.", Stand.OUT),
        ("", "An LDL of {{a.b}} is above what is usual.", Stand.OUT),
        ("", "An LDL of {{a.b}} is a little high.", Stand.OUT),
        ("", "An LDL of {{a.b}} is within the usual range for adults.", Stand.FINE),
        ("", "An LDL of {{a.b}} is common and harmless.", Stand.FINE),
        ("", "Yes, an LDL of 190 mg/dL is high.", Stand.OUT),
        ("", "An LDL of {{a.b}} is not high.", None),
        ("", "At the limit of 130 mg/dL an LDL is high.", None),
        ("", "An LDL above the limit is high.", None),
        ("What is my LDL?", "Yes. It is {{a.b}}; the laboratory's upper limit for LDL is {{c.d}}.", None),
    ],
)
def test_what_an_answer_says_of_a_number(asked: str, text: str, stand: Stand | None) -> None:
    assert stands_in(text, asked=asked).get("cholesterol, LDL") is stand


def test_only_what_was_answered_can_be_at_odds() -> None:
    assert at_odds([OUT, FINE]) == {"vitamin d"}
    assert at_odds([OUT, replace(FINE, status=AgentStatus.FAILED)]) == set()
    assert at_odds([OUT]) == at_odds([FINE]) == set()


@pytest.mark.parametrize(
    ("one", "other"),
    [("HRV", "heart rate variability"), ("rhr", "pulse"), ("slept", "sleep duration"), ("spo2", "blood oxygen")],
)
def test_whatever_people_call_it_is_one_subject(one: str, other: str) -> None:
    assert subjects_in(one) == subjects_in(other) != frozenset()


RAISE = ("What is my HRV?", "Your average HRV was {{ds-001.effect}}.", "How can I raise it?")
LOOKED = answer("Your average resting heart rate was {{hc-001.effect}}.")
COACH = answer("", agent=_HC)


@pytest.mark.parametrize(
    ("said", "answers", "asked"),
    [
        (RAISE, (COACH, LOOKED), {_DE: "How can I raise it?"}),
        (RAISE, (COACH, LOOKED, answer("Sleep raises HRV.", agent=_DE)), {}),
        (("How can I lower my resting heart rate?",), (COACH, LOOKED), {}),
        (("How can I get more deep sleep?",), (COACH, answer("You slept {{hc-001.effect}}.")), {}),
        (("I want a higher HRV", "What gets in the way?", "How can I raise my HRV?"), (COACH, LOOKED), {}),
    ],
)
async def test_how_to_change_what_a_coach_does_not_look_at_is_asked_of_the_expert(
    said: tuple[str, ...], answers: tuple[AgentAnswer, ...], asked: dict[Agent, str]
) -> None:
    assert (await RulesMind().reflect(conversation(*said), answers)).questions == asked
