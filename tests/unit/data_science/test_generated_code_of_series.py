"""The code of comparisons, associations, trends, groups, rankings and arithmetic against plain records."""

import math
import statistics
from collections import Counter
from datetime import date, timedelta
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from services.data_science.adapters.rules.code import code_for
from services.data_science.domain.groups import groups_of
from services.data_science.domain.query import (
    Activities,
    Aggregate,
    Associate,
    Breakdown,
    ChangePoint,
    Combine,
    Compare,
    DayFilter,
    Describe,
    Grouping,
    Kinds,
    Measure,
    Operation,
    Order,
    Ranking,
    Selection,
    Source,
    Trend,
    Window,
)
from tests.unit.data_science.asked import (
    Row,
    activities,
    daily,
    daily_measures,
    filters,
    measured,
    measures,
    picks,
    rows,
    selected_days,
    selections,
    windows,
)
from tests.unit.data_science.coded import TODAY, Person, people, run

GROUPABLE = st.sampled_from(
    [Aggregate.MEAN, Aggregate.MEDIAN, Aggregate.SUM, Aggregate.SD, Aggregate.CV, Aggregate.COUNT, Aggregate.COUNT_DAYS]
)


def same(actual: Any, expected: float, *, digits: float = 1e-9) -> bool:
    if math.isnan(expected):
        return actual is None
    return actual is not None and math.isclose(actual, expected, rel_tol=digits, abs_tol=digits)


def values_of(chosen: list[Row]) -> list[float]:
    return [row.value for row in chosen if row.value is not None]


@st.composite
def comparisons(draw: st.DrawFn) -> Compare:
    """Two windows of one measure, or two groups."""
    measure = draw(measures)
    other = measure
    if measure.source is Source.ACTIVITY:
        other = Measure(source=measure.source, name=measure.name, per_day=measure.per_day, activities=draw(activities))
    selection, baseline = (
        Selection(measure=each, window=draw(windows()), day_filters=draw(filters), pick=draw(picks))
        for each in (measure, other)
    )
    return Compare(selection=selection, baseline=baseline)


@settings(max_examples=120, deadline=None)
@given(person=people(), query=comparisons())
def test_a_comparison_equals_the_oracle(person: Person, query: Compare) -> None:
    result = run(code_for(query), person)
    recent, prior = (measured(person, each) for each in (query.selection, query.baseline))
    assert (result["n_recent"], result["n_prior"]) == (len(recent), len(prior))
    both = {row.id: row.value for row in (*prior, *recent)}
    assert result["n"] == len(both)
    is_named = query.selection.measure.name or query.selection.measure.per_day
    if not (recent and prior and is_named):
        assert "effect" not in result
        return
    means = statistics.fmean(values_of(recent)), statistics.fmean(values_of(prior))
    assert same(result["mean_recent"], means[0])
    assert same(result["mean_prior"], means[1])
    assert same(result["effect"], means[0] - means[1])
    for key, chosen in (("recent", recent), ("prior", prior)):
        assert result.get(key, []) in ([], [[row.day.isoformat(), row.value] for row in chosen])
    if query.selection.measure.activities == query.baseline.measure.activities:
        spread = [value for value in both.values() if value is not None]
        assert same(result["sd"], statistics.stdev(spread) if len(spread) > 1 else math.nan)


@settings(max_examples=120, deadline=None)
@given(
    person=people(),
    feature=daily_measures,
    target=daily_measures,
    window=windows(),
    day_filters=filters,
    lag=st.integers(0, 3),
)
def test_an_association_equals_the_oracle(
    person: Person, feature: Measure, target: Measure, window: Window, day_filters: tuple[DayFilter, ...], lag: int
) -> None:
    query = Associate(feature=feature, target=target, lag_days=lag, window=window, day_filters=day_filters)
    result = run(code_for(query), person)
    first, second = daily(person, feature), daily(person, target)
    later = timedelta(days=lag)
    pairs = [
        (first[day], second[day + later])
        for day in selected_days(person, window, day_filters)
        if day in first and day + later in second
    ]
    assert result["n"] == len(pairs)
    if len(pairs) < 4 or len({x for x, _ in pairs}) < 2 or len({y for _, y in pairs}) < 2:
        assert set(result) == {"n"}
        return
    x, y = (stats.rankdata(side) for side in zip(*pairs, strict=True))
    rho = float(np.corrcoef(x, y)[0, 1])
    assert same(result["effect"], rho)
    assert result["pairs"] == [list(pair) for pair in pairs]
    half = stats.norm.ppf(0.975) * math.sqrt((1 + rho**2 / 2) / (len(pairs) - 3))
    if abs(rho) < 0.999:
        assert same(result["ci"][0], math.tanh(math.atanh(rho) - half))
        assert same(result["ci"][1], math.tanh(math.atanh(rho) + half))


