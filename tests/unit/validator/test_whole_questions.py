"""The numbers of each kind of question, under their keys."""

import math

import numpy as np
import pytest

from services.validator.domain.algebra import (
    ChangePoint,
    Contrast,
    Decide,
    Field,
    Grouping,
    Literal,
    Operator,
    Order,
    Profile,
    Relate,
    Share,
    Statistic,
    Tell,
    TellRecords,
    Trend,
    Unit,
    Unusual,
)
from tests.unit.validator.asked import (
    DISTANCE,
    SLEEP,
    STEPS,
    THE_VALUE,
    above,
    activities,
    days,
    highest,
    newest,
    numbers,
    of,
    record,
    weekly,
    where,
)

NAN = math.nan


def test_yes_or_no_comes_with_both_numbers_and_how_often() -> None:
    store = record(steps=[4.0, 8.0, 9.0, NAN], recorded=[3])
    share = Share(rows=days(), test=above(STEPS, 5))
    asked = Decide(left=of(days()), operator=Operator.GREATER, right=Literal(value=5), share=share)
    assert numbers(asked, store) == pytest.approx(
        {"effect": 7.0, "left": 7.0, "right": 5.0, "n": 3.0, "share": 200 / 3, "held": 2.0, "share_n": 3.0}
    )
    nothing = Decide(left=of(days(50, 60)), operator=Operator.GREATER, right=Literal(value=5))
    assert numbers(nothing, store) == {"n": 0.0, "right": 5.0}


def test_records_are_told_in_the_order_of_the_pick() -> None:
    store = record(steps=[4.0, 9.0, 9.0, 1.0], sleep={2: 7.0})
    picked = TellRecords(rows=highest(days(), STEPS, count=3), columns=(STEPS, SLEEP))
    assert numbers(picked, store) == {
        "n": 3.0, "effect": 9.0, "day_1": 2.0, "day_2": 1.0, "day_3": 0.0,
        "c1_1": 9.0, "c1_2": 9.0, "c1_3": 4.0, "c2_1": 7.0,
    }  # fmt: skip
    alone = TellRecords(rows=highest(days(), STEPS), columns=(STEPS,))
    assert numbers(alone, store) == {"n": 1.0, "effect": 9.0, "day_1": 2.0, "c1_1": 9.0, "ties": 2.0}
    second = TellRecords(rows=highest(days(), STEPS, first=3), columns=(STEPS,))
    assert "ties" not in numbers(second, store)


def test_records_without_a_column_have_their_day() -> None:
    store = record(done=[(2, "Run", {}), (5, "Run", {})])
    asked = numbers(TellRecords(rows=newest(activities(), count=2), columns=()), store)
    assert asked == {"n": 2.0, "effect": 20459.0, "day_1": 5.0, "day_2": 2.0}
    assert numbers(TellRecords(rows=activities(50, 60), columns=()), store) == {"n": 0.0}


def test_at_most_ten_records_are_told() -> None:
    asked = numbers(TellRecords(rows=days(), columns=(STEPS,)), record(steps=[1.0] * 40))
    assert asked["n"] == 40.0
    assert {"c1_10", "day_10"} <= asked.keys()
    assert not {"c1_11", "day_11"} & asked.keys()


def test_a_period_is_told_with_its_last_day() -> None:
    store = record(steps={day: float(day) for day in range(20)})
    best = highest(weekly(days(), STEPS, Statistic.MEAN), THE_VALUE)
    assert numbers(TellRecords(rows=best, columns=(THE_VALUE,)), store) == {
        "n": 1.0, "effect": 14.0, "day_1": 11.0, "end_1": 17.0, "c1_1": 14.0
    }  # fmt: skip


def test_a_profile_leaves_out_groups_without_a_value() -> None:
    # A Thursday, a Friday without a value, a Saturday and the Thursday after.
    store = record(steps={0: 4.0, 1: NAN, 2: 9.0, 7: 6.0}, recorded=[1])
    by_weekday = Profile(
        rows=days(), column=STEPS, statistic=Statistic.MEAN, by=Grouping.WEEKDAY, extreme=Order.HIGHEST
    )
    assert numbers(by_weekday, store) == {
        "n": 3.0, "g_1": 5.0, "n_1": 2.0, "g_2": 9.0, "n_2": 1.0, "extreme": 2.0, "effect": 9.0
    }  # fmt: skip
    weekend = Profile(rows=days(), column=None, statistic=Statistic.COUNT, by=Grouping.WEEKEND)
    assert numbers(weekend, store) == {"n": 4.0, "g_1": 3.0, "n_1": 3.0, "g_2": 1.0, "n_2": 1.0, "effect": 3.0}
    spread = Profile(rows=days(), column=STEPS, statistic=Statistic.SD, by=Grouping.WEEKDAY)
    assert numbers(spread, store)["n_1"] == 2.0
    assert "g_2" not in numbers(spread, store)


def test_a_profile_by_season_begins_with_winter_and_by_month_with_the_oldest() -> None:
    store = record(steps={day: float(day) for day in (0, 100, 340, 360)})
    seasons = Profile(rows=days(), column=STEPS, statistic=Statistic.COUNT, by=Grouping.SEASON)
    assert {key: value for key, value in numbers(seasons, store).items() if key[0] == "g"} == {"g_1": 3, "g_2": 1}
    months = Profile(rows=days(), column=STEPS, statistic=Statistic.MAX, by=Grouping.MONTH, extreme=Order.LOWEST)
    asked = numbers(months, store)
    assert [asked[f"g_{at}"] for at in (1, 2, 3)] == [0.0, 100.0, 360.0]
    assert (asked["extreme"], asked["effect"]) == (1.0, 0.0)


