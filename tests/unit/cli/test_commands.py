"""The commands against a scripted server: what a person sees, what a program sees, and how each failure ends."""

import io
import json
import os
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from amy.cli.supervisor.state import DataDir, LocalSystem
from amy.cli.watch import Watch
from amy.client.events import ValidatorCritic
from tests.unit.cli.commands import amy, frames
from tests.unit.client.scripted_server import Reply, ScriptedServer, json_reply, problem, stream
from tests.unit.client.test_calls import AT, MEMORY, REPORT, TURN
from tests.unit.client.test_events import RESULT

DASH = "\N{EN DASH}"
EVENTS: list[tuple[str, dict[str, Any]]] = [
    ("turn.started", {"turn_id": "turn_1", "at": AT}),
    ("agent.started", {"agent": "data_science", "at": AT, "question": "Correlate RHR with sleep"}),
    ("agent.thought", {"agent": "data_science", "delta": "Looking at "}),
    ("agent.thought", {"agent": "data_science", "delta": "your [bold]table\x1b[31m."}),
    (
        "agent.completed",
        {"agent": "data_science", "at": AT, "duration_ms": 98400, "cost_usd": 0, "output_summary": "ok"},
    ),
    (
        "validator.gate",
        {"finding_id": "ds-001", "claim": "They go together.", "gate": "sample_size", "verdict": "passed"},
    ),
    (
        "validator.gate",
        {"finding_id": "ds-001", "claim": "They go together.", "gate": "bootstrap", "verdict": "failed"},
    ),
    ("validator.gate", {"finding_id": "ds-001", "claim": "They go together.", "gate": "noise", "verdict": "skipped"}),
    ("validator.critic", {"finding_id": "ds-001", "verdict": "downgrade", "reasoning": "Few days."}),
    ("agent.dreamt", {"of": "sheep"}),
    ("agent.started", {"agent": "synthesis", "at": AT, "question": ""}),
    ("agent.thought", {"agent": "synthesis", "delta": "Short answer: no"}),
    ("fact_check", {"issues": [{"value": 3, "token": "3", "severity": "warn", "action": "dropped"}]}),
    ("cost_warning", {"cost_usd": 0.6, "threshold_usd": 0.5, "at": AT}),
    ("turn.completed", {"turn_id": "turn_1", "result": RESULT}),
]
FAILED = (
    "turn.failed",
    {"turn_id": "turn_1", "error": {"code": "internal_error", "message": "Broke.", "request_id": "req_9"}},
)


def test_a_question_is_watched_to_its_answer_and_fact_sheet(server: ScriptedServer) -> None:
    server.play(json_reply(TURN, 201), stream(frames(*EVENTS)))
    result = amy("ask", "Is it?", server=server)
    assert result.exit_code == 0, result.output
    lines = [line.rstrip() for line in result.stdout.splitlines()]
    assert lines == [
        "data_science Correlate RHR with sleep",
        "  data_science: Looking at your [bold]table[31m.",
        "data_science done in 98.4 s: ok",
        "checking ds-001 They go together.",
        "  ✓ sample_size",
        "  ✗ bootstrap",
        f"  {DASH} noise",
        f"  {DASH} critic: downgrade Few days.",
        "numbers that could not be traced: 3 (dropped)",
        "This turn has cost more than $0.50; it goes on.",
        "",
        "Short answer: no",
        "",
        "Fact sheet",
        "claim           value  unit   n  window  verdict  source",
        "ds-001.effect  -0.374        87  all              data_science",
        "",
        "2 validated, 0 conditional, 1 rejected · 222.0 s · $0.1288",
    ]
    assert json.loads(server.requests[0].body) == {
        "messages": [{"role": "user", "content": "Is it?"}],
        "stream": True,
    }


def test_days_and_times_of_day_read_as_such(server: ScriptedServer) -> None:
    facts = [
        {"claim": "ds-001.mean", "value": 1395.4, "unit": "clock", "source": "data_science"},
        {"claim": "ds-001.day", "value": 20551, "unit": "date", "source": "data_science"},
        {"claim": "ds-001.start_day", "value": 1e9, "unit": "date", "source": "data_science"},
    ]
    server.play(json_reply({**TURN, "status": "completed", "result": {**RESULT, "fact_sheet": facts}}))
    rows = [line.split() for line in amy("turns", "show", "turn_1", server=server).stdout.splitlines()]
    assert [row[1] for row in rows if row and row[0].startswith("ds-001")] == [
        "23:15",
        "2026-04-08",
        "1,000,000,000",
    ]


