"""What a unit measures and how large it is, however it is spelled.

Laboratories and watches write the same unit in many ways: "mcg/dL", "µg per dl", "UG/DL", "micrograms/deciliter". All
are read here as one, in capitals or not, with blanks or without. A unit that is not known here has no reading.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final


class Dimension(StrEnum):
    """What is measured. Units convert into each other within one dimension, whatever the substance is."""

    TIME = "time"
    LENGTH = "length"
    MASS = "mass"
    VOLUME = "volume"
    SPEED = "speed"
    RATE = "counts per time"
    TEMPERATURE = "temperature"
    PRESSURE = "pressure"
    ENERGY = "energy"
    SHARE = "share of a whole"
    SHARE_OF_MOLECULES = "molecules among molecules"
    MASS_IN_VOLUME = "mass in a volume"
    AMOUNT_IN_VOLUME = "amount of substance in a volume"
    CHARGE_IN_VOLUME = "equivalents in a volume"
    UNITS_IN_VOLUME = "units of activity in a volume"
    CATALYSIS_IN_VOLUME = "katals in a volume"
    CELLS_IN_VOLUME = "cells in a volume"
    FILTRATION = "volume filtered per time and body surface"
    OXYGEN_UPTAKE = "volume of oxygen per body mass and time"
    BODY_MASS_INDEX = "mass per squared height"
    STEPS = "steps"
    FLOORS = "floors"
    TIME_IN_TIME = "time spent per time"


@dataclass(frozen=True, kw_only=True)
class Scale:
    """Where a unit is on a scale: `value * times + plus` is in the unit that the scale is counted in."""

    times: Fraction
    plus: Fraction = Fraction(0)

    def within(self, outer: "Scale") -> "Scale":
        """The same unit on the scale that this one's scale is itself counted on."""
        return Scale(times=self.times * outer.times, plus=self.plus * outer.times + outer.plus)


@dataclass(frozen=True, kw_only=True)
class Reading:
    """A unit as it is understood: `scale` counts in the unit of its dimension that has 1 below."""

    dimension: Dimension
    scale: Scale


