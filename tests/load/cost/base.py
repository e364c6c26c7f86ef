"""An older commit that can be started beside this one: its checkout, and an environment with its packages."""

import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.load.cost.version import THIS, Version

_LOCKS: Final = ("requirements.lock", "requirements/run.lock", "requirements/tools.lock")
"""What a commit may lock: all in one file, or what runs, and what installs it."""
_CACHE: Final = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "amy"


@contextmanager
def checked_out(commit: str, python: Path | None) -> Iterator[Version]:
    """A version whose checkout is gone after the block.

    Args:
        commit: whatever git calls it.
        python: of an environment with its packages. None: this one's if both lock the same packages; otherwise one that
            is made of its lock file, and kept in the user's cache for the next time.
    """
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder).resolve() / "base"
        git = ["git", "-C", str(THIS.tree), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(tree), commit], check=True)
        try:
            version = Version(tree=tree, python=python or _python_for(tree))
            version.check()
            yield version
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)


def _python_for(tree: Path) -> Path:
    locked, own = _locked(tree), _locked(THIS.tree)
    if locked == own:
        return THIS.python
    environment = _CACHE / f"base-{hashlib.sha256(b''.join(locked.values())).hexdigest()[:12]}"
    python = environment / "bin" / "python"
    made = environment / "made"
    if not made.exists():
        print(f"making {environment} from the base's {', '.join(locked)}", flush=True)
        pip = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(environment)], check=True)
        for lock in locked:
            subprocess.run([*pip, "--require-hashes", "-r", str(tree / lock)], check=True)
        # For its entry points; what is imported is the checkout.
        subprocess.run([*pip, "--no-deps", "--no-build-isolation", str(tree)], check=True)
        made.touch()
    return python


def _locked(tree: Path) -> Mapping[str, bytes]:
    return {lock: (tree / lock).read_bytes() for lock in _LOCKS if (tree / lock).exists()}
