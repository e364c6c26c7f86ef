"""The mind that asks a model: what it makes of its answers, and what it does without one."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from structlog.testing import capture_logs

from amy.llm.errors import CutShortError, DeclinedError, ModelError, OverloadedError
from amy.llm.messages import ModelCall
from amy.runtime.ledger import open_ledger
from services.health_coach.adapters.model import ModelMind
from services.health_coach.adapters.rules import RulesMind
from services.health_coach.app import Coach
from services.health_coach.domain.case import Case, Remembered
from services.health_coach.domain.decisions import Unknown
from services.health_coach.domain.events import Completed
from services.health_coach.domain.goals import capped
from services.health_coach.domain.situation import offered_in
from tests.scripted_driver import Line, ScriptedDriver, scripted_caller
from tests.unit.health_coach.coaching import LIBRARY, TODAY, Records, Turn, converse

FAILURES = [OverloadedError("x"), DeclinedError("x"), CutShortError("x")]
WISH = "I want to walk more"
STEP = "Just tell me how to walk more"
_FENCED = re.compile(r'<data name="(?P<name>\w+)">\n(?P<text>.*?)\n</data>', re.DOTALL)


def gate(verdict: str = "YESREC", *, missing: str = "none", strategy: str = "", answer: str = "none") -> Line:
    return Line("recommend_gate", {"verdict": verdict, "missing": missing, "strategy": strategy, "answer": answer})


def finish(decision: str = "CONTINUE") -> Line:
    return Line("finish_gate", {"decision": decision})


def plain_in(call: ModelCall) -> str:
    return next(found["text"] for found in _FENCED.finditer(call.prompt.data) if found["name"] == "answer")


def offered_to_choose(call: ModelCall) -> list[str]:
    listed = call.prompt.data.rpartition("Steps to choose from:")[2]
    return re.findall(r"^- ([\w-]+): ", listed, re.MULTILINE)


def coach(words: Callable[[str], str] = lambda plain: plain) -> Line:
    """Says the plain answer, changed."""
    return Line("coach", lambda call: words(plain_in(call)))


def mind_of(*lines: Line) -> tuple[ModelMind, ScriptedDriver]:
    driver = ScriptedDriver(*lines)
    return ModelMind(scripted_caller(driver), RulesMind()), driver


async def talk(driver_lines: tuple[Line, ...], *messages: str, **given: Any) -> tuple[list[Turn], ScriptedDriver]:
    mind, driver = mind_of(*driver_lines)
    turns = await converse(*messages, mind=mind, **given)
    driver.check()
    return turns, driver


async def test_the_gate_asks_for_what_the_model_misses() -> None:
    (turn,), driver = await talk((gate("NOREC", missing="actions"), coach()), WISH)
    assert not turn.reply.recommended
    assert turn.text.endswith("What have you tried already, or would you enjoy trying?")
    assert [call.model for call in driver.calls] == ["model-fast", "model-main"]


async def test_the_gate_recommends_the_step_that_the_model_chose_with_the_goal_that_the_level_allows() -> None:
    (usual,) = await converse(STEP)
    others = [each.id for each in LIBRARY.strategies if f"to {each.text}." not in usual.text]
    _, driver = await talk((gate(), coach()), STEP)
    other = next(each for each in offered_to_choose(driver.calls[0]) if each in others)
    (turn,), _ = await talk((gate(strategy=other), coach()), STEP)
    chosen = offered_in(turn.text, LIBRARY.strategies)
    assert chosen is not None
    assert chosen.id == other
    assert turn.reply.recommended
    for proposal in turn.reply.proposals:
        if proposal.unit == "count":
            cap = capped("steps", 7432.4)
            assert cap is not None
            assert proposal.value <= cap


async def test_a_step_that_is_not_on_the_list_is_not_recommended() -> None:
    said = "Just tell me how to walk more. I use a wheelchair."
    ruled_out = next(each for each in LIBRARY.strategies if "walking" in each.tags)
    (turn,), driver = await talk((gate(strategy=ruled_out.id), coach()), said)
    assert ruled_out.text not in driver.calls[0].prompt.data
    assert offered_in(turn.text, LIBRARY.strategies) != ruled_out
    assert turn.status == "answered"


async def test_who_wants_no_question_is_asked_none_whatever_the_model_says() -> None:
    (turn,), _ = await talk((gate("NOREC", missing="why"), coach()), STEP)
    assert turn.reply.recommended


async def test_two_questions_are_enough_in_whatever_words_they_were_asked() -> None:
    def own(plain: str) -> str:
        return f"{plain.rpartition('. ')[0]}. What would be different then?"

    lines = (gate("NOREC", missing="why"), coach(own), finish(), gate("NOREC", missing="meaning"), coach(own))
    turns, _ = await talk((*lines, finish(), gate("NOREC", missing="actions"), coach()), WISH, "my knees", "hm")
    assert [turn.reply.recommended for turn in turns] == [False, False, True]


async def test_what_was_asked_before_is_not_asked_again() -> None:
    lines = (gate("NOREC", missing="why"), coach(), finish(), gate("NOREC", missing="why"), coach())
    first, second = (await talk(lines, WISH, "hm"))[0]
    assert "matter to you" in first.text
    assert "matter to you" not in second.text


@pytest.mark.parametrize(
    ("answer", "agreed", "recommended"),
    [("yes", True, False), ("easier", False, True), ("other", False, True), ("none", False, False)],
)
async def test_an_answer_to_a_step_is_heard_where_the_rules_hear_nothing(
    answer: str, *, agreed: bool, recommended: bool
) -> None:
    lines = (gate(), coach(), finish(), gate("NOREC", answer=answer), coach())
    offered, after = (await talk(lines, STEP, "that could be arranged"))[0]
    assert (after.reply.agreed is not None, after.reply.recommended) == (agreed, recommended)
    if after.reply.agreed:
        assert after.reply.agreed.target == offered.reply.proposals[0].value


async def test_a_plain_yes_needs_no_gate_and_is_never_taken_for_an_end() -> None:
    turns, driver = await talk((gate(), coach(), coach()), STEP, "yes, thanks")
    assert turns[1].reply.agreed is not None
    assert [call.prompt.name for call in driver.calls] == ["recommend_gate", "coach", "coach"]


async def test_the_finish_gate_ends_the_conversation_without_a_question() -> None:
    lines = (gate("NOREC", missing="why"), coach(), finish("FINISH"), coach())
    _, last = (await talk(lines, WISH, "leave it, I have what I need"))[0]
    assert last.reply.finished
    assert "?" not in last.text


async def test_a_first_message_and_a_question_end_nothing_and_ask_no_finish_gate() -> None:
    turns, driver = await talk((gate("NOREC", missing="why"), coach()) * 2, WISH, "what do you mean?")
    assert not any(turn.reply.finished for turn in turns)
    assert "finish_gate" not in {call.prompt.name for call in driver.calls}


def warm(plain: str) -> str:
    return f"Moving matters to you. {plain}"


def own_question(plain: str) -> str:
    return f"{plain.rpartition('. ')[0]}. What would a good week look like for you?"


@pytest.mark.parametrize("words", [warm, own_question])
async def test_the_reply_is_told_in_the_models_words(words: Callable[[str], str]) -> None:
    (turn,), driver = await talk((gate(), coach(words)), STEP)
    assert turn.reply.draft == words(plain_in(driver.calls[1]))
    assert turn.reply.recommended
    assert turn.reply.sources


BROKEN: list[tuple[Callable[[str], str], str]] = [
    (lambda plain: plain.replace("?", "."), "exactly one question"),
    (lambda plain: f"Shall we? {plain}", "exactly one question"),
    (lambda plain: f"{plain} I am here.", "exactly one question"),
    (lambda plain: f"You walked 7,432 steps. {plain}", "every number is a reference"),
    (lambda plain: f"You walked {{{{ds-099.effect}}}} steps. {plain}", "fact sheet"),
    (lambda plain: f"Aim at {{{{goal-1.target}}}}. {plain}", "number of the person's own"),
    (lambda plain: f"{'word ' * 150}. {plain}", "too long"),
    (lambda plain: plain.replace("One step that could fit is to", "Why not"), "kept sentence"),
    (lambda plain: f"{plain.partition(' [1]')[0]} {plain.partition(' [1]')[2]}", "kept sentence"),
    (lambda plain: f"You said “I love running”. {plain}", "quoted"),
    (lambda plain: f"Studies say so [1]. {plain}", "source"),
    (lambda plain: f"Let me check your data. {plain}", "announced"),
    (lambda _: "", "empty"),
]


@pytest.mark.parametrize(("words", "problem"), BROKEN, ids=[str(at) for at in range(len(BROKEN))])
async def test_a_reply_that_breaks_a_rule_goes_back_once_and_is_then_that_of_the_rules(
    words: Callable[[str], str], problem: str
) -> None:
    (good,), driver = await talk((gate(), coach(words), coach(warm)), STEP)
    assert good.reply.draft.startswith("Moving matters to you.")
    assert problem in driver.calls[2].prompt.data
    with capture_logs() as logs:
        (fallen,), _ = await talk((gate(), coach(words), coach(words)), STEP)
    (by_rules,) = await converse(STEP)
    assert fallen.reply == by_rules.reply
    assert any(each.get("cause") == "broken_rules" for each in logs)


async def test_what_a_limit_rules_out_is_not_named_even_in_passing() -> None:
    said = "Just tell me how to move more. I can't run, my knee is bad."
    (turn,), driver = await talk(
        (gate(), coach(lambda plain: f"Running is not everything. {plain}"), coach(lambda plain: f"Good. {plain}")),
        said,
    )
    assert turn.reply.draft.startswith("Good.")
    assert "it names what the person cannot or will not do" in driver.calls[2].prompt.data


async def test_a_question_that_a_later_turn_has_to_know_is_not_reworded() -> None:
    (_, agreed) = await converse(STEP, "yes")
    goal = agreed.reply.agreed
    assert goal is not None
    kept = Remembered(kind="goal", text="Goal.", goal=goal)
    (turn,), driver = await talk((coach(own_question), coach()), "how is my goal going?", memories=[kept])
    assert "closing question" in driver.calls[1].prompt.data
    assert turn.text.startswith("Your goal is")


@pytest.mark.parametrize("error", FAILURES)
async def test_the_rules_coach_where_no_model_answers(error: ModelError) -> None:
    messages = (WISH, "for my heart", "I have a desk job", "that could be arranged")
    lines = (
        *(Line("recommend_gate", error) for _ in range(4)),
        *(Line("finish_gate", error) for _ in range(3)),
        *(Line("coach", error) for _ in range(4)),
    )
    with capture_logs() as logs:
        turns, _ = await talk(lines, *messages)
    assert [turn.reply for turn in turns] == [turn.reply for turn in await converse(*messages)]
    fell_back = {(each["purpose"], each["cause"]) for each in logs if each["event"] == "mind.fell_back"}
    assert fell_back == {(purpose, error.cause) for purpose in ("recommend_gate", "finish_gate", "coach")}


async def test_nothing_is_asked_of_a_model_where_there_is_nothing_to_coach_about() -> None:
    (turn,), driver = await talk((), "zebra")
    assert turn.status == "declined"
    assert driver.calls == []


async def test_what_a_turn_cost_is_told_at_its_end_and_preparing_costs_nothing() -> None:
    mind, _ = mind_of(gate(), coach())
    app = Coach(mind=mind, data=Records(), library=LIBRARY, today=lambda: TODAY)
    with open_ledger():
        prepared = await app.prepare("ada", Case(message=STEP))
        *_, end = [event async for event in app.coach(Case(message=STEP))]
    assert isinstance(end, Completed)
    assert end.spent.input_tokens == 2000
    assert prepared.spent.cost_usd == 0


def test_every_thing_that_may_be_missing_can_be_asked_for() -> None:
    assert {"why", "meaning", "constraints", "actions"} == {each.value for each in Unknown} - {"topic"}
