"""Units, however they are written, what they measure and how they convert."""

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

_UNITS: Final = {
    "bpm": "bpm|b\\.p\\.m|beats(?:/min| per minute| a minute)?|beat",
    "/min": "(?:times )?(?:per|a) minute|/ ?min|min⁻¹|/minute",
    "m/min": "m/min|met(?:er|re)s? (?:per|a) minute",
    "m/s": "m/s|met(?:er|re)s? (?:per|a) second",
    "kph": "kph|km/h(?:r|our)?|kmh|kilomet(?:er|re)s? (?:per|an) hour",
    "mph": "mph|mi/h|miles? (?:per|an) hour",
    "min/km": "min(?:utes?|s)?(?:/| (?:per|a) )(?:km|kilomet(?:er|re))",
    "min/mi": "min(?:utes?|s)?(?:/| (?:per|a) )(?:mi|mile)",
    "ms": "ms|msecs?|milliseconds?",
    "s": "s|secs?|seconds?",
    "min": "mins?|minutes?",
    "h": "h|hrs?|hours?",
    "day": "d|days?|nights?|mornings?|evenings?|afternoons?|weekdays?|workdays?"
    "|(?:mon|tues|wednes|thurs|fri|satur|sun)days",
    "values": "readings?|values|measurements?|records|entries|observations|pairs|samples|data points?",
    "week": "wks?|weeks?",
    "month": "months?",
    "year": "years?|yrs?",
    "steps": "steps?|counts?",
    "kcal": "kcals?|cals?|calories?|kilocalories",
    "kJ": "kj|kilojoules?",
    "km": "kms?|kilomet(?:er|re)s?",
    "m": "m|met(?:er|re)s?",
    "cm": "cms?|centimet(?:er|re)s?",
    "mi": "mi|miles?",
    "ft": "ft|foot|feet",
    "kg": "kgs?|kilos?|kilograms?",
    "lb": "lbs?|pounds?",
    "g": "g|grams?",
    "mg": "mg|milligrams?",
    "mg/dL": "mg/dl",
    "mmol/L": "mmol/l",
    "mmHg": "mmhg",
    "%": "%|percent|per cent|percentages?|pct|pp|percentage points?",
    "°C": "°c|degc|celsius|degrees? (?:c|celsius)",
    "°F": "°f|degf|fahrenheit|degrees? (?:f|fahrenheit)",
    "degree": "°|degrees?",
    "breaths": "breaths?(?:/min| per minute| a minute)?|brpm|rpm",
    "points": "points?|pts",
    "times": "times?|x|\u00d7|folds?",
    "mL": "ml|millilit(?:er|re)s?",
    "L": "l|lit(?:er|re)s?",
    "IU": "iu",
    "\u00b5g": "[\u00b5\u03bc]g|mcg|micrograms?",
    "W": "w|watts?",
    "MET": "mets?",
    "ppm": "ppm",
    "hPa": "hpa",
}
_THINGS: Final = (
    "activities", "adults", "alarms", "awakenings", "bouts", "cups", "drinks", "episodes", "events", "exercises",
    "floors", "glasses", "hikes", "laps", "meals", "men", "naps", "outings", "participants", "patients", "peaks",
    "people", "reps", "rides", "runs", "servings", "sessions", "sets", "spells", "stars", "studies", "subjects",
    "swims", "trials", "trips", "walks", "women", "workouts",
)  # fmt: skip
"""Countable things of life: each its own unit, so that 27 days do not vouch for 27 workouts."""
_UNITS.update((thing, thing) for thing in _THINGS)
_UNIT: Final = re.compile("|".join(f"(?P<u{i}>{words})" for i, words in enumerate(_UNITS.values())), re.IGNORECASE)
_UNIT_NAMES: Final = tuple(_UNITS)
_NOT_A_UNIT: Final = frozenset({"HR", "S", "D", "G", "M", "X", "MI", "PP"})
"""Letters that are a unit only in lower case: 58 HR is a heart rate, not hours."""
_BESIDE: Final = re.compile(
    r"[+\"'”\u2019)\]»】]{0,2}[\s-]{0,2}(?:(?:more|fewer|less|extra|additional|further|full|whole|straight|consecutive|daily|single|different"
    r"|separate|of the|of those|of these|of your|(?P<sort>good|bad|short|long|quiet|great|poor|restless))\s)?"
    rf"(?P<unit>{'|'.join(_UNITS.values())})(?![^\W\d_])(?P<per>/[^\W\d_]+)?",
    re.IGNORECASE,
)
_UNKNOWN: Final = re.compile(r"\s?(?P<unit>[^\W\d_]{1,5}/[^\W\d_]{1,4}(?:/[^\W\d_]{1,4})?)(?![^\W_])")
"""A unit that has no name here: "ng/mL"."""
SHARE: Final = "share"
"""The unit of "two thirds": exactly so many per cent."""
NUMBER: Final = "number"
"""The unit of what has none: a correlation, a ratio."""
RATIO: Final = "ratio"
"""The unit of a quotient of two facts."""
_BOUTS: Final = (
    "exercises", "hikes", "naps", "outings", "rides", "runs", "sessions", "swims", "times", "trips", "values", "walks",
    "workouts",
)  # fmt: skip
"""What people call activities when they count them."""
_SAME_VALUE: Final = frozenset(
    {(NUMBER, "points"), (RATIO, "times"), (RATIO, SHARE), ("bpm", "/min"), ("breaths", "/min"), ("day", "values")}
    | {("activities", bouts) for bouts in _BOUTS}
)
"""Pairs of a known unit and one that may be said in its place, with the same value."""
_SIZES: Final[Mapping[str, tuple[str, float]]] = MappingProxyType(
    {"ms": ("time", 1.0), "s": ("time", 1e3), "min": ("time", 6e4), "h": ("time", 3.6e6)}
    | {"day": ("days", 1.0), "week": ("days", 7.0), "month": ("months", 1.0), "year": ("months", 12.0)}
    | {"cm": ("length", 0.01), "m": ("length", 1.0), "km": ("length", 1e3), "mi": ("length", 1609.344)}
    | {"ft": ("length", 0.3048), "mg": ("mass", 1e-6), "g": ("mass", 1e-3), "kg": ("mass", 1.0)}
    | {"lb": ("mass", 0.45359237), "kcal": ("energy", 4.184), "kJ": ("energy", 1.0)}
    | {"°C": ("temperature", 1.0), "degree": ("temperature", 1.0)}
    | {"%": ("share", 0.01), SHARE: ("share", 1.0), "kph": ("speed", 1.0), "mph": ("speed", 1.609344)}
    | {"m/min": ("speed", 0.06), "m/s": ("speed", 3.6), "min/km": ("pace", 1.0), "min/mi": ("pace", 1 / 1.609344)}
)
"""What a unit measures and its size: exact by definition, so that 450 min may be said as 7.5 hours."""
_AN_HOUR: Final = 60.0
"""A pace in minutes for a kilometre times the speed in kilometres an hour."""


