"""Looks for what is left of a person: in every row of every table of a database, and in the bytes of files."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final

from sqlalchemy import create_engine, inspect, make_url, text

_SYSTEM_SCHEMAS: Final = frozenset({"information_schema", "pg_catalog"})


def rows_of(url: str) -> Mapping[str, list[str]]:
    """Every row of a database as text, by table; of PostgreSQL with the schema, of all of them but the server's own."""
    parsed = make_url(url)
    driver = "postgresql+psycopg" if parsed.get_backend_name() == "postgresql" else "sqlite"
    engine = create_engine(parsed.set(drivername=driver))
    rows: dict[str, list[str]] = {}
    with engine.connect() as connection:
        inspector = inspect(connection)
        for schema in inspector.get_schema_names():
            if schema in _SYSTEM_SCHEMAS:
                continue
            for table in inspector.get_table_names(schema):
                found = connection.execute(text(f'SELECT * FROM "{schema}"."{table}"'))
                rows[f"{schema}.{table}"] = sorted(_told(tuple(row)) for row in found)
    engine.dispose()
    return rows


def _told(row: tuple[object, ...]) -> str:
    values = (bytes(value) if isinstance(value, memoryview) else value for value in row)
    return " | ".join(
        value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else str(value) for value in values
    )


def tables_with(url: str, *marks: str) -> set[str]:
    """The tables in a row of which one of the marks stands."""
    return {table for table, rows in rows_of(url).items() if any(mark in row for row in rows for mark in marks)}


def marks_in_files(folder: Path, marks: Collection[str]) -> dict[str, frozenset[str]]:
    """Which marks stand in the bytes of which files, by mark; a mark that stands nowhere has no files."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    contents = {str(path.relative_to(folder)): path.read_bytes() for path in files}
    return {mark: frozenset(name for name, content in contents.items() if mark.encode() in content) for mark in marks}
