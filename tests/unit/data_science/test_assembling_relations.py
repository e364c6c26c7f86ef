"""What is assembled of terms that hold things against each other, follow them over time or list them."""

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.data_science.adapters.rules.assembly.assembling import assemble
from services.data_science.adapters.rules.assembly.clause import Clause
from services.data_science.adapters.rules.restating import reading_as
from services.data_science.adapters.rules.terms import (
    Arithmetic,
    Chosen,
    Earlier,
    Grouped,
    Item,
    Judgement,
    Lag,
    Limit,
    Months,
    OffTopic,
    Ranked,
    Rate,
    Relation,
    Sign,
    Statistic,
    Unit,
)
from services.data_science.domain.query import (
    Activities,
    Aggregate,
    Associate,
    Breakdown,
    ChangePoint,
    Combine,
    Compare,
    Comparison,
    Describe,
    End,
    Grouping,
    Kinds,
    Measure,
    MonthFilter,
    Operation,
    Order,
    Query,
    Ranking,
    Selection,
    Source,
    Trend,
    ValueFilter,
)
from tests.unit.data_science.questions import ALL, D30, LAST_MONTH, LAST_WEEK, THIS_WEEK, YESTERDAY, span
from tests.unit.data_science.spoken import (
    ANY,
    AVERAGE,
    CALORIES,
    DAYS,
    DEEP,
    DISTANCE,
    DURATION,
    HEART_RATE,
    HIGHEST,
    HOURS,
    HRV,
    KM,
    LATEST,
    LDL,
    LOWEST,
    MEDIAN,
    ON_WEEKDAYS,
    ON_WEEKENDS,
    RAN,
    REM,
    RUN_KIND,
    RUNS,
    SLEEP,
    SPEED,
    STEPS,
    TOTAL,
    TREADMILL,
    TREADMILL_KIND,
    WEEKDAYS,
    WEEKENDS,
    WITH_RUNS,
    WITHOUT_RUNS,
    days_of,
    during,
    of_activities,
    on_record,
    over,
    queries,
    read,
    refused,
    stat,
    under,
    with_,
    without,
)

MEAN, SUM, COUNT = Aggregate.MEAN, Aggregate.SUM, Aggregate.COUNT
SLEPT: Final = "sleep_minutes"
WEEK_BEFORE = span("2024-02-26", "2024-03-03", "the week before")
PERCENT = Unit("%", 1.0, "percent")
SUMMER = Months((6, 7, 8), "summer")
ANY_KIND = Activities()
FEW_STEPS = ValueFilter(
    metric="steps", comparison=Comparison.LESS_OR_EQUAL, value=10000, label="step count at most 10,000"
)
MANY_STEPS = ValueFilter(metric="steps", comparison=Comparison.GREATER, value=10000, label="step count above 10,000")


def weeks(name: str) -> Compare:
    return Compare(selection=days_of(name, window=THIS_WEEK), baseline=days_of(name, window=LAST_WEEK))


def both(selection: Selection, baseline: Selection, aggregate: Aggregate, operation: Operation) -> Combine:
    return Combine(first=stat(selection, aggregate), second=stat(baseline, aggregate), operation=operation)


def daily(name: str, per_day: Aggregate, activities: Activities = ANY_KIND) -> Measure:
    return Measure(source=Source.ACTIVITY, name=name, activities=activities, per_day=per_day)


def pair(feature: Measure, target: Measure, lag: int = 0) -> Associate:
    return Associate(feature=feature, target=target, lag_days=lag, window=ALL)


