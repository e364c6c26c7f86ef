"""What a task that is cancelled in the middle of a unit of work leaves behind."""

import asyncio
import random
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from amy.runtime.sql import Database, storage_of

ROUNDS = 150


def two_numbers(connection: Connection) -> None:
    connection.execute(text("INSERT INTO numbers VALUES (1)"))
    connection.execute(text("SELECT number FROM numbers"))
    connection.execute(text("INSERT INTO numbers VALUES (2)"))


def how_many(connection: Connection) -> list[int]:
    return list(connection.scalars(text("SELECT count(*) FROM numbers GROUP BY number")))


async def test_a_cancelled_write_is_whole_or_nothing_and_leaves_no_lock_behind(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'amy.sqlite3'}")
    await database.write(lambda connection: connection.execute(text("CREATE TABLE numbers (number INTEGER)")))
    rng = random.Random(1)
    for _ in range(ROUNDS):
        writing = [asyncio.create_task(database.transact(two_numbers)) for _ in range(4)]
        await asyncio.sleep(rng.uniform(0.0, 0.003))
        for task in writing:
            task.cancel()
        await asyncio.gather(*writing, return_exceptions=True)
        before = await database.read(how_many)
        await asyncio.wait_for(database.transact(two_numbers), timeout=5.0)
        ones, twos = await database.read(how_many)
        assert ones == twos
        assert before in ([], [ones - 1, twos - 1]), "nothing was written after the cancelled ones had ended"
    await database.close()


async def test_work_that_waits_for_its_turn_is_never_begun_once_it_is_cancelled(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'amy.sqlite3'}")
    began: list[str] = []
    go_on = asyncio.Event()
    loop = asyncio.get_running_loop()

    def first(_connection: Connection) -> None:
        began.append("first")
        asyncio.run_coroutine_threadsafe(go_on.wait(), loop).result()

    running = asyncio.create_task(database.write(first))
    waiting = asyncio.create_task(database.write(lambda _: began.append("second")))
    await asyncio.sleep(0.05)
    waiting.cancel()
    await asyncio.wait([waiting], timeout=5)
    go_on.set()
    await running
    await database.write(lambda _: began.append("third"))
    assert began == ["first", "third"]
    await database.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_a_long_statement_is_broken_off_and_says_nothing_of_the_database(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    long = {
        "sqlite": "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n",
        "postgresql": "SELECT pg_sleep(60)",
    }[kind]
    url = f"sqlite:///{tmp_path / 'amy.sqlite3'}" if kind == "sqlite" else request.getfixturevalue("postgres_url")
    database = Database(url)
    asking = asyncio.create_task(database.transact(lambda connection: connection.execute(text(long))))
    await asyncio.sleep(0.3)
    asking.cancel()
    async with asyncio.timeout(10):
        with pytest.raises(asyncio.CancelledError):
            await asking
    assert storage_of(url).noted is None
    assert await database.read(lambda connection: connection.scalar(text("SELECT 1"))) == 1
    await database.close()
