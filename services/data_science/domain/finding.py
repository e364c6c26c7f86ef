"""A finding: a claim, what it was computed from, and its numbers; and how references to them are written out."""

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Final, TypeAlias

from services.data_science.domain.algebra import Question
from services.data_science.domain.draft import Draft
from services.data_science.domain.query import Aggregate, Associate, ChangePoint, Compare, Describe, Operation, Trend
from services.data_science.domain.run import JsonValue
from services.data_science.domain.units import CLOCK, DATE, MINUTES_A_DAY, PER_WEEK, told_in, unit_of_difference

FindingQuery: TypeAlias = Describe | Compare | Associate | Trend | ChangePoint
"""What one finding can be about; every other query is told in several of these."""

_EPOCH_ORDINAL: Final = date(1970, 1, 1).toordinal()
_COUNTS: Final = frozenset(
    {"n", "n_recent", "n_prior", "held", "days_missing"}
    | {Aggregate.COUNT, Aggregate.COUNT_DAYS, Aggregate.COUNT_PER, Aggregate.OUTLIERS}
    | {Aggregate.LONGEST_STREAK, Aggregate.CURRENT_STREAK}
)
_PERCENTAGES: Final = frozenset({Aggregate.SHARE, Aggregate.CV})
_DIFFERENCES: Final = frozenset(
    {"difference", "population_sd", Aggregate.SD, Aggregate.RANGE, Aggregate.CHANGE, Aggregate.POPULATION_DIFFERENCE}
)
_DAYS: Final[Mapping[str, str]] = MappingProxyType({"date": "day", "start": "start_day", "first_date": "first_day"})
"""The dates of a result, and what they are called as numbers."""
_MISSING: Final = "missing"
_CONVERTED: Final = re.compile(r"convert\((?P<of>.+), (?P<unit>[^(),]+)\)")
_DERIVED: Final = re.compile(rf"(?P<operation>{'|'.join(Operation)})\((?P<first>[^(),]+), (?P<second>[^(),]+)\)")


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
class Scalar:
    """One number under the key it is referred to by."""

    key: str
    value: float
    unit: str


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A claim and the numbers it rests on; `query`, or the `question`, says exactly what they were computed from."""

    id: str
    claim: str
    query: FindingQuery | None = None
    numbers: tuple[NamedNumber, ...] = ()
    question: Question | None = None


def numbers_of(query: FindingQuery, result: Mapping[str, JsonValue], *, unit: str) -> tuple[NamedNumber, ...]:
    """The finite numbers, intervals and dates of a result, each with its unit; anything else in it is not a number.

    The dates are numbers too, days since 1970-01-01 in the unit "date": `day` is the one that the result picks out,
    `start_day` and `first_day` where something begins, `missing_1` and so on the days without a value.
    """
    return (
        *(NamedNumber(key=key, value=value, unit=_unit_of(key, query, unit=unit)) for key, value in _finite(result)),
        *(NamedNumber(key=key, value=float(day), unit=DATE) for key, day in _dates(result)),
    )


def _finite(result: Mapping[str, JsonValue]) -> Iterator[tuple[str, float | Interval]]:
    for key, value in result.items():
        match value:
            case [int() | float() as low, int() | float() as high] if math.isfinite(low) and math.isfinite(high):
                yield key, Interval(low=float(low), high=float(high))
            case bool():
                continue
            case int() | float() if math.isfinite(value):
                yield key, float(value)


def _dates(result: Mapping[str, JsonValue]) -> Iterator[tuple[str, int]]:
    for key, called in _DAYS.items():
        if isinstance(day := result.get(key), str):
            yield called, epoch_day(date.fromisoformat(day))
    missing = result.get(_MISSING)
    if isinstance(missing, list | tuple):
        for position, day in enumerate(missing, start=1):
            if isinstance(day, str):
                yield f"{_MISSING}_{position}", epoch_day(date.fromisoformat(day))


def epoch_day(day: date) -> int:
    return day.toordinal() - _EPOCH_ORDINAL


def dates_only(query: FindingQuery) -> bool:
    """Whether a query asks for the first or latest of what is not measured, so that the day is the answer."""
    match query:
        case Describe(aggregate=Aggregate.FIRST | Aggregate.LATEST, selection=selection):
            return not selection.measure.name
        case _:
            return False


def _unit_of(key: str, query: FindingQuery, *, unit: str) -> str:
    if isinstance(query, Associate):
        return ""
    if key == "effect" and dates_only(query):
        return DATE
    if key == "effect":
        key = query.aggregate if isinstance(query, Describe) else "difference"
    if key in _COUNTS:
        return ""
    if key in _PERCENTAGES:
        return "%"
    if key == "slope_per_week":
        return f"{unit_of_difference(unit)}{PER_WEEK}" if unit else ""
    return unit_of_difference(unit) if key in _DIFFERENCES else unit


def scalars_of(numbers: tuple[NamedNumber, ...]) -> Mapping[str, Scalar]:
    """Every number under the key it is referred to by; an interval is referred to by its two ends."""
    return {scalar.key: scalar for number in numbers for scalar in _scalars(number)}


def _scalars(number: NamedNumber) -> tuple[Scalar, ...]:
    match number.value:
        case Interval(low=low, high=high):
            return (
                Scalar(key=f"{number.key}_low", value=low, unit=number.unit),
                Scalar(key=f"{number.key}_high", value=high, unit=number.unit),
            )
        case float() as value:
            return (Scalar(key=number.key, value=value, unit=number.unit),)


def written(draft: Draft, findings: tuple[Finding, ...], *, text_of: Callable[[float, str], str] | None = None) -> str:
    """The draft with every reference replaced by its number and unit, as `text_of` writes these.

    A reference names a claim, `ds-001.mean`; arithmetic on two claims, `ratio(a, b)`, `difference(a, b)` or
    `percent_change(a, b)`; or either of them in another unit, `convert(ds-001.mean, h)`.

    Raises:
        KeyError: the draft refers to a number that no finding has.
        ValueError: the draft asks for what two numbers do not give.
    """
    facts = {
        f"{finding.id}.{key}": scalar for finding in findings for key, scalar in scalars_of(finding.numbers).items()
    }
    return draft.written(lambda named: (text_of or number_text)(*_told(named, facts)))


def _told(reference: str, facts: Mapping[str, Scalar]) -> tuple[float, str]:
    """The value and unit that a reference stands for."""
    if found := _CONVERTED.fullmatch(reference):
        value, unit = _computed(found["of"], facts)
        told = told_in(value, unit, found["unit"])
        if told is None:
            raise ValueError(f"{unit!r} is not told in {found['unit']!r}.")
        return told
    return _computed(reference, facts)


def _computed(reference: str, facts: Mapping[str, Scalar]) -> tuple[float, str]:
    """The value and unit of a claim, or of arithmetic on two."""
    found = _DERIVED.fullmatch(reference)
    if found is None:
        return facts[reference].value, facts[reference].unit
    operation, first, second = Operation(found["operation"]), facts[found["first"]], facts[found["second"]]
    value = combined(operation, first.value, second.value)
    if value is None:
        raise ValueError(f"There is no {operation} of anything and zero.")
    return value, unit_of_combined(operation, first.unit)


def combined(operation: Operation, first: float, second: float) -> float | None:
    """Arithmetic on two numbers of one unit; None where the second would divide and is zero."""
    match operation:
        case Operation.DIFFERENCE:
            return first - second
        case Operation.RATIO:
            return first / second if second else None
        case Operation.PERCENT_CHANGE:
            return (first - second) / abs(second) * 100 if second else None


def unit_of_combined(operation: Operation, unit: str) -> str:
    match operation:
        case Operation.DIFFERENCE:
            return unit_of_difference(unit)
        case Operation.RATIO:
            return ""
        case Operation.PERCENT_CHANGE:
            return "%"


def number_text(value: float, unit: str) -> str:
    """At most two decimals, thousands separated, then the unit: "10,470.85 steps", "8.3%", "-0.37".

    A date is written as ISO 8601, a time of day as hours and minutes: "23:05".
    """
    if unit == DATE:
        return date.fromordinal(round(value) + _EPOCH_ORDINAL).isoformat()
    if unit == CLOCK:
        hours, minutes = divmod(round(value) % MINUTES_A_DAY, 60)
        return f"{hours:02}:{minutes:02}"
    digits = f"{value:,.2f}".rstrip("0").rstrip(".")
    digits = "0" if digits == "-0" else digits
    if unit == "%":
        return f"{digits}%"
    return f"{digits} {unit}".rstrip()
