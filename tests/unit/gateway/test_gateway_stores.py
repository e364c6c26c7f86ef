"""API keys and kept replies, on SQLite and on PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import func, select

from amy.runtime.sql import Database
from gateway.adapters.sql_store import SqlKeyStore, SqlReplyStore, opened
from gateway.adapters.tables import METADATA, REPLIES
from gateway.domain.idempotency import Busy, Done, Fresh, Outcome, Reply
from gateway.domain.keys import KeyRecord
from tests.statements import asked
from tests.tables import comparing
from tests.unit.gateway.fakes import SetClock

NOON = datetime(2026, 5, 25, 12, tzinfo=UTC)
NEW_TURN = "turn_01HX2K3M4N5P6Q7R8S9T0V1W2X"
MADE = Reply(status=201, body=b'{"id":1}', location="/v1/memory/mem_1")


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    async with opened(database_url) as one:
        yield one


@pytest.fixture
def clock() -> SetClock:
    return SetClock(NOON)


@pytest.fixture
def replies(database: Database, clock: SetClock) -> SqlReplyStore:
    return SqlReplyStore(database, clock)


def record(key_id: str, user_id: str = "anna", minutes: int = 0) -> KeyRecord:
    made = NOON + timedelta(minutes=minutes)
    return KeyRecord(id=key_id, user_id=user_id, name="laptop", digest=f"digest of {key_id}", created_at=made)


async def claimed(store: SqlReplyStore, scope: str = "user:anna", key: str = "k", lease_s: float = 60) -> str:
    outcome = await store.begin(scope, key, lease_s=lease_s, turn_id=NEW_TURN)
    assert isinstance(outcome, Fresh), outcome
    return outcome.claim


async def test_a_key_is_found_by_its_digest(database: Database) -> None:
    store = SqlKeyStore(database)
    await store.add(record("key_1"))
    assert await store.find("digest of key_1") == record("key_1")
    assert await store.find("digest of key_2") is None


async def test_keys_are_listed_per_user_oldest_first(database: Database) -> None:
    store = SqlKeyStore(database)
    for each in (record("key_2", minutes=2), record("key_1", minutes=1), record("key_3", user_id="ben")):
        await store.add(each)
    assert [each.id for each in await store.of_user("anna")] == ["key_1", "key_2"]


async def test_a_removed_key_is_gone_and_can_not_be_removed_again(database: Database) -> None:
    store = SqlKeyStore(database)
    await store.add(record("key_1"))
    assert await store.remove("key_1")
    assert not await store.remove("key_1")
    assert await store.find("digest of key_1") is None


async def test_all_keys_of_one_user_are_removed_and_no_others(database: Database) -> None:
    store = SqlKeyStore(database)
    for each in (record("key_1"), record("key_2"), record("key_3", user_id="ben")):
        await store.add(each)
    assert await store.remove_all("anna") == 2
    assert await store.remove_all("anna") == 0
    assert [each.id for each in await store.of_user("ben")] == ["key_3"]


async def test_a_kept_reply_is_given_to_those_who_ask_again(replies: SqlReplyStore) -> None:
    claim = await claimed(replies)
    assert await replies.begin("user:anna", "k", lease_s=60, turn_id=NEW_TURN) == Busy()
    await replies.keep("user:anna", "k", claim=claim, fingerprint="f", reply=MADE)
    assert await replies.begin("user:anna", "k", lease_s=60, turn_id=NEW_TURN) == Done(fingerprint="f", reply=MADE)


async def test_two_users_may_use_the_same_key(replies: SqlReplyStore) -> None:
    await claimed(replies, "user:anna")
    await claimed(replies, "user:ben")


async def test_a_released_key_is_free_again(replies: SqlReplyStore) -> None:
    claim = await claimed(replies)
    await replies.release("user:anna", "k", claim=claim)
    await claimed(replies)


async def test_a_reply_is_kept_for_a_day(replies: SqlReplyStore, clock: SetClock) -> None:
    claim = await claimed(replies)
    await replies.keep("user:anna", "k", claim=claim, fingerprint="f", reply=MADE)
    clock.advance(24 * 3600 - 1)
    assert isinstance(await replies.begin("user:anna", "k", lease_s=60, turn_id=NEW_TURN), Done)
    clock.advance(1)
    await claimed(replies)


async def test_a_claim_that_was_never_settled_lapses(replies: SqlReplyStore, clock: SetClock) -> None:
    first = await claimed(replies, lease_s=60)
    clock.advance(60)
    second = await claimed(replies)
    await replies.keep("user:anna", "k", claim=first, fingerprint="late", reply=MADE)
    await replies.release("user:anna", "k", claim=first)
    assert await replies.begin("user:anna", "k", lease_s=60, turn_id=NEW_TURN) == Busy()
    await replies.keep("user:anna", "k", claim=second, fingerprint="f", reply=MADE)
    assert await replies.begin("user:anna", "k", lease_s=60, turn_id=NEW_TURN) == Done(fingerprint="f", reply=MADE)


async def test_of_many_at_once_one_goes_first(replies: SqlReplyStore) -> None:
    outcomes: list[Outcome] = await asyncio.gather(
        *(replies.begin("user:anna", "k", lease_s=60, turn_id=NEW_TURN) for _ in range(20))
    )
    assert sum(isinstance(outcome, Fresh) for outcome in outcomes) == 1
    assert sum(isinstance(outcome, Busy) for outcome in outcomes) == 19


async def test_what_expired_does_not_stay(replies: SqlReplyStore, database: Database, clock: SetClock) -> None:
    for number in range(5):
        claim = await claimed(replies, key=str(number))
        await replies.keep("user:anna", str(number), claim=claim, fingerprint="f", reply=MADE)
    clock.advance(24 * 3600)
    await claimed(replies, key="new")
    count = select(func.count()).select_from(REPLIES)
    assert await database.read(lambda connection: connection.scalar(count)) == 1


async def test_a_secret_is_not_kept(replies: SqlReplyStore) -> None:
    claim = await claimed(replies)
    shown_once = Reply(status=201, body=b"secret", repeat=b"no secret")
    await replies.keep("user:anna", "k", claim=claim, fingerprint="f", reply=shown_once)
    outcome = await replies.begin("user:anna", "k", lease_s=60, turn_id=NEW_TURN)
    assert isinstance(outcome, Done)
    assert outcome.reply == Reply(status=201, body=b"no secret")


async def test_a_deleted_thing_leaves_no_copy(replies: SqlReplyStore) -> None:
    claim = await claimed(replies)
    await replies.keep("user:anna", "k", claim=claim, fingerprint="f", reply=MADE)
    await replies.forget("user:ben", MADE.location)
    assert isinstance(await replies.begin("user:anna", "k", lease_s=60, turn_id=NEW_TURN), Done)
    await replies.forget("user:anna", MADE.location)
    await claimed(replies)


async def test_the_migrations_make_the_tables_the_code_knows(database: Database) -> None:
    from alembic.autogenerate import compare_metadata  # noqa: PLC0415, only here
    from alembic.migration import MigrationContext  # noqa: PLC0415, only here

    options = comparing("alembic_version_gateway")
    differences = await database.read(
        lambda connection: compare_metadata(MigrationContext.configure(connection, opts=options), METADATA)
    )
    assert differences == []


async def test_a_request_that_is_done_once_costs_three_statements_and_holds_no_transaction(
    replies: SqlReplyStore,
) -> None:
    with asked() as statements:
        claim = await claimed(replies)
        await replies.keep("user:anna", "k", claim=claim, fingerprint="f", reply=MADE)
    assert statements == ["DELETE", "INSERT", "UPDATE"]
