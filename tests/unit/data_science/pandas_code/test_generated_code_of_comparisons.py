"""Profiles, decisions, associations, contrasts, trends, change points and outliers, against plain computations."""

import math
import random
import statistics
from datetime import date, timedelta
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from services.data_science.adapters.pandas_code import (
    baseline_points_of,
    code_for,
    numbers_of,
    pairs_of,
    points_of,
    texts_of,
)
from services.data_science.domain import algebra as a
from tests.unit.data_science.pandas_code.drawn import Draw, records
from tests.unit.data_science.pandas_code.plain_arithmetic import STATISTICS, calendar_period, statistic_of
from tests.unit.data_science.pandas_code.plain_reading import Reader, Row, epoch
from tests.unit.data_science.pandas_code.records_of_someone import Records, run
from tests.unit.data_science.pandas_code.test_generated_code_against_a_plain_reading import answer, defined, same

seeds = st.integers(0, 10**9)
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
SEASONS = ("winter", "spring", "summer", "autumn")
UNITS = {
    a.Grouping.WEEK: a.Unit.WEEK,
    a.Grouping.MONTH: a.Unit.MONTH,
    a.Grouping.QUARTER: a.Unit.QUARTER,
    a.Grouping.YEAR: a.Unit.YEAR,
}


def group_of(row: Row, by: a.Grouping) -> tuple[Any, str]:
    """What orders the groups, and what the row's is called."""
    if by in UNITS:
        first = calendar_period(row.day, UNITS[by])[0]
        return first, first.isoformat()
    match by:
        case a.Grouping.WEEKDAY:
            return row.day.weekday(), WEEKDAYS[row.day.weekday()]
        case a.Grouping.WEEKEND:
            is_weekend = row.day.weekday() > 4
            return is_weekend, "weekends" if is_weekend else "weekdays"
        case a.Grouping.SEASON:
            season = row.day.month % 12 // 3
            return season, SEASONS[season]
        case _:
            return row.kind.lower(), row.kind.lower()


def groups_of(reader: Reader, question: a.Profile) -> list[tuple[str, int, float]]:
    """Label, n and value of the groups in their order."""
    rows, column = reader.rows(question.rows), question.column
    valued = [(row, 1.0) for row in rows] if column is None else reader.valued(column, question.rows)
    sizes = [group_of(row, question.by)[0] for row in rows]
    keys = {group_of(row, question.by): 0 for row, _ in valued}
    ordered = sorted(keys)
    if question.by is a.Grouping.KIND:
        ordered.sort(key=lambda key: -sizes.count(key[0]))
    found = []
    for key in ordered:
        values = [value for row, value in valued if group_of(row, question.by) == key]
        number = statistic_of(question.statistic, values)
        if not math.isnan(number):
            found.append((key[1], len(values), number))
    return found


@settings(max_examples=200, deadline=None)
@given(who=seeds, what=seeds, by=st.sampled_from(a.Grouping), extreme=st.sampled_from([None, *list(a.Order)[:2]]))
def test_a_profile_has_the_number_of_each_group(who: int, what: int, by: a.Grouping, extreme: a.Order | None) -> None:
    someone, draw = records(who), Draw(rng=random.Random(what))
    rows, table = draw.rows_and_table(2)
    if by is a.Grouping.KIND:
        rows, table = draw.rows(a.Table.ACTIVITIES, 2), a.Table.ACTIVITIES
    statistic = draw.rng.choice(list(STATISTICS))
    counts = statistic is a.Statistic.COUNT and draw.rng.random() < 0.5
    column = None if counts else draw.column(table, 2)
    question = a.Profile(rows=rows, column=column, statistic=statistic, by=by, extreme=extreme)
    groups = groups_of(Reader(records=someone), question)
    expected = {"n": float(sum(n for _, n, _ in groups))}
    for position, (_, n, value) in enumerate(groups, start=1):
        expected |= {f"g_{position}": value, f"n_{position}": float(n)}
    values = [value for *_, value in groups]
    if values and extreme is None:
        expected["effect"] = values[0]
    elif values:
        # Of groups that differ by no more than rounding either may be the extreme one.
        result = run(code_for(question), someone)
        chosen = int(result["extreme"]) - 1
        best = max(values) if extreme is a.Order.HIGHEST else min(values)
        assert math.isclose(values[chosen], best, rel_tol=1e-9, abs_tol=1e-9)
        expected |= {"effect": values[chosen], "extreme": chosen + 1.0}
    result = run(code_for(question), someone)
    told = numbers_of(question, result)
    assert same(told, expected), (told, expected, code_for(question))
    labels = texts_of(result).get("labels", ())
    fold = str.lower if by is a.Grouping.KIND else str
    assert [fold(label) for label in labels] == [label for label, *_ in groups]


