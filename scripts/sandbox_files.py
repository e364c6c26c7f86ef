"""Writes what the sandbox's image is built from that follows from other files: its packages and its system calls."""

import json
import re
from pathlib import Path
from typing import Final

from services.data_science.adapters.containers.seccomp_profile import profile

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDER: Final = ROOT / "deploy" / "sandbox"
_PACKAGES: Final = ("numpy", "pandas", "python-dateutil", "scipy", "tzdata")


def requirements(lock: str) -> str:
    """The lines of the lock, hashes included, of the packages that an analysis may import and what these need.

    Raises:
        KeyError: a package is not locked.
    """
    blocks = {block.partition("==")[0]: block for block in re.split(r"\n(?=\S)", lock.strip())}
    return "\n".join(blocks[name] for name in _PACKAGES) + "\n"


def files() -> dict[Path, str]:
    """The files and what is in them."""
    lock = (ROOT / "requirements" / "run.lock").read_text(encoding="utf-8")
    return {
        FOLDER / "requirements.txt": requirements(lock),
        FOLDER / "seccomp.json": json.dumps(profile(), indent=1) + "\n",
    }


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
