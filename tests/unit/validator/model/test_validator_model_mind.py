"""The mind that asks a model: what it makes of its answers, and what it does without one."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from structlog.testing import capture_logs

from amy.llm.errors import CutShortError, DeclinedError, ModelError, OverloadedError
from amy.runtime.ledger import open_ledger
from services.validator.adapters.model import ModelMind
from services.validator.adapters.rules_mind import RulesMind
from services.validator.app import ValidatorApp
from services.validator.domain.claims.finding import Verdict
from services.validator.domain.records.store import Store
from services.validator.domain.review.critique import (
    UNANSWERED,
    UNASSESSED,
    ConcernCategory,
    Decision,
    Novelty,
    Severity,
    bound_by_severity,
)
from services.validator.domain.review.priors import Direction, Prior, Support, TypicalSize
from services.validator.domain.verdict.validation import Completed
from services.validator.ports import ValidatorMind
from tests.scripted_driver import Line, ScriptedDriver, scripted_caller
from tests.unit.validator.builders import finding, series
from tests.unit.validator.cases import association_over, scalar_over
from tests.unit.validator.literature import prior
from tests.unit.validator.test_validator_app import SameThread, Stored

KNOWN = prior(size=TypicalSize(statistic="correlation", value=0.2))
OPPOSITE = prior(direction=Direction.NEGATIVE)
ACCEPTED = {"decision": "accept", "concerns": [], "rationale": "Nothing speaks against it."}
ASSESSED = {
    "mechanism": "Walking builds sleep pressure.",
    "novelty": "established",
    "strategy": "Walk one errand this week.",
    "citations": [KNOWN.id],
}
CLEAR = association_over(90)
WEAK = replace(CLEAR, report=replace(CLEAR.report, verdict=Verdict.REJECTED))
GAPS = association_over(25, span=120)


def concern(category: str = "confounder", severity: str = "medium", detail: str = "Holidays.") -> dict[str, str]:
    return {"category": category, "severity": severity, "detail": detail}


def mind_of(*lines: Line, priors: tuple[Prior, ...] = (KNOWN,)) -> tuple[ModelMind, ScriptedDriver]:
    driver = ScriptedDriver(*lines)
    return ModelMind(scripted_caller(driver), RulesMind(priors), priors), driver


def critic(**changed: Any) -> Line:
    return Line("critic", {**ACCEPTED, **changed})


def assessment(**changed: Any) -> Line:
    return Line("assessment", {**ASSESSED, **changed})


async def test_the_model_reviews_what_the_gates_let_through() -> None:
    mind, driver = mind_of(critic())
    critique = await mind.critique(CLEAR)
    assert (critique.decision, critique.reasoning) == (Decision.ACCEPT, "Nothing speaks against it.")
    (call,) = driver.calls
    assert call.model == "model-validation"
    assert call.schema is not None
    assert KNOWN.id in call.prompt.data


async def test_doubts_that_were_measured_stand_whatever_the_model_decides() -> None:
    measured = await RulesMind().critique(GAPS)
    assert measured.decision is Decision.DOWNGRADE
    mind, driver = mind_of(critic())
    critique = await mind.critique(GAPS)
    assert critique.decision is Decision.DOWNGRADE
    assert critique.concerns == measured.concerns
    assert measured.concerns[0].detail in driver.calls[0].prompt.data


async def test_a_doubt_is_not_counted_twice_but_a_graver_one_is_kept() -> None:
    doubtful = association_over(50)
    (measured,) = (await RulesMind().critique(doubtful)).concerns
    assert (measured.category, measured.severity) == (ConcernCategory.SMALL_N, Severity.LOW)
    again, graver = concern("small_n", "low"), concern("small_n", "high", "Too few.")
    mind, _ = mind_of(critic(decision="downgrade", concerns=[again, graver]))
    assert [each.severity for each in (await mind.critique(doubtful)).concerns] == [Severity.LOW, Severity.HIGH]


@pytest.mark.parametrize("severities", [["high"], ["medium", "medium"]])
async def test_grave_concerns_are_never_accepted(severities: list[str]) -> None:
    mind, _ = mind_of(critic(concerns=[concern(severity=each) for each in severities]))
    assert bound_by_severity(await mind.critique(CLEAR)).decision is Decision.DOWNGRADE


async def test_no_model_is_asked_about_what_the_rules_reject() -> None:
    mind, driver = mind_of()
    assert await mind.critique(WEAK) == await RulesMind((KNOWN,)).critique(WEAK)
    assert driver.calls == []


async def test_what_is_not_accepted_says_why_or_goes_back() -> None:
    mind, driver = mind_of(critic(decision="reject"), critic(decision="reject", concerns=[concern()]))
    assert (await mind.critique(CLEAR)).decision is Decision.REJECT
    assert "what is not accepted needs a concern" in driver.calls[1].prompt.data


async def test_a_number_in_the_words_of_a_critic_is_not_told() -> None:
    typed = [
        concern(detail="Only 12 days were warm."),
        concern(detail="See {{ds-001.effect}}."),
        concern(detail="B12."),
    ]
    mind, _ = mind_of(critic(decision="downgrade", concerns=typed, rationale="It is 0.4 at most."))
    critique = await mind.critique(CLEAR)
    general = "Something else may lie behind it."
    assert [each.detail for each in critique.concerns] == [general, general, "B12."]
    assert critique.reasoning == (await RulesMind((KNOWN,)).critique(CLEAR)).reasoning


async def test_an_assessment_cites_what_it_was_given_and_the_published_size_comes_with_it() -> None:
    mind, _ = mind_of(assessment(citations=[KNOWN.id, "made-up", KNOWN.id]))
    assessed = await mind.assess(CLEAR)
    assert (assessed.mechanism, assessed.strategy) == (ASSESSED["mechanism"], ASSESSED["strategy"])
    assert assessed.citations == (KNOWN.citation.short,)
    assert [each.claim for each in assessed.literature] == [f"lit-{KNOWN.id}.size"]


async def test_a_mechanism_or_a_step_without_a_source_that_was_given_is_none() -> None:
    mind, _ = mind_of(assessment(citations=["made-up"]))
    assert await mind.assess(CLEAR) == UNASSESSED


async def test_nothing_is_newer_or_firmer_than_its_source() -> None:
    early = prior(support=Support.EMERGING)
    mind, _ = mind_of(assessment(citations=[early.id]), assessment(novelty="user_specific"), priors=(early,))
    assert (await mind.assess(CLEAR)).novelty is Novelty.EMERGING
    mind, _ = mind_of(assessment(novelty="supported"))
    assert (await mind.assess(CLEAR)).novelty is Novelty.SUPPORTED


@pytest.mark.parametrize(
    ("strategy", "kept"),
    [
        ("Walk on the days below 7,432 steps.", False),
        ("Walk 25 minutes.", False),
        ("Walk as on {{ds-001.effect}} of your days.", True),
        ("Walk as on {{ds-009.effect}} of your days.", False),
        ("Walk {more} of {{ds-001.effect}}.", False),
        ("Eat omega-3 at lunch.", True),
        (None, False),
    ],
)
async def test_a_step_states_no_number_and_refers_to_its_own_finding_alone(strategy: str | None, *, kept: bool) -> None:
    mind, _ = mind_of(assessment(strategy=strategy))
    assert (await mind.assess(CLEAR)).strategy == (strategy if kept else None)


@pytest.mark.parametrize("priors", [(), (OPPOSITE,)])
async def test_no_model_is_asked_where_the_literature_explains_nothing(priors: tuple[Prior, ...]) -> None:
    mind, driver = mind_of(priors=priors)
    assert await mind.assess(CLEAR) == UNASSESSED
    assert driver.calls == []


async def test_of_a_plain_number_a_step_may_be_told_but_no_mechanism() -> None:
    lever = prior(feature="sleep_minutes", target="steps")
    mind, _ = mind_of(assessment(citations=[lever.id]), priors=(lever,))
    assessed = await mind.assess(scalar_over(90))
    assert assessed.strategy == ASSESSED["strategy"]
    assert assessed.mechanism == "A description of your own data; no mechanism is claimed."
    assert (assessed.novelty, assessed.literature) == (Novelty.USER_SPECIFIC, ())


async def completed_of(mind: ValidatorMind) -> Completed:
    steps = 60 + np.random.default_rng(0).normal(size=90)
    stored = Stored(Store(daily={"steps": series(steps)}))
    app = ValidatorApp(series=stored, workers=SameThread(), mind=mind, mind_timeout_s=5)
    claimed = [finding(id=f"ds-{at:03}", numbers={"effect": float(steps.mean())}) for at in range(3)]
    *_, last = [event async for event in app.validate("u", claimed, ())]
    assert isinstance(last, Completed)
    return last


@pytest.mark.parametrize("error", [OverloadedError("x"), DeclinedError("x"), CutShortError("x")])
async def test_a_critic_that_does_not_answer_downgrades_and_never_accepts(error: ModelError) -> None:
    mind, _ = mind_of(Line("critic", error), critic(), critic())
    with capture_logs() as logs:
        completed = await completed_of(mind)
    first, *others = completed.findings
    assert (first.critique, first.verdict) == (UNANSWERED, Verdict.CONDITIONAL)
    assert {each.verdict for each in others} == {Verdict.VALIDATED}
    fell_back = [each for each in logs if each["event"] == "mind.fell_back"]
    assert [(each["purpose"], each["cause"]) for each in fell_back] == [("critic", type(error).__name__)]


async def test_an_assessment_that_does_not_come_claims_nothing() -> None:
    lever = prior(feature="sleep_minutes", target="steps")
    failing = [Line("assessment", OverloadedError("x"))] * 3
    mind, driver = mind_of(*[critic()] * 3, *failing, priors=(lever,))
    assert {each.assessment for each in (await completed_of(mind)).findings} == {UNASSESSED}
    driver.check()


async def test_what_the_review_of_all_findings_cost_is_told_at_the_end() -> None:
    mind, _ = mind_of(*[critic()] * 3)
    with open_ledger() as ledger:
        completed = await completed_of(mind)
    assert {call.purpose for call in ledger.calls} == {"critic"}
    assert completed.spent == ledger.spent
    assert completed.spent.input_tokens == 3000
