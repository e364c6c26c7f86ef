"""Where general knowledge was asked for and could not be reached, the answer says so, once."""

import pytest

from services.orchestrator.adapters.rules.synthesis import NOT_LOOKED_UP, ONLY_YOUR_DATA
from services.orchestrator.domain.evidence import AgentAnswer, AgentStatus, Verdict
from services.orchestrator.domain.plan import Agent
from tests.unit.orchestrator.mind.builders import answer, evidence, finding
from tests.unit.orchestrator.mind.test_mind_synthesis import DRAFT, FACTS, told

COMPUTED = "Your average resting heart rate over the last 30 days was 58.4 bpm, from 27 days."
UNREACHED = answer("", agent=Agent.DOMAIN_EXPERT, status=AgentStatus.FAILED)


@pytest.mark.parametrize(
    ("main", "supporting", "said"),
    [
        (UNREACHED, (), NOT_LOOKED_UP),
        (UNREACHED, (answer(DRAFT),), f"{ONLY_YOUR_DATA}\n\n{COMPUTED}"),
        (answer(DRAFT), (UNREACHED,), f"{COMPUTED}\n\n{NOT_LOOKED_UP}"),
    ],
)
async def test_knowledge_that_was_not_reached_is_said(
    main: AgentAnswer, supporting: tuple[AgentAnswer, ...], said: str
) -> None:
    found = evidence(main, supporting=supporting, findings=[finding(Verdict.VALIDATED)], facts=FACTS)
    assert await told(found) == said


async def test_nothing_is_said_of_knowledge_that_was_declined_or_not_asked_for() -> None:
    declined = answer("", agent=Agent.DOMAIN_EXPERT, status=AgentStatus.DECLINED)
    for supporting in ((), (declined,)):
        found = evidence(answer(DRAFT), supporting=supporting, findings=[finding(Verdict.VALIDATED)], facts=FACTS)
        assert await told(found) == COMPUTED
