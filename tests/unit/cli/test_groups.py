"""`amy up` on several cores: services that leave the supervisor's process, and the fate that all share."""

import json
import os
import signal
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from amy.cli.supervisor.groups import GROUP_OF, apart
from amy.cli.supervisor.plan import GATEWAY
from tests.unit.cli.test_supervisor import ROOT, alive, until, up


def group(supervisor: int) -> int:
    """The process id of the only group of a tiny system."""
    (child,) = Path(f"/proc/{supervisor}/task/{supervisor}/children").read_text().split()
    return int(child)


def test_only_services_that_there_are_are_grouped_and_never_the_gateway() -> None:
    services = {point.name for point in entry_points(group="amy.services")}
    assert set(GROUP_OF) < services - {GATEWAY}


def test_there_are_no_more_groups_than_further_cores() -> None:
    assert apart(1) == {}
    assert len(set(apart(2).values())) == 1
    assert apart(64) == GROUP_OF


def test_a_group_that_is_killed_takes_the_system_with_it(tmp_path: Path) -> None:
    with up(tmp_path / "d", "groups") as running:
        running.ready()
        os.kill(group(running.process.pid), signal.SIGKILL)
        assert running.process.wait(20) == 1
        assert running.log.read_text().splitlines()[-1] == "amy: The process of alpha was killed."
        assert not running.run_file("local.json").exists()


@pytest.mark.parametrize(("signum", "code"), [(signal.SIGINT, 0), (signal.SIGTERM, 0), (signal.SIGKILL, -9)])
def test_however_the_supervisor_ends_the_group_ends_too(tmp_path: Path, signum: signal.Signals, code: int) -> None:
    with up(tmp_path / "d", "groups") as running:
        running.ready()
        child = group(running.process.pid)
        assert running.stop(signum) == code
        until(lambda: not alive(child), "the group ends with the supervisor")


def test_metrics_that_are_fetched_are_those_of_one_process(tmp_path: Path) -> None:
    with up(tmp_path / "d", "groups", env={"AMY_TELEMETRY_PROMETHEUS": "127.0.0.1:0"}) as running:
        running.ready()
        children = Path(f"/proc/{running.process.pid}/task/{running.process.pid}/children").read_text()
        assert not children
        assert running.stop() == 0


_BEFORE_THE_FORK = """
import json, os, signal, sys
from amy.cli.supervisor import forked

class Seen(Exception):
    pass

def fork():
    global held
    held = signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    raise Seen

os.fork = fork
try:
    forked.fork([type("Planned", (), {"name": "alpha"})], {"alpha": "apart"}, {})
except Seen:
    print(json.dumps({"threads": len(os.listdir("/proc/self/task")), "loaded": sorted(sys.modules), "held": held}))
"""


def test_what_is_shared_is_loaded_before_the_fork_which_no_thread_has_come_before() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", _BEFORE_THE_FORK],
        cwd=ROOT,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "4"},
        capture_output=True,
        text=True,
        check=True,
    )
    told = json.loads(ran.stdout)
    assert told["threads"] == 1
    assert told["held"], "an interrupt inside a fork leaves a lock of Python's held for ever"
    assert {"grpc.aio", "sqlalchemy", "amy.runtime.server", "numpy"} <= set(told["loaded"])
    assert not {"scipy", "anthropic", "alembic"} & set(told["loaded"])
