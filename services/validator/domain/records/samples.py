"""Laboratory samples, all biomarkers together, in the order they were taken."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from services.validator.domain.records.series import Days, Floats, Mask

_DAY_S: Final = 86_400


@dataclass(frozen=True, kw_only=True)
class LabSample:
    """One value of one biomarker.

    Attributes:
        taken_s: seconds since 1970-01-01, UTC.
        unit: of the value and of both bounds.
        low: the laboratory's own lower limit; None where it gave none. `high` likewise.
    """

    taken_s: float
    name: str
    value: float
    unit: str = ""
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, kw_only=True, eq=False)
class SampleLog:
    """Every sample, in order of time.

    Attributes:
        days: shape (n,), ascending: the UTC date of each.
        names: of each, case folded; `units` as stored.
        values: shape (n,).
        low: shape (n,); NaN where the laboratory gave no limit. `high` likewise.
    """

    days: Days
    names: tuple[str, ...]
    units: tuple[str, ...]
    values: Floats
    low: Floats
    high: Floats

    @classmethod
    def of(cls, samples: Sequence[LabSample]) -> "SampleLog":
        """Of samples in whatever order; those of one moment keep theirs."""
        ordered = sorted(samples, key=lambda each: each.taken_s)
        return cls(
            days=np.array([each.taken_s // _DAY_S for each in ordered], np.int64),
            names=tuple(each.name.casefold() for each in ordered),
            units=tuple(each.unit for each in ordered),
            values=np.array([each.value for each in ordered], np.float64),
            low=np.array([np.nan if each.low is None else each.low for each in ordered], np.float64),
            high=np.array([np.nan if each.high is None else each.high for each in ordered], np.float64),
        )

    def has(self, name: str) -> bool:
        """Whether there is a sample of that biomarker, letter case aside."""
        return name.casefold() in self.names

    def field(self, name: str) -> Floats:
        """Of each sample its value, if it is of that biomarker and in the unit of its newest sample; else NaN."""
        own = self._of(name)
        at = np.flatnonzero(own)
        if not at.size:
            return np.full(self.days.size, np.nan)
        alike = np.array([unit == self.units[at[-1]] for unit in self.units], np.bool_)
        return np.where(own & alike & np.isfinite(self.values), self.values, np.nan)

    def bound(self, name: str, *, high: bool) -> float:
        """The limit of the newest sample of that biomarker that has one; NaN without any."""
        limits = (self.high if high else self.low)[self._of(name)]
        limits = limits[np.isfinite(limits)]
        return float(limits[-1]) if limits.size else float("nan")

    def _of(self, name: str) -> Mask:
        folded = name.casefold()
        return np.array([each == folded for each in self.names], np.bool_)