@settings(max_examples=100, deadline=None)
@given(who=seeds, what=seeds)
def test_a_decision_tells_both_numbers_and_how_often(who: int, what: int) -> None:
    someone, draw = records(who), Draw(rng=random.Random(what))
    rows, table = draw.rows_and_table(2)
    share = a.Share(rows=rows, test=draw.test(table, 2)) if draw.rng.random() < 0.6 else None
    question = a.Decide(left=draw.number(2), operator=a.Operator.GREATER, right=draw.number(2), share=share)
    reader = Reader(records=someone)
    left, right = reader.number(question.left), reader.number(question.right)
    expected = defined(n=left.n, effect=left.value, left=left.value, right=right.value)
    if share is not None:
        often = reader.number(share)
        expected |= defined(share=often.value, held=often.held, share_n=often.n)
    assert same(answer(question, someone), expected)


@settings(max_examples=100, deadline=None)
@given(who=seeds, what=seeds, lag=st.sampled_from([0, 0, 1, 2]))
def test_a_relation_is_spearmans_beside_kendalls(who: int, what: int, lag: int) -> None:
    someone, draw = records(who), Draw(rng=random.Random(what))
    rows = draw.rows(a.Table.DAYS, 1)
    # Of whole numbers, so that no tie of ranks hangs on the rounding of a statistic.
    step, count = (
        a.Step(column=draw.field(a.Table.DAYS)),
        a.Daily(rows=draw.rows(a.Table.ACTIVITIES, 1), column=None, statistic=a.Statistic.COUNT),
    )
    columns: list[a.Column] = [draw.field(a.Table.DAYS), draw.field(a.Table.DAYS), step, count]
    left, right = draw.rng.sample(columns, 2)
    reader = Reader(records=someone)
    pairs = [
        (x, y)
        for row in reader.rows(rows)
        if not math.isnan(x := reader.column(left, row, reader.days))
        if not math.isnan(y := reader.on(right, row.day + timedelta(days=lag)))
    ]
    expected = {"n": float(len(pairs))}
    if len(pairs) >= 4 and all(len(set(each)) > 1 for each in zip(*pairs, strict=True)):
        xs, ys = [x for x, _ in pairs], [y for _, y in pairs]
        rho = float(stats.spearmanr(xs, ys).statistic)
        expected |= {"effect": rho, "rho": rho, "tau": float(stats.kendalltau(xs, ys).statistic)}
    question = a.Relate(left=left, right=right, rows=rows, lag_days=lag)
    result = run(code_for(question), someone)
    assert same(numbers_of(question, result), expected)
    assert np.allclose(pairs_of(result), pairs if "effect" in expected else [])


@settings(max_examples=100, deadline=None)
@given(who=seeds, what=seeds)
def test_a_contrast_is_the_difference_of_two_means(who: int, what: int) -> None:
    someone, draw = records(who), Draw(rng=random.Random(what))
    rows, table = draw.rows_and_table(2)
    if table is None:
        table = a.Table.DAYS
        rows = draw.rows(table, 2)
    question = a.Contrast(rows=rows, baseline=draw.rows(table, 2), column=draw.column(table, 2))
    reader = Reader(records=someone)
    recent = {row.at: value for row, value in reader.valued(question.column, question.rows)}
    prior = {row.at: value for row, value in reader.valued(question.column, question.baseline)}
    both = list({**recent, **prior}.values())
    expected = {"n": float(len(both)), "n_recent": float(len(recent)), "n_prior": float(len(prior))}
    if recent and prior:
        means = [statistics.fmean(each.values()) for each in (recent, prior)]
        expected |= {"effect": means[0] - means[1], "mean_recent": means[0], "mean_prior": means[1]}
        expected |= {"sd": statistics.stdev(both)} if len(both) > 1 else {}
    result = run(code_for(question), someone)
    assert same(numbers_of(question, result), expected)
    drawn = ((points_of(question, result), recent), (baseline_points_of(result), prior))
    for points, values in drawn if recent and prior else ():
        assert np.allclose(sorted(value for _, value in points), sorted(values.values()))


