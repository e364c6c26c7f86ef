"""What is looked at for which question, read from `services/investigator/adapters/tables`."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from services.investigator.domain.focus import Focus, Pair

_FOLDER: Final = Path(__file__).parent / "tables"
_EVERYTHING: Final = "everything"


@dataclass(frozen=True, kw_only=True)
class Tables:
    """The focuses, that of a question without one, the pairs of metrics worth relating, and what goals are told by."""

    focuses: tuple[Focus, ...]
    everything: Focus
    pairs: tuple[Pair, ...]
    goal_words: Mapping[str, tuple[str, ...]]


@cache
def tables() -> Tables:
    """The shipped tables.

    Raises:
        KeyError: something is missing in a file.
    """
    focuses = _read("focuses.toml")
    pairs = tuple(
        Pair(left=row["left"], right=row["right"], lag_days=row["lag_days"], because=row["because"])
        for row in _read("pairs.toml")["pair"]
    )
    everything = focuses.pop(_EVERYTHING)
    return Tables(
        focuses=tuple(_focus(name, row) for name, row in focuses.items()),
        everything=_focus("", everything),
        pairs=pairs,
        goal_words={metric: tuple(words) for metric, words in _read("goals.toml")["goal_words"].items()},
    )


def _read(file: str) -> dict[str, Any]:
    return tomllib.loads((_FOLDER / file).read_text("utf-8"))


def _focus(name: str, row: Mapping[str, Any]) -> Focus:
    return Focus(
        name=name,
        words=tuple(row.get("words", ())),
        metrics=tuple(row["metrics"]),
        rhythm=tuple(row.get("rhythm", ())),
        labs=tuple(row.get("labs", ())),
        changed=row.get("changed", ""),
        unchanged=row.get("unchanged", ""),
        ends_with=row.get("ends_with", ""),
    )
