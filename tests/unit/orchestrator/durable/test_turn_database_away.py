"""PostgreSQL restarts while turns run: they wait, go on, and nothing of them is lost or told twice."""

import asyncio
from collections.abc import Iterator

import psycopg
import pytest

from amy.api.orchestrator.v1 import orchestrator_pb2 as pb
from amy.runtime import errors
from services.orchestrator.adapters.sql_signals import CHANNEL, SqlTurnSignals
from tests.stoppable import StoppableServer, stoppable_server
from tests.unit.orchestrator.durable.turn_system import System, kinds, orchestrating

MOST_CONNECTIONS = 6 + (5 + 1) + 1 + 1


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StoppableServer]:
    with stoppable_server(tmp_path_factory.mktemp("stoppable")) as started:
        yield started


async def followed(system: System, turn_id: str) -> list[pb.TurnEvent]:
    """All events of a turn, read on where the stream broke."""
    events: list[pb.TurnEvent] = []
    async with asyncio.timeout(200):
        while not events or kinds(events)[-1] not in ("turn_completed", "turn_failed"):
            try:
                events += await system.follow(turn_id, after=len(events))
            except errors.UpstreamUnavailableError:
                await asyncio.sleep(0.2)
    return events


async def test_turns_under_way_when_the_database_goes_away_are_completed_without_a_gap(server: StoppableServer) -> None:
    async with orchestrating(server.url, step_pause_s=0.3, max_in_flight_per_user=10) as system:
        turns = [await system.create() for _ in range(5)]
        reading = [asyncio.create_task(followed(system, turn.id)) for turn in turns]
        await asyncio.sleep(0.5)
        await asyncio.to_thread(server.stop)
        try:
            with pytest.raises(errors.UpstreamUnavailableError) as caught:
                await system.create("thanks!")
            assert caught.value.metadata == {"storage": "away", "retry_after": "5"}
            await asyncio.sleep(3)
        finally:
            await asyncio.to_thread(server.start)
        for events in await asyncio.gather(*reading):
            assert [event.id for event in events] == list(range(1, len(events) + 1))
            assert kinds(events)[-1] == "turn_completed"
            assert kinds(events).count("turn_started") == 1


async def test_an_orchestrator_under_load_has_no_more_connections_than_the_manual_says(server: StoppableServer) -> None:
    most = 0
    async with orchestrating(server.url, max_in_flight_per_user=60, max_concurrent_turns=60) as system:
        turns = [await system.create() for _ in range(60)]
        reading = asyncio.gather(*(followed(system, turn.id) for turn in turns))
        while not reading.done():
            most = max(most, await asyncio.to_thread(server.connections))
            await asyncio.sleep(0.05)
        assert {kinds(events)[-1] for events in await reading} == {"turn_completed"}
    assert MOST_CONNECTIONS / 2 < most <= MOST_CONNECTIONS


async def test_news_are_heard_again_after_the_database_was_away(server: StoppableServer) -> None:
    heard: asyncio.Queue[str] = asyncio.Queue()
    listening = asyncio.create_task(SqlTurnSignals(server.url).listen(heard.put_nowait))
    try:
        for restart in (False, True):
            if restart:
                await asyncio.to_thread(server.restart)
            async with asyncio.timeout(30):
                while heard.empty():
                    await asyncio.to_thread(_notify, server)
                    await asyncio.sleep(0.1)
            while not heard.empty():
                assert heard.get_nowait() == "turn_1"
    finally:
        listening.cancel()
        await asyncio.wait({listening})


def _notify(server: StoppableServer) -> None:
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute(f"NOTIFY {CHANNEL}, 'turn_1'")
