"""Protos to domain values and back; pure and total."""

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType
from typing import Final, assert_never

from amy.api.common.v1 import common_pb2 as common
from amy.api.data_science.v1 import data_science_pb2 as pb
from amy.api.health_data.v1 import health_data_pb2 as health
from services.data_science.domain.analysis import (
    DEFAULT_DEBUG_ROUNDS,
    DEFAULT_PREFIX,
    AnalysisEvent,
    AnalysisRequest,
    Completed,
    Status,
    Thought,
    ToolCall,
    ToolResult,
    Value,
)
from services.data_science.domain.data import DataDescription
from services.data_science.domain.finding import Finding, Interval, NamedNumber
from services.data_science.domain.query import (
    Aggregate,
    Associate,
    Compare,
    Comparison,
    DayFilter,
    Describe,
    Query,
    Trend,
    ValueFilter,
    WeekdayFilter,
    Window,
)

_SOURCE: Final = "data_science"
_STATUSES: Final[Mapping[Status, "pb.Status.ValueType"]] = MappingProxyType(
    {
        Status.ANSWERED: pb.STATUS_ANSWERED,
        Status.DECLINED: pb.STATUS_DECLINED,
        Status.FAILED: pb.STATUS_FAILED,
    }
)
_STATISTICS: Final[Mapping[Aggregate, "common.Statistic.ValueType"]] = MappingProxyType(
    {
        Aggregate.MEAN: common.STATISTIC_MEAN,
        Aggregate.MEDIAN: common.STATISTIC_MEDIAN,
        Aggregate.MIN: common.STATISTIC_MIN,
        Aggregate.MAX: common.STATISTIC_MAX,
        Aggregate.SUM: common.STATISTIC_SUM,
        Aggregate.SD: common.STATISTIC_SD,
        Aggregate.COUNT: common.STATISTIC_COUNT,
        Aggregate.LATEST: common.STATISTIC_LATEST,
    }
)
_COMPARISONS: Final[Mapping[Comparison, "common.Comparison.ValueType"]] = MappingProxyType(
    {
        Comparison.LESS: common.COMPARISON_LESS,
        Comparison.LESS_OR_EQUAL: common.COMPARISON_LESS_OR_EQUAL,
        Comparison.GREATER: common.COMPARISON_GREATER,
        Comparison.GREATER_OR_EQUAL: common.COMPARISON_GREATER_OR_EQUAL,
        Comparison.EQUAL: common.COMPARISON_EQUAL,
    }
)


def request_from_proto(request: pb.AnalyzeRequest) -> AnalysisRequest:
    return AnalysisRequest(
        user_id=request.user_id,
        question=request.question,
        finding_prefix=request.finding_prefix or DEFAULT_PREFIX,
        max_debug_rounds=request.max_debug_rounds if request.HasField("max_debug_rounds") else DEFAULT_DEBUG_ROUNDS,
    )


def description_from_proto(response: health.DescribeDataResponse) -> DataDescription:
    units = {each.name: each.unit for each in response.known}
    units |= {each.name: each.unit for each in response.metrics}
    return DataDescription(
        first_date=_date(response.first_date),
        reference_date=_date(response.reference_date),
        units=units,
        recorded=tuple(metric.name for metric in response.metrics),
    )


def _date(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def event_to_proto(event: AnalysisEvent) -> pb.AnalyzeResponse:
    match event:
        case Thought(delta=delta):
            return pb.AnalyzeResponse(thought=pb.Thought(delta=delta))
        case ToolCall(id=call_id, code=code):
            return pb.AnalyzeResponse(tool_call=pb.ToolCall(id=call_id, tool="sandbox", input=code))
        case ToolResult():
            return pb.AnalyzeResponse(
                tool_result=pb.ToolResult(
                    call_id=event.call_id,
                    success=event.success,
                    output=event.output,
                    error=event.error,
                    duration_ms=event.duration_ms,
                )
            )
        case Completed():
            return pb.AnalyzeResponse(completed=_completed(event))
        case _:
            assert_never(event)


def _completed(event: Completed) -> pb.AnalysisCompleted:
    return pb.AnalysisCompleted(
        status=_STATUSES[event.status],
        answer=event.answer,
        draft=event.draft,
        values=[_value(value) for value in event.values],
        findings=[finding_to_proto(finding) for finding in event.findings],
        approach=event.approach,
        code=event.code,
        usage=common.Usage(cost_usd=0.0),
    )


def _value(value: Value) -> pb.Value:
    message = pb.Value(
        name=value.name, unit=value.unit, n=value.n, window=_window(value.window), finding_id=value.finding_id
    )
    match value.value:
        case date() as day:
            message.date = day.isoformat()
        case float() as number:
            message.number = number
        case _:
            assert_never(value.value)
    return message


def finding_to_proto(finding: Finding) -> common.Finding:
    return common.Finding(
        id=finding.id,
        kind=_kind(finding.query),
        claim=finding.claim,
        selection=selection_to_proto(finding.query),
        numbers=[_number(number) for number in finding.numbers],
        source=_SOURCE,
    )


def _kind(query: Query) -> "common.FindingKind.ValueType":
    match query:
        case Describe():
            return common.FINDING_KIND_SCALAR
        case Associate():
            return common.FINDING_KIND_ASSOCIATION
        case Compare() | Trend():
            return common.FINDING_KIND_TREND
        case _:
            assert_never(query)


def selection_to_proto(query: Query) -> common.Selection:
    """Everything needed to compute the finding's effect again from stored series."""
    selection = common.Selection(
        window=_window(query.window), day_filters=[_day_filter(each) for each in query.day_filters]
    )
    match query:
        case Describe(metric=metric, aggregate=aggregate):
            selection.feature = metric
            selection.statistic = _STATISTICS[aggregate]
        case Compare(metric=metric, baseline=baseline):
            selection.feature = metric
            selection.baseline_window.CopyFrom(_window(baseline))
            selection.statistic = common.STATISTIC_DIFFERENCE_OF_MEANS
        case Associate(feature=feature, target=target, lag_days=lag_days):
            selection.feature = feature
            selection.target = target
            selection.lag_days = lag_days
            selection.statistic = common.STATISTIC_SPEARMAN
        case Trend(metric=metric):
            selection.feature = metric
            selection.statistic = common.STATISTIC_LINEAR_CHANGE
        case _:
            assert_never(query)
    return selection


def _window(window: Window) -> common.Window:
    return common.Window(start_date=window.start.isoformat(), end_date=window.end.isoformat(), label=window.label)


def _day_filter(day_filter: DayFilter) -> common.DayFilter:
    match day_filter:
        case ValueFilter(metric=metric, comparison=comparison, value=value):
            kept = common.ValueFilter(metric=metric, comparison=_COMPARISONS[comparison], value=value)
            return common.DayFilter(value=kept)
        case WeekdayFilter(iso_weekdays=iso_weekdays):
            return common.DayFilter(weekday=common.WeekdayFilter(iso_weekdays=iso_weekdays))
        case _:
            assert_never(day_filter)


def _number(number: NamedNumber) -> common.NamedNumber:
    match number.value:
        case Interval(low=low, high=high):
            interval = common.Interval(low=low, high=high)
            return common.NamedNumber(key=number.key, interval=interval, unit=number.unit)
        case float() as scalar:
            return common.NamedNumber(key=number.key, scalar=scalar, unit=number.unit)
        case _:
            assert_never(number.value)