_PREFIXES: Final[Mapping[str, Fraction]] = {
    "k": Fraction(1000),
    "": Fraction(1),
    "d": Fraction(1, 10),
    "c": Fraction(1, 100),
    "m": Fraction(1, 10**3),
    "u": Fraction(1, 10**6),
    "n": Fraction(1, 10**9),
    "p": Fraction(1, 10**12),
    "f": Fraction(1, 10**15),
}
_TIMES: Final[Mapping[str, Fraction]] = {
    **dict.fromkeys(("min", "mins", "minute", "minutes"), Fraction(1)),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), Fraction(60)),
    **dict.fromkeys(("s", "sec", "secs"), Fraction(1, 60)),
    **dict.fromkeys(("ms", "msec"), Fraction(1, 60_000)),
    **dict.fromkeys(("d", "day", "days"), Fraction(1440)),
    **dict.fromkeys(("week", "weeks", "wk"), Fraction(10_080)),
}
_LENGTHS: Final[Mapping[str, Fraction]] = {
    "km": Fraction(1000),
    "m": Fraction(1),
    "cm": Fraction(1, 100),
    "mm": Fraction(1, 1000),
    "um": Fraction(1, 10**6),
    **dict.fromkeys(("in", "inch", "inches"), Fraction("0.0254")),
    **dict.fromkeys(("ft", "foot", "feet"), Fraction("0.3048")),
    **dict.fromkeys(("yd", "yard", "yards"), Fraction("0.9144")),
    **dict.fromkeys(("mi", "mile", "miles"), Fraction("1609.344")),
}
_MASSES: Final[Mapping[str, Fraction]] = {
    **{f"{prefix}g": _PREFIXES[prefix] for prefix in ("k", "", "m", "u", "n", "p", "f")},
    "gm": Fraction(1),
    "pg/cell": Fraction(1, 10**12),
    "kgs": Fraction(1000),
    **dict.fromkeys(("lb", "lbs", "pound", "pounds"), Fraction("453.59237")),
    **dict.fromkeys(("oz", "ounce", "ounces"), Fraction("28.349523125")),
    **dict.fromkeys(("st", "stone"), Fraction("6350.29318")),
}
_VOLUMES: Final[Mapping[str, Fraction]] = {
    **{f"{prefix}l": size for prefix, size in _PREFIXES.items() if prefix != "k"},
    **dict.fromkeys(("100ml", "100cc"), Fraction(1, 10)),
    **dict.fromkeys(("cm3", "cc", "ccm"), Fraction(1, 1000)),
    **dict.fromkeys(("mm3", "cumm", "cmm"), Fraction(1, 10**6)),
    "um3": Fraction(1, 10**15),
}
_PRESSURES: Final[Mapping[str, Fraction]] = {
    "pa": Fraction(1),
    "hpa": Fraction(100),
    "kpa": Fraction(1000),
    "mmhg": Fraction("133.322387415"),
}
_ENERGIES: Final[Mapping[str, Fraction]] = {"kj": Fraction(1), "j": Fraction(1, 1000), "kcal": Fraction("4.184")}
_SHARES: Final[Mapping[str, Fraction]] = {
    **dict.fromkeys(("%", "percent", "pct"), Fraction(1)),
    **dict.fromkeys(("fraction", "proportion", "proportionof1.0", "l/l"), Fraction(100)),
    **dict.fromkeys(("%oftotalhgb", "%oftotalhemoglobin", "%ofhemoglobin", "%hb"), Fraction(1)),
    "‰": Fraction(1, 10),
}
_SPEEDS: Final[Mapping[str, Fraction]] = {
    **dict.fromkeys(("kmh", "kph"), Fraction(1000, 60)),
    "mph": Fraction("1609.344") / 60,
}
_ALONE: Final[Mapping[str, Reading]] = {
    spelled: Reading(dimension=dimension, scale=Scale(times=size))
    for dimension, sizes in (
        (Dimension.TIME, _TIMES),
        (Dimension.LENGTH, _LENGTHS),
        (Dimension.MASS, _MASSES),
        (Dimension.VOLUME, _VOLUMES),
        (Dimension.PRESSURE, _PRESSURES),
        (Dimension.ENERGY, _ENERGIES),
        (Dimension.SHARE, _SHARES),
        (Dimension.SPEED, _SPEEDS),
        (Dimension.RATE, dict.fromkeys(("bpm", "brpm", "rpm"), Fraction(1))),
        (Dimension.TEMPERATURE, dict.fromkeys(("c", "°c", "degc", "cel", "celsius", "degreescelsius"), Fraction(1))),
        (Dimension.SHARE_OF_MOLECULES, dict.fromkeys(("mmol/mol", "mmol/molhb"), Fraction(1))),
        (Dimension.FILTRATION, dict.fromkeys(("ml/min/1.73m2", "ml/min/1.73", "ml/min/1.73sqm"), Fraction(1))),
        (Dimension.OXYGEN_UPTAKE, dict.fromkeys(("ml/kg/min", "ml/min/kg", "ml/(kg.min)"), Fraction(1))),
        (Dimension.BODY_MASS_INDEX, dict.fromkeys(("kg/m2", "kg/sqm"), Fraction(1))),
        (Dimension.STEPS, dict.fromkeys(("steps", "step", "count"), Fraction(1))),
        (Dimension.FLOORS, dict.fromkeys(("floors", "floor", "flights", "flight"), Fraction(1))),
        (Dimension.TIME_IN_TIME, {"min/day": Fraction(7), "min/d": Fraction(7), "min/week": Fraction(1)}),
    )
    for spelled, size in sizes.items()
} | {
    spelled: Reading(dimension=Dimension.TEMPERATURE, scale=Scale(times=Fraction(5, 9), plus=Fraction(-160, 9)))
    for spelled in ("f", "°f", "degf", "fahrenheit", "degreesfahrenheit")
}
_MEASURED_IN_VOLUME: Final[Mapping[str, Dimension]] = {
    "g": Dimension.MASS_IN_VOLUME,
    "gm": Dimension.MASS_IN_VOLUME,
    "mol": Dimension.AMOUNT_IN_VOLUME,
    "eq": Dimension.CHARGE_IN_VOLUME,
    "u": Dimension.UNITS_IN_VOLUME,
    "iu": Dimension.UNITS_IN_VOLUME,
    "kat": Dimension.CATALYSIS_IN_VOLUME,
}
_MEASURED: Final = re.compile(r"([kmunpf]?)(gm?|mol|eq|i?u|kat)")
_NUMBER_WORDS: Final[Mapping[str, int]] = {
    **dict.fromkeys(("", "#"), 1),
    **dict.fromkeys(("k", "thou", "thousand", "thousands", "tsd", "1000", "1,000"), 10**3),
    **dict.fromkeys(("m", "mil", "mill", "million", "millions", "mio", "1000000", "1,000,000"), 10**6),
    **dict.fromkeys(("lakh", "lakhs", "lac", "lacs"), 10**5),
    "gpt": 10**9,
    "tpt": 10**12,
}
_POWER: Final = re.compile(r"10(?:(?:\^|\*\*?|e\+?)\(?(\d{1,2})\)?|\(?([369]|12)\)?)")
_CELLS: Final = re.compile(r"[./]?(?:cells?)?")
_COUNTED_IN_TIME: Final = frozenset(
    {"", "1", "beat", "beats", "breath", "breaths", "br", "brths", "count", "counts", "cycles"}
)
_GIGA_OR_TERA: Final[Mapping[str, Fraction]] = {"G": Fraction(10**9), "T": Fraction(10**12)}

