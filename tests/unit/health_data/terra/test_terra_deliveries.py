"""Deliveries over real gRPC into real databases: once, whole, and to whom they belong."""

import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from amy.api.health_data.v1 import health_data_pb2 as pb
from amy.runtime import errors
from tests.leftovers import rows_of
from tests.unit.health_data.support import Stub, running_service, upload
from tests.unit.health_data.terra.payloads import activity, daily, day, news, of, sleep
from tests.unit.health_data.terra.test_terra_mapping import report

STORED, REPEATED = pb.IngestResponse.OUTCOME_STORED, pb.IngestResponse.OUTCOME_REPEATED
PARKED, IGNORED = pb.IngestResponse.OUTCOME_PARKED, pb.IngestResponse.OUTCOME_IGNORED


async def ingest(stub: Stub, payload: bytes, **more: str) -> "pb.IngestResponse.Outcome.ValueType":
    request = pb.IngestRequest(provider="terra", payload=payload, **more)
    return (await stub.Ingest(request, timeout=60)).outcome


async def series(stub: Stub, name: str, user_id: str = "anna") -> dict[int, float]:
    request = pb.GetSeriesRequest(user_id=user_id, names=[name])
    (found,) = (await stub.GetSeries(request, timeout=60)).series
    return dict(zip(found.epoch_days, found.values, strict=True))


async def imports(stub: Stub, user_id: str = "anna") -> list[pb.ImportSummary]:
    return list((await stub.ListImports(pb.ListImportsRequest(user_id=user_id), timeout=60)).imports)


async def test_a_payload_is_stored_once_and_the_stream_is_one_import(database_url: str) -> None:
    async with running_service(database_url) as stub:
        first = of("daily", daily("2026-07-01", 4000), daily("2026-07-02", 5000))
        assert await ingest(stub, first) == STORED
        assert await ingest(stub, first) == REPEATED
        assert await ingest(stub, of("daily", daily("2026-07-01", 4100))) == STORED
        assert await ingest(stub, first) == REPEATED
        assert list((await series(stub, "steps")).values()) == [4100, 5000]
        (stream,) = await imports(stub)
        assert (stream.filename, list(stream.sources), stream.format) == ("Terra", ["garmin"], "terra")
        assert stream.cells_written == 3


async def test_what_is_older_than_what_is_stored_changes_nothing(database_url: str) -> None:
    async with running_service(database_url) as stub:
        await ingest(stub, of("daily", daily("2026-07-01", 9000, "2026-07-01T22:00:00+02:00")))
        await ingest(stub, of("daily", daily("2026-07-01", 3000, "2026-07-01T12:00:00+02:00")))
        assert list((await series(stub, "steps")).values()) == [9000]
        await ingest(stub, of("daily", daily("2026-07-01", 8800, "2026-07-01T22:00:00+02:00")))
        assert list((await series(stub, "steps")).values()) == [8800]


async def test_a_night_that_is_moved_leaves_nothing_behind(database_url: str) -> None:
    async with running_service(database_url) as stub:
        await ingest(stub, of("sleep", sleep("2026-06-30T23:00:00Z", "2026-07-01T07:00:00Z", 400, summary_id="s")))
        before = await series(stub, "sleep_minutes")
        await ingest(stub, of("sleep", sleep("2026-07-01T23:00:00Z", "2026-07-02T06:00:00Z", 380, summary_id="s")))
        after = await series(stub, "sleep_minutes")
        assert list(before.values()) == [400]
        assert after == {next(iter(before)) + 1: 380}
        assert (await series(stub, "bed_time_clock")).keys() == after.keys()


async def test_an_activity_that_is_corrected_or_deleted_is_one_or_none(database_url: str) -> None:
    async with running_service(database_url) as stub:

        async def kinds() -> list[tuple[str, float]]:
            response = await stub.GetActivities(pb.GetActivitiesRequest(user_id="anna"), timeout=60)
            return [(each.kind, each.fields["duration_min"]) for each in response.activities]

        start = "2026-07-01T07:00:00+02:00"
        await ingest(stub, of("activity", activity(start, "2026-07-01T08:00:00+02:00", summary_id="a")))
        assert await kinds() == [("Running", 60)]
        await ingest(stub, of("activity", activity(start, "2026-07-01T08:30:00+02:00", kind=7, summary_id="a")))
        assert await kinds() == [("Walking", 90)]
        await ingest(stub, of("activity", activity(start, "2026-07-01T08:30:00+02:00", summary_id="a", upload_type=4)))
        assert await kinds() == []


