"""Memory in SQLite or PostgreSQL."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import RowMapping, delete, func, insert, or_, select, tuple_, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from amy.runtime.async_sql import create_engine
from amy.runtime.database import DEFAULT_OPTIONS, DatabaseOptions
from amy.runtime.erasing import erase_rows, scrub
from amy.runtime.schema import migrate
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


async def bring_up_to_date(url: str, options: DatabaseOptions) -> bool:
    """See `migrate`."""
    scripts = Path(__file__).parent / "migrations"
    return await migrate(url, script_location=scripts, version_table="alembic_version_memory", options=options)


class SqlMemoryStore:
    """A `MemoryStore` on `sqlite:///file` or `postgresql://…`."""

    def __init__(self, url: str, options: DatabaseOptions = DEFAULT_OPTIONS) -> None:
        self._url = url
        self._options = options
        self._engine = create_engine(url, options)
        self._reading = self._engine.execution_options(readonly=True)

    async def open(self) -> None:
        """Brings the tables to their newest version."""
        await bring_up_to_date(self._url, self._options)

    async def close(self) -> None:
        await self._engine.dispose()

    async def add(self, user_id: str, entry: Memory) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(insert(ENTRIES), [_row(user_id, entry)])

    async def newest(
        self, user_id: str, selection: Selection, *, limit: int, after: Position | None = None
    ) -> Sequence[Memory]:
        columns = ENTRIES.c
        query = (
            select(ENTRIES)
            .where(columns.user_id == user_id, columns.category.in_(sorted(selection.categories)))
            .order_by(columns.created_at_us.desc(), columns.id.desc())
            .limit(limit)
        )
        if selection.after is not None:
            query = query.where(columns.created_at_us > to_microseconds(selection.after))
        if selection.before is not None:
            query = query.where(columns.created_at_us < to_microseconds(selection.before))
        if after is not None:
            place = (to_microseconds(after.created_at), after.id)
            query = query.where(tuple_(columns.created_at_us, columns.id) < place)
        async with self._reading.connect() as connection:
            return [_entry(row) for row in (await connection.execute(query)).mappings()]

    async def newest_of_each(self, user_id: str, *, limit: int) -> Sequence[Memory]:
        columns = ENTRIES.c
        order = (columns.created_at_us.desc(), columns.id.desc())
        mine = select(ENTRIES).where(columns.user_id == user_id)
        each = (mine.where(columns.category == category.value).order_by(*order).limit(limit) for category in Category)
        query = union_all(*(newest.subquery().select() for newest in each))
        async with self._reading.connect() as connection:
            entries = [_entry(row) for row in (await connection.execute(query)).mappings()]
        return sorted(entries, key=lambda entry: (entry.created_at, entry.id), reverse=True)

    async def delete(self, user_id: str, memory_id: str) -> bool:
        statement = delete(ENTRIES).where(ENTRIES.c.user_id == user_id, ENTRIES.c.id == memory_id)
        async with self._engine.begin() as connection:
            return (await connection.execute(statement)).rowcount > 0

    async def delete_many(self, user_id: str, memory_ids: Sequence[str] | None) -> int:
        statement = delete(ENTRIES).where(ENTRIES.c.user_id == user_id)
        if memory_ids is not None:
            statement = statement.where(ENTRIES.c.id.in_(memory_ids))
        async with self._engine.begin() as connection:
            await _lock_user(connection, user_id)
            return (await connection.execute(statement)).rowcount

    async def erase(self, user_id: str) -> int:
        async with self._engine.begin() as connection:
            await _lock_user(connection, user_id)
            erased = await erase_rows(connection, METADATA, user_id)
        await scrub(self._url)
        return erased[ENTRIES.name]

    async def record_turn(
        self, user_id: str, turn_id: str, entries: Sequence[Memory], *, outdated_subjects: Sequence[str] = ()
    ) -> Mapping[Category, int]:
        async with self._engine.begin() as connection:
            await _lock_user(connection, user_id)
            recorded = await connection.scalar(
                select(RECORDED_TURNS.c.added).where(
                    RECORDED_TURNS.c.user_id == user_id, RECORDED_TURNS.c.turn_id == turn_id
                )
            )
            if recorded is not None:
                return {Category(name): count for name, count in recorded.items()}
            known = await _known(connection, user_id, entries, outdated_subjects)
            merged = merge(entries, known=known, outdated_subjects=outdated_subjects)
            await connection.execute(
                delete(ENTRIES).where(ENTRIES.c.user_id == user_id, ENTRIES.c.id.in_(merged.superseded_ids))
            )
            if merged.add:
                await connection.execute(insert(ENTRIES), [_row(user_id, entry) for entry in merged.add])
            added = [entry.category for entry in merged.add]
            counts = {category: added.count(category) for category in Category if category in added}
            await connection.execute(
                insert(RECORDED_TURNS), [{"user_id": user_id, "turn_id": turn_id, "added": counts}]
            )
            return counts


async def _lock_user(connection: AsyncConnection, user_id: str) -> None:
    """Makes the turns of one user record one after the other; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        await connection.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(f"memory:{user_id}", 0))))


async def _known(
    connection: AsyncConnection, user_id: str, entries: Sequence[Memory], outdated_subjects: Sequence[str]
) -> Sequence[Stored]:
    columns = ENTRIES.c
    identities = {identity(entry) for entry in entries}
    subjects = {*outdated_subjects, *(entry.subject for entry in entries)} - {""}
    same = or_(columns.identity.in_(sorted(identities)), columns.subject.in_(sorted(subjects)))
    query = select(columns.id, columns.identity, columns.subject).where(columns.user_id == user_id, same)
    return [
        Stored(id=row.id, identity=row.identity, subject=row.subject or "") for row in await connection.execute(query)
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


def _entry(row: RowMapping) -> Memory:
    return Memory(
        id=row["id"],
        text=row["text"],
        category=Category(row["category"]),
        created_at=from_microseconds(row["created_at_us"]),
        confidence=row["confidence"],
        origin=_origin(row),
        subject=row["subject"] or "",
        goal=row["goal"],
    )


def _origin(row: RowMapping) -> Origin:
    if row["source_turn_id"] is None:
        return Written()
    if row["kind"] is not None:
        return Extracted(turn_id=row["source_turn_id"], kind=Kind(row["kind"]))
    meta = FindingMeta(
        finding_id=row["finding_id"],
        feature=row["feature"],
        target=row["target"],
        verdict=Verdict(row["verdict"]),
        effect=row["effect"],
        kind=FindingKind(row["finding_kind"]) if row["finding_kind"] else None,
        lag_days=row["lag_days"] or 0,
        p_value=row["p_value"],
        place=row["place"] or 0,
        level=row["level"],
    )
    return Tested(turn_id=row["source_turn_id"], meta=meta)
