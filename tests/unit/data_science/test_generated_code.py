"""The code of a description, run as it stands, returns what an independent computation on plain records returns."""

import math
import statistics
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import date, datetime, time, timedelta
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from services.data_science.adapters.rules.code import code_for
from services.data_science.domain.query import (
    Activities,
    ActivityFilter,
    Aggregate,
    Comparison,
    DayFilter,
    Describe,
    End,
    Measure,
    MonthFilter,
    Pick,
    Selection,
    Source,
    ValueFilter,
    WeekdayFilter,
    Window,
)
from tests.unit.data_science.asked import (
    Row,
    filters,
    holds,
    measured,
    recorded_days,
    rows,
    selected_days,
    selections,
    windows,
)
from tests.unit.data_science.coded import TODAY, Done, Person, Sample, people, run

NAN = math.nan


def _variation(values: list[float]) -> float:
    mean = statistics.fmean(values)
    return 100 * statistics.stdev(values) / mean if len(values) > 1 and mean > 0 else NAN


STATISTICS: Mapping[Aggregate, Callable[[list[float]], float]] = {
    Aggregate.MEAN: statistics.fmean,
    Aggregate.MEDIAN: statistics.median,
    Aggregate.MIN: min,
    Aggregate.MAX: max,
    Aggregate.SUM: math.fsum,
    Aggregate.SD: lambda values: statistics.stdev(values) if len(values) > 1 else NAN,
    Aggregate.CV: _variation,
    Aggregate.RANGE: lambda values: max(values) - min(values),
    Aggregate.LATEST: lambda values: values[-1],
    Aggregate.FIRST: lambda values: values[0],
    Aggregate.CHANGE: lambda values: values[-1] - values[0],
}
PICKED: Mapping[Aggregate, Callable[[list[float]], int]] = {
    Aggregate.MIN: lambda values: values.index(min(values)),
    Aggregate.MAX: lambda values: values.index(max(values)),
    Aggregate.LATEST: lambda values: len(values) - 1,
    Aggregate.FIRST: lambda _: 0,
}


def same(actual: Any, expected: float) -> bool:
    """Numbers alike, an undefined one being null."""
    if math.isnan(expected):
        return actual is None
    return actual is not None and math.isclose(actual, expected, rel_tol=1e-9, abs_tol=1e-9)


def is_plain(filters: tuple[DayFilter, ...]) -> bool:
    return all(isinstance(each, WeekdayFilter | MonthFilter) for each in filters)


def all_days(measure: Measure, days: int = 60, *filters: DayFilter, pick: Pick | None = None) -> Selection:
    window = Window(start=TODAY - timedelta(days=days - 1), end=TODAY, label="w")
    return Selection(measure=measure, window=window, day_filters=filters, pick=pick)


def half_width_of_mean(days: list[date], values: list[float]) -> float:
    """Student's, with the days that the values are worth, pair by pair."""
    n, worth, mean = len(values), float(len(values)), math.fsum(values) / len(values)
    spread = math.fsum((value - mean) ** 2 for value in values) / n
    steps = Counter((later - earlier).days for earlier, later in pairwise(days))
    usual = [step for step, times in steps.items() if times >= max(5, n / 4)]
    if usual:
        step, on = min(usual), dict(zip(days, values, strict=True))
        apart = timedelta(days=step)
        products = [(on[day] - mean) * (on[day + apart] - mean) for day in days if day + apart in on]
        alike = math.fsum(products) / len(products) / spread
        alike = min(max(alike + (1 + 4 * alike) / len(products), 0.0), 0.98)
        worth = max(n**2 / math.fsum(alike ** (abs((a - b).days) / step) for a in days for b in days), 3.0)
    return float(stats.t.ppf(0.975, worth - 1)) * math.sqrt(spread / (worth - 1))


