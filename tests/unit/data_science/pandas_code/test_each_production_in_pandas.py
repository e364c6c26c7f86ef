"""What each production comes to on a few records that one can work out by hand."""

from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Final

import pytest

from services.data_science.adapters.pandas_code import code_for, numbers_of, points_of, texts_of
from services.data_science.domain import algebra as a
from tests.unit.data_science.pandas_code.plain_arithmetic import NAN
from tests.unit.data_science.pandas_code.plain_reading import epoch
from tests.unit.data_science.pandas_code.records_of_someone import Activity, Norm, Records, Sample, run

JANUARY: Final = a.Window(start=date(2024, 1, 1), end=date(2024, 1, 31))
DAYS = a.All(table=a.Table.DAYS, window=JANUARY)
ACTIVITIES = a.All(table=a.Table.ACTIVITIES, window=JANUARY)
SAMPLES = a.All(table=a.Table.SAMPLES, window=JANUARY)
STEPS, SLEEP, VALUE = a.Field(name="steps"), a.Field(name="sleep_minutes"), a.Field(name=a.VALUE)
RUNS = a.Where(rows=ACTIVITIES, test=a.Kind(names=frozenset({"RUN"})))


def day(number: int) -> date:
    return date(2024, 1, number)


def at(number: int, hour: int, minute: int = 0) -> datetime:
    return datetime.combine(day(number), time(hour, minute))


SOMEONE = Records(
    days={
        day(1): {"steps": 5.0, "sleep_minutes": 400.0},
        day(2): {"steps": 9.0},
        day(3): {"steps": 9.0, "sleep_minutes": 420.0},
        day(5): {"sleep_minutes": 440.0},
        day(8): {"steps": 1.0, "sleep_minutes": 460.0},
    },
    activities=[
        Activity(start=at(9, 7, 15), kind="run", fields={"distance_m": 3000.0}),
        Activity(start=at(2, 18, 30), kind="Run", fields={"distance_m": 5000.0, "duration_min": 30.0}),
        Activity(start=at(2, 6), kind="Swim", fields={"duration_min": 45.0}),
    ],
    samples=[
        Sample(name="LDL", value=3.0, unit="mmol/L", at=at(4, 8), high=3.4),
        Sample(name="ldl", value=110.0, at=at(6, 8)),
        Sample(name="LDL", value=100.0, at=at(10, 8)),
        Sample(name="HDL", value=50.0, at=at(5, 8)),
    ],
    norms=[Norm(metric="steps", mean=4.0, sex="male"), Norm(metric="steps", mean=6.0, age_low=30, age_high=39)],
    age=35.0,
    sex="female",
)
"""9 January has an activity and no row of the summary; 4, 6 and 7 January have neither."""


def told(question: a.Question, someone: Records = SOMEONE) -> Mapping[str, float]:
    return numbers_of(question, run(code_for(question), someone))


def number(value: a.Number, someone: Records = SOMEONE) -> Mapping[str, float]:
    return told(a.Tell(number=value), someone)


def values(rows: a.Rows, column: a.Column, someone: Records = SOMEONE) -> list[float]:
    """The values of a column on at most ten rows, NaN where there is none."""
    numbers = told(a.TellRecords(rows=rows, columns=(column,)), someone)
    return [numbers.get(f"c1_{position}", NAN) for position in range(1, min(int(numbers["n"]), 10) + 1)]


def same(found: list[float], expected: list[float]) -> bool:
    return found == pytest.approx(expected, nan_ok=True)


def reduce(rows: a.Rows, column: a.Column, statistic: a.Statistic = a.Statistic.MEAN) -> a.Reduce:
    return a.Reduce(rows=rows, column=column, statistic=statistic)


def above(column: a.Column, value: float) -> a.Compare:
    return a.Compare(column=column, operator=a.Operator.GREATER, number=a.Literal(value=value))


def days_of(rows: a.Rows) -> list[int]:
    numbers = told(a.TellRecords(rows=rows, columns=()))
    return [int(numbers[f"day_{each}"] - epoch(day(1))) + 1 for each in range(1, int(numbers["n"]) + 1)]


def test_a_highest_value_has_the_day_of_the_latest_of_its_ties() -> None:
    assert number(reduce(DAYS, STEPS, a.Statistic.MAX)) == {"n": 4, "effect": 9, "day": epoch(day(3)), "ties": 2}


def test_one_value_has_its_day() -> None:
    numbers = number(reduce(RUNS, a.Field(name="duration_min")))
    assert numbers == {"n": 1, "effect": 30, "day": epoch(day(2))}


