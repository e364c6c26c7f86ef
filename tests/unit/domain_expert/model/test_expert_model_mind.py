"""The mind that asks a model: what it makes of the model's calls, what it sends back, and what it does without one."""

import json
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from structlog.testing import capture_logs

from amy.llm.errors import CutShortError, DeclinedError, ModelError, OverloadedError, WrongKeyError
from amy.llm.messages import ModelCall, ToolCall
from amy.runtime.ledger import open_ledger
from services.domain_expert.adapters.model.mind import (
    AGAIN,
    IN_PROSE,
    MOST_ROUNDS,
    NOT_LOOKED_UP,
    ONE_AT_A_TIME,
    SEEN_BEFORE,
)
from services.domain_expert.adapters.model.shown import LEFT_OUT
from services.domain_expert.domain.case import Case, OwnNumber, Person, Sex
from services.domain_expert.domain.decisions import Answer, CompareRange, NothingKnown, SearchKnowledge, Statement
from services.domain_expert.domain.events import Status, Thought
from services.domain_expert.domain.events import ToolCall as Looked
from tests.scripted_driver import Line
from tests.unit.domain_expert.documents.own_documents import chunks
from tests.unit.domain_expert.experts import CASE, HRV, FewDocuments, FewPassages, found, passage
from tests.unit.domain_expert.model.thinking import SAID, World, answers, call, end_of, looks_up, rules, thinking

FAILURES = [OverloadedError("x"), DeclinedError("x"), CutShortError("x"), WrongKeyError("x")]
FERRITIN = OwnNumber(claim="ds-002.effect", of="ferritin", statistic="latest", value=21.0, unit="ng/mL")
LOW = replace(FERRITIN, claim="ds-003.effect", statistic="reference_low", value=30.0)
NIGHTLY = "How much sleep is normal at night?"


def outcomes(asked: ModelCall) -> list[tuple[str, str, bool]]:
    """What came of the calls of the newest round, as the model is told."""
    return [(each.call_id, each.text, each.is_error) for each in asked.exchanges[-1].outcomes]


async def test_the_model_looks_up_and_then_answers_from_what_was_found() -> None:
    mind, driver = thinking(looks_up(), answers(SAID))
    with open_ledger() as ledger:
        end = end_of(await World().consult(mind, CASE))
    assert (end.status, end.draft) == (Status.ANSWERED, "Most adults need 7 hours [1].")
    assert (end.spent.input_tokens, end.spent.output_tokens) == (2000, 200)
    assert [(each.purpose, len(each.prompt_sha256)) for each in ledger.calls] == [("react", 64)] * 2
    assert outcomes(driver.calls[1])[0][0] == "t1"
    assert (
        "id: sleep-hours\nsource: On sleep, A journal, 2020\ntext: Most adults need 7 hours."
        in (outcomes(driver.calls[1])[0][1])
    )
    driver.check()


async def test_the_models_own_content_goes_back_byte_by_byte_with_every_round_before() -> None:
    mind, driver = thinking(looks_up(), looks_up("Why do people sleep?", "t2"), answers(SAID))
    await World().consult(mind, CASE)
    said = [json.loads(each.said) for each in driver.calls[2].exchanges]
    assert [[block["id"] for block in each] for each in said] == [["t1"], ["t2"]]
    assert driver.calls[1].exchanges == driver.calls[2].exchanges[:1]
    assert [each.call_id for one in driver.calls[2].exchanges for each in one.outcomes] == ["t1", "t2"]


async def test_it_keeps_nothing_between_turns() -> None:
    first, _ = thinking(looks_up())
    second, driver = thinking(answers(SAID))
    decided = await first.decide(CASE, [])
    assert isinstance(decided, SearchKnowledge)
    seen = [replace(found(passage()), call=decided)]
    again = await second.decide(CASE, seen)
    assert isinstance(again, Answer)
    assert json.loads(driver.calls[0].exchanges[0].said)[0]["id"] == "t1"


async def test_what_it_thinks_is_told_as_it_happens() -> None:
    lines = (Line("react", [looks_up()], "I look at sleep first."), Line("react", [answers(SAID)]))
    mind, _ = thinking(*lines)
    events = await World().consult(mind, CASE)
    before = events[: next(at for at, event in enumerate(events) if isinstance(event, Looked))]
    assert "".join(event.delta for event in before if isinstance(event, Thought)) == "I look at sleep first.\n"
    assert all(isinstance(event, Thought) for event in before)


