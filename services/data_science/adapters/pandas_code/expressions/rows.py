"""The pandas that leaves the rows that are meant."""

from datetime import date
from typing import Final, assert_never

from services.data_science.adapters.pandas_code.expressions import truth
from services.data_science.adapters.pandas_code.expressions.dates import timestamp
from services.data_science.adapters.pandas_code.expressions.periods import write_periods
from services.data_science.adapters.pandas_code.expressions.shapes import shape_of
from services.data_science.adapters.pandas_code.writing import literals
from services.data_science.adapters.pandas_code.writing.writer import SHAPES, Frame, Shape, Writer
from services.data_science.domain import algebra as a

_PICKED: Final = {
    a.Order.HIGHEST: "highest",
    a.Order.LOWEST: "lowest",
    a.Order.NEWEST: "newest",
    a.Order.OLDEST: "oldest",
}
_DEFINES_ITS_OWN: Final = a.All | a.Pick | a.ActivitiesOn | a.Union | a.Except
"""Rows whose variable nothing else holds, so that one that is used once may be written over."""


def write_rows(w: Writer, rows: a.Rows) -> Frame:
    """Lines that define a variable as those rows, in order of time."""
    match rows:
        case a.All():
            frame = _all(w, rows)
        case a.Where():
            frame = _where(w, rows)
        case a.Pick():
            frame = _pick(w, rows)
        case a.DaysOf(rows=inner, offset=offset):
            frame = _days_of(w, inner, offset)
        case a.ActivitiesOn(rows=inner):
            frame = w.rows(inner)
            table = table_of(w, rows)
            name = w.define("activities_then", f"activities[{truth.among(w, table.day, frame)}]")
            frame = _subset(w, name, table)
        case a.Periods():
            frame = write_periods(w, rows)
        case a.Union(left=left, right=right):
            first, second = w.rows(left), w.rows(right)
            name = w.define("either", f"{first.table}.loc[{first.name}.index.union({second.name}.index)]")
            frame = _subset(w, name, table_of(w, rows))
        case a.Except(left=left, right=right):
            first, second = w.rows(left), w.rows(right)
            name = w.define("others", f"{first.name}[~{first.name}.index.isin({second.name}.index)]")
            frame = Frame(name=name, table=first.table, shape=first.shape, columns=first.columns)
        case _:
            assert_never(rows)
    return frame


def table_of(w: Writer, rows: a.Rows) -> Frame:
    """All rows of the table, with every column it has by now."""
    match rows:
        case a.All(table=table):
            return _table(w, SHAPES[table])
        case a.Where(rows=inner) | a.Pick(rows=inner) | a.Union(left=inner) | a.Except(left=inner):
            return table_of(w, inner)
        case a.DaysOf():
            return _table(w, Shape.DAYS)
        case a.ActivitiesOn():
            return _table(w, Shape.ACTIVITIES)
        case a.Periods():
            return w.rows(rows)
        case _:
            assert_never(rows)


def _table(w: Writer, shape: Shape) -> Frame:
    w.reads.add(shape)
    return Frame(name=shape.value, table=shape.value, shape=shape, columns=w.columns_of(shape.value))


def _subset(w: Writer, name: str, table: Frame) -> Frame:
    return Frame(name=name, table=table.table, shape=table.shape, columns=w.columns_of(table.table))


def _all(w: Writer, rows: a.All) -> Frame:
    table, window = table_of(w, rows), rows.window
    if isinstance(window.start, date) and isinstance(window.end, date):
        within = f'"{window.start}":"{window.end}"'
        between = f'{table.name}[{table.day}.between("{window.start}", "{window.end}")]'
        chosen = f"{table.name}.loc[{within}]" if table.is_indexed_by_day else between
    else:
        start, end = timestamp(w, window.start, "start"), timestamp(w, window.end, "end")
        chosen = f"{table.name}[({table.day} >= {start}) & ({table.day} <= {end})]"
    return _subset(w, w.define("window", chosen), table_of(w, rows))


