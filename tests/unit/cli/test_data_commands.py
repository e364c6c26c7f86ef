"""The commands over health data against a scripted server: what is sent, and what a person sees."""

import json
import re
import zipfile
from datetime import date, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from amy.cli.reports import Strip, report_lines, strip_of
from amy.cli.supervisor.state import DataDir, LocalSystem
from amy.client.data_models import Coverage, ImportReport
from tests.unit.cli.commands import amy, frames
from tests.unit.client.scripted_server import Reply, ScriptedServer, json_reply, problem, stream
from tests.unit.client.test_calls import DELETED, PAGE, REPORT, TURN
from tests.unit.client.test_data_calls import BIOMARKER, ENTRY, STATED, SUMMARY

COVERAGE = {
    "metric": "steps",
    "first_date": "2026-01-15",
    "last_date": "2026-04-10",
    "days_with_value": 60,
    "days_missing": 26,
}
RICH = {
    **REPORT,
    "found": [{"what": "nights", "count": 1442}],
    "absent": [{"metric": "heart_rate_variability", "why": "1,442 SDNN values, no rMSSD."}],
    "left_out": [{"file": "routes/a.gpx", "why": "Tracks are not kept."}],
    "coverage": [COVERAGE],
    "entries_written": 3,
    "unconfirmed": 2,
    "warnings": ["Another watch since 2026-03-01."],
}
MONTHS = {
    "metric": "steps",
    "every": "month",
    "points": [["2026-01-01", 1, 17], ["2026-03-01", 1, 1], ["2026-04-01", 1, 5]],
}


def test_a_report_is_one_that_a_person_understands(server: ScriptedServer, tmp_path: Path) -> None:
    file = tmp_path / "export.zip"
    file.write_bytes(b"PK")
    server.play(stream(frames(("import.completed", RICH))), json_reply(MONTHS))
    result = amy("import", str(file), server=server)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "export.zip: canonical_daily, 2 rows, 2026-05-01 to 2026-05-02",
        "  found: 1,442 nights",
        "  2 days written, 3 journal entries",
        # All 17 days from the 15th on, none, one, and 5 of 10.
        "  steps  █ ▁▄  60 of 86 days, 2026-01-15 to 2026-04-10",
        "  not there heart_rate_variability: 1,442 SDNN values, no rMSSD.",
        "  left out routes/a.gpx: Tracks are not kept.",
        "  1 cells skipped: negative (line 3)",
        "  look at this: Another watch since 2026-03-01.",
        "  2 laboratory results wait for you to confirm: amy labs confirm",
        "  dates read as day/month/year",
    ]
    asked = server.requests[1].query
    assert (asked["every"], asked["start"], asked["end"]) == ("month", "2026-01-15", "2026-04-10")


