"""How a table is written: dates and numbers as in the person's country, and whether it is there to its end."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import numpy as np

from services.health_data.adapters.formats.members import Member
from services.health_data.adapters.formats.texts import end_of, rows
from services.health_data.domain.dates import DateColumn, DateReading, DateRefusal, detect
from services.health_data.domain.numerals import DecimalSign, decimal_sign

_SHOWN: Final = 5
"""So many cells of one length are no chance."""
_ENDS: Final = (b"\n", b"\r", b'"', b"\x00", b"")


def dates_of(texts: Iterable[tuple[int, str]]) -> DateReading | DateRefusal:
    """The reading of one person's column of dates, from each row's line and text."""
    positions: dict[str, int] = {}
    first_lines: list[int] = []
    rows: list[int] = []
    for line, text in texts:
        if text not in positions:
            positions[text] = len(positions)
            first_lines.append(line)
        rows.append(positions[text])
    of_row = np.array(rows, np.int32)
    return detect(DateColumn(tuple(positions), first_lines, of_row, np.zeros_like(of_row)))


def decimal_of(cells: Iterable[str]) -> DecimalSign:
    """The sign that the cells show to be the decimal one; a point where they show none, or both."""
    shown = {sign for sign in map(decimal_sign, cells) if sign is not None}
    return shown.pop() if len(shown) == 1 else "."


def whole_cells(member: Member) -> Iterator[tuple[int, Mapping[str, str]]]:
    """As `rows`, without the last cell of a file that may be cut off in it.

    A cell is whole that is as long as all others of its column, which are all of one length.
    """
    last: tuple[int, dict[str, str]] | None = None
    lengths: Counter[int] = Counter()
    for line, row in rows(member):
        if last is not None:
            lengths[_last_length(last[1])] += 1
            yield last
        last = (line, dict(row))
    if last is not None:
        is_as_all = len(lengths) == 1 and lengths[_last_length(last[1])] >= _SHOWN
        if last[1] and is_cut(member) and not is_as_all:
            last[1].popitem()
        yield last


def _last_length(row: Mapping[str, str]) -> int:
    return len(list(row.values())[-1]) if row else 0


def is_cut(member: Member) -> bool:
    """Whether a file may end within a cell: it ends with neither a line end nor a quotation mark."""
    return end_of(member)[-1:] not in _ENDS
