"""A large file goes on where it broke off: what is asked of the server, and in which order."""

import base64
import json
import os
from pathlib import Path

import pytest

from amy.client import AmyError, ConflictError, ConnectionFailedError, UnprocessableError
from amy.client.data_models import ImportProgress, UploadList
from amy.client.retry import Backoff
from amy.client.sending import RESUMABLE_BYTES, Sending, fingerprint_of, is_resumable
from tests.unit.client.scripted_server import Reply, ScriptedServer, json_reply, problem
from tests.unit.client.test_calls import AT, REPORT, Run, run_async, run_blocking

SIZE = RESUMABLE_BYTES + 5
HALF = RESUMABLE_BYTES // 2
NONE = json_reply({"data": []})
KEPT = Reply(status=204)


@pytest.fixture(params=[run_blocking, run_async])
def run(request: pytest.FixtureRequest) -> Run:
    chosen: Run = request.param
    return chosen


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "export.zip"
    file.write_bytes(bytes(range(256)) * (RESUMABLE_BYTES // 256) + b"last!")
    return file


def upload(file: Path, offset: int, upload_id: str = "upl_1") -> dict[str, object]:
    about = {"id": upload_id, "filename": file.name, "fingerprint": fingerprint_of(file), "length": SIZE}
    return {**about, "offset": offset, "expires_at": AT}


def listed(*uploads: dict[str, object]) -> Reply:
    return json_reply({"data": uploads})


def asked(server: ScriptedServer) -> list[str]:
    return [f"{each.method} {each.path}" for each in server.requests]


def test_a_large_file_is_begun_sent_looked_at_and_imported(server: ScriptedServer, run: Run, file: Path) -> None:
    told: list[int] = []
    made = json_reply(upload(file, 0), 201)
    server.play(NONE, made, KEPT, listed(upload(file, SIZE)), json_reply(REPORT, 201))
    report = run(server, lambda amy: amy.data.import_file(file, subject="ann", progress=told.append))
    assert report.rows_read == 2
    assert asked(server) == [
        "GET /v1/data/uploads",
        "POST /v1/data/uploads",
        "PATCH /v1/data/uploads/upl_1",
        "GET /v1/data/uploads",
        "POST /v1/data/imports",
    ]
    _, begun, sent, _, imported = server.requests
    assert begun.headers["upload-length"] == str(SIZE)
    said = dict(pair.split(" ") for pair in begun.headers["upload-metadata"].split(","))
    assert base64.b64decode(said["filename"]) == b"export.zip"
    assert base64.b64decode(said["fingerprint"]).decode() == fingerprint_of(file)
    assert (sent.headers["upload-offset"], sent.headers["content-length"]) == ("0", str(SIZE))
    assert sent.headers["content-type"] == "application/offset+octet-stream"
    assert sent.body == file.read_bytes()
    assert (imported.query, imported.body) == ({"upload": "upl_1", "subject": "ann"}, b"")
    assert "idempotency-key" in imported.headers
    assert (told[0], told[-1]) == (0, SIZE)
    assert told == sorted(told)


def test_what_was_sent_before_is_not_sent_again(server: ScriptedServer, run: Run, file: Path) -> None:
    told: list[int] = []
    gone_on: list[int] = []
    other = upload(file, 9) | {"fingerprint": "another file"}
    shorter = upload(file, 9) | {"length": 9}
    server.play(listed(other, shorter, upload(file, HALF)), KEPT, listed(upload(file, SIZE)), json_reply(REPORT, 201))
    run(server, lambda amy: amy.data.import_file(file, progress=told.append, going_on=gone_on.append))
    sent = server.requests[1]
    assert (sent.method, sent.headers["upload-offset"], sent.body) == ("PATCH", str(HALF), file.read_bytes()[HALF:])
    assert (gone_on, told[0], told[-1]) == ([HALF], HALF, SIZE)


def test_what_is_whole_already_is_only_imported(server: ScriptedServer, run: Run, file: Path) -> None:
    told: list[int] = []
    server.play(listed(upload(file, SIZE)), problem(422, "unprocessable", "It holds several people."))
    with pytest.raises(UnprocessableError):
        run(server, lambda amy: amy.data.import_file(file, progress=told.append))
    assert asked(server) == ["GET /v1/data/uploads", "POST /v1/data/imports"]
    assert told == [SIZE]


def test_a_connection_that_breaks_is_gone_on_with_where_the_server_says(
    server: ScriptedServer, run: Run, file: Path
) -> None:
    gone_on: list[int] = []
    server.play(
        listed(upload(file, 0)),
        Reply(silent=True),
        listed(upload(file, HALF)),
        problem(409, "upload_offset_mismatch"),
        listed(upload(file, HALF + 7)),
        problem(503, "upstream_unavailable"),
        listed(upload(file, HALF + 9)),
        KEPT,
        listed(upload(file, SIZE)),
        json_reply(REPORT, 201),
    )
    run(server, lambda amy: amy.data.import_file(file, going_on=gone_on.append))
    assert gone_on == [HALF, HALF + 7, HALF + 9]
    patches = [each for each in server.requests if each.method == "PATCH"]
    assert patches[-1].body == file.read_bytes()[HALF + 9 :]


def test_an_upload_that_is_gone_is_begun_anew(server: ScriptedServer, run: Run, file: Path) -> None:
    server.play(
        listed(upload(file, HALF)),
        problem(404, "upload_not_found"),
        NONE,
        json_reply(upload(file, 0, "upl_2"), 201),
        KEPT,
        listed(upload(file, SIZE, "upl_2")),
        json_reply(REPORT, 201),
    )
    run(server, lambda amy: amy.data.import_file(file))
    assert server.requests[-1].query == {"upload": "upl_2"}


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (problem(400, "invalid_request"), AmyError),
        (problem(409, "idempotency_key_mismatch"), ConflictError),
        (problem(422, "unprocessable"), UnprocessableError),
    ],
)
def test_what_another_try_does_not_help_is_raised_at_once(
    server: ScriptedServer, run: Run, file: Path, reply: Reply, error: type[AmyError]
) -> None:
    server.play(listed(upload(file, 0)), reply)
    with pytest.raises(error):
        run(server, lambda amy: amy.data.import_file(file))


