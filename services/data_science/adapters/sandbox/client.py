"""The local sandbox: the `CodeRunner` that runs generated code in a forked, isolated, single-use process."""

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from amy.runtime.errors import SandboxUnavailableError
from services.data_science.adapters.sandbox.config import PoolConfig, SandboxLimits
from services.data_science.adapters.sandbox.judgement import judge
from services.data_science.adapters.sandbox.pool import StandbyPool
from services.data_science.adapters.sandbox.protocol import NONCE_BYTES, Job, encode_job
from services.data_science.adapters.sandbox.report import LayerReport, SandboxReport, satisfies
from services.data_science.adapters.sandbox.run_handle import WorkerLostError
from services.data_science.domain.run import Frames, IsolationLevel, Killed, KillReason, RunOutcome

_DEFAULT_LIMITS: Final = SandboxLimits()
_DEFAULT_POOL: Final = PoolConfig()
# Reading a hostile reply is bounded but not always quick, so a longer one is kept off the event loop.
_READ_AT_ONCE_BYTES: Final = 1 << 14
_DECODER: Final = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sandbox-decode")


class LocalSandbox:
    """Runs code at the best level this machine allows, found by trying. Each run has a worker of its own.

    Args:
        limits: what a run may use, and the level below which none is started.
        pool: what is kept warm between runs.
        force_level: tries this level only, for tests of the weaker ones on a machine that can do better.
    """

    def __init__(
        self,
        limits: SandboxLimits = _DEFAULT_LIMITS,
        pool: PoolConfig = _DEFAULT_POOL,
        *,
        force_level: IsolationLevel | None = None,
    ) -> None:
        self._limits = limits
        self._candidates = (
            [IsolationLevel.FULL, IsolationLevel.FILTERED, IsolationLevel.NONE]
            if force_level is None
            else [force_level]
        )
        self._report: SandboxReport | None = None
        self._pool = StandbyPool(limits, pool)
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
        return self._pool.zygote_pid

    async def start(self) -> None:
        """Finds the level. Finding too low a one is not an error here: the service still serves what needs no code."""
        async with self._starting:
            if self._report is None:
                self._report = await self._probe()

    async def stop(self) -> None:
        """Ends every zygote, every waiting worker and every run."""
        async with self._starting:
            await self._pool.close()
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
        lease = await self._pool.take()
        try:
            ending = await lease.worker.execute(encode_job(job), self._limits)
        except WorkerLostError as error:
            await self._pool.replace(lease.zygote)
            return Killed(reason=KillReason.CRASH, detail=str(error), duration_ms=0.0)
        finally:
            self._pool.give_back(lease)
        if len(ending.reply) <= _READ_AT_ONCE_BYTES:
            return judge(ending, job.nonce, self._limits)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(_DECODER, judge, ending, job.nonce, self._limits)

    async def _probe(self) -> SandboxReport:
        """Tries the levels from the best down, each by starting a zygote and isolating a worker."""
        tried: dict[str, LayerReport] = {}
        for level in self._candidates:
            if level < self._limits.minimum_level and tried:
                break
            layers = await self._pool.open(level)
            tried |= {found.layer.name: found for found in layers if found.layer.name not in tried or not found.works}
            if satisfies(layers, level):
                return SandboxReport(level=level, layers=tuple(tried.values()))
        return SandboxReport(level=IsolationLevel.NONE, layers=tuple(tried.values()))


async def probe() -> SandboxReport:
    """What works on this machine, for people: starts a sandbox, looks, and stops it."""
    sandbox = LocalSandbox(SandboxLimits(minimum_level=IsolationLevel.NONE))
    try:
        await sandbox.start()
        return sandbox.report
    finally:
        await sandbox.stop()
