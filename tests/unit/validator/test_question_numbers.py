"""What a number comes to, and what is told beside it."""

import math

import numpy as np
import pytest

from services.validator.domain.algebra import (
    And,
    Count,
    Field,
    Literal,
    Moment,
    Norm,
    NumberArithmetic,
    Operation,
    ReferenceBound,
    Run,
    Share,
    Side,
    Statistic,
    Streak,
    When,
)
from services.validator.domain.recomputing.reductions import scale_of
from services.validator.domain.records import store as records
from tests.unit.validator.asked import (
    DISTANCE,
    DURATION,
    RUNS,
    SLEEP,
    STEPS,
    THE_VALUE,
    above,
    activities,
    days,
    effect,
    highest,
    lab,
    newest,
    of,
    record,
    told,
    weekly,
    where,
)

NAN = math.nan
FIVE = record(steps={0: 4.0, 1: 9.0, 3: NAN, 4: 9.0, 6: 2.0}, recorded=[3])


@pytest.mark.parametrize(
    ("statistic", "expected"),
    [
        (Statistic.MEAN, {"effect": 6.0}),
        (Statistic.MEDIAN, {"effect": 6.5}),
        (Statistic.MIN, {"effect": 2.0, "day": 6.0}),
        (Statistic.MAX, {"effect": 9.0, "day": 4.0, "ties": 2.0}),
        (Statistic.SUM, {"effect": 24.0}),
        (Statistic.SD, {"effect": 3.559026084010437}),
        (Statistic.CV, {"effect": 59.31710140017395}),
        (Statistic.RANGE, {"effect": 7.0}),
        (Statistic.COUNT, {"effect": 4.0}),
        (Statistic.FIRST, {"effect": 4.0, "day": 0.0}),
        (Statistic.LATEST, {"effect": 2.0, "day": 6.0}),
        (Statistic.CHANGE, {"effect": -2.0}),
        (Statistic.OUTLIERS, {"effect": 0.0}),
    ],
)
def test_a_statistic_of_the_values_that_there_are(statistic: Statistic, expected: dict[str, float]) -> None:
    answer = told(of(days(), STEPS, statistic), FIVE)
    spread = answer.pop("sd", None)
    assert answer == pytest.approx({"n": 4.0, **expected})
    assert (spread is not None) is (statistic is Statistic.MEAN)


@pytest.mark.parametrize("statistic", Statistic)
def test_without_values_there_is_nothing_but_a_count(statistic: Statistic) -> None:
    none = {"n": 0.0, "effect": 0.0} if statistic in {Statistic.COUNT, Statistic.OUTLIERS} else {"n": 0.0}
    assert told(of(days(50, 60), STEPS, statistic), FIVE) == none


def test_a_single_value_has_a_day_and_no_spread() -> None:
    assert told(of(days(1, 1)), FIVE) == {"effect": 9.0, "n": 1.0, "day": 1.0}
    assert told(of(days(1, 1), STEPS, Statistic.SD), FIVE) == {"n": 1.0}


def test_the_spread_in_percent_needs_a_positive_mean() -> None:
    store = record(steps=[-1.0, -2.0])
    assert told(of(days(), STEPS, Statistic.CV), store) == {"n": 2.0}


def test_how_exact_the_spread_in_percent_is_does_not_depend_on_the_size_of_the_values() -> None:
    large, small = np.array([1e12, 3e12, 5e12]), np.array([1.0, 3.0, 5.0])
    assert scale_of(large, Statistic.CV) == pytest.approx(scale_of(small, Statistic.CV))
    assert scale_of(small, Statistic.CV) == pytest.approx((100 + 200 / 3) * 5 / 3)
    assert scale_of(large, Statistic.MEAN) == 5e12
    assert scale_of(np.array([-1.0, -2.0]), Statistic.CV) == 0.0


def test_what_lies_far_from_the_median_is_counted() -> None:
    store = record(steps=[1.0, 2.0, 3.0, 2.0, 1.0, 2.0, 90.0])
    assert effect(of(days(), STEPS, Statistic.OUTLIERS), store) == 1.0
    assert effect(of(days(), STEPS, Statistic.OUTLIERS), record(steps=[2.0, 2.0, 2.0, 90.0])) == 0.0


def test_a_number_of_what_another_picks_out() -> None:
    done = [(1, "Run", {"duration_min": 30.0, "distance_m": 5000.0}), (4, "Run", {"duration_min": 60.0})]
    store = record(steps=[1.0] * 9, done=[*done, (7, "Run", {"duration_min": 45.0, "distance_m": 9000.0})])
    longest = highest(where(activities(), RUNS), DURATION)
    assert told(of(longest, DISTANCE), store) == {"n": 0.0}
    second = highest(where(activities(), RUNS), DURATION, first=2)
    assert told(of(second, DISTANCE), store) == {"effect": 9000.0, "n": 1.0, "day": 7.0}


def test_a_share_is_of_the_rows_of_which_the_test_is_known() -> None:
    assert told(Share(rows=days(), test=above(STEPS, 3)), FIVE) == {"effect": 75.0, "n": 4.0, "held": 3.0}
    assert told(Share(rows=days(50, 60), test=above(STEPS, 3)), FIVE) == {"n": 0.0}


