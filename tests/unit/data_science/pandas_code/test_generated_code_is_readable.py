"""Generated code is short, parses, says the same every time, and changes only where someone has looked at it."""

import random
import subprocess
import sys
import time
from datetime import date
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.data_science.adapters.pandas_code import code_for
from services.data_science.domain import algebra as a
from services.data_science.domain.preflight import Ready, preflight
from tests.unit.data_science.pandas_code.drawn import Draw

GOLDEN: Final = Path(__file__).parent / "golden"
LONGEST_LINE: Final = 116
D30 = a.Window(start=date(2024, 2, 15), end=date(2024, 3, 15), label="last 30 days", unit=None)
DAYS = a.All(table=a.Table.DAYS, window=D30)
ACTIVITIES = a.All(table=a.Table.ACTIVITIES, window=D30)
SAMPLES = a.All(table=a.Table.SAMPLES, window=D30)
RUNS = a.Where(rows=ACTIVITIES, test=a.Kind(names=frozenset({"Run"})))
STEPS, SLEEP, HRV = a.Field(name="steps"), a.Field(name="sleep_minutes"), a.Field(name="heart_rate_variability")
DURATION, DISTANCE = a.Field(name="duration_min"), a.Field(name="distance_m")
VALUE = a.Field(name=a.VALUE)
LONGEST = a.Pick(rows=RUNS, by=DURATION, order=a.Order.HIGHEST)
LONG_RUNS = a.Where(
    rows=ACTIVITIES,
    test=a.And(
        tests=frozenset(
            {
                a.Kind(names=frozenset({"Run", "Treadmill"})),
                a.Compare(column=DISTANCE, operator=a.Operator.GREATER, number=a.Literal(value=5000, unit="m")),
            }
        )
    ),
)


def reduce(rows: a.Rows, column: a.Column, statistic: a.Statistic = a.Statistic.MEAN) -> a.Reduce:
    return a.Reduce(rows=rows, column=column, statistic=statistic)


def weekly(rows: a.Rows, column: a.Column | None, statistic: a.Statistic) -> a.Periods:
    return a.Periods(window=D30, unit=a.Unit.WEEK, rows=rows, column=column, statistic=statistic)


def at_least(column: a.Column, number: a.Number) -> a.Compare:
    return a.Compare(column=column, operator=a.Operator.GREATER_OR_EQUAL, number=number)


