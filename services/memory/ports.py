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

    async def newest_of_each(self, user_id: str, *, limit: int) -> Sequence[Memory]:
        """At most `limit` entries of every category, newest first by time and id."""

    async def delete(self, user_id: str, memory_id: str) -> bool:
        """Removes one entry for good; whether there was one."""

    async def delete_many(self, user_id: str, memory_ids: Sequence[str] | None) -> int:
        """Removes these of the user's entries for good, None all of them; how many there were."""

    async def erase(self, user_id: str) -> int:
        """Deletes everything there is of the user, out of the files too; how many entries there were.

        Raises:
            UpstreamUnavailableError: it is deleted, but a file is in use.
        """

    async def record_turn(
        self, user_id: str, turn_id: str, entries: Sequence[Memory], *, outdated_subjects: Sequence[str] = ()
    ) -> Mapping[Category, int]:
        """Merges a turn's entries into the user's and removes what is outdated, all or none, once per turn.

        Returns:
            How many were added per category; for a turn already recorded, what was added then.
        """
