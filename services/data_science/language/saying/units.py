"""The unit of a column or a number, by what it is made of; empty where it has none."""

from typing import Final, assert_never

from services.data_science.domain.algebra import (
    ActivitiesOn,
    All,
    Column,
    ColumnArithmetic,
    Count,
    Daily,
    DaysOf,
    Except,
    Field,
    Literal,
    Moment,
    Norm,
    Number,
    NumberArithmetic,
    Operation,
    Periods,
    Pick,
    Reduce,
    ReferenceBound,
    Rolling,
    Rows,
    Share,
    Shifted,
    Statistic,
    Step,
    Streak,
    Table,
    Union,
    When,
    Where,
)
from services.data_science.domain.catalogue import Catalogue, Quantity
from services.data_science.domain.units import CLOCK, DATE, unit_of_difference

_COUNTS: Final = frozenset({Statistic.COUNT, Statistic.OUTLIERS})
_DIFFERENCES: Final = frozenset({Statistic.SD, Statistic.RANGE, Statistic.CHANGE})


def source_of(rows: Rows) -> Table | Periods:
    """What the rows are records of: a table, or the periods that they are."""
    match rows:
        case All(table=table):
            return table
        case Where(rows=inner) | Pick(rows=inner) | Union(left=inner) | Except(left=inner):
            return source_of(inner)
        case DaysOf():
            return Table.DAYS
        case ActivitiesOn():
            return Table.ACTIVITIES
        case Periods():
            return rows
        case _:
            assert_never(rows)


def quantity_of(name: str, source: Table | Periods, catalogue: Catalogue) -> Quantity | None:
    """What a field of those records is; None of one that is not in the catalogue."""
    match source:
        case Table.DAYS:
            return catalogue.metrics.get(name)
        case Table.ACTIVITIES:
            return catalogue.fields.get(name)
        case Table.SAMPLES:
            found = (each for key, each in catalogue.biomarkers.items() if key.casefold() == name.casefold())
            return next(found, None)
        case Periods():
            return None
        case _:
            assert_never(source)


def unit_of_statistic(statistic: Statistic, unit: str) -> str:
    if statistic in _COUNTS:
        return ""
    if statistic is Statistic.CV:
        return "%"
    return unit_of_difference(unit) if statistic in _DIFFERENCES else unit


def unit_of_column(column: Column, source: Table | Periods, catalogue: Catalogue) -> str:
    match column:
        case Field(name=name):
            return _unit_of_field(name, source, catalogue)
        case Daily(rows=rows, column=of, statistic=statistic):
            unit = unit_of_column(of, source_of(rows), catalogue) if of else ""
            return unit_of_statistic(statistic, unit)
        case Shifted(column=of):
            return unit_of_column(of, source, catalogue)
        case Rolling(column=of, statistic=statistic):
            return unit_of_statistic(statistic, unit_of_column(of, source, catalogue))
        case Step(column=of):
            return unit_of_difference(unit_of_column(of, source, catalogue))
        case ColumnArithmetic(left=left, operation=operation, right=right):
            return _unit_of_result(
                unit_of_column(left, source, catalogue),
                operation,
                unit_of_column(right, source, catalogue)
                if isinstance(right, Field | Daily | Shifted | Rolling | Step | ColumnArithmetic)
                else unit_of_number(right, catalogue),
            )
        case _:
            assert_never(column)


def _unit_of_field(name: str, source: Table | Periods, catalogue: Catalogue) -> str:
    if isinstance(source, Periods):
        unit = unit_of_column(source.column, source_of(source.rows), catalogue) if source.column else ""
        return unit_of_statistic(source.statistic, unit)
    quantity = quantity_of(name, source, catalogue)
    return quantity.unit if quantity else ""


def unit_of_number(number: Number, catalogue: Catalogue) -> str:  # noqa: PLR0911, one case a production
    match number:
        case Literal(unit=unit):
            return unit
        case Reduce(rows=rows, column=column, statistic=statistic):
            return unit_of_statistic(statistic, unit_of_column(column, source_of(rows), catalogue))
        case Count() | Streak():
            return ""
        case Share():
            return "%"
        case NumberArithmetic(left=left, operation=operation, right=right):
            return _unit_of_result(unit_of_number(left, catalogue), operation, unit_of_number(right, catalogue))
        case When(moment=moment):
            return DATE if moment is Moment.DAY else CLOCK
        case Norm(metric=metric):
            return catalogue.metrics[metric].unit if metric in catalogue.metrics else ""
        case ReferenceBound(biomarker=name):
            quantity = quantity_of(name, Table.SAMPLES, catalogue)
            return quantity.unit if quantity else ""
        case _:
            assert_never(number)


def _unit_of_result(left: str, operation: Operation, right: str) -> str:  # noqa: PLR0911, one case a production
    match operation:
        case Operation.PLUS:
            return left if left in {DATE, CLOCK} else right if right in {DATE, CLOCK} else left
        case Operation.MINUS if left == right == DATE:
            return "days"
        case Operation.MINUS if left == right:
            return unit_of_difference(left)
        case Operation.MINUS:
            return left
        case Operation.TIMES:
            return left or right
        case Operation.RATIO:
            return "" if left == right else f"{left}/{right}" if right else left
        case Operation.PERCENT_CHANGE:
            return "%"
        case _:
            assert_never(operation)
