"""The tables of a run: a row for each series, a column for each length."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from evals.validator.cells import ABOVE, DRAWS, HOLDS, NAMED, ORACLE, THERE, VALIDATED, Cell, Measured

TOLERATED_LOSS: Final = 3.0
"""In points."""


def tables(cells: Sequence[Cell], figures: Mapping[str, Measured], beside: Mapping[str, Measured]) -> Iterator[str]:
    """Markdown, one table for each title; a promise that is missed is marked with a star, for sure with two."""
    measured = [cell for cell in cells if cell.name in figures]
    for title in dict.fromkeys(cell.table for cell in measured):
        shown = [cell for cell in measured if cell.table == title]
        columns = list(dict.fromkeys(cell.column for cell in shown))
        yield f"\n## {title}\n"
        yield f"| series | {' | '.join(columns)} |"
        yield f"| --- |{' ---: |' * len(columns)}"
        for row in dict.fromkeys(cell.row for cell in shown):
            there = {cell.column: cell for cell in shown if cell.row == row}
            entries = [entry(there[c], figures, beside) if c in there else "" for c in columns]
            yield f"| {row} | {' | '.join(entries)} |"


def entry(cell: Cell, figures: Mapping[str, Measured], beside: Mapping[str, Measured]) -> str:
    """The figures of a cell, those of the other version before an arrow, and a mark where a promise is missed."""
    measured = figures[cell.name]
    text = _shares(measured)
    if cell.name in beside:
        text = f"{_shares(beside[cell.name])} → {text}"
    if ORACLE in measured:
        text += f" of {measured[ORACLE]:.1f}"
    marks = "".join(
        "**" if p.is_missed_for_sure(measured) else "*" if p.is_missed(measured) else "" for p in cell.promises
    )
    return text + marks[:2].replace("*", "\\*")


def _shares(measured: Measured) -> str:
    shown = [f"{measured[name]:.1f}" for name in (ABOVE, VALIDATED, NAMED, HOLDS) if name in measured]
    return " / ".join(shown) or "not told"


def missed(cells: Sequence[Cell], figures: Mapping[str, Measured], *, for_sure: bool) -> list[str]:
    """The promises that are broken, each with the figure."""
    return [
        f"{cell.name}: {measured[promise.of]:.1f} %, promised {promise}"
        for cell in cells
        if (measured := figures.get(cell.name)) is not None
        for promise in cell.promises
        if (promise.is_missed_for_sure(measured) if for_sure else promise.is_missed(measured))
    ]


def lost(cells: Sequence[Cell], figures: Mapping[str, Measured], beside: Mapping[str, Measured]) -> list[str]:
    """What is there and reported less often than by the other version, by more than a few points."""
    both = [cell for cell in cells if cell.table.startswith(THERE) and cell.name in figures.keys() & beside.keys()]
    return [
        f"{cell.name}: {before[ABOVE]:.1f} → {now[ABOVE]:.1f} %{' **' if _is_lost_for_sure(before, now) else ''}"
        for cell in both
        if (before := beside[cell.name])[ABOVE] - (now := figures[cell.name])[ABOVE] > TOLERATED_LOSS
    ]


def _is_lost_for_sure(before: Measured, now: Measured) -> bool:
    """Whether by two standard errors of the difference, had the draws nothing in common."""
    error = math.hypot(*(math.sqrt(each[ABOVE] * (100 - each[ABOVE]) / each[DRAWS]) for each in (before, now)))
    return before[ABOVE] - now[ABOVE] > 2 * error
