"""Bounds and percentiles as people write them."""

from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from services.domain_expert.domain.ranges.rows import Row
from services.domain_expert.domain.ranges.unit_spellings import plainly
from services.domain_expert.domain.ranges.units import converted

_NO_SPACE: Final = frozenset({"%"})
_SAID: Final = {
    "count": "",
    "degC": "\u00b0C",
    "degF": "\u00b0F",
    "min": "minutes",
    "h": "hours",
    "bpm": "beats a minute",
    "breaths/min": "breaths a minute",
    "min/week": "minutes a week",
    "min/day": "minutes a day",
    "count/day": "a day",
}
"""How a unit is said where it is not said as it is."""
_DIGITS: Final = 2
"""That a converted bound is told with, below a hundred."""


def span(row: Row) -> str:
    """The bounds of a row: "130 to 159 mg/dL", "95%", "below 100 mg/dL", "60 mg/dL or more"."""
    return _span(row, row.low, row.high, row.unit)


def span_in(row: Row, unit: str) -> str:
    """The bounds in another unit, rounded; empty where that is the row's own, or they cannot be converted."""
    if not unit or plainly(unit) == plainly(row.unit) or row.unit in _SAID:
        return ""
    bounds = [None if bound is None else converted(bound, row.unit, unit, of=row.of) for bound in (row.low, row.high)]
    if [bound is None for bound in bounds] != [row.low is None, row.high is None]:
        return ""
    low, high = (None if bound is None else _rounded(bound) for bound in bounds)
    return _span(row, low, high, unit)


def with_unit(number: str, unit: str) -> str:
    """A number and its unit: "60 beats a minute", "95%"."""
    return f"{number}{_said(unit)}"


def _span(row: Row, low: Decimal | None, high: Decimal | None, unit: str) -> str:
    said, least, most = _said(unit), _number(low), _number(high)
    if low is not None and low == high:
        return f"{least}{said}"
    if low is not None and high is not None:
        return f"{least} to {'' if row.high_included else 'below '}{most}{said}"
    if high is not None:
        return f"{most}{said} or less" if row.high_included else f"below {most}{said}"
    return f"{least}{said} or more" if row.low_included else f"above {least}{said}"


def _rounded(value: Decimal) -> Decimal:
    if not value:
        return value
    places = max(_DIGITS - 1 - value.adjusted(), 0)
    return value.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)


def _number(value: Decimal | None) -> str:
    return "" if value is None else f"{value:,f}"


def _said(unit: str) -> str:
    unit = _SAID.get(unit, unit)
    return unit if unit in _NO_SPACE or not unit else f" {unit}"
