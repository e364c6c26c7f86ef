"""How a running turn writes its log: stored first, shown after."""

import asyncio
import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from services.orchestrator.app.following import LiveLog
from services.orchestrator.domain.events import CostWarning, TerminalEvent, TurnEvent, TurnStarted
from services.orchestrator.domain.steps import Step
from services.orchestrator.domain.turn import TurnStatus
from services.orchestrator.ports.durable import Journal, LogEntry, Opened, StoredEvent, TurnStore


@dataclass
class _Waiting:
    """What is to be written next."""

    events: list[TurnEvent] = field(default_factory=list)
    checkpoints: dict[Step, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.events or self.checkpoints)

    def entry(self) -> LogEntry:
        return LogEntry(events=tuple(self.events), checkpoints=dict(self.checkpoints))


_GATHERING_S: Final = 0.02
"""Between two entries, so that what comes together is stored together; nobody sees by how much an event is late."""


class Recorder:
    """The pen of one running turn.

    Events and the checkpoints of steps go to the log in the order in which they come. What comes within a fiftieth of a
    second, and while the entry before is being committed, is one entry. The turn goes on meanwhile; a step that leaves
    something behind elsewhere flushes first. Followers see what is stored, so that nobody sees an event that a crash
    could take back.
    """

    def __init__(
        self,
        store: TurnStore,
        opened: Opened,
        *,
        owner: str,
        live: LiveLog,
        journal: Journal,
        on_commit: Callable[[str], None],
    ) -> None:
        self._store = store
        self._turn = opened.turn
        self._owner = owner
        self._live = live
        self._journal = journal
        self._on_commit = on_commit
        self._place = opened.place
        self._checkpoints = dict(opened.checkpoints)
        self._waiting = _Waiting()
        self._writing: asyncio.Task[None] | None = None
        self._hurry = asyncio.Event()
        self._written_at = -math.inf
        self._failure: Exception | None = None
        self.started_at = opened.turn.started_at
        self.has_warned = opened.has_warned

    @property
    def checkpoints(self) -> Mapping[Step, str]:
        """Of the steps that have ended, now or before."""
        return self._checkpoints

    async def begin(self, at: datetime) -> datetime:
        """Makes the turn running with its first event, unless it is; when it began."""
        if self._turn.status is TurnStatus.QUEUED and self.started_at is None:
            started = TurnStarted(turn_id=self._turn.id, at=at)
            self.started_at, events = await self._store.begin(self._turn.id, owner=self._owner, started=started)
            self._place = self._place.after(events)
            self._show(events)
        assert self.started_at is not None
        return self.started_at

    def emit(self, event: TurnEvent) -> None:
        """Hands an event over to be written; `flush` says when it is."""
        self.has_warned = self.has_warned or isinstance(event, CostWarning)
        self._waiting.events.append(event)
        self._write_soon()

    def end_step(self, step: Step, checkpoint: str) -> None:
        """Hands a step's checkpoint over to be written, behind the events so far."""
        self._checkpoints[step] = checkpoint
        self._waiting.checkpoints[step] = checkpoint
        self._write_soon()

    async def flush(self) -> None:
        """Returns when everything so far is stored.

        Raises:
            OwnershipLostError: the turn is another orchestrator's now.
            Exception: whatever else kept something from being stored; nothing is written after it.
        """
        self._hurry.set()
        while self._writing is not None:
            # A turn that is cancelled must not cut a commit in half.
            await asyncio.shield(self._writing)
        self.expect_stored()

    def expect_stored(self) -> None:
        """Raises what kept something from being stored, as `flush` does, without waiting."""
        if self._failure is not None:
            raise self._failure

    async def finish(self, event: TerminalEvent, at: datetime) -> None:
        """Ends the turn with its last event, together with what waits to be written."""
        last, self._waiting = self._waiting, _Waiting()
        await self.flush()
        events = await self._store.finish(
            self._turn.id, owner=self._owner, place=self._place, entry=last.entry(), at=at, event=event
        )
        await self._note_ends(last)
        self._show(events)

    async def settle(self) -> None:
        """Waits for a commit under way; what has not begun by now is not written."""
        self._waiting = _Waiting()
        self._hurry.set()
        if self._writing is not None:
            await asyncio.wait({self._writing})

    def _write_soon(self) -> None:
        if self._writing is None:
            self._hurry.clear()
            self._writing = asyncio.create_task(self._write())

    async def _write(self) -> None:
        try:
            while self._waiting and self._failure is None:
                await self._gather()
                next_, self._waiting = self._waiting, _Waiting()
                self._place, events = await self._store.append(
                    self._turn.id, owner=self._owner, place=self._place, entry=next_.entry()
                )
                self._written_at = asyncio.get_running_loop().time()
                await self._note_ends(next_)
                self._show(events)
        except Exception as error:  # noqa: BLE001, told to whoever flushes
            self._failure = error
        finally:
            self._writing = None

    async def _gather(self) -> None:
        """Waits for more to write: behind the last entry, or where nobody waits to see what there is."""
        now = asyncio.get_running_loop().time()
        until = self._written_at + _GATHERING_S if self._waiting.events else now + _GATHERING_S
        with suppress(TimeoutError):
            if until > now:
                await asyncio.wait_for(self._hurry.wait(), until - now)

    async def _note_ends(self, stored: _Waiting) -> None:
        for step in stored.checkpoints:
            await self._journal.end(self._turn.id, step, ran=True)

    def _show(self, events: Sequence[StoredEvent]) -> None:
        if events:
            self._live.add(events)
            self._on_commit(self._turn.id)