@pytest.mark.parametrize(
    "thought", ["You have sleep apnoea.", "Take 400 mg of ibuprofen.", "As https://made.up/x says, sleep helps."]
)
async def test_what_no_answer_may_say_is_not_thought_aloud(thought: str) -> None:
    mind, _ = thinking(Line("react", [looks_up()], thought), answers(SAID))
    assert not [event for event in await World().consult(mind, CASE) if isinstance(event, Thought)]


@pytest.mark.parametrize("error", FAILURES)
@pytest.mark.parametrize("before", [0, 1])
async def test_where_no_model_answers_the_rules_decide_from_there_on(error: ModelError, before: int) -> None:
    mind, driver = thinking(*[looks_up(NIGHTLY)][:before], error)
    case = replace(CASE, question=NIGHTLY)
    with capture_logs() as logs:
        end = end_of(await World().consult(mind, case))
    assert end.status is Status.ANSWERED
    assert len(driver.calls) == before + 1
    fell = [log for log in logs if log["event"] == "mind.fell_back"]
    assert [(log["purpose"], log["cause"]) for log in fell] == [("react", error.cause)]
    assert NIGHTLY not in str(fell)


async def test_prose_goes_back_once_and_then_the_rules_decide() -> None:
    mind, driver = thinking(looks_up(), "Seven hours.", answers(SAID))
    assert end_of(await World().consult(mind, CASE)).draft == "Most adults need 7 hours [1]."
    assert driver.calls[2].exchanges[-1].note == IN_PROSE
    assert driver.calls[2].exchanges[-1].outcomes == ()
    mind, driver = thinking("Seven hours.", "I said, seven hours.")
    assert end_of(await World().consult(mind, CASE)).status is Status.ANSWERED
    assert len(driver.calls) == 2
    mind, driver = thinking("Seven hours.", looks_up(), "Seven.")
    await World().consult(mind, CASE)
    driver.check()


async def test_of_several_calls_the_first_is_made_and_the_others_are_answered() -> None:
    both = [looks_up(), call("range_compare", "t2", of="ferritin"), looks_up("x", "t3")]
    mind, driver = thinking(both, answers(SAID))
    events = await World().consult(mind, CASE)
    assert len([event for event in events if isinstance(event, Looked)]) == 1
    told = outcomes(driver.calls[1])
    assert told[1:] == [("t2", ONE_AT_A_TIME, True), ("t3", ONE_AT_A_TIME, True)]
    assert told[0][0] == "t1"


async def test_a_call_made_before_is_answered_from_what_was_seen() -> None:
    world = World()
    mind, driver = thinking(looks_up(), looks_up(id_="t2"), answers(SAID))
    events = await world.consult(mind, CASE)
    assert len(world.knowledge.queries) == 1
    assert len([event for event in events if isinstance(event, Looked)]) == 1
    ((id_, text, is_error),) = outcomes(driver.calls[2])
    assert (id_, is_error) == ("t2", False)
    assert text.startswith(SEEN_BEFORE)
    assert "id: sleep-hours" in text


async def test_a_model_that_never_ends_is_told_at_its_last_turn_and_the_rules_answer() -> None:
    mind, driver = thinking(*(looks_up(f"sleep {'x' * at}", f"t{at}") for at in range(MOST_ROUNDS)))
    await World().consult(mind, CASE)
    assert len(driver.calls) == MOST_ROUNDS
    notes = [each.exchanges[-1].note for each in driver.calls[1:]]
    assert [note for note in notes if note] == notes[-1:]
    assert "answer" in notes[-1]


async def test_one_that_only_repeats_itself_ends_as_well() -> None:
    mind, driver = thinking(*(looks_up(id_=f"t{at}") for at in range(MOST_ROUNDS)))
    end = end_of(await World().consult(mind, replace(CASE, question=NIGHTLY)))
    assert end.status is Status.ANSWERED
    assert len(driver.calls) == MOST_ROUNDS


async def test_an_answer_before_anything_was_looked_up_goes_back() -> None:
    mind, driver = thinking(answers(SAID), looks_up(), answers(SAID))
    assert end_of(await World().consult(mind, CASE)).status is Status.ANSWERED
    assert outcomes(driver.calls[1]) == [("t9", NOT_LOOKED_UP, True)]


