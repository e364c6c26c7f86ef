"""The sandbox as a service sees it: many runs at once, a killed zygote, too weak a machine, an unprivileged user."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from amy.runtime.errors import SandboxUnavailableError
from services.data_science.adapters.sandbox.client import LocalSandbox, probe
from services.data_science.adapters.sandbox.config import PoolConfig, SandboxLimits
from services.data_science.adapters.sandbox.report import Layer
from services.data_science.domain.run import (
    Frames,
    IsolationLevel,
    Killed,
    KillReason,
    Raised,
    Succeeded,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")
_LIMITS = SandboxLimits(wall_time_s=20)
IDLE = PoolConfig().workers  # those that stand by
Allowed = Callable[[], bool]
Descendants = Callable[[int], list[int]]


async def until(condition: Callable[[], bool]) -> None:
    """Waits for what the kernel does in its own time, five seconds at most."""
    for _ in range(250):
        if condition():
            return
        await asyncio.sleep(0.02)
    pytest.fail("it did not happen within five seconds")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def fresh() -> AsyncIterator[LocalSandbox]:
    sandbox = LocalSandbox(_LIMITS)
    await sandbox.start()
    yield sandbox
    await sandbox.stop()


async def test_eight_runs_at_once_each_get_their_own_answer(fresh: LocalSandbox, frames: Frames) -> None:
    codes = [f"import time\ntime.sleep(0.05)\nprint({i})\nreturn {i}" for i in range(8)]
    outcomes = await asyncio.gather(*(fresh.run(code, frames) for code in codes))
    assert [(o.result, o.stdout) for o in outcomes if isinstance(o, Succeeded)] == [(i, f"{i}\n") for i in range(8)]


def _lives(pid: int) -> bool:
    """Whether a process goes on: one that has ended and waits to be reaped does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in ("Z", "X")


async def test_no_more_runs_than_allowed_go_on_at_once(
    fresh: LocalSandbox, frames: Frames, descendants: Descendants
) -> None:
    assert fresh.zygote_pid is not None
    runs = [asyncio.create_task(fresh.run("import time\ntime.sleep(0.5)", frames)) for _ in range(6)]
    most = 0
    while not all(run.done() for run in runs):
        most = max(most, sum(map(_lives, descendants(fresh.zygote_pid))))
        await asyncio.sleep(0.05)
    assert most <= _LIMITS.max_concurrent + IDLE


async def test_a_zygote_killed_in_mid_run_costs_that_run_only(fresh: LocalSandbox, frames: Frames) -> None:
    assert fresh.zygote_pid is not None
    run = asyncio.create_task(fresh.run("import time\ntime.sleep(15)", frames))
    await asyncio.sleep(0.5)
    os.kill(fresh.zygote_pid, signal.SIGKILL)
    outcome = await run
    assert isinstance(outcome, Killed)
    assert outcome.reason is KillReason.CRASH
    assert outcome.duration_ms < 10_000
    after = await fresh.run("return 1", frames)
    assert isinstance(after, Succeeded)


async def test_a_zygote_killed_while_idle_costs_no_run(fresh: LocalSandbox, frames: Frames) -> None:
    assert fresh.zygote_pid is not None
    os.kill(fresh.zygote_pid, signal.SIGKILL)
    await asyncio.sleep(0.2)
    outcomes = await asyncio.gather(fresh.run("return 1", frames), fresh.run("return 2", frames))
    assert all(isinstance(outcome, Succeeded) for outcome in outcomes), outcomes


async def test_a_cancelled_run_is_killed(fresh: LocalSandbox, frames: Frames, descendants: Descendants) -> None:
    zygote_pid = fresh.zygote_pid
    assert zygote_pid is not None
    run = asyncio.create_task(fresh.run("while True:\n    pass", frames))
    await asyncio.sleep(0.3)
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run
    await until(lambda: len(descendants(zygote_pid)) == IDLE)


async def test_stopping_leaves_no_process(frames: Frames, descendants: Descendants) -> None:
    sandbox = LocalSandbox(_LIMITS)
    await sandbox.run("return 1", frames)
    assert sandbox.zygote_pid is not None
    started = [sandbox.zygote_pid, *descendants(sandbox.zygote_pid)]
    await until(lambda: len(descendants(started[0])) == IDLE)
    started += descendants(started[0])
    await sandbox.stop()
    await until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in started))


async def _seen_starting(
    sandbox: LocalSandbox, descendants: Callable[[], list[int]], moments: int
) -> asyncio.Task[None]:
    """A start that has more than so many processes, or that has ended before it was looked at."""
    before = set(descendants())
    starting = asyncio.create_task(sandbox.start())
    await until(lambda: starting.done() or len(set(descendants()) - before) > moments)
    return starting