COMPARED: list[tuple[tuple[Item, ...], Query]] = [
    ((Sign.VERSUS, SLEEP, during(THIS_WEEK), during(LAST_WEEK)), weeks(SLEPT)),
    ((during(LAST_WEEK), Sign.VERSUS, during(THIS_WEEK), SLEEP), weeks(SLEPT)),
    ((Sign.DIRECTION, STEPS, during(THIS_WEEK), Sign.THAN, during(LAST_WEEK)), weeks("steps")),
    (
        (SLEEP, during(LAST_WEEK), Sign.VERSUS, Earlier(1, "week")),
        Compare(selection=days_of(SLEPT, window=LAST_WEEK), baseline=days_of(SLEPT, window=WEEK_BEFORE)),
    ),
    (
        (Sign.DIRECTION, SLEEP, during(LAST_WEEK)),
        Compare(selection=days_of(SLEPT, window=LAST_WEEK), baseline=days_of(SLEPT, window=WEEK_BEFORE)),
    ),
    (
        (HEART_RATE, Sign.VERSUS, WEEKENDS, Sign.VERSUS, WEEKDAYS, during(LAST_MONTH)),
        Compare(
            selection=days_of("resting_heart_rate", ON_WEEKENDS, window=LAST_MONTH),
            baseline=days_of("resting_heart_rate", ON_WEEKDAYS, window=LAST_MONTH),
        ),
    ),
    (
        (Sign.DIRECTION, SLEEP, WEEKENDS),
        Compare(selection=days_of(SLEPT, ON_WEEKENDS), baseline=days_of(SLEPT, ON_WEEKDAYS)),
    ),
    (
        (Sign.DIRECTION, SLEEP, with_(RUNS)),
        Compare(selection=days_of(SLEPT, WITH_RUNS), baseline=days_of(SLEPT, WITHOUT_RUNS)),
    ),
    (
        (SLEEP, Sign.VERSUS, without(RUNS), Sign.VERSUS, with_(RUNS)),
        Compare(selection=days_of(SLEPT, WITHOUT_RUNS), baseline=days_of(SLEPT, WITH_RUNS)),
    ),
    (
        (Sign.DIRECTION, SLEEP, over(STEPS, 10000, days=True), Sign.VERSUS),
        Compare(selection=days_of(SLEPT, MANY_STEPS), baseline=days_of(SLEPT, FEW_STEPS)),
    ),
    (
        (HEART_RATE, RUNS, Sign.VERSUS, TREADMILL),
        Compare(
            selection=of_activities("average_heart_rate"),
            baseline=of_activities("average_heart_rate", activities=TREADMILL_KIND),
        ),
    ),
    (
        (Sign.DIRECTION, SLEEP, SUMMER),
        Compare(
            selection=days_of(SLEPT, MonthFilter(months=(6, 7, 8), label="summer")),
            baseline=days_of(SLEPT, MonthFilter(months=(1, 2, 3, 4, 5, 9, 10, 11, 12), label="the other months")),
        ),
    ),
    (
        (Sign.HOW_MANY, Sign.DIRECTION, RUNS, during(THIS_WEEK), Sign.THAN, during(LAST_WEEK)),
        both(of_activities("", window=THIS_WEEK), of_activities("", window=LAST_WEEK), COUNT, Operation.DIFFERENCE),
    ),
    (
        (Arithmetic(Operation.PERCENT_CHANGE), Sign.CHANGE, STEPS, during(THIS_WEEK), Sign.VERSUS, during(LAST_WEEK)),
        both(
            days_of("steps", window=THIS_WEEK),
            days_of("steps", window=LAST_WEEK),
            MEAN,
            Operation.PERCENT_CHANGE,
        ),
    ),
    (
        (MEDIAN, SLEEP, during(THIS_WEEK), Sign.VERSUS, during(LAST_WEEK)),
        both(
            days_of(SLEPT, window=THIS_WEEK),
            days_of(SLEPT, window=LAST_WEEK),
            Aggregate.MEDIAN,
            Operation.DIFFERENCE,
        ),
    ),
    (
        (Arithmetic(Operation.RATIO), DEEP, REM),
        both(days_of("deep_sleep_minutes"), days_of("rem_sleep_minutes"), MEAN, Operation.RATIO),
    ),
    (
        (Sign.VERSUS, HIGHEST, "and", LOWEST, SLEEP),
        stat(days_of(SLEPT), Aggregate.RANGE),
    ),
]
FOLLOWED: list[tuple[tuple[Item, ...], Query]] = [
    ((STEPS, Sign.CHANGE, during(D30)), Trend(selection=days_of("steps", window=D30))),
    ((Sign.VERB, SLEEP), Trend(selection=days_of(SLEPT))),
    ((DISTANCE, RUNS, Sign.CHANGE), Trend(selection=of_activities("distance_m", per_day=SUM))),
    ((HEART_RATE, RUNS, Sign.CHANGE), Trend(selection=of_activities("average_heart_rate", per_day=MEAN))),
    ((ANY, Sign.CHANGE), Trend(selection=of_activities("", activities=ANY_KIND, per_day=COUNT))),
    (
        (LDL, Sign.CHANGE, during(D30)),
        Describe(
            selection=Selection(measure=Measure(source=Source.BIOMARKER, name="LDL"), window=D30),
            aggregate=Aggregate.CHANGE,
        ),
    ),
    ((Sign.CHANGE_POINT, SLEEP, Sign.CHANGE), ChangePoint(selection=days_of(SLEPT))),
    (
        (AVERAGE, SLEEP, Grouped(Grouping.SEASON)),
        Breakdown(selection=days_of(SLEPT), aggregate=MEAN, by=Grouping.SEASON),
    ),
    (
        (Sign.WHEN, HIGHEST, STEPS, Grouped(Grouping.WEEKDAY)),
        Breakdown(selection=days_of("steps"), aggregate=MEAN, by=Grouping.WEEKDAY),
    ),
    (
        (Sign.HOW_MANY, RUNS, Grouped(Grouping.MONTH)),
        Breakdown(selection=of_activities(""), aggregate=COUNT, by=Grouping.MONTH),
    ),
    (
        (Ranked(3, Order.HIGHEST), DURATION, RUNS),
        Ranking(selection=of_activities("duration_min"), order=Order.HIGHEST, count=3),
    ),
    (
        (Ranked(5, None), Judgement(best=True), HEART_RATE),
        Ranking(selection=days_of("resting_heart_rate"), order=Order.LOWEST, count=5),
    ),
    ((HRV, Chosen(End.LAST, 5)), Ranking(selection=days_of("heart_rate_variability"), order=Order.NEWEST, count=5)),
    ((Sign.LIST, RUNS), Ranking(selection=of_activities("duration_min"), order=Order.NEWEST, count=10)),
    (
        (Sign.WHEN, over(STEPS, 10000, opened=False)),
        Ranking(selection=days_of("steps", MANY_STEPS), order=Order.NEWEST, count=10),
    ),
    ((Sign.WHICH, ANY, during(D30)), Kinds(selection=of_activities("", activities=ANY_KIND, window=D30))),
]
RELATED: list[tuple[tuple[Item, ...], list[Query]]] = [
    ((SLEEP, Relation(causal=False), HRV), [pair(Measure(name=SLEPT), Measure(name="heart_rate_variability"))]),
    (
        (SLEEP, Relation(causal=True), Lag(1), HRV),
        [pair(Measure(name=SLEPT), Measure(name="heart_rate_variability"), lag=1)],
    ),
    (
        (HRV, Relation(causal=False), SLEEP, Lag(-1)),
        [pair(Measure(name=SLEPT), Measure(name="heart_rate_variability"), lag=1)],
    ),
    (
        (ANY, DURATION, Relation(causal=False), DEEP),
        [pair(daily("duration_min", SUM), Measure(name="deep_sleep_minutes"))],
    ),
    (
        (Relation(causal=False), ANY, HEART_RATE, "and", DURATION, "and", DEEP, "and", REM),
        [
            pair(daily(field, per_day), Measure(name=name))
            for field, per_day in (("average_heart_rate", MEAN), ("duration_min", SUM))
            for name in ("deep_sleep_minutes", "rem_sleep_minutes")
        ],
    ),
    (
        (RUNS, Relation(causal=True), HRV, Lag(1)),
        [pair(daily("", COUNT, RUN_KIND), Measure(name="heart_rate_variability"), lag=1)],
    ),
    (
        (RUNS, Relation(causal=True), HRV),
        [
            Compare(
                selection=days_of("heart_rate_variability", WITH_RUNS),
                baseline=days_of("heart_rate_variability", WITHOUT_RUNS),
            )
        ],
    ),
    (
        (RUNS, Relation(causal=False), HRV),
        [pair(daily("", COUNT, RUN_KIND), Measure(name="heart_rate_variability"))],
    ),
]


