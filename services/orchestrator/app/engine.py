"""Which turns run in this process."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from enum import Enum

import structlog

from amy.runtime.storage import StorageError
from services.orchestrator.domain.turn import Turn
from services.orchestrator.ports.durable import OwnershipLostError

_log = structlog.get_logger("engine")


class Revival(Enum):
    """What became of a turn whose process died."""

    CONTINUES = "continues"
    ENDED = "ended"


class Engine:
    """Runs each turn as a task; what a crash cuts off goes on at its first step without a checkpoint.

    Args:
        run: runs a turn to its end. It is given the turn where it was created here just now, else its id.
    """

    def __init__(self, run: Callable[[Turn | str], Awaitable[None]]) -> None:
        self._run = run
        self._running: dict[str, asyncio.Task[None]] = {}
        self._broken: set[str] = set()

    def launch(self, turn: Turn | str) -> None:
        """Starts a turn. Launching one that runs changes nothing."""
        turn_id = turn if isinstance(turn, str) else turn.id
        if turn_id not in self._running:
            task = asyncio.create_task(self._to_its_end(turn_id, turn))
            self._running[turn_id] = task
            task.add_done_callback(lambda _: self._running.pop(turn_id, None))

    def is_running(self, turn_id: str) -> bool:
        return turn_id in self._running

    def revive(self, turn_id: str) -> Revival:
        """Makes a turn whose owner died go on; `ENDED` means that its workflow broke here and will not go on."""
        if turn_id in self._broken:
            self._broken.discard(turn_id)
            return Revival.ENDED
        self.launch(turn_id)
        return Revival.CONTINUES

    async def abandon(self, turn_ids: Sequence[str]) -> None:
        """Ends what this process runs of these turns, and returns when it has ended."""
        running = [self._running[turn_id] for turn_id in turn_ids if turn_id in self._running]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    async def stop(self, *, grace_s: float) -> None:
        """Lets running turns end for so long; what is left goes on after the next start."""
        if self._running:
            await asyncio.wait([*self._running.values()], timeout=grace_s)
        left = list(self._running)
        await self.abandon(left)
        _log.info("engine.stopped", left_to_recovery=len(left))

    async def _to_its_end(self, turn_id: str, turn: Turn | str) -> None:
        try:
            await self._run(turn)
        except (OwnershipLostError, StorageError) as error:
            # Not a failure of the turn: this run just ends, and recovery goes on with the turn once its owner, or the
            # storage, is there.
            _log.info("turn.left", turn_id=turn_id, reason=type(error).__name__)
        except Exception as error:  # noqa: BLE001, whatever broke: the turn is failed when recovery looks after it
            self._broken.add(turn_id)
            _log.error("turn.broken", turn_id=turn_id, error=type(error).__name__)
