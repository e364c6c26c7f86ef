"""What "invented" means, independently of the checker.

A number is invented when it is further than the documented tolerance (2 % of the known value, at least 0.05) from
every number that the turn knows: facts, declared derivations, numbers of the user and of the literature. A number in
another dimension does not count as known ("27 days" does not vouch for "27 bpm"); one in another unit of the same
dimension counts after conversion; a number without a unit counts beside any unit, and any unit beside it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

_SCALES: Final = {
    "time": {
        "ms": 1 / 60_000,
        "s": 1 / 60,
        "min": 1.0,
        "h": 60.0,
        "day": 1440.0,
        "week": 10_080.0,
        "month": 43_200.0,
        "year": 518_400.0,
    },
    "length": {"m": 0.001, "km": 1.0, "mi": 1.609344},
    "mass": {"g": 0.001, "kg": 1.0, "lb": 0.45359237},
    "share": {"share": 1.0, "%": 0.01},
}
_DIMENSION: Final = {unit: dimension for dimension, scales in _SCALES.items() for unit in scales}
_TOLERANCE: Final = 0.02
_FLOOR: Final = 0.05


@dataclass(frozen=True, kw_only=True)
class Known:
    """A number that the turn vouches for; `unit` is None for a bare one, such as a correlation."""

    value: float
    unit: str | None


def dimension(unit: str) -> str:
    """The dimension of a unit; a unit that converts to no other is its own."""
    return "temperature" if unit in ("degC", "degF") else _DIMENSION.get(unit, unit)


def converted(value: float, unit: str, to: str) -> float:
    """The same quantity in another unit of its dimension."""
    if unit == to:
        return value
    if dimension(unit) == "temperature":
        return value * 9 / 5 + 32 if to == "degF" else (value - 32) * 5 / 9
    scales = _SCALES[dimension(unit)]
    return value * scales[unit] / scales[to]


def near(value: float, known: float) -> bool:
    """Within the documented tolerance; a magnitude may stand for a negative."""
    tolerance = max(_TOLERANCE * abs(known), _FLOOR)
    return min(abs(value - known), abs(value - abs(known))) <= tolerance


def is_invented(value: float, unit: str | None, known: Iterable[Known]) -> bool:
    """Whether no known number vouches for this one."""
    return not any(near(said, other) for one in known for said, other in comparable(value, unit, one))


def comparable(value: float, unit: str | None, known: Known) -> Iterator[tuple[float, float]]:
    """The ways to compare a number with a known one: as they stand, and in each unit that both can have."""
    if unit is None or known.unit is None:
        yield value, known.value
        if (unit or known.unit) in (None, "%", "share"):
            yield value, known.value * 100
            yield value * 100, known.value
    if unit is None and known.unit is not None:
        for other in _SCALES.get(dimension(known.unit), ()):
            yield value, converted(known.value, known.unit, other)
    elif unit is not None and known.unit is not None and dimension(unit) == dimension(known.unit):
        yield value, converted(known.value, known.unit, unit)
        yield converted(value, unit, known.unit), known.value
