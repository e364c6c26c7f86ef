"""A turn whose number only code could compute: told with its caveat, once, and kept nowhere."""

import pytest

from amy.api.common.v1 import common_pb2 as common
from amy.api.memory.v1 import memory_pb2 as memory
from tests.unit.orchestrator.durable.turn_peers import Peers
from tests.unit.orchestrator.durable.turn_system import ScriptedMind, orchestrating

ONCE = "The calculation was written for this question alone, and nothing has computed it a second time."
BELOW = "with care: the calculation was written for this question alone, and nothing has computed it a second time."
NUMBER = "It is {{ds-001.effect}}."


def peers(verdict: common.Verdict.ValueType = common.VERDICT_CONDITIONAL) -> Peers:
    return Peers(by_code=True, verdict=verdict, reasoning=ONCE)


async def answer(url: str, *sentences: str, by_code: bool = True) -> str:
    played = peers() if by_code else Peers(verdict=common.VERDICT_CONDITIONAL, reasoning=ONCE)
    async with orchestrating(url, peers=played, mind=ScriptedMind(sentences=list(sentences), rewritten="")) as system:
        turn, _ = await system.ask()
    return turn.result.answer


@pytest.mark.parametrize(
    ("sentences", "told"),
    [
        ([NUMBER], f"It is 58.4 bpm.\n\nTake 58.4 bpm {BELOW}"),
        ([f"{NUMBER} ", "That is {{ds-001.n}}."], f"It is 58.4 bpm. That is 160.\n\nTake 58.4 bpm and 160 {BELOW}"),
        (["The ratio is {{ratio(ds-001.effect, ds-001.effect)}}."], f"The ratio is 1.\n\nTake these figures {BELOW}"),
        ([f"{NUMBER} {ONCE}"], f"It is 58.4 bpm. {ONCE}"),
        (["Sleep well."], "Sleep well."),
    ],
)
async def test_whoever_writes_the_answer_the_caveat_is_told_once(
    sqlite_url: str, sentences: list[str], told: str
) -> None:
    assert await answer(sqlite_url, *sentences) == told


async def test_of_other_numbers_nothing_is_said_below(sqlite_url: str) -> None:
    assert await answer(sqlite_url, NUMBER, by_code=False) == "It is 58.4 bpm."


async def test_it_is_told_by_reference_and_no_typed_number_is_taken_for_it(sqlite_url: str) -> None:
    assert await answer(sqlite_url, "It is 58.4 bpm. ", "Sleep well.") == "Sleep well."
    assert await answer(sqlite_url, "It is 58.4 bpm.", by_code=False) == "It is 58.4 bpm."


async def test_it_counts_as_conditional_and_memory_hears_nothing_of_it(sqlite_url: str) -> None:
    async with orchestrating(sqlite_url, peers=peers(), mind=ScriptedMind(sentences=[NUMBER])) as system:
        turn, _ = await system.ask()
    counts = turn.result.validator
    assert (counts.findings_total, counts.findings_conditional) == (1, 1)
    assert {fact.verdict for fact in turn.result.fact_sheet} == {common.VERDICT_CONDITIONAL}
    [recorded] = system.peers.recorded.values()
    assert [one.kind for one in recorded.extracted] == [memory.KIND_GOAL]
    assert (list(recorded.tested), list(recorded.outdated_subjects)) == ([], [])


async def test_what_the_validator_did_not_believe_is_no_such_number(sqlite_url: str) -> None:
    mind = ScriptedMind(sentences=[f"{NUMBER} ", "Sleep well."], rewritten="")
    async with orchestrating(sqlite_url, peers=peers(common.VERDICT_REJECTED), mind=mind) as system:
        turn, _ = await system.ask()
    assert turn.result.answer == "Sleep well."
    assert turn.result.validator.findings_rejected == 1
    assert not any(found.by_code for found in mind.evidence[0].findings)