def test_a_day_with_nothing_but_an_activity_is_on_record() -> None:
    assert number(a.Count(rows=DAYS)) == {"n": 6, "effect": 6}
    assert days_of(DAYS) == [1, 2, 3, 5, 8, 9]


def test_of_ties_a_pick_takes_the_latest_first_and_drops_rows_without_a_value() -> None:
    pick = a.Pick(rows=DAYS, by=STEPS, order=a.Order.HIGHEST, count=3)
    assert days_of(pick) == [3, 2, 1]
    assert days_of(a.Where(rows=pick, test=a.Known(column=STEPS))) == [1, 2, 3]
    assert days_of(a.Pick(rows=DAYS, by=STEPS, order=a.Order.LOWEST, first=3, count=9)) == [3, 2]
    assert told(a.TellRecords(rows=a.Pick(rows=DAYS, by=STEPS, order=a.Order.HIGHEST), columns=(STEPS,))) == {
        "n": 1,
        "effect": 9,
        "day_1": epoch(day(3)),
        "c1_1": 9,
        "ties": 2,
    }


def test_by_time_nothing_is_dropped() -> None:
    assert days_of(a.Pick(rows=DAYS, by=None, order=a.Order.NEWEST, count=2)) == [9, 8]
    assert days_of(a.Pick(rows=DAYS, by=None, order=a.Order.NEWEST, first=3, count=2)) == [5, 3]
    assert days_of(a.Pick(rows=DAYS, by=None, order=a.Order.NEWEST, first=6, count=2)) == [1]
    assert days_of(a.Pick(rows=DAYS, by=None, order=a.Order.OLDEST, first=2, count=2)) == [2, 3]


def test_activities_are_told_with_their_kinds_as_stored() -> None:
    question = a.TellRecords(rows=a.Pick(rows=ACTIVITIES, by=None, order=a.Order.NEWEST, count=2), columns=())
    result = run(code_for(question), SOMEONE)
    assert texts_of(result)["kinds"] == ("run", "Run")
    assert numbers_of(question, result) == {
        "n": 2,
        "effect": epoch(day(9)),
        "day_1": epoch(day(9)),
        "day_2": epoch(day(2)),
    }


def test_days_of_rows_are_those_on_record_each_once() -> None:
    assert days_of(a.DaysOf(rows=ACTIVITIES)) == [2, 9]
    assert days_of(a.DaysOf(rows=ACTIVITIES, offset=1)) == [3]
    assert days_of(a.DaysOf(rows=SAMPLES, offset=-1)) == [3, 5, 9]


def test_activities_on_the_days_of_rows() -> None:
    assert number(a.Count(rows=a.ActivitiesOn(rows=a.Where(rows=DAYS, test=above(STEPS, 8)))))["effect"] == 2


def test_rows_of_either_and_rows_of_one_alone() -> None:
    high = a.Where(rows=DAYS, test=above(STEPS, 4))
    slept = a.Where(rows=DAYS, test=above(SLEEP, 410))
    assert days_of(a.Union(left=high, right=slept)) == [1, 2, 3, 5, 8]
    assert days_of(a.Except(left=high, right=slept)) == [1, 2]


def test_what_is_unknown_of_a_row_neither_keeps_it_nor_is_the_opposite_true() -> None:
    high, slept = above(STEPS, 4), above(SLEEP, 410)
    both, either = a.And(tests=frozenset({high, slept})), a.Or(tests=frozenset({high, slept}))
    assert days_of(a.Where(rows=DAYS, test=both)) == [3]
    assert days_of(a.Where(rows=DAYS, test=a.Not(test=both))) == [1, 8]
    assert days_of(a.Where(rows=DAYS, test=either)) == [1, 2, 3, 5, 8]
    assert days_of(a.Where(rows=DAYS, test=a.Not(test=a.Or(tests=frozenset({high, above(SLEEP, 470)}))))) == [8]
    assert number(a.Share(rows=DAYS, test=both)) == {"n": 3, "effect": 100 / 3, "held": 1}


def test_nothing_compares_with_a_number_that_is_undefined() -> None:
    nothing = reduce(a.Where(rows=DAYS, test=above(STEPS, 100)), STEPS)
    test = a.Compare(column=STEPS, operator=a.Operator.LESS, number=nothing)
    assert number(a.Count(rows=a.Where(rows=DAYS, test=test)))["effect"] == 0
    assert number(a.Count(rows=a.Where(rows=DAYS, test=a.Not(test=test))))["effect"] == 0
    assert number(a.Share(rows=DAYS, test=test)) == {"n": 0}


