"""The pandas of numbers that are more than a statistic of the values: rates, shares, streaks, outliers, norms."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from services.data_science.adapters.rules.code.interval import has_interval
from services.data_science.adapters.rules.code.selection import (
    calendar,
    is_daily,
    kept,
    literal,
    rows_of,
    selected,
    value_column,
    with_list,
)
from services.data_science.adapters.rules.code.values import (
    is_drawn,
    listed_rows,
    nothing,
    points,
    returned,
    values_of,
)
from services.data_science.domain.query import Aggregate, DayFilter, Describe, Measure, Source, ValueFilter

ON_DAYS: Final = frozenset({Aggregate.SHARE, Aggregate.LONGEST_STREAK, Aggregate.CURRENT_STREAK})


def rate(query: Describe) -> Iterator[str]:
    """A total or a count per so many days."""
    selection, per_days = query.selection, query.per_days
    measure, counts = selection.measure, query.aggregate is Aggregate.COUNT_PER
    yield from selected("window", selection)
    if not value_column(measure) and not counts:
        yield 'return {"n": len(window)}'
        return
    if value_column(measure):
        yield f"values = {values_of('window', measure)}"
        counted = "len(values)"
    else:
        counted = "len(window)"
    if not counts:
        yield from nothing()
    if not counts and is_daily(measure):
        yield f"effect = values.mean() * {per_days!r}"
    else:
        yield from calendar(selection.window, selection.day_filters)
        if selection.day_filters:
            yield "if dates.empty:"
            yield f'    return {{"n": {counted}}}'
        yield f"effect = {counted if counts else 'values.sum()'} / len(dates) * {per_days!r}"
    yield f'return {{"n": {counted}, "effect": effect, "{query.aggregate.value}": effect}}'


def _held(query: Describe) -> Iterator[str]:
    """Lines that define `known`, the days on which the conditions can be judged, and `held`, those that meet them."""
    yield from selected("known", query.selection)
    metrics = _metrics(query.conditions)
    if metrics:
        yield from with_list("known = known.dropna(subset=", metrics, ")")
    yield from nothing("known")
    if not query.conditions:
        yield "held = known"
    yield from kept(rows_of("held", query.selection.measure), query.conditions, source="known")


def of_days(query: Describe) -> Describe:
    """The same of days on record, which is what conditions speak of, whatever is measured."""
    measure = Measure(name=next(iter(_metrics(query.conditions)), ""))
    return replace(query, selection=replace(query.selection, measure=measure))


def _metrics(conditions: tuple[DayFilter, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.metric for each in conditions if isinstance(each, ValueFilter)))


def share(query: Describe) -> Iterator[str]:
    """The percentage of days on which the conditions hold."""
    yield from _held(query)
    yield "effect = 100 * len(held) / len(known)"
    yield 'return {"n": len(known), "effect": effect, "share": effect, "held": len(held)}'


def streak(query: Describe) -> Iterator[str]:
    """The longest run of days in a row, of several the first, or the one that is still going on."""
    key = query.aggregate.value
    yield from _held(query)
    yield "day = held.index.to_series()"
    yield 'streaks = day.groupby((day.diff() != pd.Timedelta(days=1)).cumsum()).agg(["min", "max", "size"])'
    if query.aggregate is Aggregate.CURRENT_STREAK:
        yield f'streaks = streaks[streaks["max"] == "{query.selection.window.end}"]'
    yield "if streaks.empty:"
    yield f'    return {{"n": len(known), "effect": 0, "{key}": 0}}'
    yield 'streak = streaks.loc[streaks["size"].idxmax()]'
    yield from returned(
        {
            "n": "len(known)",
            "effect": 'streak["size"]',
            key: 'streak["size"]',
            "start": 'str(streak["min"].date())',
            "date": 'str(streak["max"].date())',
        }
    )


def outliers(query: Describe) -> Iterator[str]:
    """How many values lie far from the median, and the most extreme."""
    selection = query.selection
    measure = selection.measure
    yield from selected("window", selection)
    if not value_column(measure):
        yield 'return {"n": len(window)}'
        return
    yield f"values = {values_of('window', measure)}"
    yield from nothing()
    yield "# Median and median absolute deviation, which outliers themselves hardly move: Leys et al. (2013)."
    yield "distances = (values - values.median()).abs()"
    yield "spread = 1.4826 * distances.median()"
    yield "outliers = distances[(distances > 3 * spread) & (spread > 0)]"
    yield 'most = outliers.sort_values(ascending=False, kind="stable").head(5)'
    yield from listed_rows("most.index", measure)
    result = {
        "n": "len(values)",
        "effect": "len(outliers)",
        "outliers": "len(outliers)",
        "median": "values.median()",
        "rows": "rows",
    }
    if is_drawn(query):
        result["points"] = yield from points("values", query.selection)
    yield from returned(result)


def population(query: Describe) -> Iterator[str]:
    """The mean less that of people of the person's sex and age; without a norm that fits, the mean alone."""
    selection = query.selection
    measure = selection.measure
    yield from selected("window", selection)
    if measure.source is not Source.DAY or not measure.name:
        yield 'return {"n": len(window)}'
        return
    yield f"values = {values_of('window', measure)}"
    yield from nothing()
    result = {"n": "len(values)", "mean": "values.mean()", "sd": "values.std()"}
    if has_interval(query):
        result["ci"] = "mean_interval(values)"
    if is_drawn(query):
        result["points"] = yield from points("values", query.selection)
    yield "result = {"
    yield from (f'    "{key}": {value},' for key, value in result.items())
    yield "}"
    yield f'norms = population_df[population_df["metric"] == {literal(measure.name)}]'
    yield 'norms = norms.merge(profile_df, how="cross", suffixes=("", "_of_person"))'
    yield 'norms = norms[(norms["sex"] == norms["sex_of_person"]) | (norms["sex"] == "any")]'
    yield 'norms = norms[norms["age_years"].between(norms["age_low"], norms["age_high"])]'
    yield "if not norms.empty:"
    yield "    norm = norms.iloc[0]"
    yield '    effect = values.mean() - norm["mean"]'
    yield '    result |= {"effect": effect, "population_difference": effect, "source": norm["source"]}'
    yield '    result |= {"population_mean": norm["mean"], "population_sd": norm["sd"]}'
    yield "return result"
