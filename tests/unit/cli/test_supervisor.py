"""`amy up` with two tiny real services, embedded, in groups and as processes."""

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from amy.cli.supervisor.plan import CannotStartError, free_ports, make_plan, port_is_free
from amy.cli.supervisor.state import DataDir, LocalSystem
from amy.client import Amy

ROOT = Path(__file__).parents[3]
MODES = pytest.mark.parametrize("mode", ["embedded", "groups", "processes"])


@dataclass
class Up:
    process: subprocess.Popen[str]
    data_dir: Path
    log: Path

    def ready(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("ready http://127.0.0.1:"), (line, self.log.read_text())
        return line.split()[1]

    def run_file(self, name: str) -> Path:
        return self.data_dir / "run" / name

    def pids(self) -> dict[str, int]:
        table: dict[str, int] = json.loads(self.run_file("processes.json").read_text())
        return table

    def stop(self, signum: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(signum)
        return self.process.wait(20)


@contextmanager
def up(data_dir: Path, mode: str, *, port: int = 0, env: dict[str, str] | None = None) -> Iterator[Up]:
    log = data_dir.with_suffix(".log")
    program = [sys.executable, "-m", "tests.unit.cli.tiny_up", str(data_dir), str(port), mode]
    environ = {**os.environ, **(env or {})}
    with (
        log.open("w") as errors,
        subprocess.Popen(program, cwd=ROOT, stdout=subprocess.PIPE, stderr=errors, text=True, env=environ) as process,
    ):
        try:
            yield Up(process, data_dir, log)
        finally:
            process.kill()


def until(condition: Callable[[], object], what: str) -> None:
    deadline = time.monotonic() + 15
    while not condition():
        assert time.monotonic() < deadline, what
        time.sleep(0.02)


def replaced(running: Up, name: str, pid: int) -> bool:
    return running.pids().get(name, pid) != pid


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@MODES
def test_a_system_says_where_it_is_and_leaves_nothing_behind(tmp_path: Path, mode: str) -> None:
    with up(tmp_path / "d", mode) as running:
        base_url = running.ready()
        local = json.loads(running.run_file("local.json").read_text())
        assert (local["base_url"], local["pid"]) == (base_url, running.process.pid)
        assert local["admin_key"].startswith("amy_live_")
        assert mode_of(running.run_file("local.json")) == 0o600
        assert mode_of(running.data_dir / "run") == mode_of(running.data_dir) == 0o700
        with Amy(base_url=base_url) as amy:
            assert amy.health().status == "ok"
        assert running.stop() == 0
        assert running.process.stdout is not None
        assert running.process.stdout.read() == ""
        assert [path.name for path in (running.data_dir / "run").iterdir()] == ["lock"]


def test_interrupting_is_a_clean_stop_too_and_ends_every_process(tmp_path: Path) -> None:
    with up(tmp_path / "d", "processes") as running:
        running.ready()
        pids = running.pids()
        assert set(pids) == {"alpha", "gateway"}
        assert all(alive(pid) for pid in pids.values())
        assert running.stop(signal.SIGINT) == 0
        assert not any(alive(pid) for pid in pids.values())


def test_a_killed_process_comes_back_on_its_port(tmp_path: Path) -> None:
    with up(tmp_path / "d", "processes") as running:
        base_url = running.ready()
        for name in ("alpha", "gateway", "alpha"):
            before = running.pids()
            os.kill(before[name], signal.SIGKILL)
            until(partial(replaced, running, name, before[name]), f"{name} has a new process")
            after = running.pids()
            assert {other for other in before if before[other] != after[other]} == {name}
        with Amy(base_url=base_url, retries=5) as amy:
            assert amy.health().status == "ok"
        log = [json.loads(line) for line in running.log.read_text().splitlines() if '"event": "service.' in line]
        assert [(line["event"], line["service"]) for line in log] == [
            (event, name) for name in ("alpha", "gateway", "alpha") for event in ("service.died", "service.restarted")
        ]
        assert running.stop() == 0


def test_children_do_not_outlive_a_killed_parent(tmp_path: Path) -> None:
    with up(tmp_path / "d", "processes") as running:
        running.ready()
        pids = running.pids()
        running.process.kill()
        until(lambda: not any(alive(pid) for pid in pids.values()), "the children are gone")
    with up(tmp_path / "d", "embedded") as again:
        again.ready()
        assert again.stop() == 0


def test_a_second_system_over_the_same_data_is_refused(tmp_path: Path) -> None:
    with up(tmp_path / "d", "embedded") as running:
        base_url = running.ready()
        with pytest.raises(CannotStartError, match=f"already runs over .* at {base_url}"):
            DataDir(tmp_path / "d").locked().__enter__()
        assert running.stop() == 0


@MODES
def test_a_service_that_cannot_start_ends_the_system_with_its_reason(tmp_path: Path, mode: str) -> None:
    with up(tmp_path / "d", mode, env={"AMY_ALPHA_FAIL": "start"}) as running:
        assert running.process.wait(20) == 1
        assert running.process.stdout is not None
        assert running.process.stdout.read() == ""
        complaint = running.log.read_text().splitlines()[-1]
        assert complaint.startswith("amy: alpha ")
        assert "alpha has no database" in running.log.read_text()


def test_an_embedded_service_that_ends_takes_the_system_with_it(tmp_path: Path) -> None:
    with up(tmp_path / "d", "embedded", env={"AMY_GATEWAY_ENDS_S": "1"}) as running:
        running.ready()
        assert running.process.wait(20) == 1
        assert running.log.read_text().splitlines()[-1] == "amy: gateway ended by itself."
        assert not running.run_file("local.json").exists()


def test_a_taken_port_is_said_to_be_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with up(tmp_path / "d", "embedded", port=port) as running:
            assert running.process.wait(20) == 1
            assert f"Port {port} is taken" in running.log.read_text()


def point(name: str) -> EntryPoint:
    return EntryPoint(name=name, value=f"services.{name}.__main__:SERVICE", group="amy.services")


def test_every_service_is_told_its_own_address_and_everyone_elses(tmp_path: Path) -> None:
    plan = make_plan(
        [point("memory"), point("gateway")],
        data_dir=tmp_path,
        http_port=0,
        database_url=None,
        environ={"AMY_MEMORY_LISTEN": "0.0.0.0:1", "AMY_MEMORY_DRAIN_S": "3", "AMY_MEMORY_MESH_TOKEN": "weak"},
    )
    (memory,) = plan.services
    assert memory.module == "services.memory"
    assert memory.env["AMY_MEMORY_LISTEN"] == memory.address
    assert memory.env["AMY_MEMORY_GATEWAY_ADDRESS"] == plan.gateway.address
    assert plan.gateway.env["AMY_GATEWAY_MEMORY_ADDRESS"] == memory.address
    assert memory.env["AMY_MEMORY_DATABASE_URL"] == f"sqlite:///{tmp_path}/memory.db"
    assert memory.env["AMY_MEMORY_DRAIN_S"] == "3"
    token = memory.env["AMY_MEMORY_MESH_TOKEN"]
    assert len(token) > 30
    assert plan.gateway.env["AMY_GATEWAY_MESH_TOKEN"] == token
    assert plan.gateway.env["AMY_GATEWAY_ADMIN_KEY"] == plan.admin_key
    assert "AMY_GATEWAY_ADMIN_KEY" not in memory.env


@pytest.mark.parametrize(
    ("given", "environ", "used"),
    [
        (None, {"AMY_MEMORY_DATABASE_URL": "postgresql://own"}, "postgresql://own"),
        ("postgresql://all", {"AMY_MEMORY_DATABASE_URL": "postgresql://own"}, "postgresql://all"),
    ],
)
def test_a_database_named_on_the_command_line_outranks_the_environment(
    tmp_path: Path, given: str | None, environ: dict[str, str], used: str
) -> None:
    points = [point("memory"), point("gateway")]
    plan = make_plan(points, data_dir=tmp_path, http_port=0, database_url=given, environ=environ)
    assert plan.services[0].env["AMY_MEMORY_DATABASE_URL"] == used


def test_a_system_without_a_gateway_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotStartError, match="No gateway"):
        make_plan([point("memory")], data_dir=tmp_path, http_port=0, database_url=None, environ={})


def test_ports_are_free_distinct_and_never_handed_to_outgoing_connections() -> None:
    ports = free_ports(50)
    first_ephemeral = int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    assert len(set(ports)) == 50
    assert all(port < first_ephemeral for port in ports)
    with socket.create_server(("127.0.0.1", ports[0])):
        assert not port_is_free(ports[0])
    assert port_is_free(ports[0])


@MODES
def test_what_others_could_read_is_taken_away_from_them_at_the_start(tmp_path: Path, mode: str) -> None:
    data = tmp_path / "d"
    (data / "run").mkdir(parents=True)
    (data / "run").chmod(0o755)
    data.chmod(0o755)
    for name in ("alpha.db", "run/local.json"):
        (data / name).touch(mode=0o644)
    with up(tmp_path / "d", mode) as running:
        running.ready()
        assert {mode_of(path) for path in (data, data / "run")} == {0o700}
        files = {path.name: mode_of(path) for path in data.rglob("*") if path.is_file()}
        assert {"alpha.db", "local.json", "lock"} <= set(files)
        assert set(files.values()) == {0o600}
        assert running.stop() == 0


def test_a_linked_data_directory_is_the_one_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / "large").mkdir(mode=0o755)
    (tmp_path / "d").symlink_to(tmp_path / "large")
    with up(tmp_path / "d", "embedded") as running:
        running.ready()
        assert mode_of(tmp_path / "large") == 0o700
        assert (tmp_path / "large" / "run" / "local.json").exists()
        assert running.stop() == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_data_of_somebody_else_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "memory.db").touch()
    os.chown(tmp_path / "d" / "memory.db", 65534, 65534)
    with up(tmp_path / "d", "embedded") as running:
        assert running.process.wait(20) == 1
        (complaint,) = running.log.read_text().splitlines()
        assert complaint.startswith(f"amy: {tmp_path}/d/memory.db belongs to nobody, not to root who runs this: ")


def test_a_torn_address_file_counts_as_none(tmp_path: Path) -> None:
    directory = DataDir(tmp_path)
    with directory.locked():
        directory.write_local(LocalSystem(base_url="http://127.0.0.1:1", admin_key="k", pid=1))
        assert directory.local() == LocalSystem(base_url="http://127.0.0.1:1", admin_key="k", pid=1)
        (tmp_path / "run" / "local.json").write_text('{"base_url": ')
        assert directory.local() is None


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can read a file as somebody else")
def test_an_address_that_somebody_else_wrote_is_not_followed() -> None:
    """Whoever can write the file would be sent the questions and the files of whoever trusts it."""
    with tempfile.TemporaryDirectory() as folder:
        directory = DataDir(Path(folder))
        with directory.locked():
            directory.write_local(LocalSystem(base_url="http://127.0.0.1:1", admin_key="k", pid=1))
            for path in (directory.path, directory.path / "run", directory.path / "run" / "local.json"):
                path.chmod(0o755)
            os.seteuid(65534)
            try:
                with pytest.raises(PermissionError, match="written by somebody else: nothing is sent where it points"):
                    directory.local()
            finally:
                os.seteuid(0)
            assert directory.local() is not None
