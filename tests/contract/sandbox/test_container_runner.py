"""The runner of containers, against an engine that can be told to misbehave."""

import asyncio
import gc
import json
import os
import sys
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import pytest_asyncio

from amy.runtime.errors import SandboxUnavailableError
from services.data_science.adapters.containers.engine import _owner
from services.data_science.adapters.containers.options import INSTANCE_LABEL, OWNER_LABEL
from services.data_science.adapters.containers.runner import ContainerRunner
from services.data_science.adapters.containers.seccomp_profile import profile
from services.data_science.adapters.sandbox.config import SandboxLimits
from services.data_science.domain.run import Frames, IsolationLevel, Succeeded
from services.data_science.domain.sandbox import SandboxConfig, SandboxMode
from tests.contract.sandbox.fake_engine import IMAGE, FakeContainer, FakeEngine

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.timeout(120)]
NOTHING = Frames(summary=b"", activities=b"", profile=b"", population=b"")
LIMITS = SandboxLimits(memory_bytes=256 << 20, max_concurrent=1)


@pytest.fixture
def config(fake_engine: FakeEngine) -> SandboxConfig:
    return SandboxConfig(mode=SandboxMode.CONTAINER, engine_url=fake_engine.url, warm=1)


@pytest_asyncio.fixture(loop_scope="module")
async def runner(config: SandboxConfig) -> AsyncIterator[ContainerRunner]:
    running = ContainerRunner(config, LIMITS)
    await running.start()
    yield running
    await running.stop()


async def until_waiting(engine: FakeEngine, count: int, *, without: str = "") -> None:
    """Until so many containers, and no others, are there and started, and one is gone."""
    for _ in range(400):
        found = [container for container in engine.containers.values() if container.process is not None]
        if len(found) == len(engine.containers) == count and without not in engine.containers:
            return
        await asyncio.sleep(0.05)
    pytest.fail(f"{len(engine.containers)} containers, not {count}")


async def test_a_container_is_asked_for_with_every_wall(runner: ContainerRunner, fake_engine: FakeEngine) -> None:
    asked_for = fake_engine.created[-1]
    host = asked_for["HostConfig"]
    memory = (256 << 20) + (512 << 20)
    assert {name: value for name, value in host.items() if value and name != "SecurityOpt"} == {
        "NetworkMode": "none",
        "IpcMode": "none",
        "ReadonlyRootfs": True,
        "Tmpfs": {"/tmp": "rw,noexec,nosuid,nodev,size=16m"},
        "CapDrop": ["ALL"],
        "PidsLimit": 32,
        "Memory": memory,
        "MemorySwap": memory,
        "NanoCpus": 10**9,
        "Ulimits": [{"Name": "core", "Soft": 0, "Hard": 0}, {"Name": "nofile", "Soft": 256, "Hard": 256}],
        "LogConfig": {"Type": "none", "Config": {}},
        "AutoRemove": True,
    }
    no_new_privileges, seccomp = host["SecurityOpt"]
    assert no_new_privileges == "no-new-privileges:true"
    assert json.loads(seccomp.removeprefix("seccomp=")) == profile()
    assert asked_for["User"] == "65534:65534"
    assert asked_for["StdinOnce"] is True
    assert asked_for["Tty"] is False
    assert not asked_for.get("Env")
    assert asked_for["Labels"][INSTANCE_LABEL] == "amy"


async def test_containers_wait_for_work_and_take_one_job_each(runner: ContainerRunner, fake_engine: FakeEngine) -> None:
    await until_waiting(fake_engine, 1)
    created = len(fake_engine.created)
    (waiting,) = fake_engine.containers
    outcome = await runner.run("return 1", NOTHING)
    assert isinstance(outcome, Succeeded)
    await until_waiting(fake_engine, 1, without=waiting)
    assert len(fake_engine.created) == created + 1


async def test_a_container_that_died_while_it_waited_costs_no_run(
    runner: ContainerRunner, fake_engine: FakeEngine
) -> None:
    await until_waiting(fake_engine, 1)
    (waiting,) = fake_engine.containers.values()
    waiting.kill()
    await asyncio.sleep(0.3)
    assert isinstance(await runner.run("return 1", NOTHING), Succeeded)


