"""Every call of health data, of both clients; files and folders out, an archive in."""

import io
import json
import zipfile
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from amy.client import AmyError, ConnectionFailedError, NotFoundError, UnprocessableError
from amy.client.data_models import ImportProgress
from amy.client.upload import pieces_of, size_of
from tests.unit.client.scripted_server import Reply, ScriptedServer, json_reply, problem, stream
from tests.unit.client.test_calls import AT, PAGE, REPORT, Act, Run, run_async, run_blocking

NOW = datetime(2026, 3, 1, 18, 20)  # noqa: DTZ001, a local time has no zone
SUMMARY = {"import_id": "imp_1", "filename": "a.zip", "sources": ["oura"], "format": "oura", "imported_at": AT}
BIOMARKER = {"id": "lab_1", "name": "ferritin", "value": 41.5, "unit": "ng/mL", "collected_at": AT, "unconfirmed": True}
ENTRY = {"id": "ent_1", "at": "2026-03-01T15:00", "tag": "coffee", "amount": 2, "unit": None, "note": None}
STATED = {"metric": "steps", "date": "2026-03-01", "value": 7, "source": "oura", "import_id": "imp_1", "row": None}


@pytest.fixture(params=[run_blocking, run_async])
def run(request: pytest.FixtureRequest) -> Run:
    chosen: Run = request.param
    return chosen


