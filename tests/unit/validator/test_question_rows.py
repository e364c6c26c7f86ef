"""Which records rows are: windows, tests, picks, days, activities, periods."""

import math
from datetime import date

import pytest

from services.validator.domain.algebra import (
    ActivitiesOn,
    All,
    And,
    Calendar,
    DaysOf,
    Except,
    Field,
    In,
    Kind,
    Known,
    Literal,
    Not,
    NumberArithmetic,
    Operation,
    Or,
    Order,
    Pick,
    Statistic,
    Table,
    TellRecords,
    Test,
    Union,
    Unit,
    When,
    Window,
)
from tests.unit.validator.asked import (
    DISTANCE,
    RUNS,
    SLEEP,
    STEPS,
    THE_VALUE,
    WEEKENDS,
    above,
    activities,
    chosen,
    count,
    days,
    effect,
    highest,
    lab,
    newest,
    numbers,
    of,
    record,
    samples,
    told,
    weekly,
    where,
)

NAN = math.nan
LDL = Field(name="ldl")
TWO_RUNS = [(1, "Run", {"distance_m": 5000.0}), (1, "walk", {}), (4, "run", {"distance_m": 8000.0})]


def test_days_on_record_are_those_with_a_row_and_those_with_an_activity() -> None:
    store = record(steps={0: 5.0, 2: NAN}, done=[(7, "Run", {})], recorded=[2])
    assert chosen(days(), store) == [0, 2, 7]
    assert chosen(days(1, 6), store) == [2]


def test_a_window_may_begin_on_a_day_that_is_computed() -> None:
    store = record(steps=[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], done=TWO_RUNS)
    last_run = When(rows=where(activities(), RUNS))
    since = Window(start=last_run, end=date(2030, 1, 1))
    assert chosen(All(table=Table.DAYS, window=since), store) == [4, 5]
    since_three_days_before = Window(
        start=NumberArithmetic(left=last_run, operation=Operation.MINUS, right=Literal(value=3)), end=since.end
    )
    assert chosen(All(table=Table.DAYS, window=since_three_days_before), store) == [1, 2, 3, 4, 5]


def test_a_window_with_an_undefined_end_has_no_rows() -> None:
    store = record(steps=[1.0, 2.0])
    since = Window(start=When(rows=activities()), end=date(2030, 1, 1))
    assert chosen(All(table=Table.DAYS, window=since), store) == []
    assert told(of(All(table=Table.DAYS, window=since)), store) == {"n": 0.0}


def test_a_row_of_which_a_test_is_unknown_is_left_out_and_so_is_its_opposite() -> None:
    store = record(steps=[10.0, NAN, 3.0], recorded=[1])
    assert chosen(where(days(), above(STEPS, 5)), store) == [0]
    assert chosen(where(days(), Not(test=above(STEPS, 5))), store) == [2]
    assert chosen(where(days(), above(STEPS, of(days(50, 60)))), store) == []


@pytest.mark.parametrize(
    ("test", "expected"),
    [
        (And(tests=frozenset({above(STEPS, 5), above(SLEEP, 5)})), [0]),
        (Not(test=And(tests=frozenset({above(STEPS, 5), above(SLEEP, 5)}))), [2, 3]),
        (Or(tests=frozenset({above(STEPS, 5), above(SLEEP, 5)})), [0, 1, 3]),
        (Not(test=Or(tests=frozenset({above(STEPS, 5), above(SLEEP, 5)}))), []),
        (And(tests=frozenset()), [0, 1, 2, 3, 4]),
        (Or(tests=frozenset()), []),
        (Known(column=SLEEP), [0, 3]),
        (Not(test=Known(column=SLEEP)), [1, 2, 4]),
    ],
)
def test_what_is_unknown_stays_unknown(test: Test, expected: list[int]) -> None:
    store = record(steps={0: 9.0, 1: 9.0, 2: 1.0, 3: 1.0}, sleep={0: 9.0, 3: 9.0}, recorded=[4])
    assert chosen(where(days(), test), store) == expected


def test_weekdays_and_months_are_those_of_the_date() -> None:
    # The first is a Thursday, so the third is a Saturday; February begins 31 days later.
    store = record(steps=dict.fromkeys(range(40), 1.0))
    assert chosen(where(days(0, 10), WEEKENDS), store) == [2, 3, 9, 10]
    february = Calendar(iso_weekdays=frozenset({7}), months=frozenset({2}))
    assert chosen(where(days(), february), store) == [31, 38]


def test_kinds_are_compared_without_letter_case() -> None:
    store = record(done=TWO_RUNS)
    assert chosen(where(activities(), RUNS), store) == [1, 4]
    assert chosen(where(activities(), Kind(names=frozenset({"Swim"}))), store) == []


def test_of_ties_the_latest_is_picked_first_and_rows_without_a_value_never() -> None:
    store = record(steps=[7.0, 9.0, NAN, 9.0, 1.0], recorded=[2])
    assert chosen(highest(days(), STEPS), store) == [3]
    assert chosen(highest(days(), STEPS, first=2), store) == [1]
    assert chosen(highest(days(), STEPS, first=2, count=9), store) == [0, 1, 4]
    lowest = Pick(rows=days(), by=STEPS, order=Order.LOWEST, count=2)
    assert chosen(lowest, store) == [0, 4]
    assert chosen(newest(days(), count=3), store) == [2, 3, 4]
    assert chosen(Pick(rows=days(), by=None, order=Order.OLDEST, first=3), store) == [2]
    assert chosen(highest(days(), STEPS, first=8), store) == []


