"""The pandas a query stands for, as a careful analyst would write it. A new aggregate is one entry here."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, assert_never

from services.data_science.domain.query import (
    Aggregate,
    Associate,
    Compare,
    DayFilter,
    Describe,
    Query,
    Trend,
    ValueFilter,
    WeekdayFilter,
    Window,
)

_EXPRESSIONS: Final[Mapping[Aggregate, str]] = MappingProxyType(
    {
        Aggregate.MEAN: "values.mean()",
        Aggregate.MEDIAN: "values.median()",
        Aggregate.MIN: "values.min()",
        Aggregate.MAX: "values.max()",
        Aggregate.SUM: "values.sum()",
        Aggregate.SD: "values.std()",
        Aggregate.COUNT: "len(values)",
        Aggregate.LATEST: "values.iloc[-1]",
    }
)
_DAYS_OF: Final[Mapping[Aggregate, str]] = MappingProxyType(
    {
        Aggregate.MIN: "values.idxmin()",
        Aggregate.MAX: "values.idxmax()",
        Aggregate.LATEST: "values.index[-1]",
    }
)
"""The day that an aggregate picks out; the first one where several days tie."""

_PANDAS: Final = "import pandas as pd"
_NUMPY: Final = "import numpy as np"
_STATS: Final = "from scipy import stats"
_DAYS: Final = 'days = summary_df.set_index("datetime").sort_index()'
_INTERVAL_OF_MEAN: Final = (
    "worth, error = len(values), values.sem()",
    "# Days resemble their neighbours, so a mean is worth fewer days than it has values: Bayley and Hammersley (1946),",
    "# with the resemblance falling off by a constant factor a day, and its bias corrected after Kendall (1954).",
    "steps = values.index.to_series().diff().value_counts()",
    "step = steps[steps >= max(5, len(values) / 4)].index.min()",
    "if values.nunique() > 1 and not pd.isna(step):",
    "    deviations = values - values.mean()",
    "    products = (deviations * deviations.shift(freq=step)).dropna()",
    "    alike = products.mean() / deviations.var(ddof=0)",
    "    alike = np.clip(alike + (1 + 4 * alike) / len(products), 0, 0.98)",
    "    recorded = np.bincount((values.index - values.index[0]).days)",
    '    pairs = np.correlate(recorded, recorded, "full")',
    "    apart = abs(np.arange(len(pairs)) - len(recorded) + 1)",
    "    worth = max(len(values) ** 2 / (pairs @ alike ** (apart / step.days)), 3)",
    "    error = values.std(ddof=0) / np.sqrt(worth - 1)",
    "low, high = stats.t.interval(0.95, worth - 1, loc=values.mean(), scale=error)",
)
"""The 95 % interval of a mean. `step` is the shortest usual distance from one value to the next, so that it also holds
for Mondays or weekends; where there is none, or nothing varies, it is the interval of independent days. Fewer than
three days' worth would give an interval that says nothing."""


def code_for(query: Query) -> str:
    """The body of `analysis(...)`: returns {"n": ...} alone where there is too little to compute from."""
    match query:
        case Describe():
            lines = _describe(query)
        case Compare():
            lines = _compare(query)
        case Associate():
            lines = _associate(query)
        case Trend():
            lines = _trend(query)
        case _:
            assert_never(query)
    return "\n".join(lines) + "\n"


def _selected(name: str, window: Window, filters: tuple[DayFilter, ...]) -> Iterator[str]:
    """Lines that leave the days of a window on which every filter holds."""
    yield f'{name} = days.loc["{window.start}":"{window.end}"]'
    for each in filters:
        match each:
            case ValueFilter(metric=metric, comparison=comparison, value=value):
                yield f'{name} = {name}[{name}["{metric}"] {comparison.value} {value!r}]'
            case WeekdayFilter(iso_weekdays=iso_weekdays):
                kept = [day - 1 for day in iso_weekdays]
                yield f"{name} = {name}[{name}.index.day_of_week.isin({kept})]  # Monday is 0"
            case _:
                assert_never(each)


