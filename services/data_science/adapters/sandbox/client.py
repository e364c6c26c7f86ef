"""The local sandbox: the `CodeRunner` that runs generated code in a forked, isolated, single-use process."""

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Final

from amy.runtime.errors import SandboxUnavailableError
from services.data_science.adapters.sandbox.config import SandboxLimits
from services.data_science.adapters.sandbox.judgement import judge
from services.data_science.adapters.sandbox.protocol import NONCE_BYTES, Job, encode_job
from services.data_science.adapters.sandbox.report import LayerReport, SandboxReport, satisfies
from services.data_science.adapters.sandbox.run_handle import RunHandle, WorkerLostError
from services.data_science.adapters.sandbox.zygote_process import ZygoteProcess
from services.data_science.domain.run import Frames, IsolationLevel, Killed, KillReason, RunOutcome

_DEFAULT_LIMITS: Final = SandboxLimits()
# Reading a hostile reply is bounded but not always quick, so it stays off the event loop.
_DECODER: Final = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sandbox-decode")


class LocalSandbox:
    """Runs code at the best level this machine allows, found by trying.

    One isolated worker is kept ready, so that a run does not wait for the isolation; each worker takes one job. A
    zygote that died, or whose workers do not come up, is replaced.

    Args:
        limits: what a run may use, and the level below which none is started.
        force_level: tries this level only, for tests of the weaker ones on a machine that can do better.
    """

    def __init__(self, limits: SandboxLimits = _DEFAULT_LIMITS, *, force_level: IsolationLevel | None = None) -> None:
        self._limits = limits
        self._candidates = (
            [IsolationLevel.FULL, IsolationLevel.FILTERED, IsolationLevel.NONE]
            if force_level is None
            else [force_level]
        )
        self._report: SandboxReport | None = None
        self._zygote: ZygoteProcess | None = None
        self._standby: RunHandle | None = None
        self._slots = asyncio.Semaphore(limits.max_concurrent)
        self._starting = asyncio.Lock()

    @property
    def level(self) -> IsolationLevel:
        return IsolationLevel.NONE if self._report is None else self._report.level

    @property
    def report(self) -> SandboxReport:
        """What was found at the start; empty before it."""
        return self._report or SandboxReport(level=IsolationLevel.NONE, layers=())

    @property
    def zygote_pid(self) -> int | None:
        return None if self._zygote is None else self._zygote.pid

    async def start(self) -> None:
        """Finds the level. Finding too low a one is not an error here: the service still serves what needs no code."""
        async with self._starting:
            if self._report is None:
                self._report = await self._probe()

    async def stop(self) -> None:
        """Ends the zygote, the standby worker and every run."""
        async with self._starting:
            await self._discard_zygote()
            self._report = None

    async def run(self, code: str, frames: Frames) -> RunOutcome:
        await self.start()
        if self.level < self._limits.minimum_level:
            wanted = self._limits.minimum_level
            missing = "; ".join(self.report.missing_for(wanted))
            raise SandboxUnavailableError(
                f"This machine isolates generated code at level {self.level.name}, and {wanted.name} is demanded. "
                f"Missing: {missing}.",
            )
        job = Job(nonce=os.urandom(NONCE_BYTES), code=code, frames=frames)
        async with self._slots:
            worker = await self._take_worker()
            # Now and not after the run: the next worker isolates itself while this one works.
            self._prepare_standby()
            try:
                ending = await worker.execute(encode_job(job), self._limits)
            except WorkerLostError as error:
                await self._replace(self._zygote)
                return Killed(reason=KillReason.CRASH, detail=str(error), duration_ms=0.0)
            finally:
                worker.close()
                self._prepare_standby()
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(_DECODER, judge, ending, job.nonce, self._limits)

    async def _probe(self) -> SandboxReport:
        """Tries the levels from the best down, each by starting a zygote and isolating a worker."""
        tried: dict[str, LayerReport] = {}
        for level in self._candidates:
            if level < self._limits.minimum_level and tried:
                break
            layers = await self._try_level(level)
            tried |= {found.layer.name: found for found in layers if found.layer.name not in tried or not found.works}
            if satisfies(layers, level):
                return SandboxReport(level=level, layers=tuple(tried.values()))
            await self._discard_zygote()
        return SandboxReport(level=IsolationLevel.NONE, layers=tuple(tried.values()))

    async def _try_level(self, level: IsolationLevel) -> tuple[LayerReport, ...]:
        self._zygote = await ZygoteProcess.launch(level, self._limits)
        try:
            self._standby = RunHandle.request(self._zygote.channel)
            return await self._standby.ready()
        except WorkerLostError:
            return self._zygote.layers

    async def _take_worker(self) -> RunHandle:
        """An isolated, idle worker: the standby, else a new one, else one of a new zygote.

        Raises:
            SandboxUnavailableError: a new zygote cannot serve at the level found at the start, or stop() came first.
        """
        standby, self._standby = self._standby, None
        if standby is not None:
            with suppress(WorkerLostError):
                return await self._checked(standby)
        zygote = self._zygote
        with suppress(WorkerLostError):
            return await self._new_worker()
        await self._replace(zygote)
        try:
            return await self._new_worker()
        except WorkerLostError as error:
            raise SandboxUnavailableError(f"The sandbox does not start any more: {error}.") from error

    async def _new_worker(self) -> RunHandle:
        if self._zygote is None:
            raise WorkerLostError("there is no zygote")
        return await self._checked(RunHandle.request(self._zygote.channel))

    async def _checked(self, worker: RunHandle) -> RunHandle:
        """The worker, once it has reported every layer of the level; no data is sent to one that has not."""
        try:
            layers = await worker.ready()
        except BaseException:
            worker.close()
            raise
        if satisfies(layers, self.level):
            return worker
        worker.close()
        raise WorkerLostError("a layer no longer holds")

    async def _replace(self, broken: ZygoteProcess | None) -> None:
        """Starts a new zygote, unless another run has already replaced this one."""
        async with self._starting:
            if self._report is None:
                raise SandboxUnavailableError("The sandbox has been stopped.")
            if self._zygote is broken:
                await self._discard_zygote()
                self._zygote = await ZygoteProcess.launch(self._report.level, self._limits)

    def _prepare_standby(self) -> None:
        if self._standby is None and self._zygote is not None and self._zygote.is_alive:
            with suppress(WorkerLostError):
                self._standby = RunHandle.request(self._zygote.channel)

    async def _discard_zygote(self) -> None:
        zygote, self._zygote = self._zygote, None
        standby, self._standby = self._standby, None
        if standby is not None:
            standby.close()
        if zygote is not None:
            await zygote.stop()


async def probe() -> SandboxReport:
    """What works on this machine, for people: starts a sandbox, looks, and stops it."""
    sandbox = LocalSandbox(SandboxLimits(minimum_level=IsolationLevel.NONE))
    try:
        await sandbox.start()
        return sandbox.report
    finally:
        await sandbox.stop()
