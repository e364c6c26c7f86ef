"""What health_data sends is what generated code has always seen of it: columns, types, values, and what is missing.

`seen.json` was recorded when tables travelled as Arrow.
"""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from services.health_data.adapters.frames import encode
from tests.contract.frames.person import NOBODY, NORMS, PROGRAMS, SOMEBODY, computed, seen

RECORDED: Final[dict[str, Any]] = json.loads(Path(__file__).with_name("seen.json").read_text("utf-8"))


def test_the_tables_of_somebody_are_as_recorded() -> None:
    assert seen(encode(SOMEBODY, NORMS)) == RECORDED["somebody"]


def test_tables_without_rows_are_as_recorded() -> None:
    assert seen(encode(NOBODY, ())) == RECORDED["nobody"]


@pytest.mark.parametrize("program", PROGRAMS)
def test_what_programs_make_of_them_is_as_recorded(program: str) -> None:
    assert computed(encode(SOMEBODY, NORMS), program) == RECORDED["computed"][program]
