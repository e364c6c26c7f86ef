"""What is assembled where the days are meant on which something holds or does not, and not a value of theirs."""

import pytest

from services.data_science.adapters.rules.terms import (
    Item,
    Rate,
    Sign,
    Statistic,
)
from services.data_science.domain.query import (
    Activities,
    ActivityFilter,
    Aggregate,
    Comparison,
    Describe,
    ValueFilter,
)
from tests.unit.data_science.questions import D30, LAST_WEEK, YESTERDAY
from tests.unit.data_science.spoken import (
    ANY,
    DURATION,
    RAN,
    RUNS,
    STEPS,
    TOTAL,
    TREADMILL,
    WEEKENDS,
    days_of,
    during,
    over,
    queries,
    read,
    refused,
    stat,
    without,
)

MEAN, COUNT = Aggregate.MEAN, Aggregate.COUNT
MANY_STEPS = ValueFilter(metric="steps", comparison=Comparison.GREATER, value=10000, label="step count above 10,000")
LONGEST = Statistic(Aggregate.MAX, field="duration_min")


def test_days_without_an_activity_are_days_on_record() -> None:
    assert queries(Sign.COUNT_DAYS, without(ANY), during(D30)) == [
        stat(
            days_of("", ActivityFilter(activities=Activities(), label="no activities", absent=True), window=D30), COUNT
        )
    ]


def test_activities_are_not_looked_for_on_days_without_them() -> None:
    assert "there are no runs on days with no runs" in refused(TOTAL, DURATION, RUNS, without(RUNS))


def test_days_on_which_something_holds_are_counted_where_nothing_else_is_asked_of_them() -> None:
    assert queries(over(STEPS, 10000, days=True), during(D30)) == [
        stat(days_of("steps", MANY_STEPS, window=D30), COUNT)
    ]


def test_days_with_two_activities_are_days_with_both() -> None:
    (query,) = queries(Sign.COUNT_DAYS, RAN, "and", TREADMILL)
    assert isinstance(query, Describe)
    assert [each.label for each in query.selection.day_filters] == ["runs", "treadmill workouts"]


@pytest.mark.parametrize(
    "items", [(over(STEPS, 10000, opened=False), during(LAST_WEEK)), (over(STEPS, 10000, opened=False),)]
)
def test_whether_something_held_is_told_as_the_share_of_days(items: tuple[Item, ...]) -> None:
    (reading,) = read(*items)
    assert isinstance(reading.query, Describe)
    assert (reading.query.aggregate, reading.query.conditions) == (Aggregate.SHARE, (MANY_STEPS,))
    assert "share of the days" in reading.assumed


def test_a_number_of_days_a_week_on_which_something_holds_is_a_share_of_all_days() -> None:
    (query,) = queries(Sign.COUNT_DAYS, over(STEPS, 10000), Rate(7, "a week"))
    assert query == Describe(selection=days_of("steps"), aggregate=Aggregate.SHARE, conditions=(MANY_STEPS,))


@pytest.mark.parametrize(
    "items", [(Sign.COUNT_DAYS, without(ANY), Rate(7, "per week")), (Sign.HOW_OFTEN, Sign.HABIT, without(ANY))]
)
def test_days_without_something_per_week_are_a_share_of_all_days(items: tuple[Item, ...]) -> None:
    (query,) = queries(*items)
    rest = ActivityFilter(activities=Activities(), label="no activities", absent=True)
    assert query == Describe(selection=days_of(""), aggregate=Aggregate.SHARE, conditions=(rest,))


def test_a_rate_per_week_is_over_all_days() -> None:
    assert "over all days" in refused(Sign.HOW_MANY, RUNS, WEEKENDS, Rate(7, "per week"))


def test_the_longest_time_without_something_is_a_streak() -> None:
    (query,) = queries(LONGEST, without(ANY))
    assert isinstance(query, Describe)
    assert query.aggregate is Aggregate.LONGEST_STREAK


def test_whether_something_held_on_one_day_is_told_by_its_value() -> None:
    assert queries(over(STEPS, 10000, opened=False), during(YESTERDAY)) == [
        stat(days_of("steps", window=YESTERDAY), MEAN)
    ]
