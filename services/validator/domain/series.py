"""Numbers by day, as they are stored: one a day, or several."""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Days: TypeAlias = NDArray[np.int64]
Mask: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True, kw_only=True, eq=False)
class DailySeries:
    """One value a day: days since 1970-01-01, ascending and unique, and a finite value for each."""

    days: Days
    values: Floats

    @classmethod
    def of(cls, days: Days, values: Floats) -> "DailySeries":
        """The series of these pairs in whatever order: what is not finite is missing; of a repeated day the last holds.

        Args:
            days: shape (n,).
            values: shape (n,).
        """
        finite = np.isfinite(values)
        newest_first = days[finite][::-1]
        unique, position = np.unique(newest_first, return_index=True)
        return cls(days=unique, values=values[finite][::-1][position])

    def on(self, days: Days) -> Floats:
        """The value of each of these days; NaN where there is none."""
        if not self.days.size:
            return np.full(days.shape, np.nan)
        position = np.searchsorted(self.days, days).clip(max=self.days.size - 1)
        return np.where(self.days[position] == days, self.values[position], np.nan)


@dataclass(frozen=True, kw_only=True, eq=False)
class Events:
    """What happened, in order of time, perhaps several on a day.

    Attributes:
        days: shape (n,), days since 1970-01-01, ascending.
        values: shape (n,); NaN where it is missing.
    """

    days: Days
    values: Floats

    @classmethod
    def of(cls, days: Days, values: Floats) -> "Events":
        """Of pairs in order of time; a day that is out of order goes to its place."""
        order = np.argsort(days, kind="stable")
        return cls(days=days[order], values=np.where(np.isfinite(values), values, np.nan)[order])
