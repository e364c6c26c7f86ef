"""A finding: a claim, what it was computed from, and its numbers; and how references to them are written out."""

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from services.data_science.domain.query import Aggregate, Associate, Describe, Query
from services.data_science.domain.run import JsonValue

DATE: Final = "date"
"""The unit of a number that is a date, as days since 1970-01-01."""
_EPOCH_ORDINAL: Final = date(1970, 1, 1).toordinal()
_UNITLESS: Final = frozenset({"n", "n_recent", "n_prior", "count", "p"})
_REFERENCE: Final = re.compile(r"\{\{([^{}.]+)\.([a-z_]+)\}\}")


@dataclass(frozen=True, kw_only=True)
class Interval:
    low: float
    high: float


@dataclass(frozen=True, kw_only=True)
class NamedNumber:
    key: str
    value: float | Interval
    unit: str


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A claim and the numbers it rests on; `query` says exactly which data they were computed from."""

    id: str
    claim: str
    query: Query
    numbers: tuple[NamedNumber, ...]


def numbers_of(query: Query, result: Mapping[str, JsonValue], *, unit: str) -> tuple[NamedNumber, ...]:
    """The finite numbers and intervals of a result, each with its unit; anything else in it is not a number.

    The date that a result picks out is a number too, `day`: days since 1970-01-01, in the unit "date".
    """
    numbers = tuple(
        NamedNumber(key=key, value=value, unit=_unit_of(key, query, unit=unit)) for key, value in _finite(result)
    )
    day = result.get("date")
    if not isinstance(day, str):
        return numbers
    epoch_day = date.fromisoformat(day).toordinal() - _EPOCH_ORDINAL
    return (*numbers, NamedNumber(key="day", value=float(epoch_day), unit=DATE))


def _finite(result: Mapping[str, JsonValue]) -> Iterator[tuple[str, float | Interval]]:
    for key, value in result.items():
        match value:
            case [int() | float() as low, int() | float() as high] if math.isfinite(low) and math.isfinite(high):
                yield key, Interval(low=float(low), high=float(high))
            case bool():
                continue
            case int() | float() if math.isfinite(value):
                yield key, float(value)


def _unit_of(key: str, query: Query, *, unit: str) -> str:
    if key in _UNITLESS or isinstance(query, Associate):
        return ""
    if key == "effect" and isinstance(query, Describe) and query.aggregate is Aggregate.COUNT:
        return ""
    if key == "slope_per_week":
        return f"{unit}/week" if unit else ""
    return unit


def scalars_of(numbers: tuple[NamedNumber, ...]) -> Mapping[str, NamedNumber]:
    """Every number under the key it is referred to by; an interval is referred to by its two ends."""
    return {scalar.key: scalar for number in numbers for scalar in _scalars(number)}


def _scalars(number: NamedNumber) -> tuple[NamedNumber, ...]:
    match number.value:
        case Interval(low=low, high=high):
            return (
                NamedNumber(key=f"{number.key}_low", value=low, unit=number.unit),
                NamedNumber(key=f"{number.key}_high", value=high, unit=number.unit),
            )
        case float():
            return (number,)


def written(draft: str, findings: tuple[Finding, ...]) -> str:
    """The draft with every reference replaced by its number and unit.

    Raises:
        KeyError: the draft refers to a number that no finding has.
    """
    facts = {
        f"{finding.id}.{key}": number_text(scalar.value, scalar.unit)
        for finding in findings
        for key, scalar in scalars_of(finding.numbers).items()
        if isinstance(scalar.value, float)
    }
    return _REFERENCE.sub(lambda match: facts[f"{match[1]}.{match[2]}"], draft)


def number_text(value: float, unit: str) -> str:
    """At most two decimals, thousands separated, then the unit: "10,470.85 steps", "8.3%", "-0.37"; a date as ISO."""
    if unit == DATE:
        return date.fromordinal(round(value) + _EPOCH_ORDINAL).isoformat()
    digits = f"{value:,.2f}".rstrip("0").rstrip(".")
    digits = "0" if digits == "-0" else digits
    if unit == "%":
        return f"{digits}%"
    return f"{digits} {unit}".rstrip()
