"""Numbers by day, as they are stored."""

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
