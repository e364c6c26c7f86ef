"""Standbys: workers that are isolated, have rehearsed and hold nothing of anybody before their one job comes.

They are forked from a zygote that is replaced before it grows old. One zygote is current. It dies with its last worker
when it is retired, is replaced at once when it crashed or its workers do not come up as they should, and is ended after
a time without runs.
"""

import asyncio
from collections import deque
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from amy.runtime import telemetry
from amy.runtime.errors import SandboxUnavailableError
from amy.runtime.telemetry.instruments import SANDBOX_WORKERS
from services.data_science.adapters.sandbox.config import PoolConfig, SandboxLimits
from services.data_science.adapters.sandbox.report import LayerReport, satisfies
from services.data_science.adapters.sandbox.run_handle import RunHandle, WorkerLostError
from services.data_science.adapters.sandbox.zygote_process import ZygoteProcess
from services.data_science.domain.run import IsolationLevel

_DEFAULT: Final = PoolConfig()
# Another standby is made once the run that took one has probably answered, so that it does not take the cores from it.
_REFILL_AFTER_S: Final = 0.02
# One that died while it waited was not meant to; where all of them do, trying again and again must not fill a core.
_REPLACE_LOST_AFTER_S: Final = 0.5


@dataclass(eq=False)
class Zygote:
    """A zygote and how many of its workers were asked for and are at work."""

    process: ZygoteProcess
    forked: int = 0
    at_work: int = 0

    def request(self) -> "Lease":
        """Asks for a worker, without waiting for it.

        Raises:
            WorkerLostError: the zygote is gone.
        """
        self.forked += 1
        return Lease(RunHandle.request(self.process.channel), self)


@dataclass(frozen=True, eq=False)
class Lease:
    """A worker for one job, and the zygote it is of."""

    worker: RunHandle
    zygote: Zygote