@settings(max_examples=100, deadline=None)
@given(who=seeds, what=seeds)
def test_a_trend_is_the_least_squares_line(who: int, what: int) -> None:
    someone, draw = records(who), Draw(rng=random.Random(what))
    rows, table = draw.rows_and_table(2)
    question = a.Trend(rows=rows, column=draw.column(table, 2))
    valued = Reader(records=someone).valued(question.column, rows)
    expected = {"n": float(len(valued))}
    days = [epoch(row.day) - epoch(valued[0][0].day) for row, _ in valued]
    if len(valued) >= 3 and days[-1] > 0:
        slope = stats.linregress(days, [value for _, value in valued]).slope
        expected |= {"effect": slope * days[-1], "slope_per_week": slope * 7}
        expected |= {"mean": statistics.fmean(value for _, value in valued)}
    assert same(answer(question, someone), expected)


@settings(max_examples=60, deadline=None)
@given(who=seeds, what=seeds)
def test_a_change_point_is_where_the_two_means_are_furthest_apart(who: int, what: int) -> None:
    someone, draw = records(who), Draw(rng=random.Random(what))
    window = a.Window(start=date(2023, 12, 1), end=date(2024, 3, 15))
    table = draw.rng.choice(list(a.Table))
    question = a.ChangePoint(rows=a.All(table=table, window=window), column=draw.field(table))
    valued = Reader(records=someone).valued(question.column, question.rows)
    values = [value for _, value in valued]
    expected = {"n": float(len(values))}
    places = [k for k in range(7, len(values) - 6) if valued[k][0].day != valued[k - 1][0].day]
    if len(values) >= 14 and len(set(values)) > 1 and places:
        means = {k: (statistics.fmean(values[:k]), statistics.fmean(values[k:])) for k in places}
        weight = {k: abs(after - before) * math.sqrt(k * (len(values) - k)) for k, (before, after) in means.items()}
        k = next(k for k in places if weight[k] >= max(weight.values()) * (1 - 1e-9))
        before, after = means[k]
        expected |= {"effect": after - before, "day": epoch(valued[k][0].day), "n_prior": float(k)}
        expected |= {"mean_prior": before, "mean_recent": after, "n_recent": float(len(values) - k)}
    assert same(answer(question, someone), expected)


@settings(max_examples=100, deadline=None)
@given(who=seeds, what=seeds)
def test_outliers_are_told_the_furthest_first(who: int, what: int) -> None:
    someone, draw = records(who), Draw(rng=random.Random(what))
    rows, table = draw.rows_and_table(1)
    question = a.Unusual(rows=rows, column=draw.column(table, 1))
    valued = Reader(records=someone).valued(question.column, rows)
    expected: dict[str, float] = {"n": float(len(valued))}
    if valued:
        median = statistics.median(value for _, value in valued)
        spread = 1.4826 * statistics.median(abs(value - median) for _, value in valued)
        far = [(row, value) for row, value in valued if spread > 0 and abs(value - median) > 3 * spread]
        far.sort(key=lambda each: -abs(each[1] - median))
        expected |= {"effect": float(len(far)), "median": median}
        for position, (row, value) in enumerate(far[:5], start=1):
            expected |= {f"day_{position}": epoch(row.day), f"c1_{position}": value}
    assert same(answer(question, someone), expected)


def test_a_mean_of_days_is_told_with_how_much_they_differ() -> None:
    first = date(2024, 1, 1)
    values = [float(50 + 10 * math.sin(day / 6)) for day in range(60)]
    someone = Records(days={first + timedelta(days=day): {"steps": value} for day, value in enumerate(values)})
    window = a.Window(start=first, end=first + timedelta(days=59))
    rows = a.All(table=a.Table.DAYS, window=window)
    number = a.Reduce(rows=rows, column=a.Field(name="steps"), statistic=a.Statistic.MEAN)
    result = run(code_for(a.Tell(number=number)), someone)
    told = numbers_of(a.Tell(number=number), result)
    assert told.keys() == {"n", "effect", "sd"}
    assert math.isclose(told["sd"], statistics.stdev(values))
    points = points_of(a.Tell(number=number), result)
    assert points[0] == (first, values[0])
    assert len(points) == 60
