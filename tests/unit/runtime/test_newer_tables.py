"""Tables of a newer version: an older one goes on where all that is new is additive, and refuses otherwise."""

import shutil
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect, make_url, text

import gateway.adapters
from amy.runtime.schema import migrate
from amy.runtime.storage import CannotOpenError
from services.domain_expert.adapters import documents
from services.health_data import adapters as health_data
from services.memory import adapters as memory
from services.memory.adapters.sql_store import SqlMemoryStore
from services.memory.domain.listing import ALL_ENTRIES
from services.orchestrator import adapters as orchestrator

VERSIONS = "alembic_version_memory"
RELEASED = Path(memory.__path__[0]) / "migrations"
HEAD = "0004"
ADDITIVE = ("0005", "additive = True", 'op.add_column("memory_entries", sa.Column("mood", sa.Text))')
BREAKING = ("0006", "additive = False", 'op.drop_column("memory_entries", "goal")')
SILENT = ("0006", "", 'op.add_column("memory_entries", sa.Column("weather", sa.Text))')


def release(folder: Path, *added: tuple[str, str, str]) -> Path:
    """The migrations of a later release: ours, and further ones."""
    scripts = folder / "later"
    shutil.copytree(RELEASED, scripts)
    follows = HEAD
    for revision, declared, statement in added:
        (scripts / "versions" / f"{revision}_later.py").write_text(
            "import sqlalchemy as sa\nfrom alembic import op\n\n"
            f'revision = "{revision}"\ndown_revision = "{follows}"\n{declared}\n\n\n'
            f"def upgrade() -> None:\n    {statement}\n"
        )
        follows = revision
    return scripts


async def migrated(url: str, scripts: Path = RELEASED) -> bool:
    return await migrate(url, script_location=scripts, version_table=VERSIONS)


async def test_an_older_version_serves_tables_with_additions_that_it_does_not_know(
    database_url: str, tmp_path: Path
) -> None:
    assert not await migrated(database_url)
    assert not await migrated(database_url, release(tmp_path, ADDITIVE))
    assert await migrated(database_url), "newer, and fit"
    store = SqlMemoryStore(database_url)
    await store.open()
    assert await store.newest("anna", ALL_ENTRIES, limit=5) == []
    await store.close()


@pytest.mark.parametrize("last", [BREAKING, SILENT], ids=["breaking", "silent"])
async def test_an_older_version_refuses_tables_whose_changes_are_not_said_to_be_additive(
    database_url: str, tmp_path: Path, last: tuple[str, str, str]
) -> None:
    later = release(tmp_path, ADDITIVE, last)
    await migrated(database_url, later)
    with pytest.raises(CannotOpenError, match=r"was written by a newer version of Amy: run that version"):
        await migrated(database_url)
    assert not await migrated(database_url, later), "the newer version goes on"


async def test_a_newer_version_without_a_record_of_what_it_changed_is_refused(
    database_url: str, tmp_path: Path
) -> None:
    await migrated(database_url, release(tmp_path, ADDITIVE))
    parsed = make_url(database_url)
    driver = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}[parsed.get_backend_name()]
    engine = create_engine(parsed.set(drivername=driver))
    with engine.begin() as connection:
        connection.execute(text(f"DROP TABLE {VERSIONS}_applied"))
    with pytest.raises(CannotOpenError, match="newer version"):
        await migrated(database_url)
    with engine.connect() as connection:
        assert "mood" in {column["name"] for column in inspect(connection).get_columns("memory_entries")}
    engine.dispose()


async def test_a_version_that_never_was_before_the_newer_tables_is_refused(database_url: str, tmp_path: Path) -> None:
    """Both went on from the same version in ways of their own."""
    await migrated(database_url, release(tmp_path / "one", ADDITIVE))
    other = release(tmp_path / "two", ("0004b", "additive = True", "pass"))
    with pytest.raises(CannotOpenError, match="newer version"):
        await migrated(database_url, other)


@pytest.mark.parametrize("package", [documents, health_data, memory, orchestrator, gateway.adapters])
def test_every_migration_says_whether_it_is_additive(package: object) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(package.__path__[0]) / "migrations"))  # type: ignore[attr-defined]
    for script in ScriptDirectory.from_config(config).walk_revisions():
        assert isinstance(script.module.additive, bool), script.path
