"""Services in this process, on one event loop; `AMY_EMBEDDED` tells them that they share it.

They call each other directly, without a connection.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final

import structlog

from amy.cli.supervisor.plan import PlannedService
from amy.runtime.extras import NotInstalledError
from amy.runtime.garbage import keep_what_is_loaded
from amy.runtime.nearby.serving import Nearby
from amy.runtime.storage import CannotOpenError

if TYPE_CHECKING:
    from amy.runtime.server import Service

STOP_LIMIT_S: Final = 20.0
_log = structlog.get_logger("supervisor")


class Embedded:
    """A `Runner`. A service that ends before it is told to fails the whole system: they share one fate anyway."""

    def __init__(self) -> None:
        self._running: dict[str, tuple[asyncio.Task[None], asyncio.Event]] = {}
        self._serving: set[str] = set()
        self._nearby = Nearby()
        self._loading: set[asyncio.Task[None]] = set()
        self._failure: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def start(self, service: PlannedService) -> None:
        stop = asyncio.Event()
        task = asyncio.create_task(self._run(service, stop), name=service.name)
        self._running[service.name] = (task, stop)

    def expect(self, service: PlannedService) -> None:
        """Loads it once the services that were started before have been loaded, and wait for others."""
        self._loading.add(asyncio.create_task(_loaded(service)))

    def settled(self) -> None:
        """Makes no difference here."""

    async def failed(self) -> str:
        return await asyncio.shield(self._failure)

    async def stop(self, names: Sequence[str]) -> None:
        chosen = [self._running[name] for name in names if name in self._running]
        for _, stop in chosen:
            stop.set()
        tasks = [task for task, _ in chosen]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=STOP_LIMIT_S)
            for task in late:
                _log.warning("stop.cancelled", service=task.get_name(), after_s=STOP_LIMIT_S)
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    def _ready(self, name: str, _address: str) -> None:
        self._serving.add(name)
        if self._serving == self._running.keys():
            keep_what_is_loaded()

    async def _run(self, service: PlannedService, stop: asyncio.Event) -> None:
        self._nearby.use()
        try:
            loaded: Service = service.entry_point.load()
            await loaded.run({**service.env, "AMY_EMBEDDED": "true"}, partial(self._ready, service.name), stop)
            message = f"{service.name} ended by itself."
        except (CannotOpenError, NotInstalledError) as error:
            message = f"{service.name}: {error}"
        except Exception as error:  # noqa: BLE001, whatever ends a service must stop the others and be told
            message = f"{service.name} failed: {type(error).__name__}: {error}"
        if not stop.is_set() and not self._failure.done():
            self._failure.set_result(message)


async def _loaded(service: PlannedService) -> None:
    with suppress(Exception):  # told when it is started
        service.entry_point.load()