@settings(max_examples=150, deadline=None)
@given(person=people(), selection=selections(), aggregate=st.sampled_from(sorted(STATISTICS)))
def test_a_statistic_equals_the_oracle(person: Person, selection: Selection, aggregate: Aggregate) -> None:
    result = run(code_for(Describe(selection=selection, aggregate=aggregate)), person)
    chosen = measured(person, selection)
    assert result["n"] == len(chosen)
    values = [row.value for row in chosen if row.value is not None]
    if not values or len(values) < len(chosen):
        assert "effect" not in result
        return
    expected = STATISTICS[aggregate](values)
    assert same(result["effect"], expected)
    assert result[aggregate.value] == result["effect"]
    assert same(result["mean"], statistics.fmean(values))
    assert same(result["sd"], STATISTICS[Aggregate.SD](values))
    _check_moments(result, selection, aggregate, chosen)
    _check_interval(result, selection, aggregate, chosen)
    _check_missing(result, person, selection, chosen)
    if "points" in result:
        assert result["points"] == [[row.day.isoformat(), row.value] for row in chosen]


def _check_moments(result: dict[str, Any], selection: Selection, aggregate: Aggregate, chosen: list[Row]) -> None:
    values = [row.value for row in chosen if row.value is not None]
    if aggregate is Aggregate.CHANGE:
        assert (result["first"], result["latest"]) == (values[0], values[-1])
        assert (result["first_date"], result["date"]) == (chosen[0].day.isoformat(), chosen[-1].day.isoformat())
    elif aggregate in PICKED or (selection.pick and selection.pick.count == 1):
        row = chosen[PICKED.get(aggregate, PICKED[Aggregate.LATEST])(values)]
        assert result["date"] == row.day.isoformat()
        assert result.get("activity", "") == row.kind
    else:
        assert not {"date", "activity"} & set(result)


def _check_interval(result: dict[str, Any], selection: Selection, aggregate: Aggregate, chosen: list[Row]) -> None:
    values = [row.value for row in chosen if row.value is not None]
    if selection.measure.source is not Source.DAY or aggregate is not Aggregate.MEAN:
        assert "ci" not in result
    elif len(set(values)) > 1:
        half = half_width_of_mean([row.day for row in chosen], values)
        assert same(result["ci"][0], result["mean"] - half)
        assert same(result["ci"][1], result["mean"] + half)


def _check_missing(result: dict[str, Any], person: Person, selection: Selection, chosen: list[Row]) -> None:
    expected = selection.measure.source is Source.DAY and is_plain(selection.day_filters) and selection.pick is None
    assert ("days_missing" in result) == (expected and not selection.window.is_one_day)
    if "days_missing" in result:
        days = selected_days(person, selection.window, selection.day_filters)
        missing = [day for day in days if day not in {row.day for row in chosen}]
        assert result["days_missing"] == len(missing)
        assert result["missing"] == [day.isoformat() for day in missing[:7]]


@pytest.mark.parametrize("weekdays", [(1, 2, 3, 4, 5, 6, 7), (1,), (6, 7)])
def test_the_interval_of_days_that_hardly_differ_from_their_neighbours_equals_the_oracle(
    weekdays: tuple[int, ...],
) -> None:
    table = {TODAY - timedelta(days=back): {"steps": 60 + 0.01 * back} for back in range(84) if back % 11}
    selection = all_days(Measure(name="steps"), 90, WeekdayFilter(iso_weekdays=weekdays, label="some days"))
    result = run(code_for(Describe(selection=selection, aggregate=Aggregate.MEAN)), Person(days=table))
    days = [day for day in sorted(table) if day.isoweekday() in weekdays]
    half = half_width_of_mean(days, [table[day]["steps"] for day in days])
    assert same(result["ci"][1] - result["ci"][0], 2 * half)


@settings(max_examples=100, deadline=None)
@given(person=people(), selection=selections(), aggregate=st.sampled_from([Aggregate.COUNT, Aggregate.COUNT_DAYS]))
def test_a_count_equals_the_oracle(person: Person, selection: Selection, aggregate: Aggregate) -> None:
    result = run(code_for(Describe(selection=selection, aggregate=aggregate)), person)
    chosen = measured(person, selection)
    count = len(chosen) if aggregate is Aggregate.COUNT else len({row.day for row in chosen})
    assert (result["n"], result["effect"], result[aggregate.value]) == (len(chosen), count, count)


