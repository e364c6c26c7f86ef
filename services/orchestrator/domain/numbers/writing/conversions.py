"""Facts told in another unit, as an answer declares: `{{convert(ds-001.sum, km)}}`."""

import math
import re
from dataclasses import dataclass, replace
from typing import Final

from services.orchestrator.domain.evidence import Fact
from services.orchestrator.domain.numbers.reading.units import converted, unit_named

_CONVERSION: Final = re.compile(
    r"convert\s*\(\s*(?P<of>[^{}\s(),]+|\w+\s*\([^{}()]*\))\s*,\s*(?P<unit>[^{}\s(),]+)\s*\)"
)


@dataclass(frozen=True)
class Conversion:
    """`of` is a claim or a declared derivation, `unit` the unit as a reader sees it."""

    of: str
    unit: str


def parse_conversion(reference: str) -> Conversion | None:
    """The conversion between the braces of a reference; None for anything else."""
    found = _CONVERSION.fullmatch(reference.strip())
    return Conversion(of=found["of"], unit=found["unit"]) if found else None


def in_unit(fact: Fact, unit: str) -> Fact | None:
    """The same fact in another unit of what it measures; None if it measures something else, or has no unit.

    A rate stays one: "min/week" in "h" is "h/week".
    """
    if fact.unit is None:
        return None
    amount, rate = _split(fact.unit)
    wanted, wanted_rate = _split(unit)
    own, to = unit_named(amount), unit_named(wanted)
    if own is None or to is None or wanted_rate not in ("", rate):
        return None
    value = converted(fact.value, own, to)
    if value is None or not math.isfinite(value):
        return None
    return replace(fact, value=value, unit=wanted + rate)


def _split(unit: str) -> tuple[str, str]:
    """A unit without what it is per, and that: "min" and "/week"; a speed or a concentration is one unit."""
    amount, slash, per = unit.partition("/")
    is_one = not slash or unit_named(unit) != unit_named(amount)
    return (unit, "") if is_one else (amount, slash + per)
