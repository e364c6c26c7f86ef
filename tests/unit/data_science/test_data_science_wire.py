"""Protos to domain values and back."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amy.api.common.v1 import common_pb2 as common
from amy.api.data_science.v1 import data_science_pb2 as pb
from amy.api.health_data.v1 import health_data_pb2 as health
from services.data_science import wire
from services.data_science.domain.analysis import (
    AnalysisRequest,
    Completed,
    Status,
    Thought,
    ToolCall,
    ToolResult,
    Value,
)
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

NAMES = st.sampled_from(["steps", "sleep_minutes", "hrv_rhr_ratio"])
WINDOWS = st.builds(Window, start=st.dates(), end=st.dates(), label=st.text(max_size=8))
VALUE_FILTERS = st.builds(
    ValueFilter,
    metric=NAMES,
    comparison=st.sampled_from(Comparison),
    value=st.floats(allow_nan=False),
    label=st.just(""),
)
WEEKDAY_FILTERS = st.builds(
    WeekdayFilter, iso_weekdays=st.lists(st.integers(1, 7), min_size=1).map(tuple), label=st.just("")
)
FILTERS = st.lists(VALUE_FILTERS | WEEKDAY_FILTERS, max_size=3).map(tuple)
QUERIES: st.SearchStrategy[Query] = st.one_of(
    st.builds(Describe, metric=NAMES, aggregate=st.sampled_from(Aggregate), window=WINDOWS, day_filters=FILTERS),
    st.builds(Compare, metric=NAMES, window=WINDOWS, baseline=WINDOWS, day_filters=FILTERS),
    st.builds(Associate, feature=NAMES, target=NAMES, lag_days=st.integers(0, 30), window=WINDOWS, day_filters=FILTERS),
    st.builds(Trend, metric=NAMES, window=WINDOWS, day_filters=FILTERS),
)
AGGREGATES = {
    common.STATISTIC_MEAN: Aggregate.MEAN,
    common.STATISTIC_MEDIAN: Aggregate.MEDIAN,
    common.STATISTIC_MIN: Aggregate.MIN,
    common.STATISTIC_MAX: Aggregate.MAX,
    common.STATISTIC_SUM: Aggregate.SUM,
    common.STATISTIC_SD: Aggregate.SD,
    common.STATISTIC_COUNT: Aggregate.COUNT,
    common.STATISTIC_LATEST: Aggregate.LATEST,
}
COMPARISONS = {
    common.COMPARISON_LESS: Comparison.LESS,
    common.COMPARISON_LESS_OR_EQUAL: Comparison.LESS_OR_EQUAL,
    common.COMPARISON_GREATER: Comparison.GREATER,
    common.COMPARISON_GREATER_OR_EQUAL: Comparison.GREATER_OR_EQUAL,
    common.COMPARISON_EQUAL: Comparison.EQUAL,
}


def window_of(message: common.Window) -> Window:
    return Window(
        start=date.fromisoformat(message.start_date), end=date.fromisoformat(message.end_date), label=message.label
    )


def filter_of(message: common.DayFilter) -> DayFilter:
    if message.WhichOneof("filter") == "weekday":
        return WeekdayFilter(iso_weekdays=tuple(message.weekday.iso_weekdays), label="")
    kept = message.value
    return ValueFilter(metric=kept.metric, comparison=COMPARISONS[kept.comparison], value=kept.value, label="")


def query_of(selection: common.Selection) -> Query:
    """The query a selection stands for, as someone who knows only the contract reads it."""
    shared: dict[str, Any] = {
        "window": window_of(selection.window),
        "day_filters": tuple(filter_of(each) for each in selection.day_filters),
    }
    if selection.statistic == common.STATISTIC_SPEARMAN:
        return Associate(feature=selection.feature, target=selection.target, lag_days=selection.lag_days, **shared)
    if selection.statistic == common.STATISTIC_DIFFERENCE_OF_MEANS:
        return Compare(metric=selection.feature, baseline=window_of(selection.baseline_window), **shared)
    if selection.statistic == common.STATISTIC_LINEAR_CHANGE:
        return Trend(metric=selection.feature, **shared)
    return Describe(metric=selection.feature, aggregate=AGGREGATES[selection.statistic], **shared)


@given(QUERIES)
def test_a_selection_says_everything_of_a_query(query: Query) -> None:
    message = wire.selection_to_proto(query)
    assert query_of(common.Selection.FromString(message.SerializeToString())) == query
    assert message.HasField("baseline_window") == isinstance(query, Compare)
    assert bool(message.target) == isinstance(query, Associate)


@given(
    st.builds(
        AnalysisRequest,
        user_id=st.text(),
        question=st.text(),
        finding_prefix=st.text(min_size=1),
        max_debug_rounds=st.integers(0, 9),
    )
)
def test_a_request_survives_the_wire(request: AnalysisRequest) -> None:
    message = pb.AnalyzeRequest(
        user_id=request.user_id,
        question=request.question,
        finding_prefix=request.finding_prefix,
        max_debug_rounds=request.max_debug_rounds,
    )
    assert wire.request_from_proto(message) == request


def test_what_a_request_leaves_out_is_as_documented() -> None:
    request = wire.request_from_proto(pb.AnalyzeRequest(question="q"))
    assert (request.finding_prefix, request.max_debug_rounds) == ("ds", 2)
    assert wire.request_from_proto(pb.AnalyzeRequest(max_debug_rounds=0)).max_debug_rounds == 0


WINDOW = Window(start=date(2024, 1, 1), end=date(2024, 1, 31), label="January 2024")
QUERY = Describe(metric="steps", aggregate=Aggregate.MAX, window=WINDOW)


@pytest.mark.parametrize(
    ("query", "kind"),
    [
        (QUERY, common.FINDING_KIND_SCALAR),
        (Associate(feature="a", target="b", lag_days=0, window=WINDOW), common.FINDING_KIND_ASSOCIATION),
        (Trend(metric="a", window=WINDOW), common.FINDING_KIND_TREND),
        (Compare(metric="a", window=WINDOW, baseline=WINDOW), common.FINDING_KIND_TREND),
    ],
)
def test_a_finding_has_the_kind_of_its_query(query: Query, kind: int) -> None:
    assert wire.finding_to_proto(Finding(id="ds-001", claim="c", query=query, numbers=())).kind == kind


def test_a_completed_analysis_is_sent_whole() -> None:
    finding = Finding(
        id="ds-001",
        claim="c",
        query=QUERY,
        numbers=(
            NamedNumber(key="effect", value=3.5, unit="steps"),
            NamedNumber(key="ci", value=Interval(low=1.0, high=2.0), unit="steps"),
        ),
    )
    values = (
        Value(name="max", value=3.5, unit="steps", n=9, window=WINDOW, finding_id="ds-001"),
        Value(name="date", value=date(2024, 1, 5), unit="", n=9, window=WINDOW, finding_id="ds-001"),
    )
    event = Completed(
        status=Status.ANSWERED,
        answer="a",
        draft="d",
        approach="p",
        code="return 1",
        values=values,
        findings=(finding,),
    )
    sent = wire.event_to_proto(event).completed
    assert (sent.status, sent.answer, sent.draft) == (pb.STATUS_ANSWERED, "a", "d")
    assert (sent.approach, sent.code) == ("p", "return 1")
    assert (sent.values[0].number, sent.values[0].unit, sent.values[0].n) == (3.5, "steps", 9)
    assert (sent.values[1].WhichOneof("value"), sent.values[1].date) == ("date", "2024-01-05")
    assert window_of(sent.values[0].window) == WINDOW
    assert sent.findings[0].source == "data_science"
    assert [(number.key, number.WhichOneof("value")) for number in sent.findings[0].numbers] == [
        ("effect", "scalar"),
        ("ci", "interval"),
    ]
    assert (sent.findings[0].numbers[1].interval.low, sent.findings[0].numbers[1].interval.high) == (1.0, 2.0)
    assert sent.usage.HasField("cost_usd")
    assert sent.usage.cost_usd == 0


@pytest.mark.parametrize("status", Status)
def test_every_status_has_a_wire_value_of_its_name(status: Status) -> None:
    sent = wire.event_to_proto(Completed(status=status, answer="", draft="")).completed.status
    assert pb.Status.Name(sent) == f"STATUS_{status.name}"


def test_thoughts_calls_and_results_keep_their_fields() -> None:
    assert wire.event_to_proto(Thought(delta=" a ")).thought.delta == " a "
    call = wire.event_to_proto(ToolCall(id="1", code="return 1")).tool_call
    assert (call.id, call.tool, call.input) == ("1", "sandbox", "return 1")
    event = ToolResult(call_id="1", success=False, output="o", error="e", duration_ms=7)
    result = wire.event_to_proto(event).tool_result
    assert (result.call_id, result.success, result.output, result.error, result.duration_ms) == (
        "1",
        False,
        "o",
        "e",
        7,
    )


def test_a_description_keeps_what_is_recorded_and_what_is_known() -> None:
    description = wire.description_from_proto(
        health.DescribeDataResponse(
            metrics=[
                health.MetricDescription(name="steps", unit="count", days_with_value=30),
                health.MetricDescription(name="weight_kg", unit="kg", days_with_value=2),
            ],
            reference_date="2024-01-31",
            first_date="2024-01-01",
            known=[health.MetricName(name="hrv_rhr_ratio", unit="ms/bpm", derived=True)],
        )
    )
    assert (description.first_date, description.reference_date) == (date(2024, 1, 1), date(2024, 1, 31))
    assert description.units == {"steps": "count", "weight_kg": "kg", "hrv_rhr_ratio": "ms/bpm"}
    assert description.recorded == ("steps", "weight_kg")


def test_no_data_is_a_description_without_dates() -> None:
    description = wire.description_from_proto(health.DescribeDataResponse())
    assert (description.first_date, description.reference_date, description.recorded) == (None, None, ())
