"""What every kind of query does with the values it has selected: count, number, list and draw them."""

from collections.abc import Generator, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from services.data_science.adapters.rules.code.selection import day_column, is_daily, literal, value_column
from services.data_science.domain.query import Aggregate, Describe, Measure, Selection, Source

VALUES: Final[Mapping[Aggregate, str]] = MappingProxyType(
    {
        Aggregate.MEAN: "{0}.mean()",
        Aggregate.MEDIAN: "{0}.median()",
        Aggregate.MIN: "{0}.min()",
        Aggregate.MAX: "{0}.max()",
        Aggregate.SUM: "{0}.sum()",
        Aggregate.SD: "{0}.std()",
        Aggregate.CV: "100 * {0}.std() / {0}.mean() if {0}.mean() > 0 else None",
        Aggregate.RANGE: "{0}.max() - {0}.min()",
        Aggregate.LATEST: "{0}.iloc[-1]",
        Aggregate.FIRST: "{0}.iloc[0]",
        Aggregate.CHANGE: "{0}.iloc[-1] - {0}.iloc[0]",
    }
)
"""What a number of values is, where there is at least one."""

COUNTS: Final = frozenset({Aggregate.COUNT, Aggregate.COUNT_DAYS})
_MOST_POINTS: Final = 400
_FEWEST_POINTS: Final = 7


def values_of(name: str, measure: Measure) -> str:
    """The values among the rows of `name`."""
    return f"{name}[{literal(value_column(measure))}].dropna()"


def points(values: str, selection: Selection, *, window: str = "window") -> Generator[str, None, str]:
    """Lines that thin the values evenly where there may be too many for a picture; returns its dates and values.

    Args:
        values: the variable with the values.
        selection: what they are of.
        window: the variable with their rows.
    """
    measure, shown = selection.measure, values
    if not 0 < most_days(selection) <= _MOST_POINTS:
        shown = f"{values}_shown"
        yield f"{shown} = {values}.iloc[:: (len({values}) - 1) // {_MOST_POINTS} + 1]"
    if is_daily(measure):
        return f"[[str(day.date()), value] for day, value in {shown}.items()]"
    return f'[[str({window}["{day_column(measure)}"][row].date()), value] for row, value in {shown}.items()]'


def most_days(selection: Selection) -> int:
    """As many values as a daily series can have in a selection; 0 where days can have several."""
    if not is_daily(selection.measure):
        return 0
    days = (selection.window.end - selection.window.start).days + 1
    return min(days, selection.pick.count) if selection.pick else days


def is_drawn(query: Describe) -> bool:
    """Whether a picture of the values would say more than their number."""
    enough = most_days(query.selection) >= _FEWEST_POINTS
    return enough and query.selection.measure.source is Source.DAY and query.aggregate not in COUNTS


def counted(aggregate: Aggregate, measure: Measure) -> str:
    """The number of `values`, or of the different days among them."""
    if aggregate is Aggregate.COUNT or is_daily(measure):
        return "len(values)"
    return f'window["{day_column(measure)}"][values.index].nunique()'


def listed_rows(index: str, measure: Measure) -> Iterator[str]:
    """Lines that define `rows`: each with its day, its value and, of an activity, its kind."""
    value = ', "value": values[row]' if value_column(measure) else ""
    if is_daily(measure):
        yield f'rows = [{{"date": str(row.date()){value}}} for row in {index}]'
        return
    kind = ', "activity": window["kind"][row]' if measure.source is Source.ACTIVITY else ""
    yield "rows = ["
    yield f'    {{"date": str(window["{day_column(measure)}"][row].date()){value}{kind}}}'
    yield f"    for row in {index}"
    yield "]"


def nothing(name: str = "values", *, zero: tuple[str, ...] = ()) -> Iterator[str]:
    """Lines that return where there are no values, with 0 under the keys of what is none, then."""
    zeros = "".join(f', "{key}": 0' for key in zero)
    yield f"if len({name}) == 0:"
    yield f'    return {{"n": 0{zeros}}}'


def returned(result: Mapping[str, str]) -> Iterator[str]:
    """Lines that return a dict of these expressions."""
    yield "return {"
    yield from (f'    "{key}": {value},' for key, value in result.items())
    yield "}"
