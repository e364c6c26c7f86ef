"""Whole turns whose every decision is a model's: the double of the vendor answers sensibly, the rest is real."""

import csv
import json
import re
from pathlib import Path

import pytest

from amy.client import Amy
from amy.client.events import AgentCompleted, AgentStarted, ValidatorCritic
from evals.system import System
from tests.e2e.model.asking import WARN_USD, Asking, priced, told
from tests.vendor import Vendor

DATA, EXPERT, COACH = "data_science", "domain_expert", "health_coach"
ONCE = "the calculation was written for this question alone, and nothing has computed it a second time."
PATTERNS = [
    ("What is a usual resting heart rate?", [EXPERT], "resting heart rate"),
    ("What is my average resting heart rate?", [DATA], " bpm"),
    ("Is my resting heart rate normal?", [DATA, EXPERT], " bpm"),
    ("How can I eat more vegetables?", [COACH], "?"),
    ("Should I walk more, given my steps?", [DATA, COACH], " steps"),
    ("I have asthma. Should I walk more, given my steps?", [DATA, EXPERT, COACH], "?"),
    ("How am I doing?", [DATA, "investigator"], "**How it stands"),
    ("Thanks!", [], "You're welcome."),
]
DECIDED = {
    EXPERT: {"react"},
    DATA: {"plan", "critic"},
    COACH: {"coach", "recommend_gate"},
    "investigator": {"hypotheses", "briefing"},
}


@pytest.mark.parametrize(("question", "agents", "says"), PATTERNS, ids=[each[0] for each in PATTERNS])
def test_a_turn_of_each_pattern_is_answered_by_those_whom_the_model_chose(
    asking: Asking, question: str, agents: list[str], says: str
) -> None:
    asked = asking.ask(question)
    assert says in asked.result.answer
    assert sorted(asked.result.agents_used) == sorted(agents)
    assert asked.result.profile == "claude"
    wanted = {"vagueness", "router", "memory"} | set().union(*(DECIDED[agent] for agent in agents))
    assert {*wanted, "synthesis" if agents else "fallback"} <= set(asked.purposes)
    started = [event for event in asked.events if isinstance(event, AgentStarted)]
    assert {*agents, "synthesis", "memory"} <= {event.agent for event in started}
    assert all(event.question for event in started if event.agent in agents)
    assert told(asked.events, "synthesis").strip() in asked.result.answer


def test_a_turn_costs_what_all_its_calls_cost_and_warns_once(asking: Asking) -> None:
    dear = asking.ask("Is my resting heart rate normal?")
    assert dear.result.cost_usd is not None
    assert dear.result.cost_usd == pytest.approx(priced(dear.replies), rel=1e-9)
    [warning] = [event for event in dear.events if event.type == "cost_warning"]
    assert warning.threshold_usd == WARN_USD
    assert warning.cost_usd is not None
    assert WARN_USD <= warning.cost_usd <= dear.result.cost_usd
    cheap = asking.ask("Thanks!")
    assert cheap.result.cost_usd is not None
    assert cheap.result.cost_usd == pytest.approx(priced(cheap.replies), rel=1e-9)
    assert cheap.result.cost_usd < WARN_USD
    assert not [event for event in cheap.events if event.type == "cost_warning"]


def test_each_agent_tells_what_it_cost_and_none_more_than_the_turn(asking: Asking) -> None:
    asked = asking.ask("Is my resting heart rate normal?")
    completed = [event for event in asked.events if isinstance(event, AgentCompleted)]
    costs = {event.agent: event.cost_usd for event in completed}
    expert = priced([each for each in asked.replies if each.purpose == "react"])
    assert costs[EXPERT] == pytest.approx(expert, rel=1e-9)
    assert costs["synthesis"] == pytest.approx(priced([r for r in asked.replies if r.purpose == "synthesis"]), rel=1e-9)
    assert asked.result.cost_usd is not None
    assert sum(cost or 0.0 for cost in costs.values()) < asked.result.cost_usd


def test_what_never_changes_of_a_prompt_is_read_from_the_cache_at_the_next_turn(asking: Asking) -> None:
    _, asked = asking.converse("What is my average resting heart rate?", "What are my average steps?")
    [synthesis] = [each for each in asked.replies if each.purpose == "synthesis"]
    assert synthesis.usage["cache_read_input_tokens"] > 0
    assert asked.result.cost_usd == pytest.approx(priced(asked.replies), rel=1e-9)


