"""Amy as many processes: any number of each service over one PostgreSQL, on this machine alone.

What `deploy/k8s` does on a cluster, without one: every service is given the addresses of all replicas of those that it
calls, and gRPC spreads its calls over them (`ipv4:host:port,host:port`, as a headless name would resolve to).
"""

import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPException
from importlib.metadata import entry_points
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from amy.cli.supervisor.plan import GATEWAY, free_ports
from amy.runtime.health import NotServingError, check_grpc
from evals.system import health, wait_until

REFERENCE: Final[Mapping[str, int]] = {
    "gateway": 2,
    "orchestrator": 3,
    "data_science": 2,
    "domain_expert": 2,
    "health_coach": 2,
    "investigator": 2,
    "validator": 2,
    "memory": 2,
    "health_data": 2,
}
"""How many of each the reference deployment has."""
_READY_S: Final = 240.0
_STOP_S: Final = 40.0


class Postgres:
    """A real PostgreSQL server of its own, that can be stopped and started again; its files stay."""

    def __init__(self, folder: Path) -> None:
        import pgserver  # noqa: PLC0415, starts work at import

        self._binaries = Path(pgserver.__file__).parent / "pginstall" / "bin"
        self._server = pgserver.get_server(folder, cleanup_mode="stop")
        self.url: str = self._server.get_uri()

    def stop(self, *, mode: str = "fast") -> None:
        """Args: mode: of `pg_ctl stop`; "immediate" is a crash."""
        command = [str(self._binaries / "pg_ctl"), "-D", str(self._server.pgdata), "-w", "-m", mode, "stop"]
        subprocess.run(command, user=self._server.system_user, stdout=subprocess.DEVNULL, cwd="/", check=True)

    def start(self) -> None:
        self._server.ensure_postgres_running()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self._server.cleanup()


