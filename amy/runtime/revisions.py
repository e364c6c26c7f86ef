"""Which migrations a database has been through: an older version learns whether it may go on with newer tables.

A migration says `additive = True` where code of the version before can read and write the tables that it leaves. What
it says is stored with the tables when it is applied, and read by versions that do not have the migration.
"""

from alembic.runtime.migration import MigrationContext, MigrationInfo
from alembic.script import Script, ScriptDirectory
from sqlalchemy import Boolean, Column, Connection, MetaData, String, Table, delete, insert, inspect, select


def _record(version_table: str) -> Table:
    return Table(
        f"{version_table}_applied",
        MetaData(),
        Column("revision", String(32), primary_key=True),
        Column("follows", String(32)),
        Column("additive", Boolean, nullable=False),
    )


def begin_record(connection: Connection, version_table: str) -> None:
    """Makes the table in which applied migrations are noted, if it is not there yet."""
    _record(version_table).create(connection, checkfirst=True)


def note(context: MigrationContext, step: MigrationInfo, version_table: str) -> None:
    """Notes a migration that has just been applied, or strikes one out that was taken back."""
    connection, table = context.connection, _record(version_table)
    assert connection is not None
    for migration in step.up_revisions:
        assert isinstance(migration, Script)
        connection.execute(delete(table).where(table.c.revision == migration.revision))
        if step.is_upgrade:
            additive = getattr(migration.module, "additive", False)
            row = {"revision": migration.revision, "follows": migration.down_revision, "additive": additive}
            connection.execute(insert(table), [row])


def is_newer(connection: Connection, scripts: ScriptDirectory, version_table: str) -> bool:
    """Whether the tables have been through a migration that these scripts do not know."""
    current = _current(connection, version_table)
    return current is not None and current not in _known(scripts)


def is_served_by(connection: Connection, scripts: ScriptDirectory, version_table: str) -> bool:
    """Whether every migration from the newest of these scripts to what newer tables are at is noted as additive."""
    table = _record(version_table)
    if not inspect(connection).has_table(table.name):
        return False
    rows = {row.revision: row for row in connection.execute(select(table))}
    at, known = _current(connection, version_table), _known(scripts)
    while at not in known:
        row = rows.pop(at, None)
        if row is None or not row.additive:
            return False
        at = row.follows
    return at == scripts.get_current_head()


def _current(connection: Connection, version_table: str) -> str | None:
    return MigrationContext.configure(connection, opts={"version_table": version_table}).get_current_revision()


def _known(scripts: ScriptDirectory) -> frozenset[str]:
    return frozenset(script.revision for script in scripts.walk_revisions())
