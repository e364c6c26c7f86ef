"""A medicine, a diagnosis, clearance or a product is nobody's to decide here: that is said before what is known."""

import pytest

from services.orchestrator.adapters.rules import patterns
from services.orchestrator.adapters.rules.left_to_others import Left, left_to_others
from services.orchestrator.domain.evidence import AgentStatus, Verdict
from services.orchestrator.domain.plan import Agent
from services.orchestrator.domain.understanding import Topic
from tests.unit.orchestrator.mind.builders import answer, evidence, fact, finding
from tests.unit.orchestrator.mind.test_mind_routing import ALL_OF_IT, not_mine, routed
from tests.unit.orchestrator.mind.test_mind_synthesis import told

ALL = frozenset(Agent)


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("can I come off my statin now that my pulse is down?", Left.MEDICINE),
        ("is my resting heart rate low enough to stop the bisoprolol", Left.MEDICINE),
        ("how many sleeping pills may I take", Left.MEDICINE),
        ("which blood pressure tablet is best for me?", Left.MEDICINE),
        ("Is it ok to take ibuprofen before a marathon?", Left.MEDICINE),
        ("my wife has some xarelto left, could I start on that until I'm seen", Left.MEDICINE),
        ("can I stop apixaban before the dentist", Left.MEDICINE),
        ("how many mg of iron do I take a day", Left.SUPPLEMENT),
        ("should I take magnesium for my sleep", Left.SUPPLEMENT),
        ("what dose of melatonin suits me", Left.SUPPLEMENT),
        ("do I have sleep apnoea?", Left.DIAGNOSIS),
        ("Could my high pulse be a sign of anaemia?", Left.DIAGNOSIS),
        ("am I getting ill", Left.DIAGNOSIS),
        ("is my thyroid overactive?", Left.DIAGNOSIS),
        ("does my low oxygen mean I have asthma", Left.DIAGNOSIS),
        ("Should I go to a doctor about my HRV?", Left.DOCTOR),
        ("is it safe for me to fast for three days", Left.CLEARANCE),
        ("which running shoes should I get", Left.PRODUCT),
    ],
)
def test_what_others_have_to_decide_is_known(question: str, left: Left) -> None:
    assert left_to_others(question) is left


@pytest.mark.parametrize(
    "question",
    [
        "does melatonin stop working if you take it every night",
        "what do beta blockers do to the pulse?",
        "what is apixaban for",
        "how much iron is in spinach",
        "do I have enough deep sleep?",
        "should I take a vitamin D test",
        "which vitamins should I have checked?",
        "do I have more deep sleep on weekends?",
        "What are the signs of sleep apnoea?",
        "am I sleeping less than last month?",
        "how many steps did I take in April?",
        "should I go to bed earlier?",
    ],
)
def test_what_is_known_in_general_or_computed_is_left_to_nobody(question: str) -> None:
    assert left_to_others(question) is None


@pytest.mark.parametrize("agent", [Agent.DOMAIN_EXPERT, Agent.HEALTH_COACH])
async def test_what_is_left_to_others_is_said_first(agent: Agent) -> None:
    said = await told(evidence(answer("Statins lower LDL.", agent=agent)), "can i stop my statins?")
    assert said == f"{Left.MEDICINE.value}\n\nStatins lower LDL."


async def test_no_verdict_is_a_yes_to_what_is_left_to_others() -> None:
    expert = answer("Yes, a pulse of {{ds-001.effect}} is ordinary.", agent=Agent.DOMAIN_EXPERT)
    found = evidence(expert, findings=[finding(Verdict.VALIDATED)], facts=[fact("ds-001.effect", 58.4)])
    assert await told(found, "is my pulse good enough to stop my beta blockers?") == (
        f"{Left.MEDICINE.value}\n\nA pulse of 58.4 bpm is ordinary."
    )


async def test_where_nothing_is_known_it_is_all_that_is_said() -> None:
    expert = answer("I have nothing on that.", agent=Agent.DOMAIN_EXPERT, status=AgentStatus.DECLINED)
    assert await told(evidence(expert), "do i have gout or an infection") == Left.DIAGNOSIS.value


async def test_a_computed_number_needs_no_such_words() -> None:
    computed = answer("Your average is {{ds-001.effect}}.")
    found = evidence(computed, findings=[finding(Verdict.VALIDATED)], facts=[fact("ds-001.effect", 58.4)])
    assert await told(found, "am i ill? what is my pulse") == "Your average is 58.4 bpm."


@pytest.mark.parametrize(
    "question", ["Am I anaemic?", "am i coming down with something, am i ill", "do i have the flu"]
)
async def test_a_diagnosis_is_no_open_look_and_nothing_to_coach(question: str) -> None:
    raw = await routed(question, not_mine(Topic.NOT_UNDERSTOOD), ALL)
    assert raw.main_agent in (Agent.DOMAIN_EXPERT, "")
    assert not raw.vague


@pytest.mark.parametrize(
    "question",
    [
        "am I going to beat my record next weekend",
        "when am i gonna reach a million steps",
        "how does that compare to my brother",
        "who sleeps longer, me or Tom",
        "and since I stopped smoking?",
        "what happened to my pulse after the second jab",
        "my aim was 12, did i manage",
    ],
)
async def test_what_no_record_tells_of_ones_own_days_is_declined_with_the_reason(question: str) -> None:
    raw = await routed(question, not_mine(Topic.NOT_RECORDED), ALL)
    assert (raw.main_agent, raw.vague) == ("", False)
    assert raw.reply


async def test_going_to_bed_is_nothing_to_come() -> None:
    assert (await routed("am i going to bed too late", not_mine(Topic.NOT_UNDERSTOOD), ALL)).reply == ""


@pytest.mark.parametrize(
    "question", ["so the difference between the two is", "does more REM sleep come with a higher HRV"]
)
async def test_numbers_that_can_be_set_apart_or_related_are_computed(question: str) -> None:
    assert await routed(question, ALL_OF_IT, ALL) == patterns.DATA


async def test_a_value_that_is_not_on_record_is_no_open_look() -> None:
    raw = await routed("whats my uric acid", not_mine(Topic.NOT_RECORDED), ALL)
    assert (raw.main_agent, raw.vague) == ("", False)
    assert raw.reply


@pytest.mark.parametrize(
    "question", ["hubby left some eliquis, can i start on it till monday", "how many mg of iron do I take"]
)
async def test_who_asks_what_to_take_is_not_passed_over_where_nothing_is_read(question: str) -> None:
    assert await routed(question, not_mine(Topic.NOT_UNDERSTOOD), ALL) == patterns.KNOWLEDGE
