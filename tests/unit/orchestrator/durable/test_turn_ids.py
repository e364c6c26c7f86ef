"""A turn whose id its caller made beforehand is created once, and is nobody else's."""

import asyncio

import pytest

from amy.api.orchestrator.v1 import orchestrator_pb2 as pb
from amy.runtime import errors
from amy.runtime.ids import is_id, new_id
from tests.unit.orchestrator.durable.turn_system import THANKS, System, create_request, orchestrating


async def create(system: System, turn_id: str, question: str = THANKS, *, user_id: str = "u1") -> pb.Turn:
    request = create_request(question, user_id=user_id)
    request.turn_id = turn_id
    response = await system.stub.CreateTurn(request, timeout=60)
    turn: pb.Turn = response.turn
    return turn


async def turns_of(system: System, user_id: str) -> list[str]:
    response = await system.stub.ListTurns(pb.ListTurnsRequest(user_id=user_id), timeout=60)
    return [turn.id for turn in response.turns]


async def test_a_turn_has_the_id_it_was_given_and_runs_once(database_url: str) -> None:
    turn_id = new_id("turn")
    async with orchestrating(database_url) as system:
        created = await asyncio.gather(*(create(system, turn_id) for _ in range(5)))
        assert {turn.id for turn in created} == {turn_id}
        events = await system.follow(turn_id)
        assert sum(event.HasField("turn_started") for event in events) == 1
        again = await create(system, turn_id)
        assert again.status == pb.TURN_STATUS_COMPLETED
        assert again == await system.get(turn_id)
        assert await turns_of(system, "u1") == [turn_id]


async def test_without_an_id_the_orchestrator_makes_one(database_url: str) -> None:
    async with orchestrating(database_url) as system:
        assert is_id((await create(system, "")).id, "turn")


async def test_a_turn_that_exists_is_found_also_when_no_more_may_be_in_flight(database_url: str) -> None:
    turn_id = new_id("turn")
    async with orchestrating(database_url, max_in_flight_per_user=1, step_pause_s=2.0) as system:
        await create(system, turn_id)
        with pytest.raises(errors.ConcurrencyLimitError):
            await create(system, new_id("turn"))
        assert (await create(system, turn_id)).id == turn_id


async def test_an_id_that_cannot_be_used_does_not_say_why(database_url: str) -> None:
    mine, theirs = new_id("turn"), new_id("turn")
    async with orchestrating(database_url) as system:
        await create(system, mine)
        await create(system, theirs, user_id="u2")
        refusals = []
        for turn_id, question in (
            (theirs, THANKS),
            (mine, "thanks again!"),
            ("turn_1", THANKS),
            (new_id("req"), THANKS),
            ("x" * 10_000, THANKS),
        ):
            with pytest.raises(errors.InvalidFieldError) as caught:
                await create(system, turn_id, question)
            refusals.append((caught.value.message, caught.value.metadata))
        assert len({message for message, _ in refusals}) == 1
        assert all(metadata == {"field": "turn_id"} for _, metadata in refusals)
        assert await turns_of(system, "u1") == [mine]