@settings(max_examples=60, deadline=None)
@given(person=people(), selection=selections(), per_days=st.sampled_from([1.0, 7.0, 30.4375]))
def test_a_rate_equals_the_oracle(person: Person, selection: Selection, per_days: float) -> None:
    chosen, days = measured(person, selection), selected_days(person, selection.window, selection.day_filters)
    counted = run(code_for(Describe(selection=selection, aggregate=Aggregate.COUNT_PER, per_days=per_days)), person)
    assert counted["n"] == len(chosen)
    assert same(counted["effect"], len(chosen) / len(days) * per_days) if days else "effect" not in counted
    total = run(code_for(Describe(selection=selection, aggregate=Aggregate.TOTAL_PER, per_days=per_days)), person)
    values = [row.value for row in chosen if row.value is not None]
    if not values or len(values) < len(chosen):
        assert "effect" not in total
        return
    is_daily = selection.measure.source is Source.DAY or selection.measure.per_day
    days_worth = len(values) if is_daily else len(days)
    assert same(total["effect"], math.fsum(values) / days_worth * per_days)


@settings(max_examples=120, deadline=None)
@given(person=people(), selection=selections(), conditions=filters)
def test_shares_and_streaks_equal_the_oracle(
    person: Person, selection: Selection, conditions: tuple[DayFilter, ...]
) -> None:
    days = Selection(measure=Measure(), window=selection.window, day_filters=selection.day_filters, pick=selection.pick)
    needed = {each.metric for each in conditions if isinstance(each, ValueFilter)}
    known = [row.day for row in rows(person, days) if needed <= set(person.days.get(row.day, {}))]
    held = [day for day in known if all(holds(person, day, each) for each in conditions)]
    share, longest, current = (
        run(code_for(Describe(selection=selection, aggregate=each, conditions=conditions)), person)
        for each in (Aggregate.SHARE, Aggregate.LONGEST_STREAK, Aggregate.CURRENT_STREAK)
    )
    if not known:
        assert share == longest == current == {"n": 0}
        return
    assert share["n"] == longest["n"] == current["n"] == len(known)
    assert (share["held"], share["effect"]) == (len(held), pytest.approx(100 * len(held) / len(known)))
    assert _streak_of(longest) == max(_streaks(held), key=len, default=[])
    assert _streak_of(current) == next((each for each in _streaks(held) if each[-1] == selection.window.end), [])


def _streaks(days: list[date]) -> list[list[date]]:
    streaks: list[list[date]] = []
    for day in days:
        if streaks and streaks[-1][-1] == day - timedelta(days=1):
            streaks[-1].append(day)
        else:
            streaks.append([day])
    return streaks


def _streak_of(result: dict[str, Any]) -> list[date]:
    """The days of a streak as the result tells them."""
    if result["effect"] == 0:
        assert not {"start", "date"} & set(result)
        return []
    start = date.fromisoformat(result["start"])
    days = [start + timedelta(days=ahead) for ahead in range(result["effect"])]
    assert result["date"] == days[-1].isoformat()
    return days


@settings(max_examples=60, deadline=None)
@given(person=people(), selection=selections(), extreme=st.lists(st.integers(0, 500).map(float), max_size=3))
def test_outliers_equal_the_oracle(person: Person, selection: Selection, extreme: list[float]) -> None:
    for day, value in zip(sorted(person.days), extreme, strict=False):
        person = Person(days={**person.days, day: {**person.days[day], "steps": value}}, activities=person.activities)
    result = run(code_for(Describe(selection=selection, aggregate=Aggregate.OUTLIERS)), person)
    chosen = [row for row in measured(person, selection) if row.value is not None]
    if not chosen:
        assert "effect" not in result
        return
    values = np.array([row.value for row in chosen])
    distances = abs(values - np.median(values))
    far = [at for at in range(len(values)) if distances[at] > 3 * 1.4826 * np.median(distances) > 0]
    assert (result["n"], result["effect"], result["median"]) == (len(values), len(far), np.median(values))
    most = sorted(far, key=lambda at: -distances[at])[:5]
    assert [(row["date"], row["value"], row.get("activity", "")) for row in result["rows"]] == [
        (chosen[at].day.isoformat(), values[at], chosen[at].kind) for at in most
    ]


