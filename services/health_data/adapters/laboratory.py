"""Laboratory results by SQL: as they are stated, and what of them counts."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, delete, func, select, update

from amy.runtime.ids import new_id
from amy.runtime.sql import Database, lock
from services.health_data.adapters.keeping import raise_version
from services.health_data.adapters.tables import biomarkers, lab_results
from services.health_data.adapters.upsert import upsert
from services.health_data.domain.laboratory.series import Statement, counting
from services.health_data.domain.records import Biomarker, LabResult
from services.health_data.ports import LabQuery, StoredLabResult

MANUAL: Final = "manual"
"""The source of what the person states; it belongs to no import."""
_RESULT: Final = tuple(field.name for field in fields(LabResult))
_BIOMARKER: Final = tuple(field.name for field in fields(Biomarker))
_KEPT: Final = ("result_id", "user_id", "import_id", "source", "member", "row", *_RESULT)
_SAME: Final = ("name", "collected_at", "text", "unit")
"""Statements that agree in these are of one result, whichever import they are from."""


def keep_lab_results(
    connection: Connection,
    user_id: str,
    import_id: str,
    source: str,
    results: Sequence[LabResult],
    places: Sequence[tuple[int, int]],
) -> None:
    """Writes the laboratory results that a source states in one import.

    A result that the person has confirmed before, or need not confirm, needs no second confirmation.

    Args:
        connection: in a transaction.
        user_id: whose they are.
        import_id: rises with time; empty of what the person states.
        source: "fhir", "lab_pdf" ...
        results: as read.
        places: (member, row) of each; empty where it is not known.
    """
    confirmed = _confirmed(connection, user_id) if any(not each.confirmed for each in results) else set()
    first = new_id("lab")
    rows = (
        (
            f"{first}_{at}",
            user_id,
            import_id,
            source,
            *place,
            *_values(each, is_known=bool(confirmed) and _key(each) in confirmed),
        )
        for at, (each, place) in enumerate(zip(results, places or [(0, 0)] * len(results), strict=True))
    )
    upsert(connection, lab_results, _KEPT, rows)


def settle_biomarkers(connection: Connection, user_id: str) -> int:
    """Brings the biomarkers that count in line with the results that are stated; says how many are new or changed."""
    mine = biomarkers.c.user_id == user_id
    stored = connection.execute(select(biomarkers.c.name, biomarkers.c.collected_at).where(mine))
    before = {(name, collected_at) for name, collected_at in stored}
    counts = {(each.name, _naive(each.collected_at)): each for each in counting(_statements(connection, user_id))}
    gone = before - counts.keys()
    for name, collected_at in sorted(gone):
        here = (biomarkers.c.name == name) & (biomarkers.c.collected_at == collected_at)
        connection.execute(delete(biomarkers).where(mine, here))
    rows = (
        (user_id, *(at if name == "collected_at" else getattr(each, name) for name in _BIOMARKER))
        for (_, at), each in counts.items()
    )
    return len(gone) + upsert(connection, biomarkers, ("user_id", *_BIOMARKER), rows)


class SqlLaboratory:
    """Implements `Laboratory`.

    Args:
        database: the one of the person's records, which its owner closes.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(self, user_id: str, query: LabQuery) -> Sequence[StoredLabResult]:
        return await self._database.read(partial(_page, user_id=user_id, query=query))

    async def add(self, user_id: str, result: LabResult) -> StoredLabResult:
        return await self._database.transact(partial(_add, user_id=user_id, result=result))

    async def confirm(self, user_id: str, result_id: str) -> StoredLabResult | None:
        return await self._database.transact(partial(_confirm, user_id=user_id, result_id=result_id))

    async def delete(self, user_id: str, result_id: str) -> bool:
        return await self._database.transact(partial(_delete, user_id=user_id, result_id=result_id))


def _statements(connection: Connection, user_id: str) -> list[Statement]:
    table = lab_results.c
    may_count = (table.user_id == user_id, table.confirmed, table.value.is_not(None), table.comparator == "")
    wanted = select(table.import_id, *(table[name] for name in _RESULT)).where(*may_count)
    # Of one import's statements of the same, the last counts.
    rows = connection.execute(wanted.order_by(table.import_id, table.member, table.row))
    return [Statement(import_id, _result(dict(zip(_RESULT, values, strict=True)))) for import_id, *values in rows]


