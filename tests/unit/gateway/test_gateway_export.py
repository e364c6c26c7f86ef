"""Everything of a person as a zip archive, over HTTP and in the schemas of Open mHealth."""

import csv
import io
import json
import zipfile
from datetime import UTC, date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from amy.runtime import errors
from gateway.domain.data_views import Activity
from gateway.domain.open_mhealth import of_activities, of_days
from gateway.domain.spreadsheet import table
from tests.unit.gateway.backend import System, gateway
from tests.unit.gateway.problems import check_problem

AT = datetime(2026, 5, 25, 10, 0, tzinfo=UTC)
BERLIN = ZoneInfo("Europe/Berlin")


async def archive(system: System, user: str, kind: str) -> zipfile.ZipFile:
    response = await system.http.get(f"/v1/export?format={kind}", headers=system.as_user(user))
    assert response.headers["content-type"] == "application/zip"
    assert response.headers["content-disposition"] == f'attachment; filename="amy-{kind}.zip"'
    found = zipfile.ZipFile(io.BytesIO(response.content))
    assert found.testzip() is None
    return found


def lines(found: zipfile.ZipFile, name: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in found.read(name).splitlines()]


@pytest.mark.asyncio(loop_scope="module")
async def test_everything_of_a_person_is_in_the_archive_and_nothing_of_others(system: System) -> None:
    headers = system.as_user("leaver")
    for number in range(101):
        memory = {"text": f"Note {number}.", "category": "goal"}
        assert (await system.http.post("/v1/memory", json=memory, headers=headers)).status_code == 201
    await system.http.post(
        "/v1/memory", json={"text": "Not mine.", "category": "goal"}, headers=system.as_user("other")
    )
    question = {"messages": [{"role": "user", "content": "How did I sleep?"}]}
    await system.http.post("/v1/turns", json=question, headers=headers)
    for title in "ABCDEFGHIJKL":
        await system.http.post("/v1/documents", json={"title": title, "text": f"Run {title}."}, headers=headers)
    found = await archive(system, "leaver", "jsonl")
    assert found.namelist() == [
        *("about.json", "daily.jsonl", "activity.jsonl", "memory.jsonl", "turn.jsonl", "document.jsonl")
    ]
    assert json.loads(found.read("about.json"))["user_id"] == "leaver"
    assert [each["value"] for each in lines(found, "daily.jsonl")] == [1, 3]
    assert sorted(str(each["text"]) for each in lines(found, "memory.jsonl")) == sorted(
        f"Note {number}." for number in range(101)
    )
    assert lines(found, "turn.jsonl")[0]["messages"] == question["messages"]
    documents = lines(found, "document.jsonl")
    assert [(each["title"], each["text"]) for each in documents] == [(each, f"Run {each}.") for each in "LKJIHGFEDCBA"]


@pytest.mark.asyncio(loop_scope="module")
async def test_as_csv_each_kind_is_a_table(system: System) -> None:
    found = await archive(system, "tables", "csv")
    assert found.namelist() == ["about.json", "daily.csv", "activity.csv", "memory.csv", "turn.csv", "document.csv"]
    rows = list(csv.DictReader(io.StringIO(found.read("daily.csv").decode())))
    assert rows == [
        {"metric": "steps", "date": "2026-03-01", "value": "1"},
        {"metric": "steps", "date": "2026-03-03", "value": "3"},
    ]
    assert found.read("activity.csv").decode().splitlines() == [
        "kind,fields.duration_min,tags",
        "Running,30.5,",
        'Walking,,"[""a""]"',
    ]


@pytest.mark.asyncio(loop_scope="module")
async def test_open_mhealth_stands_beside_the_rest(system: System) -> None:
    await system.http.put("/v1/data/profile", json={"time_zone": "Europe/Berlin"}, headers=system.as_user("mobile"))
    found = await archive(system, "mobile", "openmhealth")
    assert {"daily.jsonl", "open_mhealth.jsonl"} <= set(found.namelist())
    points = lines(found, "open_mhealth.jsonl")
    first = points[0]
    assert isinstance(first["header"], dict)
    assert first["header"]["schema_id"] == {"namespace": "omh", "name": "step-count", "version": "3.0"}
    assert first["body"] == {
        "step_count": {"value": 1.0, "unit": "steps"},
        "effective_time_frame": {
            "time_interval": {"start_date_time": "2026-03-01T00:00:00+01:00", "duration": {"value": 1, "unit": "d"}}
        },
    }


