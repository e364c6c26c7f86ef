"""The turn store's promises, on both databases: ids without gaps, one owner, one end."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from sqlalchemy import make_url

from amy.api.orchestrator.v1 import orchestrator_pb2 as pb
from amy.runtime.ids import new_id
from services.orchestrator.adapters.sql_executors import SqlExecutors
from services.orchestrator.adapters.sql_signals import CHANNEL, SqlTurnSignals
from services.orchestrator.adapters.sql_store import SqlTurnStore
from services.orchestrator.domain.conversation import Message
from services.orchestrator.domain.events import (
    AgentThought,
    CostWarning,
    TerminalEvent,
    TurnCompleted,
    TurnEvent,
    TurnFailed,
    TurnStarted,
    Voice,
)
from services.orchestrator.domain.steps import Step
from services.orchestrator.domain.turn import (
    Turn,
    TurnContext,
    TurnError,
    TurnResult,
    TurnStatus,
    ValidatorCounts,
)
from services.orchestrator.ports.durable import BEGINNING, LogEntry, LogPlace, Opened, Ownership, OwnershipLostError

NOW = datetime(2026, 5, 25, 10, 0, 0, 123456, tzinfo=UTC)
ME, OTHER = "replica-0:a", "replica-1:b"
FIRST = LogPlace(entries=1, last_event_id=1)
"""Behind the event of its beginning."""
RESULT = TurnResult(
    answer="58.4 bpm", fact_sheet=(), agents_used=(), validator=ValidatorCounts(), cost_usd=None, duration_ms=12
)


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[SqlTurnStore]:
    store = SqlTurnStore(database_url)
    await store.migrate()
    yield store
    await store.close()


def queued(user_id: str = "u") -> Turn:
    return Turn(
        id=new_id("turn"),
        user_id=user_id,
        status=TurnStatus.QUEUED,
        created_at=NOW,
        messages=(Message(role="user", content="Hä? 🫀"),),
        context=TurnContext(include_memory=False),
        request_id="req_X",
    )


async def added(store: SqlTurnStore, *, owner: str = ME) -> Turn:
    turn = queued()
    assert await store.create(turn, owner=owner, max_in_flight=99)
    return turn


async def begun(store: SqlTurnStore, turn: Turn, *, at: datetime = NOW, owner: str = ME) -> datetime:
    began, _ = await store.begin(turn.id, owner=owner, started=TurnStarted(turn_id=turn.id, at=at))
    return began


async def append(
    store: SqlTurnStore, turn: Turn, *events: TurnEvent, place: LogPlace = BEGINNING, owner: str = ME
) -> LogPlace:
    after, _ = await store.append(turn.id, owner=owner, place=place, entry=LogEntry(events=events))
    return after


async def finish(
    store: SqlTurnStore,
    turn: Turn,
    event: TerminalEvent,
    *,
    at: datetime = NOW,
    place: LogPlace = BEGINNING,
    owner: str = ME,
) -> None:
    await store.finish(turn.id, owner=owner, place=place, entry=LogEntry(), at=at, event=event)


def thought(delta: str) -> AgentThought:
    return AgentThought(agent=Voice.SYNTHESIS, delta=delta)


async def test_a_turn_is_read_back_as_it_was_written(store: SqlTurnStore) -> None:
    turn = await added(store)
    assert await store.get(turn.id) == turn
    assert await begun(store, turn) == NOW
    running = replace(turn, status=TurnStatus.RUNNING, started_at=NOW)
    assert await store.get(turn.id) == running
    ended = NOW + timedelta(seconds=1)
    await finish(store, turn, TurnCompleted(turn_id=turn.id, result=RESULT), at=ended, place=FIRST)
    expected = replace(running, status=TurnStatus.COMPLETED, completed_at=ended, result=RESULT)
    assert await store.get(turn.id) == expected


async def test_a_turn_begins_once(store: SqlTurnStore) -> None:
    turn = await added(store)
    await begun(store, turn)
    with pytest.raises(OwnershipLostError):
        await begun(store, turn, at=NOW + timedelta(seconds=9))
    running = await store.get(turn.id)
    assert running is not None
    assert running.started_at == NOW
    assert len(await store.events(turn.id, after=0, limit=10)) == 1


async def test_entries_leave_ids_without_gap_or_twin(store: SqlTurnStore) -> None:
    turn = await added(store)
    batches = [[thought(f"{entry}.{number} ") for number in range(entry % 4)] for entry in range(12)]
    place = BEGINNING
    for batch in batches:
        place = await append(store, turn, *batch, place=place)
    stored = await store.events(turn.id, after=0, limit=100)
    assert [event.id for event in stored] == list(range(1, sum(map(len, batches)) + 1))
    protos = [pb.TurnEvent.FromString(event.payload) for event in stored]
    assert [proto.id for proto in protos] == [event.id for event in stored]
    assert [proto.agent_thought.delta for proto in protos] == [event.delta for batch in batches for event in batch]
    assert await store.last_event_ids([turn.id, "turn_unknown"]) == {turn.id: len(stored)}


async def test_of_many_who_write_at_one_place_one_does(store: SqlTurnStore) -> None:
    turn = await added(store)
    outcomes = await asyncio.gather(
        *(append(store, turn, thought(str(writer))) for writer in range(12)), return_exceptions=True
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["LogPlace", *["OwnershipLostError"] * 11]
    assert [event.id for event in await store.events(turn.id, after=0, limit=100)] == [1]


async def test_a_log_is_opened_with_its_events_and_the_checkpoints_of_its_steps(store: SqlTurnStore) -> None:
    turn = await added(store)
    await begun(store, turn)
    entry = LogEntry(events=[thought("a"), thought("b")], checkpoints={Step.CLASSIFY_VAGUENESS: "{}"})
    place, events = await store.append(turn.id, owner=ME, place=FIRST, entry=entry)
    last = LogEntry(checkpoints={Step.ROUTE: '"x"', Step.CLASSIFY_VAGUENESS: "again"})
    place, none = await store.append(turn.id, owner=ME, place=place, entry=last)
    assert none == ()
    opened = await store.open(turn.id, owner=ME)
    assert opened is not None
    assert opened.place == place == LogPlace(entries=3, last_event_id=3)
    assert opened.events[1:] == list(events)
    assert opened.checkpoints == {Step.CLASSIFY_VAGUENESS: "again", Step.ROUTE: '"x"'}
    assert not opened.has_warned


async def test_checkpoints_of_another_shape_are_not_gone_on_from(store: SqlTurnStore, database_url: str) -> None:
    turn = await added(store)
    await begun(store, turn)
    await store.append(turn.id, owner=ME, place=FIRST, entry=LogEntry(checkpoints={Step.ROUTE: "{}"}))
    newer = SqlTurnStore(database_url, shape="newer")
    for _ in range(2):
        opened = await newer.open(turn.id, owner=ME)
        assert opened is not None
        assert opened.checkpoints == {}
        assert (opened.place, len(opened.events)) == (LogPlace(entries=2, last_event_id=1), 1)
    await newer.close()


async def test_events_are_read_from_any_id_on_in_pages(store: SqlTurnStore) -> None:
    turn = await added(store)
    await append(store, turn, *(thought(str(number)) for number in range(4)))
    await append(
        store, turn, *(thought(str(number)) for number in range(3)), place=LogPlace(entries=1, last_event_id=4)
    )
    assert [event.id for event in await store.events(turn.id, after=2, limit=3)] == [3, 4, 5]
    assert await store.events(turn.id, after=7, limit=3) == []


async def test_who_does_not_own_a_turn_changes_nothing(store: SqlTurnStore) -> None:
    turn = await added(store)
    failed = TurnFailed(turn_id=turn.id, error=TurnError(code="internal_error", message="m", request_id="r"))
    with pytest.raises(OwnershipLostError):
        await begun(store, turn, owner=OTHER)
    with pytest.raises(OwnershipLostError):
        await append(store, turn, thought("x"), owner=OTHER)
    with pytest.raises(OwnershipLostError):
        await finish(store, turn, failed, owner=OTHER)
    assert await store.get(turn.id) == turn
    assert await store.events(turn.id, after=0, limit=10) == []


async def test_a_turn_that_was_taken_over_shuts_its_old_owner_out(store: SqlTurnStore) -> None:
    turn = await added(store)
    (found,) = await store.under_way()
    assert found == Ownership(turn_id=turn.id, owner=ME, takeovers=0)
    claims = await asyncio.gather(*(store.claim(found, owner=f"replica-{number}:x") for number in range(5)))
    assert claims.count(True) == 1
    with pytest.raises(OwnershipLostError):
        await append(store, turn, thought("x"))
    (taken,) = await store.under_way()
    assert taken.takeovers == 1
    await append(store, turn, thought("x"), owner=taken.owner)


async def test_a_turn_ends_once(store: SqlTurnStore) -> None:
    turn = await added(store)
    completed = TurnCompleted(turn_id=turn.id, result=RESULT)
    failed = TurnFailed(turn_id=turn.id, error=TurnError(code="internal_error", message="m", request_id="r"))
    await finish(store, turn, completed)
    await finish(store, turn, failed)
    ended = await store.get(turn.id)
    assert ended is not None
    assert (ended.status, ended.error) == (TurnStatus.COMPLETED, None)
    (event,) = await store.events(turn.id, after=0, limit=10)
    assert event.is_terminal
    with pytest.raises(OwnershipLostError):
        await append(store, turn, thought("late"), place=FIRST)
    assert await store.open(turn.id, owner=OTHER) is None
    assert await store.under_way() == []


async def test_a_failed_turn_keeps_why(store: SqlTurnStore) -> None:
    turn = await added(store)
    error = TurnError(code="upstream_unavailable", message="m", request_id="req_X")
    await finish(store, turn, TurnFailed(turn_id=turn.id, error=error))
    failed = await store.get(turn.id)
    assert failed is not None
    assert (failed.status, failed.error, failed.result) == (TurnStatus.FAILED, error, None)


async def test_opening_a_turn_makes_it_the_openers(store: SqlTurnStore) -> None:
    turn = await added(store, owner=OTHER)
    assert await store.open(turn.id, owner=ME) == Opened(turn=turn, events=[])
    await append(store, turn, thought("x"))
    assert await store.open("turn_unknown", owner=ME) is None


async def test_the_cost_warning_is_remembered_by_the_log(store: SqlTurnStore) -> None:
    turn = await added(store)
    place = await append(store, turn, thought("x"))
    await append(store, turn, CostWarning(cost_usd=0.6, threshold_usd=0.5, at=NOW), place=place)
    opened = await store.open(turn.id, owner=ME)
    assert opened is not None
    assert opened.has_warned


async def test_only_ended_turns_lose_their_events(store: SqlTurnStore) -> None:
    ended, running = await added(store), await added(store)
    await append(store, running, thought("x"))
    await finish(store, ended, TurnCompleted(turn_id=ended.id, result=RESULT))
    assert await store.expired(ended_before=NOW, limit=10) == []
    assert await store.expired(ended_before=NOW + timedelta(microseconds=1), limit=10) == [ended.id]
    await store.purge([ended.id])
    assert await store.events(ended.id, after=0, limit=10) == []
    assert len(await store.events(running.id, after=0, limit=10)) == 1
    assert await store.expired(ended_before=NOW + timedelta(days=1), limit=10) == []


async def test_a_users_in_flight_turns_are_counted_without_a_race(store: SqlTurnStore) -> None:
    outcomes = await asyncio.gather(*(store.create(queued(), owner=ME, max_in_flight=3) for _ in range(20)))
    assert sum(outcome is not None for outcome in outcomes) == 3
    assert await store.create(queued("another"), owner=ME, max_in_flight=3)


async def test_executors_of_one_replica_replace_each_other_and_hearts_beat(store: SqlTurnStore) -> None:
    executors = SqlExecutors(store.database)
    await executors.register("a:1", replica="a")
    await executors.register("b:1", replica="b")
    await executors.beat("a:1", replica="a")
    assert await executors.beats() == {"a:1": 1, "b:1": 0}
    await executors.register("a:2", replica="a")
    assert await executors.beats() == {"a:2": 0, "b:1": 0}
    await executors.remove(["b:1"])
    await executors.beat("b:1", replica="b")
    assert await executors.beats() == {"a:2": 0, "b:1": 1}, "taken for dead, it comes back"


async def test_a_commit_is_heard_by_who_listens_on_postgresql(postgres_url: str) -> None:
    heard: list[str] = []
    store = SqlTurnStore(postgres_url)
    await store.migrate()
    turn = await added(store)
    listening = asyncio.create_task(SqlTurnSignals(postgres_url).listen(heard.append))
    place = BEGINNING
    async with asyncio.timeout(60):
        while not heard:
            place = await append(store, turn, thought("x"), place=place)
            await asyncio.sleep(0.05)
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)
    await store.close()
    assert set(heard) == {turn.id}


async def test_many_commits_at_once_are_told_together_and_none_of_them_waits(postgres_url: str) -> None:
    store = SqlTurnStore(postgres_url)
    await store.migrate()
    turns = [await added(store) for _ in range(40)]
    conninfo = make_url(postgres_url).set(drivername="postgresql").render_as_string(hide_password=False)
    async with await psycopg.AsyncConnection.connect(conninfo, autocommit=True) as connection:
        await connection.execute(f"LISTEN {CHANNEL}")
        await asyncio.gather(*(append(store, turn, thought("x")) for turn in turns))
        await store.close()
        told = [notification.payload.split() async for notification in connection.notifies(timeout=1.0)]
    assert sorted(turn_id for each in told for turn_id in each) == sorted(turn.id for turn in turns)
    assert len(told) < len(turns)


async def test_nobody_signals_on_sqlite(sqlite_url: str) -> None:
    await asyncio.wait_for(SqlTurnSignals(sqlite_url).listen(lambda _: None), 1)


async def test_a_clock_that_goes_back_makes_no_turn_end_before_it_began(store: SqlTurnStore) -> None:
    turn = await added(store)
    earlier = NOW - timedelta(hours=1)
    assert await begun(store, turn, at=earlier) == NOW
    (first,) = await store.events(turn.id, after=0, limit=10)
    assert pb.TurnEvent.FromString(first.payload).turn_started.at.ToDatetime(tzinfo=UTC) == NOW
    await finish(store, turn, TurnCompleted(turn_id=turn.id, result=RESULT), at=earlier, place=FIRST)
    ended = await store.get(turn.id)
    assert ended is not None
    assert ended.created_at == ended.started_at == ended.completed_at == NOW


async def test_a_turn_that_starts_late_ends_no_earlier_than_that(store: SqlTurnStore) -> None:
    turn = await added(store)
    later = NOW + timedelta(hours=1)
    await begun(store, turn, at=later)
    await finish(store, turn, TurnCompleted(turn_id=turn.id, result=RESULT), place=FIRST)
    ended = await store.get(turn.id)
    assert ended is not None
    assert ended.started_at == ended.completed_at == later


async def test_a_turn_that_never_started_ends_no_earlier_than_it_was_created(store: SqlTurnStore) -> None:
    turn = await added(store)
    error = TurnError(code="internal_error", message="m", request_id="req_X")
    at = NOW - timedelta(days=1)
    await finish(store, turn, TurnFailed(turn_id=turn.id, error=error), at=at)
    ended = await store.get(turn.id)
    assert ended is not None
    assert ended.completed_at == NOW


async def test_a_turn_whose_owner_was_frozen_in_mid_write_keeps_nobody_waiting_on_postgresql(postgres_url: str) -> None:
    store = SqlTurnStore(postgres_url)
    await store.migrate()
    turn = await added(store)
    (found,) = await store.under_way()
    conninfo = make_url(postgres_url).set(drivername="postgresql").render_as_string(hide_password=False)
    async with await psycopg.AsyncConnection.connect(conninfo) as frozen:
        await frozen.execute("SELECT 1 FROM orchestrator_turns WHERE id = %s FOR SHARE", [turn.id])
        async with asyncio.timeout(5):
            assert not await store.claim(found, owner=OTHER)
        await frozen.rollback()
    assert await store.claim(found, owner=OTHER), "the next look finds it free"
    await store.close()