VERDICTS = [
    ("validated", "✓ The link held up in every check."),
    ("conditional", f"{DASH} Take the link with care: it rests on few days."),
    ("rejected", "✗ The link could not be confirmed: it may be no more than chance."),
]


def reviewed(verdict: str, said: str) -> list[tuple[str, dict[str, Any]]]:
    gate = {"finding_id": "ds-001", "claim": "They go together.", "gate": "multiplicity", "verdict": "passed"}
    critic = {"finding_id": "ds-001", "verdict": "downgrade", "reasoning": "Few days.", "finding_verdict": verdict}
    return [
        ("validator.gate", {**gate, "explanation": "It also stands [out]."}),
        ("validator.critic", {**critic, "explanation": said.partition(" ")[2]}),
        ("turn.completed", {"turn_id": "turn_1", "result": RESULT}),
    ]


@pytest.mark.parametrize(("verdict", "said"), VERDICTS)
def test_each_verdict_is_explained_in_one_line(server: ScriptedServer, verdict: str, said: str) -> None:
    server.play(json_reply(TURN, 201), stream(frames(*reviewed(verdict, said))))
    lines = amy("ask", "Is it?", server=server).stdout.splitlines()
    assert lines[:4] == ["checking ds-001 They go together.", "  ✓ multiplicity", f"  {said}", ""]


def test_asked_for_more_each_gate_and_the_critic_say_what_they_found(server: ScriptedServer) -> None:
    server.play(json_reply(TURN, 201), stream(frames(*reviewed(*VERDICTS[1]))))
    lines = amy("ask", "Is it?", "--verbose", server=server).stdout.splitlines()
    assert lines[:4] == [
        "checking ds-001 They go together.",
        "  ✓ multiplicity It also stands [out].",
        f"  {DASH} critic: downgrade Few days.",
        f"  {VERDICTS[1][1]}",
    ]


@pytest.mark.parametrize(
    ("verdict", "mark", "said"),
    [
        ("rejected", "✗", "The claim could not be confirmed: the stored data could not be read."),
        ("conditional", DASH, "Take the number with care: nothing has computed it a second time."),
    ],
)
def test_a_finding_that_no_gate_saw_is_named_with_its_verdict(
    server: ScriptedServer, verdict: str, mark: str, said: str
) -> None:
    critic = {"finding_id": "ds-007", "verdict": "downgrade", "finding_verdict": verdict, "explanation": said}
    completed = ("turn.completed", {"turn_id": "turn_1", "result": RESULT})
    server.play(json_reply(TURN, 201), stream(frames(("validator.critic", critic), completed)))
    lines = amy("ask", "Is it?", server=server).stdout.splitlines()
    assert lines[:2] == ["checking ds-007", f"  {mark} {said}"]


@pytest.mark.parametrize(("verdict", "colour"), [("validated", "32"), ("conditional", "33"), ("rejected", "31")])
def test_a_verdict_has_its_colour_on_a_terminal(verdict: str, colour: str) -> None:
    written = io.StringIO()
    console = Console(file=written, force_terminal=True, color_system="standard", width=100, highlight=False)
    data = {"finding_verdict": verdict, "explanation": "Said."}
    Watch(console).show(
        ValidatorCritic.model_validate(
            {
                "id": 1,
                "type": "validator.critic",
                "name": "validator.critic",
                "finding_id": "ds-001",
                "verdict": "accept",
            }
            | {"data": data, **data}
        )
    )
    (line,) = [line for line in written.getvalue().splitlines() if "Said." in line]
    assert f"\x1b[{colour}m" in line


def test_json_is_one_event_a_line_unknown_ones_included(server: ScriptedServer) -> None:
    server.play(json_reply(TURN, 201), stream(frames(*EVENTS)))
    result = amy("ask", "Is it?", "--json", "--no-memory", server=server)
    assert result.exit_code == 0
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert lines == [{"id": number, "event": name, "data": data} for number, (name, data) in enumerate(EVENTS, start=1)]
    assert json.loads(server.requests[0].body)["context"] == {"include_memory": False}


