"""What no record answers goes to who knows it in general, unless it asks a number of somebody's own days."""

from dataclasses import replace

import pytest

from services.orchestrator.adapters.rules import patterns
from services.orchestrator.domain.plan import Agent
from services.orchestrator.domain.understanding import OwnNumbers, Partly, Topic
from tests.unit.orchestrator.mind.test_mind_routing import ALL_OF_IT, SOME_OF_IT, not_mine, routed

HERE = frozenset({Agent.DATA_SCIENCE, Agent.DOMAIN_EXPERT})
ALL = frozenset(Agent)


@pytest.mark.parametrize(
    "question",
    [
        "whats hrv actually",
        "what is egfr on my lab sheet?",
        "how does stress affect hrv? work is mad right now",
        "is it possible that wine gives me less dream sleep?",
        "if my watch says irregular rhythm is it usually right?",
        "my pulse climbs a few days before my period, is that a thing",
        "I am 70 and manage maybe 4,000 steps. Is that even worth anything?",
        "My fasting sugar was 6.1 mmol/L on the letter, nobody said anything about it",
        "wat is hrv in simple words pls",
        "y does my hrv drop after hard training",
        "hrv of mine good or bad for a man of 44",
        "B12 at 180 pg/mL and I'm vegan. Is this something",
    ],
)
async def test_what_is_asked_in_general_is_looked_up_though_no_record_holds_it(question: str) -> None:
    assert (await routed(question, not_mine(Topic.NOT_RECORDED), HERE)).main_agent == Agent.DOMAIN_EXPERT


@pytest.mark.parametrize(
    "question",
    [
        "how many steps did my daughter do on her birthday",
        "My doctor asked for my average resting pulse over three months, what do I write down?",
        "The night after my sister's wedding, how much deep sleep was it?",
        "which of the two is higher",
        "whens the last time i ran more than 10k",
        "what was mine at the last 2 tests",
        "what was my blood glucose at 4am",
    ],
)
async def test_a_number_of_somebodys_days_is_declined_where_it_is_not_on_record(question: str) -> None:
    assert (await routed(question, not_mine(Topic.NOT_RECORDED), HERE)).main_agent == ""


@pytest.mark.parametrize(
    ("question", "main"),
    [("is it normal how long I lie awake at night?", Agent.DOMAIN_EXPERT), ("how long did I lie awake?", "")],
)
async def test_a_number_that_can_be_computed_is_judged_where_that_is_asked(question: str, main: str) -> None:
    raw = await routed(question, ALL_OF_IT, HERE)
    assert raw == (patterns.DATA_AND_KNOWLEDGE if main else patterns.DATA)


@pytest.mark.parametrize(
    "question",
    [
        "is my bp higher after a bad night",
        "do i sleep worse when my hrv is low?",
        "Has my resting heart rate been lower since I stopped coffee?",
    ],
)
async def test_own_numbers_set_apart_are_computed_where_they_can_be(question: str) -> None:
    assert await routed(question, ALL_OF_IT, HERE) == patterns.DATA


async def test_whether_somebody_is_overweight_is_judged_where_the_weight_is_on_record() -> None:
    found = replace(not_mine(Topic.NOT_UNDERSTOOD), own_numbers=OwnNumbers(said_back="your weight", questions=(b"w",)))
    assert await routed("am i overweight", found, ALL) == patterns.DATA_AND_KNOWLEDGE
    assert await routed("am i overweight", not_mine(Topic.NOT_UNDERSTOOD), ALL) != patterns.DATA_AND_KNOWLEDGE


async def test_whether_to_worry_is_answered_and_not_coached() -> None:
    found = not_mine(Topic.NOT_RECORDED)
    for question in ("should i worry about my cholesterol", "Should I be concerned about my blood pressure?"):
        assert (await routed(question, found, ALL)).main_agent == Agent.DOMAIN_EXPERT


async def test_how_one_thing_acts_on_another_is_asked_of_ones_own_with_my() -> None:
    assert isinstance(SOME_OF_IT, Partly)
    assert await routed("how does stress affect hrv?", SOME_OF_IT, HERE) == patterns.KNOWLEDGE
    assert await routed("how does stress affect my hrv?", SOME_OF_IT, HERE) != patterns.KNOWLEDGE


@pytest.mark.parametrize(
    "question",
    [
        "can i catch up on sleep at the weekend",
        "i fall asleep within 2 minutes every night",
        "how many steps is 1 km",
        "ck 3000 three days after a hard workout",
        "what counts more, the sleep score or how i feel",
    ],
)
async def test_who_has_no_records_is_told_what_is_known(question: str) -> None:
    assert (await routed(question, not_mine(Topic.NO_RECORDS), HERE)).main_agent == Agent.DOMAIN_EXPERT


@pytest.mark.parametrize(
    "question",
    [
        "how much did i sleep last night",
        "which day did i walk most",
        "what was my average hrv",
        "show me my blood pressure readings of last month",
        "have you got any readings of mine",
        "How has my LDL changed since March?",
        "Is my sleep related to my steps?",
        "Are my steps trending up?",
    ],
)
async def test_who_has_no_records_and_asks_for_them_is_told_so(question: str) -> None:
    assert (await routed(question, not_mine(Topic.NO_RECORDS), HERE)).main_agent == ""


@pytest.mark.parametrize(
    ("question", "main"),
    [("can my tracker tell when im lying awake?", Agent.DOMAIN_EXPERT), ("does my watch sync with my phone?", "")],
)
async def test_what_a_device_can_see_is_no_question_for_its_maker(question: str, main: str) -> None:
    assert (await routed(question, not_mine(Topic.NOT_UNDERSTOOD), HERE)).main_agent == main


@pytest.mark.parametrize(
    "question",
    [
        "Would surgery help with my snoring?",
        "what side effects does my tablet have",
        "My pressure after a ride, what range should it be in?",
        "How do I know if I run too hard?",
        "can my ring detect a cold coming?",
        "Are there independent studies on rings and sleep?",
        "How does my phone use affect my sleep?",
        "Does my period have any negative effect on how I sleep? I mean, has it an effect on sleep?",
        "What is my ideal running distance?",
        "How does my deep sleep compare to other women?",
    ],
)
async def test_what_treats_a_thing_acts_on_it_or_is_best_for_it_is_looked_up(question: str) -> None:
    for topic in (Topic.NOT_UNDERSTOOD, Topic.NOT_RECORDED):
        assert (await routed(question, not_mine(topic), ALL)).main_agent == Agent.DOMAIN_EXPERT


@pytest.mark.parametrize(
    "question", ["How were my steps affected by the rain last month?", "What was the best time of my runs in May?"]
)
async def test_how_things_were_in_a_certain_time_is_not_looked_up(question: str) -> None:
    wanted = await routed(question, not_mine(Topic.NOT_UNDERSTOOD), ALL)
    assert not wanted.main_agent
    assert wanted.reply


async def test_beside_a_look_at_everything_it_is_said_what_no_record_holds() -> None:
    lacks = not_mine(Topic.NOT_RECORDED, "Your records hold nothing about family history.")
    wanted = await routed("Anything that stands out in my data or my family history?", lacks, ALL)
    assert wanted.vague
    assert wanted.remark == lacks.reason


async def test_of_a_device_that_nothing_is_known_of_the_reason_is_the_device() -> None:
    wanted = await routed("Can my watch identify bats and record them?", not_mine(Topic.NOT_RECORDED), ALL)
    assert wanted.instead == patterns.NOT_THE_DEVICE
