"""Noticing that an orchestrator died, and going on with its turns."""

import math

import structlog

from services.orchestrator.app.engine import Engine, Revival
from services.orchestrator.app.erasing import Erasing
from services.orchestrator.app.measures import turn_ended
from services.orchestrator.domain.events import TurnFailed
from services.orchestrator.domain.turn import TurnError, TurnStatus
from services.orchestrator.ports import Clock, Identity
from services.orchestrator.ports.durable import Executors, LogEntry, Ownership, TurnStore

_log = structlog.get_logger("recovery")

MAX_TAKEOVERS = 30
"""A turn that has outlived so many processes is taken to be what kills them."""


class Recovery:
    """Keeps this process known as alive, and takes over the turns of processes that are not.

    Every orchestrator raises a count in the database. One whose count has stood still for `takeover_after_s` on this
    process's own clock is dead, as is one that has left no count at all. Clocks are never compared. While this process
    could not look, as when the database was away, nobody's count could rise: standing still counts from the next look.
    """

    def __init__(
        self,
        identity: Identity,
        *,
        store: TurnStore,
        executors: Executors,
        engine: Engine,
        erasing: Erasing,
        clock: Clock,
        takeover_after_s: float,
    ) -> None:
        self._identity = identity
        self._store = store
        self._executors = executors
        self._engine = engine
        self._erasing = erasing
        self._clock = clock
        self._takeover_after_s = takeover_after_s
        self._looked_at = -math.inf
        self._seen: dict[str, tuple[int, float]] = {}
        self._revived_at: dict[str, float] = {}

    async def enter(self) -> None:
        """Makes this process known; what earlier processes of this replica left is free to be taken at once."""
        await self._executors.register(self._identity.executor, replica=self._identity.replica)

    async def leave(self) -> None:
        """Makes this process unknown, so that others need not wait to take its turns over."""
        await self._executors.remove([self._identity.executor])

    async def beat(self) -> None:
        """One sign of life."""
        await self._executors.beat(self._identity.executor, replica=self._identity.replica)

    async def sweep(self) -> None:
        """Takes over what dead processes left, and starts what of this process's own never started.

        What was withdrawn of either is ended.
        """
        alive = await self._alive()
        under_way = await self._store.under_way()
        await self._erasing.end([found for found in under_way if found.is_withdrawn], alive=alive)
        turns = [found for found in under_way if not found.is_withdrawn]
        for found in turns:
            await self._look_after(found, alive)
        in_flight = {found.turn_id for found in turns}
        self._revived_at = {turn_id: at for turn_id, at in self._revived_at.items() if turn_id in in_flight}

    async def _alive(self) -> frozenset[str]:
        beats = await self._executors.beats()
        now = self._clock.monotonic_s()
        if now - self._looked_at > self._takeover_after_s / 2:
            self._seen = {}
        self._looked_at = now
        self._seen = {
            executor: (count, self._seen[executor][1])
            if executor in self._seen and self._seen[executor][0] == count
            else (count, now)
            for executor, count in beats.items()
        }
        others = {executor: since for executor, (_, since) in self._seen.items() if executor != self._identity.executor}
        dead = [executor for executor, since in others.items() if now - since > self._takeover_after_s]
        if dead:
            _log.warning("executors.dead", executors=dead)
            await self._executors.remove(dead)
        return frozenset(self._seen) - frozenset(dead) | {self._identity.executor}

    async def _look_after(self, found: Ownership, alive: frozenset[str]) -> None:
        me = self._identity.executor
        if found.owner == me:
            if not self._engine.is_running(found.turn_id) and self._revival_is_due(found.turn_id):
                await self._revive(found)
        elif found.owner not in alive and await self._store.claim(found, owner=me):
            await self._revive(found)

    def _revival_is_due(self, turn_id: str) -> bool:
        """A revived turn waits in the engine's queue for a moment; reviving it again would only disturb."""
        revived_at = self._revived_at.get(turn_id)
        return revived_at is None or self._clock.monotonic_s() - revived_at > self._takeover_after_s

    async def _revive(self, found: Ownership) -> None:
        self._revived_at[found.turn_id] = self._clock.monotonic_s()
        if found.takeovers >= MAX_TAKEOVERS:
            await self._give_up(found)
            return
        revival = self._engine.revive(found.turn_id)
        _log.info("turn.revived", turn_id=found.turn_id, outcome=revival.value, takeovers=found.takeovers)
        if revival is Revival.ENDED:
            await self._give_up(found)

    async def _give_up(self, found: Ownership) -> None:
        opened = await self._store.open(found.turn_id, owner=self._identity.executor)
        if opened is None:
            return  # it ended between the look at all turns and the look at this one
        turn = opened.turn
        message = "Something broke while this answer was made. Please ask again."
        error = TurnError(code="internal_error", message=message, request_id=turn.request_id)
        event, now = TurnFailed(turn_id=turn.id, error=error), self._clock.now()
        me = self._identity.executor
        await self._store.finish(turn.id, owner=me, place=opened.place, entry=LogEntry(), at=now, event=event)
        turn_ended(turn, TurnStatus.FAILED, now)
        _log.error("turn.given_up", turn_id=turn.id, takeovers=found.takeovers)
