"""Conversations through the public API: what follows on is read against what was asked before it."""

import re

import pytest

from amy.client import Amy
from amy.client.models import TurnResult

STEPS = "How many steps did I take on average last week?"
FOLLOW_UPS = [
    ("What was my average resting heart rate last week?", "And last month?", r"bpm"),
    ("How many steps did I take on average last month?", "And in the last 7 days?", r"step"),
    ("What was my average HRV last week?", "What about my steps?", r"step"),
    ("Which day had the most steps?", "How long did I sleep that night?", r"\d+ (?:h|min)"),
    ("What was my lowest resting heart rate last month?", "And the highest?", r"bpm"),
]


def converse(amy: Amy, *said: str) -> TurnResult:
    """The last answer of a conversation in which each of these is said, and answered, before the next."""
    messages: list[dict[str, str]] = []
    result: TurnResult | None = None
    for each in said:
        messages.append({"role": "user", "content": each})
        turn = amy.turns.create(messages=messages, stream=False, context={"include_memory": False})
        assert turn.status == "completed", turn.error
        assert turn.result is not None
        result = turn.result
        messages.append({"role": "assistant", "content": result.answer})
    assert result is not None
    return result


@pytest.mark.parametrize(("first", "then", "says"), FOLLOW_UPS, ids=[then for _, then, _ in FOLLOW_UPS])
def test_a_follow_up_is_answered_as_the_question_it_completes(amy: Amy, first: str, then: str, says: str) -> None:
    before, after = converse(amy, first), converse(amy, first, then)
    assert after.agents_used == ["data_science"], after.answer
    assert re.search(says, after.answer), after.answer
    assert after.answer != before.answer


@pytest.mark.parametrize(
    ("rest", "others"),
    [
        (", and should I walk more?", ["health_coach", "domain_expert"]),
        (" and is that healthy?", ["domain_expert"]),
    ],
)
def test_what_asks_for_more_than_data_is_computed_all_the_same(amy: Amy, rest: str, others: list[str]) -> None:
    alone, asked = converse(amy, STEPS), converse(amy, f"{STEPS[:-1]}{rest}")
    assert asked.agents_used == ["data_science", *others]
    assert {fact.value for fact in alone.fact_sheet} <= {fact.value for fact in asked.fact_sheet}
    (average,) = (fact.value for fact in alone.fact_sheet if fact.claim.endswith((".effect", ".value")))
    assert f"{average:,.0f} steps" in asked.answer
    assert "Sources:" in asked.answer or asked.answer.endswith("?")


def test_what_asks_nothing_of_the_data_is_looked_up(amy: Amy) -> None:
    assert converse(amy, "Why do people dream?").agents_used[-1] == "domain_expert"


def test_what_asks_what_to_do_is_coached_and_ends_with_one_question(amy: Amy) -> None:
    coached = converse(amy, "Should I go to bed earlier?")
    assert "health_coach" in coached.agents_used
    assert coached.answer.partition("\n\nSources:")[0].endswith("?")
    assert coached.answer.count("?") == 1


@pytest.mark.parametrize("question", ["How far did I swim on Mars?", "asdf qwer zxcv"])
def test_what_is_not_computed_is_told_in_few_words(amy: Amy, question: str) -> None:
    result = converse(amy, question)
    assert result.agents_used == []
    assert len(result.answer.split()) <= 35, result.answer
    assert "averages, totals" not in result.answer
