"""What the Critic weighs besides the gates, computed from the stored series themselves.

Everything is measured on normal scores of ranks, so that a monotone change of scale changes nothing.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from services.validator.domain.claims.finding import Finding, FindingKind
from services.validator.domain.claims.sample import Sample
from services.validator.domain.records.series import DailySeries, Floats
from services.validator.domain.review.missingness import GapContrast, WeekdayGaps, gap_contrasts, weekday_gaps
from services.validator.domain.review.precedence import Precedence, precedence
from services.validator.domain.review.shared_causes import Cause, left_without, shared_causes
from services.validator.domain.statistics.autocorrelation import Grid, effective_n, persistence, quadratic_form
from services.validator.domain.statistics.calendar_patterns import (
    YEAR_DAYS,
    Calendar,
    Explained,
    Pattern,
    harmonics,
    orthonormal,
    stands_out,
)
from services.validator.domain.statistics.scores import correlation, normal_scores, without

_FEWEST_DAYS: Final = 10
_HISTORY_DAYS: Final = 1.5 * YEAR_DAYS
_TINY: Final = 1e-9


@dataclass(frozen=True, kw_only=True)
class SharedPattern:
    """A pattern of the calendar in the two series of an association.

    Attributes:
        feature_share: what it explains of the feature's variance (adjusted R squared of the scores).
        target_share: of the target's.
        brought: the part of the correlation that it brings about, in correlation.
        in_both: whether it stands out from noise in both.
    """

    pattern: Pattern
    feature_share: float
    target_share: float
    brought: float
    in_both: bool


@dataclass(frozen=True, kw_only=True)
class Brought:
    """The part of a correlation that a shared cause brings about, in correlation."""

    cause: Cause
    rho: float


@dataclass(frozen=True, kw_only=True)
class AssociationEvidence:
    """Of an association.

    Attributes:
        rho: the correlation of the scores.
        rho_left: the same without what both series share.
        causes: what both show beside the calendar's patterns, each with what it brings about.
        share_left: without all of that, the share of the correlation that is left; `chance_left`: how likely series
            without a link have as much left.
        precedence: which comes first; None on too few days.
    """

    rho: float
    rho_left: float
    patterns: tuple[SharedPattern, ...]
    precedence: Precedence | None
    causes: tuple[Brought, ...] = ()
    share_left: float = 1.0
    chance_left: float = 0.0


@dataclass(frozen=True, kw_only=True)
class SpreadChange:
    """How the ups and downs of later days differ from those of earlier ones.

    Attributes:
        ratio: of the median absolute deviations, later to earlier, over what a spread that grows with the level would
            show: above 1 either way.
        z: the difference over its standard error, from the number of independent days they are worth.
    """

    ratio: float
    z: float


@dataclass(frozen=True, kw_only=True)
class TrendEvidence:
    """Of a trend.

    Attributes:
        error_ratio: the change over its standard error, days that resemble their neighbours allowed for; NaN if the
            series does not vary.
        weekday_overlap: how far the days of the week of later and earlier days are different ones, 0 to 1.
        weekday_left: the share of the change that is left once the days of the week are allowed for; 1 if they make
            no difference to the series, NaN if the days do not tell.
        season_left: likewise of the time of year; NaN if the record is too short to tell.
        season_swing: how large a change a yearly rhythm that swings by 1 up and down could pass off as this one; 0
            over less than half a year.
        spread: how the ups and downs differ; None of a line, of groups, and on too few days.
    """

    error_ratio: float
    weekday_overlap: float
    weekday_left: float
    season_left: float
    season_swing: float
    spread: SpreadChange | None = None


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """Measurements that speak for or against a finding; what could not be measured is left out.

    Attributes:
        pull: of a single number, how far its mean lies from its median, in standard deviations; NaN without a spread.
    """

    association: AssociationEvidence | None = None
    trend: TrendEvidence | None = None
    gaps: tuple[GapContrast, ...] = ()
    weekday_gaps: WeekdayGaps | None = None
    pull: float = math.nan


def gather(finding: Finding, sample: Sample) -> Evidence:
    """The evidence about a finding whose data could be read; never raises, whatever the numbers.

    Args:
        finding: its question could be read.
        sample: what its question asks about. What is no daily series, and what only holds or not, is not measured.
    """
    if sample.n < _FEWEST_DAYS or sample.record is None:
        return Evidence()
    with np.errstate(all="ignore"):
        association, trend, pull = None, None, math.nan
        kind = None if finding.kind is None else sample.weighed_as(finding.kind)
        if kind is FindingKind.ASSOCIATION:
            association = _association(sample, precedence(sample))
        elif kind is FindingKind.TREND:
            trend = _trend(sample, sample.record)
        else:
            pull = _pull(sample.feature)
        return Evidence(
            association=association,
            trend=trend,
            gaps=gap_contrasts(sample),
            weekday_gaps=weekday_gaps(sample),
            pull=pull,
        )


def _association(sample: Sample, first: Precedence | None) -> AssociationEvidence | None:
    if sample.target is None:
        return None
    x, y = normal_scores(sample.feature), normal_scores(sample.target)
    rho = correlation(x, y)
    if not math.isfinite(rho):
        return None
    calendar = Calendar.of(sample.days)
    of_x, of_y = calendar.explains(x), calendar.explains(y)
    causes = shared_causes(x, y, sample.days, _known(calendar, of_x, of_y))
    found = [each.cause for each in causes]
    patterns = tuple(
        SharedPattern(
            pattern=pattern,
            feature_share=of_x[pattern].share,
            target_share=of_y[pattern].share,
            brought=_brought(x, y, columns),
            in_both=_is_in_both(pattern, of_x, of_y, found),
        )
        for pattern, columns in calendar.columns.items()
    )
    shared = np.hstack([_level(sample.n), *(calendar.columns[p.pattern] for p in patterns if p.in_both)])
    brought: list[Brought] = []
    for each in causes:
        columns = orthonormal(each.columns, shared)
        shared = np.hstack([shared, columns])
        if each.cause is not Cause.DRIFT:
            brought.append(Brought(cause=each.cause, rho=_brought(x, y, columns)))
    left = left_without(x, y, sample.days, shared)
    return AssociationEvidence(
        rho=rho,
        rho_left=left.rho,
        patterns=patterns,
        precedence=first,
        causes=tuple(brought),
        share_left=left.share,
        chance_left=left.chance,
    )


def _level(n: int) -> Floats:
    return np.full((n, 1), 1 / math.sqrt(n))


def _known(calendar: Calendar, of_x: Mapping[Pattern, Explained], of_y: Mapping[Pattern, Explained]) -> Floats:
    """What a shared cause is sought beside: the weekday, and the time of year if it is in both."""
    seasonal = _is_in_both(Pattern.SEASON, of_x, of_y, ())
    names = tuple(calendar.columns) if seasonal else (Pattern.WEEKDAY,)
    return np.hstack([_level(calendar.grid.n), *(calendar.columns[name] for name in names)])


def _is_in_both(
    pattern: Pattern, of_x: Mapping[Pattern, Explained], of_y: Mapping[Pattern, Explained], found: Sequence[Cause]
) -> bool:
    """A step explains the line that it looks like, and what is left of a weekly rhythm that stops is the weekday's."""
    if pattern not in of_x:
        return False
    stands_out = of_x[pattern].stands_out and of_y[pattern].stands_out
    match pattern:
        case Pattern.TREND:
            return Cause.DRIFT in found or (stands_out and Cause.STEP not in found)
        case Pattern.WEEKDAY:
            return stands_out or Cause.RHYTHM in found
        case Pattern.SEASON:
            return stands_out


