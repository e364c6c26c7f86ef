"""What every command is tried on: a scripted server, and no system of this machine."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unit.client.scripted_server import ScriptedServer


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer().running() as running:
        yield running


@pytest.fixture(autouse=True)
def _no_system_of_ones_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("AMY_BASE_URL", "AMY_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AMY_DATA_DIR", str(tmp_path / "none"))
