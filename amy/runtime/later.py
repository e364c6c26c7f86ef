"""What takes a moment to make, and is made when it is first wanted."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

_T = TypeVar("_T")


class Later(Generic[_T]):
    """Made once. Whoever wants it waits until it is there, and being cancelled meanwhile ends nobody else's wait.

    Args:
        make: what makes it; what it raises, everybody gets who wants it.
    """

    def __init__(self, make: Callable[[], Coroutine[Any, Any, _T]]) -> None:
        self._make = make
        self._made: asyncio.Task[_T] | None = None

    async def made(self) -> _T:
        if self._made is None:
            self._made = asyncio.create_task(self._make())
        return await asyncio.shield(self._made)

    async def warm(self) -> None:
        """Makes it before it is wanted."""
        await self.made()

    async def ended(self) -> _T | None:
        """For whoever lets go of it: what was made, once it is not being made any more; None where nothing was."""
        if self._made is None:
            return None
        await asyncio.wait({self._made})
        return None if self._made.cancelled() or self._made.exception() else self._made.result()
