"""A start over data that cannot be used: one clear sentence, and nothing else."""

import subprocess
from pathlib import Path

import pytest

from evals.system import AMY

MODES = pytest.mark.parametrize("flags", [(), ("--processes",)], ids=["embedded", "processes"])


def started(data_dir: Path, *flags: str) -> subprocess.CompletedProcess[str]:
    command = [str(AMY), "up", "--data-dir", str(data_dir), "--http-port", "0", *flags]
    return subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)


@MODES
@pytest.mark.parametrize("name", ["health_data.db", "gateway.db"])
def test_a_file_that_is_no_database_is_named_and_left_as_it_is(
    tmp_path: Path, name: str, flags: tuple[str, ...]
) -> None:
    (tmp_path / name).write_text("date,steps\n2026-01-01,8000\n" * 100)
    ended = started(tmp_path, *flags)
    assert (ended.returncode, ended.stdout) == (1, "")
    sentence = (
        f"{tmp_path / name} is damaged or no database at all: restore it from a backup, or move it away to begin with"
        " an empty one."
    )
    assert f": {sentence}" in " ".join(ended.stderr.split())
    assert ended.stderr.count("damaged") == 1
    assert "Traceback" not in ended.stderr
    assert "CannotOpenError" not in ended.stderr
    assert (tmp_path / name).read_text().startswith("date,steps\n")


@MODES
def test_a_data_directory_that_cannot_be_made_is_named(tmp_path: Path, flags: tuple[str, ...]) -> None:
    (tmp_path / "file").write_text("x")
    ended = started(tmp_path / "file", *flags)
    assert ended.returncode == 1
    assert "cannot be used as a data directory" in " ".join(ended.stderr.split())
    assert "Traceback" not in ended.stderr
