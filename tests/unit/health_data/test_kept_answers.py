"""What was asked for before is answered from memory, and is always what is stored now."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path

import pytest
from google.protobuf.message import Message
from sqlalchemy import text

from amy.api.health_data.v1 import health_data_pb2 as pb
from amy.runtime.schema import migrate
from amy.runtime.sql import plain_engine
from services.health_data import adapters
from services.health_data.adapters.sql_store import SqlStore
from tests.unit.health_data.support import Stub, running_service, upload

FIRST = "date,steps,resting_heart_rate\n2024-01-01,5000,50\n2024-01-02,6000,51\n"
SECOND = "date,steps,resting_heart_rate\n2024-01-02,7000,52\n2024-01-03,8000,53\n"
RUN = "start,kind,distance_km\n2024-01-05 07:00,Run,5\n"
LAB = "name,value,unit,collected_at\nLDL,120,mg/dL,2024-01-01T08:00:00Z\n"


async def described(stub: Stub, user_id: str) -> Message:
    return await stub.DescribeData(pb.DescribeDataRequest(user_id=user_id), timeout=60)


async def framed(stub: Stub, user_id: str) -> Message:
    parts = [each async for each in stub.GetFrames(pb.GetFramesRequest(user_id=user_id), timeout=60)]
    return pb.ImportRequest(chunk=b"".join(each.SerializeToString() for each in parts))


async def series(stub: Stub, user_id: str) -> Message:
    return await stub.GetSeries(pb.GetSeriesRequest(user_id=user_id, names=["steps"]), timeout=60)


async def some_days(stub: Stub, user_id: str) -> Message:
    request = pb.GetSeriesRequest(user_id=user_id, names=["steps", "resting_heart_rate"], start_date="2024-01-02")
    return await stub.GetSeries(request, timeout=60)


async def activities(stub: Stub, user_id: str) -> Message:
    return await stub.GetActivities(pb.GetActivitiesRequest(user_id=user_id), timeout=60)


async def biomarkers(stub: Stub, user_id: str) -> Message:
    return await stub.GetBiomarkers(pb.GetBiomarkersRequest(user_id=user_id), timeout=60)


READS: tuple[Callable[[Stub, str], Awaitable[Message]], ...] = (
    described,
    framed,
    series,
    some_days,
    activities,
    biomarkers,
)


async def everything(stub: Stub, user_id: str) -> Mapping[str, bytes]:
    """What each reading call answers."""
    return {read.__name__: (await read(stub, user_id)).SerializeToString(deterministic=True) for read in READS}


@asynccontextmanager
async def replicas(url: str, count: int) -> AsyncIterator[list[Stub]]:
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(running_service(url)) for _ in range(count)]


async def test_every_replica_tells_what_is_stored_now(database_url: str) -> None:
    """Whatever was asked before, of whichever replica, is as a service says that was never asked anything."""

    async def all_agree(stubs: list[Stub]) -> Mapping[str, bytes]:
        async with running_service(database_url) as fresh:
            now = await everything(fresh, "u")
        for stub in stubs:
            assert await everything(stub, "u") == now
            assert await everything(stub, "u") == now
        return now

    async with replicas(database_url, 2) as (one, other):
        seen = [await all_agree([one, other])]
        for stub, content in ((one, FIRST), (other, SECOND), (one, RUN), (other, LAB)):
            await upload(stub, content)
            seen.append(await all_agree([one, other]))
        await one.EraseUser(pb.EraseUserRequest(user_id="u"), timeout=60)
        assert await all_agree([one, other]) == seen[0]
        await upload(other, FIRST)
        assert await all_agree([one, other]) == seen[1]
    assert len({each["described"] for each in seen}) == len(seen)


async def test_nobody_is_told_what_another_one_measured(database_url: str) -> None:
    async with running_service(database_url) as stub:
        await upload(stub, FIRST, user_id="anna")
        await upload(stub, SECOND, user_id="ben")
        for _ in range(2):
            anna, ben, nobody = [await everything(stub, user) for user in ("anna", "ben", "nobody")]
            for told in ("described", "framed", "series", "some_days"):
                assert len({anna[told], ben[told], nobody[told]}) == 3
            values = pb.GetSeriesResponse.FromString(anna["series"]).series[0].values
            assert list(values) == [5000, 6000]


async def take_away_tables(url: str) -> None:
    """Leaves nothing but the versions."""
    with closing(plain_engine(url).connect()) as connection:
        for table in ("observations", "recorded_days", "local_times", "activities", "biomarkers", "profiles"):
            connection.execute(text(f"DROP TABLE {table}"))
        connection.commit()


async def test_what_is_unchanged_is_told_without_reading_it(database_url: str) -> None:
    async with running_service(database_url) as stub:
        for content in (FIRST, RUN, LAB):
            await upload(stub, content)
        before = await everything(stub, "u")
        await take_away_tables(database_url)
        assert await everything(stub, "u") == before


async def test_every_write_is_another_version_and_none_comes_back(database_url: str) -> None:
    async with running_service(database_url) as stub:
        store = SqlStore(database_url)
        try:
            seen = [await store.version("u")]
            for _ in range(2):
                for content in (FIRST, FIRST, SECOND):
                    await upload(stub, content)
                    seen.append(await store.version("u"))
                await stub.EraseUser(pb.EraseUserRequest(user_id="u"), timeout=60)
                assert await store.version("u") == ""
            assert len(set(seen)) == len(seen)
            assert await store.version("someone else") == ""
        finally:
            await store.close()


async def test_data_of_before_there_were_versions_have_one(database_url: str, tmp_path: Path) -> None:
    """Or what is kept of them would be that of somebody without any, and be told after they are erased elsewhere."""
    before = shutil.copytree(Path(adapters.__path__[0]) / "migrations", tmp_path / "migrations")
    for later in (before / "versions").glob("000[2-9]_*.py"):
        later.unlink()
    await migrate(database_url, script_location=before, version_table="alembic_version_health_data")
    counts = ("rows_read", "days_written", "cells_written", "cells_skipped", "activities_written", "biomarkers_written")
    columns = ("import_id", "user_id", "sha256", "subject", "layout", "imported_at", *counts)
    with closing(plain_engine(database_url).connect()) as connection:
        for name in ("imp_1", "imp_2"):
            values = (f"'{name}'", "'u'", "'a'", "''", "'canonical_daily'", "'2024-01-01 00:00:00.000000'", *"0" * 6)
            row = f"INSERT INTO imports ({', '.join(columns)}) VALUES ({', '.join(values)})"
            connection.execute(text(row))
        connection.commit()
    store = SqlStore(database_url)
    await store.open()
    assert [await store.version("u"), await store.version("nobody")] == ["imp_2", ""]
    await store.close()


@pytest.mark.parametrize("most_bytes", ["0", "3000"])
async def test_what_has_no_room_is_read_each_time(tmp_path: object, most_bytes: str) -> None:
    url = f"sqlite:///{tmp_path}/small.db"
    async with running_service(url, kept_answers_bytes=most_bytes) as stub, running_service(url) as roomy:
        await upload(stub, FIRST)
        for _ in range(2):
            assert await everything(stub, "u") == await everything(roomy, "u")


async def test_reading_while_others_write_never_tells_of_the_past(database_url: str) -> None:
    """A reading that began after an import has ended knows of it."""
    async with replicas(database_url, 2) as (one, other):

        async def days(stub: Stub) -> int:
            return (await stub.DescribeData(pb.DescribeDataRequest(user_id="u"), timeout=60)).days_on_record

        async def look(until: asyncio.Event) -> None:
            while not until.is_set():
                known = imported[-1]
                assert await days(other) >= known

        imported = [0]
        done = asyncio.Event()
        looking = asyncio.create_task(look(done))
        for day in range(1, 13):
            await upload(one, f"date,steps\n2024-01-{day:02},{day}\n")
            imported.append(day)
            assert await days(other) == day
        done.set()
        await looking
