"""A real file system that fills up under a running system: everything is refused with a reason, and nothing is lost."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from amy.client import Amy, AmyError
from evals.system import System, running, wait_until

QUESTION = [{"role": "user", "content": "Is my resting heart rate related to how long I sleep?"}]
USER = "full"

pytestmark = [pytest.mark.chaos, pytest.mark.timeout(240)]


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A file system of 24 MB, where this user may mount one."""
    folder = tmp_path_factory.mktemp("disk")
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", str(folder)], check=False)
    if mounted.returncode != 0:
        pytest.skip("this user may not mount a file system")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.fixture(scope="module")
def system(disk: Path) -> Iterator[System]:
    env = {"AMY_ORCHESTRATOR_TAKEOVER_AFTER_S": "4", "AMY_ORCHESTRATOR_STEP_PAUSE_S": "0.5"}
    with running(disk / "data", env=env) as running_system:
        yield running_system


@pytest.fixture(scope="module")
def amy(system: System) -> Iterator[Amy]:
    with Amy(api_key=system.admin_key, base_url=system.base_url, user=USER, retries=0) as client:
        yield client


def fill(disk: Path) -> Path:
    filler = disk / "filler"
    with suppress(OSError), filler.open("wb", buffering=0) as stream:
        while stream.write(bytes(1 << 12)):
            pass
    assert shutil.disk_usage(disk).free < 1 << 12
    return filler


def refused(error: AmyError) -> bool:
    return error.status == 503 and error.code == "upstream_unavailable" and "disk" in error.message


def test_a_full_disk_is_told_and_nothing_is_lost(system: System, amy: Amy, disk: Path, sample: Path) -> None:
    amy.data.import_file(sample / "daily.csv")
    before = amy.data.metrics()
    in_flight = amy.turns.create(messages=QUESTION).id
    wait_until(lambda: amy.turns.retrieve(in_flight).status == "running", timeout_s=60, what="a turn is running")

    filler = fill(disk)
    for ask in (
        lambda: amy.turns.create(messages=QUESTION),
        lambda: amy.data.import_file(sample / "activities.csv"),
        lambda: amy.memory.create("I run on Sundays", category="preference"),
    ):
        with pytest.raises(AmyError) as caught:
            ask()
        assert refused(caught.value), (caught.value.status, caught.value.message)
    stores = ("orchestrator", "memory", "health_data")
    wait_until(
        lambda: all(system.states()[name] == "not_serving" for name in stores), timeout_s=60, what="health says so"
    )
    assert amy.turns.retrieve(in_flight).status == "running"
    assert amy.data.metrics() == before, "what was there can be read, and of the refused import there is nothing"

    filler.unlink()
    wait_until(lambda: all(system.states()[name] == "serving" for name in stores), timeout_s=60, what="it serves again")
    wait_until(lambda: amy.turns.retrieve(in_flight).status != "running", timeout_s=60, what="the turn goes on")
    turn = amy.turns.retrieve(in_flight)
    assert turn.status == "completed"
    assert turn.result is not None
    assert turn.result.fact_sheet
    ids = [event.id for event in amy.turns.stream(in_flight)]
    assert ids == list(range(1, len(ids) + 1))
    assert amy.data.import_file(sample / "activities.csv") is not None
    assert amy.turns.create(messages=QUESTION).status == "queued"
    assert "Traceback" not in system.log.read_text()
