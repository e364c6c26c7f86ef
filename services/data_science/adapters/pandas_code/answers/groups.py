"""The pandas of a profile: the same number for each group of rows."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from services.data_science.adapters.pandas_code.expressions.figures import values_of
from services.data_science.adapters.pandas_code.writing import literals
from services.data_science.adapters.pandas_code.writing.spellings import STATISTICS
from services.data_science.adapters.pandas_code.writing.writer import Frame, Writer
from services.data_science.domain import algebra as a

_WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_SEASONS: Final = ("winter", "spring", "summer", "autumn")
_MOST_PERIODS: Final = 60
_FREQUENCIES: Final[Mapping[a.Grouping, str]] = MappingProxyType(
    {a.Grouping.WEEK: "W", a.Grouping.MONTH: "M", a.Grouping.QUARTER: "Q", a.Grouping.YEAR: "Y"}
)
_KEYS: Final[Mapping[a.Grouping, str]] = MappingProxyType(
    {
        a.Grouping.WEEKDAY: "{0}.day_of_week",
        a.Grouping.WEEKEND: "{0}.day_of_week >= 5",
        a.Grouping.SEASON: "{0}.month % 12 // 3",
        **{by: f'{{0}}.to_period("{frequency}")' for by, frequency in _FREQUENCIES.items()},
    }
)
"""What a group is known by, in the order that groups are told in, of the parts of dates."""


def write_profile(w: Writer, question: a.Profile) -> Iterator[tuple[str, str]]:
    """Lines that define the groups, and the entries of the result."""
    if question.column is None:
        frame = w.rows(question.rows)
        values, call = frame.name, ".size()"
    else:
        values = values_of(w, question.rows, question.column, "values")
        frame, call = w.rows(question.rows), STATISTICS[question.statistic].grouped
    is_own_index = frame.is_indexed_by_day and question.column is not None
    key = _key(question.by, f"{values}.index" if is_own_index else frame.parts, frame)
    w.write(f"groups = {values}.groupby({key})")
    w.write(f'groups = pd.DataFrame({{"value": groups{call}, "n": groups.size()}}).dropna()')
    if question.by is a.Grouping.KIND:
        w.write(f'kinds = {frame.name}["kind"].groupby({key}).agg(["first", "size"])')
        w.write('kinds = kinds.sort_values("size", ascending=False, kind="stable")["first"]')
        w.write("groups = groups.loc[kinds.index[kinds.index.isin(groups.index)]]")
    if question.by in _FREQUENCIES:
        w.write(f"groups = groups.tail({_MOST_PERIODS})")
    w.write("if groups.empty:", '    return {"n": 0}')
    yield "n", 'groups["n"].sum()'
    if question.extreme is None:
        yield "effect", 'groups["value"].iloc[0]'
    else:
        w.write(f'at = groups["value"].arg{"max" if question.extreme is a.Order.HIGHEST else "min"}()')
        yield "effect", 'groups["value"].iloc[at]'
        yield "extreme", "at + 1"
    yield "labels", _labels(w, question.by)
    yield "g_", 'groups["value"].tolist()'
    yield "n_", 'groups["n"].tolist()'


def _key(by: a.Grouping, parts: str, frame: Frame) -> str:
    return f'{frame.name}["kind"].str.casefold()' if by is a.Grouping.KIND else _KEYS[by].format(parts)


def _labels(w: Writer, by: a.Grouping) -> str:
    match by:
        case a.Grouping.WEEKDAY:
            w.write(*literals.with_list("weekdays = ", _WEEKDAYS, ""))
            return "[weekdays[number] for number in groups.index]"
        case a.Grouping.WEEKEND:
            return '["weekends" if is_weekend else "weekdays" for is_weekend in groups.index]'
        case a.Grouping.SEASON:
            w.write(*literals.with_list("seasons = ", _SEASONS, ""))
            return "[seasons[number] for number in groups.index]"
        case a.Grouping.KIND:
            return "kinds.loc[groups.index].tolist()"
        case _:
            return "[str(period.start_time.date()) for period in groups.index]"
