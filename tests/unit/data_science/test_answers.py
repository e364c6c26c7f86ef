"""What an answer says: its words, its references, its finding and its typed values."""

import re
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

import pytest

from services.data_science.adapters.rules import RulesMind
from services.data_science.adapters.rules.code import code_for
from services.data_science.domain.analysis import Decline, Plan, Summary
from services.data_science.domain.finding import Interval, number_text, scalars_of, written
from services.data_science.domain.query import metrics_of
from tests.unit.data_science.analysts import described, execute, person

QUESTIONS = [
    "What is my average resting heart rate?",
    "median steps last week",
    "highest HRV in January",
    "lowest sleep on weekends",
    "total steps this month",
    "standard deviation of my sleep over the last 90 days",
    "how many days did I sleep more than 7.5 hours in the last 30 days",
    "what is my latest HRV",
    "steps yesterday",
    "average HRV on days when I took more than 8000 steps since 2024-01-01",
    "is my sleep related to my resting heart rate the next day",
    "is my HRV related to my steps between 2023-06-01 and 2023-08-31",
    "is my HRV trending up over the last 3 months",
    "compare my sleep this month with last month",
    "average heart rate over the past week",
    "average rolling 30 day sd of steps",
]
LABEL = r"last \d+ \w+|the \d+ \w+ before|\d{4}-\d\d-\d\d|(January|February|March) \d{4}"
CONDITION = r"(above|at least) [\d.,]+"


async def answered(question: str) -> tuple[Plan, Summary, Mapping[str, Any]]:
    recorded = ("steps", "resting_heart_rate", "heart_rate_variability", "sleep_minutes")
    mind = RulesMind()
    plan = await mind.plan(question, described(*recorded))
    assert isinstance(plan, Plan), plan
    result = execute(code_for(plan.query), person(missing=0.1))
    summary = await mind.summarise(plan, result, prefix="ds")
    assert isinstance(summary, Summary), summary
    return plan, summary, result


@pytest.mark.parametrize("question", QUESTIONS)
async def test_every_computed_number_of_a_draft_is_a_reference(question: str) -> None:
    _, summary, _ = await answered(question)
    bare = re.sub(r"\{\{ds-001\.\w+\}\}", "", summary.draft)
    assert not re.search(r"\d", re.sub(CONDITION, "", re.sub(LABEL, "", bare))), summary.draft
    assert "{{ds-001." in summary.draft
    assert "{{" not in summary.answer


@pytest.mark.parametrize("question", QUESTIONS)
async def test_a_claim_is_one_sentence_without_digits_but_its_windows(question: str) -> None:
    _, summary, _ = await answered(question)
    claim = summary.findings[0].claim
    assert claim.count(".") == 1
    assert claim.endswith(".")
    assert not re.search(r"\d", re.sub(LABEL, "", claim)), claim


@pytest.mark.parametrize("question", QUESTIONS)
async def test_a_finding_carries_every_finite_number_of_the_result(question: str) -> None:
    plan, summary, result = await answered(question)
    finding = summary.findings[0]
    numbers = {number.key: number.value for number in finding.numbers}
    day = numbers.pop("day", None)
    assert finding.query == plan.query
    assert (day is None) == ("date" not in result)
    assert day is None or date(1970, 1, 1) + timedelta(days=float(day)) == date.fromisoformat(result["date"])  # type: ignore[arg-type]
    assert set(numbers) == {key for key, value in result.items() if value not in (None, [None, None]) and key != "date"}
    assert {"effect", "n"} <= set(numbers)
    for key, value in numbers.items():
        assert result[key] == ([value.low, value.high] if isinstance(value, Interval) else value)
    assert summary.values[0].value == numbers["effect"]
    assert summary.values[0].n == numbers["n"]
    assert summary.values[0].finding_id == finding.id


