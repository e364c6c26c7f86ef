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
METRES: Final = "metres"
"""The unit of a height as it is told: never in kilometres."""
PER_WEEK: Final = "/week"
DAYS: Final = "days"
"""The unit of the time between two dates."""
MINUTES_A_DAY: Final = 1440
_SIZES: Final[Mapping[str, tuple[str, float]]] = MappingProxyType(
    {"min": ("time", 1.0), "h": ("time", 60.0)}
    | {
        "m": ("length", 1.0),
        METRES: ("length", 1.0),
        "km": ("length", 1000.0),
        "mi": ("length", 1609.344),
        "ft": ("length", 0.3048),
    }
    | {"kg": ("mass", 1.0), "lb": ("mass", 0.45359237)}
    | {"m/min": ("speed", 1.0), "km/h": ("speed", 1000 / 60), "mph": ("speed", 1609.344 / 60)}
)
"""What a unit measures, and its size: exact by definition."""
_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {"": "plain numbers", "count": "counts", "%": "percentages", "points": "points", "bpm": "beats per minute"}
    | {"min": "minutes", "h": "hours", "days": "days", "date": "dates", "clock": "times of day", "ms": "milliseconds"}
    | {"m": "metres", "km": "kilometres", "mi": "miles", "ft": "feet", "kg": "kilograms", "lb": "pounds"}
    | {"kcal": "kilocalories", "degC": "degrees Celsius", "breaths": "breaths"}
    | {"m/min": "metres per minute", "km/h": "kilometres per hour", "mph": "miles per hour"}
    | {"min/km": "minutes per kilometre", "breaths/min": "breaths per minute"}
)


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
    """The unit of a difference of two numbers in `unit`: two times of day are minutes apart, two dates days."""
    return {CLOCK: "min", DATE: DAYS}.get(unit, unit)


def dimension_of(unit: str) -> str:
    """What a unit measures: numbers can be held against each other or added only where it is the same.

    Whatever is counted is a plain number. A unit that nothing is known of is a dimension of its own.
    """
    if unit == "count":
        return ""
    return _SIZES.get(unit, (unit, 1.0))[0]


def unit_in_words(unit: str) -> str:
    """What numbers in a unit are called, a plural: "beats per minute"; a compound one is told part by part."""
    if unit in _WORDS:
        return _WORDS[unit]
    above, slash, below = unit.rpartition("/")
    if not (slash and above):
        return unit
    said = _WORDS.get(below, below)
    return f"{unit_in_words(above)} per {below if ' ' in said else said.removesuffix('s')}"
