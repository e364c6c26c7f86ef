"""Protos to domain values and back."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amy.api.common.v1 import common_pb2 as common
from amy.api.data_science.v1 import data_science_pb2 as pb
from amy.api.health_data.v1 import health_data_pb2 as health
from amy.api.query.v1 import query_pb2 as query_pb
from services.data_science import wire
from services.data_science.domain.algebra import Question
from services.data_science.domain.analysis import (
    AnalysisRequest,
    Completed,
    Picture,
    Status,
    Thought,
    ToolCall,
    ToolResult,
    Value,
)
from services.data_science.domain.finding import Finding, FindingQuery, Interval, NamedNumber
from services.data_science.domain.query import (
    Activities,
    ActivityFilter,
    Aggregate,
    Associate,
    Bound,
    ChangePoint,
    Compare,
    Comparison,
    DayFilter,
    Describe,
    End,
    Measure,
    MonthFilter,
    Pick,
    Selection,
    Source,
    Trend,
    ValueFilter,
    WeekdayFilter,
    Window,
)
from tests.unit.algebra.strategies import questions

NAMES = st.sampled_from(["steps", "sleep_minutes", "hrv_rhr_ratio"])
VALUES = st.floats(allow_nan=False)
COMPARED = st.sampled_from(Comparison)
WINDOWS = st.builds(Window, start=st.dates(), end=st.dates(), label=st.text(max_size=8))
UNSAID = st.just("")
BOUNDS = st.builds(Bound, name=st.sampled_from(["distance_m"]), comparison=COMPARED, value=VALUES, label=UNSAID)
KINDS = st.lists(st.sampled_from(["Run", "Treadmill"]), max_size=2).map(tuple)
ACTIVITIES = st.builds(Activities, kinds=KINDS, bounds=st.lists(BOUNDS, max_size=2).map(tuple), label=UNSAID)
FILTERS = st.lists(
    st.one_of(
        st.builds(ValueFilter, metric=NAMES, comparison=COMPARED, value=VALUES, label=UNSAID),
        st.builds(WeekdayFilter, iso_weekdays=st.lists(st.integers(1, 7), min_size=1).map(tuple), label=UNSAID),
        st.builds(MonthFilter, months=st.lists(st.integers(1, 12), min_size=1).map(tuple), label=UNSAID),
        st.builds(ActivityFilter, activities=ACTIVITIES, absent=st.booleans(), label=UNSAID),
    ),
    max_size=3,
).map(tuple)
NO_ACTIVITIES = Activities(label="")
PER_DAY = st.sampled_from([None, Aggregate.SUM, Aggregate.MEAN, Aggregate.MAX, Aggregate.COUNT])
MEASURES = st.one_of(
    st.builds(
        Measure,
        source=st.sampled_from([Source.DAY, Source.BIOMARKER]),
        name=NAMES,
        activities=st.just(NO_ACTIVITIES),
    ),
    st.builds(
        Measure, source=st.just(Source.ACTIVITY), name=NAMES | st.just(""), activities=ACTIVITIES, per_day=PER_DAY
    ),
)
PICKS = st.none() | st.builds(Pick, end=st.sampled_from(End), count=st.integers(1, 99))
SELECTIONS = st.builds(Selection, measure=MEASURES, window=WINDOWS, day_filters=FILTERS, pick=PICKS)


@st.composite
def comparisons(draw: st.DrawFn) -> Compare:
    """Of one measure: only the window differs, or all that a group can differ in."""
    recent = draw(SELECTIONS)
    if draw(st.booleans()):
        return Compare(selection=recent, baseline=replace(recent, window=draw(WINDOWS)))
    is_active = recent.measure.source is Source.ACTIVITY
    activities = draw(ACTIVITIES) if is_active else recent.measure.activities
    prior = replace(draw(SELECTIONS), measure=replace(recent.measure, activities=activities))
    return Compare(selection=recent, baseline=prior)


QUERIES: st.SearchStrategy[FindingQuery] = st.one_of(
    st.builds(
        Describe,
        selection=SELECTIONS,
        aggregate=st.sampled_from(Aggregate),
        conditions=FILTERS,
        per_days=st.sampled_from([0.0, 1.0, 7.0, 30.4375]),
    ),
    comparisons(),
    st.builds(
        Associate, feature=MEASURES, target=MEASURES, lag_days=st.integers(0, 30), window=WINDOWS, day_filters=FILTERS
    ),
    st.builds(Trend, selection=SELECTIONS),
    st.builds(ChangePoint, selection=SELECTIONS),
)
COMPARISONS = {
    common.COMPARISON_LESS: Comparison.LESS,
    common.COMPARISON_LESS_OR_EQUAL: Comparison.LESS_OR_EQUAL,
    common.COMPARISON_GREATER: Comparison.GREATER,
    common.COMPARISON_GREATER_OR_EQUAL: Comparison.GREATER_OR_EQUAL,
    common.COMPARISON_EQUAL: Comparison.EQUAL,
}
SOURCES = {
    common.SOURCE_UNSPECIFIED: Source.DAY,
    common.SOURCE_ACTIVITY: Source.ACTIVITY,
    common.SOURCE_BIOMARKER: Source.BIOMARKER,
}
ENDS = {common.END_FIRST: End.FIRST, common.END_LAST: End.LAST}


def window_of(message: common.Window) -> Window:
    return Window(
        start=date.fromisoformat(message.start_date), end=date.fromisoformat(message.end_date), label=message.label
    )


def aggregate_of(statistic: "common.Statistic.ValueType") -> Aggregate:
    return Aggregate(common.Statistic.Name(statistic).removeprefix("STATISTIC_").lower())


def activities_of(message: common.Activities) -> Activities:
    bounds = (
        Bound(name=each.field, comparison=COMPARISONS[each.comparison], value=each.value, label="")
        for each in message.bounds
    )
    return Activities(kinds=tuple(message.kinds), bounds=tuple(bounds), label="")


def filter_of(message: common.DayFilter) -> DayFilter:
    match message.WhichOneof("filter"):
        case "weekday":
            return WeekdayFilter(iso_weekdays=tuple(message.weekday.iso_weekdays), label="")
        case "month":
            return MonthFilter(months=tuple(message.month.months), label="")
        case "activity":
            activities = activities_of(message.activity.activities)
            return ActivityFilter(activities=activities, absent=message.activity.absent, label="")
        case _:
            kept = message.value
            return ValueFilter(metric=kept.metric, comparison=COMPARISONS[kept.comparison], value=kept.value, label="")


def measure_of(name: str, source: "common.Source.ValueType", activities: common.Activities) -> Measure:
    per_day = aggregate_of(activities.per_day) if activities.per_day else None
    return Measure(source=SOURCES[source], name=name, activities=activities_of(activities), per_day=per_day)


def selected(message: common.Selection | common.Group, measure: Measure) -> Selection:
    pick = Pick(end=ENDS[message.pick.end], count=message.pick.count) if message.HasField("pick") else None
    return Selection(
        measure=measure,
        window=window_of(message.window),
        day_filters=tuple(filter_of(each) for each in message.day_filters),
        pick=pick,
    )


def query_of(message: common.Selection) -> FindingQuery:
    """The query a selection stands for, as someone who knows only the contract reads it."""
    measure = measure_of(message.feature, message.source, message.activities)
    selection = selected(message, measure)
    match message.statistic:
        case common.STATISTIC_SPEARMAN:
            return Associate(
                feature=measure,
                target=measure_of(message.target, message.target_source, message.target_activities),
                lag_days=message.lag_days,
                window=selection.window,
                day_filters=selection.day_filters,
            )
        case common.STATISTIC_DIFFERENCE_OF_MEANS if message.HasField("baseline"):
            other = measure_of(message.feature, message.source, message.baseline.activities)
            return Compare(selection=selection, baseline=selected(message.baseline, other))
        case common.STATISTIC_DIFFERENCE_OF_MEANS:
            earlier = replace(selection, window=window_of(message.baseline_window))
            return Compare(selection=selection, baseline=earlier)
        case common.STATISTIC_LINEAR_CHANGE:
            return Trend(selection=selection)
        case common.STATISTIC_CHANGE_POINT:
            return ChangePoint(selection=selection)
        case _:
            return Describe(
                selection=selection,
                aggregate=aggregate_of(message.statistic),
                conditions=tuple(filter_of(each) for each in message.conditions),
                per_days=message.per_days,
            )


@given(QUERIES)
def test_a_selection_says_everything_of_a_query(query: FindingQuery) -> None:
    message = wire.selection_to_proto(query)
    assert query_of(common.Selection.FromString(message.SerializeToString())) == query
    assert message.HasField("baseline_window") + message.HasField("baseline") == isinstance(query, Compare)


@given(comparisons())
def test_a_comparison_that_differs_in_its_window_alone_is_of_two_windows(query: Compare) -> None:
    alone = replace(query.baseline, window=query.selection.window) == query.selection
    assert wire.selection_to_proto(query).HasField("baseline_window") == alone


@pytest.mark.parametrize("aggregate", Aggregate)
def test_every_aggregate_has_a_statistic_of_its_name(aggregate: Aggregate) -> None:
    message = wire.selection_to_proto(replace(QUERY, aggregate=aggregate))
    assert common.Statistic.Name(message.statistic) == f"STATISTIC_{aggregate.name}"


@given(
    st.builds(
        AnalysisRequest,
        user_id=st.text(),
        question=st.text(),
        finding_prefix=st.text(min_size=1),
        max_debug_rounds=st.integers(0, 9),
        questions=st.lists(questions(depth=1), max_size=2).map(tuple),
    )
)
def test_a_request_survives_the_wire(request: AnalysisRequest) -> None:
    message = pb.AnalyzeRequest(
        user_id=request.user_id,
        question=request.question,
        finding_prefix=request.finding_prefix,
        max_debug_rounds=request.max_debug_rounds,
        questions=map(wire.QUESTIONS.encode, request.questions),
    )
    assert wire.request_from_proto(message) == request


def test_of_questions_that_cannot_be_read_a_request_says_why() -> None:
    request = wire.request_from_proto(pb.AnalyzeRequest(question="q", questions=[query_pb.Question()]))
    assert request.questions == ()
    assert request.unreadable == "question is empty, or of a newer contract"


def test_what_a_request_leaves_out_is_as_documented() -> None:
    request = wire.request_from_proto(pb.AnalyzeRequest(question="q"))
    assert (request.finding_prefix, request.max_debug_rounds) == ("ds", 2)
    assert wire.request_from_proto(pb.AnalyzeRequest(max_debug_rounds=0)).max_debug_rounds == 0


WINDOW = Window(start=date(2024, 1, 1), end=date(2024, 1, 31), label="January 2024")
STEPS = Measure(name="steps")
DAYS = Selection(measure=STEPS, window=WINDOW)
QUERY = Describe(selection=DAYS, aggregate=Aggregate.MAX)


@pytest.mark.parametrize(
    ("query", "kind"),
    [
        (QUERY, common.FINDING_KIND_SCALAR),
        (Associate(feature=STEPS, target=STEPS, lag_days=0, window=WINDOW), common.FINDING_KIND_ASSOCIATION),
        (Trend(selection=DAYS), common.FINDING_KIND_TREND),
        (ChangePoint(selection=DAYS), common.FINDING_KIND_TREND),
        (Compare(selection=DAYS, baseline=DAYS), common.FINDING_KIND_TREND),
    ],
)
def test_a_finding_has_the_kind_of_its_query(query: FindingQuery, kind: int) -> None:
    assert wire.finding_to_proto(Finding(id="ds-001", claim="c", query=query, numbers=())).kind == kind


@given(st.none() | questions(depth=1))
def test_a_finding_says_what_its_numbers_answer(question: Question | None) -> None:
    sent = wire.finding_to_proto(Finding(id="ds-001", claim="c", query=QUERY, numbers=(), question=question))
    assert sent.HasField("question") == (question is not None)
    assert sent.HasField("selection")
    assert question is None or wire.QUESTIONS.decode(sent.question) == question


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
        Value(name="activity", value="Run", unit="", n=9, window=WINDOW, finding_id="ds-001"),
    )
    event = Completed(
        status=Status.ANSWERED,
        answer="a",
        draft="d",
        approach="p",
        code="return 1",
        values=values,
        findings=(finding,),
        pictures=(Picture(finding_ids=("ds-001",), title="t", vega_lite="{}"),),
    )
    sent = wire.event_to_proto(event).completed
    assert (sent.status, sent.answer, sent.draft) == (pb.STATUS_ANSWERED, "a", "d")
    assert (sent.approach, sent.code) == ("p", "return 1")
    assert (sent.values[0].number, sent.values[0].unit, sent.values[0].n) == (3.5, "steps", 9)
    assert (sent.values[1].WhichOneof("value"), sent.values[1].date) == ("date", "2024-01-05")
    assert (sent.values[2].WhichOneof("value"), sent.values[2].text) == ("text", "Run")
    assert window_of(sent.values[0].window) == WINDOW
    assert [(list(each.finding_ids), each.title, each.vega_lite) for each in sent.pictures] == [(["ds-001"], "t", "{}")]
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
            activity_kinds=["Run", "Treadmill"],
            activity_fields=[health.MetricName(name="distance_m", unit="m")],
            biomarker_names=[health.BiomarkerDescription(name="LDL", unit="mg/dL", samples=4)],
            oldest_biomarker_date="2023-01-01",
            newest_biomarker_date="2024-01-02",
            population_metrics=["resting_heart_rate"],
        )
    )
    assert (description.first_date, description.reference_date) == (date(2024, 1, 1), date(2024, 1, 31))
    assert description.units == {"steps": "count", "weight_kg": "kg", "hrv_rhr_ratio": "ms/bpm"}
    assert description.recorded == ("steps", "weight_kg")
    assert description.activity_kinds == ("Run", "Treadmill")
    assert description.activity_units == {"distance_m": "m"}
    assert description.biomarkers == {"LDL": "mg/dL"}
    assert description.biomarker_dates == (date(2023, 1, 1), date(2024, 1, 2))
    assert description.population == ("resting_heart_rate",)


def test_no_data_is_a_description_without_dates() -> None:
    description = wire.description_from_proto(health.DescribeDataResponse())
    assert (description.first_date, description.reference_date, description.recorded) == (None, None, ())
    assert description.biomarker_dates is None
