"""Weights as they stand in a file of JSON, tens of thousands of numbers of which most are the same few hundred."""

import json
from pathlib import Path
from typing import Any


class _Numbers(dict[str, float]):
    """By how it is written, a number: the same object each time."""

    def __missing__(self, written: str) -> float:
        number = self[written] = float(written)
        return number


def read_weights(file: Path) -> dict[str, Any]:
    """What the file says; equal numbers are one object, which halves what they take."""
    found: dict[str, Any] = json.loads(file.read_text("utf-8"), parse_float=_Numbers().__getitem__)
    return found
