"""The pandas of comparisons, associations, trends and change points."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from services.data_science.adapters.rules.code.selection import (
    day_column,
    is_daily,
    literal,
    prepared,
    selected,
    tables,
    value_column,
)
from services.data_science.adapters.rules.code.values import most_days, points, returned, values_of
from services.data_science.domain.query import (
    Associate,
    ChangePoint,
    Compare,
    Selection,
    Trend,
    metrics_of,
    selections_of,
)

_LEVELS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "effect": "recent.mean() - prior.mean()",
        "mean_recent": "recent.mean()",
        "mean_prior": "prior.mean()",
        "n_recent": "len(recent)",
        "n_prior": "len(prior)",
    }
)


def compare(query: Compare) -> Iterator[str]:
    """Lines that return the difference of two means."""
    recent, prior = query.selection, query.baseline
    yield from tables(selections_of(query), metrics=metrics_of(query))
    yield from prepared(recent.measure)
    yield from selected("later", recent)
    measured = bool(value_column(recent.measure) and value_column(prior.measure))
    if measured:
        yield f"recent = {values_of('later', recent.measure)}"
    if prior.measure != recent.measure:
        yield from prepared(prior.measure)
    yield from selected("earlier", prior)
    if not measured:
        yield 'return {"n": len(later.index.union(earlier.index)), "n_recent": len(later), "n_prior": len(earlier)}'
        return
    yield f"prior = {values_of('earlier', prior.measure)}"
    yield "both = pd.concat([recent, prior])"
    yield "both = both[~both.index.duplicated()]"
    yield "if recent.empty or prior.empty:"
    yield '    return {"n": len(both), "n_recent": len(recent), "n_prior": len(prior)}'
    result = {"n": "len(both)", **_LEVELS, "sd": "both.std()"}
    if not (recent.window.is_one_day and prior.window.is_one_day):
        result["recent"] = yield from points("recent", recent, window="later")
        result["prior"] = yield from points("prior", prior, window="earlier")
    yield from returned(result)


def associate(query: Associate) -> Iterator[str]:
    """Lines that return a rank correlation with its interval and p."""
    yield from tables(selections_of(query), metrics=metrics_of(query))
    feature = Selection(measure=query.feature, window=query.window, day_filters=query.day_filters)
    yield from prepared(query.feature)
    yield from selected("window", feature)
    yield f"feature = window[{literal(value_column(query.feature))}]"
    yield from prepared(query.target)
    shifted = f'.shift({-query.lag_days}, freq="D")' if query.lag_days else ""
    yield f"target = days[{literal(value_column(query.target))}]{shifted}.reindex(feature.index)"
    yield 'pairs = pd.DataFrame({"feature": feature, "target": target}).dropna()'
    yield "n = len(pairs)"
    yield "if n < 4 or pairs.nunique().min() < 2:"
    yield '    return {"n": n}'
    yield 'rho, p = stats.spearmanr(pairs["feature"], pairs["target"])'
    yield "# Fisher's z with the standard error of Bonett and Wright (2000)."
    yield "half_width = 1.959963984540054 * np.sqrt((1 + rho**2 / 2) / (n - 3))"
    yield "z = np.arctanh(np.clip(rho, -1 + 1e-15, 1 - 1e-15))"
    thinned = ".iloc[:: (n - 1) // 400 + 1]" if most_days(feature) > 400 else ""
    yield from returned(
        {
            "n": "n",
            "effect": "rho",
            "ci": "[np.tanh(z - half_width), np.tanh(z + half_width)]",
            "p": "p",
            "pairs": f"pairs{thinned}.to_numpy()",
        }
    )


def trend(query: Trend) -> Iterator[str]:
    """Lines that return the slope of the least-squares line and what it rises over the window."""
    yield from _series(query, fewest=3)
    measure = query.selection.measure
    if not value_column(measure):
        return
    if is_daily(measure):
        yield "day = (values.index - values.index[0]).days.to_numpy()"
    else:
        yield f'dates = window["{day_column(measure)}"][values.index]'
        yield "day = (dates - dates.iloc[0]).dt.days.to_numpy()"
        yield "if day[-1] == 0:"
        yield '    return {"n": len(values)}'
    yield "slope, _ = np.polyfit(day, values, 1)"
    drawn = yield from points("values", query.selection)
    yield from returned(
        {
            "n": "len(values)",
            "effect": "slope * day[-1]",
            "slope_per_week": "slope * 7",
            "sd": "values.std()",
            "points": drawn,
        }
    )


def change_point(query: ChangePoint) -> Iterator[str]:
    """Lines that return where the level of a series changed most, and by how much."""
    yield from _series(query, fewest=14, varying=True)
    measure = query.selection.measure
    if not value_column(measure):
        return
    yield "y, n = values.to_numpy(), len(values)"
    yield "splits = np.arange(7, n - 6)"
    if not is_daily(measure):
        yield f'day = window["{day_column(measure)}"][values.index].to_numpy()'
        yield "splits = splits[day[splits] != day[splits - 1]]"
        yield "if len(splits) == 0:"
        yield '    return {"n": n}'
    yield "# Where Student's t of the two means, as if days were independent, is largest; of several alike the first."
    yield "distances = np.array([abs(y[k:].mean() - y[:k].mean()) * np.sqrt(k * (n - k)) for k in splits])"
    yield "change = splits[(distances >= distances.max() * (1 - 1e-9)).argmax()]"
    yield "prior, recent = values.iloc[:change], values.iloc[change:]"
    first = "recent.index[0]" if is_daily(measure) else f'window["{day_column(measure)}"][recent.index[0]]'
    drawn = yield from points("values", query.selection)
    yield from returned(
        {
            "n": "len(values)",
            **_LEVELS,
            "sd": "values.std()",
            "date": f"str({first}.date())",
            "points": drawn,
        }
    )


def _series(query: Trend | ChangePoint, *, fewest: int, varying: bool = False) -> Iterator[str]:
    """Lines that define `values`, and return where there are too few, they do not vary, or nothing is measured."""
    measure = query.selection.measure
    yield from tables((query.selection,), metrics=metrics_of(query))
    yield from prepared(measure)
    yield from selected("window", query.selection)
    if not value_column(measure):
        yield 'return {"n": len(window)}'
        return
    yield f"values = {values_of('window', measure)}"
    yield f"if len(values) < {fewest}{' or values.nunique() < 2' if varying else ''}:"
    yield '    return {"n": len(values)}'
