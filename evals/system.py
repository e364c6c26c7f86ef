"""A whole Amy for an evaluation or an end-to-end test: started as a person would, stopped without leftovers."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path

AMY = Path(sys.executable).with_name("amy")


@dataclass(frozen=True, kw_only=True)
class System:
    """A running system.

    Attributes:
        admin_key: acts for any user (header `Amy-User`).
        log: standard error of the system.
    """

    base_url: str
    admin_key: str
    data_dir: Path
    log: Path
    supervisor_pid: int

    def pid(self, service: str) -> int:
        """The process a service runs in now; only with `--processes`."""
        table: dict[str, int] = json.loads((self.data_dir / "run" / "processes.json").read_text())
        return table[service]

    def states(self) -> dict[str, str]:
        """What the gateway tells of each service; its status says whether all of them serve."""
        status, states = health(self.base_url)
        assert (status == 200) is all(state == "serving" for state in states.values())
        return states


@contextmanager
def running(
    data_dir: Path,
    *flags: str,
    env: Mapping[str, str | None] | None = None,
    descriptors: int | None = None,
    program: Path = AMY,
) -> Iterator[System]:
    """Runs `amy up` over `data_dir` until the block ends.

    Args:
        data_dir: what the system keeps, its log included.
        flags: of `amy up`.
        env: beside this process's; None takes a variable away.
        descriptors: how many files and sockets each of its processes may have open; None: as many as this one.
        program: the `amy` of another version.

    Raises:
        RuntimeError: it did not become ready.
    """
    data_dir.mkdir(parents=True, exist_ok=True)
    log = data_dir / "amy.log"
    command = [*_with(descriptors), str(program), "up", "--data-dir", str(data_dir), "--http-port", "0", *flags]
    with (
        log.open("a") as errors,
        subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment(env or {})
        ) as process,
    ):
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            if not line.startswith("ready "):
                raise RuntimeError(f"amy up did not become ready: {line!r}; {log.read_text()[-2000:]}")
            local = json.loads((data_dir / "run" / "local.json").read_text())
            yield System(
                base_url=line.split()[1],
                admin_key=local["admin_key"],
                data_dir=data_dir,
                log=log,
                supervisor_pid=process.pid,
            )
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(timeout=30)
            except subprocess.TimeoutExpired:
                process.kill()


def environment(changes: Mapping[str, str | None]) -> dict[str, str]:
    """This process's variables with changes; None takes one away."""
    return {name: value for name, value in {**os.environ, **changes}.items() if value is not None}


def _with(descriptors: int | None) -> list[str]:
    """What runs a command with fewer descriptors; the limit is a hard one, which no process of the system can raise."""
    if descriptors is None:
        return []
    limit = "import os, resource, sys; n = int(sys.argv[1]); resource.setrlimit(resource.RLIMIT_NOFILE, (n, n)); "
    return [sys.executable, "-c", limit + "os.execv(sys.argv[2], sys.argv[2:])", str(descriptors)]


def health(base_url: str, *, timeout_s: float = 60) -> tuple[int, dict[str, str]]:
    """The status of a gateway's `/healthz`, and what it tells of each service.

    Asked many times in a wait: httpx would read the certificates of all authorities for each.

    Raises:
        OSError, HTTPException: it does not answer.
    """
    connection = HTTPConnection(base_url.removeprefix("http://"), timeout=timeout_s)
    try:
        connection.request("GET", "/healthz")
        response = connection.getresponse()
        return response.status, json.loads(response.read())["services"]
    finally:
        connection.close()


def wait_until(condition: Callable[[], object], *, timeout_s: float, what: str) -> None:
    """Polls a callable until it is true.

    Raises:
        TimeoutError: it never was.
    """
    deadline = time.monotonic() + timeout_s
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(what)
        time.sleep(0.02)


def free_port() -> int:
    """A loopback port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
