"""The `CodeRunner` that runs generated code in single-use containers, a few of which wait isolated and idle."""

import asyncio
import os
from collections import deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import Final, TypeVar

import structlog

from amy.runtime.errors import SandboxUnavailableError
from services.data_science.adapters.containers.container import Container
from services.data_science.adapters.containers.engine import Engine
from services.data_science.adapters.sandbox.agent_protocol import level_of
from services.data_science.adapters.sandbox.config import SandboxLimits
from services.data_science.adapters.sandbox.judgement import judge
from services.data_science.adapters.sandbox.protocol import NONCE_BYTES, Job, encode_job
from services.data_science.adapters.sandbox.report import SandboxReport, satisfies
from services.data_science.domain.run import Frames, IsolationLevel, RunOutcome
from services.data_science.domain.sandbox import SandboxConfig

_T = TypeVar("_T")
_DEFAULT_LIMITS: Final = SandboxLimits()
_UNKNOWN: Final = SandboxReport(level=IsolationLevel.NONE, layers=())
_log = structlog.get_logger("sandbox.containers")


class ContainerRunner:
    """Runs code in containers that have no network, no writable place and no privilege, and take one job each.

    At most `limits.max_concurrent` run and `config.warm` wait. A container that has died while it waited is replaced.
    """

    def __init__(self, config: SandboxConfig, limits: SandboxLimits = _DEFAULT_LIMITS) -> None:
        self._config = config
        self._limits = limits
        self._report = _UNKNOWN
        self._engine: Engine | None = None
        self._waiting: deque[asyncio.Task[Container]] = deque()
        self._running: set[Container] = set()
        self._removals: set[asyncio.Task[None]] = set()
        self._slots = asyncio.Semaphore(limits.max_concurrent)
        self._starting = asyncio.Lock()
        self._threads = self._new_threads()

    @property
    def level(self) -> IsolationLevel:
        return self._report.level

    @property
    def report(self) -> SandboxReport:
        """What the first container's agent found; empty before it."""
        return self._report

    async def start(self) -> None:
        """Connects, clears what a crash left, and prepares the first containers. Without an engine it only says so."""
        try:
            await self._connected()
        except SandboxUnavailableError as error:
            _log.warning("sandbox.unavailable", problem=error.message)

    async def stop(self) -> None:
        """Ends every run and leaves no container."""
        async with self._starting:
            engine, self._engine = self._engine, None
            self._report = _UNKNOWN
            if engine is None:
                return
            for container in self._running:
                self._remove(engine, container)
            async with self._quiet():
                await self._dismantle(engine)
            self._threads.shutdown(wait=False)
            self._threads = self._new_threads()

    async def _dismantle(self, engine: Engine) -> None:
        while self._waiting:
            (made,) = await asyncio.gather(self._waiting.popleft(), return_exceptions=True)
            if isinstance(made, Container):
                self._remove(engine, made)
        await asyncio.gather(*self._removals)
        with suppress(SandboxUnavailableError):
            await self._on_thread(engine.clear_own)
        await self._on_thread(engine.close)

    @asynccontextmanager
    async def _quiet(self) -> AsyncIterator[None]:
        """While no run has a slot; those that get one meanwhile find the engine gone and give it back."""
        for _ in range(self._limits.max_concurrent):
            await self._slots.acquire()
        try:
            yield
        finally:
            for _ in range(self._limits.max_concurrent):
                self._slots.release()

    async def run(self, code: str, frames: Frames) -> RunOutcome:
        engine = await self._connected()
        self._demand(self._report)
        job = Job(nonce=os.urandom(NONCE_BYTES), code=code, frames=frames)
        await self._slots.acquire()
        try:
            container = await self._take(engine)
        except BaseException:
            self._slots.release()
            raise
        self._running.add(container)
        try:
            ending = await self._on_thread(lambda: container.execute(encode_job(job)))
        finally:
            self._running.discard(container)
            # The slot is free once the container is gone, so that there are never more than were allowed.
            self._remove(engine, container).add_done_callback(lambda _: self._slots.release())
        return await self._on_thread(lambda: judge(ending, job.nonce, self._limits))

    async def _connected(self) -> Engine:
        """The engine; the first call finds the level.

        Raises:
            SandboxUnavailableError: there is no engine or no image, or its containers do not come up.
        """
        async with self._starting:
            if self._engine is None:
                engine = await self._on_thread(lambda: Engine(self._config, self._limits))
                try:
                    cleared = await self._on_thread(engine.clear_leftovers)
                    first = await self._on_thread(engine.launch)
                except BaseException:
                    engine.close()
                    raise
                self._engine = engine
                self._report = SandboxReport(level=level_of(first.layers), layers=first.layers)
                self._waiting.append(asyncio.create_task(_already(first)))
                self._refill(engine)
                _log.info("sandbox.containers", level=self._report.level.name, cleared=cleared)
            return self._engine

    async def _take(self, engine: Engine) -> Container:
        """A container that waits, or a new one; another is prepared in its place.

        Raises:
            SandboxUnavailableError: the engine has gone, or makes containers that isolate less than the first.
        """
        while True:
            if self._engine is not engine:
                raise SandboxUnavailableError("The sandbox has been stopped.")
            is_last = not self._waiting
            launch = self._waiting.popleft() if self._waiting else self._launch(engine)
            self._refill(engine)
            try:
                container = await asyncio.shield(launch)
            except asyncio.CancelledError:
                self._waiting.appendleft(launch)
                raise
            if self._engine is engine and container.is_idle():
                return container
            self._remove(engine, container)
            if is_last:
                raise SandboxUnavailableError("Containers end before they are given work.")

    def _refill(self, engine: Engine) -> None:
        while len(self._waiting) < self._config.warm:
            self._waiting.append(self._launch(engine))

    def _launch(self, engine: Engine) -> asyncio.Task[Container]:
        async def launch() -> Container:
            container = await self._on_thread(engine.launch)
            if satisfies(container.layers, self._report.level):
                return container
            await self._on_thread(lambda: engine.remove(container))
            raise SandboxUnavailableError("A container isolates less than the first one did.")

        return asyncio.create_task(launch())

    def _remove(self, engine: Engine, container: Container) -> asyncio.Task[None]:
        """Removes it in the background; a failure is told, and made good by the clearing at the end."""

        async def remove() -> None:
            try:
                await self._on_thread(lambda: engine.remove(container))
            except SandboxUnavailableError as error:
                _log.warning("sandbox.not_removed", problem=error.message)

        removal = asyncio.create_task(remove())
        self._removals.add(removal)
        removal.add_done_callback(self._removals.discard)
        return removal

    def _demand(self, report: SandboxReport) -> None:
        wanted = self._limits.minimum_level
        if report.level < wanted:
            raise SandboxUnavailableError(
                f"Containers isolate generated code at level {report.level.name}, and {wanted.name} is demanded. "
                f"Missing: {'; '.join(report.missing_for(wanted))}.",
            )

    def _new_threads(self) -> ThreadPoolExecutor:
        """As many as there can be calls at once: a run may be read, removed and replaced at the same time."""
        calls = 2 * self._limits.max_concurrent + self._config.warm + 1
        return ThreadPoolExecutor(max_workers=calls, thread_name_prefix="sandbox-container")

    async def _on_thread(self, work: Callable[[], _T]) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)


async def _already(container: Container) -> Container:
    return container