def _brought(x: Floats, y: Floats, columns: Floats) -> float:
    """The part of the correlation that some orthonormal columns, free of the level, bring about."""
    return float((columns.T @ x) @ (columns.T @ y)) / math.sqrt(float((x @ x) * (y @ y)))


def _trend(sample: Sample, record: DailySeries) -> TrendEvidence | None:
    """The contrast of a trend is, but for its scale, the regressor whose slope it gives; so it can be adjusted.

    What the groups of a difference are about explains nothing away.
    """
    contrast, scores = sample.contrast, normal_scores(sample.feature)
    if contrast is None or not contrast @ scores:
        return None
    calendar = Calendar.of(sample.days)
    weekday = calendar.columns[Pattern.WEEKDAY]
    within = without(contrast, weekday)
    overlap = 1 - float(within @ within) / float(contrast @ contrast)
    by_season = Pattern.SEASON in calendar.columns and not sample.basis.by_month
    swing = float(np.linalg.norm(contrast @ harmonics(sample.days))) if by_season else 0.0
    left = 1.0
    if sample.basis.by_weekday:
        overlap = 0.0
    elif 1 - overlap > _TINY:
        left = _weekday_left(scores, contrast, within, weekday)
    else:
        left = math.nan
    return TrendEvidence(
        error_ratio=_error_ratio(scores, contrast, calendar.grid),
        weekday_overlap=overlap,
        weekday_left=left,
        season_left=_season_left(sample, contrast, record) if swing else 1.0,
        season_swing=swing,
        spread=_spread(sample, calendar.grid),
    )