class StandbyPool:
    """Keeps workers of one isolation level ready, and bounds how many are at work.

    Args:
        limits: what the workers' runs may use, and how many may go on at once.
        config: how many are kept, and how long.
    """

    def __init__(self, limits: SandboxLimits, config: PoolConfig = _DEFAULT) -> None:
        self._limits = limits
        self._config = config
        self._level: IsolationLevel | None = None
        self._zygote: Zygote | None = None
        self._slots = asyncio.Semaphore(limits.max_concurrent)
        self._waiting: deque[Lease] = deque()
        self._retired: set[Zygote] = set()
        self._replacing = asyncio.Lock()
        self._succession: asyncio.Task[None] | None = None
        self._idle: asyncio.TimerHandle | None = None
        self._refill: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def zygote_pid(self) -> int | None:
        return None if self._zygote is None else self._zygote.process.pid

    async def open(self, level: IsolationLevel) -> tuple[LayerReport, ...]:
        """Starts a zygote and a worker at a level; the pool serves at it if every layer works, and is closed if not."""
        zygote = Zygote(await ZygoteProcess.launch(level, self._limits))
        try:
            lease = zygote.request()
            layers = await lease.worker.ready()
        except WorkerLostError:
            layers = zygote.process.layers
        except asyncio.CancelledError:
            lease.worker.close()
            await zygote.process.stop()
            raise
        else:
            if satisfies(layers, level):
                self._level, self._zygote = level, zygote
                self._wait(lease)
                self._restock()
                self._start_clock()
                return layers
            lease.worker.close()
        await zygote.process.stop()
        return layers

    async def close(self) -> None:
        """Ends every zygote and with it every worker."""
        self._level = None
        self._stop_clock()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        async with self._replacing:
            await self._discard()
            retired, self._retired = self._retired, set()
            for zygote in retired:
                await zygote.process.stop()

    async def take(self) -> Lease:
        """An isolated, idle worker: a waiting one, else a new one, else one of a new zygote.

        It waits while as many are at work as may be, and no longer than a worker may take to come up after that.

        Raises:
            SandboxUnavailableError: a new zygote cannot serve at the level found at the start, or the pool was closed.
        """
        await self._slots.acquire()
        try:
            return await self._taken()
        except BaseException:
            self._slots.release()
            raise

    def give_back(self, lease: Lease) -> None:
        """Ends the worker, which has had its one job, and sees to it that others are ready."""
        self._spawn(self._bury(lease))
        self._restock()

    async def replace(self, broken: Zygote | None) -> None:
        """Starts a new zygote, unless another run has already replaced this one.

        Raises:
            SandboxUnavailableError: the pool was closed.
        """
        async with self._replacing:
            if self._level is None:
                raise SandboxUnavailableError("The sandbox has been stopped.")
            if self._zygote is broken:
                await self._discard()
                self._zygote = Zygote(await ZygoteProcess.launch(self._level, self._limits))

    async def _taken(self) -> Lease:
        self._stop_clock()
        while self._waiting:
            with suppress(WorkerLostError):
                return await self._checked(self._waiting.popleft())
        zygote = self._zygote
        with suppress(WorkerLostError):
            return await self._fresh()
        await self.replace(zygote)
        try:
            return await self._fresh()
        except WorkerLostError as error:
            raise SandboxUnavailableError(f"The sandbox does not start any more: {error}.") from error

    async def _fresh(self) -> Lease:
        if self._zygote is None:
            raise WorkerLostError("there is no zygote")
        return await self._checked(self._zygote.request())

    async def _checked(self, lease: Lease) -> Lease:
        """The worker, once it has reported every layer of the level; no data is sent to one that has not."""
        lease.zygote.at_work += 1
        self._restock_after(_REFILL_AFTER_S)
        try:
            layers = await lease.worker.ready()
        except BaseException:
            self._ended(lease)
            raise
        if self._level is not None and satisfies(layers, self._level):
            return lease
        self._ended(lease)
        raise WorkerLostError("a layer no longer holds")

    async def _bury(self, lease: Lease) -> None:
        """The worker's slot is free once it is gone, so there are never more processes than may be."""
        try:
            await lease.worker.end()
        except WorkerLostError:
            with suppress(SandboxUnavailableError):
                await self.replace(lease.zygote)
        finally:
            self._slots.release()
            self._ended(lease)

    def _ended(self, lease: Lease) -> None:
        lease.worker.close()
        zygote = lease.zygote
        zygote.at_work -= 1
        if zygote in self._retired and not zygote.at_work:
            self._retired.discard(zygote)
            self._spawn(zygote.process.stop())
        if zygote is self._zygote and not zygote.at_work:
            self._start_clock()
        self._tell()

    def _restock_after(self, seconds: float) -> None:
        if self._refill is None:
            self._refill = asyncio.get_running_loop().call_later(seconds, self._restock)

    def _restock(self) -> None:
        """Asks for workers until enough wait; they isolate themselves and rehearse while others work."""
        if self._refill is not None:
            self._refill.cancel()
            self._refill = None
        self._order()
        self._tell()

    def _order(self) -> None:
        zygote = self._zygote
        if zygote is None or not zygote.process.is_alive:
            return
        if zygote.forked >= self._config.runs_per_zygote and self._succession is None:
            self._succession = self._spawn(self._succeed(zygote))
        with suppress(WorkerLostError):
            while len(self._waiting) < self._config.workers:
                self._wait(zygote.request())

    def _wait(self, lease: Lease) -> None:
        self._waiting.append(lease)
        lease.worker.gone.add_done_callback(lambda _: self._lost(lease))

    def _lost(self, lease: Lease) -> None:
        """A standby that has died is let go of and replaced; one that was taken or dropped is no standby."""
        if lease in self._waiting:
            self._waiting.remove(lease)
            lease.worker.close()
            self._restock_after(_REPLACE_LOST_AFTER_S)
            self._tell()

    async def _succeed(self, old: Zygote) -> None:
        """Puts a fresh zygote in the place of one that has forked enough, without a run waiting for it."""
        try:
            if self._level is None:
                return
            fresh = Zygote(await ZygoteProcess.launch(self._level, self._limits))
            async with self._replacing:
                if self._zygote is not old or self._level is None:
                    await fresh.process.stop()
                    return
                self._drop_waiting()
                self._zygote = fresh
                if old.at_work:
                    self._retired.add(old)
                else:
                    await old.process.stop()
        finally:
            self._succession = None
        self._restock()

    async def _discard(self) -> None:
        zygote, self._zygote = self._zygote, None
        self._drop_waiting()
        if zygote is not None:
            await zygote.process.stop()

    def _drop_waiting(self) -> None:
        while self._waiting:
            self._waiting.popleft().worker.close()
        self._tell()

    def _tell(self) -> None:
        at_work = sum(zygote.at_work for zygote in (*self._retired, self._zygote) if zygote is not None)
        telemetry.measure(SANDBOX_WORKERS, len(self._waiting), worker_state="idle")
        telemetry.measure(SANDBOX_WORKERS, at_work, worker_state="used")

    def _start_clock(self) -> None:
        self._stop_clock()
        loop = asyncio.get_running_loop()
        self._idle = loop.call_later(self._config.idle_s, lambda: self._spawn(self._rest()))

    def _stop_clock(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None

    async def _rest(self) -> None:
        """Gives the memory back; the next run starts a zygote anew."""
        async with self._replacing:
            if self._zygote is not None and not self._zygote.at_work:
                await self._discard()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
