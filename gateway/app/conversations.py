"""Turns: started, read, and followed over a restart of what is behind."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Final

from amy.runtime.errors import (
    DeadlineExceededError,
    InternalError,
    InvalidFieldError,
    InvalidRequestError,
    TurnNotFoundError,
    UpstreamUnavailableError,
)
from amy.runtime.ids import is_id
from gateway.domain.event import Event
from gateway.domain.model import NewTurn, PageQuery, Turn, TurnPage
from gateway.errors import IdempotencyKeyMismatchError
from gateway.ports import Clock, Turns

_FIRST_RETRY_S: Final = 0.1
_LONGEST_RETRY_S: Final = 2.0
_BROKEN: Final = (UpstreamUnavailableError, DeadlineExceededError, InternalError)


class Conversations:
    """Turns: started, read, and followed.

    Args:
        resume_s: how long a broken stream is tried again.
        turn_timeout_s: how long a turn is waited for.
    """

    def __init__(self, turns: Turns, clock: Clock, *, resume_s: float, turn_timeout_s: float) -> None:
        self._turns = turns
        self._clock = clock
        self._resume_s = resume_s
        self._turn_timeout_s = turn_timeout_s

    async def start(self, user_id: str, new: NewTurn, *, request_id: str, turn_id: str) -> Turn:
        """Starts a turn, or finds the one that was started with this id before; with `stream` false, waits for its end.

        Raises:
            InvalidRequestError: there is no message, or the last one is not the user's.
            IdempotencyKeyMismatchError: with this id another question was asked.
            ConcurrencyLimitError: too many turns in flight.
            DeadlineExceededError, UpstreamUnavailableError: the turn was started, and its end was not seen.
        """
        if not new.messages or new.messages[-1].role != "user":
            raise InvalidRequestError("messages: the last message must be the user's.")
        try:
            turn = await self._turns.create(user_id, new, request_id=request_id, turn_id=turn_id)
        except InvalidFieldError as error:
            if error.metadata.get("field") != "turn_id":
                raise
            raise IdempotencyKeyMismatchError("This Idempotency-Key was used for another request.") from None
        return turn if new.stream else await self._end_of(user_id, turn)

    async def _end_of(self, user_id: str, turn: Turn) -> Turn:
        where = f"{turn.id} goes on; read it at /v1/turns/{turn.id}."
        try:
            async with asyncio.timeout(self._turn_timeout_s):
                async with aclosing(self._following(user_id, turn.id, after=0, patient=True)) as events:
                    async for _ in events:
                        pass
                return await self._turns.get(user_id, turn.id)
        except (TimeoutError, DeadlineExceededError):
            raise DeadlineExceededError(f"The end took too long: {where}", turn_id=turn.id) from None
        except (UpstreamUnavailableError, InternalError) as error:
            raise UpstreamUnavailableError(f"The end was not seen: {where}", turn_id=turn.id) from error

    async def get(self, user_id: str, turn_id: str) -> Turn:
        """One turn as it is now.

        Raises:
            TurnNotFoundError: there is none, or it is another user's.
        """
        _check_turn_id(turn_id)
        return await self._turns.get(user_id, turn_id)

    async def list(self, user_id: str, page: PageQuery) -> TurnPage:
        return await self._turns.list(user_id, page)

    def follow(self, user_id: str, turn_id: str, *, after: int) -> AsyncGenerator[Event]:
        """The events after an id, up to the terminal one.

        Once an event has come, a stream that breaks is opened again where it stopped, for `resume_s`.

        Raises:
            TurnNotFoundError, TurnEventsExpiredError: before the first event.
            UpstreamUnavailableError, DeadlineExceededError, InternalError: it broke, and for too long.
        """
        _check_turn_id(turn_id)
        return self._following(user_id, turn_id, after=after, patient=False)

    async def _following(self, user_id: str, turn_id: str, *, after: int, patient: bool) -> AsyncGenerator[Event]:
        last, retry_s = after, _FIRST_RETRY_S
        broken_at_s: float | None = None
        while True:
            try:
                async with aclosing(self._turns.events(user_id, turn_id, last)) as events:
                    async for event in events:
                        if event.id <= last:
                            continue
                        last, patient, retry_s, broken_at_s = event.id, True, _FIRST_RETRY_S, None
                        yield event
                        if event.terminal:
                            return
            except _BROKEN:
                now_s = self._clock.monotonic_s()
                broken_at_s = now_s if broken_at_s is None else broken_at_s
                if not patient or now_s + retry_s > broken_at_s + self._resume_s:
                    raise
            else:
                return
            await asyncio.sleep(retry_s)
            retry_s = min(2 * retry_s, _LONGEST_RETRY_S)


def _check_turn_id(turn_id: str) -> None:
    if not is_id(turn_id, "turn"):
        raise TurnNotFoundError("There is no such turn.")