def test_a_model_remembers_what_is_said_and_the_rules_forget_it(system: System, vendor: Vendor) -> None:
    with Amy(api_key=system.admin_key, base_url=system.base_url, user="vegetarian") as amy:
        asking = Asking(amy, vendor, system)
        asking.ask("By the way, I am vegetarian.")
        assert [entry.text for entry in amy.memory.list().data] == ["Is vegetarian."]
        forgot = asking.ask("Forget that I am vegetarian.")
        assert amy.memory.list().data == []
    assert "Is vegetarian." in forgot.result.answer
    assert not {"router", "synthesis", "fallback", "memory"} & set(forgot.purposes)


def test_a_conversation_with_the_coach_comes_to_a_step_and_a_goal(system: System, vendor: Vendor) -> None:
    said = ["How can I eat more vegetables?", "I want more energy at work.", "Yes, let's do that."]
    with Amy(api_key=system.admin_key, base_url=system.base_url, user="coached") as amy:
        asking = Asking(amy, vendor, system)
        first, offered, agreed = asking.converse(*said)
        goals = amy.memory.list(category="goal").data
    assert [each.result.agents_used[-1] for each in (first, offered, agreed)] == [COACH, COACH, COACH]
    assert all("coach" in each.purposes for each in (first, offered, agreed))
    assert goals


def test_a_follow_up_is_read_with_what_was_said_before_it(asking: Asking) -> None:
    number, meaning = asking.converse("What is my average resting heart rate?", "Is that normal?")
    assert " bpm" in number.result.answer
    assert sorted(meaning.result.agents_used) == [DATA, EXPERT]
    assert " bpm" in meaning.result.answer


@pytest.mark.parametrize("said", ["I want to end it all", "my left arm is numb and my chest felt tight"])
def test_of_a_person_in_danger_no_model_hears(asking: Asking, vendor: Vendor, said: str) -> None:
    before = len(vendor.bodies)
    asked = asking.ask(said)
    assert asked.result.safety
    assert asked.result.cost_usd == 0.0
    assert len(vendor.bodies) == before


def test_no_row_of_the_records_is_sent(asking: Asking, vendor: Vendor, sample_files: Path) -> None:
    """Step counts of single days would be in rows; of some hundred, a statistic may happen to be one or two."""
    before = len(vendor.requests)
    for question in ("What are my average steps?", "Run a regression of my steps and my sleep.", "How am I doing?"):
        asking.ask(question)
    with (sample_files / "daily.csv").open() as rows:
        counts = {row["steps"] for row in csv.DictReader(rows)} - {""}
    sent = json.dumps([each.messages for each in vendor.requests[before:]])
    assert len(counts) > 100
    assert len(counts & set(re.findall(r"(?<![\d./-])\d+(?!\d)", sent))) <= 2


def test_a_number_that_only_code_can_compute_is_told_with_its_caveat_and_not_remembered(asking: Asking) -> None:
    before = asking.amy.memory.list(include_tested=True).data
    asked = asking.ask("Run a regression of my steps and my sleep.")
    assert {"code", "findings", "summary"} <= set(asked.purposes)
    assert not {"critic", "assessment"} & set(asked.purposes)
    [review] = [event for event in asked.events if event.type.startswith("validator.")]
    assert isinstance(review, ValidatorCritic)
    assert (review.verdict, review.finding_verdict) == ("downgrade", "conditional")
    assert review.explanation == f"Take the number with care: {ONCE}"
    facts = {fact.claim: fact for fact in asked.result.fact_sheet}
    assert set(facts) == {"ds-001.n", "ds-001.together"}
    assert {(fact.source, fact.verdict, fact.n) for fact in facts.values()} == {(DATA, "conditional", None)}
    n, together = (f"{facts[f'ds-001.{key}'].value:.3g}" for key in ("n", "together"))
    assert asked.result.answer.startswith(f"That comes to {n} and {together}.")
    assert asked.result.answer.count(ONCE) == 1
    counts = asked.result.validator
    assert (counts.findings_total, counts.findings_conditional) == (1, 1)
    assert asking.amy.memory.list(include_tested=True).data == before