@pytest.mark.parametrize("flags", [(), ("--json",)])
def test_a_failed_turn_exits_with_1(server: ScriptedServer, flags: tuple[str, ...]) -> None:
    server.play(json_reply(TURN, 201), stream(frames(FAILED)))
    result = amy("ask", "Is it?", *flags, server=server)
    assert result.exit_code == 1
    assert "Broke." in result.stdout


def test_files_are_reported_one_by_one_and_a_refused_one_does_not_stop_the_rest(
    server: ScriptedServer, tmp_path: Path
) -> None:
    files = [tmp_path / name for name in ("good.csv", "bad.csv", "again.csv")]
    for file in files:
        file.write_text("date,steps\n")
    server.play(
        json_reply(REPORT, 201),
        problem(422, "unprocessable", "The dates can be read in two ways."),
        json_reply({**REPORT, "already_imported": True}, 201),
    )
    result = amy("import", *map(str, files), "--subject", "id 7", "--user", "anna", server=server)
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "good.csv: canonical_daily, 2 rows, 2026-05-01 to 2026-05-02",
        "  2 days written",
        "  1 cells skipped: negative (line 3)",
        "  dates read as day/month/year",
        "again.csv: imported before, nothing has changed.",
    ]
    assert result.stderr.splitlines() == ["bad.csv: not imported. The dates can be read in two ways."]
    assert {request.headers["amy-user"] for request in server.requests} == {"anna"}
    assert {request.query["subject"] for request in server.requests} == {"id 7"}


def test_a_file_of_which_nothing_was_used_fails_with_the_reasons_by_row(server: ScriptedServer, tmp_path: Path) -> None:
    file = tmp_path / "bad.csv"
    file.write_text("date,steps\n")
    nothing = {
        **REPORT,
        "rows_read": 9,
        "days_written": 0,
        "cells_written": 0,
        "cells_skipped": 9,
        "skipped": [
            {"reason": "steps: not a number", "cells": 7, "first_lines": [2, 3]},
            {"reason": "spo2: negative", "cells": 2, "first_lines": [3]},
        ],
    }
    server.play(json_reply(nothing, 201))
    result = amy("import", str(file), server=server)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.splitlines() == [
        "bad.csv: nothing was imported. 9 rows were read, and none could be used:",
        "  line 2: steps: not a number",
        "  line 3: steps: not a number; spo2: negative",
        "  and 6 more like these",
        "  dates read as day/month/year",
    ]


@pytest.mark.parametrize("field", ["days_unchanged", "activities_written", "already_imported"])
def test_a_file_that_changed_nothing_but_was_of_use_does_not_fail(
    server: ScriptedServer, tmp_path: Path, field: str
) -> None:
    file = tmp_path / "again.csv"
    file.write_text("date,steps\n")
    server.play(json_reply({**REPORT, "days_written": 0, field: 1}, 201))
    assert amy("import", str(file), server=server).exit_code == 0


def test_a_file_that_is_not_there_is_wrong_usage(server: ScriptedServer) -> None:
    assert amy("import", "/nowhere.csv", server=server).exit_code == 2


def test_data_shows_each_metric_with_its_span(server: ScriptedServer) -> None:
    metric = {
        "name": "steps",
        "unit": "count",
        "first_date": "2026-01-01",
        "last_date": "2026-01-10",
        "days_with_value": 8,
        "days_missing": 2,
        "coverage": 0.8,
        "latest_value": 12345.0,
    }
    described = {"metrics": [metric], "reference_date": "2026-01-10", "first_date": "2026-01-01", "days_on_record": 10}
    server.play(json_reply(described), json_reply({"metrics": []}))
    shown = amy("data", server=server).stdout
    assert "steps" in shown
    assert "12,345" in shown
    assert "80%" in shown
    assert '"Today" is 2026-01-10' in shown
    assert "No data yet" in amy("data", server=server).stdout


