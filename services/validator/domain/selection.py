"""From a selection and the stored series to the numbers the gates weigh.

The one place that says which days count: window, filters, lag. The claim's own numbers play no part.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from services.validator.domain.finding import (
    Comparison,
    DayFilter,
    Finding,
    FindingKind,
    Selection,
    Statistic,
    UnknownFilter,
    ValueFilter,
    WeekdayFilter,
    Window,
)

Floats: TypeAlias = NDArray[np.float64]
Days: TypeAlias = NDArray[np.int64]
Mask: TypeAlias = NDArray[np.bool_]

_EPOCH_ORDINAL: Final = date(1970, 1, 1).toordinal()
_TREND_STATISTICS: Final = frozenset({Statistic.DIFFERENCE_OF_MEANS, Statistic.LINEAR_CHANGE})

_OPERATORS: Final[Mapping[Comparison | None, np.ufunc]] = MappingProxyType(
    {
        Comparison.LESS: np.less,
        Comparison.LESS_OR_EQUAL: np.less_equal,
        Comparison.GREATER: np.greater,
        Comparison.GREATER_OR_EQUAL: np.greater_equal,
        Comparison.EQUAL: np.equal,
    }
)


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
class Sample:
    """What a selection selects, in time order; for an association the pairs of days that have both values.

    Attributes:
        feature: shape (n,).
        target: shape (n,), paired by position; None unless the finding is an association.
        days: shape (n,), the feature's day of each value, since 1970-01-01, ascending and unique.
        contrast: of a trend, shape (n,): the weights whose product with `feature` is the effect; None otherwise.
        selected_days: calendar days of the window (or windows) on which the filters hold, values or not.
        earlier: of a difference of means, shape (n,): which values lie in the earlier window; None otherwise.
        later: likewise the later window; a value may lie in both.
    """

    feature: Floats
    target: Floats | None
    days: Days
    selected_days: int
    contrast: Floats | None = None
    earlier: Mask | None = None
    later: Mask | None = None

    @property
    def n(self) -> int:
        return self.feature.size

    @property
    def smaller_window_n(self) -> int | None:
        """Of a difference of means, the values in whichever window has fewer; None otherwise."""
        if self.earlier is None or self.later is None:
            return None
        return min(int(self.earlier.sum()), int(self.later.sum()))

    @property
    def coverage(self) -> float:
        """The share of the selected days that have a value, 0 to 1."""
        return self.n / self.selected_days if self.selected_days else 0.0


@dataclass(frozen=True, kw_only=True)
class Unreadable:
    """Why a finding's selection selects nothing that could be weighed, in plain words."""

    reason: str


Store: TypeAlias = Mapping[str, DailySeries]


def names_of(finding: Finding) -> frozenset[str]:
    """The series a finding needs; none if its selection cannot be read anyway."""
    if finding.selection is None or _malformed(finding):
        return frozenset()
    return frozenset(_names(finding.selection))


def read_sample(finding: Finding, store: Store) -> Sample | Unreadable:
    """The numbers behind a finding, read by its selection.

    Args:
        finding: the claim.
        store: every known series by name; a name that is absent is not a metric.
    """
    malformed = _malformed(finding)
    if malformed:
        return Unreadable(reason=malformed)
    selection = finding.selection
    if selection is None or selection.window is None:
        raise AssertionError(finding.id)
    unknown = sorted(name for name in _names(selection) if name not in store)
    if unknown:
        return Unreadable(reason=f'no metric is called "{unknown[0]}"')
    return _on_days(finding.kind, selection, selected_days(selection, selection.window, store), store)


def selected_days(selection: Selection, window: Window, store: Store) -> Days:
    """The calendar days of the window, or windows, on which every filter holds, ascending, with values or without."""
    days = _calendar(window)
    if selection.baseline_window is not None:
        days = np.union1d(days, _calendar(selection.baseline_window))
    for day_filter in selection.day_filters:
        days = days[_holds(day_filter, days, store)]
    return days


def _on_days(kind: FindingKind | None, selection: Selection, days: Days, store: Store) -> Sample | Unreadable:
    feature = store[selection.feature].on(days)
    target = store[selection.target].on(days + selection.lag_days) if selection.target else None
    has_value = np.isfinite(feature) if target is None else np.isfinite(feature) & np.isfinite(target)
    earlier = later = None
    if selection.baseline_window is not None and selection.window is not None:
        earlier = _within(selection.baseline_window, days[has_value])
        later = _within(selection.window, days[has_value])
        if earlier.any() != later.any():
            which = "later" if earlier.any() else "earlier"
            return Unreadable(reason=f"no day of the {which} window has a value, so there is nothing to compare")
    return Sample(
        feature=feature[has_value],
        target=None if target is None else target[has_value],
        days=days[has_value],
        contrast=_contrast(selection, days[has_value]) if kind is FindingKind.TREND else None,
        selected_days=days.size,
        earlier=earlier,
        later=later,
    )


