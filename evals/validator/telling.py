"""The 95 % interval that is told of each kind of number, as a pair of ends; None where none is told."""

from typing import TypeAlias

from evals.validator.claims import Days, Mask
from evals.validator.processes import Floats
from services.validator.domain.statistics import certainty
from services.validator.domain.statistics.certainty import ConfidenceInterval

Told: TypeAlias = tuple[float, float] | None


def _ends(interval: ConfidenceInterval | None) -> Told:
    return None if interval is None else (interval.low, interval.high)


def mean(values: Floats, days: Days) -> Told:
    """Of the mean of daily values."""
    return _ends(certainty.of_mean(values, days))


def median(values: Floats, days: Days) -> Told:
    """Of their median."""
    return _ends(certainty.of_median(values, days))


def share(held: Floats, days: Days) -> Told:
    """Of the share of days on which something holds, 0 to 1."""
    return _ends(certainty.of_share(held, days))


def difference(values: Floats, days: Days, later: Mask) -> Told:
    """Of the mean of the later values less that of the others."""
    return _ends(certainty.of_difference(values, days, ~later, later))


def change(values: Floats, days: Days) -> Told:
    """Of the change of a straight line from the first day to the last."""
    return _ends(certainty.of_line(values, days))


def rank_correlation(x: Floats, y: Floats, days: Days) -> Told:
    """Of Spearman's correlation of two daily series."""
    return _ends(certainty.of_rank_correlation(x, y, days))
