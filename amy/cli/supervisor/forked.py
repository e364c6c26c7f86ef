"""Services in a process of their own that is forked from the supervisor's, with which it shares what both have loaded.

A fork copies the one thread that calls it and nothing that others hold: it is made before there is any thread, event
loop or object of gRPC's.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Final, NoReturn

import structlog

from amy.cli.supervisor.embedded import STOP_LIMIT_S, Embedded
from amy.cli.supervisor.groups import GROUP_OF
from amy.cli.supervisor.parent import dies_with
from amy.cli.supervisor.plan import PlannedService
from amy.runtime.garbage import keep_what_is_loaded, loads_what_stays
from amy.runtime.telemetry import TelemetryError, recording

_SHARED: Final = (
    *("amy.runtime.server", "amy.runtime.sql", "amy.runtime.schema", "amy.runtime.erasing", "amy.llm.open"),
    *("sqlalchemy.dialects.postgresql", "amy.meaning.encoder"),
    *(f"amy.api.{name}.v1.{name}_pb2_grpc" for name in GROUP_OF),
)
"""Loaded before the fork: what services of every group need, and no library that starts threads."""
_LONGEST_REASON: Final = 1 << 16
_log = structlog.get_logger("supervisor")


class Forked:
    """A group that runs from the moment it is made, until it fails or is stopped: its services have one fate."""

    def __init__(self, name: str, services: Sequence[PlannedService], environ: Mapping[str, str]) -> None:
        self.name = name
        self.names = frozenset(service.name for service in services)
        reading, writing = os.pipe()
        supervisor = os.getpid()
        # Inside a fork an interrupt would be lost, and a lock held for ever: Python ignores what is raised there.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        self._pid = os.fork()
        if not self._pid:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            os.close(reading)
            _become(name, services, environ, supervisor=supervisor, told=writing)
        os.close(writing)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        self._told = reading

    async def failed(self) -> str:
        """Waits until the process is gone; says why."""
        loop, gone = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(self._told, gone.set)
        try:
            await gone.wait()
        finally:
            loop.remove_reader(self._told)
        # Nothing is written but the last words: what can be read is these, or the end.
        reason = os.read(self._told, _LONGEST_REASON).decode()
        return reason or f"The process of {', '.join(sorted(self.names))} was killed."

    def tell_to_stop(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGTERM)

    async def stopped(self) -> None:
        """Returns when the process and all that it started are gone."""
        ended = asyncio.to_thread(os.waitid, os.P_PID, self._pid, os.WEXITED | os.WNOWAIT)
        try:
            await asyncio.wait_for(ended, STOP_LIMIT_S)
        except TimeoutError:
            _log.warning("stop.killed", service=self.name, after_s=STOP_LIMIT_S)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._pid, signal.SIGKILL)
        await asyncio.to_thread(os.waitpid, self._pid, 0)


def fork(
    services: Sequence[PlannedService], group_of: Mapping[str, str], environ: Mapping[str, str]
) -> Sequence[Forked]:
    """Starts each group that has any of the services."""
    groups: dict[str, list[PlannedService]] = {}
    for service in services:
        if service.name in group_of:
            groups.setdefault(group_of[service.name], []).append(service)
    if groups:
        # The library below numpy would start threads, which on a machine that has much to do wait for each other.
        os.environ["OPENBLAS_NUM_THREADS"] = "1"
        for module in _SHARED:
            import_module(module)
        # What is shared is not looked through again: that alone would copy it.
        keep_what_is_loaded()
        loads_what_stays()
    return [Forked(name, members, environ) for name, members in groups.items()]


class Groups:
    """A `Runner`: forked groups, and all other services in this process."""

    def __init__(self, forked: Sequence[Forked]) -> None:
        self._forked = forked
        self._here = Embedded()
        self._elsewhere = frozenset[str]().union(*(group.names for group in forked))

    async def start(self, service: PlannedService) -> None:
        if service.name not in self._elsewhere:
            await self._here.start(service)

    def expect(self, service: PlannedService) -> None:
        self._here.expect(service)

    def settled(self) -> None:
        """Makes no difference here."""

    async def failed(self) -> str:
        waiting = [
            asyncio.create_task(self._here.failed()),
            *(asyncio.create_task(group.failed()) for group in self._forked),
        ]
        try:
            done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waiting:
                task.cancel()
        return done.pop().result()

    async def stop(self, names: Sequence[str]) -> None:
        leaving = [group for group in self._forked if group.names & set(names)]
        for group in leaving:
            group.tell_to_stop()
        await self._here.stop(names)
        await asyncio.gather(*(group.stopped() for group in leaving))


def _become(
    name: str, services: Sequence[PlannedService], environ: Mapping[str, str], *, supervisor: int, told: int
) -> NoReturn:
    """Turns this process, a copy of the supervisor's, into one of these services; it never returns into the copy."""
    reason = f"The process of {name} ended without a word."
    try:
        # A group of its own: Ctrl-C reaches only the supervisor, and what is left behind dies with the group.
        os.setpgid(0, 0)
        if ask := dies_with(supervisor):
            ask()
        os.dup2(os.open(os.devnull, os.O_RDONLY), sys.stdin.fileno())
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        with recording(environ, process=f"amy-{name}"):
            reason = asyncio.run(_serve(services))
    except TelemetryError as error:
        reason = str(error)
    except Exception as error:  # noqa: BLE001, whatever ends it must be told
        reason = f"The process of {name} failed: {type(error).__name__}: {error}"
    finally:
        os.write(told, reason.encode()[:_LONGEST_REASON])
        os._exit(0)


async def _serve(services: Sequence[PlannedService]) -> str:
    """Runs them until SIGTERM; returns why they ended."""
    runner, stop = Embedded(), asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    for service in services:
        await runner.start(service)
    waiting = {asyncio.create_task(stop.wait()), failure := asyncio.create_task(runner.failed())}
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    await runner.stop([service.name for service in services])
    return failure.result() if failure.done() else "It was told to stop."