CALLS: dict[str, tuple[Act, str, str, dict[str, str], Any, Any, Callable[[Any], bool]]] = {
    "imports": (
        lambda amy: amy.data.imports(limit=2),
        *("GET", "/v1/data/imports", {"limit": "2"}, None),
        {"data": [SUMMARY], **PAGE},
        lambda page: page.data[0].sources == ["oura"] and page.next_cursor == "next",
    ),
    "an import": (
        lambda amy: amy.data.import_("imp/1"),
        *("GET", "/v1/data/imports/imp%2F1", {}, None),
        {**SUMMARY, "report": REPORT},
        lambda found: found.report.rows_read == 2 and found.filename == "a.zip",
    ),
    "undo an import": (
        lambda amy: amy.data.undo_import("imp_1"),
        *("DELETE", "/v1/data/imports/imp_1", {}, None),
        {"values": 7, "activities": 1, "biomarkers": 0, "entries": 2},
        lambda undone: (undone.values, undone.entries) == (7, 2),
    ),
    "a metric by week": (
        lambda amy: amy.data.metric("steps", start=date(2026, 3, 1), end="2026-03-31", every="week", cursor="c"),
        *("GET", "/v1/data/metrics/steps"),
        {"start": "2026-03-01", "end": "2026-03-31", "every": "week", "cursor": "c"},
        None,
        {"metric": "steps", "unit": "count", "every": "week", "statistic": "sum", "points": [["2026-03-02", 33, 6]]},
        lambda page: page.points == [(date(2026, 3, 2), 33.0, 6)] and page.statistic == "sum",
    ),
    "a metric by day": (
        lambda amy: amy.data.metric("steps"),
        *("GET", "/v1/data/metrics/steps", {"every": "day"}, None),
        {"metric": "steps", "points": [["2026-03-02", 33]], **PAGE},
        lambda page: page.points == [(date(2026, 3, 2), 33.0)] and page.has_more,
    ),
    "activities": (
        lambda amy: amy.data.activities(kind="Running", start="2026-03-01", limit=5),
        *("GET", "/v1/data/activities", {"kind": "Running", "start": "2026-03-01", "limit": "5"}, None),
        {"data": [{"date": "2026-03-01", "kind": "Running", "fields": {"duration_min": 30}}], **PAGE},
        lambda page: page.data[0].fields == {"duration_min": 30.0},
    ),
    "biomarkers": (
        lambda amy: amy.data.biomarkers(name="ferritin", unconfirmed=True),
        *("GET", "/v1/data/biomarkers", {"name": "ferritin", "unconfirmed": "true"}, None),
        {"data": [BIOMARKER], **PAGE},
        lambda page: page.data[0].unconfirmed and page.data[0].value == 41.5,
    ),
    "add a biomarker": (
        lambda amy: amy.data.add_biomarker(
            "ferritin", 41.5, unit="ng/mL", collected_at=datetime(2026, 2, 1, tzinfo=UTC), reference=(None, 300)
        ),
        *("POST", "/v1/data/biomarkers", {}),
        {
            "name": "ferritin",
            "value": 41.5,
            "unit": "ng/mL",
            "collected_at": "2026-02-01T00:00:00+00:00",
            "reference_high": 300,
        },
        BIOMARKER,
        lambda result: result.id == "lab_1",
    ),
    "confirm a biomarker": (
        lambda amy: amy.data.confirm_biomarker("lab_1"),
        *("POST", "/v1/data/biomarkers/lab_1/confirm", {}, None),
        BIOMARKER | {"unconfirmed": False},
        lambda result: not result.unconfirmed,
    ),
    "delete a biomarker": (
        lambda amy: amy.data.delete_biomarker("lab_1"),
        *("DELETE", "/v1/data/biomarkers/lab_1", {}, None),
        None,
        lambda nothing: nothing is None,
    ),
    "the profile": (
        lambda amy: amy.data.profile(),
        *("GET", "/v1/data/profile", {}, None),
        {"sex": "female", "age_years": 41, "devices": ["Watch6,2"]},
        lambda profile: (profile.sex, profile.height_cm, profile.devices) == ("female", None, ["Watch6,2"]),
    ),
    "set the profile": (
        lambda amy: amy.data.set_profile(birth_year=1984, time_zone="Europe/Berlin"),
        *("PUT", "/v1/data/profile", {}, {"birth_year": 1984, "time_zone": "Europe/Berlin"}),
        {"birth_year": 1984},
        lambda profile: profile.birth_year == 1984,
    ),
    "provenance of a fact": (
        lambda amy: amy.data.provenance(fact="turn_1/ds-001.avg", limit=3),
        *("GET", "/v1/data/provenance", {"fact": "turn_1/ds-001.avg", "limit": "3"}, None),
        {"data": [STATED], "inputs": [{"metric": "steps", "start": None, "end": None}], "note": None},
        lambda page: page.data[0].value == 7 and page.inputs[0].metric == "steps" and page.note is None,
    ),
    "priorities": (
        lambda amy: amy.data.priorities(),
        *("GET", "/v1/data/priorities", {}, None),
        {"data": [{"metric": "steps", "sources": ["oura"], "chosen": True}]},
        lambda answer: answer.data[0].chosen,
    ),
    "set a priority": (
        lambda amy: amy.data.set_priority("*", ["oura", "fitbit"]),
        *("PUT", "/v1/data/priorities/%2A", {}, {"sources": ["oura", "fitbit"]}),
        {"metric": "*", "days_changed": 3},
        lambda answer: answer.days_changed == 3,
    ),
    "entries": (
        lambda amy: amy.data.entries(tag="coffee", end=date(2026, 3, 2)),
        *("GET", "/v1/data/entries", {"tag": "coffee", "end": "2026-03-02"}, None),
        {"data": [ENTRY], "logged_tags": ["coffee"], **PAGE},
        lambda page: page.data[0].amount == 2 and page.logged_tags == ["coffee"],
    ),
    "add entries": (
        lambda amy: amy.data.add_entries([{"at": "2026-03-01", "tag": "travel"}], text="2 coffees", now=NOW),
        *("POST", "/v1/data/entries", {}),
        {"entries": [{"at": "2026-03-01", "tag": "travel"}], "text": "2 coffees", "now": "2026-03-01T18:20"},
        {"data": [ENTRY], "added": 1},
        lambda added: added.added == 1 and added.data[0].tag == "coffee",
    ),
    "delete an entry": (
        lambda amy: amy.data.delete_entry("ent_1"),
        *("DELETE", "/v1/data/entries/ent_1", {}, None),
        None,
        lambda nothing: nothing is None,
    ),
    "log a tag": (
        lambda amy: amy.data.log_tag("late meal", since=date(2026, 1, 1)),
        *("PUT", "/v1/data/entries/tags/late%20meal", {}, {"logged": True, "since": "2026-01-01"}),
        None,
        lambda nothing: nothing is None,
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_call_sends_what_is_documented_and_reads_the_answer(server: ScriptedServer, run: Run, name: str) -> None:
    act, method, path, query, body, answer, check = CALLS[name]
    server.play(Reply(status=204) if answer is None else json_reply(answer, 201 if method == "POST" else 200))
    assert check(run(server, act))
    (request,) = server.requests
    assert (request.method, request.path, request.query) == (method, path, query)
    assert (json.loads(request.body) if request.body else None) == body
    assert ("idempotency-key" in request.headers) == (method == "POST")


def framed(name: str, data: dict[str, Any]) -> bytes:
    return f"id: 1\nevent: {name}\ndata: {json.dumps(data)}\n\n".encode()


PROGRESS = {"stage": "reading", "bytes_done": 5, "bytes_total": 9, "file": "a.csv"}


def test_reading_is_told_of_after_the_sending(server: ScriptedServer, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text("date,steps\n")
    told: list[int | ImportProgress] = []
    events = framed("import.progress", PROGRESS) + framed("import.dreamt", {}) + framed("import.completed", REPORT)
    server.play(stream(events[:30], events[30:]))
    report = run(server, lambda amy: amy.data.import_file(file, progress=told.append, reading=told.append))
    assert server.requests[0].headers["accept"] == "text/event-stream"
    assert told == [11, ImportProgress(stage="reading", bytes_done=5, bytes_total=9, file="a.csv")]
    assert report.rows_read == 2


def test_a_server_of_before_answers_at_the_end(server: ScriptedServer, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text("date,steps\n")
    server.play(json_reply(REPORT, 201))
    assert run(server, lambda amy: amy.data.import_file(file, reading=print)).warnings == []


def test_an_import_that_fails_in_the_stream_raises_what_the_response_would_have(
    server: ScriptedServer, run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "a.csv"
    file.write_text("date,steps\n")
    error = {"code": "unprocessable", "message": "Which year?", "request_id": "req_9", "docs_url": ""}
    server.play(stream(framed("import.failed", {"status": 422, "error": error})))
    with pytest.raises(UnprocessableError, match="Which year") as caught:
        run(server, lambda amy: amy.data.import_file(file, reading=print))
    assert caught.value.request_id == "req_9"


def test_a_stream_that_ends_before_the_import_is_begun_again_under_the_same_key(
    server: ScriptedServer, run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "a.csv"
    file.write_text("date,steps\n")
    server.play(stream(framed("import.progress", PROGRESS)), stream(framed("import.completed", REPORT)))
    run(server, lambda amy: amy.data.import_file(file, reading=lambda _: None))
    first, second = server.requests
    assert first.body == second.body == b"date,steps\n"
    assert first.headers["idempotency-key"] == second.headers["idempotency-key"]


def a_folder(where: Path) -> Path:
    folder = where / "export"
    (folder / "deep").mkdir(parents=True)
    (folder / "b.csv").write_bytes(b"date,steps\n" + b"x" * 200_000)
    (folder / "deep" / "ä.json").write_bytes(b"[]")
    (folder / "empty.csv").write_bytes(b"")
    (folder / ".DS_Store").write_bytes(b"hidden")
    (folder / "link.csv").symlink_to(folder / "b.csv")
    return folder


def test_a_folder_is_sent_as_one_archive_of_its_files(server: ScriptedServer, run: Run, tmp_path: Path) -> None:
    folder = a_folder(tmp_path)
    told: list[int] = []
    server.play(json_reply(REPORT, 201))
    run(server, lambda amy: amy.data.import_file(folder, progress=told.append))
    (request,) = server.requests
    assert request.query == {"filename": "export.zip"}
    assert "content-length" not in request.headers
    found = zipfile.ZipFile(io.BytesIO(request.body))
    assert found.testzip() is None
    assert {name: len(found.read(name)) for name in found.namelist()} == {
        "b.csv": 200_011,
        "deep/ä.json": 2,
        "empty.csv": 0,
    }
    assert told[-1] == len(request.body)
    assert size_of(folder) == 200_013


def test_the_same_folder_is_the_same_archive_whenever_and_wherever_it_is_sent(tmp_path: Path) -> None:
    first, second = (b"".join(pieces_of(a_folder(tmp_path / name))) for name in "ab")
    assert first == second


def test_a_folder_is_never_whole_in_memory(tmp_path: Path) -> None:
    assert max(map(len, pieces_of(a_folder(tmp_path)))) < 70_000


def test_an_export_is_written_to_a_new_file(server: ScriptedServer, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "all.zip"
    server.play(Reply(headers={"Content-Type": "application/zip"}, pieces=(b"PK", b"rest")))
    assert run(server, lambda amy: amy.data.export(file, "csv")) == file
    assert file.read_bytes() == b"PKrest"
    assert (server.requests[0].path, server.requests[0].query) == ("/v1/export", {"format": "csv"})
    with pytest.raises(FileExistsError):
        run(server, lambda amy: amy.data.export(file))
    assert file.read_bytes() == b"PKrest"


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (problem(404, "route_not_found"), NotFoundError),
        (Reply(pieces=(b"PK",), dies=True), ConnectionFailedError),
    ],
)
def test_an_export_that_fails_leaves_no_file(
    server: ScriptedServer, run: Run, tmp_path: Path, reply: Reply, error: type[AmyError]
) -> None:
    file = tmp_path / "all.zip"
    server.play(reply)
    with pytest.raises(error):
        run(server, lambda amy: amy.data.export(file))
    assert not file.exists()
