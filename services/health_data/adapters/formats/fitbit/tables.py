"""The CSV tables of a Fitbit export: columns in small letters, numbers with a point."""

import re
from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Final

from services.health_data.adapters.formats.members import Member
from services.health_data.adapters.formats.written import whole_cells

_TWO_NUMBERS: Final = re.compile(r"-?\d{1,3}(?:,\d{3})+")
_FOREIGN: Final = ("health connect", "health kit", "healthkit")


def table(member: Member) -> Iterator[tuple[int, Mapping[str, str]]]:
    """The rows of a table by the names of its columns in small letters, each with its line; none of "no data"."""
    for line, row in whole_cells(member):
        yield line, {name.lower(): cell for name, cell in row.items()}


def cell_number(text: str | None) -> float | None:
    """The number in a cell; None where there is none, as in "NaN" and "null", and of "1,234", which can be two."""
    if text is None or _TWO_NUMBERS.fullmatch(text):
        return None
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        return None
    return value if isfinite(value) else None


def is_foreign(row: Mapping[str, str]) -> bool:
    """Whether a row came to Fitbit from another app, which knows it better."""
    return row.get("data source", "").strip().lower().endswith(_FOREIGN)
