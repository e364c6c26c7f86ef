"""Which migrations there are is read without Alembic, and is what Alembic finds."""

import subprocess
import sys
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory

from amy.runtime.revisions import known

ROOT = Path(__file__).parents[3]
MIGRATIONS = sorted(
    file.parent for part in ("services", "gateway") for file in (ROOT / part).rglob("migrations/env.py")
)
_MIGRATED = """
import asyncio, sys
from pathlib import Path
from amy.runtime.schema import migrate
asyncio.run(migrate(sys.argv[1], script_location=Path(sys.argv[2]), version_table="tables_version"))
print("alembic" in sys.modules)
"""


def test_every_service_that_keeps_tables_has_migrations() -> None:
    assert len(MIGRATIONS) == 5


@pytest.mark.parametrize("migrations", MIGRATIONS, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_migrations_are_those_that_alembic_runs(migrations: Path) -> None:
    scripts = ScriptDirectory(str(migrations))
    found = known(migrations)
    assert found.revisions == {script.revision for script in scripts.walk_revisions()}
    assert found.newest == scripts.get_current_head()


@pytest.mark.parametrize(
    "files",
    [
        {
            "0001_a.py": 'revision = "0001"\ndown_revision = None\n',
            "0002_b.py": 'revision = "0002"\ndown_revision = None\n',
        },
        {
            "0001_a.py": 'revision = "0001"\ndown_revision = None\n',
            "0001_b.py": 'revision = "0001"\ndown_revision = None\n',
        },
    ],
    ids=["two that nothing follows", "two of one name"],
)
def test_migrations_that_are_not_one_line_are_refused(tmp_path: Path, files: dict[str, str]) -> None:
    (tmp_path / "versions").mkdir()
    for name, text in files.items():
        (tmp_path / "versions" / name).write_text(text)
    with pytest.raises(ValueError, match="not one line"):
        known(tmp_path)


def test_alembic_is_loaded_only_where_there_is_something_to_migrate(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'some.db'}"
    command = [sys.executable, "-c", _MIGRATED, url, str(MIGRATIONS[0])]
    loaded = [subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout for _ in range(2)]
    assert [each.strip() for each in loaded] == ["True", "False"]
