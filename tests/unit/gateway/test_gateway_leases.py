"""What a gateway that died leaves behind: a claim that lapses soon, and the id of the turn it may have started."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio

from amy.api.common.v1 import common_pb2 as common
from amy.runtime import errors
from amy.runtime.ids import is_id, new_id
from gateway.adapters.clock import SystemClock
from gateway.adapters.sql_store import SqlReplyStore, opened
from gateway.app.once import Once, user_scope
from gateway.domain.idempotency import Busy, Done, Fresh, Outcome, Reply
from tests.unit.gateway.backend import System, gateway
from tests.unit.gateway.fakes import SetClock
from tests.unit.gateway.problems import check_problem

pytestmark = pytest.mark.asyncio(loop_scope="module")

QUESTION: dict[str, Any] = {"messages": [{"role": "user", "content": "What is my average HRV this month?"}]}
NOON = datetime(2026, 5, 25, 12, tzinfo=UTC)
MADE = Reply(status=201, body=b"{}")
LEASE_S = 1.0


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("leases")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def system(folder: Path) -> AsyncIterator[System]:
    async with gateway(folder, {"LEASE_S": str(LEASE_S)}) as running:
        yield running


@asynccontextmanager
async def store_of(url: str, clock: SetClock | None = None) -> AsyncIterator[SqlReplyStore]:
    async with opened(url) as database:
        yield SqlReplyStore(database, clock or SystemClock())


async def dead_claim(folder: Path, user_id: str, key: str) -> str:
    """What a gateway leaves that dies between its claim and its reply; the id of the turn it was about to start."""
    async with store_of(f"sqlite:///{folder / 'gateway.db'}") as store:
        turn_id = new_id("turn")
        assert isinstance(await store.begin(user_scope(user_id), key, lease_s=LEASE_S, turn_id=turn_id), Fresh)
        return turn_id


async def ask(system: System, user_id: str, key: str, body: dict[str, Any] | None = None) -> httpx.Response:
    headers = {**system.as_user(user_id), "Idempotency-Key": key}
    return await system.http.post("/v1/turns", json=body or QUESTION, headers=headers)


async def ask_until_free(system: System, user_id: str, key: str, body: dict[str, Any] | None = None) -> httpx.Response:
    async with asyncio.timeout(60):
        while (response := await ask(system, user_id, key, body)).status_code == 409:
            if response.json()["error"]["code"] != "idempotency_key_in_use":
                break
            await asyncio.sleep(0.1)
    return response


async def test_a_key_of_a_dead_gateway_is_free_after_seconds_and_names_the_same_turn(
    system: System, folder: Path
) -> None:
    key = new_id("req")
    turn_id = await dead_claim(folder, "widow", key)
    check_problem(await ask(system, "widow", key), 409, "idempotency_key_in_use")
    response = await ask_until_free(system, "widow", key)
    assert (response.status_code, response.json()["id"]) == (201, turn_id)
    assert (await ask(system, "widow", key)).content == response.content


async def test_the_turn_that_the_dead_gateway_started_is_found_and_no_other_started(
    system: System, folder: Path
) -> None:
    key = new_id("req")
    log = system.backend.orchestrator.open_turn("heir", await dead_claim(folder, "heir", key))
    log.turn.messages[0].CopyFrom(
        common.Message(role=common.Role.ROLE_USER, content=QUESTION["messages"][0]["content"])
    )
    response = await ask_until_free(system, "heir", key)
    assert response.json()["id"] == log.turn.id
    turns = (await system.http.get("/v1/turns", headers=system.as_user("heir"))).json()["data"]
    assert [turn["id"] for turn in turns] == [log.turn.id]


async def test_another_question_with_the_key_of_a_started_turn_is_refused(system: System, folder: Path) -> None:
    key = new_id("req")
    system.backend.orchestrator.open_turn("other", await dead_claim(folder, "other", key))
    response = await ask_until_free(system, "other", key, {"messages": [{"role": "user", "content": "And now?"}]})
    check_problem(response, 409, "idempotency_key_mismatch")


async def test_a_request_that_takes_longer_than_its_lease_keeps_its_key(system: System) -> None:
    key = new_id("req")
    system.backend.orchestrator.delay_s = 3 * LEASE_S
    before = len(system.backend.orchestrator.created)
    try:
        first = asyncio.create_task(ask(system, "slow", key))
        await asyncio.sleep(2 * LEASE_S)
        check_problem(await ask(system, "slow", key), 409, "idempotency_key_in_use")
        assert (await first).status_code == 201
    finally:
        system.backend.orchestrator.delay_s = 0
    assert len(system.backend.orchestrator.created) == before + 1


async def test_a_turn_whose_creation_was_not_answered_is_asked_for_by_the_same_id(system: System) -> None:
    key = new_id("req")
    system.backend.orchestrator.refuse = errors.UpstreamUnavailableError("not now")
    try:
        assert (await ask(system, "patient", key)).status_code == 503
    finally:
        system.backend.orchestrator.refuse = None
    assert (await ask(system, "patient", key)).status_code == 201
    first, second = (request.turn_id for request in system.backend.orchestrator.created[-2:])
    assert first == second
    assert is_id(first, "turn")


async def test_requests_without_a_key_have_turns_of_their_own(system: System) -> None:
    for _ in range(2):
        await system.http.post("/v1/turns", json=QUESTION, headers=system.as_user("anna"))
    first, second = (request.turn_id for request in system.backend.orchestrator.created[-2:])
    assert first != second


async def test_a_lapsed_claim_gives_its_turn_to_one_of_those_who_come(database_url: str) -> None:
    clock = SetClock(NOON)
    async with store_of(database_url, clock) as store:
        first = await store.begin("user:anna", "k", lease_s=5, turn_id="turn_1")
        assert isinstance(first, Fresh)
        assert first.turn_id == "turn_1"
        clock.advance(4.9)
        assert await store.begin("user:anna", "k", lease_s=5, turn_id="turn_2") == Busy()
        clock.advance(0.1)
        outcomes: list[Outcome] = await asyncio.gather(
            *(store.begin("user:anna", "k", lease_s=5, turn_id=f"turn_{number}") for number in range(3, 13))
        )
        fresh = [outcome for outcome in outcomes if isinstance(outcome, Fresh)]
        assert [each.turn_id for each in fresh] == ["turn_1"]
        assert sum(isinstance(outcome, Busy) for outcome in outcomes) == 9


async def test_a_renewed_claim_stands_and_a_lost_one_cannot_be_renewed(database_url: str) -> None:
    clock = SetClock(NOON)
    async with store_of(database_url, clock) as store:
        first = await store.begin("user:anna", "k", lease_s=5, turn_id="turn_1")
        assert isinstance(first, Fresh)
        clock.advance(4)
        await store.renew("user:anna", "k", claim=first.claim, lease_s=5)
        clock.advance(4)
        assert await store.begin("user:anna", "k", lease_s=5, turn_id="turn_2") == Busy()
        clock.advance(1)
        second = await store.begin("user:anna", "k", lease_s=5, turn_id="turn_2")
        assert isinstance(second, Fresh)
        clock.advance(5)
        await store.renew("user:anna", "k", claim=first.claim, lease_s=500)
        assert isinstance(await store.begin("user:anna", "k", lease_s=5, turn_id="turn_3"), Fresh)


async def test_a_late_renewal_does_not_undo_a_kept_reply(database_url: str) -> None:
    clock = SetClock(NOON)
    async with store_of(database_url, clock) as store:
        first = await store.begin("user:anna", "k", lease_s=5, turn_id="turn_1")
        assert isinstance(first, Fresh)
        await store.keep("user:anna", "k", claim=first.claim, fingerprint="f", reply=MADE)
        await store.renew("user:anna", "k", claim=first.claim, lease_s=5)
        await store.release("user:anna", "k", claim=first.claim)
        assert await store.begin("user:anna", "k", lease_s=5, turn_id="turn_2") == Done(fingerprint="f", reply=MADE)


class FailingRenewals:
    """A `ReplyStore` that claims and keeps, and whose renewals all fail."""

    def __init__(self) -> None:
        self.renewals = 0
        self.kept = 0

    async def begin(self, scope: str, key: str, *, lease_s: float, turn_id: str) -> Outcome:
        return Fresh(claim="c", turn_id=turn_id)

    async def renew(self, scope: str, key: str, *, claim: str, lease_s: float) -> None:
        self.renewals += 1
        raise OSError("disk")

    async def keep(self, scope: str, key: str, *, claim: str, fingerprint: str, reply: Reply) -> None:
        self.kept += 1

    async def release(self, scope: str, key: str, *, claim: str) -> None: ...

    async def forget(self, scope: str, location: str) -> None: ...


async def test_a_renewal_that_fails_is_tried_again_and_fails_nobody() -> None:
    store = FailingRenewals()

    async def act(_turn_id: str) -> Reply:
        await asyncio.sleep(0.2)
        return MADE

    async def fingerprint() -> str:
        return "f"

    assert await Once(store, lease_s=0.1).do(act, scope="s", key="k", fingerprint=fingerprint) == MADE
    assert store.renewals >= 2
    assert store.kept == 1
