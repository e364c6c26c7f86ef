"""Stretches of time and what they cover, as arrays of seconds."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Seconds = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Spans:
    """Stretches that neither meet nor overlap, ascending.

    Attributes:
        lows, highs: int64, where each begins and ends; as many of one as of the other.
    """

    lows: Seconds
    highs: Seconds

    @property
    def total(self) -> int:
        return int((self.highs - self.lows).sum())

    def within(self, lows: Seconds, highs: Seconds) -> Seconds:
        """How many seconds of each of some stretches are covered."""
        return self._until(highs) - self._until(lows)

    def and_also(self, lows: Seconds, highs: Seconds) -> "Spans":
        """What these cover together with others, which may overlap."""
        return union(np.concatenate([self.lows, lows]), np.concatenate([self.highs, highs]))

    def _until(self, moments: Seconds) -> Seconds:
        before = np.concatenate([[0], np.cumsum(self.highs - self.lows)]).astype(np.int64)
        at = np.searchsorted(self.lows, moments, side="right")
        beyond = np.zeros(len(moments), np.int64)
        some = at > 0
        beyond[some] = np.maximum(self.highs[at[some] - 1] - moments[some], 0)
        return before[at] - beyond


NOTHING = Spans(np.empty(0, np.int64), np.empty(0, np.int64))


def union(lows: Seconds, highs: Seconds) -> Spans:
    """What stretches cover that may overlap, in any order; empty ones cover nothing."""
    some = highs > lows
    lows, highs = lows[some], highs[some]
    if not len(lows):
        return NOTHING
    order = np.argsort(lows, kind="stable")
    lows, highs = lows[order], np.maximum.accumulate(highs[order])
    begins = np.concatenate([[True], lows[1:] > highs[:-1]])
    return Spans(lows[begins], highs[np.concatenate([begins[1:], [True]])])
