"""What is assembled where parts, shares, counts and usual days are held against each other."""

from datetime import date
from typing import Final

from services.data_science.adapters.rules.terms import Sign, Statistic, Unit
from services.data_science.domain.query import (
    Activities,
    Aggregate,
    Combine,
    Compare,
    Comparison,
    Describe,
    Operation,
    Selection,
    ValueFilter,
)
from tests.unit.data_science.analysts import FIRST
from tests.unit.data_science.questions import LAST_WEEK, THIS_WEEK, YESTERDAY
from tests.unit.data_science.spoken import (
    AVERAGE,
    CALORIES,
    ON_WEEKDAYS,
    ON_WEEKENDS,
    RAN,
    RUNS,
    SLEEP,
    STEPS,
    WEEKENDS,
    days_of,
    during,
    of_activities,
    over,
    queries,
    stat,
)

MEAN, SUM, COUNT = Aggregate.MEAN, Aggregate.SUM, Aggregate.COUNT
SLEPT: Final = "sleep_minutes"
PERCENT: Final = Unit("%", 1.0, "percent")
ANY_KIND: Final = Activities()
FEW_STEPS: Final = ValueFilter(
    metric="steps", comparison=Comparison.LESS_OR_EQUAL, value=10000, label="step count at most 10,000"
)
MANY_STEPS: Final = ValueFilter(
    metric="steps", comparison=Comparison.GREATER, value=10000, label="step count above 10,000"
)


def both(selection: Selection, baseline: Selection, aggregate: Aggregate, operation: Operation) -> Combine:
    return Combine(first=stat(selection, aggregate), second=stat(baseline, aggregate), operation=operation)


def test_counts_of_groups_with_different_numbers_of_days_are_told_per_day() -> None:
    assert queries(Sign.DIRECTION, RAN, WEEKENDS) == [
        Combine(
            first=stat(of_activities("", ON_WEEKENDS), Aggregate.COUNT_PER, 1),
            second=stat(of_activities("", ON_WEEKDAYS), Aggregate.COUNT_PER, 1),
            operation=Operation.DIFFERENCE,
        )
    ]


def test_shares_of_two_windows_are_compared() -> None:
    share = Statistic(Aggregate.SHARE)
    (query,) = queries(share, over(STEPS, 10000, days=True), during(THIS_WEEK), Sign.VERSUS, during(LAST_WEEK))
    assert query == Combine(
        first=Describe(
            selection=days_of("steps", window=THIS_WEEK), aggregate=Aggregate.SHARE, conditions=(MANY_STEPS,)
        ),
        second=Describe(
            selection=days_of("steps", window=LAST_WEEK), aggregate=Aggregate.SHARE, conditions=(MANY_STEPS,)
        ),
        operation=Operation.DIFFERENCE,
    )


def test_a_part_of_a_total_is_a_ratio_of_sums() -> None:
    assert queries(PERCENT, STEPS, WEEKENDS) == [
        both(days_of("steps", ON_WEEKENDS), days_of("steps"), SUM, Operation.RATIO)
    ]
    assert queries(PERCENT, CALORIES, RUNS) == [
        both(of_activities("calories_kcal"), days_of("calories_kcal"), SUM, Operation.RATIO)
    ]
    assert queries(PERCENT, RUNS) == [
        both(of_activities(""), of_activities("", activities=ANY_KIND), COUNT, Operation.RATIO)
    ]


def test_a_difference_in_percent_is_a_change_in_percent() -> None:
    (query,) = queries(Sign.DIRECTION, STEPS, during(THIS_WEEK), Sign.THAN, during(LAST_WEEK), PERCENT)
    assert query == both(
        days_of("steps", window=THIS_WEEK), days_of("steps", window=LAST_WEEK), MEAN, Operation.PERCENT_CHANGE
    )


def test_than_usual_compares_with_all_the_days_before() -> None:
    (query,) = queries(Sign.DIRECTION, STEPS, during(LAST_WEEK), Sign.THAN, AVERAGE)
    assert isinstance(query, Compare)
    assert (query.baseline.window.start, query.baseline.window.end) == (FIRST, date(2024, 3, 3))


def test_how_unusual_a_day_was_is_told_against_the_days_before() -> None:
    (query,) = queries(Statistic(Aggregate.OUTLIERS), STEPS, during(YESTERDAY))
    assert isinstance(query, Compare)
    assert query.baseline.window.end == date(2024, 3, 13)


def test_what_changes_with_the_days_and_not_in_time_is_compared() -> None:
    assert queries(SLEEP, Sign.CHANGE, over(STEPS, 10000)) == [
        Compare(selection=days_of(SLEPT, MANY_STEPS), baseline=days_of(SLEPT, FEW_STEPS))
    ]
