"""Every table of every service, also one that is added later, is emptied of a person who is deleted.

Two persons get a row in each table, with the person's name in whatever column can hold it: nothing of the one is left
after the erasure, and everything of the other.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import pytest
from sqlalchemy import JSON, Column, Connection, DateTime, LargeBinary, MetaData, String, Table, insert

from amy.runtime.sql import Database
from gateway.adapters import tables as gateway_tables
from gateway.adapters.sql_erasures import SqlErasures
from gateway.adapters.sql_rates import bucket
from gateway.adapters.sql_store import opened
from gateway.app.once import ADMIN_SCOPE, user_scope
from services.domain_expert.adapters.documents import tables as document_tables
from services.domain_expert.adapters.documents.sql_store import SqlDocuments
from services.health_data.adapters import tables as health_tables
from services.health_data.adapters.sql_store import SqlStore
from services.memory.adapters import tables as memory_tables
from services.memory.adapters.sql_store import SqlMemoryStore
from services.orchestrator.adapters import tables as orchestrator_tables
from services.orchestrator.adapters.sql_erasure import SqlTurnErasure
from services.orchestrator.adapters.sql_store import SqlTurnStore
from tests.leftovers import rows_of

ROOT: Final = Path(__file__).resolve().parents[2]
# Accounts are known by a digest of what a provider calls them, so that what is delivered later is not taken.
OF_NO_PERSON: Final = {"orchestrator_executors", "deleted_accounts"}
STATED: Final[Mapping[str, Callable[[str], Mapping[str, Any]]]] = {
    "gateway_rates": lambda user: {"name": bucket(user)},
    "gateway_replies": lambda user: {"scope": user_scope(user)},
    "orchestrator_turns": lambda _: {"status": "completed"},
    # Whatever expires is dropped, whose ever it is.
    "uploads": lambda _: {"expires_at": datetime(9999, 1, 1)},  # noqa: DTZ001, as the table has it
}


async def _erase_gateway(url: str, user_id: str) -> None:
    async with opened(url) as database:
        await SqlErasures(database).end(user_id, scope=user_scope(user_id), admin_scope=ADMIN_SCOPE)


async def _erase_documents(url: str, user_id: str) -> None:
    store = SqlDocuments(url)
    await store.open()
    await store.erase(user_id)
    await store.close()


async def _erase_memories(url: str, user_id: str) -> None:
    store = SqlMemoryStore(url)
    await store.open()
    await store.erase(user_id)
    await store.close()


async def _erase_data(url: str, user_id: str) -> None:
    store = SqlStore(url)
    await store.open()
    await store.erase(user_id)
    await store.close()


async def _erase_turns(url: str, user_id: str) -> None:
    store = SqlTurnStore(url)
    await store.migrate()
    erasure = SqlTurnErasure(store.database)
    await erasure.remove(await erasure.ended(user_id, limit=9))
    assert not await erasure.has_turns(user_id)
    await store.close()


@dataclass(frozen=True)
class Keeper:
    """A service that has tables."""

    metadata: MetaData
    erase: Callable[[str, str], Awaitable[None]]


KEEPERS: Final = {
    "gateway": Keeper(gateway_tables.METADATA, _erase_gateway),
    "domain_expert": Keeper(document_tables.METADATA, _erase_documents),
    "health_data": Keeper(health_tables.metadata, _erase_data),
    "memory": Keeper(memory_tables.METADATA, _erase_memories),
    "orchestrator": Keeper(orchestrator_tables.METADATA, _erase_turns),
}


def value(column: Column[Any], user: str) -> Any:
    match column.type:
        case String():
            return user
        case LargeBinary():
            return user.encode()
        case DateTime():
            return datetime(2026, 5, 25)  # noqa: DTZ001, as the tables have it
        case JSON():
            return {user: 1}
    return column.type.python_type(1)


async def fill(url: str, tables: Sequence[Table], user: str) -> None:
    def work(connection: Connection) -> None:
        for table in tables:
            stated = STATED[table.name](user) if table.name in STATED else {}
            row = {column.name: value(column, user) for column in table.columns} | dict(stated)
            connection.execute(insert(table).values(row))

    database = Database(url)
    await database.transact(work)
    await database.close()


def about(user: str, rows: Sequence[str]) -> list[str]:
    """The rows that hold the person's name, or what it is counted under."""
    return [row for row in rows if user in row or bucket(user) in row]


def naming(url: str, user: str) -> set[str]:
    return {table.rpartition(".")[2] for table, rows in rows_of(url).items() if about(user, rows)}


def test_every_service_that_has_tables_is_asked_to_erase() -> None:
    folders = {
        path.relative_to(ROOT).parts for path in ROOT.glob("**/adapters/**/tables.py") if ".venv" not in path.parts
    }
    assert {parts[0] if parts[0] == "gateway" else parts[1] for parts in folders} == set(KEEPERS)


@pytest.mark.parametrize("service", KEEPERS)
async def test_no_row_of_a_deleted_person_is_left_and_every_row_of_another(service: str, database_url: str) -> None:
    keeper = KEEPERS[service]
    await keeper.erase(database_url, "nobody")
    tables = [table for table in keeper.metadata.sorted_tables if table.name not in OF_NO_PERSON]
    for user in ("anna-lindqvist", "ben-okafor"):
        await fill(database_url, tables, user)
    of_ben = {table: about("ben-okafor", rows) for table, rows in rows_of(database_url).items()}
    assert naming(database_url, "anna-lindqvist") == {table.name for table in tables}
    await keeper.erase(database_url, "anna-lindqvist")
    assert naming(database_url, "anna-lindqvist") == set()
    after = {table: about("ben-okafor", rows) for table, rows in rows_of(database_url).items()}
    assert after == of_ben