@lru_cache(maxsize=1024)
def unit_named(name: str) -> str | None:
    """The one name of a unit, however it is written; None for what is no unit ("tips").

    Of a rate whose name is not in use on its own ("bpm/week", "count/bpm") it is what is counted.
    """
    stripped = name.strip()
    found = _UNIT.fullmatch(stripped) or _UNIT.fullmatch(stripped.partition("/")[0])
    return None if found is None or stripped in _NOT_A_UNIT else _UNIT_NAMES[int(str(found.lastgroup)[1:])]


def unit_beside(text: str, end: int) -> tuple[str, int] | None:
    """The unit that follows a number, by its one name or as it is written, and where it ends.

    Bad nights are another thing than nights: 27 nights do not vouch for 27 bad ones.
    """
    found = _BESIDE.match(text, end)
    if found is None:
        found = _UNKNOWN.match(text, end)
        return (found["unit"].lower(), found.end()) if found else None
    unit = unit_named(found["unit"] + (found["per"] or ""))
    if unit and found["sort"]:
        unit = f"{found['sort'].lower()} {unit}"
    return (unit, found.end()) if unit else None


def converted(value: float, unit: str, to: str) -> float | None:
    """The value in another unit of the same kind; None if they measure different things."""
    if unit == to or (to, unit) in _SAME_VALUE:
        return value
    (kind, size), (other, of) = _SIZES.get(unit, (unit, 1.0)), _SIZES.get(to, (to, 1.0))
    if {kind, other} == {"pace", "speed"}:
        return _AN_HOUR / (value * size) / of if value * size else None
    return value * size / of if kind == other else None
