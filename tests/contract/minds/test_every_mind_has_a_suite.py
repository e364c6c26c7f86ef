"""No mind without a suite over both its adapters, and no decision of it that the suite leaves out."""

import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Protocol

import pytest

from amy.llm.profile import MINDED

SUITES: Final = {
    "orchestrator": "test_turn_minds_alike.py",
    "data_science": "test_analyst_minds_alike.py",
    "domain_expert": "test_expert_minds_alike.py",
    "health_coach": "test_coach_minds_alike.py",
    "investigator": "test_investigator_minds_alike.py",
    "validator": "test_reviewer_minds_alike.py",
}
THROUGH: Final = {"summarise": "analyst.analyze(", "propose": "proposed_by("}
"""Decisions that a suite asks for through a helper or the app."""


def decisions_of(service: str) -> Iterator[str]:
    ports = importlib.import_module(f"services.{service}.ports")
    for name, port in inspect.getmembers(ports, inspect.isclass):
        if name.endswith("Mind") and Protocol in port.__mro__:
            yield from (each for each in vars(port) if not each.startswith("_"))


@pytest.mark.parametrize("service", MINDED)
def test_every_decision_of_every_mind_is_held_to_what_both_have_to_keep(service: str) -> None:
    suite = (Path(__file__).parent / SUITES[service]).read_text("utf-8")
    decisions = list(decisions_of(service))
    assert decisions
    assert [each for each in decisions if f".{each}" not in suite and THROUGH.get(each, "-") not in suite] == []
