"""The units a number can be told in, and what it is in another one."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

DATE: Final = "date"
"""The unit of a number that is a date, as days since 1970-01-01."""
CLOCK: Final = "clock"
"""The unit of a time of day, in minutes after midnight; 1,440 and more is after the next one."""
PACE: Final = "min/km"
"""The reciprocal of a speed."""
PER_WEEK: Final = "/week"
MINUTES_A_DAY: Final = 1440
_SIZES: Final[Mapping[str, tuple[str, float]]] = MappingProxyType(
    {"min": ("time", 1.0), "h": ("time", 60.0)}
    | {"m": ("length", 1.0), "km": ("length", 1000.0), "mi": ("length", 1609.344), "ft": ("length", 0.3048)}
    | {"kg": ("mass", 1.0), "lb": ("mass", 0.45359237)}
    | {"m/min": ("speed", 1.0), "km/h": ("speed", 1000 / 60), "mph": ("speed", 1609.344 / 60)}
)
"""What a unit measures, and its size: exact by definition."""


def converted(value: float, unit: str, to: str) -> float | None:
    """The value in another unit of the same kind; None if they measure different things or there is none."""
    (kind, size), (other, of) = _SIZES.get(unit, (unit, 1.0)), _SIZES.get(to, (to, 1.0))
    if kind == "speed" and to == PACE:
        return 1000 / (value * size) if value > 0 else None
    return value / (of / size) if kind == other else None


def told_in(value: float, unit: str, to: str) -> tuple[float, str] | None:
    """The value and its unit when it is told in `to`; a rate of change stays one: "min/week" in "h" is "h/week"."""
    amount = unit.removesuffix(PER_WEEK)
    said = converted(value, amount, to)
    return None if said is None else (said, to + unit[len(amount) :])


def unit_of_difference(unit: str) -> str:
    """The unit of a difference of two numbers in `unit`: two times of day are minutes apart."""
    return "min" if unit == CLOCK else unit
