"""Where whoever should answer could not be reached, the answer says so, once."""

from dataclasses import replace

import pytest

from services.orchestrator.adapters.rules.synthesis import (
    COACHED_BY_OTHERS,
    LOOKED_AT_IN_PART,
    NOT_COACHED,
    NOT_LOOKED_AT,
    NOT_LOOKED_UP,
    ONLY_YOUR_DATA,
)
from services.orchestrator.domain.evidence import AgentAnswer, AgentStatus, Citation, Verdict
from services.orchestrator.domain.plan import Agent
from tests.unit.orchestrator.mind.builders import answer, evidence, finding
from tests.unit.orchestrator.mind.test_mind_synthesis import DRAFT, FACTS, told

COMPUTED = "Your average resting heart rate over the last 30 days was 58.4 bpm, from 27 days."
UNREACHED = answer("", agent=Agent.DOMAIN_EXPERT, status=AgentStatus.FAILED)
NO_COACH = answer("", agent=Agent.HEALTH_COACH, status=AgentStatus.FAILED)
NO_LOOK = answer("", agent=Agent.INVESTIGATOR, status=AgentStatus.FAILED)
KNOWN = answer("Little sleep is a usual reason.", agent=Agent.DOMAIN_EXPERT)


@pytest.mark.parametrize(
    ("main", "supporting", "said"),
    [
        (UNREACHED, (), NOT_LOOKED_UP),
        (UNREACHED, (answer(DRAFT),), f"{ONLY_YOUR_DATA}\n\n{COMPUTED}"),
        (answer(DRAFT), (UNREACHED,), f"{COMPUTED}\n\n{NOT_LOOKED_UP}"),
        (NO_COACH, (), NOT_COACHED),
        (NO_COACH, (answer(DRAFT), KNOWN), f"{COACHED_BY_OTHERS}\n\n{COMPUTED}\n\n{KNOWN.draft}"),
        (NO_COACH, (UNREACHED,), NOT_COACHED),
        (NO_LOOK, (), NOT_LOOKED_AT),
        (NO_LOOK, (KNOWN,), f"{LOOKED_AT_IN_PART}\n\n{KNOWN.draft}"),
    ],
)
async def test_who_was_not_reached_is_said(main: AgentAnswer, supporting: tuple[AgentAnswer, ...], said: str) -> None:
    found = evidence(main, supporting=supporting, findings=[finding(Verdict.VALIDATED)], facts=FACTS)
    assert await told(found) == said


async def test_nothing_is_said_of_knowledge_that_was_declined_or_not_asked_for() -> None:
    declined = answer("", agent=Agent.DOMAIN_EXPERT, status=AgentStatus.DECLINED)
    for supporting in ((), (declined,)):
        found = evidence(answer(DRAFT), supporting=supporting, findings=[finding(Verdict.VALIDATED)], facts=FACTS)
        assert await told(found) == COMPUTED


async def test_what_was_computed_of_a_question_comes_before_what_nobody_knows_of_it() -> None:
    declined = answer("Nothing is known.", agent=Agent.DOMAIN_EXPERT, status=AgentStatus.DECLINED)
    found = evidence(declined, supporting=(answer(DRAFT),), findings=[finding(Verdict.VALIDATED)], facts=FACTS)
    assert await told(found) == f"{COMPUTED}\n\nNothing is known."


async def test_what_no_record_holds_is_said_behind_a_briefing() -> None:
    briefing = answer("Nothing changed.", agent=Agent.INVESTIGATOR)
    assert await told(replace(evidence(briefing), remark="Not on record.")) == "Nothing changed.\n\nNot on record."


async def test_without_any_number_a_coachs_question_still_comes_last() -> None:
    coach = answer("You'd like to sleep more. What matters about it to you?", agent=Agent.HEALTH_COACH)
    cited = replace(KNOWN, citations=(Citation(title="Sleep", publisher="", url="", doi="", text=""),))
    failed = answer("", status=AgentStatus.FAILED)
    found = evidence(coach, supporting=(failed, cited), data_failed=True)
    assert await told(found) == f"You'd like to sleep more.\n\n{KNOWN.draft}\n\nWhat matters about it to you?"
