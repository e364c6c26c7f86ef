"""What holds of an `AnalystMind`, whether rules or a model decide."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import pytest

from amy.llm.errors import OverloadedError
from services.data_science.adapters.model import ModelMind
from services.data_science.adapters.rules import RulesMind
from services.data_science.app import Analyst
from services.data_science.domain.algebra import Field, Reduce, Statistic, Tell
from services.data_science.domain.analysis import AnalysisRequest, Decline, Plan, Status
from services.data_science.domain.draft import Draft
from services.data_science.domain.interpretation import Computable, NotMine
from services.data_science.domain.preflight import Ready, preflight
from services.data_science.ports import AnalystMind
from tests.scripted_driver import Line, ScriptedDriver, scripted_caller
from tests.unit.data_science.analysts import (
    InMemoryHealthData,
    InProcessRunner,
    catalogue_of,
    completed,
    frames_of,
    person,
)
from tests.unit.data_science.model.expressions import NO_PLAN, mean_of, plan_of

ASKED: Final = "what is my average step count"
THANKS: Final = "thanks!"


def minds() -> Mapping[str, AnalystMind]:
    """A model that answers, one that does not, and the rules; each answers three readings of the same message."""
    return {"rules": RulesMind(), "model": model(plan_of(mean_of("steps"))), "model down": model(OverloadedError("x"))}


def model(answer: dict[str, object] | OverloadedError) -> ModelMind:
    return ModelMind(scripted_caller(ScriptedDriver(*[Line("plan", answer)] * 3)), RulesMind())


@pytest.fixture(params=["rules", "model", "model down"])
def mind(request: pytest.FixtureRequest) -> AnalystMind:
    return minds()[request.param]


async def planned(mind: AnalystMind) -> Plan:
    plan = await mind.plan(ASKED, catalogue_of())
    assert isinstance(plan, Plan)
    return plan


async def test_a_message_is_interpreted_as_it_is_planned(mind: AnalystMind) -> None:
    plan, read = await planned(mind), await mind.interpret([ASKED], catalogue_of())
    assert isinstance(read, Computable)
    assert read.questions == plan.questions
    assert read.said_back in plan.approach


async def test_what_was_interpreted_is_planned_as_it_is(mind: AnalystMind) -> None:
    read = await mind.interpret([ASKED], catalogue_of())
    assert isinstance(read, Computable)
    plan = await mind.plan_of(read.questions, catalogue_of())
    assert isinstance(plan, Plan)
    assert plan.questions == read.questions


async def test_questions_that_make_no_sense_are_declined_with_the_reason(mind: AnalystMind) -> None:
    (question,) = (await planned(mind)).questions
    assert isinstance(question, Tell)
    assert isinstance(question.number, Reduce)
    senseless = Tell(number=replace(question.number, column=Field(name="mood"), statistic=Statistic.MEAN))
    declined = await mind.plan_of([senseless], catalogue_of())
    assert declined == Decline(answer="I can't compute that, because there is no mood in the records.")


async def test_the_code_of_a_part_is_fit_to_run(mind: AnalystMind) -> None:
    (part,) = (await planned(mind)).parts
    assert isinstance(preflight(await mind.write_code(part, frames_of(person()))), Ready)


async def test_code_without_a_known_remedy_is_left_as_it_is(mind: AnalystMind) -> None:
    (part,) = (await planned(mind)).parts
    assert await mind.repair(part, "return 1/0", "ZeroDivisionError", frames_of(person())) == "return 1/0"


async def test_an_answer_writes_each_number_by_reference_and_has_a_finding_for_each_part(mind: AnalystMind) -> None:
    analyst = Analyst(data=InMemoryHealthData(), mind=mind, runner=InProcessRunner())
    end = completed([each async for each in analyst.analyze(AnalysisRequest(user_id="ada", question=ASKED))])
    assert end.status is Status.ANSWERED
    assert [each.id for each in end.findings] == ["ds-001"]
    assert "{{ds-001.effect}}" in end.draft
    assert Draft.of(end.answer).spelled == end.answer


@pytest.mark.parametrize(
    "mind", [RulesMind(), model(NO_PLAN | {"topic": "nothing_asked"}), model(OverloadedError("x"))]
)
async def test_a_message_that_asks_nothing_is_none_of_data_science(mind: AnalystMind) -> None:
    read = await mind.interpret([THANKS], catalogue_of())
    assert isinstance(read, NotMine)
    assert read.reason
    assert isinstance(await mind.plan(THANKS, catalogue_of()), Decline)
