"""Who may go next: so many at once, and the users in turn, however many imports one of them has waiting."""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count

from amy.runtime.errors import ConcurrencyLimitError


class Lane:
    """Gives out places. A user holds at most one; of those who wait, the one served longest ago is next.

    Args:
        width: how many places there are.
    """

    def __init__(self, width: int) -> None:
        self._free = width
        self._holders: set[str] = set()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        # When each user was last served, as a count; only of those who hold a place or wait for another.
        self._served: dict[str, int] = {}
        self._clock = count(1)

    @asynccontextmanager
    async def place(self, user_id: str) -> AsyncIterator[None]:
        """A place, for as long as the block lasts."""
        await self._take(user_id)
        try:
            yield
        finally:
            self._give_back(user_id)

    async def _take(self, user_id: str) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(user_id, deque()).append(turn)
        self._hand_out()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                # Given a place in the very moment of leaving.
                self._give_back(user_id)
            raise

    def _give_back(self, user_id: str) -> None:
        self._free += 1
        self._holders.discard(user_id)
        self._hand_out()
        if user_id not in self._holders and user_id not in self._waiting:
            self._served.pop(user_id, None)

    def _hand_out(self) -> None:
        for user_id, turns in list(self._waiting.items()):
            while turns and turns[0].done():
                turns.popleft()
            if not turns:
                del self._waiting[user_id]
                if user_id not in self._holders:
                    self._served.pop(user_id, None)
        while self._free:
            able = [user_id for user_id in self._waiting if user_id not in self._holders]
            if not able:
                return
            chosen = min(able, key=lambda user_id: self._served.get(user_id, 0))
            self._waiting[chosen].popleft().set_result(None)
            if not self._waiting[chosen]:
                del self._waiting[chosen]
            self._free -= 1
            self._holders.add(chosen)
            self._served[chosen] = next(self._clock)


class Door:
    """Bounds how many imports are under way, uploads included, so that nobody fills the queue or the disk.

    Args:
        a_user: how many of one user.
        in_all: of all users.
    """

    def __init__(self, *, a_user: int, in_all: int) -> None:
        self._a_user = a_user
        self._in_all = in_all
        self._inside: Counter[str] = Counter()

    @asynccontextmanager
    async def entered(self, user_id: str) -> AsyncIterator[None]:
        """Inside for as long as the block lasts.

        Raises:
            ConcurrencyLimitError: there are too many already.
        """
        if self._inside[user_id] >= self._a_user:
            raise ConcurrencyLimitError(
                f"{self._a_user} of your imports are under way. Wait until one has ended, then send this file again.",
                retry_after="5",
            )
        if self._inside.total() >= self._in_all:
            raise ConcurrencyLimitError(
                "Too many files are being imported at the moment. Send this one again in a minute.", retry_after="60"
            )
        self._inside[user_id] += 1
        try:
            yield
        finally:
            self._inside[user_id] -= 1
            if not self._inside[user_id]:
                del self._inside[user_id]
