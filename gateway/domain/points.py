"""A daily series as points: days, or weeks and months that are computed of them, a page at a time."""

import math
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from itertools import groupby
from typing import Final

from gateway.domain.data_requests import Every
from gateway.domain.data_views import DayPoint, MetricPage, PeriodPoint
from gateway.domain.model import Number

_SAFE_INTEGER: Final = 2**53


def _week(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _month(day: date) -> date:
    return day.replace(day=1)


_BEGINS: Final[Mapping[Every, Callable[[date], date]]] = {"week": _week, "month": _month}
"""The first day of the stretch of the calendar that a day lies in."""


def metric_page(
    name: str, unit: str, days: Sequence[date], values: Sequence[float], *, every: Every, additive: bool, limit: int
) -> MetricPage:
    """The first `limit` points of a series; the cursor is the first day of the next one.

    Args:
        name: of the metric.
        unit: of its values; empty where there is none.
        days: ascending.
        values: as many, finite.
        every: what a point stands for.
        additive: whether the values of a week or month are added up; otherwise their mean is taken.
        limit: how many points at most, at least 1.
    """
    points: list[DayPoint | PeriodPoint]
    if every == "day":
        points = [(day.isoformat(), _number(value)) for day, value in zip(days, values, strict=True)]
    else:
        begins = _BEGINS[every]
        grouped = groupby(zip(days, values, strict=True), key=lambda point: begins(point[0]))
        points = [
            (first.isoformat(), _of(stretch, additive=additive), len(stretch))
            for first, stretch in ((first, [value for _, value in each]) for first, each in grouped)
        ]
    rest = points[limit:]
    return MetricPage(
        metric=name,
        unit=unit or None,
        every=every,
        statistic=None if every == "day" else "sum" if additive else "mean",
        points=points[:limit],
        why_absent=None,
        next_cursor=rest[0][0] if rest else None,
        has_more=bool(rest),
    )


def _of(values: Sequence[float], *, additive: bool) -> Number:
    total = math.fsum(values)
    # Twelve digits: what is behind them is the arithmetic's, not the person's.
    return _number(float(f"{total if additive else total / len(values):.12g}"))


def _number(value: float) -> Number:
    return int(value) if value.is_integer() and abs(value) <= _SAFE_INTEGER else value
