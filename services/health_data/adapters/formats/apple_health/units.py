"""The units that an export states, as HealthKit spells them, and what they are in ours."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias


@dataclass(frozen=True)
class Unit:
    """How a value becomes one of ours: `value * times + plus`."""

    times: float
    plus: float = 0.0


Units: TypeAlias = Mapping[str, Unit]
"""By the unit as it is written. "cal" is a thousandth of "Cal": letter case counts."""


def _named(factors: Mapping[str, float]) -> Units:
    return {name: Unit(times) for words, times in factors.items() for name in words.split()}


KILOCALORIES: Final = _named({"kcal Cal Kcal KCAL kCal": 1.0, "kJ KJ kj": 1 / 4.184, "J": 1 / 4184, "cal": 0.001})
METRES: Final = _named({"m": 1.0, "km": 1000.0, "mi": 1609.344, "ft": 0.3048, "yd": 0.9144, "cm": 0.01, "in": 0.0254})
KILOMETRES: Final = {name: Unit(unit.times / 1000) for name, unit in METRES.items()}
CENTIMETRES: Final = {name: Unit(unit.times * 100) for name, unit in METRES.items()}
KILOGRAMS: Final = _named(
    {"kg": 1.0, "g": 0.001, "lb lbs": 0.45359237, "oz": 0.45359237 / 16, "st": 14 * 0.45359237},
)
MILLIGRAMS: Final = _named({"mg": 1.0, "g": 1000.0, "mcg": 0.001, "oz": 28_349.523125})
MILLILITRES: Final = _named(
    {
        "mL ml": 1.0,
        "cL cl": 10.0,
        "dL dl": 100.0,
        "L l": 1000.0,
        "fl_oz_us": 29.5735295625,
        "fl_oz_imp": 28.4130625,
        "cup_us": 236.5882365,
        "cup_imp": 284.130625,
        "pt_us": 473.176473,
        "pt_imp": 568.26125,
    }
)
MILLISECONDS: Final = _named({"ms": 1.0, "s": 1000.0})
MINUTES: Final = _named({"min": 1.0, "s sec": 1 / 60, "hr h": 60.0, "ms": 1 / 60_000})
CELSIUS: Final[Units] = {
    "degC": Unit(1.0),
    "°C": Unit(1.0),
    "degF": Unit(5 / 9, -160 / 9),
    "°F": Unit(5 / 9, -160 / 9),
    "K": Unit(1.0, -273.15),
}
MERCURY: Final = _named({"mmHg": 1.0, "kPa": 7.500616827})
PER_MINUTE: Final = _named({"count/min bpm": 1.0, "count/s": 60.0})
COUNT: Final = {**_named({"count": 1.0}), "": Unit(1.0)}
PERCENT: Final = _named({"%": 1.0})
OXYGEN_UPTAKE: Final = _named(
    {"mL/min·kg mL/kg·min mL/kg*min mL/min*kg mL/kg/min mL/min/kg ml/kg/min ml/min/kg mL/(kg·min) mL/(min·kg)": 1.0}
)
