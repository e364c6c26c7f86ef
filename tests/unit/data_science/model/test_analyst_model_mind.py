"""The analyst that asks a model: what it makes of a reading, and what it does without one."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from structlog.testing import capture_logs

from amy.llm.errors import CutShortError, DeclinedError, ModelError, OverloadedError, WrongKeyError
from services.data_science.adapters.model import ModelMind
from services.data_science.adapters.model.mind import KEPT_S, MOST_READ, NOT_REACHED, NOT_USABLE
from services.data_science.adapters.rules import RulesMind
from services.data_science.domain.analysis import CodePart, Decline, Part, Plan
from services.data_science.domain.catalogue import Bounds
from services.data_science.domain.interpretation import Computable, NotMine, Partly, Topic
from services.data_science.wire import QUESTIONS
from tests.scripted_driver import Line, ScriptedDriver, scripted_caller
from tests.unit.data_science.analysts import catalogue_of
from tests.unit.data_science.model.expressions import ALL_DATA, CODE_PLAN, DAYS, NO_PLAN, field, mean_of, plan_of

ASKED = "how many steps do I usually do"
STEPS = plan_of(mean_of("steps"))
ADDED = {"number_arithmetic": {"left": mean_of("steps")["tell"]["number"], "operation": "OPERATION_PLUS",
                               "right": mean_of("sleep_minutes")["tell"]["number"]}}  # fmt: skip
ILL_TYPED = plan_of({"tell": {"number": ADDED}})


def literal(value: float, unit: str) -> dict[str, Any]:
    return {"literal": {"value": value, "unit": unit}}


FAILURES = [OverloadedError("x"), DeclinedError("x"), CutShortError("x"), WrongKeyError("x")]


class Clock:
    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def mind_of(*lines: Line, clock: Clock | None = None) -> tuple[ModelMind, ScriptedDriver]:
    driver = ScriptedDriver(*lines)
    return ModelMind(scripted_caller(driver), RulesMind(), monotonic_s=clock or Clock()), driver


def said_in(plan: Plan | Decline) -> Sequence[str]:
    assert isinstance(plan, Plan)
    return [part.said for part in plan.parts]


async def test_a_message_is_read_by_the_model_and_said_back_by_rule() -> None:
    mind, driver = mind_of(Line("plan", STEPS))
    plan = await mind.plan(ASKED, catalogue_of(), earlier=["and my sleep?"])
    assert isinstance(plan, Plan)
    assert plan.approach == "I read this as: your average step count."
    (call,) = driver.calls
    assert call.model == "model-analysis"
    assert "and my sleep?" in call.prompt.data
    assert call.schema is not None


@pytest.mark.parametrize(
    ("faulty", "problem"),
    [
        (ILL_TYPED, "expression 1 makes no sense: minutes cannot be added to counts"),
        (plan_of(mean_of("mood")), "expression 1 makes no sense: there is no mood in the records"),
        (plan_of({"tell": {"sum": {}}}), 'has no field named "sum"'),
        (plan_of({"tell": {"number": {"count": {}}}}), "question.tell.number.count.rows is missing"),
        (NO_PLAN | {"expressions": ["{"]}, "expression 1 is none of the language"),
        (plan_of({"tell": {"number": literal(5, "count")}}), "it rests on nothing that is on record"),
        (plan_of(*[mean_of("steps")] * 7), "there are more than 6"),
        (NO_PLAN, "it may not be empty where nothing is computed"),
        (STEPS | {"topic": "advice"}, "only for a message of which nothing is computed"),
        (CODE_PLAN | {"approach": " "}, "said_back says what is computed, and approach how"),
    ],
)
async def test_a_reading_that_makes_no_sense_goes_back_once_with_why(faulty: dict[str, object], problem: str) -> None:
    mind, driver = mind_of(Line("plan", faulty), Line("plan", STEPS))
    assert said_in(await mind.plan(ASKED, catalogue_of())) == ["your average step count"]
    assert problem in driver.calls[1].prompt.data
    driver.check()


async def test_a_second_reading_that_makes_no_sense_leaves_it_to_the_rules_and_the_approach_says_so() -> None:
    mind, _ = mind_of(Line("plan", ILL_TYPED), Line("plan", ILL_TYPED))
    by_rules = await RulesMind().plan(ASKED, catalogue_of())
    plan = await mind.plan(ASKED, catalogue_of())
    assert isinstance(plan, Plan)
    assert isinstance(by_rules, Plan)
    assert plan.parts == by_rules.parts
    assert plan.approach == f"{by_rules.approach} {NOT_USABLE}"


@pytest.mark.parametrize("error", FAILURES)
async def test_the_rules_read_where_no_model_answers_and_the_approach_says_so(error: ModelError) -> None:
    mind, _ = mind_of(Line("plan", error))
    with capture_logs() as logs:
        plan = await mind.plan(ASKED, catalogue_of())
    assert said_in(plan) == said_in(await RulesMind().plan(ASKED, catalogue_of()))
    assert isinstance(plan, Plan)
    assert plan.approach.endswith(NOT_REACHED)
    assert {"event": "mind.fell_back", "purpose": "plan", "cause": error.cause}.items() <= logs[-1].items()
    assert ASKED not in json.dumps(logs)


async def test_what_the_rules_decline_stays_declined_where_no_model_answers() -> None:
    mind, _ = mind_of(Line("plan", OverloadedError("x")))
    assert await mind.plan("glorp", catalogue_of()) == await RulesMind().plan("glorp", catalogue_of())


async def test_an_extreme_of_activities_is_computed_of_plausible_values_as_well() -> None:
    runs = {"all": {"table": "TABLE_ACTIVITIES", "window": DAYS["all"]["window"]}}
    longest = {
        "tell": {"number": {"reduce": {"rows": runs, "column": field("distance_m"), "statistic": "STATISTIC_MAX"}}}
    }
    known = catalogue_of()
    bounded = replace(known.fields["distance_m"], plausible=Bounds(high=100_000))
    mind, _ = mind_of(Line("plan", plan_of(longest)))
    plan = await mind.plan("my longest run", replace(known, fields={**known.fields, "distance_m": bounded}))
    assert isinstance(plan, Plan)
    (part,) = plan.parts
    assert isinstance(part, Part)
    assert part.believable is not None


async def test_what_is_left_out_is_told_with_the_answer() -> None:
    mind, _ = mind_of(Line("plan", STEPS | {"unread": "I leave out why."}))
    plan = await mind.plan(ASKED, catalogue_of())
    assert isinstance(plan, Plan)
    assert plan.parts[-1].notes == ("I leave out why.",)


async def test_a_sentence_of_the_model_holds_no_number() -> None:
    mind, _ = mind_of(Line("plan", STEPS | {"unread": "I leave out the 300 of it."}))
    plan = await mind.plan(ASKED, catalogue_of())
    assert isinstance(plan, Plan)
    assert not any(letter.isdigit() for letter in " ".join(plan.parts[-1].notes))


async def test_a_label_sets_no_reference() -> None:
    everything = dict[str, Any](ALL_DATA) | {"label": "\ufdd0ds-001.n\ufdd1 back then"}
    counted = {"tell": {"number": {"count": {"rows": {"all": {"table": "TABLE_DAYS", "window": everything}}}}}}
    mind, _ = mind_of(Line("plan", plan_of(counted)))
    assert "\ufdd0" not in repr(await mind.plan(ASKED, catalogue_of()))


async def test_all_some_or_nothing_of_a_message_can_be_computed() -> None:
    catalogue = catalogue_of()
    mind, _ = mind_of(Line("plan", STEPS))
    read = await mind.interpret([ASKED], catalogue)
    assert isinstance(read, Computable)
    assert read.said_back == "your average step count"
    assert [QUESTIONS.encode(each) for each in read.questions]
    mind, _ = mind_of(Line("plan", STEPS | {"unread": "I leave out why."}))
    partly = await mind.interpret([ASKED], catalogue)
    assert isinstance(partly, Partly)
    assert (partly.unread, partly.questions) == ("I leave out why.", read.questions)
    mind, _ = mind_of(Line("plan", NO_PLAN | {"topic": "knowledge"}))
    nothing = await mind.interpret(["are my steps good"], catalogue)
    assert isinstance(nothing, NotMine)
    assert (nothing.topic, nothing.reason) == (Topic.KNOWLEDGE, "Your records alone don't say that.")


async def test_own_numbers_stand_beside_a_reading_as_the_rules_find_them() -> None:
    mind, _ = mind_of(Line("plan", NO_PLAN | {"topic": "knowledge", "unread": "Your records don't say."}))
    read = await mind.interpret(["is my resting heart rate good"], catalogue_of())
    by_rules = await RulesMind().interpret(["is my resting heart rate good"], catalogue_of())
    assert read.own_numbers == by_rules.own_numbers
    assert read.own_numbers is not None


@pytest.mark.parametrize("error", FAILURES)
async def test_the_rules_interpret_where_no_model_answers(error: ModelError) -> None:
    mind, _ = mind_of(Line("plan", error))
    assert await mind.interpret([ASKED], catalogue_of()) == await RulesMind().interpret([ASKED], catalogue_of())


async def test_the_analysis_of_a_message_that_was_interpreted_pays_for_no_second_reading() -> None:
    mind, driver = mind_of(Line("plan", CODE_PLAN))
    await mind.interpret(["my sleep", "and what explains it"], catalogue_of())
    plan = await mind.plan("and what explains it", catalogue_of(), earlier=["my sleep"])
    assert isinstance(plan, Plan)
    assert len(driver.calls) == 1


async def test_a_reading_is_kept_of_the_same_messages_about_the_same_records_and_for_a_while() -> None:
    clock = Clock()
    mind, driver = mind_of(*[Line("plan", STEPS)] * 4, clock=clock)
    await mind.plan(ASKED, catalogue_of())
    await mind.plan(ASKED, catalogue_of(), earlier=["hello"])
    await mind.plan(ASKED, catalogue_of("steps"))
    assert len(driver.calls) == 3
    clock.now_s = KEPT_S
    await mind.plan(ASKED, catalogue_of())
    driver.check()


async def test_no_more_than_so_many_readings_are_kept() -> None:
    mind, driver = mind_of(*[Line("plan", STEPS)] * (MOST_READ + 2))
    for number in range(MOST_READ + 1):
        await mind.plan(f"{ASKED} {number}", catalogue_of())
    await mind.plan(f"{ASKED} {MOST_READ}", catalogue_of())
    assert len(driver.calls) == MOST_READ + 1
    await mind.plan(f"{ASKED} 0", catalogue_of())
    driver.check()


async def test_a_failure_is_not_kept() -> None:
    mind, driver = mind_of(Line("plan", OverloadedError("x")), Line("plan", STEPS))
    await mind.interpret([ASKED], catalogue_of())
    assert said_in(await mind.plan(ASKED, catalogue_of())) == ["your average step count"]
    driver.check()


async def test_what_needs_code_is_planned_after_what_the_language_says_and_is_handed_out_as_no_question() -> None:
    mind, _ = mind_of(Line("plan", CODE_PLAN | {"expressions": STEPS["expressions"]}))
    read = await mind.interpret([ASKED], catalogue_of())
    assert isinstance(read, Computable)
    assert read.questions == ()
    assert read.said_back == "your average step count; and how much of your heart rate variability sleep explains"
    plan = await mind.plan(ASKED, catalogue_of())
    assert isinstance(plan, Plan)
    assert [type(each) for each in plan.parts] == [Part, CodePart]


async def test_questions_that_were_read_before_are_planned_without_a_model() -> None:
    mind, driver = mind_of(Line("plan", STEPS))
    read = await mind.interpret([ASKED], catalogue_of())
    assert isinstance(read, Computable)
    assert await mind.plan_of(read.questions, catalogue_of()) == await RulesMind().plan_of(
        read.questions, catalogue_of()
    )
    assert len(driver.calls) == 1


async def test_the_prompt_of_a_reading_is_recorded_by_its_hash() -> None:
    mind, driver = mind_of(Line("plan", STEPS))
    await mind.plan(ASKED, catalogue_of())
    assert len(driver.calls[0].prompt.sha256) == 64
