"""Units as laboratories print them, and as UCUM spells them: what they measure, and how much of it they are."""

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from math import log10
from typing import Final


class Kind(StrEnum):
    """What a unit measures; its base unit stands behind."""

    MASS = "mass concentration"  # g/L
    AMOUNT = "amount concentration"  # mol/L
    CHARGE = "charge concentration"  # eq/L
    ACTIVITY = "activity concentration"  # U/L
    COUNT = "number concentration"  # 1/L
    SHARE = "share"  # of one
    CELL_VOLUME = "volume"  # L
    CELL_MASS = "mass"  # g
    CELL_AMOUNT = "amount"  # mol
    FILTRATION = "filtration rate"  # mL/min/1.73m2
    SEDIMENTATION = "sedimentation rate"  # mm/h
    OSMOLALITY = "osmolality"  # osm/kg
    MASS_RATIO = "mass ratio"  # g/g
    MASS_AMOUNT_RATIO = "mass to amount ratio"  # g/mol
    AMOUNT_RATIO = "amount ratio"  # mol/mol
    TIME = "time"  # s


@dataclass(frozen=True, slots=True)
class Unit:
    """So many of the base unit of its kind."""

    kind: Kind
    factor: float


_PREFIX: Final = {"": 1.0, "k": 1e3, "d": 1e-1, "c": 1e-2, "m": 1e-3, "u": 1e-6, "n": 1e-9, "p": 1e-12, "f": 1e-15}
_MASS: Final = {f"{prefix}g": factor for prefix, factor in _PREFIX.items()} | {"mcg": 1e-6}
_AMOUNT: Final = {f"{prefix}mol": factor for prefix, factor in _PREFIX.items()} | {"mcmol": 1e-6}
_CHARGE: Final = {"meq": 1e-3, "mval": 1e-3, "ueq": 1e-6}
_ACTIVITY: Final = {
    **{f"{prefix}{unit}": factor for prefix, factor in _PREFIX.items() for unit in ("u", "iu", "ie", "ui", "[iu]")},
    **{f"mc{unit}": 1e-6 for unit in ("u", "iu")},
    # A katal is a mole a second, and a unit of an enzyme a micromole a minute.
    **{f"{prefix}kat": factor * 6e7 for prefix, factor in _PREFIX.items()},
}
_VOLUME: Final = {
    **{f"{prefix}l": factor for prefix, factor in _PREFIX.items()},
    "100ml": 0.1,
    **dict.fromkeys(("mcl", "mm3", "mm^3", "cmm", "cumm"), 1e-6),
    "cm3": 1e-3,
}
_TIMES: Final = {
    **dict.fromkeys(("", "1", "#", "cell", "cells", "zellen"), 1.0),
    **dict.fromkeys(("k", "thou", "thous", "thousand", "tsd", "th", "x1000", "1000"), 1e3),
    **dict.fromkeys(("lakh", "lakhs"), 1e5),
    **dict.fromkeys(("m", "mil", "mill", "million", "millions", "mio", "mln"), 1e6),
    **dict.fromkeys(("mrd", "gpt", "giga"), 1e9),
    **dict.fromkeys(("tpt", "tera"), 1e12),
}
_WHOLE: Final = {
    **dict.fromkeys(
        ("%", "percent", "prozent", "%ofhgb", "%oftotalhgb", "%hb", "vol%", "%ngsp"), Unit(Kind.SHARE, 0.01)
    ),
    "um3": Unit(Kind.CELL_VOLUME, 1e-15),
    "fl": Unit(Kind.CELL_VOLUME, 1e-15),
    "l/l": Unit(Kind.SHARE, 1.0),
    "pg": Unit(Kind.CELL_MASS, 1e-12),
    "pg/cell": Unit(Kind.CELL_MASS, 1e-12),
    "fmol": Unit(Kind.CELL_AMOUNT, 1e-15),
    "g/g": Unit(Kind.MASS_RATIO, 1.0),
    "mg/g": Unit(Kind.MASS_RATIO, 1e-3),
    "ug/mg": Unit(Kind.MASS_RATIO, 1e-3),
    "mg/gcrea": Unit(Kind.MASS_RATIO, 1e-3),
    "mg/gcreat": Unit(Kind.MASS_RATIO, 1e-3),
    "mg/mmol": Unit(Kind.MASS_AMOUNT_RATIO, 1.0),
    "g/mol": Unit(Kind.MASS_AMOUNT_RATIO, 1.0),
    "mmol/mol": Unit(Kind.AMOUNT_RATIO, 1e-3),
    "s": Unit(Kind.TIME, 1.0),
    "sec": Unit(Kind.TIME, 1.0),
    "seconds": Unit(Kind.TIME, 1.0),
    **dict.fromkeys(("mm/h", "mm/hr", "mm/1h", "mm/std", "mm/hour"), Unit(Kind.SEDIMENTATION, 1.0)),
    **dict.fromkeys(("mosm/kg", "mosmol/kg", "mosm/kgh2o"), Unit(Kind.OSMOLALITY, 1e-3)),
}
_FILTRATION: Final = re.compile(r"ml/min/\[?1[.,]73_?(?:m2|sqm|m\^2|m\*2)?\]?(?:bsa)?")
_POWER: Final = re.compile(r"x?(?:10(?:\*{1,2}|\^|\+|e|exp)|e\+?|10(?=[3-9]$|1[0-2]$))(\d{1,2})")
_ANNOTATION: Final = re.compile(r"\{[^}]*\}")
_REMARK: Final = re.compile(r"\s*\(calc\)$", re.IGNORECASE)
_SUPERSCRIPTS: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