@pytest.mark.parametrize(("items", "query"), COMPARED + FOLLOWED)
def test_it_is_read_as_the_query_it_is(items: tuple[Item, ...], query: Query) -> None:
    assert queries(*items) == [query]


@pytest.mark.parametrize(("items", "expected"), RELATED)
def test_every_pair_that_is_asked_about_is_an_association(items: tuple[Item, ...], expected: list[Query]) -> None:
    assert queries(*items) == expected


def test_two_metrics_are_compared_each() -> None:
    assert queries(Sign.VERSUS, SLEEP, "and", STEPS, during(THIS_WEEK), during(LAST_WEEK)) == [
        weeks(SLEPT),
        weeks("steps"),
    ]


def test_more_activity_counts_times_and_may_mean_time_spent() -> None:
    (reading,) = read(Sign.DIRECTION, RAN, during(THIS_WEEK), Sign.THAN, during(LAST_WEEK))
    assert reading.other is not None
    assert reading.other.query == both(
        of_activities("duration_min", window=THIS_WEEK),
        of_activities("duration_min", window=LAST_WEEK),
        SUM,
        Operation.DIFFERENCE,
    )


def test_totals_of_windows_of_different_length_say_so() -> None:
    (uneven,) = read(TOTAL, STEPS, during(THIS_WEEK), Sign.VERSUS, during(LAST_WEEK))
    assert "differ in length" in uneven.caveat
    (even,) = read(TOTAL, STEPS, during(LAST_WEEK), Sign.VERSUS, Earlier(1, "week"))
    assert not even.caveat