@pytest.mark.parametrize("moments", [0, 1], ids=["while the zygote loads", "while a worker isolates itself"])
async def test_a_start_that_is_broken_off_leaves_no_process(
    frames: Frames, descendants: Descendants, moments: int
) -> None:
    before = set(descendants(os.getpid()))
    sandbox = LocalSandbox(_LIMITS)
    async with asyncio.timeout(60):
        while not (starting := await _seen_starting(sandbox, lambda: descendants(os.getpid()), moments)).cancel():
            await sandbox.stop()
    await asyncio.wait({starting})
    await until(lambda: not any(map(_lives, set(descendants(os.getpid())) - before)))
    outcome = await sandbox.run("return 1", frames)
    assert isinstance(outcome, Succeeded)
    assert outcome.result == 1
    await sandbox.stop()


async def test_below_the_demanded_level_nothing_runs_and_the_error_says_what_is_missing(frames: Frames) -> None:
    sandbox = LocalSandbox(SandboxLimits(minimum_level=IsolationLevel.FULL), force_level=IsolationLevel.FILTERED)
    with pytest.raises(SandboxUnavailableError, match=Layer.NAMESPACES):
        await sandbox.run("return 1", frames)
    await sandbox.stop()


async def test_a_weaker_level_runs_only_where_it_is_named(frames: Frames) -> None:
    sandbox = LocalSandbox(SandboxLimits(minimum_level=IsolationLevel.NONE), force_level=IsolationLevel.NONE)
    outcome = await sandbox.run("return 1", frames)
    assert isinstance(outcome, Succeeded)
    assert sandbox.level is IsolationLevel.NONE
    await sandbox.stop()


async def test_the_report_has_a_line_for_every_layer() -> None:
    report = await probe()
    assert {found.layer for found in report.layers} >= set(Layer) - {Layer.ROOT, Layer.NAMESPACES}
    assert str(report).startswith(f"sandbox level: {report.level.name}")


async def test_an_error_names_the_lines_of_the_body_only(fresh: LocalSandbox, frames: Frames) -> None:
    outcome = await fresh.run("def mean(df):\n    return df['absent'].mean()\n\nreturn mean(summary_df)", frames)
    assert isinstance(outcome, Raised)
    assert outcome.error_type == "KeyError"
    assert outcome.traceback == "line 4: return mean(summary_df)\nline 2: return df['absent'].mean()"


async def test_randomness_and_hashes_are_the_same_in_every_run(fresh: LocalSandbox, frames: Frames) -> None:
    code = "import random\nreturn [random.random(), np.random.rand(), hash('a'), list({'x', 'y', 'z'})]"
    first, second = [await fresh.run(code, frames) for _ in range(2)]
    assert isinstance(first, Succeeded)
    assert isinstance(second, Succeeded)
    assert first.result == second.result


async def test_the_scientific_stack_is_all_there(fresh: LocalSandbox, frames: Frames) -> None:
    code = (
        "import colorsys, zoneinfo\nimport scipy.cluster.hierarchy, scipy.spatial, numpy.polynomial\n"
        "from scipy import stats\nfrom datetime import datetime\n"
        "return [str(datetime.now(zoneinfo.ZoneInfo('Europe/Berlin')).tzinfo), str(summary_df['datetime'].dtype)]"
    )
    outcome = await fresh.run(code, frames)
    assert isinstance(outcome, Succeeded), outcome
    assert outcome.result == ["Europe/Berlin", "datetime64[ns]"]


async def test_the_zygote_loads_nothing_of_the_service_but_the_sandbox() -> None:
    code = (
        "import sys, services.data_science.adapters.sandbox.zygote\n"
        "sys.exit(any(name.split('.')[0] in ('grpc', 'amy', 'structlog', 'pydantic') for name in sys.modules))"
    )
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", code)
    assert await process.wait() == 0


async def test_an_unprivileged_user_is_isolated_as_well(namespaces_allowed: Allowed) -> None:
    script = Path(__file__).with_name("as_nobody.py")
    process = await asyncio.create_subprocess_exec(
        sys.executable, script, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    stdout, stderr = await process.communicate()
    if b"unshare" in stderr:
        pytest.skip("this machine's root may not make namespaces, so it cannot become another user here")
    assert process.returncode == 0, stderr.decode()
    best = IsolationLevel.FULL if namespaces_allowed() else IsolationLevel.FILTERED
    for said, wanted in zip(json.loads(stdout), (best, IsolationLevel.FILTERED), strict=True):
        assert said["level"] == wanted, said["report"]
        assert said["uid"] != 0
        right, passwd, network, again = said["outcomes"]
        assert right.startswith("Succeeded(result=42")
        assert again.startswith("Succeeded(result=42")
        assert passwd.startswith("Raised(error_type=")
        assert network.startswith("Raised(error_type='PermissionError'")


async def test_a_service_that_makes_files_for_itself_only_still_gets_the_full_level(
    frames: Frames, namespaces_allowed: Allowed
) -> None:
    if not namespaces_allowed():
        pytest.skip("this machine gives this user no namespaces")
    before = os.umask(0o077)
    try:
        sandbox = LocalSandbox(_LIMITS)
        await sandbox.start()
        assert sandbox.level is IsolationLevel.FULL
        assert isinstance(await sandbox.run("return 1", frames), Succeeded)
        await sandbox.stop()
    finally:
        os.umask(before)