def test_calendar_days_are_those_of_the_row() -> None:
    weekend = a.Calendar(iso_weekdays=frozenset({1, 2}), months=frozenset({1, 2}))
    assert days_of(a.Where(rows=DAYS, test=weekend)) == [1, 2, 8, 9]


def test_a_step_is_from_the_latest_earlier_record_of_the_table_that_has_a_value() -> None:
    assert same(values(DAYS, a.Step(column=STEPS)), [NAN, 4, 0, NAN, -8, NAN])
    later = a.All(table=a.Table.DAYS, window=a.Window(start=day(8), end=day(31)))
    assert same(values(later, a.Step(column=STEPS)), [-8, NAN])


def test_a_shifted_column_is_read_on_another_day_of_record() -> None:
    assert same(values(DAYS, a.Shifted(column=SLEEP, days=1)), [NAN, 420, NAN, NAN, NAN, NAN])
    assert same(values(DAYS, a.Shifted(column=SLEEP, days=-1)), [NAN, 400, NAN, NAN, NAN, 460])


def test_a_rolling_statistic_is_of_calendar_days() -> None:
    total = a.Rolling(column=STEPS, days=3, statistic=a.Statistic.SUM)
    assert same(values(DAYS, total), [5, 14, 23, 9, 1, 1])
    change = a.Rolling(column=STEPS, days=4, statistic=a.Statistic.CHANGE)
    assert same(values(DAYS, change), [0, 4, 4, 0, 0, 0])


@pytest.mark.parametrize("statistic", [a.Statistic.SUM, a.Statistic.MEAN, a.Statistic.SD])
def test_rolling_windows_of_the_same_values_come_to_the_same(statistic: a.Statistic) -> None:
    worn = {3: 63.7, 5: 27.0, 6: 4.1, 7: 1.7}
    days = {day(each): {"sleep_minutes": worn[each]} if each in worn else {"steps": 1.0} for each in range(1, 11)}
    found = values(DAYS, a.Rolling(column=SLEEP, days=5, statistic=statistic), Records(days=days))
    assert found[8] == found[7]
    alone = {day(each): {"sleep_minutes": worn[each]} for each in (5, 6, 7)}
    assert found[7] == number(a.Reduce(rows=DAYS, column=SLEEP, statistic=statistic), Records(days=alone))["effect"]


def test_a_day_without_activities_has_a_count_of_none_and_no_other_value() -> None:
    count = a.Daily(rows=RUNS, column=None, statistic=a.Statistic.COUNT)
    assert same(values(DAYS, count), [0, 1, 0, 0, 0, 1])
    minutes = a.Daily(rows=ACTIVITIES, column=a.Field(name="duration_min"), statistic=a.Statistic.SUM)
    assert same(values(DAYS, minutes), [NAN, 75, NAN, NAN, NAN, NAN])


def test_arithmetic_over_zero_is_missing() -> None:
    zero = a.ColumnArithmetic(left=STEPS, operation=a.Operation.MINUS, right=a.Literal(value=9.0))
    against = a.ColumnArithmetic(left=STEPS, operation=a.Operation.PERCENT_CHANGE, right=zero)
    assert same(values(DAYS, against), [(5 + 4) / 4 * 100, NAN, NAN, NAN, (1 + 8) / 8 * 100, NAN])
    nothing = a.NumberArithmetic(left=a.Count(rows=DAYS), operation=a.Operation.RATIO, right=a.Literal(value=0.0))
    assert number(nothing) == {"n": 6, "left": 6, "right": 0}


def test_samples_are_of_one_biomarker_in_the_unit_of_its_newest() -> None:
    ldl = a.Field(name="LDL")
    assert number(reduce(SAMPLES, ldl, a.Statistic.CHANGE)) == {"n": 2, "effect": -10}
    assert same(values(SAMPLES, ldl), [NAN, NAN, 110, 100])
    bound = number(a.ReferenceBound(biomarker="ldl", side=a.Side.HIGH))
    assert bound == {"n": 0, "effect": 3.4}


def periods(unit: a.Unit, statistic: a.Statistic, *, rows: a.Rows = DAYS, complete: bool = False) -> a.Periods:
    column = None if rows is not DAYS else STEPS
    return a.Periods(window=JANUARY, unit=unit, rows=rows, column=column, statistic=statistic, complete=complete)


