"""The unit of whatever a question is made of, as it is stored; a number without unit has an empty one.

Total: of what does not type-check (`well_typed.problem_of`) some unit is given as well.
"""

from typing import Final

from services.data_science.domain.algebra import (
    START_CLOCK,
    VALUE,
    Column,
    ColumnArithmetic,
    Count,
    Daily,
    Field,
    Literal,
    Moment,
    Norm,
    Number,
    NumberArithmetic,
    Operation,
    Periods,
    Reduce,
    ReferenceBound,
    Rolling,
    Share,
    Shifted,
    Statistic,
    Step,
    Streak,
    Table,
    When,
)
from services.data_science.domain.catalogue import Catalogue, Quantity
from services.data_science.domain.traversal import Source, table_of
from services.data_science.domain.units import CLOCK, DATE, dimension_of, unit_of_difference

PERCENT: Final = "%"
_COUNTS: Final = frozenset({Statistic.COUNT, Statistic.OUTLIERS})
_DIFFERENCES: Final = frozenset({Statistic.SD, Statistic.RANGE, Statistic.CHANGE})


def unit_of(value: Column | Number, catalogue: Catalogue, source: Source = Table.DAYS) -> str:
    """The unit of a number, or of a column of the records of `source`."""
    if isinstance(value, Column):
        return unit_of_column(value, source, catalogue)
    return unit_of_number(value, catalogue)


def unit_of_number(number: Number, catalogue: Catalogue) -> str:  # noqa: PLR0911, one case a production
    match number:
        case Literal(unit=unit):
            return unit
        case Reduce(rows=rows, column=column, statistic=statistic):
            return unit_of_statistic(statistic, unit_of_column(column, table_of(rows), catalogue))
        case Count() | Streak():
            return ""
        case Share():
            return PERCENT
        case NumberArithmetic(left=left, operation=operation, right=right):
            return unit_of_arithmetic(unit_of_number(left, catalogue), operation, unit_of_number(right, catalogue))
        case When(moment=moment):
            return CLOCK if moment is Moment.CLOCK else DATE
        case Norm(metric=metric):
            return _unit(catalogue.metrics.get(metric))
        case ReferenceBound(biomarker=biomarker):
            return _unit(biomarker_called(biomarker, catalogue))


def unit_of_column(column: Column, source: Source, catalogue: Catalogue) -> str:  # noqa: PLR0911, see above
    """The unit of a column of the records of `source`."""
    match column:
        case Field(name=name):
            return _unit_of_field(name, source, catalogue)
        case Daily(column=None):
            return ""
        case Daily(rows=rows, column=inner, statistic=statistic) if inner is not None:
            return unit_of_statistic(statistic, unit_of_column(inner, table_of(rows), catalogue))
        case Shifted(column=inner):
            return unit_of_column(inner, source, catalogue)
        case Rolling(column=inner, statistic=statistic):
            return unit_of_statistic(statistic, unit_of_column(inner, source, catalogue))
        case Step(column=inner):
            return unit_of_difference(unit_of_column(inner, source, catalogue))
        case ColumnArithmetic(left=left, operation=operation, right=right):
            return unit_of_arithmetic(
                unit_of_column(left, source, catalogue), operation, unit_of(right, catalogue, source)
            )
        case _:
            return ""


def unit_of_statistic(statistic: Statistic, unit: str) -> str:
    """The unit of a statistic of values in `unit`."""
    if statistic in _COUNTS:
        return ""
    if statistic is Statistic.CV:
        return PERCENT
    return unit_of_difference(unit) if statistic in _DIFFERENCES else unit


def unit_of_arithmetic(left: str, operation: Operation, right: str) -> str:
    """The unit that two units give.

    A date less a date is days and a time of day less a time of day minutes; a date and days are a date, a time of day
    and minutes a time of day. Units that are the same divide out, and one without unit leaves the other as it is.
    """
    match operation:
        case Operation.PLUS:
            return right if right in {DATE, CLOCK} else left or right
        case Operation.MINUS:
            return unit_of_difference(left) if left == right else left or right
        case Operation.TIMES:
            return f"{left}*{right}" if dimension_of(left) and dimension_of(right) else _other_than_count(left, right)
        case Operation.RATIO:
            return _unit_of_ratio(left, right)
        case Operation.PERCENT_CHANGE:
            return PERCENT


def _other_than_count(left: str, right: str) -> str:
    return left if dimension_of(left) else right or left


def _unit_of_ratio(left: str, right: str) -> str:
    if not right:
        return left
    return "" if left == right or dimension_of(left) == dimension_of(right) == "" else f"{left}/{right}"


def quantity_of(name: str, source: Source, catalogue: Catalogue) -> Quantity | None:
    """What the catalogue says of a field of a table; None of one that the table has not got."""
    match source:
        case Periods():
            return None
        case Table.DAYS:
            return catalogue.metrics.get(name)
        case Table.ACTIVITIES:
            clock = Quantity(name=START_CLOCK, unit=CLOCK, noun="start time")
            return catalogue.fields.get(name, clock if name == START_CLOCK else None)
        case Table.SAMPLES:
            return biomarker_called(name, catalogue)


def biomarker_called(name: str, catalogue: Catalogue) -> Quantity | None:
    """Letter case makes no other biomarker."""
    folded = name.casefold()
    return next((each for stored, each in catalogue.biomarkers.items() if stored.casefold() == folded), None)


def _unit_of_field(name: str, source: Source, catalogue: Catalogue) -> str:
    if not isinstance(source, Periods):
        return _unit(quantity_of(name, source, catalogue))
    if source.column is None or name != VALUE:
        return ""
    return unit_of_statistic(source.statistic, unit_of_column(source.column, table_of(source.rows), catalogue))


def _unit(quantity: Quantity | None) -> str:
    return quantity.unit if quantity else ""
