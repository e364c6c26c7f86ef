"""The values that rows have, with their days."""

from dataclasses import dataclass

import numpy as np

from services.validator.domain.algebra import Column, Rows
from services.validator.domain.questions.traversal import source_of
from services.validator.domain.recomputing.evaluating import Given
from services.validator.domain.records.series import Days, Floats


@dataclass(frozen=True, kw_only=True, eq=False)
class Present:
    """Values in order of time.

    Attributes:
        at: shape (n,), ascending: the position of each among the records of its source.
        days: shape (n,), ascending.
        values: shape (n,), finite.
        chosen: how many rows there are, with a value or without.
    """

    at: Days
    days: Days
    values: Floats
    chosen: int


def present(rows: Rows, column: Column, given: Given) -> Present:
    """The rows that have a value of the column."""
    source, at = source_of(rows), given.rows(rows)
    values = given.column(column, source)[at]
    there = np.isfinite(values)
    days = given.records(source).days[at[there]]
    return Present(at=at[there], days=days, values=values[there], chosen=at.size)
