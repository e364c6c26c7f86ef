"""What the parts of the interpreter know of each other: how rows, columns, numbers and tests are had."""

import math
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from services.validator.domain.algebra import Column, Number, Rows, Test
from services.validator.domain.questions.traversal import Source
from services.validator.domain.records.series import Days, Floats
from services.validator.domain.records.store import Store

Truths: TypeAlias = NDArray[np.int8]
"""Of each record: `TRUE`, `FALSE` or `UNKNOWN`."""
FALSE, UNKNOWN, TRUE = np.int8(-1), np.int8(0), np.int8(1)
"""Ordered, so that "and" is the least and "or" the greatest of them, and "not" turns the sign."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Records:
    """All records of one source, in order of time.

    Attributes:
        days: shape (n,), ascending: the date of each; of a period its first in the span.
        last: shape (n,): of a period its last date in the span; otherwise the same.
        values: shape (n,): what each period comes to; None of any other record.
    """

    days: Days
    last: Days
    values: Floats | None = None


@dataclass(frozen=True, kw_only=True)
class Value:
    """What a number comes to.

    Attributes:
        value: NaN where it is undefined.
        n: how many values, rows or days it rests on.
        day: the day it is of, since 1970-01-01; NaN without one. `start_day`: of a streak its first.
        ties: how many rows share an extreme.
        held: of a share, how many rows the test is true of; NaN otherwise.
        scale: what its computation adds and subtracts is about this large.
        is_count: a whole number, which nothing rounds.
    """

    value: float
    n: float
    day: float = math.nan
    start_day: float = math.nan
    ties: int = 1
    held: float = math.nan
    scale: float = 0.0
    is_count: bool = False


class Given(Protocol):
    """The records, and what expressions come to over them. Equal expressions are computed once."""

    @property
    def store(self) -> Store: ...

    @property
    def recorded(self) -> Days:
        """Every day on record, ascending and unique."""

    def records(self, source: Source) -> Records:
        """All records of a source."""

    def rows(self, rows: Rows) -> Days:
        """Positions among the records of their source, ascending and unique."""

    def column(self, column: Column, source: Source) -> Floats:
        """Of every record of the source its value; NaN where it is missing."""

    def number(self, number: Number) -> Value:
        """What the number comes to."""

    def test(self, test: Test, source: Source) -> Truths:
        """Of every record of the source, whether the test is true of it."""
