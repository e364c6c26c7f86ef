"""Statistics, arithmetic, comparisons and calendar periods in plain Python."""

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from typing import Final, TypeAlias

from services.data_science.domain import algebra as a

NAN: Final = math.nan
Truth: TypeAlias = bool | None


def _cv(values: Sequence[float]) -> float:
    mean = statistics.fmean(values)
    return 100 * statistics.stdev(values) / mean if len(values) > 1 and mean > 0 else NAN


def _outliers(values: Sequence[float]) -> list[int]:
    """Places of the outliers."""
    if not values:
        return []
    away = [abs(value - statistics.median(values)) for value in values]
    spread = 1.4826 * statistics.median(away)
    return [at for at, each in enumerate(away) if spread > 0 and each > 3 * spread]


STATISTICS: Final[Mapping[a.Statistic, Callable[[Sequence[float]], float]]] = {
    a.Statistic.MEAN: statistics.fmean,
    a.Statistic.MEDIAN: statistics.median,
    a.Statistic.MIN: min,
    a.Statistic.MAX: max,
    a.Statistic.SUM: math.fsum,
    a.Statistic.SD: lambda values: statistics.stdev(values) if len(values) > 1 else NAN,
    a.Statistic.CV: _cv,
    a.Statistic.RANGE: lambda values: max(values) - min(values),
    a.Statistic.COUNT: len,
    a.Statistic.FIRST: lambda values: values[0],
    a.Statistic.LATEST: lambda values: values[-1],
    a.Statistic.CHANGE: lambda values: values[-1] - values[0],
    a.Statistic.OUTLIERS: lambda values: len(_outliers(values)),
}


def statistic_of(statistic: a.Statistic, values: Sequence[float]) -> float:
    if not values:
        return 0.0 if statistic in {a.Statistic.COUNT, a.Statistic.OUTLIERS} else NAN
    return float(STATISTICS[statistic](values))


def arithmetic(operation: a.Operation, left: float, right: float) -> float:
    match operation:
        case a.Operation.PLUS:
            return left + right
        case a.Operation.MINUS:
            return left - right
        case a.Operation.TIMES:
            return left * right
        case a.Operation.RATIO:
            return left / right if right else NAN
        case a.Operation.PERCENT_CHANGE:
            return (left - right) / abs(right) * 100 if right else NAN


def compare(left: float, operator: a.Operator, right: float) -> Truth:
    if math.isnan(left) or math.isnan(right):
        return None
    return {
        a.Operator.LESS: left < right,
        a.Operator.LESS_OR_EQUAL: left <= right,
        a.Operator.GREATER: left > right,
        a.Operator.GREATER_OR_EQUAL: left >= right,
        a.Operator.EQUAL: left == right,
    }[operator]


def calendar_period(day: date, unit: a.Unit) -> tuple[date, date]:
    match unit:
        case a.Unit.DAY:
            return day, day
        case a.Unit.WEEK:
            monday = day - timedelta(days=day.weekday())
            return monday, monday + timedelta(days=6)
        case a.Unit.MONTH:
            months = 1
        case a.Unit.QUARTER:
            months = 3
        case a.Unit.YEAR:
            months = 12
    first = date(day.year, (day.month - 1) // months * months + 1, 1)
    after = date(first.year + (first.month - 1 + months) // 12, (first.month - 1 + months) % 12 + 1, 1)
    return first, after - timedelta(days=1)
