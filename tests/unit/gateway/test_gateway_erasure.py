"""A user is deleted everywhere; what fails in between is finished by asking again, and nothing is written meanwhile."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from amy.runtime.errors import InvalidFieldError, UpstreamUnavailableError
from gateway.adapters.sql_erasures import SqlErasures
from gateway.adapters.sql_store import opened
from gateway.app.erasure import Erasure
from gateway.domain.model import DeletedUser
from gateway.errors import ForbiddenError
from tests.leftovers import marks_in_files
from tests.unit.gateway.backend import ADMIN_KEY, System, gateway
from tests.unit.gateway.problems import check_problem
from tests.unit.gateway.raw import connected

pytestmark = pytest.mark.asyncio(loop_scope="module")

ADMIN = {"Authorization": f"Bearer {ADMIN_KEY}"}
QUESTION = {"messages": [{"role": "user", "content": "How do I sleep?"}]}
NOTE = {"text": "Mornings only.", "category": "preference"}


async def new_user(system: System, user_id: str) -> dict[str, str]:
    """The headers of a user who has a turn, a memory, a document and a file, each by a kept reply."""
    made = await system.http.post(
        "/v1/keys", json={"user_id": user_id}, headers={**ADMIN, "Idempotency-Key": f"key of {user_id}"}
    )
    headers = {"Authorization": f"Bearer {made.json()['key']}"}
    once = {**headers, "Idempotency-Key": "once"}
    letter = {"title": "Letter", "text": "Ferritin was low."}
    for path, body in (("/v1/turns", QUESTION), ("/v1/memory", NOTE), ("/v1/documents", letter)):
        sent = await system.http.post(path, json=body, headers={**once, "Idempotency-Key": path})
        assert sent.status_code == 201
    assert (await system.http.post("/v1/data/imports", content=b"day,hrv\n", headers=once)).status_code == 201
    return headers


def confirming(headers: Mapping[str, str], user_id: str) -> dict[str, str]:
    return {**headers, "Amy-Confirm": user_id}


@pytest.mark.parametrize("confirmed", [None, "ben", "ANNA", ""])
async def test_without_the_users_name_nothing_is_deleted_and_the_answer_says_what_to_send(
    system: System, confirmed: str | None
) -> None:
    anna = await new_user(system, f"anna-{confirmed}")
    headers = anna if confirmed is None else confirming(anna, confirmed)
    problem = check_problem(await system.http.delete("/v1/user", headers=headers), 400, "invalid_field")
    assert "Amy-Confirm" in problem.error.message
    assert f"anna-{confirmed}" in problem.error.message
    assert len((await system.http.get("/v1/memory", headers=anna)).json()["data"]) == 1


async def test_a_user_deletes_everything_of_their_own_and_the_key_with_it(system: System) -> None:
    anna, ben = await new_user(system, "anna"), await new_user(system, "ben")
    answer = await system.http.delete("/v1/user", headers=confirming(anna, "anna"))
    assert answer.status_code == 200
    assert DeletedUser.model_validate_json(answer.content) == DeletedUser(
        turns=1,
        turn_events=len(next(iter(system.backend.orchestrator.logs.values())).events),
        memories=1,
        documents=1,
        measured_values=100,
        activities=2,
        biomarkers=1,
        imports=1,
        entries=2,
        uploads=3,
        keys=1,
    )
    check_problem(await system.http.get("/v1/memory", headers=anna), 401, "invalid_token")
    assert len((await system.http.get("/v1/memory", headers=ben)).json()["data"]) == 1
    assert len((await system.http.get("/v1/turns", headers=ben)).json()["data"]) == 1


async def test_an_admin_deletes_a_user_by_name_and_a_user_nobody_else(system: System) -> None:
    cleo = await new_user(system, "cleo")
    other = {**cleo, "Amy-User": "dora"}
    check_problem(await system.http.delete("/v1/user", headers=confirming(other, "dora")), 403, "forbidden")
    named = {**ADMIN, "Amy-User": "cleo"}
    assert (await system.http.delete("/v1/user", headers=confirming(named, "cleo"))).json()["keys"] == 1
    again = await system.http.delete("/v1/user", headers=confirming(named, "cleo"))
    assert again.status_code == 200
    assert set(again.json().values()) <= {0, 1, 2, 3}
    assert again.json()["turns"] == again.json()["memories"] == again.json()["keys"] == 0


async def test_who_failed_in_the_middle_may_repeat_writes_nothing_meanwhile_and_is_then_gone(tmp_path: Path) -> None:
    async with gateway(tmp_path) as system:
        eva = await new_user(system, "eva")
        system.backend.memory.refuse = UpstreamUnavailableError("on purpose")
        headers = confirming(eva, "eva")
        check_problem(await system.http.delete("/v1/user", headers=headers), 503, "upstream_unavailable")
    async with gateway(tmp_path) as system:
        assert (await system.http.get("/v1/turns", headers=eva)).status_code == 200
        for path, body in (("/v1/turns", QUESTION), ("/v1/memory", NOTE)):
            refused = await system.http.post(path, json=body, headers=eva)
            assert "being deleted" in check_problem(refused, 403, "forbidden").error.message
        system.backend.memory.refuse = None
        assert (await system.http.delete("/v1/user", headers=headers)).status_code == 200
        check_problem(await system.http.get("/v1/turns", headers=eva), 401, "invalid_token")
        assert (await system.http.post("/v1/memory", json=NOTE, headers=system.as_user("eva"))).status_code == 201


async def test_what_a_user_was_writing_is_ended_here_and_at_every_other_gateway(
    tmp_path: Path, postgres_url: str
) -> None:
    env = {"DATABASE_URL": postgres_url}
    async with gateway(tmp_path, env) as here, gateway(tmp_path, env) as there:
        fay = await new_user(here, "fay")
        slow = b"POST /v1/memory HTTP/1.1\r\nHost: x\r\nAuthorization: %s\r\nContent-Length: 99\r\n\r\n{"
        async with connected(here) as one, connected(there) as other:
            for raw in (one, other):
                await raw.send((slow % fay["Authorization"].encode()).decode())
            reading = asyncio.create_task(
                there.http.post(
                    "/v1/data/imports", content=b"endless,\n", headers={**fay, "Idempotency-Key": "endless"}
                )
            )
            await there.backend.health_data.reading.wait()
            deleted = asyncio.create_task(here.http.delete("/v1/user", headers=confirming(fay, "fay")))
            for raw in (one, other):
                assert (await asyncio.wait_for(raw.head(), 5)).startswith("http/1.1 403 ")
            check_problem(await asyncio.wait_for(reading, 5), 403, "forbidden")
            await asyncio.wait_for(there.backend.health_data.given_up.wait(), 5)
            assert (await deleted).status_code == 200


async def test_nothing_of_a_user_stands_in_the_gateways_files_and_others_replies_are_kept(tmp_path: Path) -> None:
    async with gateway(tmp_path) as system:
        gus, _ = await new_user(system, "gus-the-user"), await new_user(system, "hal-the-other")
        marks = ("gus-the-user", "hal-the-other")
        assert all(marks_in_files(tmp_path, marks).values())
        assert (await system.http.delete("/v1/user", headers=confirming(gus, "gus-the-user"))).status_code == 200
        found = marks_in_files(tmp_path, marks)
        again = {**ADMIN, "Idempotency-Key": "key of hal-the-other"}
        repeated = await system.http.post("/v1/keys", json={"user_id": "hal-the-other"}, headers=again)
    assert found["gus-the-user"] == set()
    assert found["hal-the-other"]
    assert repeated.json()["key"] is None


class Counted:
    def __init__(self, *failures: Exception) -> None:
        self.asked: list[str] = []
        self._failures = list(failures)

    async def erase(self, user_id: str) -> Mapping[str, int]:
        self.asked.append(user_id)
        if self._failures:
            raise self._failures.pop()
        return {"turns": 1}


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[SqlErasures]:
    async with opened(database_url) as database:
        yield SqlErasures(database)


async def test_a_wish_is_kept_until_the_last_service_is_done(store: SqlErasures) -> None:
    first, second = Counted(), Counted(UpstreamUnavailableError("on purpose"))
    erasure = Erasure(store, (first, second), settle_s=0)
    with pytest.raises(InvalidFieldError):
        await erasure.erase("anna", confirmed=None)
    assert await store.begun() == frozenset()
    with pytest.raises(UpstreamUnavailableError):
        await erasure.erase("anna", confirmed="anna")
    assert await store.begun() == {"anna"}
    with pytest.raises(ForbiddenError):
        async with erasure.writing("anna"):
            pass
    reborn = Erasure(store, (first, second), settle_s=0)
    await reborn.look()
    with pytest.raises(ForbiddenError):
        async with reborn.writing("anna"):
            pass
    assert (await reborn.erase("anna", confirmed="anna")).turns == 1
    assert await store.begun() == frozenset()
    assert (first.asked, second.asked) == (["anna"] * 2, ["anna"] * 2)
    async with reborn.writing("anna"):
        pass


async def test_the_log_tells_how_much_was_deleted_and_not_of_whom(store: SqlErasures) -> None:
    with capture_logs() as logs:
        await Erasure(store, (Counted(),), settle_s=0).erase("anna", confirmed="anna")
    told = [line for line in logs if line["event"] == "user.deleted"]
    assert [line["turns"] for line in told] == [1]
    assert "anna" not in str(logs)


async def test_a_request_that_is_cancelled_for_another_reason_stays_cancelled(store: SqlErasures) -> None:
    erasure, begun = Erasure(store, (), settle_s=0), asyncio.Event()

    async def write() -> None:
        async with erasure.writing("anna"):
            begun.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(write())
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


class Asked:
    """An `Erasures` that counts how often it is asked who is being deleted."""

    def __init__(self, *, has_others: bool) -> None:
        self.has_others = has_others
        self.users: set[str] = set()
        self.times = 0

    async def begin(self, user_id: str) -> None:
        self.users.add(user_id)

    async def begun(self) -> frozenset[str]:
        self.times += 1
        return frozenset(self.users)

    async def end(self, user_id: str, *, scope: str, admin_scope: str) -> Mapping[str, int]:
        self.users.discard(user_id)
        return {}


async def test_who_else_deletes_is_not_asked_where_nobody_else_may() -> None:
    store = Asked(has_others=False)
    erasure = Erasure(store, ())
    await asyncio.wait_for(erasure.watch(), 5)
    async with erasure.writing("anna"):
        pass
    assert store.times == 0


async def test_a_gateway_asks_while_somebody_writes_and_before_it_lets_somebody_begin() -> None:
    store = Asked(has_others=True)
    erasure = Erasure(store, ())
    watching = asyncio.create_task(erasure.watch())
    await asyncio.sleep(1.2)
    assert store.times == 0, "an idle gateway asks nobody"
    async with erasure.writing("anna"), erasure.writing("ben"):
        assert store.times == 1, "two that begin at once ask once"
    await asyncio.sleep(1.2)
    await store.begin("anna")
    with pytest.raises(ForbiddenError):
        async with erasure.writing("anna"):
            pass

    async def write() -> None:
        async with erasure.writing("ben"):
            await store.begin("ben")
            await asyncio.Event().wait()

    with pytest.raises(ForbiddenError):
        await asyncio.wait_for(write(), 5)
    watching.cancel()
    await asyncio.wait([watching])
