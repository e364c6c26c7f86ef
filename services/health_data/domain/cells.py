"""From the cells of a column to numbers that can be believed, keeping account of the others."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from services.health_data.domain.layouts import NumberColumn
from services.health_data.domain.numerals import DecimalSign, value_of
from services.health_data.domain.quantities import Quantity
from services.health_data.domain.records import Skip, ValueArray

FIRST_LINES: Final = 5
"""How many lines a reason names."""


class SkipLog:
    """The account of what was not taken over, while a file is read."""

    def __init__(self) -> None:
        self._cells: dict[str, int] = {}
        self._lines: dict[str, list[int]] = {}

    def add(self, reason: str, lines: Sequence[int] | npt.NDArray[np.int64]) -> None:
        """One cell, or one whole row, for each of `lines`, ascending; they are counted, and only the first are kept."""
        if not len(lines):
            return
        self._cells[reason] = self._cells.get(reason, 0) + len(lines)
        first = self._lines.setdefault(reason, [])
        first.extend(int(line) for line in lines[: FIRST_LINES - len(first)])

    def skips(self) -> tuple[Skip, ...]:
        """Most cells first."""
        by_cells = sorted(self._cells.items(), key=lambda item: (-item[1], item[0]))
        return tuple(
            Skip(reason=reason, cells=cells, first_lines=tuple(self._lines[reason])) for reason, cells in by_cells
        )


def _parsed(cells: Sequence[str], *, decimal: DecimalSign) -> tuple[ValueArray, npt.NDArray[np.bool_]]:
    """Each cell's number, NaN where there is none, and which cells hold something that is no number at all."""
    plain = cells
    if decimal == ",":
        # A dot only groups here: what has one is looked at cell by cell.
        plain = ["x" if "." in cell else cell.replace(",", ".") for cell in cells]
    broken = np.zeros(len(cells), bool)
    try:
        return np.array([float(cell) if cell else np.nan for cell in plain], np.float64), broken
    except ValueError:
        values = np.full(len(cells), np.nan)
    for index, cell in enumerate(cells):
        if cell.strip():
            value = value_of(cell, decimal)
            broken[index] = value is None
            values[index] = np.nan if value is None else value
    return values, broken


def numbers(
    cells: Sequence[str],
    *,
    lines: npt.NDArray[np.int64],
    column: NumberColumn,
    quantity: Quantity,
    decimal: DecimalSign,
    log: SkipLog,
) -> ValueArray:
    """The column in the unit of `quantity`, NaN where a cell is empty or was skipped; `log` says why it was."""
    raw, broken = _parsed(cells, decimal=decimal)
    values = (raw - column.minus) * column.times / column.over
    name = column.column
    log.add(f"{name}: not a number", lines[broken])
    not_finite = ~broken & ~np.isfinite(raw)
    for at in np.flatnonzero(not_finite).tolist():
        not_finite[at] = bool(cells[at].strip())
    log.add(f"{name}: NaN or infinite", lines[not_finite])
    values[not_finite] = np.nan
    missing = values == 0 if column.zero_is_missing else np.zeros(len(cells), bool)
    log.add(f"{name}: 0 means no reading in this layout", lines[missing])
    values[missing] = np.nan
    negative = (values < 0) & (quantity.low >= 0)
    log.add(f"{name}: negative", lines[negative])
    values[negative] = np.nan
    implausible = (values < quantity.low) | (values > quantity.high)
    log.add(f"{name}: outside {quantity.low:g} to {quantity.high:g} {quantity.unit}", lines[implausible])
    values[implausible] = np.nan
    return values