FORBIDDEN = [
    ("You have diabetes.", ["sleep-hours"]),
    ("Take 400 mg of ibuprofen.", ["sleep-hours"]),
    ("Stop taking your statin.", ["sleep-hours"]),
    ("Most people dream.", []),
    ("Most people dream.", ["made-up"]),
    ("Yours is {{ds-009.effect}}.", []),
]


@pytest.mark.parametrize("statement", FORBIDDEN)
async def test_what_may_not_be_said_goes_back_once_and_is_then_left_out(statement: tuple[str, list[str]]) -> None:
    mind, driver = thinking(looks_up(), answers(SAID, statement), answers(SAID, statement))
    assert end_of(await World().consult(mind, CASE)).draft == "Most adults need 7 hours [1]."
    ((_, text, is_error),) = outcomes(driver.calls[2])
    assert is_error
    assert "left out: 2." in text
    assert driver.calls[2].exchanges[-1].note == AGAIN


@pytest.mark.parametrize("statement", FORBIDDEN)
async def test_where_nothing_may_be_said_the_rules_answer(statement: tuple[str, list[str]]) -> None:
    mind, driver = thinking(looks_up(NIGHTLY), answers(statement), answers(statement))
    end = end_of(await World().consult(mind, replace(CASE, question=NIGHTLY)))
    assert end.status is Status.ANSWERED
    assert statement[0].rstrip(".") not in end.draft
    driver.check()


async def test_an_address_that_no_tool_returned_is_taken_out() -> None:
    mind, _ = thinking(looks_up(), answers(("Adults need 7 hours, see https://made.up/x.", ["sleep-hours"])))
    assert "made.up" not in end_of(await World().consult(mind, CASE)).draft


async def test_no_statements_means_that_nothing_is_known() -> None:
    mind, _ = thinking(looks_up(), answers())
    seen_call = await mind.decide(CASE, [])
    assert isinstance(seen_call, SearchKnowledge)
    case = replace(CASE, question="Is my ferritin fine?")
    decided = await mind.decide(case, [replace(found(passage()), call=seen_call)])
    assert decided == NothingKnown(about="ferritin")


async def test_asked_what_a_document_says_nothing_general_stands_in_for_it() -> None:
    case = replace(CASE, question="What does my letter say about sleep?")
    mind, _ = thinking(looks_up(), answers(SAID))
    end = end_of(await World().consult(mind, case))
    assert (end.status, end.draft) == (Status.DECLINED, "I found nothing on that in your documents.")


async def test_asked_what_a_document_says_documents_are_read_before_there_is_an_answer() -> None:
    case = replace(CASE, question="What does my letter say about sleep?")
    mind, driver = thinking(call("range_compare", of="sleep_minutes"), answers(), looks_up(id_="t2"), answers())
    await World().consult(mind, case)
    assert outcomes(driver.calls[2]) == [("t9", NOT_LOOKED_UP, True)]


async def compared(asked: ToolCall, case: Case) -> CompareRange:
    mind, _ = thinking(asked)
    decided = await mind.decide(case, [])
    assert isinstance(decided, CompareRange)
    return decided


async def test_a_number_of_the_persons_is_compared_by_its_name_with_the_laboratorys_range() -> None:
    case = replace(CASE, own_numbers=(FERRITIN, LOW), person=Person(sex=Sex.FEMALE, age_years=36))
    decided = await compared(call("range_compare", of="ferritin", claim="ds-002.effect"), case)
    assert (decided.value, decided.unit, decided.laboratory_low) == (Decimal("21.0"), "ng/mL", Decimal("30.0"))
    mind, driver = thinking(call("range_compare", of="ferritin", claim="ds-002.effect"), looks_up(), answers())
    await World().consult(mind, case)
    ((_, text, _),) = outcomes(driver.calls[1])
    assert "{{ds-002.effect}} is below the laboratory's own range, which counts first." in text
    assert "| usual interval |" in text
    assert "may be said, resting on" in text


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"of": "ferritin", "value": 22.0, "unit": "ng/mL"}, "does not stand in the person's words"),
        ({"of": "ferritin", "claim": "ds-001.effect"}, "None of the person's numbers"),
        ({"of": "charm"}, "none of the quantities"),
        ({"of": "ferritin", "colour": "red"}, "The input does not fit: colour"),
        ({}, "The input does not fit: of"),
    ],
)
async def test_a_comparison_that_is_made_up_is_not_made(given: dict[str, Any], why: str) -> None:
    case = replace(CASE, question="Is a ferritin of 21 fine?", own_numbers=(HRV,))
    mind, driver = thinking(call("range_compare", **given), looks_up())
    assert isinstance(await mind.decide(case, []), SearchKnowledge)
    ((_, text, is_error),) = outcomes(driver.calls[1])
    assert is_error
    assert why in text


