"""A turn whose database takes nothing more for a while: it waits, and then goes on where it was."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest

from amy.api.orchestrator.v1 import orchestrator_pb2 as pb
from amy.runtime.storage import StorageFullError
from services.orchestrator.adapters.sql_store import SqlTurnStore
from services.orchestrator.domain.events import AgentStarted, Speaker, Voice
from services.orchestrator.domain.plan import Agent
from services.orchestrator.ports import Ports
from services.orchestrator.ports.durable import LogEntry, LogPlace, StoredEvent
from tests.unit.orchestrator.durable.turn_peers import Peers
from tests.unit.orchestrator.durable.turn_system import kinds, orchestrating


class FillingStore(SqlTurnStore):
    """Has no room for what a voice says first, until told that there is."""

    def __init__(self, url: str, voice: Speaker) -> None:
        super().__init__(url)
        self.is_full = True
        self.refused_twice = asyncio.Event()
        self._refused = 0
        self._voice = voice

    async def append(
        self, turn_id: str, *, owner: str, place: LogPlace, entry: LogEntry
    ) -> tuple[LogPlace, Sequence[StoredEvent]]:
        said = [event.agent for event in entry.events if isinstance(event, AgentStarted)]
        if self.is_full and self._voice in said:
            self._refused += 1
            if self._refused == 2:
                self.refused_twice.set()
            raise StorageFullError
        return await super().append(turn_id, owner=owner, place=place, entry=entry)


@pytest.mark.parametrize("voice", [Agent.DATA_SCIENCE, Voice.SYNTHESIS])
async def test_a_turn_that_cannot_store_its_events_waits_and_goes_on(database_url: str, voice: Speaker) -> None:
    store = FillingStore(database_url, voice)

    def filling(ports: Ports) -> Ports:
        return replace(ports, store=store)

    async with orchestrating(database_url, adapted=filling, peers=Peers()) as system:
        turn = await system.create()
        await asyncio.wait_for(store.refused_twice.wait(), 60)
        assert (await system.get(turn.id)).status == pb.TURN_STATUS_RUNNING
        store.is_full = False
        events = await system.follow(turn.id)
        ended = await system.get(turn.id)
    await store.close()
    assert ended.status == pb.TURN_STATUS_COMPLETED
    assert [event.id for event in events] == list(range(1, len(events) + 1))
    assert kinds(events)[-1] == "turn_completed"
    assert kinds(events).count("turn_started") == 1