def test_the_days_of_rows_are_on_record_and_come_once() -> None:
    store = record(steps=[1.0, 2.0, 3.0], done=TWO_RUNS)
    assert chosen(DaysOf(rows=activities()), store) == [1, 4]
    assert chosen(DaysOf(rows=activities(), offset=1), store) == [2]
    assert chosen(DaysOf(rows=activities(), offset=-1), store) == [0]


def test_the_days_of_a_period_are_all_its_days() -> None:
    store = record(steps={day: float(day) for day in range(20) if day != 6})
    best = highest(weekly(days(), STEPS, Statistic.MEAN, last=10), THE_VALUE)
    assert chosen(DaysOf(rows=best), store) == [4, 5, 7, 8, 9, 10]
    assert chosen(where(days(), In(rows=best)), store) == [4, 5, 7, 8, 9, 10]
    assert chosen(DaysOf(rows=best, offset=7), store) == [11, 12, 13, 14, 15, 16, 17]


def test_activities_on_days_are_those_of_the_same_date() -> None:
    store = record(steps=[1.0, 9.0, 1.0], done=TWO_RUNS)
    assert chosen(ActivitiesOn(rows=highest(days(), STEPS)), store) == [1, 1]
    assert chosen(where(days(), In(rows=where(activities(), RUNS))), store) == [1, 4]
    assert chosen(where(days(), Not(test=In(rows=where(activities(), RUNS)))), store) == [0, 2]


def test_rows_are_joined_and_taken_away_each_once() -> None:
    store = record(steps=[5.0, 6.0, 7.0, 8.0])
    assert chosen(Union(left=days(0, 2), right=days(1, 3)), store) == [0, 1, 2, 3]
    assert chosen(Except(left=days(0, 2), right=days(1, 3)), store) == [0]
    assert count(Union(left=days(0, 2), right=days(1, 3)), store) == 4


def test_a_partial_period_is_left_out_or_clipped() -> None:
    # Thursday 1 January to Tuesday 20 January: the week of Thursday and the one of Tuesday are not whole.
    store = record(steps=dict.fromkeys(range(20), 1.0))
    whole = weekly(days(), STEPS, Statistic.SUM)
    assert chosen(whole, store) == [4, 11]
    clipped = weekly(days(), STEPS, Statistic.SUM, whole=False)
    assert chosen(clipped, store) == [0, 4, 11, 18]
    assert effect(of(clipped, THE_VALUE, Statistic.MIN), store) == 2.0
    assert effect(of(clipped, THE_VALUE, Statistic.FIRST), store) == 4.0


def test_a_month_within_the_span_is_whole() -> None:
    store = record(steps=dict.fromkeys(range(100), 1.0))
    months = weekly(days(), STEPS, Statistic.COUNT, unit=Unit.MONTH)
    assert chosen(months, store) == [0, 31, 59]
    assert effect(of(months, THE_VALUE, Statistic.SUM), store) == 90.0
    assert chosen(weekly(days(), STEPS, Statistic.COUNT, unit=Unit.QUARTER), store) == [0]
    assert chosen(weekly(days(), STEPS, Statistic.COUNT, unit=Unit.YEAR), store) == []
    assert len(chosen(weekly(days(), STEPS, Statistic.COUNT, unit=Unit.DAY), store)) == 100


def test_nothing_in_a_period_is_0_only_of_counts_and_of_amounts_of_activities_and_only_on_record() -> None:
    recorded = [day for day in range(32) if not 11 <= day <= 17]
    store = record(steps={4: 2.0, 25: 3.0}, recorded=recorded, done=[(5, "Run", {"distance_m": 4.0})])
    runs = where(activities(), RUNS)
    told_of = {
        "runs": weekly(runs, None, Statistic.COUNT),
        "distance": weekly(runs, DISTANCE, Statistic.SUM),
        "longest": weekly(runs, DISTANCE, Statistic.MAX),
        "steps": weekly(days(), STEPS, Statistic.SUM),
    }
    known = {name: chosen(where(periods, Known(column=THE_VALUE)), store) for name, periods in told_of.items()}
    assert known == {"runs": [4, 18, 25], "distance": [4, 18, 25], "longest": [4], "steps": [4, 25]}
    assert effect(of(told_of["runs"], THE_VALUE, Statistic.SUM), store) == 1.0
    assert effect(of(told_of["distance"], THE_VALUE, Statistic.MIN), store) == 0.0


def test_the_span_of_periods_of_samples_is_that_of_the_samples() -> None:
    store = record(steps=dict.fromkeys(range(100), 1.0), lab=[lab(2, "LDL", 90.0), lab(40, "LDL", 80.0)])
    months = weekly(samples(), LDL, Statistic.MEAN, unit=Unit.MONTH, whole=False)
    assert chosen(months, store) == [2, 31]
    told_in_order = numbers(TellRecords(rows=months, columns=(THE_VALUE,)), store)
    assert (told_in_order["c1_1"], told_in_order["c1_2"]) == (90.0, 80.0)


def test_a_period_is_tested_by_any_of_its_days_in_the_span() -> None:
    store = record(steps=dict.fromkeys(range(25), 1.0), done=[(9, "Run", {})])
    weeks = weekly(days(), STEPS, Statistic.SUM)
    assert chosen(where(weeks, In(rows=activities())), store) == [4]
    assert chosen(where(weeks, Calendar(iso_weekdays=frozenset({1}))), store) == [4, 11, 18]
