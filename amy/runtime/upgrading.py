"""Migrations, run by Alembic and noted with the tables: imported only where there is one to run."""

import threading
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Final

from alembic import command, context
from alembic.config import Config
from alembic.runtime.migration import MigrationContext, MigrationInfo
from alembic.script import Script
from sqlalchemy import Connection, MetaData, delete, insert

from amy.runtime.revisions import record_of

# Alembic keeps the migration in hand in module globals: services that start in one process migrate in turn.
_migrating: Final = threading.Lock()


def upgrade(connection: Connection, script_location: Path, version_table: str) -> None:
    """Runs every migration that the tables have not been through."""
    config = Config()
    config.set_main_option("script_location", str(script_location))
    config.attributes["version_table"] = version_table
    config.attributes["connection"] = connection
    record_of(version_table).create(connection, checkfirst=True)
    with _migrating:
        command.upgrade(config, "head")


def run_migrations(metadata: MetaData | None = None) -> None:
    """The whole body of a service's `env.py`."""
    config = context.config
    version_table: str = config.attributes["version_table"]

    def applied(
        ctx: MigrationContext,
        step: MigrationInfo,
        heads: Collection[Any],  # noqa: ARG001, Alembic's names
        run_args: Mapping[str, Any],  # noqa: ARG001
    ) -> None:
        _note(ctx, step, version_table)

    context.configure(
        connection=config.attributes["connection"],
        version_table=version_table,
        target_metadata=metadata,
        on_version_apply=applied,
    )
    with context.begin_transaction():
        context.run_migrations()


def _note(ctx: MigrationContext, step: MigrationInfo, version_table: str) -> None:
    """Notes a migration that has just been applied, or strikes one out that was taken back."""
    connection, table = ctx.connection, record_of(version_table)
    assert connection is not None
    for migration in step.up_revisions:
        assert isinstance(migration, Script)
        connection.execute(delete(table).where(table.c.revision == migration.revision))
        if step.is_upgrade:
            additive = getattr(migration.module, "additive", False)
            row = {"revision": migration.revision, "follows": migration.down_revision, "additive": additive}
            connection.execute(insert(table), [row])
