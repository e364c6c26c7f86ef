"""Unit words, and what a number said in one of them is in the unit a metric is stored in."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from services.data_science.adapters.rules.terms import Term, Unit

UNITS: Final[Mapping[str, Mapping[str, float]]] = MappingProxyType(
    {
        "min": {"minute": 1, "minutes": 1, "min": 1, "mins": 1, "hour": 60, "hours": 60, "h": 60, "hr": 60, "hrs": 60}
        | {"time": 1, "duration": 1},
        "km": {"km": 1, "kms": 1, "kilometers": 1, "kilometer": 1, "kilometres": 1, "kilometre": 1}
        | {"mile": 1.609344, "miles": 1.609344, "mi": 1.609344, "m": 0.001, "meters": 0.001, "metres": 0.001},
        "kcal": {"kcal": 1, "cal": 1, "kilocalories": 1},
        "steps": {},
        "bpm": {"bpm": 1, "beats per minute": 1, "beats": 1},
        "ms": {"ms": 1, "milliseconds": 1, "millisecond": 1, "msec": 1},
        "kg": {
            "kg": 1,
            "kgs": 1,
            "kilos": 1,
            "kilograms": 1,
            "pounds": 0.45359237,
            "lbs": 0.45359237,
            "lb": 0.45359237,
        },
        "%": {"percent": 1, "%": 1, "percentage": 1, "share": 1, "proportion": 1},
        "°C": {"degrees": 1, "celsius": 1, "degrees celsius": 1},
        "breaths": {"breaths": 1},
    }
)
"""By dimension, each word and how many of the stored unit it is. "hr" after a number is hours, alone a pulse."""


def unit_phrases() -> dict[str, Term]:
    return {
        word: Unit(dimension=dimension, factor=factor, said=word)
        for dimension, words in UNITS.items()
        for word, factor in words.items()
    }