def test_a_period_is_the_part_of_it_on_record() -> None:
    weeks = periods(a.Unit.WEEK, a.Statistic.SUM)
    numbers = told(a.TellRecords(rows=weeks, columns=(VALUE,)))
    assert numbers == {
        "n": 2,
        "effect": 23,
        "day_1": epoch(day(1)),
        "end_1": epoch(day(7)),
        "c1_1": 23,
        "day_2": epoch(day(8)),
        "end_2": epoch(day(9)),
        "c1_2": 1,
    }
    assert days_of(periods(a.Unit.WEEK, a.Statistic.SUM, complete=True)) == [1]
    assert days_of(periods(a.Unit.MONTH, a.Statistic.SUM, complete=True)) == []


def test_a_count_is_none_on_a_day_on_record_and_missing_on_any_other() -> None:
    by_day = periods(a.Unit.DAY, a.Statistic.COUNT, rows=RUNS)
    assert same(values(by_day, VALUE), [0, 1, 0, NAN, 0, NAN, NAN, 0, 1])


def test_days_of_periods_are_all_their_days() -> None:
    best = a.Pick(rows=periods(a.Unit.WEEK, a.Statistic.SUM), by=VALUE, order=a.Order.HIGHEST)
    assert days_of(a.DaysOf(rows=best)) == [1, 2, 3, 5]
    assert days_of(a.DaysOf(rows=best, offset=1)) == [2, 3, 5, 8]
    assert days_of(a.Where(rows=SAMPLES, test=a.In(rows=best))) == [4, 5, 6]
    assert days_of(a.Where(rows=periods(a.Unit.WEEK, a.Statistic.SUM), test=a.In(rows=SAMPLES))) == [1]


def test_a_streak_ends_where_a_day_is_not_on_record_but_a_last_day_without_a_value_ends_none() -> None:
    awake = a.Not(test=a.Calendar(iso_weekdays=frozenset({7})))
    longest = number(a.Streak(rows=DAYS, test=awake, run=a.Run.LONGEST))
    assert longest == {"n": 6, "effect": 3, "start_day": epoch(day(1)), "day": epoch(day(3))}
    current = number(a.Streak(rows=DAYS, test=awake, run=a.Run.CURRENT))
    assert current == {"n": 6, "effect": 2, "start_day": epoch(day(8)), "day": epoch(day(9))}
    unsynced = number(a.Streak(rows=DAYS, test=above(STEPS, 0), run=a.Run.CURRENT))
    assert unsynced == {"n": 4, "effect": 1, "start_day": epoch(day(8)), "day": epoch(day(8))}


def test_of_equally_long_streaks_the_latest_is_told() -> None:
    slept = number(a.Streak(rows=DAYS, test=above(SLEEP, 0), run=a.Run.LONGEST))
    assert slept == {"n": 4, "effect": 1, "start_day": epoch(day(8)), "day": epoch(day(8))}


def test_a_streak_of_periods_is_of_consecutive_ones() -> None:
    by_day = periods(a.Unit.DAY, a.Statistic.COUNT, rows=RUNS)
    quiet = a.Not(test=above(VALUE, 0))
    assert number(a.Streak(rows=by_day, test=quiet, run=a.Run.LONGEST)) == {
        "n": 6,
        "effect": 1,
        "start_day": epoch(day(8)),
        "day": epoch(day(8)),
    }


def test_a_window_may_begin_with_a_day_that_was_found() -> None:
    since = a.Window(start=a.When(rows=a.Where(rows=DAYS, test=above(STEPS, 8))), end=day(31))
    assert days_of(a.All(table=a.Table.DAYS, window=since)) == [3, 5, 8, 9]
    never = a.Window(start=a.When(rows=a.Where(rows=DAYS, test=above(STEPS, 100))), end=day(31))
    assert number(a.Count(rows=a.All(table=a.Table.ACTIVITIES, window=never)))["effect"] == 0


def test_when_is_a_day_or_a_time_of_day() -> None:
    assert number(a.When(rows=RUNS)) == {"n": 2, "effect": epoch(day(9))}
    assert number(a.When(rows=RUNS, moment=a.Moment.CLOCK)) == {"n": 2, "effect": 7 * 60 + 15}


def test_the_norm_is_of_people_of_that_sex_and_age() -> None:
    assert number(a.Norm(metric="steps")) == {"n": 0, "effect": 6}
    assert number(a.Norm(metric="sleep_minutes")) == {"n": 0}


def test_arithmetic_tells_both_operands_and_the_days_of_extremes() -> None:
    pair = [reduce(DAYS, STEPS, each) for each in (a.Statistic.MAX, a.Statistic.MIN)]
    found = number(a.NumberArithmetic(left=pair[0], operation=a.Operation.MINUS, right=pair[1]))
    assert found == {
        "n": 4,
        "effect": 8,
        "left": 9,
        "right": 1,
        "left_day": epoch(day(3)),
        "right_day": epoch(day(8)),
    }


