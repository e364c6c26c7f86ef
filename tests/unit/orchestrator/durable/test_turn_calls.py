"""The four calls, over gRPC: what they refuse, what they list, and what a stream promises."""

import asyncio
from collections import Counter
from datetime import timedelta

import pytest

from amy.api.common.v1 import common_pb2 as common
from amy.api.orchestrator.v1 import orchestrator_pb2 as pb
from amy.runtime import errors
from tests.unit.orchestrator.durable.turn_peers import Gate, Peers
from tests.unit.orchestrator.durable.turn_system import (
    DATA_QUESTION,
    THANKS,
    USER,
    System,
    create_request,
    kinds,
    orchestrating,
    told_by,
)

USER_SAYS = common.ROLE_USER
AMY_SAYS = common.ROLE_ASSISTANT
UNKNOWN = common.ROLE_UNSPECIFIED

BAD_MESSAGES = {
    "none at all": [],
    "the last one is the assistant's": [(USER_SAYS, "hi"), (AMY_SAYS, "hello")],
    "an empty one": [(USER_SAYS, "")],
    "a blank one": [(USER_SAYS, " \n")],
    "an empty one in the middle": [(USER_SAYS, "hi"), (AMY_SAYS, ""), (USER_SAYS, "hi")],
    "an unknown role": [(UNKNOWN, "hi")],
    "too long together": [(USER_SAYS, "x" * 40_000), (AMY_SAYS, "y" * 20_000), (USER_SAYS, "z" * 5_537)],
}


async def test_messages_that_cannot_start_a_turn_are_refused(sqlite_url: str) -> None:
    async with orchestrating(sqlite_url) as system:
        for messages in BAD_MESSAGES.values():
            request = pb.CreateTurnRequest(
                user_id=USER, messages=[common.Message(role=role, content=content) for role, content in messages]
            )
            with pytest.raises(errors.InvalidRequestError):
                await system.stub.CreateTurn(request, timeout=60)
        with pytest.raises(errors.InvalidFieldError):
            await system.create(user_id="")
        assert len((await system.stub.ListTurns(pb.ListTurnsRequest(user_id=USER), timeout=60)).turns) == 0


async def test_a_turn_keeps_the_conversation_it_was_asked_in(sqlite_url: str) -> None:
    request = create_request("hi")
    request.messages.add(role=AMY_SAYS, content="hello")
    request.messages.add(role=USER_SAYS, content=DATA_QUESTION)
    async with orchestrating(sqlite_url) as system:
        created = (await system.stub.CreateTurn(request, timeout=60)).turn
        assert created.status == pb.TURN_STATUS_QUEUED
        assert created.messages == request.messages
        await system.follow(created.id)
        assert (await system.get(created.id)).messages == request.messages
        assert system.peers.analyzed[-1].history == request.messages[:-1]


async def test_twenty_turns_at_once_leave_exactly_three_in_flight(database_url: str) -> None:
    held = Gate()
    async with orchestrating(database_url, peers=Peers(before_analyze=held)) as system:
        outcomes = await asyncio.gather(*(system.create() for _ in range(20)), return_exceptions=True)
        assert Counter(type(outcome).__name__ for outcome in outcomes) == {"Turn": 3, "ConcurrencyLimitError": 17}
        other = await system.create(user_id="someone else")
        held.open()
        turns = [outcome for outcome in outcomes if isinstance(outcome, pb.Turn)]
        await asyncio.gather(
            *(system.follow(turn.id) for turn in turns), system.follow(other.id, user_id="someone else")
        )
        again, _ = await system.ask()
    assert again.status == pb.TURN_STATUS_COMPLETED


async def test_turns_beyond_the_processes_capacity_wait_as_queued(sqlite_url: str) -> None:
    held = Gate()
    async with orchestrating(sqlite_url, peers=Peers(before_analyze=held), max_concurrent_turns=1) as system:
        first = await system.create()
        await held.reached.wait()
        second = await system.create()
        await asyncio.sleep(0.3)
        assert (await system.get(first.id)).status == pb.TURN_STATUS_RUNNING
        assert (await system.get(second.id)).status == pb.TURN_STATUS_QUEUED
        held.open()
        await asyncio.gather(system.follow(first.id), system.follow(second.id))
        assert (await system.get(second.id)).status == pb.TURN_STATUS_COMPLETED