@pytest.mark.parametrize(
    ("run", "last", "expected"),
    [
        (Run.LONGEST, 999, {"effect": 2.0, "start_day": 6.0, "day": 7.0}),
        (Run.CURRENT, 999, {"effect": 1.0, "start_day": 11.0, "day": 11.0}),
        (Run.CURRENT, 9, {"effect": 0.0}),
        (Run.CURRENT, 7, {"effect": 2.0, "start_day": 6.0, "day": 7.0}),
        (Run.CURRENT, 8, {"effect": 0.0}),
        (Run.CURRENT, 4, {"effect": 1.0, "start_day": 3.0, "day": 3.0}),
        (Run.LONGEST, 4, {"effect": 2.0, "start_day": 0.0, "day": 1.0}),
    ],
)
def test_a_streak_ends_where_a_day_is_unknown_or_fails_and_the_current_one_with_the_last_known_day(
    run: Run, last: int, expected: dict[str, float]
) -> None:
    # Days 0, 1 pass; 2 is not on record; 3 passes, 4 is unknown, 6 and 7 pass, 8 fails, 11 passes.
    store = record(steps={0: 5.0, 1: 5.0, 3: 5.0, 4: NAN, 6: 5.0, 7: 5.0, 8: 1.0, 11: 5.0}, recorded=[4])
    answer = told(Streak(rows=days(0, last), test=above(STEPS, 3), run=run), store)
    answer.pop("n")
    assert answer == expected


def test_a_streak_of_none_is_0_and_has_no_day() -> None:
    assert told(Streak(rows=days(), test=above(STEPS, 99), run=Run.LONGEST), FIVE) == {"effect": 0.0, "n": 4.0}
    assert told(Streak(rows=days(), test=above(STEPS, 99), run=Run.CURRENT), FIVE) == {"effect": 0.0, "n": 4.0}


def test_periods_come_in_a_row_by_their_number() -> None:
    values = {day: 10.0 if day < 18 or day >= 25 else 1.0 for day in range(39)}
    weeks = weekly(days(), STEPS, Statistic.MEAN)
    streak = Streak(rows=weeks, test=above(THE_VALUE, 5), run=Run.LONGEST)
    assert told(streak, record(steps=values)) == {"effect": 2.0, "n": 5.0, "start_day": 25.0, "day": 38.0}
    current = Streak(rows=weeks, test=above(THE_VALUE, 5), run=Run.CURRENT)
    assert told(current, record(steps={**values, 35: -99.0})) == {"effect": 0.0, "n": 5.0}


def test_arithmetic_rests_on_the_smaller_of_both_and_tells_them() -> None:
    number = NumberArithmetic(
        left=of(days(), STEPS, Statistic.MAX), operation=Operation.MINUS, right=of(days(0, 1), STEPS, Statistic.MIN)
    )
    assert told(number, FIVE) == {
        "effect": 5.0, "n": 2.0, "left": 9.0, "right": 4.0, "left_day": 4.0, "right_day": 0.0
    }  # fmt: skip
    against = NumberArithmetic(left=of(days()), operation=Operation.PERCENT_CHANGE, right=Literal(value=-3))
    assert told(against, FIVE) == {"effect": 300.0, "n": 4.0, "left": 6.0, "right": -3.0}
    constants = NumberArithmetic(left=Literal(value=2), operation=Operation.TIMES, right=Literal(value=3))
    assert told(constants, FIVE) == {"effect": 6.0, "n": 1.0, "left": 2.0, "right": 3.0}


def test_arithmetic_without_both_is_undefined() -> None:
    nothing = NumberArithmetic(left=of(days()), operation=Operation.MINUS, right=of(days(50, 60)))
    assert "effect" not in told(nothing, FIVE)
    over_nothing = NumberArithmetic(left=of(days()), operation=Operation.RATIO, right=Literal(value=0))
    assert "effect" not in told(over_nothing, FIVE)


def test_when_is_the_day_of_the_latest_row_or_the_clock_time_of_its_start() -> None:
    store = record(done=[(2, "Run", {"start_clock": 420.0}), (5, "Run", {"start_clock": 1380.0})])
    at = effect(When(rows=where(activities(), RUNS)), store)
    assert at == 20454 + 5
    assert told(When(rows=activities(), moment=Moment.CLOCK), store) == {"effect": 1380.0, "n": 2.0}
    assert told(When(rows=activities(50, 60)), store) == {"n": 0.0}
    assert told(When(rows=activities(), moment=Moment.CLOCK), record(done=[(2, "Run", {})])) == {"n": 1.0}
    assert (
        effect(
            NumberArithmetic(left=Literal(value=20464.0), operation=Operation.MINUS, right=When(rows=activities())),
            store,
        )
        == 5
    )


def test_a_norm_and_a_bound_rest_on_nothing_of_the_persons_days() -> None:
    store = record(
        steps=[1.0],
        norms={"steps": records.Norm(mean=8000.0, sd=1.0)},
        lab=[lab(1, "LDL", 90.0, high=130.0), lab(9, "ldl", 99.0)],
    )
    assert told(Norm(metric="steps"), store) == {"effect": 8000.0, "n": 0.0}
    assert told(Norm(metric="sleep"), store) == {"n": 0.0}
    assert told(ReferenceBound(biomarker="LDL", side=Side.HIGH), store) == {"effect": 130.0, "n": 0.0}
    assert told(ReferenceBound(biomarker="LDL", side=Side.LOW), store) == {"n": 0.0}


def test_rows_are_counted_with_a_value_or_without() -> None:
    assert told(Count(rows=days()), FIVE) == {"effect": 5.0, "n": 5.0}
    assert told(Count(rows=newest(days(), count=3)), FIVE) == {"effect": 3.0, "n": 3.0}
    both = where(days(), And(tests=frozenset({above(STEPS, 3), above(SLEEP, 3)})))
    assert told(Count(rows=both), FIVE) == {"effect": 0.0, "n": 0.0}
    assert told(of(days(), Field(name="sleep"), Statistic.COUNT), FIVE) == {"effect": 0.0, "n": 0.0}
