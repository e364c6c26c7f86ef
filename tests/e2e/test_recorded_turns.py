"""Recorded conversations asked again over the public API: what comes is what is kept."""

from pathlib import Path

import pytest

from evals.people import data_root
from evals.recorded.__main__ import asked, golden
from evals.recorded.conversations import CONVERSATIONS
from evals.recorded.order import differences
from evals.recorded.recording import Wearer, densest_wearer
from evals.system import System


@pytest.fixture(scope="module")
def wearer() -> Wearer:
    root = data_root()
    if root is None or not (root / "lifesnaps" / "daily.csv").is_file():
        pytest.skip("The wearer's records are not here: set AMY_EVAL_DATA to a folder that holds lifesnaps/daily.csv.")
    return densest_wearer(root)


@pytest.mark.parametrize("name", ["data_and_knowledge", "emergency"])
def test_a_recorded_conversation_goes_as_it_went(system: System, wearer: Wearer, tmp_path: Path, name: str) -> None:
    (recorded,) = (each for each in CONVERSATIONS if each.name == name)
    kept = golden(recorded).read_text(encoding="utf-8")
    assert differences(kept, asked(system, recorded, wearer, tmp_path)) == []
