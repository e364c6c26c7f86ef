import csv
import os
import time
from pathlib import Path

import pytest

from services.orchestrator.adapters.rules import RulesMind, routing
from services.orchestrator.domain.numbers import user_facts
from services.orchestrator.domain.plan import ROUTABLE, Agent, RawRouting
from services.orchestrator.domain.sanitise import sanitise
from tests.unit.orchestrator.mind import routing_table
from tests.unit.orchestrator.mind.builders import conversation

PATTERNS = (
    (routing.KNOWLEDGE, routing_table.KNOWLEDGE),
    (routing.DATA, routing_table.DATA),
    (routing.DATA_AND_KNOWLEDGE, routing_table.DATA_AND_KNOWLEDGE),
    (routing.ADVICE, routing_table.ADVICE),
    (routing.ADVICE_ON_DATA, routing_table.ADVICE_ON_DATA),
    (routing.ADVICE_ON_DATA_AND_KNOWLEDGE, routing_table.ADVICE_ON_DATA_AND_KNOWLEDGE),
    (routing.FALLBACK, routing_table.FALLBACK),
)
CASES = [(question, pattern) for pattern, questions in PATTERNS for question in questions.strip().splitlines()]
METRICS = ("resting heart rate", "HRV", "steps", "minutes asleep")
WINDOWS = ("all my data", "the last 30 days", "the last 7 days")


@pytest.mark.parametrize(("question", "pattern"), CASES, ids=[question[:60] for question, _ in CASES])
async def test_a_question_is_routed_by_its_documented_pattern(question: str, pattern: RawRouting) -> None:
    assert await RulesMind().route(conversation(question), ROUTABLE) == pattern


def test_the_table_has_at_least_150_questions_and_every_pattern() -> None:
    assert len({question for question, _ in CASES}) == len(CASES) >= 150
    assert len({pattern for _, pattern in CASES}) == 7


@pytest.mark.parametrize("statistic", ["average", "mean", "median", "minimum", "maximum", "standard deviation of my"])
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("window", WINDOWS)
async def test_every_descriptive_question_of_the_acceptance_list_is_computed(
    statistic: str, metric: str, window: str
) -> None:
    my = "the" if statistic.endswith("my") else "my"
    for question in (
        f"What is {my} {statistic} {metric} over {window}?",
        f"How many days do I have {metric} for over {window}?",
    ):
        assert await RulesMind().route(conversation(question), ROUTABLE) == routing.DATA


@pytest.mark.parametrize("one", METRICS)
@pytest.mark.parametrize("other", METRICS)
async def test_every_association_of_the_acceptance_list_is_computed(one: str, other: str) -> None:
    question = f"Is my {one} related to my {other}?"
    assert await RulesMind().route(conversation(question), ROUTABLE) == routing.DATA


async def test_a_follow_up_is_routed_as_the_question_it_completes() -> None:
    mind = RulesMind()
    asked = conversation("What was my average resting heart rate?", "It was fine.", "And over the last 7 days?")
    assert await mind.route(asked, ROUTABLE) == routing.DATA
    alone = conversation("And over the last 7 days?")
    assert await mind.route(alone, ROUTABLE) == routing.FALLBACK


async def test_a_question_that_points_back_is_about_the_metric_before_it() -> None:
    asked = conversation("What was my average HRV last week?", "It was fine.", "Is that normal?")
    assert await RulesMind().route(asked, ROUTABLE) == routing.DATA_AND_KNOWLEDGE


async def test_only_data_science_installed_answers_what_rests_on_data() -> None:
    only = frozenset({Agent.DATA_SCIENCE})
    mind = RulesMind()
    for question, main in (
        ("Is my HRV normal?", Agent.DATA_SCIENCE),
        ("How can I lower my resting heart rate?", Agent.DATA_SCIENCE),
        ("What is heart rate variability?", None),
        ("Help me build a morning routine", None),
    ):
        assert sanitise(await mind.route(conversation(question), only), only).main == main


async def test_questions_that_people_wrote_about_their_data_are_computed() -> None:
    """The objective questions of PHIA (Merrill et al. 2024), templated and paraphrased."""
    source = Path(os.environ.get("AMY_EVAL_DATA", "../shared/data")) / "phia" / "objective_dev.csv"
    if not source.exists():
        pytest.skip("no evaluation data: set AMY_EVAL_DATA")
    with source.open(newline="") as lines:
        asked = [row[column] for row in csv.DictReader(lines) for column in ("question", "paraphrase")]
    mind = RulesMind()
    elsewhere = [text for text in asked if await mind.route(conversation(text), ROUTABLE) != routing.DATA]
    assert len(asked) > 1600
    assert elsewhere == []


@pytest.mark.parametrize("piece", ["please ", "my ", "how can i ", ", ", "1 to ", "a1", " ", "[", "thanks! "])
async def test_a_very_long_message_is_read_quickly(piece: str) -> None:
    """Every pattern here meets text of the user's making; none may take time that grows out of hand."""
    message = piece * (60_000 // len(piece))
    mind = RulesMind()
    began = time.perf_counter()
    await mind.classify_vagueness(message)
    await mind.rephrase(conversation(message), sanitise(await mind.route(conversation(message), ROUTABLE), ROUTABLE))
    await mind.extract_memories(message, "")
    user_facts(message)
    assert time.perf_counter() - began < 10
