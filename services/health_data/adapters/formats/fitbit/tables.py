"""The CSV tables of a Fitbit export: columns in small letters, numbers with a point."""

import re
from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Final

from services.health_data.adapters.formats.members import Member
from services.health_data.adapters.formats.texts import rows

_TWO_NUMBERS: Final = re.compile(r"-?\d{1,3}(?:,\d{3})+")
_BLOCK_BYTES: Final = 1024 * 1024
_FOREIGN: Final = ("health connect", "health kit", "healthkit")


def table(member: Member) -> Iterator[tuple[int, Mapping[str, str]]]:
    """The rows of a table by the names of its columns in small letters, each with its line; none of "no data".

    The last cell of a file that is cut off is left out.
    """
    last: tuple[int, dict[str, str]] | None = None
    for line, row in rows(member):
        if last is not None:
            yield last
        last = (line, {name.lower(): cell for name, cell in row.items()})
    if last is not None:
        if is_cut(member):
            last[1].popitem()
        yield last


def is_cut(member: Member) -> bool:
    """Whether a file may end within a cell: it ends with neither a line end nor a quotation mark."""
    end = b""
    with member.open() as stream:
        while block := stream.read(_BLOCK_BYTES):
            end = block[-1:]
    return end not in (b"\n", b"\r", b'"', b"\x00", b"")


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