@pytest.mark.parametrize(
    ("question", "value", "meant"),
    [("ferritin of 21", 21, "21"), ("walked 11,200 steps", 11200, "11200"), ("potassium 5,4", 5.4, "5.4")],
)
async def test_a_number_is_compared_that_stands_in_the_persons_words(question: str, value: float, meant: str) -> None:
    asked = call("range_compare", of="ferritin", value=value, unit="ng/mL")
    decided = await compared(asked, replace(CASE, question=question))
    assert (decided.value, decided.unit) == (Decimal(meant), "ng/mL")


async def test_for_whom_it_is_compared_is_read_from_the_question_and_not_left_to_the_model() -> None:
    case = replace(CASE, question="Is that usual for a 70 year old man?", person=Person(sex=Sex.FEMALE, age_years=36))
    assert (await compared(call("range_compare", of="ferritin"), case)).person == Person(sex=Sex.MALE, age_years=70)


async def test_a_number_that_nobody_has_is_said_to_be_needed() -> None:
    mind, _ = thinking(call("range_compare", of="ferritin", asks_own=True), looks_up(id_="t2"), answers(SAID))
    assert end_of(await World().consult(mind, CASE)).needs == ("ferritin",)


async def test_a_number_of_the_persons_is_told_by_reference() -> None:
    case = replace(CASE, own_numbers=(HRV,))
    mind, _ = thinking(looks_up(), answers(("Yours is {{ds-001.effect}}.", [])))
    decided = await mind.decide(case, [])
    assert isinstance(decided, SearchKnowledge)
    assert await mind.decide(case, [replace(found(passage()), call=decided)]) == Answer(
        statements=(Statement(text="Yours is {{ds-001.effect}}."),)
    )


async def test_what_the_persons_documents_say_is_told_in_the_same_result_as_what_is_known() -> None:
    letter = chunks("Letter", "Your sleep is normal for a shift worker. Most people sleep enough at night.")
    case = replace(CASE, question="Is my sleep normal at night?")
    mind, driver = thinking(looks_up(), answers(SAID))
    await World(documents=FewDocuments({"ada": letter})).consult(mind, case)
    ((id_, text, is_error),) = outcomes(driver.calls[1])
    assert (id_, is_error) == ("t1", False)
    assert "id: sleep-hours" in text
    assert "the person's own documents, which nobody has reviewed" in text
    assert "shift worker" in text


async def test_what_a_document_orders_is_neither_shown_nor_told() -> None:
    letter = chunks("Letter", "Your sleep is normal at night. Take 100 mg of iron every night for your sleep.")
    case = replace(CASE, question="Is my sleep normal at night?")
    document = letter[0]
    name = f"{document.document_id}#{document.position}"
    ordered = ("Your letter recommends iron tablets every other day.", [name])
    said = ("Your letter says that your sleep is normal.", [name])
    mind, driver = thinking(looks_up(), answers(said, ordered), answers(said, ordered))
    end = end_of(await World(documents=FewDocuments({"ada": letter})).consult(mind, case))
    ((_, text, _),) = outcomes(driver.calls[1])
    assert LEFT_OUT in text
    assert "iron" not in text
    assert "left out: 2." in outcomes(driver.calls[2])[0][1]
    assert end.draft == "Your letter says that your sleep is normal [1]."


async def test_nothing_found_is_told_as_that() -> None:
    mind, driver = thinking(looks_up(), answers())
    await World(knowledge=FewPassages()).consult(mind, CASE)
    assert outcomes(driver.calls[1]) == [("t1", "Nothing was found.", False)]


async def test_the_rules_are_behind_it_unchanged() -> None:
    mind, _ = thinking(OverloadedError("x"))
    assert await mind.decide(CASE, []) == await rules().decide(CASE, [])
