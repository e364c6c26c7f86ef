"""The public data sets, where they are at hand."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

_PROJECT = Path(__file__).parents[3]


@pytest.fixture
def public_data() -> Callable[[str], Path]:
    """Finds a file of the public data sets; the test is skipped where they are not at hand."""
    folder = Path(os.environ.get("AMY_EVAL_DATA", _PROJECT.parent / "shared" / "data"))

    def find(name: str) -> Path:
        path = folder / name
        if not path.exists():
            pytest.skip(f"public data are not here: {path.name} (set AMY_EVAL_DATA)")
        return path

    return find
