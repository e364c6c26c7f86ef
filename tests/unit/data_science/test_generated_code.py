"""The code of a query, run as it stands, returns what an independent computation on plain lists returns."""

import math
from collections import Counter
from collections.abc import Callable
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from services.data_science.adapters.rules.code import code_for
from services.data_science.domain.preflight import Ready, preflight
from services.data_science.domain.query import Aggregate, Comparison, Query, ValueFilter, WeekdayFilter, Window
from tests.unit.data_science.analysts import TODAY, execute
from tests.unit.data_science.questions import (
    D7,
    D30,
    D90,
    HRV,
    LAST_WEEK,
    MAX,
    MEAN,
    RHR,
    SLEEP,
    STEPS,
    THIS_WEEK,
    WEEKENDS,
    over,
    pair,
    trend,
    versus,
    what,
)

GOLDEN = Path(__file__).parent / "golden"
Table = dict[date, dict[str, float]]
"""By day, what was measured on it; what was not is absent."""

OPERATORS: dict[Comparison, Callable[[float, float], bool]] = {
    Comparison.LESS: lambda value, bound: value < bound,
    Comparison.LESS_OR_EQUAL: lambda value, bound: value <= bound,
    Comparison.GREATER: lambda value, bound: value > bound,
    Comparison.GREATER_OR_EQUAL: lambda value, bound: value >= bound,
    Comparison.EQUAL: lambda value, bound: value == bound,
}


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Up to 60 days that end today, some without a row, some without one value or another; numbers with ties."""
    length = draw(st.integers(1, 60))
    value = st.one_of(st.none(), st.integers(30, 60).map(float), st.floats(30, 60, width=32))
    rows = draw(st.lists(st.one_of(st.none(), st.tuples(value, value)), min_size=length, max_size=length))
    return {
        TODAY - timedelta(days=back): {
            name: number for name, number in zip((SLEEP, RHR), row, strict=True) if number is not None
        }
        for back, row in enumerate(rows)
        if row is not None
    }


@st.composite
def windows(draw: st.DrawFn) -> Window:
    start = draw(st.integers(0, 65))
    return Window(
        start=TODAY - timedelta(days=start), end=TODAY - timedelta(days=draw(st.integers(0, start))), label="w"
    )


FILTERS = st.lists(
    st.one_of(
        st.builds(
            ValueFilter,
            metric=st.sampled_from([SLEEP, RHR]),
            comparison=st.sampled_from(Comparison),
            value=st.integers(30, 60).map(float),
            label=st.just("f"),
        ),
        st.just(WEEKENDS),
        st.just(WeekdayFilter(iso_weekdays=(1, 3), label="Mondays and Wednesdays")),
    ),
    max_size=2,
).map(tuple)


def frame(table: Table) -> pd.DataFrame:
    days = sorted(table)
    columns = {name: [table[day].get(name, math.nan) for day in days] for name in (SLEEP, RHR)}
    return pd.DataFrame({"datetime": pd.to_datetime([day.isoformat() for day in days]), **columns}).astype(
        {SLEEP: "float64", RHR: "float64"}
    )


def kept(table: Table, window: Window, filters: tuple[ValueFilter | WeekdayFilter, ...]) -> list[date]:
    def holds(day: date, each: ValueFilter | WeekdayFilter) -> bool:
        if isinstance(each, WeekdayFilter):
            return day.isoweekday() in each.iso_weekdays
        return each.metric in table[day] and OPERATORS[each.comparison](table[day][each.metric], each.value)

    return [day for day in sorted(table) if window.start <= day <= window.end and all(holds(day, f) for f in filters)]


def same(actual: object, expected: float) -> bool:
    return isinstance(actual, int | float) and math.isclose(actual, expected, rel_tol=1e-9, abs_tol=1e-9)


AGGREGATES: dict[Aggregate, Callable[[list[float]], float]] = {
    Aggregate.MEAN: lambda values: math.fsum(values) / len(values),
    Aggregate.MEDIAN: lambda values: float(np.median(values)),
    Aggregate.MIN: min,
    Aggregate.MAX: max,
    Aggregate.SUM: math.fsum,
    Aggregate.COUNT: lambda values: float(len(values)),
    Aggregate.LATEST: lambda values: values[-1],
    Aggregate.SD: lambda values: float(np.std(values, ddof=1)) if len(values) > 1 else math.nan,
}


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


@settings(max_examples=120, deadline=None)
@given(table=tables(), window=windows(), filters=FILTERS, aggregate=st.sampled_from(Aggregate))
def test_a_described_number_equals_the_oracle(
    table: Table, window: Window, filters: tuple[ValueFilter | WeekdayFilter, ...], aggregate: Aggregate
) -> None:
    result = execute(code_for(what(RHR, aggregate, window, *filters)), frame(table))
    days = [day for day in kept(table, window, filters) if RHR in table[day]]
    values = [table[day][RHR] for day in days]
    assert result["n"] == len(values)
    if not values:
        assert set(result) <= {"n", "effect", "count"}
        assert ("effect" in result) == (aggregate is Aggregate.COUNT)
        return
    expected = AGGREGATES[aggregate](values)
    assert result["effect"] is None if math.isnan(expected) else same(result["effect"], expected)
    assert result[aggregate.value] == result["effect"]
    assert same(result["mean"], math.fsum(values) / len(values))
    if aggregate in {Aggregate.MIN, Aggregate.MAX}:
        assert result["date"] == days[values.index(expected)].isoformat()
    if len(set(values)) > 1:
        half = half_width_of_mean(days, values)
        assert same(result["ci"][0], result["mean"] - half)
        assert same(result["ci"][1], result["mean"] + half)


@pytest.mark.parametrize("weekdays", [(1, 2, 3, 4, 5, 6, 7), (1,), (6, 7)])
def test_the_interval_of_days_that_hardly_differ_from_their_neighbours_equals_the_oracle(
    weekdays: tuple[int, ...],
) -> None:
    table: Table = {TODAY - timedelta(days=back): {RHR: 60 + 0.01 * back} for back in range(84) if back % 11}
    result = execute(
        code_for(what(RHR, MEAN, D90, WeekdayFilter(iso_weekdays=weekdays, label="some days"))), frame(table)
    )
    days = [day for day in sorted(table) if day.isoweekday() in weekdays]
    half = half_width_of_mean(days, [table[day][RHR] for day in days])
    assert same(result["ci"][1] - result["ci"][0], 2 * half)


@settings(max_examples=80, deadline=None)
@given(table=tables(), window=windows(), filters=FILTERS, lag=st.integers(0, 3))
def test_an_association_equals_the_oracle(
    table: Table, window: Window, filters: tuple[ValueFilter | WeekdayFilter, ...], lag: int
) -> None:
    result = execute(code_for(pair(SLEEP, RHR, window, *filters, lag=lag)), frame(table))
    pairs = [
        (table[day][SLEEP], table[day + timedelta(days=lag)][RHR])
        for day in kept(table, window, filters)
        if SLEEP in table[day] and RHR in table.get(day + timedelta(days=lag), {})
    ]
    assert result["n"] == len(pairs)
    first, second = [one for one, _ in pairs], [other for _, other in pairs]
    if len(pairs) < 4 or len(set(first)) < 2 or len(set(second)) < 2:
        assert set(result) == {"n"}
        return
    rho = float(np.corrcoef(stats.rankdata(first), stats.rankdata(second))[0, 1])
    assert same(result["effect"], rho)
    half = stats.norm.ppf(0.975) * math.sqrt((1 + rho**2 / 2) / (len(pairs) - 3))
    if abs(rho) < 0.999:
        assert same(result["ci"][0], math.tanh(math.atanh(rho) - half))
        assert same(result["ci"][1], math.tanh(math.atanh(rho) + half))


@settings(max_examples=60, deadline=None)
@given(table=tables(), window=windows(), baseline=windows())
def test_a_comparison_equals_the_oracle(table: Table, window: Window, baseline: Window) -> None:
    result = execute(code_for(versus(RHR, window, baseline)), frame(table))
    recent = [table[day][RHR] for day in kept(table, window, ()) if RHR in table[day]]
    prior = [table[day][RHR] for day in kept(table, baseline, ()) if RHR in table[day]]
    both = {*kept(table, window, ()), *kept(table, baseline, ())}
    assert (result["n_recent"], result["n_prior"]) == (len(recent), len(prior))
    assert result["n"] == sum(RHR in table[day] for day in both)
    if recent and prior:
        assert same(result["effect"], math.fsum(recent) / len(recent) - math.fsum(prior) / len(prior))
    else:
        assert "effect" not in result


@settings(max_examples=60, deadline=None)
@given(table=tables(), window=windows())
def test_a_trend_equals_the_oracle(table: Table, window: Window) -> None:
    result = execute(code_for(trend(RHR, window)), frame(table))
    days = [day for day in kept(table, window, ()) if RHR in table[day]]
    assert result["n"] == len(days)
    if len(days) < 3:
        assert set(result) == {"n"}
        return
    x = np.array([day.toordinal() for day in days], dtype=float)
    y = np.array([table[day][RHR] for day in days])
    slope = float(((x - x.mean()) * (y - y.mean())).sum() / ((x - x.mean()) ** 2).sum())
    assert math.isclose(result["effect"], slope * (x[-1] - x[0]), rel_tol=1e-6, abs_tol=1e-6)
    assert math.isclose(result["slope_per_week"], slope * 7, rel_tol=1e-6, abs_tol=1e-6)


KINDS: dict[str, Query] = {
    "describe_mean": what(RHR, MEAN, D30),
    "describe_max_on_filtered_days": what(
        STEPS, MAX, D30, over(SLEEP, 450.0, "sleep duration above 7.5 hours"), WEEKENDS
    ),
    "describe_count": what(HRV, Aggregate.COUNT, D7),
    "compare": versus(SLEEP, THIS_WEEK, LAST_WEEK),
    "associate": pair(RHR, SLEEP),
    "associate_next_day": pair(SLEEP, RHR, D30, lag=1),
    "trend": trend(HRV, D30),
}


@pytest.mark.parametrize("name", KINDS)
def test_the_code_of_each_kind_of_query_is_the_golden(name: str) -> None:
    code = code_for(KINDS[name])
    assert code == (GOLDEN / f"{name}.py.txt").read_text()
    assert preflight(code) == Ready(code.strip("\n"))
