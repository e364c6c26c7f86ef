"""Laboratory results in the store, on SQLite and on PostgreSQL."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Connection, delete, select

from amy.runtime.database import DEFAULT_OPTIONS
from amy.runtime.sql import Database
from services.health_data.adapters.laboratory import SqlLaboratory, keep_lab_results, settle_biomarkers
from services.health_data.adapters.sql_store import bring_up_to_date
from services.health_data.adapters.tables import biomarkers, data_versions, lab_results
from services.health_data.domain.records import LabResult
from services.health_data.ports import LabQuery

DRAWN = datetime(2024, 3, 1, 8, tzinfo=UTC)
ALL = LabQuery(name="", unconfirmed_only=False, offset=0, limit=100)


def result(value: float | None, *, name: str = "glucose", unit: str = "mg/dL", day: int = 0, **more: str) -> LabResult:
    return LabResult(
        name=name,
        printed_name=more.pop("printed_name", name.upper()),
        collected_at=DRAWN + timedelta(days=day),
        value=value,
        unit=unit,
        text=more.pop("text", "" if value is None else f"{value:g}"),
        **more,  # type: ignore[arg-type]
    )


@asynccontextmanager
async def opened(database_url: str) -> AsyncIterator[Database]:
    await bring_up_to_date(database_url, DEFAULT_OPTIONS)
    database = Database(database_url)
    try:
        yield database
    finally:
        await database.close()


async def keep(database: Database, import_id: str, *results: LabResult, user_id: str = "u") -> int:
    def work(connection: Connection) -> int:
        keep_lab_results(connection, user_id, import_id, "fhir", results, [(0, at) for at in range(len(results))])
        return settle_biomarkers(connection, user_id)

    return await database.transact(work)


async def counted(database: Database, user_id: str = "u") -> list[tuple[str, float, str, int]]:
    """Name, value, unit and days after `DRAWN` of what counts."""

    def work(connection: Connection) -> list[tuple[str, float, str, int]]:
        rows = connection.execute(select(biomarkers).where(biomarkers.c.user_id == user_id)).mappings()
        start = DRAWN.replace(tzinfo=None)
        return sorted((row["name"], row["value"], row["unit"], (row["collected_at"] - start).days) for row in rows)

    return await database.read(work)


async def version(database: Database) -> str | None:
    def work(connection: Connection) -> str | None:
        return connection.execute(select(data_versions.c.version)).scalar_one_or_none()

    return await database.read(work)


async def test_one_name_is_told_in_the_unit_of_the_newest_sample(database_url: str) -> None:
    async with opened(database_url) as database:
        await keep(database, "imp_1", result(90, day=0), result(99, name="Glucose", day=1))
        assert await keep(database, "imp_2", result(5.0, unit="mmol/L", day=2)) == 3
        found = await counted(database)
    # 180.16 g/mol, by hand: 90 / 18.016 and 99 / 18.016.
    assert [(name, unit, day) for name, _, unit, day in found] == [
        ("Glucose", "mmol/L", 1),
        ("glucose", "mmol/L", 0),
        ("glucose", "mmol/L", 2),
    ]
    assert [value for _, value, _, _ in found] == pytest.approx([5.49511546, 4.99555950, 5.0], rel=1e-8)


async def test_the_newest_import_counts_until_it_is_taken_back(database_url: str) -> None:
    async with opened(database_url) as database:
        await keep(database, "imp_2", result(91))
        assert await keep(database, "imp_1", result(90)) == 0
        assert await counted(database) == [("glucose", 91, "mg/dL", 0)]
        assert await keep(database, "imp_3", result(93), user_id="other") == 1

        def undo(connection: Connection) -> int:
            connection.execute(delete(lab_results).where(lab_results.c.import_id == "imp_2"))
            return settle_biomarkers(connection, "u")

        assert await database.transact(undo) == 1
        assert await counted(database) == [("glucose", 90, "mg/dL", 0)]
        assert await counted(database, "other") == [("glucose", 93, "mg/dL", 0)]


async def test_what_cannot_be_compared_is_told_apart(database_url: str) -> None:
    async with opened(database_url) as database:
        await keep(
            database,
            "imp_1",
            result(60, name="neutrophils", unit="%"),
            result(3.9, name="neutrophils", unit="10*3/uL"),
            result(4.1, name="neutrophils", unit="K/uL", day=3),
        )
        assert await counted(database) == [
            ("neutrophils", 3.9, "K/uL", 0),
            ("neutrophils", 4.1, "K/uL", 3),
            ("neutrophils (%)", 60, "%", 0),
        ]


async def test_only_exact_and_confirmed_numbers_count(database_url: str) -> None:
    async with opened(database_url) as database:
        laboratory = SqlLaboratory(database)
        unsure = replace(result(88), confirmed=False)
        await keep(
            database,
            "imp_1",
            unsure,
            replace(result(0.1, name="CRP", unit="mg/L", text="<0.1"), comparator="<"),
            result(None, name="HIV", unit="", text="negative"),
        )
        assert await counted(database) == []
        page = await laboratory.page("u", ALL)
        assert {(each.result.name, each.result.text) for each in page} == {
            ("glucose", "88"),
            ("CRP", "<0.1"),
            ("HIV", "negative"),
        }
        (waiting,) = await laboratory.page("u", replace(ALL, unconfirmed_only=True))
        assert waiting.result == unsure
        before = await version(database)
        confirmed = await laboratory.confirm("u", waiting.result_id)
        assert confirmed is not None
        assert confirmed.result.confirmed
        assert await counted(database) == [("glucose", 88, "mg/dL", 0)]
        assert await version(database) != before
        assert await laboratory.confirm("someone else", waiting.result_id) is None


async def test_a_result_that_two_imports_state_is_one_and_confirmed_once(database_url: str) -> None:
    async with opened(database_url) as database:
        laboratory = SqlLaboratory(database)
        unsure = replace(result(88), confirmed=False)
        await keep(database, "imp_1", unsure)
        (first,) = await laboratory.page("u", ALL)
        await laboratory.confirm("u", first.result_id)
        await keep(database, "imp_2", unsure)
        (second,) = await laboratory.page("u", ALL)
        assert (second.import_id, second.result.confirmed) == ("imp_2", True)
        assert await laboratory.delete("u", second.result_id)
        assert await laboratory.page("u", ALL) == []
        assert await counted(database) == []
        assert not await laboratory.delete("u", second.result_id)


async def test_what_the_person_states_goes_before_imports(database_url: str) -> None:
    async with opened(database_url) as database:
        laboratory = SqlLaboratory(database)
        added = await laboratory.add("u", result(92))
        assert (added.source, added.import_id) == ("manual", "")
        first = await version(database)
        assert first
        await keep(database, "imp_1", result(91))
        assert await counted(database) == [("glucose", 92, "mg/dL", 0)]
        assert await laboratory.delete("u", added.result_id)
        assert await counted(database) == [("glucose", 91, "mg/dL", 0)]


async def test_pages_follow_each_other_newest_first(database_url: str) -> None:
    async with opened(database_url) as database:
        laboratory = SqlLaboratory(database)
        await keep(database, "imp_1", *(result(80 + day // 2, day=day // 2, name=f"n{day}") for day in range(5)))
        seen: list[str] = []
        query = replace(ALL, limit=2)
        while page := await laboratory.page("u", query):
            seen += [each.result.name for each in page]
            query = replace(query, offset=query.offset + len(page))
        assert len(seen) == len(set(seen)) == 5
        assert seen[0] == "n4"
        assert set(seen[-2:]) == {"n0", "n1"}
        assert [each.result.name for each in await laboratory.page("u", replace(ALL, name="N3"))] == ["n3"]


async def test_two_tests_of_one_name_at_one_time_are_told_as_printed(database_url: str) -> None:
    async with opened(database_url) as database:
        await keep(
            database,
            "imp_1",
            result(118, name="LDL cholesterol", printed_name="LDL Direct"),
            result(110, name="LDL cholesterol", printed_name="LDL Calc"),
            result(100, name="LDL cholesterol", printed_name="LDL Calc", day=-30),
        )
        assert await counted(database) == [
            ("LDL Calc", 110, "mg/dL", 0),
            ("LDL Direct", 118, "mg/dL", 0),
            ("LDL cholesterol", 100, "mg/dL", -30),
        ]
