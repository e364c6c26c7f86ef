"""Every query can be told in plain words, with its windows as dates or without."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.data_science.adapters.rules.restating import reading_as, singular, when, when_with_dates
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
    Operation,
    Order,
    Pick,
    Query,
    Ranking,
    Selection,
    Source,
    Trend,
    ValueFilter,
    Window,
)
from tests.unit.data_science.questions import ALL, D7, LAST_MONTH, LAST_WEEK, YESTERDAY, span
from tests.unit.data_science.spoken import (
    ON_WEEKDAYS,
    ON_WEEKENDS,
    WITH_RUNS,
    WITHOUT_RUNS,
    days_of,
    of_activities,
    stat,
)

HRV, STEPS = "heart_rate_variability", "steps"
MEAN, SUM, COUNT = Aggregate.MEAN, Aggregate.SUM, Aggregate.COUNT
LONG = ValueFilter(
    metric="sleep_minutes", comparison=Comparison.GREATER, value=480, label="sleep duration above 8 hours"
)
SAID: list[tuple[Query, str]] = [
    (stat(days_of(STEPS, window=YESTERDAY), MEAN), "the step count yesterday"),
    (
        stat(days_of(STEPS, LONG, ON_WEEKENDS, window=D7), MEAN),
        "the average step count over the last 7 days, on days with sleep duration above 8 hours, on weekends",
    ),
    (
        stat(of_activities("calories_kcal", pick=Pick(end=End.LAST, count=3)), MEAN),
        "the average calories burned of your last 3 runs over all data",
    ),
    (
        stat(of_activities("duration_min", pick=Pick(end=End.LAST, count=1)), MEAN),
        "the duration of your last run over all data",
    ),
    (stat(of_activities("average_heart_rate"), MEAN), "the average heart rate of your runs over all data"),
    (
        stat(days_of(HRV, WITH_RUNS, pick=Pick(end=End.LAST, count=1)), MEAN),
        "the heart rate variability over all data, on days with runs, on the last such day",
    ),
    (stat(of_activities(""), COUNT), "the number of runs over all data"),
    (stat(of_activities(""), Aggregate.COUNT_DAYS), "the number of days with runs over all data"),
    (stat(of_activities(""), Aggregate.COUNT_PER, 7), "the number of runs per week over all data"),
    (stat(of_activities(""), Aggregate.LATEST), "the day of the latest of your runs over all data"),
    (stat(days_of("", WITHOUT_RUNS), COUNT), "the number of days over all data, on days with no runs"),
    (
        Describe(selection=days_of(STEPS, ON_WEEKENDS), aggregate=Aggregate.SHARE, conditions=(LONG,)),
        "the percentage of days with sleep duration above 8 hours over all data, on weekends",
    ),
    (
        Describe(selection=days_of(STEPS), aggregate=Aggregate.LONGEST_STREAK, conditions=(LONG,)),
        "the most days in a row with sleep duration above 8 hours over all data",
    ),
    (
        Compare(selection=days_of(STEPS, window=D7), baseline=days_of(STEPS, window=LAST_MONTH)),
        "the average step count over the last 7 days, less the average last month",
    ),
    (
        Compare(selection=days_of(STEPS, ON_WEEKENDS), baseline=days_of(STEPS, ON_WEEKDAYS)),
        "the average step count on weekends, less the average on weekdays, over all data",
    ),
    (
        Trend(selection=of_activities("distance_m", per_day=SUM)),
        "the straight line through daily total distance of your runs over all data, and its slope",
    ),
    (
        ChangePoint(selection=days_of(HRV)),
        "the day from which on heart rate variability differs most from before over all data",
    ),
    (
        Associate(feature=Measure(name=STEPS), target=Measure(name=HRV), lag_days=1, window=ALL),
        "Spearman's rank correlation of step count with heart rate variability the next day, day by day over all data",
    ),
    (
        Breakdown(selection=days_of(STEPS), aggregate=MEAN, by=Grouping.SEASON),
        "the average step count for each season over all data",
    ),
    (
        Ranking(selection=of_activities("duration_min"), order=Order.HIGHEST, count=3),
        "the 3 highest values of duration of your runs over all data",
    ),
    (
        Kinds(selection=of_activities("", activities=Activities())),
        "the kinds of activities over all data, and how often each",
    ),
    (
        Combine(first=stat(days_of(STEPS), MEAN), second=stat(days_of(HRV), MEAN), operation=Operation.RATIO),
        "the average step count over all data, divided by the average heart rate variability over all data",
    ),
]


@pytest.mark.parametrize(("query", "said"), SAID)
def test_a_query_is_told_in_plain_words(query: Query, said: str) -> None:
    assert reading_as(query, say=when) == said


@pytest.mark.parametrize(
    ("window", "said"),
    [
        (LAST_WEEK, "last week (2024-03-04 to 2024-03-10)"),
        (YESTERDAY, "yesterday (2024-03-14)"),
        (span("2024-02-01", "2024-02-29", "February 2024"), "in February 2024 (2024-02-01 to 2024-02-29)"),
        (span("2024-02-01", "2024-02-03", "2024-02-01 to 2024-02-03"), "from 2024-02-01 to 2024-02-03"),
        (span("2024-02-01", "2024-02-01", "2024-02-01"), "on 2024-02-01"),
        (span("2023-01-01", "2023-12-31", "2023"), "in 2023 (2023-01-01 to 2023-12-31)"),
    ],
)
def test_a_window_is_told_with_its_dates_once(window: Window, said: str) -> None:
    assert when_with_dates(window) == said


@pytest.mark.parametrize(
    ("label", "one"),
    [
        ("runs", "run"),
        ("activities", "activity"),
        ("yoga classes", "yoga class"),
        ("matches", "match"),
        ("runs with a distance above 5 miles", "run with a distance above 5 miles"),
    ],
)
def test_one_of_the_activities_is_told_in_the_singular(label: str, one: str) -> None:
    assert singular(label) == one


@given(st.sampled_from(Aggregate), st.sampled_from(Source), st.sampled_from(["steps", "", "unknown_name"]))
def test_every_statistic_of_every_source_has_words(aggregate: Aggregate, source: Source, name: str) -> None:
    selection = Selection(measure=Measure(source=source, name=name), window=ALL)
    said = reading_as(Describe(selection=selection, aggregate=aggregate, conditions=(LONG,), per_days=7))
    assert said.startswith("the ")
    assert "{}" not in said
