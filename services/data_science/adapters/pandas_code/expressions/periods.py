"""The pandas of one row a calendar period."""

from datetime import date
from typing import Final

from services.data_science.adapters.pandas_code.expressions.dates import timestamp
from services.data_science.adapters.pandas_code.expressions.shapes import lies_within
from services.data_science.adapters.pandas_code.writing.spellings import STATISTICS
from services.data_science.adapters.pandas_code.writing.writer import Frame, Shape, Writer
from services.data_science.domain import algebra as a

FREQUENCIES: Final = {a.Unit.DAY: "D", a.Unit.WEEK: "W", a.Unit.MONTH: "M", a.Unit.QUARTER: "Q", a.Unit.YEAR: "Y"}


def write_periods(w: Writer, periods: a.Periods) -> Frame:
    """Lines that define the periods by their first date, each with its last date and its value."""
    if periods.column is not None:
        w.column(periods.column, w.table_of(periods.rows))
    rows = w.rows(periods.rows)
    span = _span(w, periods, rows)
    if not lies_within(periods.rows, periods.window):
        within = w.define("within", f"{rows.name}[{rows.day}.isin({span})]")
        rows = Frame(name=within, table=rows.table, shape=rows.shape, columns=rows.columns)
    name = w.fresh("dates" if periods.unit is a.Unit.DAY else f"{periods.unit.value}s")
    frequency = _frequency(periods)
    w.write(f'{name} = {span}.to_series().groupby({span}.to_period({frequency})).agg(start="min", end="max")')
    _write_value(w, periods, rows, name)
    if _is_zero_without_rows(periods, rows):
        w.reads.add(Shape.DAYS)
        recorded = w.define("recorded", f"{span}.intersection(days.index).to_period({frequency})")
        w.write(f'{name}.loc[{name}.index.isin({recorded}), "value"] = {name}["value"].fillna(0)')
    if periods.complete and periods.unit is not a.Unit.DAY:
        first = f'({name}["start"] == {name}.index.start_time)'
        last = f'({name}["end"] == {name}.index.end_time.normalize())'
        whole = w.define("whole", f"{first} & {last}")
        w.write(f'{name} = {name}[{whole}].set_index("start")')
    else:
        w.write(f'{name} = {name}.set_index("start")')
    return Frame(name=name, table=name, shape=Shape.PERIODS)


def _frequency(periods: a.Periods) -> str:
    return f'"{FREQUENCIES[periods.unit]}"'


def _span(w: Writer, periods: a.Periods, rows: Frame) -> str:
    """The variable with every date of the window from the first to the last on record, gaps included."""
    window, is_of_samples = periods.window, rows.shape is Shape.SAMPLES
    if is_of_samples:
        recorded, comment = 'samples.drop_duplicates("date").set_index("date")["value"]', ""
    else:
        w.reads.add(Shape.DAYS)
        recorded, comment = "days.index.to_series()", "  # every date, gaps included"
    kept = w.named(("span", window, is_of_samples))
    if isinstance(kept, str):
        return kept
    if isinstance(window.start, date) and isinstance(window.end, date):
        within = f'.loc["{window.start}":"{window.end}"].index'
        span = w.define("span", f'{recorded}.asfreq("D"){within}{comment}')
    else:
        start, end = timestamp(w, window.start, "start"), timestamp(w, window.end, "end")
        span = w.define("span", f'{recorded}.asfreq("D").index{comment}')
        w.write(f"{span} = {span}[({span} >= {start}) & ({span} <= {end})]")
    w.keep(("span", window, is_of_samples), span, span)
    return span


def _is_zero_without_rows(periods: a.Periods, rows: Frame) -> bool:
    """Whether a period on record in which there is nothing to reduce has the value 0."""
    totals = periods.statistic is a.Statistic.SUM and rows.shape is Shape.ACTIVITIES
    return totals or periods.statistic is a.Statistic.COUNT


def _write_value(w: Writer, periods: a.Periods, rows: Frame, name: str) -> None:
    key = f"{{0}}.to_period({_frequency(periods)})"
    if periods.column is None:
        w.write(f'{name}["value"] = {rows.name}.groupby({key.format(rows.parts)}).size()')
        return
    values = w.define("values", f"{w.values(periods.column, rows)}.dropna()")
    parts = f"{values}.index" if rows.is_indexed_by_day else rows.parts
    call = STATISTICS[periods.statistic].grouped
    w.write(f'{name}["value"] = {values}.groupby({key.format(parts)}){call}')