def test_memory_is_listed_added_and_removed(server: ScriptedServer) -> None:
    page = {"data": [MEMORY], "next_cursor": "c", "has_more": True}
    server.play(json_reply(page), json_reply(MEMORY, 201), Reply(status=204), Reply(status=204))
    listed = amy("memory", "list", "--category", "preference", server=server).stdout
    assert "Vegetarian." in listed
    assert "older entries" in listed
    assert "mem_1 remembered." in amy("memory", "add", "Vegetarian.", "--category", "preference", server=server).stdout
    assert "mem_2 forgotten." in amy("memory", "rm", "mem_1", "mem_2", server=server).stdout
    assert [request.method for request in server.requests] == ["GET", "POST", "DELETE", "DELETE"]


def test_turns_are_listed_and_shown(server: ScriptedServer) -> None:
    done = {**TURN, "status": "completed", "result": RESULT}
    broken = {**TURN, "status": "failed", "error": {"code": "internal_error", "message": "Broke."}}
    server.play(json_reply({"data": [TURN]}), json_reply(done), json_reply(broken), json_reply(TURN), json_reply(done))
    assert "queued" in amy("turns", "list", server=server).stdout
    shown = amy("turns", "show", "turn_1", server=server).stdout
    assert "user Hi" in shown
    assert "Short answer: no" in shown
    assert "Broke." in amy("turns", "show", "turn_1", server=server).stdout
    assert "queued" in amy("turns", "show", "turn_1", server=server).stdout
    as_json = amy("turns", "show", "turn_1", "--json", server=server).stdout
    assert json.loads(as_json)["result"]["answer"] == "Short answer: no"


def test_a_key_is_all_that_standard_output_gets(server: ScriptedServer) -> None:
    server.play(json_reply({"id": "key_1", "user_id": "anna", "name": "", "created_at": AT, "key": "amy_live_x"}, 201))
    result = amy("keys", "create", "anna", server=server)
    assert result.stdout == "amy_live_x\n"
    assert "will not be shown again" in result.stderr


def test_a_user_is_deleted_once_the_name_was_typed_again(server: ScriptedServer) -> None:
    kinds = ("turns", "turn_events", "memories", "documents", "measured_values", "activities", "biomarkers", "imports")
    deleted = {**dict.fromkeys(kinds, 0), "turns": 3, "measured_values": 1800, "keys": 1}
    server.play(json_reply(deleted), json_reply(deleted))
    refused = amy("users", "rm", "anna", server=server, stdin="ben\n")
    assert (refused.exit_code, "Nothing was deleted." in refused.stderr, server.requests) == (1, True, [])
    done = "anna is deleted: 3 turns, 1,800 measured values, 1 keys.\n"
    assert amy("users", "rm", "anna", server=server, stdin="anna\n").stdout.endswith(done)
    assert amy("users", "rm", "anna", "--yes", server=server).stdout == done
    assert {request.headers["amy-confirm"] for request in server.requests} == {"anna"}


def test_one_key_or_all_of_a_users_are_revoked(server: ScriptedServer) -> None:
    listed = {"data": [{"id": "key_1", "name": "phone", "created_at": AT}]}
    server.play(json_reply(listed), Reply(status=204), json_reply({"revoked": 2}))
    assert "phone" in amy("keys", "list", "anna", server=server).stdout
    assert amy("keys", "revoke", "key_1", server=server).stdout == "1 revoked.\n"
    assert amy("keys", "revoke", "anna", server=server).stdout == "2 revoked.\n"
    assert [(request.path, request.query) for request in server.requests[1:]] == [
        ("/v1/keys/key_1", {}),
        ("/v1/keys", {"user_id": "anna"}),
    ]


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (problem(401, "invalid_token", "The key is not valid."), "amy: The key is not valid. (request req_1)"),
        (problem(429, "concurrency_limit_exceeded", "Three turns run."), "amy: Three turns run. (request req_1)"),
        (Reply(pieces=(b"<html>",)), "is not a"),
    ],
)
def test_a_refusal_is_a_sentence_and_exit_code_1(server: ScriptedServer, reply: Reply, said: str) -> None:
    server.play(reply)
    result = amy("ask", "Is it?", server=server)
    assert result.exit_code == 1
    assert said in result.stderr
    assert "Traceback" not in result.output


def test_without_a_running_system_the_way_to_start_one_is_told() -> None:
    result = amy("ask", "Is it?")
    assert result.exit_code == 1
    assert result.stderr.endswith("Start it with: amy up\n")


