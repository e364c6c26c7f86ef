"""The journal in the tables of the store."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import repeat
from typing import Any, Final

import numpy as np
from sqlalchemy import Connection, delete, insert, select

from amy.runtime.sql import Database, lock
from services.health_data.adapters import statements
from services.health_data.adapters.keeping import raise_version
from services.health_data.adapters.tables import entries, logged_tags
from services.health_data.domain.journal import MANUAL, Journal, entry_id, in_kept_units
from services.health_data.domain.records import Entry, from_epoch_day, to_epoch_day
from services.health_data.ports import EntrySelection, KeptEntry, Logged

_NOWHERE: Final = (0, 0)


class SqlJournal:
    """Implements `Notebook`.

    Args:
        database: the store's.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, user_id: str, said: Sequence[Entry]) -> tuple[Sequence[KeptEntry], int]:
        return await self._database.transact(partial(_add, user_id=user_id, said=said))

    async def listed(self, user_id: str, selection: EntrySelection) -> Sequence[KeptEntry]:
        return await self._database.read(partial(_listed, user_id=user_id, selection=selection))

    async def delete(self, user_id: str, entry: str) -> bool:
        return await self._database.transact(partial(_delete, user_id=user_id, entry=entry))

    async def set_logged(self, user_id: str, logged: Logged, *, whether: bool) -> None:
        await self._database.transact(partial(_set_logged, user_id=user_id, logged=logged, whether=whether))

    async def logged(self, user_id: str) -> Sequence[Logged]:
        return await self._database.read(partial(_logged, user_id=user_id))

    async def tags(self, user_id: str) -> Collection[str]:
        return await self._database.read(partial(_tags, user_id=user_id))


def keep_entries(
    connection: Connection,
    user_id: str,
    stated: Sequence[Entry],
    *,
    source: str,
    import_id: str = "",
    places: Iterable[tuple[int, int]] = (),
) -> int:
    """Writes entries, and says how many were not there before; one that is there stays as it is.

    Args:
        connection: in a transaction.
        user_id: whose they are.
        stated: in any order.
        source: who states them.
        import_id: empty of what the person said.
        places: (member, row) of each, in their order; empty where it is not known.
    """
    kept = [in_kept_units(each) for each in stated]
    rows = {
        entry_id(user_id, each, source): {
            "user_id": user_id,
            "epoch_day": to_epoch_day(each.day),
            **{name: getattr(each, name) for name in ("at", "tag", "amount", "unit", "note")},
            "source": source,
            "import_id": import_id,
            "member": member,
            "row": row,
        }
        for each, (member, row) in zip(kept, places or repeat(_NOWHERE), strict=False)
    }
    mine = select(entries.c.entry_id).where(entries.c.user_id == user_id)
    known = set(connection.scalars(mine))
    new = [{"entry_id": key, **row} for key, row in rows.items() if key not in known]
    if new:
        connection.execute(insert(entries), new)
    return len(new)


def drop_entries(connection: Connection, user_id: str, import_id: str) -> int:
    """Takes back what an import notes; how many entries there were."""
    gone = delete(entries).where(entries.c.user_id == user_id, entries.c.import_id == import_id)
    return connection.execute(gone).rowcount


def journal_of(connection: Connection, user_id: str) -> Journal:
    """All that is noted, beside the days on record."""
    user = {"user": user_id}
    by_tag: dict[str, list[Entry]] = defaultdict(list)
    for row in connection.execute(statements.ENTRIES, user).mappings():
        by_tag[row["tag"]].append(_entry(row))
    logged: dict[str, int | None] = dict(iter(connection.execute(statements.LOGGED_TAGS, user)))
    days = np.fromiter((day for (day,) in connection.execute(statements.DAYS_ON_RECORD, user)), np.int32)
    return Journal(entries={tag: tuple(each) for tag, each in by_tag.items()}, logged=logged, days=days)


def _entry(row: Mapping[Any, Any]) -> Entry:
    told = {name: row[name] for name in ("at", "tag", "amount", "unit", "note")}
    return Entry(day=from_epoch_day(row["epoch_day"]), **told)


def _kept(row: Mapping[Any, Any]) -> KeptEntry:
    return KeptEntry(entry_id=row["entry_id"], entry=_entry(row), source=row["source"], import_id=row["import_id"])


def _add(connection: Connection, *, user_id: str, said: Sequence[Entry]) -> tuple[Sequence[KeptEntry], int]:
    lock(connection, f"health_data {user_id}")
    added = keep_entries(connection, user_id, said, source=MANUAL)
    if added:
        raise_version(connection, user_id)
    ids = [entry_id(user_id, in_kept_units(each), MANUAL) for each in said]
    wanted = select(entries).where(entries.c.user_id == user_id, entries.c.entry_id.in_(ids))
    kept = {row["entry_id"]: _kept(row) for row in connection.execute(wanted).mappings()}
    return [kept[each] for each in dict.fromkeys(ids)], added


def _listed(connection: Connection, *, user_id: str, selection: EntrySelection) -> Sequence[KeptEntry]:
    wanted = (
        select(entries)
        .where(entries.c.user_id == user_id)
        .order_by(entries.c.epoch_day.desc(), entries.c.entry_id.desc())
        .limit(selection.limit)
    )
    if selection.tag:
        wanted = wanted.where(entries.c.tag == selection.tag)
    if selection.first is not None:
        wanted = wanted.where(entries.c.epoch_day >= selection.first)
    if selection.last is not None:
        wanted = wanted.where(entries.c.epoch_day <= selection.last)
    if selection.after is not None:
        day, key = selection.after
        older = (entries.c.epoch_day < day) | ((entries.c.epoch_day == day) & (entries.c.entry_id < key))
        wanted = wanted.where(older)
    return [_kept(row) for row in connection.execute(wanted).mappings()]


def _delete(connection: Connection, *, user_id: str, entry: str) -> bool:
    lock(connection, f"health_data {user_id}")
    gone = delete(entries).where(entries.c.user_id == user_id, entries.c.entry_id == entry)
    if not connection.execute(gone).rowcount:
        return False
    raise_version(connection, user_id)
    return True


def _set_logged(connection: Connection, *, user_id: str, logged: Logged, whether: bool) -> None:
    lock(connection, f"health_data {user_id}")
    named = (logged_tags.c.user_id == user_id) & (logged_tags.c.tag == logged.tag)
    connection.execute(delete(logged_tags).where(named))
    if whether:
        row = {"user_id": user_id, "tag": logged.tag, "since_day": logged.since}
        connection.execute(insert(logged_tags), [row])
    raise_version(connection, user_id)


def _logged(connection: Connection, *, user_id: str) -> Sequence[Logged]:
    rows = connection.execute(statements.LOGGED_TAGS, {"user": user_id})
    return [Logged(tag=tag, since=since) for tag, since in rows]


def _tags(connection: Connection, *, user_id: str) -> Collection[str]:
    return connection.scalars(select(entries.c.tag).where(entries.c.user_id == user_id).distinct()).all()
