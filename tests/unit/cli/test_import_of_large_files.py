"""`amy import` of a large file: it says where it goes on, and what Ctrl-C leaves."""

import json
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from amy.client.sending import RESUMABLE_BYTES, fingerprint_of
from evals.system import AMY
from tests.unit.cli.commands import amy
from tests.unit.client.scripted_server import Reply, ScriptedServer, json_reply
from tests.unit.client.test_calls import AT, REPORT

SIZE = RESUMABLE_BYTES + 5
SENT = 12_000_000


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "export.zip"
    file.write_bytes(bytes(SIZE))
    return file


def listing(file: Path, offset: int) -> dict[str, object]:
    about = {"id": "upl_1", "filename": "[b]export.zip", "fingerprint": fingerprint_of(file), "expires_at": AT}
    return {"data": [{**about, "length": SIZE, "offset": offset}]}


def test_a_file_that_goes_on_is_said_to(server: ScriptedServer, file: Path) -> None:
    server.play(
        json_reply(listing(file, SENT)),
        Reply(status=204),
        json_reply(listing(file, SIZE)),
        json_reply(REPORT, 201),
    )
    result = amy("import", str(file), server=server)
    assert result.exit_code == 0
    assert result.stderr == "Going on at 12 MB of 34 MB.\n"
    assert result.stdout.startswith("export.zip: canonical_daily")


def test_unfinished_files_are_listed_and_discarded(server: ScriptedServer, file: Path) -> None:
    server.play(json_reply(listing(file, SENT)), json_reply({"data": []}), Reply(status=204))
    listed = amy("imports", "unfinished", server=server).stdout
    assert all(each in listed for each in ("upl_1", "[b]export.zip", "12 MB", "34 MB", "2026-05-25"))
    assert amy("imports", "unfinished", server=server).stdout == "There are none.\n"
    assert amy("imports", "discard", "upl_1", server=server).stdout == "upl_1 is gone.\n"


class _TakesNothing(BaseHTTPRequestHandler):
    """Lists uploads, and never reads what goes on with one."""

    protocol_version = "HTTP/1.1"

    def __init__(self, listed: bytes, begun: threading.Event, over: threading.Event, *args: object) -> None:
        self._listed = listed
        self._begun = begun
        self._over = over
        super().__init__(*args)  # type: ignore[arg-type]  # as the server gives them

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(self._listed)))
        self.end_headers()
        self.wfile.write(self._listed)

    def do_PATCH(self) -> None:
        self._begun.set()
        self._over.wait()
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002, the base class's name
        """Says nothing."""


@contextmanager
def taking_nothing(listed: bytes, begun: threading.Event) -> Iterator[str]:
    """Its address; `begun` is set when a file is gone on with."""
    over = threading.Event()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_TakesNothing, listed, begun, over))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        over.set()
        server.shutdown()
        thread.join()
        server.server_close()


def test_an_interrupt_says_that_the_same_command_goes_on(file: Path) -> None:
    begun = threading.Event()
    with taking_nothing(json.dumps(listing(file, SENT)).encode(), begun) as base_url:
        command = [str(AMY), "import", str(file), "--base-url", base_url, "--api-key", "k"]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
            assert process.stderr is not None
            assert process.stderr.readline() == "Going on at 12 MB of 34 MB.\n"
            assert begun.wait(60)
            process.send_signal(signal.SIGINT)
            said = process.stderr.read()
    assert process.returncode == 130
    assert said == "What was sent is kept for a day: the same command goes on there.\n"