def _spread(sample: Sample, grid: Grid) -> SpreadChange | None:
    """By the ranks of the deviations from the median of either side, as Fligner and Killeen (1976)."""
    if sample.earlier is None or sample.later is None or sample.basis.is_between_groups:
        return None
    later, earlier = sample.later & ~sample.earlier, sample.earlier & ~sample.later
    if min(np.count_nonzero(later), np.count_nonzero(earlier)) < _FEWEST_DAYS or not np.all(later | earlier):
        return None
    levels = [float(np.median(sample.feature[side])) for side in (earlier, later)]
    apart = np.abs(sample.feature - np.where(later, levels[1], levels[0]))
    before, after = (float(np.median(apart[side])) for side in (earlier, later))
    if not before > 0 or not after > 0:
        return None
    level = levels[1] / levels[0] if min(levels) > 0 else 1.0
    # What is between no change and one that goes with the level is no change.
    ratio = max(after / before / max(level, 1.0), before / after * min(level, 1.0))
    scores, flags = normal_scores(apart), later - later.mean()
    r = correlation(scores, flags)
    worth = effective_n(persistence(scores, grid) * persistence(flags, grid), grid)
    return SpreadChange(ratio=ratio, z=abs(r) * math.sqrt(max(worth - 2, 0.0) / max(1 - r**2, _TINY)))


def _error_ratio(scores: Floats, contrast: Floats, grid: Grid) -> float:
    """The change over its standard error under a first-order autoregression of what the change leaves."""
    left = scores - contrast * float(contrast @ scores) / float(contrast @ contrast)
    variance = float(left @ left) / max(grid.n - 2, 1) * quadratic_form(contrast, persistence(left, grid), grid)
    return abs(float(contrast @ scores)) / math.sqrt(variance) if variance > 0 else math.inf


def _weekday_left(scores: Floats, contrast: Floats, within: Floats, weekday: Floats) -> float:
    """The change fitted beside the weekdays, over the change as it stands; 1 if they explain nothing beside it."""
    change = np.column_stack([np.full(scores.size, 1 / math.sqrt(scores.size)), contrast / np.linalg.norm(contrast)])
    beside = orthonormal(weekday, change)
    left = without(without(scores, change), beside)
    if not stands_out(scores, beside, left, freedom=scores.size - change.shape[1] - beside.shape[1]):
        return 1.0
    slope = float(within @ scores) / float(within @ within)
    return slope * float(contrast @ contrast) / float(contrast @ scores)


def _season_left(sample: Sample, contrast: Floats, record: DailySeries) -> float:
    """The change without the yearly rhythm that the whole record has beside its weekdays and its straight line."""
    if record.days[-1] - record.days[0] < _HISTORY_DAYS:
        return math.nan
    calendar, scores = Calendar.of(record.days), normal_scores(record.values)
    if not calendar.explains(scores)[Pattern.SEASON].stands_out:
        return 1.0
    rhythm = harmonics(record.days)
    others = calendar.basis[:, : calendar.basis.shape[1] - calendar.columns[Pattern.SEASON].shape[1]]
    swings = np.linalg.pinv(without(rhythm, others)) @ scores
    there = np.searchsorted(record.days, sample.days)
    change = float(contrast @ scores[there])
    return 1 - float(contrast @ (rhythm[there] @ swings)) / change if change else math.nan


def _pull(values: Floats) -> float:
    spread = float(values.std(ddof=1))
    return abs(float(values.mean() - np.median(values))) / spread if spread > 0 else math.nan
