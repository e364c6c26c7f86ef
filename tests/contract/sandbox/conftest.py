"""Every sandbox backend that can be had here: this machine's, a container engine's, Daytona's.

A real container engine is used when `DOCKER_HOST` (or the usual socket) answers and has the image; the fakes always.
"""

import os
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import docker
import pandas as pd
import pytest
import pytest_asyncio
from docker.errors import DockerException, ImageNotFound
from pydantic import SecretStr
from requests.exceptions import RequestException

from services.data_science.adapters.runners import RunnerOptions, code_runner
from services.data_science.adapters.sandbox.config import SandboxLimits
from services.data_science.domain.run import Frames
from services.data_science.domain.sandbox import SandboxConfig, SandboxMode
from services.data_science.ports import CodeRunner
from tests.contract.sandbox.fake_daytona import KEY, FakeDaytona
from tests.contract.sandbox.fake_engine import IMAGE, FakeEngine
from tests.frames import sent

LIMITS = SandboxLimits(
    wall_time_s=6, cpu_time_s=2, memory_bytes=256 << 20, output_bytes=64 << 10, result_bytes=256 << 10
)
BACKENDS = ("local", "container on a fake engine", "container on a real engine", "fake daytona")


@dataclass(frozen=True)
class Backend:
    """A way to make runners, and a look at what they have left outside: processes, containers, sandboxes."""

    config: SandboxConfig
    leftovers: Callable[[], list[str]]

    def runner(self, limits: SandboxLimits = LIMITS) -> CodeRunner:
        return code_runner(RunnerOptions(config=self.config, limits=limits, daytona_api_key=SecretStr(KEY)))


def real_engine_url() -> str:
    """Where a real engine with the image answers, or a skip that says what is missing."""
    url = os.environ.get("DOCKER_HOST", "unix:///var/run/docker.sock")
    if url.startswith("unix://") and not Path(url.removeprefix("unix://")).exists():
        pytest.skip("no container engine answers here")
    engine = docker.DockerClient(base_url=url)
    try:
        engine.images.get(IMAGE)
    except ImageNotFound:
        pytest.skip(f"the container engine here has no {IMAGE}: make sandbox-image")
    except (DockerException, RequestException):
        pytest.skip("no container engine answers here")
    finally:
        engine.close()
    return url


def processes() -> list[str]:
    """What runs below this process."""
    parents: dict[int, tuple[int, str]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it ended meanwhile
            _, _, rest = stat.read_text().rpartition(")")
            state, parent = rest.split()[:2]
            if state != "Z":
                parents[int(stat.parent.name)] = (int(parent), (stat.parent / "cmdline").read_text())
    below = {os.getpid()}
    for _ in parents:
        below |= {pid for pid, (parent, _) in parents.items() if parent in below}
    return [parents[pid][1] for pid in below - {os.getpid()} if pid in parents and "sandbox" in parents[pid][1]]


def real_containers(url: str) -> list[str]:
    client = docker.DockerClient(base_url=url)
    try:
        found = client.containers.list(all=True, filters={"label": "amy.sandbox.instance=contract"})
        return [f"{container.id}" for container in found]
    finally:
        client.close()


@pytest.fixture(scope="module")
def engine_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("engine")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def fake_engine(engine_folder: Path) -> AsyncIterator[FakeEngine]:
    engine = FakeEngine(engine_folder / "s")
    await engine.start()
    yield engine
    await engine.stop()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def fake_daytona(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[FakeDaytona]:
    daytona = FakeDaytona(tmp_path_factory.mktemp("daytona"))
    await daytona.start()
    yield daytona
    await daytona.stop()


@pytest.fixture(scope="module", params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> Backend:
    match request.param:
        case "local":
            return Backend(config=SandboxConfig(), leftovers=processes)
        case "container on a fake engine":
            engine: FakeEngine = request.getfixturevalue("fake_engine")
            config = SandboxConfig(mode=SandboxMode.CONTAINER, engine_url=engine.url, warm=1, instance="contract")
            return Backend(config=config, leftovers=lambda: [*engine.containers, *processes()])
        case "container on a real engine":
            url = real_engine_url()
            config = SandboxConfig(mode=SandboxMode.CONTAINER, engine_url=url, warm=1, instance="contract")
            return Backend(config=config, leftovers=lambda: real_containers(url))
        case _:
            daytona: FakeDaytona = request.getfixturevalue("fake_daytona")
            config = SandboxConfig(
                mode=SandboxMode.DAYTONA,
                daytona_api_url=daytona.url,
                daytona_image="registry.example/amy-sandbox:1",
                personal_data=True,
            )
            return Backend(config=config, leftovers=lambda: [*daytona.sandboxes, *processes()])


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def runner(backend: Backend) -> AsyncIterator[CodeRunner]:
    """Running, and shared by the tests of one backend."""
    running = backend.runner()
    await running.start()
    yield running
    await running.stop()


@pytest.fixture(scope="session")
def frames() -> Frames:
    days = pd.to_datetime(range(19_000, 19_100), unit="D")
    return Frames(
        summary=sent(pd.DataFrame({"datetime": days, "steps": [None, *range(99)]})),
        activities=sent(pd.DataFrame({"kind": ["Run", "Schwimmen im Süßwasser"], "distance_m": [5000.0, None]})),
        profile=sent(pd.DataFrame({"age": [52]})),
        population=sent(pd.DataFrame({"metric": ["steps"], "mean": [7000.5]})),
        biomarkers=sent(pd.DataFrame({"name": ["LDL"], "value": [101.5]})),
    )
