"""What a column is of each record."""

import math

import pytest

from services.validator.domain.algebra import (
    Column,
    ColumnArithmetic,
    Daily,
    Field,
    Operation,
    Rolling,
    Rows,
    Shifted,
    Statistic,
    Step,
    TellRecords,
    Unit,
)
from services.validator.domain.records.store import Store
from tests.unit.validator.asked import (
    DISTANCE,
    RUNS,
    SLEEP,
    STEPS,
    THE_VALUE,
    activities,
    days,
    highest,
    lab,
    numbers,
    record,
    samples,
    weekly,
    where,
)

NAN = math.nan
DONE = [
    (1, "Run", {"distance_m": 5000.0}),
    (1, "Walk", {"distance_m": 1000.0}),
    (3, "Run", {}),
    (4, "Run", {"distance_m": 8000.0}),
]


def values(rows: Rows, column: Column, store: Store) -> list[float]:
    """Of at most ten rows; NaN where there is none."""
    answer = numbers(TellRecords(rows=rows, columns=(column,)), store)
    return [answer.get(f"c1_{at}", NAN) for at in range(1, int(answer["n"]) + 1)]


def same(own: list[float], expected: list[float]) -> bool:
    return own == pytest.approx(expected, nan_ok=True)


def test_a_day_has_what_its_activities_come_to() -> None:
    store = record(steps=dict.fromkeys(range(6), 1.0), done=DONE)
    runs = where(activities(), RUNS)
    counted = Daily(rows=runs, column=None, statistic=Statistic.COUNT)
    assert same(values(days(), counted, store), [0, 1, 0, 1, 1, 0])
    with_distance = Daily(rows=activities(), column=DISTANCE, statistic=Statistic.COUNT)
    assert same(values(days(), with_distance, store), [0, 2, 0, 0, 1, 0])
    total = Daily(rows=activities(), column=DISTANCE, statistic=Statistic.SUM)
    assert same(values(days(), total, store), [NAN, 6000, NAN, NAN, 8000, NAN])
    assert same(
        values(days(), Daily(rows=activities(), column=DISTANCE, statistic=Statistic.LATEST), store)[1:2], [1000]
    )


def test_a_shifted_value_is_that_of_another_day_on_record() -> None:
    store = record(steps={0: 1.0, 1: 2.0, 3: 4.0, 4: NAN}, recorded=[4])
    assert same(values(days(), Shifted(column=STEPS, days=1), store), [2, NAN, NAN, NAN])
    assert same(values(days(), Shifted(column=STEPS, days=-3), store), [NAN, NAN, 1, 2])
    assert same(values(days(3, 4), Shifted(column=STEPS, days=-3), store), [1, 2])


def test_a_rolling_value_is_of_the_calendar_days_that_end_with_the_day() -> None:
    store = record(steps={0: 1.0, 1: 3.0, 4: 5.0, 9: NAN}, recorded=[9])
    assert same(values(days(), Rolling(column=STEPS, days=3, statistic=Statistic.SUM), store), [1, 4, 5, NAN])
    assert same(values(days(), Rolling(column=STEPS, days=4, statistic=Statistic.COUNT), store), [1, 2, 2, NAN])
    assert same(values(days(), Rolling(column=STEPS, days=2, statistic=Statistic.SD), store), [NAN, 2**0.5, NAN, NAN])


def test_a_step_is_from_the_latest_earlier_record_of_the_whole_table_that_has_a_value() -> None:
    store = record(steps={0: 1.0, 1: NAN, 2: 4.0, 5: 2.0}, recorded=[1], done=DONE)
    assert same(values(days(0, 2), Step(column=STEPS), store), [NAN, NAN, 3])
    assert same(values(days(5, 5), Step(column=STEPS), store), [-2])
    assert same(values(activities(), Step(column=DISTANCE), store), [NAN, -4000, NAN, 7000])
    assert same(values(highest(activities(), DISTANCE), Step(column=DISTANCE), store), [7000])


def test_a_step_of_periods_is_from_the_period_before() -> None:
    store = record(steps={day: 0.0 if day < 31 else 2.0 if day < 59 else 7.0 for day in range(100)})
    months = weekly(days(), STEPS, Statistic.MEAN, unit=Unit.MONTH)
    assert same(values(months, THE_VALUE, store), [0, 2, 7])
    assert same(values(months, Step(column=THE_VALUE), store), [NAN, 2, 5])


@pytest.mark.parametrize(
    ("operation", "expected"),
    [
        (Operation.PLUS, [11.0, NAN, 5.0]),
        (Operation.MINUS, [9.0, NAN, -5.0]),
        (Operation.TIMES, [10.0, NAN, 0.0]),
        (Operation.RATIO, [10.0, NAN, 0.0]),
        (Operation.PERCENT_CHANGE, [900.0, NAN, -100.0]),
    ],
)
def test_arithmetic_is_row_by_row(operation: Operation, expected: list[float]) -> None:
    store = record(steps=[10.0, 7.0, 0.0], sleep={0: 1.0, 2: 5.0})
    assert same(values(days(), ColumnArithmetic(left=STEPS, operation=operation, right=SLEEP), store), expected)


@pytest.mark.parametrize("operation", [Operation.RATIO, Operation.PERCENT_CHANGE])
def test_nothing_is_divided_by_zero(operation: Operation) -> None:
    store = record(steps=[10.0, 7.0], sleep=[0.0, -2.0])
    first, second = values(days(), ColumnArithmetic(left=STEPS, operation=operation, right=SLEEP), store)
    assert math.isnan(first)
    assert second == (-3.5 if operation is Operation.RATIO else 450.0)


def test_a_biomarker_is_a_field_that_only_its_own_samples_in_its_newest_unit_have() -> None:
    store = record(lab=[lab(0, "LDL", 3.0, "mmol/L"), lab(5, "HDL", 50.0), lab(5, "ldl", 120.0), lab(9, "LDL", 100.0)])
    assert same(values(samples(), Field(name="Ldl"), store), [NAN, NAN, 120, 100])
    assert same(values(samples(), Step(column=Field(name="LDL")), store), [NAN, NAN, NAN, -20])
