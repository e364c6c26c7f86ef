"""The validator's one executor: processes, or threads where processes are not wanted."""

import asyncio
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Final, TypeVar

import structlog

from amy.runtime import errors
from services.validator.adapters.gate_worker import LENGTH_BYTES, frame
from services.validator.domain.statistics import scientific

_T = TypeVar("_T")
_log = structlog.get_logger("validator")

# A worker imports from where the service does, so that both know the same classes.
_BOOTSTRAP: Final = """
import sys
sys.path[:] = sys.argv[1:]
from services.validator.adapters.gate_worker import main
main()
"""
# All of its environment: no keys, and one thread per library, for there is a worker per core.
_ENVIRONMENT: Final = {"PYTHONUTF8": "1", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
_NO_WORK: Final = pickle.dumps(int)
_ATTEMPTS: Final = 2


class ThreadWorkers:
    """Runs jobs on threads of the service: nothing to start and to keep, but they share one interpreter lock."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(max_workers=os.cpu_count(), thread_name_prefix="validator-gates")

    async def start(self) -> None:
        """Threads start with their first job."""

    async def warm(self) -> None:
        """Loads what the first job would load."""
        await self.run(scientific.load)

    async def run(self, job: Callable[[], _T]) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._pool, job)

    async def close(self) -> None:
        await asyncio.to_thread(self._pool.shutdown, wait=True, cancel_futures=True)


class ProcessWorkers:
    """Runs picklable jobs with picklable results on a fixed number of processes, one job each at a time.

    A worker that dies over a job (killed, out of memory) is replaced and the job done once more. A worker ends when its
    input does, so none outlives the service, however that ends.
    """

    def __init__(self, processes: int) -> None:
        self._workers = [_Worker() for _ in range(processes)]
        # Last in, first out: what is not needed stays untouched, and its memory may be paged out.
        self._idle: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()
        for worker in self._workers:
            self._idle.put_nowait(worker)
        self._under_way: set[asyncio.Task[bytes]] = set()
        self._closed = False

    async def start(self) -> None:
        """Has every worker started, without waiting for it: a job that comes meanwhile waits for the first."""
        for _ in self._workers:
            self._begin(self._idle.get_nowait(), _NO_WORK)

    async def warm(self) -> None:
        """Nothing is left to do: a worker loads all before its first job."""

    async def run(self, job: Callable[[], _T]) -> _T:
        """What the job returns, or raises.

        Raises:
            InternalError: two workers died over the job, or the workers are closed.
        """
        request = pickle.dumps(job)
        worker = await self._idle.get()
        # Once begun it is heard out even if nobody waits any more, so that the next answer is to the next job.
        answer = await asyncio.shield(self._begin(worker, request))
        returned, value = pickle.loads(answer)  # noqa: S301, from a process that this one started
        if not returned:
            raise value
        result: _T = value
        return result

    async def close(self) -> None:
        """Kills the workers; a job's only effect is its result."""
        self._closed = True
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)
        for worker in self._workers:
            await worker.stop()

    def _begin(self, worker: "_Worker", request: bytes) -> asyncio.Task[bytes]:
        task = asyncio.create_task(self._answer(worker, request))
        self._under_way.add(task)
        task.add_done_callback(partial(self._end, worker))
        return task

    def _end(self, worker: "_Worker", task: asyncio.Task[bytes]) -> None:
        self._under_way.discard(task)
        self._idle.put_nowait(worker)
        if not task.cancelled():
            # Looked at, for nobody else may: a warm-up has no caller, and a caller may have left.
            task.exception()

    async def _answer(self, worker: "_Worker", request: bytes) -> bytes:
        for _ in range(_ATTEMPTS):
            if self._closed:
                break
            with suppress(_WorkerLostError):
                return await worker.ask(request)
            _log.warning("validator.worker_lost")
        raise errors.InternalError("The workers could not do this job.")


class _WorkerLostError(Exception):
    """A worker's process did not start, or ended before it answered."""


class _Worker:
    """One worker, whichever process that is at the moment; none until it is first asked."""

    def __init__(self) -> None:
        self._process: Process | None = None

    async def ask(self, request: bytes) -> bytes:
        """The answer to a request.

        Raises:
            _WorkerLostError: the process could not be started, or ended first; the next request starts another.
        """
        try:
            process = self._process or await self._start()
            assert process.stdin is not None
            process.stdin.write(frame(request))
            await process.stdin.drain()
            return await _read(process)
        except (OSError, asyncio.IncompleteReadError) as error:
            await self.stop()
            raise _WorkerLostError from error

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()

    async def _start(self) -> Process:
        """A process that is ready. It has a group of its own: a terminal's Ctrl-C is for the service alone."""
        command = (sys.executable, "-c", _BOOTSTRAP, *sys.path)
        self._process = process = await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, env=_ENVIRONMENT, process_group=0
        )
        await _read(process)  # It says that it is ready before anything else.
        return process


async def _read(process: Process) -> bytes:
    assert process.stdout is not None
    head = await process.stdout.readexactly(LENGTH_BYTES)
    return await process.stdout.readexactly(int.from_bytes(head))
