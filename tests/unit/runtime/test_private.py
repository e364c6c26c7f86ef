"""Files for their owner only: made so, taken back, or refused with a sentence."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from amy.runtime.private import NotPrivateError, make_private, make_private_file, open_to_others

NOBODY = 65534


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What an earlier version, a copy or another program may have left."""
    folder = tmp_path / "data"
    (folder / "run").mkdir(parents=True)
    for name in ("memory.db", "memory.db-wal", "run/local.json", "amy.log"):
        (folder / name).write_text("x")
        (folder / name).chmod(0o644)
    (folder / "run").chmod(0o755)
    folder.chmod(0o777)
    return folder


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_everything_in_a_folder_is_taken_away_from_others(folder: Path) -> None:
    assert len(open_to_others(folder)) == 6
    make_private(folder)
    assert {mode(path) for path in (folder, folder / "run")} == {0o700}
    assert {mode(path) for path in folder.rglob("*") if path.is_file()} == {0o600}
    assert open_to_others(folder) == ()


def test_what_the_owner_may_do_does_not_grow(folder: Path) -> None:
    (folder / "amy.log").chmod(0o444)
    make_private(folder)
    assert mode(folder / "amy.log") == 0o400


def test_a_link_is_judged_by_what_it_leads_to(folder: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "large-disk.db"
    elsewhere.write_text("x")
    elsewhere.chmod(0o644)
    (tmp_path / "pictures").mkdir(mode=0o755)
    (folder / "health_data.db").symlink_to(elsewhere)
    (folder / "pictures").symlink_to(tmp_path / "pictures")
    (folder / "gone").symlink_to(tmp_path / "gone")
    (folder / "itself").symlink_to(folder / "itself")
    make_private(folder)
    assert mode(elsewhere) == 0o600
    assert mode(tmp_path / "pictures") == 0o755
    assert open_to_others(folder) == ()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
@pytest.mark.parametrize("name", ["memory.db", "run", "run/local.json", "."])
def test_what_belongs_to_somebody_else_is_refused_by_name(folder: Path, name: str) -> None:
    os.chown(folder / name, NOBODY, NOBODY)
    assert folder / name in open_to_others(folder)
    with pytest.raises(NotPrivateError, match=r"belongs to nobody, not to root who runs this: change its owner"):
        make_private(folder)
    with pytest.raises(NotPrivateError, match="belongs to"):
        make_private_file(folder / "new.db", folder / name)


@pytest.mark.skipif(os.geteuid() != 0, reason="needs a link to a file of somebody else")
def test_a_link_to_a_file_of_somebody_else_is_refused(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "theirs").write_text("x")
    os.chown(tmp_path / "theirs", NOBODY, NOBODY)
    (folder / "memory.db").unlink()
    (folder / "memory.db").symlink_to(tmp_path / "theirs")
    with pytest.raises(NotPrivateError, match="belongs to nobody"):
        make_private(folder)


def test_a_database_is_private_from_its_first_moment(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        make_private_file(tmp_path / "new" / "memory.db", tmp_path / "absent")
    finally:
        os.umask(before)
    assert (mode(tmp_path / "new"), mode(tmp_path / "new" / "memory.db")) == (0o700, 0o600)


def test_a_process_makes_files_for_its_owner_only(tmp_path: Path) -> None:
    program = "import sys; from amy.runtime.private import keep_private; keep_private(); open(sys.argv[1], 'w')"
    subprocess.run([sys.executable, "-c", program, str(tmp_path / "spool")], check=True, umask=0)
    assert mode(tmp_path / "spool") == 0o600