async def test_there_are_never_more_containers_than_may_run_and_wait(
    config: SandboxConfig, fake_engine: FakeEngine
) -> None:
    running = ContainerRunner(config, replace(LIMITS, max_concurrent=2))
    await running.start()
    await until_waiting(fake_engine, 1)
    fake_engine.most = 1
    outcomes = await asyncio.gather(*(running.run("return 1", NOTHING) for _ in range(5)))
    await running.stop()
    assert all(isinstance(outcome, Succeeded) for outcome in outcomes)
    assert fake_engine.most <= 3


async def test_what_a_crash_left_is_cleared_and_nothing_else(config: SandboxConfig, fake_engine: FakeEngine) -> None:
    def left_by(instance: str, owner: str) -> FakeContainer:
        return FakeContainer({"Labels": {INSTANCE_LABEL: instance, OWNER_LABEL: owner}})

    gone = await asyncio.create_subprocess_exec(sys.executable, "-c", "")
    await gone.wait()
    fake_engine.containers |= {
        "a" * 64: left_by("amy", f"{gone.pid}-1"),
        "b" * 64: left_by("amy", f"{os.getpid()}-1"),
        "c" * 64: left_by("another", f"{gone.pid}-1"),
        "d" * 64: left_by("amy", _owner(os.getppid())),
    }
    runner = ContainerRunner(config, LIMITS)
    await runner.start()
    await runner.stop()
    assert sorted(fake_engine.containers) == ["c" * 64, "d" * 64]
    fake_engine.containers.clear()


@pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")  # the SDK's, of a connection that failed
async def test_without_an_engine_the_service_starts_and_a_run_says_what_to_do(config: SandboxConfig) -> None:
    runner = ContainerRunner(replace(config, engine_url="unix:///nowhere/docker.sock"), LIMITS)
    await runner.start()
    assert runner.level is IsolationLevel.NONE
    with pytest.raises(SandboxUnavailableError, match="No container engine answers at unix:///nowhere"):
        await runner.run("return 1", NOTHING)
    await runner.stop()
    gc.collect()


async def test_without_the_image_a_run_says_how_to_build_it(config: SandboxConfig) -> None:
    runner = ContainerRunner(replace(config, image="other:1"), LIMITS)
    await runner.start()
    with pytest.raises(SandboxUnavailableError, match="no image other:1: build it with `make sandbox-image`"):
        await runner.run("return 1", NOTHING)
    await runner.stop()


async def test_an_engine_that_refuses_is_quoted(runner: ContainerRunner, fake_engine: FakeEngine) -> None:
    await until_waiting(fake_engine, 1)
    fake_engine.refusal = "no space left on device"
    assert isinstance(await runner.run("return 1", NOTHING), Succeeded)  # by the one that waited
    with pytest.raises(SandboxUnavailableError, match="The container engine refuses: no space left on device"):
        await runner.run("return 1", NOTHING)
    fake_engine.refusal = ""
    assert isinstance(await runner.run("return 1", NOTHING), Succeeded)


async def test_an_engine_that_comes_later_is_found(config: SandboxConfig, fake_engine: FakeEngine) -> None:
    fake_engine.refusal = "starting"
    runner = ContainerRunner(config, LIMITS)
    await runner.start()
    with pytest.raises(SandboxUnavailableError, match="starting"):
        await runner.run("return 1", NOTHING)
    fake_engine.refusal = ""
    assert isinstance(await runner.run("return 1", NOTHING), Succeeded)
    await runner.stop()
    assert not fake_engine.containers


async def test_a_cancelled_run_ends_its_container(runner: ContainerRunner, fake_engine: FakeEngine) -> None:
    await until_waiting(fake_engine, 1)
    (taken,) = fake_engine.containers
    run = asyncio.create_task(runner.run("import time\ntime.sleep(8)", NOTHING))
    await asyncio.sleep(0.5)
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run
    await until_waiting(fake_engine, 1)
    assert taken not in fake_engine.containers


async def test_the_event_loop_is_never_held_up(runner: ContainerRunner, fake_engine: FakeEngine) -> None:
    await until_waiting(fake_engine, 1)
    loop = asyncio.get_running_loop()
    run = asyncio.create_task(runner.run("import time\ntime.sleep(0.5)\nreturn 1", NOTHING))
    longest, before = 0.0, loop.time()
    while not run.done():
        await asyncio.sleep(0.005)
        longest, before = max(longest, loop.time() - before), loop.time()
    assert longest < 0.3


async def test_the_fake_engine_has_the_image_that_is_asked_for_by_default() -> None:
    assert SandboxConfig().image == IMAGE