async def test_payloads_of_unknown_accounts_wait_for_the_account_and_are_taken_in_order(database_url: str) -> None:
    async with running_service(database_url) as stub:
        first = of("daily", daily("2026-07-01", 1000), reference=None)
        assert await ingest(stub, first) == PARKED
        assert await ingest(stub, first) == REPEATED
        assert await ingest(stub, of("daily", daily("2026-07-01", 2000), reference="not/a user")) == PARKED
        assert await series(stub, "steps") == {}
        assert await ingest(stub, news("auth")) == STORED
        assert list((await series(stub, "steps")).values()) == [2000]
        assert await ingest(stub, first) == REPEATED
        assert await ingest(stub, of("daily", daily("2026-07-02", 3000), reference=None)) == STORED
        assert list((await series(stub, "steps")).values()) == [2000, 3000]


async def test_a_reference_makes_an_account_known_and_then_the_account_counts(database_url: str) -> None:
    async with running_service(database_url) as stub:
        await ingest(stub, of("daily", daily("2026-07-01", 1000), reference=None))
        await ingest(stub, of("daily", daily("2026-07-02", 2000)))
        assert list((await series(stub, "steps")).values()) == [1000, 2000]
        await ingest(stub, of("daily", daily("2026-07-03", 3000), reference="bob"))
        assert list((await series(stub, "steps")).values()) == [1000, 2000, 3000]
        assert await series(stub, "steps", "bob") == {}


async def test_whom_the_caller_names_counts_where_the_payload_names_nobody(database_url: str) -> None:
    async with running_service(database_url) as stub:
        assert await ingest(stub, of("daily", daily("2026-07-01", 1), reference=None), user_id="carl") == STORED
        assert list((await series(stub, "steps", "carl")).values()) == [1]


async def test_an_account_that_is_closed_leaves_its_data(database_url: str) -> None:
    async with running_service(database_url) as stub:
        await ingest(stub, news("auth"))
        await ingest(stub, of("daily", daily("2026-07-01", 1000), reference=None))
        assert await ingest(stub, news("deauth")) == STORED
        assert list((await series(stub, "steps")).values()) == [1000]
        assert await ingest(stub, of("daily", daily("2026-07-02", 2000), reference=None)) == PARKED


async def test_a_new_account_takes_the_place_of_the_old_one(database_url: str) -> None:
    async with running_service(database_url) as stub:
        await ingest(stub, news("auth"))
        again = (
            b'{"type": "user_reauth", "status": "warning", "message": "m", "old_user": {"user_id": "%s"},'
            b' "new_user": {"user_id": "new", "provider": "GARMIN", "reference_id": null}}'
        ) % b"5f0c2a54-0000-4000-8000-00000000a001"
        assert await ingest(stub, again) == STORED
        assert await ingest(stub, of("daily", daily("2026-07-01", 7), account="new", reference=None)) == STORED
        assert list((await series(stub, "steps")).values()) == [7]
        assert len(await imports(stub)) == 1


async def test_nothing_is_taken_for_a_deleted_person_before_they_connect_again(database_url: str) -> None:
    async with running_service(database_url) as stub:
        await ingest(stub, of("daily", daily("2026-07-01", 1000)))
        await ingest(stub, of("daily", daily("2026-07-01", 500), account="b", reference="bob"))
        await stub.EraseUser(pb.EraseUserRequest(user_id="anna"), timeout=60)
        assert await ingest(stub, of("daily", daily("2026-07-02", 2000))) == PARKED
        assert await ingest(stub, report(RESULT)) == PARKED
        assert await series(stub, "steps") == {}
        assert await imports(stub) == []
        assert list((await series(stub, "steps", "bob")).values()) == [500]
        await ingest(stub, news("auth"))
        assert list((await series(stub, "steps")).values()) == [2000]


def files_with(marker: str, folder: Path) -> list[str]:
    return [each.name for each in folder.iterdir() if marker.encode() in each.read_bytes()]


async def test_a_deletion_leaves_no_byte_of_the_person(tmp_path: Path) -> None:
    file = tmp_path / "marked.db"
    marker = "marker-5ce1"
    async with running_service(f"sqlite:///{file}") as stub:
        await ingest(stub, of("daily", daily("2026-07-01", 1), reference=None, account=f"{marker}-account"))
        await ingest(stub, news("auth", account=f"{marker}-account", reference=marker))
        tags = {"tags": [{"timestamp": "2026-07-01T10:00:00Z", "tag_name": f"{marker} tag", "notes": marker}]}
        await ingest(stub, of("daily", day("2026-07-01", tag_data=tags), account=f"{marker}-account"))
        assert files_with(marker, tmp_path)
        await stub.EraseUser(pb.EraseUserRequest(user_id=marker), timeout=60)
        assert files_with(marker, tmp_path) == []


