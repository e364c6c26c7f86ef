"""Peers that die, stay away, or come back: the turn ends, and says the truth."""

import asyncio

import pytest

from amy.api.orchestrator.v1 import orchestrator_pb2 as pb
from services.orchestrator.app.writing import ANALYSIS_FAILED
from tests.unit.orchestrator.durable.turn_peers import Gate, Peers, serving
from tests.unit.orchestrator.durable.turn_system import kinds, orchestrating


@pytest.mark.parametrize(("call", "speaker"), [("analyze", "data_science"), ("validate", "validator")])
async def test_a_peer_killed_mid_call_is_asked_again_when_it_is_back(
    database_url: str, call: str, speaker: str
) -> None:
    peers, held = Peers(), Gate()
    setattr(peers, f"before_{call}", held)
    async with serving(peers) as server, orchestrating(database_url, peers=peers) as system:
        turn = await system.create()
        await asyncio.wait_for(held.reached.wait(), 60)
        await server.stop(grace=None)
        held.open()
        await asyncio.sleep(0.5)
        async with serving(peers, port=int(peers.address.rsplit(":", 1)[1])):
            events = await system.follow(turn.id)
            ended = await system.get(turn.id)
    assert ended.status == pb.TURN_STATUS_COMPLETED
    assert [entry.claim for entry in ended.result.fact_sheet] == ["ds-001.effect", "ds-001.n"]
    assert kinds(events).count(f"agent_started:{speaker}") >= 2
    assert kinds(events).count(f"agent_completed:{speaker}") == 1
    assert [event.id for event in events] == list(range(1, len(events) + 1))


async def test_an_analyst_that_stays_away_means_an_honest_answer_without_numbers(sqlite_url: str) -> None:
    peers = Peers()
    async with (
        serving(peers),
        orchestrating(sqlite_url, peers=peers, peer_retry_s=0.5, data_science_address="127.0.0.1:1") as system,
    ):
        turn, events = await system.ask()
    assert turn.status == pb.TURN_STATUS_COMPLETED
    assert turn.result.answer == f"{ANALYSIS_FAILED}\n\nI could not analyse your data."
    assert len(turn.result.fact_sheet) == 0
    assert system.mind.evidence[-1].data_failed
    assert kinds(events).count("agent_started:data_science") >= 2


async def test_an_analyst_that_refuses_is_not_asked_again(sqlite_url: str) -> None:
    async def refuse() -> None:
        raise ValueError("broken")

    async with orchestrating(sqlite_url, peers=Peers(before_analyze=refuse)) as system:
        turn, _ = await system.ask()
    assert turn.status == pb.TURN_STATUS_COMPLETED
    assert system.mind.evidence[-1].data_failed
    assert system.peers.calls["Analyze"] == 1


async def test_a_validator_that_stays_away_fails_the_turn(database_url: str) -> None:
    async with orchestrating(database_url, peer_retry_s=0.5, validator_address="127.0.0.1:1") as system:
        turn, events = await system.ask()
    assert turn.status == pb.TURN_STATUS_FAILED
    assert turn.error.code == "upstream_unavailable"
    assert "agent_started:synthesis" not in kinds(events), "nothing unchecked is told"


async def test_memory_that_is_down_costs_no_turn(sqlite_url: str) -> None:
    async with orchestrating(sqlite_url, memory_address="127.0.0.1:1", lookup_timeout_s=1) as system:
        turn, events = await system.ask()
    assert turn.status == pb.TURN_STATUS_COMPLETED, kinds(events)
    completed = next(event.agent_completed for event in events if event.agent_completed.agent == "memory")
    assert completed.output_summary == "+0 entries"


async def test_an_analyst_too_slow_for_its_deadline_is_given_up(sqlite_url: str) -> None:
    held = Gate()
    async with orchestrating(
        sqlite_url, peers=Peers(before_analyze=held), agent_timeout_s=0.3, peer_retry_s=0.5
    ) as system:
        turn, _ = await system.ask()
        held.open()
    assert turn.status == pb.TURN_STATUS_COMPLETED
    assert system.mind.evidence[-1].data_failed


async def test_a_specialist_without_an_address_is_never_routed_to(sqlite_url: str) -> None:
    async with orchestrating(sqlite_url, data_science_address="") as system:
        turn, events = await system.ask()
    assert turn.result.answer == "You are welcome."
    assert "agent_started:data_science" not in kinds(events)
    assert list(turn.result.agents_used) == []
