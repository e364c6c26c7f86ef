"""A request that carries an idempotency key is done once."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

import structlog

from amy.runtime.errors import InvalidFieldError
from amy.runtime.ids import new_id
from gateway.domain.idempotency import Busy, Done, Fresh, Reply, is_key
from gateway.errors import IdempotencyKeyInUseError, IdempotencyKeyMismatchError
from gateway.ports import ReplyStore

ADMIN_SCOPE: Final = "admin"
_RENEWALS: Final = 3
_log = structlog.get_logger("once")


def user_scope(user_id: str) -> str:
    """Whose idempotency keys they are: two users may use the same one."""
    return f"user:{user_id}"


class Once:
    """Does a request that carries an idempotency key once, however often it is sent.

    A claim to a key is a lease of seconds that is renewed for as long as the request lives, so that a gateway that died
    stands in nobody's way; and it holds the id of the turn that the request starts, so that whoever comes next with the
    key finds that turn instead of starting another.

    Args:
        lease_s: how long a claim stands without being renewed.
    """

    def __init__(self, store: ReplyStore, *, lease_s: float) -> None:
        self._store = store
        self._lease_s = lease_s

    async def do(
        self,
        act: Callable[[str], Awaitable[Reply]],
        *,
        scope: str,
        key: str | None,
        fingerprint: Callable[[], Awaitable[str]],
    ) -> Reply:
        """The reply of `act`, or the one that was kept when the same request was done before.

        Only success is kept: a request that failed may be sent again with the same key.

        Args:
            act: does the request, given the id of the turn it may start: the same one whenever the key is the same.
            scope: whose keys they are: `user_scope` or `ADMIN_SCOPE`.
            key: the `Idempotency-Key` header; without one the request is simply done.
            fingerprint: of the request with its whole body; asked for after `act`, or instead of it.

        Raises:
            InvalidFieldError: the key is malformed.
            IdempotencyKeyInUseError: the first request has not ended.
            IdempotencyKeyMismatchError: the key was used for another request.
        """
        turn_id = new_id("turn")
        if key is None:
            return await act(turn_id)
        if not is_key(key):
            raise InvalidFieldError("Idempotency-Key: 1 to 255 printable ASCII characters.", field="Idempotency-Key")
        match await self._store.begin(scope, key, lease_s=self._lease_s, turn_id=turn_id):
            case Busy():
                raise IdempotencyKeyInUseError("The first request with this key has not ended.", retry_after="1")
            case Done(fingerprint=first, reply=reply):
                if await fingerprint() != first:
                    raise IdempotencyKeyMismatchError("This Idempotency-Key was used for another request.")
                return reply
            case Fresh(claim=claim, turn_id=turn_id):
                try:
                    async with self._renewed(scope, key, claim):
                        reply = await act(turn_id)
                except BaseException:
                    await self._store.release(scope, key, claim=claim)
                    raise
                await self._store.keep(scope, key, claim=claim, fingerprint=await fingerprint(), reply=reply)
                return reply

    async def forget(self, scope: str, location: str) -> None:
        """Drops kept replies that speak of a thing the user has deleted."""
        await self._store.forget(scope, location)

    @asynccontextmanager
    async def _renewed(self, scope: str, key: str, claim: str) -> AsyncIterator[None]:
        renewing = asyncio.create_task(self._renew(scope, key, claim))
        try:
            yield
        finally:
            renewing.cancel()
            await asyncio.wait({renewing})

    async def _renew(self, scope: str, key: str, claim: str) -> None:
        while True:
            await asyncio.sleep(self._lease_s / _RENEWALS)
            try:
                await self._store.renew(scope, key, claim=claim, lease_s=self._lease_s)
            except Exception as error:  # noqa: BLE001, the next renewal may come in time
                _log.warning("once.not_renewed", error=type(error).__name__)
