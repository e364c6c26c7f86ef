"""The 95 % interval that is told of each kind of number, as a pair of ends; None where none is told."""

from typing import TypeAlias

import numpy as np
from scipy import stats

from evals.validator.claims import Days, Mask
from evals.validator.processes import Floats
from services.validator.domain.claims.finding import Interval
from services.validator.domain.statistics.intervals import correlation_interval, mean_interval

Told: TypeAlias = tuple[float, float] | None


def _told(interval: Interval) -> Told:
    return (interval.low, interval.high) if np.isfinite([interval.low, interval.high]).all() else None


def mean(values: Floats, days: Days) -> Told:
    """Of the mean of daily values."""
    return _told(mean_interval(values, days))


def median(_values: Floats, _days: Days) -> Told:
    """Of their median."""
    return None


def share(_held: Floats, _days: Days) -> Told:
    """Of the share of days on which something holds, 0 to 1."""
    return None


def difference(_values: Floats, _days: Days, _later: Mask) -> Told:
    """Of the mean of the later values less that of the others."""
    return None


def change(_values: Floats, _days: Days) -> Told:
    """Of the change of a straight line from the first day to the last."""
    return None


def rank_correlation(x: Floats, y: Floats, _days: Days) -> Told:
    """Of Spearman's correlation of two daily series."""
    return _told(correlation_interval(float(stats.spearmanr(x, y).statistic), x.size))
