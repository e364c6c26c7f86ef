"""A finding: a claim, what it was computed from, and its numbers; and how references to them are written out."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final

from services.data_science.domain.algebra import Question
from services.data_science.domain.draft import Draft
from services.data_science.domain.units import CLOCK, DATE, MINUTES_A_DAY, told_in, unit_of_difference

_EPOCH_ORDINAL: Final = date(1970, 1, 1).toordinal()


class Derivation(StrEnum):
    """What a reference can ask of two numbers."""

    DIFFERENCE = "difference"
    RATIO = "ratio"
    PERCENT_CHANGE = "percent_change"


_CONVERTED: Final = re.compile(r"convert\((?P<of>.+), (?P<unit>[^(),]+)\)")
_DERIVED: Final = re.compile(rf"(?P<operation>{'|'.join(Derivation)})\((?P<first>[^(),]+), (?P<second>[^(),]+)\)")


@dataclass(frozen=True, kw_only=True)
class NamedNumber:
    """One number under the key it is referred to by; a date is its days since 1970-01-01, in the unit "date"."""

    key: str
    value: float
    unit: str


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A claim and the numbers it rests on.

    Attributes:
        question: says exactly what they were computed from; None where the question language cannot say it and code
            was written for it, so that nobody can compute them again.
    """

    id: str
    claim: str
    question: Question | None
    numbers: tuple[NamedNumber, ...] = ()


def written(draft: Draft, findings: tuple[Finding, ...], *, text_of: Callable[[float, str], str] | None = None) -> str:
    """The draft with every reference replaced by its number and unit, as `text_of` writes these.

    A reference names a claim, `ds-001.mean`; arithmetic on two claims, `ratio(a, b)`, `difference(a, b)` or
    `percent_change(a, b)`; or either of them in another unit, `convert(ds-001.mean, h)`.

    Raises:
        KeyError: the draft refers to a number that no finding has.
        ValueError: the draft asks for what two numbers do not give.
    """
    facts = {f"{finding.id}.{number.key}": number for finding in findings for number in finding.numbers}
    return draft.written(lambda named: (text_of or number_text)(*_told(named, facts)))


def _told(reference: str, facts: Mapping[str, NamedNumber]) -> tuple[float, str]:
    """The value and unit that a reference stands for."""
    if found := _CONVERTED.fullmatch(reference):
        value, unit = _computed(found["of"], facts)
        told = told_in(value, unit, found["unit"])
        if told is None:
            raise ValueError(f"{unit!r} is not told in {found['unit']!r}.")
        return told
    return _computed(reference, facts)


def _computed(reference: str, facts: Mapping[str, NamedNumber]) -> tuple[float, str]:
    """The value and unit of a claim, or of arithmetic on two."""
    found = _DERIVED.fullmatch(reference)
    if found is None:
        return facts[reference].value, facts[reference].unit
    operation, first, second = Derivation(found["operation"]), facts[found["first"]], facts[found["second"]]
    value = combined(operation, first.value, second.value)
    if value is None:
        raise ValueError(f"There is no {operation} of anything and zero.")
    return value, unit_of_combined(operation, first.unit)


def combined(operation: Derivation, first: float, second: float) -> float | None:
    """Arithmetic on two numbers of one unit; None where the second would divide and is zero."""
    match operation:
        case Derivation.DIFFERENCE:
            return first - second
        case Derivation.RATIO:
            return first / second if second else None
        case Derivation.PERCENT_CHANGE:
            return (first - second) / abs(second) * 100 if second else None


def unit_of_combined(operation: Derivation, unit: str) -> str:
    match operation:
        case Derivation.DIFFERENCE:
            return unit_of_difference(unit)
        case Derivation.RATIO:
            return ""
        case Derivation.PERCENT_CHANGE:
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
