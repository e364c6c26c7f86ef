"""Deleting a user: turns under way are ended by whoever runs them, then everything goes."""

from collections.abc import Callable, Collection, Sequence
from typing import Final

from amy.runtime.errors import InvalidFieldError, UpstreamUnavailableError
from services.orchestrator.app.engine import Engine
from services.orchestrator.domain.turn import Erased
from services.orchestrator.ports import Clock
from services.orchestrator.ports.durable import Ownership, TurnErasure

_BATCH: Final = 200
_LOOK_S: Final = 0.2


class Erasing:
    """Deletes the turns of a user, and ends those under way.

    A turn is run by one process, which alone knows when it has stopped. So a turn under way is first withdrawn, after
    which nothing can be written to it; its owner finds it withdrawn, stops it and deletes it. Where the owner is dead,
    another does so. Whoever asked waits for that, and knows then that no turn of the user does anything any more.

    Args:
        on_removed: called with the id of a turn that was ended here and is gone.
        patience_s: how long the other orchestrators may take; longer than a dead one takes to be noticed.
    """

    def __init__(
        self,
        store: TurnErasure,
        *,
        engine: Engine,
        clock: Clock,
        owner: str,
        on_removed: Callable[[str], None],
        patience_s: float,
    ) -> None:
        self._store = store
        self._engine = engine
        self._clock = clock
        self._owner = owner
        self._on_removed = on_removed
        self._patience_s = patience_s

    async def erase(self, user_id: str) -> Erased:
        """Deletes everything there is of the user; how much there was.

        Raises:
            InvalidFieldError: no user.
            UpstreamUnavailableError: a turn is still under way elsewhere, or a file is in use: to be asked again.
        """
        if not user_id:
            raise InvalidFieldError("user_id must not be empty.", field="user_id")
        give_up_at_s = self._clock.monotonic_s() + self._patience_s
        erased = await self._store.withdraw(user_id)
        while True:
            await self.end(await self._store.withdrawn())
            while ended := await self._store.ended(user_id, limit=_BATCH):
                await self._store.remove(ended)
            if not await self._store.has_turns(user_id):
                break
            if self._clock.monotonic_s() > give_up_at_s:
                raise UpstreamUnavailableError("Turns of this user are still under way; ask again.")
            await self._clock.sleep(_LOOK_S)
            await self._store.withdraw(user_id)
        await self._store.scrub()
        return erased

    async def end(self, withdrawn: Sequence[Ownership], *, alive: Collection[str] | None = None) -> None:
        """Stops and deletes those of the withdrawn turns that are of this process.

        Args:
            withdrawn: the turns.
            alive: the processes that live, where those of the others are to be deleted too.
        """
        mine = [
            found.turn_id
            for found in withdrawn
            if found.owner == self._owner or (alive is not None and found.owner not in alive)
        ]
        if not mine:
            return
        await self._engine.abandon(mine)
        await self._store.remove(mine)
        for turn_id in mine:
            self._on_removed(turn_id)
