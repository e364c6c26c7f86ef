"""Shares and streaks: the days on which conditions hold, among those on which that can be told."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

import numpy as np

from services.validator.domain.calendar_days import bounds
from services.validator.domain.finding import Statistic
from services.validator.domain.selection import SelectedSample
from services.validator.domain.series import Days

_Compute: TypeAlias = Callable[[SelectedSample], float]


@dataclass(frozen=True, kw_only=True)
class Streak:
    """Calendar days in a row; `last` is the last of them, since 1970-01-01, and nothing where there is none."""

    length: int
    last: int


def longest_streak(held: Days) -> Streak:
    """The longest run of days in a row, of several as long the first.

    Args:
        held: ascending and unique.
    """
    if not held.size:
        return Streak(length=0, last=0)
    begins = np.flatnonzero(np.diff(held, prepend=held[0] - 2) > 1)
    lengths = np.diff(begins, append=held.size)
    at = int(lengths.argmax())
    return Streak(length=int(lengths[at]), last=int(held[begins[at] + lengths[at] - 1]))


def current_streak(held: Days, last_day: int) -> Streak:
    """The run of days in a row that ends with a certain day."""
    counted_back = last_day - held[held <= last_day][::-1]
    return Streak(length=int(np.count_nonzero(counted_back == np.arange(counted_back.size))), last=last_day)


def _held(sample: SelectedSample) -> Days:
    return sample.days[sample.feature > 0]


def _longest(sample: SelectedSample) -> Streak:
    return longest_streak(_held(sample))


def _current(sample: SelectedSample) -> Streak:
    window = sample.selection.window
    if window is None:
        raise AssertionError
    return current_streak(_held(sample), bounds(window)[1])


def _share(sample: SelectedSample) -> float:
    return 100 * _held(sample).size / sample.n if sample.n else math.nan


NUMBERS: Final[Mapping[str, _Compute]] = MappingProxyType(
    {
        "n": lambda sample: float(sample.n),
        "held": lambda sample: float(_held(sample).size),
        Statistic.SHARE: _share,
        Statistic.LONGEST_STREAK: lambda sample: float(_longest(sample).length),
        Statistic.CURRENT_STREAK: lambda sample: float(_current(sample).length),
    }
)
_STREAKS: Final[Mapping[Statistic | None, Callable[[SelectedSample], Streak]]] = MappingProxyType(
    {Statistic.LONGEST_STREAK: _longest, Statistic.CURRENT_STREAK: _current}
)


def streak_days(sample: SelectedSample) -> Mapping[str, float]:
    """The first and the last day of the streak that the statistic names; nothing where it names or there is none."""
    compute = _STREAKS.get(sample.selection.statistic)
    streak = compute(sample) if compute else Streak(length=0, last=0)
    if not streak.length:
        return {}
    return {"start_day": float(streak.last - streak.length + 1), "day": float(streak.last)}
