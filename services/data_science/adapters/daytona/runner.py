"""The `CodeRunner` that runs generated code in single-use sandboxes of Daytona's cloud."""

import asyncio
import os
from dataclasses import astuple
from typing import Final

import structlog
from pydantic import SecretStr

from amy.runtime.errors import SandboxUnavailableError
from services.data_science.adapters.daytona.cloud import Cloud
from services.data_science.adapters.sandbox.agent_protocol import level_of, read_ending, read_hello, reader
from services.data_science.adapters.sandbox.config import SandboxLimits
from services.data_science.adapters.sandbox.judgement import judge
from services.data_science.adapters.sandbox.protocol import NONCE_BYTES, Job, MalformedReplyError, encode_job
from services.data_science.adapters.sandbox.report import SandboxReport, satisfies
from services.data_science.adapters.sandbox.run_handle import Cause, Ending
from services.data_science.domain.run import Frames, IsolationLevel, KillReason, RunOutcome
from services.data_science.domain.sandbox import SandboxConfig

_DEFAULT_LIMITS: Final = SandboxLimits()
_UNKNOWN: Final = SandboxReport(level=IsolationLevel.NONE, layers=())
_log = structlog.get_logger("sandbox.daytona")


class DaytonaRunner:
    """Runs each job in a sandbox made for it, without network, and deletes it.

    A user's tables leave this machine for Daytona's: unless the settings allow it, a run that has any is refused
    before anything is sent.
    """

    def __init__(self, config: SandboxConfig, limits: SandboxLimits = _DEFAULT_LIMITS, *, api_key: SecretStr) -> None:
        self._config = config
        self._limits = limits
        self._api_key = api_key
        self._report = _UNKNOWN
        self._cloud: Cloud | None = None
        self._runs: set[asyncio.Task[bytes]] = set()
        self._slots = asyncio.Semaphore(limits.max_concurrent)
        self._starting = asyncio.Lock()

    @property
    def level(self) -> IsolationLevel:
        return self._report.level

    @property
    def report(self) -> SandboxReport:
        """What the agent of the first sandbox found; empty before it."""
        return self._report

    async def start(self) -> None:
        """Makes a sandbox to see what holds in it, and deletes it. Without an answer from Daytona it only says so."""
        try:
            await self._connected()
        except SandboxUnavailableError as error:
            _log.warning("sandbox.unavailable", problem=error.message)

    async def stop(self) -> None:
        """Ends every run, which deletes its sandbox, and lets go of the connection."""
        async with self._starting:
            cloud, self._cloud = self._cloud, None
            self._report = _UNKNOWN
            for run in self._runs:
                run.cancel()
            # Every run that has a slot gives it back; one that gets it then finds the connection gone.
            for _ in range(self._limits.max_concurrent):
                await self._slots.acquire()
            if cloud is not None:
                await cloud.close()
            for _ in range(self._limits.max_concurrent):
                self._slots.release()

    async def run(self, code: str, frames: Frames) -> RunOutcome:
        if any(astuple(frames)) and not self._config.personal_data:
            raise SandboxUnavailableError(
                "Daytona runs code on machines of its own, and these settings keep a person's data on this one: choose "
                "sandbox mode none or container, or allow it with AMY_DATA_SCIENCE_SANDBOX_PERSONAL_DATA."
            )
        cloud = await self._connected()
        wanted = self._limits.minimum_level
        if self._report.level < wanted:
            raise SandboxUnavailableError(
                f"Daytona's sandboxes isolate generated code at level {self._report.level.name}, and {wanted.name} is "
                f"demanded. Missing: {'; '.join(self._report.missing_for(wanted))}."
            )
        job = Job(nonce=os.urandom(NONCE_BYTES), code=code, frames=frames)
        async with self._slots:
            told = await self._tell(cloud, encode_job(job))
        return await asyncio.to_thread(self._judge, told, job)

    async def _connected(self) -> Cloud:
        """The connection; the first call finds the level.

        Raises:
            SandboxUnavailableError: there is no key, Daytona does not answer or refuses, or its sandbox is another one.
        """
        async with self._starting:
            if self._cloud is None:
                if not self._api_key.get_secret_value():
                    raise SandboxUnavailableError("Daytona needs a key: set AMY_DATA_SCIENCE_DAYTONA_API_KEY.")
                self._cloud = Cloud(self._config, self._limits, self._api_key.get_secret_value())
            if self._report is _UNKNOWN:
                try:
                    layers = read_hello(reader(await self._cloud.tell(b"")))
                except MalformedReplyError as error:
                    raise SandboxUnavailableError(
                        f"Daytona's sandbox has no agent ({error}): give an image or a snapshot of deploy/sandbox."
                    ) from error
                self._report = SandboxReport(level=level_of(layers), layers=layers)
                _log.info("sandbox.daytona", level=self._report.level.name)
            return self._cloud

    async def _tell(self, cloud: Cloud, job: bytes) -> bytes:
        """As a task of its own, which stop() can end and whose sandbox is deleted before this returns."""
        if self._cloud is not cloud:
            raise SandboxUnavailableError("The sandbox has been stopped.")
        run = asyncio.create_task(cloud.tell(job))
        self._runs.add(run)
        run.add_done_callback(self._runs.discard)
        try:
            return await run
        except asyncio.CancelledError:
            if self._cloud is cloud:
                raise
            raise SandboxUnavailableError("The sandbox has been stopped.") from None

    def _judge(self, told: bytes, job: Job) -> RunOutcome:
        try:
            read = reader(told)
            if satisfies(read_hello(read), self._limits.minimum_level):
                ending = read_ending(read, self._limits)
            else:
                ending = _crashed("this sandbox isolates less than the first one did")
        except MalformedReplyError as error:
            ending = _crashed(str(error))
        return judge(ending, job.nonce, self._limits)


def _crashed(detail: str) -> Ending:
    cause = Cause(reason=KillReason.CRASH, detail=detail)
    return Ending(reply=b"", stdout="", stderr="", status=None, cause=cause, duration_ms=0.0)
