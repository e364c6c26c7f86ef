"""Which units the parts of an expression need to have, so that the whole has the one that is wanted of it."""

from typing import Final

from services.data_science.domain.algebra import Operation, Statistic
from services.data_science.domain.units import CLOCK, DATE, DAYS, dimension_of
from services.data_science.domain.units_of_questions import unit_of_arithmetic, unit_of_statistic

APART: Final = {DATE: DAYS, CLOCK: "min"}
"""The unit between two moments."""
_DIFFERENCES: Final = frozenset({Statistic.SD, Statistic.RANGE, Statistic.CHANGE})


def fits(unit: str, wanted: str | None) -> bool:
    return wanted is None or dimension_of(unit) == dimension_of(wanted) == "" or unit == wanted


def before_difference(unit: str) -> tuple[str, ...]:
    """The units whose difference is that one."""
    if unit in APART:
        return ()
    return ("min", CLOCK) if unit == "min" else (unit,)


def before_statistic(statistic: Statistic, unit: str | None) -> tuple[str | None, ...]:
    """The units of values of which the statistic is in that one; None is any, none at all that it never is."""
    if statistic in {Statistic.COUNT, Statistic.OUTLIERS, Statistic.CV}:
        return (None,) if fits(unit_of_statistic(statistic, ""), unit) else ()
    if unit is None or statistic not in _DIFFERENCES:
        return (unit,)
    return before_difference(unit)


def before_arithmetic(operation: Operation, unit: str | None) -> tuple[str | None, ...]:
    """The units of a left side of which the arithmetic gives that one."""
    match operation:
        case Operation.PLUS:
            return (unit,)
        case Operation.MINUS:
            return {"min": ("min", CLOCK), DAYS: (DAYS, DATE)}.get(unit or "", (unit,))
        case Operation.TIMES:
            return () if unit in APART else (unit,)
        case Operation.RATIO:
            return (None,) if fits("", unit) else before_arithmetic(Operation.TIMES, unit)
        case Operation.PERCENT_CHANGE:
            return (None,) if fits("%", unit) else ()


def second_operand(operation: Operation, left: str, unit: str | None) -> tuple[str, ...]:
    """The units of a right side with which the arithmetic gives that one."""
    return tuple(each for each in _operands(operation, left) if fits(unit_of_arithmetic(left, operation, each), unit))


def _operands(operation: Operation, left: str) -> tuple[str, ...]:
    """The units that the right side can have."""
    match operation:
        case Operation.MINUS if left in APART:
            return left, APART[left]
        case Operation.PLUS if left in APART:
            return (APART[left],)
        case _ if left in APART:
            return ()
        case Operation.TIMES:
            return ("",)
        case Operation.RATIO:
            return left, ""
        case _:
            return (left,)
