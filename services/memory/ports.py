"""What the memory service needs from the world."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Protocol, TypeAlias

from services.memory.domain.listing import Position, Selection
from services.memory.domain.memory import Category, Memory

Clock: TypeAlias = Callable[[], datetime]
NewId: TypeAlias = Callable[[], str]


class MemoryStore(Protocol):
    """Durable entries. A user's entries are invisible to every other user."""

    async def add(self, user_id: str, entry: Memory) -> None:
        """Stores one entry."""

    async def newest(
        self, user_id: str, selection: Selection, *, limit: int, after: Position | None = None
    ) -> Sequence[Memory]:
        """At most `limit` selected entries, newest first by time and id, from after a position on."""

    async def delete(self, user_id: str, memory_id: str) -> bool:
        """Removes one entry for good; whether there was one."""

    async def record_turn(self, user_id: str, turn_id: str, entries: Sequence[Memory]) -> Mapping[Category, int]:
        """Merges a turn's entries into the user's, all or none, once per turn.

        Returns:
            How many were added per category; for a turn already recorded, what was added then.
        """
