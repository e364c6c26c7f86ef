"""The commands of docs/operating.md bring turns, memory, data, documents and keys into an empty system."""

import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, make_url, text

from amy.client import Amy
from evals.system import System, running

ROOT = Path(__file__).resolve().parents[2]
SECTION = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8").partition("## Backup and restore")[2]
WHILE_RUNNING, AFTER_STOP, RESTORE, DUMP, RESTORE_DUMP = re.findall(r"```bash\n(.+?)```", SECTION, re.DOTALL)[:5]
USER = "lindqvist"
ASKED = [{"role": "user", "content": "Is my resting heart rate related to how long I sleep?"}]
LETTER = "Your ferritin was 18 ug/L. Please come back for a repeat ferritin test in the second week of June."


@dataclass(frozen=True, kw_only=True)
class Kept:
    """What a person had in a system, and the key and the turn by which it is asked for again."""

    key: str
    turn_id: str
    state: Mapping[str, Any]


def run(commands: str, **variables: str) -> None:
    """Runs commands of the page as an operator would."""
    import pgserver  # noqa: PLC0415, starts work at import

    tools = (Path(sys.executable).parent, Path(pgserver.__file__).parent / "pginstall" / "bin")
    path = ":".join([*map(str, tools), os.environ["PATH"]])
    subprocess.run(["bash", "-euc", commands], env={**os.environ, "PATH": path, **variables}, check=True, timeout=60)


def connected(system: System, key: str) -> Amy:
    return Amy(api_key=key, base_url=system.base_url)


def state(amy: Amy, turn_id: str) -> Mapping[str, Any]:
    """All that the API tells of a person, without what turns after `turn_id` did."""
    return {
        "turns": [turn for turn in amy.turns.list().data if turn.id <= turn_id],
        "turn": amy.turns.retrieve(turn_id),
        "events": list(amy.turns.stream(turn_id)),
        "memory": [entry for entry in amy.memory.list().data if (entry.source_turn_id or "") <= turn_id],
        "documents": amy.documents.list().data,
        "data": amy.data.metrics(),
    }


def ask_once(amy: Amy) -> str:
    return amy.turns.create(messages=ASKED, stream=False, idempotency_key="asked-once").id


def fill(system: System, sample_files: Path) -> Kept:
    """A person with a key, data, a document, a memory and an answered question."""
    with Amy(api_key=system.admin_key, base_url=system.base_url) as admin:
        key = admin.keys.create(USER).key
    assert key is not None
    with connected(system, key) as amy:
        amy.data.import_file(sample_files / "daily.csv")
        amy.documents.create("Letter", LETTER)
        amy.memory.create("Mornings only for workouts.", category="preference")
        turn_id = ask_once(amy)
        kept = state(amy, turn_id)
    assert kept["turn"].status == "completed"
    assert all(kept.values())
    return Kept(key=key, turn_id=turn_id, state=kept)


def check_restored(system: System, kept: Kept) -> None:
    with connected(system, kept.key) as amy:
        assert state(amy, kept.turn_id) == kept.state
        assert ask_once(amy) == kept.turn_id
        assert amy.turns.create(messages=ASKED, stream=False).status == "completed"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("backups")


@dataclass(frozen=True, kw_only=True)
class Source:
    kept: Kept
    under_way: str


@pytest.fixture(scope="module")
def source(place: Path, sample_files: Path) -> Source:
    """A system that was backed up while it ran, a turn of it under way, and once more after it had stopped."""
    data = place / "data"
    with running(data, env={"AMY_ORCHESTRATOR_STEP_PAUSE_S": "0.4"}) as system:
        kept = fill(system, sample_files)
        with connected(system, kept.key) as amy:
            under_way = amy.turns.create(messages=[{"role": "user", "content": "Are my steps trending up?"}]).id
            run(WHILE_RUNNING, DATA=str(data), BACKUP=str(place / "while-running"))
            list(amy.turns.stream(under_way))
    run(AFTER_STOP, DATA=str(data), BACKUP=str(place / "after-stop"))
    return Source(kept=kept, under_way=under_way)


@pytest.mark.parametrize("backup", ["while-running", "after-stop"])
def test_a_backup_of_the_files_restores_everything_into_an_empty_system(
    place: Path, source: Source, backup: str
) -> None:
    data = place / f"restored-{backup}"
    run(RESTORE, DATA=str(data), BACKUP=str(place / backup))
    assert not {path for path in (place / backup).rglob("*") if path.stat().st_mode & 0o077}
    with running(data) as system:
        check_restored(system, source.kept)


def test_a_turn_that_was_under_way_at_the_backup_goes_on_after_the_restore(place: Path, source: Source) -> None:
    with closing(sqlite3.connect(place / "while-running" / "orchestrator.db")) as database:
        found = database.execute("SELECT status FROM orchestrator_turns WHERE id = ?", [source.under_way]).fetchone()
    assert found[0] in {"queued", "running"}
    data = place / "goes-on"
    run(RESTORE, DATA=str(data), BACKUP=str(place / "while-running"))
    with running(data) as system, connected(system, source.kept.key) as amy:
        events = list(amy.turns.stream(source.under_way))
    assert [event.id for event in events] == list(range(1, len(events) + 1))
    assert events[-1].type == "turn.completed"


def test_a_dump_of_postgresql_restores_everything_into_an_empty_database(
    tmp_path: Path, postgres_url: str, sample_files: Path
) -> None:
    with running(tmp_path / "data", "--database-url", postgres_url) as system:
        kept = fill(system, sample_files)
        run(DUMP, DATABASE_URL=postgres_url, BACKUP=str(tmp_path / "backup"))
    url = make_url(postgres_url)
    name = f"{url.database}_restored"
    admin = create_engine(url.set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    admin.dispose()
    restored = url.set(database=name).render_as_string(hide_password=False)
    run(RESTORE_DUMP, DATABASE_URL=restored, BACKUP=str(tmp_path / "backup"))
    with running(tmp_path / "other", "--database-url", restored) as system:
        check_restored(system, kept)
