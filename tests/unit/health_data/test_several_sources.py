"""Several imports of the same days: which counts, where it comes from, and what is left when one is taken back."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from amy.runtime.errors import ImportNotFoundError
from amy.runtime.schema import migrate
from amy.runtime.sql import plain_engine
from services.health_data import adapters
from services.health_data.adapters.sql_store import SqlStore
from services.health_data.domain.catalogue import series_known
from services.health_data.domain.counting import Stated, StatedActivity, counting, counting_activities
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.priorities import ALL, SOURCES, order, usual_order
from services.health_data.domain.records import Activity, ParsedFile, Place, Profile, to_epoch_day

DAY = date(2024, 3, 1)
EPOCH_DAY = to_epoch_day(DAY)


@asynccontextmanager
async def opened(database_url: str) -> AsyncIterator[SqlStore]:
    store = SqlStore(database_url)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def stated(source: str, **values: float) -> ParsedFile:
    """A source that states values of one day, each on a line of its own."""
    gathering = Gathering(source)
    for line, (metric, value) in enumerate(values.items(), start=2):
        gathering.daily(metric, DAY, value, Place(f"{source}.csv", line))
    return gathering.parsed()


async def keep(store: SqlStore, parsed: ParsedFile, *, sha256: str = "") -> str:
    named = sha256 or f"{parsed.source}{sorted(parsed.numbers)}"
    report = await store.imports.save("u", (parsed,), sha256=named, filename=f"{parsed.source}.zip")
    return report.written.import_id


async def value(store: SqlStore, metric: str) -> float | None:
    found = (await store.series("u", [metric])).get(metric)
    return None if found is None or not len(found.values) else float(found.values[0])


async def test_rings_count_at_night_and_watches_by_day(database_url: str) -> None:
    async with opened(database_url) as store:
        await keep(store, stated("oura", steps=1000, sleep_minutes=400))
        await keep(store, stated("garmin", steps=2000, sleep_minutes=300))
        assert [await value(store, name) for name in ("steps", "sleep_minutes")] == [2000, 400]
        await keep(store, stated("file", steps=3000))
        assert await value(store, "steps") == 3000


async def test_the_person_s_order_counts_until_it_is_taken_back(database_url: str) -> None:
    async with opened(database_url) as store:
        await keep(store, stated("oura", steps=1000, sleep_minutes=400))
        await keep(store, stated("garmin", steps=2000, sleep_minutes=300))
        before = await store.version("u")
        assert await store.imports.set_priority("u", "steps", ["oura"]) == 1
        assert await value(store, "steps") == 1000
        assert await store.version("u") != before
        assert await store.imports.set_priority("u", ALL, ["garmin"]) == 1
        assert [await value(store, name) for name in ("steps", "sleep_minutes")] == [1000, 300]
        told = {each.metric: (each.sources[0], each.chosen) for each in await store.imports.priorities("u")}
        assert (told["steps"], told["sleep_minutes"]) == (("oura", True), ("garmin", True))
        await store.imports.set_priority("u", "steps", [])
        await store.imports.set_priority("u", ALL, [])
        assert [await value(store, name) for name in ("steps", "sleep_minutes")] == [2000, 400]


async def test_of_one_source_the_newest_import_counts_and_undoing_it_brings_back_the_one_before(
    database_url: str,
) -> None:
    async with opened(database_url) as store:
        await keep(store, stated("fitbit", steps=1000), sha256="a")
        second = await keep(store, stated("fitbit", steps=1100, spo2=97), sha256="b")
        assert await value(store, "steps") == 1100
        undone = await store.imports.undo("u", second)
        assert (undone.values, await value(store, "steps"), await value(store, "spo2")) == (2, 1000, None)
        with pytest.raises(ImportNotFoundError):
            await store.imports.undo("u", second)


async def test_the_same_file_again_changes_nothing_and_is_no_other_import(database_url: str) -> None:
    async with opened(database_url) as store:
        first = await keep(store, stated("fitbit", steps=1000), sha256="a")
        await keep(store, stated("fitbit", steps=1100), sha256="b")
        again = await store.imports.save("u", (stated("fitbit", steps=1000),), sha256="a", filename="x")
        assert (again.written.import_id, again.written.already_imported) == (first, True)
        assert await value(store, "steps") == 1100
        assert len(await store.imports.listed("u", limit=10, after="")) == 2


async def test_nobody_undoes_another_persons_import(database_url: str) -> None:
    async with opened(database_url) as store:
        mine = await keep(store, stated("fitbit", steps=1000))
        with pytest.raises(ImportNotFoundError):
            await store.imports.undo("somebody else", mine)
        with pytest.raises(ImportNotFoundError):
            await store.imports.report("somebody else", mine)
        assert await value(store, "steps") == 1000
        assert await store.imports.stated("somebody else", ["steps"], None, None, limit=9, offset=0) == []


async def test_each_value_is_followed_to_its_file_and_row(database_url: str) -> None:
    async with opened(database_url) as store:
        await keep(store, stated("oura", spo2=95, steps=1000))
        garmin = await keep(store, stated("garmin", steps=2000))
        told = await store.imports.stated("u", ["steps"], EPOCH_DAY, EPOCH_DAY, limit=10, offset=0)
        assert [(each.source, each.value, each.file, each.row, each.counts) for each in told] == [
            ("oura", 1000, "oura.csv", 3, False),
            ("garmin", 2000, "garmin.csv", 2, True),
        ]
        assert (told[1].import_id, told[1].filename) == (garmin, "garmin.zip")
        assert await store.imports.stated("u", ["steps"], EPOCH_DAY + 1, None, limit=10, offset=0) == []


async def test_undoing_every_import_leaves_nothing(database_url: str) -> None:
    gathering = Gathering("polar")
    gathering.moment("bed_time", DAY, datetime(2024, 2, 29, 23, 5, 7, 250), Place("n.json", 1))  # noqa: DTZ001, local
    gathering.recorded(DAY)
    gathering.person(sex="female", birth_year=1980)
    gathering.activity(Activity(start=datetime(2024, 3, 1, 7), kind="Running"), Place("a", 1))  # noqa: DTZ001, local
    async with opened(database_url) as store:
        first = await keep(store, gathering.parsed())
        tables = await store.tables("u")
        assert dict(tables.local_times["bed_time"]) == {EPOCH_DAY: datetime(2024, 2, 29, 23, 5, 7, 250)}  # noqa: DTZ001
        assert (len(tables.activities), tables.recorded_days.tolist()) == (1, [EPOCH_DAY])
        undone = await store.imports.undo("u", first)
        assert (undone.values, undone.activities) == (1, 1)
        empty = await store.tables("u")
        assert (empty.activities, empty.local_times, empty.profile) == ((), {}, Profile())
        assert empty.recorded_days.tolist() == []


async def test_what_the_person_says_of_themselves_goes_before_files(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.imports.set_profile("u", Profile(sex="female", height_cm=170))
        gathering = Gathering("fitbit")
        gathering.person(sex="male", birth_year=1980)
        gathering.device("Charge 5")
        await keep(store, gathering.parsed())
        profile = await store.profile("u")
        assert (profile.sex, profile.height_cm, profile.birth_year) == ("female", 170, 1980)
        assert (profile.age_years, profile.devices) == (datetime.now(UTC).year - 1980, ("Charge 5",))


async def test_everything_stated_is_exported(database_url: str) -> None:
    async with opened(database_url) as store:
        await keep(store, stated("oura", steps=1000))
        await keep(store, stated("garmin", steps=2000))
        told = {kind: lines.decode().splitlines() async for kind, lines in store.imports.export("u")}
        assert set(told) == {"daily", "import"}
        assert sum('"counts": true' in line for line in told["daily"]) == 1
        assert '"file": "garmin.csv"' in "".join(told["daily"])
        assert [each async for each in store.imports.export("nobody")] == []


@given(st.permutations([("oura", "1", 1.0), ("oura", "2", 2.0), ("garmin", "3", 3.0), ("x", "4", 4.0)]))
def test_what_counts_does_not_depend_on_the_order_it_is_told_in(told: list[tuple[str, str, float]]) -> None:
    values = [(7, Stated(source, import_id, each)) for source, import_id, each in told]
    assert counting(values, usual_order("sleep_minutes"))[7].value == 2
    assert counting(values, usual_order("steps"))[7].value == 3
    assert counting(values, order("steps", {"steps": ("x",)}))[7].value == 4


def test_every_usual_order_has_every_source_once() -> None:
    for metric in ("steps", "sleep_minutes", "weight_kg", "hrv_sdnn"):
        assert sorted(usual_order(metric)) == sorted(SOURCES)


START = datetime(2024, 3, 1, 23, 30)  # noqa: DTZ001, local


def bout(source: str, minutes_later: float, minutes: float, kind: str = "Run", import_id: str = "1") -> StatedActivity:
    start = START + timedelta(minutes=minutes_later)
    return StatedActivity(source, import_id, Activity(start=start, kind=kind, duration_min=minutes))


def test_a_bout_that_two_sources_recorded_is_one() -> None:
    ordered = usual_order("activities")
    both = [bout("fitbit", 0, 60), bout("garmin", 20, 60, "Running")]
    assert [each.kind for each in counting_activities(both, ordered)] == ["Running"]
    after_each_other = [bout("fitbit", 0, 60), bout("garmin", 45, 60, "Running")]
    assert len(counting_activities(after_each_other, ordered)) == 2
    over_midnight = [bout("fitbit", 0, 90), bout("garmin", 31, 50, "Running")]
    assert [each.kind for each in counting_activities(over_midnight, ordered)] == ["Running"]
    assert len(counting_activities([bout("garmin", 0, 60), bout("garmin", 0, 60, "Bike")], ordered)) == 2


BOUTS = st.lists(st.tuples(st.integers(0, 300), st.integers(0, 90)), max_size=8)


@settings(max_examples=60)
@given(BOUTS)
def test_the_bouts_of_one_source_are_never_taken_for_each_other(drawn: list[tuple[int, int]]) -> None:
    told = [bout("garmin", later, minutes) for later, minutes in drawn]
    kept = counting_activities(told, usual_order("activities"))
    assert {each.start for each in kept} == {each.activity.start for each in told}


async def test_what_was_stored_before_statements_were_kept_is_stated_by_the_newest_import(
    database_url: str, tmp_path: Path
) -> None:
    before = shutil.copytree(Path(adapters.__path__[0]) / "migrations", tmp_path / "migrations")
    for later in (before / "versions").glob("000[3-9]_*.py"):
        later.unlink()
    await migrate(database_url, script_location=before, version_table="alembic_version_health_data")
    with closing(plain_engine(database_url).connect()) as connection:
        for row in (
            "observations VALUES ('u', 'steps', 19783, 1000.0)",
            "local_times VALUES ('u', 'bed_time', 19783, '2024-02-29 23:05:07.000250')",
            "recorded_days VALUES ('u', 19783)",
            (
                "activities (user_id, start, kind, epoch_day, distance_m) "
                "VALUES ('u', '2024-03-01 07:00:00.000000', 'Run', 19783, 5000.5)"
            ),
            (
                "biomarkers (user_id, name, collected_at, value, unit) "
                "VALUES ('u', 'LDL', '2024-03-01 08:00:00.000000', 120.5, 'mg/dL')"
            ),
            "profiles (user_id, age_years, sex, height_cm) VALUES ('u', 40, 'female', 170.5)",
            "data_versions VALUES ('u', 'imp_01')",
            "imports VALUES ('imp_01', 'u', 'a', '', 'x', '2024-03-02 00:00:00.000000', 1, 1, 2, 0, 1, 1)",
        ):
            connection.execute(text(f"INSERT INTO {row}"))
        connection.commit()
    async with opened(database_url) as store:
        tables = await store.tables("u")
        assert tables.local_times["bed_time"] == {EPOCH_DAY: datetime(2024, 2, 29, 23, 5, 7, 250)}  # noqa: DTZ001
        await keep(store, stated("garmin", steps=2000, spo2=97))
        assert [await value(store, name) for name in ("steps", "spo2")] == [1000, 97], (
            "a table of one's own goes before"
        )
        stated_steps = await store.imports.stated("u", ["steps"], None, None, limit=9, offset=0)
        (told,) = [each for each in stated_steps if each.counts]
        assert (told.import_id, told.value) == ("imp_01", 1000)
        undone = await store.imports.undo("u", "imp_01")
        assert (undone.values, undone.activities, undone.biomarkers) == (2, 1, 1)
        assert await value(store, "steps") == 2000
        assert (await store.profile("u")) == Profile()


async def test_why_a_metric_is_absent_is_known_until_it_is_there(database_url: str) -> None:
    gathering = Gathering("apple_health")
    gathering.daily("hrv_sdnn", DAY, 45, Place("export.xml", 1))
    gathering.absent("heart_rate_variability", "1 SDNN value, no rMSSD.")
    async with opened(database_url) as store:
        await keep(store, gathering.parsed())
        known = {each.name: each for each in series_known(await store.holdings("u"))}
        assert known["heart_rate_variability"].why_absent == "1 SDNN value, no rMSSD."
        assert known["hrv_sdnn"].words.loose["hrv"].startswith("Your devices record")
        await keep(store, stated("oura", heart_rate_variability=50))
        known = {each.name: each for each in series_known(await store.holdings("u"))}
        assert known["heart_rate_variability"].why_absent == ""
        assert "hrv" not in known["hrv_sdnn"].words.loose
