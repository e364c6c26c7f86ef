"""What of a question nobody took up is said, and nothing is said where nothing is missing."""

from dataclasses import replace

import pytest

from services.orchestrator.adapters.rules.left_open import left_open
from services.orchestrator.domain.evidence import AgentStatus, Verdict
from services.orchestrator.domain.plan import Agent
from tests.unit.orchestrator.mind.builders import answer, evidence, finding
from tests.unit.orchestrator.mind.test_mind_synthesis import DRAFT, FACTS, told

SLEPT = "Your average sleep duration was {{ds-001.effect}}."
CAFFEINE = "Caffeine makes sleep shorter [1]."


def test_a_part_that_nothing_told_takes_up_is_named() -> None:
    said = list(left_open("How did I sleep last week, and which violin strings sound softest?", [SLEPT]))
    reason = "I found nothing on it in your records or in my sources."
    assert said == [f"One part I leave open, “which violin strings sound softest”: {reason}"]


@pytest.mark.parametrize(
    ("question", "blocks"),
    [
        ("How did I sleep last week?", [SLEPT]),
        ("I own a piano. Which violin strings sound softest?", [SLEPT]),
        ("How did I sleep last week? Does caffeine shorten the night?", [SLEPT, CAFFEINE]),
        ("How did I sleep last week, and what does that tell about my recovery score?", [SLEPT]),
        ("How far did I walk, and which gadget estimates it best?", [SLEPT, CAFFEINE]),
    ],
)
def test_where_a_part_is_told_or_points_back_or_as_much_is_told_as_asked_nothing_is_open(
    question: str, blocks: list[str]
) -> None:
    assert list(left_open(question, blocks)) == []


@pytest.mark.parametrize(
    ("question", "group"),
    [
        ("How does my sleep compare to other night nurses?", "other night nurses"),
        ("How does my pulse compare with people who juggle?", "people who juggle"),
    ],
)
def test_a_group_on_which_there_are_no_figures_is_named(question: str, group: str) -> None:
    assert list(left_open(question, [SLEPT])) == [f"I have no figures on {group} to set yours beside."]


@pytest.mark.parametrize(
    "question",
    ["How does my sleep compare to other women of my age?", "How does my sleep compare with my weekends?"],
)
def test_people_of_an_age_and_ones_own_days_are_no_such_group(question: str) -> None:
    assert list(left_open(question, [SLEPT])) == []


async def test_numbers_that_were_all_that_was_asked_are_not_followed_by_a_refusal() -> None:
    expert = answer("None of my sources answers that.", agent=Agent.DOMAIN_EXPERT, status=AgentStatus.DECLINED)
    computed = evidence(expert, supporting=[answer(DRAFT)], findings=[finding(Verdict.VALIDATED)], facts=FACTS)
    assert "None of my sources" in await told(computed)
    assert "None of my sources" not in await told(replace(computed, all_computed=True))
