"""Generated code is short, parses, never fails on anyone's tables, and changes only where someone has looked at it."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.data_science.adapters.rules.code import code_for
from services.data_science.domain.preflight import Ready, preflight
from services.data_science.domain.query import (
    Activities,
    ActivityFilter,
    Aggregate,
    Associate,
    Bound,
    Breakdown,
    ChangePoint,
    Combine,
    Compare,
    Comparison,
    DayFilter,
    Describe,
    End,
    Grouping,
    Kinds,
    Measure,
    Operation,
    Order,
    Pick,
    Query,
    Ranking,
    Selection,
    Source,
    Trend,
    ValueFilter,
    WeekdayFilter,
    Window,
)
from tests.unit.data_science.asked import daily_measures, filters, selections, windows
from tests.unit.data_science.coded import Person, people, run
from tests.unit.data_science.questions import D30, LAST_WEEK, THIS_WEEK

GOLDEN = Path(__file__).parent / "golden"
LONGEST_LINE = 120
MOST_LINES = 50
"""With as many filters as the queries below have; the interval of a mean is a function and not counted."""

described = st.builds(
    Describe,
    selection=selections(),
    aggregate=st.sampled_from(Aggregate),
    conditions=filters,
    per_days=st.sampled_from([1.0, 7.0, 30.4375]),
)
queries: st.SearchStrategy[Query] = st.one_of(
    described,
    st.builds(Compare, selection=selections(), baseline=selections()),
    st.builds(
        Associate,
        feature=daily_measures,
        target=daily_measures,
        lag_days=st.integers(0, 3),
        window=windows(),
        day_filters=filters,
    ),
    st.builds(Trend, selection=selections()),
    st.builds(ChangePoint, selection=selections()),
    st.builds(Breakdown, selection=selections(), aggregate=st.sampled_from(Aggregate), by=st.sampled_from(Grouping)),
    st.builds(Ranking, selection=selections(), order=st.sampled_from(Order), count=st.integers(1, 5)),
    st.builds(Kinds, selection=selections()),
    st.builds(Combine, first=described, second=described, operation=st.sampled_from(Operation)),
)


@settings(max_examples=150, deadline=None)
@given(person=people(), query=queries)
def test_no_query_fails_on_any_tables(person: Person, query: Query) -> None:
    result = run(code_for(query), person)
    assert isinstance(result.get("n", 0), int)


@settings(max_examples=250, deadline=None)
@given(query=queries)
def test_code_is_as_short_as_can_be_read(query: Query) -> None:
    code = code_for(query)
    assert max(map(len, code.splitlines())) <= LONGEST_LINE
    body = code.partition("return stats.t.interval")[2] or code
    assert len(body.splitlines()) <= (2 * MOST_LINES if isinstance(query, Combine) else MOST_LINES)


NOTHING = Person()


@settings(max_examples=60, deadline=None)
@given(query=queries)
def test_someone_without_any_records_has_no_number(query: Query) -> None:
    result = run(code_for(query), NOTHING)
    assert result.get("n", 0) == 0
    assert not result.get("effect")


def day(name: str, window: Window = D30, *day_filters: DayFilter, pick: Pick | None = None) -> Selection:
    return Selection(measure=Measure(name=name), window=window, day_filters=day_filters, pick=pick)


def runs(name: str = "", *day_filters: DayFilter, pick: Pick | None = None, **kinds: Aggregate) -> Selection:
    long = Bound(name="distance_m", comparison=Comparison.GREATER, value=5000.0, label="a distance above 5 km")
    which = Activities(kinds=("Run", "Treadmill"), bounds=(long,), label="runs with a distance above 5 km")
    measure = Measure(source=Source.ACTIVITY, name=name, activities=which, **kinds)
    return Selection(measure=measure, window=D30, day_filters=day_filters, pick=pick)


SLEPT = ValueFilter(
    metric="sleep_minutes", comparison=Comparison.GREATER, value=450.0, label="sleep duration above 7.5 hours"
)
WEEKENDS = WeekdayFilter(iso_weekdays=(6, 7), label="weekends")
RAN = ActivityFilter(activities=Activities(kinds=("Run",), label="runs"), label="runs")
LAST = Pick(end=End.LAST, count=1)
GOLDENS: dict[str, Query] = {
    "describe_mean": Describe(selection=day("resting_heart_rate"), aggregate=Aggregate.MEAN),
    "describe_max_on_filtered_days": Describe(selection=day("steps", D30, SLEPT, WEEKENDS), aggregate=Aggregate.MAX),
    "describe_the_last_day_with_a_run": Describe(
        selection=day("deep_sleep_minutes", D30, RAN, pick=LAST), aggregate=Aggregate.LATEST
    ),
    "describe_the_last_runs": Describe(
        selection=runs("distance_m", SLEPT, pick=Pick(end=End.LAST, count=3)), aggregate=Aggregate.SUM
    ),
    "describe_runs_per_week": Describe(selection=runs(), aggregate=Aggregate.COUNT_PER, per_days=7.0),
    "describe_share": Describe(selection=day("sleep_minutes"), aggregate=Aggregate.SHARE, conditions=(SLEPT, RAN)),
    "describe_longest_streak": Describe(
        selection=day("sleep_minutes"), aggregate=Aggregate.LONGEST_STREAK, conditions=(SLEPT,)
    ),
    "describe_outliers": Describe(selection=day("resting_heart_rate"), aggregate=Aggregate.OUTLIERS),
    "describe_population": Describe(selection=day("resting_heart_rate"), aggregate=Aggregate.POPULATION_DIFFERENCE),
    "describe_biomarker_change": Describe(
        selection=Selection(measure=Measure(source=Source.BIOMARKER, name="LDL cholesterol"), window=D30),
        aggregate=Aggregate.CHANGE,
    ),
    "compare": Compare(selection=day("sleep_minutes", THIS_WEEK), baseline=day("sleep_minutes", LAST_WEEK)),
    "associate_next_day": Associate(
        feature=runs("distance_m", per_day=Aggregate.SUM).measure,
        target=Measure(name="sleep_minutes"),
        lag_days=1,
        window=D30,
    ),
    "trend": Trend(selection=day("heart_rate_variability")),
    "change_point": ChangePoint(selection=day("heart_rate_variability")),
    "breakdown_by_weekday": Breakdown(selection=day("steps"), aggregate=Aggregate.MEAN, by=Grouping.WEEKDAY),
    "breakdown_by_month": Breakdown(selection=runs(), aggregate=Aggregate.COUNT, by=Grouping.MONTH),
    "ranking": Ranking(selection=runs("duration_min"), order=Order.HIGHEST, count=3),
    "kinds": Kinds(selection=Selection(measure=Measure(source=Source.ACTIVITY), window=D30)),
    "combine": Combine(
        first=Describe(selection=day("steps", THIS_WEEK), aggregate=Aggregate.SUM),
        second=Describe(selection=day("steps", LAST_WEEK), aggregate=Aggregate.SUM),
        operation=Operation.PERCENT_CHANGE,
    ),
}


@pytest.mark.parametrize("name", GOLDENS)
def test_the_code_of_each_kind_of_query_is_the_golden(name: str) -> None:
    code = code_for(GOLDENS[name])
    assert preflight(code) == Ready(code.strip("\n"))
    assert code == (GOLDEN / f"{name}.py.txt").read_text()


def test_no_golden_is_left_over() -> None:
    assert {path.name.removesuffix(".py.txt") for path in GOLDEN.iterdir()} == set(GOLDENS)
