"""Worker processes as they are: started, killed and outlived."""

import asyncio
import os
import pickle
import re
import signal
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import numpy as np
import pytest
import pytest_asyncio

from amy.runtime import errors
from services.validator.adapters.workers import ProcessWorkers, ThreadWorkers
from services.validator.domain.claims.finding import Finding, FindingKind
from services.validator.domain.records.store import Store
from services.validator.domain.verdict.validation import Examined, examine
from services.validator.settings import Settings
from tests.unit.validator import jobs
from tests.unit.validator.asked import STEPS, above
from tests.unit.validator.builders import finding, series, window

pytestmark = pytest.mark.asyncio(loop_scope="module")

SERVICE_THAT_IS_BUSY = """
import asyncio, os, sys
from functools import partial
from services.validator.adapters.workers import ProcessWorkers
from tests.unit.validator.jobs import process_id_after

async def main():
    workers = ProcessWorkers(2)
    print(*await asyncio.gather(*(workers.run(partial(process_id_after, 0.2)) for _ in range(2))), flush=True)
    await workers.run(partial(process_id_after, 0.5))

asyncio.run(main())
"""


@asynccontextmanager
async def started(processes: int) -> AsyncIterator[ProcessWorkers]:
    workers = ProcessWorkers(processes)
    await workers.start()
    try:
        yield workers
    finally:
        await workers.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def two() -> AsyncIterator[ProcessWorkers]:
    async with started(2) as workers:
        yield workers


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def one() -> AsyncIterator[ProcessWorkers]:
    async with started(1) as workers:
        yield workers