@pytest.mark.parametrize(
    ("metric", "age", "sex", "norm"),
    [
        ("steps", 39.0, "female", (40.0, 5.0)),
        ("steps", 44.0, "female", (38.0, 4.0)),
        ("steps", 44.0, "male", None),
        ("steps", None, "female", None),
        ("steps", 44.0, None, None),
        ("sleep_minutes", 44.0, None, (45.0, 9.0)),
        ("sleep_minutes", 51.0, "male", None),
    ],
)
@settings(max_examples=5, deadline=None)
@given(person=people(), window=windows())
def test_people_are_compared_with_those_of_their_sex_and_age(
    metric: str, age: float | None, sex: str | None, norm: tuple[float, float] | None, person: Person, window: Window
) -> None:
    person = Person(days=person.days, age=age, sex=sex, norms=person.norms)
    selection = Selection(measure=Measure(name=metric), window=window)
    result = run(code_for(Describe(selection=selection, aggregate=Aggregate.POPULATION_DIFFERENCE)), person)
    values = [row.value for row in measured(person, selection) if row.value is not None]
    assert result["n"] == len(values)
    assert ("effect" in result) == bool(values and norm)
    if values and norm:
        assert (result["population_mean"], result["population_sd"]) == norm
        assert same(result["effect"], statistics.fmean(values) - norm[0])


def test_the_last_such_day_is_chosen_before_it_is_known_whether_it_has_a_value() -> None:
    run_days = [TODAY - timedelta(days=back) for back in (9, 5, 2)]
    person = Person(
        days={TODAY - timedelta(days=back): {"steps": float(back)} for back in (9, 5, 1)},
        activities=[Done(start=_at(day), kind="Run", fields={}) for day in run_days],
    )
    ran = ActivityFilter(activities=Activities(kinds=("Run",)), label="runs")
    last = all_days(Measure(name="steps"), 30, ran, pick=Pick(end=End.LAST, count=1))
    assert run(code_for(Describe(selection=last, aggregate=Aggregate.MEAN)), person) == {"n": 0}
    first = all_days(Measure(name="steps"), 30, ran, pick=Pick(end=End.FIRST, count=1))
    assert run(code_for(Describe(selection=first, aggregate=Aggregate.MEAN)), person)["effect"] == 9


def test_a_day_with_nothing_but_an_activity_can_be_the_last_one() -> None:
    person = Person(
        days={TODAY - timedelta(days=1): {"steps": 7.0}}, activities=[Done(start=_at(TODAY), kind="Run", fields={})]
    )
    last = all_days(Measure(name="steps"), 30, pick=Pick(end=End.LAST, count=1))
    assert run(code_for(Describe(selection=last, aggregate=Aggregate.MEAN)), person) == {"n": 0}


def test_samples_in_another_unit_than_the_newest_are_left_out() -> None:
    units = ("mg/dL", "mmol/L", "mg/dL", "mmol/L")
    samples = [
        Sample(name="LDL", value=float(value), unit=unit, at=_at(TODAY - timedelta(days=9 - value)))
        for value, unit in enumerate(units)
    ]
    measure = Measure(source=Source.BIOMARKER, name="ldl")
    query = Describe(selection=all_days(measure), aggregate=Aggregate.SUM)
    assert run(code_for(query), Person(samples=samples))["effect"] == 1 + 3
    assert run(code_for(query), Person(samples=samples[:3]))["effect"] == 0 + 2


def test_a_day_that_is_not_on_record_is_not_one_without_activity() -> None:
    person = Person(days={TODAY: {"steps": 1.0}, TODAY - timedelta(days=1): {}})
    rested = ActivityFilter(activities=Activities(), label="no activities", absent=True)
    days = all_days(Measure(), 30, rested)
    assert run(code_for(Describe(selection=days, aggregate=Aggregate.COUNT)), person)["effect"] == len(
        recorded_days(person)
    )


def test_a_value_that_is_missing_meets_no_condition() -> None:
    person = Person(days={TODAY: {"steps": 1.0}, TODAY - timedelta(days=1): {"sleep_minutes": 3.0, "steps": 5.0}})
    for comparison in Comparison:
        slept = ValueFilter(metric="sleep_minutes", comparison=comparison, value=3.0, label="f")
        result = run(
            code_for(Describe(selection=all_days(Measure(name="steps"), 30, slept), aggregate=Aggregate.MAX)), person
        )
        assert result["n"] in {0, 1}
        assert result.get("effect") in {None, 5.0}


def _at(day: date) -> datetime:
    return datetime.combine(day, time(7))
