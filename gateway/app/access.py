"""Who may, and how often."""

import asyncio
import math
from collections import OrderedDict
from collections.abc import Awaitable
from typing import Final, TypeVar

from amy.runtime.errors import InvalidFieldError, InvalidRequestError
from gateway.domain import keys
from gateway.domain.keys import Admin, Caller, KeyRecord, User
from gateway.domain.rate import Bucket, take
from gateway.errors import (
    ForbiddenError,
    InvalidSignatureError,
    InvalidTokenError,
    MissingAuthorizationError,
    RateLimitError,
)
from gateway.ports import Clock, KeyStore, Rates

_MOST_REMEMBERED: Final = 10_000
_HELD_S: Final = 0.5
_MOST_HELD: Final = 32
_GUESSING: Final = "Too many API keys from this address are not valid."
_FORGING: Final = "Too many signatures from this address do not fit."
_T = TypeVar("_T")


class _Buckets:
    """A token bucket for each of the names seen last; none at all where nothing is limited."""

    def __init__(self, per_minute: int) -> None:
        self._per_minute = per_minute
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def wait_s(self, name: str, *, now_s: float) -> float:
        """How long a name would have to wait now."""
        bucket = self._buckets.get(name)
        return take(bucket, now_s=now_s, per_minute=self._per_minute).wait_s if bucket is not None else 0.0

    def take(self, name: str, *, now_s: float) -> float:
        """Counts one; how long it would have had to wait."""
        if not self._per_minute:
            return 0.0
        bucket = self._buckets.pop(name, None) or Bucket(self._per_minute, now_s)
        taken = take(bucket, now_s=now_s, per_minute=self._per_minute)
        self._buckets[name] = taken.bucket
        if len(self._buckets) > _MOST_REMEMBERED:
            self._buckets.popitem(last=False)
        return taken.wait_s


class RatesHere:
    """`Rates` of this gateway alone.

    Args:
        per_minute: requests of one user in a minute, and at once; 0: no limit.
    """

    def __init__(self, clock: Clock, *, per_minute: int) -> None:
        self._clock = clock
        self._buckets = _Buckets(per_minute)

    async def take(self, user_id: str) -> float:
        return self._buckets.take(user_id, now_s=self._clock.monotonic_s())


class Access:
    """Who is calling, for whom, and whether it is too often.

    Args:
        admin_key: may act for any user; empty: there is no such key.
        rates: how often every user may ask.
        failed_per_minute: wrong keys of one address in a minute before it is slowed down; 0: no limit.
    """

    def __init__(self, store: KeyStore, rates: Rates, clock: Clock, *, admin_key: str, failed_per_minute: int) -> None:
        self._store = store
        self._clock = clock
        self._admin_digest = keys.digest(admin_key) if admin_key else ""
        self._rates = rates
        self._failures = _Buckets(failed_per_minute)
        self._known: OrderedDict[str, None] = OrderedDict()
        self._held = 0

    async def identify(self, authorization: str | None, api_key: str = "", *, address: str) -> Caller:
        """The caller behind an `Authorization` header or, where there is none, behind a bare key.

        Args:
            authorization: the header.
            api_key: a bare key, where there is no header.
            address: where the request comes from. Once it has sent too many wrong keys, each further key that was not
                right lately is looked up after a pause, and a few at a time: guessing gets slow, and the right keys of
                others at the same address still pass.

        Raises:
            MissingAuthorizationError: there is neither.
            InvalidTokenError: the key is malformed, unknown or revoked.
            RateLimitError: it is, and so were too many others from that address.
        """
        if authorization is None and not api_key:
            raise MissingAuthorizationError("Send your API key as 'Authorization: Bearer amy_live_...'.")
        token = api_key if authorization is None else keys.bearer(authorization)
        digest = keys.digest(token) if token else ""
        if digest and self._admin_digest and keys.same_digest(digest, self._admin_digest):
            return Admin()
        record = await self._find(digest, address) if digest else None
        if record is None or not keys.same_digest(record.digest, digest):
            self._too_often(self._failures.take(address, now_s=self._clock.monotonic_s()), _GUESSING)
            raise InvalidTokenError("This API key is not valid.")
        self._remember(digest)
        return User(user_id=record.user_id, key_id=record.id)

    async def unless_forging(self, work: Awaitable[_T], *, address: str) -> _T:
        """What the work returns; a signature of that address which does not fit counts like a wrong key.

        Raises:
            RateLimitError: it does not fit, and neither did too many others from that address.
        """
        try:
            return await work
        except InvalidSignatureError:
            self._too_often(self._failures.take(address, now_s=self._clock.monotonic_s()), _FORGING)
            raise

    async def user(self, caller: Caller, on_behalf_of: str | None) -> str:
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
        self._too_often(await self._rates.take(user_id), "Too many requests; slow down.")
        return user_id

    def admin(self, caller: Caller) -> None:
        """Lets only an admin key pass.

        Raises:
            ForbiddenError: it is a user's key.
        """
        if not isinstance(caller, Admin):
            raise ForbiddenError("Only an admin key may manage keys.")

    async def _find(self, digest: str, address: str) -> KeyRecord | None:
        wait_s = self._failures.wait_s(address, now_s=self._clock.monotonic_s())
        if not wait_s or digest in self._known:
            return await self._store.find(digest)
        if self._held >= _MOST_HELD:
            self._too_often(wait_s, _GUESSING)
        self._held += 1
        try:
            await asyncio.sleep(_HELD_S)
            return await self._store.find(digest)
        finally:
            self._held -= 1

    def _remember(self, digest: str) -> None:
        self._known[digest] = None
        self._known.move_to_end(digest)
        if len(self._known) > _MOST_REMEMBERED:
            self._known.popitem(last=False)

    def _too_often(self, wait_s: float, message: str) -> None:
        if wait_s:
            raise RateLimitError(message, retry_after=str(math.ceil(wait_s)))
