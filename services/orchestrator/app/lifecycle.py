"""The orchestrator as a whole: what runs beside the calls, in which order it starts, and how it stops."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import structlog

from services.orchestrator.app.engine import Engine
from services.orchestrator.app.following import LiveLogs, Wakeups
from services.orchestrator.app.limits import Limits
from services.orchestrator.app.measures import counting_turns
from services.orchestrator.app.recovery import Recovery
from services.orchestrator.ports import Ports

_log = structlog.get_logger("lifecycle")

_PURGE_BATCH = 200


class Lifecycle:
    """Starts and stops the turns of this process and the background work."""

    def __init__(
        self, ports: Ports, *, engine: Engine, recovery: Recovery, wakeups: Wakeups, live: LiveLogs, limits: Limits
    ) -> None:
        self._ports = ports
        self._engine = engine
        self._recovery = recovery
        self._wakeups = wakeups
        self._live = live
        self._limits = limits
        self._sweeping: tuple[asyncio.Task[None], ...] = ()
        self._background: tuple[asyncio.Task[None], ...] = ()

    async def start(self) -> None:
        """Ready to run turns, those that an earlier process left behind included."""
        counting_turns()
        await self._ports.open()
        await self._recovery.enter()
        limits = self._limits
        self._sweeping = (asyncio.create_task(self._every(limits.heartbeat_s, self._recovery.sweep, what="sweep")),)
        self._background = (
            asyncio.create_task(self._every(limits.heartbeat_s, self._recovery.beat, what="heartbeat")),
            asyncio.create_task(self._every(limits.poll_s, self._compare, what="poll")),
            asyncio.create_task(self._every(limits.purge_s, self._purge, what="purge")),
            asyncio.create_task(self._ports.signals.listen(self._wakeups.wake)),
        )

    async def warm(self) -> None:
        """What the first turns would wait for."""
        await self._ports.warm()

    async def stop(self) -> None:
        """Lets running turns end within the grace period; the others go on elsewhere or after the next start.

        The heartbeat goes on meanwhile, so that nobody takes over a turn that is about to end.
        """
        await _cancelled(self._sweeping)
        await self._engine.stop(grace_s=self._limits.grace_s)
        await _cancelled(self._background)
        await self._recovery.leave()
        await self._ports.close()

    async def _every(self, seconds: float, work: Callable[[], Awaitable[None]], *, what: str) -> None:
        while True:
            try:
                await work()
            except Exception as error:  # noqa: BLE001, a failed round must not end the rounds
                _log.warning("background.failed", what=what, error=type(error).__name__)
            await self._ports.clock.sleep(seconds)

    async def _compare(self) -> None:
        followed = [turn_id for turn_id in self._wakeups.followed if self._live.find(turn_id) is None]
        if followed and self._ports.signals.has_others:
            self._wakeups.compare(await self._ports.store.last_event_ids(followed))

    async def _purge(self) -> None:
        ended_before = self._ports.clock.now() - self._limits.retention
        while expired := await self._ports.store.expired(ended_before=ended_before, limit=_PURGE_BATCH):
            await self._ports.store.purge(expired)
            _log.info("events.purged", turns=len(expired))


async def _cancelled(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
