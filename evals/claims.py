"""Findings whose every number is right: random questions about random days, answered twice over.

Once with pandas and scipy (`evals.facts`), once by running the code that the data scientist writes for the question.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import Any, TypeAlias

import numpy as np
import pandas as pd
from scipy import stats

from evals.facts import association_facts, comparison_facts, descriptive_facts, trend_facts
from services.data_science.adapters.rules.code import code_for
from services.data_science.domain.finding import Finding, Interval, NamedNumber, numbers_of
from services.data_science.domain.query import (
    Aggregate,
    Associate,
    Compare,
    Comparison,
    DayFilter,
    Describe,
    Query,
    Trend,
    ValueFilter,
    WeekdayFilter,
    Window,
)

Numbers: TypeAlias = tuple[NamedNumber, ...]

FIRST, DAYS = date(2024, 11, 4), 420
NEWEST = FIRST + timedelta(days=DAYS - 1)
METRICS = ("steps", "resting_heart_rate", "heart_rate_variability", "sleep_minutes", "spo2", "distance_km", "vo2_max")
OPERATORS: Mapping[Comparison, Callable[[pd.Series, float], pd.Series]] = {
    Comparison.LESS: pd.Series.lt,
    Comparison.LESS_OR_EQUAL: pd.Series.le,
    Comparison.GREATER: pd.Series.gt,
    Comparison.GREATER_OR_EQUAL: pd.Series.ge,
    Comparison.EQUAL: pd.Series.eq,
}
FEWEST_FOR_A_LINE = 3

PICKING = {
    Aggregate.MIN: lambda values: values.idxmin(),
    Aggregate.MAX: lambda values: values.idxmax(),
    Aggregate.LATEST: lambda values: values.index[-1],
}
"""The day that a statistic picks out."""


def table(rng: np.random.Generator) -> pd.DataFrame:
    """Daily values by date, each metric with its own scale, memory, ties and gaps; one does not vary for months."""
    memory = np.cumsum(rng.normal(size=(DAYS, 2)), axis=0)
    noise = rng.normal(size=(DAYS, len(METRICS)))
    days = pd.DataFrame(
        {
            "steps": (9000 + 3000 * noise[:, 0]).round(),
            "resting_heart_rate": (58 + 0.3 * memory[:, 0] + noise[:, 1]).round(),
            "heart_rate_variability": 45 + 0.4 * memory[:, 1] + 6 * noise[:, 2],
            "sleep_minutes": (430 - 20 * noise[:, 1] + 40 * noise[:, 3]).round(1),
            "spo2": np.clip((96 + noise[:, 4]).round(), 90, 100),
            "distance_km": (0.0007 * (9000 + 3000 * noise[:, 0]) + 0.2 * noise[:, 5]).round(3),
            "vo2_max": np.where(np.arange(DAYS) < DAYS // 2, 41.3, (42 + 0.5 * noise[:, 6]).round(1)),
        },
        index=pd.date_range(FIRST, periods=DAYS, name="datetime"),
    )
    gaps = rng.random(days.shape) < np.linspace(0.02, 0.4, len(METRICS))
    away = int(rng.integers(0, DAYS - 25))
    gaps[away : away + 25] = True
    return days.mask(gaps)


def random_window(rng: np.random.Generator) -> Window:
    """All data, the last so many days, a month, a single day, or any span, which may begin before there is data."""
    back = int(rng.integers(0, DAYS))
    match rng.choice(["all data", "last days", "month", "day", "span"], p=[0.2, 0.35, 0.15, 0.05, 0.25]):
        case "all data":
            return Window(start=FIRST, end=NEWEST, label="all data")
        case "last days":
            last = int(rng.choice([7, 14, 30, 60, 90, 180]))
            return Window(start=NEWEST - timedelta(days=last - 1), end=NEWEST, label=f"last {last} days")
        case "month":
            month = (NEWEST - timedelta(days=back)).replace(day=1)
            end = (month + timedelta(days=31)).replace(day=1) - timedelta(days=1)
            return Window(start=month, end=end, label="a month")
        case "day":
            day = NEWEST - timedelta(days=back)
            return Window(start=day, end=day, label="a day")
        case _:
            start = NEWEST - timedelta(days=back + 20)
            return Window(start=start, end=start + timedelta(days=int(rng.integers(1, 200))), label="a span")


def random_filters(rng: np.random.Generator, days: pd.DataFrame) -> Iterator[DayFilter]:
    """None, a condition on any metric, some weekdays, or both."""
    if rng.random() < 0.35:
        metric, comparison = str(rng.choice(METRICS)), list(Comparison)[rng.integers(len(Comparison))]
        value = float(rng.choice(days[metric].dropna().to_numpy()))
        yield ValueFilter(metric=metric, comparison=comparison, value=value, label="a condition")
    if rng.random() < 0.25:
        weekdays = rng.choice(np.arange(1, 8), size=int(rng.integers(1, 6)), replace=False)
        yield WeekdayFilter(iso_weekdays=tuple(sorted(weekdays.tolist())), label="some weekdays")


def random_query(rng: np.random.Generator, days: pd.DataFrame) -> Query:
    window, filters = random_window(rng), tuple(random_filters(rng, days))
    one, other = (str(name) for name in rng.choice(METRICS, size=2, replace=False))
    match rng.choice(["describe", "compare", "associate", "trend"], p=[0.46, 0.18, 0.18, 0.18]):
        case "describe":
            aggregate = list(Aggregate)[rng.integers(len(Aggregate))]
            return Describe(metric=one, aggregate=aggregate, window=window, day_filters=filters)
        case "compare":
            start = window.start - timedelta(days=int(rng.integers(0, 120)))
            end = start + (window.end - window.start)
            baseline = Window(start=start, end=end, label="the time before")
            return Compare(metric=one, window=window, baseline=baseline, day_filters=filters)
        case "associate":
            lag = int(rng.choice([0, 1, 2, 7]))
            return Associate(feature=one, target=other, lag_days=lag, window=window, day_filters=filters)
        case _:
            return Trend(metric=one, window=window, day_filters=filters)


def kept(days: pd.DataFrame, window: Window, filters: tuple[DayFilter, ...]) -> pd.DataFrame:
    rows = days[(days.index >= pd.Timestamp(window.start)) & (days.index <= pd.Timestamp(window.end))]
    for each in filters:
        match each:
            case ValueFilter():
                rows = rows[OPERATORS[each.comparison](rows[each.metric], each.value)]
            case WeekdayFilter():
                rows = rows[np.isin([day.isoweekday() for day in rows.index], each.iso_weekdays)]
    return rows


def facts_of(query: Query, days: pd.DataFrame) -> dict[str, float]:
    """What is true of a question's days; without an effect where there is too little to have one."""
    rows = kept(days, query.window, query.day_filters)
    match query:
        case Describe():
            values = rows[query.metric].dropna()
            facts = descriptive_facts(values)
            if len(values):
                facts |= {"sum": math.fsum(values), "latest": float(values.iloc[-1])}
            named = query.aggregate.value
            if len(values) and query.aggregate in PICKING:
                facts["day"] = float((PICKING[query.aggregate](values) - pd.Timestamp("1970-01-01")).days)
            return {**facts, "effect": facts[named]} if named in facts else facts
        case Compare():
            recent = rows[query.metric].dropna()
            prior = kept(days, query.baseline, query.day_filters)[query.metric].dropna()
            return comparison_facts(recent, prior) if len(recent) and len(prior) else {}
        case Associate():
            later = days[query.target].copy()
            later.index = pd.DatetimeIndex(later.index) - pd.Timedelta(days=query.lag_days)
            pairs = pd.DataFrame({"feature": rows[query.feature], "target": later.reindex(rows.index)}).dropna()
            varies = len(pairs) and pairs.nunique().min() > 1
            if not varies:
                return {}
            facts = association_facts(pairs)
            return {**facts, "tau": float(stats.kendalltau(pairs["feature"], pairs["target"]).statistic)}
        case Trend():
            values = rows[query.metric].dropna()
            return trend_facts(values) if len(values) >= FEWEST_FOR_A_LINE else {}


