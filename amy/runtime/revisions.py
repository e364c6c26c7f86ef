"""Which migrations a database has been through, and whether this code may use its tables.

A migration says `additive = True` where code of the version before can read and write the tables that it leaves. What
it says is stored with the tables when it is applied, and read by versions that do not have the migration: an older
version learns whether it may go on with newer tables.
"""

import re
from ast import literal_eval
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import Boolean, Column, Connection, MetaData, String, Table, column, inspect, select, table

_SAYS: Final = re.compile(r"^(revision|down_revision) = (.+)$", re.MULTILINE)


@dataclass(frozen=True, kw_only=True)
class Known:
    """The migrations that this code has.

    Attributes:
        revisions: of all of them.
        newest: that no other follows; empty where there are none.
    """

    revisions: frozenset[str]
    newest: str


def known(script_location: Path) -> Known:
    """As the files below `versions` say; they are read and not run, which would need Alembic.

    Raises:
        ValueError: it is not one line of migrations.
    """
    said = [
        dict(_SAYS.findall(file.read_text("utf-8")))
        for file in sorted((script_location / "versions").glob("[0-9]*.py"))
    ]
    follows: dict[str, str | None] = {
        literal_eval(each["revision"]): literal_eval(each["down_revision"]) for each in said
    }
    newest = follows.keys() - set(follows.values())
    if len(follows) != len(said) or len(newest) > 1:
        raise ValueError(f"{script_location}: not one line of migrations")
    return Known(revisions=frozenset(follows), newest=next(iter(newest), ""))


def record_of(version_table: str) -> Table:
    """The table in which applied migrations are noted."""
    return Table(
        f"{version_table}_applied",
        MetaData(),
        Column("revision", String(32), primary_key=True),
        Column("follows", String(32)),
        Column("additive", Boolean, nullable=False),
    )


def current(connection: Connection, version_table: str) -> str | None:
    """The newest migration that the tables have been through; None where there are no tables."""
    if not inspect(connection).has_table(version_table):
        return None
    return connection.execute(select(column("version_num")).select_from(table(version_table))).scalar()


def is_served_by(connection: Connection, code: Known, version_table: str) -> bool:
    """Whether every migration from the newest of this code to what newer tables are at is noted as additive."""
    record = record_of(version_table)
    if not inspect(connection).has_table(record.name):
        return False
    rows = {row.revision: row for row in connection.execute(select(record))}
    at = current(connection, version_table)
    while at not in code.revisions:
        row = rows.pop(at, None)
        if row is None or not row.additive:
            return False
        at = row.follows
    return at == code.newest