def lives(process_id: int) -> bool:
    """Whether it runs; a dead one that nobody has waited for does not."""
    try:
        status = Path(f"/proc/{process_id}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


async def until(condition: Callable[[], bool], *, timeout_s: float = 10) -> None:
    async with asyncio.timeout(timeout_s):
        while not condition():  # noqa: ASYNC110, what is waited for happens in another process
            await asyncio.sleep(0.01)


async def test_as_many_jobs_run_at_once_as_there_are_workers(two: ProcessWorkers) -> None:
    process_ids = await asyncio.gather(*(two.run(partial(jobs.process_id_after, 0.3)) for _ in range(4)))

    assert len(set(process_ids)) == 2
    assert os.getpid() not in process_ids


WALK = np.cumsum(np.random.default_rng(3).normal(size=120))
STORE = Store(
    daily={
        "steps": series(8000 + 500 * WALK),
        "sleep_minutes": series(420 + 20 * WALK + 30 * np.random.default_rng(4).normal(size=120)),
    }
)


@pytest.mark.parametrize("layered", [True, False])
@pytest.mark.parametrize(
    "claim",
    [
        finding(FindingKind.ASSOCIATION, tests=(above(STEPS, 1.0),)),
        finding(FindingKind.TREND),
        finding(FindingKind.TREND, days=window(60, 119), baseline=window(0, 59)),
        finding(FindingKind.SCALAR),
        finding(FindingKind.SCALAR, feature="no_such_metric"),
        finding(FindingKind.SCALAR, days=window(0, 6)),
    ],
)
async def test_a_finding_comes_back_from_a_worker_as_it_is_examined_here(
    one: ProcessWorkers, claim: Finding, *, layered: bool
) -> None:
    job = partial(examine, claim, STORE, layered=layered)

    there, here = await one.run(job), job()

    assert rounded(there) == rounded(here)


def rounded(examined: Examined) -> str:
    """All of it, floats to ten digits: two processes need not add in the same order."""
    return re.sub(r"\d+\.\d+(?:e[+-]?\d+)?", lambda found: f"{float(found[0]):.10g}", repr(examined))


@pytest.mark.parametrize(
    "error",
    [ValueError("no"), ZeroDivisionError(), errors.InvalidFieldError("A user is needed.", field="user_id")],
)
async def test_an_error_comes_back_as_what_it_is(one: ProcessWorkers, error: Exception) -> None:
    with pytest.raises(type(error)) as raised:
        await one.run(partial(jobs.raise_, error))

    assert raised.value.args == error.args
    assert getattr(raised.value, "metadata", None) == getattr(error, "metadata", None)
    assert "in raise_" in "".join(raised.value.__notes__)


async def test_an_error_that_cannot_be_copied_is_named(one: ProcessWorkers) -> None:
    with pytest.raises(RuntimeError, match="StubbornError: 7 wheels"):
        await one.run(jobs.raise_stubborn)


async def test_a_job_that_wants_too_much_memory_fails_alone(one: ProcessWorkers) -> None:
    before = await one.run(os.getpid)

    with pytest.raises(MemoryError):
        await one.run(jobs.ask_for_too_much_memory)

    assert await one.run(os.getpid) == before


async def test_a_result_that_cannot_travel_is_an_error_and_not_the_end(one: ProcessWorkers) -> None:
    before = await one.run(os.getpid)

    with pytest.raises((AttributeError, pickle.PicklingError)):
        await one.run(jobs.unpicklable)

    assert await one.run(os.getpid) == before


async def test_what_a_job_prints_is_no_answer(one: ProcessWorkers) -> None:
    assert await one.run(partial(jobs.print_and_return, 5)) == 5


async def test_a_worker_has_one_thread_and_none_of_the_services_environment(one: ProcessWorkers) -> None:
    threads, environment = await one.run(jobs.threads_and_environment)

    assert threads == 1
    set_by_itself = {"LC_CTYPE", "GRPC_ENABLE_FORK_SUPPORT"}
    assert environment <= {"PYTHONUTF8", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"} | set_by_itself


async def test_a_worker_killed_while_idle_is_replaced(one: ProcessWorkers) -> None:
    killed = await one.run(os.getpid)
    os.kill(killed, signal.SIGKILL)

    replacement = await one.run(os.getpid)

    assert replacement != killed


async def test_a_job_whose_worker_is_killed_is_done_once_more(one: ProcessWorkers, tmp_path: Path) -> None:
    assert await one.run(partial(jobs.die_unless, tmp_path / "died")) == "survived"


async def test_a_job_that_kills_every_worker_fails_and_the_next_is_done(one: ProcessWorkers) -> None:
    with pytest.raises(errors.InternalError):
        await one.run(jobs.die)

    assert await one.run(partial(int, "5")) == 5


async def test_a_killed_worker_disturbs_no_other(two: ProcessWorkers, tmp_path: Path) -> None:
    async with asyncio.TaskGroup() as group:
        dying = group.create_task(two.run(partial(jobs.die_unless, tmp_path / "died")))
        first = group.create_task(two.run(partial(jobs.process_id_after, 0.2)))
        second = group.create_task(two.run(partial(jobs.process_id_after, 0.2)))

    assert dying.result() == "survived"
    assert first.result() == second.result()


async def test_a_job_cancelled_before_it_begins_never_begins(one: ProcessWorkers, tmp_path: Path) -> None:
    first = asyncio.create_task(one.run(partial(jobs.leave_mark, tmp_path / "first", 0.2)))
    second = asyncio.create_task(one.run(partial(jobs.leave_mark, tmp_path / "second")))
    await until((tmp_path / "first").exists)

    second.cancel()
    await first
    await one.run(os.getpid)

    assert not (tmp_path / "second").exists()


async def test_a_job_cancelled_half_way_does_not_answer_the_next(one: ProcessWorkers, tmp_path: Path) -> None:
    cancelled = asyncio.create_task(one.run(partial(jobs.leave_mark, tmp_path / "begun", 0.2)))
    await until((tmp_path / "begun").exists)

    cancelled.cancel()

    assert await one.run(partial(int, "5")) == 5
    assert cancelled.cancelled()


async def test_closing_leaves_no_process_and_no_one_waiting() -> None:
    async with started(2) as workers:
        process_ids = await asyncio.gather(*(workers.run(partial(jobs.process_id_after, 0.2)) for _ in range(2)))
        waiting = [asyncio.create_task(workers.run(partial(jobs.process_id_after, 60))) for _ in range(5)]
        await asyncio.sleep(0.05)

    _, late = await asyncio.wait(waiting, timeout=60)
    assert not late
    assert all(task.cancelled() or isinstance(task.exception(), errors.InternalError) for task in waiting)
    assert not any(map(lives, process_ids))
    with pytest.raises(errors.InternalError):
        await workers.run(os.getpid)


async def test_closing_while_the_workers_start_leaves_no_process() -> None:
    before = children()

    async with started(2):
        await until(lambda: len(children() - before) == 2)

    assert children() == before


async def test_workers_end_when_the_service_is_killed() -> None:
    service = await asyncio.create_subprocess_exec(sys.executable, "-c", SERVICE_THAT_IS_BUSY, stdout=PIPE)
    assert service.stdout is not None
    process_ids = [int(word) for word in (await service.stdout.readline()).split()]
    assert len(set(process_ids)) == 2
    assert all(map(lives, process_ids))

    service.kill()

    await until(lambda: not any(map(lives, process_ids)))
    await service.wait()


async def test_threads_do_the_same_in_the_service_itself() -> None:
    workers = ThreadWorkers()
    await workers.start()

    assert await workers.run(os.getpid) == os.getpid()
    with pytest.raises(ZeroDivisionError):
        await workers.run(partial(jobs.raise_, ZeroDivisionError()))
    await workers.close()


@pytest.mark.parametrize(
    ("env", "processes"),
    [
        ({}, range(1, 5)),
        ({"AMY_EMBEDDED": "true"}, range(1)),
        ({"AMY_EMBEDDED": "true", "AMY_VALIDATOR_GATE_PROCESSES": "3"}, range(3, 4)),
    ],
)
async def test_a_validator_that_shares_its_process_begins_without_workers(
    env: dict[str, str], processes: range
) -> None:
    settings = Settings.from_env({"AMY_VALIDATOR_HEALTH_DATA_ADDRESS": "127.0.0.1:1", **env})

    assert settings.workers in processes


def children() -> set[str]:
    """The processes that this one has started and not waited for."""
    return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text().split())
