"""How a running turn writes its events: stored first, shown after."""

import asyncio
from collections.abc import Callable

from services.orchestrator.domain.events import TurnEvent
from services.orchestrator.ports.durable import TurnStore


class Recorder:
    """The pen of one running turn.

    Events go to the log in batches as large as they come: while one batch is being committed, the next collects.
    Followers read the log, so nobody sees an event that a crash could take back.
    """

    def __init__(self, store: TurnStore, turn_id: str, *, owner: str, on_commit: Callable[[str], None]) -> None:
        self._store = store
        self._turn_id = turn_id
        self._owner = owner
        self._on_commit = on_commit
        self._waiting: list[TurnEvent] = []
        self._writing: asyncio.Task[None] | None = None
        self._failure: Exception | None = None

    def emit(self, event: TurnEvent) -> None:
        """Hands an event over to be written; `flush` says when it is."""
        self._waiting.append(event)
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())

    async def flush(self) -> None:
        """Returns when all events so far are stored.

        Raises:
            OwnershipLostError: the turn is another orchestrator's now.
            Exception: whatever else kept an event from being stored; nothing is written after it.
        """
        while self._writing is not None:
            # A turn that is cancelled must not cut a commit in half.
            await asyncio.shield(self._writing)
        if self._failure is not None:
            raise self._failure

    async def settle(self) -> None:
        """Waits for a commit under way; what has not begun by now is not written."""
        self._waiting.clear()
        if self._writing is not None:
            await asyncio.wait({self._writing})

    async def _write(self) -> None:
        try:
            while self._waiting and self._failure is None:
                batch, self._waiting = self._waiting, []
                await self._store.append(self._turn_id, owner=self._owner, events=batch)
                self._on_commit(self._turn_id)
        except Exception as error:  # noqa: BLE001, told to whoever flushes
            self._failure = error
        finally:
            self._writing = None
