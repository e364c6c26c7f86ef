"""The store, on SQLite and on PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from sqlalchemy import inspect
from sqlalchemy.exc import SQLAlchemyError

from amy.runtime.sql import plain_engine
from services.health_data.adapters.sql_store import SqlStore
from services.health_data.adapters.tables import metadata
from services.health_data.domain.metrics import METRICS
from services.health_data.domain.records import Activity, Biomarker, DaySeries, ParsedFile, Profile, moment_series
from services.health_data.domain.stored import BiomarkerHolding, Written

MORNING = datetime(2024, 1, 2, 7)  # noqa: DTZ001, local
DRAWN = datetime(2024, 1, 2, 8, tzinfo=UTC)
RUN = Activity(start=MORNING, kind="Run", end=datetime(2024, 1, 2, 8), distance_m=5000.5)  # noqa: DTZ001, local
LDL = Biomarker(name="LDL", value=120.5, unit="mg/dL", collected_at=DRAWN, reference_high=130.0)


@asynccontextmanager
async def opened(database_url: str) -> AsyncIterator[SqlStore]:
    store = SqlStore(database_url)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def save(store: SqlStore, user_id: str, parsed: ParsedFile, *, sha256: str) -> Written:
    return (await store.imports.save(user_id, (parsed,), sha256=sha256, filename="a.csv")).written


def days(values: dict[int, float]) -> DaySeries:
    return DaySeries(np.array(sorted(values), np.int32), np.array([values[day] for day in sorted(values)], np.float64))


def by_day(series: DaySeries) -> dict[int, float]:
    return dict(zip(series.days.tolist(), series.values.tolist(), strict=True))


FILE = ParsedFile(
    layout="canonical_daily",
    subject="",
    rows_read=3,
    numbers={"resting_heart_rate": days({19000: 58.1, 19001: 57.25}), "steps": days({19001: 9000, 19003: 0.1})},
    local_times={"bed_time": {19001: datetime(2022, 1, 8, 23, 30)}},  # noqa: DTZ001, local
    activities=(RUN,),
    biomarkers=(LDL,),
    profile=Profile(age_years=41, sex="female"),
)


async def test_what_was_saved_comes_back_bit_for_bit(database_url: str) -> None:
    async with opened(database_url) as store:
        written = await save(store, "u", FILE, sha256="a")
        tables = await store.tables("u")
        assert {name: by_day(series) for name, series in tables.numbers.items()} == {
            name: by_day(series) for name, series in FILE.numbers.items()
        }
        assert tables.local_times == FILE.local_times
        assert tables.activities == FILE.activities
        assert tables.biomarkers == FILE.biomarkers
        assert tables.profile == await store.profile("u") == FILE.profile
        assert await store.biomarkers("u", "ldl") == [LDL]
        assert await store.biomarkers("u", "HDL") == []
        assert (written.days_written, written.cells_written, written.days_unchanged) == (3, 5, 0)
        assert (written.activities_written, written.biomarkers_written) == (1, 1)
        assert not written.already_imported


async def test_saving_again_writes_nothing_and_says_so(database_url: str) -> None:
    async with opened(database_url) as store:
        await save(store, "u", FILE, sha256="a")
        again = await save(store, "u", FILE, sha256="a")
        assert (again.days_written, again.cells_written, again.days_unchanged) == (0, 0, 3)
        assert (again.activities_written, again.biomarkers_written, again.already_imported) == (0, 0, True)
        assert not (await save(store, "u", replace(FILE, subject="x"), sha256="a")).already_imported
        assert not (await save(store, "other", FILE, sha256="a")).already_imported


async def test_a_later_file_overwrites_what_it_states_and_nothing_else(database_url: str) -> None:
    later = ParsedFile(
        layout="canonical_daily",
        subject="",
        rows_read=2,
        numbers={"resting_heart_rate": days({19000: 58.1, 19001: 60.0, 19009: 61.0})},
        activities=(replace(RUN, distance_m=5001.0),),
        biomarkers=(replace(LDL, value=121.0),),
        profile=Profile(weight_kg=70.5),
    )
    async with opened(database_url) as store:
        await save(store, "u", FILE, sha256="a")
        written = await save(store, "u", later, sha256="b")
        assert (written.days_written, written.cells_written, written.days_unchanged) == (2, 2, 1)
        tables = await store.tables("u")
        assert by_day(tables.numbers["resting_heart_rate"]) == {19000: 58.1, 19001: 60.0, 19009: 61.0}
        assert by_day(tables.numbers["steps"]) == {19001: 9000, 19003: 0.1}
        assert [each.distance_m for each in tables.activities] == [5001.0]
        assert [each.value for each in await store.biomarkers("u", "")] == [121.0]
        assert tables.profile == Profile(age_years=41, sex="female", weight_kg=70.5)


async def test_one_users_data_are_no_other_users(database_url: str) -> None:
    async with opened(database_url) as store:
        await save(store, "u", FILE, sha256="a")
        tables = await store.tables("someone else")
        assert (tables.numbers, tables.local_times, tables.activities, tables.profile) == ({}, {}, (), Profile())
        holdings = await store.holdings("someone else")
        assert (holdings.metrics, holdings.first_day, holdings.last_day, holdings.days_on_record) == ((), None, None, 0)
        assert await store.series("someone else", ["steps"]) == {}


async def test_a_day_with_a_row_is_on_record_even_without_a_value(database_url: str) -> None:
    empty_days = replace(FILE, recorded_days=np.array([19000, 19001, 19002, 20000], np.int32))
    async with opened(database_url) as store:
        await save(store, "u", empty_days, sha256="a")
        await save(store, "u", empty_days, sha256="a")
        holdings = await store.holdings("u")
    assert (holdings.last_day, holdings.days_on_record) == (20000, 6)


async def test_holdings_count_what_is_there(database_url: str) -> None:
    async with opened(database_url) as store:
        await save(store, "u", FILE, sha256="a")
        holdings = await store.holdings("u")
    rhr = next(each for each in holdings.metrics if each.name == "resting_heart_rate")
    assert [each.name for each in holdings.metrics] == ["steps", "resting_heart_rate", "bed_time_clock"]
    clock = holdings.metrics[-1]
    assert (clock.first_day, clock.last_day, clock.days_with_value, clock.latest_value) == (19001, 19001, 1, 1410)
    assert (rhr.first_day, rhr.last_day, rhr.days_with_value, rhr.latest_value) == (19000, 19001, 2, 57.25)
    # The run, on epoch day 19724, is the newest thing on record.
    assert (holdings.first_day, holdings.last_day, holdings.days_on_record) == (19000, 19724, 4)
    assert (holdings.activities, holdings.activity_kinds) == (1, ("Run",))
    assert holdings.biomarkers == (BiomarkerHolding(name="LDL", unit="mg/dL", samples=1, reference_high=True),)
    assert holdings.activity_fields == {"distance_m"}
    assert not holdings.nights_follow
    assert holdings.biomarker_dates == (DRAWN.date(), DRAWN.date())


async def test_activities_come_in_order_with_every_day_on_record(database_url: str) -> None:
    earlier = replace(RUN, kind="Walk", start=MORNING.replace(hour=6))
    twice = replace(FILE, activities=(RUN, earlier), recorded_days=np.array([18999, 19000], np.int32))
    async with opened(database_url) as store:
        await save(store, "u", twice, sha256="a")
        log = await store.activities("u")
        holdings = await store.holdings("u")
        nobody = await store.activities("someone else")
    assert log.activities == (earlier, RUN)
    assert log.recorded_days.tolist() == [18999, 19000, 19001, 19003, 19724]
    assert (holdings.first_day, holdings.last_day, holdings.days_on_record) == (18999, 19724, 5)
    assert (nobody.activities, nobody.recorded_days.tolist()) == ((), [])


async def test_letter_case_makes_no_other_biomarker(database_url: str) -> None:
    samples = tuple(
        replace(LDL, name=name, unit=unit, collected_at=DRAWN + timedelta(days=days))
        for name, unit, days in (("ÄPO b", "g/L", 0), ("äpo B", "mg/dL", 9), ("ldl", "mmol/L", 3), ("LDL", "mg/dL", 1))
    )
    async with opened(database_url) as store:
        await save(store, "u", replace(FILE, biomarkers=samples), sha256="a")
        holdings = await store.holdings("u")
        found = await store.biomarkers("u", "Äpo B")
    assert holdings.biomarkers == (
        BiomarkerHolding(name="ldl", unit="mmol/L", samples=2, reference_high=True),
        BiomarkerHolding(name="äpo B", unit="mg/dL", samples=2, reference_high=True),
    )
    assert holdings.biomarker_dates == (DRAWN.date(), DRAWN.date() + timedelta(days=9))
    assert [each.name for each in found] == ["äpo B", "ÄPO b"]


async def test_local_times_are_series_too(database_url: str) -> None:
    async with opened(database_url) as store:
        await save(store, "u", FILE, sha256="a")
        series = await store.series("u", ["bed_time", "wake_up_time", "steps"])
    assert series.keys() == {"bed_time", "steps"}
    assert by_day(series["bed_time"]) == by_day(moment_series(FILE.local_times["bed_time"]))


async def test_a_file_that_fails_half_way_leaves_nothing(database_url: str) -> None:
    broken = replace(FILE, biomarkers=(replace(LDL, unit=None),))  # type: ignore[arg-type]  # the database refuses it
    async with opened(database_url) as store:
        with pytest.raises(SQLAlchemyError):
            await save(store, "u", broken, sha256="a")
        assert (await store.holdings("u")).days_on_record == 0
        assert not (await save(store, "u", FILE, sha256="a")).already_imported


async def test_imports_at_the_same_time_all_arrive(database_url: str) -> None:
    files = [replace(FILE, numbers={"steps": days({19000 + at: 1.0, 20000: float(at)})}) for at in range(8)]
    async with opened(database_url) as store:
        await asyncio.gather(*(save(store, "u", file, sha256=str(at)) for at, file in enumerate(files)))
        series = await store.series("u", ["steps"])
    assert set(by_day(series["steps"])) == {20000, *range(19000, 19008)}


async def test_a_large_file_is_saved_in_pieces(database_url: str) -> None:
    many = {day: day / 7 for day in range(5000)}
    async with opened(database_url) as store:
        written = await save(store, "u", replace(FILE, numbers={"steps": days(many)}), sha256="a")
        assert by_day((await store.series("u", ["steps"]))["steps"]) == many
    assert written.days_written == 5001


async def test_the_migration_makes_the_tables_the_code_expects(database_url: str) -> None:
    async with opened(database_url):
        inspector = inspect(plain_engine(database_url))
        made = {
            table: [(column["name"], column["nullable"]) for column in inspector.get_columns(table)]
            for table in metadata.tables
        }
    expected = {
        name: [(column.name, column.nullable) for column in table.columns] for name, table in metadata.tables.items()
    }
    assert made == expected


async def test_opening_twice_changes_nothing(database_url: str) -> None:
    async with opened(database_url) as store:
        await save(store, "u", FILE, sha256="a")
        await store.open()
        assert (await store.holdings("u")).days_on_record == 4


def test_metric_names_are_unique() -> None:
    assert len({metric.name for metric in METRICS}) == len(METRICS)
