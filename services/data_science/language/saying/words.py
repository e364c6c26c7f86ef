"""The words of the closed parts of the language: statistics, operators, orders, stretches of the calendar."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from amy.text import inert, quoted
from services.data_science.domain.algebra import Grouping, Operation, Operator, Order, Statistic, Unit
from services.data_science.domain.units import CLOCK

_LONGEST_NAME: Final = 60
STATISTICS: Final[Mapping[Statistic, str]] = MappingProxyType(
    {
        Statistic.MEAN: "average {}",
        Statistic.MEDIAN: "median {}",
        Statistic.MIN: "lowest {}",
        Statistic.MAX: "highest {}",
        Statistic.SUM: "total {}",
        Statistic.SD: "standard deviation of the {}",
        Statistic.CV: "spread, in percent of the average, of the {}",
        Statistic.RANGE: "distance from the lowest to the highest {}",
        Statistic.COUNT: "number of values of the {}",
        Statistic.FIRST: "first {}",
        Statistic.LATEST: "most recent {}",
        Statistic.CHANGE: "change from the first to the most recent {}",
        Statistic.OUTLIERS: "number of unusual values of the {}",
    }
)
"""A new statistic is one entry here."""
_CLOCK_STATISTICS: Final[Mapping[Statistic, str]] = MappingProxyType(
    {
        Statistic.MIN: "earliest {}",
        Statistic.MAX: "latest {}",
        Statistic.RANGE: "distance from the earliest to the latest {}",
    }
)
_DURATION_STATISTICS: Final[Mapping[Statistic, str]] = MappingProxyType(
    {
        Statistic.MIN: "shortest {}",
        Statistic.MAX: "longest {}",
    }
)
_OF_UNITS: Final = MappingProxyType({CLOCK: _CLOCK_STATISTICS, "min": _DURATION_STATISTICS})
_ENDS: Final = MappingProxyType({CLOCK: ("latest", "earliest"), "min": ("longest", "shortest")})
_OPERATORS: Final[Mapping[Operator, str]] = MappingProxyType(
    {
        Operator.LESS: "below",
        Operator.LESS_OR_EQUAL: "of at most",
        Operator.GREATER: "above",
        Operator.GREATER_OR_EQUAL: "of at least",
        Operator.EQUAL: "of exactly",
    }
)
_CLOCK_OPERATORS: Final[Mapping[Operator, str]] = MappingProxyType(
    {
        Operator.LESS: "before",
        Operator.LESS_OR_EQUAL: "at or before",
        Operator.GREATER: "after",
        Operator.GREATER_OR_EQUAL: "at or after",
        Operator.EQUAL: "at",
    }
)
AMOUNTS: Final[Mapping[Operator, str]] = MappingProxyType(
    {
        Operator.LESS: "less than",
        Operator.LESS_OR_EQUAL: "at most",
        Operator.GREATER: "more than",
        Operator.GREATER_OR_EQUAL: "at least",
        Operator.EQUAL: "exactly",
    }
)
OPERATIONS: Final[Mapping[Operation, str]] = MappingProxyType(
    {
        Operation.PLUS: "{left} plus {right}",
        Operation.MINUS: "{left} less {right}",
        Operation.TIMES: "{left} times {right}",
        Operation.RATIO: "{left} divided by {right}",
        Operation.PERCENT_CHANGE: "by how many percent {left} differs from {right}",
    }
)
PERIODS: Final[Mapping[Unit, str]] = MappingProxyType({unit: unit.value for unit in Unit})
GROUPS: Final[Mapping[Grouping, str]] = MappingProxyType(
    {
        Grouping.WEEKDAY: "for each day of the week",
        Grouping.WEEKEND: "for weekdays and for weekends",
        Grouping.WEEK: "for each week",
        Grouping.MONTH: "for each month",
        Grouping.QUARTER: "for each quarter",
        Grouping.YEAR: "for each year",
        Grouping.SEASON: "for each season",
        Grouping.KIND: "for each kind of activity",
    }
)
SUPERLATIVES: Final[Mapping[tuple[str, Order], str]] = MappingProxyType(
    {
        ("duration_min", Order.HIGHEST): "longest",
        ("duration_min", Order.LOWEST): "shortest",
        ("distance_m", Order.HIGHEST): "farthest",
        ("distance_m", Order.LOWEST): "least far",
        ("speed_m_per_min", Order.HIGHEST): "fastest",
        ("speed_m_per_min", Order.LOWEST): "slowest",
    }
)
"""What an activity is that has the highest or lowest of a field."""


def noun_said(noun: str) -> str:
    """The name of a quantity; one in quotation marks is somebody else's words, and stays in them."""
    if noun.startswith("“") and noun.endswith("”"):
        return quoted(noun[1:-1], limit=_LONGEST_NAME)
    return inert(noun, limit=_LONGEST_NAME)


def statistic_said(statistic: Statistic, noun: str, unit: str) -> str:
    """The statistic of something: "average step count"; of times of day the latest, of what lasts the longest."""
    said = _OF_UNITS.get(unit, STATISTICS).get(statistic, STATISTICS[statistic]).format(noun)
    return said.replace("average average", "average", 1)


def compared(operator: Operator, unit: str) -> str:
    """An operator behind the name of what is compared: "above", "of at least"; of times of day "after"."""
    return (_CLOCK_OPERATORS if unit == CLOCK else _OPERATORS)[operator]


def end_said(order: Order, unit: str) -> str:
    """Which end of an order: "highest", of times of day "latest", of what lasts "longest"."""
    high, low = _ENDS.get(unit, ("highest", "lowest"))
    match order:
        case Order.HIGHEST:
            return high
        case Order.LOWEST:
            return low
        case Order.NEWEST:
            return "latest"
        case Order.OLDEST:
            return "earliest"