async def test_another_users_turn_does_not_exist(sqlite_url: str) -> None:
    async with orchestrating(sqlite_url) as system:
        turn, _ = await system.ask(THANKS)
        for turn_id, user_id in ((turn.id, "mallory"), ("turn_01HX2K3M4N5P6Q7R8S9T0V1W2X", USER), ("", USER)):
            with pytest.raises(errors.TurnNotFoundError):
                await system.get(turn_id, user_id=user_id)
            with pytest.raises(errors.TurnNotFoundError):
                await system.follow(turn_id, user_id=user_id)


async def test_turns_are_listed_newest_first_a_page_at_a_time(database_url: str) -> None:
    async with orchestrating(database_url) as system:
        turns = [(await system.ask(f"{THANKS} {index}"))[0] for index in range(5)]
        await _ask_as(system, "someone else")
        seen: list[pb.Turn] = []
        token = ""
        while True:
            request = pb.ListTurnsRequest(user_id=USER, page_size=2, page_token=token)
            page = await system.stub.ListTurns(request, timeout=60)
            seen.extend(page.turns)
            token = page.next_page_token
            if not token:
                break
        assert seen == turns[::-1]
        for bad in ({"page_size": -1}, {"page_size": 101}, {"page_token": "x"}, {"page_token": "dHVybg"}):
            with pytest.raises(errors.InvalidFieldError):
                await system.stub.ListTurns(pb.ListTurnsRequest(user_id=USER, **bad), timeout=60)


async def _ask_as(system: System, user_id: str) -> None:
    turn = await system.create(THANKS, user_id=user_id)
    await system.follow(turn.id, user_id=user_id)


async def test_reconnecting_at_any_id_gives_exactly_what_is_left(database_url: str) -> None:
    async with orchestrating(database_url) as system:
        turn, events = await system.ask()
        for after in range(len(events) + 1):
            assert await system.follow(turn.id, after=after) == events[after:]
        assert await system.follow(turn.id, after=len(events) + 10) == []
        with pytest.raises(errors.InvalidFieldError):
            await system.follow(turn.id, after=-1)


async def test_two_followers_of_a_running_turn_read_the_same_bytes(database_url: str) -> None:
    held = Gate()
    async with orchestrating(database_url, peers=Peers(before_analyze=held)) as system:
        turn = await system.create()
        followers = [asyncio.create_task(system.follow(turn.id)) for _ in range(2)]
        await held.reached.wait()
        late = asyncio.create_task(system.follow(turn.id, after=2))
        held.open()
        first, second = await asyncio.gather(*followers)
        tail = await late
    assert [event.SerializeToString() for event in first] == [event.SerializeToString() for event in second]
    assert tail == first[2:]


async def test_a_follower_sees_events_while_the_turn_is_still_running(sqlite_url: str) -> None:
    held = Gate()
    async with orchestrating(sqlite_url, peers=Peers(before_analyze=held), poll_s=60) as system:
        turn = await system.create()
        request = pb.StreamTurnRequest(user_id=USER, turn_id=turn.id)
        stream = system.stub.StreamTurn(request, timeout=60)
        seen = []
        async for response in stream:
            seen += told_by(response)
            if seen[-1].HasField("agent_thought"):
                break
        assert kinds(seen) == ["turn_started", "agent_started:data_science", "agent_thought:data_science"]
        held.open()
        await system.follow(turn.id)


async def test_events_expire_and_the_turn_stays(database_url: str) -> None:
    async with orchestrating(database_url, retention_s=0.5, purge_s=0.2) as system:
        turn, events = await system.ask()
        assert await system.follow(turn.id) == events
        await asyncio.sleep(1.2)
        with pytest.raises(errors.TurnEventsExpiredError):
            await system.follow(turn.id)
        assert (await system.get(turn.id)).result == turn.result
        assert await system.ports.store.events(turn.id, after=0, limit=10) == []
        expired = await system.ports.store.expired(ended_before=system.ports.clock.now() + timedelta(days=1), limit=10)
        assert expired == []
