"""What is kept warm: replaced when it is old or broken, given back when nobody asks, and never grows."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from services.data_science.adapters.sandbox.client import LocalSandbox
from services.data_science.adapters.sandbox.config import PoolConfig, SandboxLimits
from services.data_science.adapters.sandbox.pool import StandbyPool
from services.data_science.adapters.sandbox.report import satisfies
from services.data_science.domain.run import Frames, IsolationLevel, Killed, KillReason, Succeeded
from tests.security.conftest import Remains, look

LIMITS = SandboxLimits(wall_time_s=20, max_concurrent=4)
RUNS_IN_A_ROW = 1000
AT_ONCE = 50
MAX_GROWTH = 1.05
Descendants = Callable[[int], list[int]]


@asynccontextmanager
async def sandbox(pool: PoolConfig) -> AsyncIterator[LocalSandbox]:
    box = LocalSandbox(LIMITS, pool)
    await box.start()
    try:
        yield box
    finally:
        await box.stop()


async def settled(condition: Callable[[], bool]) -> None:
    """Waits for what happens in the background, ten seconds at most."""
    for _ in range(500):
        if condition():
            return
        await asyncio.sleep(0.02)
    pytest.fail("it did not happen within ten seconds")


async def at_rest(box: LocalSandbox) -> Remains:
    """What there is once the pipes of those that have ended are closed, and those of their successors are open."""
    async with asyncio.timeout(10):
        seen = look(box)
        while True:
            await asyncio.sleep(0.5)
            seen, before = look(box), seen
            if seen == before:
                return seen


async def one(box: LocalSandbox, frames: Frames, number: int) -> None:
    outcome = await box.run(f"return {number}", frames)
    assert isinstance(outcome, Succeeded), outcome
    assert outcome.result == number


def own_memory(pid: int) -> int:
    """Bytes that this process has written. What it maps from files counts the less the more other processes map it."""
    status = Path(f"/proc/{pid}/status").read_text()
    return 1024 * next(int(line.split()[1]) for line in status.splitlines() if line.startswith("RssAnon:"))


async def test_as_many_workers_wait_as_the_pool_is_wide(frames: Frames, descendants: Descendants) -> None:
    async with sandbox(PoolConfig(workers=3)) as box:
        pid = box.zygote_pid
        assert pid is not None
        await settled(lambda: len(descendants(pid)) == 3)
        await one(box, frames, 1)
        await settled(lambda: len(descendants(pid)) == 3)


async def test_without_a_pool_each_run_isolates_its_own_worker(frames: Frames, descendants: Descendants) -> None:
    async with sandbox(PoolConfig(workers=0)) as box:
        await one(box, frames, 1)
        pid = box.zygote_pid
        assert pid is not None
        await settled(lambda: not descendants(pid))
        await asyncio.gather(*(one(box, frames, number) for number in range(6)))


async def test_an_old_zygote_is_replaced_in_the_background_and_ends(frames: Frames) -> None:
    async with sandbox(PoolConfig(workers=1, runs_per_zygote=5)) as box:
        first = box.zygote_pid
        for number in range(8):
            await one(box, frames, number)
        await settled(lambda: box.zygote_pid not in (None, first))
        await settled(lambda: not Path(f"/proc/{first}").exists())
        await one(box, frames, 9)


async def test_a_run_on_an_old_zygote_goes_on_to_its_end(frames: Frames) -> None:
    async with sandbox(PoolConfig(workers=1, runs_per_zygote=3)) as box:
        first = box.zygote_pid
        slow = asyncio.create_task(box.run("import time\ntime.sleep(4)\nreturn 'done'", frames))
        await asyncio.sleep(0.2)
        for number in range(4):
            await one(box, frames, number)
        await settled(lambda: box.zygote_pid not in (None, first))
        outcome = await slow
        assert isinstance(outcome, Succeeded), outcome
        await settled(lambda: not Path(f"/proc/{first}").exists())


async def test_an_idle_sandbox_gives_its_memory_back_and_serves_again(frames: Frames) -> None:
    async with sandbox(PoolConfig(workers=2, idle_s=0.3)) as box:
        await one(box, frames, 1)
        pid = box.zygote_pid
        await settled(lambda: box.zygote_pid is None and not Path(f"/proc/{pid}").exists())
        await one(box, frames, 2)


async def test_a_waiting_worker_that_was_killed_costs_no_run(frames: Frames, descendants: Descendants) -> None:
    async with sandbox(PoolConfig(workers=2)) as box:
        pid = box.zygote_pid
        assert pid is not None
        await settled(lambda: len(descendants(pid)) == 2)
        waiting = descendants(pid)
        for worker in waiting:
            os.kill(worker, signal.SIGKILL)
        await settled(lambda: not any(Path(f"/proc/{worker}").exists() for worker in waiting))
        await asyncio.gather(one(box, frames, 1), one(box, frames, 2))
        assert box.zygote_pid == pid


async def test_a_standby_serves_one_job_and_is_gone(frames: Frames, descendants: Descendants) -> None:
    async with sandbox(PoolConfig(workers=1)) as box:
        pid = box.zygote_pid
        assert pid is not None
        served: set[int] = set()

        def another_stands_by() -> bool:
            return len(descendants(pid)) == 1 and not served & set(descendants(pid))

        for number in range(3):
            await settled(another_stands_by)
            served |= set(descendants(pid))
            await one(box, frames, number)
        assert len(served) == 3


async def test_nothing_of_the_job_before_is_in_the_next_one_s_memory(frames: Frames) -> None:
    secret = "known_to_the_first_job_only"
    look_for_it = (
        f"import gc, sys\nwanted = ''.join({list(secret)})\nseen = [sys._getframe()]\n"
        "held = [x for x in gc.get_objects() if isinstance(x, (dict, list, tuple, pd.DataFrame))]\n"
        "return sum(wanted in map(str, x) for x in held if x is not seen)"
    )
    async with sandbox(PoolConfig(workers=2)) as box:
        kept = await box.run(f"pd.{secret} = {secret} = ['{secret}']\n{look_for_it}", frames)
        assert isinstance(kept, Succeeded), kept
        assert isinstance(kept.result, int)
        assert kept.result > 0
        for _ in range(4):
            outcome = await box.run(look_for_it, frames)
            assert isinstance(outcome, Succeeded), outcome
            assert outcome.result == 0


async def test_a_standby_that_dies_is_replaced_before_anybody_asks(frames: Frames, descendants: Descendants) -> None:
    async with sandbox(PoolConfig(workers=2)) as box:
        pid = box.zygote_pid
        assert pid is not None
        await settled(lambda: len(descendants(pid)) == 2)
        killed = set(descendants(pid))
        for worker in killed:
            os.kill(worker, signal.SIGKILL)
        await settled(lambda: len(now := set(descendants(pid))) == 2 and not killed & now)
        await one(box, frames, 1)
        assert box.zygote_pid == pid


async def test_more_jobs_than_standbys_are_all_served(frames: Frames) -> None:
    async with sandbox(PoolConfig(workers=1)) as box:
        await asyncio.gather(*(one(box, frames, number) for number in range(8)))


async def test_the_limits_of_a_job_begin_with_it_however_long_its_worker_stood_by(frames: Frames) -> None:
    limits = SandboxLimits(wall_time_s=2.0, cpu_time_s=1, memory_bytes=128 << 20)
    box = LocalSandbox(limits, PoolConfig(workers=2))
    await box.start()
    try:
        await asyncio.sleep(limits.wall_time_s + 0.5)
        in_time = await box.run("import time\ntime.sleep(0.5)\nreturn 1", frames)
        assert isinstance(in_time, Succeeded), in_time
        for code, reason in (
            ("import time\ntime.sleep(60)", KillReason.WALL_TIME),
            ("return len(bytearray(1 << 30))", KillReason.MEMORY),
        ):
            outcome = await box.run(code, frames)
            assert isinstance(outcome, Killed), outcome
            assert outcome.reason is reason
    finally:
        await box.stop()


async def test_a_worker_without_a_layer_of_the_level_is_given_no_job(
    namespaces_allowed: Callable[[], bool],
) -> None:
    if not namespaces_allowed():
        pytest.skip("this machine gives this user no namespaces")
    pool = StandbyPool(LIMITS, PoolConfig(workers=1))
    await pool.open(IsolationLevel.FILTERED)
    weak = pool.zygote_pid
    try:
        pool._level = IsolationLevel.FULL
        lease = await pool.take()
        assert pool.zygote_pid != weak
        assert satisfies(await lease.worker.ready(), IsolationLevel.FULL)
        pool.give_back(lease)
    finally:
        await pool.close()


@pytest.mark.timeout(300)
async def test_a_thousand_runs_and_fifty_at_once_leave_nothing_behind(frames: Frames, descendants: Descendants) -> None:
    pool = PoolConfig(workers=2, runs_per_zygote=10 * RUNS_IN_A_ROW)
    async with sandbox(pool) as box:
        for number in range(20):
            await one(box, frames, number)
        pid = box.zygote_pid
        assert pid is not None
        await settled(lambda: len(descendants(pid)) == 2)
        before = await at_rest(box)
        assert before.processes == pool.workers
        service, zygote = own_memory(os.getpid()), own_memory(pid)
        for number in range(RUNS_IN_A_ROW):
            await one(box, frames, number)
        await asyncio.gather(*(one(box, frames, number) for number in range(AT_ONCE)))
        await settled(lambda: look(box) == before)
        assert box.zygote_pid == pid
        assert own_memory(pid) < MAX_GROWTH * zygote
        assert own_memory(os.getpid()) < MAX_GROWTH * service
