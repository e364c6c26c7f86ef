"""Containers that run: started by runc, asked as their probes say, stopped as a kubelet stops them."""

import json
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from socket import create_connection
from typing import Any, Final

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from evals.manifests import bundle
from evals.manifests.network import Pod
from evals.manifests.pods import Container

# Process 1 of a pod whose containers share their processes: it reaps, as the pause image does.
_PAUSE: Final = "import signal; signal.signal(signal.SIGCHLD, signal.SIG_IGN)\nwhile True: signal.pause()"


@dataclass(kw_only=True)
class Running:
    """A container that was started.

    Attributes:
        ready_s: seconds until it was ready.
        memory: bytes at most, as the kernel counted.
        ended_s: seconds from the wish that it ends to its end, its preStop included.
        failure: what went wrong; empty: nothing.
    """

    container: Container
    pod: Pod
    folder: Path
    process: "subprocess.Popen[bytes]"
    pause: "subprocess.Popen[bytes] | None"
    started_at: float = field(default_factory=time.monotonic)
    ready_s: float = 0.0
    memory: int = 0
    ended_s: float = 0.0
    failure: str = ""

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text(encoding="utf-8", errors="replace")

    def become_ready(self) -> None:
        """Asks startup, readiness and liveness probe as the manifest says, until all have agreed once."""
        for kind in ("startupProbe", "readinessProbe", "livenessProbe"):
            probe = self.container.spec.get(kind)
            if probe is None:
                self.failure = f"no {kind}"
                return
            if not self._agrees(probe):
                self.failure = self.failure or f"{kind} failed: {self.log[-800:]}"
                return
        self.ready_s = time.monotonic() - self.started_at

    def finish(self, timeout_s: float) -> None:
        """Waits for the end of a container that ends by itself."""
        try:
            code = self.process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            self.failure = f"not done after {timeout_s:.0f} s"
            self.kill()
            return
        self.ended_s = time.monotonic() - self.started_at
        if code:
            self.failure = f"exit code {code}: {self.log[-800:]}"

    def stop(self) -> None:
        """SIGTERM after its preStop; it must end within its grace period."""
        began = time.monotonic()
        if self.process.poll() is not None:
            self.failure = self.failure or f"ended by itself with {self.process.returncode}"
            return
        self.memory = self._memory_at_most()
        time.sleep(self.container.pre_stop_s)
        self._runc("kill", self.container.name, "INT" if bundle.is_postgres(self.container) else "TERM")
        left = self.container.grace_s - (time.monotonic() - began)
        try:
            code = self.process.wait(left)
        except subprocess.TimeoutExpired:
            self.failure = self.failure or f"did not end within {self.container.grace_s:.0f} s"
            self.kill()
            return
        self.ended_s = time.monotonic() - began
        if code and not self.failure:
            self.failure = f"ended with {code}"
        self.kill()

    def kill(self) -> None:
        """Leaves nothing of it, whatever state it is in."""
        if self.process.poll() is None:
            self._runc("kill", self.container.name, "KILL")
            self.process.wait(10)
        if self.pause is not None:
            self.pause.kill()
            self.pause.wait(10)
            self.pause = None

    def run(self, *command: str) -> "subprocess.CompletedProcess[str]":
        """A command inside the container, as its user, as `kubectl exec` would."""
        return self._runc("exec", self.container.name, *command)

    def _agrees(self, probe: Mapping[str, Any]) -> bool:
        for _ in range(probe.get("failureThreshold", 3)):
            if self.process.poll() is not None:
                self.failure = f"ended with {self.process.returncode}: {self.log[-800:]}"
                return False
            if self._asked(probe):
                return True
            time.sleep(probe.get("periodSeconds", 10))
        return False

    def _asked(self, probe: Mapping[str, Any]) -> bool:
        timeout_s = float(probe.get("timeoutSeconds", 1))
        try:
            match probe:
                case {"grpc": {"port": port, **rest}}:
                    return _serves(f"{self.pod.address}:{port}", str(rest.get("service", "")), timeout_s)
                case {"httpGet": {"path": path, "port": port}}:
                    url = f"http://{self.pod.address}:{self.container.port(port)}{path}"
                    urllib.request.urlopen(url, timeout=timeout_s).close()
                case {"tcpSocket": {"port": port}}:
                    create_connection((self.pod.address, self.container.port(port)), timeout=timeout_s).close()
                case {"exec": {"command": command}}:
                    return self.run(*command).returncode == 0
                case _:
                    raise NotImplementedError(probe)
        except OSError:
            return False
        return True

    def _memory_at_most(self) -> int:
        said = self._runc("events", "--stats", self.container.name)
        usage = json.loads(said.stdout)["data"]["memory"]["usage"] if said.returncode == 0 else {}
        return int(usage.get("max", usage.get("usage", 0)))

    def _runc(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        command = ["runc", "--root", str(self.folder.parent / "runc"), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def _serves(address: str, service: str, timeout_s: float) -> bool:
    """What the kubelet asks: in plain text, and without a token."""
    with grpc.insecure_channel(address) as channel:
        try:
            request = health_pb2.HealthCheckRequest(service=service)
            answer = health_pb2_grpc.HealthStub(channel).Check(request, timeout=timeout_s)
        except grpc.RpcError:
            return False
    return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)


def start(container: Container, pod: Pod, folder: Path, *, hosts: Mapping[str, str]) -> Running:
    """Starts a container.

    Args:
        container: which.
        pod: where.
        folder: a new one for its bundle and its log; runc keeps its state beside it.
        hosts: the addresses of the names it can look up.
    """
    folder.mkdir()
    pause = None
    if container.pod_spec.get("shareProcessNamespace"):
        pause = subprocess.Popen(["unshare", "--pid", "--fork", "--kill-child", sys.executable, "-c", _PAUSE])
        time.sleep(0.5)
    pid_namespace = None if pause is None else Path(f"/proc/{pause.pid}/ns/pid_for_children")
    bundle.write(container, folder, hosts=hosts, netns=pod.netns, pid_namespace=pid_namespace)
    command = ["runc", "--root", str(folder.parent / "runc"), "run", "--bundle", str(folder), container.name]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    return Running(container=container, pod=pod, folder=folder, process=process, pause=pause)


def end_with_this_process() -> None:
    """SIGTERM and SIGINT become an exception, so that what was started is ended."""

    def stop(number: int, _: object) -> None:
        raise SystemExit(128 + number)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
