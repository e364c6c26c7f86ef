"""How much of a provider one process may use at once, and in a minute."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

from amy.llm.errors import BudgetSpentError

_MINUTE_S: Final = 60.0


class ProviderLimits:
    """Lets calls begin while there is room.

    Args:
        most_at_once: calls under way; further ones wait.
        tokens_a_minute: that the calls of the last minute may have used together, prompts and answers; 0 for any. A
            call that comes later than that waits, and gives up where it would wait for longer than `longest_wait_s`.
        longest_wait_s: for tokens.
        monotonic_s: a clock.
        sleep: waits.
    """

    def __init__(
        self,
        *,
        most_at_once: int = 16,
        tokens_a_minute: int = 0,
        longest_wait_s: float = 30.0,
        monotonic_s: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._slots = asyncio.Semaphore(most_at_once)
        self._tokens_a_minute = tokens_a_minute
        self._longest_wait_s = longest_wait_s
        self._monotonic_s = monotonic_s
        self._sleep = sleep
        self._used: deque[tuple[float, int]] = deque()

    @asynccontextmanager
    async def call(self) -> AsyncIterator[None]:
        """Holds a place for one call.

        Raises:
            BudgetSpentError: the tokens of this minute are used up, and waiting would take too long.
        """
        async with self._slots:
            await self._room()
            yield

    def use(self, tokens: int) -> None:
        """Counts what a call has used."""
        if self._tokens_a_minute:
            self._used.append((self._monotonic_s(), tokens))

    async def _room(self) -> None:
        waited_s = 0.0
        while (wait_s := self._wait_s()) > 0:
            if waited_s + wait_s > self._longest_wait_s:
                raise BudgetSpentError("The tokens of this minute are used up.", retry_after_s=wait_s)
            await self._sleep(wait_s)
            waited_s += wait_s

    def _wait_s(self) -> float:
        """Until the oldest calls no longer count and there is room; 0 where there is some now."""
        if not self._tokens_a_minute:
            return 0.0
        now = self._monotonic_s()
        while self._used and self._used[0][0] <= now - _MINUTE_S:
            self._used.popleft()
        left = sum(tokens for _, tokens in self._used)
        for at, tokens in self._used:
            if left < self._tokens_a_minute:
                return 0.0
            left -= tokens
            if left < self._tokens_a_minute:
                return at + _MINUTE_S - now
        return 0.0
