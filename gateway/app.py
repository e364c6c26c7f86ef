"""What the gateway does: who may, how often, once, and a stream that outlives a restart behind it."""

import asyncio
import math
from collections import OrderedDict
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Final

from amy.runtime.errors import (
    DeadlineExceededError,
    InternalError,
    InvalidFieldError,
    InvalidRequestError,
    MemoryNotFoundError,
    TurnNotFoundError,
    UpstreamUnavailableError,
)
from amy.runtime.ids import is_id, new_id
from gateway.domain import keys
from gateway.domain.event import Event
from gateway.domain.idempotency import Busy, Done, Fresh, Reply, is_key
from gateway.domain.keys import Admin, Caller, KeyRecord, User
from gateway.domain.model import NewKey, NewTurn, PageQuery, Turn, TurnPage
from gateway.domain.rate import Bucket, take
from gateway.errors import (
    ForbiddenError,
    IdempotencyKeyInUseError,
    IdempotencyKeyMismatchError,
    InvalidTokenError,
    KeyNotFoundError,
    MissingAuthorizationError,
    RateLimitError,
)
from gateway.ports import Clock, HealthData, KeyStore, Memories, Probes, ReplyStore, Stores, Turns, Upstream

_MAX_BUCKETS: Final = 10_000
_FIRST_RETRY_S: Final = 0.1
_LONGEST_RETRY_S: Final = 2.0
_BROKEN: Final = (UpstreamUnavailableError, DeadlineExceededError, InternalError)


class Access:
    """Who is calling, for whom, and whether it is too often.

    Args:
        admin_key: may act for any user; empty: there is no such key.
        per_minute: requests of one user in a minute; 0: no limit.
    """

    def __init__(self, store: KeyStore, clock: Clock, *, admin_key: str, per_minute: int) -> None:
        self._store = store
        self._clock = clock
        self._admin_digest = keys.digest(admin_key) if admin_key else ""
        self._per_minute = per_minute
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    async def identify(self, authorization: str | None, api_key: str = "") -> Caller:
        """The caller behind an `Authorization` header or, where there is none, behind a bare key.

        Raises:
            MissingAuthorizationError: there is neither.
            InvalidTokenError: the key is malformed, unknown or revoked.
        """
        if authorization is None and not api_key:
            raise MissingAuthorizationError("Send your API key as 'Authorization: Bearer amy_live_...'.")
        token = api_key if authorization is None else keys.bearer(authorization)
        digest = keys.digest(token) if token else ""
        if digest and self._admin_digest and keys.same_digest(digest, self._admin_digest):
            return Admin()
        record = await self._store.find(digest) if digest else None
        if record is None or not keys.same_digest(record.digest, digest):
            raise InvalidTokenError("This API key is not valid.")
        return User(user_id=record.user_id)

    def user(self, caller: Caller, on_behalf_of: str | None) -> str:
        """The user whom a request is about; counts the request against that user's limit.

        Args:
            caller: whoever `identify` found.
            on_behalf_of: the `Amy-User` header.

        Raises:
            ForbiddenError: a user's key names another user.
            InvalidRequestError: an admin key names nobody.
            InvalidFieldError: the name is malformed.
            RateLimitError: too many requests.
        """
        if on_behalf_of is not None and not keys.is_user_id(on_behalf_of):
            raise InvalidFieldError("Amy-User: 1 to 128 of A-Z a-z 0-9 . _ @ : -", field="Amy-User")
        match caller:
            case User(user_id=user_id):
                if on_behalf_of not in (None, user_id):
                    raise ForbiddenError("This API key may act for its own user only.")
            case Admin():
                if on_behalf_of is None:
                    raise InvalidRequestError("An admin key acts for a user: name one in the Amy-User header.")
                user_id = on_behalf_of
        self._count(user_id)
        return user_id

    def admin(self, caller: Caller) -> None:
        """Lets only an admin key pass.

        Raises:
            ForbiddenError: it is a user's key.
        """
        if not isinstance(caller, Admin):
            raise ForbiddenError("Only an admin key may manage keys.")

    def _count(self, user_id: str) -> None:
        if not self._per_minute:
            return
        now_s = self._clock.monotonic_s()
        bucket = self._buckets.pop(user_id, None) or Bucket(self._per_minute, now_s)
        taken = take(bucket, now_s=now_s, per_minute=self._per_minute)
        self._buckets[user_id] = taken.bucket
        if len(self._buckets) > _MAX_BUCKETS:
            self._buckets.popitem(last=False)
        if taken.wait_s:
            raise RateLimitError("Too many requests; slow down.", retry_after=str(math.ceil(taken.wait_s)))


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

    async def start(self, user_id: str, new: NewTurn, request_id: str) -> Turn:
        """Starts a turn; with `stream` false, waits for its end.

        Raises:
            InvalidRequestError: there is no message, or the last one is not the user's.
            ConcurrencyLimitError: too many turns in flight.
            DeadlineExceededError, UpstreamUnavailableError: the turn was started, and its end was not seen.
        """
        if not new.messages or new.messages[-1].role != "user":
            raise InvalidRequestError("messages: the last message must be the user's.")
        turn = await self._turns.create(user_id, new, request_id)
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


