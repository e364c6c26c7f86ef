"""Unit words, and how many of the unit of their dimension each of them is."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from services.data_science.adapters.rules.terms import Unit

_TABLE: Final[Mapping[str, Mapping[str, tuple[float, str]]]] = MappingProxyType(
    {
        "min": {
            "minutes": (1, "minute minutes min mins"),
            "hours": (60, "hour hours h hr hrs"),
            "seconds": (1 / 60, "seconds secs"),
        },
        "km": {
            "km": (1, "km kms kilometer kilometers kilometre kilometres"),
            "miles": (1.609344, "mile miles mi"),
            "m": (0.001, "m meter meters metre metres"),
            "feet": (0.0003048, "feet foot ft"),
            "yards": (0.0009144, "yard yards"),
        },
        "km/h": {
            "km/h": (1, "kmh kph km_per_hour km_h kilometers_per_hour kilometres_per_hour km_an_hour"),
            "mph": (1.609344, "mph miles_per_hour miles_an_hour mi_h"),
            "m/min": (0.06, "meters_per_minute metres_per_minute m_per_min m_min"),
            "m/s": (3.6, "meters_per_second metres_per_second m_per_s m_s"),
        },
        "min/km": {
            "min/km": (1, "min_km min_per_km minutes_per_km minutes_per_kilometer minutes_per_kilometre mins_per_km"),
        },
        "kcal": {"kcal": (1, "kcal cal kilocalories cals"), "kJ": (1 / 4.184, "kj kilojoules kilojoule")},
        "steps": {},
        "bpm": {"bpm": (1, "bpm beats_per_minute beats beats_per_min")},
        "ms": {"ms": (1, "ms milliseconds millisecond msec")},
        "kg": {
            "kg": (1, "kg kgs kilos kilo kilograms kilogram"),
            "lb": (0.45359237, "pound pounds lbs lb"),
        },
        "%": {"%": (1, "percent % percentage percentages pct share proportion fraction")},
        "°C": {"°C": (1, "degrees celsius degrees_celsius")},
        "breaths": {"breaths/min": (1, "breaths breaths_per_minute")},
        "points": {"points": (1, "points point")},
        "clock": {},
    }
)
"""By dimension and name, how many of the dimension's own unit one is, and its words. "hr" is hours after a number."""


def unit_phrases() -> dict[str, Unit]:
    """Every unit word and the unit it says; one of several words is told by its sign."""
    return {
        word.replace("_", " "): Unit(dimension=dimension, factor=factor, said=name if "_" in word else word)
        for dimension, names in _TABLE.items()
        for name, (factor, words) in names.items()
        for word in words.split()
    }