def _where(w: Writer, rows: a.Where) -> Frame:
    truth.prepare(w, rows.test, table_of(w, rows.rows))
    tests = sorted(truth.all_of(rows.test), key=lambda each: not isinstance(each, a.Kind))
    frame, is_own = w.rows(rows.rows), w.is_used_once(rows.rows) and isinstance(rows.rows, _DEFINES_ITS_OWN)
    for test in tests:
        condition = truth.holds(w, test, frame)
        if isinstance(test, a.Kind):
            name = w.fresh(_of_kinds(test))
        elif is_own and frame.name != frame.table:
            name = frame.name
            w.overwrite(name)
        else:
            name = w.fresh("those")
        if isinstance(test, a.Kind) and len(test.names) > 1:
            w.write_list(f'{name} = {frame.name}[{frame.name}["kind"].str.casefold().isin(', truth.kinds(test), ")]")
        else:
            w.write(f"{name} = {frame.name}[{condition}]")
        frame, is_own = Frame(name=name, table=frame.table, shape=frame.shape, columns=frame.columns), True
    return frame


def _of_kinds(test: a.Kind) -> str:
    """What activities of these kinds are called: "runs"; "active" where a plural would be no word."""
    first = literals.name(truth.kinds(test)[0])
    is_word = len(test.names) == 1 and first != "values" and not first.endswith(("s", "g", "y", "ch", "sh"))
    return f"{first}s" if is_word else "active"


def ranked(w: Writer, rows: a.Pick) -> tuple[Frame, str]:
    """The rows that a pick by value is from, and the variable with their values, the first in the order first."""
    assert rows.by is not None
    w.column(rows.by, table_of(w, rows.rows))
    frame = w.rows(rows.rows)
    kept = w.named(("ranked", rows.rows, rows.by, rows.order))
    if isinstance(kept, str):
        return frame, kept
    values = f"{w.values(rows.by, frame)}.dropna().iloc[::-1]"
    ascending = ', kind="stable"' if rows.order is a.Order.LOWEST else ', ascending=False, kind="stable"'
    name = w.define("ranked", f"{values}.sort_values({ascending[2:]})")
    w.keep(("ranked", rows.rows, rows.by, rows.order), name, name)
    return frame, name


def _pick(w: Writer, rows: a.Pick) -> Frame:
    if rows.by is None:
        frame = w.rows(rows.rows)
        name = w.define(_PICKED[rows.order], f"{frame.name}{by_time(rows)}")
    else:
        frame, values = ranked(w, rows)
        in_time = ".sort_index()" if rows.count > 1 else ""
        name = w.define(_PICKED[rows.order], f"{frame.name}.loc[{values}.index[{positions(rows)}]]{in_time}")
    return Frame(name=name, table=frame.table, shape=frame.shape, columns=frame.columns)


def positions(rows: a.Pick) -> str:
    before, after = rows.first - 1, rows.first - 1 + rows.count
    return f"{before}:{after}" if before else f":{after}"


def by_time(rows: a.Pick) -> str:
    """The call that leaves the picked rows, in order of time."""
    before, after = rows.first - 1, rows.first - 1 + rows.count
    if rows.order is a.Order.NEWEST:
        return f".iloc[-{after}:-{before}]" if before else f".tail({after})"
    return f".iloc[{before}:{after}]" if before else f".head({after})"


def _days_of(w: Writer, rows: a.Rows, offset: int) -> Frame:
    frame = w.rows(rows)
    days = _table(w, Shape.DAYS)
    if shape_of(rows) is Shape.DAYS and offset == 0:
        return frame
    hint = "those_days" if offset == 0 else ("days_after" if offset > 0 else "days_before")
    return _subset(w, w.define(hint, f"days[{truth.among(w, 'days.index', frame, offset)}]"), days)