ZONE = weekly(DAYS, a.Field(name="active_zone_minutes"), a.Statistic.SUM)
ENOUGH = a.Literal(value=150.0, unit="min")
GOLDENS: dict[str, a.Question] = {
    "mean_of_a_metric": a.Tell(number=reduce(DAYS, a.Field(name="resting_heart_rate"))),
    "highest_of_a_metric": a.Tell(number=reduce(DAYS, STEPS, a.Statistic.MAX)),
    "heart_rate_of_the_longest_run": a.Tell(number=reduce(LONGEST, a.Field(name="average_heart_rate"))),
    "sleep_after_long_runs": a.Tell(number=reduce(a.DaysOf(rows=LONG_RUNS, offset=1), SLEEP)),
    "weeks_with_three_runs": a.Tell(
        number=a.Count(
            rows=a.Where(rows=weekly(RUNS, None, a.Statistic.COUNT), test=at_least(VALUE, a.Literal(value=3.0)))
        )
    ),
    "enough_zone_minutes_a_week": a.Decide(
        left=reduce(ZONE, VALUE),
        operator=a.Operator.GREATER_OR_EQUAL,
        right=ENOUGH,
        share=a.Share(rows=ZONE, test=at_least(VALUE, ENOUGH)),
    ),
    "days_since_the_last_run": a.Tell(
        number=a.NumberArithmetic(
            left=a.Literal(value=19797, unit="date"), operation=a.Operation.MINUS, right=a.When(rows=RUNS)
        )
    ),
    "the_three_longest_runs": a.TellRecords(
        rows=a.Pick(rows=RUNS, by=DURATION, order=a.Order.HIGHEST, count=3), columns=(DURATION, DISTANCE)
    ),
    "longest_streak_above_usual": a.Tell(
        number=a.Streak(rows=DAYS, test=at_least(STEPS, reduce(DAYS, STEPS)), run=a.Run.LONGEST)
    ),
    "difference_of_two_windows": a.Contrast(
        rows=a.All(table=a.Table.DAYS, window=a.Window(start=date(2024, 3, 11), end=date(2024, 3, 15))),
        baseline=a.All(table=a.Table.DAYS, window=a.Window(start=date(2024, 3, 4), end=date(2024, 3, 10))),
        column=SLEEP,
    ),
    "days_with_runs_against_others": a.Contrast(
        rows=a.Where(rows=DAYS, test=a.In(rows=a.DaysOf(rows=RUNS))),
        baseline=a.Where(rows=DAYS, test=a.Not(test=a.In(rows=a.DaysOf(rows=RUNS)))),
        column=HRV,
    ),
    "distance_and_sleep_the_next_day": a.Relate(
        left=a.Daily(rows=RUNS, column=DISTANCE, statistic=a.Statistic.SUM), right=SLEEP, rows=DAYS, lag_days=1
    ),
    "profile_by_weekday": a.Profile(
        rows=DAYS, column=STEPS, statistic=a.Statistic.MEAN, by=a.Grouping.WEEKDAY, extreme=a.Order.HIGHEST
    ),
    "kinds_of_activities": a.Profile(rows=ACTIVITIES, column=None, statistic=a.Statistic.COUNT, by=a.Grouping.KIND),
    "latest_biomarker_within_its_range": a.Decide(
        left=reduce(SAMPLES, a.Field(name="LDL"), a.Statistic.LATEST),
        operator=a.Operator.LESS_OR_EQUAL,
        right=a.ReferenceBound(biomarker="LDL", side=a.Side.HIGH),
    ),
    "mean_against_others_of_that_age": a.Tell(
        number=a.NumberArithmetic(left=reduce(DAYS, STEPS), operation=a.Operation.MINUS, right=a.Norm(metric="steps"))
    ),
    "trend": a.Trend(rows=DAYS, column=HRV),
    "change_point": a.ChangePoint(rows=DAYS, column=HRV),
    "outliers": a.Unusual(rows=DAYS, column=HRV),
}


@pytest.mark.parametrize("name", GOLDENS)
def test_the_code_of_a_usual_question_is_the_golden(name: str) -> None:
    code = code_for(GOLDENS[name])
    assert preflight(code) == Ready(code.strip("\n"))
    assert code == (GOLDEN / f"{name}.py.txt").read_text()


def test_no_golden_is_left_over() -> None:
    assert {path.name.removesuffix(".py.txt") for path in GOLDEN.iterdir()} == set(GOLDENS)


def test_a_mean_takes_no_more_than_a_dozen_lines_besides_its_imports() -> None:
    code = code_for(GOLDENS["mean_of_a_metric"])
    assert len([line for line in code.splitlines() if line and not line.startswith("import")]) <= 12


@settings(max_examples=200, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_no_line_is_longer_than_can_be_read(seed: int) -> None:
    code = code_for(a.Tell(number=Draw(rng=random.Random(seed)).number(4)))
    assert [line for line in code.splitlines() if len(line) > LONGEST_LINE + 4] == []


def test_the_code_is_the_same_whatever_the_order_of_sets() -> None:
    """Texts hash differently in every process, and sets of them are in a different order."""
    program = (
        "from services.data_science.adapters.pandas_code import code_for\n"
        "from services.data_science.domain.algebra import *\n"
        "window = Window(start=Literal(value=19000), end=Literal(value=20000))\n"
        "tests = [Known(column=Field(name=name)) for name in ('steps', 'a', 'b', 'c')]\n"
        "tests += [Or(tests=frozenset(tests)), Kind(names=frozenset({'x', 'y', 'z'}))]\n"
        "rows = Where(rows=All(table=Table.ACTIVITIES, window=window), test=Or(tests=frozenset(tests)))\n"
        "print(code_for(Tell(number=Count(rows=rows))))\n"
    )
    codes = {
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(codes) == 1
    assert b"steps" in codes.pop()


@pytest.mark.parametrize("name", GOLDENS)
def test_code_is_written_in_a_moment(name: str) -> None:
    started = time.process_time()
    for _ in range(10):
        code_for(GOLDENS[name])
    assert (time.process_time() - started) / 10 < 0.01
