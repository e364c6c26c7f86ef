"""One person's rows of a table, chunk by chunk, as numbers and names."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import isnan

from services.health_data.domain.cells import SkipLog, numbers
from services.health_data.domain.dates import DateReading
from services.health_data.domain.labels import LONGEST_LABEL, label_of, unusable
from services.health_data.domain.layouts import NumberColumn
from services.health_data.domain.numerals import Writing
from services.health_data.domain.quantities import Quantity
from services.health_data.domain.records import ValueArray
from services.health_data.domain.table import Chunk, Table


@dataclass(frozen=True, kw_only=True)
class Source:
    """One person's rows, and what reading them shares."""

    table: Table
    reading: DateReading
    chunks: Iterable[Chunk]
    log: SkipLog
    writing: Writing

    def numbers(self, chunk: Chunk, column: NumberColumn, quantity: Quantity) -> ValueArray | None:
        cells, position = chunk.column(column.column), self.table.position(column.column)
        if cells is None or position is None:
            return None
        return numbers(
            cells,
            lines=chunk.lines,
            column=column,
            quantity=quantity,
            decimal=self.writing.decimal(position),
            log=self.log,
        )


def optional(values: ValueArray | None, rows: int) -> list[float | None]:
    """The values with None for those that are missing."""
    return [None] * rows if values is None else [None if isnan(value) else value for value in values.tolist()]


def names(source: Source, chunk: Chunk, column: str) -> list[str]:
    """The cells of a column that names something; empty where it says nothing usable, which is logged."""
    names = [cell.strip() for cell in chunk.column(column) or []]
    source.log.add(f"{column}: empty", chunk.lines[[not name for name in names]])
    source.log.add(f"{column}: nothing that can be read", chunk.lines[[unusable(name) for name in names]])
    too_long = [len(name) > LONGEST_LABEL for name in names]
    source.log.add(f"{column}: longer than {LONGEST_LABEL} characters", chunk.lines[too_long])
    return [name if label_of(name) and not long else "" for name, long in zip(names, too_long, strict=True)]