def test_the_window_that_a_single_one_is_compared_with_is_told() -> None:
    (reading,) = read(Sign.DIRECTION, SLEEP, during(LAST_WEEK))
    assert "the week before" in reading.assumed


@pytest.mark.parametrize(
    ("items", "why"),
    [
        ((STEPS, Relation(causal=True), STEPS), "named again"),
        ((Relation(causal=True), SLEEP), "needs two metrics"),
        ((LDL, Relation(causal=False), SLEEP), "too few"),
        ((Sign.VERSUS, SLEEP), "windows of time or groups of days"),
        ((SLEEP, Sign.VERSUS, STEPS), "different units"),
        ((MEDIAN, SLEEP, Sign.CHANGE), "not of another statistic"),
        ((AVERAGE, SLEEP, Lag(1)), "two metrics"),
        ((AVERAGE, SLEEP, Limit(Comparison.GREATER, "more than")), "neither a number nor a window"),
        ((AVERAGE, SLEEP, OffTopic("advice is more than a computation")), "advice"),
        ((Sign.CHANGE_POINT, LDL, Sign.CHANGE), "too few"),
        ((SLEEP, during(YESTERDAY), during(LAST_WEEK)), "without comparing them"),
    ],
)
def test_what_cannot_be_said_is_refused_with_the_reason(items: tuple[Item, ...], why: str) -> None:
    assert why in refused(*items)


TERMS: Final = [
    *(STEPS, HRV, HEART_RATE, SLEEP, DEEP, DISTANCE, CALORIES, DURATION, SPEED, LDL, RUNS, RAN, TREADMILL, ANY),
    *(WEEKENDS, WEEKDAYS, HOURS, KM, AVERAGE, HIGHEST, TOTAL, LATEST, SUMMER, with_(RUNS), without(RUNS), "and"),
    *(over(STEPS, 5), over(SLEEP, 8, HOURS, days=True), under(DISTANCE, 3, KM), during(D30), during(LAST_WEEK)),
    *(Chosen(End.LAST, 3), Ranked(3, None), Ranked(2, Order.LOWEST), Rate(7, "per week"), Rate(1, "per day")),
    *(Judgement(best=True), Grouped(Grouping.MONTH), Arithmetic(Operation.RATIO), Relation(causal=True), Lag(1)),
    *(Earlier(1, "week"), Earlier(None, None), Limit(Comparison.LESS, "less than"), "word", "between"),
    *(Statistic(Aggregate.SHARE), Statistic(Aggregate.CHANGE), Statistic(Aggregate.COUNT_DAYS), *Sign),
]


@given(st.lists(st.sampled_from(TERMS), max_size=9))
def test_any_terms_in_any_order_are_read_or_refused_with_a_reason(items: list[Item]) -> None:
    reading = assemble(Clause(tuple(items), DAYS, on_record()))
    if isinstance(reading, tuple):
        assert all(reading_as(each.query) for each in reading)
    else:
        assert reading.because


def test_a_superlative_of_groups_asks_for_the_average_of_each() -> None:
    by_weekday = Grouped(Grouping.WEEKDAY)
    average = Breakdown(selection=days_of("steps"), aggregate=MEAN, by=Grouping.WEEKDAY)
    (which,), (each,) = read(by_weekday, HIGHEST, STEPS), read(HIGHEST, STEPS, by_weekday)
    assert (which.query, which.other) == (average, None)
    assert each.query == average
    assert each.other is not None
    assert each.other.query == Breakdown(selection=days_of("steps"), aggregate=Aggregate.MAX, by=Grouping.WEEKDAY)


def test_what_activities_add_up_to_is_a_total_of_each_group() -> None:
    assert queries(Grouped(Grouping.MONTH), HIGHEST, DISTANCE, RUNS) == [
        Breakdown(selection=of_activities("distance_m"), aggregate=SUM, by=Grouping.MONTH)
    ]


def test_an_average_and_a_trend_in_one_list_are_a_part_each() -> None:
    assert queries(AVERAGE, STEPS, "and", Sign.CHANGE, SLEEP) == [
        stat(days_of("steps"), MEAN),
        Trend(selection=days_of(SLEPT)),
    ]
