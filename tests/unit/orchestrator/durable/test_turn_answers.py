"""What reaches the user: only sentences whose numbers can be traced."""

import pytest

from amy.api.orchestrator.v1 import orchestrator_pb2 as pb
from services.orchestrator.app.writing import NOTHING_LEFT
from tests.unit.orchestrator.durable.turn_peers import Peers
from tests.unit.orchestrator.durable.turn_system import ScriptedMind, orchestrating

QUESTION = "I slept 312 minutes: is my resting heart rate fine?"
INVENTED = "It will be 71.3 bpm tomorrow. "


def checked(events: list[pb.TurnEvent]) -> list[tuple[str, str, str]]:
    return [(one.token, one.severity, one.action) for event in events for one in event.fact_check.issues]


def told(events: list[pb.TurnEvent]) -> str:
    return "".join(e.agent_thought.delta for e in events if e.agent_thought.agent == "synthesis")


@pytest.mark.parametrize(
    ("rewritten", "answer", "action"),
    [
        ("It may change tomorrow.", "It may change tomorrow. Keep going.", "rewritten"),
        ("It will be 71.3 bpm, surely.", "Keep going.", "dropped"),
        ("", "Keep going.", "dropped"),
    ],
)
async def test_a_sentence_with_an_untraced_number_is_rewritten_once_or_dropped(
    sqlite_url: str, rewritten: str, answer: str, action: str
) -> None:
    mind = ScriptedMind(sentences=[INVENTED, "Keep going."], rewritten=rewritten)
    async with orchestrating(sqlite_url, mind=mind) as system:
        turn, events = await system.ask()
    assert turn.result.answer == told(events) == answer
    assert [(severity, done) for _, severity, done in checked(events)] == [("warn", action)]
    assert "71.3" not in str([event for event in events if event.WhichOneof("event") != "fact_check"])


async def test_an_answer_of_which_nothing_is_left_says_so(sqlite_url: str) -> None:
    async with orchestrating(sqlite_url, mind=ScriptedMind(sentences=[INVENTED])) as system:
        turn, events = await system.ask()
    assert turn.result.answer == told(events) == NOTHING_LEFT
    assert checked(events)


async def test_a_clean_answer_has_no_fact_check(sqlite_url: str) -> None:
    async with orchestrating(sqlite_url) as system:
        _, events = await system.ask()
    assert not any(event.HasField("fact_check") for event in events)


async def test_a_number_the_user_stated_may_be_cited_and_is_then_on_the_sheet(sqlite_url: str) -> None:
    mind = ScriptedMind(sentences=["You slept 312 minutes."])
    async with orchestrating(sqlite_url, mind=mind) as system:
        turn, _ = await system.ask(QUESTION)
        silent, _ = await system.ask("And if I sleep 400 minutes?")
    assert turn.result.answer == "You slept 312 minutes."
    assert [(fact.claim, fact.value, fact.source) for fact in turn.result.fact_sheet][-1] == ("user.1", 312.0, "user")
    assert silent.result.answer == NOTHING_LEFT


async def test_the_fallback_may_repeat_what_is_remembered_and_drops_what_is_not(sqlite_url: str) -> None:
    peers = Peers(memory_markdown="## Goals\n- Sleep 480 minutes a night.")
    mind = ScriptedMind(replies=["Your goal is 480 minutes of sleep. ", INVENTED, "Bye."])
    async with orchestrating(sqlite_url, peers=peers, mind=mind) as system:
        turn, events = await system.ask("thanks, and my goal")
    assert turn.result.answer == "Your goal is 480 minutes of sleep. Bye."
    assert [action for _, _, action in checked(events)] == ["dropped"]
