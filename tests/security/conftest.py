"""A running sandbox per backend and level, an honest run to compare with, and a look for what a run left behind.

The containers are a real engine's, where one answers and has the image: behind a fake one there is no kernel to probe.
"""

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import pandas as pd
import pytest
import pytest_asyncio

from services.data_science.adapters.containers.runner import ContainerRunner
from services.data_science.adapters.sandbox.client import LocalSandbox
from services.data_science.adapters.sandbox.config import PoolConfig, SandboxLimits
from services.data_science.adapters.sandbox.syscalls import call
from services.data_science.domain.run import Frames, IsolationLevel, RunOutcome, Succeeded
from services.data_science.domain.sandbox import SandboxConfig, SandboxMode
from services.data_science.ports import CodeRunner
from tests.contract.sandbox.conftest import real_engine_url
from tests.frames import sent

LIMITS = SandboxLimits(
    wall_time_s=6, cpu_time_s=1, memory_bytes=256 << 20, output_bytes=64 << 10, result_bytes=256 << 10
)
IDLE_PROCESSES = PoolConfig().workers  # those that stand by
IN_CONTAINERS = "in containers"
Attempt = Callable[[str], Awaitable[RunOutcome]]


def _namespaces_allowed() -> bool:
    """Whether this machine lets this user have namespaces, asked without the code under test."""
    child = os.fork()
    if child == 0:
        try:
            if os.geteuid() == 0:
                call("unshare", 0x00020000)  # CLONE_NEWNS
                os.setresuid(65534, 65534, 65534)
            call("unshare", 0x10020000)  # CLONE_NEWUSER | CLONE_NEWNS
        except OSError:
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def _descendants(pid: int) -> list[int]:
    """All processes below this one, zombies included."""
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it ended meanwhile
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(stat.parent.name))
    found = list(children.get(pid, []))
    for process in found:
        found += children.get(process, [])
    return found


@dataclass(frozen=True)
class Remains:
    """What can be seen of the sandbox from outside while it is idle."""

    processes: int
    descriptors: int
    mounts: str
    files: tuple[str, ...]


def look(sandbox: LocalSandbox) -> Remains:
    assert sandbox.zygote_pid is not None
    places = (Path("/tmp"), Path("/dev/shm"), Path.cwd(), Path("/"), Path.home())
    return Remains(
        processes=len(_descendants(sandbox.zygote_pid)),
        descriptors=len(list(Path("/proc/self/fd").iterdir())),
        mounts=Path("/proc/self/mounts").read_text(),
        files=tuple(str(path) for place in places for path in place.glob("amy_probe*")),
    )


async def settled(sandbox: LocalSandbox, wanted: Remains) -> Remains:
    """What there is once the service and the kernel have finished cleaning up, or after thirty seconds."""
    for _ in range(3000):
        if (seen := look(sandbox)) == wanted:
            break
        await asyncio.sleep(0.01)
    return seen


async def run_honestly(sandbox: CodeRunner, frames: Frames) -> None:
    outcome = await sandbox.run("return float(summary_df['x'].sum())", frames)
    assert isinstance(outcome, Succeeded), outcome
    assert outcome.result == sum(day % 7 for day in range(100))


@pytest.fixture(scope="session")
def namespaces_allowed() -> Callable[[], bool]:
    return _namespaces_allowed


@pytest.fixture(scope="session")
def descendants() -> Callable[[int], list[int]]:
    return _descendants


@pytest.fixture(scope="module", params=[IsolationLevel.FULL.name, IsolationLevel.FILTERED.name, IN_CONTAINERS])
def place(request: pytest.FixtureRequest, namespaces_allowed: Callable[[], bool]) -> str:
    wanted: str = request.param
    if wanted == IsolationLevel.FULL.name and not namespaces_allowed():
        pytest.skip("this machine gives this user no namespaces")
    return wanted


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def sandbox(place: str, frames: Frames) -> AsyncIterator[LocalSandbox | ContainerRunner]:
    """Running, at this level. The service's own environment holds a secret meanwhile."""
    os.environ["AMY_PROBE_SECRET"] = "must not be seen"
    running: LocalSandbox | ContainerRunner
    if place == IN_CONTAINERS:
        url = real_engine_url()
        running = ContainerRunner(SandboxConfig(mode=SandboxMode.CONTAINER, engine_url=url, instance="probes"), LIMITS)
        wanted = IsolationLevel.FULL
    else:
        wanted = IsolationLevel[place]
        running = LocalSandbox(LIMITS, force_level=wanted)
    await running.start()
    assert running.level is wanted, str(running.report)
    at_rest = replace(look(running), processes=IDLE_PROCESSES) if isinstance(running, LocalSandbox) else None
    await run_honestly(running, frames)
    if isinstance(running, LocalSandbox) and at_rest:
        assert await settled(running, at_rest) == at_rest
    yield running
    await running.stop()
    del os.environ["AMY_PROBE_SECRET"]


@pytest.fixture(scope="module")
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)  # noqa: FBT003, the socket's own signature
        yield server


@pytest.fixture(scope="session")
def frames() -> Frames:
    days = pd.to_datetime(range(19_000, 19_100), unit="D")
    summary = pd.DataFrame({"datetime": days, "x": [float(day % 7) for day in range(100)]})
    return Frames(summary=sent(summary), activities=b"", profile=b"", population=b"")


@pytest.fixture
def attempt(sandbox: LocalSandbox | ContainerRunner, frames: Frames, listener: socket.socket) -> Attempt:
    """Runs hostile code, then an honest run, and sees that nothing is left and that nobody was reached.

    A container is gone after its run, and the next one is a new one: there is nothing to look for.
    """
    zygote_pid = sandbox.zygote_pid if isinstance(sandbox, LocalSandbox) else 1

    async def run(code: str) -> RunOutcome:
        known = {"ZYGOTE_PID": zygote_pid, "PARENT_PID": os.getpid(), "PORT": listener.getsockname()[1]}
        for name, value in known.items():
            code = code.replace(name, str(value))
        if isinstance(sandbox, LocalSandbox):
            before = replace(look(sandbox), processes=IDLE_PROCESSES, files=())
            outcome = await sandbox.run(code, frames)
            await run_honestly(sandbox, frames)
            assert await settled(sandbox, before) == before
        else:
            outcome = await sandbox.run(code, frames)
        with pytest.raises(BlockingIOError):
            listener.accept()
        return outcome

    return run