ADMIN_SCOPE: Final = "admin"


def user_scope(user_id: str) -> str:
    """Whose idempotency keys they are: two users may use the same one."""
    return f"user:{user_id}"


class Once:
    """Does a request that carries an idempotency key once, however often it is sent."""

    def __init__(self, store: ReplyStore) -> None:
        self._store = store

    async def do(
        self,
        act: Callable[[], Awaitable[Reply]],
        *,
        scope: str,
        key: str | None,
        fingerprint: Callable[[], Awaitable[str]],
        lease_s: float,
    ) -> Reply:
        """The reply of `act`, or the one that was kept when the same request was done before.

        Only success is kept: a request that failed may be sent again with the same key.

        Args:
            act: does the request.
            scope: whose keys they are: `user_scope` or `ADMIN_SCOPE`.
            key: the `Idempotency-Key` header; without one the request is simply done.
            fingerprint: of the request with its whole body; asked for after `act`, or instead of it.
            lease_s: after this time a request that never ended no longer stands in the way.

        Raises:
            InvalidFieldError: the key is malformed.
            IdempotencyKeyInUseError: the first request has not ended.
            IdempotencyKeyMismatchError: the key was used for another request.
        """
        if key is None:
            return await act()
        if not is_key(key):
            raise InvalidFieldError("Idempotency-Key: 1 to 255 printable ASCII characters.", field="Idempotency-Key")
        match await self._store.begin(scope, key, lease_s=lease_s):
            case Busy():
                raise IdempotencyKeyInUseError("The first request with this key has not ended.", retry_after="1")
            case Done(fingerprint=first, reply=reply):
                if await fingerprint() != first:
                    raise IdempotencyKeyMismatchError("This Idempotency-Key was used for another request.")
                return reply
            case Fresh(claim=claim):
                try:
                    reply = await act()
                except BaseException:
                    await self._store.release(scope, key, claim=claim)
                    raise
                await self._store.keep(scope, key, claim=claim, fingerprint=await fingerprint(), reply=reply)
                return reply

    async def forget(self, scope: str, location: str) -> None:
        """Drops kept replies that speak of a thing the user has deleted."""
        await self._store.forget(scope, location)


@dataclass(frozen=True, kw_only=True)
class MintedKey:
    """A new key, seen here for the only time."""

    record: KeyRecord
    key: str


class Keys:
    """Made, listed and revoked by an admin."""

    def __init__(self, store: KeyStore, clock: Clock, mint: Callable[[], str]) -> None:
        self._store = store
        self._clock = clock
        self._mint = mint

    async def create(self, new: NewKey) -> MintedKey:
        key = self._mint()
        record = KeyRecord(
            id=new_id("key"),
            user_id=new.user_id,
            name=new.name,
            digest=keys.digest(key),
            created_at=self._clock.now(),
        )
        await self._store.add(record)
        return MintedKey(record=record, key=key)

    async def of_user(self, user_id: str) -> Sequence[KeyRecord]:
        return await self._store.of_user(user_id)

    async def revoke(self, key_id: str) -> None:
        """Makes a key worthless from the next request on.

        Raises:
            KeyNotFoundError: there is no such key.
        """
        if not is_id(key_id, "key") or not await self._store.remove(key_id):
            raise KeyNotFoundError("There is no such key.")

    async def revoke_all(self, user_id: str) -> int:
        """How many keys the user had."""
        return await self._store.remove_all(user_id)


@dataclass(frozen=True, kw_only=True)
class Gateway:
    """Everything a route may use."""

    access: Access
    once: Once
    keys: Keys
    conversations: Conversations
    memories: Memories
    health_data: HealthData
    probes: Probes

    async def delete_memory(self, user_id: str, memory_id: str) -> None:
        """Deletes an entry, and the copy of it that a kept reply may hold.

        Raises:
            MemoryNotFoundError: there is none, or it is another user's.
        """
        if not is_id(memory_id, "mem"):
            raise MemoryNotFoundError("There is no such memory.")
        await self.memories.delete(user_id, memory_id)
        await self.once.forget(user_scope(user_id), f"/v1/memory/{memory_id}")


@dataclass(frozen=True, kw_only=True)
class Limits:
    """See `Access` and `Conversations`."""

    admin_key: str
    rate_per_minute: int
    resume_s: float
    turn_timeout_s: float


def assemble(upstream: Upstream, stores: Stores, clock: Clock, mint: Callable[[], str], limits: Limits) -> Gateway:
    """A gateway over what is behind it and what it remembers."""
    return Gateway(
        access=Access(stores.keys, clock, admin_key=limits.admin_key, per_minute=limits.rate_per_minute),
        once=Once(stores.replies),
        keys=Keys(stores.keys, clock, mint),
        conversations=Conversations(
            upstream.turns, clock, resume_s=limits.resume_s, turn_timeout_s=limits.turn_timeout_s
        ),
        memories=upstream.memories,
        health_data=upstream.health_data,
        probes=upstream.probes,
    )
