"""The pandas that gives a table a column that is not recorded but computed."""

from typing import assert_never

from services.data_science.adapters.pandas_code.writing import literals
from services.data_science.adapters.pandas_code.writing.spellings import STATISTICS
from services.data_science.adapters.pandas_code.writing.writer import Frame, Shape, Writer
from services.data_science.domain import algebra as a

_WORDS = {
    a.Operation.PLUS: "plus",
    a.Operation.MINUS: "less",
    a.Operation.TIMES: "times",
    a.Operation.RATIO: "per",
    a.Operation.PERCENT_CHANGE: "against",
}


def write_column(w: Writer, column: a.Column, table: Frame) -> str:
    """Lines that give the table the column, unless it has it; returns its name there."""
    kept = w.column_of(table, column)
    if kept is not None:
        return kept
    match column:
        case a.Field(name=name):
            name = _field(w, name, table)
        case a.Daily():
            name = _daily(w, column, table)
        case a.Shifted(column=inner, days=days):
            apart = "1_day" if abs(days) == 1 else f"{abs(days)}_days"
            hint = f"{hint_of(inner)}_{apart}_{'later' if days > 0 else 'earlier'}"
            moved = f'.shift({-days}, freq="D").reindex({table.name}.index)' if days else ""
            name = _added(w, column, table, hint, f"{_whole(w, inner, table)}{moved}")
        case a.Rolling(column=inner, days=days, statistic=statistic):
            windows = f'.rolling("{days}D", min_periods=1){STATISTICS[statistic].rolling}'
            hint = f"{hint_of(inner)}_{statistic.value}_of_{days}_days"
            name = _added(w, column, table, hint, f"{_whole(w, inner, table)}{windows}")
        case a.Step(column=inner):
            step = f"{_whole(w, inner, table)}.dropna().diff()"
            name = _added(w, column, table, f"{hint_of(inner)}_step", step)
        case a.ColumnArithmetic():
            name = _added(w, column, table, hint_of(column), _arithmetic(w, column, table))
        case _:
            assert_never(column)
    return name


def hint_of(column: a.Column) -> str:
    """A name for a column, made of what it is computed from."""
    match column:
        case a.Field(name=name):
            return literals.name(name)
        case a.Daily(column=inner, statistic=statistic):
            return literals.name(hint_of(inner) if inner else "activities", statistic.value)
        case a.Shifted(column=inner) | a.Rolling(column=inner) | a.Step(column=inner):
            return hint_of(inner)
        case a.ColumnArithmetic(left=left, operation=operation, right=right):
            of_right = hint_of(right) if isinstance(right, a.Column) else "number"
            return literals.name(hint_of(left), _WORDS[operation], of_right)
        case _:
            assert_never(column)


def _added(w: Writer, column: a.Column, table: Frame, hint: str, expression: str) -> str:
    name = w.add_column(table, column, literals.name(hint))
    w.write(f"{table.table}[{literals.text(name)}] = {expression}")
    return name


def _whole(w: Writer, column: a.Column, table: Frame) -> str:
    return f"{table.table}[{literals.text(write_column(w, column, table))}]"


def _field(w: Writer, name: str, table: Frame) -> str:
    if table.shape is Shape.DAYS:
        w.daily_fields[name] = None
    elif table.shape is Shape.ACTIVITIES and name == a.START_CLOCK:
        w.reads.add(a.START_CLOCK)
    elif table.shape is Shape.SAMPLES:
        return _biomarker(w, name, table)
    return name


def _biomarker(w: Writer, name: str, table: Frame) -> str:
    """The values of one biomarker, of the samples in the unit of its newest."""
    column = w.add_column(table, a.Field(name=name), name)
    of_it = w.define("of_it", f'samples[samples["name"].str.casefold() == {literals.text(name.casefold())}]')
    w.write(f'{of_it} = {of_it}[{of_it}["unit"].isin({of_it}["unit"].tail(1))]')
    w.write(f'samples[{literals.text(column)}] = {of_it}["value"]')
    return column


def _daily(w: Writer, column: a.Daily, table: Frame) -> str:
    """What the activities of each day come to."""
    inner = column.column
    if inner is not None:
        w.column(inner, w.table_of(column.rows))
    rows = w.rows(column.rows)
    counts = column.statistic is a.Statistic.COUNT
    if inner is None:
        per_day, hint = f"{rows.day}.value_counts()", rows.name if rows.name != "window" else "activities"
    else:
        values = f"{w.values(inner, rows)}.dropna()"
        per_day, hint = f"{values}.groupby({rows.day}){STATISTICS[column.statistic].grouped}", hint_of(column)
    filled = ".reindex(days.index, fill_value=0)" if counts else ""
    return _added(w, column, table, hint, f"{per_day}{filled}")


def _arithmetic(w: Writer, column: a.ColumnArithmetic, table: Frame) -> str:
    left = _whole(w, column.left, table)
    if isinstance(column.right, a.Column):
        right = _whole(w, column.right, table)
        divisor = f"{right}.where({right} != 0)"
    else:
        right = w.number(column.right).text
        is_safe = isinstance(column.right, a.Literal) and column.right.value != 0
        divisor = right if is_safe else f"({right} or np.nan)"
    match column.operation:
        case a.Operation.PLUS:
            return f"{left} + {right}"
        case a.Operation.MINUS:
            return f"{left} - {right}"
        case a.Operation.TIMES:
            return f"{left} * {right}"
        case a.Operation.RATIO:
            return f"{left} / {divisor}"
        case a.Operation.PERCENT_CHANGE:
            size = f"{divisor}.abs()" if isinstance(column.right, a.Column) else f"abs({divisor})"
            return f"({left} - {right}) / {size} * 100"
        case _:
            assert_never(column.operation)
