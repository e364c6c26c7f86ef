"""Many rows into one table at once."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import islice
from operator import itemgetter
from typing import Any, Final

from sqlalchemy import Connection, DateTime, Dialect, Table, or_
from sqlalchemy.dialects import postgresql, sqlite

_ROWS_A_STATEMENT: Final = 2000


def upsert(connection: Connection, table: Table, columns: tuple[str, ...], rows: Iterable[tuple[Any, ...]]) -> int:
    """Writes rows, and says how many are new or changed; a row whose key is there already is overwritten.

    The driver gets the rows as they are: a file has hundreds of thousands, and each would be translated one by one.

    Args:
        connection: in a transaction.
        table: where to.
        columns: what the rows hold.
        rows: taken in batches.
    """
    text = _statement(table, columns, connection.dialect)
    stored = [column for column in table.columns if column.name in columns]
    in_order = itemgetter(*(columns.index(column.name) for column in stored))
    moments = [at for at, column in enumerate(stored) if isinstance(column.type, DateTime)]
    written = 0
    ahead = iter(rows)
    while batch := list(islice(ahead, _ROWS_A_STATEMENT)):
        given: list[Any]
        if connection.dialect.name == "sqlite":
            given = [tuple(_with_texts(in_order(row), moments)) for row in batch]
        else:
            given = [dict(zip(columns, row, strict=True)) for row in batch]
        written += connection.exec_driver_sql(text, given).rowcount
    return written


@lru_cache(maxsize=64)
def _statement(table: Table, columns: tuple[str, ...], dialect: Dialect) -> str:
    keys = [column.name for column in table.primary_key]
    insert = (postgresql.insert if dialect.name == "postgresql" else sqlite.insert)(table)
    values = {name: insert.excluded[name] for name in columns if name not in keys}
    statement = (
        insert.on_conflict_do_update(
            index_elements=keys,
            set_=values,
            where=or_(*(table.c[name].is_distinct_from(value) for name, value in values.items())),
        )
        if values
        else insert.on_conflict_do_nothing()
    )
    return str(statement.compile(dialect=dialect, column_keys=list(columns)))


def _with_texts(row: tuple[Any, ...], moments: Sequence[int]) -> list[Any]:
    """A row with its times as SQLAlchemy keeps them in SQLite, which has none of its own.

    Args:
        row: in the order of the table.
        moments: where its times stand.
    """
    texts = list(row)
    for at in moments:
        if texts[at] is not None:
            texts[at] = texts[at].isoformat(" ", "microseconds")
    return texts
