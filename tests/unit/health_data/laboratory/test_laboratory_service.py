"""Laboratory results over gRPC."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from amy.api.health_data.v1 import health_data_pb2 as pb
from amy.runtime.errors import InvalidFieldError, LabResultNotFoundError
from tests.unit.health_data.formats.pdfs import pdf
from tests.unit.health_data.support import Stub, running_service, upload


def at(day: int) -> Timestamp:
    moment = Timestamp()
    moment.FromDatetime(datetime(2024, 3, day, 8, tzinfo=UTC))
    return moment


async def add(stub: Stub, **fields: object) -> pb.LabResult:
    result = pb.LabResult(**fields)  # type: ignore[arg-type]
    request = pb.AddLabResultRequest(user_id="u", result=result)
    return (await stub.AddLabResult(request, timeout=60)).result


async def test_a_result_that_is_added_counts_at_once_until_it_is_deleted(database_url: str) -> None:
    async with running_service(database_url) as stub:
        wanted = pb.GetBiomarkersRequest(user_id="u")
        assert not (await stub.GetBiomarkers(wanted, timeout=60)).biomarkers
        added = await add(stub, name="LDL", value=3.1, unit="mmol/L", collected_at=at(1), reference_text="<3.4")
        assert (added.name, added.printed_name, added.loinc) == ("LDL cholesterol", "LDL", "13457-7")
        assert (added.source, added.unconfirmed, added.text, added.reference_high) == ("manual", False, "3.1", 3.4)
        (found,) = (await stub.GetBiomarkers(wanted, timeout=60)).biomarkers
        assert (found.name, found.value, found.unit, found.collected_at) == ("LDL cholesterol", 3.1, "mmol/L", at(1))
        await stub.DeleteLabResult(pb.DeleteLabResultRequest(user_id="u", result_id=added.result_id), timeout=60)
        assert not (await stub.GetBiomarkers(wanted, timeout=60)).biomarkers


async def test_what_is_no_exact_number_is_kept_and_does_not_count(database_url: str) -> None:
    async with running_service(database_url) as stub:
        below = await add(stub, name="CRP", text="<0.1", unit="mg/L", collected_at=at(2))
        assert (below.value, below.comparator, below.text) == (0.1, "<", "<0.1")
        assert not (await add(stub, name="HIV", text="negative", collected_at=at(3))).HasField("value")
        assert not (await stub.GetBiomarkers(pb.GetBiomarkersRequest(user_id="u"), timeout=60)).biomarkers
        first = await stub.ListLabResults(pb.ListLabResultsRequest(user_id="u", page_size=1), timeout=60)
        second = await stub.ListLabResults(
            pb.ListLabResultsRequest(user_id="u", page_size=1, page_token=first.next_page_token), timeout=60
        )
        assert [each.name for page in (first, second) for each in page.results] == ["HIV", "CRP"]
        assert not second.next_page_token


@pytest.mark.parametrize(
    ("fields", "about"),
    [
        ({"value": 1.0, "collected_at": at(1)}, "name"),
        ({"name": "LDL", "collected_at": at(1)}, "value"),
        ({"name": "LDL", "value": float("nan"), "collected_at": at(1)}, "value"),
        ({"name": "LDL", "value": 1.0}, "time"),
        ({"name": "LDL", "value": 1.0, "comparator": "~", "collected_at": at(1)}, "comparator"),
    ],
)
async def test_what_is_not_complete_is_refused(tmp_path: Path, fields: dict[str, object], about: str) -> None:
    async with running_service(f"sqlite:///{tmp_path}/a.db") as stub:
        with pytest.raises(InvalidFieldError, match=about):
            await add(stub, **fields)


async def test_nobody_elses_results_are_found(tmp_path: Path) -> None:
    async with running_service(f"sqlite:///{tmp_path}/a.db") as stub:
        added = await add(stub, name="LDL", value=1.0, collected_at=at(1))
        for call in (
            stub.DeleteLabResult(pb.DeleteLabResultRequest(user_id="v", result_id=added.result_id), timeout=60),
            stub.ConfirmLabResult(pb.ConfirmLabResultRequest(user_id="v", result_id=added.result_id), timeout=60),
        ):
            with pytest.raises(LabResultNotFoundError):
                await call
        assert not (await stub.ListLabResults(pb.ListLabResultsRequest(user_id="v"), timeout=60)).results
        with pytest.raises(InvalidFieldError, match="page_token"):
            await stub.ListLabResults(pb.ListLabResultsRequest(user_id="u", page_token="x"), timeout=60)


REPORT = "Collected: 2024-03-14\nGlucose     98    mg/dL    70-99\nLDL Cholesterol     131    mg/dL    <100"
TABLE = (
    "Test,Result,Units,Reference Range,Collected\nGlucose,5.2,mmol/L,3.9-5.5,2023-03-14\nCRP,<0.3,mg/L,,2023-03-14\n"
)


async def test_what_a_report_says_counts_once_it_is_confirmed(database_url: str) -> None:
    async with running_service(database_url) as stub:
        table = await upload(stub, TABLE)
        report = await upload(stub, pdf(REPORT))
        assert (table.biomarkers_written, table.unconfirmed, report.biomarkers_written, report.unconfirmed) == (
            1,
            0,
            0,
            2,
        )
        wanted = pb.GetBiomarkersRequest(user_id="u", name="glucose")
        assert [each.value for each in (await stub.GetBiomarkers(wanted, timeout=60)).biomarkers] == [5.2]
        waiting = pb.ListLabResultsRequest(user_id="u", unconfirmed_only=True)
        glucose, ldl = sorted((await stub.ListLabResults(waiting, timeout=60)).results, key=lambda each: each.value)
        assert (glucose.name, glucose.unconfirmed, glucose.import_id) == ("glucose", True, report.import_id)
        await stub.ConfirmLabResult(pb.ConfirmLabResultRequest(user_id="u", result_id=glucose.result_id), timeout=60)
        newest, older = (await stub.GetBiomarkers(wanted, timeout=60)).biomarkers
        # 5.2 mmol/L of glucose are 93.7 mg/dL.
        assert (newest.value, newest.unit, older.unit) == (98, "mg/dL", "mg/dL")
        assert older.value == pytest.approx(93.7, abs=0.05)
        assert [each.name for each in (await stub.ListLabResults(waiting, timeout=60)).results] == [ldl.name]
        await stub.UndoImport(pb.UndoImportRequest(user_id="u", import_id=report.import_id), timeout=60)
        assert [each.value for each in (await stub.GetBiomarkers(wanted, timeout=60)).biomarkers] == [5.2]
        assert not (await stub.ListLabResults(waiting, timeout=60)).results