def _contrast(selection: Selection, days: Days) -> Floats:
    """Of a trend, the weights of the days: a difference of means, otherwise the fitted linear change.

    The change is the ordinary least-squares slope times the days from the first to the last value. With fewer than two
    days there is none, and the weights are 0.
    """
    window, baseline = selection.window, selection.baseline_window
    if window is not None and baseline is not None:
        later, earlier = _within(window, days), _within(baseline, days)
        return np.asarray(later / max(later.sum(), 1) - earlier / max(earlier.sum(), 1), np.float64)
    return _linear_contrast(days)


def contrast(days: Days, earlier_count: int | None) -> Floats:
    """The weights of a trend of values on these days: of two windows, the first with so many values, or of a line."""
    if earlier_count is None:
        return _linear_contrast(days)
    weights = np.full(days.size, 1 / (days.size - earlier_count))
    weights[:earlier_count] = -1 / earlier_count
    return weights


def _linear_contrast(days: Days) -> Floats:
    """The weights that give the least-squares change of a series from the first to the last of these days."""
    centred = days - days.mean() if days.size else days.astype(np.float64)
    spread = float(centred @ centred)
    return np.asarray(centred * (days[-1] - days[0]) / spread, np.float64) if spread else np.zeros(days.size)


def _names(selection: Selection) -> set[str]:
    filters = {f.metric for f in selection.day_filters if isinstance(f, ValueFilter)}
    return filters | ({selection.feature, selection.target} - {""})


def _malformed(finding: Finding) -> str:
    """What is wrong with the selection as such, before any data is read; empty if nothing is."""
    selection = finding.selection
    if not finding.id:
        return "the finding has no id, so its numbers cannot be cited"
    if finding.kind is None:
        return "the finding does not say what kind of claim it is"
    if selection is None or not selection.feature:
        return "the finding does not say which data it rests on"
    if (finding.kind is FindingKind.ASSOCIATION) != bool(selection.target):
        return "an association needs a second series, and nothing else may have one"
    if selection.statistic is not None and finding.kind is not _kind_of(selection.statistic):
        return f"a {selection.statistic.value.replace('_', ' ')} is not a finding of kind {finding.kind.value}"
    return _malformed_days(selection)


def _malformed_days(selection: Selection) -> str:
    if selection.window is None:
        return "the finding does not say which days it rests on"
    if (selection.statistic is Statistic.DIFFERENCE_OF_MEANS) != (selection.baseline_window is not None):
        return "a difference of means needs an earlier window, and nothing else may have one"
    for window in (selection.window, selection.baseline_window):
        if window is not None and not _is_span(window):
            return "the dates of a window are not a span of calendar days"
    if not all(_is_readable(day_filter) for day_filter in selection.day_filters):
        return "a day filter cannot be understood"
    return ""


def _kind_of(statistic: Statistic) -> FindingKind:
    if statistic is Statistic.SPEARMAN:
        return FindingKind.ASSOCIATION
    return FindingKind.TREND if statistic in _TREND_STATISTICS else FindingKind.SCALAR


def _is_span(window: Window) -> bool:
    """Both dates exist, are written YYYY-MM-DD, and do not run backwards."""
    try:
        start, end = date.fromisoformat(window.start_date), date.fromisoformat(window.end_date)
    except ValueError:
        return False
    written = (window.start_date, window.end_date)
    return start <= end and (start.isoformat(), end.isoformat()) == written


def _is_readable(day_filter: DayFilter) -> bool:
    match day_filter:
        case ValueFilter():
            return bool(day_filter.metric) and day_filter.comparison in _OPERATORS and not np.isnan(day_filter.value)
        case WeekdayFilter():
            return bool(day_filter.iso_weekdays) and all(1 <= day <= 7 for day in day_filter.iso_weekdays)
        case UnknownFilter():
            return False


def _bounds(window: Window) -> tuple[int, int]:
    """The first and the last day, as days since 1970-01-01."""
    first, last = (date.fromisoformat(text).toordinal() for text in (window.start_date, window.end_date))
    return first - _EPOCH_ORDINAL, last - _EPOCH_ORDINAL


def _calendar(window: Window) -> Days:
    first, last = _bounds(window)
    return np.arange(first, last + 1, dtype=np.int64)


def _within(window: Window, days: Days) -> Mask:
    first, last = _bounds(window)
    return np.asarray((days >= first) & (days <= last), np.bool_)


def _holds(day_filter: DayFilter, days: Days, store: Store) -> Mask:
    """Whether the filter holds on each day."""
    match day_filter:
        case ValueFilter():
            # NaN compares as false with everything, so a day without the metric is not kept.
            values = store[day_filter.metric].on(days)
            return np.asarray(_OPERATORS[day_filter.comparison](values, day_filter.value), np.bool_)
        case WeekdayFilter():
            # 1970-01-01 was a Thursday, ISO weekday 4.
            return np.asarray(np.isin((days + 3) % 7 + 1, day_filter.iso_weekdays), np.bool_)
        case UnknownFilter():
            raise AssertionError(day_filter)
