"""The pandas of one number about a selection. A new aggregate is one entry here."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from services.data_science.adapters.rules.code.interval import has_interval
from services.data_science.adapters.rules.code.numbers import (
    ON_DAYS,
    of_days,
    outliers,
    population,
    rate,
    share,
    streak,
)
from services.data_science.adapters.rules.code.selection import (
    calendar,
    day_column,
    is_daily,
    prepared,
    rows_of,
    selected,
    tables,
    value_column,
)
from services.data_science.adapters.rules.code.values import (
    COUNTS,
    VALUES,
    counted,
    is_drawn,
    nothing,
    points,
    returned,
    values_of,
)
from services.data_science.domain.query import (
    Aggregate,
    Describe,
    Measure,
    MonthFilter,
    Selection,
    Source,
    WeekdayFilter,
    metrics_of,
)

_ROW_OF: Final[Mapping[Aggregate, str]] = MappingProxyType(
    {
        Aggregate.MIN: "values.idxmin()",
        Aggregate.MAX: "values.idxmax()",
        Aggregate.LATEST: "values.index[-1]",
        Aggregate.FIRST: "values.index[0]",
    }
)
"""The row that an aggregate picks out; the first one where several tie."""


def describe(query: Describe) -> Iterator[str]:
    """Lines that return what a `Describe` gives, and the points of its picture."""
    query = of_days(query) if query.aggregate in ON_DAYS else query
    selection = query.selection
    yield from tables((selection,), metrics=metrics_of(query), conditions=query.conditions)
    yield from prepared(selection.measure)
    write = _WRITERS.get(query.aggregate)
    if write is not None:
        yield from write(query)
    elif not value_column(selection.measure):
        yield from selected("window", selection)
        yield from _rows_alone(query)
    else:
        yield from selected("window", selection)
        yield from _described(query)


def _rows_alone(query: Describe) -> Iterator[str]:
    """Of days or activities of which nothing is measured: how many there are, the first or the latest."""
    aggregate, measure = query.aggregate, query.selection.measure
    if aggregate in COUNTS:
        rows = rows_of("window", measure)
        count = "len(window)" if aggregate is Aggregate.COUNT or is_daily(measure) else f"{rows.day}.nunique()"
        yield f'return {{"n": len(window), "effect": {count}, "{aggregate.value}": {count}}}'
    elif aggregate in {Aggregate.LATEST, Aggregate.FIRST}:
        yield from nothing("window")
        position = -1 if aggregate is Aggregate.LATEST else 0
        if is_daily(measure):
            yield f'return {{"n": len(window), "date": str(window.index[{position}].date())}}'
        else:
            yield f"row = window.iloc[{position}]"
            yield 'return {"n": len(window), "date": str(row["day"].date()), "activity": row["kind"]}'
    else:
        yield 'return {"n": len(window)}'


def _described(query: Describe) -> Iterator[str]:
    aggregate, selection = query.aggregate, query.selection
    measure, key = selection.measure, query.aggregate.value
    yield f"values = {values_of('window', measure)}"
    yield from nothing(zero=("effect", key) if aggregate in COUNTS else ())
    if aggregate in COUNTS:
        result = {"n": "len(values)", "effect": counted(aggregate, measure), key: counted(aggregate, measure)}
    else:
        yield f"effect = {VALUES[aggregate].format('values')}"
        result = {"n": "len(values)", "effect": "effect", key: "effect"}
        result |= {"mean": "values.mean()", "sd": "values.std()"}
    if has_interval(query):
        result["ci"] = "mean_interval(values)"
    yield from _moments(query, result)
    yield from _missing(selection, result)
    if is_drawn(query):
        result["points"] = yield from points("values", query.selection)
    yield from returned(result)


def _moments(query: Describe, result: dict[str, str]) -> Iterator[str]:
    """The day of the value that was picked out, and the kind of activity."""
    measure, pick = query.selection.measure, query.selection.pick
    if query.aggregate is Aggregate.CHANGE:
        result |= {"first": "values.iloc[0]", "latest": "values.iloc[-1]"}
        result |= {"date": _date("values.index[-1]", measure), "first_date": _date("values.index[0]", measure)}
        return
    row = _ROW_OF.get(query.aggregate)
    if row is None:
        if pick is None or pick.count > 1:
            return
        row = "values.index[-1]"
    if is_daily(measure):
        result["date"] = _date(row, measure)
        return
    yield f"row = window.loc[{row}]"
    result["date"] = f'str(row["{day_column(measure)}"].date())'
    if measure.source is Source.ACTIVITY:
        result["activity"] = 'row["kind"]'


def _date(row: str, measure: Measure) -> str:
    return f"str({row}.date())" if is_daily(measure) else f'str(window["{day_column(measure)}"][{row}].date())'


def _missing(selection: Selection, result: dict[str, str]) -> Iterator[str]:
    """The calendar days without a value, where a value could be expected on each."""
    by_calendar = all(isinstance(each, WeekdayFilter | MonthFilter) for each in selection.day_filters)
    is_expected = selection.measure.source is Source.DAY and by_calendar and selection.pick is None
    if not is_expected or selection.window.is_one_day:
        return
    if selection.day_filters:
        yield from calendar(selection.window, selection.day_filters)
        yield "missing = dates.difference(values.index)"
    else:
        yield f'missing = pd.date_range("{selection.window.start}", "{selection.window.end}").difference(values.index)'
    result["days_missing"] = "len(missing)"
    result["missing"] = "[str(day.date()) for day in missing[:7]]"


_WRITERS: Final[Mapping[Aggregate, Callable[[Describe], Iterator[str]]]] = MappingProxyType(
    {
        Aggregate.TOTAL_PER: rate,
        Aggregate.COUNT_PER: rate,
        Aggregate.SHARE: share,
        Aggregate.LONGEST_STREAK: streak,
        Aggregate.CURRENT_STREAK: streak,
        Aggregate.OUTLIERS: outliers,
        Aggregate.POPULATION_DIFFERENCE: population,
    }
)