def _describe(query: Describe) -> Iterator[str]:
    aggregate = query.aggregate
    yield _NUMPY
    yield _PANDAS
    yield _STATS
    yield ""
    yield _DAYS
    yield from _selected("window", query.window, query.day_filters)
    yield f'values = window["{query.metric}"].dropna()'
    yield "if values.empty:"
    yield '    return {"n": 0, "effect": 0, "count": 0}' if aggregate is Aggregate.COUNT else '    return {"n": 0}'
    yield f"effect = {_EXPRESSIONS[aggregate]}"
    yield from _INTERVAL_OF_MEAN
    yield "return {"
    yield '    "n": len(values),'
    yield '    "effect": effect,'
    if aggregate not in {Aggregate.MEAN, Aggregate.SD}:
        yield f'    "{aggregate.value}": effect,'
    yield '    "mean": values.mean(),'
    yield '    "sd": values.std(),'
    yield '    "ci": [low, high],'
    if aggregate in _DAYS_OF:
        yield f'    "date": {_DAYS_OF[aggregate]}.date().isoformat(),'
    yield "}"


def _compare(query: Compare) -> Iterator[str]:
    yield _PANDAS
    yield ""
    yield _DAYS
    yield from _selected("later", query.window, query.day_filters)
    yield from _selected("earlier", query.baseline, query.day_filters)
    yield f'recent = later["{query.metric}"].dropna()'
    yield f'prior = earlier["{query.metric}"].dropna()'
    yield "both = pd.concat([recent, prior])"
    yield "both = both[~both.index.duplicated()]"
    yield "if recent.empty or prior.empty:"
    yield '    return {"n": len(both), "n_recent": len(recent), "n_prior": len(prior)}'
    yield "return {"
    yield '    "n": len(both),'
    yield '    "effect": recent.mean() - prior.mean(),'
    yield '    "mean_recent": recent.mean(),'
    yield '    "mean_prior": prior.mean(),'
    yield '    "n_recent": len(recent),'
    yield '    "n_prior": len(prior),'
    yield '    "sd": both.std(),'
    yield "}"


def _associate(query: Associate) -> Iterator[str]:
    yield _NUMPY
    yield _PANDAS
    yield _STATS
    yield ""
    yield _DAYS
    yield from _selected("window", query.window, query.day_filters)
    yield f'feature = window["{query.feature}"]'
    shifted = f'.shift(-{query.lag_days}, freq="D")' if query.lag_days else ""
    yield f'target = days["{query.target}"]{shifted}.reindex(feature.index)'
    yield 'pairs = pd.DataFrame({"feature": feature, "target": target}).dropna()'
    yield "n = len(pairs)"
    yield "if n < 4 or pairs.nunique().min() < 2:"
    yield '    return {"n": n}'
    yield 'rho, p = stats.spearmanr(pairs["feature"], pairs["target"])'
    yield "# Fisher's z with the standard error of Bonett and Wright (2000)."
    yield "half_width = 1.959963984540054 * np.sqrt((1 + rho**2 / 2) / (n - 3))"
    yield "z = np.arctanh(np.clip(rho, -1 + 1e-15, 1 - 1e-15))"
    yield 'return {"n": n, "effect": rho, "ci": [np.tanh(z - half_width), np.tanh(z + half_width)], "p": p}'


def _trend(query: Trend) -> Iterator[str]:
    yield _NUMPY
    yield ""
    yield _DAYS
    yield from _selected("window", query.window, query.day_filters)
    yield f'values = window["{query.metric}"].dropna()'
    yield "if len(values) < 3:"
    yield '    return {"n": len(values)}'
    yield "day = (values.index - values.index[0]).days.to_numpy()"
    yield "slope, _ = np.polyfit(day, values, 1)"
    yield "return {"
    yield '    "n": len(values),'
    yield '    "effect": slope * day[-1],'
    yield '    "slope_per_week": slope * 7,'
    yield '    "sd": values.std(),'
    yield "}"
