"""What holds of an `InvestigatorMind`, whether rules or a model decide, and where no model answers."""

from typing import Final

import pytest

from amy.llm.caller import Caller
from services.investigator.adapters.model import ModelMind
from services.investigator.domain.checking import broken_rules
from services.investigator.domain.hypotheses import MOST, Kind
from services.investigator.domain.records import Records
from services.investigator.ports import InvestigatorMind
from tests.unit.investigator.model.test_investigator_model_mind import (
    CASE,
    RULES,
    SICK,
    brief_case,
    candidates_of,
    proposed_by,
)
from tests.unit.investigator.people import records, series, someone

FEW: Final = records(series("steps", lambda _: 9000, days=5), days=5)
PEOPLE: Final = {"someone": someone(), "sick": SICK, "few days": FEW}


@pytest.fixture
def mind(caller: Caller | None) -> InvestigatorMind:
    return RULES if caller is None else ModelMind(caller, RULES)


@pytest.mark.parametrize("of", PEOPLE.values(), ids=PEOPLE)
async def test_what_is_seen_is_no_matter_of_opinion(mind: InvestigatorMind, of: Records) -> None:
    assert mind.metrics == RULES.metrics
    assert await mind.look(CASE, of) == await RULES.look(CASE, of)


@pytest.mark.parametrize("of", PEOPLE.values(), ids=PEOPLE)
async def test_only_what_can_be_computed_is_proposed_each_once_and_numbered_in_order(
    mind: InvestigatorMind, of: Records
) -> None:
    found = await proposed_by(mind, of)
    assert len(found) <= MOST
    assert [each.id for each in found] == [f"h-{number:02}" for number in range(1, len(found) + 1)]
    asked = [repr(each.asked) for each in found]
    assert len(set(asked)) == len(asked)
    assert set(asked) <= {repr(each.asked) for each in await candidates_of(of)}
    assert not any(character.isdigit() for each in found for character in each.rationale)


async def test_a_laboratory_value_outside_its_range_is_always_looked_at(mind: InvestigatorMind) -> None:
    assert any(each.kind is Kind.LAB for each in await proposed_by(mind, SICK))


@pytest.mark.parametrize("question", ["How am I doing?", "why am I so tired?"])
async def test_a_briefing_keeps_the_rules_and_tells_what_the_case_has(mind: InvestigatorMind, question: str) -> None:
    case = await brief_case(question)
    draft, plain = await mind.write(case), await RULES.write(case)
    assert draft == plain or not broken_rules(draft, plain, case, ends_with=RULES.ending(case))
    assert draft.strip()
