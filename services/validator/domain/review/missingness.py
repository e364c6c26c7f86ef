"""Whether the days without a value differ from the others: values that are missing for a reason bias what is left."""

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np

from services.validator.domain.claims.sample import Sample
from services.validator.domain.records.series import DailySeries, Days, Floats, Mask
from services.validator.domain.statistics.autocorrelation import Grid, effective_n, persistence
from services.validator.domain.statistics.scientific import special
from services.validator.domain.statistics.scores import correlation, normal_scores

_FEWEST_DAYS: Final = 8
_EXCESS: Final = 2.0


class Compared(StrEnum):
    """Which values are compared between which days."""

    FEATURE_WITHOUT_TARGET = "feature_without_target"
    TARGET_WITHOUT_FEATURE = "target_without_feature"
    NEXT_TO_GAP = "next_to_gap"


@dataclass(frozen=True, kw_only=True)
class GapContrast:
    """Values on days at a gap against values on the other days.

    Attributes:
        difference_sd: of the mean normal scores, in standard deviations; positive if the days at a gap are higher.
        z: the difference over its standard error, from the number of independent days they are worth.
        gap_share: which share of the days is at a gap.
    """

    compared: Compared
    difference_sd: float
    z: float
    gap_share: float


@dataclass(frozen=True, kw_only=True)
class WeekdayGaps:
    """How unevenly missing days fall on the days of the week.

    Attributes:
        cramers_v: 0 for evenly, 1 for on certain weekdays always and on others never.
        chance: how likely even gaps fall so unevenly (chi-square test).
        gap_share: which share of the days between the first and the last value is missing.
        iso_weekdays: those with clearly more missing days than their share; 1 = Monday ... 7 = Sunday.
    """

    cramers_v: float
    chance: float
    gap_share: float
    iso_weekdays: tuple[int, ...]


def gap_contrasts(sample: Sample) -> tuple[GapContrast, ...]:
    """Each comparison for which both kinds of days are many enough; of a daily series."""
    feature, target = sample.record, sample.target_record
    if feature is None:
        return ()
    if target is None:
        near = _next_to_gap(sample.days, feature)
        return _present(_contrast(Compared.NEXT_TO_GAP, sample.days, sample.feature, near))
    days = sample.calendar
    x, y = feature.on(days), target.on(days + sample.basis.lag_days)
    has_x, has_y = np.isfinite(x), np.isfinite(y)
    return _present(
        _contrast(Compared.FEATURE_WITHOUT_TARGET, days[has_x], x[has_x], ~has_y[has_x]),
        _contrast(Compared.TARGET_WITHOUT_FEATURE, days[has_y], y[has_y], ~has_x[has_y]),
    )


def weekday_gaps(sample: Sample) -> WeekdayGaps | None:
    """Over the selected days from the first to the last value; None if too few are there or missing."""
    days = sample.calendar
    days = days[(days >= sample.days[0]) & (days <= sample.days[-1])]
    missing = ~np.isin(days, sample.days)
    count = int(np.count_nonzero(missing))
    if min(count, days.size - count) < _FEWEST_DAYS:
        return None
    # 1970-01-01 was a Thursday.
    weekdays = (days + 3) % 7
    recorded = np.bincount(weekdays, minlength=7).astype(np.float64)
    share = count / days.size
    deviation = np.bincount(weekdays[missing], minlength=7) - share * recorded
    variance = share * (1 - share) * recorded
    there = recorded > 0
    chi_square = float(np.sum(deviation[there] ** 2 / variance[there]))
    excess = deviation[there] / np.sqrt(variance[there] * (1 - recorded[there] / days.size))
    return WeekdayGaps(
        cramers_v=math.sqrt(chi_square / days.size),
        chance=float(special().chdtrc(max(int(there.sum()) - 1, 1), chi_square)),
        gap_share=share,
        iso_weekdays=tuple(int(day) + 1 for day in np.flatnonzero(there)[excess > _EXCESS]),
    )


def _next_to_gap(days: Days, series: DailySeries) -> Mask:
    """Whether the day before or after has no value, although the record reaches so far."""
    first, last = series.days[0], series.days[-1]
    before = np.isnan(series.on(days - 1)) & (days > first)
    after = np.isnan(series.on(days + 1)) & (days < last)
    return np.asarray(before | after, np.bool_)


def _contrast(compared: Compared, days: Days, values: Floats, at_gap: Mask) -> GapContrast | None:
    """The point-biserial correlation of normal scores with being at a gap, as a test.

    Gaps that last and values that last resemble each other by chance, so the days count for what the correlation of
    two such series is worth (Bartlett 1935).
    """
    count = int(np.count_nonzero(at_gap))
    if min(count, days.size - count) < _FEWEST_DAYS:
        return None
    scores, flags = normal_scores(values), np.asarray(at_gap - count / days.size, np.float64)
    r = correlation(scores, flags)
    if not math.isfinite(r):
        return None
    grid = Grid.of(days)
    worth = effective_n(persistence(scores, grid) * persistence(flags, grid), grid)
    spread = math.sqrt(float(scores @ scores) / days.size)
    return GapContrast(
        compared=compared,
        difference_sd=float(scores[at_gap].mean() - scores[~at_gap].mean()) / spread,
        z=r * math.sqrt(max(worth - 2, 0.0) / max(1 - r**2, 1e-12)),
        gap_share=count / days.size,
    )


def _present(*contrasts: GapContrast | None) -> tuple[GapContrast, ...]:
    return tuple(contrast for contrast in contrasts if contrast is not None)
