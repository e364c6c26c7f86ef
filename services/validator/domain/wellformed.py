"""What is wrong with a finding's selection as such, before any data is read."""

import math
from collections.abc import Iterator
from datetime import date
from typing import Final

from services.validator.domain.finding import (
    OF_CONDITIONS,
    Activities,
    ActivityFilter,
    DayFilter,
    Finding,
    FindingKind,
    Group,
    MonthFilter,
    Selection,
    Source,
    Statistic,
    UnknownFilter,
    ValueFilter,
    WeekdayFilter,
    Window,
    is_per_day,
)
from services.validator.domain.store import OPERATORS, PER_DAY

_TRENDS: Final = frozenset({Statistic.DIFFERENCE_OF_MEANS, Statistic.LINEAR_CHANGE, Statistic.CHANGE_POINT})
_RATES: Final = frozenset({Statistic.TOTAL_PER, Statistic.COUNT_PER})
_OF_BARE_DAYS: Final = frozenset(
    {Statistic.COUNT, Statistic.COUNT_DAYS, Statistic.COUNT_PER, Statistic.FIRST, Statistic.LATEST}
)
"""What can be told of days or activities of which nothing is measured: how many there are, and when."""
_NEEDS_EARLIER: Final = "a difference of means needs an earlier window or another group, and nothing else may have one"


def malformed(finding: Finding) -> str:
    """The first fault, in plain words; empty if there is none."""
    return next(_faults(finding), "")


def _faults(finding: Finding) -> Iterator[str]:
    selection = finding.selection
    if not finding.id:
        yield "the finding has no id, so its numbers cannot be cited"
    if finding.kind is None:
        yield "the finding does not say what kind of claim it is"
    elif selection is None or not _names_data(selection):
        yield "the finding does not say which data it rests on"
    else:
        yield from _faults_of_kind(finding.kind, selection)
        yield from _faults_of_series(selection)
        yield from _faults_of_days(selection)


def _names_data(selection: Selection) -> bool:
    if selection.source is None or selection.target_source is None:
        return False
    if selection.feature or selection.statistic in OF_CONDITIONS:
        return True
    if selection.source is Source.ACTIVITY and is_per_day(selection.activities):
        return selection.activities is not None and selection.activities.per_day is Statistic.COUNT
    return selection.source is not Source.BIOMARKER and selection.statistic in _OF_BARE_DAYS


def _faults_of_kind(kind: FindingKind, selection: Selection) -> Iterator[str]:
    statistic = selection.statistic
    if (kind is FindingKind.ASSOCIATION) != _has_target(selection):
        yield "an association needs a second series, and nothing else may have one"
    if statistic is not None and kind is not _kind_of(statistic):
        yield f"a {statistic.value.replace('_', ' ')} is not a finding of kind {kind.value}"
    if (statistic in OF_CONDITIONS) != bool(selection.conditions):
        yield "a share or a streak needs conditions, and nothing else may have them"
    if statistic in _RATES and not 0 < selection.per_days < math.inf:
        yield "a rate needs the days it is per"


def _has_target(selection: Selection) -> bool:
    activities = selection.target_activities
    counted = activities is not None and activities.per_day is Statistic.COUNT
    return bool(selection.target) or (selection.target_source is Source.ACTIVITY and counted)


def _faults_of_series(selection: Selection) -> Iterator[str]:
    for activities in (selection.activities, selection.target_activities):
        if activities is not None and not _is_meant(activities):
            yield "which activities are meant cannot be understood"
    if _has_target(selection):
        per_day = selection.target_source is Source.DAY or is_per_day(selection.target_activities)
        if not (selection.is_daily and per_day):
            yield "an association is between two daily series"
    if selection.statistic is Statistic.POPULATION_DIFFERENCE and selection.source is not Source.DAY:
        yield "only a daily metric can be held against other people"
    of_days = selection.baseline is not None and selection.is_daily and selection.source is Source.ACTIVITY
    if of_days and len({group.activities for group in selection.groups}) > 1:
        yield "a difference between days is of one daily series"


def _faults_of_days(selection: Selection) -> Iterator[str]:
    if selection.window is None:
        yield "the finding does not say which days it rests on"
    baselines = (selection.baseline_window is not None) + (selection.baseline is not None)
    if (selection.statistic is Statistic.DIFFERENCE_OF_MEANS) != (baselines == 1) or baselines > 1:
        yield _NEEDS_EARLIER
    for group in selection.groups:
        yield from _faults_of_group(group)
    if not all(map(_is_readable, selection.conditions)):
        yield "a condition cannot be understood"


def _faults_of_group(group: Group) -> Iterator[str]:
    if group.window is None or not _is_span(group.window):
        yield "the dates of a window are not a span of calendar days"
    if not all(map(_is_readable, group.day_filters)):
        yield "a day filter cannot be understood"
    if group.activities is not None and not _is_meant(group.activities):
        yield "which activities are meant cannot be understood"
    if group.pick is not None and (group.pick.end is None or group.pick.count < 1):
        yield "which values are picked cannot be understood"


def _kind_of(statistic: Statistic) -> FindingKind:
    if statistic is Statistic.SPEARMAN:
        return FindingKind.ASSOCIATION
    return FindingKind.TREND if statistic in _TRENDS else FindingKind.SCALAR


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
            return bool(day_filter.metric) and day_filter.comparison in OPERATORS and not math.isnan(day_filter.value)
        case WeekdayFilter():
            return bool(day_filter.iso_weekdays) and all(1 <= day <= 7 for day in day_filter.iso_weekdays)
        case MonthFilter():
            return bool(day_filter.months) and all(1 <= month <= 12 for month in day_filter.months)
        case ActivityFilter():
            return day_filter.activities is None or _is_meant(day_filter.activities)
        case UnknownFilter():
            return False


def _is_meant(activities: Activities) -> bool:
    bounds_are = all(
        bound.field and bound.comparison in OPERATORS and not math.isnan(bound.value) for bound in activities.bounds
    )
    return bounds_are and (activities.per_day is None or activities.per_day in PER_DAY)
