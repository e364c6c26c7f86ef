"""What is told of each record, as a noun without an article: "resting heart rate", "7-day average step count"."""

from dataclasses import replace
from typing import assert_never

from services.data_science.domain.algebra import (
    VALUE,
    Column,
    ColumnArithmetic,
    Count,
    Daily,
    Field,
    Periods,
    Reduce,
    Rolling,
    Shifted,
    Step,
    Table,
    Where,
    Window,
)
from services.data_science.language.saying.numbers import count_core, reduce_core
from services.data_science.language.saying.rows import are_weekends
from services.data_science.language.saying.units import quantity_of, unit_of_column
from services.data_science.language.saying.voice import Voice, inner_column, operand
from services.data_science.language.saying.words import OPERATIONS, noun_said, statistic_said


def column_said(column: Column, source: Table | Periods, voice: Voice, *, within: Window | None) -> str:  # noqa: PLR0911, one case a production
    match column:
        case Field(name=name):
            return _field(name, source, voice)
        case Daily(rows=rows, column=of, statistic=statistic) if of is not None:
            reduced = Reduce(rows=rows, column=of, statistic=statistic)
            return f"daily {reduce_core(reduced, voice, within=within)}"
        case Daily(rows=rows):
            return f"daily {count_core(Count(rows=rows), voice, within=within)}"
        case Shifted(column=of, days=days):
            return _shifted(inner_column(of, source, voice, within=within), days)
        case Rolling(column=of, days=days, statistic=statistic):
            unit = unit_of_column(of, source, voice.catalogue)
            return f"{days}-day {statistic_said(statistic, inner_column(of, source, voice, within=within), unit)}"
        case Step(column=of) if source is Table.DAYS:
            return f"day-to-day change in {inner_column(of, source, voice, within=within)}"
        case Step(column=of):
            return f"change from one to the next in {inner_column(of, source, voice, within=within)}"
        case ColumnArithmetic(left=left, operation=operation, right=right):
            first = inner_column(left, source, voice, within=within)
            if isinstance(right, Field | Daily | Shifted | Rolling | Step | ColumnArithmetic):
                second = inner_column(right, source, voice, within=within)
            else:
                second = operand(right, voice, within=within)
            return OPERATIONS[operation].format(left=first, right=second)
        case _:
            assert_never(column)


def _shifted(said: str, days: int) -> str:
    match days:
        case 1:
            return f"next day's {said}"
        case -1:
            return f"previous day's {said}"
        case _:
            return f"{said} {abs(days)} days {'later' if days >= 0 else 'earlier'}"


def _field(name: str, source: Table | Periods, voice: Voice) -> str:
    if isinstance(source, Periods) and name == VALUE:
        return _value(source, voice)
    quantity = quantity_of(name, source, voice.catalogue)
    return noun_said(quantity.noun if quantity else name.replace("_", " "))


def _value(periods: Periods, voice: Voice) -> str:
    """What the value of a period is: "number of runs", "average resting heart rate"; of a weekend that of both days."""
    if are_weekends(periods) and isinstance(periods.rows, Where):
        periods = replace(periods, rows=periods.rows.rows)
    if periods.column is None:
        return count_core(Count(rows=periods.rows), voice, within=periods.window)
    reduced = Reduce(rows=periods.rows, column=periods.column, statistic=periods.statistic)
    return reduce_core(reduced, voice, within=periods.window)