@settings(max_examples=80, deadline=None)
@given(person=people(), selection=selections(daily_measures))
def test_a_trend_equals_the_oracle(person: Person, selection: Selection) -> None:
    result = run(code_for(Trend(selection=selection)), person)
    chosen = measured(person, selection)
    assert result["n"] == len(chosen)
    if len(chosen) < 3:
        assert set(result) == {"n"}
        return
    x, y = np.array([float(row.day.toordinal()) for row in chosen]), np.array(values_of(chosen))
    slope = float(((x - x.mean()) * (y - y.mean())).sum() / ((x - x.mean()) ** 2).sum())
    assert same(result["effect"], slope * (x[-1] - x[0]), digits=1e-6)
    assert same(result["slope_per_week"], slope * 7, digits=1e-6)


@settings(max_examples=60, deadline=None)
@given(
    levels=st.lists(st.integers(40, 44), min_size=10, max_size=40),
    shift=st.integers(0, 30),
    at=st.integers(0, 40),
    gaps=st.integers(2, 11),
)
def test_a_change_point_is_where_the_two_means_are_the_most_standard_errors_apart(
    levels: list[int], shift: int, at: int, gaps: int
) -> None:
    y = [float(level + (shift if position >= at else 0)) for position, level in enumerate(levels)]
    days = [TODAY - timedelta(days=back) for back in range(2 * len(y)) if back % gaps][: len(y)][::-1]
    person = Person(days={day: {"steps": value} for day, value in zip(days, y, strict=True)})
    window = Window(start=days[0], end=TODAY, label="w")
    result = run(code_for(ChangePoint(selection=Selection(measure=Measure(name="steps"), window=window))), person)
    assert result["n"] == len(y)
    if len(y) < 14 or len(set(y)) < 2:
        assert set(result) == {"n"}
        return
    splits = range(7, len(y) - 6)
    apart = [_student(y[:k], y[k:]) for k in splits]
    k = next(k for k, t in zip(splits, apart, strict=True) if t >= max(apart) * (1 - 1e-9))
    assert result["date"] == days[k].isoformat()
    assert (result["n_prior"], result["n_recent"]) == (k, len(y) - k)
    assert same(result["effect"], statistics.fmean(y[k:]) - statistics.fmean(y[:k]))


def _student(before: list[float], after: list[float]) -> float:
    """The t statistic of two means of values that vary alike."""
    within = sum(len(side) * statistics.pvariance(side) for side in (before, after)) / (len(before) + len(after) - 2)
    error = math.sqrt(within * (1 / len(before) + 1 / len(after)))
    return abs(statistics.fmean(after) - statistics.fmean(before)) / error if error else math.inf


def test_the_day_of_a_clear_change_is_found() -> None:
    days = {TODAY - timedelta(days=back): {"steps": (60.0 if back < 20 else 50.0) + back % 3} for back in range(60)}
    window = Window(start=TODAY - timedelta(days=59), end=TODAY, label="w")
    result = run(
        code_for(ChangePoint(selection=Selection(measure=Measure(name="steps"), window=window))),
        Person(days=dict(sorted(days.items()))),
    )
    assert date.fromisoformat(result["date"]) == TODAY - timedelta(days=19)


@settings(max_examples=80, deadline=None)
@given(person=people(), selection=selections(), aggregate=GROUPABLE, by=st.sampled_from(Grouping))
def test_each_group_is_what_its_own_description_says(
    person: Person, selection: Selection, aggregate: Aggregate, by: Grouping
) -> None:
    query = Breakdown(selection=selection, aggregate=aggregate, by=by)
    result = run(code_for(query), person)
    expected = [(label, run(code_for(each), person)) for label, each in groups_of(query)]
    assert [group["label"] for group in result["groups"]] == [label for label, _ in expected]
    assert result["n"] == sum(each["n"] for _, each in expected)
    for group, (_, described) in zip(result["groups"], expected, strict=True):
        assert group["n"] == described["n"]
        assert same(group["effect"], math.nan if described.get("effect") is None else described["effect"])


