"""Who may, how often, and what happens when the stream behind breaks."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

import pytest

from amy.runtime import errors
from gateway.app.access import Access, RatesHere
from gateway.app.conversations import Conversations
from gateway.domain.event import Event
from gateway.domain.keys import Admin, KeyRecord, User, digest
from gateway.domain.model import Message, NewTurn, Turn
from gateway.errors import ForbiddenError, InvalidTokenError, MissingAuthorizationError, RateLimitError
from tests.unit.gateway.backend import TURN_ID
from tests.unit.gateway.fakes import ListedKeys, ScriptedTurns, SetClock, last, plays, thought

HERE = "127.0.0.1"
QUESTION = NewTurn(messages=[Message(role="user", content="Why?")], stream=False)
BROKEN = errors.UpstreamUnavailableError("gone")
RUNNING = Turn(
    id=TURN_ID, status="running", created_at="2026-05-25T10:00:00.000Z",
    completed_at=None, messages=[], result=None, error=None,
)  # fmt: skip


def access(
    *, admin_key: str = "admin", per_minute: int = 0, failed_per_minute: int = 0, clock: SetClock | None = None
) -> Access:
    anna = KeyRecord(id="key_1", user_id="anna", name="", digest=digest("annas"), created_at=SetClock().now())
    return Access(
        ListedKeys(anna),
        RatesHere(clock or SetClock(), per_minute=per_minute),
        clock or SetClock(),
        admin_key=admin_key,
        failed_per_minute=failed_per_minute,
    )


def conversations(turns: ScriptedTurns, *, resume_s: float = 30, turn_timeout_s: float = 30) -> Conversations:
    return Conversations(turns, SetClock(), resume_s=resume_s, turn_timeout_s=turn_timeout_s)


async def followed(turns: ScriptedTurns, *, after: int = 0, resume_s: float = 30) -> list[int]:
    stream = conversations(turns, resume_s=resume_s).follow("u", TURN_ID, after=after)
    return [event.id async for event in stream]


async def test_a_key_names_its_user_and_the_admin_key_names_none() -> None:
    assert await access().identify("Bearer annas", address=HERE) == User(user_id="anna", key_id="key_1")
    assert await access().identify("Bearer admin", address=HERE) == Admin()
    assert await access().identify(None, "annas", address=HERE) == User(user_id="anna", key_id="key_1")


async def test_a_header_outranks_a_bare_key() -> None:
    with pytest.raises(InvalidTokenError):
        await access().identify("Bearer wrong", "annas", address=HERE)


@pytest.mark.parametrize("header", ["Bearer wrong", "annas", "Basic annas", "Bearer", ""])
async def test_a_key_that_is_not_known_lets_nobody_in(header: str) -> None:
    with pytest.raises(InvalidTokenError):
        await access().identify(header, address=HERE)


async def test_no_key_is_another_error_than_a_wrong_one() -> None:
    with pytest.raises(MissingAuthorizationError):
        await access().identify(None, address=HERE)


async def test_without_an_admin_key_no_text_is_one() -> None:
    for header in ("Bearer ", "Bearer", "", "Bearer admin"):
        with pytest.raises(InvalidTokenError):
            await access(admin_key="").identify(header, address=HERE)


class CountingKeys(ListedKeys):
    """Counts how often it is asked."""

    def __init__(self, *records: KeyRecord) -> None:
        super().__init__(*records)
        self.asked = 0

    async def find(self, digest: str) -> KeyRecord | None:
        self.asked += 1
        return await super().find(digest)


async def outcome(gate: Access, key: str, address: str = HERE) -> type[Exception] | None:
    try:
        await gate.identify(f"Bearer {key}", address=address)
    except (InvalidTokenError, RateLimitError) as error:
        return type(error)
    return None


async def test_of_many_guesses_at_once_only_some_are_looked_up_and_a_key_that_was_right_always_is() -> None:
    records = (KeyRecord(id=f"key_{key}", user_id=key, name="", digest=digest(key), created_at=SetClock().now())
               for key in ("known", "new"))  # fmt: skip
    store = CountingKeys(*records)
    gate = Access(store, RatesHere(SetClock(), per_minute=0), SetClock(), admin_key="", failed_per_minute=2)
    assert await outcome(gate, "known") is None
    assert [await outcome(gate, f"wrong{number}") for number in range(3)] == [InvalidTokenError] * 2 + [RateLimitError]
    asked = store.asked
    guesses = [asyncio.create_task(outcome(gate, f"guess{number}")) for number in range(100)]
    await asyncio.sleep(0.1)
    assert await outcome(gate, "known") is None
    assert await outcome(gate, "wrong", "127.0.0.2") is InvalidTokenError
    assert store.asked == asked + 2
    assert set(await asyncio.gather(*guesses)) == {RateLimitError}
    assert asked + 2 < store.asked < asked + 50
    assert await outcome(gate, "new") is None


async def test_an_address_that_stops_guessing_is_forgiven() -> None:
    clock = SetClock()
    gate = access(failed_per_minute=2, clock=clock)
    assert [await outcome(gate, "wrong") for _ in range(3)][-1] is RateLimitError
    clock.advance(30)
    assert await outcome(gate, "wrong") is InvalidTokenError


async def test_an_admin_acts_for_whom_the_header_names() -> None:
    assert await access().user(Admin(), "ben") == "ben"
    with pytest.raises(errors.InvalidRequestError, match="Amy-User"):
        await access().user(Admin(), None)
    with pytest.raises(errors.InvalidFieldError):
        await access().user(Admin(), "b e n")


async def test_a_user_acts_for_oneself_only() -> None:
    assert await access().user(User(user_id="anna", key_id="key_1"), None) == "anna"
    assert await access().user(User(user_id="anna", key_id="key_1"), "anna") == "anna"
    with pytest.raises(ForbiddenError):
        await access().user(User(user_id="anna", key_id="key_1"), "ben")
    with pytest.raises(ForbiddenError):
        access().admin(User(user_id="anna", key_id="key_1"))


async def test_each_user_has_a_limit_of_ones_own() -> None:
    clock = SetClock()
    gate = access(per_minute=2, clock=clock)
    for _ in range(2):
        await gate.user(Admin(), "anna")
    with pytest.raises(RateLimitError) as caught:
        await gate.user(Admin(), "anna")
    assert caught.value.metadata == {"retry_after": "30"}
    await gate.user(Admin(), "ben")
    clock.advance(30)
    await gate.user(Admin(), "anna")


async def test_a_stream_ends_with_the_terminal_event() -> None:
    turns = ScriptedTurns(RUNNING, plays(thought(1), thought(2), last(3)))
    assert await followed(turns) == [1, 2, 3]
    assert turns.closed == 1


async def test_a_broken_stream_goes_on_where_it_stopped() -> None:
    turns = ScriptedTurns(
        RUNNING,
        plays(thought(1), thought(2), BROKEN),
        plays(BROKEN),
        plays(thought(3), errors.InternalError("cancelled")),
        plays(last(4)),
    )
    assert await followed(turns) == [1, 2, 3, 4]
    assert turns.opened_after == [0, 2, 2, 3]
    assert turns.closed == 4


async def test_what_was_sent_already_is_not_sent_again() -> None:
    turns = ScriptedTurns(RUNNING, plays(thought(1), thought(2), BROKEN), plays(thought(1), thought(2), last(3)))
    assert await followed(turns) == [1, 2, 3]


async def test_a_stream_that_cannot_be_opened_is_an_error_at_once() -> None:
    with pytest.raises(errors.UpstreamUnavailableError):
        await followed(ScriptedTurns(RUNNING, plays(BROKEN)))


async def test_a_stream_that_stays_broken_is_given_up() -> None:
    turns = ScriptedTurns(RUNNING, plays(thought(1), BROKEN))
    with pytest.raises(errors.UpstreamUnavailableError):
        await followed(turns, resume_s=0)


async def test_an_expired_stream_is_not_tried_again() -> None:
    turns = ScriptedTurns(RUNNING, plays(thought(1), BROKEN), plays(errors.TurnEventsExpiredError("gone")))
    with pytest.raises(errors.TurnEventsExpiredError):
        await followed(turns)


async def test_a_stream_after_the_last_event_is_empty() -> None:
    assert await followed(ScriptedTurns(RUNNING, plays()), after=3) == []


async def test_an_id_that_is_none_is_not_asked_for() -> None:
    turns = ScriptedTurns(RUNNING)
    for turn_id in ("", "turn_", "turn_1", "mem_01HX2K3M4N5P6Q7R8S9T0V1W2X", "turn_01hx2k3m4n5p6q7r8s9t0v1w2x"):
        with pytest.raises(errors.TurnNotFoundError):
            await conversations(turns).get("u", turn_id)
        with pytest.raises(errors.TurnNotFoundError):
            conversations(turns).follow("u", turn_id, after=0)


async def test_leaving_a_stream_closes_the_one_behind() -> None:
    async def endless(_after: int) -> AsyncGenerator[Event]:
        yield thought(1)
        await asyncio.Event().wait()

    turns = ScriptedTurns(RUNNING, endless)
    async with aclosing(conversations(turns).follow("u", TURN_ID, after=0)) as stream:
        assert (await anext(stream)).id == 1
    assert turns.closed == 1


async def test_a_blocking_turn_is_returned_when_it_has_ended() -> None:
    turns = ScriptedTurns(RUNNING, plays(BROKEN), plays(thought(1), BROKEN), plays(last(2)))
    turn = await conversations(turns).start("u", QUESTION, request_id="req_1", turn_id=TURN_ID)
    assert turn.status == "completed"
    assert turns.opened_after == [0, 0, 1]


async def test_a_blocking_turn_that_takes_too_long_says_where_it_will_be() -> None:
    async def endless(_after: int) -> AsyncGenerator[Event]:
        await asyncio.Event().wait()
        yield thought(1)

    turns = ScriptedTurns(RUNNING, endless)
    with pytest.raises(errors.DeadlineExceededError, match=f"/v1/turns/{TURN_ID}"):
        await conversations(turns, turn_timeout_s=0.05).start("u", QUESTION, request_id="req_1", turn_id=TURN_ID)
    assert turns.closed == 1


async def test_a_blocking_turn_whose_end_is_not_seen_says_where_it_will_be() -> None:
    with pytest.raises(errors.UpstreamUnavailableError, match=f"/v1/turns/{TURN_ID}"):
        await conversations(ScriptedTurns(RUNNING, plays(BROKEN)), resume_s=0).start(
            "u", QUESTION, request_id="req_1", turn_id=TURN_ID
        )


@pytest.mark.parametrize("roles", [[], ["assistant"], ["user", "assistant"]])
async def test_the_last_message_is_the_users(roles: list[str]) -> None:
    new = NewTurn.model_validate({"messages": [{"role": role, "content": "x"} for role in roles]})
    with pytest.raises(errors.InvalidRequestError):
        await conversations(ScriptedTurns(RUNNING)).start("u", new, request_id="req_1", turn_id=TURN_ID)