@pytest.mark.asyncio(loop_scope="module")
async def test_an_export_that_cannot_begin_is_an_error_of_the_request(system: System) -> None:
    system.backend.health_data.refuse = errors.UpstreamUnavailableError("away")
    try:
        response = await system.http.get("/v1/export", headers=system.as_user("leaver"))
    finally:
        system.backend.health_data.refuse = None
    check_problem(response, 503, "upstream_unavailable")
    response = await system.http.get("/v1/export?format=xml", headers=system.as_user("leaver"))
    check_problem(response, 400, "invalid_field")


@pytest.mark.asyncio(loop_scope="module")
async def test_a_time_zone_that_nobody_knows_is_taken_for_utc(system: System) -> None:
    headers = system.as_user("lost")
    await system.http.put("/v1/data/profile", json={"time_zone": "../Atlantis"}, headers=headers)
    point = lines(await archive(system, "lost", "openmhealth"), "open_mhealth.jsonl")[0]
    assert '"2026-03-01T00:00:00+00:00"' in json.dumps(point["body"])


@pytest.mark.asyncio(loop_scope="module")
async def test_a_system_that_keeps_no_documents_exports_the_rest(tmp_path: Path) -> None:
    async with gateway(tmp_path, {"DOMAIN_EXPERT_ADDRESS": ""}) as without:
        found = await archive(without, "reader", "jsonl")
    assert found.namelist() == ["about.json", "daily.jsonl", "activity.jsonl", "memory.jsonl", "turn.jsonl"]


def test_a_day_begins_and_ends_on_the_persons_clock_also_when_it_has_23_hours() -> None:
    points = [json.loads(line) for line in of_days({"weight_kg": {date(2026, 3, 30): 70.5}}, "me", BERLIN, AT)]
    (point,) = points
    assert point["header"]["creation_date_time"] == "2026-05-25T10:00:00+00:00"
    assert point["header"]["user_id"] == "me"
    assert point["body"]["body_weight"] == {"value": 70.5, "unit": "kg"}
    interval = point["body"]["effective_time_frame"]["time_interval"]
    assert interval == {"start_date_time": "2026-03-30T00:00:00+02:00", "duration": {"value": 1, "unit": "d"}}
    assert (
        of_days({"weight_kg": {date(2026, 3, 30): 70.5}}, "me", BERLIN, AT).__next__()
        == json.dumps(point, separators=(",", ":")).encode() + b"\n"
    ), "the id is the same each time"


def test_a_blood_pressure_has_both_its_values() -> None:
    first, second = date(2026, 3, 1), date(2026, 3, 2)
    series = {"systolic_blood_pressure": {first: 120.0, second: 118.0}, "diastolic_blood_pressure": {second: 76.0}}
    (point,) = [json.loads(line) for line in of_days(series, "me", UTC, AT)]
    assert point["body"]["systolic_blood_pressure"] == {"value": 118.0, "unit": "mmHg"}
    assert point["body"]["diastolic_blood_pressure"] == {"value": 76.0, "unit": "mmHg"}
    assert point["body"]["effective_time_frame"]["time_interval"]["start_date_time"] == "2026-03-02T00:00:00+00:00"


def test_an_activity_has_the_time_and_the_distance_that_are_known() -> None:
    run = Activity(
        date="2026-03-29",
        kind="Running",
        fields={"start_clock": 450.5, "duration_min": 30, "distance_m": 5000, "calories_kcal": 300},
    )
    walk = Activity(date="2026-03-30", kind="Walking", fields={})
    first, second = (json.loads(line) for line in of_activities([run, walk], "me", BERLIN, AT))
    assert first["header"]["schema_id"]["name"] == "physical-activity"
    assert first["body"] == {
        "activity_name": "Running",
        "effective_time_frame": {
            "time_interval": {"start_date_time": "2026-03-29T07:30:30+02:00", "duration": {"value": 30, "unit": "min"}}
        },
        "distance": {"value": 5000, "unit": "m"},
        "kcal_burned": {"value": 300, "unit": "kcal"},
    }
    assert second["body"]["effective_time_frame"]["time_interval"]["duration"] == {"value": 1, "unit": "d"}
    assert first["header"]["id"] != second["header"]["id"]


def test_a_table_has_a_column_for_every_name_and_says_nothing_where_nothing_is_known() -> None:
    written = table('{"a":1,"b":{"c":null}}\n{"a":true,"d":["x"],"b":{"c":"ü, \u2028"}}\n'.encode()).decode()
    assert list(csv.reader(io.StringIO(written, newline=""))) == [
        ["a", "b.c", "d"],
        ["1", "", ""],
        ["true", "ü, \u2028", '["x"]'],
    ]