@settings(max_examples=80, deadline=None)
@given(person=people(), selection=selections(), order=st.sampled_from(Order), count=st.integers(1, 6))
def test_a_ranking_equals_the_oracle(person: Person, selection: Selection, order: Order, count: int) -> None:
    result = run(code_for(Ranking(selection=selection, order=order, count=count)), person)
    chosen = measured(person, selection)
    assert result["n"] == len(chosen)
    is_named = selection.measure.name or selection.measure.per_day
    if order in {Order.HIGHEST, Order.LOWEST}:
        if not is_named:
            assert "rows" not in result
            return
        sign = -1 if order is Order.HIGHEST else 1
        chosen = sorted(chosen, key=lambda row: sign * (row.value or 0.0))
    elif order is Order.NEWEST:
        chosen = chosen[::-1]
    assert [(row["date"], row.get("value"), row.get("activity", "")) for row in result["rows"]] == [
        (row.day.isoformat(), row.value if is_named else None, row.kind) for row in chosen[:count]
    ]


def test_of_values_alike_the_first_in_time_ranks_first() -> None:
    days = [TODAY - timedelta(days=back) for back in range(199, -1, -1)]
    person = Person(days={day: {"steps": float(position % 2)} for position, day in enumerate(days)})
    window = Window(start=days[0], end=TODAY, label="w")
    selection = Selection(measure=Measure(name="steps"), window=window)
    result = run(code_for(Ranking(selection=selection, order=Order.HIGHEST, count=3)), person)
    assert [row["date"] for row in result["rows"]] == [day.isoformat() for day in (days[1], days[3], days[5])]


@settings(max_examples=60, deadline=None)
@given(person=people(), window=windows(), day_filters=filters, which=activities)
def test_kinds_are_counted_whatever_their_letter_case(
    person: Person, window: Window, day_filters: tuple[DayFilter, ...], which: Activities
) -> None:
    measure = Measure(source=Source.ACTIVITY, activities=which)
    selection = Selection(measure=measure, window=window, day_filters=day_filters)
    result = run(code_for(Kinds(selection=selection)), person)
    chosen = [row.kind for row in rows(person, selection)]
    counts = Counter(kind.lower() for kind in chosen)
    expected = sorted(counts, key=lambda kind: (-counts[kind], kind))
    assert [(row["activity"], row["count"]) for row in result["rows"]] == [
        (next(each for each in chosen if each.lower() == kind), counts[kind]) for kind in expected
    ]


@settings(max_examples=80, deadline=None)
@given(
    person=people(),
    queries=st.tuples(
        *[
            st.builds(
                Describe,
                selection=selections(),
                aggregate=st.sampled_from([Aggregate.MEAN, Aggregate.SUM, Aggregate.COUNT, Aggregate.CHANGE]),
            )
        ]
        * 2
    ),
    operation=st.sampled_from(Operation),
)
def test_arithmetic_is_of_the_two_descriptions(
    person: Person, queries: tuple[Describe, Describe], operation: Operation
) -> None:
    result = run(code_for(Combine(first=queries[0], second=queries[1], operation=operation)), person)
    described = [run(code_for(each), person) for each in queries]
    assert [result["first"], result["second"]] == described
    a, b = (each.get("effect") for each in described)
    if a is None or b is None or (b == 0 and operation is not Operation.DIFFERENCE):
        assert "effect" not in result
        return
    expected = {
        Operation.DIFFERENCE: lambda: a - b,
        Operation.RATIO: lambda: a / b,
        Operation.PERCENT_CHANGE: lambda: 100 * (a - b) / abs(b),
    }[operation]()
    assert same(result["effect"], expected)


def test_every_day_on_record_counts_in_an_association_with_activities() -> None:

    person = Person(days={TODAY - timedelta(days=back): {"steps": 1.0} for back in range(5)})
    count = Measure(source=Source.ACTIVITY, per_day=Aggregate.COUNT)
    window = Window(start=TODAY - timedelta(days=9), end=TODAY, label="w")
    query = Associate(feature=count, target=Measure(name="steps"), lag_days=0, window=window)
    assert run(code_for(query), person) == {"n": 5}
