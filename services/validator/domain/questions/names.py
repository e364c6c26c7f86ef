"""A series by the name it is recorded under."""

from typing import assert_never

from amy.text import quoted
from services.validator.domain.algebra import (
    ColumnArithmetic,
    Daily,
    Field,
    Periods,
    Rolling,
    Shifted,
    Step,
    Table,
)
from services.validator.domain.questions.traversal import Series, source_of


def recorded_name(series: Series) -> str:
    """The metric, the field of activities, or, in quotation marks, the laboratory's own name; empty of what is counted.

    What is computed from a series goes by the name of the series.
    """
    match series.column:
        case None:
            return ""
        case Field(name=name):
            if isinstance(series.source, Periods):
                return recorded_name(gathered(series.source))
            return quoted(name) if series.source is Table.SAMPLES else name
        case Daily(rows=rows, column=column):
            return recorded_name(Series(column=column, source=source_of(rows)))
        case Shifted(column=column) | Rolling(column=column) | Step(column=column) | ColumnArithmetic(left=column):
            return recorded_name(Series(column=column, source=series.source))
        case _:
            assert_never(series.column)


def gathered(periods: Periods) -> Series:
    """What the values of periods are computed from."""
    return Series(column=periods.column, source=source_of(periods.rows))
