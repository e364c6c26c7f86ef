"""What a turn leaves in memory is of what is stored: nothing of its answer can be taken back by a crash after that."""

from typing import Any

import pytest

from services.orchestrator.app import recorder
from services.orchestrator.domain.steps import Step
from tests.unit.orchestrator.durable.turn_peers import Peers
from tests.unit.orchestrator.durable.turn_system import orchestrating


async def test_everything_so_far_is_stored_before_memory_is_written(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What waits to be stored would wait for long, but for who flushes.
    monkeypatch.setattr(recorder, "_GATHERING_S", 5.0)
    stored: list[Any] = []
    peers = Peers()
    async with orchestrating(database_url, peers=peers) as system:

        async def look() -> None:
            (found,) = await system.ports.store.under_way()
            stored.append(await system.ports.store.open(found.turn_id, owner=found.owner))

        peers.before_record = look
        turn = await system.create()
        await system.follow(turn.id)
    (opened,) = stored
    assert set(opened.checkpoints) == set(Step) - {Step.MEMORY_EXTRACTION}
