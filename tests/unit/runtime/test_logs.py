"""The log of a service: JSON lines on standard error, from a level on."""

import json
import subprocess
import sys

import pytest

PROGRAM = """
import sys, structlog
from amy.runtime.logs import configure_logs
configure_logs(level=sys.argv[1], service="example")
structlog.get_logger().info("heard")
structlog.get_logger().warning("warned")
"""


@pytest.mark.parametrize(
    ("level", "events"), [("INFO", ["heard", "warned"]), ("WARNING", ["warned"]), ("warning", ["warned"])]
)
def test_a_log_begins_at_its_level_however_that_is_written(level: str, events: list[str]) -> None:
    ended = subprocess.run([sys.executable, "-c", PROGRAM, level], capture_output=True, text=True, check=True)
    lines = [json.loads(line) for line in ended.stderr.splitlines()]
    assert [line["event"] for line in lines] == events
    assert {line["process"] for line in lines} == {"example"}