def test_a_local_system_is_found_by_its_data_directory(server: ScriptedServer, tmp_path: Path) -> None:
    directory = DataDir(tmp_path / "data")
    server.play(*[json_reply({"data": []})] * 2)
    with directory.locked():
        directory.write_local(LocalSystem(base_url=server.base_url, admin_key="admin", pid=1))
        assert amy("turns", "list", "--data-dir", str(directory.path)).exit_code == 0
        assert amy("turns", "list", "--data-dir", str(directory.path), "--user", "anna").exit_code == 0
    assert [request.headers["amy-user"] for request in server.requests] == ["me", "anna"]
    assert server.requests[0].headers["authorization"] == "Bearer admin"


def test_what_is_named_outranks_the_environment(
    server: ScriptedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AMY_BASE_URL", "http://127.0.0.1:1")
    monkeypatch.setenv("AMY_API_KEY", "from-env")
    directory = DataDir(tmp_path / "data")
    server.play(*[json_reply({"data": []})] * 2)
    with directory.locked():
        directory.write_local(LocalSystem(base_url=server.base_url, admin_key="admin", pid=1))
        assert amy("turns", "list", "--data-dir", str(directory.path)).exit_code == 0
    assert amy("turns", "list", "--base-url", server.base_url).exit_code == 0
    assert [request.headers["authorization"] for request in server.requests] == ["Bearer admin", "Bearer from-env"]


@pytest.mark.parametrize("args", [("ask",), ("memory", "add", "x"), ("up", "--http-port", "70000"), ("sing",)])
def test_wrong_usage_exits_with_2(args: tuple[str, ...]) -> None:
    assert amy(*args).exit_code == 2


def test_a_base_url_that_is_none_is_said_to_be_none() -> None:
    result = amy("data", "--base-url", "localhost")
    assert result.exit_code == 1
    assert "is no base URL" in result.stderr


def test_doctor_checks_this_machine_and_finds_the_running_system(server: ScriptedServer, tmp_path: Path) -> None:
    directory = DataDir(tmp_path / "data")
    server.play(json_reply({"status": "unavailable", "services": {"memory": "not_serving"}}, 503))
    with directory.locked():
        directory.write_local(LocalSystem(base_url=server.base_url, admin_key="admin", pid=1))
        result = amy("doctor", "--data-dir", str(directory.path))
    assert result.exit_code == 1
    lines = {line[2:].split()[0] for line in result.stdout.splitlines() if line[:2] in ("✓ ", "✗ ", f"{DASH} ")}
    assert lines == {"Python", "Packages", "Services", "Data", "SQLite", "Running", "Minds", "Sandbox"}
    assert "✗ Running system" in result.stdout
    assert "not serving: memory" in result.stdout


def test_doctor_says_whether_others_can_get_at_the_data(tmp_path: Path) -> None:
    data_dir = tmp_path / "data"
    data_dir.mkdir(mode=0o700)
    (data_dir / "memory.db").touch(mode=0o600)

    def says() -> str:
        return " ".join(amy("doctor", "--data-dir", str(data_dir)).stdout.split())

    assert f"✓ Data directory {data_dir}, for its owner only" in says()
    (data_dir / "memory.db").chmod(0o640)
    assert f"others can get at {data_dir}/memory.db: the next start takes it away from them" in says()
    if os.geteuid() == 0:
        os.chown(data_dir / "memory.db", 65534, 65534)
        assert f"✗ Data directory {data_dir}/memory.db belongs to somebody else" in says()


def test_doctor_says_which_database_does_not_answer(monkeypatch: pytest.MonkeyPatch, postgres_url: str) -> None:
    monkeypatch.setenv("AMY_MEMORY_DATABASE_URL", postgres_url)
    monkeypatch.setenv("AMY_ORCHESTRATOR_DATABASE_URL", "postgresql://u:secret@127.0.0.1:1/x")
    result = amy("doctor")
    assert result.exit_code == 1
    assert "✓ PostgreSQL AMY_MEMORY_DATABASE_URL" in result.stdout
    assert "✗ PostgreSQL AMY_ORCHESTRATOR_DATABASE_URL" in result.stdout
    assert "secret" not in result.output
