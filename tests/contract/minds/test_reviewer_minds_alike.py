"""What holds of a `ValidatorMind`, whether rules or a model judge; one that gets no answer may raise, and says so."""

from dataclasses import replace
from typing import Final

import pytest

from amy.llm.caller import Caller
from amy.llm.errors import OverloadedError
from services.validator.adapters.model import ModelMind
from services.validator.adapters.rules_mind import RulesMind
from services.validator.app import ValidatorApp
from services.validator.domain.claims.finding import Verdict
from services.validator.domain.records.store import Store
from services.validator.domain.review.critique import (
    UNANSWERED,
    UNASSESSED,
    Assessment,
    Case,
    Critique,
    Decision,
    bound_by_severity,
)
from services.validator.domain.review.priors import TypicalSize
from services.validator.domain.verdict.validation import Completed
from services.validator.ports import ValidatorMind
from tests.unit.validator.builders import finding, series
from tests.unit.validator.cases import association_over, scalar_over
from tests.unit.validator.literature import prior
from tests.unit.validator.test_validator_app import SameThread, Stored

KNOWN: Final = prior(size=TypicalSize(statistic="correlation", value=0.2))
CLEAR: Final = association_over(90)
GAPS: Final = association_over(25, span=120)
WEAK: Final = replace(CLEAR, report=replace(CLEAR.report, verdict=Verdict.REJECTED))
CASES: Final = {"clear": CLEAR, "gaps": GAPS, "rejected": WEAK, "scalar": scalar_over(90)}


@pytest.fixture
def mind(caller: Caller | None) -> ValidatorMind:
    rules = RulesMind((KNOWN,))
    return rules if caller is None else ModelMind(caller, rules, (KNOWN,))


async def critique_of(mind: ValidatorMind, case: Case) -> Critique:
    """What the app makes of no answer, where there is none."""
    try:
        return await mind.critique(case)
    except OverloadedError:
        return UNANSWERED


async def assessment_of(mind: ValidatorMind, case: Case) -> Assessment:
    try:
        return await mind.assess(case)
    except OverloadedError:
        return UNASSESSED


@pytest.mark.parametrize("name", CASES)
async def test_a_critique_keeps_to_its_severities_and_accepts_nothing_that_the_rules_reject(
    mind: ValidatorMind, name: str
) -> None:
    critique, by_rules = await critique_of(mind, CASES[name]), await RulesMind((KNOWN,)).critique(CASES[name])
    assert bound_by_severity(critique) == critique
    assert critique.reasoning
    assert by_rules.decision is Decision.ACCEPT or critique.decision is not Decision.ACCEPT
    if CASES[name].report.verdict is Verdict.REJECTED:
        assert critique.decision is Decision.REJECT


@pytest.mark.parametrize("name", ["clear", "gaps", "scalar"])
async def test_an_assessment_cites_what_is_known_and_always_names_a_mechanism_or_none(
    mind: ValidatorMind, name: str
) -> None:
    assessed = await assessment_of(mind, CASES[name])
    assert set(assessed.citations) <= {KNOWN.citation.short}
    assert assessed.mechanism


async def test_every_finding_is_reviewed_whatever_the_mind_does(mind: ValidatorMind) -> None:
    app = ValidatorApp(
        series=Stored(Store(daily={"steps": series([60.0, 61.0, 59.0] * 30)})),
        workers=SameThread(),
        mind=mind,
        mind_timeout_s=5,
    )
    *_, last = [event async for event in app.validate("u", [finding(numbers={"effect": 60.0})], ())]
    assert isinstance(last, Completed)
    assert len(last.findings) == 1