ANSWERS = [
    (
        "What is my average resting heart rate?",
        {"n": 87, "effect": 60.388, "mean": 60.388, "sd": 2.0, "ci": [59.9, 60.8]},
        "Your average resting heart rate over all data is 60.39 bpm (87 days).",
    ),
    (
        "average steps last 30 days",
        {"n": 30, "effect": 10470.851, "mean": 10470.851},
        "Your average step count over the last 30 days was 10,470.85 steps (30 days).",
    ),
    (
        "What was my lowest sleep last week",
        {"n": 1, "effect": 371.2, "min": 371.2, "date": "2024-03-05"},
        "Your lowest sleep duration last week was 371.2 min, on 2024-03-05 (1 day).",
    ),
    (
        "latest HRV",
        {"n": 9, "effect": 44, "latest": 44, "date": "2024-03-05"},
        "Your latest heart rate variability over all data is 44 ms, on 2024-03-05 (9 days).",
    ),
    (
        "standard deviation of my awake percentage in January",
        {"n": 9, "effect": 1.5, "sd": 1.5},
        "The standard deviation of your time awake percentage in January 2024 was 1.5% (9 days).",
    ),
    (
        "how many days did I sleep less than 8 hours in the last 30 days",
        {"n": 12, "effect": 12, "count": 12},
        (
            "There are 12 days with a value for your sleep duration over the last 30 days, on days with sleep duration "
            "below 8 hours."
        ),
    ),
    (
        "steps yesterday",
        {"n": 1, "effect": 9000.0, "mean": 9000.0},
        "Your step count yesterday was 9,000 steps (1 day).",
    ),
    (
        "average heart rate on weekends",
        {"n": 20, "effect": 58.0, "mean": 58.0},
        (
            "Your average resting heart rate over all data, on weekends is 58 bpm (20 days). Of the heart rate, the "
            "daily records hold the resting value only."
        ),
    ),
    (
        "is my HRV related to my sleep",
        {"n": 87, "effect": -0.374, "ci": [-0.55, -0.18], "p": 0.001},
        (
            "Over all data, your heart rate variability and your sleep duration show a moderate negative association: "
            "Spearman's correlation is -0.37, with a confidence interval from -0.55 to -0.18 (87 days). This shows "
            "association, not cause."
        ),
    ),
    (
        "does my HRV affect my sleep two days later",
        {"n": 87, "effect": 0.05, "ci": [-0.15, 0.25], "p": 0.6},
        (
            "Over all data, your heart rate variability and your sleep duration two days later show practically no "
            "association: Spearman's correlation is 0.05, with a confidence interval from -0.15 to 0.25 (87 days). The "
            "interval includes zero, so this may be chance. This shows association, not cause."
        ),
    ),
    (
        "has my weight gone down over the last 3 months",
        {"n": 80, "effect": -2.5, "slope_per_week": -0.2, "sd": 1.0},
        "Your weight fell over the last 3 months: the fitted change is -2.5 kg, or -0.2 kg/week (80 days).",
    ),
    (
        "is my weight trending up since 2024-01-01",
        {"n": 80, "effect": 0.1, "slope_per_week": 0.01, "sd": 1.0},
        (
            "Your weight rose since 2024-01-01: the fitted change is 0.1 kg, or 0.01 kg/week (80 days). That is within "
            "the usual ups and downs from day to day."
        ),
    ),
    (
        "compare my sleep this week with last week",
        {"n": 12, "effect": -12.5, "mean_recent": 400.0, "mean_prior": 412.5, "n_recent": 5, "n_prior": 7, "sd": 30.0},
        (
            "Your average sleep duration was 400 min this week (5 days) and 412.5 min last week (7 days): lower, a "
            "difference of -12.5 min."
        ),
    ),
]


@pytest.mark.parametrize(("question", "result", "answer"), ANSWERS)
async def test_an_answer_reads(question: str, result: dict[str, Any], answer: str) -> None:
    mind = RulesMind()
    plan = await mind.plan(question, described())
    assert isinstance(plan, Plan)
    summary = await mind.summarise(plan, result, prefix="ds")
    assert isinstance(summary, Summary)
    assert summary.answer == answer
    assert written(summary.draft, summary.findings) == answer


async def test_a_day_that_an_extreme_fell_on_is_a_typed_value() -> None:
    _, summary, result = await answered("When was my highest step count?")
    assert [value.name for value in summary.values] == ["max", "date"]
    assert summary.values[1].value == date.fromisoformat(result["date"])
    assert result["date"] in summary.answer


async def test_numbers_without_a_unit_have_none() -> None:
    _, summary, _ = await answered("how many days do I have steps for")
    units = {number.key: number.unit for number in summary.findings[0].numbers}
    assert (units["effect"], units["count"], units["n"], units["mean"]) == ("", "", "", "steps")
    _, summary, _ = await answered("are steps related to sleep")
    assert {number.unit for number in summary.findings[0].numbers} == {""}


async def test_numbers_that_are_not_finite_are_left_out() -> None:
    mind = RulesMind()
    plan = await mind.plan("average steps", described())
    assert isinstance(plan, Plan)
    result = {"n": 1, "effect": 5.0, "mean": 5.0, "sd": None, "ci": [None, None], "flag": True, "note": "x"}
    summary = await mind.summarise(plan, result, prefix="ds")
    assert isinstance(summary, Summary)
    assert set(scalars_of(summary.findings[0].numbers)) == {"n", "effect", "mean"}


async def test_a_result_without_an_effect_is_a_decline() -> None:
    mind = RulesMind()
    plan = await mind.plan("average steps", described())
    assert isinstance(plan, Plan)
    assert isinstance(await mind.summarise(plan, {"n": 0, "effect": float("nan")}, prefix="ds"), Decline)


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (10470.85, "steps", "10,470.85 steps"),
        (60.0, "bpm", "60 bpm"),
        (-0.3749, "", "-0.37"),
        (-0.001, "", "0"),
        (8.3, "%", "8.3%"),
        (1e6, "", "1,000,000"),
        (100.0, "", "100"),
    ],
)
def test_a_number_is_written_with_at_most_two_decimals(value: float, unit: str, text: str) -> None:
    assert number_text(value, unit) == text


async def test_a_query_reads_the_metrics_of_its_conditions_too() -> None:
    plan, _, _ = await answered("average HRV on days when I took more than 8000 steps")
    assert metrics_of(plan.query) == ("heart_rate_variability", "steps")