@dataclass
class Replica:
    """One process of a service, which keeps its port and its name over restarts."""

    service: str
    number: int
    address: str
    env: dict[str, str]
    log: Path
    process: subprocess.Popen[bytes] | None = None

    @property
    def name(self) -> str:
        return f"{self.service}-{self.number}"

    @property
    def pid(self) -> int:
        """Of the process that runs now."""
        assert self.process is not None, f"{self.name} does not run"
        return self.process.pid

    def start(self) -> None:
        (point,) = entry_points(group="amy.services", name=self.service)
        command = [sys.executable, "-m", point.module.removesuffix(".__main__")]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, env=self.env, stdin=subprocess.DEVNULL, stdout=log, stderr=log, process_group=0
            )

    def ready(self, *, timeout_s: float = _READY_S) -> None:
        """Waits until it serves.

        Raises:
            RuntimeError: it ended instead.
            TimeoutError: it did not.
        """
        wait_until(self.serves, timeout_s=timeout_s, what=f"{self.name} serves; its log is {self.log}")

    def serves(self) -> bool:
        """Whether it says so now.

        Raises:
            RuntimeError: its process has ended.
        """
        assert self.process is not None
        if (code := self.process.poll()) is not None:
            raise RuntimeError(f"{self.name} ended with {code}: {self.log.read_text()[-2000:]}")
        try:
            if self.service == GATEWAY:
                return health(self.address, timeout_s=5)[0] in {200, 503}
            check_grpc(self.address, env=self.env, timeout_s=2.0)
        except (NotServingError, OSError, HTTPException):
            return False
        return True

    def kill(self) -> None:
        """`kill -9`, of all that it started too."""
        self._end(signal.SIGKILL)

    def stop(self) -> float:
        """SIGTERM; returns the seconds until it had ended.

        Raises:
            subprocess.TimeoutExpired: it does not end.
        """
        began = time.monotonic()
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=_STOP_S)
        return time.monotonic() - began

    def freeze(self) -> None:
        """It is there and does not move (SIGSTOP), until `thaw`."""
        os.killpg(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        os.killpg(self.pid, signal.SIGCONT)

    def _end(self, signum: signal.Signals) -> None:
        assert self.process is not None
        if self.process.poll() is None:
            os.killpg(self.pid, signum)
        self.process.wait(timeout=_STOP_S)


@dataclass(frozen=True, kw_only=True)
class Replicas:
    """The system: every replica by its service, and the key that acts for any user (header `Amy-User`)."""

    admin_key: str
    by_service: Mapping[str, tuple[Replica, ...]] = field(default_factory=dict)

    @property
    def all(self) -> tuple[Replica, ...]:
        return tuple(replica for replicas in self.by_service.values() for replica in replicas)

    @property
    def base_urls(self) -> tuple[str, ...]:
        """Of the gateways."""
        return tuple(f"http://{gateway.address}" for gateway in self.by_service[GATEWAY])

    def address(self, service: str) -> str:
        """All replicas of a service, as gRPC is told of them."""
        return _address([replica.address for replica in self.by_service[service]])


@contextmanager
def running(
    folder: Path,
    database_url: str,
    *,
    counts: Mapping[str, int] = REFERENCE,
    started: Mapping[str, int] | None = None,
    env: Mapping[str, str] | None = None,
) -> Iterator[Replicas]:
    """Runs as many processes of each service as are asked for, until the block ends.

    Args:
        folder: where their logs go.
        database_url: of one PostgreSQL database, for all services.
        counts: how many of each have an address that the others know.
        started: how many of these are started; the others are for the caller to start. Default: all.
        env: beside this process's and what the services need.

    Raises:
        RuntimeError: one ended.
        TimeoutError: one does not serve.
    """
    folder.mkdir(parents=True, exist_ok=True)
    replicas = _planned(folder, database_url, counts, env or {})
    chosen = [replica for replica in replicas.all if replica.number <= {**counts, **(started or {})}[replica.service]]
    try:
        for replica in chosen:
            replica.start()
        for replica in chosen:
            replica.ready()
        for base_url in replicas.base_urls[: len([each for each in chosen if each.service == GATEWAY])]:
            wait_until(partial(_is_whole, base_url), timeout_s=_READY_S, what=f"{base_url} reaches everyone")
        yield replicas
    finally:
        _end_all(replicas)


def _planned(folder: Path, database_url: str, counts: Mapping[str, int], env: Mapping[str, str]) -> Replicas:
    ports = iter(free_ports(sum(counts.values())))
    addresses = {service: [f"127.0.0.1:{next(ports)}" for _ in range(count)] for service, count in counts.items()}
    admin_key, mesh_token = f"amy_live_{secrets.token_urlsafe(32)}", secrets.token_urlsafe(32)

    def planned(service: str, number: int, address: str) -> Replica:
        prefix = f"AMY_{service.upper()}_"
        own = {
            f"{prefix}LISTEN": address,
            f"{prefix}MESH_TOKEN": mesh_token,
            f"{prefix}DATABASE_URL": database_url,
            **{f"{prefix}{peer.upper()}_ADDRESS": _address(each) for peer, each in addresses.items()},
        }
        if service == "orchestrator":
            own[f"{prefix}EXECUTOR_ID"] = f"orchestrator-{number}"
        if service == GATEWAY:
            own |= {f"{prefix}ADMIN_KEY": admin_key, f"{prefix}ADDRESS_SHARE": "1"}
        log = folder / f"{service}-{number}.log"
        return Replica(service=service, number=number, address=address, env={**os.environ, **own, **env}, log=log)

    by_service = {
        service: tuple(planned(service, number, address) for number, address in enumerate(each, start=1))
        for service, each in addresses.items()
    }
    return Replicas(admin_key=admin_key, by_service=by_service)


def _is_whole(base_url: str) -> bool:
    """Whether every service behind a gateway serves, as it finds them."""
    return health(base_url, timeout_s=30)[0] == 200


def _address(addresses: list[str]) -> str:
    return addresses[0] if len(addresses) == 1 else f"ipv4:{','.join(addresses)}"


def _end_all(replicas: Replicas) -> None:
    """The gateways first, so that nobody asks what is about to end."""
    running_now = [each for each in replicas.all if each.process is not None and each.process.poll() is None]
    for replica in running_now:
        replica.thaw()
        assert replica.process is not None
        replica.process.send_signal(signal.SIGTERM)
    for replica in running_now:
        assert replica.process is not None
        try:
            replica.process.wait(timeout=_STOP_S)
        except subprocess.TimeoutExpired:
            replica.kill()
