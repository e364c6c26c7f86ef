"""Agents that need nothing of each other work at the same time, as whoever follows the turn over HTTP can see."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from amy.api.domain_expert.v1 import domain_expert_pb2 as de
from amy.client import Amy
from evals.system import free_port
from gateway.__main__ import SERVICE as GATEWAY
from services.orchestrator.domain.plan import Agent
from services.orchestrator.ports import Ports
from tests.unit.orchestrator.durable.test_turn_experts import Coach
from tests.unit.orchestrator.durable.turn_peers import Peers
from tests.unit.orchestrator.durable.turn_system import ScriptedMind, orchestrating

KEY = "amy_live_overlap_0123456789abcdefghijklmn"
KNOWN = de.ConsultCompleted(status=de.STATUS_ANSWERED, draft="It is known.")
BOTH = ("data_science", "domain_expert")


@asynccontextmanager
async def gateway_before(orchestrator: str, folder: Path) -> AsyncIterator[str]:
    """The base URL of a gateway that speaks to this orchestrator."""
    stop = asyncio.Event()
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    env = {
        "AMY_GATEWAY_LISTEN": f"127.0.0.1:{free_port()}",
        "AMY_GATEWAY_DATABASE_URL": f"sqlite:///{folder / 'gateway.db'}",
        "AMY_GATEWAY_ADMIN_KEY": KEY,
        **{f"AMY_GATEWAY_{peer}_ADDRESS": orchestrator for peer in ("ORCHESTRATOR", "MEMORY", "HEALTH_DATA")},
    }
    running = asyncio.ensure_future(GATEWAY.run(env, address.set_result, stop))
    running.add_done_callback(lambda _: address.done() or address.cancel())
    try:
        yield f"http://{await asyncio.wait_for(address, 60)}"
    finally:
        stop.set()
        await asyncio.wait_for(running, 60)


def spoken(base_url: str) -> list[tuple[str, str]]:
    """The beginnings and ends of the two agents in a turn that is asked and followed over HTTP."""
    with Amy(api_key=KEY, base_url=base_url, user="u1") as amy:
        turn = amy.turns.create(messages=[{"role": "user", "content": "What is my average resting heart rate?"}])
        return [
            (event.type, event.agent)
            for event in amy.turns.stream(turn.id)
            if event.type in ("agent.started", "agent.completed") and event.agent in BOTH
        ]


@pytest.mark.parametrize(
    ("main", "supporting"),
    [
        ("Data Science Agent", ("Domain Expert Agent",)),
        ("Health Coach Agent", ("Data Science Agent", "Domain Expert Agent")),
    ],
)
async def test_data_science_and_the_expert_overlap_where_neither_needs_the_other(
    tmp_path: Path, main: str, supporting: tuple[str, ...]
) -> None:
    """Neither answers before the other was called: one after the other they would be given up."""
    begun = {who: asyncio.Event() for who in BOTH}

    async def analyze() -> None:
        begun["data_science"].set()
        await asyncio.wait_for(begun["domain_expert"].wait(), 60)

    async def consult() -> None:
        begun["domain_expert"].set()
        await asyncio.wait_for(begun["data_science"].wait(), 60)

    def coached(ports: Ports) -> Ports:
        return replace(ports, specialists={**ports.specialists, Agent.HEALTH_COACH: Coach()})

    listen = f"127.0.0.1:{free_port()}"
    peers = Peers(consultation=KNOWN, before_analyze=analyze, before_consult=consult)
    mind = ScriptedMind(sentences=["Done."], main=main, supporting=supporting)
    database = f"sqlite:///{tmp_path / 'turns.db'}"
    async with (
        orchestrating(database, peers=peers, mind=mind, adapted=coached, listen=listen),
        gateway_before(listen, tmp_path) as base_url,
    ):
        events = await asyncio.to_thread(spoken, base_url)
    assert set(events[:2]) == {("agent.started", who) for who in BOTH}
    assert sorted(events[2:]) == [("agent.completed", who) for who in BOTH]
    assert [answer.status.value for answer in (mind.evidence[-1].main, *mind.evidence[-1].supporting)] == [
        "answered"
    ] * (1 + len(supporting))
