"""How often a user may ask, counted over all gateways that share a PostgreSQL."""

import asyncio
import time

import pytest
from sqlalchemy import func, select, text

from amy.runtime.sql import Database
from gateway.adapters.clock import SystemClock
from gateway.adapters.sql_rates import SqlRates, rates_over
from gateway.adapters.sql_store import opened
from gateway.adapters.tables import RATES
from gateway.app.access import RatesHere

PER_MINUTE = 30


def here(per_minute: int = PER_MINUTE) -> RatesHere:
    return RatesHere(SystemClock(), per_minute=per_minute)


async def test_of_many_requests_at_several_gateways_at_once_exactly_as_many_pass_as_the_user_has(
    postgres_url: str,
) -> None:
    async with opened(postgres_url) as one, opened(postgres_url) as two:
        gateways = [SqlRates(each, per_minute=PER_MINUTE, alone=here()) for each in (one, two)]
        began = time.monotonic()
        waits = await asyncio.gather(*(gateways[number % 2].take("anna") for number in range(3 * PER_MINUTE)))
        refilled = (time.monotonic() - began) * PER_MINUTE / 60
        passed = waits.count(0.0)
        assert PER_MINUTE <= passed <= PER_MINUTE + refilled
        refused = [wait for wait in waits if wait]
        assert all(0 < wait <= 60 / PER_MINUTE for wait in refused)
        assert await gateways[0].take("ben") == 0


async def test_who_waits_as_long_as_told_may_go_on(postgres_url: str) -> None:
    async with opened(postgres_url) as database:
        rates = SqlRates(database, per_minute=240, alone=here())
        while not (wait_s := await rates.take("anna")):
            pass
        await asyncio.sleep(wait_s + 0.01)
        assert await rates.take("anna") == 0
        assert await rates.take("anna") > 0


async def test_a_user_is_in_the_table_by_a_digest_only(postgres_url: str) -> None:
    async with opened(postgres_url) as database:
        await SqlRates(database, per_minute=PER_MINUTE, alone=here()).take("anna")
        (name,) = await database.read(lambda connection: connection.scalars(select(RATES.c.name)).all())
    assert len(name) == 64
    assert "anna" not in name


async def test_counts_that_say_nothing_any_more_are_deleted(postgres_url: str) -> None:
    async with opened(postgres_url) as database:
        old = [{"name": f"old{number}", "full_at_s": 1.0} for number in range(9)]
        await database.transact(lambda connection: connection.execute(RATES.insert(), old))
        rates = SqlRates(database, per_minute=2_000, alone=here())
        for _ in range(1000):
            await rates.take("anna")
        count = select(func.count()).select_from(RATES)
        assert await database.read(lambda connection: connection.scalar(count)) == 1


async def test_a_gateway_counts_alone_while_the_database_is_away() -> None:
    database = Database("postgresql://u:p@127.0.0.1:1/none")
    rates = SqlRates(database, per_minute=2, alone=here(2))
    assert [await rates.take("anna") for _ in range(2)] == [0, 0]
    assert await rates.take("anna") > 0
    await database.close()


async def test_a_count_waits_for_no_disk(postgres_url: str) -> None:
    asked = text("SELECT relpersistence FROM pg_class WHERE relname = 'gateway_rates'")
    async with opened(postgres_url) as database:
        kind = await database.read(lambda connection: connection.scalar(asked))
    assert kind == "u", "not logged"


@pytest.mark.parametrize("per_minute", [0, PER_MINUTE])
async def test_an_sqlite_file_has_one_gateway_which_counts_alone(tmp_path: object, per_minute: int) -> None:
    alone = here(per_minute)
    async with opened(f"sqlite:///{tmp_path}/gateway.db") as database:
        assert rates_over(database, per_minute=per_minute, alone=alone) is alone
