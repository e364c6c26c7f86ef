"""Which data a finding speaks of: the contract's selections to the domain's and back."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, assert_never

from amy.api.common.v1 import common_pb2 as common
from services.validator.domain.finding import (
    Activities,
    ActivityBound,
    ActivityFilter,
    Comparison,
    DayFilter,
    End,
    Group,
    MonthFilter,
    Pick,
    Selection,
    Source,
    Statistic,
    UnknownFilter,
    ValueFilter,
    WeekdayFilter,
    Window,
)
from services.validator.wire.words import numbers_of, words_of

_STATISTICS: Final = numbers_of(Statistic, common.Statistic, "STATISTIC")
_COMPARISONS: Final = numbers_of(Comparison, common.Comparison, "COMPARISON")
_ENDS: Final = numbers_of(End, common.End, "END")
_SOURCES: Final[Mapping[Source, Any]] = MappingProxyType(
    {
        Source.DAY: common.SOURCE_UNSPECIFIED,
        Source.ACTIVITY: common.SOURCE_ACTIVITY,
        Source.BIOMARKER: common.SOURCE_BIOMARKER,
    }
)
_STATISTIC_FROM_PROTO: Final = words_of(_STATISTICS)
_COMPARISON_FROM_PROTO: Final = words_of(_COMPARISONS)
_END_FROM_PROTO: Final = words_of(_ENDS)
_SOURCE_FROM_PROTO: Final = words_of(_SOURCES)


def selection_from_proto(selection: common.Selection) -> Selection:
    has = selection.HasField
    return Selection(
        feature=selection.feature,
        target=selection.target,
        lag_days=selection.lag_days,
        window=_window_from_proto(selection.window) if has("window") else None,
        baseline_window=_window_from_proto(selection.baseline_window) if has("baseline_window") else None,
        day_filters=tuple(map(_filter_from_proto, selection.day_filters)),
        statistic=_STATISTIC_FROM_PROTO.get(selection.statistic),
        source=_SOURCE_FROM_PROTO.get(selection.source),
        activities=_activities_from_proto(selection.activities) if has("activities") else None,
        target_source=_SOURCE_FROM_PROTO.get(selection.target_source),
        target_activities=_activities_from_proto(selection.target_activities) if has("target_activities") else None,
        pick=_pick_from_proto(selection.pick) if has("pick") else None,
        conditions=tuple(map(_filter_from_proto, selection.conditions)),
        per_days=selection.per_days,
        baseline=_group_from_proto(selection.baseline) if has("baseline") else None,
    )


def selection_to_proto(selection: Selection) -> common.Selection:
    return common.Selection(
        feature=selection.feature,
        target=selection.target,
        lag_days=selection.lag_days,
        window=_window_to_proto(selection.window) if selection.window else None,
        baseline_window=_window_to_proto(selection.baseline_window) if selection.baseline_window else None,
        day_filters=map(_filter_to_proto, selection.day_filters),
        statistic=_STATISTICS[selection.statistic] if selection.statistic else common.STATISTIC_UNSPECIFIED,
        source=_SOURCES[selection.source] if selection.source else common.SOURCE_UNSPECIFIED,
        activities=_activities_to_proto(selection.activities) if selection.activities else None,
        target_source=_SOURCES[selection.target_source] if selection.target_source else common.SOURCE_UNSPECIFIED,
        target_activities=_activities_to_proto(selection.target_activities) if selection.target_activities else None,
        pick=_pick_to_proto(selection.pick) if selection.pick else None,
        conditions=map(_filter_to_proto, selection.conditions),
        per_days=selection.per_days,
        baseline=_group_to_proto(selection.baseline) if selection.baseline else None,
    )


def _window_from_proto(window: common.Window) -> Window:
    return Window(start_date=window.start_date, end_date=window.end_date, label=window.label)


def _window_to_proto(window: Window) -> common.Window:
    return common.Window(start_date=window.start_date, end_date=window.end_date, label=window.label)


def _activities_from_proto(activities: common.Activities) -> Activities:
    return Activities(
        kinds=tuple(activities.kinds),
        bounds=tuple(
            ActivityBound(field=bound.field, comparison=_COMPARISON_FROM_PROTO.get(bound.comparison), value=bound.value)
            for bound in activities.bounds
        ),
        per_day=_STATISTIC_FROM_PROTO.get(activities.per_day),
    )


def _activities_to_proto(activities: Activities) -> common.Activities:
    return common.Activities(
        kinds=activities.kinds,
        bounds=[
            common.ActivityBound(
                field=bound.field, comparison=_comparison_to_proto(bound.comparison), value=bound.value
            )
            for bound in activities.bounds
        ],
        per_day=_STATISTICS[activities.per_day] if activities.per_day else common.STATISTIC_UNSPECIFIED,
    )


def _comparison_to_proto(comparison: Comparison | None) -> "common.Comparison.ValueType":
    number: common.Comparison.ValueType = _COMPARISONS[comparison] if comparison else common.COMPARISON_UNSPECIFIED
    return number


def _pick_from_proto(pick: common.Pick) -> Pick:
    return Pick(end=_END_FROM_PROTO.get(pick.end), count=pick.count)


def _pick_to_proto(pick: Pick) -> common.Pick:
    return common.Pick(end=_ENDS[pick.end] if pick.end else common.END_UNSPECIFIED, count=pick.count)


def _group_from_proto(group: common.Group) -> Group:
    return Group(
        window=_window_from_proto(group.window) if group.HasField("window") else None,
        day_filters=tuple(map(_filter_from_proto, group.day_filters)),
        activities=_activities_from_proto(group.activities) if group.HasField("activities") else None,
        pick=_pick_from_proto(group.pick) if group.HasField("pick") else None,
    )


def _group_to_proto(group: Group) -> common.Group:
    return common.Group(
        window=_window_to_proto(group.window) if group.window else None,
        day_filters=map(_filter_to_proto, group.day_filters),
        activities=_activities_to_proto(group.activities) if group.activities else None,
        pick=_pick_to_proto(group.pick) if group.pick else None,
    )


def _filter_from_proto(day_filter: common.DayFilter) -> DayFilter:
    match day_filter.WhichOneof("filter"):
        case "value":
            value = day_filter.value
            comparison = _COMPARISON_FROM_PROTO.get(value.comparison)
            return ValueFilter(metric=value.metric, comparison=comparison, value=value.value)
        case "weekday":
            return WeekdayFilter(iso_weekdays=tuple(day_filter.weekday.iso_weekdays))
        case "month":
            return MonthFilter(months=tuple(day_filter.month.months))
        case "activity":
            chosen = day_filter.activity
            activities = _activities_from_proto(chosen.activities) if chosen.HasField("activities") else None
            return ActivityFilter(activities=activities, absent=chosen.absent)
        case _:
            return UnknownFilter()


def _filter_to_proto(day_filter: DayFilter) -> common.DayFilter:
    match day_filter:
        case ValueFilter(metric=metric, comparison=comparison, value=value):
            kept = common.ValueFilter(metric=metric, comparison=_comparison_to_proto(comparison), value=value)
            return common.DayFilter(value=kept)
        case WeekdayFilter(iso_weekdays=iso_weekdays):
            return common.DayFilter(weekday=common.WeekdayFilter(iso_weekdays=iso_weekdays))
        case MonthFilter(months=months):
            return common.DayFilter(month=common.MonthFilter(months=months))
        case ActivityFilter(activities=activities, absent=absent):
            meant = _activities_to_proto(activities) if activities else None
            return common.DayFilter(activity=common.ActivityFilter(activities=meant, absent=absent))
        case UnknownFilter():
            return common.DayFilter()
        case _:
            assert_never(day_filter)
