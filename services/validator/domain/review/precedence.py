"""Which of two series comes first: correlations with the target some days before and after the feature."""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from services.validator.domain.claims.sample import Sample
from services.validator.domain.records.series import DailySeries, Floats
from services.validator.domain.statistics.autocorrelation import Grid, effective_n, persistence
from services.validator.domain.statistics.calendar_patterns import Calendar
from services.validator.domain.statistics.scores import correlation, normal_scores, without

_FEWEST_PAIRS: Final = 20
_DAYS_AHEAD: Final = (1, 2, 3)


@dataclass(frozen=True, kw_only=True)
class Precedence:
    """Rank correlations between days, weekday, trend and season taken out, each counted in the claimed one's direction.

    Attributes:
        claimed: at the claimed lag, 0 or more.
        reverse: with the series that is claimed to follow ahead by a day; of a claimed lag, the strongest of the one,
            two or three days ahead.
        forward: of a claim about the same day, the size of the correlation with the next day's target; NaN otherwise.
        error: the standard error of one of them, from the number of independent days the pairs are worth.
    """

    claimed: float
    reverse: float
    forward: float
    error: float


def precedence(sample: Sample) -> Precedence | None:
    """Measured over all days of the window, whatever the filters; a gap is no neighbourhood. None on too few days.

    Without the calendar's patterns, for a rhythm that two series share correlates them at many lags.
    """
    basis, feature_record, target_record = sample.basis, sample.record, sample.target_record
    if basis.span is None or feature_record is None or target_record is None:
        return None
    first, last = basis.span
    ahead = [-lag if basis.lag_days >= 0 else lag for lag in _DAYS_AHEAD]
    lags = (basis.lag_days, *ahead, 1)
    feature = _unpatterned(feature_record, first, last)
    target = _unpatterned(target_record, first + min(lags), last + max(lags))
    if feature is None or target is None:
        return None
    claimed = _correlation(feature, target, basis.lag_days)
    error = _error(feature, target, basis.lag_days)
    if not math.isfinite(claimed) or not math.isfinite(error):
        return None
    sign = math.copysign(1.0, claimed)
    considered = ahead if basis.lag_days else ahead[:1]
    reverse = [sign * _correlation(feature, target, lag) for lag in considered]
    return Precedence(
        claimed=abs(claimed),
        reverse=max((r for r in reverse if math.isfinite(r)), default=math.nan),
        forward=math.nan if basis.lag_days else abs(_correlation(feature, target, 1)),
        error=error,
    )


def _unpatterned(series: DailySeries, first: int, last: int) -> DailySeries | None:
    """The series' normal scores between two days without the calendar's patterns; None on too few days."""
    start, stop = np.searchsorted(series.days, (first, last + 1))
    days = series.days[start:stop]
    if days.size < _FEWEST_PAIRS:
        return None
    left = without(normal_scores(series.values[start:stop]), Calendar.of(days).basis)
    return DailySeries(days=days, values=left)


def _correlation(feature: DailySeries, target: DailySeries, lag: int) -> float:
    paired = target.on(feature.days + lag)
    there = np.isfinite(paired)
    if np.count_nonzero(there) < _FEWEST_PAIRS:
        return math.nan
    return correlation(_centred(feature.values[there]), _centred(paired[there]))


def _error(feature: DailySeries, target: DailySeries, lag: int) -> float:
    days = feature.days[np.isfinite(target.on(feature.days + lag))]
    if not days.size:
        return math.nan
    memories = (persistence(series.values, Grid.of(series.days)) for series in (feature, target))
    return 1 / math.sqrt(effective_n(math.prod(memories), Grid.of(days)))


def _centred(values: Floats) -> Floats:
    centred: Floats = values - values.mean()
    return centred
