"""Deliveries in the store: each is written together with all that it states, or not at all."""

import asyncio
import hashlib
from asyncio import Future, Task
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final, assert_never

from sqlalchemy import ColumnElement, Connection, bindparam, delete, func, insert, select, update

from amy.runtime.sql import Database, lock
from services.health_data.adapters.streams import store
from services.health_data.adapters.tables import data_versions, deleted_accounts, deliveries, provider_accounts
from services.health_data.adapters.upsert import upsert
from services.health_data.domain.deliveries import Delivery, Outcome, Taken
from services.health_data.domain.terra.events import BY_REFERENCE, Account, Closed, Data, Nothing, Opened, event

_PARKED_FOR: Final = timedelta(days=30)
_MOST_PARKED: Final = 500
_MOST_PARKED_CHARACTERS: Final = 64 * 1024 * 1024
_NOBODY: Final = ""
_TOGETHER: Final = 32
_NOT_KNOWN: Final = "It is not known yet whose it is."
_KNOWN: Final = select(deliveries.c.delivery_id).where(deliveries.c.delivery_id == bindparam("id"))
_DELIVERED: Final = insert(deliveries)
_OWNER: Final = select(provider_accounts.c.user_id).where(
    provider_accounts.c.provider == bindparam("provider"), provider_accounts.c.account_id == bindparam("account")
)
_LENGTH: Final = func.length(deliveries.c.payload)


class SqlDeliveries:
    """Implements `Deliveries`. What comes in while others are written is written together.

    Args:
        database: that of the store.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[tuple[Delivery, Future[Taken]]] = []
        self._writing: Task[None] | None = None

    async def take(self, delivery: Delivery) -> Taken:
        taken: Future[Taken] = asyncio.get_running_loop().create_future()
        self._waiting.append((delivery, taken))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        return await taken

    async def _write(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[:_TOGETHER], self._waiting[_TOGETHER:]
            try:
                results = await self._database.transact(partial(_take_all, deliveries=[each for each, _ in batch]))
            except Exception:  # noqa: BLE001, one that cannot be written keeps no other from it
                for delivery, taken in batch:
                    await self._write_alone(delivery, taken)
                continue
            for (_, taken), result in zip(batch, results, strict=True):
                if not taken.done():
                    taken.set_result(result)

    async def _write_alone(self, delivery: Delivery, taken: "Future[Taken]") -> None:
        try:
            (result,) = await self._database.transact(partial(_take_all, deliveries=[delivery]))
        except Exception as error:  # noqa: BLE001, raised where it is waited for
            if not taken.done():
                taken.set_exception(error)
        else:
            if not taken.done():
                taken.set_result(result)


def _take_all(connection: Connection, *, deliveries: Sequence[Delivery]) -> list[Taken]:
    return [_take(connection, delivery=each) for each in deliveries]


def _take(connection: Connection, *, delivery: Delivery) -> Taken:
    """Takes a delivery once.

    Whose it is: the account says so, once it is known. Otherwise the reference in the payload does, which the provider
    was given when the account was connected; that is then known of the account. What belongs to nobody is parked, and
    taken in order as soon as the account is known.
    """
    said = delivery.event
    if isinstance(said, Nothing):
        return Taken(outcome=Outcome.IGNORED, detail=said.why)
    lock(connection, f"deliveries {said.account.account_id}")
    if connection.execute(_KNOWN, {"id": delivery.delivery_id}).first() is not None:
        return Taken(outcome=Outcome.REPEATED)
    match said:
        case Opened():
            return _open(connection, delivery, said)
        case Closed(account=account):
            user_id = _owner(connection, delivery.provider, account.account_id)
            if not user_id:
                return Taken(outcome=Outcome.IGNORED, detail="No such account is connected.")
            connection.execute(delete(provider_accounts).where(*_of(delivery.provider, account.account_id)))
            _note(connection, delivery, account, user_id)
            return Taken(outcome=Outcome.STORED)
        case Data():
            return _take_data(connection, delivery, said)
        case _:
            assert_never(said)


def forget(connection: Connection, user_id: str) -> None:
    """Before a user's rows are deleted: what is parked of theirs goes, and nothing more is taken of their accounts."""
    owned = select(provider_accounts.c.provider, provider_accounts.c.account_id).where(
        provider_accounts.c.user_id == user_id
    )
    used = select(deliveries.c.provider, deliveries.c.account_id).where(deliveries.c.user_id == user_id)
    for provider, account_id in connection.execute(owned.union(used)).all():
        connection.execute(delete(deliveries).where(*_parked(provider, account_id)))
        if not account_id.startswith(BY_REFERENCE) and not _is_deleted(connection, provider, account_id):
            connection.execute(insert(deleted_accounts), {"digest": _digest(provider, account_id)})
    waiting = select(deliveries.c.delivery_id, deliveries.c.payload).where(
        deliveries.c.user_id == _NOBODY, deliveries.c.payload.contains(user_id, autoescape=True)
    )
    naming = [delivery_id for delivery_id, payload in connection.execute(waiting) if _names(payload, user_id)]
    for delivery_id in naming:
        connection.execute(delete(deliveries).where(deliveries.c.delivery_id == delivery_id))


def _names(payload: str, user_id: str) -> bool:
    """Whether what is parked says that it is of a user."""
    said = event(payload.encode())
    return isinstance(said, Data) and said.account.reference == user_id