def test_a_metric_that_was_never_recorded_has_no_values() -> None:
    never = a.Field(name="vo2_max")
    assert number(reduce(DAYS, never)) == {"n": 0}
    assert number(reduce(DAYS, never, a.Statistic.COUNT)) == {"n": 0, "effect": 0}
    assert days_of(a.Where(rows=DAYS, test=a.Not(test=a.Known(column=never)))) == [1, 2, 3, 5, 8, 9]


def test_a_derived_feature_is_there_when_it_is_named() -> None:
    someone = Records(days={day(each): {"steps": 600.0, "resting_heart_rate": 60.0} for each in range(1, 15)})
    assert number(reduce(DAYS, a.Field(name="cardio_fitness_index"), a.Statistic.MAX), someone)["effect"] == 10
    assert number(reduce(DAYS, a.Field(name="steps_mean_30d"), a.Statistic.COUNT), someone)["effect"] == 5


def test_texts_from_files_stay_texts() -> None:
    kind = "Wal\"k'ing\\ {x}\n"
    someone = Records(activities=[Activity(start=at(2, 6), kind=kind)])
    rows = a.Where(rows=ACTIVITIES, test=a.Kind(names=frozenset({kind})))
    assert number(a.Count(rows=rows), someone) == {"n": 1, "effect": 1}
    named = Records(samples=[Sample(name=kind, value=4.0, at=at(4, 8))])
    assert number(reduce(SAMPLES, a.Field(name=kind)), named)["effect"] == 4


def test_points_are_drawn_of_eight_values_or_more() -> None:
    someone = Records(days={day(each): {"steps": float(each)} for each in range(1, 11)})
    question = a.Tell(number=reduce(DAYS, STEPS))
    assert points_of(question, run(code_for(question), someone))[:2] == ((day(1), 1.0), (day(2), 2.0))
    assert points_of(question, run(code_for(question), SOMEONE)) == ()


def test_what_an_answer_does_not_consist_of_is_no_number_of_it() -> None:
    question = a.Tell(number=reduce(DAYS, STEPS))
    result = {"n": 3, "effect": float("inf"), "sd": None, "mean": 4.0, "day": "2024-01-02T00:00:00", "ties": 1}
    assert numbers_of(question, result) == {"n": 3}
    assert numbers_of(question, {**result, "effect": 2.0}) == {"n": 3, "effect": 2.0, "day": epoch(day(2))}


NOBODY: Final = Records()


@pytest.mark.parametrize("statistic", a.Statistic)
@pytest.mark.parametrize("rows", [DAYS, ACTIVITIES, SAMPLES])
def test_someone_without_records_has_no_number(rows: a.Rows, statistic: a.Statistic) -> None:
    column = a.Field(name="distance_m" if rows is ACTIVITIES else "steps")
    counts = {"effect": 0.0} if statistic in {a.Statistic.COUNT, a.Statistic.OUTLIERS} else {}
    assert number(reduce(rows, column, statistic), NOBODY) == {"n": 0, **counts}
    for grouping in a.Grouping:
        if grouping is not a.Grouping.KIND or rows is ACTIVITIES:
            profile = a.Profile(rows=rows, column=column, statistic=statistic, by=grouping)
            assert told(profile, NOBODY) == {"n": 0}
    inner = a.Periods(window=JANUARY, unit=a.Unit.WEEK, rows=rows, column=column, statistic=statistic)
    assert number(a.Count(rows=inner), NOBODY) == {"n": 0, "effect": 0}


@pytest.mark.parametrize("operator", a.Operator)
def test_the_opposite_of_a_comparison_is_true_of_every_other_row_that_has_a_value(operator: a.Operator) -> None:
    holds = {"<": [1, 8], "<=": [1, 8, 2, 3], ">": [], ">=": [2, 3], "==": [2, 3]}[operator.value]
    test = a.Compare(column=STEPS, operator=operator, number=a.Literal(value=9.0))
    assert days_of(a.Where(rows=DAYS, test=test)) == sorted(holds)
    assert days_of(a.Where(rows=DAYS, test=a.Not(test=test))) == sorted({1, 2, 3, 8} - set(holds))


def test_rows_that_are_read_again_are_still_all_of_them() -> None:
    some, every = a.Count(rows=a.Where(rows=DAYS, test=above(STEPS, 8))), a.Count(rows=DAYS)
    assert number(a.NumberArithmetic(left=some, operation=a.Operation.MINUS, right=every))["effect"] == 2 - 6
    assert number(a.NumberArithmetic(left=every, operation=a.Operation.MINUS, right=some))["effect"] == 6 - 2
