from pathlib import Path

import pytest


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A fresh SQLite database, for what has nothing to do with which database it is."""
    return f"sqlite:///{tmp_path / 'turns.db'}"