async def test_what_waits_for_a_person_who_has_nothing_goes_with_them_and_nothing_of_anybody_else(
    database_url: str,
) -> None:
    async with running_service(database_url) as stub:
        await ingest(stub, of("daily", daily("2026-07-01", 1000)))
        await stub.EraseUser(pb.EraseUserRequest(user_id="anna"), timeout=60)
        of_nobody = of("daily", daily("2026-07-01", 1, remark="anna"), reference=None, account="c")
        of_annabel = report(RESULT, reference="annabel")
        for waiting in (report(RESULT), of("daily", daily("2026-07-02", 2000)), of_nobody, of_annabel):
            assert await ingest(stub, waiting) == PARKED
        await stub.EraseUser(pb.EraseUserRequest(user_id="anna"), timeout=60)
    (parked,) = [rows for table, rows in rows_of(database_url).items() if table.endswith(".deliveries")]
    assert sorted("annabel" in row for row in parked) == [False, True]


RESULT = {
    "source": {"name": "Ferritin", "value": "55", "units": "ng/mL", "collection_date": "2026-06-29"},
    "biomarker": {"key": "ferritin", "display_name": "Ferritin", "loinc_code": "2276-4"},
    "measurement": {"type": "numeric", "numeric": 55, "units": "ng/mL"},
}


async def test_an_import_of_a_stream_is_taken_back_and_begins_anew(database_url: str) -> None:
    async with running_service(database_url) as stub:
        await ingest(stub, of("daily", daily("2026-07-01", 1000)))
        await ingest(stub, report(RESULT))
        for stream in await imports(stub):
            await stub.UndoImport(pb.UndoImportRequest(user_id="anna", import_id=stream.import_id), timeout=60)
        assert await series(stub, "steps") == {}
        assert await imports(stub) == []
        await ingest(stub, of("daily", daily("2026-07-02", 2000)))
        assert list((await series(stub, "steps")).values()) == [2000]


async def test_entries_of_a_stream_are_kept_corrected_and_taken_back(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"

    def journal() -> list[tuple[str, float]]:
        with sqlite3.connect(file) as connection:
            return connection.execute("SELECT tag, amount FROM entries ORDER BY tag").fetchall()

    async with running_service(f"sqlite:///{file}") as stub:
        await ingest(stub, of("nutrition", day("2026-07-01", summary={"water_ml": 500})))
        await ingest(stub, of("nutrition", day("2026-07-01", summary={"water_ml": 900, "macros": {"alcohol_g": 10}})))
        assert journal() == [("alcohol", 10), ("water", 900)]
        (stream,) = await imports(stub)
        await stub.UndoImport(pb.UndoImportRequest(user_id="anna", import_id=stream.import_id), timeout=60)
        assert journal() == []


async def test_of_one_vendor_the_stream_goes_before_files(database_url: str) -> None:
    async with running_service(database_url) as stub:
        await upload(stub, "date,steps\n2026-07-01,1\n2026-07-02,2\n", user_id="anna")
        await ingest(stub, of("daily", daily("2026-07-01", 1000), daily("2026-07-03", 3000)))
        assert sorted((await series(stub, "steps")).values()) == [1, 2, 3000]


@pytest.mark.parametrize("provider", ["", "withings"])
async def test_other_providers_are_refused(tmp_path: Path, provider: str) -> None:
    async with running_service(f"sqlite:///{tmp_path / 'one.db'}") as stub:
        with pytest.raises(errors.InvalidRequestError):
            await stub.Ingest(pb.IngestRequest(provider=provider, payload=of("daily")), timeout=60)
        with pytest.raises(errors.InvalidRequestError):
            await ingest(stub, b"no JSON")


async def test_what_says_nothing_is_answered_and_not_kept(tmp_path: Path) -> None:
    async with running_service(f"sqlite:///{tmp_path / 'one.db'}") as stub:
        for payload in (of("healthcheck"), of("daily"), news("deauth", account="b"), news("auth", status="error")):
            assert await ingest(stub, payload) == IGNORED
        assert await imports(stub) == []


async def test_what_is_parked_too_long_or_too_much_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "parked.db"
    monkeypatch.setattr("services.health_data.adapters.deliveries._MOST_PARKED", 3)
    async with running_service(f"sqlite:///{file}") as stub:
        await ingest(stub, of("daily", daily("2026-07-01", 1), reference=None, account="old"))
        with sqlite3.connect(file) as connection:
            long_ago = datetime.now(UTC) - timedelta(days=31)
            connection.execute("UPDATE deliveries SET received_at = ?", [long_ago.strftime("%Y-%m-%d %H:%M:%S.%f")])
        for number in range(1, 6):
            await ingest(stub, of("daily", daily(f"2026-07-0{number}", number), reference=None))
        await ingest(stub, news("auth", account="old"))
        assert await series(stub, "steps") == {}
        await ingest(stub, news("auth"))
        assert list((await series(stub, "steps")).values()) == [3, 4, 5]
