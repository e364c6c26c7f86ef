"""Numbers and units of a question, against the units that values are stored in."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, assert_never

from services.data_science.adapters.rules.metrics import shown_unit
from services.data_science.adapters.rules.terms import Unit
from services.data_science.domain.analysis import Shown
from services.data_science.domain.data import DataDescription
from services.data_science.domain.query import Aggregate, Measure, Source

_DIMENSIONS: Final[Mapping[str, tuple[str, float]]] = MappingProxyType(
    {
        "m": ("km", 1000.0),
        "m/min": ("km/h", 1000 / 60),
        "count": ("steps", 1.0),
        "degC": ("°C", 1.0),
        "breaths/min": ("breaths", 1.0),
        "": ("points", 1.0),
    }
)
"""Of a stored unit, the dimension its unit words belong to and how many of it the dimension's own unit is."""

_ALSO: Final = frozenset({("min/km", "m/min"), ("min", "clock"), ("breaths", "breaths/min")})
_SYMBOLS: Final[Mapping[tuple[str, float], str]] = MappingProxyType(
    {
        ("min", 60.0): "h",
        ("min", 1.0): "min",
        ("km", 1.0): "km",
        ("km", 1.6093): "mi",
        ("km", 0.001): "m",
        ("km", 0.0003): "ft",
        ("kg", 1.0): "kg",
        ("kg", 0.4536): "lb",
        ("km/h", 1.0): "km/h",
        ("km/h", 1.6093): "mph",
        ("km/h", 0.06): "m/min",
        ("min/km", 1.0): "min/km",
    }
)


def stored(number: float, unit: Unit | None, stored_unit: str) -> float | None:
    """A number as it is stored; without a unit as it is; None where the unit is of something else."""
    if unit is None:
        return number
    dimension, size = _DIMENSIONS.get(stored_unit, (stored_unit, 1.0))
    return round(number * unit.factor * size, 9) if unit.dimension == dimension else None


def shown(asked_in: Unit | None, stored_unit: str) -> Shown | None:
    """The unit the question asks in, where it is another one than the stored one and of the same kind."""
    if asked_in is None:
        return None
    dimension, size = _DIMENSIONS.get(stored_unit, (stored_unit, 1.0))
    symbol = _SYMBOLS.get((asked_in.dimension, round(asked_in.factor, 4)))
    if stored_unit == "m/min" and asked_in.dimension == "min/km" and symbol:
        return Shown(unit=symbol, factor=1.0)
    if symbol is None or asked_in.dimension != dimension or symbol == stored_unit:
        return None
    return Shown(unit=symbol, factor=round(asked_in.factor * size, 9))


def fits(unit: Unit, stored_unit: str) -> bool:
    """Whether a number stored so can be told in the unit; times of day are apart by minutes."""
    dimension, _ = _DIMENSIONS.get(stored_unit, (stored_unit, 1.0))
    return unit.dimension == dimension or (unit.dimension, stored_unit) in _ALSO


def unit_of(measure: Measure, data: DataDescription) -> str:
    """The stored unit of what is measured, as an answer writes it: what is counted has its name, a degree its sign."""
    match measure.source:
        case Source.DAY:
            return shown_unit(measure.name, data.units)
        case Source.ACTIVITY:
            counted = measure.per_day is Aggregate.COUNT or not measure.name
            return "" if counted else shown_unit(measure.name, data.activity_units)
        case Source.BIOMARKER:
            return data.biomarkers.get(measure.name, "")
        case _:
            assert_never(measure.source)
