"""A user's turns are deleted with all that was kept of them; those under way are ended first, wherever they run."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from amy.api.orchestrator.v1 import orchestrator_pb2 as pb
from amy.runtime.errors import InvalidFieldError, TurnNotFoundError, UpstreamUnavailableError
from amy.runtime.ids import new_id
from services.orchestrator.adapters.sql_erasure import SqlTurnErasure
from services.orchestrator.adapters.sql_store import SqlTurnStore
from services.orchestrator.adapters.system_clock import SystemClock
from services.orchestrator.app.erasing import Erasing
from services.orchestrator.domain.conversation import Message
from services.orchestrator.domain.turn import Erased, Turn, TurnContext, TurnStatus
from services.orchestrator.ports.durable import BEGINNING, LogEntry, Ownership, OwnershipLostError
from tests.leftovers import marks_in_files, rows_of, tables_with
from tests.unit.orchestrator.durable.test_turn_takeover import ManualEngine
from tests.unit.orchestrator.durable.turn_peers import Peers
from tests.unit.orchestrator.durable.turn_system import System, orchestrating

MARK = "zebrafinch"
QUESTION = f"What is my average {MARK}?"
ME, OTHER = "replica-0:a", "replica-1:b"


async def erased(system: System, user_id: str) -> pb.EraseUserResponse:
    response: pb.EraseUserResponse = await system.stub.EraseUser(pb.EraseUserRequest(user_id=user_id), timeout=60)
    return response


async def test_of_a_users_turns_no_row_is_left_and_those_of_others_are_untouched(database_url: str) -> None:
    async with orchestrating(database_url) as system:
        mine = await system.create(QUESTION, user_id="anna")
        events = await system.follow(mine.id, user_id="anna")
        theirs = await system.create("What is my average lark?", user_id="ben")
        await system.follow(theirs.id, user_id="ben")
        kept = {table: [row for row in rows if theirs.id in row] for table, rows in rows_of(database_url).items()}
        before = tables_with(database_url, MARK, "anna", mine.id)
        answer = await erased(system, "anna")
        after = rows_of(database_url)
        assert await erased(system, "anna") == pb.EraseUserResponse()
    named = {table.rpartition(".")[2] for table in before}
    assert named >= {"orchestrator_turns", "orchestrator_turn_log"}
    assert answer == pb.EraseUserResponse(turns=1, events=len(events))
    assert tables_with(database_url, MARK, "anna", mine.id) == set()
    assert {table: [row for row in rows if theirs.id in row] for table, rows in after.items()} == kept


async def test_a_turn_under_way_is_stopped_before_it_is_deleted_and_writes_nothing_more(database_url: str) -> None:
    reached, go_on = asyncio.Event(), asyncio.Event()

    async def waits() -> None:
        reached.set()
        await go_on.wait()

    async with orchestrating(database_url, peers=Peers(before_analyze=waits)) as system:
        turn = await system.create(QUESTION)
        await reached.wait()
        following = asyncio.create_task(system.follow(turn.id))
        answer = await erased(system, "u1")
        go_on.set()
        with pytest.raises(TurnNotFoundError):
            await asyncio.wait_for(following, 10)
        with pytest.raises(TurnNotFoundError):
            await system.get(turn.id)
        await asyncio.sleep(0.5)
        assert system.peers.recorded == {}
        assert tables_with(database_url, MARK, turn.id, "u1") == set()
        next_turn, _ = await system.ask()
    assert answer.turns == 1
    assert next_turn.status == pb.TURN_STATUS_COMPLETED


async def test_a_turn_that_is_about_to_remember_leaves_nothing_in_memory(database_url: str) -> None:
    reached, ended = asyncio.Event(), asyncio.Event()

    async def waits() -> None:
        reached.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    async with orchestrating(database_url, peers=Peers(before_record=waits)) as system:
        await system.create(QUESTION)
        await reached.wait()
        await erased(system, "u1")
        await asyncio.wait_for(ended.wait(), 5)
        assert system.peers.recorded == {}


async def test_what_was_deleted_stands_in_no_file_any_more(sqlite_url: str, tmp_path: Path) -> None:
    async with orchestrating(sqlite_url) as system:
        turn = await system.create(QUESTION, user_id="anna-lindqvist")
        await system.follow(turn.id, user_id="anna-lindqvist")
        marks = (MARK, "anna-lindqvist", turn.id)
        assert all(marks_in_files(tmp_path, marks).values())
        await erased(system, "anna-lindqvist")
        assert marks_in_files(tmp_path, marks) == dict.fromkeys(marks, frozenset())


async def test_nobody_is_no_user(sqlite_url: str) -> None:
    async with orchestrating(sqlite_url) as system:
        with pytest.raises(InvalidFieldError):
            await erased(system, "")


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[SqlTurnStore]:
    store = SqlTurnStore(database_url)
    await store.migrate()
    yield store
    await store.close()


def erasing(store: SqlTurnStore, *, owner: str = ME, patience_s: float = 20) -> Erasing:
    return Erasing(
        SqlTurnErasure(store.database),
        engine=ManualEngine(),
        clock=SystemClock(),
        owner=owner,
        on_removed=lambda _: None,
        patience_s=patience_s,
    )


async def withdrawn(store: SqlTurnStore) -> list[Ownership]:
    return [found for found in await store.under_way() if found.is_withdrawn]


async def running_at(store: SqlTurnStore, owner: str) -> Turn:
    turn = Turn(
        id=new_id("turn"),
        user_id="anna",
        status=TurnStatus.QUEUED,
        created_at=datetime(2026, 5, 25, tzinfo=UTC),
        messages=(Message(role="user", content=QUESTION),),
        context=TurnContext(),
        request_id="req_X",
    )
    assert await store.create(turn, owner=owner, max_in_flight=99)
    return turn


async def test_who_asked_waits_until_the_orchestrator_that_runs_a_turn_has_ended_it(
    store: SqlTurnStore, database_url: str
) -> None:
    turn = await running_at(store, OTHER)
    asked = asyncio.create_task(erasing(store).erase("anna"))
    await asyncio.sleep(0.6)
    assert not asked.done()
    with pytest.raises(OwnershipLostError):
        await store.append(turn.id, owner=OTHER, place=BEGINNING, entry=LogEntry())
    assert await store.get(turn.id) is None
    assert await store.page("anna", before_id=None, limit=9) == []
    await erasing(store, owner=OTHER).end(await withdrawn(store), alive={ME, OTHER})
    assert await asyncio.wait_for(asked, 10) == Erased(turns=1, events=0)


async def test_a_withdrawn_turn_is_left_to_its_owner_while_that_lives(store: SqlTurnStore, database_url: str) -> None:
    await running_at(store, OTHER)
    me = erasing(store, patience_s=0)
    with pytest.raises(UpstreamUnavailableError):
        await me.erase("anna")
    await me.end(await withdrawn(store), alive={ME, OTHER})
    assert tables_with(database_url, MARK)
    await me.end(await withdrawn(store), alive={ME})
    assert tables_with(database_url, MARK) == set()
