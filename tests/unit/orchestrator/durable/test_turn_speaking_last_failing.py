"""Where those who speak last, or who work for them, fail: the turn completes and the answer says what it lacks."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from amy.api.common.v1 import common_pb2 as common
from amy.api.data_science.v1 import data_science_pb2 as ds
from amy.api.domain_expert.v1 import domain_expert_pb2 as de
from amy.api.memory.v1 import memory_pb2 as memory
from amy.api.orchestrator.v1 import orchestrator_pb2 as pb
from amy.runtime.errors import UpstreamUnavailableError
from services.orchestrator.adapters.rules.synthesis import (
    COACHED_BY_OTHERS,
    LOOKED_AT_IN_PART,
    NOT_COACHED,
    NOT_LOOKED_AT,
    NOT_LOOKED_UP,
)
from services.orchestrator.app.writing import ANALYSIS_FAILED, NUMBERS_UNSEEN
from tests.unit.orchestrator.durable.test_turn_speaking_last import ADVICE, LOOK, VAGUE, SpeakLast, system_of
from tests.unit.orchestrator.durable.turn_peers import Gate, Peers
from tests.unit.orchestrator.durable.turn_system import kinds

WHY = "Why am I so tired?"
OWN = "Your average resting heart rate over all data is 58.4 bpm."
KNOWN = "Too little sleep is a usual reason [1]."
SOURCE = de.Citation(title="Tiredness", publisher="A Society", url="https://example.org/tired", text=KNOWN)
CONSULTATION = de.ConsultCompleted(status=de.STATUS_ANSWERED, draft=KNOWN, citations=[SOURCE])
SOON_S = 1.0
WITH_SOURCE = f"{KNOWN}\n\nSources:\n1. [Tiredness](https://example.org/tired), A Society"


async def unavailable() -> None:
    raise UpstreamUnavailableError("not now")


async def failing() -> None:
    raise RuntimeError("broken")


def of_agent(events: list[pb.TurnEvent], agent: str) -> list[str]:
    return [
        kind.partition(":")[0]
        for kind in kinds(events)
        if kind in {f"agent_started:{agent}", f"agent_completed:{agent}"}
    ]


breaking = pytest.mark.parametrize("before", [unavailable, failing, Gate()], ids=["down", "failing", "hanging"])
both = pytest.mark.parametrize(("question", "agent"), [(LOOK, "investigator"), (ADVICE, "health_coach")])


@breaking
@both
async def test_one_that_cannot_say_what_should_be_computed_says_so(
    sqlite_url: str, before: Callable[[], Awaitable[None]], question: str, agent: str
) -> None:
    played, peers = SpeakLast(before_first=before), Peers(interpretation=VAGUE)
    async with system_of(sqlite_url, played, peers, agent_timeout_s=SOON_S, peer_retry_s=SOON_S / 5) as system:
        turn, events = await asyncio.wait_for(system.ask(question), 60)
    assert turn.status == pb.TURN_STATUS_COMPLETED
    assert turn.result.answer == {"investigator": NOT_LOOKED_AT, "health_coach": NOT_COACHED}[agent]
    assert of_agent(events, agent)[-1] == "agent_completed"
    assert of_agent(events, agent).count("agent_completed") == 1
    assert peers.calls["Analyze"] == peers.calls["Validate"] == 0
    assert not [*played.briefed, *played.coached]


@breaking
@both
async def test_one_that_cannot_speak_says_so_and_nothing_of_it_is_remembered(
    sqlite_url: str, before: Callable[[], Awaitable[None]], question: str, agent: str
) -> None:
    played, peers = SpeakLast(before_last=before), Peers(interpretation=VAGUE)
    async with system_of(sqlite_url, played, peers, agent_timeout_s=SOON_S, peer_retry_s=SOON_S / 5) as system:
        turn, events = await asyncio.wait_for(system.ask(question), 60)
    said = {"investigator": NOT_LOOKED_AT, "health_coach": f"{COACHED_BY_OTHERS}\n\n{OWN}"}
    assert turn.result.answer == said[agent]
    assert of_agent(events, agent).count("agent_completed") == 2
    assert peers.calls["Analyze"] == peers.calls["Validate"] == 1
    recorded = peers.recorded[turn.id]
    assert not recorded.tested
    assert memory.KIND_INSIGHT not in {each.kind for each in recorded.extracted}


async def test_where_a_coach_cannot_speak_nothing_is_told_that_was_rejected(sqlite_url: str) -> None:
    played = SpeakLast(before_last=failing)
    peers = Peers(interpretation=VAGUE, verdict=common.VERDICT_REJECTED)
    async with system_of(sqlite_url, played, peers) as system:
        turn, _ = await system.ask(ADVICE)
    assert turn.result.answer == NOT_COACHED


async def test_what_the_expert_knows_stands_behind_a_look_that_failed(sqlite_url: str) -> None:
    played, peers = SpeakLast(before_first=failing), Peers(interpretation=VAGUE, consultation=CONSULTATION)
    async with system_of(sqlite_url, played, peers) as system:
        turn, _ = await system.ask(WHY)
    assert turn.result.answer == f"{LOOKED_AT_IN_PART}\n\n{WITH_SOURCE}"


async def test_a_briefing_without_the_expert_says_what_it_lacks(sqlite_url: str) -> None:
    peers = Peers(interpretation=VAGUE, consultation=CONSULTATION, before_consult=failing)
    async with system_of(sqlite_url, SpeakLast(), peers) as system:
        turn, _ = await system.ask(WHY)
    assert turn.result.answer == f"✓ Your resting heart rate was 58.4 bpm.\n\n{NOT_LOOKED_UP}"


async def test_without_data_science_a_look_says_so_once_and_keeps_what_the_expert_cites(sqlite_url: str) -> None:
    played = SpeakLast(briefing="I could not check anything. Please ask again.")
    peers = Peers(interpretation=VAGUE, consultation=CONSULTATION, status=ds.STATUS_FAILED)
    async with system_of(sqlite_url, played, peers) as system:
        turn, _ = await system.ask(WHY)
    assert turn.result.answer == f"{ANALYSIS_FAILED}\n\n{WITH_SOURCE}"


async def test_without_data_science_a_coach_goes_on_talking_and_nobody_has_to_ask_again(sqlite_url: str) -> None:
    played, peers = SpeakLast(), Peers(interpretation=VAGUE, status=ds.STATUS_FAILED)
    played.coaching.draft = "You'd like to walk more. What matters about it to you?"
    async with system_of(sqlite_url, played, peers) as system:
        turn, _ = await system.ask(ADVICE)
    assert turn.result.answer == f"{NUMBERS_UNSEEN}\n\nYou'd like to walk more.\n\nWhat matters about it to you?"


async def test_the_expert_and_the_computation_for_a_briefing_overlap(sqlite_url: str) -> None:
    """Neither ends before the other was called: one after the other they would be given up."""
    analyzing, consulting = asyncio.Event(), asyncio.Event()

    async def analyze() -> None:
        analyzing.set()
        await asyncio.wait_for(consulting.wait(), 60)

    async def consult() -> None:
        consulting.set()
        await asyncio.wait_for(analyzing.wait(), 60)

    peers = Peers(interpretation=VAGUE, consultation=CONSULTATION, before_analyze=analyze, before_consult=consult)
    async with system_of(sqlite_url, SpeakLast(), peers) as system:
        turn, _ = await asyncio.wait_for(system.ask(WHY), 60)
    assert turn.result.answer == f"✓ Your resting heart rate was 58.4 bpm.\n\n{WITH_SOURCE}"