def _confirmed(connection: Connection, user_id: str) -> set[tuple[Any, ...]]:
    same = [lab_results.c[name] for name in _SAME]
    wanted = select(*same).where(lab_results.c.user_id == user_id, lab_results.c.confirmed)
    return {tuple(row) for row in connection.execute(wanted)}


def _key(result: LabResult) -> tuple[Any, ...]:
    return result.name, _naive(result.collected_at), result.text, result.unit


def _values(result: LabResult, *, is_known: bool) -> list[Any]:
    told: dict[str, Any] = {"collected_at": _naive(result.collected_at), "confirmed": result.confirmed or is_known}
    return [told.get(name, getattr(result, name)) for name in _RESULT]


def _page(connection: Connection, *, user_id: str, query: LabQuery) -> list[StoredLabResult]:
    """Of each result, its newest statement."""
    table = lab_results.c
    conditions: list[ColumnElement[bool]] = [table.user_id == user_id]
    newest = select(func.max(table.result_id)).where(*conditions).group_by(*(table[name] for name in _SAME))
    conditions.append(table.result_id.in_(newest))
    if query.unconfirmed_only:
        conditions.append(~table.confirmed)
    ordered = select(lab_results).where(*conditions).order_by(table.collected_at.desc(), table.result_id.desc())
    # Databases fold the case of ASCII letters alone.
    found = (_stored(dict(row)) for row in connection.execute(ordered).mappings())
    named = (each for each in found if not query.name or each.result.name.casefold() == query.name.casefold())
    return list(islice(named, query.offset, query.offset + query.limit))


def _add(connection: Connection, *, user_id: str, result: LabResult) -> StoredLabResult:
    lock(connection, f"health_data {user_id}")
    result_id = new_id("lab")
    row = (result_id, user_id, "", MANUAL, 0, 0, *_values(result, is_known=False))
    upsert(connection, lab_results, _KEPT, [row])
    _settled(connection, user_id)
    return StoredLabResult(result_id=result_id, import_id="", source=MANUAL, result=result)


def _confirm(connection: Connection, *, user_id: str, result_id: str) -> StoredLabResult | None:
    lock(connection, f"health_data {user_id}")
    row = _row(connection, user_id, result_id)
    if row is None:
        return None
    connection.execute(update(lab_results).where(*_same(row)).values(confirmed=True))
    _settled(connection, user_id)
    return _stored({**row, "confirmed": True})


def _delete(connection: Connection, *, user_id: str, result_id: str) -> bool:
    lock(connection, f"health_data {user_id}")
    row = _row(connection, user_id, result_id)
    if row is None:
        return False
    connection.execute(delete(lab_results).where(*_same(row)))
    _settled(connection, user_id)
    return True


def _settled(connection: Connection, user_id: str) -> None:
    settle_biomarkers(connection, user_id)
    raise_version(connection, user_id)


def _row(connection: Connection, user_id: str, result_id: str) -> Mapping[str, Any] | None:
    wanted = select(lab_results).where(lab_results.c.user_id == user_id, lab_results.c.result_id == result_id)
    row = connection.execute(wanted).mappings().first()
    return None if row is None else dict(row)


def _same(row: Mapping[str, Any]) -> list[ColumnElement[bool]]:
    """All statements of the result that a row states."""
    return [lab_results.c[name] == row[name] for name in ("user_id", *_SAME)]


def _stored(row: Mapping[str, Any]) -> StoredLabResult:
    return StoredLabResult(
        result_id=row["result_id"],
        import_id=row["import_id"],
        source=row["source"],
        result=_result({name: row[name] for name in _RESULT}),
    )


def _result(told: dict[str, Any]) -> LabResult:
    told["collected_at"] = told["collected_at"].replace(tzinfo=UTC)
    return LabResult(**told)


def _naive(moment: datetime) -> datetime:
    return moment.astimezone(UTC).replace(tzinfo=None)
