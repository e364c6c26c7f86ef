"""Each service in a process of its own, restarted on the same port when it dies."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import structlog

from amy.cli.supervisor.parent import dies_with
from amy.cli.supervisor.plan import PlannedService
from amy.cli.supervisor.state import DataDir
from amy.client.retry import Backoff

_STOP_LIMIT_S: Final = 20.0
_STEADY_S: Final = 10.0
_BACKOFF: Final = Backoff(tries=sys.maxsize, base_s=0.1, max_s=2.0)
_STDERR: Final = 2
_log = structlog.get_logger("supervisor")


class Processes:
    """A `Runner`. Before all services have served, one that dies is a mistake of the set-up; after, it is restarted."""

    def __init__(self, data_dir: DataDir) -> None:
        self._data_dir = data_dir
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._children: dict[str, asyncio.subprocess.Process] = {}
        self._stopping: set[str] = set()
        self._settled = False
        self._failure: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def start(self, service: PlannedService) -> None:
        await self._spawn(service)
        self._tasks[service.name] = asyncio.create_task(self._keep(service))

    def expect(self, service: PlannedService) -> None:
        """Makes no difference here."""

    def settled(self) -> None:
        self._settled = True

    async def failed(self) -> str:
        return await asyncio.shield(self._failure)

    async def stop(self, names: Sequence[str]) -> None:
        self._stopping.update(names)
        for name in names:
            if name in self._children:
                with suppress(ProcessLookupError):
                    self._children[name].terminate()
        tasks = [self._tasks[name] for name in names if name in self._tasks]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=_STOP_LIMIT_S)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        for name in names:
            if name in self._children:
                _log.warning("stop.killed", service=name, after_s=_STOP_LIMIT_S)
                await self._bury(name)

    async def _spawn(self, service: PlannedService) -> None:
        self._children[service.name] = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            service.module,
            env=dict(service.env),
            stdin=asyncio.subprocess.DEVNULL,
            # Standard output belongs to the line that says "ready".
            stdout=_STDERR,
            # A group of its own: Ctrl-C reaches only the supervisor, and what a child leaves behind dies with it.
            process_group=0,
            preexec_fn=dies_with(os.getpid()),
        )
        self._publish()

    async def _keep(self, service: PlannedService) -> None:
        failures = 0
        while True:
            began = time.monotonic()
            code = await self._children[service.name].wait()
            await self._bury(service.name)
            if service.name in self._stopping:
                return
            if not self._settled:
                if not self._failure.done():
                    self._failure.set_result(f"{service.name} ended with exit code {code}; its log is above.")
                return
            failures = 1 if time.monotonic() - began > _STEADY_S else failures + 1
            pause_s = _BACKOFF.delay_s(min(failures, 10)) or 0.0
            _log.warning("service.died", service=service.name, exit_code=code, restart_in_s=round(pause_s, 2))
            await asyncio.sleep(pause_s)
            if service.name in self._stopping:
                return
            await self._spawn(service)
            _log.warning("service.restarted", service=service.name, pid=self._children[service.name].pid)

    async def _bury(self, name: str) -> None:
        """Ends the whole group of a child and forgets it."""
        child = self._children.pop(name)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
        await child.wait()
        self._publish()

    def _publish(self) -> None:
        self._data_dir.write_processes({name: child.pid for name, child in self._children.items()})
