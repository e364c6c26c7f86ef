"""API keys: made, listed and revoked; and the streams that end with them."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import structlog

from amy.runtime.ids import is_id, new_id
from gateway.domain import keys
from gateway.domain.keys import KeyRecord
from gateway.domain.model import NewKey
from gateway.errors import KeyNotFoundError
from gateway.ports import Clock, KeyedStreams, KeyStore

_LOOK_S: Final = 1.0
_log = structlog.get_logger("keys")


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


class Revocations:
    """Ends the open streams of keys that are gone, whichever gateway they were revoked at."""

    def __init__(self, store: KeyStore) -> None:
        self._store = store

    async def watch(self, streams: KeyedStreams) -> None:
        """Looks every second, while streams are open, until it is cancelled."""
        while True:
            await asyncio.sleep(_LOOK_S)
            opened = streams.key_ids()
            if not opened:
                continue
            try:
                gone = opened - await self._store.surviving(opened)
            except Exception as error:  # noqa: BLE001, a store that cannot be asked says nothing about any key
                _log.warning("keys.not_looked_at", error=type(error).__name__)
                continue
            if gone:
                streams.end_of(gone)
