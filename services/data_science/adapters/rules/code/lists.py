"""The pandas of what gives several numbers: groups of days, ranked values, kinds of activities, arithmetic on two."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, assert_never

from services.data_science.adapters.rules.code.describing import describe
from services.data_science.adapters.rules.code.selection import (
    is_daily,
    literal,
    pick_of,
    prepared,
    rows_of,
    selected,
    tables,
    value_column,
    with_list,
)
from services.data_science.adapters.rules.code.values import COUNTS, VALUES, counted, listed_rows, values_of
from services.data_science.domain.groups import SEASONS, WEEKDAYS, WEEKENDS, months_of
from services.data_science.domain.query import (
    Aggregate,
    Breakdown,
    Combine,
    Grouping,
    Kinds,
    Operation,
    Order,
    Ranking,
    Source,
    metrics_of,
)

_ARITHMETIC: Final[Mapping[Operation, str]] = MappingProxyType(
    {
        Operation.DIFFERENCE: "a - b",
        Operation.RATIO: "a / b",
        Operation.PERCENT_CHANGE: "100 * (a - b) / abs(b)",
    }
)
_ORDERS: Final[Mapping[Order, str]] = MappingProxyType(
    {
        Order.HIGHEST: '.sort_values(ascending=False, kind="stable").head({count})',
        Order.LOWEST: '.sort_values(kind="stable").head({count})',
        Order.NEWEST: ".iloc[::-1].head({count})",
        Order.OLDEST: ".head({count})",
    }
)


def breakdown(query: Breakdown) -> Iterator[str]:
    """Lines that return the same number for each group of days."""
    selection = query.selection
    column = value_column(selection.measure)
    yield from tables((selection,), metrics=metrics_of(query))
    yield from prepared(selection.measure)
    yield from selected("window", selection, picked=False)
    of_a_group = pick_of(selection) + (f"[{literal(column)}].dropna()" if column else "")
    yield from _groups(query, of_a_group)
    yield from (
        "return {",
        '    "n": sum(len(values) for values in groups.values()),',
        '    "groups": [',
        f'        {{"label": label, "n": len(values), "effect": {_number(query)}}}',
        "        for label, values in groups.items()",
        "    ],",
        "}",
    )


def _number(query: Breakdown) -> str:
    """The number of `values`, those of one group; a group without any has no number but a count."""
    aggregate, measure = query.aggregate, query.selection.measure
    if aggregate in COUNTS:
        return counted(aggregate, measure)
    expression = VALUES.get(aggregate)
    if expression is None or not value_column(measure):
        return "None"
    number = expression.format("values")
    return number if aggregate is Aggregate.CV else f"{number} if len(values) else None"


def _groups(query: Breakdown, of_a_group: str) -> Iterator[str]:
    """Lines that define `groups`: by label, what `of_a_group` makes of the rows."""
    parts = rows_of("window", query.selection.measure).parts
    match query.by:
        case Grouping.WEEKDAY:
            yield from with_list("weekdays = ", WEEKDAYS, "")
            condition, items = f"{parts}.day_of_week == number", "number, label in enumerate(weekdays)"
        case Grouping.WEEKEND:
            yield f"weekdays = {_as_numbers(WEEKENDS, less=1)}"
            condition, items = f"{parts}.day_of_week.isin(numbers)", "label, numbers in weekdays.items()"
        case Grouping.MONTH:
            months = months_of(query.selection.window)
            yield f'months = pd.period_range("{months[0].start:%Y-%m}", "{months[-1].start:%Y-%m}", freq="M")'
            yield 'months = {f"{month:%B %Y}": month for month in months}'
            condition, items = f'{parts}.to_period("M") == month', "label, month in months.items()"
        case Grouping.SEASON:
            yield f"seasons = {_as_numbers(SEASONS)}"
            condition, items = f"{parts}.month.isin(months)", "label, months in seasons.items()"
        case _:
            assert_never(query.by)
    yield "groups = {"
    yield f"    label: window[{condition}]{of_a_group}"
    yield f"    for {items}"
    yield "}"


def _as_numbers(groups: Mapping[str, tuple[int, ...]], *, less: int = 0) -> str:
    items = (f"{literal(label)}: {[number - less for number in numbers]}" for label, numbers in groups.items())
    return f"{{{', '.join(items)}}}"


def ranking(query: Ranking) -> Iterator[str]:
    """Lines that return the first values in an order."""
    selection = query.selection
    measure = selection.measure
    yield from tables((selection,), metrics=metrics_of(query))
    yield from prepared(measure)
    yield from selected("window", selection)
    order = _ORDERS[query.order].format(count=query.count)
    if value_column(measure):
        yield f"values = {values_of('window', measure)}"
        yield f"ranked = values{order}"
        yield from listed_rows("ranked.index", measure)
        yield 'return {"n": len(values), "rows": rows}'
    elif query.order in {Order.NEWEST, Order.OLDEST}:
        yield f"ranked = window{order}"
        yield from listed_rows("ranked.index", measure)
        yield 'return {"n": len(window), "rows": rows}'
    else:
        yield 'return {"n": len(window)}'


def kinds(query: Kinds) -> Iterator[str]:
    """Lines that return how often each kind of activity there is."""
    yield from tables((query.selection,), metrics=metrics_of(query))
    yield from prepared(query.selection.measure)
    yield from selected("window", query.selection)
    if query.selection.measure.source is not Source.ACTIVITY or is_daily(query.selection.measure):
        yield 'return {"n": len(window)}'
        return
    yield 'kinds = window.groupby(window["kind"].str.lower())["kind"].agg(["first", "size"])'
    yield 'kinds = kinds.sort_values("size", ascending=False, kind="stable")'
    yield 'rows = [{"activity": kind, "count": count} for kind, count in zip(kinds["first"], kinds["size"])]'
    yield 'return {"n": len(window), "rows": rows}'


def combine(query: Combine) -> Iterator[str]:
    """Lines that return two numbers and what arithmetic makes of them; without both, or over 0, there is no such."""
    for name, each in (("first", query.first), ("second", query.second)):
        yield f"def describe_{name}():"
        yield from (f"    {line}" for line in describe(each))
        yield ""
        yield ""
    yield "first, second = describe_first(), describe_second()"
    yield 'result = {"first": first, "second": second}'
    yield 'a, b = first.get("effect"), second.get("effect")'
    defined = "a is not None and b is not None" if query.operation is Operation.DIFFERENCE else "a is not None and b"
    yield f"if {defined}:"
    yield f'    result["effect"] = {_ARITHMETIC[query.operation]}'
    yield "return result"