@lru_cache(maxsize=1024)
def unit(printed: str) -> Unit | None:
    """What a printed unit is; None where it is not known.

    Letter case tells nothing between laboratories, but for three: "G/L" counts thousand millions and "g/L" is grams,
    "T/L" counts million millions.
    """
    text = "".join(printed.translate(_SUPERSCRIPTS).split())
    if text in ("G/L", "G/l", "Gpt/L", "Gpt/l"):
        return Unit(Kind.COUNT, 1e9)
    if text in ("T/L", "T/l", "Tpt/L", "Tpt/l"):
        return Unit(Kind.COUNT, 1e12)
    plain = _plain(text)
    if plain in _WHOLE:
        return _WHOLE[plain]
    if _FILTRATION.fullmatch(plain):
        return Unit(Kind.FILTRATION, 1.0)
    return _concentration(plain)


def spoken(printed: str) -> str:
    """A unit as it can be written behind a number: the same one, without brackets, remarks and ways to write powers."""
    known = unit(printed)
    if known is None:
        return printed
    plain = _plain("".join(printed.translate(_SUPERSCRIPTS).split()))
    above, _, below = plain.partition("/")
    power = _POWER.fullmatch(above.removesuffix("cells"))
    if known.kind is Kind.FILTRATION:
        return "mL/min/1.73m2"
    if known.kind is Kind.SHARE and plain.startswith("%"):
        return "%"
    if known.kind is Kind.COUNT and power is not None:
        return f"10^{power[1]}/{below.removesuffix('l')}L" if below.endswith("l") else f"10^{power[1]}/{below}"
    if known.kind is Kind.COUNT and not above:
        return f"10^{round(log10(known.factor))}/L"
    return _REMARK.sub("", printed).replace("[IU]", "IU").replace("[iU]", "IU").strip()


def spelt(printed: str) -> str:
    """A unit by which others that are only written differently are known."""
    return _plain("".join(printed.translate(_SUPERSCRIPTS).split()))


def _plain(text: str) -> str:
    if "{1.73_m2}" in text:
        text = text.replace("{1.73_m2}", "1.73m2")
    text = unicodedata.normalize("NFKC", _ANNOTATION.sub("", text)).casefold()
    return (
        text.replace("μ", "u")
        .replace("\N{MULTIPLICATION SIGN}", "x")
        .replace("·", "/")
        .removesuffix("(calc)")
        .replace("(", "")
        .replace(")", "")
        .rstrip(".")
    )


def _concentration(plain: str) -> Unit | None:
    above, slash, below = plain.partition("/")
    volume = _VOLUME.get(below)
    if not slash or volume is None:
        return None
    for kind, table in (
        (Kind.MASS, _MASS),
        (Kind.AMOUNT, _AMOUNT),
        (Kind.CHARGE, _CHARGE),
        (Kind.ACTIVITY, _ACTIVITY),
        (Kind.COUNT, _TIMES),
    ):
        if above in table:
            return Unit(kind, table[above] / volume)
    power = _POWER.fullmatch(above.removesuffix("cells"))
    return None if power is None else Unit(Kind.COUNT, 10.0 ** int(power[1]) / volume)
