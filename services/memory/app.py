"""The memory service's use cases: what is checked, and in which order things happen."""

from collections.abc import Mapping, Sequence

from amy.runtime.errors import InvalidFieldError, MemoryNotFoundError
from services.memory.domain.listing import (
    TESTED_HYPOTHESES,
    Page,
    Position,
    Selection,
    cursor_after,
    position_of,
)
from services.memory.domain.memory import MAX_TEXT_CHARACTERS, PUBLIC_CATEGORIES, Category, Memory, Written
from services.memory.domain.summary import DEFAULT_ENTRIES, MAX_ENTRIES, Summary, summarize, within
from services.memory.domain.turn import Draft, ExtractedFact, TestedClaim, drafts_of_turn
from services.memory.ports import Clock, MemoryStore, NewId


class MemoryApp:
    def __init__(self, store: MemoryStore, *, clock: Clock, new_id: NewId) -> None:
        self._store = store
        self._clock = clock
        self._new_id = new_id

    async def create(self, user_id: str, *, text: str, category: Category | None, confidence: float | None) -> Memory:
        """Stores an entry in the user's own words; confidence is 1 unless they say otherwise.

        Raises:
            InvalidFieldError: no text or over 500 characters, category not public, confidence outside 0..1.
        """
        _require("user_id", user_id)
        text = text.strip()
        if not 1 <= len(text) <= MAX_TEXT_CHARACTERS:
            raise InvalidFieldError(f"text must have 1 to {MAX_TEXT_CHARACTERS} characters.", field="text")
        if category not in PUBLIC_CATEGORIES:
            raise InvalidFieldError("category must be goal, insight, preference or history.", field="category")
        confidence = 1.0 if confidence is None else confidence
        if not 0 <= confidence <= 1:
            raise InvalidFieldError("confidence must be a number from 0 to 1.", field="confidence")
        draft = Draft(text=text, category=category, confidence=confidence, origin=Written())
        entry = self._entries([draft])[0]
        await self._store.add(user_id, entry)
        return entry

    async def list(self, user_id: str, selection: Selection, *, limit: int, cursor: str) -> Page:
        """One page, newest first; 20 entries unless told, at most 100.

        Raises:
            InvalidFieldError: limit or cursor.
        """
        return await self._page(user_id, selection, limit=_limit(limit, default=20, most=100), cursor=cursor)

    async def list_tested(self, user_id: str, *, limit: int, cursor: str) -> Page:
        """One page of tested hypotheses, newest first; 100 unless told, at most 1000.

        Raises:
            InvalidFieldError: limit or cursor.
        """
        return await self._page(user_id, TESTED_HYPOTHESES, limit=_limit(limit, default=100, most=1000), cursor=cursor)

    async def delete(self, user_id: str, memory_id: str) -> None:
        """Removes an entry for good.

        Raises:
            MemoryNotFoundError: there is none with this id, or it is another user's.
        """
        if not await self._store.delete(user_id, memory_id):
            raise MemoryNotFoundError("There is no memory with this id.", id=memory_id)

    async def delete_many(self, user_id: str, memory_ids: Sequence[str] | None) -> int:
        """Removes these entries of the user's for good, None all of them; how many there were.

        Raises:
            InvalidFieldError: no user id.
        """
        _require("user_id", user_id)
        return await self._store.delete_many(user_id, memory_ids)

    async def erase(self, user_id: str) -> int:
        """Deletes everything there is of the user; how many entries there were.

        Raises:
            InvalidFieldError: no user id.
            UpstreamUnavailableError: it is deleted, but a file is in use: to be asked again.
        """
        _require("user_id", user_id)
        return await self._store.erase(user_id)

    async def summarize(self, user_id: str, *, max_entries: int) -> Summary:
        """The most recent entries, grouped, what the user said before what was found; 80 unless told.

        Raises:
            InvalidFieldError: max_entries outside 0..1000.
        """
        _require("user_id", user_id)
        limit = _limit(max_entries, default=DEFAULT_ENTRIES, most=MAX_ENTRIES, field="max_entries")
        return summarize(within(await self._store.newest_of_each(user_id, limit=limit), limit=limit))

    async def record_turn(
        self,
        user_id: str,
        turn_id: str,
        *,
        facts: Sequence[ExtractedFact],
        claims: Sequence[TestedClaim],
        outdated_subjects: Sequence[str] = (),
    ) -> Mapping[Category, int]:
        """Writes what a finished turn taught, once per turn; how many entries were added per category.

        Raises:
            InvalidFieldError: no user or turn id.
        """
        _require("user_id", user_id)
        _require("turn_id", turn_id)
        drafts = drafts_of_turn(turn_id, facts=facts, claims=claims)
        return await self._store.record_turn(
            user_id, turn_id, self._entries(drafts), outdated_subjects=outdated_subjects
        )

    async def _page(self, user_id: str, selection: Selection, *, limit: int, cursor: str) -> Page:
        _require("user_id", user_id)
        after = _position(cursor) if cursor else None
        entries = tuple(await self._store.newest(user_id, selection, limit=limit + 1, after=after))
        next_cursor = cursor_after(entries[limit - 1]) if len(entries) > limit else ""
        return Page(entries=entries[:limit], next_cursor=next_cursor)

    def _entries(self, drafts: Sequence[Draft]) -> Sequence[Memory]:
        now = self._clock()
        return [
            Memory(
                id=self._new_id(),
                text=draft.text,
                category=draft.category,
                created_at=now,
                confidence=draft.confidence,
                origin=draft.origin,
                subject=draft.subject,
                goal=draft.goal,
            )
            for draft in drafts
        ]


def _require(field: str, value: str) -> None:
    if not value:
        raise InvalidFieldError(f"{field} is required.", field=field)


def _limit(asked: int, *, default: int, most: int, field: str = "limit") -> int:
    if not 0 <= asked <= most:
        raise InvalidFieldError(f"{field} must be 1 to {most}.", field=field)
    return asked or default


def _position(cursor: str) -> Position:
    position = position_of(cursor)
    if position is None:
        raise InvalidFieldError("cursor is not one that a list returned.", field="cursor")
    return position