def test_a_server_without_the_data_api_gives_no_picture(server: ScriptedServer, tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_bytes(b"x")
    server.play(json_reply(RICH, 201), problem(404, "route_not_found"))
    result = amy("import", str(file), server=server)
    assert result.exit_code == 0
    assert "  steps  60 of 86 days, 2026-01-15 to 2026-04-10" in result.stdout.splitlines()


def test_what_there_is_too_much_of_is_counted_and_markup_is_text() -> None:
    left_out = [{"file": f"[red]{number}.gpx", "why": "Tracks."} for number in range(20)]
    report = ImportReport.model_validate({**REPORT, "left_out": left_out, "unconfirmed": 1})
    lines = report_lines("a.zip", report)
    assert lines[2] == r"  [dim]left out[/] \[red]0.gpx: Tracks."
    assert lines[10] == "  [dim]and 12 more[/]"
    assert "1 laboratory result waits" in lines[12]


def test_a_strip_has_the_newest_months_and_each_is_measured_by_its_own_length() -> None:
    span = {**COVERAGE, "first_date": "2020-02-01", "last_date": "2026-02-14"}
    strip = strip_of(Coverage.model_validate(span), {date(2026, 1, 1): 31, date(2026, 2, 1): 7})
    assert len(strip.shares) == 36
    assert list(strip.shares[-3:]) == [0, 1, 0.5]
    report = ImportReport.model_validate({**REPORT, "coverage": [span]})
    shown = report_lines("a", report, [Strip(metric="steps", shares=(0, 0.01, 0.5, 1))], ascii_only=True)
    assert "[cyan] .=@[/]" in shown[2]


def test_a_folder_is_sent_as_one_archive(server: ScriptedServer, tmp_path: Path) -> None:
    folder = tmp_path / "takeout"
    folder.mkdir()
    (folder / "steps.json").write_text("[]")
    server.play(json_reply(REPORT, 201))
    result = amy("import", str(folder), server=server)
    assert result.stdout.startswith("takeout: canonical_daily")
    (request,) = server.requests
    assert (request.query["filename"], request.headers["accept"]) == ("takeout.zip", "text/event-stream")
    assert zipfile.ZipFile(BytesIO(request.body)).namelist() == ["steps.json"]


def test_an_import_that_is_refused_while_it_is_read_is_said_to_be(server: ScriptedServer, tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_bytes(b"x")
    failed = {"status": 422, "error": {"code": "unprocessable", "message": "Which year?"}}
    server.play(stream(frames(("import.progress", {"stage": "reading"}), ("import.failed", failed))))
    result = amy("import", str(file), server=server)
    assert (result.exit_code, result.stderr) == (1, "a.csv: not imported. Which year?\n")


def test_imports_are_listed_shown_and_taken_back(server: ScriptedServer) -> None:
    undone = {"values": 1800, "activities": 0, "biomarkers": 0, "entries": 2}
    server.play(
        json_reply({"data": [{**SUMMARY, "cells_written": 1234}], **PAGE}),
        json_reply({"data": []}),
        json_reply({**SUMMARY, "report": {**RICH, "coverage": []}}),
        json_reply(undone),
    )
    listed = amy("imports", "list", server=server).stdout
    assert re.search(r"imp_1 +2026-05-25 10:00 +a\.zip +oura +1,234 ", listed)
    assert "There are older imports." in listed
    assert "amy import PATH" in amy("imports", "list", server=server).stdout
    assert "found: 1,442 nights" in amy("imports", "show", "imp_1", server=server).stdout
    assert amy("imports", "undo", "imp_1", server=server).stdout == "imp_1 is taken back: 1,800 values, 2 entries.\n"
    assert [request.method for request in server.requests] == ["GET", "GET", "GET", "DELETE"]


def test_a_metric_is_shown_by_its_newest_values_of_all_pages(server: ScriptedServer) -> None:
    points = [[f"2026-01-{day:02}", day * 1000] for day in range(1, 32)]
    server.play(
        json_reply({"metric": "steps", "unit": "count", "points": points, "next_cursor": "2026-02-01"}),
        json_reply({"metric": "steps", "unit": "count", "points": [["2026-02-01", 7421]]}),
    )
    shown = amy("data", "steps", "--last", "2", server=server).stdout.splitlines()
    assert [line.split() for line in shown[1:3]] == [
        ["2026-01-31", "31,000", "count"],
        ["2026-02-01", "7,421", "count"],
    ]
    assert shown[3] == "The newest 2 of 32; --last 0 shows all."
    assert server.requests[1].query["cursor"] == "2026-02-01"


def test_weeks_say_of_how_many_days_they_are(server: ScriptedServer) -> None:
    week = {"metric": "steps", "unit": "count", "every": "week", "statistic": "sum", "points": [["2026-03-02", 33, 6]]}
    server.play(json_reply(week), json_reply({**week, "points": []}))
    shown = amy("data", "show", "steps", "--every", "week", "--start", "2026-03-01", server=server).stdout
    assert shown.splitlines()[1].split() == ["2026-03-02", "33", "count", "6"]
    assert "the sum of the week's days" in shown
    assert server.requests[0].query == {"every": "week", "start": "2026-03-01", "limit": "1000"}
    assert "No values of steps" in amy("data", "steps", server=server).stdout


def test_a_metric_that_there_is_not_is_said_in_a_sentence(server: ScriptedServer) -> None:
    server.play(problem(404, "metric_not_found", "There is no metric of this name. Near it: steps."))
    result = amy("data", "step", server=server)
    assert (result.exit_code, "Near it: steps." in result.stderr) == (1, True)


def test_sources_are_put_in_order(server: ScriptedServer) -> None:
    server.play(
        json_reply({"metric": "steps", "days_changed": 12}),
        json_reply({"metric": "*", "days_changed": 0}),
        json_reply({"data": [{"metric": "steps", "sources": ["oura", "fitbit"], "chosen": True}]}),
        json_reply({"data": []}),
    )
    said = amy("data", "prefer", "steps", "oura", "fitbit", server=server).stdout
    assert said == "steps: oura, then fitbit. Another value counts now on 12 days.\n"
    assert json.loads(server.requests[0].body) == {"sources": ["oura", "fitbit"]}
    assert "*: the usual order." in amy("data", "prefer", "*", server=server).stdout
    assert json.loads(server.requests[1].body) == {"sources": []}
    assert re.search(r"steps +oura, fitbit +you", amy("data", "prefer", server=server).stdout)
    assert "more than one source" in amy("data", "prefer", server=server).stdout


def test_laboratory_results_are_listed_and_deleted(server: ScriptedServer) -> None:
    known = [{**BIOMARKER, "reference_high": 300}, {**BIOMARKER, "id": "lab_2", "value": 0.1, "comparator": "<"}]
    odd = {**BIOMARKER, "id": "lab_3", "value": None, "text": "negative", "unit": None, "unconfirmed": False}
    server.play(json_reply({"data": [*known, odd], **PAGE}), json_reply({"data": []}), Reply(status=204))
    lines = amy("labs", "list", "--name", "ferritin", "--unconfirmed", server=server).stdout.splitlines()
    assert lines[1].split() == ["lab_1", "2026-05-25", "ferritin", "41.5", "ng/mL", "-300", "to", "be", "confirmed"]
    assert lines[2].split()[3:5] == ["<0.1", "ng/mL"]
    assert lines[3].split() == ["lab_3", "2026-05-25", "ferritin", "negative"]
    assert lines[4] == "There are older results."
    assert server.requests[0].query == {"name": "ferritin", "unconfirmed": "true", "limit": "50"}
    assert amy("labs", "list", server=server).stdout == "No laboratory results.\n"
    assert amy("labs", "rm", "lab_1", server=server).stdout == "lab_1 deleted.\n"


@pytest.mark.parametrize(
    ("said", "sent"),
    [
        ("41.5", {"value": 41.5, "text": "41.5"}),
        ("< 0.1", {"value": 0.1, "comparator": "<", "text": "< 0.1"}),
        ("negative", {"text": "negative"}),
    ],
)
def test_a_result_is_sent_as_it_is_said(server: ScriptedServer, said: str, sent: dict[str, Any]) -> None:
    server.play(json_reply(BIOMARKER, 201))
    result = amy("labs", "add", "Ferritin", said, "ng/mL", "--taken", "2026-02-01", "--range", "30-", server=server)
    assert result.stdout == "lab_1 kept: ferritin 41.5 ng/mL, 2026-05-25.\n"
    assert json.loads(server.requests[0].body) == {
        "name": "Ferritin",
        "unit": "ng/mL",
        "collected_at": "2026-02-01T00:00:00+00:00",
        "reference_low": 30,
        **sent,
    }


@pytest.mark.parametrize("wrong", [("41,5",), ("<1,234.5",), ("41.5", "--range", "30"), ("41.5", "--taken", "lately")])
def test_a_result_that_can_be_read_in_two_ways_is_not_sent(server: ScriptedServer, wrong: tuple[str, ...]) -> None:
    result = amy("labs", "add", "Ferritin", *wrong, server=server)
    assert (result.exit_code, server.requests) == (1, [])
    assert result.stderr.startswith("amy: ")


def test_each_result_that_waits_is_asked_for(server: ScriptedServer) -> None:
    waiting = [{**BIOMARKER, "id": f"lab_{number}", "reference_text": "30-300"} for number in (1, 2)]
    server.play(
        json_reply({"data": waiting}),
        json_reply({**BIOMARKER, "id": "lab_2"}),
        json_reply(BIOMARKER),
        json_reply({"data": []}),
    )
    result = amy("labs", "confirm", server=server, stdin="n\ny\n")
    assert "ferritin 41.5 ng/mL (range 30-300), 2026-05-25. Is this what the report says?" in result.stdout
    assert "lab_2 counts: ferritin 41.5 ng/mL, 2026-05-25." in result.stdout
    amy("labs", "confirm", "lab_9", server=server)
    assert [request.path.split("/")[4:] for request in server.requests[1:]] == [
        ["lab_2", "confirm"],
        ["lab_9", "confirm"],
    ]
    assert amy("labs", "confirm", server=server).stdout == "Nothing waits to be confirmed.\n"


def test_a_profile_is_shown_and_said(server: ScriptedServer) -> None:
    known = {"sex": "female", "birth_year": 1984, "devices": ["Watch6,2", "Ring"]}
    server.play(json_reply(known), json_reply(known))
    lines = amy("profile", server=server).stdout.splitlines()
    assert ["birth", "year", "1984"] in [line.split() for line in lines]
    assert ["devices", "Watch6,2,", "Ring"] in [line.split() for line in lines]
    assert ["height", "cm", "not", "known"] in [line.split() for line in lines]
    amy("profile", "--sex", "female", "--height", "170.5", "--time-zone", "Europe/Berlin", server=server)
    assert [request.method for request in server.requests] == ["GET", "PUT"]
    assert json.loads(server.requests[1].body) == {"sex": "female", "height_cm": 170.5, "time_zone": "Europe/Berlin"}


def test_the_journal_is_written_in_words_by_the_persons_own_clock(server: ScriptedServer) -> None:
    said = {**ENTRY, "note": "with Kim", "unit": "cups"}
    server.play(json_reply({"data": [said], "added": 1}, 201), json_reply({"data": [said], "added": 0}, 201))
    assert amy("log", "2 coffees", "at 15:00", server=server).stdout == (
        "ent_1 2026-03-01 15:00 coffee 2 cups: with Kim\n"
    )
    body = json.loads(server.requests[0].body)
    assert body["text"] == "2 coffees at 15:00"
    assert abs((datetime.fromisoformat(body["now"]) - datetime.now()).total_seconds()) < 120  # noqa: DTZ005
    assert "kept once" in amy("log", "2 coffees at 15:00", server=server).stdout


def test_entries_are_listed_deleted_and_said_to_be_complete(server: ScriptedServer) -> None:
    server.play(
        json_reply({"data": [ENTRY, {**ENTRY, "id": "ent_2", "amount": None}], "logged_tags": ["coffee"], **PAGE}),
        json_reply({"data": []}),
        *[Reply(status=204)] * 3,
    )
    lines = amy("entries", "list", "--tag", "coffee", "--start", "2026-03-01", server=server).stdout.splitlines()
    assert lines[1].split() == ["ent_1", "2026-03-01", "15:00", "coffee", "2"]
    assert lines[2].split() == ["ent_2", "2026-03-01", "15:00", "coffee"]
    assert lines[3:] == ["You log always: coffee.", "There are older entries."]
    assert "amy log" in amy("entries", "list", server=server).stdout
    assert amy("entries", "rm", "ent_1", server=server).stdout == "ent_1 deleted.\n"
    amy("entries", "always", "coffee", "--since", "2026-01-01", server=server)
    said = amy("entries", "always", "coffee", "--no-longer", server=server).stdout
    assert said == "A day without an entry of coffee may be one with.\n"
    bodies = [json.loads(request.body) for request in server.requests[3:]]
    assert bodies == [{"logged": True, "since": "2026-01-01"}, {"logged": False}]


def test_a_value_is_traced_to_its_row(server: ScriptedServer) -> None:
    page = {
        "data": [{**STATED, "file": "export.xml", "row": 17, "rows": 4, "counts": True}, STATED],
        "inputs": [{"metric": "steps", "start": "2026-03-01", "end": "2026-03-01"}],
        **PAGE,
    }
    server.play(json_reply(page), json_reply({"data": [], "inputs": page["inputs"]}))
    lines = amy("trace", "steps", "2026-03-01", server=server).stdout.splitlines()
    assert lines[0] == "steps from 2026-03-01 to 2026-03-01"
    assert lines[2].split() == [
        *("2026-03-01", "steps", "7", "oura", "export.xml", "17", "and", "3", "more", "imp_1", "yes")
    ]
    assert lines[3].split() == ["2026-03-01", "steps", "7", "oura", "imp_1", "no"]
    assert "name a day" in lines[4]
    assert server.requests[0].query == {
        "metric": "steps",
        "start": "2026-03-01",
        "end": "2026-03-01",
        "limit": "100",
    }
    assert "No import states anything" in amy("trace", "steps", server=server).stdout


def test_a_fact_is_traced_by_its_claim_alone_in_the_newest_answer(server: ScriptedServer) -> None:
    note = {"data": [], "inputs": [], "note": "You said this number yourself."}
    server.play(json_reply({"data": [TURN]}), json_reply(note), json_reply(note))
    assert amy("trace", "user.1", server=server).stdout == "You said this number yourself.\n"
    amy("trace", "turn_9/ds-001.avg", server=server)
    assert [request.query.get("fact") for request in server.requests] == [None, "turn_1/user.1", "turn_9/ds-001.avg"]


def test_everything_is_written_to_a_file_that_was_not_there(
    server: ScriptedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    server.play(*[Reply(pieces=(b"PK",))] * 2)
    name = f"amy-export-{date.today()}.zip"  # noqa: DTZ011, the person's own day
    assert amy("export", server=server).stdout == f"{name}: 2 bytes.\n"
    assert (tmp_path / name).read_bytes() == b"PK"
    assert amy("export", server=server).exit_code == 1
    amy("export", "--format", "csv", "--output", "mine.zip", server=server)
    assert [request.query["format"] for request in server.requests] == ["jsonl", "csv"]
    assert amy("export", "--format", "xml", server=server).exit_code == 2


def test_a_reset_is_of_the_local_system_and_asked_for(
    server: ScriptedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Another system that the environment names is not the one to be reset.
    monkeypatch.setenv("AMY_BASE_URL", "http://127.0.0.1:1")
    directory = DataDir(tmp_path)
    with directory.locked():
        directory.write_local(LocalSystem(base_url=server.base_url, admin_key="k", pid=1))
        refused = amy("reset", "--data-dir", str(tmp_path), stdin="no\n")
        assert (refused.exit_code, server.requests) == (1, [])
        server.play(json_reply({**DELETED, "entries": 40}))
        done = amy("reset", "--data-dir", str(tmp_path), stdin="me\n")
    assert done.stdout.endswith("2 imports, 40 entries, 1 keys.\n")
    headers = server.requests[0].headers
    assert (headers["amy-user"], headers["amy-confirm"]) == ("me", "me")


def test_a_bar_shows_what_is_done_with_a_file_while_it_is_read(
    server: ScriptedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    file = tmp_path / "a.zip"
    file.write_bytes(b"PK")
    told = {"stage": "reading", "bytes_done": 250_000, "bytes_total": 1_000_000, "file": "deep/[b]steps.json"}
    server.play(stream(frames(("import.progress", told), ("import.completed", REPORT))))
    result = amy("import", str(file), server=server)
    shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", result.stderr)
    assert "reading deep/[b]steps.json" in shown
    assert re.search(r"0\.2/1\.0 MB|250\.0/1000\.0 kB", shown)
    assert "reading" not in result.stdout
