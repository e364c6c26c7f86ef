"""One value a day out of the samples of all sources.

What adds up: the sources are taken in their order (see `sources`). A record counts in full but for the time in which a
source before its own has records: of that time it counts nothing, in proportion to its length. A record that crosses
midnight belongs to both days, in proportion. Records of one source all count.

A record without a length, or of half a day and more, is the total of a day, as apps write it that know no more. It
counts on a day that no source before its own has a record of, and no source after its own counts on that day.

What does not add up: a day has the mean of the records of the first source, in the same order, that has any on it.

A record that stands there twice, by type, source, start, end and value, counts once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from services.health_data.adapters.formats.apple_health.rows import Table
from services.health_data.adapters.formats.apple_health.spans import NOTHING
from services.health_data.adapters.formats.sums import plain_sum

_TOTAL_SECONDS: Final = 12 * 3600
SAME: Final = ("source", "start", "length", "whole", "value")
"""What two samples of a type have in common that are one."""


@dataclass(frozen=True, kw_only=True)
class Day:
    """The value of one local date.

    Attributes:
        day: in days since 1970-01-01.
        member, line: where the first record stands that it is made of.
        records: how many it is made of.
    """

    day: int
    value: float
    member: int
    line: int
    records: int


def sums(rows: Table, order: Sequence[int]) -> Iterator[Day]:
    """The days of what adds up.

    Args:
        rows: each record once.
        order: the sources, the first before the others.
    """
    counted = np.ones(len(rows))
    total = (rows["whole"] == 0) | (rows["whole"] >= _TOTAL_SECONDS)
    covered = NOTHING
    told, closed = np.empty(0, np.int32), np.empty(0, np.int32)
    for source in order:
        own = np.flatnonzero(rows["source"] == source)
        start, length, day = rows["start"][own], rows["length"][own].astype(np.int64), rows["day"][own]
        hidden = covered.within(start, start + length) / np.maximum(length, 1)
        hidden[total[own] & np.isin(day, told) | np.isin(day, closed)] = 1.0
        counted[own] -= hidden
        covered = covered.and_also(start, start + length)
        told, closed = np.union1d(told, day), np.union1d(closed, day[total[own]])
    used = counted > 0
    yield from _days(rows[used], rows["value"][used] * counted[used], mean=False)


def means(rows: Table, order: Sequence[int]) -> Iterator[Day]:
    """The days of what does not add up, of the same as `sums`."""
    place = np.zeros(max(order) + 1, np.int64)
    place[list(order)] = np.arange(len(order))
    of_row = place[rows["source"]]
    days, index = np.unique(rows["day"], return_inverse=True)
    first = np.full(len(days), len(order), np.int64)
    np.minimum.at(first, index, of_row)
    used = of_row == first[index]
    yield from _days(rows[used], rows["value"][used], mean=True)


def _days(rows: Table, values: npt.NDArray[np.float64], *, mean: bool) -> Iterator[Day]:
    order = np.lexsort([rows["line"], rows["member"], rows["day"]])
    rows, values = rows[order], values[order]
    days, firsts, counts = np.unique(rows["day"], return_index=True, return_counts=True)
    totals = np.add.reduceat(values, firsts) if len(days) else values
    for day, first, count, total in zip(days.tolist(), firsts.tolist(), counts.tolist(), totals.tolist(), strict=True):
        yield Day(
            day=day,
            value=plain_sum(total) / count if mean else plain_sum(total),
            member=int(rows["member"][first]),
            line=int(rows["line"][first]),
            records=count,
        )