def claimed_by_hand(query: Query, days: pd.DataFrame) -> Numbers:
    facts = {key: value for key, value in facts_of(query, days).items() if math.isfinite(value)}
    numbers = [NamedNumber(key=key, value=value, unit="") for key, value in facts.items() if not key.startswith("ci_")]
    if "ci_low" in facts:
        interval = Interval(low=facts["ci_low"], high=facts["ci_high"])
        numbers.append(NamedNumber(key="ci", value=interval, unit=""))
    return tuple(numbers)


def claimed_by_code(query: Query, days: pd.DataFrame) -> Numbers:
    """What the data scientist's code for the question returns."""
    body = "\n".join(f"    {line}" for line in code_for(query).splitlines())
    scope: dict[str, Any] = {}
    exec(f"def analysis(summary_df):\n{body}", scope)  # noqa: S102, generated here, from a query made here
    with np.errstate(all="ignore"):
        result = scope["analysis"](days.reset_index())
    plain = {key: value.item() if isinstance(value, np.generic) else value for key, value in result.items()}
    return numbers_of(query, plain, unit="")


def honest_findings(rng: np.random.Generator, days: pd.DataFrame, count: int) -> Iterator[Finding]:
    """So many findings with every number right, computed by hand and by code in turn."""
    drawn = 0
    while drawn < count:
        query = random_query(rng, days)
        numbers = claimed_by_code(query, days) if drawn % 2 else claimed_by_hand(query, days)
        if any(number.key == "effect" for number in numbers):
            drawn += 1
            yield Finding(id=f"ds-{drawn:04}", claim="", query=query, numbers=numbers)


def written(rng: np.random.Generator, finding: Finding) -> Finding:
    """The finding as people write it: numbers with two decimals or four significant digits, counts in full."""

    def rounded(value: float) -> float:
        size = math.floor(math.log10(abs(value))) if value else 0
        return round(value, 2 if rng.random() < 0.5 else max(3 - size, 0)) or value

    def shown(number: NamedNumber) -> NamedNumber:
        match number.value:
            case Interval(low=low, high=high):
                return replace(number, value=Interval(low=rounded(low), high=rounded(high)))
            case value:
                counts = isinstance(finding.query, Describe) and finding.query.aggregate is Aggregate.COUNT
                whole = number.key.startswith(("n", "count")) or (number.key == "effect" and counts)
                return number if whole else replace(number, value=rounded(value))

    return replace(finding, numbers=tuple(map(shown, finding.numbers)))
