"""Memory in SQLite or PostgreSQL."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Connection,
    Integer,
    Row,
    Select,
    bindparam,
    delete,
    insert,
    or_,
    select,
    tuple_,
    union_all,
)
from sqlalchemy.dialects import postgresql

from amy.runtime.database import DEFAULT_OPTIONS, DatabaseOptions
from amy.runtime.erasing import erase_user, scrub
from amy.runtime.schema import migrate
from amy.runtime.sql import Database, lock
from services.memory.adapters.tables import ENTRIES, METADATA, RECORDED_TURNS
from services.memory.domain.listing import Position, Selection, from_microseconds, to_microseconds
from services.memory.domain.memory import (
    Category,
    Extracted,
    FindingKind,
    FindingMeta,
    Kind,
    Memory,
    Origin,
    Tested,
    Verdict,
    Written,
)
from services.memory.domain.turn import Stored, identity, merge

_MINE: Final = ENTRIES.c.user_id == bindparam("user")
_MOST: Final = bindparam("most", type_=Integer)
_NEWEST_FIRST: Final = (ENTRIES.c.created_at_us.desc(), ENTRIES.c.id.desc())
_AFTER_US: Final = bindparam("after_us", type_=BigInteger)
_BEFORE_US: Final = bindparam("before_us", type_=BigInteger)
_PLACE: Final = tuple_(bindparam("place_us", type_=BigInteger), bindparam("place_id", type_=ENTRIES.c.id.type))

_ADD: Final = insert(ENTRIES)
# Several rows are one statement where something is returned.
_ADD_ALL: Final = _ADD.returning(ENTRIES.c.id)
_DELETE_ALL: Final = delete(ENTRIES).where(_MINE)
_DELETE: Final = _DELETE_ALL.where(ENTRIES.c.id.in_(bindparam("ids", expanding=True)))
_SAME: Final = select(ENTRIES.c.id, ENTRIES.c.identity, ENTRIES.c.subject).where(
    _MINE,
    or_(
        ENTRIES.c.identity.in_(bindparam("identities", expanding=True)),
        ENTRIES.c.subject.in_(bindparam("subjects", expanding=True)),
    ),
)
_NEWEST_OF_EACH: Final = union_all(
    *(
        select(ENTRIES)
        .where(_MINE, ENTRIES.c.category == category.value)
        .order_by(*_NEWEST_FIRST)
        .limit(_MOST)
        .subquery()
        .select()
        for category in Category
    )
)
# SQLite has this clause too.
_RECORD: Final = postgresql.insert(RECORDED_TURNS).on_conflict_do_nothing().execution_options(preserve_rowcount=True)
_RECORDED: Final = select(RECORDED_TURNS.c.added).where(
    RECORDED_TURNS.c.user_id == bindparam("user_id"), RECORDED_TURNS.c.turn_id == bindparam("turn_id")
)


async def bring_up_to_date(url: str, options: DatabaseOptions) -> bool:
    """See `migrate`."""
    scripts = Path(__file__).parent / "migrations"
    return await migrate(url, script_location=scripts, version_table="alembic_version_memory", options=options)


class SqlMemoryStore:
    """A `MemoryStore` on `sqlite:///file` or `postgresql://…`."""

    def __init__(self, url: str, options: DatabaseOptions = DEFAULT_OPTIONS) -> None:
        self._url = url
        self._options = options
        self._database = Database(url, options)

    async def open(self) -> None:
        """Brings the tables to their newest version."""
        await bring_up_to_date(self._url, self._options)

    async def close(self) -> None:
        await self._database.close()

    async def add(self, user_id: str, entry: Memory) -> None:
        row = _row(user_id, entry)
        await self._database.write(lambda connection: connection.execute(_ADD, row))

    async def newest(
        self, user_id: str, selection: Selection, *, limit: int, after: Position | None = None
    ) -> Sequence[Memory]:
        bounds: dict[str, int | str] = {}
        if selection.after is not None:
            bounds["after_us"] = to_microseconds(selection.after)
        if selection.before is not None:
            bounds["before_us"] = to_microseconds(selection.before)
        if after is not None:
            bounds |= {"place_us": to_microseconds(after.created_at), "place_id": after.id}
        query = _newest(selection.categories, frozenset(bounds))
        given = {"user": user_id, "most": limit, **bounds}
        return await self._database.read(lambda connection: [_entry(row) for row in connection.execute(query, given)])

    async def newest_of_each(self, user_id: str, *, limit: int) -> Sequence[Memory]:
        given = {"user": user_id, "most": limit}
        entries = await self._database.read(
            lambda connection: [_entry(row) for row in connection.execute(_NEWEST_OF_EACH, given)]
        )
        return sorted(entries, key=lambda entry: (entry.created_at, entry.id), reverse=True)

    async def delete(self, user_id: str, memory_id: str) -> bool:
        given = {"user": user_id, "ids": [memory_id]}
        return await self._database.write(lambda connection: connection.execute(_DELETE, given).rowcount > 0)

    async def delete_many(self, user_id: str, memory_ids: Sequence[str] | None) -> int:
        def work(connection: Connection) -> int:
            _lock_user(connection, user_id)
            if memory_ids is None:
                return connection.execute(_DELETE_ALL, {"user": user_id}).rowcount
            return connection.execute(_DELETE, {"user": user_id, "ids": memory_ids}).rowcount

        return await self._database.transact(work)

    async def erase(self, user_id: str) -> int:
        def work(connection: Connection) -> int:
            _lock_user(connection, user_id)
            return erase_user(connection, METADATA, user_id)[ENTRIES.name]

        erased = await self._database.transact(work)
        await scrub(self._url)
        return erased

    async def record_turn(
        self, user_id: str, turn_id: str, entries: Sequence[Memory], *, outdated_subjects: Sequence[str] = ()
    ) -> Mapping[Category, int]:
        if not entries and not outdated_subjects:
            return await self._database.write(partial(_note_turn, user_id, turn_id, {})) or {}

        def work(connection: Connection) -> Mapping[Category, int]:
            _lock_user(connection, user_id)
            known = _known(connection, user_id, entries, outdated_subjects)
            merged = merge(entries, known=known, outdated_subjects=outdated_subjects)
            added = [entry.category for entry in merged.add]
            counts = {category: added.count(category) for category in Category if category in added}
            if (recorded := _note_turn(user_id, turn_id, counts, connection)) is not None:
                return recorded
            if merged.superseded_ids:
                connection.execute(_DELETE, {"user": user_id, "ids": merged.superseded_ids})
            if merged.add:
                connection.execute(_ADD_ALL, [_row(user_id, entry) for entry in merged.add]).all()
            return counts

        return await self._database.transact(work)


@cache
def _newest(categories: AbstractSet[Category], bounds: AbstractSet[str]) -> Select[Any]:
    """The newest entries of these categories, within these of the bounds."""
    columns = ENTRIES.c
    query = select(ENTRIES).where(_MINE, columns.category.in_(sorted(categories)))
    if "after_us" in bounds:
        query = query.where(columns.created_at_us > _AFTER_US)
    if "before_us" in bounds:
        query = query.where(columns.created_at_us < _BEFORE_US)
    if "place_us" in bounds:
        query = query.where(tuple_(columns.created_at_us, columns.id) < _PLACE)
    return query.order_by(*_NEWEST_FIRST).limit(_MOST)


def _lock_user(connection: Connection, user_id: str) -> None:
    """Makes the turns of one user record one after the other."""
    lock(connection, f"memory:{user_id}")


def _note_turn(
    user_id: str, turn_id: str, counts: Mapping[Category, int], connection: Connection
) -> Mapping[Category, int] | None:
    """Notes that a turn adds so many entries; if it is noted already, changes nothing and tells how many it added."""
    turn = {"user_id": user_id, "turn_id": turn_id}
    if connection.execute(_RECORD, {**turn, "added": counts}).rowcount:
        return None
    recorded = connection.scalar(_RECORDED, turn) or {}
    return {Category(name): count for name, count in recorded.items()}


def _known(
    connection: Connection, user_id: str, entries: Sequence[Memory], outdated_subjects: Sequence[str]
) -> Sequence[Stored]:
    given = {
        "user": user_id,
        "identities": sorted({identity(entry) for entry in entries}),
        "subjects": sorted({*outdated_subjects, *(entry.subject for entry in entries)} - {""}),
    }
    return [
        Stored(id=row.id, identity=row.identity, subject=row.subject or "") for row in connection.execute(_SAME, given)
    ]


def _row(user_id: str, entry: Memory) -> dict[str, Any]:
    row: dict[str, Any] = {
        "id": entry.id,
        "user_id": user_id,
        "text": entry.text,
        "category": entry.category.value,
        "created_at_us": to_microseconds(entry.created_at),
        "confidence": entry.confidence,
        "identity": identity(entry),
        "source_turn_id": None,
        "kind": None,
        "finding_id": None,
        "feature": None,
        "target": None,
        "verdict": None,
        "effect": None,
        "finding_kind": None,
        "lag_days": None,
        "p_value": None,
        "subject": entry.subject or None,
        "goal": entry.goal,
        "place": None,
        "level": None,
    }
    match entry.origin:
        case Written():
            return row
        case Extracted(turn_id=turn_id, kind=kind):
            return row | {"source_turn_id": turn_id, "kind": kind.value}
        case Tested(turn_id=turn_id, meta=meta):
            return row | {
                "source_turn_id": turn_id,
                "finding_id": meta.finding_id,
                "feature": meta.feature,
                "target": meta.target,
                "verdict": meta.verdict.value,
                "effect": meta.effect,
                "finding_kind": meta.kind.value if meta.kind else None,
                "lag_days": meta.lag_days,
                "p_value": meta.p_value,
                "place": meta.place,
                "level": meta.level,
            }


def _entry(row: Row[Any]) -> Memory:
    return Memory(
        id=row.id,
        text=row.text,
        category=Category(row.category),
        created_at=from_microseconds(row.created_at_us),
        confidence=row.confidence,
        origin=_origin(row),
        subject=row.subject or "",
        goal=row.goal,
    )


def _origin(row: Row[Any]) -> Origin:
    if row.source_turn_id is None:
        return Written()
    if row.kind is not None:
        return Extracted(turn_id=row.source_turn_id, kind=Kind(row.kind))
    meta = FindingMeta(
        finding_id=row.finding_id,
        feature=row.feature,
        target=row.target,
        verdict=Verdict(row.verdict),
        effect=row.effect,
        kind=FindingKind(row.finding_kind) if row.finding_kind else None,
        lag_days=row.lag_days or 0,
        p_value=row.p_value,
        place=row.place or 0,
        level=row.level,
    )
    return Tested(turn_id=row.source_turn_id, meta=meta)
