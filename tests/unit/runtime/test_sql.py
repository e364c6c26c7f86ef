"""Units of work over a database: what of them stays, what others see of them, and over which connections they run."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError

from amy.runtime.database import DEFAULT_OPTIONS, DatabaseOptions
from amy.runtime.sql import Database, lock
from amy.runtime.storage import StorageAwayError

SOON_S = 30.0


def insert(number: int, connection: Connection) -> None:
    connection.execute(text("INSERT INTO numbers VALUES (:number)"), {"number": number})


def add(connection: Connection, *numbers: int) -> None:
    for number in numbers:
        insert(number, connection)


def numbers(connection: Connection) -> list[int]:
    return list(connection.scalars(text("SELECT number FROM numbers ORDER BY number")))


def driver(connection: Connection) -> object:
    """The very connection, kept alive so that no other is taken for it."""
    return connection.connection.driver_connection


def backend(connection: Connection) -> int:
    found: int = connection.scalar(text("SELECT pg_backend_pid()"))
    return found


@asynccontextmanager
async def opened(url: str, options: DatabaseOptions = DEFAULT_OPTIONS) -> AsyncIterator[Database]:
    database = Database(url, options)
    try:
        yield database
    finally:
        await database.close()


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    async with opened(database_url) as database:
        table = text("CREATE TABLE numbers (number INTEGER PRIMARY KEY)")
        await database.write(lambda connection: connection.execute(table))
        yield database


class Held:
    """Work that stops where it is told to, until it is let go on."""

    def __init__(self, before: Callable[[Connection], object] = backend) -> None:
        self._before = before
        self._reached = threading.Event()
        self._may_end = threading.Event()

    def __call__(self, connection: Connection) -> object:
        found = self._before(connection)
        self._reached.set()
        assert self._may_end.wait(SOON_S)
        return found

    async def reached(self) -> None:
        assert await asyncio.to_thread(self._reached.wait, SOON_S)

    def let_go(self) -> None:
        self._may_end.set()


async def at_once(database: Database, times: int) -> list[object]:
    """What so many units of work return that are all under way at the same time."""
    held = [Held() for _ in range(times)]
    running = [asyncio.create_task(database.read(each)) for each in held]
    for each in held:
        await each.reached()
    for each in held:
        each.let_go()
    return list(await asyncio.gather(*running))


async def test_what_a_transaction_did_stays_when_it_ends_well(database: Database) -> None:
    await database.transact(lambda connection: add(connection, 1, 2))
    assert await database.read(numbers) == [1, 2]


async def test_nothing_stays_of_a_transaction_that_fails_and_the_next_one_is_none_the_worse(database: Database) -> None:
    with pytest.raises(IntegrityError):
        await database.transact(lambda connection: add(connection, 1, 2, 1))
    assert await database.read(numbers) == []
    await database.transact(lambda connection: add(connection, 3))
    assert await database.read(numbers) == [3]


async def test_an_error_of_ones_own_takes_a_transaction_back_and_arrives_as_it_was_raised(database: Database) -> None:
    def work(connection: Connection) -> None:
        add(connection, 1)
        raise LookupError("mine")

    with pytest.raises(LookupError, match="mine"):
        await database.transact(work)
    assert await database.read(numbers) == []


async def test_a_written_statement_stays_whatever_becomes_of_the_next(database: Database) -> None:
    with pytest.raises(IntegrityError):
        await database.write(lambda connection: add(connection, 1, 2, 1))
    assert await database.read(numbers) == [1, 2]


async def test_what_is_not_committed_is_seen_by_nobody_else_and_keeps_no_reader_waiting(database: Database) -> None:
    held = Held(lambda connection: add(connection, 1))
    writing = asyncio.create_task(database.transact(held))
    await held.reached()
    assert await asyncio.wait_for(database.read(numbers), SOON_S) == []
    held.let_go()
    await writing
    assert await database.read(numbers) == [1]


async def test_who_reads_twice_sees_what_was_committed_in_between(database: Database) -> None:
    seen: list[list[int]] = []
    held = Held(lambda connection: seen.append(numbers(connection)))

    def work(connection: Connection) -> None:
        held(connection)
        seen.append(numbers(connection))

    reading = asyncio.create_task(database.read(work))
    await held.reached()
    await database.write(lambda connection: add(connection, 1))
    held.let_go()
    await reading
    assert seen == [[], [1]]


async def test_those_who_name_the_same_lock_work_one_after_the_other(database: Database) -> None:
    def next_number(connection: Connection) -> None:
        lock(connection, "numbers")
        add(connection, len(numbers(connection)))

    await asyncio.gather(*(database.transact(next_number) for _ in range(20)))
    assert await database.read(numbers) == list(range(20))


async def test_more_work_than_connections_waits_for_its_turn(database: Database) -> None:
    await asyncio.gather(*(database.write(partial(insert, at)) for at in range(30)))
    assert await asyncio.gather(*(database.read(numbers) for _ in range(30))) == [list(range(30))] * 30


async def test_a_connection_is_kept_and_used_again_even_after_work_that_failed(database: Database) -> None:
    reads = [await database.read(driver) for _ in range(5)]
    writes = [await database.write(driver)]
    with pytest.raises(IntegrityError):
        await database.transact(lambda connection: add(connection, 1, 1))
    writes += [await database.transact(driver), await database.write(driver)]
    assert (len(set(map(id, reads))), len(set(map(id, writes)))) == (1, 1)


async def test_closing_waits_for_work_that_is_under_way(database: Database) -> None:
    held = Held(numbers)
    working = asyncio.create_task(database.transact(held))
    await held.reached()
    closing = asyncio.create_task(database.close())
    await asyncio.sleep(0.1)
    assert not closing.done()
    held.let_go()
    assert await working == []
    await asyncio.wait_for(closing, SOON_S)


async def test_connections_that_the_server_ended_while_they_rested_are_replaced_before_anybody_notices(
    postgres_url: str,
) -> None:
    async with opened(postgres_url) as database, opened(postgres_url) as other:
        lost = await at_once(database, 3)
        assert len(set(lost)) == 3
        await end(other, *lost)
        assert not {*await at_once(database, 3)} & {*lost}


async def test_with_a_connection_that_is_lost_in_the_middle_those_that_are_as_old_are_given_up(
    postgres_url: str,
) -> None:
    async with opened(postgres_url) as database, opened(postgres_url) as other:
        old = await at_once(database, 3)
        sleeping = asyncio.create_task(database.read(lambda connection: connection.scalar(text("SELECT pg_sleep(60)"))))
        (lost,) = await serving(other, old, count=1, state="active")
        await end(other, lost)
        with pytest.raises(StorageAwayError):
            await sleeping
        assert not {*await at_once(database, 3)} & {*old}


async def test_connections_beside_those_that_are_kept_are_closed_after_use(postgres_url: str) -> None:
    options = DatabaseOptions(pool_size=1, pool_overflow=2)
    async with opened(postgres_url, options) as database, opened(postgres_url) as other:
        used = await at_once(database, 3)
        assert len(set(used)) == 3
        (kept,) = await serving(other, used, count=1)
        assert await database.read(backend) == kept
    async with opened(postgres_url) as other:
        assert await serving(other, used, count=0) == [], "closed with the database"


def test_another_kind_of_database_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="'mysql' are not supported"):
        Database("mysql://u:p@127.0.0.1/amy")


async def end(database: Database, *backends: object) -> None:
    """Ends the connections that these processes of the server serve, and returns when they are gone."""
    kill = text("SELECT bool_and(pg_terminate_backend(pid, 10000)) FROM unnest(CAST(:pids AS integer[])) AS pid")
    assert await database.read(lambda connection: connection.scalar(kill, {"pids": list(backends)}))


async def serving(database: Database, backends: Sequence[object], *, count: int, state: str = "%") -> Sequence[int]:
    """Which of these processes of the server serve a connection in this state, once that many do."""
    alive = text("SELECT pid FROM pg_stat_activity WHERE pid = ANY(:pids) AND state LIKE :state")
    asked = {"pids": list(backends), "state": state}
    async with asyncio.timeout(SOON_S):
        while True:
            found = await database.read(lambda connection: connection.scalars(alive, asked).all())
            if len(found) == count:
                return found
            await asyncio.sleep(0.02)