def _open(connection: Connection, delivery: Delivery, said: Opened) -> Taken:
    provider, account = delivery.provider, said.account
    user_id = account.reference or delivery.user_id
    for known in (account.account_id, said.instead_of):
        user_id = user_id or _owner(connection, provider, known)
    if not user_id:
        return Taken(outcome=Outcome.IGNORED, detail="It names no user of this system.")
    connection.execute(
        delete(deleted_accounts).where(deleted_accounts.c.digest == _digest(provider, account.account_id))
    )
    if said.instead_of:
        connection.execute(delete(provider_accounts).where(*_of(provider, said.instead_of)))
    _know(connection, provider, account.account_id, user_id)
    _note(connection, delivery, account, user_id)
    for waiting in (said.instead_of, account.account_id, f"{BY_REFERENCE}{user_id}"):
        _take_parked(connection, provider, waiting, user_id)
    return Taken(outcome=Outcome.STORED)


def _take_data(connection: Connection, delivery: Delivery, said: Data) -> Taken:
    provider, account = delivery.provider, said.account
    user_id = _owner(connection, provider, account.account_id)
    if not user_id:
        user_id = account.reference or delivery.user_id
        if not user_id or not _may_become_known(connection, provider, account, user_id):
            _note(connection, delivery, account, _NOBODY, payload=delivery.payload.decode(errors="replace"))
            _make_room(connection, provider, account.account_id)
            return Taken(outcome=Outcome.PARKED, detail=_NOT_KNOWN)
        _know(connection, provider, account.account_id, user_id)
        _take_parked(connection, provider, account.account_id, user_id)
    _note(connection, delivery, account, user_id)
    if not store(connection, user_id, said):
        return Taken(outcome=Outcome.IGNORED, detail="Nothing in it is kept.")
    return Taken(outcome=Outcome.STORED)


def _take_parked(connection: Connection, provider: str, account_id: str, user_id: str) -> None:
    parked = _parked(provider, account_id)
    waiting = select(deliveries.c.delivery_id, deliveries.c.payload).where(*parked)
    for delivery_id, payload in connection.execute(
        waiting.order_by(deliveries.c.received_at, deliveries.c.delivery_id)
    ).all():
        said = event(payload.encode())
        if isinstance(said, Data):
            store(connection, user_id, said)
        taken = update(deliveries).where(deliveries.c.delivery_id == delivery_id)
        connection.execute(taken.values(user_id=user_id, payload=""))


def _make_room(connection: Connection, provider: str, account_id: str) -> None:
    """Of what is parked, that which is too old goes, and of one account what is too much, the oldest first."""
    too_old = (deliveries.c.user_id == _NOBODY, deliveries.c.received_at < _now() - _PARKED_FOR)
    connection.execute(delete(deliveries).where(*too_old))
    sizes = select(deliveries.c.delivery_id, _LENGTH).where(*_parked(provider, account_id))
    newest_first = connection.execute(sizes.order_by(deliveries.c.received_at.desc())).all()
    characters = 0
    for count, (delivery_id, length) in enumerate(newest_first, start=1):
        characters += length
        if count > _MOST_PARKED or characters > _MOST_PARKED_CHARACTERS:
            connection.execute(delete(deliveries).where(deliveries.c.delivery_id == delivery_id))


def _owner(connection: Connection, provider: str, account_id: str) -> str:
    """Whose an account is; empty where that is not known."""
    known = connection.execute(_OWNER, {"provider": provider, "account": account_id})
    return known.scalar_one_or_none() or _NOBODY


def _know(connection: Connection, provider: str, account_id: str, user_id: str) -> None:
    row = (provider, account_id, user_id)
    upsert(connection, provider_accounts, ("provider", "account_id", "user_id"), [row])


def _note(connection: Connection, delivery: Delivery, account: Account, user_id: str, *, payload: str = "") -> None:
    connection.execute(
        _DELIVERED,
        {
            "delivery_id": delivery.delivery_id,
            "user_id": user_id,
            "provider": delivery.provider,
            "account_id": account.account_id,
            "received_at": _now(),
            "payload": payload,
        },
    )


def _may_become_known(connection: Connection, provider: str, account: Account, user_id: str) -> bool:
    """Whether data alone makes an account known: not of people who were deleted.

    A laboratory's report has no account by which that could be told: it is taken for those of whom there is something.
    """
    if not account.account_id.startswith(BY_REFERENCE):
        return not _is_deleted(connection, provider, account.account_id)
    on_record = select(data_versions.c.user_id).where(data_versions.c.user_id == user_id)
    connected = select(provider_accounts.c.user_id).where(provider_accounts.c.user_id == user_id)
    return connection.execute(on_record.union(connected)).first() is not None


def _is_deleted(connection: Connection, provider: str, account_id: str) -> bool:
    known = select(deleted_accounts.c.digest).where(deleted_accounts.c.digest == _digest(provider, account_id))
    return connection.execute(known).first() is not None


def _of(provider: str, account_id: str) -> tuple[ColumnElement[bool], ...]:
    return provider_accounts.c.provider == provider, provider_accounts.c.account_id == account_id


def _parked(provider: str, account_id: str) -> tuple[ColumnElement[bool], ...]:
    of_account = (deliveries.c.provider == provider, deliveries.c.account_id == account_id)
    return (*of_account, deliveries.c.user_id == _NOBODY)


def _digest(provider: str, account_id: str) -> str:
    return hashlib.sha256(f"{provider}\x00{account_id}".encode()).hexdigest()


def _now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None)
