"""kill -9 in the middle of a large file: of the service that takes it in, and of the program that sends it."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from amy.client import Amy
from amy.client.sending import RESUMABLE_BYTES
from evals.system import System, wait_until
from tests.chaos.killing import pid_of
from tests.load.large_exports import apple

pytestmark = [pytest.mark.chaos, pytest.mark.timeout(240)]

MIB = 1024 * 1024
MEGABYTES = 36
SENDER = """
import os, signal, sys
from amy.client import Amy

def sent(size):
    if size > 20 * 1024 * 1024:
        os.kill(os.getpid(), signal.SIGKILL)

with Amy(base_url=sys.argv[1], api_key=sys.argv[2], user=sys.argv[3]) as amy:
    amy.data.import_file(sys.argv[4], progress=sent)
"""


@pytest.fixture(scope="module")
def export(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[date, float]]:
    """A watch's minutes, and the steps of each day."""
    file = tmp_path_factory.mktemp("large") / "export.xml"
    days = apple(file, MEGABYTES).days
    assert days is not None
    assert file.stat().st_size > RESUMABLE_BYTES
    return file, dict(days)


@pytest.fixture
def amy(patient: System, request: pytest.FixtureRequest) -> Iterator[Amy]:
    wait_until(lambda: set(patient.states().values()) == {"serving"}, timeout_s=60, what="everything serves")
    with Amy(api_key=patient.admin_key, base_url=patient.base_url, user=request.node.name) as client:
        yield client


def steps_of(amy: Amy) -> dict[date, float]:
    page = amy.data.metric("steps", limit=1000)
    assert not page.has_more
    return {point[0]: point[1] for point in page.points}


def check_stored_once(amy: Amy, days: dict[date, float]) -> None:
    assert steps_of(amy) == days
    assert [each.filename for each in amy.data.imports().data] == ["export.xml"]
    assert amy.data.uploads().data == []


def test_a_call_whose_service_is_killed_goes_on_and_ends(
    patient: System, amy: Amy, export: tuple[Path, dict[date, float]]
) -> None:
    file, days = export
    gone_on: list[int] = []
    killed: list[int] = []

    def sent(size: int) -> None:
        if size > 16 * MIB and not killed:
            killed.append(pid_of(patient, "health_data"))
            os.kill(killed[0], signal.SIGKILL)

    report = amy.data.import_file(file, progress=sent, going_on=gone_on.append)
    assert killed
    # Some of what was on its way when it died is sent again, and what was kept is not.
    assert 4 * MIB < gone_on[0] < 20 * MIB
    assert not report.already_imported
    check_stored_once(amy, days)


def test_a_program_that_was_killed_goes_on_where_it_was(
    patient: System, amy: Amy, export: tuple[Path, dict[date, float]], request: pytest.FixtureRequest
) -> None:
    file, days = export
    arguments = [patient.base_url, patient.admin_key, request.node.name, str(file)]
    ended = subprocess.run([sys.executable, "-c", SENDER, *arguments], check=False, timeout=120)
    assert ended.returncode == -signal.SIGKILL

    def kept() -> list[int]:
        return [each.offset for each in amy.data.uploads().data]

    wait_until(lambda: kept()[0] > 12 * MIB, timeout_s=60, what="what came is kept")
    assert len(kept()) == 1
    gone_on: list[int] = []
    report = amy.data.import_file(file, going_on=gone_on.append)
    assert gone_on[0] > 12 * MIB
    assert not report.already_imported
    check_stored_once(amy, days)