_SIGNS: Final = str.maketrans(
    {
        **dict.fromkeys(("\N{MICRO SIGN}", "\N{GREEK SMALL LETTER MU}"), "u"),
        **dict.fromkeys(("\N{MIDDLE DOT}", "\N{DOT OPERATOR}"), "."),
        **dict.fromkeys(("\N{DIVISION SLASH}", "\N{FRACTION SLASH}"), "/"),
        **dict.fromkeys(("\N{RING ABOVE}", "\N{MASCULINE ORDINAL INDICATOR}"), "°"),
        "\N{MULTIPLICATION SIGN}": "x",
        "\N{MINUS SIGN}": "-",
        "\N{DEGREE CELSIUS}": "°c",
        "\N{DEGREE FAHRENHEIT}": "°f",
    }
)
_RAISED: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_RUN_OF_RAISED: Final = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+")
_PER_CENT: Final = re.compile(r"\bper\s?cent\b")
_PER: Final = re.compile(r"\bper\b")
_UNSPOKEN: Final = re.compile(r"[\s_\[\]{}]|\((?:calc|calculated|ngsp|dcct|ifcc)\)")
_WORDS: Final = re.compile(
    r"(kilo|deci|centi|milli|micro|nano|pico|femto)?-?"
    r"(gram(?:me)?s?|moles?|mol|lit(?:er|re)s?|met(?:er|re)s?|equivalents?|katals?|kat|seconds?|joules?|calories"
    r"|(?:international)?units?)(?![a-z])"
)
_SHORT_PREFIX: Final = dict(
    zip(("kilo", "deci", "centi", "milli", "micro", "nano", "pico", "femto"), "kdcmunpf", strict=True)
)
_SHORT_WORD: Final = (
    *(("gram", "g"), ("mol", "mol"), ("lit", "l"), ("met", "m"), ("equi", "eq"), ("kat", "kat"), ("sec", "s")),
    *(("joule", "j"), ("calor", "cal"), ("international", "iu"), ("unit", "u")),
)
_MC: Final = re.compile(r"(?<![a-z])mc(?=(?:gm?|mol|l|kat|i?u|m)(?![a-z]))")
_POWER_OF_UNIT: Final = re.compile(r"(?<=[a-z])\^(?=-?\d)")
_TO_THE_MINUS_ONE: Final = re.compile(r"[.*]?(dl|ml|ul|l|min)-1$")
_OLD_PERCENT: Final = re.compile(r"^([mun]?gm?)%$")


def readings_of(unit: str) -> tuple[Reading, ...]:
    """What a unit may mean, the likeliest first; none if it is not known.

    Only "G/L" and "T/L" mean two things: giga and tera per litre where cells are counted, else grams in capitals.
    """
    return tuple(_readings(unit))


def plainly(unit: str) -> str:
    """A unit as it is compared: one spelling for all that differ only in signs, case, blanks or words."""
    text = _RUN_OF_RAISED.sub(lambda found: "^" + found.group().translate(_RAISED), unit)
    text = text.translate(_SIGNS).lower()
    text = _PER.sub("/", _PER_CENT.sub("%", text))
    text = _UNSPOKEN.sub("", text)
    text = _WORDS.sub(_in_short, text)
    text = _MC.sub("u", _POWER_OF_UNIT.sub("", text))
    text = _TO_THE_MINUS_ONE.sub(r"/\1", text)
    return _OLD_PERCENT.sub(r"\1/dl", text)


def _in_short(found: re.Match[str]) -> str:
    prefix, word = found.groups()
    return _SHORT_PREFIX.get(prefix or "", "") + next(short for start, short in _SHORT_WORD if word.startswith(start))


def _readings(unit: str) -> Iterator[Reading]:
    plain = plainly(unit)
    if plain in _ALONE:
        yield _ALONE[plain]
        return
    above, _, below = plain.partition("/")
    if below in _VOLUMES:
        yield from _in_volume(above, 1 / _VOLUMES[below])
        giga = _GIGA_OR_TERA.get(unit.strip().partition("/")[0].strip())
        if giga is not None:
            yield _reading(Dimension.CELLS_IN_VOLUME, giga / _VOLUMES[below])
    elif below in _TIMES:
        if above in _COUNTED_IN_TIME:
            yield _reading(Dimension.RATE, 1 / _TIMES[below])
        elif above in _LENGTHS:
            yield _reading(Dimension.SPEED, _LENGTHS[above] / _TIMES[below])


def _in_volume(above: str, per_litre: Fraction) -> Iterator[Reading]:
    measured = _MEASURED.fullmatch(above)
    if measured:
        prefix, base = measured.groups()
        yield _reading(_MEASURED_IN_VOLUME[base], _PREFIXES[prefix] * per_litre)
        return
    cells = _number_of_cells(above.removeprefix("x").removeprefix("*"))
    if cells is not None:
        yield _reading(Dimension.CELLS_IN_VOLUME, cells * per_litre)


def _number_of_cells(above: str) -> int | None:
    """How many cells "10^3", "K" or "thousand cells" are; None where it says something else."""
    power = _POWER.match(above)
    if power and _CELLS.fullmatch(above[power.end() :]):
        return int(10 ** int(power[1] or power[2]))
    number, _, _ = above.partition("cell")
    return _NUMBER_WORDS.get(number) if above in {number, f"{number}cell", f"{number}cells"} else None


def _reading(dimension: Dimension, times: Fraction) -> Reading:
    return Reading(dimension=dimension, scale=Scale(times=times))
