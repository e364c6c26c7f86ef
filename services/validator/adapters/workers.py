"""The validator's one executor."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

_T = TypeVar("_T")


class ThreadWorkers:
    """Runs jobs on a fixed number of threads.

    Threads and not processes: the jobs are numpy calls on whole blocks, which mostly let go of the interpreter lock.
    """

    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(max_workers=threads, thread_name_prefix="validator-gates")

    async def run(self, job: Callable[[], _T]) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._pool, job)

    async def close(self) -> None:
        await asyncio.to_thread(self._pool.shutdown, wait=True, cancel_futures=True)