def test_a_profile_by_kind_begins_with_the_most_frequent() -> None:
    done = [(0, "Walk", {"distance_m": 1.0}), (1, "run", {"distance_m": 5.0}), (2, "Run", {}), (3, "Bike", {})]
    asked = Profile(rows=activities(), column=None, statistic=Statistic.COUNT, by=Grouping.KIND)
    assert [numbers(asked, record(done=done))[f"g_{at}"] for at in (1, 2, 3)] == [2, 1, 1]
    farthest = Profile(rows=activities(), column=DISTANCE, statistic=Statistic.MAX, by=Grouping.KIND)
    assert numbers(farthest, record(done=done)) == {
        "n": 2.0, "g_1": 5.0, "n_1": 1.0, "g_2": 1.0, "n_2": 1.0, "effect": 5.0
    }  # fmt: skip


def test_of_many_groups_the_newest_are_told() -> None:
    store = record(steps={day: float(day) for day in range(7 * 80)})
    asked = numbers(Profile(rows=days(), column=STEPS, statistic=Statistic.MAX, by=Grouping.WEEK), store)
    assert "g_60" in asked
    assert "g_61" not in asked
    assert asked["g_60"] == 559.0


def test_two_columns_are_related_by_their_ranks() -> None:
    store = record(steps=[1.0, 2.0, 3.0, 4.0, 5.0, NAN], sleep={1: 1.0, 2: 4.0, 3: 2.0, 4: 9.0, 5: 8.0}, recorded=[5])
    asked = numbers(Relate(left=STEPS, right=SLEEP, rows=days(), lag_days=1), store)
    assert asked["n"] == 5.0
    assert asked["effect"] == asked["rho"] == pytest.approx(0.8)
    assert asked["tau"] == pytest.approx(0.6)
    assert asked.keys() == {"n", "effect", "rho", "tau"}
    assert numbers(Relate(left=STEPS, right=SLEEP, rows=days(0, 3)), store) == {"n": 3.0}
    assert numbers(Relate(left=STEPS, right=SLEEP, rows=days()), record(steps=[1.0] * 9, sleep=range(9))) == {"n": 9.0}


def test_two_groups_are_contrasted_by_their_means() -> None:
    store = record(steps=[1.0, 3.0, 8.0, 10.0, NAN], recorded=[4])
    asked = Contrast(rows=days(2, 4), baseline=days(0, 2), column=STEPS)
    answer = numbers(asked, store)
    assert answer.pop("sd") == pytest.approx(np.std([1, 3, 8, 10], ddof=1))
    assert answer == {"n": 4.0, "n_recent": 2.0, "n_prior": 3.0, "effect": 5.0, "mean_recent": 9.0, "mean_prior": 4.0}
    one_sided = Contrast(rows=days(50, 60), baseline=days(), column=STEPS)
    assert numbers(one_sided, store) == {"n": 4.0, "n_recent": 0.0, "n_prior": 4.0}


def test_a_trend_is_the_fitted_line_over_the_days() -> None:
    store = record(steps={0: 1.0, 2: 5.0, 3: 7.0})
    asked = numbers(Trend(rows=days(), column=STEPS), store)
    assert asked == pytest.approx({"n": 3.0, "effect": 6.0, "slope_per_week": 14.0, "mean": 13 / 3})
    assert numbers(Trend(rows=days(0, 2), column=STEPS), store) == {"n": 2.0}


def test_a_change_point_is_the_first_day_of_the_new_level() -> None:
    store = record(steps=[1.0, 2.0] * 5 + [5.0, 6.0] * 5)
    assert numbers(ChangePoint(rows=days(), column=STEPS), store) == pytest.approx(
        {
            "n": 20.0,
            "n_recent": 10.0,
            "n_prior": 10.0,
            "effect": 4.0,
            "mean_recent": 5.5,
            "mean_prior": 1.5,
            "day": 10.0,
        }
    )
    assert numbers(ChangePoint(rows=days(), column=STEPS), record(steps=[3.0] * 30)) == {"n": 30.0}
    assert numbers(ChangePoint(rows=days(0, 12), column=STEPS), store) == {"n": 13.0}


def test_what_is_unusual_is_told_the_furthest_first() -> None:
    store = record(steps=[10.0, 11.0, 12.0, 10.0, 11.0, 12.0, 50.0, -90.0, 50.0])
    assert numbers(Unusual(rows=days(), column=STEPS), store) == {
        "n": 9.0, "effect": 3.0, "median": 11.0,
        "day_1": 7.0, "c1_1": -90.0, "day_2": 6.0, "c1_2": 50.0, "day_3": 8.0, "c1_3": 50.0,
    }  # fmt: skip
    assert numbers(Unusual(rows=days(50, 60), column=STEPS), store) == {"n": 0.0}


def test_only_an_average_of_days_is_told_with_how_much_they_differ() -> None:
    store = record(steps={day: float(day) for day in range(40)})
    weeks = weekly(days(), STEPS, Statistic.SUM, unit=Unit.WEEK)
    assert numbers(Tell(number=of(weeks, THE_VALUE)), store).keys() == {"effect", "n"}
    assert "sd" not in numbers(Tell(number=of(where(activities(), above(DISTANCE, 1)), DISTANCE)), store)
    assert numbers(Tell(number=of(days(), Field(name="steps"))), store).keys() == {"effect", "n", "sd"}