def test_the_same_key_of_another_upload_is_another_request(server: ScriptedServer, run: Run, file: Path) -> None:
    for upload_id in ("upl_1", "upl_1", "upl_2"):
        server.play(listed(upload(file, SIZE, upload_id)), json_reply(REPORT, 201))
        run(server, lambda amy: amy.data.import_file(file, idempotency_key="mine"))
    keys = [each.headers["idempotency-key"] for each in server.requests if each.method == "POST"]
    assert keys[0] == keys[1] != keys[2]


def test_it_is_enough_when_nothing_more_has_come_so_often_in_a_row(file: Path) -> None:
    broken = ConnectionFailedError("It broke.", code="connection_error")
    sending = Sending(file, "a", progress=None, going_on=None, backoff=Backoff(tries=2, base_s=0))
    with pytest.raises(ConnectionFailedError):
        sending.pause_after(broken)
    for offset in (0, 10, 10, 20):
        found = sending.of_this_file(UploadList.model_validate({"data": [upload(file, offset)]}))
        assert found is not None
        assert sending.rest(found) is not None
        sending.pause_after(broken)
    sending.pause_after(broken)
    with pytest.raises(ConnectionFailedError):
        sending.pause_after(broken)


def test_a_file_is_known_again_by_its_size_its_time_and_its_ends(file: Path) -> None:
    first = fingerprint_of(file)
    assert fingerprint_of(file) == first
    about = file.stat()
    with file.open("r+b") as stream:
        stream.seek(SIZE - 1)
        stream.write(b"?")
    os.utime(file, ns=(about.st_atime_ns, about.st_mtime_ns))
    changed = fingerprint_of(file)
    assert changed != first
    os.utime(file, ns=(about.st_atime_ns, about.st_mtime_ns + 1))
    assert fingerprint_of(file) not in {first, changed}


def test_a_file_that_changes_while_it_is_sent_is_not_imported(server: ScriptedServer, run: Run, file: Path) -> None:
    about = file.stat()

    def changes(sent: int) -> None:
        if sent == SIZE:
            os.utime(file, ns=(about.st_atime_ns, about.st_mtime_ns + 1))

    server.play(listed(upload(file, HALF)), KEPT, listed(upload(file, SIZE)))
    with pytest.raises(OSError, match="changed while it was sent"):
        run(server, lambda amy: amy.data.import_file(file, progress=changes))


def test_a_small_file_and_a_folder_are_sent_at_once(tmp_path: Path, file: Path) -> None:
    small = tmp_path / "a.csv"
    small.write_bytes(bytes(RESUMABLE_BYTES - 1))
    assert (is_resumable(file), is_resumable(small), is_resumable(tmp_path)) == (True, False, False)


def test_reading_is_told_of_as_of_a_file_that_was_sent_at_once(server: ScriptedServer, run: Run, file: Path) -> None:
    told: list[ImportProgress] = []
    progress = b'event: import.progress\ndata: {"stage":"reading","bytes_done":5}\n\n'
    completed = b"event: import.completed\ndata: " + json.dumps(REPORT).encode() + b"\n\n"
    stream = Reply(headers={"Content-Type": "text/event-stream"}, pieces=(progress, completed))
    server.play(listed(upload(file, SIZE)), stream)
    run(server, lambda amy: amy.data.import_file(file, reading=told.append))
    assert server.requests[-1].headers["accept"] == "text/event-stream"
    assert [each.bytes_done for each in told] == [5]


def test_unfinished_files_are_listed_and_dropped(server: ScriptedServer, run: Run, file: Path) -> None:
    server.play(listed(upload(file, HALF)), Reply(status=204))
    found = run(server, lambda amy: amy.data.uploads())
    assert [(each.id, each.offset, each.length) for each in found.data] == [("upl_1", HALF, SIZE)]
    run(server, lambda amy: amy.data.delete_upload("upl/1"))
    assert asked(server) == ["GET /v1/data/uploads", "DELETE /v1/data/uploads/upl%2F1"]
